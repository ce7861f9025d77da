"""The AEC environments: the cycle of agents, what they observe, and what they are told."""

import re

import numpy as np
import pytest
from gymnasium.spaces import Box, Dict, Discrete

import farmenvs
from farmenvs import turtle_soup_v0
from farmenvs.envs.aec import CheckedEnv, RawEnv
from tests.envs import tables


@pytest.fixture(params=tables.GAMES)
def game(request):
    return tables.GAMES[request.param]


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def begun(game, seed=0, **options):
    env = CheckedEnv(game, **options)
    env.reset(seed=seed)
    return env


# -- agents and spaces


def test_agents_are_named_by_seat_and_all_end_together(game, rng):
    env = begun(game)
    names = [f"player_{p}" for p in range(game.num_players())]
    assert names == env.agents == env.possible_agents
    assert (len(names), len(names)) == (env.num_agents, env.max_num_agents)
    for _ in tables.play(env, rng):
        assert env.agents == names
    assert set(env.terminations) == set(env.truncations) == set(names)
    assert len(set(env.terminations.values())) == len(set(env.truncations.values())) == 1
    for left in range(len(names), 0, -1):
        assert names[-left:] == env.agents
        assert env.agent_selection == env.agents[0]
        env.step(None)
    assert env.agents == []


def test_spaces_are_alike_for_all_agents_and_an_object_for_each(game):
    env = begun(game)
    first, *others = env.possible_agents
    floats, actions = game.observation_spec().size, game.num_distinct_actions()
    expected = Dict(
        {
            "observation": Box(0, 1, (floats,), np.float32),
            "action_mask": Box(0, 1, (actions,), np.int8),
        }
    )
    for agent in env.possible_agents:
        assert env.observation_space(agent) == expected
        assert env.action_space(agent) == Discrete(actions)
        assert env.observation_space(agent) is env.observation_space(agent)
    for other in others:
        assert env.action_space(first) is not env.action_space(other)
        assert env.observation_space(first) is not env.observation_space(other)


def test_env_says_its_name_and_is_its_own_core(game):
    env = CheckedEnv(game)
    assert str(env) == env.metadata["name"] == f"{game.name}_v0"
    assert env.unwrapped is env
    assert env.game is game
    assert env.metadata["render_modes"] == ["ansi"]
    assert env.close() is None


# -- observations


@pytest.mark.parametrize("mode", ["recall", "table"])
def test_every_agent_observes_what_its_view_of_the_true_state_is(game, mode, rng):
    env = begun(game, observation=mode)

    def check():
        state = env.game_state()
        for p, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            np.testing.assert_array_equal(seen["observation"], state.observation_tensor(p, mode))
            acts = p == state.current_player()
            expected = state.legal_actions_mask() if acts else np.zeros_like(seen["action_mask"])
            np.testing.assert_array_equal(seen["action_mask"], expected)

    for agent in tables.play(env, rng, plies=60):
        assert agent == env.possible_agents[env.game_state().current_player()]
        check()
    tables.run(env, rng)
    assert env.game_state().is_terminal()
    check()
    while env.agents:
        env.step(None)
        check()


def test_masks_are_zeros_for_all_who_do_not_act_and_after_the_end(game, rng):
    env = begun(game, mask_in="both")
    for agent in tables.play(env, rng):
        for other in env.agents:
            assert env.observe(other)["action_mask"].any() == (other == agent)
            assert env.infos[other]["action_mask"].any() == (other == agent)
    for agent in env.agents:
        assert not env.observe(agent)["action_mask"].any()
        assert not env.infos[agent]["action_mask"].any()


def test_observations_are_fresh_arrays_that_belong_to_the_caller(game, rng):
    env = begun(game)
    for _ in tables.play(env, rng, plies=20):
        for agent in env.agents:
            first = env.observe(agent)
            kept = tables.plain(first)
            for array in first.values():
                array += 1
            assert tables.plain(env.observe(agent)) == kept
    tables.run(env, rng)
    first, again = env.last()[0], env.last()[0]
    assert not any(np.shares_memory(first[key], again[key]) for key in first)


