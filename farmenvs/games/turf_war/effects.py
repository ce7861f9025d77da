"""The interpreter of card effects in Turf War: lists of steps, one by one.  See RULES.md.

`run` carries out a bit of the innermost effect in progress (see `stack`) and stops where somebody
must decide; `choose` carries out what was chosen.
"""

import numpy as np

from farmenvs.games.turf_war.cards import (
    copies_in,
    earn,
    from_hand,
    from_store,
    pick_up,
    price,
    put,
    to_garage,
    to_hand,
)
from farmenvs.games.turf_war.deck import (
    CELLAR_T,
    DONE,
    FRESH,
    KIND,
    KINDS,
    NEIGHBORS,
    NO_PILE,
    ONE,
    PILES,
    SLOTS,
    STEP_PLAYS,
    STORE,
    TO_HAND_T,
    TOOL,
    ZERO,
    Finish,
    Op,
    Phase,
)
from farmenvs.games.turf_war.stack import forget_choice, pop, push, push_body
from farmenvs.games.turf_war.store import call_pests, refill, restock, to_queue, trash_slot
from farmenvs.games.turf_war.targets import first_in, next_target, several_in

PHASE_OF = np.full(len(Op), int(Phase.FROM))
"""What a step asks for first, by its `Op`."""
PHASE_OF[[Op.GRASS, Op.DIRT]] = Phase.BASE
PHASE_OF[[Op.TRASH_HAND, Op.GARAGE, Op.PLAY]] = Phase.HAND
PHASE_OF[[Op.TRASH_STORE, Op.BUY]] = Phase.SLOT
PHASE_OF[[Op.PESTS_HERE, Op.PEST_FROM_MARKET]] = Phase.PEST


# ------------------------------------------------------------------------------------- going on


def run(cfg, s):
    """Carry out a bit of the innermost effect; returns whether somebody must decide."""
    i = np.int64(s["depth"]) - 1
    pc = np.int64(s["pc"][i])
    op = np.int64(cfg["op"][pc])
    if op == Op.END:
        leave(cfg, s, i)
        return False
    if op == Op.RESTOCK:
        return refill(s)
    if s["left"][i] == FRESH:
        begin_step(cfg, s, i, pc, op)
    if s["left"][i] > 0 and op == Op.EACH:
        n = np.int64(cfg["players"])
        q = (np.int64(s["turn"]) + n - np.int64(s["left"][i])) % n
        s["left"][i] -= 1
        if s["away"][q] or not cfg["away"][pc]:
            push_body(cfg, s, i, q, NO_PILE)
        return False
    if asks(cfg, s, i, op):
        return True
    s["pc"][i] = pc + 1
    s["left"][i] = FRESH
    if s["far"][i] and op != Op.TRASH_RIVAL:  # R17: a card has left the Store
        restock(s)
    s["far"][i] = 0
    return False


def asks(cfg, s, i, op):
    """Return whether the owner of effect `i` has something to choose for its step, and ask."""
    s["chooser"] = s["owner"][i]
    if s["card"] < KINDS:
        s["phase"] = Phase.LAND if op == Op.PLAY else Phase.TO
        return True
    if op == Op.PLAY and s["step_plays"] >= STEP_PLAYS:  # R23
        return False
    s["phase"] = PHASE_OF[op]
    if s["left"][i] > 0 and next_target(cfg, s, ZERO) < cfg["actions"]:
        return True
    s["phase"] = Phase.GIVE
    return op == Op.GIVE and has_given(cfg, s)


def has_given(cfg, s):
    """Return whether cards have been picked up to be given away."""
    for t in range(np.int64(cfg["kinds"])):
        if s["given"][t]:
            return True
    return False


