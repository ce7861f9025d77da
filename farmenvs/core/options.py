"""Options of games: a name, a default, what it may be, and what is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from farmenvs.core.checks import brief, whole

if TYPE_CHECKING:
    from farmenvs.core.game import GameInfo


TextTable = tuple[str, tuple[str, ...], list[tuple[str, ...]]]
"""A table for people: its title, the heads of its columns, and its rows."""


@dataclass(frozen=True)
class CardSets:
    """What people are told of an option whose values are card sets.

    Attributes:
        check: `check(value)` returns what the option's `parse` does, and what is wrong with a set,
            in a line each: nothing, or the first is not to be used.  A fault may hide others.
        summary: `summary(parsed)` says in a line what a set holds, and for whom that is enough.
        tables: `tables(parsed)` lists what a set holds.
        guide: The page in the game's package that describes the format.
        format: `format()` makes the tables on that page; its titles are the names of their places.
    """

    check: Callable[[Any], tuple[Any, list[str]]]
    summary: Callable[[Any], str]
    tables: Callable[[Any], list[TextTable]]
    guide: str
    format: Callable[[], list[TextTable]]


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
        sets: What is told of its values, if they are card sets.
    """

    name: str
    default: Any
    allowed: str
    doc: str
    parse: Callable[[Any], Any]
    examples: tuple[Any, ...] = ()
    sets: CardSets | None = None


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


def option_values(info: GameInfo, preset: str | None, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of every option of a game.

    Args:
        info: The game.
        preset: A named set of options, or None; options given beside it win.
        chosen: Options by name.

    Raises:
        ValueError: For an unknown preset or option, or a value that is not allowed: one line that
            says what is right.
    """
    if preset is not None:
        if not isinstance(preset, str) or preset not in info.presets:
            known = ", ".join(info.presets) or "none"
            raise ValueError(f"{info.name} has no preset {brief(preset)}; presets: {known}")
        taken = {name for group in _given(info, chosen) for name in group}
        rest = {k: v for k, v in info.presets[preset].items() if k not in taken}
        chosen = {**rest, **chosen}
    unknown_options(info.name, chosen, info.all_options)
    left_out = set()
    for group, given in _given(info, chosen).items():
        if len(given) > 1:
            raise ValueError(f"{info.name}: give at most one of {', '.join(given)}")
        left_out |= {*group} - {*given}
    values: dict[str, Any] = {}
    for option in info.all_options:
        name = option.name
        value = chosen.get(name, option.default)
        if name in left_out or (value is None and option.default is None):
            values[name] = None
            continue
        try:
            values[name] = option.parse(value)
        except (ValueError, TypeError, OverflowError) as error:
            why = f" ({error})" if isinstance(error, ValueError) and str(error) else ""
            raise ValueError(
                f"{info.name}: {name} must be {option.allowed}, not {brief(value)}{why}"
            ) from None
    seat = values.get("first_player", "random")
    if seat != "random" and not 0 <= seat < values["players"]:
        raise ValueError(
            f'{info.name}: first_player must be "random" or a seat '
            f"from 0 to {values['players'] - 1}, not {seat!r}"
        )
    return values


def _given(info: GameInfo, chosen: Mapping[str, Any]) -> dict[tuple[str, ...], list[str]]:
    """Return the groups of `one_of` of which something is chosen, and what."""
    given = {g: [name for name in g if chosen.get(name) is not None] for g in info.one_of}
    return {group: names for group, names in given.items() if names}


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
    lambda value: "random" if isinstance(value, str) and value == "random" else whole(value),
)
"""The option that most games share; `GameInfo.load` checks the seat's number."""
