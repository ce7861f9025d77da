"""The rules of Best Pumpkin, for two to four players.  Numbers refer to RULES.md.

Everybody is dealt a pumpkin face down, and once, in turn, may swap it for another.  Then all show
theirs, and the heaviest wins.

Chance: each pumpkin that is dealt or drawn.  Secret: the pumpkins in hand until they are shown,
and those given up for ever.

Read `apply` first, then what it calls.
"""

from enum import IntEnum

import numpy as np

from farmenvs.core.contract import CHANCE, TABLE, TERMINAL
from farmenvs.core.game import cfg_dtype
from farmenvs.core.rng import below

SEATS = 4
KINDS = 8
"""Most players, and most weights of pumpkins; a pumpkin is its kind, 0 the lightest."""

NONE = KINDS
"""No pumpkin here."""
HIDDEN = KINDS + 1
"""A pumpkin, but not known which: only in concealed states."""

KEEP, SWAP, UNDECIDED = 0, 1, 2
"""The actions, and what a seat has done so far."""


class Phase(IntEnum):
    """Where a game stands; the phases in which a seat decides come first."""

    CHOOSE = 0
    DEAL = 1
    DRAW = 2
    OVER = 3


CFG = cfg_dtype(
    [
        ("kinds", np.int8),  # weights of pumpkins
        ("copies", np.int8),  # pumpkins of each weight
    ]
)

STATE = np.dtype(
    [
        ("phase", np.int8),  # Phase
        ("turn", np.int8),  # the seat that is dealt to, decides or draws; P at the end
        ("hand", np.int8, SEATS),  # each seat's pumpkin, NONE or HIDDEN
        ("given", np.int8, SEATS),  # the pumpkin that each seat has given up, NONE or HIDDEN
        ("choice", np.int8, SEATS),  # KEEP, SWAP or UNDECIDED
    ]
)


def start(cfg, s):
    """R1: nobody has anything yet, and seat 0 is dealt to first."""
    s["phase"] = Phase.DEAL
    s["turn"] = 0
    for p in range(SEATS):
        s["hand"][p] = NONE
        s["given"][p] = NONE
        s["choice"][p] = UNDECIDED


def actor(cfg, s):
    """Luck deals and draws; the seats decide in their order (R3)."""
    if s["phase"] == Phase.CHOOSE:
        return int(s["turn"])
    return TERMINAL if s["phase"] == Phase.OVER else CHANCE


def legal(cfg, s, mask):
    """R3: keep or swap; `configure` sees to it that the patch lasts (R1)."""
    mask[KEEP] = 1
    mask[SWAP] = 1


def weight(cfg, s, o):
    """R1, R2: how many pumpkins of kind `o` are still in the patch.

    In a concealed state it counts those that the seat has not seen.
    """
    n = int(cfg["copies"])
    for p in range(int(cfg["players"])):
        if s["hand"][p] == o:
            n -= 1
        if s["given"][p] == o:
            n -= 1
    return n


def apply(cfg, s, a):
    """Deal or draw pumpkin `a`, or let the seat to move keep or swap."""
    p = int(s["turn"])
    if s["phase"] != Phase.CHOOSE:
        s["hand"][p] = a
        pass_on(cfg, s)
        return
    s["choice"][p] = a
    if a == SWAP:
        s["given"][p] = s["hand"][p]
        s["hand"][p] = NONE
        s["phase"] = Phase.DRAW
    else:
        pass_on(cfg, s)


def pass_on(cfg, s):
    """R2, R3, R5: on to the next seat, and after the last one to the choices or the end."""
    p = int(s["turn"]) + 1
    if s["phase"] != Phase.DEAL:
        s["phase"] = Phase.CHOOSE if p < cfg["players"] else Phase.OVER
    elif p == cfg["players"]:
        s["phase"] = Phase.CHOOSE
        p = 0
    s["turn"] = p


def scores(cfg, s, out):
    """R6: the weight of each pumpkin, once it is shown; points must not tell what a view hides."""
    for p in range(int(cfg["players"])):
        out[p] = int(s["hand"][p]) + 1 if s["phase"] == Phase.OVER else 0


def skippable(cfg, s):
    """There are always two actions."""
    return False


def winners(cfg, s, out):
    """R6: the heaviest; ties share."""
    best = 0
    for p in range(int(cfg["players"])):
        best = max(best, int(s["hand"][p]))
    for p in range(int(cfg["players"])):
        out[p] = s["hand"][p] == best


def truncated(cfg, s):
    """No cap is needed: everybody decides once."""
    return False


def conceal(cfg, s, p, mode):
    """R4: hide the others' pumpkins until the end, and all given up; memory keeps one's own."""
    for q in range(int(cfg["players"])):
        if q != p and s["phase"] != Phase.OVER and s["hand"][q] != NONE:
            s["hand"][q] = HIDDEN
        if (q != p or mode == TABLE) and s["given"][q] != NONE:
            s["given"][q] = HIDDEN


def resample(cfg, v, p, r):
    """Every hidden pumpkin is any of those that the seat has not seen."""
    for q in range(int(cfg["players"])):
        if v["hand"][q] == HIDDEN:
            v["hand"][q] = unseen(cfg, v, r)
        if v["given"][q] == HIDDEN:
            v["given"][q] = unseen(cfg, v, r)


def unseen(cfg, v, r):
    """Return the kind of a random pumpkin among those not seen."""
    total = 0
    for o in range(int(cfg["kinds"])):
        total += weight(cfg, v, o)
    k = below(r, total)
    for o in range(int(cfg["kinds"])):
        k -= weight(cfg, v, o)
        if k < 0:
            return o
    return HIDDEN
