"""What a seat observes in Turnip.  Numbers refer to RULES.md."""

import numpy as np

from farmenvs.core.contract import MODES, TABLE
from farmenvs.core.spec import Piece
from farmenvs.games.turnip.deck import (
    KIND_OF,
    KINDS,
    MOST_CLAIM,
    MOST_PLANTINGS,
    MOST_VALUE,
    NO_CLAIM,
    SEATS,
    TESTED,
    VALUES,
    Phase,
)
from farmenvs.games.turnip.rules import left_of

DECISIONS = 5
"""The phases in which seats decide are the first of them."""

HALF_TOKENS = np.float32(4)
"""Tokens x are written as x / (x + HALF_TOKENS)."""
HALF_POINTS = np.float32(40)
"""Points x are written as x / (x + HALF_POINTS)."""
HALF_TIMES = np.float32(8)
"""How often something happened, x, is written as x / (x + HALF_TIMES)."""

_X = np.arange(256, dtype=np.float32)
TOKENS = _X / (_X + HALF_TOKENS)
POINTS = _X / (_X + HALF_POINTS)
TIMES = _X / (_X + HALF_TIMES)
PER_CLAIM = np.float32(1 / MOST_CLAIM)


def pieces(cfg, mode):
    """Return the pieces of an observation, in order."""
    n = int(cfg["players"])
    kinds = "by kind"
    seats = "own seat first, then clockwise"
    common = [
        Piece("phase", (DECISIONS,), "which decision is due: stash, turn, claim, call, tax"),
        Piece("turn", (n,), f"1 for the seat whose turn it is; {seats}"),
        Piece("due", (n,), f"1 for who is yet to decide here, 0.5 for who has decided; {seats}"),
        Piece("crown", (n,), f"1 for the holder of the Crown; {seats}"),
        Piece("hand", (KINDS,), f"own cards in hand / own cards, {kinds}"),
        Piece("claim", (), f"the total claimed for the planting in progress / {MOST_CLAIM}"),
        Piece("claim_up", (KINDS,), f"1 for the face-up card of the planting in progress, {kinds}"),
        Piece("claim_down", (KINDS,), f"1 for its face-down card if it is one's own, {kinds}"),
        *[Piece("call", (), "1 if one has called Turn Up on it, and others are yet to answer")]
        * (n > 2),  # of two players one answers, and that is all
        Piece("progress", (), "how far the game is: see RULES.md, R29"),
        Piece("left", (n,), f"cards in hand / cards of a player; {seats}"),
        Piece("tokens", (n,), f"tokens x: x / (x + {HALF_TOKENS:.0f}); {seats}"),
        Piece("market", (n,), f"cards in the Market / cards of all players; {seats}"),
        Piece("points", (n,), f"points x of past seasons: x / (x + {HALF_POINTS:.0f}); {seats}"),
    ]
    if mode == MODES[TABLE]:
        return [
            *common,
            Piece("up", (n, KINDS), f"face-up cards in the Field / own cards, {kinds}; {seats}"),
            Piece("down", (n,), f"face-down cards in the Field / cards of a player; {seats}"),
            Piece("taxes", (n,), f"taxed cards / cards of a player; {seats}"),
        ]
    claims = f"{kinds} claimed" + ", and any other worth" * bool(cfg["free_claims"])
    times = f"x / (x + {HALF_TIMES:.0f}); {seats}"
    return [
        *common,
        Piece("stash", (KINDS,), f"1 for the own Stash card, {kinds}"),
        Piece("tax", (KINDS,), f"own taxed cards / own cards, {kinds}"),
        Piece("face_down", (KINDS,), f"own face-down cards not tested / own cards, {kinds}"),
        Piece("honest", (), "own claims not tested that are true / cards of a player"),
        Piece("odds", (), "probability that the claim is true, by counting the planter's cards"),
        Piece("total", (n,), f"known worth of the Field / worth of a player's cards; {seats}"),
        Piece("called", (n, 2), f"times x that a seat called, claim false or true: {times}"),
        Piece("lied", (n, 2), f"times x that a claim was shown to be false or true: {times}"),
        Piece("face_up", (n, KINDS), f"face-up cards in the Field / own cards, {kinds}; {seats}"),
        Piece(
            "shown",
            (n, KINDS),
            f"cards there that Turn Ups have shown / own cards, {kinds}; {seats}",
        ),
        Piece(
            "claimed",
            (n, claim_kinds(cfg)),
            f"face-down cards not tested / cards of a player, {claims}; {seats}",
        ),
        Piece(
            "tested",
            (n, claim_kinds(cfg)),
            f"claims of this round that were tested / cards of a player, {claims}; {seats}",
        ),
        Piece("unseen", (n, KINDS), f"cards that the others have not seen / all, {kinds}; {seats}"),
        *[
            Piece(
                name,
                (n, MOST_CLAIM),
                f"claims of this round that were {how} / cards of a player, by total; {seats}",
            )
            for name, how in (("said", "not tested"), ("said_tested", "tested"))
        ]
        * bool(cfg["free_claims"]),  # else the kinds claimed tell the totals
    ]


