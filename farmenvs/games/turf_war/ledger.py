"""What must add up in Turf War at any time, and how long a game can get."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from farmenvs.games.turf_war.cards import code_of
from farmenvs.games.turf_war.deck import (
    AROUND,
    DEPTH,
    EVENT,
    FENCE,
    FRESH,
    KINDS,
    NEIGHBORS,
    NO_STEPS,
    PEST,
    PILE_TALLIES,
    PILES,
    PLAYS_T,
    RESTOCK_STEP,
    SEATS,
    SLOTS,
    STEP_PLAYS,
    STEPS,
    TRIGGERS,
    YARD_CARDS,
    Finish,
    Op,
    Phase,
    Stage,
)
from farmenvs.games.turf_war.schema import N

# ----------------------------------------------------------------------------------- accounts

BOUNDS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("cut", "swayed", "worked", "bought", "away", "grass", "dealt"), (0, 1)),
    **dict.fromkeys(("chooser", "turn", "won_by", "of_seat", "owner", "far"), (0, SEATS)),
    **dict.fromkeys(("card", "store", "queue", "what"), (0, KINDS)),
    **dict.fromkeys(("of_pile", "here"), (0, PILES)),
    "phase": (0, max(Phase)),
    "stage": (0, max(Stage)),
    "finish": (0, max(Finish)),
    "slot": (0, SLOTS),
    "row": (0, NEIGHBORS),
    "depth": (0, DEPTH),
    "pc": (0, STEPS - 1),
    "left": (FRESH, N.high),
    "step_plays": (0, STEP_PLAYS),
    "money": (0, 2**62),
    "begin": (0, YARD_CARDS),
    "yard": (0, code_of(PILES, 0, 0) - 1),
}
"""From where to where the numbers of a field go, if no other account holds them."""

STACK = ("pc", "left", "owner", "here", "finish", "what", "far")
"""The fields of an effect in progress."""


def conserved(cfg: Any, s: Any) -> Iterator[tuple[str, int, int]]:
    """Yield (what, is, should be) for each account."""
    n = int(cfg["players"])
    yield from field_accounts(cfg, s, n)
    due = cfg["copies"] + n * cfg["starter"]
    for t, (found, copies) in enumerate(zip(cards_of(s).tolist(), due.tolist(), strict=True)):
        yield f"cards of kind {t}", found, copies
    for name in ("given", "trash", "deck", "hand", "garage"):
        yield f"kinds of which there are less than none: {name}", int((s[name] < 0).sum()), 0
    yield "starters in the deck", int((s["deck"] * cfg["starter"]).sum()), 0
    yield "cards in the deck", int(s["deck"].sum()), int(s["in_deck"])
    yield "Events at the bottom", int((s["queue"] < KINDS).sum()), int(s["queued"])
    restocks = int((s["pc"][: int(s["depth"])] == RESTOCK_STEP).sum())
    yield "restocks in progress", int(s["restocking"]), restocks
    carried = int(np.clip(s["carried"], 0, s["queued"])) if restocks else 0
    yield "Events at the bottom that this restock has carried out", int(s["carried"]), carried
    for p in range(SEATS):
        yield f"cards in the hand of seat {p}", int(s["hand"][p].sum()), int(s["held"][p])
        yield f"cards in the Garage of seat {p}", int(s["garage"][p].sum()), int(s["parked"][p])
        yield from yard_accounts(cfg, s, p)
        won = s["won_by"] == p
        yield f"Neighbors of seat {p}", int(s["sways"][p]), int(won.sum())
        yield f"VP of the Neighbors of seat {p}", int(s["sway_vp"][p]), int(cfg["vp"][won].sum())
    yield "Pests to be played that are not there", int((s["due_trash"] > s["trash"]).sum()), 0
    in_row, won = s["row"][s["row"] < NEIGHBORS], np.flatnonzero(s["won_by"] < SEATS)
    known = len(set(in_row.tolist()) | set(won.tolist()))
    yield "Neighbors turned up", int(s["dealt"].sum()), known
    yield "Neighbors in the Row or won", known, len(in_row) + len(won)
    if s["phase"] not in (Phase.FIRST, Phase.NEIGHBOR):
        yield "Neighbors set aside", int(s["aside"]), SLOTS + n - 2 - known


def field_accounts(cfg: Any, s: Any, n: int) -> Iterator[tuple[str, int, int]]:
    """Yield how many numbers are not what they may be: out of bounds, or of what is not there."""
    plays = 1 + int(cfg["copies"].astype(int) @ cfg["adds"][:, PLAYS_T])
    of_set = {"played": (0, plays), "turns": (0, int(cfg["max_turns"]))}
    for name, (low, high) in {**BOUNDS, **of_set}.items():
        yield f"{name} out of bounds", int(((s[name] < low) | (s[name] > high)).sum()), 0
    for name in ("away", "money", "grass"):
        yield f"{name} of seats that do not play", int(np.count_nonzero(s[name][n:])), 0
    depth = int(s["depth"])
    rest = sum(int(np.count_nonzero(s[name][depth:])) for name in STACK)
    yield "numbers of effects that are not in progress", rest, 0
    yield "cards behind those in Yards", int(np.count_nonzero(s["yard"][s["begin"][SEATS] :])), 0
    yield (
        "Yards that do not begin where one ends",
        int((np.diff(s["begin"], prepend=0) < 0).sum()),
        0,
    )
    pile, of = s["of_pile"] < PILES, s["of_seat"] < n
    yield "piles chosen in nobody's Yard, or Yards without a pile", int(pile != of), 0
    yield "cards before the first Yard", int(s["begin"][0]), 0
    pests = [t < KINDS and cfg["symbol"][t, PEST] == 1 for t in s["store"].tolist()]
    there = sum(1 << i for i, pest in enumerate(pests) if pest)
    calls = bool((cfg["op"][s["pc"][:depth]] == Op.PESTS_HERE).any())
    yield "slots of Pests to be played", int(s["due_slots"]), int(s["due_slots"]) & there * calls
    yield (
        "Pests of the Trash to be played",
        int(s["due_trash"].any()),
        int(calls and s["due_trash"].any()),
    )


def cards_of(s: Any) -> npt.NDArray[np.int64]:
    """Return how many cards of each kind there are wherever a card can be: [KINDS]."""
    lying = s["yard"][: int(s["begin"][SEATS])] % 256 >> 1
    working = s["what"][(s["finish"] == Finish.TOOL) | (s["finish"] == Finish.EVENT)]
    singly = np.concatenate([lying, working, s["store"], s["queue"]])
    found: npt.NDArray[np.int64] = np.bincount(singly, minlength=KINDS + 1)[:KINDS]
    for name in ("given", "trash", "deck"):
        found += s[name]
    for name in ("hand", "garage"):
        found += s[name].sum(axis=0)
    return found


def yard_accounts(cfg: Any, s: Any, p: int) -> Iterator[tuple[str, int, int]]:
    """Yield the accounts of the Yard of seat `p`."""
    codes = s["yard"][int(s["begin"][p]) : int(s["begin"][p + 1])].astype(int)
    kinds, piles = codes % 256 >> 1, codes >> 8
    yield f"cards of seat {p} out of order", int((np.diff(codes) < 0).sum()), 0
    tally = cfg["adds"][kinds].sum(axis=0)
    yield f"tallies of seat {p} that are wrong", int((s["tally"][p] != tally).sum()), 0
    here = np.zeros((PILES, PILE_TALLIES), int)
    np.add.at(here, piles, cfg["adds_here"][kinds])
    here[:, FENCE] += AROUND[piles[cfg["fences"][kinds] == 1]].sum(axis=0)
    yield f"tallies of piles of seat {p} that are wrong", int((s["pile"][p] != here).sum()), 0


# ------------------------------------------------------------------------------------- bounds

ENDLESS = 2**62
"""A bound that is as good as none: of some sets a longer game is possible, but never played."""


class Bounds:
    """How much can happen in a turn at most: bounds that hold, not those that are reached.

    Attributes:
        decisions: In a turn.
        chances: Chance nodes in a turn.
    """

    def __init__(self, cfg: Any):
        self.cfg, self.players = cfg, int(cfg["players"])
        copies = cfg["copies"].astype(int)
        events = int(copies @ cfg["symbol"][:, EVENT])
        starts = [*cfg["play"], *cfg["trigger"].ravel(), *cfg["bribe"]]
        lists = [int(first) for first in starts if first != NO_STEPS] or [NO_STEPS]
        nodes, pests, restocks = (
            max(self.total(first, what) for first in lists)
            for what in (self.nodes, self.calls, self.restocks)
        )
        played = 1 + int(copies @ cfg["adds"][:, PLAYS_T])  # by the action
        due = sum(int(copies @ cfg["asks"][j]) for j in range(len(TRIGGERS)))
        effects = played + STEP_PLAYS + due + 1
        effects += effects * pests
        refills = effects * restocks + 1
        effects += refills * events
        # Home or Away, done, work or sway, buy; a card and its pile; a pile and a kind that is due
        self.decisions = effects * nodes + 4 + 2 * played + 2 * due
        self.chances = refills * (events + int(copies.sum())) + 1

    def total(self, pc: int, what: Any) -> int:
        """Return the sum over a list of steps, each with the list within it as often as it goes."""
        cfg, found = self.cfg, 0
        while cfg["op"][pc] != Op.END:
            within = int(cfg["body"][pc])
            times = self.times(pc)
            found += what(pc, times) + (times * self.total(within, what) if within else 0)
            pc += 1
        return found

    def times(self, pc: int) -> int:
        """Return how often a step is done at most."""
        return self.players if self.cfg["op"][pc] == Op.EACH else max(1, int(self.cfg["n"][pc]))

    def nodes(self, pc: int, times: int) -> int:
        """Return the decisions of a step: pile, kind and target, and who gets what is given."""
        if self.cfg["op"][pc] == Op.PESTS_HERE:
            return self.pests()
        return 3 * times + 1

    def calls(self, pc: int, times: int) -> int:
        """Return how many Pests a step plays."""
        return self.pests() if self.cfg["op"][pc] == Op.PESTS_HERE else 0

    def pests(self) -> int:
        """Return how many Pests there are."""
        return int((self.cfg["copies"] * self.cfg["symbol"][:, PEST]).sum())

    def restocks(self, pc: int, times: int) -> int:
        """Return how often a step fills the Store."""
        takes = (Op.TRASH_STORE, Op.BUY, Op.PESTS_HERE, Op.REFRESH, Op.PEST_FROM_MARKET)
        return int(self.cfg["op"][pc] in takes)


def write_bounds(cfg: Any, turn: Bounds) -> None:
    """Write the bounds on the decisions and chance nodes of a game to its options record."""
    turns = int(cfg["max_turns"])
    setup = 1 + int(cfg["copies"].sum()) + SLOTS + int(cfg["players"])
    cfg["most_decisions"] = min(turns * turn.decisions, ENDLESS)
    cfg["most_chances"] = min(setup + turns * turn.chances, ENDLESS)
