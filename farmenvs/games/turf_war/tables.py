"""A card set of Turf War as the tables of the options record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from farmenvs.games.turf_war.checks import copies
from farmenvs.games.turf_war.deck import (
    ANY,
    BARREN,
    BRIBES,
    CARDS_T,
    CELLAR_T,
    DISCOUNT_T,
    EACH,
    FENCE,
    FIRST_STEP,
    IN_PILE,
    KINDS,
    NEEDS,
    NO_STEPS,
    PLACES,
    PLAYS_T,
    RESTOCK_STEP,
    SYMBOLS,
    TO_HAND_T,
    VP_T,
    WILD_T,
    WORK_T,
    YARD_SYMBOLS,
    Op,
)
from farmenvs.games.turf_war.schema import FOR_BRIBES, TRIGGER_FIELDS, full_op

OPS = {
    "money": Op.MONEY,
    "pay": Op.MONEY,
    "grass": Op.GRASS,
    "dirt": Op.DIRT,
    "dirt_here": Op.DIRT_HERE,
    "trash from yard": Op.TRASH_YARD,
    "trash from pile": Op.TRASH_PILE,
    "trash from hand": Op.TRASH_HAND,
    "trash from store": Op.TRASH_STORE,
    "trash from rival": Op.TRASH_RIVAL,
    "take": Op.TAKE,
    "give": Op.GIVE,
    "move": Op.MOVE,
    "throw": Op.THROW,
    "play": Op.PLAY,
    "buy": Op.BUY,
    "pests_here": Op.PESTS_HERE,
    "refresh": Op.REFRESH,
    "garage": Op.GARAGE,
    "each": Op.EACH,
    "tornado": Op.EACH,
    "pest_from_market": Op.PEST_FROM_MARKET,
}
"""What the ops of the card file do, by `schema.full_op`."""

TALLIED = {
    "work": WORK_T,
    "plays": PLAYS_T,
    "wild": WILD_T,
    "cellar": CELLAR_T,
    "tool_to_hand": TO_HAND_T,
    "vp": VP_T,
}
"""Fields of a card that its Yard adds up."""


class Writer:
    """Writes lists of steps into the table of an options record."""

    def __init__(self, cfg: Any):
        self.cfg, self.next = cfg, FIRST_STEP
        cfg["op"][RESTOCK_STEP] = Op.RESTOCK

    def write(self, steps: Sequence[Any]) -> int:
        """Write a list of steps, those within it too; returns its first row."""
        if not steps:
            return NO_STEPS
        first = self.next
        self.next += len(steps) + 1  # an `Op.END` behind the last
        for row, step in enumerate(steps, first):
            self.step(row, step)
        return first

    def step(self, row: int, step: Any) -> None:
        """Write a step to a row of the table."""
        cfg, op = self.cfg, full_op(step)
        n = step.get("n", 1)
        cfg["op"][row] = Op.TRASH_ALL if n == -1 and op == "trash from pile" else OPS[op]
        cfg["n"][row] = {"pay": -n, "buy": step.get("off", 0)}.get(op, n)
        cfg["of"][row] = symbol(step.get("kind"))
        cfg["optional"][row] = {"play": not step.get("must", False), "buy": True}.get(
            op, step.get("optional", False)
        )
        cfg["away"][row] = step.get("away", False)
        if op == "tornado":
            cfg["body"][row] = self.next
            cfg["op"][self.next], cfg["n"][self.next] = Op.BLOW, 1
            cfg["of"][self.next] = ANY
            self.next += 2
        else:
            cfg["body"][row] = self.write(step.get("then") or step.get("steps") or ())


def symbol(name: str | None) -> int:
    """Return the number of a symbol; without a name any will do."""
    return ANY if name is None else SYMBOLS.index(name)


def fill(cfg: Any, data: dict[str, Any]) -> None:
    """Write a card set to the options record."""
    cards, neighbors = data["card"], data["neighbor"]
    writer = Writer(cfg)
    cfg["kinds"], cfg["neighbors"] = len(cards), len(neighbors)
    for t, card in enumerate(cards):
        fill_card(cfg, t, card)
        cfg["play"][t] = writer.write(card.get("play", ()))
        for j, field in enumerate(TRIGGER_FIELDS):
            cfg["trigger"][j, t] = writer.write(card.get(field, ()))
    for j, field in enumerate(TRIGGER_FIELDS):
        fill_triggers(cfg, j, [card.get(field, ()) for card in cards])
    for i, neighbor in enumerate(neighbors):
        fill_neighbor(cfg, i, neighbor)
        cfg["bribe"][i] = writer.write(neighbor.get("bribe", ()))
    fill_numbers(cfg, cards)


def fill_card(cfg: Any, t: int, card: dict[str, Any]) -> None:
    """Write what a card is and adds up to."""
    cfg["name"][t, : len(card["name"])] = [ord(c) for c in card["name"]]
    cfg["copies"][t] = copies(card)
    cfg["starter"][t] = card.get("starter", False)
    cfg["cost"][t] = card.get("cost", 0)
    for name in card["symbols"]:
        cfg["symbol"][t, symbol(name)] = 1
        cfg["adds"][t, symbol(name)] = 1
    cfg["symbol"][t, ANY] = 1
    cfg["adds"][t, CARDS_T] = 1
    for field, tally in TALLIED.items():
        cfg["adds"][t, tally] = card.get(field, 0)
    cfg["adds"][t, DISCOUNT_T + symbol(card.get("discount_kind"))] = card.get("discount", 0)
    cfg["adds_here"][t, IN_PILE] = 1
    cfg["adds_here"][t, PLACES] = card.get("places", 0)
    cfg["adds_here"][t, BARREN] = card.get("barren", False)
    cfg["adds_here"][t, FENCE] = "shield" in card
    cfg["fences"][t] = card.get("shield") == "adjacent"
    if card.get("per"):
        cfg["per"][t], cfg["each"][t] = card["per"], EACH.index(card["each"])


def fill_triggers(cfg: Any, j: int, actions: list[Any]) -> None:
    """Write which cards do nothing but move money in a phase, in their order, and which ask."""
    purses = {
        t: sum(step.get("n", 1) for step in steps)
        for t, steps in enumerate(actions)
        if steps and all(step["op"] == "money" for step in steps)
    }
    order = sorted(purses, key=lambda t: (-purses[t], t))
    cfg["purses"][j] = len(order)
    cfg["purse"][j, : len(order)] = order
    cfg["asks"][j, : len(actions)] = [
        bool(steps) and t not in purses for t, steps in enumerate(actions)
    ]


def fill_neighbor(cfg: Any, i: int, neighbor: dict[str, Any]) -> None:
    """Write what a Neighbor is worth, needs and takes."""
    cfg["neighbor_name"][i, : len(neighbor["name"])] = [ord(c) for c in neighbor["name"]]
    cfg["vp"][i] = neighbor["vp"]
    for what, number in neighbor.get("need", {}).items():
        cfg["need"][i, NEEDS.index(what)] = number
    cfg["takes_of"][i] = ANY
    for step in neighbor.get("bribe", ()):
        b = BRIBES.index(FOR_BRIBES[full_op(step)])
        cfg["takes"][i, b] += step.get("n", 1)
        cfg["takes_of"][i, b] = symbol(step.get("kind"))


def fill_numbers(cfg: Any, cards: list[dict[str, Any]]) -> None:
    """Write which cards observations tell apart, and by what to divide their numbers."""
    symbols = [set(card["symbols"]) for card in cards]
    pairs = list(zip(symbols, cards, strict=True))
    choices = {
        "yard": [bool(of & set(YARD_SYMBOLS)) for of in symbols],
        "owned": [of != {"Event"} for of in symbols],
        "sold": [of != {"Event"} and copies(card) > 0 for of, card in pairs],
        "pest": ["Pest" in of for of in symbols],
        "event": [of == {"Event"} for of in symbols],
    }
    for name, chosen in choices.items():
        kinds = np.flatnonzero(chosen)
        cfg[f"{name}_kinds"] = len(kinds)
        if f"{name}_place" in cfg.dtype.names:
            cfg[f"{name}_place"] = KINDS
            cfg[f"{name}_place"][kinds] = np.arange(len(kinds))
        if f"{name}_runs" in cfg.dtype.names:
            edges = np.flatnonzero(np.diff([False, *chosen, False]))  # in and out by turns
            runs = np.column_stack([edges[::2], edges[1::2] - edges[::2]])
            cfg[f"{name}_runs"][: len(runs)] = runs
    cfg["bits"] = len(cards).bit_length()
    for t in range(len(cards)):
        owned = int(cfg["starter"][t]) * int(cfg["players"])
        cfg["per_copy"][t] = share_of(owned + int(cfg["copies"][t]))


def share_of(copies: int) -> np.float32:
    """Return 1 / copies, or what is next to it if the sum of so many would come out above 1."""
    share = np.float32(1 / copies)
    if np.full(copies, share).cumsum(dtype=np.float32)[-1] > 1:
        share = np.nextafter(share, np.float32(0))
    return share
