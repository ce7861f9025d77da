"""What a seat observes in Turf War.  Numbers refer to RULES.md."""

import numpy as np

from farmenvs.core.contract import MODES, RECALL, TABLE
from farmenvs.core.spec import Piece
from farmenvs.games.turf_war.cards import (
    can_bribe,
    free_places,
    ground_of,
    kind_at,
    missing,
    pile_at,
    price,
    vp_of,
)
from farmenvs.games.turf_war.deck import (
    DECISION_NAMES,
    DECISIONS,
    KINDS,
    NEIGHBORS,
    NO_KIND,
    ORNAMENT,
    PILES,
    SLOTS,
    YARD_SYMBOLS,
    YES,
    ZERO,
    Finish,
)

HALF_MONEY = np.float32(10)
HALF_VP = np.float32(15)
HALF_CARDS = np.float32(5)
HALF_DECK = np.float32(30)
HALF_FREE = np.float32(2)
"""A number x is written as x / (x + HALF_…)."""


def pieces(cfg, mode):
    """Return the pieces of an observation, in order."""
    n = int(cfg["players"])
    seats = "own seat first, then clockwise"
    share = "by kind / all copies of it"
    of_owned = f"{share}: all kinds but Events"
    of_sold = f"{share}: all kinds but starters and Events"
    of_yard = f"{share}: all kinds but Tools and Events"
    phases = ", ".join(DECISION_NAMES)
    bits = int(cfg["bits"])
    number = "number of the kind from 1 on, as bits, the lowest first"
    neighbors = int(cfg["neighbors"])
    owned = int(cfg["owned_kinds"])
    yard = int(cfg["yard_kinds"])
    common = [
        Piece("phase", (DECISIONS,), f"1 for what is asked now: {phases} (R39)"),
        Piece("turn", (n,), f"1 for the seat whose turn it is; {seats}"),
        Piece("chooser", (n,), f"1 for the seat that decides; {seats}"),
        Piece("done", (4,), "in this turn: cards played x / (x + 5); swayed, worked, bought"),
        Piece("progress", (), "turns that are over / max_turns"),
        Piece("away", (n,), f"1 for each seat that is Away; {seats}"),
        Piece("money", (n,), f"money x: x / (x + {HALF_MONEY:.0f}); {seats}"),
        Piece("vp", (n,), f"VP x now: 1/2 + x / (2 |x| + {2 * HALF_VP:.0f}); {seats}"),
        Piece("sway", (n,), f"Neighbors won x: x / (x + {HALF_CARDS:.0f}); {seats}"),
        Piece("held", (n,), f"cards in hand x: x / (x + {HALF_CARDS:.0f}); {seats}"),
        Piece("parked", (n,), f"cards in the Garage x: x / (x + {HALF_CARDS:.0f}); {seats}"),
        Piece(
            "symbols",
            (n, len(YARD_SYMBOLS)),
            f"cards x in the Yard by symbol, {', '.join(YARD_SYMBOLS)}: "
            f"x / (x + {HALF_CARDS:.0f}); {seats}",
        ),
        Piece("in_deck", (), f"cards x in the Store Deck: x / (x + {HALF_DECK:.0f})"),
        Piece("queue", (int(cfg["event_kinds"]),), f"Events at the bottom of the deck, {share}"),
        Piece("store", (SLOTS, 3 + bits), f"filled; price x / (x + 10); affordable; {number}"),
        Piece("sold", (int(cfg["sold_kinds"]),), f"cards in the Store, {of_sold}"),
        Piece("trash", (int(cfg["pest_kinds"]),), f"Pests in the Trash, {share}"),
        Piece(
            "row",
            (SLOTS, 3),
            f"VP x of the Neighbor: 1/2 + x / (2 |x| + {2 * HALF_VP:.0f}); what the own Yard lacks"
            f" for it x: x / (x + {HALF_FREE:.0f}); 1 if it is within reach, its bribe too",
        ),
        Piece("neighbors", (neighbors,), "1 for each Neighbor in the Row, in file order"),
        Piece("dealt", (neighbors,), "1 for each that has been turned up"),
        Piece("grass", (n, PILES), f"1 for each pile on Grass; {seats}"),
        Piece("free", (n, PILES), f"free Places x: x / (x + {HALF_FREE:.0f}); {seats}"),
        Piece("card", (bits,), f"the card that is being placed, or 0: {number}"),
        Piece("pile", (PILES,), "1 for the pile that has been chosen"),
        Piece("effect", (bits,), f"the card whose effect is in progress, or 0: {number}"),
        Piece("hand", (owned,), f"own cards in hand, {of_owned}"),
        Piece("garage", (owned,), f"own cards in the Garage, {of_owned}"),
        Piece("yard", (n, PILES, yard), f"cards in each pile, {of_yard}; {seats}"),
    ]
    if mode == MODES[TABLE]:
        return common
    rivals = "from the left on"
    return [
        *common,
        Piece("deck", (int(cfg["sold_kinds"]),), f"cards in the deck, {of_sold}"),
        Piece("hands", (n - 1, owned), f"the others' cards in hand, {of_owned}; {rivals}"),
        Piece("garages", (n - 1, owned), f"the others' cards in the Garage, {of_owned}; {rivals}"),
    ]


