"""Numbers of things in words, for people."""

from __future__ import annotations

from typing import Any


def counted(number: Any, thing: str) -> str:
    """Return a number of things in words: "0 tokens", "1 token", "1.5 tokens", "2 tokens".

    Args:
        number: Of any type, NumPy's too; a whole one is written without a point.
        thing: The word for one of them, whose plural takes an s.
    """
    value = float(number)
    written = str(int(value)) if value.is_integer() else f"{value:g}"
    return f"{written} {thing}" if value == 1 else f"{written} {thing}s"
