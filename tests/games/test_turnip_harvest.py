"""Turnip, the Harvest and after: rules R14 to R24 of its RULES.md, a test or more each.

Positions are reached by words; expected values are worked out by hand beside them.
"""

import numpy as np
import pytest

from farmenvs.core.batch import Batch
from farmenvs.core.contract import TERMINAL
from farmenvs.games.turnip import GAME
from farmenvs.testing.lockstep import forced
from tests.games.garden import due, each, garden, new, play, words

SHORT = "stash 2, stash 2, sow 2, sow 2, harvest, crown to player 0"
"""A season of two players who have two 2s each: three turns, a tie, 1 + 2 points for each."""

# -------------------------------------------------------------------------------------- the Harvest


def test_nobody_harvests_on_the_first_turn_in_a_round():
    """R14: in a second round neither; from the second turn on one may plant or harvest."""
    state = garden()
    for _ in range(2):
        for _ in range(3):
            assert "harvest" not in words(state)
            play(state, "sow 2")
        assert words(state)[0] == "harvest"
        play(state, "harvest, crown to player 1, tax 3, tax 3, tax 3")


def test_the_highest_total_wins_all_cards_that_everybody_planted():
    """R14: 2, 5 + 3 = 8 and 7; four cards; who called the Harvest does not matter."""
    state = play(garden(), "sow 2, sow 5 show 3, sow 7, harvest")
    assert each(state, "market") == [0, 4, 0]
    assert each(state, "down") == [0, 0, 0]


def test_claims_do_not_count_but_cards():
    """R14: 2 claimed to be 7 loses to a 3 claimed to be 2."""
    state = play(garden(2), "plant 2, claim 7, silence, plant 3, claim 2, silence, harvest")
    assert each(state, "market") == [0, 2]


def test_a_harvest_shows_all_fields_and_which_claims_were_true():
    """R14: seat 0 lied once, seat 1 was honest, seat 2 was caught at a lie before."""
    state = garden(stash=3)
    play(state, "plant 2, claim 5, silence, sow 5, plant 2 show 3, claim 10, turn up, silence")
    assert each(state, "claims") == [[0, 0], [0, 0], [1, 0]]
    play(state, "harvest")
    assert each(state, "claims") == [[1, 0], [0, 1], [1, 0]]
    unseen = [[3, 3, 2, 1], [4, 3, 1, 1], [3, 2, 2, 1]]
    for p in range(3):
        assert state.view(p).resample(1).to_dict()["unseen"][:3] == unseen


def test_market_cards_add_up_over_the_rounds():
    """R14: seat 0 wins three cards, then four; seat 1 began the second round."""
    state = play(garden(), "sow 7, sow 2, sow 2, harvest, tax 2, sow 2, sow 2, sow 5 show 5")
    assert each(state, "market") == [3, 0, 0]
    play(state, "harvest")
    assert each(state, "market") == [7, 0, 0]


@pytest.mark.parametrize(
    ("plantings", "market", "rest"),
    [
        # 5, 5 and 2: two winners
        ("sow 2 show 3, sow 5, sow 2", [2, 2, 0], 0),
        ("sow 2 show 3, sow 5, sow 2 show 2", [2, 2, 0], 1),
        ("sow 2, sow 3 show 2, sow 2 show 3", [0, 2, 2], 1),
        # 5, 5 and 5: three winners
        ("sow 5, sow 5, sow 5", [1, 1, 1], 0),
        ("sow 5, sow 2 show 3, sow 5", [1, 1, 1], 1),
        ("sow 5, sow 2 show 3, sow 3 show 2", [1, 1, 1], 2),
        ("sow 2 show 3, sow 2 show 3, sow 3 show 2", [2, 2, 2], 0),
    ],
)
def test_tied_fields_split_the_cards_and_the_rest_goes_to_the_tax_collector(
    plantings, market, rest
):
    """R15: floor(cards / winners) each."""
    state = play(garden(stash=7), f"{plantings}, harvest")
    assert each(state, "market") == market
    assert state.to_dict()["rest"] == rest


def test_what_can_not_be_split_adds_up_over_the_rounds():
    """R15: 5 cards among three, then 4 among three; taxes are counted apart."""
    state = play(garden(), "sow 5, sow 2 show 3, sow 3 show 2, harvest")
    play(state, "crown to player 0, tax 2, tax 5, tax 5, sow 5, sow 5, sow 3 show 2, harvest")
    assert each(state, "market") == [2, 2, 2]
    assert state.to_dict()["rest"] == 2 + 1


