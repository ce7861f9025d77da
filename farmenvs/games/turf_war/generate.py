"""Random card sets for Turf War: for research on generalisation, and to fuzz loader and rules.

A set is drawn from a style, so that some are even and others extreme: a Store of Events, a deck
that runs dry, piles of Pests, cards that play cards.  What is drawn makes sense to the loader;
whether it makes a good game is another matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from farmenvs.core.checks import brief
from farmenvs.core.rng import check_seed
from farmenvs.games.turf_war.checks import copies_of, count_steps
from farmenvs.games.turf_war.deck import (
    EVENT_CARDS,
    KINDS,
    LONGEST_NAME,
    NEIGHBORS,
    SEATS,
    SLOTS,
    STEPS,
    SYMBOLS,
    YARD_CARDS,
    YARD_SYMBOLS,
)
from farmenvs.games.turf_war.loader import parse_cards
from farmenvs.games.turf_war.schema import (
    BASIC,
    COUNTED,
    EVENT_OPS,
    FLAGS,
    FROM,
    HERE,
    ON_CARDS,
    SHIELDS,
    SYMBOL,
    TRIGGER_FIELDS,
    Whole,
)

Rng = np.random.Generator
Data = dict[str, Any]

STYLES: dict[str, dict[str, float]] = {
    "even": {"Tool": 4, "Ornament": 4, "Plant": 4, "Feature": 4, "Pest": 3, "Event": 2},
    "events": {"Tool": 2, "Ornament": 1, "Plant": 1, "Feature": 1, "Pest": 1, "Event": 6},
    "pests": {"Tool": 2, "Ornament": 2, "Plant": 1, "Feature": 1, "Pest": 8, "Event": 1},
    "garden": {"Tool": 2, "Ornament": 2, "Plant": 8, "Feature": 2, "Pest": 1, "Event": 0},
    "tools": {"Tool": 8, "Ornament": 1, "Plant": 2, "Feature": 1, "Pest": 1, "Event": 1},
}
"""How often the symbols come, by style."""

OPS = {"": tuple(ON_CARDS), "then": tuple(BASIC), "steps": tuple(BASIC)}
"""The ops of a list, by what it is within: a card, or the field of a step."""

ANYWHERE = tuple(place for place in FROM if place != "pile")
"""Whence cards are trashed by steps that are not the first."""


def random_cards(seed: int | None = None, *, cards: int = 40, neighbors: int = 12) -> Data:
    """Return the data of a valid card set, for the option `cards`.

    Args:
        seed: A whole number >= 0: the same set each time, in any process; or None.
        cards: Kinds of cards, starters and Events included; 5 to 96.
        neighbors: Neighbors; 7 (enough for four players) to 32.

    Raises:
        ValueError: If a number is not one of these.
    """
    sizes = {"cards": Whole(5, KINDS), "neighbors": Whole(SLOTS + SEATS - 2, NEIGHBORS)}
    for (name, size), value in zip(sizes.items(), (cards, neighbors), strict=True):
        if not size.holds(value):
            raise ValueError(f"{name} must be {size.words}, not {brief(value)}")
    seed = check_seed(seed)
    rng = np.random.default_rng(seed)
    data = draw_set(rng, cards, neighbors, brief(seed))
    while count_steps([*data["card"], *data["neighbor"]]) > STEPS:  # hardly ever
        data = draw_set(rng, cards, neighbors, brief(seed))
    parse_cards(data)
    return data


def draw_set(rng: Rng, cards: int, neighbors: int, name: str) -> Data:
    """Return a set that may have too many steps."""
    style = one(rng, tuple(STYLES))
    most = one(rng, (1, 1, 2, 3))  # copies of a card: with few the deck runs dry
    starters = int(rng.integers(1, 4))
    entries = [random_card(rng, t, style, most, t < starters) for t in range(cards)]
    return {
        "set": f"random {style} {name}"[:LONGEST_NAME].rstrip(),
        "card": thin_out(entries),
        "neighbor": [random_neighbor(rng, i) for i in range(neighbors)],
    }


def thin_out(cards: list[Data]) -> list[Data]:
    """Leave one copy only of cards of which a set would hold too many."""
    for most, symbols in ((EVENT_CARDS, ("Event",)), (YARD_CARDS, YARD_SYMBOLS)):
        crowd = [card for card in cards if set(symbols) & set(card["symbols"])]
        while copies_of(cards, *symbols) > most and crowd:
            card = crowd.pop()
            card["copies"] = 1
            if copies_of(crowd, *symbols) >= most:  # too many kinds, too
                card["symbols"] = ["Tool"]
                for field in set(card) - {"name", "symbols", "copies"}:
                    del card[field]
    return cards


def one(rng: Rng, choices: Sequence[Any]) -> Any:
    """Return one of some things."""
    return choices[int(rng.integers(len(choices)))]


def likely(rng: Rng, chance: float) -> bool:
    """Return True with a chance."""
    return bool(rng.random() < chance)


# ------------------------------------------------------------------------------------- cards


def random_card(rng: Rng, t: int, style: str, most: int, starter: bool) -> Data:
    """Return a card; the first ones are starters."""
    if starter:
        steps = random_steps(rng, "Tool", 2)
        return {"name": f"Starter {t}", "symbols": ["Tool"], "starter": True, "play": steps}
    weights = np.array([STYLES[style][symbol] for symbol in SYMBOLS])
    symbols = [str(rng.choice(SYMBOLS, p=weights / weights.sum()))]
    if symbols[0] in YARD_SYMBOLS and likely(rng, 0.15):
        other = one(rng, YARD_SYMBOLS)
        symbols += [other] * (other not in symbols)
    card: Data = {
        "name": f"{' '.join(symbols)} {t}",
        "symbols": symbols,
        "copies": int(rng.integers(1, most + 1)),
    }
    if symbols == ["Event"]:
        return {**card, "play": random_steps(rng, "Event", 2)}
    card["cost"] = int(rng.integers(0, 9))
    if symbols == ["Tool"]:
        return {**card, "play": random_steps(rng, "Tool", 3)}
    kind = "Pest" if "Pest" in symbols else "Yard"
    if likely(rng, 0.4):
        card["play"] = random_steps(rng, kind, 2)
    if likely(rng, 0.3):
        card[one(rng, TRIGGER_FIELDS)] = random_trigger(rng)
    return card | random_points(rng) | random_passive(rng)


def random_points(rng: Rng) -> Data:
    """Return the fields of a card for VP and Places."""
    fields: Data = {"vp": int(rng.integers(-3, 6)), "places": int(rng.integers(0, 3))}
    if likely(rng, 0.3):
        fields["per"] = one(rng, (-1, 1, 2))
        fields["each"] = one(rng, COUNTED)
    return fields


def random_passive(rng: Rng) -> Data:
    """Return the fields of a card for what it does as long as it lies there, mostly none."""
    if likely(rng, 0.6):
        return {}
    passives: tuple[Data, ...] = (
        {"work": one(rng, (-4, -1, 2, 4))},
        {"plays": 1},
        {"discount": int(rng.integers(1, 4))},
        {"discount": int(rng.integers(1, 4)), "discount_kind": one(rng, SYMBOL.allowed)},
        {"shield": one(rng, SHIELDS)},
        {one(rng, FLAGS): True},
    )
    return dict(one(rng, passives))


# ------------------------------------------------------------------------------------- effects


def random_trigger(rng: Rng) -> list[Data]:
    """Return what a card does at a Start, Home or End."""
    if likely(rng, 0.4):
        return [random_step(rng, "money", "Yard") for _ in range(int(rng.integers(1, 3)))]
    return random_steps(rng, "Yard", 2)


def random_steps(rng: Rng, kind: str, most: int) -> list[Data]:
    """Return what a Tool, a card for Yards, a Pest or an Event does."""
    ops = ops_of(kind)
    steps = [random_step(rng, one(rng, ops), kind) for _ in range(int(rng.integers(1, most + 1)))]
    if kind in ("Yard", "Pest") and likely(rng, 0.15):  # only the first step may be like that
        steps.insert(0, random_step(rng, "trash", kind, places=("pile",)))
    return steps


def ops_of(kind: str, within: str = "") -> list[str]:
    """Return the ops that make sense on a card, in a list that may be within a step."""
    wrong: set[str] = set()
    if kind in ("Tool", "Event") or within == "steps":
        wrong |= set(HERE)
    if kind == "Pest":
        wrong |= {"play", "pests_here"}
    ops = EVENT_OPS if kind == "Event" and not within else OPS[within]
    return [op for op in (*ops, *["trash"] * 2 * ("trash" in ops)) if op not in wrong]


def random_step(
    rng: Rng, op: str, kind: str, within: str = "", places: Sequence[str] = ANYWHERE
) -> Data:
    """Return a step; one that is not `within` another may have a list of its own."""
    fields = ON_CARDS[op]
    step: Data = {"op": op}
    if op == "money":
        return {**step, "n": one(rng, (-4, -2, 1, 2, 3, 5))}
    if "n" in fields:
        step["n"] = one(rng, (1, 1, 1, 2, 3))
    if "from" in fields:
        step["from"] = one(rng, places)
    if "kind" in fields and likely(rng, 0.4):
        step["kind"] = one(rng, SYMBOL.allowed)
    if "off" in fields:
        step["off"] = int(rng.integers(0, 5))
    for field, chance in (("must", 0.3), ("away", 0.3)):
        if field in fields:
            step[field] = likely(rng, chance)
    if step.get("from") == "pile" and likely(rng, 0.6):
        return {**step, "n": -1}
    if "optional" in fields and likely(rng, 0.4):
        step["optional"] = True
    lists = {"then": 1, "steps": int(rng.integers(1, 3))}
    for field in ("then", "steps"):
        if field in fields and not within and (field == "steps" or step.get("optional")):
            ops = ops_of(kind, field)
            step[field] = [
                random_step(rng, one(rng, ops), kind, field) for _ in range(lists[field])
            ]
    return step


# ------------------------------------------------------------------------------------- Neighbors


def random_neighbor(rng: Rng, i: int) -> Data:
    """Return a Neighbor."""
    neighbor: Data = {"name": f"Neighbor {i}", "vp": int(rng.integers(1, 8))}
    criteria = {
        **{symbol: int(rng.integers(1, 4)) for symbol in YARD_SYMBOLS},
        "cards": int(rng.integers(1, 7)),
        "grass": int(rng.integers(1, 6)),
        "stack": int(rng.integers(1, 4)),
        "no_pest": 1,
    }
    chosen = rng.choice(tuple(criteria), size=int(rng.integers(0, 3)), replace=False)
    neighbor["need"] = {str(what): criteria[str(what)] for what in chosen}
    symbol = one(rng, YARD_SYMBOLS)
    bribes: tuple[list[Data], ...] = (
        [],
        [{"op": "pay", "n": int(rng.integers(1, 12))}],
        [{"op": "give", "n": int(rng.integers(1, 3))}, {"op": "trash", "from": "yard"}],
        [{"op": "take", "n": 1, "kind": symbol}],
        [{"op": "trash", "from": "yard", "n": 2, "kind": symbol}, {"op": "pay", "n": 2}],
        [{"op": "trash", "from": "hand"}, {"op": "garage", "n": 2}],
        [{"op": "trash", "from": "hand", "kind": "Tool"}],
        [{"op": "dirt", "n": int(rng.integers(1, 4))}, {"op": "pest_from_market"}],
        [{"op": "pest_from_market"}, {"op": "pest_from_market"}, {"op": "pay", "n": 1}],
    )
    neighbor["bribe"] = one(rng, bribes)
    return neighbor
