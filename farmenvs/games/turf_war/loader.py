"""Card sets of Turf War: read from TOML, checked, and written as one canonical string.

What a set may hold stands in CARDS.md; everything else is refused with the file, the card and the
field.
"""

from __future__ import annotations

import functools
import json
import operator
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from farmenvs.core.checks import brief
from farmenvs.games.turf_war.checks import set_faults

HOUSE = "house"
"""The name of the set that comes with the package."""

HOUSE_FILE = Path(__file__).with_name("cards.toml")

LARGEST = 2**17
"""Bytes of a file at most: several times what the largest set needs; more is no card set."""

DOTS = 80
"""Dots in a line at most: the time to read a key such as `need.Plant` grows with their square."""


class CardSet(str):
    """A card set as canonical JSON: hashable, comparable, and short to look at."""

    __slots__ = ()

    def __repr__(self) -> str:
        data = json.loads(self)
        return f"<card set {data['set']!r}: {len(data['card'])} cards>"


def parse_cards(value: Any) -> str:
    """Return the canonical form of a card set: HOUSE, or a CardSet.

    Args:
        value: HOUSE, a path to a TOML file, a mapping like one, or a CardSet.

    Raises:
        ValueError: If it can't be read or breaks a rule: names the file, the card and the field.
        TypeError: If it is nothing of the kind.
    """
    cards, faults = check(value)
    if faults:
        raise ValueError(faults[0] + f"; and {len(faults) - 1} more" * (len(faults) > 1))
    return cards


def check(value: Any) -> tuple[str, list[str]]:
    """Return a card set, and what is wrong with it, a line each; as `parse_cards` takes it.

    Raises:
        TypeError: If it is nothing of the kind.
    """
    if isinstance(value, str) and value == HOUSE:
        return HOUSE, []
    if isinstance(value, str) and value.startswith("{"):
        return check_text(str(value))
    return checked(value)


@functools.lru_cache(maxsize=64)  # copies of a game are made often
def check_text(text: str) -> tuple[CardSet, list[str]]:
    """Return the same of a set in JSON, such as the canonical form."""
    return checked(text)


def checked(value: Any) -> tuple[CardSet, list[str]]:
    """Return the same of whatever is given."""
    try:
        where, data = read(value)
    except ValueError as error:
        return CardSet(), [str(error)]
    faults = [f"{where}: {fault}" for fault in set_faults(data)]
    if faults:
        return CardSet(), faults
    text = json.dumps(
        data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=plain
    )
    return CardSet(text), []


def read(value: Any) -> tuple[str, Mapping[str, Any]]:
    """Return what to call a card set and its data, not yet checked.

    Raises:
        ValueError: If a file or JSON can't be read.
        TypeError: If it is nothing of the kind.
    """
    if isinstance(value, str) and value.startswith("{"):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            raise ValueError("a card set that is no JSON") from None
    if isinstance(value, Mapping):
        return "card set", value
    if isinstance(value, str | os.PathLike):
        return read_file(Path(value))
    raise TypeError


def read_file(path: Path) -> tuple[str, Mapping[str, Any]]:
    """Return what to call a TOML file, and the data in it.

    Raises:
        ValueError: If it can't be read.
    """
    where = str(path) if str(path).isprintable() and len(str(path)) < 300 else brief(str(path))
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
        if len(text) > LARGEST:
            raise ValueError(f"is larger than {LARGEST} bytes: no card set")
        for number, row in enumerate(text.splitlines(), 1):
            if row.count(b".") > DOTS:
                raise ValueError(f"line {number}: has more than {DOTS} dots: no card set")
        return where, tomllib.loads(text.decode("utf-8-sig"))
    except OSError as error:
        hint = f"; the game's own set is {HOUSE!r}" * isinstance(error, FileNotFoundError)
        raise ValueError(f"{where}: {error.strerror or error}{hint}") from None
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise ValueError(f"{where}: line {line}: is no text in UTF-8") from None
    except RecursionError:
        raise ValueError(f"{where}: lists or tables too deep within others") from None
    except ValueError as error:
        raise ValueError(f"{where}: {' '.join(str(error).split())}") from None


def plain(value: Any) -> Any:
    """Return what JSON takes for a value that a check took: a mapping, or a whole number."""
    return dict(value) if isinstance(value, Mapping) else operator.index(value)


@functools.lru_cache(maxsize=64)  # whoever trains on many sets does not keep them all
def loaded(cards: str) -> dict[str, Any]:
    """Return the data of a set in its canonical form; not to be changed."""
    data: dict[str, Any] = json.loads(parse_cards(HOUSE_FILE) if cards == HOUSE else cards)
    return data
