"""The AEC environments: what they render, and the true state they hand to search."""

import numpy as np
import pytest

from farmenvs import turtle_soup_v0
from farmenvs.envs.aec import CheckedEnv
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


# -- render


@pytest.mark.parametrize("mode", ["recall", "table"])
def test_render_shows_the_view_of_the_acting_seat_and_after_the_end_the_public_one(game, mode, rng):
    env = begun(game, render_mode="ansi", observation=mode)
    for _ in tables.play(env, rng):
        assert env.render() == str(env.game_state().view(mode=mode))
    assert env.render() == str(env.game_state().view(game.num_players(), mode))


def test_render_view_chooses_a_seat_the_public_view_or_the_truth(game, rng):
    seats = range(game.num_players())
    for view in (*seats, np.int64(0), "public", "all"):
        env = begun(game, render_mode="ansi", render_view=view)
        tables.run(env, rng, plies=3)
        state = env.game_state()
        if view == "all":
            assert env.render() == str(state)
        else:
            seen = state.view(game.num_players() if view == "public" else int(view))
            assert env.render() == str(seen)


def test_only_the_view_of_all_shows_a_sealed_choice_to_others():
    shown = {}
    for view in ("acting", 0, 1, "public", "all"):
        texts = []
        for choice in (0, 1):
            env = turtle_soup_v0.env(players=2, render_mode="ansi", render_view=view)
            env.reset(seed=0)
            env.step(choice)
            assert env.agent_selection == "player_1"
            texts.append(env.render())
        shown[view] = texts[0] != texts[1]
    assert shown == {"acting": False, 0: True, 1: False, "public": False, "all": True}


def test_render_without_a_render_mode_warns_and_shows_nothing(game):
    env = begun(game)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_no_text_of_an_environment_tells_anything_of_the_state(game, rng):
    env, twin = begun(game), CheckedEnv(game)
    tables.run(env, rng, plies=3)
    for tell in (str, lambda env: repr(env).partition(" at 0x")[0]):
        assert tell(env) == tell(twin)


# -- the true state


@pytest.mark.parametrize("skip", [True, False])
def test_game_state_is_the_true_state_with_its_whole_history(game, skip, rng):
    env = begun(game, skip_forced=skip)
    for agent in tables.play(env, rng, plies=60):
        state = env.game_state()
        assert state._record.tobytes() == env._table._states.tobytes()
        assert env.possible_agents[state.current_player()] == agent
        played = game.new_initial_state()
        for action in state.history():
            played.apply_action(action)
        assert played._record.tobytes() == state._record.tobytes()
    assert game.deserialize_state(state.serialize()).history() == state.history()


def test_game_state_is_a_state_of_its_own(game, rng):
    env = begun(game)
    before = tables.all_of(env)
    state = env.game_state()
    state.playout(0)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert tables.all_of(env) == before
    assert not env.game_state().is_terminal()


def test_game_state_stands_where_an_illegal_action_ended_the_game():
    game = tables.GAMES["toy"]
    env = begun(game)
    env.step(0)
    history = env.game_state().history()
    env.step(game.string_to_action("bow"))
    assert env.game_state().history() == history


def test_there_is_no_state_array(game):
    with pytest.raises(NotImplementedError, match="game_state"):
        begun(game).state()