def begin_step(cfg, s, i, pc, op):
    """Set how often a step is to be done, or do it if it leaves no choice."""
    p = np.int64(s["owner"][i])
    k = np.int64(s["here"][i])
    n = np.int64(cfg["n"][pc])
    s["left"][i] = 0
    if op == Op.MONEY:
        earn(s, p, n)
    elif op == Op.DIRT_HERE:
        s["grass"][p, k] = 0
    elif op == Op.TRASH_ALL:
        trash_pile(cfg, s, p, k, np.int64(cfg["of"][pc]), np.int64(s["what"][i]))
    elif op == Op.REFRESH:
        for j in range(SLOTS):
            if s["store"][j] < KINDS:
                trash_slot(s, j)
                s["far"][i] = 1
    elif op == Op.PESTS_HERE:
        call_pests(cfg, s)
        s["left"][i] = 1  # until none is left
    elif op == Op.EACH:
        s["left"][i] = cfg["players"]
    elif op == Op.BUY or op == Op.PEST_FROM_MARKET:
        s["left"][i] = 1
    else:
        s["left"][i] = n


def trash_pile(cfg, s, p, k, symbol, but):
    """R22: trash all cards with a symbol on pile `k` of seat `p`, but one of kind `but`."""
    for t in range(np.int64(cfg["kinds"])):
        if cfg["symbol"][t, symbol]:
            keep = ONE if t == but else ZERO
            for _ in range(copies_in(s, p, k, t) - keep):
                pick_up(cfg, s, p, k, t, keep)
                s["trash"][t] += 1


def leave(cfg, s, i):
    """The innermost effect is at its end: R19, R17, R16."""
    p = np.int64(s["owner"][i])
    t = np.int64(s["what"][i])
    finish = s["finish"][i]
    pop(s)
    if finish == Finish.TOOL:
        if s["tally"][p, TO_HAND_T]:
            to_hand(s, p, t)
        else:
            to_garage(s, p, t)
    elif finish == Finish.EVENT:
        to_queue(s, t)
    elif finish == Finish.SWAY:
        n = np.int64(s["row"][t])
        s["won_by"][n] = p
        s["sways"][p] += 1
        s["sway_vp"][p] += cfg["vp"][n]
        s["row"][t] = NEIGHBORS
        s["slot"] = t


# ------------------------------------------------------------------------------ playing cards


def use_tool(cfg, s, p, t):
    """R19: seat `p` uses a Tool."""
    from_hand(s, p, t)
    push(s, np.int64(cfg["play"][t]), p, NO_PILE, Finish.TOOL, t)


def land(cfg, s, q, k, t):
    """R18: a card of kind `t` comes onto pile `k` of seat `q`, who carries out its action."""
    put(cfg, s, q, k, t, ZERO)
    push(s, np.int64(cfg["play"][t]), q, k, Finish.NOTHING, t)


# ------------------------------------------------------------------------------------------ choices


