"""The loops around a game, written against the contract's stubs; `jit.bind` puts verbs in.

Here is what all of them share, and the batch; `single` plays one game and asks single verbs,
`players` lets compiled players act.

Functions whose first argument is `cfg1` are called from Python, the others by these only.  Arrays
from there are one-element or [N] (a record as an argument costs five times as much): `cfg1` [1]
CFG, `states` [N] STATE, `views` [1] STATE (scratch for a concealed state), `r` [N] uint64 random
counters.
"""

import numpy as np

from .contract import (
    CHANCE,
    CHECKED,
    RECALL,
    actor,
    apply,
    conceal,
    encode,
    legal,
    scores,
    skippable,
    start,
    truncated,
    weight,
    winners,
)
from .rng import below_at

ILLEGAL = -9
"""What `act` and `step` return for an action that is not legal; nothing has changed."""

OUTCOME, SCORE = 0, 1
"""Kinds of reward: the outcome at the end, or the points as they come."""

RANDOM, RULES, OUTSIDE = 0, 1, 2
"""Kinds of player: uniform legal, the game's `advise`, or one whom Python asks."""

LANE_0, KEEP_FORCED, RECALLED, NOBODY = np.int64(0), np.bool_(False), np.int64(RECALL), np.int64(-1)
"""Arguments that Numba takes for values like any other: for a literal it compiles callees anew."""

FEW = 8
"""So many outcomes or fewer `draw` adds up; of more it tries one by one, which mostly is sooner."""

TRIES = 64
"""Rejections before `draw` adds up the weights after all; either way the draw is exact."""


# -------------------------------------------------------------------------------- chance and masks


def clear(mask):
    """Zero `mask` [A]."""
    for a in range(mask.shape[0]):
        mask[a] = 0


def total_weight(cfg, s):
    """Return the sum of the weights of all chance outcomes."""
    total = 0
    for o in range(int(cfg["outcomes"])):
        total += int(weight(cfg, s, o))
    return total


def draw(cfg, s, r, i):
    """Return a chance outcome by its weight, drawn from counter `r[i]`.

    -1 if none is possible: a fault of the game.
    """
    n = int(cfg["outcomes"])
    most = int(cfg["max_weight"])
    for _ in range(TRIES if n > FEW else 0):
        o = below_at(r, i, n)
        w = int(weight(cfg, s, o))
        if w == most or (w > 0 and below_at(r, i, most) < w):
            return o
    total = total_weight(cfg, s)
    if total <= 0:
        return -1
    k = below_at(r, i, total)
    drawn = 0
    for o in range(n):  # without a branch that nobody can foresee
        k -= int(weight(cfg, s, o))
        drawn += k >= 0
    return drawn


def pick(mask, r, i):
    """Return a uniformly random legal action of `mask` [A], drawn from counter `r[i]`."""
    n = 0
    for a in range(mask.shape[0]):
        n += int(mask[a])
    k = below_at(r, i, np.int64(n))  # in the first pass of type inference, n is a literal
    for a in range(mask.shape[0]):
        k -= int(mask[a])
        if k < 0:
            return a
    return -1


def to_decision(cfg, s, r, i):
    """Carry out chance until a seat must decide or the game is over; returns who."""
    p = actor(cfg, s)
    while p == CHANCE:
        o = draw(cfg, s, r, i)
        if CHECKED:
            assert o >= 0, "no chance outcome is possible"
        apply(cfg, s, o)
        p = actor(cfg, s)
    return p


def forced(cfg, s, mask):
    """Return the only action of `mask` [A] if everybody can see that it is forced, else -1."""
    if not skippable(cfg, s):
        return -1
    n = 0
    for a in range(mask.shape[0]):  # without a branch that nobody can foresee
        n += int(mask[a])
    if n > 1:
        return -1
    for a in range(mask.shape[0]):
        if mask[a]:
            return a
    return -1


def offer(cfg, s, r, i, p, skip, mask):
    """Write the legal actions of seat `p` to `mask` [A], zeros at the end.

    With `skip` moves on past what is forced.  Returns the seat that must decide, or TERMINAL.
    """
    while True:
        clear(mask)
        if p < 0:
            return p
        legal(cfg, s, mask)
        if not skip:
            return p
        a = forced(cfg, s, mask)
        if a < 0:
            return p
        apply(cfg, s, a)
        p = to_decision(cfg, s, r, i)


def settle(cfg, s, r, i, skip, mask):
    """`to_decision`, then `offer`."""
    return offer(cfg, s, r, i, to_decision(cfg, s, r, i), skip, mask)


# -------------------------------------------------------------------------------- one lane


def look(cfg, s, views, p, mode, obs):
    """Write what seat `p` observes of the true state `s` to `obs` [F]; `views` [1] is scratch."""
    v = s
    if (cfg["open"] >> mode) & 1 == 0:  # else the copy would be another 170 ns, of 3.4 KB
        views[0] = s
        v = views[0]
        conceal(cfg, v, p, mode)
    encode(cfg, v, p, mode, obs)


