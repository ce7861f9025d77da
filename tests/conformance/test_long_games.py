"""What the suite does with games that are long, or hide something in one mode only."""

import numpy as np
import pytest

import farmenvs
from farmenvs import testing
from farmenvs.envs.aec import CheckedEnv
from farmenvs.envs.parallel import GameParallelEnv
from farmenvs.testing import contract, copies, follow, parallel
from farmenvs.testing.histories import EVENTS, looked_at, random_histories
from farmenvs.testing.worlds import has_secrets
from tests.helpers import faulty

GAME = farmenvs.load_game("turtle_soup", players=3)


def looks(monkeypatch, *left):
    """Let looking at games leave so many dead entries; returns what it was asked to look at."""
    asked, rest = [], list(left)

    def see(self, games, events, seed):
        asked.append((events, seed))
        self.low = np.zeros(10_000)
        return np.arange(rest.pop(0) if rest else 0)

    monkeypatch.setattr(contract.Spread, "see", see)
    return asked


def test_more_games_are_looked_at_as_long_as_that_leaves_fewer_dead_entries(monkeypatch):
    asked = looks(monkeypatch, 5, 3, 2, 0)
    testing.check_entries(GAME.info, events=100)
    assert asked[:4] == [(100, 0), (100, 100), (200, 200), (400, 400)]  # no game twice
    assert set(asked[4:]) == {(100, 0)}  # other layouts


def test_entries_that_are_dead_after_twice_as_many_games_are_complained_of(monkeypatch):
    asked = looks(monkeypatch, 5, 2, 2)
    with pytest.raises(AssertionError, match=r"is always 0\.0 \(2 such entries\)"):
        testing.check_entries(GAME.info, events=100)
    assert len(asked) == 3


def test_a_layout_of_the_small_version_alone_need_not_vary(monkeypatch):
    """The small deck has a Pawn, which no other game of two players has here."""
    small = {"players": 2, "nights": 1, "deck": (0, 1, 2, 3, 4, 5, 36)}
    game = faulty(GAME, {"small": small})
    met = []

    def see(self, games, events, seed):
        met.append(games)
        alone = games == [game.info.load(**small)]
        self.low = np.zeros(10_000)
        return np.arange(7 * alone)

    monkeypatch.setattr(contract.Spread, "see", see)
    testing.check_entries(game.info)
    assert [game.info.load(**small)] in met


def test_all_positions_of_a_short_game_are_copied_and_some_of_a_long_one():
    long = GAME.info.load(players=3, nights=40)
    history = testing.random_history(long)
    assert len(history) > 2 * EVENTS
    plies = [ply for ply, _ in copies.looked_at(long, history)]
    assert plies[: EVENTS + 1] == list(range(EVENTS + 1))
    assert plies[-1] == len(history)
    later = plies[EVENTS + 1 : -1]
    assert later
    assert all(ply % copies.LATER == 0 for ply in later)


def test_a_game_has_secrets_by_mode():
    """What only a memory keeps is a secret of the other mode alone."""
    rows = {("deal", "all"): frozenset({"at once"}), ("deal", "all", "table"): frozenset({"never"})}
    game = faulty(GAME, {"visibility": rows})
    assert has_secrets(game)
    assert has_secrets(game, "table")
    assert not has_secrets(game, "recall")


def test_of_long_games_fewer_are_played_and_of_short_ones_more(monkeypatch):
    def played(plays, events):
        return len(list(random_histories("", GAME, plays, events, 0)))

    one = len(testing.random_history(GAME, 0))
    assert played(4, 1) == played(4, one) == 4
    assert played(1, one + 1) == played(2, one) == 2
    monkeypatch.setitem(random_histories.__globals__, "ENOUGH", one + 1)
    assert played(4, 1) == 2
    monkeypatch.setitem(random_histories.__globals__, "ENOUGH", one)
    assert played(4, 1) == 1
    assert played(4, one + 1) == 2, "there are as many events as asked for"


def test_what_takes_long_is_done_the_more_seldom_the_later():
    steps = np.diff([ply for ply in range(10 * EVENTS) if looked_at(ply)])
    assert steps[: EVENTS - 1].tolist() == [1] * (EVENTS - 1)
    assert set(steps.tolist()) >= set(range(1, 11))
    assert steps.max() < 20


@pytest.mark.parametrize(("nights", "all_of_it"), [(1, True), (200, False)])
def test_copies_and_seeds_are_compared_over_whole_games_unless_they_are_long(nights, all_of_it):
    game = farmenvs.load_game("turtle_soup", players=3, nights=nights)
    env = CheckedEnv(game)
    env.reset(seed=0)
    follow.play_on(env, 0, resets=0)
    assert all(env.terminations.values()) == all_of_it
    assert env._table.state().is_terminal() == all_of_it
    assert all_of_it or len(env._table._chosen) == EVENTS
    twin = GameParallelEnv(game)
    parallel._play_on(twin, twin.reset(seed=0), 0, resets=0)
    assert bool(twin.agents) != all_of_it
