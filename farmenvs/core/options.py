"""Options of games: a name, a default, and what it may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from farmenvs.core.checks import brief, whole


@dataclass(frozen=True)
class Option:
    """One option of a game.

    Attributes:
        name: As in `load_game(game, name=…)`.
        default: Value if it is not given.
        allowed: The allowed values in words, for errors and tables.
        doc: What it does.
        parse: Returns the canonical (hashable, JSON-able) value, or raises ValueError or TypeError
            for a wrong one.
        examples: Other values that the conformance suite tries, each by itself.
    """

    name: str
    default: Any
    allowed: str
    doc: str
    parse: Callable[[Any], Any]
    examples: tuple[Any, ...] = ()


def unknown_options(
    game: str,
    chosen: Iterable[str],
    options: Iterable[Option],
    of: str = "",
    own: Sequence[str] = (),
) -> None:
    """Raise a ValueError if a chosen option is unknown: one line that lists those there are.

    Args:
        game: The game's name.
        chosen: Names of the options given.
        options: The game's options.
        of: What is made of the game, if that has options too: "batch", "environment".
        own: The names of its options, or of what else is no option of the game, as `preset`.
    """
    known = [option.name for option in options]
    more = f"; of the {of}: {', '.join(own)}" if of else ""
    for name in chosen:
        if name not in known and name not in own:
            raise ValueError(
                f"{game} has no option {brief(name)}; options: {', '.join(known)}{more}"
            )


def integer(
    name: str, default: int, low: int, high: int, doc: str, examples: tuple[int, ...] = ()
) -> Option:
    """Return an option that is a whole number in `low … high`."""

    def parse(value: Any) -> int:
        number = whole(value)
        if not low <= number <= high:
            raise ValueError
        return number

    return Option(name, default, f"a whole number from {low} to {high}", doc, parse, examples)


def boolean(name: str, default: bool, doc: str) -> Option:
    """Return an option that is True or False."""

    def parse(value: Any) -> bool:
        if not isinstance(value, bool | np.bool_):
            raise TypeError
        return bool(value)

    return Option(name, default, "True or False", doc, parse, (not default,))


FIRST_PLAYER = Option(
    "first_player",
    "random",
    '"random" or a seat number',
    "who begins; `random` is a uniform chance node",
    lambda value: value if value == "random" else whole(value),
)
"""The option that most games share; `GameInfo.load` checks the seat's number."""
