"""The rule-based player of Turf War: it plays for VP and for the Row, and sends Pests to rivals.

Every legal action gets a value by what is asked, in VP or so, and the best is taken.  All it knows
of cards is what the tables say, so it plays any set.
"""

import numpy as np

from farmenvs.core.rng import below
from farmenvs.games.turf_war.cards import (
    counted,
    free_places,
    grass_piles,
    ground_of,
    has_landing,
    kind_at,
    missing,
    pile_at,
    playable,
    price,
    vp_of,
)
from farmenvs.games.turf_war.deck import (
    BRIBES,
    DISCOUNT_T,
    DONE,
    GO_HOME,
    KIND,
    NEIGHBORS,
    PEST,
    PILES,
    PLACES,
    PLAYS_T,
    PURSE_B,
    ROW,
    SLOTS,
    STORE,
    SYMBOLS,
    TOOL,
    TRIGGERS,
    VP_T,
    WILD_T,
    WORK,
    WORK_T,
    YES,
    ZERO,
    Op,
    Phase,
)
from farmenvs.games.turf_war.targets import step_of, swayable

WHIM = 0.2
"""Actions that differ by less than that are taken as they come."""
WORK_FIRST = 9.0
"""Work comes before what its money buys."""

# what things are worth, in VP
PER_MONEY = 0.15
PER_PLACE = 0.8
PER_TRIGGER = 0.4  # money in each turn
PER_PLAY = 3.0  # another card to play at Home
PER_WILD = 2.0  # a symbol that makes up for others
PER_GRASS = 1.2
PER_STEP_PLAY = 1.5  # a card that a Tool plays
NUISANCE = 1.0  # a Pest, besides its VP
HARM = 3.0
"""What it is worth to take a rival's card."""
WASTE = -1.0
"""What it is worth to use a Tool, or trash a card of the Store, for nothing."""
NEAR = 0.6
"""Part of the VP of a Neighbor that a card is worth which it needs, if no other is missing."""
READY = 0.7
"""What a card in hand or Garage must be worth to go Home for it."""
WHERE_NEEDED, ELSEWHERE = 0.5, 0.1
"""What it is worth to turn a base to Grass if it else has no room, or to Dirt if it still has."""
TROUBLE = 0.5
"""What the place of a card must be worse by to move it."""
LEADER = 0.05
"""Part of their VP by which rivals who are ahead are rather harmed, and not given to."""

# what steps that come each turn are worth, in money
GRASS_A_TURN = 2.0
CARD_A_TURN = -3.0


def advise(cfg, v, p, mask, r):
    """Return the legal action that is worth most; a decision is worth 0 if it is declined."""
    best = 0
    most = -1e9
    for a in range(mask.shape[0]):
        if mask[a]:
            x = value(cfg, v, p, a) + WHIM * below(r, 1024) / 1024
            if x > most:
                most = x
                best = a
    return best


