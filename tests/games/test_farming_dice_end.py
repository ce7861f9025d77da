"""Farming Dice, going out and the end: rules R12 to R18 of its RULES.md, bounds and rewards.

Positions are reached by words (`play`) and compared on one line (`piles`).
"""

import numpy as np
import pytest

from farmenvs.core.batch import Batch
from farmenvs.games.farming_dice import GAME
from tests.games.farm import new, piles, play, words

TAKE = "roll own die, roll left-1 die, blank, crop, move left-1 to own"
"""A turn with two tokens: the farmer takes one from its left neighbour, of that one's own crop."""
PAUSE = "roll own die, roll left-1 die, blank, blank"
"""A turn with two tokens of three or more dice in which nothing happens."""

# ------------------------------------------------------------------------------------- going out


def test_a_farmer_whose_home_tokens_are_all_in_the_bank_is_out():
    """R12: the second of two tokens of seat 1 follows the first into the Bank; both leave it."""
    state = play(new(3, tokens=2), "roll own die, roll left-1 die, bank, crop, move left-1 to bank")
    play(state, "give own crop")
    assert piles(state) == "0 1 22 | 01"
    play(state, "roll own die, bank, give own crop")
    assert piles(state) == "0 out 22 | 0"
    assert state.scores() == [1, 0, 2]


def test_a_farmer_whose_home_tokens_are_all_in_one_other_pile_is_out():
    """R12: seat 0 takes both tokens of seat 1, and loses them with their farmer."""
    state = play(new(3, tokens=2), TAKE)
    play(state, "roll own die, blank")
    play(state, PAUSE)
    assert piles(state) == "001 1 22 | -"
    play(state, "blank, crop, blank, move left-1 to own")
    assert piles(state) == "00 out 22 | -"


def test_a_farmer_without_tokens_whose_home_tokens_lie_apart_is_not_out():
    """R12: one in the pile of seat 0, one in the Bank; or in two piles."""
    state = play(new(3, tokens=2), TAKE)
    in_bank = play(state.clone(), "roll own die, bank, give own crop")
    assert piles(in_bank) == "001 - 22 | 1"
    in_piles = play(state.clone(), "roll own die, left, give own crop")
    assert piles(in_piles) == "001 - 122 | -"


def test_a_farmer_with_a_token_of_another_crop_is_not_out():
    """R12: both home tokens of seat 1 are in the Bank, but it holds one of apple."""
    state = play(new(2, tokens=2), "left, crop, move left-1 to bank, give own crop")
    play(state, "bank, blank, give own crop")
    assert piles(state) == "0 0 | 11"


def test_home_tokens_in_the_own_pile_keep_a_farmer_in():
    """R12: all of them in one pile is no harm if that is the own one."""
    state = play(new(3, tokens=2), PAUSE)
    assert piles(state) == "00 11 22 | -"


def test_nobody_is_out_before_all_dice_are_carried_out():
    """R12, RULING: after the Crop seat 1 has nothing, and its home is with seat 0; then a gift."""
    state = play(new(3, tokens=2), TAKE)
    play(state, "roll own die, blank")
    play(state, PAUSE)
    play(state, "left, crop, blank, move left-1 to own")
    assert piles(state) == "0011 - 22 | -"
    play(state, "give own crop")
    assert piles(state) == "011 0 22 | -"


def test_a_die_leaves_the_game_with_its_farmer():
    """R12, R6: two dice are left of three; seat 2 with two tokens rolls both, and picks none."""
    state = play(
        new(3, tokens=2), "roll own die, roll left-1 die, blank, crop, move left-1 to bank"
    )
    play(state, "roll own die, bank, give own crop")
    assert piles(state) == "00 out 22 | -"
    assert words(state)[0] == "wheat die: left"
    play(state, "blank")
    assert words(state)[0] == "apple die: left"
    play(state, "blank")
    assert words(state)[0] == "apple die: left"  # by seat 0: not corn


def test_the_die_of_one_who_is_out_can_not_be_picked():
    """R12, R6: seat 2 has one token; corn, its left-2, is out."""
    state = play(new(3, tokens=1), "roll left-1 die, crop, move left-1 to bank")
    assert state.current_player() == 2
    assert words(state) == ["roll own die", "roll left-1 die"]


def test_those_who_lose_their_last_tokens_by_it_go_out_next():
    """R12: seat 2 holds nothing but the home of seat 1, and its own is in the Bank."""
    state = new(3, tokens=2)
    both = (
        "roll left-1 die, roll left-2 die, crop, crop, move left-1 to left-2, move left-2 to bank"
    )
    play(state, both)
    assert piles(state) == "00 1 12 | 2"
    play(state, "roll own die, blank")
    play(state, PAUSE)
    play(state, both)
    assert piles(state) == "00 out out | -"
    assert state.winners() == [0]


