"""A card set of Turf War in words: a line, and tables of its cards and Neighbors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from farmenvs.core.options import TextTable
from farmenvs.core.words import counted
from farmenvs.games.turf_war.checks import copies
from farmenvs.games.turf_war.deck import NEEDS, SEATS, SLOTS
from farmenvs.games.turf_war.loader import loaded
from farmenvs.games.turf_war.phrases import needs_in_words, steps_in_words
from farmenvs.games.turf_war.schema import EFFECTS, FLAGS

Entry = Mapping[str, Any]

FLAG_WORDS = {
    "tool_to_hand": "used Tools go back to hand",
    "wild": "makes up for one symbol that a Neighbor needs",
    "cellar": "cards that rivals trash go to the Garage",
    "barren": "keeps all but Pests off its Pile",
}
"""What the flags of a card do."""

SHIELD_WORDS = {
    "pile": "keeps rivals off its Pile",
    "adjacent": "keeps rivals off its Pile and those around",
}
"""What a shield does."""

EACH_WORDS = {
    "row": "card in its row",
    "column": "card in its column",
    "adjacent": "card around it",
    "pile": "other card in its Pile",
    "grass": "Grass without cards",
    "neighbor": "Neighbor",
}
"""What a card counts, if that is no symbol."""


def summary(parsed: str) -> str:
    """Return in a line what a card set holds, and for how many players that is enough."""
    data = loaded(parsed)
    cards, neighbors = data["card"], len(data["neighbor"])
    most = min(SEATS, neighbors - SLOTS + 2)
    starters = sum(bool(card.get("starter")) for card in cards)
    players = "2" if most == 2 else f"2 to {most}"
    return (
        f"{data['set']!r}: {counted(len(cards), 'kind')} of cards, {starters} of them starters, "
        f"{counted(sum(map(copies, cards)), 'card')} in the deck; "
        f"{counted(neighbors, 'Neighbor')}, enough for {players} players"
    )


def tables(parsed: str) -> list[TextTable]:
    """Return the tables of the cards and Neighbors of a card set."""
    data = loaded(parsed)
    return [
        (
            "Cards",
            ("kind", "name", "symbols", "cost", "copies", "VP", "effects", "source"),
            [card_row(t, card) for t, card in enumerate(data["card"])],
        ),
        (
            "Neighbors",
            ("number", "name", "VP", "needs", "bribe", "source"),
            [neighbor_row(i, neighbor) for i, neighbor in enumerate(data["neighbor"])],
        ),
    ]


def card_row(t: int, card: Entry) -> tuple[str, ...]:
    """Return the row of card kind `t`."""
    starter, event = card.get("starter", False), card["symbols"] == ["Event"]
    cost = "-" if starter or event else str(card.get("cost", 0))
    number = "starter" if starter else str(copies(card))
    symbols, source = ", ".join(card["symbols"]), card.get("source", "-")
    return (str(t), card["name"], symbols, cost, number, points(card), effects(card), source)


def neighbor_row(i: int, neighbor: Entry) -> tuple[str, ...]:
    """Return the row of Neighbor `i`."""
    needs = needs_in_words(neighbor.get("need", {}).get(what, 0) for what in NEEDS)
    bribe, source = steps_in_words(neighbor.get("bribe", ())), neighbor.get("source", "-")
    return (
        *(str(i), neighbor["name"], str(neighbor["vp"])),
        *(needs or "-", bribe or "-", source),
    )


def points(card: Entry) -> str:
    """Return what a card is worth."""
    flat, per = card.get("vp", 0), card.get("per", 0)
    if not per:
        return str(flat)
    each = f"{per} per {EACH_WORDS.get(card['each'], card['each'])}"
    return f"{flat}, {each}" if flat else each


def effects(card: Entry) -> str:
    """Return what a card does: when it is played and later, and as long as it lies there."""
    found = []
    for field in EFFECTS:
        words = steps_in_words(card.get(field, ()))
        if words:
            found.append(words if field == "play" else f"{field}: {words}")
    for field, words in (("places", "Places"), ("work", "work"), ("plays", "plays")):
        if card.get(field):
            found.append(f"{words} {card[field]:+}")
    if card.get("discount"):
        found.append(f"cards cost {card['discount']} less")
        if "discount_kind" in card:
            found[-1] = f"{card['discount_kind']} {found[-1]}"
    if "shield" in card:
        found.append(SHIELD_WORDS[card["shield"]])
    found += [FLAG_WORDS[flag] for flag in FLAGS if card.get(flag)]
    return "; ".join(found) or "-"