# Pieces of one length are written through slices of it: in `out[k + j]` the compiler must see to
# negative numbers, in `part[j]` it need not, and writes many at once.  57 kinds of cards take 7 ns
# instead of 58.


def encode(cfg, v, p, mode, out):
    """Write the observation of seat `p`: see `pieces`."""
    k = seats(cfg, v, p, out)
    k = market(cfg, v, p, out, k)
    k = row(cfg, v, p, out, k)
    k = piles(cfg, v, p, out, k)
    k = chosen(cfg, v, out, k)
    k = by_kind(cfg, cfg["owned_runs"], v["hand"][p], out, k)
    k = by_kind(cfg, cfg["owned_runs"], v["garage"][p], out, k)
    k = yards(cfg, v, p, out, k)
    if mode != RECALL:
        return k
    k = by_kind(cfg, cfg["sold_runs"], v["deck"][:], out, k)
    n = np.int64(cfg["players"])
    for r in range(1, n):
        k = by_kind(cfg, cfg["owned_runs"], v["hand"][(p + r) % n], out, k)
    for r in range(1, n):
        k = by_kind(cfg, cfg["owned_runs"], v["garage"][(p + r) % n], out, k)
    return k


def squash(x, half):
    """Return x / (x + half), or 0 if x is negative."""
    y = np.float32(max(x, 0))
    return y / (y + half)


def signed(x, half):
    """Return 1/2 + x / (2 (|x| + half))."""
    y = np.float32(x)
    return np.float32(0.5) + y / (np.float32(2) * (abs(y) + half))


def zero(part):
    """Write zeros to a part of an observation."""
    for j in range(part.shape[0]):
        part[j] = 0


def bits_of(cfg, t, out, k):
    """Write kind `t` as the bits of t + 1, KINDS as 0; returns where the next piece begins."""
    number = t + 1 if t < KINDS else 0
    n = np.int64(cfg["bits"])
    part = out[k : k + n]
    for j in range(n):
        part[j] = (number >> j) & 1
    return k + n


def by_kind(cfg, runs, cards, out, k):
    """Write how many cards there are, `cards` [KINDS], of the kinds in `runs` [RUNS, 2].

    Returns where the next piece begins.
    """
    i = 0
    while runs[i, 1] > 0:
        t = np.int64(runs[i, 0])
        n = np.int64(runs[i, 1])
        part = out[k : k + n]
        copies = cards[t : t + n]
        shares = cfg["per_copy"][t : t + n]
        for j in range(n):
            part[j] = np.float32(copies[j]) * shares[j]
        k += n
        i += 1
    return k


def seats(cfg, v, p, out):
    """Write the turn, and what each seat has."""
    n = np.int64(cfg["players"])
    for j in range(DECISIONS):
        out[j] = v["phase"] == j
    k = DECISIONS + 2 * n
    out[k] = squash(np.int64(v["played"]), HALF_CARDS)
    out[k + 1] = v["swayed"]
    out[k + 2] = v["worked"]
    out[k + 3] = v["bought"]
    out[k + 4] = np.float32(v["turns"]) * cfg["per_turn"]
    k += 5
    for r in range(n):
        q = (p + r) % n
        out[DECISIONS + r] = v["turn"] == q
        out[DECISIONS + n + r] = v["chooser"] == q
        out[k + r] = v["away"][q]
        out[k + n + r] = squash(np.int64(v["money"][q]), HALF_MONEY)
        out[k + 2 * n + r] = signed(vp_of(cfg, v, q), HALF_VP)
        out[k + 3 * n + r] = squash(np.int64(v["sways"][q]), HALF_CARDS)
        out[k + 4 * n + r] = squash(np.int64(v["held"][q]), HALF_CARDS)
        out[k + 5 * n + r] = squash(np.int64(v["parked"][q]), HALF_CARDS)
        symbols = out[k + 6 * n + r * len(YARD_SYMBOLS) :]
        for j in range(len(YARD_SYMBOLS)):
            symbols[j] = squash(np.int64(v["tally"][q, ORNAMENT + j]), HALF_CARDS)
    return k + (6 + len(YARD_SYMBOLS)) * n


