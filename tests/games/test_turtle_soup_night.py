"""Turtle Soup, a night: rules R3 to R14 of its RULES.md, a test or more each.

Positions are reached by words: `flip` cards, then let those who are in `choose`, in ascending order
of seats.  Expected values are worked out by hand beside them.
"""

import numpy as np
import pytest

import farmenvs
from farmenvs.core.contract import CHANCE
from farmenvs.games.turtle_soup import deck
from tests.games.by_words import choose, flip

MSWL = ("9 pact ms", "ace w", "crown end l")
"""An opening that shows four suits; it brings 9 small and 2 large chips."""


def new(players=4, nights=2, **options):
    return farmenvs.load_game(
        "turtle_soup", players=players, nights=nights, **options
    ).new_initial_state()


def pot(state):
    """Small, large and extra-large chips in the pot."""
    return tuple(state.to_dict()["pot"])


def active(state):
    return [p for p in range(state.game.num_players()) if state.to_dict()["active"][p]]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_play_and_begin_with_no_points(players):
    """R3: at the first choice everybody is in; all have nil."""
    state = new(players)
    assert state.scores() == [0] * players
    flip(state, *MSWL)
    assert active(state) == list(range(players))
    assert state.current_player() == 0


def test_a_night_begins_with_all_cards_in_the_deck_an_empty_pot_and_everybody_in():
    """R4: and the points of the night before stay."""
    state = new()
    flip(state, *MSWL)
    choose(state, "bowl bowl bowl bowl")
    assert state.current_player() == CHANCE
    assert state.legal_actions() == list(range(36))
    assert pot(state) == (0, 0, 0)
    assert active(state) == [0, 1, 2, 3]
    assert state.scores() == [2, 2, 2, 2]


def test_the_opening_goes_on_until_the_fourth_suit():
    """R5: M, M, MS, MSW, and MSW again; the sixth card brings the fourth suit, L."""
    state = new()
    flip(state, "ace m", "crown huntress m", "4 mountain ms", "3 journey mw", "crown sea w")
    assert state.current_player() == CHANCE
    flip(state, "2 origin wl")
    assert state.current_player() == 0


def test_two_cards_can_be_enough_and_five_suits_can_show_at_once():
    """R5: MK and WL; or M, S, W and then YK."""
    state = new()
    flip(state, "2 author mk", "2 origin wl")
    assert state.current_player() == 0
    state = new()
    flip(state, "ace m", "ace s", "ace w", "4 battle yk")
    assert state.current_player() == 0


def test_each_flip_is_uniform_over_the_cards_not_yet_flipped_tonight():
    """R5: 1/36 each, then 1/35 each of the others."""
    state = new()
    assert state.chance_outcomes() == [(card, 1 / 36) for card in range(36)]
    flip(state, "ace s")
    assert state.chance_outcomes() == [(card, 1 / 35) for card in range(36) if card != 1]


def test_a_small_deck_deals_nothing_but_its_cards():
    """R2, R5: one of eight, then one of the other seven."""
    cards = [0, 1, 2, 3, 4, 5, 6, 9]
    state = new(deck=cards)
    assert state.chance_outcomes() == [(card, 1 / 8) for card in cards]
    flip(state, "2 author mk")
    assert state.chance_outcomes() == [(card, 1 / 7) for card in cards if card != 6]


def test_each_card_adds_its_chips_to_the_pot():
    """R6: ace, crown: one large; number: its rank in small; pawn, court: one extra large."""
    state = new(deck="extended")
    flip(state, "ace m")
    assert pot(state) == (0, 1, 0)
    flip(state, "crown huntress m")
    assert pot(state) == (0, 2, 0)
    flip(state, "9 pact ms")
    assert pot(state) == (9, 2, 0)
    flip(state, "4 mountain ms")
    assert pot(state) == (13, 2, 0)
    flip(state, "pawn harvest msl")
    assert pot(state) == (13, 2, 1)
    flip(state, "court island swy")
    assert pot(state) == (13, 2, 2)


