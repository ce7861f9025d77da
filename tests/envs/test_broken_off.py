"""After an opponent has raised, nobody sees or plays its seat: all ask for `reset`."""

import copy
import pickle

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from farmenvs.envs.sb3 import SeatVecEnv
from farmenvs.envs.single import SeatEnv
from tests.envs.seats import episode, first, same
from tests.envs.tables import GAMES

BROKEN = r"^the last reset or step broke off: call reset\(\)$"


class Failing:
    """Plays the first legal action, but fails each time that its patience is at an end."""

    name = "failing"

    def __init__(self, how, patience=0):
        self.how, self.patience = how, patience

    def failure(self):
        """Raise or return what goes wrong, or None if all is well."""
        self.patience -= 1
        if self.patience >= 0:
            return None
        if isinstance(self.how, type):
            raise self.how
        return self.how

    def __call__(self, view, rng):
        wrong = self.failure()
        return first(view, rng) if wrong is None else wrong


class FailingInBatch(Failing):
    def batch(self, observations, masks, players, rng):
        wrong = self.failure()
        return masks.argmax(1) if wrong is None else wrong


WAYS = {
    "an error": ZeroDivisionError,
    "an interrupt": KeyboardInterrupt,
    "an illegal answer": 99,
    "an answer of a wrong type": "stop",
    "an answer of a wrong shape": np.zeros((2, 2)),
}
ERRORS = (ZeroDivisionError, KeyboardInterrupt, ValueError)


@pytest.fixture(params=WAYS)
def how(request):
    return WAYS[request.param]


@pytest.fixture(params=list(GAMES))
def game(request):
    return GAMES[request.param]


@pytest.fixture(params=[Failing, FailingInBatch])
def failing(request, how):
    return lambda patience: request.param(how, patience)


def copies(env):
    """Return an environment and copies of it."""
    return env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))


def play(env):
    for _ in range(100):
        env.reset(seed=5)
        while not env._over:
            env.step(int(env.action_masks().argmax()))


def play_lanes(env):
    env.reset()
    for _ in range(1000):
        env.step(env.action_masks().argmax(1))


def needs_reset(env):
    calls = (lambda: env.step(0), env.action_masks, env.render, lambda: env.seat)
    for call in calls:
        with pytest.raises(ResetNeeded, match=BROKEN):
            call()


def lanes_need_reset(env):
    actions = np.zeros(env.num_envs, np.int64)
    for call in (
        lambda: env.step(actions),
        env.action_masks,
        lambda: env.env_method("action_masks"),
    ):
        with pytest.raises(ValueError, match=BROKEN):
            call()


@pytest.mark.parametrize("patience", [0, 1, 2, 3, 5, 8, 13])
def test_one_learner_sees_nothing_more_of_an_episode_that_an_opponent_broke_off(
    game, failing, patience
):
    agent = failing(patience)
    env = SeatEnv(game, opponents=agent, seat=1, render_mode="ansi", mask_in="both")
    with pytest.raises(ERRORS):
        play(env)
    for each in copies(env):
        needs_reset(each)
    with pytest.raises(ERRORS):
        env.reset()
    needs_reset(env)
    agent.patience = 10**9
    rngs = [np.random.default_rng(1) for _ in range(2)]
    sound = SeatEnv(game, opponents=first, seat=1, mask_in="both")
    assert same(episode(env, rngs[0], 3), episode(sound, rngs[1], 3))
    assert env.render()


@pytest.mark.parametrize("patience", [0, 1, 2, 3, 5, 8, 13])
def test_no_lane_shows_anything_more_once_an_opponent_broke_off_a_step(game, failing, patience):
    agent = failing(patience)
    env = SeatVecEnv(game, 3, 5, opponents=agent, mask_in="both")
    with pytest.raises(ERRORS):
        play_lanes(env)
    for each in copies(env):
        lanes_need_reset(each)
    with pytest.raises(ERRORS):
        env.reset()
    lanes_need_reset(env)
    agent.patience = 10**9
    sound = SeatVecEnv(game, 3, 4, opponents=first, mask_in="both")
    env.seed(4)
    assert same([env.reset()], [sound.reset()])
    for _ in range(20):
        actions = sound.action_masks().argmax(1)
        mine, other = env.step(actions), sound.step(actions)
        assert same([mine[0], *mine[1:3]], [other[0], *other[1:3]])
