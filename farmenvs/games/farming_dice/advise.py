"""The rule-based player of Farming Dice: it moves to its own good and looks one roll ahead."""

from farmenvs.games.farming_dice.rules import (
    BANK,
    SEATS,
    Phase,
    is_pile,
    move,
    next_gift,
    pile_at,
    receiver,
    seat_at,
)

# What things are worth, in own tokens.  Found by trying: each makes it win more.
OTHERS = 0.6
"""What another farmer's tokens cost: t of them this much times t / (t + 1)."""
CROP = 1.0 / 3
"""A token to take at the next roll: a die shows Crop once in six, and gains a token or costs it."""
BANKED = 0.05
"""What a home token in the Bank costs: only a Crop brings it back, and a farmer may go out."""
HEAPED = 0.01
"""What home tokens cost that lie in one pile, by the square of their number."""


def advise(cfg, v, p, mask, r):
    """Return the action that gains most; of dice the one whose Crop would gain most."""
    n = int(cfg["players"])
    best = -1e9
    choice = 0
    for a in range(mask.shape[0]):
        if mask[a]:
            if v["phase"] == Phase.PICK:
                value = best_crop(v, p, seat_at(cfg, p, a))
            elif v["phase"] == Phase.GIVE:
                value = gain(v, p, p, receiver(v, p, next_gift(v)), seat_at(cfg, p, a - n))
            else:
                i = (a - 2 * n) // (n + 1)
                j = (a - 2 * n) - i * (n + 1)
                value = gain(v, p, pile_at(cfg, p, i), pile_at(cfg, p, j), int(v["die"]))
            if value > best:
                best = value
                choice = a
    return choice


def best_crop(v, p, c):
    """Return what seat `p` gains by the best move of a token of crop `c`: one roll ahead."""
    best = -1e9
    for i in range(SEATS + 1):
        if v["pile"][i, c]:
            for j in range(SEATS + 1):
                if i != j and is_pile(v, j):
                    best = max(best, gain(v, p, i, j, c))
    return best


def gain(v, p, i, j, c):
    """Return what seat `p` gains if a token of crop `c` goes from pile `i` to pile `j`."""
    before = pile_worth(v, p, i) + pile_worth(v, p, j) + crop_worth(v, p, c)
    move(v, i, j, c)
    after = pile_worth(v, p, i) + pile_worth(v, p, j) + crop_worth(v, p, c)
    move(v, j, i, c)
    return after - before


def pile_worth(v, p, i):
    """Return what pile `i` is worth to seat `p`: own tokens count, and who else has few."""
    tokens = int(v["held"][i])
    if i == p:
        return 1.0 * tokens
    return 0.0 if i == BANK else -OTHERS * tokens / (tokens + 1.0)


def crop_worth(v, p, c):
    """Return what it is worth to seat `p` where the tokens of crop `c` lie."""
    total = squares = 0
    for i in range(SEATS + 1):
        here = int(v["pile"][i, c])
        total += here
        squares += here * here
    worth = CROP if v["pile"][p, c] < total else 0.0
    if c == p:
        worth -= BANKED * int(v["pile"][BANK, c]) + HEAPED * squares
    return worth
