"""Farming Dice, a turn: rules R1 to R11 of its RULES.md, a test or more each.

Positions are reached by words (`play`) and compared on one line (`piles`).
"""

import itertools
import re

import pytest

from farmenvs.core.contract import CHANCE
from tests.games.farm import new, piles, play, words

# ------------------------------------------------------------------------------------- components


@pytest.mark.parametrize(
    ("players", "opening"),
    [
        (2, "0000 1111 | -"),
        (3, "0000 1111 2222 | -"),
        (4, "0000 1111 2222 3333 | -"),
        (5, "0000 1111 2222 3333 4444 | -"),
        (6, "0000 1111 2222 3333 4444 5555 | -"),
    ],
)
def test_every_farmer_begins_with_the_four_tokens_of_its_crop_and_the_bank_with_none(
    players, opening
):
    """R1, R2: seat c farms crop c."""
    state = new(players)
    assert piles(state) == opening
    assert state.scores() == [4] * players


def test_a_small_version_has_other_numbers_of_tokens():
    """R2."""
    assert piles(new(3, tokens=1)) == "0 1 2 | -"
    assert piles(new(2, tokens=7)) == "0000000 1111111 | -"


def test_each_die_shows_left_right_bank_and_crop_with_one_face_and_blank_with_two():
    """R3: on each of the four dice that seat 0 rolls."""
    state = new()
    for crop in ("apple", "corn", "wheat", "onion"):
        assert words(state) == [
            f"{crop} die: {face}" for face in ("left", "right", "bank", "blank", "crop")
        ]
        weights, total = state.chance_weights()
        assert (weights.tolist(), total) == ([1, 1, 1, 2, 1], 6)
        assert state.chance_outcomes() == [
            (0, 1 / 6),
            (1, 1 / 6),
            (2, 1 / 6),
            (3, 1 / 3),
            (4, 1 / 6),
        ]
        play(state, "blank")
    assert state.current_player() == CHANCE  # seat 1 rolls its first


def test_with_six_players_a_die_still_has_five_faces():
    """R3, R4: the sixth outcome is a seat, and no face."""
    state = new(6, tokens=6)
    assert state.game.max_chance_outcomes() == 6
    assert state.legal_actions() == [0, 1, 2, 3, 4]


# ------------------------------------------------------------------------------------- who begins


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_chance_draws_the_first_player_all_seats_alike(players):
    """R4: the outcome is the seat, also where there are more faces than seats."""
    state = new(players, "random")
    assert state.chance_outcomes() == [(q, 1 / players) for q in range(players)]
    assert words(state) == [f"player {q} begins" for q in range(players)]
    for q in range(players):
        assert f"player {q} " in str(state.child(q)).splitlines()[-1]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_first_player_can_be_named(seat):
    """R4: then chance draws nothing; with one token of three dice that seat picks."""
    assert new(3, seat, tokens=1).current_player() == seat


# ------------------------------------------------------------------------------------- the dice


def test_a_farmer_without_tokens_passes():
    """R5: seat 1 has none, and its home tokens lie apart, so it is in: seat 2 follows on seat 0."""
    state = new(3, tokens=2)
    play(state, "roll own die, roll left-1 die, blank, crop, move left-1 to own")
    play(state, "roll own die, bank, give own crop")
    assert piles(state) == "001 - 22 | 1"
    assert state.current_player() == 2
    play(state, "roll own die, roll left-1 die, blank, blank")
    play(state, "blank, blank, blank")  # seat 0, all dice
    assert state.current_player() == 2


@pytest.mark.parametrize(("tokens", "dice"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 4), (20, 4)])
def test_a_farmer_rolls_as_many_dice_as_it_has_tokens_but_no_more_than_there_are(tokens, dice):
    """R6: four dice, and nothing to pick with four tokens or more."""
    state = new(4, tokens=tokens)
    rolled = 0
    while state.to_dict()["turns"] == 0:
        if state.is_chance_node():
            play(state, "blank")
            rolled += 1
        else:
            assert tokens < 4
            state.apply_action(state.legal_actions()[0])
    assert rolled == dice


