"""Turtle Soup (P. D. Magnus): a Decktet game of pushing one's luck.  RULES.md has the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from farmenvs.core.game import GameInfo, Option, integer, whole
from farmenvs.core.spec import Piece
from farmenvs.games.turtle_soup import advise, encode, ledger, rules, text
from farmenvs.games.turtle_soup.deck import (
    ALL_SUITS,
    BASIC,
    CHIPS,
    EXTENDED,
    LETTERS,
    SUIT_BITS,
    WORDS,
)

DECKS = {"basic": tuple(range(BASIC)), "extended": tuple(range(EXTENDED))}


def parse_deck(value: Any) -> str | tuple[int, ...]:
    """Return the name of a deck, or of one without a name the sorted indices of its cards (R2)."""
    if isinstance(value, str):
        if value not in DECKS:
            raise ValueError
        return value
    cards = tuple(sorted(whole(card) for card in value))
    for card in cards:
        if not 0 <= card < EXTENDED:
            raise ValueError(f"there is no card {card}")
        if cards.count(card) > 1:
            raise ValueError(f"{card} {WORDS[card]} is in it {cards.count(card)} times")
    missing = [suit for j, suit in enumerate(LETTERS) if not suits_of(cards) >> j & 1]
    if missing:
        raise ValueError(f"a night ends when all six suits show; missing: {' '.join(missing)}")
    if all(suits_of(up).bit_count() < rules.FEWEST_SUITS for up in without_a_suit(cards)):
        raise ValueError("nobody could ever choose: every opening would show all six suits")
    return next((name for name, full in DECKS.items() if cards == full), cards)


def suits_of(cards: Iterable[int]) -> int:
    """Return the suits of some cards, as bits."""
    bits = 0
    for card in cards:
        bits |= int(SUIT_BITS[card])
    return bits


def without_a_suit(cards: Iterable[int]) -> list[list[int]]:
    """Return for each suit the cards that lack it.

    Any cards that can lie face up together without Turtle Butt are among one of these lists.
    """
    return [
        [card for card in cards if not int(SUIT_BITS[card]) >> j & 1] for j in range(len(LETTERS))
    ]


def configure(cfg: Any, options: dict[str, Any]) -> None:
    """Fill the options record."""
    deck = options["deck"]
    cards = list(DECKS[deck] if isinstance(deck, str) else deck)
    cfg["nights"] = options["nights"]
    cfg["deck"][cards] = 1
    cfg["cards"] = len(cards)
    cfg["chips"] = CHIPS[cards].sum(axis=0)
    for showing in range(ALL_SUITS + 1):
        cfg["finishers"][showing] = sum(
            int(SUIT_BITS[card]) | showing == ALL_SUITS for card in cards
        )
    cfg["most_up"] = max(len(up) for up in without_a_suit(cards))


def outcomes(cfg: Any) -> int:
    """Return the number of chance outcomes: 36, or 44 if a Pawn or Court is in the deck."""
    return EXTENDED if cfg["deck"][BASIC:].any() else BASIC


def max_decisions(cfg: Any) -> int:
    """Return the bound: each night all choose at each number of cards face up, from two on."""
    return int(cfg["nights"]) * int(cfg["players"]) * (int(cfg["most_up"]) - 1)


def max_chance_nodes(cfg: Any) -> int:
    """Return the bound: each night the most cards without Turtle Butt, and one more."""
    return int(cfg["nights"]) * (int(cfg["most_up"]) + 1)


GAME = GameInfo(
    name="turtle_soup",
    title="Turtle Soup",
    summary="Cards fill the pot: take your bowl before the sixth suit spoils the soup.",
    package=__name__,
    players=(2, 3, 4, 5, 6),
    default_players=4,
    STATE=rules.STATE,
    CFG=rules.CFG,
    verbs=(rules, encode, advise),
    configure=configure,
    actions=lambda cfg: [
        Piece("wait", (), "stay in"),
        Piece("bowl", (), "take a share of the pot and leave for the night"),
    ],
    outcomes=outcomes,
    pieces=encode.pieces,
    max_decisions=max_decisions,
    max_chance_nodes=max_chance_nodes,
    text=text,
    phases=("choose",),
    visibility={
        ("flip", "all"): frozenset({"at once"}),
        ("choice", "owner"): frozenset({"at once"}),
        ("choice", "others"): frozenset({"last choice"}),
        ("last choice", "owner"): frozenset({"at once"}),
        ("last choice", "others"): frozenset({"at once"}),
    },
    options=(
        integer("nights", 5, 1, 10_000, "nights in a game"),
        Option(
            "deck",
            "basic",
            f'"basic", "extended", or the indices of its cards (0 to {EXTENDED - 1}, each once)',
            "which cards are in play",
            parse_deck,
            ("extended",),
        ),
    ),
    presets={},
    perfect_information=("recall", "table"),
    simultaneous=True,
    scores_doc="points of the chips won: small 1, large 5, extra large 10",
    small={"players": 2, "nights": 1, "deck": (0, 1, 2, 3, 4, 5, 6, 9)},
    small_crowd={"players": 3, "nights": 1, "deck": (0, 1, 2, 3, 4, 5, 6, 9)},
    conserved=ledger.conserved,
)