def market(cfg, v, p, out, k):
    """Write the Store, its deck, and the Pests in the Trash."""
    out[k] = squash(np.int64(v["in_deck"]), HALF_DECK)
    k += 1
    n = np.int64(cfg["event_kinds"])
    queue = out[k : k + n]
    zero(queue)
    for i in range(np.int64(v["queued"])):
        t = np.int64(v["queue"][i])
        queue[np.int64(cfg["event_place"][t])] += cfg["per_copy"][t]
    k += n
    n = np.int64(cfg["sold_kinds"])
    sold = k + SLOTS * (3 + np.int64(cfg["bits"]))
    lying = out[sold : sold + n]
    zero(lying)
    for i in range(SLOTS):
        t = np.int64(v["store"][i])
        out[k] = 0
        out[k + 1] = 0
        out[k + 2] = 0
        if t < KINDS:
            due = price(cfg, v, p, t, ZERO)
            out[k] = 1
            out[k + 1] = squash(due, HALF_MONEY)
            out[k + 2] = due <= v["money"][p]
            lying[np.int64(cfg["sold_place"][t])] += cfg["per_copy"][t]
        k = bits_of(cfg, t, out, k + 3)
    return by_kind(cfg, cfg["pest_runs"], v["trash"][:], out, sold + n)


def row(cfg, v, p, out, k):
    """Write the Row, and which of its Neighbors are within reach of seat `p`."""
    n = np.int64(cfg["neighbors"])
    places = out[k : k + 3 * SLOTS]
    lying = out[k + 3 * SLOTS : k + 3 * SLOTS + n]
    dealt = out[k + 3 * SLOTS + n : k + 3 * SLOTS + 2 * n]
    zero(places)
    zero(lying)
    for j in range(n):
        dealt[j] = v["dealt"][j]
    ground = ground_of(v, p)
    for i in range(SLOTS):
        j = np.int64(v["row"][i])
        if j < NEIGHBORS:
            lacks = missing(cfg, v, p, j, ground)
            places[3 * i] = signed(np.int64(cfg["vp"][j]), HALF_VP)
            places[3 * i + 1] = squash(lacks, HALF_FREE)
            places[3 * i + 2] = lacks == 0 and can_bribe(cfg, v, p, j, YES)
            lying[j] = 1
    return k + 3 * SLOTS + 2 * n


def piles(cfg, v, p, out, k):
    """Write the bases and the free Places of all piles."""
    n = np.int64(cfg["players"])
    for r in range(n):
        q = (p + r) % n
        bases = out[k + r * PILES :]
        free = out[k + (n + r) * PILES :]
        for j in range(PILES):
            bases[j] = v["grass"][q, j]
            free[j] = squash(free_places(v, q, j), HALF_FREE)
    return k + 2 * n * PILES


def chosen(cfg, v, out, k):
    """Write what has been chosen so far, and whose effect is in progress."""
    k = bits_of(cfg, np.int64(v["card"]), out, k)
    for j in range(PILES):
        out[k + j] = v["of_pile"] == j
    k += PILES
    t = NO_KIND
    i = np.int64(v["depth"]) - 1
    if i >= 0 and v["finish"][i] != Finish.SWAY:
        t = np.int64(v["what"][i])
    return bits_of(cfg, t, out, k)


def yards(cfg, v, p, out, k):
    """Write which cards lie where."""
    n = np.int64(cfg["players"])
    kinds = np.int64(cfg["yard_kinds"])
    part = out[k : k + n * PILES * kinds]
    zero(part)
    for r in range(n):
        q = (p + r) % n
        for i in range(np.int64(v["begin"][q]), np.int64(v["begin"][q + 1])):
            t = kind_at(v, i)
            place = (r * PILES + pile_at(v, i)) * kinds + np.int64(cfg["yard_place"][t])
            part[place] += cfg["per_copy"][t]
    return k + n * PILES * kinds
