"""What a seat may know in Turnip, and how the rest is guessed.  Numbers refer to RULES.md.

Whoever remembers all (`recall`) knows which cards of an opponent have not been shown, `unseen`:
these are in the hand, stashed, taxed, or planted face down.  Whoever remembers nothing (`table`)
knows the own hand, what lies face up, and the number of what lies face down.
"""

from farmenvs.core.contract import TABLE
from farmenvs.core.rng import below
from farmenvs.games.turnip.deck import (
    KIND_OF,
    KINDS,
    MOST_CLAIM,
    MOST_PLANTINGS,
    MOST_VALUE,
    NO_CALL,
    NO_CLAIM,
    NONE,
    TESTED,
    UNKNOWN_COUNT,
    VALUES,
    Phase,
)
from farmenvs.games.turnip.rules import note_claim


def conceal(cfg, s, p, mode):
    """R25, R26: hide what the other seats hold, have laid face down unseen, and are calling."""
    n = int(cfg["players"])
    q = p
    for _ in range(n if p == n else n - 1):  # an onlooker has one seat more to wonder about
        q = q + 1 if q + 1 < n else 0
        for k in range(KINDS):
            s["hand"][q, k] = UNKNOWN_COUNT
            s["tax"][q, k] = UNKNOWN_COUNT
            s["face_down"][q, k] = UNKNOWN_COUNT
        s["honest"][q] = UNKNOWN_COUNT
        s["call"][q] = NO_CALL
        if s["phase"] != Phase.OVER:
            s["stash"][q] = NONE
    s["down_card"] = s["down_card"] if s["planter"] == p else NONE
    if mode == TABLE:
        for q in range(n):
            forget(s, q)


def forget(s, q):
    """R27: hide what only a memory would keep of seat `q`."""
    for k in range(KINDS):
        s["unseen"][q, k] = UNKNOWN_COUNT
        s["tax"][q, k] = UNKNOWN_COUNT
        s["shown"][q, k] = UNKNOWN_COUNT
        s["face_down"][q, k] = UNKNOWN_COUNT
    for k in range(KINDS + 1):
        s["claimed"][q, k] = UNKNOWN_COUNT
        s["tested"][q, k] = UNKNOWN_COUNT
    for i in range(MOST_PLANTINGS):
        s["said"][q, i] = NO_CLAIM
    s["honest"][q] = UNKNOWN_COUNT
    for i in range(2):
        s["calls"][q, i] = 0
        s["claims"][q, i] = 0
    if s["phase"] != Phase.OVER:
        s["stash"][q] = NONE


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


def guess(cfg, v, q, r):
    """R28: deal the unseen cards of seat `q`, and make its sealed choice if it has made one."""
    n = int(cfg["players"])
    phase = v["phase"]
    turn = int(v["turn"])
    planter = int(v["planter"])
    for k in range(KINDS):
        v["hand"][q, k] = v["unseen"][q, k]
        v["tax"][q, k] = 0
    paying = phase == Phase.TAX and v["winner"][q] and q < turn
    for _ in range(int(v["taxes"][q]) - paying):
        v["tax"][q, deal(v["hand"], q, r)] += 1
    if has_stashed(v, q):
        v["stash"][q] = choose(v, q, r) if phase == Phase.STASH else deal(v["hand"], q, r)
    if q == planter and in_progress(v):
        v["down_card"] = deal(v["hand"], q, r)
    guess_field(v, v["hand"], q, r)
    if paying:
        v["tax"][q, choose(v, q, r)] += 1
    if phase == Phase.CALL and 0 < (q - planter) % n < (turn - planter) % n:
        v["call"][q] = below(r, 2)


def guess_field(v, cards, q, r):
    """Deal cards of seat `q` out of `cards` [SEATS, KINDS] to what it has claimed in its Field."""
    v["honest"][q] = 0
    for k in range(KINDS):
        v["face_down"][q, k] = 0
    for c in range(KINDS + 1):
        for _ in range(int(v["claimed"][q, c])):
            k = deal(cards, q, r)
            v["face_down"][q, k] += 1
            v["honest"][q] = int(v["honest"][q]) + (k == c)


