"""What must add up in every state of Farming Dice: the tokens of each crop, and of each pile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from farmenvs.games.farming_dice.rules import BANK, SEATS


def conserved(cfg: Any, s: Any) -> Iterator[tuple[str, int, int]]:
    """Yield what must add up in `s`: (what, is, should be)."""
    for c in range(SEATS):
        farms = int(s["farms"]) >> c & 1  # R2, R12: who is out takes all its tokens along
        yield f"tokens of crop {c}", int(s["pile"][:, c].sum()), farms * int(cfg["tokens"])
        if not farms:
            yield f"tokens of farmer {c}, who is out (R15)", int(s["held"][c]), 0
    for i in range(SEATS + 1):
        pile = "the Bank" if i == BANK else f"farmer {i}"
        yield f"tokens of {pile}", int(s["held"][i]), int(s["pile"][i].sum())
