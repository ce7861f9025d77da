"""`python -m farmenvs.testing check NAME …` and `python -m farmenvs.testing golden NAME …`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from farmenvs.games import game_info, games
from farmenvs.testing import check_game
from farmenvs.testing.golden import FOLDER, write_golden


def main() -> None:
    """Check registered games, or write their golden files anew."""
    parser = argparse.ArgumentParser(prog="python -m farmenvs.testing", description=main.__doc__)
    parser.add_argument("what", choices=("check", "golden"))
    parser.add_argument("names", nargs="*", metavar="NAME", help="registered games; none: all")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="of the golden files")
    chosen = parser.parse_args()
    try:
        names = [game_info(name).name for name in chosen.names or games()]
    except ValueError as error:
        parser.error(str(error))
    for name in names:
        if chosen.what == "golden":
            sys.stdout.writelines(f"{path}\n" for path in write_golden(name, chosen.folder))
            continue
        try:
            check_game(name)
        except (AssertionError, ImportError) as error:
            sys.exit(str(error))
        sys.stdout.write(f"{name}: all checks passed\n")


if __name__ == "__main__":
    main()
