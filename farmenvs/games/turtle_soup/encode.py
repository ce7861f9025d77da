"""What a seat observes in Turtle Soup.

The two modes are alike: nothing that was shown is ever covered again.
"""

import numpy as np

from farmenvs.core.spec import Piece
from farmenvs.games.turtle_soup.deck import BASIC, LETTERS
from farmenvs.games.turtle_soup.rules import count_active, share

HALF_SHARE = np.float32(8)
"""A share of x points is written as x / (x + HALF_SHARE)."""
HALF_POINTS = np.float32(40)
"""Points x are written as x / (x + HALF_POINTS)."""


def pieces(cfg, mode):
    """Return the pieces of an observation, in order."""
    n = int(cfg["players"])
    kinds = chip_kinds(cfg)
    first = "own seat first, then clockwise"
    return [
        Piece("up", (int(cfg["outcomes"]),), "1 for each card face up, by card index"),
        Piece("suits", (len(LETTERS),), f"1 for each suit showing: {' '.join(LETTERS)}"),
        Piece(
            "pot",
            (kinds,),
            f"chips in the pot / chips of the deck: small, large{', extra large' * (kinds > 2)}",
        ),
        Piece("share", (), f"points x that a bowl is worth now: x / (x + {HALF_SHARE:.0f})"),
        Piece("bust", (), "probability that the next card brings the sixth suit"),
        Piece("night", (), "nights played / nights"),
        Piece("active", (n,), f"1 for each seat that is still in tonight; {first}"),
        Piece("points", (n,), f"points x of each seat: x / (x + {HALF_POINTS:.0f}); {first}"),
    ]


def chip_kinds(cfg):
    """Return 3 if the deck may bring extra-large chips, else 2."""
    return 3 if cfg["outcomes"] > BASIC else 2


def encode(cfg, v, p, mode, out):
    """Write the observation of seat `p`: see `pieces`."""
    n = int(cfg["players"])
    k = int(cfg["outcomes"])
    for i in range(k):
        out[i] = v["up"][i]
    suits = int(v["suits"])
    for j in range(len(LETTERS)):
        out[k + j] = suits >> j & 1
    k += len(LETTERS)
    for c in range(chip_kinds(cfg)):
        # a small deck may lack a kind of chip
        out[k + c] = v["pot"][c] / max(int(cfg["chips"][c]), 1)
    k += chip_kinds(cfg)
    active = count_active(cfg, v)
    worth = np.float32(share(v, active) if active else 0)
    out[k] = worth / (worth + HALF_SHARE)
    # No card that would bring the sixth suit is face up, so their number follows from the suits
    # alone; and at least one such card is left.
    out[k + 1] = cfg["finishers"][suits] / v["left"]
    out[k + 2] = v["night"] / cfg["nights"]
    k += 3
    q = p
    for j in range(n):
        points = np.float32(v["points"][q])
        out[k + j] = v["active"][q]
        out[k + n + j] = points / (points + HALF_POINTS)
        q = q + 1 if q + 1 < n else 0
    return k + 2 * n
