"""Turnip, a season and a round: rules R3 to R13 of its RULES.md, a test or more each.

Positions are reached by words; expected values are worked out by hand beside them.
"""

import itertools

import pytest

from farmenvs.core.contract import CHANCE
from tests.games.garden import due, each, garden, near, new, observed, play, words

# ---------------------------------------------------------------------------------------- the start


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_player_begins_with_the_same_chance(players):
    """R3: a chance node; its outcomes are seats."""
    state = new(players, first_player="random")
    assert state.current_player() == CHANCE
    assert state.chance_outcomes() == [(seat, 1 / players) for seat in range(players)]
    assert words(state) == [f"crown to player {seat}" for seat in range(players)]


def test_who_is_drawn_gets_the_crown_and_the_first_turn():
    """R3, R6."""
    state = play(new(first_player="random"), "crown to player 2")
    assert state.to_dict()["crown"] == 2
    play(state, "stash 2, stash 2, stash 2")
    assert due(state) == "2 plant"


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_fixed_seat_begins_and_nothing_is_drawn(seat):
    """R3: the first node is a choice already."""
    state = new(first_player=seat)
    assert due(state) == "0 stash"
    play(state, "stash 2, stash 2, stash 2")
    assert due(state) == f"{seat} plant"


def test_all_stash_a_card_of_choice_in_ascending_order_of_seats_whoever_has_the_crown():
    """R4: any of the four kinds; nine cards are left."""
    state = new(first_player=2)
    for seat, word in enumerate(("stash 7", "stash 2", "stash 5")):
        assert state.current_player() == seat
        assert words(state) == ["stash 2", "stash 3", "stash 5", "stash 7"]
        play(state, word)
    assert each(state, "left") == [9, 9, 9]
    assert each(state, "hand") == [[4, 3, 2, 0], [3, 3, 2, 1], [4, 3, 1, 1]]


def test_a_kind_that_a_player_does_not_have_can_not_be_stashed():
    """R2, R4: no 3s and no 7s here."""
    assert words(new(cards=(2, 0, 1, 0))) == ["stash 2", "stash 5"]


def test_the_stash_is_sealed_and_stays_secret():
    """R4: whatever seat 0 stashes, the others see the same, now and in the round that follows."""

    def shown(word):
        state = play(new(), word)
        seen = [state.view(p).tobytes() for p in (1, 2)]
        play(state, "stash 2, stash 2, sow 2")
        return seen + [state.view(p).tobytes() for p in (1, 2)]

    assert len({tuple(shown(f"stash {card}")) for card in (2, 3, 5, 7)}) == 1


def test_rounds_follow_while_everybody_has_a_card_in_hand():
    """R5, R19: three cards each, one stashed, one planted: one is left; then none."""
    state = garden(2, cards=(3, 0, 0, 0))
    play(state, "sow 2, sow 2, harvest, crown to player 0, tax 2, tax 2")
    assert state.is_terminal()
    state = garden(2, cards=(4, 0, 0, 0))
    play(state, "sow 2, sow 2, harvest, crown to player 0, tax 2, tax 2")
    assert due(state) == "0 plant"


# ------------------------------------------------------------------------------------------ a round


def test_turns_go_clockwise_from_the_holder_of_the_crown():
    """R6: seat 2, then 3, 0, 1, and 2 again, who may now harvest."""
    state = garden(4, first_player=2)
    for seat in (2, 3, 0, 1):
        assert due(state) == f"{seat} plant"
        play(state, "sow 2")
    assert due(state) == "2 harvest/plant"


def test_one_card_is_planted_face_down_or_a_second_one_face_up_as_well():
    """R7: all pairs of kinds, but two 7s: there is one only."""
    faces = (2, 3, 5, 7)
    single = {f"plant {down}" for down in faces}
    double = {f"plant {down} show {up}" for down, up in itertools.product(faces, faces)}
    state = garden(stash=2)
    assert set(words(state)) == single | double - {"plant 7 show 7"}