def claim_kinds(cfg):
    """Return how many kinds of claims for a face-down card are told apart."""
    return KINDS + 1 if cfg["free_claims"] else KINDS


def encode(cfg, v, p, mode, out):
    """Write the observation of seat `p`: see `pieces`.

    Branches that depend on the position are rare here on purpose: mispredicted, they take longer
    than all the arithmetic.
    """
    k = common(cfg, v, p, out)
    if mode == TABLE:
        return table(cfg, v, p, out, k)
    return memory(cfg, v, p, out, k)


def common(cfg, v, p, out):
    """Write what both modes show; returns where the next piece begins."""
    n = int(cfg["players"])
    phase = int(v["phase"])
    for i in range(DECISIONS):
        out[i] = phase == i
    k = DECISIONS + 3 * n
    by_kind(v["hand"][p], cfg["per_card"], out[k : k + KINDS])
    k += KINDS
    out[k] = np.float32(v["claim"]) * PER_CLAIM
    for i in range(KINDS):
        out[k + 1 + i] = v["up_card"] == i
        out[k + 1 + KINDS + i] = v["down_card"] == i
    k += 1 + 2 * KINDS
    if n > 2:
        out[k] = v["call"][p] == 1
        k += 1
    out[k] = progress(cfg, v)
    k += 1
    q = p
    for j in range(n):
        out[DECISIONS + j] = v["planter"] == q
        out[DECISIONS + n + j] = due(cfg, v, q)
        out[DECISIONS + 2 * n + j] = v["crown"] == q
        out[k + j] = np.float32(v["left"][q]) * cfg["per_deck"]
        out[k + n + j] = squash(np.int64(v["tokens"][q]), TOKENS, HALF_TOKENS)
        out[k + 2 * n + j] = np.float32(v["market"][q]) * cfg["per_all"]
        out[k + 3 * n + j] = squash(np.int64(v["points"][q]), POINTS, HALF_POINTS)
        q = left_of(cfg, q)
    return k + 4 * n


def due(cfg, v, q):
    """Return 1 if seat `q` is yet to decide, ½ if it has: all who seal choices together, or one."""
    phase = v["phase"]
    turn = int(v["turn"])
    if phase == Phase.CALL:
        planter = int(v["planter"])
        asked = q != planter
        before = seats_on(cfg, planter, q) < seats_on(cfg, planter, turn)
    elif phase == Phase.STASH or phase == Phase.TAX:
        asked = phase == Phase.STASH or v["winner"][q]
        before = q < turn
    else:
        asked = q == turn
        before = False
    return np.float32(asked) * (np.float32(1) - np.float32(0.5) * np.float32(before))


def seats_on(cfg, p, q):
    """Return how many seats on from seat `p` seat `q` is; a division would take long."""
    return q - p + int(cfg["players"]) * (q < p)


def by_kind(counts, per, out):
    """Write counts [KINDS], each times its own share; slices make it one instruction of four."""
    for i in range(KINDS):
        out[i] = np.float32(counts[i]) * per[i]


def all_alike(counts, per, out):
    """Write as many counts as `out` takes, all times the same share."""
    for i in range(out.shape[0]):
        out[i] = np.float32(counts[i]) * per


def squash(x, known, half):
    """Return x / (x + half); most of them are `known`, and a division takes long."""
    if x < known.shape[0]:
        return known[x]
    return np.float32(x) / (np.float32(x) + half)


