"""What a seat observes in Farming Dice: everything, in both modes, seen from its own seat."""

import numpy as np

from farmenvs.core.spec import Piece
from farmenvs.games.farming_dice.rules import BANK, Phase, next_gift

DECISIONS = 5
"""What may be to decide: a pick, a crop move, a gift left, right or to the Bank."""


def pieces(cfg, mode):
    """Return the pieces of an observation, in order."""
    n = int(cfg["players"])
    first = "own first, then clockwise"
    return [
        Piece("piles", (n + 1, n), f"tokens / tokens of a crop, by pile ({first}; Bank) and crop"),
        Piece("farms", (n,), f"1 for each farmer in the game, {first}"),
        Piece("turn", (n,), "1 for the seat whose turn it is"),
        Piece("picked", (n,), "1 for each die picked, but not yet rolled, by crop"),
        Piece("crops", (n,), "1 for each die that shows Crop, but is not yet carried out"),
        Piece("die", (n,), "1 for the die that is rolled, or whose Crop is carried out"),
        Piece("came", (n,), "1 for each crop of which a token came into the pile that gives"),
        Piece("decision", (DECISIONS,), "1 for: pick, crop move, give left, give right, to Bank"),
        Piece("gifts", (3,), "dice to carry out / players: Left, Right, Bank"),
        Piece("turns", (), "turns rolled / max_turns"),
    ]


def encode(cfg, v, p, mode, out):
    """Write the observation of seat `p`: see `pieces`."""
    n = int(cfg["players"])
    share = cfg["per_token"]
    farms, picked = int(v["farms"]), int(v["picked"])
    crops, came = int(v["crops"]), int(v["came"])
    k = (n + 1) * n
    c = p
    for j in range(n):  # all that is told of each seat and of its crop
        i = p
        for r in range(n):
            out[r * n + j] = share * np.float32(v["pile"][i, c])
            i = i + 1 if i + 1 < n else 0
        out[n * n + j] = share * np.float32(v["pile"][BANK, c])
        out[k + j] = farms >> c & 1
        out[k + n + j] = v["turn"] == c
        out[k + 2 * n + j] = picked >> c & 1
        out[k + 3 * n + j] = crops >> c & 1
        out[k + 4 * n + j] = v["die"] == c
        out[k + 5 * n + j] = came >> c & 1
        c = c + 1 if c + 1 < n else 0
    k += 6 * n
    decision = decision_of(v)
    for j in range(DECISIONS):
        out[k + j] = j == decision
    k += DECISIONS
    for side in range(3):
        out[k + side] = np.float32(v["gifts"][side]) * cfg["per_player"]
    out[k + 3] = np.float32(v["turns"]) * cfg["per_turn"]
    return k + 4


def decision_of(v):
    """Return what has to be decided, 0 … DECISIONS-1, or DECISIONS at a chance node or the end."""
    if v["phase"] == Phase.PICK:
        return 0
    if v["phase"] == Phase.CROP:
        return 1
    return 2 + next_gift(v) if v["phase"] == Phase.GIVE else DECISIONS
