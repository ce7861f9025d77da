"""Checks games from the command line, or writes their golden files anew.

python -m farmenvs.testing check             all registered games
python -m farmenvs.testing check NAME ...    some of them
python -m farmenvs.testing golden NAME ...   their golden files (again none: all)
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from farmenvs.games import game_info, games
from farmenvs.testing import check_game
from farmenvs.testing.golden import FOLDER, write_golden


def main() -> None:
    """Do what the module says; without arguments tell what that is."""
    parser = argparse.ArgumentParser(
        prog="python -m farmenvs.testing",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("check", "golden"))
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"registered games ({', '.join(games())})"
    )
    parser.add_argument("--folder", type=Path, default=FOLDER, help="of the golden files")
    if len(sys.argv) == 1:
        parser.print_help(sys.stderr)
        sys.exit(2)
    chosen = parser.parse_args()
    names = chosen.names or games()
    try:
        for name in names:
            game_info(name)
    except ValueError as error:
        parser.error(str(error))
    for name in names:
        if chosen.what == "golden":
            sys.stdout.writelines(f"{path}\n" for path in write_golden(name, chosen.folder))
            continue
        try:
            check_game(name)
        except (AssertionError, ImportError, RuntimeError) as error:
            sys.exit(str(error))
        sys.stdout.write(f"{name}: all checks passed\n")


if __name__ == "__main__":
    main()
