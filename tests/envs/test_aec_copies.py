"""The AEC environments: seeds, and copies in the middle of a game."""

import copy
import hashlib
import pickle
import subprocess
import sys

import numpy as np
import pytest

from farmenvs import turtle_soup_v0
from farmenvs.core.batch import Batch
from farmenvs.core.rng import stream
from farmenvs.envs.aec import CheckedEnv, RawEnv
from tests.envs import tables


@pytest.fixture(params=tables.GAMES)
def game(request):
    return tables.GAMES[request.param]


def trace(env, games, seed=0):
    """Play on at random for some games, unseeded from the second on; return all that was shown."""
    rng = np.random.default_rng(seed)
    shown = []
    for episode in range(games):
        if episode:
            env.reset()
        for agent in env.agent_iter():
            shown.append(tables.all_of(env))
            over = env.terminations[agent] or env.truncations[agent]
            env.step(None if over else tables.choose(tables.mask_of(env, agent), rng))
    return shown


# -- seeds


def test_a_seed_fixes_the_game_and_ten_unseeded_games_after_it(game):
    one, other = CheckedEnv(game), CheckedEnv(game)
    one.reset(seed=7)
    first = trace(one, games=11)
    other.reset(seed=8)
    trace(other, games=1)
    other.reset(seed=7)
    assert trace(other, games=11) == first
    one.reset(seed=7)  # the same object again
    assert trace(one, games=11) == first
    one.reset(seed=8)
    assert trace(one, games=11) != first


def test_unseeded_games_go_on_and_do_not_repeat(game):
    env = CheckedEnv(game)
    env.reset(seed=7)
    games = [trace(env, games=1)]
    for _ in range(9):
        env.reset()
        games.append(trace(env, games=1))
    assert any(shown != games[0] for shown in games[1:])


def test_without_any_seed_two_environments_differ(game):
    seen = []
    for _ in range(8):
        env = CheckedEnv(game)
        env.reset()
        seen.append(trace(env, games=5))
    assert any(shown != seen[0] for shown in seen[1:])


def test_global_random_state_is_neither_read_nor_changed(game):
    env = CheckedEnv(game)
    np.random.seed(3)  # noqa: NPY002
    before = np.random.get_state()[1].tolist()  # noqa: NPY002
    env.reset(seed=7)
    first = trace(env, games=2)
    assert before == np.random.get_state()[1].tolist()  # noqa: NPY002
    np.random.seed(4)  # noqa: NPY002
    env.reset(seed=7)
    assert trace(env, games=2) == first


@pytest.mark.parametrize("kind", ["outcome", "score"])
def test_an_environment_with_a_seed_is_lane_0_of_a_batch_with_that_seed(game, kind):
    env = CheckedEnv(game, reward=kind)
    env.reset(seed=5)
    batch = Batch(game, 3, seed=5, reward=kind)
    rng = np.random.default_rng(0)
    games = 0
    while games < 4:
        agent = env.agent_selection
        assert batch.players[0] == env.possible_agents.index(agent)
        seen = env.observe(agent)
        np.testing.assert_array_equal(seen["observation"], batch.observations[0])
        np.testing.assert_array_equal(seen["action_mask"], batch.action_masks[0])
        actions = [tables.choose(mask, rng) for mask in batch.action_masks]
        env.step(actions[0])
        batch.step(actions)
        np.testing.assert_array_equal(np.float32([*env.rewards.values()]), batch.rewards[0])
        assert env.terminations["player_0"] == batch.terminated[0]
        assert env.truncations["player_0"] == batch.truncated[0]
        if batch.terminated[0] or batch.truncated[0]:
            env.reset()
            games += 1


@pytest.mark.parametrize("seed", [-1, 0.5, "7", True])
def test_a_wrong_seed_is_refused_with_nothing_changed(game, seed):
    env = CheckedEnv(game)
    env.reset(seed=1)
    tables.run(env, np.random.default_rng(0), plies=3)
    before = tables.all_of(env)
    with pytest.raises(ValueError, match=r"^seed must be a whole number >= 0 or None, not "):
        env.reset(seed=seed)
    assert tables.all_of(env) == before


