"""What must add up in Turtle Soup at any time: cards, suits, and the points on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from farmenvs.games.turtle_soup.deck import CHIPS, SUIT_BITS, VALUES


def conserved(cfg: Any, s: Any) -> Iterator[tuple[str, int, int]]:
    """Yield (what, is, should be) for each account."""
    up = np.flatnonzero(s["up"])
    yield "cards face up and in the deck", len(up) + int(s["left"]), int(cfg["cards"])
    yield "cards face up that are not in play", int((s["up"] > cfg["deck"]).sum()), 0
    yield "suits showing", int(s["suits"]), int(np.bitwise_or.reduce(SUIT_BITS[up], initial=0))
    taken = CHIPS[up].sum(axis=0) - s["pot"]  # tonight, by kind
    yield "kinds of chips of which more lie in the pot than came", int((taken < 0).sum()), 0
    points, tonight = int(s["points"].sum()), int(taken @ VALUES)
    # the chips behind the points of earlier nights are gone
    yield "points", points, tonight if s["night"] == 0 else max(tonight, points)
