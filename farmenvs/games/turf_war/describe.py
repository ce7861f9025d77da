"""A card set of Turf War in words: a line, and tables of its cards and Neighbors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from farmenvs.core.options import TextTable
from farmenvs.core.words import counted
from farmenvs.games.turf_war.checks import copies
from farmenvs.games.turf_war.deck import NEEDS, SEATS, SLOTS
from farmenvs.games.turf_war.loader import loaded
from farmenvs.games.turf_war.schema import EFFECTS, FLAGS, full_op
from farmenvs.games.turf_war.text import needs_in_words

Entry = Mapping[str, Any]

DOES = {
    "money": "{n:+} money",
    "pay": "pay {n}",
    "grass": "turn {bases} to Grass",
    "dirt": "turn {bases} to Dirt",
    "dirt_here": "turn its own base to Dirt",
    "trash from yard": "trash {cards} of the Yard",
    "trash from pile": "trash {others} of its Pile",
    "trash from hand": "trash {cards} in hand",
    "trash from store": "trash {cards} in the Store",
    "trash from rival": "trash {cards} of a rival who is Away",
    "take": "take {cards} of the Yard in hand",
    "give": "give {cards} of the Yard away",
    "move": "move {cards} in the Yard",
    "throw": "throw {cards} at a rival who is Away",
    "play": "play {cards}",
    "buy": "buy a card for {off} less",
    "pests_here": "play all Pests of Store and Trash here",
    "refresh": "trash the Store",
    "garage": "put {cards} from hand into the Garage",
    "each": "{who}: {steps}",
    "tornado": "all throw 1 card at anybody",
    "pest_from_market": "put a Pest of Store or Trash into the Yard",
}
"""What a step does, by `full_op`."""


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
    needs = needs_in_words([neighbor.get("need", {}).get(what, 0) for what in NEEDS])
    bribe, source = steps_in_words(neighbor.get("bribe", ())), neighbor.get("source", "-")
    return (
        *(str(i), neighbor["name"], str(neighbor["vp"])),
        *(", ".join(needs) or "-", bribe or "-", source),
    )


def points(card: Entry) -> str:
    """Return what a card is worth."""
    flat, per = card.get("vp", 0), card.get("per", 0)
    if not per:
        return str(flat)
    each = f"{per} per {card['each']}"
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
        found.append(f"shield: {card['shield']}")
    found += [flag.replace("_", " ") for flag in FLAGS if card.get(flag)]
    return "; ".join(found) or "-"


def steps_in_words(steps: Sequence[Entry]) -> str:
    """Return what some steps do."""
    return ", then ".join(map(step_in_words, steps))


def step_in_words(step: Entry) -> str:
    """Return what a step does."""
    n = step.get("n", 1)
    kind = f"{step['kind']} " if "kind" in step else ""
    words = DOES[full_op(step)].format(
        n=n,
        bases=counted(n, "base"),
        cards=counted(n, f"{kind}card"),
        others=f"all other {kind}cards" if n == -1 else counted(n, f"other {kind}card"),
        off=step.get("off", 0),
        who="all who are Away" if step.get("away") else "all",
        steps=steps_in_words(step.get("steps", ())) or "nothing",
    )
    declined = step.get("optional") or (step["op"] == "play" and not step.get("must"))
    if declined or step["op"] == "buy":
        words = f"may {words}"
    then = steps_in_words(step.get("then", ()))
    return f"{words} (for each: {then})" if then else words
