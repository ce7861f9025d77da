"""The Parallel environments: joint steps, turns, errors, seeds and copies."""

import copy
import dataclasses
import pickle
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.utils.env_logger import EnvLogger

from farmenvs import turtle_soup_v0
from farmenvs.envs.aec import CheckedEnv
from farmenvs.envs.parallel import GameParallelEnv
from tests.envs import tables

TURNS = {
    name: type(game)(dataclasses.replace(game.info, simultaneous=False), game.options)
    for name, game in tables.GAMES.items()
    if game.info.simultaneous
}
GAMES = tables.GAMES | {f"{name} by turns": game for name, game in TURNS.items()}


@pytest.fixture(params=GAMES)
def game(request):
    return GAMES[request.param]


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def sealed(**verbs):
    """Return Turtle Soup, where all choices are sealed, with some verbs replaced, interpreted."""
    info = tables.GAMES["turtle_soup"].info
    changed = dataclasses.replace(info, verbs=(SimpleNamespace(**verbs), *info.verbs))
    return changed.load(players=4, nights=2).with_kernels(jit=False)


def masks(env, observations, infos):
    """Return the masks of all agents, wherever they are."""
    return {
        agent: seen["action_mask"] if isinstance(seen, dict) else infos[agent]["action_mask"]
        for agent, seen in observations.items()
    }


def legal(env, observations, infos, rng):
    """Return a random legal action for each agent who has to choose."""
    found = masks(env, observations, infos)
    return {agent: tables.choose(mask, rng) for agent, mask in found.items() if mask.any()}


def trace(env, games, seed=0, first_seed=None):
    """Play some games at random; return all that was shown."""
    rng = np.random.default_rng(seed)
    shown = []
    for episode in range(games):
        observations, infos = env.reset(seed=first_seed if not episode else None)
        shown.append(tables.plain([observations, infos]))
        while env.agents:
            step = env.step(legal(env, observations, infos, rng))
            observations, infos = step[0], step[-1]
            shown.append(tables.plain([*step, env.agents]))
    return shown


# -- the game is that of AEC


@pytest.mark.parametrize("kind", ["outcome", "score"])
@pytest.mark.parametrize("mask_in", ["obs", "info", "both"])
def test_with_the_same_seed_and_actions_it_is_the_game_of_aec(game, mask_in, kind, rng):
    options = {"mask_in": mask_in, "reward": kind}
    env, aec = GameParallelEnv(game, **options), CheckedEnv(game, **options)
    for seed in (4, None, None):
        observations, infos = env.reset(seed=seed)
        aec.reset(seed=seed)
        waiting = {agent: aec.observe(agent) for agent in aec.possible_agents}
        while env.agents:
            actions = legal(env, observations, infos, rng)
            paid = dict.fromkeys(env.possible_agents, 0.0)
            for agent in set(env.possible_agents) - set(actions):
                assert tables.plain(observations[agent]) == tables.plain(waiting[agent])
            for agent, action in actions.items():
                assert agent == aec.agent_selection
                assert tables.plain(observations[agent]) == tables.plain(aec.observe(agent))
                assert tables.plain(infos[agent]) == tables.plain(aec.infos[agent])
                aec.step(action)
                for other, reward in aec.rewards.items():
                    paid[other] += reward
            observations, rewards, terminations, truncations, infos = env.step(actions)
            waiting = {agent: aec.observe(agent) for agent in aec.possible_agents}
            assert rewards == paid
            assert (terminations, truncations) == (aec.terminations, aec.truncations)
        assert tables.plain(observations) == tables.plain(waiting)
        assert tables.plain(infos) == tables.plain(aec.infos)
        assert env.game_state().history() == aec.game_state().history()


def test_where_all_choices_are_sealed_all_who_are_in_choose_in_one_step(rng):
    env = turtle_soup_v0.parallel_env(players=5)
    observations, infos = env.reset(seed=0)
    sizes = set()
    while env.agents:
        actions = legal(env, observations, infos, rng)
        sizes.add(len(actions))
        active = env.game_state().to_dict()["active"]
        still_in = [agent for p, agent in enumerate(env.agents) if active[p]]
        assert still_in == list(actions)
        observations, *_, infos = env.step(actions)
    assert 5 in sizes
    assert len(sizes) > 2


