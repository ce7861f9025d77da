"""Information states, views and resampling: what a seat knows, no more and no less."""

import dataclasses
from collections import defaultdict
from types import SimpleNamespace

import numpy as np
import pytest

from farmenvs import CHANCE, load_game
from farmenvs.core.state import State
from tests.core import toy
from tests.core.conftest import play
from tests.core.test_state import walk

SMALL = {
    "turtle_soup": lambda: load_game("turtle_soup", players=2, nights=1, deck=range(6)),
    "toy": lambda: toy.GAME.load(players=2, rounds=2),
}
"""Games of thousands of histories."""


def tree(state: State, seen: tuple[tuple, ...] = ((), ())):
    """Yield all states of a game from here on, each with what either seat did and observed.

    Args:
        state: The first.
        seen: A seat, its own actions and its views wherever they changed, in order.
    """
    views = [state.view(p).tobytes() for p in range(2)]
    seen = tuple(
        s if s and s[-1] == view else (*s, view) for s, view in zip(seen, views, strict=True)
    )
    yield state, seen
    p = state.current_player()
    for a in state.legal_actions():
        told = tuple((*s, a) if q == p else s for q, s in enumerate(seen))
        yield from tree(state.child(a), told)


@pytest.mark.parametrize("name", SMALL)
def test_information_states_are_equal_just_when_own_actions_and_observations_are(name):
    """Exhaustively: the strings and what a seat did and saw are one to one, over all histories."""
    hidden = 0
    for p in range(2):
        strings, told, n = defaultdict(set), defaultdict(set), 0
        for state, seen in tree(SMALL[name]().new_initial_state()):
            string = state.information_state_string(p)
            strings[string].add(seen[p])
            told[seen[p]].add(string)
            n += 1
        assert n > 3000
        hidden += n - len(strings)
        assert all(len(same) == 1 for same in strings.values())
        assert all(len(same) == 1 for same in told.values())
    assert hidden > 1000


def test_information_states_of_different_seats_differ(game):
    for state in walk(game):
        strings = [state.information_state_string(p) for p in range(3)]
        assert len(set(strings)) == 3
        assert all(s.startswith(f"player {p}: ") for p, s in enumerate(strings))
        if state.current_player() >= 0:
            assert state.information_state_string() == strings[state.current_player()]


def test_memory_is_perfect_though_the_views_are_alike():
    """The order of two own actions tells, also where what lies on the table does not."""
    one, two = (toy.GAME.load(rounds=3).new_initial_state() for _ in range(2))
    for state, bids in ((one, (0, 1)), (two, (1, 0))):
        for bid in bids:
            for a in (1, 1, bid, 0, toy.BOW):
                state.apply_action(a)
    assert one.view(0).tobytes() == two.view(0).tobytes()
    assert one.information_state_string(0) != two.information_state_string(0)


def test_nobody_is_to_move_at_chance_nodes_so_the_seat_must_be_named(game):
    state = game.new_initial_state()
    for ask in (
        state.information_state_string,
        state.observation_tensor,
        state.observation_string,
        state.view,
    ):
        with pytest.raises(ValueError, match=r"^nobody is to move here: name the player$"):
            ask()


@pytest.mark.parametrize("seat", [-1, 4, 99, 2**70, 0.0, "0", True, [0], None])
def test_a_wrong_seat_is_answered_with_the_seats_there_are(game, seat):
    state = game.new_initial_state()
    asks = [
        state.information_state_string, state.observation_tensor, state.observation_string,
        state.view, state.legal_actions, state.resample_from_infostate,
    ]  # fmt: skip
    for ask in asks if seat is not None else asks[-1:]:
        with pytest.raises(ValueError, match=r"^player must be a seat from 0 to 2, not ") as error:
            ask(seat)
        assert "\n" not in str(error.value)