def value(cfg, v, p, a):
    """Return what action `a` is worth."""
    phase = v["phase"]
    piles = KIND + np.int64(cfg["kinds"])
    seats = piles + PILES * np.int64(cfg["players"])
    if a == DONE:
        return 0.0
    if a < STORE:
        if phase == Phase.SIDE:
            return worth_of_home(cfg, v, p) - READY if a == GO_HOME else 0.0
        return WORK_FIRST if a == WORK else 0.0
    if a < ROW:
        return value_of_slot(cfg, v, p, np.int64(v["store"][a - STORE]))
    if a < KIND:
        return value_of_neighbor(cfg, v, np.int64(v["row"][a - ROW]))
    if a < piles:
        return value_of_kind(cfg, v, p, a - KIND)
    if a < seats:
        q = (p + (a - piles) // PILES) % np.int64(cfg["players"])
        return value_of_pile(cfg, v, p, q, (a - piles) % PILES)
    return -LEADER * vp_of(cfg, v, (p + a - seats) % np.int64(cfg["players"]))


def value_of_neighbor(cfg, v, i):
    """Return what it is worth to sway Neighbor `i`: its VP less what its bribe takes."""
    x = 1.0 + cfg["vp"][i] - PER_MONEY * cfg["takes"][i, PURSE_B]
    for b in range(PURSE_B + 1, len(BRIBES)):
        x -= np.int64(cfg["takes"][i, b])
    return x


def value_of_slot(cfg, v, p, t):
    """Return what it is worth to buy, to trash or to call the card of kind `t` in the Store."""
    if v["phase"] == Phase.PEST:
        return worth(cfg, v, p, t)
    if v["phase"] == Phase.SLOT and cfg["op"][step_of(v)] == Op.TRASH_STORE:
        return WASTE
    x = abs(worth(cfg, v, p, t)) if cfg["symbol"][t, PEST] else card_value(cfg, v, p, t)
    off = np.int64(cfg["n"][step_of(v)]) if v["phase"] == Phase.SLOT else ZERO
    return x - PER_MONEY * price(cfg, v, p, t, off)


def value_of_kind(cfg, v, p, t):
    """Return what it is worth to choose a card of kind `t`: to play it, or to lose it."""
    phase = v["phase"]
    if phase == Phase.ORDER:
        return 0.0
    if phase == Phase.PEST:
        return worth(cfg, v, p, t)
    op = np.int64(Op.PLAY) if phase == Phase.ACT else np.int64(cfg["op"][step_of(v)])
    if op == Op.PLAY:
        return pest_value(cfg, v, p, t) if cfg["symbol"][t, PEST] else card_value(cfg, v, p, t)
    if op == Op.TRASH_RIVAL:
        return worth(cfg, v, p, t)
    return 1.0 - worth(cfg, v, p, t)


def value_of_pile(cfg, v, p, q, k):
    """Return what it is worth to choose pile `k` of seat `q`."""
    phase = v["phase"]
    if phase == Phase.LAND or phase == Phase.TO:
        t = np.int64(v["card"])
        x = worth_on(cfg, v, q, k, t)
        return x if q == p else LEADER * vp_of(cfg, v, q) - x
    if phase == Phase.BASE:
        turns_green = v["grass"][q, k] == 0
        free = free_places(v, q, k) - np.int64(v["grass"][q, k])
        return WHERE_NEEDED if turns_green == (free <= 0) else ELSEWHERE
    if phase == Phase.ORDER:
        return 0.0
    op = cfg["op"][step_of(v)]
    x = -1e9
    for i in range(np.int64(v["begin"][q]), np.int64(v["begin"][q + 1])):
        if pile_at(v, i) == k:
            here = worth_on(cfg, v, q, k, kind_at(v, i))
            x = max(x, here if op == Op.TRASH_RIVAL else -here)
    return x - TROUBLE if op == Op.MOVE else x


# ---------------------------------------------------------------------------- what cards are worth


def card_value(cfg, v, p, t):
    """Return what it is worth to seat `p` to play a card of kind `t`, which is no Pest."""
    x = steps_value(cfg, v, p, t)
    return x if cfg["symbol"][t, TOOL] else x + worth(cfg, v, p, t)


def pest_value(cfg, v, p, t):
    """Return what it is worth to seat `p` to play a Pest of kind `t`, on a rival if that can be."""
    x = worth(cfg, v, p, t)
    return abs(x) if rival_is_away(cfg, v, p) else x


def worth(cfg, v, p, t):
    """Return what a card of kind `t` is worth in the Yard of seat `p`, in its middle."""
    return worth_on(cfg, v, p, np.int64(PILES // 2), t)


def worth_on(cfg, v, q, k, t):
    """Return what a card of kind `t` is worth on pile `k` of seat `q`."""
    adds = cfg["adds"]
    x = 1.0 * adds[t, VP_T] + PER_MONEY * adds[t, WORK_T] + PER_PLAY * adds[t, PLAYS_T]
    x += PER_WILD * adds[t, WILD_T]
    for j in range(len(SYMBOLS) + 1):
        x += PER_MONEY * adds[t, DISCOUNT_T + j]
    x += PER_PLACE * cfg["adds_here"][t, PLACES]
    if cfg["per"][t]:
        x += np.int64(cfg["per"][t]) * (1 + counted(cfg, v, q, k, np.int64(cfg["each"][t])))
    for j in range(len(TRIGGERS)):
        x += PER_TRIGGER * step_money(cfg, np.int64(cfg["trigger"][j, t]))
    if cfg["symbol"][t, PEST]:
        x -= NUISANCE
    return x + wanted(cfg, v, q, t)


def wanted(cfg, v, q, t):
    """Return what a card of kind `t` is worth to seat `q` for the Neighbors that need it."""
    x = 0.0
    ground = ground_of(v, q)
    for i in range(SLOTS):
        n = np.int64(v["row"][i])
        if n < NEIGHBORS:
            for j in range(len(SYMBOLS)):
                if cfg["symbol"][t, j] and cfg["need"][n, j] > v["tally"][q, j]:
                    x += NEAR * cfg["vp"][n] / max(1, missing(cfg, v, q, n, ground))
    return x


def step_money(cfg, pc):
    """Return what a list of steps is worth to its owner in each turn, in money or so."""
    x = 0.0
    while cfg["op"][pc] != Op.END:
        op = cfg["op"][pc]
        if op == Op.MONEY:
            x += np.int64(cfg["n"][pc])
        elif op == Op.GRASS:
            x += GRASS_A_TURN
        elif op == Op.TRASH_YARD or op == Op.GARAGE or op == Op.GIVE:
            x += 0.0 if cfg["optional"][pc] else CARD_A_TURN
        pc += 1
    return x


def steps_value(cfg, v, p, t):
    """Return what the `play` action of kind `t` is worth to seat `p`."""
    x = 0.0
    pc = np.int64(cfg["play"][t])
    while cfg["op"][pc] != Op.END:
        x += step_value(cfg, v, p, pc, t)
        pc += 1
    return x


def step_value(cfg, v, p, pc, t):
    """Return what step `pc` of kind `t` is worth to seat `p`."""
    op = cfg["op"][pc]
    n = np.int64(cfg["n"][pc])
    if op == Op.MONEY:
        return PER_MONEY * n
    if op == Op.GRASS:
        return PER_GRASS * min(n, PILES - grass_piles(v, p))
    if op == Op.PLAY:
        return PER_STEP_PLAY if others_to_play(cfg, v, p, t) else WASTE
    if op == Op.BUY:
        return PER_MONEY * n
    if op == Op.TRASH_RIVAL:
        return HARM if rival_is_away(cfg, v, p) else WASTE
    if op == Op.TRASH_YARD or (op == Op.THROW and rival_is_away(cfg, v, p)):
        return burden(cfg, v, p, np.int64(cfg["of"][pc]))
    if op == Op.TRASH_HAND or op == Op.EACH or op == Op.REFRESH or op == Op.TRASH_STORE:
        return 0.0
    return WASTE


def burden(cfg, v, p, symbol):
    """Return what it is worth to seat `p` to lose the worst card with a symbol in its Yard."""
    most = WASTE
    found = False
    for i in range(np.int64(v["begin"][p]), np.int64(v["begin"][p + 1])):
        t = kind_at(v, i)
        if cfg["symbol"][t, symbol]:
            x = -worth_on(cfg, v, p, pile_at(v, i), t)
            most = max(most, x) if found else x
            found = True
    return most


def rival_is_away(cfg, v, p):
    """Return whether anybody else is Away."""
    for q in range(np.int64(cfg["players"])):
        if q != p and v["away"][q]:
            return True
    return False


def others_to_play(cfg, v, p, but):
    """Return whether seat `p` has a card for a Yard in hand that it could well play now."""
    room = has_landing(cfg, v, p)
    for t in range(np.int64(cfg["kinds"])):
        if t != but and v["hand"][p, t] and not cfg["symbol"][t, TOOL]:
            good = pest_value(cfg, v, p, t) > 0.0 if cfg["symbol"][t, PEST] else True
            if good and playable(cfg, v, p, t, room):
                return True
    return False


def worth_of_home(cfg, v, p):
    """Return what the best thing to do at Home is worth."""
    best = 0.0
    ground = ground_of(v, p)
    for i in range(SLOTS):
        if swayable(cfg, v, p, i, ground, YES):
            best = max(best, value_of_neighbor(cfg, v, np.int64(v["row"][i])))
    for t in range(np.int64(cfg["kinds"])):
        if v["hand"][p, t] or (v["away"][p] and v["garage"][p, t]):
            if cfg["symbol"][t, PEST]:
                x = pest_value(cfg, v, p, t)
            elif cfg["symbol"][t, TOOL] or has_room(v, p):
                x = card_value(cfg, v, p, t)
            else:
                x = 0.0
            best = max(best, x)
    return best


def has_room(v, p):
    """Return whether seat `p` has a pile with room."""
    for k in range(PILES):
        if free_places(v, p, k) > 0:
            return True
    return False
