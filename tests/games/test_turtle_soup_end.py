"""Turtle Soup, the end: rules R15 to R17 of its RULES.md, the bounds and the rewards."""

import numpy as np
import pytest

import farmenvs
from farmenvs.core.contract import TERMINAL
from farmenvs.games.turtle_soup import deck
from tests.games.by_words import choose, flip

MSWL = ("9 pact ms", "ace w", "crown end l")
"""An opening that shows four suits; it brings 9 small and 2 large chips."""


def new(players=4, nights=2, **options):
    return farmenvs.load_game(
        "turtle_soup", players=players, nights=nights, **options
    ).new_initial_state()


@pytest.mark.parametrize("nights", [1, 3])
def test_the_game_is_over_after_the_last_night(nights):
    """R15: everybody takes a bowl at once, each night: 2 points to each of four."""
    state = new(nights=nights)
    for night in range(nights):
        assert not state.is_terminal()
        assert state.returns() == [0, 0, 0, 0]
        flip(state, *MSWL)
        assert f"night {night + 1} of {nights}" in str(state)
        choose(state, "bowl bowl bowl bowl")
    assert state.current_player() == TERMINAL
    assert state.legal_actions() == []
    assert state.scores() == [2 * nights] * 4
    assert not state.is_truncated()


def test_turtle_butt_can_end_the_game():
    """R12, R15."""
    state = new(nights=1)
    flip(state, *MSWL)
    choose(state, "wait wait wait wait")
    flip(state, "4 battle yk")
    assert state.is_terminal()


def test_a_small_chip_is_worth_1_a_large_one_5_an_extra_large_one_10():
    """R16: a sole taker of all: 9 small, 2 large, 1 extra large."""
    state = new(players=2, deck="extended")
    flip(state, "9 pact ms", "ace m", "crown huntress m", "court island swy")
    choose(state, "bowl bowl")  # by two: 4 small, 1 large
    assert state.scores() == [4 + 5, 4 + 5]
    flip(state, "9 pact ms", "ace m", "crown huntress m", "pawn borderland wly")
    choose(state, "bowl wait")
    flip(state, "ace w")  # 5 small, 1 + 1 large, 1 extra large are left
    choose(state, "bowl")
    assert state.scores() == [18, 9 + 5 * 1 + 2 * 5 + 1 * 10]


def test_chips_once_won_are_never_lost():
    """R16: a later Turtle Butt, tonight or another night, takes nothing away."""
    state = new(nights=2)
    for _ in range(2):
        flip(state, *MSWL)
        choose(state, "bowl wait wait wait")
        flip(state, "8 betrayal yk")
    assert state.scores() == [4, 0, 0, 0]


@pytest.mark.parametrize(
    ("words", "winners", "returns"),
    [
        # n = 4: (4 / w - 1) / 3 to each of w winners, -1/3 to a loser
        ("bowl wait wait wait", [0], [1, -1 / 3, -1 / 3, -1 / 3]),
        ("wait bowl wait bowl", [1, 3], [-1 / 3, 1 / 3, -1 / 3, 1 / 3]),
        ("bowl bowl wait bowl", [0, 1, 3], [1 / 9, 1 / 9, -1 / 3, 1 / 9]),
        ("wait wait wait wait", [0, 1, 2, 3], [0, 0, 0, 0]),
    ],
)
def test_most_points_win_and_ties_share(words, winners, returns):
    """R17: those who took a bowl have 2 points, the others lose all to YK."""
    state = new(nights=1)
    flip(state, *MSWL)
    choose(state, words)
    flip(state, "5 soldier yk")
    assert state.winners() == winners
    assert state.returns() == pytest.approx(returns)


@pytest.mark.parametrize(("players", "loser"), [(2, -1), (3, -1 / 2), (5, -1 / 4), (6, -1 / 5)])
def test_a_sole_winner_gets_1_and_the_others_share_the_loss(players, loser):
    """R17, rewards: -1 / (n - 1) for a loser."""
    state = new(players, nights=1)
    flip(state, *MSWL)
    choose(state, " ".join(["wait"] * (players - 1) + ["bowl"]))
    flip(state, "5 soldier yk")
    assert state.returns() == pytest.approx([loser] * (players - 1) + [1])


def test_points_decide_not_the_number_of_bowls():
    """R17: seat 0 takes 2 + 2 + 9 points in three nights, seat 1 takes 20 in one."""
    state = new(players=2, nights=3)
    for _ in range(2):
        flip(state, "2 author mk", "2 origin wl")
        choose(state, "bowl wait")
        flip(state, "2 desert sy")
    flip(state, *MSWL)
    choose(state, "bowl wait")  # 9 small, 2 large by two: 4 and 1
    flip(state, "ace m")
    choose(state, "wait")
    flip(state, "ace s")
    choose(state, "bowl")  # 5 small, 1 + 2 large
    assert state.scores() == [13, 20]
    assert state.returns() == [-1, 1]


def test_the_longest_night_is_as_long_as_the_game_declares():
    """R5, R12: two players wait at 2, 3, …, 26 cards without Suns, 25 times; then a sun comes."""
    state = new(players=2, nights=1)
    flip(state, "2 author mk", "2 origin wl")
    without = [word for word in deck.WORDS[:36] if "s" not in word.split()[-1]]
    rest = [word for word in without if word not in ("2 author mk", "2 origin wl")]
    for card in rest:
        choose(state, "wait wait")
        flip(state, card)
    choose(state, "wait wait")
    flip(state, "ace s")
    assert state.is_terminal()
    chance = 26 + 1
    assert state.game.max_chance_nodes_in_history() == chance
    assert state.game.max_game_length() == 2 * 25 == len(state.history()) - chance


def test_score_rewards_are_the_points_as_they_are_won():
    """R16, rewards: over a game they add up to the scores."""
    lanes = farmenvs.make_batch(
        "turtle_soup", 64, seed=1, players=3, nights=3, reward="score", autoreset="disabled"
    )
    rng = np.random.default_rng(1)
    paid = np.zeros((64, 3))
    while (lanes.players >= 0).any():
        lanes.step(rng.integers(0, 2, 64))
        paid += lanes.rewards
    assert paid.tolist() == lanes.final_states["points"][:, :3].tolist()
    assert paid.any(axis=1).all()