def test_dice_are_picked_in_ascending_order_and_enough_must_be_left():
    """R6: three of four dice, by seat 2; `own` is wheat, relative crop 0."""
    state = new(4, 2, tokens=3)
    assert state.current_player() == 2
    assert words(state) == ["roll own die", "roll left-1 die"]
    play(state, "roll own die")
    assert words(state) == ["roll left-1 die", "roll left-2 die"]
    skipped = play(state.clone(), "roll left-2 die")
    assert words(skipped) == ["roll left-3 die"]
    play(state, "roll left-1 die")
    assert words(state) == ["roll left-2 die", "roll left-3 die"]


def test_who_has_one_token_picks_any_die():
    """R6."""
    state = new(6, 4, tokens=1)
    assert words(state) == ["roll own die", *(f"roll left-{r} die" for r in range(1, 6))]


def test_every_set_of_dice_can_be_picked_and_in_one_way():
    """R6: two of five; the ten pairs."""
    state = new(5, tokens=2)
    pairs = [
        (first, second)
        for first in state.legal_actions()
        for second in state.child(first).legal_actions()
    ]
    assert pairs == [(a, b) for a in range(5) for b in range(a + 1, 5)]


def test_the_dice_are_rolled_by_ascending_relative_crop():
    """R7: seat 2 begins with wheat."""
    state = new(4, 2)
    order = []
    for _ in range(4):
        order.append(words(state)[0])
        play(state, "blank")
    assert order == ["wheat die: left", "onion die: left", "apple die: left", "corn die: left"]


def test_only_the_dice_picked_are_rolled():
    """R7: relative crops 1 and 3 of seat 3 are apple and wheat."""
    state = new(4, 3, tokens=2)
    play(state, "roll left-1 die, roll left-3 die")
    assert words(state)[0] == "apple die: left"
    play(state, "blank")
    assert words(state)[0] == "wheat die: left"
    play(state, "blank")
    assert state.current_player() == 0


# ------------------------------------------------------------------------------------- gifts


@pytest.mark.parametrize(
    ("face", "after"),
    [
        ("left", "000 10111 2222 3333 | -"),
        ("right", "000 1111 2222 03333 | -"),
        ("bank", "000 1111 2222 3333 | 0"),
        ("blank", "0000 1111 2222 3333 | -"),
    ],
)
def test_left_is_the_next_seat_right_the_one_before_and_bank_the_bank(face, after):
    """R8, R10: by seat 0 of four; a Blank moves nothing."""
    state = play(new(), f"{face}, blank, blank, blank")
    if face != "blank":
        assert words(state) == ["give own crop"]
        play(state, "give own crop")
    assert piles(state) == " ".join("".join(sorted(pile)) for pile in after.split(" "))


def test_the_farmer_picks_which_token_to_give():
    """R8: seat 1 has two of corn and one of apple."""
    state = play(new(2, tokens=2), "left, blank, give own crop")
    assert piles(state) == "0 011 | -"
    play(state, "bank, blank")
    assert words(state) == ["give own crop", "give left-1 crop"]
    assert piles(play(state.clone(), "give own crop")) == "0 01 | 1"
    assert piles(play(state.clone(), "give left-1 crop")) == "0 11 | 0"


def test_a_gift_goes_to_a_farmer_without_tokens_too():
    """R8: seat 1 has none, but is in the game; seat 0 gives to its left."""
    state = new(3, tokens=2)
    play(state, "roll own die, roll left-1 die, blank, crop, move left-1 to own")
    play(state, "roll own die, bank, give own crop")
    play(state, "roll own die, roll left-1 die, blank, blank")
    assert piles(state) == "001 - 22 | 1"
    play(state, "left, blank, blank, give left-1 crop")
    assert piles(state) == "00 1 22 | 1"


def test_a_gift_passes_by_those_who_are_out():
    """R8, R12: seat 1 of four is out: right of seat 2 is seat 0, and left of seat 0 is seat 2."""
    state = new(4, tokens=2)
    play(state, "roll own die, roll left-1 die, blank, crop, move left-1 to bank")
    play(state, "roll own die, crop, move own to bank")
    assert piles(state) == "00 out 22 33 | -"
    play(state, "roll own die, roll left-1 die, right, blank, give own crop")
    assert piles(state) == "002 out 2 33 | -"
    play(state, "roll own die, roll left-1 die, blank, blank")
    play(state, "left, blank, blank, give own crop")
    assert piles(state) == "02 out 02 33 | -"


