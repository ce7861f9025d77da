"""What a seat may know in Turnip, and how the rest is guessed.  Numbers refer to RULES.md.

Whoever remembers all (`recall`) knows which cards of an opponent have not been shown, `unseen`:
these are in the hand, stashed, taxed, or face down in the Field.  Whoever remembers nothing
(`table`) knows the own hand, what lies face up, and the number of what lies face down.
"""

from farmenvs.core.contract import TABLE
from farmenvs.core.rng import below
from farmenvs.games.turnip.deck import (
    KINDS,
    MOST_CLAIM,
    NO_CALL,
    NONE,
    UNKNOWN_CLAIM,
    UNKNOWN_COUNT,
    VALUES,
    Phase,
)
from farmenvs.games.turnip.rules import show


def conceal(cfg, s, p, mode):
    """R25, R26: hide what the other seats hold, have laid face down untested, and are calling."""
    for q in range(int(cfg["players"])):
        if q != p:
            for k in range(KINDS):
                s["hand"][q, k] = UNKNOWN_COUNT
                s["tax"][q, k] = UNKNOWN_COUNT
            if s["phase"] != Phase.OVER:
                s["stash"][q] = NONE
            s["call"][q] = NO_CALL
            for i in range(int(s["planted"][q])):
                if not s["tested"][q, i]:
                    s["down"][q, i] = NONE
        if mode == TABLE:
            forget(s, q)


def forget(s, q):
    """R27: hide what only a memory keeps of seat `q`, but for the planting that is being made."""
    for k in range(KINDS):
        s["unseen"][q, k] = UNKNOWN_COUNT
        s["tax"][q, k] = UNKNOWN_COUNT
    for i in range(2):
        s["calls"][q, i] = 0
        s["claims"][q, i] = 0
    if s["phase"] != Phase.OVER:
        s["stash"][q] = NONE
    past = int(s["planted"][q]) - (s["planter"] == q and s["phase"] != Phase.TURN)
    for i in range(past):
        s["down"][q, i] = NONE
        s["claim"][q, i] = UNKNOWN_CLAIM
        s["tested"][q, i] = 0


# ------------------------------------------------------------------------------------ guessing


def resample(cfg, v, p, r):
    """R28: deal the cards of each other seat that have not been shown over where they can be."""
    for q in range(int(cfg["players"])):
        forgotten = v["unseen"][q, 0] == UNKNOWN_COUNT
        if forgotten:
            recollect(cfg, v, q, r)
        if q != p:
            guess(cfg, v, q, r)
        elif forgotten:
            guess_own(v, p, r)
        if forgotten:
            invent(cfg, v, q, r)


def guess(cfg, v, q, r):
    """R28: deal the unseen cards of seat `q`, and make the sealed choice that is secret now."""
    n = int(cfg["players"])
    phase = v["phase"]
    turn = int(v["turn"])
    for k in range(KINDS):
        v["hand"][q, k] = v["unseen"][q, k]
        v["tax"][q, k] = 0
    paying = phase == Phase.TAX and v["winner"][q] and q < turn
    for _ in range(int(v["taxes"][q]) - paying):
        k = deal(v["hand"], q, r)
        v["tax"][q, k] = int(v["tax"][q, k]) + 1
    if has_stashed(v, q):
        v["stash"][q] = choose(v, q, r) if phase == Phase.STASH else deal(v["hand"], q, r)
    for i in range(int(v["planted"][q])):
        if v["down"][q, i] == NONE:
            v["down"][q, i] = deal(v["hand"], q, r)
    if paying:
        k = choose(v, q, r)
        v["tax"][q, k] = int(v["tax"][q, k]) + 1
    if phase == Phase.CALL:
        planter = int(v["planter"])
        if 0 < (q - planter) % n < (turn - planter) % n:
            v["call"][q] = below(r, 2)


def has_stashed(v, q):
    """Return whether a card of seat `q` is in the Stash, face down."""
    if v["phase"] == Phase.STASH:
        return q < v["turn"]
    return v["phase"] != Phase.FIRST and v["phase"] != Phase.OVER


def deal(cards, q, r):
    """Take a card at random from those of seat `q` in `cards` [SEATS, KINDS]; returns its kind."""
    n = 0
    for k in range(KINDS):
        n += int(cards[q, k])
    x = below(r, n)
    for k in range(KINDS):
        x -= int(cards[q, k])
        if x < 0:
            cards[q, k] = int(cards[q, k]) - 1
            return k
    return NONE


def choose(v, q, r):
    """Take a card of a random kind from the hand of seat `q`; returns the kind."""
    n = 0
    for k in range(KINDS):
        n += v["hand"][q, k] > 0
    x = below(r, n)
    for k in range(KINDS):
        x -= v["hand"][q, k] > 0
        if x < 0:
            v["hand"][q, k] = int(v["hand"][q, k]) - 1
            return k
    return NONE


# -------------------------------------------------------------- guessing what the table mode forgot


def recollect(cfg, v, q, r):
    """Guess which cards of seat `q` have been shown and taken away: `unseen` are the others."""
    gone = int(cfg["deck"]) - int(v["left"][q]) - int(v["taxes"][q]) - has_stashed(v, q)
    for k in range(KINDS):
        v["unseen"][q, k] = cfg["cards"][k]
    for i in range(int(v["planted"][q])):
        gone -= 1
        if v["up"][q, i] < NONE:
            gone -= 1
            show(v, q, int(v["up"][q, i]))
    if v["phase"] == Phase.OVER:
        gone -= 1
        show(v, q, int(v["stash"][q]))
    for k in range(KINDS):
        v["unseen"][q, k] = int(v["unseen"][q, k]) - known(v, q, k)
    for _ in range(gone):
        deal(v["unseen"], q, r)
    for k in range(KINDS):
        v["unseen"][q, k] = int(v["unseen"][q, k]) + known(v, q, k)


def known(v, q, k):
    """Return how many unseen cards of kind `k` of seat `q` a table view shows to their owner."""
    n = int(v["hand"][q, k])
    if n == UNKNOWN_COUNT:
        n = 0
    i = int(v["planted"][q]) - 1
    return n + (i >= 0 and v["down"][q, i] == k)


def guess_own(v, p, r):
    """Deal the unseen cards of seat `p` itself that it does not see over where they can be."""
    for k in range(KINDS):
        v["tax"][p, k] = int(v["unseen"][p, k]) - known(v, p, k)
    if has_stashed(v, p):
        v["stash"][p] = deal(v["tax"], p, r)
    for i in range(int(v["planted"][p])):
        if v["down"][p, i] == NONE:
            v["down"][p, i] = deal(v["tax"], p, r)


def invent(cfg, v, q, r):
    """Guess what seat `q` has claimed this round, and what was tested."""
    for i in range(int(v["planted"][q])):
        if v["claim"][q, i] == UNKNOWN_CLAIM:
            if cfg["free_claims"]:
                v["claim"][q, i] = 1 + below(r, MOST_CLAIM)
            else:
                v["claim"][q, i] = VALUES[int(v["up"][q, i])] + VALUES[below(r, KINDS)]
            v["tested"][q, i] = below(r, 2)
            if v["tested"][q, i]:
                show(v, q, int(v["down"][q, i]))
