"""The Store of Turf War, its deck and what is trashed from it (R17, R28).  See RULES.md."""

import numpy as np

from farmenvs.games.turf_war.cards import from_store
from farmenvs.games.turf_war.deck import (
    KINDS,
    NO_KIND,
    NO_PILE,
    NO_SEAT,
    PEST,
    RESTOCK_STEP,
    SLOTS,
    Finish,
    Phase,
    Stage,
)
from farmenvs.games.turf_war.stack import pop, push, wait


def restock(s):
    """R17: fill the Store; within another restock, as part of it."""
    s["restocking"] += 1
    push(s, RESTOCK_STEP, NO_SEAT, NO_PILE, Finish.NOTHING, NO_KIND)


def refill(s):
    """R17: return whether a card is drawn for an empty slot; else the restock is over."""
    carried_out = s["in_deck"] == 0 and s["queued"] == s["carried"]
    if empty_slot(s) == SLOTS or carried_out:
        s["restocking"] -= 1
        if s["restocking"] == 0:
            s["carried"] = 0
        pop(s)
        return False
    wait(s, Phase.DRAW, NO_SEAT)
    return True


def empty_slot(s):
    """Return the lowest empty slot of the Store, or SLOTS."""
    for i in range(SLOTS):
        if s["store"][i] == KINDS:
            return i
    return SLOTS


def draw_card(cfg, s, t, event):
    """R17: card `t` comes up; an Event is carried out, at set-up it goes to the bottom (R8)."""
    if s["in_deck"]:
        s["deck"][t] -= 1
        s["in_deck"] -= 1
    else:
        s["queued"] -= 1
        for i in range(np.int64(s["queued"])):
            s["queue"][i] = s["queue"][i + 1]
        s["queue"][np.int64(s["queued"])] = KINDS
    if not event:
        s["store"][empty_slot(s)] = t
    elif s["stage"] == Stage.STOCK:
        to_queue(s, t)
    else:
        push(s, np.int64(cfg["play"][t]), NO_SEAT, NO_PILE, Finish.EVENT, t)


def to_queue(s, t):
    """Put Event `t` to the bottom of the deck."""
    s["queue"][np.int64(s["queued"])] = t
    s["queued"] += 1
    s["carried"] += 1


def trash_slot(s, i):
    """Trash the card in slot `i` of the Store; a Pest that is to be played still is."""
    due = (np.int64(s["due_slots"]) >> i) & 1
    t = from_store(s, i)
    s["trash"][t] += 1
    s["due_trash"][t] += due


def call_pests(cfg, s):
    """R28: these Pests are to be played."""
    bits = 0
    for i in range(SLOTS):
        t = np.int64(s["store"][i])
        if t < KINDS and cfg["symbol"][t, PEST]:
            bits |= 1 << i
    s["due_slots"] = bits
    for t in range(np.int64(cfg["kinds"])):
        s["due_trash"][t] = s["trash"][t] if cfg["symbol"][t, PEST] else 0
