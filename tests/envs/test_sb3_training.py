"""Stable-Baselines3 and sb3-contrib train on the environments with one learner."""

import tempfile

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env

import farmenvs
from farmenvs.agents.sb3 import SB3Agent
from farmenvs.envs.registration import gymnasium_id
from farmenvs.envs.sb3 import SeatVecEnv
from tests.envs.tables import GAMES

SMALL = {"n_steps": 16, "batch_size": 32, "n_epochs": 1, "device": "cpu", "seed": 0}


@pytest.fixture(params=list(GAMES))
def game(request):
    return GAMES[request.param]


@pytest.mark.parametrize(
    ("mask_in", "policy"), [("info", "MlpPolicy"), ("obs", "MultiInputPolicy")]
)
def test_maskable_ppo_trains_on_the_vector_and_never_plays_an_illegal_action(game, mask_in, policy):
    env = SeatVecEnv(game, 16, opponents="random", mask_in=mask_in)
    fouls, ends = [], []
    step_wait = env.step_wait

    def watched():
        found = step_wait()
        ends.extend(found[2].nonzero()[0])
        fouls.extend(info["illegal"] for info in found[3] if "illegal" in info)
        return found

    env.step_wait = watched
    model = MaskablePPO(policy, env, **SMALL).learn(512)
    assert model.num_timesteps == 512
    assert fouls == []
    rewards = [episode["r"] for episode in model.ep_info_buffer]
    assert len(rewards) == min(len(ends), model.ep_info_buffer.maxlen)
    assert len(ends) > 10 or game.max_game_length() > 512, "of long games none may end so soon"
    assert all(-1 <= reward <= 1 for reward in rewards)


@pytest.mark.parametrize("name", farmenvs.games())
def test_maskable_ppo_trains_on_the_registered_environment(name):
    arguments = {"opponents": "random", "render_mode": None}
    env = make_vec_env(gymnasium_id(name), 2, seed=0, env_kwargs=arguments)
    model = MaskablePPO("MlpPolicy", env, **SMALL).learn(64)
    assert model.num_timesteps == 64
    alone = gymnasium.make(gymnasium_id(name), opponents="random")
    assert MaskablePPO("MlpPolicy", alone, **SMALL).learn(32).num_timesteps == 32


@pytest.mark.filterwarnings("ignore:.*is not in the possible render_modes:UserWarning")
def test_make_vec_env_needs_no_arguments_though_it_tries_to_get_pictures():
    env = make_vec_env(gymnasium_id("turtle_soup"), 2, seed=0)
    assert env.reset().shape == (2, 55)
    assert env.render_mode is None


def test_plain_ppo_trains_too_and_is_told_of_illegal_actions():
    env = SeatVecEnv(GAMES["toy"], 16, 0, opponents="random")
    model = PPO("MlpPolicy", env, **SMALL).learn(512)
    assert min(episode["r"] for episode in model.ep_info_buffer) == -1


def test_the_evaluation_of_sb3_contrib_takes_the_vector_as_it_is(game):
    env = SeatVecEnv(game, 4, 0, opponents="random")
    model = MaskablePPO("MlpPolicy", env, **SMALL)
    mean, _ = evaluate_policy(model, env, n_eval_episodes=8)
    assert -1 <= mean <= 1


def test_the_same_seed_trains_the_same_network(game):
    nets = []
    for _ in range(2):
        env = SeatVecEnv(game, 4, opponents="random")
        model = MaskablePPO("MlpPolicy", env, **SMALL).learn(128)
        nets.append(model.policy.action_net.weight.detach().numpy())
    np.testing.assert_array_equal(*nets)


def test_a_network_trains_against_its_earlier_selves(game):
    selves = [SB3Agent(None, deterministic=False) for _ in range(game.num_players() - 1)]
    env = SeatVecEnv(game, 8, opponents=selves)
    model = MaskablePPO("MlpPolicy", env, **SMALL)
    for agent in selves:
        agent.policy = MaskablePPO("MlpPolicy", env, **SMALL).policy
    before = selves[0].policy.action_net.weight.detach().numpy().copy()
    model.learn(256)
    np.testing.assert_array_equal(before, selves[0].policy.action_net.weight.detach().numpy())
    assert not np.array_equal(before, model.policy.action_net.weight.detach().numpy())


def test_a_training_in_a_test_leaves_no_folder_in_the_temporary_directory(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    MaskablePPO("MlpPolicy", SeatVecEnv(GAMES["toy"], 2), **SMALL).learn(32)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.soak
def test_a_short_training_learns_to_beat_three_who_bowl_at_random():
    from farmenvs.agents.arena import play_match

    game = farmenvs.load_game("turtle_soup")
    env = SeatVecEnv(game, 64, opponents="random")
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=1024, n_epochs=4, gamma=1.0, seed=0, device="cpu"
    ).learn(300_000)
    match = play_match(game, [SB3Agent(model.policy), *["random"] * 3], 4000)
    assert match.standings[0].share.low > 0.75