def test_all_who_are_in_choose_in_ascending_order_of_seats_to_wait_or_to_take_a_bowl():
    """R7: seats 0 to 3; then 0 and 2 only, as 1 and 3 have a bowl."""
    state = new()
    flip(state, *MSWL)
    order = []
    for word in ("wait", "bowl", "wait", "bowl"):
        order.append(state.current_player())
        assert state.legal_actions() == [0, 1]
        choose(state, word)
    flip(state, "ace m")
    for word in ("wait", "wait"):
        order.append(state.current_player())
        choose(state, word)
    assert order == [0, 1, 2, 3, 0, 2]
    assert state.current_player() == CHANCE


def test_wait_is_action_0_and_bowl_action_1():
    """R7, actions."""
    game = farmenvs.load_game("turtle_soup")
    assert game.num_distinct_actions() == 2
    assert game.action_words == ("wait", "bowl")
    assert [game.string_to_action(word) for word in ("wait", " Bowl", "1")] == [0, 1, 1]


def test_a_choice_is_hidden_from_the_others_until_the_last_is_in():
    """R7: whether seat 1 waits or takes, nobody else can tell before seat 3 has chosen."""
    worlds = [new(), new()]
    for state, word in zip(worlds, ("wait", "bowl"), strict=True):
        flip(state, *MSWL)
        choose(state, f"wait {word}")
    for word in ("wait", "bowl"):
        for mode in ("recall", "table"):
            for p in (0, 2, 3, 4):
                one, two = (state.view(p, mode) for state in worlds)
                assert one.tobytes() == two.tobytes()
                assert str(one) == str(two)
        for p in (0, 2, 3):
            assert worlds[0].information_state_string(p) == worlds[1].information_state_string(p)
        for state in worlds:
            choose(state, word)
    for p in range(5):
        assert worlds[0].view(p).tobytes() != worlds[1].view(p).tobytes()
    assert active(worlds[0]) == [0, 1, 2]
    assert active(worlds[1]) == [0, 2]


def test_a_player_knows_its_own_sealed_choice():
    """R7: seat 1 sees what it did, before anybody else does."""
    worlds = [new(), new()]
    for state, word in zip(worlds, ("wait", "bowl"), strict=True):
        flip(state, *MSWL)
        choose(state, f"wait {word}")
    one, two = (state.view(1) for state in worlds)
    assert one.tobytes() != two.tobytes()
    assert "player 1 (you): 0 points, waits" in str(one)
    assert "player 1 (you): 0 points, takes a bowl" in str(two)


def test_nobody_has_a_share_before_the_last_has_chosen():
    """R7, R8: the first three take a bowl, and nothing moves."""
    state = new()
    flip(state, *MSWL)
    choose(state, "bowl bowl bowl")
    assert state.scores() == [0, 0, 0, 0]
    assert pot(state) == (9, 2, 0)


def test_a_taker_gets_the_floor_of_each_kind_by_all_who_chose():
    """R8: 9 small and 2 large by four: 2 small and no large to each of two takers, who are out."""
    state = new()
    flip(state, *MSWL)
    choose(state, "bowl wait bowl wait")
    assert state.scores() == [2, 0, 2, 0]
    assert active(state) == [1, 3]


def test_only_those_who_chose_count_for_a_share():
    """R8: two are in; 5 small and 3 large by two: 2 small and 1 large, 2 + 5 = 7 points."""
    state = new()
    flip(state, *MSWL)
    choose(state, "bowl wait bowl wait")
    flip(state, "ace m")
    choose(state, "bowl wait")
    assert state.scores() == [2, 7, 2, 0]