def test_a_player_with_an_empty_hand_can_only_harvest_and_environments_skip_that():
    """R16: two cards each, one stashed, one planted."""
    state = play(garden(3, cards=(2, 0, 0, 0)), "sow 2, sow 2, sow 2")
    assert words(state) == ["harvest"]
    assert forced(state) == state.legal_actions()[0]


def test_the_planting_of_an_only_card_is_not_skipped():
    """R7, R16: nobody else may see what it is."""
    state = garden(2, cards=(2, 0, 0, 0))
    assert words(state) == ["plant 2"]
    assert forced(state) is None


def test_a_sealed_choice_is_not_skipped_even_if_there_is_but_one():
    """R16: neither what is stashed nor what is paid; nor a claim, which is never a single one."""
    state = new(2, cards=(3, 0, 0, 0))
    assert words(state) == ["stash 2"]
    assert forced(state) is None
    play(state, "stash 2, stash 2, sow 2, sow 2, harvest, crown to player 0")
    assert words(state) == ["tax 2"]
    assert forced(state) is None


def test_those_whose_hand_is_empty_wait_for_their_turn_while_others_plant():
    """R16, R19: seat 0 has planted both cards; seat 1 plants on; then seat 0 has to harvest."""
    state = play(garden(2, cards=(3, 0, 0, 0)), "sow 2 show 2, sow 2")
    assert words(state) == ["harvest"]
    play(state, "harvest")
    # 4 against 2: a winner without cards pays no tax, and the season ends
    assert state.is_terminal()


# ---------------------------------------------------------------------------------- after a Harvest


@pytest.mark.parametrize(("winner", "crown"), [(0, 1), (1, 2), (2, 0)])
def test_the_crown_goes_to_the_left_of_the_winner(winner, crown):
    """R17: and that player begins the next round."""
    plantings = ["sow 2", "sow 2", "sow 2"]
    plantings[winner] = "sow 7"
    state = play(garden(), f"{', '.join(plantings)}, harvest")
    assert state.to_dict()["crown"] == crown
    play(state, "tax 2")
    assert due(state) == f"{crown} plant"


@pytest.mark.parametrize(
    ("cards", "seats"),
    [("5 5 2 2", [1, 2]), ("5 2 2 5", [0, 1]), ("2 5 2 5", [0, 2]), ("5 5 2 5", [0, 1, 2])],
)
def test_after_a_tie_the_crown_is_drawn_among_those_left_of_the_winners(cards, seats):
    """R17: with equal chances, before the taxes are paid."""
    sown = ", ".join(f"sow {card}" for card in cards.split())
    state = play(garden(4), f"{sown}, harvest")
    assert state.chance_outcomes() == [(seat, 1 / len(seats)) for seat in seats]
    play(state, f"crown to player {seats[1]}")
    assert words(state)[0].startswith("tax")
    play(state, ", ".join(["tax 2"] * len(seats)))
    assert due(state) == f"{seats[1]} plant"


def test_each_winner_pays_a_card_of_choice_in_ascending_order_of_seats():
    """R18: seats 1 and 2 win; each of the kinds in hand."""
    state = play(garden(), "sow 2, sow 3 show 2, sow 5, harvest, crown to player 0")
    assert due(state) == "1 tax"
    assert words(state) == ["tax 2", "tax 3", "tax 5", "tax 7"]
    play(state, "tax 7")
    assert due(state) == "2 tax"
    play(state, "tax 3")
    assert due(state) == "0 plant"
    assert each(state, "left") == [8, 6, 7]
    assert each(state, "hand") == [[2, 3, 2, 1], [2, 2, 2, 0], [3, 2, 1, 1]]
    assert each(state, "tax") == [[0, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]]


def test_taxes_are_sealed_and_stay_secret_for_good():
    """R18: seat 1 pays a 2 or a 3; seat 0 sees the same to the end of the game.

    Of 2 2 3 3 seat 1 plants a 3, pays the tax, plants a 2, and is left with what it did not pay.
    """
    states = [
        play(garden(2, cards=(3, 2, 0, 0)), f"sow 2, sow 3, harvest, {word}")
        for word in ("tax 2", "tax 3")
    ]
    for script in ("sow 3 show 3", "sow 2, sow 2", "harvest"):
        assert states[0].view(0).tobytes() == states[1].view(0).tobytes()
        assert states[0].view(1).tobytes() != states[1].view(1).tobytes()
        for state in states:
            play(state, script)
    assert states[0].is_terminal()
    assert states[0].view(0).tobytes() == states[1].view(0).tobytes()


