"""The AEC environments: rewards, terminations and truncations."""

import numpy as np
import pytest

from farmenvs.envs.aec import CheckedEnv, RawEnv
from tests.core import toy
from tests.envs import tables

OUTCOME, SCORE = "outcome", "score"


@pytest.fixture(params=tables.GAMES)
def game(request):
    return tables.GAMES[request.param]


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def final(env, kind):
    """Return what each agent should have got in all, by the true state."""
    state = env.game_state()
    return dict(
        zip(
            env.possible_agents,
            state.returns() if kind == OUTCOME else state.scores(),
            strict=True,
        )
    )


@pytest.mark.parametrize("cls", [CheckedEnv, RawEnv])
@pytest.mark.parametrize("kind", [OUTCOME, SCORE])
def test_what_last_gives_adds_up_to_the_returns_or_to_the_scores(game, kind, cls, rng):
    env = cls(game, reward=kind)
    for seed in range(10):
        env.reset(seed=seed)
        assert tables.totals(env, rng) == final(env, kind)


@pytest.mark.parametrize("kind", [OUTCOME, SCORE])
def test_rewards_stand_in_env_rewards_at_the_step_that_causes_them(game, kind, rng):
    env = CheckedEnv(game, reward=kind)
    env.reset(seed=0)
    before = np.zeros(game.num_players())
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        env.step(tables.choose(tables.mask_of(env, env.agent_selection), rng))
        state = env.game_state()
        now = np.array(state.returns() if kind == OUTCOME else state.scores())
        assert list(env.rewards) == env.possible_agents
        assert (now - before).tolist() == list(env.rewards.values())
        before = now
    env.step(None)
    assert dict.fromkeys(env.agents, 0.0) == env.rewards


@pytest.mark.parametrize("kind", [OUTCOME, SCORE])
def test_last_gives_the_sum_of_the_rewards_since_the_agent_acted(game, kind, rng):
    env = CheckedEnv(game, reward=kind)
    env.reset(seed=0)
    owed = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        assert reward == owed[agent]
        owed[agent] = 0.0
        over = terminated or truncated
        env.step(None if over else tables.choose(tables.mask_of(env, agent), rng))
        for other, paid in env.rewards.items():
            owed[other] += paid


def test_rewards_are_floats_and_ends_are_python_bools_and_never_both(game, rng):
    for kind in (OUTCOME, SCORE):
        env = CheckedEnv(game, reward=kind)
        env.reset(seed=0)
        for agent in env.agent_iter():
            _, reward, terminated, truncated, _ = env.last()
            assert (type(reward), type(terminated), type(truncated)) == (float, bool, bool)
            assert not (terminated and truncated)
            over = terminated or truncated
            env.step(None if over else tables.choose(tables.mask_of(env, agent), rng))
            assert {type(value) for value in env.rewards.values()} <= {float}
            assert {type(value) for value in env.terminations.values()} <= {bool}
            assert {type(value) for value in env.truncations.values()} <= {bool}


def test_a_cap_truncates_and_all_else_terminates(game, rng):
    env = CheckedEnv(game)
    seen = set()
    for seed in range(40):
        env.reset(seed=seed)
        tables.run(env, rng)
        cut = env.game_state().is_truncated()
        assert dict.fromkeys(env.agents, cut) == env.truncations
        assert dict.fromkeys(env.agents, not cut) == env.terminations
        seen.add(cut)
    if game.name == "toy":
        assert seen == {False, True}


def test_points_that_a_game_starts_with_are_paid_at_the_first_step(rng):
    def scores(cfg, s, out):
        toy.scores(cfg, s, out)
        out[0] = out[0] + 2

    env = CheckedEnv(tables.variant(scores=scores), reward=SCORE)
    env.reset(seed=0)
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0}
    bid = tables.choose(tables.mask_of(env, "player_0"), rng)
    env.step(bid)
    assert env.rewards == {"player_0": 2.0 + bid, "player_1": 0.0}
    env.reset(seed=0)
    assert tables.totals(env, rng) == final(env, SCORE)


@pytest.mark.parametrize("kind", [OUTCOME, SCORE])
def test_a_game_without_any_decision_is_over_at_reset_and_pays(kind, rng):
    def start(cfg, s):
        toy.start(cfg, s)
        s["phase"] = toy.OVER
        s["points"][1] = 4

    env = CheckedEnv(tables.variant(start=start), reward=kind)
    env.reset(seed=0)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.game_state().is_terminal()
    gain = [-1.0, 1.0] if kind == OUTCOME else [0.0, 4.0]
    assert list(env.rewards.values()) == gain
    assert list(tables.totals(env, rng).values()) == gain


def test_an_illegal_action_costs_its_agent_one_and_ends_the_game_by_termination():
    game = tables.GAMES["toy"]
    bow = game.string_to_action("bow")
    for kind in (OUTCOME, SCORE):
        env = CheckedEnv(game, reward=kind, mask_in="both")
        env.reset(seed=0)
        env.step(0)
        assert env.agent_selection == "player_1"
        state = env.game_state()
        env.step(bow)
        agents = env.possible_agents
        assert env.rewards == {"player_0": 0.0, "player_1": -1.0, "player_2": 0.0}
        assert dict.fromkeys(agents, True) == env.terminations
        assert dict.fromkeys(agents, False) == env.truncations
        for p, agent in enumerate(agents):
            assert not env.infos[agent]["action_mask"].any()
            assert not env.observe(agent)["action_mask"].any()
            expected = state.observation_tensor(p)
            np.testing.assert_array_equal(env.observe(agent)["observation"], expected)
        assert env.game_state().history() == state.history()
        assert list(tables.totals(env, None).values()) == [0.0, -1.0, 0.0]
