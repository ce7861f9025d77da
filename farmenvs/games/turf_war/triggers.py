"""Start, Home and End in Turf War: which cards of the own Yard act, and in what order (R9)."""

import numpy as np

from farmenvs.games.turf_war.cards import code_of, earn, kind_at, pile_at
from farmenvs.games.turf_war.deck import NO_KIND, ONE, PILES, ZERO, Finish, Op, Phase, Stage
from farmenvs.games.turf_war.stack import forget_choice, push, wait


def begin_triggers(cfg, s, stage):
    """R9: cards that but move money act by themselves, the others are due."""
    s["stage"] = stage
    j = column(s)
    p = np.int64(s["turn"])
    first = np.int64(s["begin"][p])
    last = np.int64(s["begin"][p + 1])
    for i in range(np.int64(cfg["purses"][j])):
        t = np.int64(cfg["purse"][j, i])
        for c in range(first, last):
            if kind_at(s, c) == t:
                pc = np.int64(cfg["trigger"][j, t])
                while cfg["op"][pc] != Op.END:
                    earn(s, p, np.int64(cfg["n"][pc]))
                    pc += 1
    for c in range(first, last):
        if cfg["asks"][j, kind_at(s, c)]:
            s["yard"][c] |= 1


def column(s):
    """Return which column of `trigger` holds the actions of this stage."""
    if s["stage"] == Stage.START:
        return ZERO
    return ONE if s["stage"] == Stage.HOME else ONE + ONE


def next_due(cfg, s, p):
    """R9: the owner says which card acts next; the last one acts unasked; then comes what follows.

    Returns whether there is something to decide.
    """
    due = 0
    here = ZERO
    kinds = 0
    one = ZERO
    kind = NO_KIND
    for i in range(np.int64(s["begin"][p]), np.int64(s["begin"][p + 1])):
        if s["yard"][i] & 1:
            due += 1
            if pile_at(s, i) == s["of_pile"]:
                here = i
                kinds += kind_at(s, i) != kind
                kind = kind_at(s, i)
            one = i
    if due == 1:
        set_off(cfg, s, p, one)
    elif due > 1 and kinds == 1:
        set_off(cfg, s, p, here)
    elif due > 1:
        wait(s, Phase.ORDER, p)
        return True
    elif s["stage"] == Stage.START:
        s["stage"] = Stage.SIDE
    elif s["stage"] == Stage.HOME:
        s["stage"] = Stage.ACT
    else:
        s["stage"] = Stage.DONE
    return False


def choose_due(cfg, s, p, t):
    """R9: a pile has been chosen, or the kind of a card that is due in it."""
    if s["of_pile"] == PILES:
        s["of_seat"] = p
        s["of_pile"] = t - np.int64(cfg["kinds"])
        return
    i = np.int64(s["begin"][p])
    while s["yard"][i] != code_of(np.int64(s["of_pile"]), t, ONE):
        i += 1
    set_off(cfg, s, p, i)


def set_off(cfg, s, p, i):
    """R9: the card at place `i` of the Yards, one of seat `p`, acts; of equal ones the first."""
    code = np.int64(s["yard"][i])
    while i > s["begin"][p] and s["yard"][i - 1] == code:
        i -= 1
    s["yard"][i] = code - 1
    forget_choice(s)
    t = kind_at(s, i)
    push(s, np.int64(cfg["trigger"][column(s), t]), p, pile_at(s, i), Finish.NOTHING, t)
