"""What may be chosen in Turf War: one function for legality and effect.  R… refers to RULES.md.

A node is told by the phase, the step of the innermost effect, and what has been chosen so far.
"""

import numpy as np

from farmenvs.games.turf_war.cards import (
    affordable,
    can_bribe,
    copies_in,
    fits_in,
    has_landing,
    kind_at,
    may_hit,
    may_land,
    missing,
    movable,
    pile_at,
    playable,
    throwable,
)
from farmenvs.games.turf_war.deck import (
    KIND,
    KINDS,
    NEIGHBORS,
    NO_KIND,
    PEST,
    PILES,
    PLAYS_T,
    ROW,
    SLOTS,
    STORE,
    WORK,
    YES,
    ZERO,
    Op,
    Phase,
)


def mark_actions(cfg, s, p, mask):
    """R11 to R16: mark what seat `p` may do in its turn, Home or Away, in `mask` [A]."""
    if s["away"][p]:
        mask[WORK] = s["worked"] == 0
        if s["bought"] == 0:  # R14
            for i in range(SLOTS):
                mask[STORE + i] = affordable(cfg, s, p, i, ZERO)
        return
    if s["swayed"] == 0:
        for i in range(SLOTS):
            mask[ROW + i] = swayable(cfg, s, p, i)
    if s["played"] <= np.int64(s["tally"][p, PLAYS_T]):  # R18
        room = has_landing(cfg, s, p)
        for t in range(np.int64(cfg["kinds"])):
            mask[KIND + t] = playable(cfg, s, p, t, room)


def swayable(cfg, s, p, i):
    """R15, R16: may seat `p` sway the Neighbor in slot `i` of the Row?"""
    n = np.int64(s["row"][i])
    return n < NEIGHBORS and missing(cfg, s, p, n) == 0 and can_bribe(cfg, s, p, n, YES)


# ----------------------------------------------------------------------------------------- effects


def next_target(cfg, s, a):
    """Return the first action from `a` on that may be chosen, `DONE` apart; or one past the last.

    Of what an effect asks for, which card acts, and where a card goes.  Effects ask whether there
    is any, masks are made of all.
    """
    phase = s["phase"]
    piles = KIND + np.int64(cfg["kinds"])
    seats = piles + PILES * np.int64(cfg["players"])
    first = STORE
    last = piles
    if phase == Phase.GIVE:
        first = seats + 1  # R24: not oneself
        last = np.int64(cfg["actions"])
    elif phase == Phase.SLOT:
        last = STORE + SLOTS
    elif phase == Phase.HAND:
        first = KIND
    elif phase == Phase.FROM or phase == Phase.ORDER:
        first = piles if s["of_pile"] == PILES else KIND
        last = seats if s["of_pile"] == PILES else piles
    elif phase == Phase.LAND or phase == Phase.TO or phase == Phase.BASE:
        first = piles
        last = seats
    for b in range(max(a, first), last):
        if fits(cfg, s, b, piles, seats):
            return b
    return np.int64(cfg["actions"])