@pytest.mark.parametrize("face", ["left", "right"])
def test_with_two_farmers_left_and_right_are_the_same_neighbour(face):
    """R8."""
    state = play(new(2), f"{face}, blank, give own crop")
    assert piles(state) == "000 01111 | -"


def test_with_two_farmers_of_three_left_in_the_game_it_is_so_too():
    """R8, R12: seat 1 is out."""
    state = play(new(3, tokens=1), "roll left-1 die, crop, move left-1 to bank")
    assert piles(state) == "0 out 2 | -"
    for face in ("left", "right"):
        after = play(state.clone(), f"roll own die, {face}, give own crop")
        assert after.winners() == [0]


def test_all_gifts_of_a_turn_are_always_possible():
    """R8, RULING: two tokens, two dice that show Left and Bank: both must go."""
    state = play(new(3, tokens=2), "roll own die, roll left-2 die, bank, left")
    assert words(state) == ["give own crop"]
    play(state, "give own crop")
    assert words(state) == ["give own crop"]
    play(state, "give own crop")
    assert piles(state) == "- 011 22 | 0"


# ------------------------------------------------------------------------------------- crops


def test_a_crop_moves_a_token_of_its_die_from_any_pile_to_any_other():
    """R9: corn lies in the piles of seats 0, 1 and 3 and in the Bank; seat 2 is to move one."""
    state = play(new(4, tokens=5), "blank, crop, blank, blank, move left-1 to own")
    play(state, "crop, blank, bank, blank, move own to left-2, give own crop")
    assert piles(state) == "000001 11 22222 133333 | 1"
    play(state, "blank, blank, blank, crop")
    everywhere = ["own", "left-1", "left-2", "left-3", "bank"]
    sources = ["left-1", "left-2", "left-3", "bank"]
    assert words(state) == [f"move {i} to {j}" for i in sources for j in everywhere if i != j]
    assert piles(play(state.clone(), "move bank to own")) == "000001 11 122222 133333 | -"
    assert piles(play(state.clone(), "move left-2 to left-1")) == "00000 11 22222 1133333 | 1"
    assert piles(play(state.clone(), "move left-3 to bank")) == "000001 1 22222 133333 | 11"


def test_a_crop_must_be_carried_out_even_to_ones_own_loss():
    """R9, RULING: all apple tokens are in the own pile, so one of them must go."""
    state = play(new(3), "crop, blank, blank")
    assert words(state) == ["move own to left-1", "move own to left-2", "move own to bank"]


def test_a_crop_can_give_to_a_farmer_without_tokens():
    """R9: seat 1 has none; seat 2 takes a token of apple from seat 0 and gives it to seat 1."""
    state = new(3, tokens=2)
    play(state, "roll own die, roll left-1 die, blank, crop, move left-1 to own")
    play(state, "roll own die, bank, give own crop")
    play(state, "roll left-1 die, roll left-2 die, crop, blank, move left-1 to left-2")
    assert piles(state) == "01 0 22 | 1"


def test_a_crop_finds_its_tokens_in_the_bank():
    """R9: both tokens of corn lie there, and seat 1 is in, as it has one of apple."""
    state = play(new(2, tokens=2), "left, crop, move left-1 to bank, give own crop")
    play(state, "bank, blank, give own crop")
    assert piles(state) == "0 0 | 11"
    play(state, "roll left-1 die, crop")
    assert words(state) == ["move bank to own", "move bank to left-1"]


# ------------------------------------------------------------------------------------- once a turn


def test_a_token_that_came_by_a_crop_can_not_be_given_in_the_same_turn():
    """R10: seat 0 takes one of corn and gives one of apple, its only other crop."""
    state = play(new(3, tokens=2), "roll own die, roll left-1 die, left, crop, move left-1 to own")
    assert piles(state) == "001 1 22 | -"
    assert words(state) == ["give own crop"]


