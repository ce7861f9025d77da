"""Play agents against each other, every deal in all rotations of the seats, and print how they did.

    python examples/evaluate.py turtle_soup rules random random random
    python examples/evaluate.py turtle_soup sb3:runs/demo/model.zip rules rules rules --per nights

An agent is `random`, `rules`, or `sb3:FILE`, a model that examples/train_sb3.py has saved.

A game that a cap on its length cuts short is scored as it stands. If some were, the last line says
how many: then part of the result is due to the cap.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from farmenvs.agents.arena import Match, play_match
from farmenvs.core.game import Game
from farmenvs.programs import load, running


class Parser(argparse.ArgumentParser):
    """Says on one line what is wrong, and exits with code 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see --help)\n")

    def add_game(self) -> None:
        self.add_argument("game", metavar="GAME", help="a game of farmenvs")
        self.add_argument(
            "-o", "--option", metavar="NAME=VALUE", action="append", default=[],
            help="an option of the game, for example -o nights=3; repeatable",
        )  # fmt: skip
        self.add_argument("--preset", metavar="NAME", help="a named set of options of the game")
        self.add_argument(
            "--per", metavar="NAME", help="show points divided by this option too, say --per nights"
        )

    @contextmanager
    def told(self) -> Iterator[None]:
        """Run the program, and say on one line what is wrong: an argument, a file, a library."""
        with running(self.error):
            try:
                yield
            except ModuleNotFoundError as error:
                self.error(f"{error}: pip install 'farmenvs[sb3,plot]'")
            except (ImportError, ValueError) as error:
                self.error(str(error))


def asked(args: argparse.Namespace, players: int | None = None, seats: int | None = None) -> Game:
    """Return the game that the arguments ask for: see `farmenvs.programs.load`."""
    game = load(args.game, args.option, args.preset, seats, players=players)
    if args.per is not None and type(game.options.get(args.per)) is not int:
        numbers = ", ".join(name for name, value in game.options.items() if type(value) is int)
        raise ValueError(f"--per must be an option that is a number ({numbers}), not {args.per!r}")
    return game


def print_table(match: Match, title: str, per: str | None = None) -> None:
    """Print the standings of a match."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    n = match.game.num_players()
    table = Table()
    table.add_column("agent", overflow="fold")
    table.add_column("win share", justify="right")
    table.add_column("points a game", justify="right")
    if per is not None:
        table.add_column(f"points / {per}", justify="right")
    for standing in match.standings:
        row = [standing.name, standing.share.text(), standing.points.text(2)]
        if per is not None:
            row.append((standing.points / match.game.options[per]).text(2))
        table.add_row(*map(Text, row))
    options = ", ".join(  # a card set is a text of another type, and says in short what it is
        f"{name} {value if type(value) is str else repr(value)}"
        for name, value in match.game.options.items()
    )
    console = Console(highlight=False, soft_wrap=True)
    console.print(Text(f"\n{title}", "bold"), Text(f"{match.game.info.title}: {options}"), sep="\n")
    console.print(table)
    console.print(
        f"{match.games} games{match.cut_short}, each deal in all {n} rotations of the seats; "
        f"± 95%; parity {1 / n:.3f}"
    )


def main() -> None:
    parser = Parser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_game()
    parser.add_argument("agents", metavar="AGENT", nargs="+", help="one a player")
    parser.add_argument("--games", type=int, default=2000, help="at least so many (default 2000)")
    parser.add_argument("--seed", type=int, default=0, help="fixes the luck (default 0)")
    with parser.told():
        args = parser.parse_args()
        game = asked(args, seats=len(args.agents))
        match = play_match(game, args.agents, args.games, args.seed)
        print_table(match, "Results", args.per)


if __name__ == "__main__":
    sys.exit(main())
