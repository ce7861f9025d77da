"""What a seat may know in Turf War, and how the rest is guessed.  Numbers refer to RULES.md.

Everything that comes into a hand or a Garage was seen by all, so whoever remembers all (`recall`)
knows all there is.  The mode `table` sees only how many cards the others have there, and so it
can't tell either which cards are left in the deck.
"""

import numpy as np

from farmenvs.core.contract import RECALL
from farmenvs.core.rng import below
from farmenvs.games.turf_war.cards import kind_at
from farmenvs.games.turf_war.deck import (
    EVENT,
    KINDS,
    NO_SEAT,
    SEATS,
    SLOTS,
    UNKNOWN_COUNT,
    ZERO,
    Finish,
    Phase,
)
from farmenvs.games.turf_war.targets import next_target


def conceal(cfg, s, p, mode):
    """R36, R37: in table mode, hide the hands and Garages of the others, and the deck."""
    if mode == RECALL:
        return
    for q in range(np.int64(cfg["players"])):
        if q != p:
            for t in range(KINDS):
                s["hand"][q, t] = UNKNOWN_COUNT
                s["garage"][q, t] = UNKNOWN_COUNT
    for t in range(KINDS):
        s["deck"][t] = UNKNOWN_COUNT


def resample(cfg, v, p, r):
    """R38: deal what does not lie open to the hands and Garages of the others; the rest is deck.

    Who is asked for a card in hand has one that will do: deals without are dealt again.
    """
    if v["deck"][0] != UNKNOWN_COUNT:
        return
    deal_all(cfg, v, p, r)
    while v["phase"] == Phase.HAND and next_target(cfg, v, ZERO) == cfg["actions"]:
        deal_all(cfg, v, p, r)


def deal_all(cfg, v, p, r):
    """Deal what seat `p` does not see, but for a card that is being placed: that is in hand."""
    places = unseen(cfg, v, p)
    shown = np.int64(v["chooser"]) if v["phase"] == Phase.LAND else NO_SEAT
    shown = NO_SEAT if shown == p else shown
    if shown < SEATS:
        v["deck"][np.int64(v["card"])] -= 1
        places -= 1
    starters = 0
    others = 0
    for t in range(np.int64(cfg["kinds"])):
        if cfg["starter"][t]:
            starters += np.int64(v["deck"][t])
        elif cfg["symbol"][t, EVENT] == 0:
            others += np.int64(v["deck"][t])
    for q in range(np.int64(cfg["players"])):
        if q != p:
            for t in range(KINDS):
                v["hand"][q, t] = 0
                v["garage"][q, t] = 0
            held = np.int64(v["held"][q])
            if q == shown:
                v["hand"][q, np.int64(v["card"])] = 1
                held -= 1
            for i in range(held + np.int64(v["parked"][q])):
                starter = below(r, places) < starters
                t = deal(cfg, v, starter, starters if starter else others, r)
                places -= 1
                starters -= starter
                others -= not starter
                if i < held:
                    v["hand"][q, t] += 1
                else:
                    v["garage"][q, t] += 1


def unseen(cfg, v, p):
    """Write to the deck all cards that seat `p` does not see; returns how many others hold."""
    n = np.int64(cfg["players"])
    for t in range(KINDS):
        known = np.int64(v["given"][t]) + np.int64(v["trash"][t])
        known += np.int64(v["hand"][p, t]) + np.int64(v["garage"][p, t])
        v["deck"][t] = np.int64(cfg["copies"][t]) + n * np.int64(cfg["starter"][t]) - known
    for i in range(np.int64(v["begin"][SEATS])):
        v["deck"][kind_at(v, i)] -= 1
    for i in range(SLOTS):
        if v["store"][i] < KINDS:
            v["deck"][np.int64(v["store"][i])] -= 1
    for i in range(np.int64(v["queued"])):
        v["deck"][np.int64(v["queue"][i])] -= 1
    for i in range(np.int64(v["depth"])):
        if v["finish"][i] == Finish.TOOL or v["finish"][i] == Finish.EVENT:
            v["deck"][np.int64(v["what"][i])] -= 1
    places = 0
    for q in range(n):
        if q != p:
            places += np.int64(v["held"][q]) + np.int64(v["parked"][q])
    return places


def deal(cfg, v, starter, count, r):
    """Take one of `count` cards out of the deck: a starter, or neither that nor an Event."""
    x = below(r, count)
    for t in range(KINDS):
        if cfg["starter"][t] == starter and cfg["symbol"][t, EVENT] == 0:
            x -= np.int64(v["deck"][t])
            if x < 0:
                v["deck"][t] -= 1
                return t
    return KINDS
