"""One game, stepped, and each verb by itself: for environments and states of arrays of one element.

Arguments as in `core.driver`.
"""

from .contract import (
    CHANCE,
    TERMINAL,
    actor,
    advise,
    apply,
    conceal,
    encode,
    legal,
    resample,
    scores,
    skippable,
    start,
    truncated,
    weight,
    winners,
)
from .driver import ILLEGAL, LANE_0, clear, draw, look, open_lane, pay, returns, settle

# -------------------------------------------------------------------------------- single games


def begin(cfg1, states, views, r, mode, skip, obs, mask, points):
    """`open_lane` for a single game."""
    return open_lane(cfg1[0], states[0], views, r, LANE_0, mode, skip, obs, mask, points)


def step(cfg1, states, views, r, a, mode, skip, kind, obs, mask, points, rewards):
    """Play one decision; returns the next seat to decide or TERMINAL, or ILLEGAL.

    `mask` is that of the last call; `obs`, `mask`, `points` and `rewards` [P] are overwritten.
    """
    if a < 0 or a >= mask.shape[0] or mask[a] == 0:
        return ILLEGAL
    cfg = cfg1[0]
    s = states[0]
    for p in range(rewards.shape[0]):
        rewards[p] = 0
    apply(cfg, s, a)
    p = settle(cfg, s, r, LANE_0, skip, mask)
    if p >= 0:
        look(cfg, s, views, p, mode, obs)
    pay(cfg, s, p < 0, kind, points, rewards)
    return p


def observe(cfg1, states, views, p, mode, obs):
    """`look` for a single game."""
    look(cfg1[0], states[0], views, p, mode, obs)


# ------------------------------------------------------------------------------ verbs, from Python


def open_state(cfg1, states):
    """`start` and `actor`."""
    start(cfg1[0], states[0])
    return actor(cfg1[0], states[0])


def who(cfg1, states):
    """`actor`."""
    return actor(cfg1[0], states[0])


def act(cfg1, states, a, mask):
    """Carry out an action or outcome if it is legal; returns the next actor, or ILLEGAL.

    `mask` [A] is scratch.
    """
    cfg = cfg1[0]
    s = states[0]
    p = actor(cfg, s)
    if p == CHANCE:
        if a < 0 or a >= int(cfg["outcomes"]) or weight(cfg, s, a) <= 0:
            return ILLEGAL
    else:
        if p == TERMINAL or a < 0 or a >= mask.shape[0]:
            return ILLEGAL
        clear(mask)
        legal(cfg, s, mask)
        if mask[a] == 0:
            return ILLEGAL
    apply(cfg, s, a)
    return actor(cfg, s)


def legal_mask(cfg1, states, mask):
    """Write the acting seat's legal actions to `mask` [A], zeros at chance nodes and at the end."""
    clear(mask)
    if actor(cfg1[0], states[0]) >= 0:
        legal(cfg1[0], states[0], mask)


def weights(cfg1, states, out):
    """Write the weights of all chance outcomes to `out` [C] int64; returns their sum."""
    total = 0
    for o in range(out.shape[0]):
        out[o] = weight(cfg1[0], states[0], o)
        total += out[o]
    return total


def sample_chance(cfg1, states, r):
    """`draw` for a single game, not yet carried out."""
    return draw(cfg1[0], states[0], r, LANE_0)


def may_skip(cfg1, states):
    """`skippable`."""
    return skippable(cfg1[0], states[0])


def final_returns(cfg1, states, out):
    """`returns` for a single game."""
    returns(cfg1[0], states[0], out)


def final_winners(cfg1, states, out):
    """`winners`."""
    winners(cfg1[0], states[0], out)


def points_of(cfg1, states, out):
    """`scores`."""
    scores(cfg1[0], states[0], out)


def was_cut(cfg1, states):
    """`truncated`."""
    return truncated(cfg1[0], states[0])


def hide(cfg1, states, p, mode):
    """`conceal`."""
    conceal(cfg1[0], states[0], p, mode)


def refill(cfg1, views, p, r):
    """`resample`."""
    resample(cfg1[0], views[0], p, r)


def write(cfg1, views, p, mode, obs):
    """`encode` of a concealed state; returns the number of floats written."""
    return encode(cfg1[0], views[0], p, mode, obs)


def advice(cfg1, views, p, mask, r):
    """`advise`."""
    return advise(cfg1[0], views[0], p, mask, r)
