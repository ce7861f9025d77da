"""The loops in which compiled players act: around a learner, in matches and in playouts.

Arguments as in `core.driver`.
"""

from .contract import CHANCE, CHECKED, TERMINAL, advise, apply, conceal, start, truncated
from .driver import (
    KEEP_FORCED,
    LANE_0,
    NOBODY,
    OUTSIDE,
    RANDOM,
    RECALLED,
    TRIES,
    look,
    pay,
    pick,
    returns,
    settle,
)


def choose(cfg, s, views, p, player, mask, r, i):
    """Return the action of a RANDOM or RULES player at seat `p`, from what that seat knows."""
    if player == RANDOM:
        return pick(mask, r, i)
    views[0] = s
    conceal(cfg, views[0], p, RECALLED)
    a = advise(cfg, views[0], p, mask, r[i : i + 1])
    if CHECKED:
        assert mask[a] == 1, "advice is illegal"
    return a


def until_seat(cfg, s, views, r, others, i, seat, kinds, skip, mask):
    """Let compiled players act until `seat` or an OUTSIDE player must, or the end; returns who.

    `others` [N] uint64 are the players' own counters, so that chance falls as it does without them;
    `kinds` [P] int8.
    """
    p = settle(cfg, s, r, i, skip, mask)
    while p >= 0 and p != seat and kinds[p] != OUTSIDE:
        apply(cfg, s, choose(cfg, s, views, p, kinds[p], mask, others, i))
        p = settle(cfg, s, r, i, skip, mask)
    return p


def seats_begin(
    cfg1, states, views, r, others, lanes, seats, kinds, mode, skip, obs, masks, points, players
):
    """Begin a game in the lanes marked, up to the first decision of an outside player.

    `seats` [N] int64 is the learner's seat in each lane, `kinds` [N, P] int8 who plays the others;
    the rest as in `batch_step`. A game that ends before is dealt anew (up to TRIES times): an
    episode has at least one decision of an outside player.
    """
    cfg = cfg1[0]
    for i in range(states.shape[0]):
        if lanes[i]:
            s = states[i]
            p = TERMINAL
            for _ in range(TRIES):
                if p < 0:
                    start(cfg, s)
                    p = until_seat(cfg, s, views, r, others, i, seats[i], kinds[i], skip, masks[i])
            for q in range(points.shape[1]):
                points[i, q] = 0
            look(cfg, s, views, seats[i] if p < 0 else p, mode, obs[i])
            players[i] = p


def seats_step(
    cfg1,
    states,
    views,
    r,
    others,
    lanes,
    actions,
    seats,
    kinds,
    mode,
    skip,
    obs,
    masks,
    players,
    ended,
    cut,
):
    """Play the decision of whoever is to act in the lanes marked, and on to the next one outside.

    At an end `players[i]` is TERMINAL, one of `ended`, `cut` is set, the record stays, and `obs[i]`
    shows it to the learner's seat.
    """
    cfg = cfg1[0]
    for i in range(states.shape[0]):
        ended[i] = False
        cut[i] = False
        if lanes[i] and players[i] >= 0:
            s = states[i]
            apply(cfg, s, actions[i])
            p = until_seat(cfg, s, views, r, others, i, seats[i], kinds[i], skip, masks[i])
            if p < 0:
                cut[i] = truncated(cfg, s)
                ended[i] = not cut[i]
                look(cfg, s, views, seats[i], mode, obs[i])
            else:
                look(cfg, s, views, p, mode, obs[i])
            players[i] = p


def seats_pay(cfg1, states, lanes, players, kind, points, rewards):
    """Write the rewards of the lanes marked since the last call to `rewards` [N, P], else 0."""
    cfg = cfg1[0]
    for i in range(states.shape[0]):
        for p in range(rewards.shape[1]):
            rewards[i, p] = 0
        if lanes[i]:
            pay(cfg, states[i], players[i] < 0, kind, points[i], rewards[i])


def match_step(cfg1, states, views, r, others, actions, kinds, skip, masks, players):
    """Play the decisions of the outside players, and on to the next, in games without a learner.

    `players` [N] int64 is CHANCE in a lane whose game is to be begun, then the OUTSIDE player to
    decide, at last TERMINAL; `actions` [N] int64 are read where an outside player decides, and are
    legal there. The finished records stay.
    """
    cfg = cfg1[0]
    for i in range(states.shape[0]):
        s = states[i]
        if players[i] == CHANCE:
            start(cfg, s)
        elif players[i] >= 0:
            apply(cfg, s, actions[i])
        else:
            continue
        players[i] = until_seat(cfg, s, views, r, others, i, NOBODY, kinds[i], skip, masks[i])


def playout(cfg1, states, views, r, player, mask, out):
    """Play a game out with all seats RANDOM or RULES: returns to `out` [P]; returns its length."""
    cfg = cfg1[0]
    s = states[0]
    n = 0
    p = settle(cfg, s, r, LANE_0, KEEP_FORCED, mask)
    while p >= 0:
        apply(cfg, s, choose(cfg, s, views, p, player, mask, r, LANE_0))
        n += 1
        p = settle(cfg, s, r, LANE_0, KEEP_FORCED, mask)
    returns(cfg, s, out)
    return n
