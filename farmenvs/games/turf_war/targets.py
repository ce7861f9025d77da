"""What may be chosen in Turf War: one function for legality and effect.  R… refers to RULES.md.

A node is told by the phase, the step of the innermost effect, and what has been chosen so far.
"""

import numpy as np

from farmenvs.games.turf_war.cards import (
    affordable,
    can_bribe,
    copies_in,
    fits_in,
    ground_of,
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
        ground = ground_of(s, p)
        for i in range(SLOTS):
            mask[ROW + i] = swayable(cfg, s, p, i, ground, YES)
    if s["played"] <= np.int64(s["tally"][p, PLAYS_T]):  # R18
        room = has_landing(cfg, s, p)
        for t in range(np.int64(cfg["kinds"])):
            mask[KIND + t] = playable(cfg, s, p, t, room)


def swayable(cfg, s, p, i, ground, hand):
    """R15, R16: may seat `p` sway the Neighbor in slot `i` of the Row?

    `ground` is that of `p`; `hand` as in `can_bribe`.
    """
    n = np.int64(s["row"][i])
    if n == NEIGHBORS or missing(cfg, s, p, n, ground) > 0:
        return False
    return can_bribe(cfg, s, p, n, hand)


# ----------------------------------------------------------------------------------------- effects


def next_target(cfg, s, a):
    """Return the first action from `a` on that may be chosen, `DONE` apart; or one past the last.

    Of what an effect asks for, which card acts, and where a card goes.  Effects ask whether there
    is any, masks are made of all.
    """
    phase = s["phase"]
    p = np.int64(s["chooser"])
    kinds = np.int64(cfg["kinds"])
    piles = PILES * np.int64(cfg["players"])
    if phase == Phase.GIVE:  # R24: not oneself
        return max(a, KIND + kinds + piles + 1)
    if phase == Phase.SLOT or phase == Phase.PEST:
        for i in range(max(a - STORE, 0), SLOTS):
            if slot_fits(cfg, s, p, i):
                return STORE + i
    picks = phase == Phase.ORDER or phase == Phase.FROM  # a pile, then one of its kinds
    if phase == Phase.HAND or phase == Phase.PEST or (picks and s["of_pile"] < PILES):
        t = next_kind(cfg, s, p, max(a - KIND, 0))
        if t < KINDS:
            return KIND + t
    elif phase != Phase.SLOT:
        k = next_pile(cfg, s, p, max(a - KIND - kinds, 0))
        if k < piles:
            return KIND + kinds + k
    return np.int64(cfg["actions"])


def next_kind(cfg, s, p, t):
    """Return the first kind from `t` on that may be chosen, or KINDS.

    In the pile chosen, in hand, or in the Trash.
    """
    phase = s["phase"]
    if phase == Phase.ORDER:
        return first_due(s, p, np.int64(s["of_pile"]), t)
    if phase == Phase.FROM:
        return first_in(cfg, s, p, np.int64(s["of_seat"]), np.int64(s["of_pile"]), t)
    if phase == Phase.HAND:
        return first_in_hand(cfg, s, p, t)
    for kind in range(t, np.int64(cfg["kinds"])):
        if is_called(cfg, s, kind, s["due_trash"][kind] > 0) and s["trash"][kind] > 0:
            return kind
    return KINDS


def next_pile(cfg, s, p, j):
    """Return the first pile from `j` on that may be chosen; or one past the last.

    Piles are numbered from those of the seat that decides on.
    """
    n = np.int64(cfg["players"])
    k = j % PILES
    for r in range(j // PILES, n):
        q = p + r if p + r < n else p + r - n
        while k < PILES:
            if pile_fits(cfg, s, p, q, k):
                return PILES * r + k
            k += 1
        k = 0
    return PILES * n


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
    return is_called(cfg, s, t, (np.int64(s["due_slots"]) >> i) & 1 == 1)


def is_called(cfg, s, t, due):
    """R16, R28: may a card of kind `t` in Store or Trash be chosen: any Pest, or those due?"""
    any_pest = cfg["op"][step_of(s)] == Op.PEST_FROM_MARKET
    return cfg["symbol"][t, PEST] == 1 and (any_pest or due)


def first_in_hand(cfg, s, p, first):
    """Return the first kind from `first` on in hand that the step may take, or KINDS."""
    pc = step_of(s)
    plays = cfg["op"][pc] == Op.PLAY
    symbol = np.int64(cfg["of"][pc])
    room = plays and has_landing(cfg, s, p)
    for t in range(first, np.int64(cfg["kinds"])):
        if plays:
            fits = playable(cfg, s, p, t, room)
        else:
            fits = s["hand"][p, t] > 0 and cfg["symbol"][t, symbol] == 1
        if fits:
            return t
    return KINDS


def first_due(s, p, k, first):
    """R9: return the first kind from `first` on that is due on pile `k` of seat `p`, or KINDS."""
    for i in range(np.int64(s["begin"][p]), np.int64(s["begin"][p + 1])):
        if s["yard"][i] & 1 and pile_at(s, i) == k and kind_at(s, i) >= first:
            return kind_at(s, i)
    return KINDS


def pile_fits(cfg, s, p, q, k):
    """Return whether pile `k` of seat `q` may be chosen."""
    phase = s["phase"]
    if phase == Phase.ORDER:
        return q == p and first_due(s, p, k, ZERO) < KINDS
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
    return opens(cfg, s, p, q, k) and first_in(cfg, s, p, q, k, ZERO) < KINDS


def opens(cfg, s, p, q, k):
    """Return whether the step may take cards from pile `k` of seat `q`, whatever lies there."""
    i = np.int64(s["depth"]) - 1
    op = cfg["op"][step_of(s)]
    if op == Op.TRASH_RIVAL:  # R22: the rival whose pile was chosen first
        return q != p and s["away"][q] == 1 and (s["far"][i] == 0 or s["far"][i] == q + 1)
    return q == p and (op != Op.TRASH_PILE or k == s["here"][i])


def first_in(cfg, s, p, q, k, first):
    """Return the first kind from `first` on that the step may take from pile `k` of seat `q`.

    KINDS if there is none.
    """
    for i in range(np.int64(s["begin"][q]), np.int64(s["begin"][q + 1])):
        t = kind_at(s, i)
        if pile_at(s, i) > k:
            return KINDS
        if pile_at(s, i) == k and t >= first and qualifies(cfg, s, p, q, k, t):
            return t
    return KINDS


def several_in(cfg, s, p, q, k):
    """Return whether cards of several kinds on pile `k` of seat `q` may be taken."""
    first = first_in(cfg, s, p, q, k, ZERO)
    return first < KINDS and first_in(cfg, s, p, q, k, first + 1) < KINDS


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