def test_several_go_out_together():
    """R12: after one turn seats 1 and 2 of four have nothing, with all their home in the Bank."""
    state = new(4, tokens=2)
    play(state, "roll left-1 die, roll left-2 die, crop, crop")
    play(state, "move left-1 to bank, move left-2 to bank")
    play(state, "roll own die, blank")  # seat 1
    play(state, "roll own die, blank")  # seat 2
    play(state, PAUSE)  # seat 3
    play(state, "roll left-1 die, roll left-2 die, crop, crop")
    play(state, "move left-1 to bank, move left-2 to bank")
    assert piles(state) == "00 out out 33 | -"
    assert state.current_player() == -1  # seat 3 rolls both dice that are left
    assert words(state)[0] == "onion die: left"


def test_nothing_can_be_moved_to_one_who_is_out():
    """R15: seat 1 of three is out; seat 2 can move its token to seat 0 or to the Bank."""
    state = play(new(3, tokens=1), "roll left-1 die, crop, move left-1 to bank")
    play(state, "roll own die, crop")
    assert words(state) == ["move own to left-1", "move own to bank"]


# ------------------------------------------------------------------------------------- the end


def test_the_only_farmer_in_the_game_who_has_tokens_wins():
    """R13: the other one is out."""
    state = play(new(2, tokens=1), "roll left-1 die, crop, move left-1 to bank")
    assert piles(state) == "0 out | -"
    assert state.is_terminal()
    assert state.winners() == [0]
    assert state.returns() == [1, -1]
    assert not state.is_truncated()


def test_a_farmer_who_is_not_out_but_has_no_tokens_does_not_delay_the_end():
    """R13: the home of seat 1 lies apart, so it is in, but has nothing."""
    state = play(new(2, tokens=2), "blank, crop, move left-1 to own")
    play(state, "roll own die, bank, give own crop")
    assert piles(state) == "001 - | 1"
    assert state.is_terminal()
    assert state.winners() == [0]
    assert state.scores() == [3, 0]


def test_one_can_lose_ones_last_token_in_ones_own_turn():
    """R13: seat 0 gives its only token to the Bank."""
    state = play(new(2, tokens=1), "roll own die, bank, give own crop")
    assert piles(state) == "out 1 | -"
    assert state.returns() == [-1, 1]


def test_the_bank_wins_if_nobody_has_tokens():
    """R14: the last holder has nothing but the home of one who goes out.

    They change crops; then seat 0 sends one token of apple to the Bank, and seat 1 the other.
    """
    state = play(new(2, tokens=2), "crop, crop, move own to left-1, move left-1 to own")
    play(state, "crop, crop, move own to left-1, move left-1 to own")
    assert piles(state) == "11 00 | -"
    play(state, "crop, blank, move left-1 to bank")
    play(state, "roll own die, bank, give left-1 crop")
    assert piles(state) == "out out | -"
    assert state.is_terminal()
    assert state.winners() == []
    assert state.returns() == [-1, -1]
    assert not state.is_truncated()


def test_the_bank_wins_from_all_alike():
    """R14: -1 / (n - 1) for each of three: seats 0 and 1 as above, and seat 2 goes before them."""
    state = new(3, 2, tokens=2)
    play(state, "roll own die, roll left-1 die, bank, blank, give own crop")
    swap = "roll own die, roll left-1 die, crop, crop, move own to left-1, move left-1 to own"
    play(state, swap)
    assert piles(state) == "01 01 2 | 2"
    play(state, "roll own die, roll left-2 die, crop, crop, move own to left-2, move left-2 to own")
    assert piles(state) == "11 00 2 | 2"
    play(state, "roll own die, bank, give own crop")
    assert piles(state) == "11 00 out | -"
    play(state, "crop, blank, move left-1 to bank")
    play(state, "roll own die, bank, give left-2 crop")
    assert piles(state) == "out out out | -"
    assert state.winners() == []
    assert state.returns() == [-1 / 2] * 3


def test_otherwise_the_next_farmer_clockwise_takes_a_turn():
    """R16: 3, 0, 1, 2 and 3 again."""
    state = new(4, 3, tokens=2)
    order = []
    for _ in range(5):
        order.append(state.current_player())
        play(state, PAUSE)
    assert order == [3, 0, 1, 2, 3]


