"""The rules of Farming Dice, for two to six players.  Numbers refer to RULES.md.

Every farmer begins with the tokens of one crop.  On a turn a farmer rolls as many dice as it has
tokens; the dice say which tokens go left, right, into the Bank or anywhere.  The last to have
tokens wins.  Nothing is hidden.

Chance: the first player, and each die.  A turn is factored into single token moves.

Sets of seats, and so of crops and dice, are bits of an integer: see `first_from`.

Read `apply` first, then `next_move`, which finds what has to be decided next.
"""

from enum import IntEnum

import numpy as np

from farmenvs.core.contract import CHANCE, TERMINAL
from farmenvs.core.game import cfg_dtype

SEATS = 6
BANK = SEATS
"""Index of the Bank among the piles; pile q is that of seat q."""
NOBODY = SEATS

MOST_TOKENS = 20
"""Tokens of a crop at most: all together fit into the int8 of a pile."""

SETS = 1 << SEATS
LOWEST = np.array([0, *((bits & -bits).bit_length() - 1 for bits in range(1, SETS))])
"""The lowest seat of each set but the empty one: [64] int64."""
HIGHEST = np.array([0, *(bits.bit_length() - 1 for bits in range(1, SETS))])
"""The highest one."""
COUNT = np.array([bits.bit_count() for bits in range(SETS)])
"""How many seats are in each set: [64] int64."""


class Face(IntEnum):
    """The faces of a die, as chance outcomes."""

    LEFT = 0
    RIGHT = 1
    BANK = 2
    BLANK = 3
    CROP = 4


WEIGHTS = np.array([1, 1, 1, 2, 1])
"""Faces of each kind on a die (R3): [5] int64."""


class Phase(IntEnum):
    """Where a game stands."""

    PICK = 0  # the seat whose turn it is picks a die to roll
    CROP = 1  # it moves a token of the die's crop from any pile to any other
    GIVE = 2  # it gives a token of its own pile left, right or to the Bank
    FIRST = 3  # chance: who begins
    ROLL = 4  # chance: the next die
    OVER = 5


CFG = cfg_dtype(
    [
        ("tokens", np.int8),  # of each crop
        ("first_player", np.int8),  # a seat, or NOBODY: chance decides
        ("max_turns", np.int32),
        # to encode: a division takes long
        ("per_token", np.float32),
        ("per_player", np.float32),
        ("per_turn", np.float32),
    ]
)

STATE = np.dtype(
    [
        ("phase", np.int8),  # Phase
        ("turn", np.int8),  # the seat whose turn it is, or NOBODY before the first and at the end
        ("turns", np.int32),  # turns rolled before this one
        ("farms", np.int8),  # set of the farmers still in the game, and so of the dice
        ("pile", np.int8, (SEATS + 1, SEATS)),  # tokens by pile and crop
        ("held", np.int8, SEATS + 1),  # tokens in each pile
        # the rest is about the turn
        ("came", np.int8),  # set of the crops of which a token came into the own pile
        ("to_pick", np.int8),  # dice still to pick
        ("picked", np.int8),  # set of the dice picked, but not yet rolled
        ("crops", np.int8),  # set of the dice that show Crop, but are not yet carried out
        ("gifts", np.int8, 3),  # likewise the number of dice that show Left, Right and Bank
        ("die", np.int8),  # the crop of the die that is rolled, or shows Crop; or NOBODY
    ]
)


def start(cfg, s):
    """R2, R3, R4: every farmer has the tokens of its own crop."""
    n = int(cfg["players"])
    for i in range(SEATS + 1):
        s["held"][i] = cfg["tokens"] if i < n else 0
        for c in range(SEATS):
            s["pile"][i, c] = cfg["tokens"] if i == c and c < n else 0
    s["farms"] = (1 << n) - 1
    s["turns"] = 0
    clear_turn(s)
    s["phase"] = Phase.FIRST
    if cfg["first_player"] != NOBODY:
        begin_turn(s, int(cfg["first_player"]))


def actor(cfg, s):
    """Chance, or the seat whose turn it is: all decisions of a turn are its own."""
    if s["phase"] == Phase.OVER:
        return TERMINAL
    if s["phase"] == Phase.FIRST or s["phase"] == Phase.ROLL:
        return CHANCE
    return int(s["turn"])


def weight(cfg, s, o):
    """R4, R7: each seat as first player, or the faces of the die."""
    if s["phase"] == Phase.FIRST:
        return 1 if o < cfg["players"] else 0
    return WEIGHTS[o] if o <= Face.CROP else 0