def fits(cfg, s, a, piles, seats):
    """Return whether the seat that decides may choose `a`, which is not `DONE`."""
    p = np.int64(s["chooser"])
    if a < KIND:
        return a < STORE + SLOTS and slot_fits(cfg, s, p, a - STORE)
    if a < piles:
        return kind_fits(cfg, s, p, a - KIND)
    if a < seats:
        q = (p + (a - piles) // PILES) % np.int64(cfg["players"])
        return pile_fits(cfg, s, p, q, (a - piles) % PILES)
    return True


def step_of(s):
    """Return the step that the innermost effect has come to."""
    return np.int64(s["pc"][np.int64(s["depth"]) - 1])


def slot_fits(cfg, s, p, i):
    """Return whether slot `i` of the Store may be chosen."""
    t = np.int64(s["store"][i])
    if t == KINDS:
        return False
    pc = step_of(s)
    op = cfg["op"][pc]
    if op == Op.BUY:
        return affordable(cfg, s, p, i, np.int64(cfg["n"][pc]))
    if op == Op.TRASH_STORE:
        return cfg["symbol"][t, np.int64(cfg["of"][pc])] == 1
    due = op == Op.PEST_FROM_MARKET or (np.int64(s["due_slots"]) >> i) & 1 == 1
    return cfg["symbol"][t, PEST] == 1 and due


def kind_fits(cfg, s, p, t):
    """Return whether kind `t` may be chosen: in hand, in the pile chosen, or in the Trash."""
    phase = s["phase"]
    if phase == Phase.ORDER:
        return is_due(s, p, np.int64(s["of_pile"]), t)
    pc = step_of(s)
    op = cfg["op"][pc]
    if phase == Phase.FROM:
        q = np.int64(s["of_seat"])
        k = np.int64(s["of_pile"])
        return copies_in(s, q, k, t) > 0 and qualifies(cfg, s, p, q, k, t)
    if phase == Phase.HAND:
        if s["hand"][p, t] == 0:
            return False
        if op == Op.PLAY:
            return playable(cfg, s, p, t, has_landing(cfg, s, p))
        return cfg["symbol"][t, np.int64(cfg["of"][pc])] == 1
    due = op == Op.PEST_FROM_MARKET or s["due_trash"][t] > 0
    return s["trash"][t] > 0 and cfg["symbol"][t, PEST] == 1 and due


def is_due(s, p, k, t):
    """R9: return whether a card of kind `t` on pile `k` of seat `p` is due; KINDS: of any kind."""
    for i in range(np.int64(s["begin"][p]), np.int64(s["begin"][p + 1])):
        if s["yard"][i] & 1 and pile_at(s, i) == k and (t == KINDS or kind_at(s, i) == t):
            return True
    return False


def pile_fits(cfg, s, p, q, k):
    """Return whether pile `k` of seat `q` may be chosen."""
    phase = s["phase"]
    if phase == Phase.ORDER:
        return q == p and is_due(s, p, k, NO_KIND)
    if phase == Phase.LAND:
        return may_land(cfg, s, p, q, k, np.int64(s["card"]))
    op = cfg["op"][step_of(s)]
    if phase == Phase.BASE:
        return q == p and s["grass"][p, k] == (op == Op.DIRT)
    if phase == Phase.TO:
        if op == Op.MOVE:
            return q == p and k != s["of_pile"] and fits_in(cfg, s, p, k, np.int64(s["card"]))
        if op == Op.PEST_FROM_MARKET:
            return q == p
        return may_hit(cfg, s, p, q, k, np.int64(s["card"]), op == Op.BLOW)
    return opens(cfg, s, p, q, k) and first_in(cfg, s, p, q, k) < KINDS


def opens(cfg, s, p, q, k):
    """Return whether the step may take cards from pile `k` of seat `q`, whatever lies there."""
    i = np.int64(s["depth"]) - 1
    op = cfg["op"][step_of(s)]
    if op == Op.TRASH_RIVAL:  # R22: the rival whose pile was chosen first
        return q != p and s["away"][q] == 1 and (s["far"][i] == 0 or s["far"][i] == q + 1)
    return q == p and (op != Op.TRASH_PILE or k == s["here"][i])


def first_in(cfg, s, p, q, k):
    """Return the first kind on pile `k` of seat `q` that the step may take, or KINDS."""
    for i in range(np.int64(s["begin"][q]), np.int64(s["begin"][q + 1])):
        if pile_at(s, i) == k and qualifies(cfg, s, p, q, k, kind_at(s, i)):
            return kind_at(s, i)
    return KINDS


def several_in(cfg, s, p, q, k):
    """Return whether cards of several kinds on pile `k` of seat `q` may be taken."""
    first = first_in(cfg, s, p, q, k)
    for i in range(np.int64(s["begin"][q]), np.int64(s["begin"][q + 1])):
        t = kind_at(s, i)
        if t != first and pile_at(s, i) == k and qualifies(cfg, s, p, q, k, t):
            return True
    return False


def qualifies(cfg, s, p, q, k, t):
    """Return whether the step may take a card of kind `t` that lies on pile `k` of seat `q`."""
    pc = step_of(s)
    op = cfg["op"][pc]
    if not cfg["symbol"][t, np.int64(cfg["of"][pc])]:
        return False
    if op == Op.MOVE:
        return movable(cfg, s, q, k, t)
    if op == Op.THROW or op == Op.BLOW:
        return throwable(cfg, s, p, t, op == Op.BLOW)
    if op == Op.TRASH_PILE:  # R22: its other cards
        return t != s["what"][np.int64(s["depth"]) - 1] or copies_in(s, q, k, t) > 1
    return True


def declinable(cfg, s):
    """Return whether 0 may be chosen: `done`, or to end a step that is not a must."""
    phase = s["phase"]
    if phase == Phase.ACT:
        return True
    if phase < Phase.HAND or phase == Phase.GIVE or s["depth"] == 0:
        return False
    begun = s["of_pile"] < PILES or s["card"] < KINDS
    return not begun and cfg["optional"][step_of(s)] == 1
