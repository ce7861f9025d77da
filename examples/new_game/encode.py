"""What a seat observes in Best Pumpkin; a perfect memory also knows what one has given up."""

import numpy as np

from farmenvs.core.contract import RECALL
from farmenvs.core.spec import Piece

from .rules import KEEP, NONE, SWAP


def pieces(cfg, mode):
    """Return the pieces of an observation, in order."""
    n, k = int(cfg["players"]), int(cfg["kinds"])
    found = [
        Piece("hands", (n, k), "1 for the kind of each pumpkin in sight; own seat first"),
        Piece("kept", (n,), "1 for each seat that has kept its pumpkin; own seat first"),
        Piece("swapped", (n,), "1 for each seat that has swapped it; own seat first"),
    ]
    if mode == "recall":
        found.append(Piece("given", (k,), "1 for the kind of the pumpkin that one has given up"))
    return found


def encode(cfg, v, p, mode, out):
    """Write the observation of seat `p`: see `pieces`."""
    n, k = int(cfg["players"]), int(cfg["kinds"])
    size = n * (k + 2) + (k if mode == RECALL else 0)
    for i in range(size):
        out[i] = np.float32(0)
    for j in range(n):
        q = (p + j) % n
        if v["hand"][q] < NONE:
            out[j * k + int(v["hand"][q])] = 1
        out[n * k + j] = v["choice"][q] == KEEP
        out[n * k + n + j] = v["choice"][q] == SWAP
    if mode == RECALL and v["given"][p] < NONE:
        out[n * (k + 2) + int(v["given"][p])] = 1
    return size