def returns(cfg, s, out):
    """At the end, write the outcome of each seat to `out` [P]: a sole winner 1, ties share."""
    winners(cfg, s, out)
    n = out.shape[0]
    won = 0.0
    for p in range(n):
        won += out[p]
    for p in range(n):
        out[p] = ((n * out[p] / won if won > 0 else 0.0) - 1) / (n - 1)


def pay(cfg, s, over, kind, points, rewards):
    """Write the rewards of a step to `rewards` [P]; `points` [P], the scores paid, is updated."""
    n = rewards.shape[0]
    if kind == SCORE:
        scores(cfg, s, rewards)
        for p in range(n):
            now = rewards[p]
            rewards[p] = now - points[p]
            points[p] = now
    elif over:
        returns(cfg, s, rewards)


def open_lane(cfg, s, views, r, i, mode, skip, obs, mask, points):
    """Begin a game; returns the first seat to decide, what it sees in `obs`, may do in `mask`.

    A game that is over before anybody decides is dealt anew (up to TRIES times): an episode has a
    decision, and no lane gets stuck.
    """
    start(cfg, s)
    p = settle(cfg, s, r, i, skip, mask)
    tries = 0
    while p < 0 and tries < TRIES:
        start(cfg, s)
        p = settle(cfg, s, r, i, skip, mask)
        tries += 1
    for q in range(points.shape[0]):
        points[q] = 0
    if p >= 0:
        look(cfg, s, views, p, mode, obs)
    return p


# -------------------------------------------------------------------------------- batches


def observe_lanes(cfg1, states, views, lanes, players, mode, obs):
    """`look` at the games `lanes` [K] int64, each for its seat in `players` [N]: `obs` [K, F]."""
    cfg = cfg1[0]
    for k in range(lanes.shape[0]):
        i = lanes[k]
        look(cfg, states[i], views, players[i], mode, obs[k])


def batch_begin(
    cfg1, states, views, r, lanes, mode, skip, obs, masks, points, players, rewards, ended, cut
):
    """Begin the games of the lanes marked in `lanes` [N] bool; arrays as in `batch_step`."""
    cfg = cfg1[0]
    for i in range(states.shape[0]):
        if lanes[i]:
            players[i] = open_lane(
                cfg, states[i], views, r, i, mode, skip, obs[i], masks[i], points[i]
            )
            ended[i] = False
            cut[i] = False
            for p in range(rewards.shape[1]):
                rewards[i, p] = 0


def first_illegal(actions, masks, players, lo, hi):
    """Return the first lane `lo … hi-1` in play whose action is not legal, or -1."""
    n = masks.shape[1]
    for i in range(lo, hi):
        if players[i] >= 0:
            a = actions[i]
            if a < 0 or a >= n or masks[i, a] == 0:
                return i
    return -1


def batch_check(cfg1, actions, masks, players):
    """`first_illegal` of all lanes."""
    return first_illegal(actions, masks, players, 0, actions.shape[0])


def batch_step(
    cfg1,
    states,
    r,
    actions,
    mode,
    skip,
    kind,
    again,
    obs,
    masks,
    points,
    players,
    rewards,
    ended,
    cut,
    finals,
    views,
    lo,
    hi,
):
    """Play one decision in each lane `lo … hi-1` that is in play, if all their actions are legal.

    With `again` a finished lane begins its next game.  Returns -1, or the first lane whose action
    is illegal; then nothing has moved.

    Args: `actions` [N] int64.  Overwritten: `obs` [N, F], `masks` [N, A], `points` [N, P],
    `players` [N], `rewards` [N, P], `ended` and `cut` [N] bool (terminated, truncated), `finals`
    [N] STATE: the finished records.
    """
    wrong = first_illegal(actions, masks, players, lo, hi)
    if wrong >= 0:
        return wrong
    cfg = cfg1[0]
    for i in range(lo, hi):
        if ended[i] or cut[i]:
            ended[i] = False
            cut[i] = False
            for p in range(rewards.shape[1]):
                rewards[i, p] = 0
        if players[i] < 0:
            continue
        # as `step`, but rows are taken only where they are used: a call that takes them all is slow
        s = states[i]
        apply(cfg, s, actions[i])
        p = settle(cfg, s, r, i, skip, masks[i])
        if p >= 0:
            look(cfg, s, views, p, mode, obs[i])
        if p < 0 or kind == SCORE:
            pay(cfg, s, p < 0, kind, points[i], rewards[i])
        if p < 0:
            cut[i] = truncated(cfg, s)
            ended[i] = not cut[i]
            finals[i] = s
            if again:
                p = open_lane(cfg, s, views, r, i, mode, skip, obs[i], masks[i], points[i])
        players[i] = p
    return -1
