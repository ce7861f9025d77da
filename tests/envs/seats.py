"""Opponents and episodes, for the tests of the environments with one learner."""

import gymnasium
import numpy as np

from farmenvs.agents import RandomAgent, RulesAgent
from tests.envs.tables import choose


class Asked(RulesAgent):
    """The rules agent, but asked in Python; it draws alike each time."""

    def __call__(self, view, rng):
        return view.advice(0)


def first(view, rng):
    """Play the first legal action."""
    return view.legal_actions()[0]


def drawn(view, rng):
    """Play a random legal action, in Python."""
    return RandomAgent()(view, rng)


OPPONENTS = {"rules": "rules", "random": "random", "asked": Asked(), "drawn": drawn}


def episode(env, rng, seed=None):
    """Play an episode at random; returns all that the environment gave."""
    obs, info = env.reset(seed=seed)
    given = [(obs, 0.0, False, False, info)]
    while not (given[-1][2] or given[-1][3]):
        given.append(env.step(choose(env.unwrapped.action_masks(), rng)))
    return given


def same(one, other):
    """Say whether what two environments gave is the same."""
    return len(one) == len(other) and all(
        gymnasium.utils.env_checker.data_equivalence(a, b, exact=True)
        for a, b in zip(one, other, strict=True)
    )


def truth(env, points):
    """Return the learner's points or outcome by the record of the game itself."""
    game, seats = env.game, env._seats
    out = np.zeros(game.num_players())
    kernels = game.kernels
    (kernels.points_of if points else kernels.final_returns)(game.cfg1, seats.states, out)
    return out[env.seat]