def test_in_turns_one_agent_chooses_in_a_step(game, rng):
    env = GameParallelEnv(game)
    observations, infos = env.reset(seed=0)
    numbers = []
    while env.agents:
        actions = legal(env, observations, infos, rng)
        numbers.append(len(actions))
        observations, *_, infos = env.step(actions)
    assert (max(numbers) == 1) == (not game.info.simultaneous)


def test_all_agents_are_told_all_until_all_end_together(game, rng):
    env = GameParallelEnv(game)
    names = env.possible_agents
    observations, infos = env.reset(seed=0)
    while env.agents:
        assert env.agents == names
        assert (len(names), len(names)) == (env.num_agents, env.max_num_agents)
        step = env.step(legal(env, observations, infos, rng))
        observations, rewards, terminations, truncations, infos = step
        for told in step:
            assert list(told) == names
        for agent in names:
            assert env.observation_space(agent).contains(observations[agent])
            assert type(rewards[agent]) is float
            assert type(terminations[agent]) is type(truncations[agent]) is bool
            assert (terminations[agent] or truncations[agent]) == (not env.agents)
            assert not (terminations[agent] and truncations[agent])
    assert not any(mask.any() for mask in masks(env, observations, infos).values())


@pytest.mark.parametrize("kind", ["outcome", "score"])
def test_rewards_add_up_to_the_returns_or_to_the_scores(game, kind, rng):
    env = GameParallelEnv(game, reward=kind)
    for _ in range(5):
        observations, infos = env.reset()
        sums = np.zeros(game.num_players())
        while env.agents:
            actions = legal(env, observations, infos, rng)
            observations, rewards, *_, infos = env.step(actions)
            sums += list(rewards.values())
        state = env.game_state()
        assert sums.tolist() == (state.returns() if kind == "outcome" else state.scores())


def test_what_single_choices_of_a_joint_step_pay_is_added_up():
    def scores(cfg, s, out):  # two points to begin with: paid at the first choice
        for p in range(4):
            out[p] = s["points"][p] + 2

    env = GameParallelEnv(sealed(scores=scores), reward="score")
    env.reset(seed=0)
    rewards = env.step(dict.fromkeys(env.agents, 1))[1]
    assert list(rewards.values()) == env.game_state().scores()


# -- what agents send


def test_actions_of_those_who_wait_are_ignored_and_may_be_left_out(game, rng):
    env, twin = GameParallelEnv(game), GameParallelEnv(game)
    observations, infos = env.reset(seed=0)
    twin.reset(seed=0)
    waited = 0
    while env.agents:
        actions = legal(env, observations, infos, rng)
        waiting = dict.fromkeys(set(env.agents) - set(actions), "anything")
        waited += len(waiting)
        step = env.step(actions)
        assert tables.plain(step) == tables.plain(twin.step(waiting | actions))
        observations, infos = step[0], step[-1]
    assert waited


def test_wrong_dicts_of_actions_are_refused_with_nothing_changed(game, rng):
    env, twin = GameParallelEnv(game), GameParallelEnv(game)
    observations, infos = env.reset(seed=0)
    twin.reset(seed=0)
    while env.agents:
        actions = legal(env, observations, infos, rng)
        chooser = list(actions)[-1]
        last = game.num_distinct_actions() - 1
        without = {agent: a for agent, a in actions.items() if agent != chooser}
        known = ", ".join(env.possible_agents)
        for wrong, error, text in (
            (without, ValueError, f"no action for {chooser}; to choose: {', '.join(actions)}"),
            (actions | {"player_99": 0}, ValueError, f"no agent 'player_99'; agents: {known}"),
            ([0], ValueError, "actions must be a dict of actions by agent, not [0]"),
            *(
                (
                    actions | {chooser: odd},
                    AssertionError,
                    f"action is not in action space: {odd!r} of {chooser}; "
                    f"actions are whole numbers from 0 to {last}",
                )
                for odd in (None, -1, last + 1, 10**30, "0", 0.0, [0], True)
            ),
        ):
            with pytest.raises(error) as caught:
                env.step(wrong)
            assert text == str(caught.value)
        step = env.step(actions)
        assert tables.plain(step) == tables.plain(twin.step(actions))
        observations, infos = step[0], step[-1]


