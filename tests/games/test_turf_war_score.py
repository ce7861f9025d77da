"""Turf War: VP and who wins (R34, R35), by hand."""

import numpy as np
import pytest

from farmenvs.core.batch import Batch
from farmenvs.games.turf_war import GAME
from tests.games.turf import card, do, lot, position

FULL = {
    "0 a1": "Rock, Rock",
    "0 a2": "Rock",
    "0 b2": "Herb, Herb, Herb",
    "0 c1": "Bug",
    "0 c3": "Rock",
}
"""Two, one, none; none, three, none; one, none, one."""


@pytest.mark.parametrize(
    ("each", "place", "counted"),
    [
        ("Plant", "0 a3", 3 + 0),
        ("Ornament", "0 a3", 4 + 1),  # itself included
        ("Pest", "0 a3", 1),
        ("Feature", "0 a3", 0),
        ("row", "0 a1", 3 + 1),  # itself included
        ("row", "0 b3", 3 + 1),
        ("row", "0 c2", 2 + 1),
        ("column", "0 a1", 3 + 1),
        ("column", "0 c2", 4 + 1),
        ("column", "0 b3", 1 + 1),
        ("adjacent", "0 b2", 2 + 1 + 1 + 1),  # not its own pile
        ("adjacent", "0 a1", 1 + 3),
        ("adjacent", "0 c3", 3),
        ("pile", "0 b2", 3),  # itself not included
        ("pile", "0 a3", 0),
        ("grass", "0 b2", 2),  # b1 and c2; c3 and b2 have cards
        ("grass", "0 b1", 1),
        ("neighbor", "0 a1", 2),
    ],
)
@pytest.mark.parametrize("per", [2, -1])
def test_a_card_counts_what_it_names(each, place, counted, per):
    """R4, R34: each kind of counting, from a place of the grid."""
    cards = [
        card("Rock", copies=9),
        card("Herb", "Plant"),
        card("Bug", "Pest"),
        card("Judge", per=per, each=each),
        card("Other", copies=9),
    ]
    yards = {**FULL, place: ", ".join(filter(None, [FULL.get(place), "Judge"])), "1 b2": "Other"}
    state = lot(
        *cards,
        yards=yards,
        grass="0 b1, 0 b2, 0 c2, 0 c3, 1 a1",
        won={0: "Nobody 6, Nobody 7"},
    )
    assert state.scores() == [per * counted + 2, 0]  # a Neighbor is worth 1


def test_flat_vp_and_counted_vp_add_up_and_copies_count_each():
    """R34: two Judges count each other."""
    judge = card("Judge", vp=3, per=2, each="Ornament")
    assert lot(judge, yards={"0 a1": "Judge", "0 c3": "Judge"}).scores() == [2 * (3 + 2 * 2), 0]


def test_the_sway_and_the_yard_count_and_nothing_else():
    """R34: 5 for Tut, 7 for Maya; cards in hand, Garage and money are worth nothing."""
    state = position(
        won={0: "Tut", 1: "Maya"},
        yards={"0 a1": "Hot Tub", "1 a1": "Skunk"},
        hands={0: "Marble Statue"},
        garages={1: "Cactus"},
        money=(50, 0),
    )
    assert state.scores() == [5 + 4, 7 - 3]


@pytest.mark.parametrize(
    ("yards", "won", "winners"),
    [
        ({"0 a1": "Hot Tub"}, {1: "Thomas"}, [0]),  # 4 to 3
        ({"0 a1": "Hot Tub"}, {1: "Ida"}, [1]),  # 4 to 4: the Neighbor decides
        ({"0 a1": "Hot Tub"}, {1: "Beatrice"}, [1]),
        ({"0 a1": "Marble Statue", "1 a1": "Solar Light"}, {0: "Thomas", 1: "Maya"}, [0, 1]),
        ({"0 a1": "Skunk", "1 a1": "Skunk"}, {}, [0, 1]),  # below 0
        ({"0 a1": "Skunk"}, {}, [1]),
    ],
)
def test_most_vp_win_then_most_neighbors_then_they_share(yards, won, winners):
    """R35: at a game that is cut after this turn."""
    state = position(yards=yards, won=won, max_turns=1)
    do(state, "done")
    assert state.is_terminal()
    assert state.winners() == winners
    returns = [1 if p in winners else -1 for p in range(2)] if len(winners) == 1 else [0, 0]
    assert state.returns() == returns


def test_three_players_of_whom_two_tie():
    """R35: (3 / 2 - 1) / 2 each."""
    yards = {"0 a1": "Hot Tub", "2 a1": "Marble Statue, Ants"}
    state = do(position(3, yards=yards, max_turns=1), "done")
    assert state.scores() == [4, 0, 4]
    assert state.returns() == [1 / 4, -1 / 2, 1 / 4]


def test_score_rewards_are_the_changes_of_vp():
    """R34: they add up to the scores at the end."""
    batch = Batch(GAME.load(max_turns=40), 32, seed=1, reward="score", autoreset="disabled")
    rng, paid = np.random.default_rng(1), np.zeros((32, 2))
    finals = np.zeros((32, 2))
    while (batch.players >= 0).any():
        odds = rng.random(batch.action_masks.shape) * batch.action_masks
        batch.step(odds.argmax(axis=1))
        paid += batch.rewards
    for k in range(32):
        batch.game.kernels.points_of(batch.game.cfg1, batch.final_states[k : k + 1], finals[k])
    assert paid.tolist() == finals.tolist()
