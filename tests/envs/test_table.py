"""A game in play, as the PettingZoo environments hold it: its settings, and other states in it."""

import copy
import pickle

import numpy as np
import pytest

from farmenvs.envs.aec import RawEnv
from farmenvs.envs.table import Table
from tests.envs import tables


@pytest.fixture(params=tables.GAMES)
def game(request):
    return tables.GAMES[request.param]


SETTINGS = {"observation": "table", "reward": "score", "mask_in": "both", "skip_forced": False}


def begun(game, seed=0, plies=5, **settings):
    """Return a table in mid-game."""
    table = Table(game, **SETTINGS | settings)
    rng = np.random.default_rng(seed)
    table.begin(seed)
    for _ in range(plies):
        if table.player >= 0:
            table.play(tables.choose(table.mask, rng))
    return table


def plays_alike(one, other):
    """Play both on to the end with the same actions, and say whether they show the same."""
    rng = np.random.default_rng(0)
    while one.player >= 0:
        seats = range(one.game.num_players())
        for seat in seats:
            assert tables.plain(one.observe(seat)) == tables.plain(other.observe(seat))
            assert one.concealed(seat).tobytes() == other.concealed(seat).tobytes()
        assert [one.text(view) for view in (*seats, "all")] == [
            other.text(view) for view in (*seats, "all")
        ]
        a = tables.choose(one.mask, rng)
        assert one.play(a) == other.play(a)
        assert one.paid.tolist() == other.paid.tolist()
    assert one.state().history() == other.state().history()


def test_settings_are_the_arguments_of_a_table_alike(game):
    table = Table(game, **SETTINGS)
    assert table.settings == SETTINGS
    odd = Table(game, **SETTINGS | {"skip_forced": np.False_})
    assert Table(odd.game, **odd.settings).settings == SETTINGS


@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_a_table_with_the_state_of_another_goes_on_as_that_one(game, reward):
    for seed in range(5):
        one, other = begun(game, seed, reward=reward), begun(game, 99, reward=reward)
        while other.player != one.player:
            other.play(other.mask.argmax()) if other.player >= 0 else other.begin(None)
        other._counter[:] = one._counter
        other.put(one.state())
        plays_alike(one, other)


def test_what_is_put_is_copied_and_goes_into_copies(game):
    table = begun(game)
    state = table.state()
    table.put(state)
    history = state.history()
    state.apply_action(state.legal_actions()[0])
    for twin in (table, copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert twin.state().history() == history
    table.begin(0)
    assert len(table.state().history()) < len(history)


def test_only_a_state_of_the_game_with_the_same_seat_to_move_can_be_put(game):
    table = begun(game)
    before = table.state().serialize(), tables.plain(table.observe(table.player))
    opening = game.new_initial_state()
    other = game.info.load(players=2 if game.num_players() != 2 else 3).new_initial_state()
    while opening.current_player() in (-1, table.player):
        opening.apply_action(opening.legal_actions()[0])
    for wrong in (opening, other):
        with pytest.raises(ValueError, match=f"with player {table.player} to move can be put here"):
            table.put(wrong)
    assert (table.state().serialize(), tables.plain(table.observe(table.player))) == before


def test_a_game_without_any_decision_shows_the_state_that_was_dealt_last():
    def apply(cfg, s, a):
        tables.toy.apply(cfg, s, a)
        s["phase"] = tables.toy.OVER

    env = RawEnv(tables.variant(apply=apply))
    for seed in range(20):
        env.reset(seed=seed)
        assert env.game_state()._record.tobytes() == env._table._states.tobytes()
