"""Agents by name or by hand, and how they are asked."""

import subprocess
import sys

import numpy as np
import pytest

import farmenvs
from farmenvs.agents import (
    AGENTS,
    RandomAgent,
    RulesAgent,
    ask,
    make_agent,
    mode_of,
    name_of,
    view_of,
)
from farmenvs.core.view import View
from tests.agents.positions import Batched, decisions, many
from tests.envs.tables import GAMES


@pytest.fixture(params=list(GAMES))
def game(request):
    return GAMES[request.param]


def test_the_random_agent_plays_every_legal_action_and_no_other(game):
    for state in decisions(game, 10):
        rng = np.random.default_rng(0)
        played = {RandomAgent()(state.view(), rng) for _ in range(200)}
        assert sorted(played) == state.legal_actions()


def test_the_random_agent_plays_alike_with_the_same_generator(game):
    views = [state.view() for state in decisions(game, 20)]
    once, again = (
        [RandomAgent()(view, rng) for view in views]
        for rng in (np.random.default_rng(5), np.random.default_rng(5))
    )
    assert once == again


def test_the_rules_agent_plays_the_advice_of_the_game(game):
    for state in decisions(game, 20):
        view = state.view()
        expected = view.advice(np.random.default_rng(3))
        assert RulesAgent()(view, np.random.default_rng(3)) == expected


def test_agents_are_made_by_their_names(game):
    assert isinstance(make_agent("random", game), RandomAgent)
    assert isinstance(make_agent("rules", game), RulesAgent)
    assert [name_of(make_agent(name, game)) for name in ("random", "rules")] == ["random", "rules"]


def test_an_agent_stays_as_it_is(game):
    def first(view, rng):
        return view.legal_actions()[0]

    assert make_agent(first, game) is first
    assert name_of(first) == "first"
    assert name_of(Batched()) == "batched"
    assert mode_of(first) == "recall"


@pytest.mark.parametrize("spec", ["rnadom", "", 3, None, ["rules"], "model.zip", RulesAgent])
def test_an_unknown_agent_is_one_line_that_lists_the_known(game, spec):
    with pytest.raises(ValueError, match=r"^no agent .*; agents: random, rules, sb3:PATH\.zip$"):
        make_agent(spec, game)


@pytest.mark.parametrize("spec", ["random:3", "rules:", "sb3", "sb3:"])
def test_an_argument_too_many_or_too_few_is_one_line(game, spec):
    usage = AGENTS[spec.partition(":")[0]].usage
    with pytest.raises(ValueError, match=f"^agent '{spec}' must be written {usage}; agents: "):
        make_agent(spec, game)


def test_a_view_of_one_game_among_many_is_the_view_of_its_state(game):
    states = decisions(game, 20)
    records, _, _ = many(states)
    for i, state in enumerate(states):
        for p in range(game.num_players()):
            for mode in ("recall", "table"):
                view = view_of(game, records, i, p, mode)
                assert view.tobytes() == state.view(p, mode).tobytes()
                assert (view.player, view.mode) == (p, mode)
        assert records[i : i + 1].tobytes() == state._record.tobytes()


@pytest.mark.parametrize("mode", ["recall", "table"])
def test_a_batched_agent_is_shown_what_the_views_show(game, mode):
    states = decisions(game, 20)
    records, masks, players = many(states)
    agent = Batched()
    agent.mode = mode
    lanes = np.array([3, 5, 11])
    found = ask(game, agent, records, masks, players, lanes, [np.random.default_rng()] * 20)
    views = [states[i].view(mode=mode) for i in lanes]
    seen, legal, seats = agent.shown
    np.testing.assert_array_equal(seen, [view.observation() for view in views])
    np.testing.assert_array_equal(legal, [view.legal_actions_mask() for view in views])
    assert seats.tolist() == [view.player for view in views]
    assert found.tolist() == [view.legal_actions()[-1] for view in views]


def test_an_agent_is_given_a_view_and_the_generator_of_its_game(game):
    states = decisions(game, 6)
    rngs = [np.random.default_rng(i) for i in range(6)]
    given = []

    def agent(view, rng):
        given.append((view, rng))
        return view.legal_actions()[0]

    ask(game, agent, *many(states), np.array([1, 4]), rngs)
    assert [type(view) for view, _ in given] == [View, View]
    assert [view.tobytes() for view, _ in given] == [states[i].view().tobytes() for i in (1, 4)]
    assert [rng for _, rng in given] == [rngs[1], rngs[4]]


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (99, "illegal"),
        (-1, "illegal"),
        ("bowl", "not a whole number"),
        (None, "not a whole number"),
        (0.0, "not a whole number"),
        (True, "not a whole number"),
        ([0], "not a whole number"),
    ],
)
def test_a_wrong_answer_is_one_line_that_names_the_agent_and_what_is_legal(answer, fault):
    game = GAMES["turtle_soup"]

    def careless(view, rng):
        return answer

    with pytest.raises(ValueError) as caught:
        ask(game, careless, *many(decisions(game, 1)), np.array([0]), [np.random.default_rng()])
    assert str(caught.value) == (
        f"agent 'careless' answered {answer!r} for player 0, which is {fault}; "
        "legal: 0 wait, 1 bowl"
    )


@pytest.mark.parametrize(
    "answer",
    [[0], [[0], [0]], [0.0, 1.0], ["a", "b"], None, np.array([True, False]), [[0], [0, 1]]],
)
def test_a_batch_of_the_wrong_kind_is_one_line_that_names_the_agent(answer):
    game = GAMES["turtle_soup"]
    agent = Batched()
    agent.batch = lambda *_: answer
    rngs = [np.random.default_rng()] * 2
    with pytest.raises(ValueError, match=r"^agent 'batched': batch must return \[2\] integers"):
        ask(game, agent, *many(decisions(game, 2)), np.arange(2), rngs)


def test_an_illegal_answer_in_a_batch_names_the_agent():
    game = GAMES["turtle_soup"]
    agent = Batched()
    agent.batch = lambda *_: [0, 2]
    rngs = [np.random.default_rng()] * 2
    with pytest.raises(ValueError, match=r"^agent 'batched' answered 2 for player"):
        ask(game, agent, *many(decisions(game, 2)), np.arange(2), rngs)


def test_agents_need_no_torch():
    code = """
import sys
from farmenvs.agents import make_agent
from farmenvs.agents.arena import play_match
import farmenvs
make_agent("rules", farmenvs.load_game("turtle_soup"))
print([name for name in ("torch", "sb3_contrib", "stable_baselines3") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_game_has_the_named_agents():
    for name in farmenvs.games():
        game = farmenvs.load_game(name)
        assert name_of(make_agent("rules", game)) == "rules"