def test_numpy_numbers_are_actions_too(game, rng):
    env, twin = GameParallelEnv(game), GameParallelEnv(game)
    observations, infos = env.reset(seed=0)
    twin.reset(seed=0)
    while env.agents:
        actions = legal(env, observations, infos, rng)
        step = env.step({agent: np.int32(a) for agent, a in actions.items()})
        assert tables.plain(step) == tables.plain(twin.step(actions))
        observations, infos = step[0], step[-1]


@pytest.mark.parametrize("kind", ["outcome", "score"])
def test_illegal_actions_cost_their_agents_one_each_and_end_the_game(kind):
    def legal(cfg, s, mask):  # no bowls for odd seats
        mask[0] = 1
        mask[1] = s["turn"] % 2 == 0

    env = GameParallelEnv(sealed(legal=legal), reward=kind, mask_in="both")
    observations, infos = env.reset(seed=0)
    before = env.game_state().history()
    EnvLogger.mqueue.clear()
    step = env.step({"player_0": 1, "player_1": 1, "player_2": 0, "player_3": 1})
    observations, rewards, terminations, truncations, infos = step
    names = env.possible_agents
    assert rewards == {"player_0": 0.0, "player_1": -1.0, "player_2": 0.0, "player_3": -1.0}
    assert dict.fromkeys(names, True) == terminations
    assert dict.fromkeys(names, False) == truncations
    assert env.agents == []
    assert not any(mask.any() for mask in masks(env, observations, infos).values())
    assert not any(info["action_mask"].any() for info in infos.values())
    assert env.game_state().history() == before
    assert len(EnvLogger.mqueue) == 1
    assert "Illegal move" in EnvLogger.mqueue[0]


@pytest.mark.parametrize("kind", ["outcome", "score"])
def test_an_action_that_a_choice_of_the_same_step_makes_illegal_counts_as_in_aec(kind):
    def legal(cfg, s, mask):  # one bowl a night: not sealed, though the game says so
        mask[0] = mask[1] = 1
        for p in range(4):
            if s["choice"][p] == 1:
                mask[1] = 0

    game = sealed(legal=legal)
    env, aec = GameParallelEnv(game, reward=kind), CheckedEnv(game, reward=kind)
    observations, _ = env.reset(seed=0)
    aec.reset(seed=0)
    assert all(seen["action_mask"][:2].all() for seen in observations.values())
    actions = {"player_0": 0, "player_1": 1, "player_2": 0, "player_3": 1}
    for action in actions.values():
        aec.step(action)
    EnvLogger.mqueue.clear()
    observations, rewards, terminations, truncations, infos = env.step(actions)
    assert rewards == aec.rewards == dict.fromkeys(actions, 0.0) | {"player_3": -1.0}
    assert (terminations, truncations) == (aec.terminations, aec.truncations)
    assert all(terminations.values())
    assert env.agents == []
    assert not any(mask.any() for mask in masks(env, observations, infos).values())
    assert env.game_state().history() == aec.game_state().history()
    assert "Illegal move" in EnvLogger.mqueue[0]


def test_an_illegal_action_in_a_game_of_turns_is_treated_alike():
    game = tables.GAMES["toy"]
    env = GameParallelEnv(game)
    env.reset(seed=0)
    bow = game.string_to_action("bow")
    _, rewards, terminations, truncations, _ = env.step({"player_0": bow, "player_1": bow})
    assert rewards == {"player_0": -1.0, "player_1": 0.0, "player_2": 0.0}
    assert all(terminations.values())
    assert not any(truncations.values())


def test_before_reset_it_says_so_and_after_the_end_a_step_only_warns(game, rng):
    env = GameParallelEnv(game)
    for ask in (lambda: env.step({}), env.render, env.game_state):
        with pytest.raises(AssertionError, match=r"^reset\(\) needs to be called before"):
            ask()
    for name in ("agents", "num_agents"):
        with pytest.raises(AttributeError, match=f"^{name} cannot be accessed before reset$"):
            getattr(env, name)
    trace(env, games=1)
    EnvLogger.mqueue.clear()
    assert env.step({"player_0": 0}) == ({}, {}, {}, {}, {})
    assert "step() called after all agents" in EnvLogger.mqueue[0]


