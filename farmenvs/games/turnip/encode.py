"""What a seat observes in Turnip.  Numbers refer to RULES.md."""

import numpy as np

from farmenvs.core.contract import MODES, TABLE
from farmenvs.core.spec import Piece
from farmenvs.games.turnip.deck import (
    KINDS,
    MOST_CLAIM,
    NO_CLAIM,
    NONE,
    SEATS,
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
HALF_CLAIMED = np.float32(20)
"""A claimed total x is written as x / (x + HALF_CLAIMED)."""
HALF_TIMES = np.float32(8)
"""How often something happened, x, is written as x / (x + HALF_TIMES)."""


def pieces(cfg, mode):
    """Return the pieces of an observation, in order."""
    n = int(cfg["players"])
    kinds = "by kind"
    seats = "own seat first, then clockwise"
    common = [
        Piece("phase", (DECISIONS,), "which decision is due: stash, turn, claim, call, tax"),
        Piece("turn", (n,), f"1 for the seat whose turn it is; {seats}"),
        Piece("crown", (n,), f"1 for the holder of the Crown; {seats}"),
        Piece("hand", (KINDS,), f"own cards in hand / own cards, {kinds}"),
        Piece("claim", (), f"the total claimed for the planting in progress / {MOST_CLAIM}"),
        Piece("claim_up", (KINDS,), f"1 for the face-up card of the planting in progress, {kinds}"),
        Piece("claim_down", (KINDS,), f"1 for its face-down card if it is one's own, {kinds}"),
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
        Piece("odds", (), "probability that the claim is true, by counting the planter's cards"),
        Piece("total", (n,), f"known worth of the Field / worth of a player's cards; {seats}"),
        Piece(
            "claimed",
            (n,),
            f"worth x of the Field by its claims: x / (x + {HALF_CLAIMED:.0f}); {seats}",
        ),
        Piece("called", (n, 2), f"times x that a seat called, claim false or true: {times}"),
        Piece("lied", (n, 2), f"times x that a claim was shown to be false or true: {times}"),
        Piece("unseen", (n, KINDS), f"cards that the others have not seen / all, {kinds}; {seats}"),
        Piece("known", (n, KINDS), f"known cards in the Field / all, {kinds}; {seats}"),
        Piece(
            "untested",
            (n, claim_kinds(cfg)),
            f"untested face-down cards / cards of a player, {claims}; {seats}",
        ),
    ]


def claim_kinds(cfg):
    """Return how many kinds of claims for a face-down card are told apart."""
    return KINDS + 1 if cfg["free_claims"] else KINDS


def encode(cfg, v, p, mode, out):
    """Write the observation of seat `p`: see `pieces`."""
    for j in range(out.shape[0]):
        out[j] = 0
    k = common(cfg, v, p, out)
    if mode == TABLE:
        return table(cfg, v, p, out, k)
    return memory(cfg, v, p, out, k)


def common(cfg, v, p, out):
    """Write what both modes show into `out`, all zero; returns where the next piece begins."""
    n = int(cfg["players"])
    if v["phase"] < DECISIONS:
        out[int(v["phase"])] = 1
    k = DECISIONS
    planter = int(v["planter"])
    if planter < SEATS:
        out[k + (planter - p) % n] = 1
    if v["crown"] < SEATS:
        out[k + n + (int(v["crown"]) - p) % n] = 1
    k += 2 * n
    for i in range(KINDS):
        out[k + i] = np.float32(v["hand"][p, i]) * cfg["per_card"][i]
    k += KINDS
    if in_progress(v):
        i = int(v["planted"][planter]) - 1
        out[k] = np.float32(v["claim"][planter, i]) / np.float32(MOST_CLAIM)
        if v["up"][planter, i] < NONE:
            out[k + 1 + int(v["up"][planter, i])] = 1
        if planter == p:
            out[k + 1 + KINDS + int(v["down"][planter, i])] = 1
    k += 1 + 2 * KINDS
    out[k] = progress(cfg, v)
    k += 1
    q = p
    for j in range(n):
        tokens = np.float32(v["tokens"][q])
        points = np.float32(v["points"][q])
        out[k + j] = np.float32(v["left"][q]) * cfg["per_deck"]
        out[k + n + j] = tokens / (tokens + HALF_TOKENS)
        out[k + 2 * n + j] = np.float32(v["market"][q]) * cfg["per_deck"] / np.float32(n)
        out[k + 3 * n + j] = points / (points + HALF_POINTS)
        q = left_of(cfg, q)
    return k + 4 * n


def in_progress(v):
    """Return whether a planting is being claimed or called on."""
    return v["phase"] == Phase.CLAIM or v["phase"] == Phase.CALL


def progress(cfg, v):
    """R29: return how far the game is, from 0 to 1."""
    if cfg["seasons"]:
        return np.float32(v["season"]) / np.float32(cfg["seasons"])
    if cfg["clock"]:
        return np.float32(v["turns"]) / np.float32(v["turns"] + cfg["clock"])
    best = 0
    for q in range(int(cfg["players"])):
        best = max(best, int(v["points"][q]))
    return np.float32(best) / np.float32(best + cfg["target"])


def table(cfg, v, p, out, k):
    """Write the rest of the table mode from `out[k]` on; returns the length."""
    n = int(cfg["players"])
    q = p
    for j in range(n):
        for i in range(int(v["planted"][q])):
            if v["up"][q, i] < NONE:
                out[k + KINDS * j + int(v["up"][q, i])] += cfg["per_card"][int(v["up"][q, i])]
        out[k + KINDS * n + j] = np.float32(v["planted"][q]) * cfg["per_deck"]
        out[k + KINDS * n + n + j] = np.float32(v["taxes"][q]) * cfg["per_deck"]
        q = left_of(cfg, q)
    return k + (KINDS + 2) * n


def memory(cfg, v, p, out, k):
    """Write the rest of the recall mode from `out[k]` on; returns the length."""
    n = int(cfg["players"])
    if v["stash"][p] < NONE:
        out[k + int(v["stash"][p])] = 1
    k += KINDS
    out[k] = odds(v)
    k += 1
    unseen = k + 6 * n
    known = unseen + KINDS * n
    untested = known + KINDS * n
    q = p
    for j in range(n):
        total = 0
        claimed = 0
        for i in range(int(v["planted"][q])):
            down = int(v["down"][q, i])
            up = int(v["up"][q, i])
            total += VALUES[down] + VALUES[up]
            if down < NONE:
                out[known + down] += cfg["per_card"][down]
            if up < NONE:
                out[known + up] += cfg["per_card"][up]
            if v["tested"][q, i] or v["claim"][q, i] == NO_CLAIM:
                claimed += VALUES[down] + VALUES[up]
            else:
                claimed += int(v["claim"][q, i])
                out[untested + claimed_kind(v, q, i)] += cfg["per_deck"]
        out[k + j] = np.float32(total) * cfg["per_worth"]
        out[k + n + j] = np.float32(claimed) / (np.float32(claimed) + HALF_CLAIMED)
        for c in range(2):
            called = np.float32(v["calls"][q, c])
            lied = np.float32(v["claims"][q, c])
            out[k + 2 * n + 2 * j + c] = called / (called + HALF_TIMES)
            out[k + 4 * n + 2 * j + c] = lied / (lied + HALF_TIMES)
        for c in range(KINDS):
            out[unseen + c] = np.float32(v["unseen"][q, c]) * cfg["per_card"][c]
        unseen += KINDS
        known += KINDS
        untested += claim_kinds(cfg)
        q = left_of(cfg, q)
    return untested


def odds(v):
    """Return the probability that the claim in progress is true, if all unseen cards are alike."""
    if v["phase"] != Phase.CALL:
        return np.float32(0)
    q = int(v["planter"])
    c = claimed_kind(v, q, int(v["planted"][q]) - 1)
    if c == KINDS:
        return np.float32(0)
    n = 0
    for k in range(KINDS):
        n += int(v["unseen"][q, k])
    return np.float32(v["unseen"][q, c]) / np.float32(n)


def claimed_kind(v, q, i):
    """Return the kind that a face-down card is claimed to be; KINDS if it is none."""
    worth = int(v["claim"][q, i]) - VALUES[int(v["up"][q, i])]
    for k in range(KINDS):
        if VALUES[k] == worth:
            return k
    return KINDS
