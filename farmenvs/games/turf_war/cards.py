"""Cards where they lie in Turf War: Yards and what they add up to.  Numbers refer to RULES.md."""

import numpy as np

from farmenvs.games.turf_war.deck import (
    ADJACENT_V,
    ANY,
    AROUND,
    BARREN,
    CARDS_T,
    COLUMN_V,
    DISCOUNT_T,
    FENCE,
    GRASS_B,
    GRASS_N,
    GRASS_V,
    HAND_B,
    IN_PILE,
    KINDS,
    MARKET_B,
    MINUS_ONE,
    NEIGHBOR_V,
    NO_PEST_N,
    ONE,
    PEST,
    PILE_TALLIES,
    PILE_V,
    PILES,
    PLACES,
    PURSE_B,
    ROW_V,
    SEATS,
    SIDE_LENGTH,
    SLOTS,
    STACK_N,
    SYMBOLS,
    TALLIES,
    TOOL,
    VP_T,
    WILD_T,
    YARD_B,
)

# ------------------------------------------------------------------------- putting and picking up


def put(cfg, s, q, k, t, due):
    """Lay a card of kind `t` on pile `k` of seat `q`; `due` if its action is still to come."""
    code = code_of(k, t, due)
    first = np.int64(s["begin"][q])
    last = np.int64(s["begin"][q + 1])
    i = np.int64(s["begin"][SEATS])
    while i > last or (i > first and s["yard"][i - 1] > code):
        s["yard"][i] = s["yard"][i - 1]
        i -= 1
    s["yard"][i] = code
    for r in range(q + 1, SEATS + 1):
        s["begin"][r] += 1
    count(cfg, s, q, k, t, ONE)


def pick_up(cfg, s, q, k, t, but):
    """Take a card of kind `t` from pile `k` of seat `q`; returns whether it was due.

    R9: of equal cards one that is not due goes first; with `but` (1) not the first of these, which
    is the card that acts.
    """
    i = np.int64(s["begin"][q])
    while s["yard"][i] >> 1 != 128 * k + t:
        i += 1
    i += but
    due = np.int64(s["yard"][i]) & 1
    end = np.int64(s["begin"][SEATS]) - 1
    for j in range(i, end):
        s["yard"][j] = s["yard"][j + 1]
    s["yard"][end] = 0
    for r in range(q + 1, SEATS + 1):
        s["begin"][r] -= 1
    count(cfg, s, q, k, t, MINUS_ONE)
    return due


def count(cfg, s, q, k, t, sign):
    """Add a card of pile `k` of seat `q` to what its pile and Yard add up to, or take it out."""
    for j in range(TALLIES):
        s["tally"][q, j] += sign * cfg["adds"][t, j]
    for j in range(PILE_TALLIES):
        s["pile"][q, k, j] += sign * cfg["adds_here"][t, j]
    if cfg["fences"][t]:
        for j in range(PILES):
            s["pile"][q, j, FENCE] += sign * AROUND[k, j]


def code_of(k, t, due):
    """Return what a card of kind `t` on pile `k` is in `yard`; `due` if its action is to come."""
    return 256 * k + 2 * t + due


def kind_at(s, i):
    """Return the kind of the card at place `i` of the Yards."""
    return (np.int64(s["yard"][i]) & 255) >> 1


def pile_at(s, i):
    """Return the pile of the card at place `i` of the Yards."""
    return np.int64(s["yard"][i]) >> 8


def copies_in(s, q, k, t):
    """Return how many cards of kind `t` lie on pile `k` of seat `q`."""
    n = 0
    for i in range(np.int64(s["begin"][q]), np.int64(s["begin"][q + 1])):
        n += s["yard"][i] >> 1 == 128 * k + t
    return n


def to_hand(s, p, t):
    """Give a card of kind `t` to seat `p`, in hand."""
    s["hand"][p, t] += 1
    s["held"][p] += 1


def from_hand(s, p, t):
    """Take a card of kind `t` out of the hand of seat `p`."""
    s["hand"][p, t] -= 1
    s["held"][p] -= 1


def to_garage(s, p, t):
    """Put a card of kind `t` into the Garage of seat `p`."""
    s["garage"][p, t] += 1
    s["parked"][p] += 1


