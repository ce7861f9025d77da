"""`python -m farmenvs`, and the command `farmenvs`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line, or say in one line what it needs."""
    try:
        from farmenvs.cli import app
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in ("rich", "typer"):
            raise
        print(
            f"farmenvs: the command line needs {missing}: pip install 'farmenvs[cli]'",
            file=sys.stderr,
        )
        sys.exit(2)
    app(prog_name="farmenvs")


if __name__ == "__main__":
    main()