def test_the_turn_passes_by_those_who_are_out():
    """R16: seats 1 and 2 of four are out, one after the other."""
    state = play(new(4, tokens=1), "roll left-1 die, crop, move left-1 to bank")
    assert state.current_player() == 2
    play(state, "roll own die, bank, give own crop")
    assert piles(state) == "0 out out 3 | -"
    order = []
    for _ in range(4):
        order.append(state.current_player())
        play(state, "roll own die, blank")
    assert order == [3, 0, 3, 0]


# ------------------------------------------------------------------------------------- the cap


def test_a_game_is_cut_after_the_turns_that_it_may_have():
    """R17: three turns; two farmers have most, and share the win."""
    state = play(new(3, max_turns=3), "bank, blank, blank, give own crop")
    play(state, "blank, blank, blank")
    assert not state.is_terminal()
    assert state.returns() == [0, 0, 0]
    play(state, "blank, blank, blank")
    assert state.is_terminal()
    assert state.is_truncated()
    assert state.scores() == [3, 4, 4]
    assert state.winners() == [1, 2]
    assert state.returns() == pytest.approx([-1 / 2, 1 / 4, 1 / 4])


def test_who_has_most_tokens_wins_when_the_game_is_cut():
    """R17: of any crops: five against three."""
    state = play(new(2, max_turns=1), "blank, crop, move left-1 to own")
    assert state.is_truncated()
    assert state.scores() == [5, 3]
    assert state.returns() == [1, -1]


def test_tokens_in_the_bank_are_nobodys_when_the_game_is_cut():
    """R17, R18: all draw with three each."""
    state = play(new(2, max_turns=1), "bank, crop, move left-1 to bank, give own crop")
    assert state.scores() == [3, 3]
    assert state.winners() == [0, 1]
    assert state.returns() == [0, 0]


def test_turns_that_pass_are_not_counted():
    """R17, R5: seat 1 passes between the fourth and the fifth."""
    state = play(new(3, tokens=2, max_turns=5), TAKE)
    play(state, "roll own die, bank, give own crop")
    play(state, PAUSE)
    play(state, "blank, blank, blank")
    assert piles(state) == "001 - 22 | 1"
    assert state.current_player() == 2
    assert state.to_dict()["turns"] == 4
    play(state, PAUSE)
    assert state.is_truncated()


def test_a_game_that_ends_by_itself_in_its_last_turn_is_not_cut():
    """R13, R17."""
    state = play(new(2, tokens=1, max_turns=1), "roll own die, bank, give own crop")
    assert state.is_terminal()
    assert not state.is_truncated()


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_most_decisions_come_if_all_dice_but_one_are_picked_and_show_left(players):
    """R6, R8: the bound that the game declares is reached."""
    state = new(players, tokens=players - 1, max_turns=1)
    decisions = 0
    while not state.is_terminal():
        decisions += state.current_player() >= 0
        state.apply_action(state.legal_actions()[0])
    assert decisions == 2 * (players - 1) == state.game.max_game_length()


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_most_chance_comes_if_all_dice_are_rolled(players):
    """R4, R7: the bound that the game declares is reached."""
    state = new(players, "random", tokens=players, max_turns=1)
    play(state, ", ".join(["player 0 begins", *["blank"] * players]))
    assert state.is_terminal()
    assert len(state.history()) == players + 1 == state.game.max_chance_nodes_in_history()
    assert new(players, 1, max_turns=9).game.max_chance_nodes_in_history() == 9 * players


# ------------------------------------------------------------------------------------- points


def test_the_score_of_a_seat_is_the_number_of_tokens_in_its_pile():
    """R18: of whatever crops, and at any time in a turn."""
    state = play(new(3), "left, crop, bank, move left-1 to own")
    assert state.scores() == [5, 3, 4]
    play(state, "give own crop")
    assert state.scores() == [4, 4, 4]
    play(state, "give own crop")
    assert state.scores() == [3, 4, 4]


@pytest.mark.parametrize("max_turns", [7, 1000])
def test_score_rewards_are_the_tokens_as_they_come_and_go(max_turns):
    """R18, rewards: over a game they add up to the scores, whether it is cut or not."""
    game = GAME.load(players=3, max_turns=max_turns)
    lanes = Batch(game, 64, seed=1, reward="score", autoreset="disabled")
    rng = np.random.default_rng(1)
    paid = np.zeros((64, 3))
    while (lanes.players >= 0).any():
        lanes.step((rng.random(lanes.action_masks.shape) * lanes.action_masks).argmax(axis=1))
        paid += lanes.rewards
        assert not (lanes.terminated & lanes.truncated).any()
    assert paid.tolist() == lanes.final_states["held"][:, :3].tolist()
    assert (lanes.final_states["turns"] == max_turns).any() == (max_turns == 7)
