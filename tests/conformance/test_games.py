"""Every registered game, with every number of players, preset and example, keeps every promise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farmenvs import testing
from farmenvs.testing import golden, histories, replay
from tests.helpers import CASES, NAMES

each_game = pytest.mark.parametrize("game", CASES.values(), ids=CASES.keys())
ENVS = {
    f"{name}-{k}-{type(env).__name__}": env
    for name in NAMES
    for k, env in enumerate(testing.environments(testing.cases(name)))
}
each_name = pytest.mark.parametrize("name", NAMES)


@each_game
@pytest.mark.parametrize("check", testing.CHECKS, ids=lambda check: check.__name__)
def test_a_game_keeps_what_holds_for_each_option(check, game):
    check(game)


@each_name
@pytest.mark.parametrize("check", testing.UNION_CHECKS, ids=lambda check: check.__name__)
def test_a_game_keeps_what_holds_over_its_options(check, name):
    check(name)


@pytest.mark.parametrize(
    ("check", "env"),
    [
        pytest.param(check, env, id=f"{check.__name__}-{name}")
        for name, env in ENVS.items()
        for check in testing.checks_of(env)
    ],
)
def test_environments_keep_their_promises(check, env):
    check(env)


@each_name
def test_environments_play_the_same_in_another_process(name):
    testing.check_env_elsewhere(*testing.environments(testing.cases(name)))


@each_name
def test_the_golden_files_tell_what_happens(name, pytestconfig):
    testing.check_golden(name, pytestconfig.rootpath / golden.FOLDER)


@each_game
@given(data=st.data())
def test_any_history_leads_to_one_position(game, data):
    """Hypothesis drives here: it also tries histories that no random player would play."""
    history = data.draw(histories(game))
    state = replay(game, history)
    assert state.history() == list(history)
    assert state.view(0).tobytes() == replay(game, history).view(0).tobytes()
    if state.is_terminal():
        assert state.legal_actions() == []
    else:
        assert all(
            state.child(event).history() == [*history, event] for event in state.legal_actions()
        )
