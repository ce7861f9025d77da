"""One seat as a Gymnasium environment: seeds and copies."""

import copy
import pickle

import numpy as np
import pytest

from farmenvs.agents.sb3 import SB3Agent
from farmenvs.envs.single import SeatEnv
from tests.agents.models import trained
from tests.envs.seats import OPPONENTS, episode, same
from tests.envs.tables import GAMES, choose


@pytest.fixture(params=list(GAMES))
def game(request):
    return GAMES[request.param]


@pytest.fixture(params=list(OPPONENTS))
def opponents(request):
    return OPPONENTS[request.param]


def test_a_seed_fixes_the_episode_and_all_unseeded_ones_after_it(game, opponents):
    one, other = (SeatEnv(game, opponents=opponents) for _ in range(2))
    rngs = [np.random.default_rng(1) for _ in range(2)]
    episode(one, np.random.default_rng(), None)  # what went before does not matter
    assert same(episode(one, rngs[0], 9), episode(other, rngs[1], 9))
    for _ in range(10):
        assert same(episode(one, rngs[0]), episode(other, rngs[1]))
        assert one.seat == other.seat


def test_the_same_seed_again_gives_the_same_again(game, opponents):
    env = SeatEnv(game, opponents=opponents)
    once, again = (episode(env, np.random.default_rng(1), 9) for _ in range(2))
    assert same(once, again)


def test_other_seeds_and_later_episodes_differ(game):
    env = SeatEnv(game, opponents="random", seat=0)
    first = [env.reset(seed=seed)[0] for seed in range(30)]
    assert len(np.unique(first, axis=0)) > 2
    env.reset(seed=0)
    later = [env.reset()[0] for _ in range(30)]
    assert len(np.unique(later, axis=0)) > 2


def test_without_a_seed_two_environments_differ(game):
    one, other = (SeatEnv(game, opponents="random", seat=0) for _ in range(2))
    assert any(not np.array_equal(one.reset()[0], other.reset()[0]) for _ in range(30))


@pytest.mark.parametrize("seed", [-1, 0.5, "x", True])
def test_a_wrong_seed_is_one_line_and_changes_nothing(game, seed):
    one, other = (SeatEnv(game, opponents="random") for _ in range(2))
    for env in (one, other):
        env.reset(seed=3)
    with pytest.raises(ValueError, match=r"^seed must be a whole number >= 0 or None, not "):
        one.reset(seed=seed)
    rngs = [np.random.default_rng(1) for _ in range(2)]
    assert same([one.step(0)], [other.step(0)])
    assert same(episode(one, rngs[0]), episode(other, rngs[1]))


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.array])
def test_a_number_of_numpy_is_a_seed_as_any_other(game, kind):
    one, other = (SeatEnv(game, opponents="random") for _ in range(2))
    rngs = [np.random.default_rng(1) for _ in range(2)]
    assert same(episode(one, rngs[0], 9), episode(other, rngs[1], kind(9)))


def test_reset_takes_no_options(game):
    env = SeatEnv(game)
    env.reset(options={})
    with pytest.raises(ValueError, match=r"^reset takes no options \(the environment does\), not "):
        env.reset(options={"players": 2})


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_in_mid_game_goes_on_alike_and_apart(game, opponents, copied):
    env = SeatEnv(game, opponents=opponents, mask_in="both")
    for seed in range(5):
        env.reset(seed=seed)
        env.step(choose(env.action_masks(), np.random.default_rng(seed)))
        twin = copied(env)
        runs = []
        for each in (env, twin):
            rng, run = np.random.default_rng(seed), []
            while not each._over:
                run.append(each.step(choose(each.action_masks(), rng)))
            runs.append((run, episode(each, rng), episode(each, rng), each.seat))
        assert all(same(*parts) for parts in zip(runs[0][:3], runs[1][:3], strict=True))
        assert runs[0][3] == runs[1][3]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_carries_a_trained_opponent(copied):
    game = GAMES["toy"]
    agent = SB3Agent(trained(game).policy, deterministic=False)
    env = SeatEnv(game, opponents=[agent, "random"])
    env.reset(seed=0)
    twin = copied(env)
    assert twin._seats.opponents[0].policy is not agent.policy
    rngs = [np.random.default_rng(1) for _ in range(2)]
    for _ in range(5):
        assert same(episode(env, rngs[0]), episode(twin, rngs[1]))


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_of_an_environment_that_is_yet_to_begin_goes_on_alike(game, opponents, copied):
    for seed in (None, 0):
        env = SeatEnv(game, opponents=opponents)
        twin = copied(env)
        rngs = [np.random.default_rng(1) for _ in range(2)]
        for _ in range(5):
            assert same(episode(env, rngs[0], seed), episode(twin, rngs[1], seed))
            assert env.seat == twin.seat
