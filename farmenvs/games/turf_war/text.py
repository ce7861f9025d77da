"""The words of Turf War: actions, cards, events, and a view as text."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from farmenvs.core.words import counted
from farmenvs.games.turf_war.cards import kind_at, pile_at, price, vp_of
from farmenvs.games.turf_war.deck import (
    ANY,
    DECISIONS,
    EVENT,
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
    Stage,
)
from farmenvs.games.turf_war.phrases import needs_in_words, steps_in_words
from farmenvs.games.turf_war.schema import FOR_BRIBES
from farmenvs.games.turf_war.tables import OPS
from farmenvs.games.turf_war.targets import first_due, first_in, several_in, step_of

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

BRIBE_OPS = {OPS[op]: op for op in FOR_BRIBES}
"""How a card set calls a step of a bribe."""

SLOT_DOES = {Op.BUY: "buys", Op.TRASH_STORE: "trashes", Op.PESTS_HERE: "plays"}
SLOT_DOES[Op.PEST_FROM_MARKET] = "takes"
"""What a step does with the card in a slot of the Store."""

FROM_DOES = dict.fromkeys((Op.TRASH_YARD, Op.TRASH_PILE, Op.TRASH_RIVAL), "trashes")
"""What a step does with a card in a Yard, if it does not just pick it up."""


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


def shown(cfg: Any, before: Any, a: int, after: Any) -> Iterator[str]:
    """Yield what event `a` does, where its word is a mere place; all of it lies open to everybody.

    What is chosen from a hand is not told: its word names the card, for those who may know it.
    """
    if before["phase"] >= DECISIONS:
        if before["phase"] == Phase.DRAW and cfg["symbol"][a, EVENT]:
            stocks = before["stage"] == Stage.STOCK
            does = "goes to the bottom of the deck" if stocks else "is carried out"
            yield f"{named(card_names(cfg), a)} is an Event: it {does}"
        return
    kinds = KIND + int(cfg["kinds"])
    if STORE <= a < KIND:
        did = from_market(cfg, before, a)
    elif kinds <= a < kinds + PILES * int(cfg["players"]):
        did = at_pile(cfg, before, a - kinds)
    elif before["phase"] == Phase.GIVE:
        q = (int(before["chooser"]) + a - kinds) % int(cfg["players"])
        did = f"gives {counts(card_names(cfg), before['given'])} to player {q}"
    else:
        return
    yield f"player {int(before['chooser'])} {did}"


def from_market(cfg: Any, v: Any, a: int) -> str:
    """Return what is done with the card in a slot of the Store, or the Neighbor in one of the Row.

    Args:
        cfg: Options record.
        v: The state before.
        a: The action, a slot.
    """
    if a >= ROW:
        return f"sways {named(neighbor_names(cfg), v['row'][a - ROW])}"
    if v["phase"] == Phase.ACT:
        does = "buys"
    else:
        does = SLOT_DOES[Op(cfg["op"][step_of(v)])]
    return f"{does} {named(card_names(cfg), v['store'][a - STORE])}"


def at_pile(cfg: Any, v: Any, b: int) -> str:
    """Return what is done at a pile; the card in it is named if it is no matter of choice.

    Args:
        cfg: Options record.
        v: The state before.
        b: Number of the pile: 9 relative seat + pile.
    """
    names, p = card_names(cfg), int(v["chooser"])
    q, k = (p + b // PILES) % int(cfg["players"]), b % PILES
    pile = f"{GRID[k]} of player {q}"
    if v["phase"] == Phase.ORDER:
        due = [name for t, name in enumerate(names) if first_due(v, p, k, t) == t]
        return f"lets {due[0] if len(due) == 1 else 'a card'} on {pile} act"
    if v["phase"] == Phase.LAND:
        return f"plays {named(names, v['card'])} onto {pile}"
    op = Op(cfg["op"][step_of(v)])
    if v["phase"] == Phase.BASE:
        return f"turns {pile} to {'Grass' if op == Op.GRASS else 'Dirt'}"
    if v["phase"] == Phase.TO:
        return f"puts {named(names, v['card'])} onto {pile}"
    one = not several_in(cfg, v, p, q, k)
    card = named(names, first_in(cfg, v, p, q, k, 0)) if one else "a card"
    return f"{FROM_DOES.get(op, 'picks up')} {card} from {pile}"


def explain(cfg: Any) -> list[str]:
    """Return how places are called and what a view leaves out, and where cards are explained."""
    rows = (" ".join(GRID[k : k + SIDE_LENGTH]) for k in range(0, PILES, SIDE_LENGTH))
    others = ", ".join(f"`{word} {GRID[0]}`" for word in SEAT_WORDS[1 : int(cfg["players"])])
    return [
        "A Yard is a grid of nine piles, three rows of three:",
        *(f"  {row}" for row in rows),
        f"`own {GRID[0]}` is the first pile of your Yard; of the players after you it is {others}.",
        "Piles that are not listed are Dirt without cards. Dirt has no Place, Grass has one, and",
        "cards may add some: a pile without a free Place takes Pests only. Tools never lie in a",
        "Yard: they are used, and then go to the Garage. A `*` marks a card that is yet to act.",
        "At Home you play cards and sway Neighbors. Away you work and buy, and rivals may play",
        "cards into your Yard. What you buy waits in the Garage until you come Home from Away.",
        "`farmenvs cards list` tells what each card does, and with FILE behind it of your own set.",
    ]


def view_text(cfg: Any, v: Any, p: int) -> str:
    """Return the view of seat `p` as text (an onlooker's, or the truth, if `p` is no seat)."""
    cards = card_names(cfg)
    queue = [named(cards, t) for t in v["queue"] if t < KINDS]
    turn = min(int(v["turns"]) + 1, int(cfg["max_turns"]))  # cut after the last, there is no next
    lines = [
        f"Turf War, turn {turn}: {due(v)}",
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
    needs = needs_in_words(cfg["need"][i])
    bribe = steps_in_words(bribe_steps(cfg, i))
    worth = f"{named(neighbor_names(cfg), i)}: {int(cfg['vp'][i])} VP"
    return worth + f"; needs {needs}" * bool(needs) + f"; bribe: {bribe}" * bool(bribe)


def bribe_steps(cfg: Any, i: Any) -> Iterator[dict[str, Any]]:
    """Yield the steps of the bribe of Neighbor `i`, as a card set has them."""
    pc = int(cfg["bribe"][i])
    while cfg["op"][pc] != Op.END:
        of = int(cfg["of"][pc])
        kind = {} if of == ANY else {"kind": SYMBOLS[of]}
        yield {"op": BRIBE_OPS[Op(cfg["op"][pc])], "n": abs(int(cfg["n"][pc])), **kind}
        pc += 1


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
    for i in range(int(v["begin"][q]), int(v["begin"][q + 1])):
        piles[pile_at(v, i)].append(named(names, kind_at(v, i)) + "*" * (int(v["yard"][i]) & 1))
    for k, pile in enumerate(piles):
        if pile or v["grass"][q, k]:
            base = "Grass" if v["grass"][q, k] else "Dirt"
            lines.append(f"  {GRID[k]} {base}: {', '.join(pile) or '-'}")
    return lines


def counts(names: Iterable[str], cards: Any, size: Any = 0) -> str:
    """Return some cards; if a view does not show them, how many."""
    if cards[0] == UNKNOWN_COUNT:
        return counted(size, "card")
    found = [f"{int(n)} {name}" for name, n in zip(names, cards, strict=False) if n]
    return ", ".join(found) or "-"


def named(names: tuple[str, ...], i: Any) -> str:
    """Return the name of a card or Neighbor, or a stroke for none."""
    return names[int(i)] if i < len(names) else "-"


assert len(SEAT_WORDS) == SEATS