def progress(cfg, v):
    """R29: return how far the game is, from 0 to 1."""
    if cfg["seasons"]:
        return np.float32(v["season"]) * cfg["per_season"]
    if cfg["clock"]:
        return np.float32(v["turns"]) / np.float32(v["turns"] + cfg["clock"])
    best = 0
    for q in range(int(cfg["players"])):
        best = max(best, int(v["points"][q]))
    return np.float32(best) / np.float32(best + cfg["target"])


def table(cfg, v, p, out, k):
    """Write the rest of the table mode from `out[k]` on; returns the length."""
    n = int(cfg["players"])
    down = k + KINDS * n
    q = p
    for j in range(n):
        for i in range(KINDS):
            out[k + i] = np.float32(v["face_up"][q, i]) * cfg["per_card"][i]
        out[down + j] = np.float32(v["down"][q]) * cfg["per_deck"]
        out[down + n + j] = np.float32(v["taxes"][q]) * cfg["per_deck"]
        k += KINDS
        q = left_of(cfg, q)
    return down + 2 * n


def memory(cfg, v, p, out, k):
    """Write the rest of the recall mode from `out[k]` on; returns the length."""
    n = int(cfg["players"])
    for i in range(KINDS):
        out[k + i] = v["stash"][p] == i
    by_kind(v["tax"][p], cfg["per_card"], out[k + KINDS : k + 2 * KINDS])
    by_kind(v["face_down"][p], cfg["per_card"], out[k + 2 * KINDS : k + 3 * KINDS])
    k += 3 * KINDS
    out[k] = np.float32(v["honest"][p]) * cfg["per_deck"]
    out[k + 1] = odds(v)
    k += 2
    face_up = k + 5 * n
    shown = face_up + KINDS * n
    claimed = shown + KINDS * n
    kinds = claim_kinds(cfg)
    tested = claimed + kinds * n
    unseen = tested + kinds * n
    q = p
    for j in range(n):
        by_kind(v["face_up"][q], cfg["per_card"], out[face_up : face_up + KINDS])
        by_kind(v["shown"][q], cfg["per_card"], out[shown : shown + KINDS])
        by_kind(v["unseen"][q], cfg["per_card"], out[unseen : unseen + KINDS])
        all_alike(v["claimed"][q], cfg["per_deck"], out[claimed : claimed + kinds])
        all_alike(v["tested"][q], cfg["per_deck"], out[tested : tested + kinds])
        total = 0
        for i in range(KINDS):
            own = int(v["face_down"][q, i]) * (j == 0)
            total += VALUES[i] * (int(v["face_up"][q, i]) + int(v["shown"][q, i]) + own)
        out[k + j] = np.float32(total) * cfg["per_worth"]
        for i in range(2):
            out[k + n + 2 * j + i] = squash(np.int64(v["calls"][q, i]), TIMES, HALF_TIMES)
            out[k + 3 * n + 2 * j + i] = squash(np.int64(v["claims"][q, i]), TIMES, HALF_TIMES)
        face_up += KINDS
        shown += KINDS
        claimed += kinds
        tested += kinds
        unseen += KINDS
        q = left_of(cfg, q)
    if not cfg["free_claims"]:
        return unseen
    return free_claims(cfg, v, p, out, unseen)


def free_claims(cfg, v, p, out, k):
    """Write the totals claimed in this round from `out[k]` on; returns the length."""
    n = int(cfg["players"])
    end = k + 2 * n * MOST_CLAIM
    for i in range(k, end):
        out[i] = 0
    q = p
    for j in range(n):
        for i in range(MOST_PLANTINGS):
            claim = int(v["said"][q, i])
            if claim > TESTED:
                out[k + (n + j) * MOST_CLAIM + claim - TESTED - 1] += cfg["per_deck"]
            elif claim != NO_CLAIM:
                out[k + j * MOST_CLAIM + claim - 1] += cfg["per_deck"]
        q = left_of(cfg, q)
    return end


def odds(v):
    """Return the probability that the claim in progress is true, if all unseen cards are alike."""
    q = int(v["planter"])
    if q == SEATS:
        return np.float32(0)
    c = KIND_OF[int(v["claim"]) - VALUES[int(v["up_card"])] + MOST_VALUE]
    n = 0
    such = 0
    for k in range(KINDS):
        n += int(v["unseen"][q, k])
        such += int(v["unseen"][q, k]) * (c == k)
    return np.float32(such) / np.float32(max(n, 1))