def test_others_of_its_crop_and_the_same_in_another_turn_can_be_given():
    """R10: of two tokens of corn one came now, the other in the turn before."""
    state = play(new(2), "blank, crop, move left-1 to own")
    play(state, "blank, blank")
    play(state, "left, crop, move left-1 to own")
    assert piles(state) == "000011 11 | -"
    assert words(state) == ["give own crop", "give left-1 crop"]
    play(state, "give left-1 crop")
    assert piles(state) == "00001 111 | -"


def test_with_two_gifts_the_token_that_came_stays_too():
    """R10: the old token of corn is given, and then the new one can't be."""
    state = play(new(3, tokens=5), "blank, crop, blank, move left-1 to own")
    play(state, "blank, blank, blank, blank, blank, blank")
    play(state, "left, crop, bank, move left-1 to own")
    assert piles(state) == "0000011 111 22222 | -"
    play(state, "give left-1 crop")
    assert words(state) == ["give own crop"]


# ------------------------------------------------------------------------------------- the order


def test_dice_are_carried_out_crops_first_then_left_then_right_then_bank():
    """R11: whatever was rolled first: apple Bank, corn Right, wheat Left, onion Crop."""
    state = play(new(), "bank, right, left, crop")
    play(state, "move left-3 to own, give own crop")
    assert piles(state) == "0003 01111 2222 333 | -"
    play(state, "give own crop")
    assert piles(state) == "003 01111 2222 0333 | -"
    play(state, "give own crop")
    assert piles(state) == "03 01111 2222 0333 | 0"


def test_crops_are_carried_out_by_ascending_relative_crop():
    """R11: for seat 2 wheat, then onion, then apple; corn is blank."""
    state = play(new(4, 2), "crop, crop, crop, blank")
    play(state, "move own to bank")
    assert piles(state) == "0000 1111 222 3333 | 2"
    play(state, "move left-1 to bank")
    assert piles(state) == "0000 1111 222 333 | 23"
    play(state, "move left-2 to bank")
    assert piles(state) == "000 1111 222 333 | 023"


def test_left_dice_are_all_carried_out_before_the_first_right_one():
    """R11."""
    state = play(new(), "right, left, right, left")
    for after in ("000 01111 2222 3333 | -", "00 001111 2222 3333 | -"):
        assert piles(play(state, "give own crop")) == after
    for after in ("0 001111 2222 03333 | -", "- 001111 2222 003333 | -"):
        assert piles(play(state, "give own crop")) == after


def test_dice_that_show_the_same_in_another_order_leave_the_same_to_decide():
    """R11: equal turns are one path: twelve orders of left, bank, bank and blank."""
    turns = set()
    for faces in itertools.permutations(("left", "bank", "bank", "blank")):
        state = play(new(), ", ".join(faces))
        turns.add(state.view(0).tobytes())
        play(state, "give own crop, give own crop, give own crop")
        turns.add(state.view(0).tobytes())
    assert len(turns) == 2


@pytest.mark.parametrize(
    ("script", "wrong", "complaint"),
    [
        # three dice of four, so the third is too high for the first pick
        (None, "roll left-2 die", "for player 0; legal: 0 roll own die, 1 roll left-1 die"),
        (None, "give own crop", "for player 0; legal: 0 roll own die, 1 roll left-1 die"),
        ("crop, bank, blank", "give own crop", "for player 0; legal: 9 move own to left-1, "),
        ("crop, bank, blank", "move own to own", "for player 0; legal: 9 move own to left-1, "),
        ("bank, blank, blank", "give left-1 crop", "for player 0; legal: 4 give own crop"),
    ],
)
def test_an_illegal_pick_gift_or_move_is_refused_and_changes_nothing(script, wrong, complaint):
    """R6, R8, R9, R11."""
    state = new(4, tokens=3)
    if script:
        play(state, f"roll own die, roll left-1 die, roll left-2 die, {script}")
    before = state.serialize()
    action = state.string_to_action(wrong)
    expected = f"action {action} ({wrong}) is illegal {complaint}"
    with pytest.raises(ValueError, match=f"^{re.escape(expected)}"):
        state.apply_action(action)
    assert state.serialize() == before
