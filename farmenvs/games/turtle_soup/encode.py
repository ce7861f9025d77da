"""What a seat observes in Turtle Soup.  The two modes are alike: nothing that was shown is ever covered again."""

import numpy as np

from farmenvs.core.spec import Piece
from farmenvs.games.turtle_soup.deck import BASIC, LETTERS
from farmenvs.games.turtle_soup.rules import count_active, share

HALF_CHIPS = np.float32(24)
"""Chips x of a kind are shown as x / (x + HALF_CHIPS)."""
HALF_POINTS = np.float32(40)
"""Points x are shown as x / (x + HALF_POINTS)."""
HALF_SHARE = np.float32(8)
"""A share of x points is shown as x / (x + HALF_SHARE)."""


def pieces(cfg, mode):
    """Return the pieces of an observation, in order."""
    n = int(cfg["players"])
    return [
        Piece("up", (int(cfg["outcomes"]),), "1 for each card face up, by card index"),
        Piece("suits", (len(LETTERS),), f"1 for each suit showing, {' '.join(LETTERS)}"),
        Piece(
            "pot",
            (chip_kinds(cfg),),
            f"small, large{', extra-large' * (chip_kinds(cfg) > 2)} chips x in the pot, x/(x+24)",
        ),
        Piece("share", (), "points x that a bowl is worth now, x/(x+8)"),
        Piece("bust", (), "probability that the next card brings the sixth suit"),
        Piece("night", (), "nights played / nights"),
        Piece("active", (n,), "1 for each seat still in tonight, own seat first, then clockwise"),
        Piece("points", (n,), "points x of each seat, own seat first, then clockwise, x/(x+40)"),
    ]


def chip_kinds(cfg):
    """Return 3 if the deck has cards that bring extra-large chips, else 2."""
    return 3 if int(cfg["outcomes"]) > BASIC else 2


def encode(cfg, v, p, mode, out):
    """Write the observation of seat `p`: see `pieces`."""
    n = int(cfg["players"])
    k = int(cfg["outcomes"])
    for i in range(k):
        out[i] = v["up"][i]
    suits = int(v["suits"])
    for j in range(6):
        out[k + j] = (suits >> j) & 1
    k += 6
    for c in range(chip_kinds(cfg)):
        chips = np.float32(v["pot"][c])
        out[k + c] = chips / (chips + HALF_CHIPS)
    k += chip_kinds(cfg)
    seats = count_active(cfg, v)
    worth = np.float32(share(v, seats) if seats else 0)
    out[k] = worth / (worth + HALF_SHARE)
    # a card that would bring the sixth suit can't be face up, so their number follows from the suits alone
    out[k + 1] = cfg["finishers"][suits] / v["left"] if v["left"] else 0.0
    out[k + 2] = v["night"] / cfg["nights"]
    k += 3
    q = p
    for j in range(n):
        points = np.float32(v["points"][q])
        out[k + j] = v["active"][q]
        out[k + n + j] = points / (points + HALF_POINTS)
        q = q + 1 if q + 1 < n else 0
    return k + 2 * n
