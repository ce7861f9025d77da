"""The Decktet cards of Turtle Soup as tables; a card's index is its chance outcome (R1, R2)."""

import numpy as np

LETTERS = "MSWLYK"
"""The suits: Moons, Suns, Waves, Leaves, Wyrms, Knots."""

ALL_SUITS = (1 << len(LETTERS)) - 1
"""All suits as bits, Moons the lowest."""

_CARDS = """
ace: M, S, W, L, Y, K
2: Author MK, Origin WL, Desert SY
3: Savage LY, Journey MW, Painter SK
4: Sailor WL, Battle YK, Mountain MS
5: Forest ML, Discovery SW, Soldier YK
6: Lunatic MW, Penitent SY, Market LK
7: Cave WY, Chance Meeting ML, Castle SK
8: Mill WL, Betrayal YK, Diplomat MS
9: Darkness WY, Merchant LK, Pact MS
crown: Huntress M, Bard S, Sea W, End L, Calamity Y, Windfall K
pawn: Harvest MSL, Watchman MYK, Light Keeper SWK, Borderland WLY
court: Consul MWK, Rite MLY, Island SWY, Window SLK
"""

_LARGE, _EXTRA = (0, 1, 0), (0, 0, 1)
_CHIPS = {"ace": _LARGE, "crown": _LARGE, "pawn": _EXTRA, "court": _EXTRA}


def _read(table: str) -> list[tuple[str, str, tuple[int, int, int]]]:
    """Return the cards in order: (word, letters of the suits, chips by kind)."""
    cards = []
    for line in table.split("\n")[1:-1]:
        rank, names = line.split(": ")
        chips = _CHIPS[rank] if rank in _CHIPS else (int(rank), 0, 0)
        cards += [(f"{rank} {name}".lower(), name.split()[-1], chips) for name in names.split(", ")]
    return cards


_WORDS, _SUITS, _BROUGHT = zip(*_read(_CARDS), strict=True)

WORDS: tuple[str, ...] = _WORDS
"""What each card is called, its suits at the end, [44]: `7 chance meeting ml`."""

EXTENDED = len(WORDS)
"""Cards in the extended deck."""

BASIC = sum(not word.startswith(("pawn", "court")) for word in WORDS)
"""Cards in the basic deck: the first of them all."""

SUIT_BITS = np.array([sum(1 << LETTERS.index(suit) for suit in suits) for suits in _SUITS])
"""The suits of each card as bits: [44] int64."""

CHIPS = np.array(_BROUGHT)
"""Chips that each card adds to the pot: [44, 3] int64, small, large, extra large (R6)."""

VALUES = np.array([1, 5, 10])
"""Points of a chip of each kind: [3] int64 (R16)."""