def test_seeds_may_be_numpy_numbers_or_huge_and_options_are_ignored(game):
    shown = []
    for seed in (2**70, np.int64(3), 3):
        env = CheckedEnv(game)
        env.reset(seed=seed, options={"seed": 4, "anything": object()})
        shown.append(trace(env, games=1))
    assert shown[1] == shown[2]


def test_a_game_that_ends_before_anybody_decides_is_dealt_anew():
    env = turtle_soup_v0.env(nights=1, deck="extended", players=2)
    lanes = 4096
    batch = Batch(env.game, lanes, seed=0)
    for _ in range(60):
        assert (batch.players >= 0).all()
        batch.step(np.ones(lanes, np.int64))
    dealt_anew = 0
    for seed in range(400):
        counter, state = stream(seed), env.game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.sample_chance(counter))
        dealt_anew += state.is_terminal()
        env.reset(seed=seed)
        assert not any(env.terminations.values())
        state = env.game_state()
        assert env.agent_selection == f"player_{state.current_player()}"
        seen = env.observe(env.agent_selection)
        np.testing.assert_array_equal(seen["observation"], state.observation_tensor())
    assert dealt_anew


# -- copies


COPIES = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "old pickle": lambda env: pickle.loads(pickle.dumps(env, protocol=2)),
}


@pytest.mark.parametrize("cls", [CheckedEnv, RawEnv])
@pytest.mark.parametrize("how", COPIES)
def test_a_copy_at_any_time_goes_on_alike_and_is_independent(game, how, cls):
    env = cls(game, reward="score", mask_in="both", render_mode="ansi")
    rng = np.random.default_rng(0)
    env.reset(seed=3)
    for ply, agent in enumerate(env.agent_iter()):  # a copy made in a loop is in no loop yet
        now = ply % (5 + ply // 10) == 0  # the more seldom the later: each copy plays to the end
        if now or len(env.agents) < game.num_players() or env.terminations[agent]:
            twin = COPIES[how](env)
            before = tables.all_of(env)
            assert tables.all_of(twin) == before
            going_on = trace(twin, games=2, seed=ply)
            assert tables.all_of(env) == before
            assert trace(COPIES[how](env), games=2, seed=ply) == going_on
        over = env.terminations[agent] or env.truncations[agent]
        env.step(None if over else tables.choose(tables.mask_of(env, agent), rng))


@pytest.mark.parametrize("how", COPIES)
def test_a_copy_before_reset_is_not_begun_and_deals_alike(game, how):
    env = CheckedEnv(game)
    twin = COPIES[how](env)
    with pytest.raises(AttributeError, match="agents cannot be accessed before reset"):
        _ = twin.agents
    env.reset()
    twin.reset()
    assert trace(env, games=2) == trace(twin, games=2)


@pytest.mark.parametrize("how", COPIES)
def test_a_copy_samples_from_spaces_of_its_own(game, how):
    env = CheckedEnv(game)
    for agent in env.possible_agents:
        env.action_space(agent).seed(1)
    twin = COPIES[how](env)
    for agent in env.possible_agents:
        drawn = [env.action_space(agent).sample() for _ in range(10)]
        assert drawn == [twin.action_space(agent).sample() for _ in range(10)]


def test_an_environment_goes_on_alike_in_another_process(tmp_path):
    env = turtle_soup_v0.env(nights=2)
    env.reset(seed=11)
    tables.run(env, np.random.default_rng(0), plies=3)
    file = tmp_path / "env.pickle"
    file.write_bytes(pickle.dumps(env))
    code = (
        "import hashlib, pathlib, pickle, sys\n"
        "from tests.envs.test_aec_copies import trace\n"
        "env = pickle.loads(pathlib.Path(sys.argv[1]).read_bytes())\n"
        "print(hashlib.sha256(repr(trace(env, games=3)).encode()).hexdigest())\n"
    )
    there = subprocess.run(
        [sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True
    )
    here = hashlib.sha256(repr(trace(env, games=3)).encode()).hexdigest()
    assert here == there.stdout.strip()


def test_the_functions_of_a_game_module_pickle():
    for make in (turtle_soup_v0.env, turtle_soup_v0.raw_env, turtle_soup_v0.parallel_env):
        assert pickle.loads(pickle.dumps(make)) is make
