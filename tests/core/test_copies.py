"""Clones, children, copies and pickles: equal to the first, and independent of it."""

import copy
import gc
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from farmenvs import load_game
from farmenvs.core.game import Game
from farmenvs.core.state import State
from tests.core import toy
from tests.core.conftest import play
from tests.core.test_state import snapshot, walk

ROOT = Path(__file__).parents[2]

COPIES = {
    "clone": State.clone,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "pickle 2": lambda state: pickle.loads(pickle.dumps(state, 2)),
    "serialize": lambda state: state.game.deserialize_state(state.serialize()),
}


@pytest.mark.parametrize("how", COPIES)
def test_a_copy_is_equal_and_lives_on_by_itself(game, how):
    for state in walk(game):
        before = snapshot(state)
        other = COPIES[how](state)
        assert snapshot(other) == before
        assert other.game == game
        play(other, 1, 3)
        assert snapshot(state) == before
        again = COPIES[how](state)
        kept = snapshot(again)
        play(state.clone(), 2)
        assert snapshot(again) == kept


@pytest.mark.parametrize("how", COPIES)
def test_a_copy_of_a_resampled_state_keeps_what_its_seat_knows(game, how):
    for plies in (0, 2, 6, 9):
        for p in range(3):
            state = play(game.new_initial_state(), plies, plies)
            state = play(state.resample_from_infostate(p, 5), 7, 2)
            other = COPIES[how](state)
            assert snapshot(other) == snapshot(state)
            assert snapshot(play(other, 3)) == snapshot(play(state, 3))


def test_children_leave_their_parent_and_each_other_alone(game):
    for state in walk(game):
        before = snapshot(state)
        children = {a: state.child(a) for a in state.legal_actions()}
        kept = {a: snapshot(child) for a, child in children.items()}
        for child in children.values():
            play(child, 1, 5)
        assert snapshot(state) == before
        for a, was in kept.items():
            assert snapshot(state.child(a)) == was
            assert was[1] == [*state.history(), a]


def test_clones_share_the_past_and_not_the_record(game):
    state = play(game.new_initial_state(), 0, 5)
    one = state.clone()
    assert one._past is state._past
    record = one._bytes.copy()
    state._bytes[:] = 0
    assert (one._bytes == record).all()


def test_views_copy_and_pickle(game):
    for state in walk(game):
        view = state.view(1, "table")
        for other in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
            assert other.tobytes() == view.tobytes()
            assert str(other) == str(view)
            assert (other.player, other.mode, other.game) == (1, "table", game)
            assert (other.observation() == view.observation()).all()
            assert other.current_player() == view.current_player()


def test_a_long_game_copies_and_lets_go_without_recursion():
    game = toy.GAME.load(rounds=1000, goal=10_000)
    state = play(game.new_initial_state(), 0)
    assert len(state.history()) == 5000
    copies = [make(state) for make in COPIES.values()]
    assert all(one.history() == state.history() for one in copies)
    assert copies[0].information_state_string(0) == state.information_state_string(0)
    del state, copies
    gc.collect()


def test_ten_thousand_nights_are_a_game():
    game = load_game("turtle_soup", nights=10_000, players=6, deck="extended")
    state = game.new_initial_state().resample_from_infostate(0, 1)
    returns = state.playout(1)
    assert sum(returns) == pytest.approx(0, abs=1e-12)
    assert max(returns) == 1
    assert game.max_game_length() > 10_000 * 6


def test_a_state_of_the_largest_game_scores_right_to_the_end():
    """Points of 10,000 nights fit the record: interpreted and compiled alike."""
    game = load_game("turtle_soup", nights=300, players=2)
    ends = [play(g.new_initial_state(), 3) for g in (game, game.with_kernels(jit=False))]
    assert ends[0].scores() == ends[1].scores()
    assert ends[0].to_dict() == ends[1].to_dict()


# -------------------------------------------------------------------------------- processes


def test_a_pickle_goes_on_in_another_process(game, tmp_path):
    state = play(game.new_initial_state(), 0, 7)
    (tmp_path / "state").write_bytes(pickle.dumps([state, state.view(0), state.game]))
    script = (
        "import pickle, sys; from tests.core.test_state import snapshot;"
        "state, view, game = pickle.load(open(sys.argv[1], 'rb'));"
        "assert state.game == game; state.apply_action(state.legal_actions()[0]);"
        "sys.stdout.buffer.write(pickle.dumps([snapshot(state), view.tobytes()]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, tmp_path / "state"],
        cwd=ROOT,
        env={**os.environ, "FARMENVS_JIT": "0", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    view = state.view(0)
    state.apply_action(state.legal_actions()[0])
    assert pickle.loads(done.stdout) == [snapshot(state), view.tobytes()]


def test_threads_share_a_game_and_play_states_of_their_own(game):
    def task(seed: int) -> tuple:
        state = play(game.new_initial_state(), seed)
        return (
            snapshot(state),
            state.playout(seed),
            state.resample_from_infostate(0, seed).history(),
        )

    expected = [task(seed) for seed in range(6)]
    with ThreadPoolExecutor(6) as pool:
        for _ in range(3):
            assert list(pool.map(task, range(6))) == expected


def test_a_state_is_not_changed_by_threads_that_read_it(game):
    state = play(game.new_initial_state(), 1, 6)
    before = snapshot(state)
    with ThreadPoolExecutor(4) as pool:
        assert all(seen == before for seen in pool.map(lambda _: snapshot(state), range(12)))


def test_a_fresh_game_may_be_used_first_by_many_threads():
    def first(game: Game) -> list:
        return play(game.new_initial_state(), 0).history()

    for kind in ({"jit": False}, {"check": True}):
        game = load_game("turtle_soup", nights=1).with_kernels(**kind)
        with ThreadPoolExecutor(4) as pool:
            assert len({tuple(h) for h in pool.map(first, [game] * 4)}) == 1