def from_store(s, i):
    """Take the card out of slot `i` of the Store; returns its kind."""
    t = np.int64(s["store"][i])
    s["store"][i] = KINDS
    s["due_slots"] = np.int64(s["due_slots"]) & ~(1 << i)
    return t


def pick_up_garage(s, p):
    """R10: all of the Garage of seat `p` comes to hand."""
    for t in range(KINDS):
        s["hand"][p, t] += s["garage"][p, t]
        s["garage"][p, t] = 0
    s["held"][p] += s["parked"][p]
    s["parked"][p] = 0


def earn(s, p, money):
    """Let seat `p` gain money, or lose what it has of it."""
    s["money"][p] = max(0, np.int64(s["money"][p]) + money)


# ---------------------------------------------------------------------------------- where cards fit


def fits_in(cfg, s, q, k, t):
    """R5: may a card of kind `t` be put on pile `k` of seat `q`, as far as the pile goes?"""
    return cfg["symbol"][t, PEST] == 1 or has_place(s, q, k)


def has_place(s, q, k):
    """R5: may a card that is no Pest be put on pile `k` of seat `q`, as far as the pile goes?"""
    return free_places(s, q, k) > 0 and s["pile"][q, k, BARREN] == 0


def free_places(s, q, k):
    """R5: return how many Places of pile `k` of seat `q` are free; Pests may have made it less."""
    places = np.int64(s["grass"][q, k]) + np.int64(s["pile"][q, k, PLACES])
    return places - np.int64(s["pile"][q, k, IN_PILE])


def may_land(cfg, s, p, q, k, t):
    """R18: may seat `p` play a card of kind `t` onto pile `k` of seat `q`?"""
    if q != p and (not s["away"][q] or s["pile"][q, k, FENCE]):
        return False
    return fits_in(cfg, s, q, k, t)


def may_hit(cfg, s, p, q, k, t, anywhere):
    """May seat `p` throw a card of kind `t` onto pile `k` of seat `q`: R26; `anywhere`: R27."""
    if q == p or s["pile"][q, k, FENCE] or not (anywhere or s["away"][q]):
        return False
    return bool(cfg["symbol"][t, PEST]) or s["pile"][q, k, BARREN] == 0


def playable(cfg, s, p, t, room):
    """R18, R19: may seat `p` play a card of kind `t` from hand; `room` as `has_landing` finds it?

    A Tool goes to no pile, and a Pest may be played onto any of one's own.
    """
    return s["hand"][p, t] > 0 and (
        room or cfg["symbol"][t, TOOL] == 1 or cfg["symbol"][t, PEST] == 1
    )


def has_landing(cfg, s, p):
    """R18: is there a pile that seat `p` may play a card onto that is no Pest?"""
    for q in range(np.int64(cfg["players"])):
        if q == p or s["away"][q]:
            for k in range(PILES):
                if has_place(s, q, k) and (q == p or s["pile"][q, k, FENCE] == 0):
                    return True
    return False


def movable(cfg, s, q, k, t):
    """R25: has a card of kind `t` on pile `k` of seat `q` another own pile to go to?"""
    for j in range(PILES):
        if j != k and fits_in(cfg, s, q, j, t):
            return True
    return False


def throwable(cfg, s, p, t, anywhere):
    """R26, R27: is there a pile that seat `p` may throw a card of kind `t` onto?"""
    for q in range(np.int64(cfg["players"])):
        for k in range(PILES):
            if may_hit(cfg, s, p, q, k, t, anywhere):
                return True
    return False


# ----------------------------------------------------------------------- prices, VP, criteria


def price(cfg, s, p, t, off):
    """R14: return what seat `p` pays for a card of kind `t`, for `off` less."""
    cost = np.int64(cfg["cost"][t]) - off
    for j in range(ANY + 1):
        cost -= np.int64(cfg["symbol"][t, j]) * np.int64(s["tally"][p, DISCOUNT_T + j])
    return max(cost, 0)


def affordable(cfg, s, p, i, off):
    """R14: can seat `p` buy what is in slot `i` of the Store, for `off` less?"""
    t = np.int64(s["store"][i])
    return t < KINDS and price(cfg, s, p, t, off) <= s["money"][p]