def test_an_onlooker_has_a_view_but_no_seat(game):
    state = play(game.new_initial_state(), 0, 8)
    view = state.view(3)
    assert str(view)
    assert view.legal_actions() == []
    for ask in (
        lambda: state.observation_tensor(3),
        lambda: state.information_state_string(3),
        lambda: state.resample_from_infostate(3),
        view.observation,
        view.resample,
    ):
        with pytest.raises(ValueError, match=r"^player must be a seat from 0 to 2, not 3$"):
            ask()


# -------------------------------------------------------------------------------- views


def test_a_view_gives_what_the_state_says_of_its_seat(game):
    for state in walk(game):
        for mode in ("recall", "table"):
            for p in range(3):
                view = state.view(p, mode)
                assert (view.player, view.mode) == (p, mode)
                assert view.current_player() == state.current_player()
                observation = view.observation()
                assert observation.dtype == np.float32
                assert observation.shape == (game.observation_spec(mode).size,)
                assert (observation == state.observation_tensor(p, mode)).all()
                assert ((observation >= 0) & (observation <= 1)).all()
                assert str(view) == state.observation_string(p, mode)
                mine = state.current_player() == p
                assert view.legal_actions() == (state.legal_actions() if mine else [])
                assert view.legal_actions_mask().sum() == len(view.legal_actions())
                assert repr(view) == f"<View of {game!r}, player {p}, {mode}>"


def test_a_view_does_not_follow_the_state_and_gives_fresh_arrays(game):
    state = play(game.new_initial_state(), 0, 6)
    view = state.view(1)
    before = (view.tobytes(), view.observation().tobytes(), str(view))
    view.observation()[:] = 7
    view.legal_actions_mask()[:] = 7
    play(state, 5)
    assert (view.tobytes(), view.observation().tobytes(), str(view)) == before


def test_advice_is_for_the_seat_to_move_that_recalls(game):
    for state in walk(game):
        p = state.current_player()
        if p >= 0:
            assert state.view().advice(0) in state.legal_actions()
            others = [state.view(p, "table"), state.view((p + 1) % 3), state.view(3)]
        else:
            others = [state.view(0)]
        for view in others:
            with pytest.raises(ValueError, match=r"^advice needs the recall view of the seat to"):
                view.advice(0)


def test_a_table_view_forgets_what_a_recall_view_keeps():
    state = toy.GAME.load().new_initial_state()
    for a in (2, 1, 0):
        state.apply_action(a)
    assert state.observation_tensor(0)[2] == 1
    assert not state.observation_tensor(0, "table")[:3].any()


# -------------------------------------------------------------------------------- resampling


def test_a_resampled_state_is_one_that_the_seat_cannot_tell_from_the_true_one(game):
    for ply, state in enumerate(walk(game)):
        for p in range(3):
            for seed in range(3):
                other = state.resample_from_infostate(p, seed)
                assert other.view(p).tobytes() == state.view(p).tobytes()
                assert other.information_state_string(p) == state.information_state_string(p)
                assert other.current_player() == state.current_player()
                assert len(other.history()) == ply
                if state.current_player() == p:
                    assert other.legal_actions() == state.legal_actions()


def test_a_resampled_history_has_none_where_the_seat_could_not_see():
    state = toy.GAME.load().new_initial_state()
    for a in (2, 1, 0, 1, toy.BOW, 0):
        state.apply_action(a)
    assert state.resample_from_infostate(0, 1).history() == [2, None, 0, 1, toy.BOW, 0]
    assert state.resample_from_infostate(1, 1).history() == [None, 1, 0, 1, toy.BOW, None]
    once = state.resample_from_infostate(0, 1)
    assert once.resample_from_infostate(0, 2).history() == [2, None, 0, 1, toy.BOW, 0]
    assert once.resample_from_infostate(1, 2).history() == [None] * 6
    once.apply_action(2)
    assert once.history() == [2, None, 0, 1, toy.BOW, 0, 2]