def choose(cfg, s, a):
    """Carry out what the owner of the innermost effect has chosen for its step."""
    i = np.int64(s["depth"]) - 1
    p = np.int64(s["chooser"])
    phase = s["phase"]
    op = np.int64(cfg["op"][np.int64(s["pc"][i])])
    b = a - KIND - np.int64(cfg["kinds"])  # number of a pile, if it is one
    q = (p + b // PILES) % np.int64(cfg["players"])
    k = b % PILES
    if a == DONE:
        s["left"][i] = 0
    elif phase == Phase.FROM:
        choose_card(cfg, s, i, op, p, q, k, a - KIND)
    elif phase == Phase.LAND:
        t = np.int64(s["card"])
        forget_choice(s)
        play_step(s, i)
        from_hand(s, p, t)
        land(cfg, s, q, k, t)
    elif phase == Phase.BASE:
        s["grass"][p, k] = op == Op.GRASS
        s["left"][i] -= 1
    elif phase == Phase.HAND:
        choose_from_hand(cfg, s, i, op, p, a - KIND)
    elif phase == Phase.SLOT:
        choose_slot(cfg, s, i, op, p, a - STORE)
    elif phase == Phase.PEST:
        choose_pest(cfg, s, i, op, p, a)
    elif phase == Phase.TO:
        bring(cfg, s, i, op, p, q, k)
    else:  # R24
        q = (p + b - PILES * np.int64(cfg["players"])) % np.int64(cfg["players"])
        s["left"][i] = 0
        for t in range(np.int64(cfg["kinds"])):
            for _ in range(np.int64(s["given"][t])):
                to_garage(s, q, t)
            s["given"][t] = 0


def play_step(s, i):
    """R23: another card is played by the `play` step of effect `i`."""
    s["left"][i] -= 1
    s["step_plays"] += 1


def choose_card(cfg, s, i, op, p, q, k, t):
    """A pile has been chosen, and if cards of several kinds qualify there, a kind after it."""
    if s["of_pile"] == PILES:
        s["of_seat"] = q
        s["of_pile"] = k
        if op == Op.TRASH_RIVAL:
            s["far"][i] = q + 1
        if several_in(cfg, s, p, q, k):
            return
        t = first_in(cfg, s, p, q, k, ZERO)
    if op == Op.MOVE or op == Op.THROW or op == Op.BLOW:
        s["card"] = t
    else:
        take_card(cfg, s, i, op, p, t)


def take_card(cfg, s, i, op, p, t):
    """The card of kind `t` on the pile chosen leaves its Yard: R22, R24."""
    q = np.int64(s["of_seat"])
    kept = op == Op.TRASH_RIVAL and s["tally"][q, CELLAR_T] > 0
    if s["finish"][i] == Finish.EVENT or s["finish"][i] == Finish.OF_EVENT:
        kept = False
    acts = op == Op.TRASH_PILE and t == s["what"][i]
    pick_up(cfg, s, q, np.int64(s["of_pile"]), t, ONE if acts else ZERO)
    forget_choice(s)
    s["left"][i] -= 1
    if op == Op.TAKE:
        to_hand(s, p, t)
    elif op == Op.GIVE:
        s["given"][t] += 1
    elif kept:
        to_garage(s, q, t)
    else:
        s["trash"][t] += 1
    push_body(cfg, s, i, p, np.int64(s["here"][i]))


def choose_from_hand(cfg, s, i, op, p, t):
    """A card of kind `t` in hand has been chosen: R19, R22, R29."""
    if op == Op.PLAY:
        if cfg["symbol"][t, TOOL]:
            play_step(s, i)
            use_tool(cfg, s, p, t)
        else:
            s["card"] = t
        return
    s["left"][i] -= 1
    from_hand(s, p, t)
    if op == Op.GARAGE:
        to_garage(s, p, t)
    else:
        s["trash"][t] += 1
    push_body(cfg, s, i, p, np.int64(s["here"][i]))


def choose_slot(cfg, s, i, op, p, j):
    """Slot `j` of the Store has been chosen: R22, R30."""
    s["left"][i] -= 1
    s["far"][i] = 1
    if op == Op.BUY:
        t = np.int64(s["store"][j])
        earn(s, p, -price(cfg, s, p, t, np.int64(cfg["n"][np.int64(s["pc"][i])])))
        to_hand(s, p, from_store(s, j))
    else:
        trash_slot(s, j)
        push_body(cfg, s, i, p, np.int64(s["here"][i]))


def choose_pest(cfg, s, i, op, p, a):
    """A Pest in Store or Trash has been chosen: it is played here (R28), or goes where it is told.

    With `pest_from_market` it stays where it is until the pile is chosen.
    """
    j = a - STORE if a < KIND else SLOTS
    t = np.int64(s["store"][j]) if a < KIND else a - KIND
    if op == Op.PEST_FROM_MARKET:
        s["card"] = t
        s["slot"] = j
        return
    if a < KIND:
        from_store(s, j)
        s["far"][i] = 1
    else:
        s["trash"][t] -= 1
        s["due_trash"][t] -= 1
    land(cfg, s, p, np.int64(s["here"][i]), t)


def bring(cfg, s, i, op, p, q, k):
    """The card chosen goes to pile `k` of seat `q`: R25 to R27, and Pests from the market (R16)."""
    t = np.int64(s["card"])
    j = np.int64(s["slot"])
    due = ZERO
    if op != Op.PEST_FROM_MARKET:
        due = pick_up(cfg, s, p, np.int64(s["of_pile"]), t, ZERO)
    elif j < SLOTS:
        from_store(s, j)
        s["far"][i] = 1
    else:
        s["trash"][t] -= 1
    put(cfg, s, q, k, t, due if q == p else ZERO)
    forget_choice(s)
    s["left"][i] -= 1