def has_stashed(v, q):
    """Return whether a card of seat `q` is in the Stash, face down."""
    if v["phase"] == Phase.STASH:
        return q < v["turn"]
    return v["phase"] != Phase.FIRST and v["phase"] != Phase.OVER


def in_progress(v):
    """Return whether a planting is being claimed or called on."""
    return v["phase"] == Phase.CLAIM or v["phase"] == Phase.CALL


def deal(cards, q, r):
    """Take a card at random from those of seat `q` in `cards` [SEATS, KINDS]; returns its kind."""
    n = 0
    for k in range(KINDS):
        n += int(cards[q, k])
    x = below(r, n)
    for k in range(KINDS):
        x -= int(cards[q, k])
        if x < 0:
            cards[q, k] -= 1
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
            v["hand"][q, k] -= 1
            return k
    return NONE


# -------------------------------------------------------------- guessing what the table mode forgot


def recollect(cfg, v, q, r):
    """R28: guess which cards of seat `q` have been shown, and what it has claimed this round."""
    down = int(v["down"][q])
    hidden = int(v["left"][q]) + int(v["taxes"][q]) + down + has_stashed(v, q)
    gone = -hidden
    for k in range(KINDS):
        v["unseen"][q, k] = int(cfg["cards"][k]) - int(v["face_up"][q, k])
        v["shown"][q, k] = 0
    if q == v["planter"] and v["up_card"] < NONE:
        v["unseen"][q, int(v["up_card"])] -= 1
    if v["phase"] == Phase.OVER:
        v["unseen"][q, int(v["stash"][q])] -= 1
    for k in range(KINDS):
        gone += int(v["unseen"][q, k])
        v["unseen"][q, k] -= known(v, q, k)
    for _ in range(gone):
        deal(v["unseen"], q, r)
    recollect_claims(cfg, v, q, down - (q == v["planter"] and in_progress(v)), r)
    for k in range(KINDS):
        v["unseen"][q, k] += known(v, q, k)


def recollect_claims(cfg, v, q, down, r):
    """R28: guess which of the face-down cards of seat `q`, `down` in number, have been tested.

    And what was claimed of them all.  A card that lies face up was planted beside an untested one.
    """
    for c in range(KINDS + 1):
        v["claimed"][q, c] = 0
        v["tested"][q, c] = 0
    for u in range(KINDS):
        for _ in range(int(v["face_up"][q, u])):
            recollect_claim(cfg, v, q, v["claimed"], u, 0, r)
            down -= 1
    for _ in range(down):
        if below(r, 2):
            v["shown"][q, deal(v["unseen"], q, r)] += 1
            recollect_claim(cfg, v, q, v["tested"], NONE, TESTED, r)
        else:
            recollect_claim(cfg, v, q, v["claimed"], NONE, 0, r)


def recollect_claim(cfg, v, q, counts, u, tested, r):
    """Guess a claim of seat `q`, for a face-down card and one of kind `u` (or NONE).

    It is counted in `counts` [SEATS, KINDS + 1], and noted with `tested` (TESTED or 0) added.
    """
    claim = some_claim(cfg, u, r)
    if cfg["free_claims"]:
        note_claim(v, q, claim + tested)
    counts[q, KIND_OF[claim - VALUES[u] + MOST_VALUE]] += 1


def some_claim(cfg, u, r):
    """Return a random claim for a face-down card beside one of kind `u` (or NONE)."""
    if cfg["free_claims"]:
        return 1 + below(r, MOST_CLAIM)
    return VALUES[u] + VALUES[below(r, KINDS)]


def known(v, q, k):
    """Return how many unseen cards of kind `k` of seat `q` a table view shows: its own only."""
    n = int(v["hand"][q, k])
    if n == UNKNOWN_COUNT:
        n = 0
    return n + (q == v["planter"] and v["down_card"] == k)


def guess_own(v, p, r):
    """Deal the unseen cards of seat `p` itself that it does not see over where they can be."""
    for k in range(KINDS):
        v["tax"][p, k] = int(v["unseen"][p, k]) - known(v, p, k)
    if has_stashed(v, p):
        v["stash"][p] = deal(v["tax"], p, r)
    guess_field(v, v["tax"], p, r)