def vp_of(cfg, s, q):
    """R34: return the VP of seat `q`: its Yard, and its Neighbors."""
    vp = np.int64(s["tally"][q, VP_T]) + np.int64(s["sway_vp"][q])
    for i in range(np.int64(s["begin"][q]), np.int64(s["begin"][q + 1])):
        t = kind_at(s, i)
        per = np.int64(cfg["per"][t])
        if per:
            vp += per * counted(cfg, s, q, pile_at(s, i), np.int64(cfg["each"][t]))
    return vp


def counted(cfg, s, q, k, each):
    """R34: return how many of what `each` names a card on pile `k` of seat `q` counts."""
    if each < len(SYMBOLS):
        return np.int64(s["tally"][q, each])
    if each == PILE_V:
        return np.int64(s["pile"][q, k, IN_PILE]) - 1
    if each == NEIGHBOR_V:
        return np.int64(s["sways"][q])
    n = 0
    for j in range(PILES):
        cards = np.int64(s["pile"][q, j, IN_PILE])
        if each == GRASS_V:
            n += s["grass"][q, j] == 1 and cards == 0
        elif each == ADJACENT_V:
            n += cards * AROUND[k, j]
        elif each == ROW_V:
            n += cards * (j // SIDE_LENGTH == k // SIDE_LENGTH)
        elif each == COLUMN_V:
            n += cards * (j % SIDE_LENGTH == k % SIDE_LENGTH)
    return n


def missing(cfg, s, p, i, ground):
    """R15: return how much the Yard of seat `p` lacks of what Neighbor `i` needs.

    `ground` is that of `p`.  There are no branches: which Neighbors lie out, nobody can foresee.
    """
    need = cfg["need"][i]
    tally = s["tally"][p]
    lacks = 0
    for j in range(len(SYMBOLS)):
        lacks += max(0, np.int64(need[j]) - np.int64(tally[j]))
    lacks = max(0, lacks - np.int64(tally[WILD_T]))
    lacks += max(0, np.int64(need[CARDS_T]) - np.int64(tally[CARDS_T]))
    lacks += max(0, np.int64(need[GRASS_N]) - ground[0])
    lacks += max(0, np.int64(need[STACK_N]) - ground[1])
    return lacks + np.int64(need[NO_PEST_N]) * np.int64(tally[PEST])


def ground_of(s, p):
    """Return how many piles of seat `p` are on Grass, and how many cards its highest has."""
    highest = 0
    for k in range(PILES):
        highest = max(highest, np.int64(s["pile"][p, k, IN_PILE]))
    return grass_piles(s, p), highest


def grass_piles(s, p):
    """Return how many piles of seat `p` are on Grass."""
    n = 0
    for k in range(PILES):
        n += np.int64(s["grass"][p, k])
    return n


def can_bribe(cfg, s, p, i, hand):
    """R16: can seat `p` carry out the bribe of Neighbor `i`; `hand`: or in what shows in hand?"""
    takes = cfg["takes"]
    of = cfg["takes_of"]
    if takes[i, PURSE_B] > s["money"][p]:
        return False
    if takes[i, GRASS_B] and takes[i, GRASS_B] > grass_piles(s, p):
        return False
    if takes[i, YARD_B]:
        symbol = int(of[i, YARD_B])
        if takes[i, YARD_B] > s["tally"][p, CARDS_T if symbol == ANY else symbol]:
            return False
    if takes[i, MARKET_B] and takes[i, MARKET_B] > market_pests(cfg, s):
        return False
    if takes[i, HAND_B] and hand:
        n = 0
        for t in range(np.int64(cfg["kinds"])):
            if cfg["symbol"][t, int(of[i, HAND_B])]:
                n += np.int64(s["hand"][p, t])
        return takes[i, HAND_B] <= n
    return takes[i, HAND_B] <= s["held"][p]


def market_pests(cfg, s):
    """Return how many Pests are in Store and Trash."""
    n = 0
    for i in range(SLOTS):
        n += s["store"][i] < KINDS and cfg["symbol"][np.int64(s["store"][i]) % KINDS, PEST] == 1
    for t in range(np.int64(cfg["kinds"])):
        n += np.int64(s["trash"][t]) * np.int64(cfg["symbol"][t, PEST])
    return n