def test_extra_large_chips_are_shared_alike():
    """R8: 3 extra large and 9 small by two: 1 and 4, 10 + 4 = 14 points."""
    state = new(players=2, deck="extended")
    flip(state, "9 pact ms", "pawn harvest msl", "court island swy")
    choose(state, "bowl wait")
    flip(state, "court rite mly")  # M S W L Y: still five suits
    assert pot(state) == (9 - 4, 0, 2 - 1 + 1)
    assert state.scores() == [1 * 10 + 4, 0]


def test_a_share_can_be_nothing():
    """R8: 4 small by six is nothing to anybody."""
    state = new(players=6)
    flip(state, "2 author mk", "2 origin wl")
    choose(state, "bowl wait wait wait wait bowl")
    assert state.scores() == [0] * 6
    assert active(state) == [1, 2, 3, 4]
    assert pot(state) == (4, 0, 0)


def test_the_pot_keeps_the_remainders_and_the_shares_of_those_who_wait():
    """R9: 9 small, 2 large: two takers of four leave 9 - 2 * 2 = 5 and 2; a flip adds to that."""
    state = new()
    flip(state, *MSWL)
    choose(state, "bowl wait bowl wait")
    assert pot(state) == (5, 2, 0)
    flip(state, "8 mill wl")
    assert pot(state) == (13, 2, 0)


def test_the_last_one_in_gets_all_that_is_left():
    """R8, R9: of 9 and 2 three of four take 2 small each; 3 and 2 are left, and 2 small come."""
    state = new()
    flip(state, *MSWL)
    choose(state, "bowl bowl bowl wait")
    flip(state, "2 origin wl")
    choose(state, "bowl")
    assert state.scores() == [2, 2, 2, 3 + 2 + 2 * 5]


def test_when_everybody_takes_a_bowl_the_night_is_over_and_the_rest_is_lost():
    """R10, RULING: of 9 small, 2 large each of four gets 2 small; 1 small, 2 large go back."""
    state = new()
    flip(state, *MSWL)
    choose(state, "bowl bowl bowl bowl")
    assert state.scores() == [2, 2, 2, 2]
    assert state.to_dict()["night"] == 1
    assert pot(state) == (0, 0, 0)


def test_when_the_last_ones_take_their_bowls_the_night_is_over_too():
    """R10: seat 0 takes 2 small of 9; then three take 3 small each of 9, and no large of 2."""
    state = new()
    flip(state, *MSWL)
    choose(state, "bowl wait wait wait")
    flip(state, "2 origin wl")  # 7 + 2 small, 2 large
    choose(state, "bowl bowl bowl")
    assert state.scores() == [2, 3, 3, 3]
    assert state.to_dict()["night"] == 1


def test_otherwise_one_card_is_flipped_and_those_who_are_in_choose_again():
    """R11: one card, though it brings no suit."""
    state = new()
    flip(state, *MSWL)
    choose(state, "wait wait wait wait")
    flip(state, "ace m")
    assert state.current_player() == 0
    choose(state, "wait bowl wait wait")
    flip(state, "ace s")
    choose(state, "wait wait wait")
    assert state.current_player() == CHANCE


def test_turtle_butt_ends_the_night_and_those_still_in_get_nothing():
    """R12: seat 0 keeps its 2 points; YK spoils the soup for the others, and the pot is lost."""
    state = new()
    flip(state, *MSWL)
    choose(state, "bowl wait wait wait")
    flip(state, "5 soldier yk")
    assert state.scores() == [2, 0, 0, 0]
    assert state.to_dict()["night"] == 1
    assert pot(state) == (0, 0, 0)
    assert active(state) == [0, 1, 2, 3]
    assert state.current_player() == CHANCE


def test_turtle_butt_can_catch_everybody():
    """R12: all wait, and get nothing."""
    state = new()
    flip(state, *MSWL)
    choose(state, "wait wait wait wait")
    flip(state, "8 betrayal yk")
    assert state.scores() == [0, 0, 0, 0]
    assert state.to_dict()["night"] == 1


