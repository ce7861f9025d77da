"""What a seat observes in Turnip (R26, R27, R29), worked out by hand."""

import numpy as np
import pytest

from farmenvs.core.contract import MODES
from tests.games.garden import garden, near, new, observed, play

TURN_UP = (
    "plant 2 show 3, claim 10, turn up, say nothing, sow 5, sow 2 show 2, plant 7, claim 7"
    # seat 0 lied and was caught by seat 1; now it claims a 7, and seat 1 is to answer
)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("free", [False, True])
def test_the_pieces_follow_the_number_of_players_and_the_claims(players, free):
    """R26, R27."""
    game = new(players, free_claims=free).game
    n = players
    both = {"phase": 5, "turn": n, "crown": n, "hand": 4, "claim": 1, "claim_up": 4}
    both |= {"claim_down": 4, "progress": 1, "left": n, "tokens": n, "market": n, "points": n}
    memory = {"stash": 4, "odds": 1, "total": n, "called": 2 * n, "lied": 2 * n}
    memory |= {"unseen": 4 * n, "known": 4 * n}
    memory |= {"claimed": (4 + free) * n, "tested": (4 + free) * n}
    if free:
        memory["claimed_worth"] = n
    table = {"up": 4 * n, "down": n, "taxes": n}
    for mode, rest in zip(MODES, (memory, table), strict=True):
        sizes = {piece.name: piece.size for piece in game.observation_spec(mode)}
        assert sizes == both | rest


def test_what_the_next_to_answer_sees_in_both_modes():
    """R25: own seat, 1, first; then 2 and 0, whose turn it is and who has the Crown."""
    state = play(garden(stash=3), TURN_UP)
    for mode in MODES:
        seen = observed(state, 1, mode)
        assert seen["phase"] == [0, 0, 0, 1, 0]
        assert seen["turn"] == seen["crown"] == [0, 0, 1]
        assert seen["hand"] == near([1, 2 / 3, 1 / 2, 1])  # 2 2 2 2 3 3 5 7
        assert seen["claim"] == near(7 / 20)
        assert seen["claim_up"] == seen["claim_down"] == [0, 0, 0, 0]
        assert seen["left"] == near([0.8, 0.7, 0.6])
        assert seen["tokens"] == near([1 / (1 + 4), 0, 0])
        assert seen["market"] == seen["points"] == [0, 0, 0]
        assert seen["progress"] == 0


def test_recall_counts_cards_and_remembers_claims_and_calls():
    """R26: seat 1, 2, 0. Seat 0 has shown 2 and 3: one of its eight other cards is a 7."""
    seen = observed(play(garden(stash=3), TURN_UP), 1)
    assert seen["stash"] == [0, 1, 0, 0]
    assert seen["odds"] == near(1 / 8)
    assert seen["unseen"] == near([[1, 1, 1, 1], [3 / 4, 1, 1, 1], [3 / 4, 2 / 3, 1, 1]])
    assert seen["known"] == near([[0, 0, 1 / 2, 0], [1 / 4, 0, 0, 0], [1 / 4, 1 / 3, 0, 0]])
    assert seen["total"] == near([5 / 34, 2 / 34, 5 / 34])
    # what was not tested: 5, and 2 beside 2 face up; the 7 is not in the Field yet
    assert seen["claimed"] == near([[0, 0, 0.1, 0], [0.1, 0, 0, 0], [0, 0, 0, 0]])
    assert seen["tested"] == near([[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0.1]])  # 10 less 3
    assert seen["called"] == near([[1 / (1 + 8), 0], [0, 0], [0, 0]])
    assert seen["lied"] == near([[0, 0], [0, 0], [1 / (1 + 8), 0]])


def test_the_table_shows_face_up_cards_and_numbers_of_face_down_ones():
    """R27: seat 1, 2, 0; of the three face-down cards of seat 0 two were shown, one is new."""
    seen = observed(play(garden(stash=3), TURN_UP), 1, "table")
    assert seen["up"] == near([[0, 0, 0, 0], [1 / 4, 0, 0, 0], [0, 0, 0, 0]])
    assert seen["down"] == near([0.1, 0.1, 0.3])
    assert seen["taxes"] == [0, 0, 0]


@pytest.mark.parametrize("mode", MODES)
def test_the_planter_sees_its_own_face_down_card_when_it_claims(mode):
    """R25, R27: the others see the face-up one only; nothing is claimed yet."""
    state = play(garden(), "plant 7 show 2")
    for p, down in enumerate(([0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0])):
        seen = observed(state, p, mode)
        assert seen["phase"] == [0, 0, 1, 0, 0]
        assert seen["claim"] == 0
        assert seen["claim_up"] == [1, 0, 0, 0]
        assert seen["claim_down"] == down


def test_after_a_harvest_cards_are_counted_in_the_market_and_under_the_tax_collector():
    """R18, R26: seat 0 won three of thirty cards and is to pay, then has paid."""
    state = play(garden(), "sow 7, sow 2, sow 5, harvest")
    assert observed(state, 1)["phase"] == [0, 0, 0, 0, 1]
    play(state, "tax 2")
    for mode in MODES:
        seen = observed(state, 0, mode)
        assert seen["market"] == near([3 / 30, 0, 0])
        assert seen["crown"] == [0, 1, 0]
    assert observed(state, 0, "table")["taxes"] == near([0.1, 0, 0])
    assert observed(state, 2)["unseen"][1] == near([1, 1, 1, 0])  # seat 0 showed its 7


def test_with_free_claims_a_total_that_no_card_fits_is_counted_apart():
    """R9, R26: 20 with a 7 face up would take a 13; nobody has one."""
    state = play(garden(2, free_claims=True), "plant 2 show 7, claim 20")
    assert observed(state, 1)["odds"] == 0
    play(state, "say nothing, plant 2 show 7, claim 20, turn up")
    seen = observed(state, 1)
    assert seen["claimed"] == near([[0, 0, 0, 0, 0], [0, 0, 0, 0, 0.1]])
    assert seen["claimed_worth"] == near([0, 20 / (20 + 20)])
    assert seen["tested"] == near([[0, 0, 0, 0, 0.1], [0, 0, 0, 0, 0]])


@pytest.mark.parametrize(
    ("option", "progress"),
    [
        # two short seasons bring 6 points to both and take 6 turns
        ({"seasons": 4}, 2 / 4),
        ({"target": 12}, 6 / (6 + 12)),
        ({"clock": 9}, 6 / (6 + 9)),
    ],
)
def test_observations_tell_how_far_the_game_is(option, progress):
    """R29."""
    state = new(2, cards=(2, 0, 0, 0), **option)
    assert observed(state, 0)["progress"] == 0
    for _ in range(2):
        play(state, "stash 2, stash 2, sow 2, sow 2, harvest, crown to player 0")
    for mode in MODES:
        seen = observed(state, 1, mode)
        assert seen["progress"] == near(progress)
        assert seen["points"] == near([6 / (6 + 40)] * 2)


def test_points_and_tokens_have_no_bound_but_their_entries_have():
    """In a game of many seasons all entries stay within 0 and 1."""
    game = new(2, clock=3000).game
    state, rng = game.new_initial_state(), np.random.default_rng(0)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert max(state.scores()) > 500
    for mode in MODES:
        tensor = state.observation_tensor(0, mode)
        assert ((tensor >= 0) & (tensor <= 1)).all()
