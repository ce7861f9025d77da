"""The rules of Turtle Soup, for two to six players.  Numbers refer to RULES.md.

Cards are flipped face up (chance) and fill a pot with chips.  Whenever four suits or more show, all
who are still in choose at once to wait or to take a bowl, their share of the pot.  When all six
suits show, the pot is lost.

Chance: the next card.  Secret: the choices of a round, until the last of them is in.

Read `apply` first, then what it calls.
"""

from enum import IntEnum

import numpy as np

from farmenvs.core.contract import CHANCE, TERMINAL
from farmenvs.core.game import cfg_dtype
from farmenvs.core.rng import below
from farmenvs.games.turtle_soup.deck import ALL_SUITS, CHIPS, EXTENDED, SUIT_BITS, VALUES

SEATS = 6
FEWEST_SUITS = 4
"""Suits that must show before anybody chooses (R5)."""

WAIT, BOWL = 0, 1
"""The actions, and what a seat has chosen in this round; UNKNOWN is neither."""
UNKNOWN = 2


class Phase(IntEnum):
    """Where a game stands."""

    CHOOSE = 0
    FLIP = 1
    OVER = 2


CFG = cfg_dtype(
    [
        ("nights", np.int16),
        ("deck", np.int8, EXTENDED),  # 1 for each card in play
        ("cards", np.int8),  # how many those are
        ("chips", np.int16, 3),  # what they bring in all: small, large, extra large
        # By the suits showing, as bits: how many cards of the deck bring all the rest.
        ("finishers", np.int8, ALL_SUITS + 1),
        ("most_up", np.int8),  # most cards that can lie face up without Turtle Butt
    ]
)

STATE = np.dtype(
    [
        ("phase", np.int8),  # Phase
        ("turn", np.int8),  # the seat that chooses; SEATS when nobody does
        ("night", np.int16),  # nights played before this one
        ("up", np.int8, EXTENDED),  # 1 for each card face up
        ("left", np.int8),  # cards of the deck that are not
        ("suits", np.int8),  # the suits showing, as bits
        ("pot", np.int16, 3),  # small, large, extra-large chips
        ("active", np.int8, SEATS),  # 1 for each seat that has not taken a bowl tonight
        ("choice", np.int8, SEATS),  # in this round: WAIT, BOWL, or UNKNOWN: not made, or sealed
        ("points", np.int32, SEATS),
    ]
)


def start(cfg, s):
    """R3: nobody has points; the first night begins."""
    s["night"] = 0
    for p in range(SEATS):
        s["points"][p] = 0
    begin_night(cfg, s)


def begin_night(cfg, s):
    """R4: all cards in the deck, the pot empty, everybody in."""
    s["phase"] = Phase.FLIP
    s["turn"] = SEATS
    s["suits"] = 0
    s["left"] = cfg["cards"]
    for i in range(EXTENDED):
        s["up"][i] = 0
    for c in range(3):
        s["pot"][c] = 0
    for p in range(SEATS):
        s["active"][p] = p < cfg["players"]
        s["choice"][p] = UNKNOWN


def actor(cfg, s):
    """Chance flips cards; at a choice, the seats in ascending order (R7)."""
    if s["phase"] == Phase.FLIP:
        return CHANCE
    if s["phase"] == Phase.OVER:
        return TERMINAL
    return int(s["turn"])


def legal(cfg, s, mask):
    """R7, R13: wait or take a bowl; so may the last one in."""
    mask[WAIT] = 1
    mask[BOWL] = 1


def weight(cfg, s, o):
    """R5: every card of the deck that is not face up is as likely as any other."""
    return int(cfg["deck"][o]) - int(s["up"][o])


def apply(cfg, s, a):
    """Flip card `a`, or let the seat to move choose `a`."""
    if s["phase"] == Phase.FLIP:
        flip(cfg, s, a)
        return
    p = int(s["turn"])
    s["choice"][p] = a
    s["turn"] = next_active(cfg, s, p + 1)
    if s["turn"] == SEATS:
        reveal(cfg, s)


def flip(cfg, s, card):
    """R5, R6, R11: a card comes up, and the soup may go Turtle Butt (R12, R14)."""
    s["up"][card] = 1
    s["left"] = int(s["left"]) - 1
    s["suits"] = int(s["suits"]) | SUIT_BITS[card]
    for c in range(3):
        s["pot"][c] = int(s["pot"][c]) + CHIPS[card, c]
    if s["suits"] == ALL_SUITS:
        end_night(cfg, s)
    elif count_suits(int(s["suits"])) >= FEWEST_SUITS:
        s["phase"] = Phase.CHOOSE
        s["turn"] = next_active(cfg, s, 0)


def reveal(cfg, s):
    """R8, R9: the choices are shown; every taker gets a share by the number of those who chose."""
    k = count_active(cfg, s)
    each = share(s, k)
    takers = 0
    for p in range(int(cfg["players"])):
        if s["choice"][p] == BOWL:
            takers += 1
            s["active"][p] = 0
            s["points"][p] = int(s["points"][p]) + each
        s["choice"][p] = UNKNOWN
    for c in range(3):
        s["pot"][c] = int(s["pot"][c]) - takers * (int(s["pot"][c]) // k)
    if takers == k:
        end_night(cfg, s)
    else:
        s["phase"] = Phase.FLIP


def end_night(cfg, s):
    """R10, R12, R15: the pot is lost, and the next night begins or the game is over."""
    s["night"] = int(s["night"]) + 1
    begin_night(cfg, s)
    if s["night"] == cfg["nights"]:
        s["phase"] = Phase.OVER


def share(s, k):
    """R8, R16: return the points that a taker gets when `k` seats choose."""
    points = 0
    for c in range(3):
        points += int(s["pot"][c]) // k * VALUES[c]
    return points


def next_active(cfg, s, first):
    """Return the first active seat from `first` on, or SEATS."""
    for p in range(first, int(cfg["players"])):
        if s["active"][p]:
            return p
    return SEATS


def count_active(cfg, s):
    """Return how many seats are in."""
    k = 0
    for p in range(int(cfg["players"])):
        k += int(s["active"][p])
    return k


def count_suits(bits):
    """Return how many suits a set of suit bits holds."""
    n = 0
    while bits:
        n += bits & 1
        bits >>= 1
    return n


def scores(cfg, s, out):
    """R16: the points so far."""
    for p in range(int(cfg["players"])):
        out[p] = s["points"][p]


def skippable(cfg, s):
    """R7: every choice is sealed, so none may be skipped."""
    return False


def winners(cfg, s, out):
    """R17: most points win; ties share."""
    best = 0
    for p in range(int(cfg["players"])):
        best = max(best, int(s["points"][p]))
    for p in range(int(cfg["players"])):
        out[p] = s["points"][p] == best


def truncated(cfg, s):
    """R15: the number of nights is a rule, not a cap."""
    return False


def conceal(cfg, s, p, mode):
    """R7: hide the sealed choices of the others; all else is open."""
    for q in range(SEATS):
        if q != p:
            s["choice"][q] = UNKNOWN


def resample(cfg, v, p, r):
    """R7: who chose before the seat to move, `p` apart, did one or the other, equally likely."""
    if v["phase"] == Phase.CHOOSE:
        for q in range(int(v["turn"])):
            if q != p and v["active"][q]:
                v["choice"][q] = below(r, 2)
