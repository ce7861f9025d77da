"""The Decktet cards of Turtle Soup as tables; a card's index is its chance outcome (R1)."""

import numpy as np

SUITS = ("Moons", "Suns", "Waves", "Leaves", "Wyrms", "Knots")
LETTERS = "MSWLYK"
BASIC = 36
"""Cards in the basic deck: the first of them all."""

SMALL_CHIP, LARGE_CHIP, EXTRA_CHIP = 1, 5, 10
"""What a chip is worth (R16)."""

_NUMBERS = """
2 Author MK, Origin WL, Desert SY
3 Savage LY, Journey MW, Painter SK
4 Sailor WL, Battle YK, Mountain MS
5 Forest ML, Discovery SW, Soldier YK
6 Lunatic MW, Penitent SY, Market LK
7 Cave WY, Chance Meeting ML, Castle SK
8 Mill WL, Betrayal YK, Diplomat MS
9 Darkness WY, Merchant LK, Pact MS
"""
_CROWNS = "Huntress M, Bard S, Sea W, End L, Calamity Y, Windfall K"
_PAWNS = "Harvest MSL, Watchman MYK, Light Keeper SWK, Borderland WLY"
_COURTS = "Consul MWK, Rite MLY, Island SWY, Window SLK"


def _cards() -> list[tuple[str, str, int, int, int]]:
    """Return (word, letters of the suits, small, large, extra-large chips) of each card, in order."""
    cards = [(f"ace {letter}", letter, 0, 1, 0) for letter in LETTERS]
    for line in _NUMBERS.strip().splitlines():
        rank, names = line.split(" ", 1)
        cards += [(f"{rank} {name}", suits, int(rank), 0, 0) for name, suits in _split(names)]
    cards += [(f"crown {name}", suits, 0, 1, 0) for name, suits in _split(_CROWNS)]
    cards += [(f"pawn {name}", suits, 0, 0, 1) for name, suits in _split(_PAWNS)]
    cards += [(f"court {name}", suits, 0, 0, 1) for name, suits in _split(_COURTS)]
    return cards


def _split(names: str) -> list[tuple[str, str]]:
    pairs = []
    for item in names.split(", "):
        name, suits = item.rsplit(" ", 1)
        pairs.append((name, suits))
    return pairs


CARDS = _cards()
EXTENDED = len(CARDS)
"""Cards in the extended deck."""

WORDS = tuple(
    f"{word} ({suits})".lower() if len(suits) > 1 else word.lower() for word, suits, *_ in CARDS
)
"""What each card is called, [44]."""

SUIT_BITS = np.array(
    [sum(1 << LETTERS.index(c) for c in suits) for _, suits, *_ in CARDS], np.int64
)
"""The suits of each card as bits, Moons the lowest: [44]."""

CHIPS = np.array([card[2:] for card in CARDS], np.int64)
"""Chips that each card adds to the pot: [44, 3] small, large, extra large."""

VALUES = np.array([SMALL_CHIP, LARGE_CHIP, EXTRA_CHIP], np.int64)
"""Points of a chip: [3]."""

ALL_SUITS = (1 << len(SUITS)) - 1