def test_an_observation_once_given_stays_as_it_is(game, rng):
    env = begun(game, mask_in="both")
    given = []
    for _ in tables.play(env, rng, plies=20):
        seen, *_, info = env.last()
        given.append((seen, info, tables.plain([seen, info])))
    for seen, info, then in given:
        assert tables.plain([seen, info]) == then


@pytest.mark.parametrize("name", ["player_9", "PLAYER_0", "", 0, None, ["player_0"]])
def test_an_unknown_agent_is_named_with_those_there_are(name):
    env = begun(tables.GAMES["toy"])
    for ask in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(ValueError) as error:
            ask(name)
        assert f"no agent {name!r}; agents: player_0, player_1, player_2" == str(error.value)


# -- infos


def test_infos_are_empty_unless_masks_are_asked_for(game, rng):
    env = begun(game)
    for agent in tables.play(env, rng, plies=20):
        assert env.infos == {key: {} for key in env.agents}
        assert env.last()[-1] is env.infos[agent]


@pytest.mark.parametrize("where", ["info", "both"])
def test_infos_with_masks_have_the_same_keys_for_all_at_all_times(game, where, rng):
    env = begun(game, mask_in=where)

    def check():
        assert list(env.infos) == env.agents
        for agent in env.agents:
            (key,) = env.infos[agent]
            mask = env.infos[agent][key]
            assert (key, mask.dtype, mask.shape) == (
                "action_mask",
                np.int8,
                (game.num_distinct_actions(),),
            )

    for agent in tables.play(env, rng):
        check()
        assert env.last()[-1] is env.infos[agent]
        legal = env.game_state().legal_actions_mask()
        np.testing.assert_array_equal(env.infos[agent]["action_mask"], legal)
    while env.agents:
        check()
        env.step(None)


def test_without_masks_in_it_an_observation_is_the_floats_alone(game, rng):
    env, twin = begun(game, mask_in="info"), begun(game)
    assert env.observation_space("player_0") == Box(
        0, 1, (game.observation_spec().size,), np.float32
    )
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        for agent in env.agents:
            assert env.observation_space(agent).contains(env.observe(agent))
            seen = twin.observe(agent)
            np.testing.assert_array_equal(env.observe(agent), seen["observation"])
            np.testing.assert_array_equal(env.infos[agent]["action_mask"], seen["action_mask"])
        action = tables.choose(tables.mask_of(env, env.agent_selection), rng)
        env.step(action)
        twin.step(action)


# -- wrong actions on raw_env


def wrong_actions(game, mask):
    """Return actions that raw_env must refuse: not legal, out of range, of wrong types."""
    count = game.num_distinct_actions()
    illegal = [a for a in range(count) if not mask[a]]
    odd = [None, "wait", 0.0, np.float32(1), [0], np.array([0]), True, np.bool_(True), {}]
    return [*illegal, -1, count, 10**30, -(10**30), np.int64(count), np.int8(-1), *odd]


def test_raw_env_refuses_a_wrong_action_with_nothing_changed(game, rng):
    env = RawEnv(game, mask_in="both")
    env.reset(seed=1)
    for agent in tables.play(env, rng, plies=15):
        mask = tables.mask_of(env, agent)
        before, state = tables.all_of(env), env.game_state()
        for action in wrong_actions(game, mask):
            with pytest.raises(ValueError, match=f"illegal for {agent}; legal: ") as error:
                env.step(action)
            text = str(error.value)
            assert "\n" not in text
            number = isinstance(action, int | np.integer) and not isinstance(action, bool)
            assert (str(int(action)) if number else repr(action)) in text
            for a in mask.nonzero()[0][:10]:
                assert f"{a} {game.action_words[a]}" in text
        assert tables.all_of(env) == before
        assert env.game_state().history() == state.history()


def test_raw_env_says_that_it_must_be_reset(game, rng):
    env = RawEnv(game)
    for ask in (
        lambda: env.step(0),
        lambda: env.observe("player_0"),
        env.render,
        env.game_state,
    ):
        with pytest.raises(AssertionError, match=r"^reset\(\) needs to be called before"):
            ask()
    for name in ("agents", "num_agents", "agent_selection", "rewards", "infos"):
        with pytest.raises(AttributeError, match=f"^{name} cannot be accessed before reset$"):
            getattr(env, name)
    env.reset()
    tables.totals(env, rng)
    with pytest.raises(ValueError, match=r"all agents are gone: call reset\(\)$"):
        env.step(None)
    with pytest.raises(KeyError, match=r"all agents are gone: call reset\(\)"):
        env.last()