def test_two_cards_of_a_kind_take_two_of_them_in_hand():
    """R7: of 2, 2, 3, 5 each stashed a 2: one is left of each kind."""
    state = garden(cards=(2, 1, 1, 0))
    assert "plant 2 show 2" not in words(state)
    assert "plant 2 show 3" in words(state)
    assert not any("7" in word for word in words(state))


def test_planted_cards_leave_the_hand():
    """R7: 5 and 3 of 2 2 2 3 3 3 5 5 7."""
    state = play(garden(), "plant 5 show 3")
    assert each(state, "hand")[0] == [3, 2, 1, 1]
    assert each(state, "left") == [7, 9, 9]
    assert each(state, "down") == [1, 0, 0]


@pytest.mark.parametrize(
    ("cards", "totals"),
    [
        ("7", (2, 3, 5, 7)),
        ("7 show 2", (4, 5, 7, 9)),
        ("2 show 3", (5, 6, 8, 10)),
        ("2 show 5", (7, 8, 10, 12)),
        ("2 show 7", (9, 10, 12, 14)),
    ],
)
def test_a_claim_is_the_face_up_card_and_2_3_5_or_7_for_the_other(cards, totals):
    """R8: whatever is face down; the planter claims at once."""
    state = play(garden(), f"plant {cards}")
    assert due(state) == "0 claim"
    assert words(state) == [f"claim {total}" for total in totals]


def test_a_claim_covers_only_the_cards_just_planted():
    """R8: a 7 lies in the Field already; a 3 more may be claimed to be 2, 3, 5 or 7."""
    state = play(garden(), "sow 7, sow 2, sow 2, plant 3")
    assert words(state) == ["claim 2", "claim 3", "claim 5", "claim 7"]


def test_a_claim_need_not_be_true_and_everybody_hears_it():
    """R8: a 2 is said to be 7."""
    state = play(garden(), "plant 2, claim 7")
    for p in range(3):
        assert observed(state, p)["claim"] == near(7 / 20)


def test_with_free_claims_any_total_from_1_to_20_may_be_claimed():
    """R9: with one card or two; a claim that can't be true is just a lie."""
    for cards in ("2", "5 show 7"):
        state = play(garden(free_claims=True), f"plant {cards}")
        assert words(state) == [f"claim {total}" for total in range(1, 21)]
    play(state, "claim 20, turn up, say nothing")
    assert each(state, "tokens") == [0, 1, 0]


def test_all_others_answer_a_claim_in_turn_order_from_the_left_of_the_planter():
    """R10: seat 2 plants; 3, 0 and 1 answer; then it is the turn of seat 3."""
    state = play(garden(4, first_player=2), "plant 2, claim 2")
    for seat, word in ((3, "say nothing"), (0, "turn up"), (1, "say nothing")):
        assert due(state) == f"{seat} say/turn"
        assert words(state) == ["say nothing", "turn up"]
        play(state, word)
    assert due(state) == "3 plant"


def test_calls_are_sealed_until_the_last_is_in():
    """R10: what seat 1 says, nobody else sees until seat 3 has spoken; then everybody does."""
    states = [play(garden(4), f"plant 2, claim 2, {word}") for word in ("turn up", "say nothing")]

    def same(p):
        return states[0].view(p).tobytes() == states[1].view(p).tobytes()

    assert [same(p) for p in range(4)] == [True, False, True, True]
    for state in states:
        play(state, "say nothing")
    assert [same(p) for p in range(4)] == [True, False, True, True]
    for state in states:
        play(state, "say nothing")
    assert not any(same(p) for p in range(4))


