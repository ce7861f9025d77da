"""The effects in progress in Turf War, and what is asked for.  See RULES.md.

The stack of effects lies in the record, the innermost last.  Each row is the step that an effect
has come to, how often it is still to be done, whose effect it is, on which pile, and what follows.
"""

import numpy as np

from farmenvs.games.turf_war.deck import (
    FRESH,
    KINDS,
    NO_STEPS,
    PILES,
    SEATS,
    SLOTS,
    Finish,
)


def push(s, pc, owner, here, finish, what):
    """Begin an effect whose first step is `pc`."""
    i = np.int64(s["depth"])
    s["pc"][i] = pc
    s["left"][i] = FRESH
    s["owner"][i] = owner
    s["here"][i] = here
    s["finish"][i] = finish
    s["what"][i] = what
    s["far"][i] = 0
    s["depth"] = i + 1


def pop(s):
    """Forget the innermost effect."""
    i = np.int64(s["depth"]) - 1
    s["pc"][i] = NO_STEPS
    s["left"][i] = 0
    s["owner"][i] = 0
    s["here"][i] = 0
    s["finish"][i] = 0
    s["what"][i] = 0
    s["far"][i] = 0
    s["depth"] = i


def push_body(cfg, s, i, owner, here):
    """Begin the list within the step of effect `i`, if it has one."""
    body = np.int64(cfg["body"][np.int64(s["pc"][i])])
    if body != NO_STEPS:
        event = s["finish"][i] == Finish.EVENT or s["finish"][i] == Finish.OF_EVENT
        finish = Finish.OF_EVENT if event else Finish.NOTHING
        push(s, body, owner, here, finish, np.int64(s["what"][i]))


def forget_choice(s):
    """Nothing has been chosen yet."""
    s["of_seat"] = SEATS
    s["of_pile"] = PILES
    s["card"] = KINDS
    s["slot"] = SLOTS


def wait(s, phase, chooser):
    """Let a seat decide, or chance (SEATS)."""
    s["phase"] = phase
    s["chooser"] = chooser
