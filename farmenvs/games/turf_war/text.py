"""The words of Turf War: actions, cards, events, and a view as text."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import numpy as np

from farmenvs.games.turf_war.cards import price, vp_of
from farmenvs.games.turf_war.deck import (
    ANY,
    KIND,
    KINDS,
    LONGEST_NAME,
    NEIGHBORS,
    PILES,
    ROW,
    SEATS,
    SIDE_LENGTH,
    SLOTS,
    STORE,
    SYMBOLS,
    UNKNOWN_COUNT,
    ZERO,
    Finish,
    Op,
    Phase,
)

SEAT_WORDS = ("own", "next", "second", "third")
"""Whose a pile is: relative seats."""

GRID = tuple(f"{'abc'[k // SIDE_LENGTH]}{k % SIDE_LENGTH + 1}" for k in range(PILES))
"""The piles of a Yard: rows a to c, columns 1 to 3."""

ASKS = {
    Phase.SIDE: "to go Home or Away",
    Phase.ACT: "to act",
    Phase.ORDER: "to say which card acts next",
    Phase.HAND: "to choose a card in hand",
    Phase.LAND: "to place a card",
    Phase.BASE: "to choose a base",
    Phase.FROM: "to choose a card in a Yard",
    Phase.TO: "to say where a card goes",
    Phase.SLOT: "to choose a card in the Store",
    Phase.PEST: "to choose a Pest",
    Phase.GIVE: "to choose a player",
}

NEEDS = (
    *(f"{{n}} {symbol}" for symbol in SYMBOLS),
    *("{n} cards", "{n} Grass", "a stack of {n}", "no Pest"),
)
"""What a Neighbor needs, in the order of `deck.NEEDS`."""

BRIBES = {
    Op.MONEY: "pay {n}",
    Op.DIRT: "turn {n} to Dirt",
    Op.PEST_FROM_MARKET: "take a Pest from Store or Trash",
    Op.GIVE: "give {n} of the Yard",
    Op.TAKE: "take {n}{of} of the Yard",
    Op.TRASH_YARD: "trash {n}{of} of the Yard",
    Op.TRASH_HAND: "trash {n}{of} of the hand",
    Op.GARAGE: "put {n} of the hand into the Garage",
}
"""What a step of a bribe takes."""


def card_names(cfg: Any) -> tuple[str, ...]:
    """Return the names of all card kinds."""
    return names_in(cfg["name"][: int(cfg["kinds"])].tobytes())


def neighbor_names(cfg: Any) -> tuple[str, ...]:
    """Return the names of all Neighbors."""
    return names_in(cfg["neighbor_name"][: int(cfg["neighbors"])].tobytes())


@functools.lru_cache(maxsize=64)  # each text asks for them, and reading them takes longer than it
def names_in(points: bytes) -> tuple[str, ...]:
    """Return names from their code points, LONGEST_NAME each."""
    rows = np.frombuffer(points, np.uint32).reshape(-1, LONGEST_NAME).tolist()
    return tuple("".join(chr(point) for point in row if point) for row in rows)


def action_words(cfg: Any) -> tuple[str, ...]:
    """Return the word of each action."""
    owners = SEAT_WORDS[: int(cfg["players"])]
    words = ["done", "home", "away", "work"]
    words += [f"store {slot + 1}" for slot in range(ROW - STORE)]
    words += [f"row {slot + 1}" if slot < SLOTS else f"unused {slot}" for slot in range(KIND - ROW)]
    words += [f"card {name.lower()}" for name in card_names(cfg)]
    words += [f"{owner} {pile}" for owner in owners for pile in GRID]
    words += [f"to {owner}" for owner in owners]
    return tuple(words)


def outcome_word(cfg: Any, s: Any, o: int) -> str:
    """Return the word of a chance outcome: a seat, a Neighbor or a card."""
    if s["phase"] == Phase.FIRST:
        return f"player {o} begins"
    if s["phase"] == Phase.NEIGHBOR:
        names = neighbor_names(cfg)
        return f"neighbor {names[o].lower()}" if o < len(names) else f"no neighbor {o}"
    cards = card_names(cfg)
    return f"draw {cards[o].lower()}" if o < len(cards) else f"no card {o}"


def moment(cfg: Any, before: Any, a: int, after: Any) -> str:
    """Return what kind of event `a` is."""
    events = {Phase.FIRST: "first player", Phase.NEIGHBOR: "neighbor", Phase.DRAW: "draw"}
    return events.get(Phase(before["phase"]), "choice")


def view_text(cfg: Any, v: Any, p: int) -> str:
    """Return the view of seat `p` as text (an onlooker's, or the truth, if `p` is no seat)."""
    cards = card_names(cfg)
    queue = [named(cards, t) for t in v["queue"] if t < KINDS]
    lines = [
        f"Turf War, turn {int(v['turns']) + 1}: {due(v)}",
        f"store {', '.join(offer(cfg, v, p, t) for t in v['store'])}; "
        f"{int(v['in_deck'])} in the deck" + f", then {', '.join(queue)}" * bool(queue),
        *(f"row {slot + 1} {neighbor(cfg, i)}" for slot, i in enumerate(v["row"])),
        *[f"{int(v['aside'])} set aside"] * bool(v["aside"]),
        f"trash {counts(cards, v['trash'])}",
    ]
    if v["given"].any():
        lines.append(f"to give away {counts(cards, v['given'])}")
    lines += progress(cfg, v, cards)
    for q in range(int(cfg["players"])):
        lines += seat_lines(cfg, v, q, " (you)" * (q == p))
    return "\n".join(lines)


def due(v: Any) -> str:
    """Return what comes next."""
    if v["phase"] == Phase.OVER:
        return "over"
    if v["phase"] not in ASKS:
        return "chance"
    turn = f" in the turn of player {int(v['turn'])}" * int(v["turn"] != v["chooser"])
    return f"player {int(v['chooser'])} {ASKS[Phase(v['phase'])]}{turn}"


def offer(cfg: Any, v: Any, p: int, t: Any) -> str:
    """Return the name of a card in the Store and its price: for seat `p`, or what it says."""
    if t == KINDS:
        return "-"
    cost = price(cfg, v, p, t, ZERO) if 0 <= p < int(cfg["players"]) else cfg["cost"][t]
    return f"{named(card_names(cfg), t)} ({int(cost)})"


def neighbor(cfg: Any, i: Any) -> str:
    """Return the name of a Neighbor, what it is worth, needs and takes."""
    if i == NEIGHBORS:
        return "-"
    terms = needs_in_words(cfg["need"][i])
    pc = int(cfg["bribe"][i])
    while cfg["op"][pc] != Op.END:
        of = int(cfg["of"][pc])
        kind = "" if of == ANY else f" {SYMBOLS[of]}"
        terms.append(BRIBES[Op(cfg["op"][pc])].format(n=abs(int(cfg["n"][pc])), of=kind))
        pc += 1
    worth = f"{named(neighbor_names(cfg), i)}: {int(cfg['vp'][i])} VP"
    return worth + f" ({', '.join(terms)})" * bool(terms)


def needs_in_words(needs: Iterable[int]) -> list[str]:
    """Return what a Neighbor needs, from how much of each of `deck.NEEDS`."""
    return [what.format(n=n) for what, n in zip(NEEDS, needs, strict=True) if n]


def progress(cfg: Any, v: Any, cards: tuple[str, ...]) -> list[str]:
    """Return the effects in progress, and what has been chosen."""
    lines = []
    for i in range(int(v["depth"])):
        finish = v["finish"][i]
        if finish == Finish.SWAY:
            what = f"the bribe of {named(neighbor_names(cfg), v['row'][int(v['what'][i])])}"
        else:
            what = named(cards, v["what"][i]) if v["what"][i] < KINDS else "restock"
        lines.append(f"  in progress: {what}")
    if v["card"] < KINDS:
        lines.append(f"  to be placed: {named(cards, v['card'])}")
    elif v["of_pile"] < PILES:
        lines.append(f"  from pile {GRID[int(v['of_pile'])]} of player {int(v['of_seat'])}")
    return lines


def seat_lines(cfg: Any, v: Any, q: int, you: str) -> list[str]:
    """Return what a view shows of seat `q`."""
    names = card_names(cfg)
    won = [neighbor_names(cfg)[i] for i in range(int(cfg["neighbors"])) if v["won_by"][i] == q]
    side = "Away" if v["away"][q] else "Home"
    lines = [
        f"player {q}{you}: {side}, {int(v['money'][q])} money, {int(vp_of(cfg, v, q))} VP"
        + f", Sway {', '.join(won)}" * bool(won),
        f"  hand {counts(names, v['hand'][q], v['held'][q])}; "
        f"Garage {counts(names, v['garage'][q], v['parked'][q])}",
    ]
    piles: list[list[str]] = [[] for _ in range(PILES)]
    for code in v["yard"][int(v["begin"][q]) : int(v["begin"][q + 1])]:
        piles[int(code) >> 8].append(named(names, int(code) % 256 >> 1) + "*" * (int(code) & 1))
    for k, pile in enumerate(piles):
        if pile or v["grass"][q, k]:
            base = "Grass" if v["grass"][q, k] else "Dirt"
            lines.append(f"  {GRID[k]} {base}: {', '.join(pile) or '-'}")
    return lines


def counts(names: Iterable[str], cards: Any, size: Any = 0) -> str:
    """Return some cards; if a view does not show them, how many."""
    if cards[0] == UNKNOWN_COUNT:
        return f"{int(size)} cards"
    found = [f"{int(n)} {name}" for name, n in zip(names, cards, strict=False) if n]
    return ", ".join(found) or "-"


def named(names: tuple[str, ...], i: Any) -> str:
    """Return the name of a card or Neighbor, or a stroke for none."""
    return names[int(i)] if i < len(names) else "-"


assert len(SEAT_WORDS) == SEATS