def test_sealed_choices_are_none_until_all_have_chosen():
    state = load_game("turtle_soup", players=3).new_initial_state()
    while state.current_player() == CHANCE:
        state.apply_action(state.legal_actions()[0])
    flips = state.history()
    state.apply_action(1)
    state.apply_action(0)
    assert state.resample_from_infostate(0, 1).history() == [*flips, 1, None]
    assert state.resample_from_infostate(2, 1).history() == [*flips, None, None]
    state.apply_action(0)
    assert state.resample_from_infostate(1, 1).history() == [*flips, None, 0, 0]


def sealed(cfg, s, p, mode):
    toy.conceal(cfg, s, p, mode)
    for q in range(toy.SEATS):
        if q != p:
            s["bid"][q], s["points"][q] = toy.COINS, 0


def test_a_forced_sealed_choice_is_as_hidden_as_a_free_one():
    """Whoever has the coin 0 can only bid 0: that nothing else was possible is a secret too."""
    info = dataclasses.replace(
        toy.GAME,
        verbs=(SimpleNamespace(conceal=sealed), *toy.GAME.verbs),
        visibility={**toy.GAME.visibility, ("bid", "others"): frozenset({"never"})},
    )
    game, worlds = info.load().with_kernels(jit=False), []
    for coin in range(toy.COINS):
        state = game.new_initial_state()
        for a in (coin, 2, 0):
            state.apply_action(a)
        worlds.append(state.resample_from_infostate(1, 5))
    assert [world.history() for world in worlds] == [[None, 2, None]] * toy.COINS
    assert len({world.serialize() for world in worlds}) == 1


def test_resampling_is_by_seed_and_blind_to_the_truth():
    """The same draws from all worlds that look alike."""
    states = []
    for hidden in (0, 1, 2):
        state = toy.GAME.load().new_initial_state()
        for a in (2, hidden):
            state.apply_action(a)
        states.append(state)
    for seed in range(20):
        drawn = {str(state.resample_from_infostate(0, seed)) for state in states}
        assert len(drawn) == 1
    worlds = {str(states[0].resample_from_infostate(0, seed)) for seed in range(40)}
    assert len(worlds) == 3


def test_a_resampled_state_plays_on_like_any_other(game):
    for plies in (0, 3, 7, 11):
        state = play(game.new_initial_state(), 2, plies)
        for p in range(3):
            other = state.resample_from_infostate(p, 9)
            copy = other.clone()
            string = other.information_state_string(p)
            play(other, 4)
            assert other.is_terminal()
            assert other.history()[:plies] == copy.history()
            assert copy.information_state_string(p) == string
            play(copy, 4)
            assert copy.to_dict() == other.to_dict()


def test_a_resampled_state_keeps_the_information_of_its_seat_as_it_goes_on(game):
    """Where both worlds go the same way for a while, the seat's strings stay equal."""
    compared = 0
    for seed in range(10):
        state = play(game.new_initial_state(), seed, 5)
        other = state.resample_from_infostate(0, seed)
        same = True
        while same and state.legal_actions() == other.legal_actions() != []:
            a = state.legal_actions()[seed % len(state.legal_actions())]
            state.apply_action(a)
            other.apply_action(a)
            same = state.view(0).tobytes() == other.view(0).tobytes()
            strings = {s.information_state_string(0) for s in (state, other)}
            assert (len(strings) == 1) == same
            compared += 1
    assert compared > 20


def test_the_other_seats_begin_anew_in_a_resampled_state():
    state = play(toy.GAME.load().new_initial_state(), 0, 4)
    other = state.resample_from_infostate(0, 0)
    assert other.information_state_string(1) != state.information_state_string(1)
    again = state.resample_from_infostate(0, 0)
    assert other.information_state_string(1) == again.information_state_string(1)


def test_a_view_resamples_to_states_that_look_like_it(game):
    for state in walk(game):
        for p in range(3):
            for mode in ("recall", "table"):
                view = state.view(p, mode)
                other = view.resample(3)
                assert other.view(p, mode).tobytes() == view.tobytes()
                assert other.history() == []
                assert str(other) == str(view.resample(3))