def test_if_nobody_calls_each_card_lies_as_it_was_planted():
    """R11: the face-up 3 is seen by all, the face-down 5 by its owner only; no token moves."""
    state = play(garden(), "sow 5 show 3")
    assert each(state, "tokens") == [0, 0, 0]
    assert observed(state, 0)["face_down"] == near([0, 0, 1 / 2, 0])
    for p in range(3):
        assert observed(state, p)["face_up"][-p] == near([0, 1 / 3, 0, 0])
        assert observed(state, p)["shown"][-p] == [0, 0, 0, 0]
        assert observed(state, p)["claimed"][-p] == near([0, 0, 1 / 10, 0])


@pytest.mark.parametrize(
    ("calls", "true", "false"),
    [
        # three others than the planter, seat 1: seats 2, 3, 0
        ("turn up, say nothing, say nothing", [0, 1, 0, 0], [0, 0, 1, 0]),
        ("say nothing, turn up, say nothing", [0, 1, 0, 0], [0, 0, 0, 1]),
        ("say nothing, say nothing, turn up", [0, 1, 0, 0], [1, 0, 0, 0]),
        ("say nothing, turn up, turn up", [0, 1, 0, 0], [0, 0, 0, 1]),
        ("turn up, turn up, turn up", [0, 1, 0, 0], [0, 0, 1, 0]),
        ("say nothing, say nothing, say nothing", [0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_a_true_claim_brings_the_planter_a_token_a_false_one_the_nearest_caller(calls, true, false):
    """R12: one token, whoever else called; nobody pays."""
    for claim, tokens in ((5, true), (7, false)):
        state = play(garden(4, first_player=1), f"plant 3 show 2, claim {claim}, {calls}")
        assert each(state, "tokens") == tokens


def test_a_claim_of_the_right_total_is_true_and_one_token_after_another_is_won():
    """R12: tokens never run out: seat 0 is called on each of 9 cards, and wins 9."""
    state = garden(2, stash=7, cards=(9, 0, 0, 1))
    for _ in range(9):
        play(state, "plant 2, claim 2, turn up")
        if state.current_player() == 1:
            play(state, "sow 2")
    assert each(state, "tokens") == [9, 0]


def test_a_turn_up_shows_the_face_down_card_to_everybody_and_no_other_card():
    """R12, R13: the 5 planted before stays hidden, and so does the hand."""
    state = play(garden(), "sow 5, sow 2, sow 2, plant 3, claim 7, say nothing, turn up")
    for p in (1, 2):
        seen = observed(state, p)
        assert seen["shown"][-p] == near([0, 1 / 3, 0, 0])
        assert seen["unseen"][-p] == near([1, 2 / 3, 1, 1])
        assert seen["claimed"][-p] == near([0, 0, 1 / 10, 0])
        assert str(state.view(p)).splitlines()[2].split(";")[0].count("?") == 7


def test_after_a_turn_up_both_cards_of_the_planting_lie_face_down_and_are_known():
    """R13: the 7 that lay face up is covered, that of seat 1, whom nobody called, is not."""
    state = play(garden(), "plant 3 show 7, claim 10, turn up, silence, sow 2 show 7")
    for p in range(3):
        table = observed(state, p, "table")
        assert table["up"][-p] == [0, 0, 0, 0]
        assert table["up"][1 - p] == [0, 0, 0, 1]
        assert (table["down"][-p], table["down"][1 - p]) == near((2 / 10, 1 / 10))
        assert observed(state, p)["shown"][-p] == near([0, 1 / 3, 0, 1])
        assert observed(state, p)["face_up"][1 - p][3] == 1


def test_a_card_that_was_shown_lies_in_the_field_and_counts():
    """R13, R14: 7 and 2 of seat 0 against 2 and 2, and 3 and 2: it wins all six cards."""
    state = play(garden(), "plant 7, claim 2, turn up, turn up, sow 2, sow 3, sow 2, sow 2, sow 2")
    assert each(state, "down") == [2, 2, 2]
    play(state, "harvest")
    assert each(state, "market") == [6, 0, 0]
