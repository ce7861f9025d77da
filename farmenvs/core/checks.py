"""The checks that all entry points share, and how they name a wrong value: always on one line."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Chosen = TypeVar("Chosen")

LONGEST = 60
"""Characters of a wrong value that an error repeats."""


MOST = 10
"""Words that an error lists at most."""


def brief(value: object) -> str:
    """Return the `repr` of a wrong value for an error: on one line, and no longer than LONGEST."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # that of a whole number of thousands of digits raises, as others may
        text = f"<{type(value).__name__}>"
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def some(words: Iterable[str]) -> str:
    """Return words for an error, with commas: the first MOST, and how many there are."""
    found = list(words)
    more = f", … ({len(found)} in all)" if len(found) > MOST else ""
    return ", ".join(found[:MOST]) + more


def whole(value: Any) -> int:
    """Return `value` as an int; anything but a whole number is a TypeError."""
    if isinstance(value, bool):
        raise TypeError("a bool is not a number")
    return operator.index(value)


def positive(name: str, value: Any, most: int) -> int:
    """Return `value` as an int from 1 to `most`, or raise a ValueError that says so."""
    try:
        number = whole(value)
    except TypeError:
        number = 0
    if not 1 <= number <= most:
        raise ValueError(f"{name} must be a whole number from 1 to {most}, not {brief(value)}")
    return number


def as_array(value: npt.ArrayLike) -> npt.NDArray[Any] | None:
    """Return `value` as an array, or None if it makes none, as rows unlike in length do."""
    try:
        return np.asarray(value)
    except (ValueError, TypeError, OverflowError):
        return None


def flag(name: str, value: Any) -> bool:
    """Return `value` as a bool if it is True or False, or raise a ValueError that says so."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} must be True or False, not {brief(value)}")
    return bool(value)


def choice(name: str, value: Any, allowed: Iterable[Chosen]) -> Chosen:
    """Return `value` if it is one of the allowed values, or raise a ValueError that lists them.

    Only like counts as like: 1 is not True.
    """
    known = list(allowed)
    for each in known:
        if isinstance(value, type(each)) and value == each:
            return each
    raise ValueError(f"{name} must be one of {', '.join(map(str, known))}, not {brief(value)}")