# -------------------------------------------------------------------------------- sets, numbers


def first_from(bits, p):
    """Return the first seat of a set (not empty) from seat `p` on, clockwise."""
    return LOWEST[bits >> p << p or bits]


def last_before(bits, p):
    """Return the last seat of a set (not empty) before seat `p`: the first one the other way."""
    return HIGHEST[bits & ((1 << p) - 1) or bits]


def seat_at(cfg, p, r):
    """Return the seat (and so the crop) that lies `r` to the left of seat `p`."""
    q = p + r
    return q - int(cfg["players"]) if q >= cfg["players"] else q


def pile_at(cfg, p, r):
    """Return the pile with relative number `r` as seen from seat `p`: the last one is the Bank."""
    return BANK if r == cfg["players"] else seat_at(cfg, p, r)


def is_pile(s, i):
    """R15: return 1 for the Bank and the piles of the farmers still in the game, else 0."""
    return (int(s["farms"]) | 1 << BANK) >> i & 1


def own_free(s, p, c):
    """R10: return how many tokens of crop `c` in the pile of seat `p`, whose turn it is, may move.

    No others need be watched: a crop has one die, so no token is moved by two that show Crop, and
    what comes later moves tokens of the own pile alone.
    """
    return int(s["pile"][p, c]) - (int(s["came"]) >> c & 1)


def holders(s):
    """Return the set of the farmers that have tokens."""
    bits = 0
    for q in range(SEATS):
        bits |= (s["held"][q] > 0) << q
    return bits


# -------------------------------------------------------------------------------- decisions


def legal(cfg, s, mask):
    """R6, R8, R9, R10: the dice that may be picked, or the tokens that may be moved."""
    n = int(cfg["players"])
    p = int(s["turn"])
    if s["phase"] == Phase.PICK:
        ahead = 0  # dice from here on
        later = 1  # nothing from here on is picked
        c = seat_at(cfg, p, n - 1)
        for r in range(n - 1, -1, -1):
            later &= ~(int(s["picked"]) >> c)
            die = int(s["farms"]) >> c & 1
            ahead += die
            mask[r] = die & later & (ahead >= s["to_pick"])
            c = c - 1 if c > 0 else n - 1
    elif s["phase"] == Phase.GIVE:
        c = p
        for r in range(n):
            mask[n + r] = own_free(s, p, c) > 0
            c = c + 1 if c + 1 < n else 0
    else:
        c = int(s["die"])
        for i in range(n + 1):
            if s["pile"][pile_at(cfg, p, i), c]:
                for j in range(n + 1):
                    if i != j:
                        mask[2 * n + i * (n + 1) + j] = is_pile(s, pile_at(cfg, p, j))


def apply(cfg, s, a):
    """Carry out an action, or a chance outcome."""
    n = int(cfg["players"])
    p = int(s["turn"])
    if s["phase"] == Phase.ROLL:
        s["crops"] = int(s["crops"]) | (a == Face.CROP) << int(s["die"])
        for side in range(3):
            s["gifts"][side] = int(s["gifts"][side]) + (a == side)
        if s["picked"]:
            take_die(s)
        else:
            next_move(cfg, s)
    elif s["phase"] == Phase.PICK:
        s["picked"] = int(s["picked"]) | 1 << seat_at(cfg, p, a)
        s["to_pick"] = int(s["to_pick"]) - 1
        if s["to_pick"] == 0:
            take_die(s)
    elif s["phase"] == Phase.GIVE:
        side = next_gift(s)
        move(s, p, receiver(s, p, side), seat_at(cfg, p, a - n))
        s["gifts"][side] = int(s["gifts"][side]) - 1
        next_move(cfg, s)
    elif s["phase"] == Phase.CROP:
        c = int(s["die"])
        row = (a - 2 * n) // (n + 1)
        i = pile_at(cfg, p, row)
        j = pile_at(cfg, p, a - 2 * n - row * (n + 1))
        move(s, i, j, c)
        if j == p:
            s["came"] = int(s["came"]) | 1 << c
        s["crops"] = int(s["crops"]) & ~(1 << c)
        next_move(cfg, s)
    else:
        begin_turn(s, a)


def move(s, i, j, c):
    """A token of crop `c` goes from pile `i` to pile `j`."""
    s["pile"][i, c] = int(s["pile"][i, c]) - 1
    s["pile"][j, c] = int(s["pile"][j, c]) + 1
    s["held"][i] = int(s["held"][i]) - 1
    s["held"][j] = int(s["held"][j]) + 1