def test_a_game_without_any_decision_is_over_at_reset():
    def start(cfg, s):
        tables.toy.start(cfg, s)
        s["phase"] = tables.toy.OVER

    env = GameParallelEnv(tables.variant(start=start))
    observations, infos = env.reset(seed=0)
    assert env.agents == []
    assert list(observations) == list(infos) == env.possible_agents


def test_render_shows_the_view_that_was_asked_for(game, rng):
    env = GameParallelEnv(game, render_mode="ansi", render_view="public")
    env.reset(seed=0)
    assert env.render() == str(env.game_state().view(game.num_players()))
    assert str(env) == f"{game.name}_v0"
    assert env.unwrapped is env


# -- seeds and copies


def test_a_seed_fixes_the_game_and_ten_unseeded_games_after_it(game):
    one, other = GameParallelEnv(game), GameParallelEnv(game)
    first = trace(one, games=11, first_seed=7)
    trace(other, games=1, first_seed=8)
    assert trace(other, games=11, first_seed=7) == first
    assert trace(one, games=11, first_seed=7) == first
    assert trace(one, games=11, first_seed=8) != first


def test_a_wrong_seed_is_refused_with_nothing_changed(game, rng):
    env, twin = GameParallelEnv(game), GameParallelEnv(game)
    observations, infos = env.reset(seed=0)
    twin.reset(seed=0)
    with pytest.raises(ValueError, match=r"^seed must be a whole number >= 0 or None, not -1$"):
        env.reset(seed=-1)
    actions = legal(env, observations, infos, rng)
    assert tables.plain(env.step(actions)) == tables.plain(twin.step(actions))


@pytest.mark.parametrize(
    "how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
@pytest.mark.parametrize("name", tables.GAMES)
def test_a_copy_at_any_time_goes_on_alike_and_is_independent(name, how, rng):
    def rest(env, observations, infos):
        rng = np.random.default_rng(1)
        shown = []
        while env.agents:
            step = env.step(legal(env, observations, infos, rng))
            observations, infos = step[0], step[-1]
            shown.append(tables.plain(step))
        return shown + trace(env, games=1)

    env = GameParallelEnv(tables.GAMES[name], reward="score", mask_in="both")
    twin = how(env)  # before reset
    observations, infos = env.reset()
    assert tables.plain(twin.reset()) == tables.plain((observations, infos))
    for _ in range(3):
        going_on = rest(how(env), observations, infos)
        assert rest(how(env), observations, infos) == going_on
        step = env.step(legal(env, observations, infos, rng))
        observations, infos = step[0], step[-1]
    twin = how(env)
    assert rest(env, observations, infos) == rest(twin, observations, infos)


# -- PettingZoo's own tests


@pytest.mark.parametrize("mask_in", ["obs", "info", "both"])
def test_parallel_api_test_passes_without_warnings(game, mask_in):
    tables.pettingzoo_test.parallel_api_test(GameParallelEnv(game, mask_in=mask_in), num_cycles=300)


@pytest.mark.parametrize("mask_in", ["obs", "info", "both"])
def test_parallel_seed_test_passes(game, mask_in):
    tables.pettingzoo_test.parallel_seed_test(lambda: GameParallelEnv(game, mask_in=mask_in))


def test_a_mask_is_the_agents_own_to_change():
    env = GameParallelEnv(tables.GAMES["turtle_soup"])
    shown, _ = env.reset(seed=0)
    for seen in shown.values():
        seen["action_mask"][:] = 1 - seen["action_mask"]
        seen["observation"][:] = 9
    again = GameParallelEnv(tables.GAMES["turtle_soup"])
    fresh, _ = again.reset(seed=0)
    actions = {agent: int(fresh[agent]["action_mask"].argmax()) for agent in env.agents}
    ours, theirs = env.step(actions), again.step(actions)
    assert ours[1:4] == theirs[1:4]
    for agent in again.agents:
        assert (ours[0][agent]["observation"] == theirs[0][agent]["observation"]).all()
        assert (ours[0][agent]["action_mask"] == theirs[0][agent]["action_mask"]).all()