def test_a_winner_without_a_card_pays_nothing_and_a_paid_card_can_be_the_last():
    """R18, R19: 2 + 3 against 5; seat 0 has no card, seat 1 pays its 3; 3 cards by two: 1 each."""
    state = play(new(2, cards=(1, 1, 1, 0)), "stash 5, stash 2, sow 2 show 3, sow 5, harvest")
    play(state, "crown to player 0")
    assert due(state) == "1 tax"
    assert words(state) == ["tax 3"]
    play(state, "tax 3")
    assert state.is_terminal()
    assert state.scores() == [1 + 5, 1 + 2]


def test_the_season_goes_on_while_every_hand_holds_a_card():
    """R19: of four cards one is stashed, one planted; two winners are left with one."""
    state = play(garden(2, cards=(4, 0, 0, 0)), "sow 2, sow 2, harvest, crown to player 1")
    play(state, "tax 2, tax 2")
    assert each(state, "left") == [1, 1]
    assert due(state) == "1 plant"


# ------------------------------------------------------------------------------ scoring and the end


def test_3_market_cards_2_tokens_a_stashed_7_and_3_cards_in_hand_are_20_points():
    """R20: the example of the rules; seat 1 has 11 Market cards and a stashed 2.

    Seat 0: 5 + 5 against 2 wins three cards, and a token; 2, 2, 2 win a token and lose to the rest
    of seat 1; 2, 3, 3 are left.
    """
    state = play(new(2), "stash 7, stash 2, plant 5 show 5, claim 10, turn up, sow 2, harvest")
    play(state, "tax 3, sow 2 show 2, plant 2, claim 2, turn up, sow 3 show 3, sow 2")
    play(state, "sow 3 show 5, sow 2, sow 5 show 7")
    assert (each(state, "tokens"), each(state, "market")) == ([2, 0], [3, 0])
    assert each(state, "left") == [3, 0]
    play(state, "harvest")
    assert state.scores() == [3 + 2 * 2 + 7 + 2 * 3, 11 + 2]
    assert state.returns() == [1, -1]


def test_the_stash_is_shown_when_the_season_is_scored():
    """R20: to everybody; the 2 that seat 1 has in hand is not."""
    state = new(2, cards=(3, 1, 0, 0))
    play(state, "stash 3, stash 2, sow 2 show 2, sow 2 show 3, sow 2")
    assert "hand -; stash ?" in str(state.view(1))
    play(state, "harvest")
    assert state.is_terminal()
    assert "hand -; stash 3" in str(state.view(1))
    assert "hand ?; stash 2" in str(state.view(0))


def test_each_season_everything_is_set_up_anew_and_points_add_up():
    """R21: three seasons of 3 points."""
    state = new(2, cards=(2, 0, 0, 0), seasons=3)
    for season in range(3):
        assert state.scores() == [3 * season, 3 * season]
        assert each(state, "unseen") == each(state, "hand") == [[2, 0, 0, 0]] * 2
        for name in ("tokens", "market", "taxes", "down"):
            assert each(state, name) == [0, 0]
        play(state, SHORT)
    assert state.current_player() == TERMINAL
    assert state.scores() == [9, 9]


def test_the_first_player_of_a_later_season_is_drawn_anew_and_a_fixed_seat_stays():
    """R21, RULING: whoever got the Crown last."""
    state = new(2, "random", cards=(2, 0, 0, 0), seasons=2)
    play(state, f"crown to player 1, {SHORT}")
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state = play(new(2, 1, cards=(2, 0, 0, 0), seasons=2), SHORT)
    assert due(state) == "0 stash"
    assert due(play(state, "stash 2, stash 2")) == "1 plant"


@pytest.mark.parametrize(
    ("option", "seasons"),
    [
        # a short season brings 3 points and takes 3 turns
        ({}, 1),
        ({"seasons": 1}, 1),
        ({"seasons": 4}, 4),
        ({"target": 3}, 1),
        ({"target": 4}, 2),
        ({"target": 6}, 2),
        ({"target": 7}, 3),
        ({"clock": 1}, 1),
        ({"clock": 3}, 1),
        ({"clock": 4}, 2),
        ({"clock": 6}, 2),
        ({"clock": 7}, 3),
    ],
)
def test_a_game_lasts_seasons_or_until_points_or_turns_are_reached(option, seasons):
    """R22: whole seasons in any case."""
    state = new(2, cards=(2, 0, 0, 0), **option)
    for _ in range(seasons):
        assert not state.is_terminal()
        play(state, SHORT)
    assert state.is_terminal()
    assert not state.is_truncated()


