"""Turtle Soup (P. D. Magnus): a Decktet game of pushing one's luck, all at once.  RULES.md has the rules."""

from __future__ import annotations

from typing import Any

from farmenvs.core.game import GameInfo, Option, integer, whole
from farmenvs.core.spec import Piece
from farmenvs.games.turtle_soup import advise, encode, rules, text
from farmenvs.games.turtle_soup.deck import ALL_SUITS, BASIC, EXTENDED, LETTERS, SUIT_BITS

DECKS = {"basic": tuple(range(BASIC)), "extended": tuple(range(EXTENDED))}


def parse_deck(value: Any) -> str | tuple[int, ...]:
    """Return the name of a deck, or the sorted indices of the cards in it."""
    if isinstance(value, str):
        if value not in DECKS:
            raise ValueError
        return value
    cards = tuple(sorted(whole(card) for card in value))
    if len(set(cards)) < len(cards) or not all(0 <= card < EXTENDED for card in cards):
        raise ValueError("each index once")
    suits = 0
    for card in cards:
        suits |= int(SUIT_BITS[card])
    if suits != ALL_SUITS:
        missing = " ".join(letter for j, letter in enumerate(LETTERS) if not suits >> j & 1)
        raise ValueError(
            f"all six suits must be on the cards, or a night need not end; missing: {missing}"
        )
    return cards


def configure(cfg: Any, options: dict[str, Any]) -> None:
    """Fill the options record."""
    deck = options["deck"]
    cards = list(DECKS[deck] if isinstance(deck, str) else deck)
    cfg["nights"] = options["nights"]
    cfg["deck"][cards] = 1
    cfg["cards"] = len(cards)
    for showing in range(ALL_SUITS + 1):
        cfg["finishers"][showing] = sum(
            int(SUIT_BITS[card]) | showing == ALL_SUITS for card in cards
        )
    cfg["most_up"] = max(
        sum(not int(SUIT_BITS[card]) >> j & 1 for card in cards) for j in range(len(LETTERS))
    )


def outcomes(cfg: Any) -> int:
    """Return the number of chance outcomes: 36, or 44 if a Pawn or Court is in the deck."""
    return EXTENDED if cfg["deck"][BASIC:].any() else BASIC


def max_decisions(cfg: Any) -> int:
    """Return the bound: each night a choice of everybody at each number of cards from 2 to the most without a bust."""
    return int(cfg["nights"]) * int(cfg["players"]) * max(int(cfg["most_up"]) - 1, 0)


def max_chance_nodes(cfg: Any) -> int:
    """Return the bound: each night the most cards without a bust, and one more."""
    return int(cfg["nights"]) * (int(cfg["most_up"]) + 1)


GAME = GameInfo(
    name="turtle_soup",
    title="Turtle Soup",
    summary="Cards fill the pot and suits fill the table: take your bowl before the sixth suit spoils the soup.",
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
            f'"basic", "extended", or the indices of the cards in it (0 to {EXTENDED - 1})',
            "which cards are in play",
            parse_deck,
        ),
    ),
    presets={},
    perfect_information=("recall", "table"),
    simultaneous=True,
    scores_doc="points of the chips won: small 1, large 5, extra large 10",
    small={"players": 2, "nights": 1, "deck": (0, 1, 2, 3, 4, 5, 6, 9)},
)