def test_five_suits_are_no_turtle_butt():
    """R12: M S W L and Y; only K spoils it."""
    state = new()
    flip(state, *MSWL)
    choose(state, "wait wait wait wait")
    flip(state, "7 cave wy")
    assert state.current_player() == 0
    choose(state, "wait wait wait wait")
    flip(state, "ace k")
    assert state.to_dict()["night"] == 1


def test_a_sole_remaining_player_may_wait_again_and_again():
    """R13: seat 2 alone; two more cards; then it takes 3 + 4 small and 4 large, 27 points."""
    state = new()
    flip(state, *MSWL)
    choose(state, "bowl bowl wait bowl")  # 2 small to each: 3 small, 2 large left
    for card in ("ace m", "ace s", "4 mountain ms"):
        flip(state, card)
        assert state.current_player() == 2
        assert state.legal_actions() == [0, 1]
        choose(state, "wait" if card != "4 mountain ms" else "bowl")
    assert state.scores() == [2, 2, 7 + 4 * 5, 2]
    assert state.to_dict()["night"] == 1


def test_a_sole_remaining_player_can_lose_all_by_waiting():
    """R12, R13."""
    state = new()
    flip(state, *MSWL)
    choose(state, "bowl bowl wait bowl")
    flip(state, "ace m")
    choose(state, "wait")
    flip(state, "4 battle yk")
    assert state.scores() == [2, 2, 0, 2]


def test_an_opening_that_shows_all_six_suits_is_turtle_butt_at_once():
    """R14, RULING: SWK and MLY, with nobody asked; the next night begins."""
    state = new(deck="extended")
    flip(state, "pawn light keeper swk", "court rite mly")
    assert state.current_player() == CHANCE
    assert state.to_dict()["night"] == 1
    assert state.scores() == [0, 0, 0, 0]
    assert state.legal_actions() == list(range(44))


def test_a_game_can_pass_without_a_choice():
    """R14, R15: a single night, lost in the opening; all tie with nothing."""
    state = new(nights=1, deck="extended")
    flip(state, "3 savage ly", "ace y", "court consul mwk")  # L Y, then M W K: five suits
    assert state.current_player() == 0
    state = new(nights=1, deck="extended")
    flip(state, "3 savage ly", "ace s", "court consul mwk")
    assert state.is_terminal()
    assert state.returns() == [0, 0, 0, 0]
    assert state.winners() == [0, 1, 2, 3]


def test_an_environment_deals_a_game_without_a_choice_anew():
    """R14: of the cards M, S, SWK and MLY a third of the openings show all six suits."""
    lanes = farmenvs.make_batch(
        "turtle_soup", 100, seed=0, players=2, nights=1, deck=(0, 1, 38, 41)
    )
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(20):
        assert (lanes.players >= 0).all()
        assert lanes.action_masks.all()
        lanes.step(rng.integers(0, 2, 100))
        ended += lanes.terminated.sum()
    assert ended > 100


def test_no_basic_opening_shows_six_suits():
    """R14: three suits at most, and then a card of two at most, show five."""
    assert max(int(bits).bit_count() for bits in deck.SUIT_BITS[:36]) == 2


def test_an_illegal_choice_or_flip_is_refused_and_changes_nothing():
    """R5, R7: a card that is face up can't come again; there is no action 2."""
    state = new()
    flip(state, "ace m")
    before = state.serialize()
    with pytest.raises(ValueError, match=r"^outcome 0 \(ace m\) is illegal for chance; legal: 1 "):
        state.apply_action(0)
    assert state.serialize() == before
    flip(state, "9 pact ms", "ace w", "crown end l")
    before = state.serialize()
    with pytest.raises(
        ValueError, match=r"^action 2 is illegal for player 0; legal: 0 wait, 1 bowl$"
    ):
        state.apply_action(2)
    assert state.serialize() == before