def next_gift(s):
    """R11: return the side, LEFT, RIGHT or BANK, to which a token goes next, or BLANK if none."""
    bits = 1 << Face.BLANK
    for side in range(3):
        bits |= (s["gifts"][side] > 0) << side
    return LOWEST[bits]


def receiver(s, p, side):
    """R8: return the pile that a gift of seat `p` goes to."""
    if side == Face.BANK:
        return BANK
    farms = int(s["farms"])
    return first_from(farms, p + 1) if side == Face.LEFT else last_before(farms, p)


# -------------------------------------------------------------------------------- a turn


def clear_turn(s):
    """Forget the dice and the moves of the last turn; nobody's turn it is."""
    s["turn"] = NOBODY
    s["came"] = 0
    s["to_pick"] = 0
    s["picked"] = 0
    s["crops"] = 0
    for side in range(3):
        s["gifts"][side] = 0
    s["die"] = NOBODY


def begin_turn(s, p):
    """R5, R6: the first farmer from `p` on that has tokens rolls as many dice as it has tokens."""
    p = first_from(holders(s), p)
    s["turn"] = p
    if s["held"][p] < COUNT[int(s["farms"])]:
        s["to_pick"] = s["held"][p]
        s["phase"] = Phase.PICK
    else:
        s["picked"] = s["farms"]
        take_die(s)


def take_die(s):
    """R7: the next die of those picked is rolled."""
    c = first_from(int(s["picked"]), int(s["turn"]))
    s["picked"] = int(s["picked"]) & ~(1 << c)
    s["die"] = c
    s["phase"] = Phase.ROLL


def next_move(cfg, s):
    """R9, R11: find the next die to carry out: crops by ascending number, left, right, Bank."""
    if s["crops"]:
        s["die"] = first_from(int(s["crops"]), int(s["turn"]))
        s["phase"] = Phase.CROP
    elif next_gift(s) < Face.BLANK:
        s["die"] = NOBODY
        s["phase"] = Phase.GIVE
    else:
        end_turn(cfg, s)


def end_turn(cfg, s):
    """R12, R13, R14, R16, R17: some may go out, the game may end, or the next takes a turn."""
    out = lost(cfg, s)
    while out:
        leave(s, out)
        out = lost(cfg, s)
    p = int(s["turn"])
    clear_turn(s)
    s["turns"] = int(s["turns"]) + 1
    if COUNT[holders(s)] <= 1 or s["turns"] >= cfg["max_turns"]:
        s["phase"] = Phase.OVER
    else:
        begin_turn(s, p + 1)


def lost(cfg, s):
    """R12: return the set of the farmers without tokens whose home tokens lie all in one pile."""
    bits = 0
    empty = int(s["farms"]) & ~holders(s)
    while empty:
        q = LOWEST[empty]
        empty &= ~(1 << q)
        for i in range(SEATS + 1):
            if s["pile"][i, q] == cfg["tokens"]:
                bits |= 1 << q
    return bits


def leave(s, out):
    """R12: a set of farmers is out; their dice and home tokens leave the game."""
    s["farms"] = int(s["farms"]) & ~out
    for q in range(SEATS):
        if out >> q & 1:
            for i in range(SEATS + 1):
                s["held"][i] = int(s["held"][i]) - int(s["pile"][i, q])
                s["pile"][i, q] = 0


# -------------------------------------------------------------------------------- results


def scores(cfg, s, out):
    """R18: the tokens in the own pile."""
    for q in range(int(cfg["players"])):
        out[q] = s["held"][q]


def winners(cfg, s, out):
    """R13, R14, R17: the last with tokens; nobody if the Bank wins; at the cap the most tokens."""
    best = 1
    for q in range(int(cfg["players"])):
        best = max(best, int(s["held"][q]))
    for q in range(int(cfg["players"])):
        out[q] = s["held"][q] == best


def truncated(cfg, s):
    """R17: the cap on the turns ended the game."""
    return COUNT[holders(s)] > 1


def skippable(cfg, s):
    """Nothing is hidden: everybody sees what is forced."""
    return True


def conceal(cfg, s, p, mode):
    """Nothing is hidden: the state as every seat knows it is the state."""


def resample(cfg, v, p, r):
    """Nothing is hidden: there is nothing to fill in."""