def test_a_dead_agent_can_only_step_with_none(game, rng):
    env = RawEnv(game)
    env.reset()
    tables.run(env, rng)
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)


def test_a_missing_attribute_is_named(game):
    with pytest.raises(AttributeError, match="'RawEnv' object has no attribute 'state_of_mind'"):
        _ = RawEnv(game).state_of_mind


# -- options


def test_wrong_options_of_the_game_are_refused_as_load_game_refuses_them():
    for options in ({"players": 99}, {"players": "four"}, {"preset": "none such"}):
        with pytest.raises(ValueError) as expected:
            farmenvs.load_game("turtle_soup", **options)
        for make in (turtle_soup_v0.env, turtle_soup_v0.raw_env, turtle_soup_v0.parallel_env):
            with pytest.raises(ValueError) as error:
                make(**options)
            assert str(expected.value) == str(error.value)


def test_an_unknown_option_is_answered_with_those_of_the_game_and_of_the_environment():
    with pytest.raises(ValueError) as known:
        farmenvs.load_game("turtle_soup", rewards="score")
    with pytest.raises(ValueError) as error:
        turtle_soup_v0.env(rewards="score")
    assert str(error.value) == (
        f"{known.value}; of the environment: preset, observation, reward, mask_in, skip_forced, "
        "render_mode, render_view"
    )


@pytest.mark.parametrize("option", ["name", "game", "self", "options", "cls"])
def test_no_name_of_an_argument_within_is_an_option(option):
    for make in (turtle_soup_v0.env, turtle_soup_v0.raw_env, turtle_soup_v0.parallel_env):
        with pytest.raises(ValueError, match=f"^turtle_soup has no option '{option}'; options: "):
            make(**{option: "turtle_soup"})


@pytest.mark.parametrize(
    ("option", "value", "right"),
    [
        ("observation", "tabel", "recall, table"),
        ("reward", "points", "outcome, score"),
        ("reward", ["score"], "outcome, score"),
        ("mask_in", None, "obs, info, both"),
        ("skip_forced", "yes", "True or False"),
        ("render_mode", "human", "None, ansi"),
        ("render_view", "mine", "acting, public, all or a seat from 0 to 3"),
        ("render_view", 4, "acting, public, all or a seat from 0 to 3"),
        ("render_view", True, "acting, public, all or a seat from 0 to 3"),
    ],
)
def test_a_wrong_option_of_the_environment_is_answered_with_what_is_right(option, value, right):
    for make in (turtle_soup_v0.env, turtle_soup_v0.raw_env, turtle_soup_v0.parallel_env):
        with pytest.raises(ValueError) as error:
            make(**{option: value})
        assert re.fullmatch(
            rf".* must be (one of )?{right}, not {re.escape(repr(value))}", str(error.value)
        )


# -- forced decisions


def test_forced_decisions_are_skipped_unless_asked_for(rng):
    toy = tables.GAMES["toy"]
    bow = toy.string_to_action("bow")
    offered = {}
    for skip in (True, False):
        env = begun(toy, skip_forced=skip)
        offered[skip] = sum(
            bool(tables.mask_of(env, agent)[bow]) for agent in tables.play(env, rng)
        )
    assert offered[True] == 0
    assert offered[False] > 0


@pytest.mark.parametrize("name", [name for name, g in tables.GAMES.items() if g.info.simultaneous])
def test_no_sealed_choice_is_skipped(name, rng):
    env = begun(tables.GAMES[name])
    twin = begun(tables.GAMES[name], skip_forced=False)
    while not any(env.terminations.values()):
        action = tables.choose(tables.mask_of(env, env.agent_selection), rng)
        env.step(action)
        twin.step(action)
        assert tables.all_of(env) == tables.all_of(twin)