def test_a_turn_of_the_clock_is_a_planting_or_a_harvest():
    """R22: of one card or two; claims, calls and taxes take none."""
    state = play(garden(), "sow 2, plant 2 show 2, claim 4, turn up, silence, sow 7")
    assert state.to_dict()["turns"] == 3
    play(state, "harvest, tax 2")
    assert state.to_dict()["turns"] == 4


def test_tokens_and_market_cards_count_at_once_the_stash_and_the_hand_when_scored():
    """R23: a token is 2 points, a Market card 1."""
    state = garden()
    assert state.scores() == [0, 0, 0]
    play(state, "plant 7, claim 7, silence, sow 2, plant 2, claim 7, turn up, silence")
    assert state.scores() == [2, 0, 0]
    play(state, "harvest")
    assert state.scores() == [2 + 3, 0, 0]


def test_score_rewards_are_the_points_as_they_are_won():
    """R23: over a game they add up to the scores."""
    game = GAME.load(players=3, seasons=2)
    batch = Batch(game, 64, seed=1, reward="score", autoreset="disabled")
    rng, paid = np.random.default_rng(1), np.zeros((64, 3))
    while (batch.players >= 0).any():
        odds = rng.random(batch.action_masks.shape) * batch.action_masks
        batch.step(odds.argmax(axis=1))
        paid += batch.rewards
    assert paid.tolist() == batch.final_states["points"][:, :3].tolist()


@pytest.mark.parametrize(
    ("stashes", "winners", "returns"),
    [
        # who stashes 7 gets 7; who stashes 2 plants 7 and shares three Market cards
        ("2 2 7", [2], [-1 / 2, -1 / 2, 1]),
        ("2 7 7", [1, 2], [-1 / 2, 1 / 4, 1 / 4]),
        ("7 7 7", [0, 1, 2], [0, 0, 0]),
    ],
)
def test_most_points_win_and_ties_share(stashes, winners, returns):
    """R24: (3 / w - 1) / 2 to each of w winners, -1/2 to a loser."""
    state = new(cards=(1, 0, 0, 1))
    others = stashes.translate(str.maketrans("27", "72"))
    play(state, ", ".join(f"stash {card}" for card in stashes.split()))
    play(state, ", ".join(f"sow {card}" for card in others.split()) + ", harvest")
    if not state.is_terminal():
        play(state, "crown to player 1")
    assert state.winners() == winners
    assert state.returns() == returns


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_longest_season_has_9_plantings_a_player_and_as_many_decisions_as_declared(players):
    """R5, R16: all plant single cards until no hand holds any; n + 9 n (n + 1) + 1 decisions."""
    n = players
    state = garden(n)
    for card in "222333557":
        play(state, ", ".join([f"sow {card}"] * n))
    assert state.to_dict()["turns"] == 9 * n
    assert words(state) == ["harvest"]
    play(state, "harvest, crown to player 1")
    assert state.is_terminal()
    decisions = len(state.history()) - 1  # a Crown was drawn
    assert decisions == n + 9 * n * (n + 1) + 1 == state.game.max_game_length()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_season_can_have_7_rounds_if_the_taxes_are_shared_out(players):
    """R18, R19: all plant once a round; who wins, with a 7 against 2s, loses another card.

    Nine cards are two for wins and seven for plantings, so six rounds bring each of three players
    two wins, and the seventh is the last: the others would need a card more.
    """
    state = garden(players, cards=(8, 0, 0, 2), stash=2)
    winners = [0, 1, 2, 0, 1, 2]
    for seat in winners:
        crown = state.to_dict()["crown"]
        order = [(crown + k) % players for k in range(players)]
        play(state, ", ".join("sow 7" if q == seat else "sow 2" for q in order))
        play(state, "harvest, tax 2")
    assert not state.is_terminal()
    play(state, ", ".join(["sow 2"] * players) + ", harvest, crown to player 1")
    while not state.is_terminal():
        play(state, words(state)[0])
    assert each(state, "left")[:3] == [0, 0, 0]


def test_a_season_of_nothing_but_ties_has_as_many_crowns_as_the_game_declares():
    """Each but the last tie takes a planted and a taxed card of both; and somebody begins."""
    state = play(new(2, "random"), "crown to player 0, stash 2, stash 2")
    for card, tax in ("22", "23", "33", "55"):
        play(state, f"sow {card}, sow {card}, harvest, crown to player 0, tax {tax}, tax {tax}")
    play(state, "sow 7, sow 7, harvest, crown to player 0")
    assert state.is_terminal()
    assert state.game.max_chance_nodes_in_history() == 1 + 5
