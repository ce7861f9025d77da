"""One test or more for each numbered rule of `farmenvs/games/turtle_soup/RULES.md`.

Positions are reached by words: `flip` cards, then let those who are in `choose`, in ascending order
of seats.  Expected values are worked out by hand beside them.
"""

import re
from pathlib import Path

import numpy as np
import pytest

import farmenvs
from farmenvs.core.contract import CHANCE, TERMINAL
from farmenvs.games.turtle_soup import GAME, deck

RULES = (Path(deck.__file__).parent / "RULES.md").read_text()

MSWL = ("9 pact ms", "ace w", "crown end l")
"""An opening that shows four suits; it brings 9 small and 2 large chips."""


def new(players=4, nights=2, **options):
    return farmenvs.load_game(
        "turtle_soup", players=players, nights=nights, **options
    ).new_initial_state()


def flip(state, *cards):
    """Flip cards by their words."""
    for card in cards:
        assert state.current_player() == CHANCE, f"no flip here: {card}"
        words = {state.action_to_string(o): o for o in state.legal_actions()}
        state.apply_action(words[card])


def choose(state, words):
    """Let those who are in choose: a word each, in ascending order of seats."""
    for word in words.split():
        assert state.current_player() >= 0, f"nobody chooses here: {word}"
        state.apply_action(state.string_to_action(word))


def pot(state):
    """Small, large and extra-large chips in the pot."""
    return tuple(state.to_dict()["pot"])


def active(state):
    return [p for p in range(state.game.num_players()) if state.to_dict()["active"][p]]


def table(head):
    """Return the rows of the table of RULES.md whose head begins with `head`."""
    lines = RULES.splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith(f"| {head} |"))
    rows = []
    for line in lines[begin + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


# ---------------------------------------------------------------------------------------- the cards


def test_the_card_table_of_the_rules_is_that_of_the_program():
    """R1: 44 cards, an index each, with rank, name, suits and chips."""
    expected = []
    for numbers, rank, cards, chips in table("index"):
        first, last = map(int, numbers.split("–"))
        count, kind = chips.split(" ", 1)
        row = [0, 0, 0]
        row[["small", "large", "extra large"].index(kind)] = int(count)
        names = cards.split(", ")
        assert last - first + 1 == len(names)
        assert first == len(expected)
        for name in names:
            suits = sum(1 << "MSWLYK".index(letter) for letter in name.split()[-1])
            expected.append((f"{rank} {name}".lower(), suits, row))
    actual = list(zip(deck.WORDS, deck.SUIT_BITS.tolist(), deck.CHIPS.tolist(), strict=True))
    assert expected == actual


def test_a_card_is_the_chance_outcome_of_its_index():
    """R1: six cards by number, from each part of the table."""
    state = new(deck="extended")
    words = {0: "ace m", 6: "2 author mk", 22: "7 chance meeting ml", 35: "crown windfall k"}
    words |= {36: "pawn harvest msl", 43: "court window slk"}
    for index, word in words.items():
        assert state.action_to_string(index) == word


def test_each_number_rank_shows_each_suit_once():
    """R1: three cards of two suits a rank."""
    for rank in range(2, 10):
        cards = [i for i, word in enumerate(deck.WORDS) if word.startswith(f"{rank} ")]
        assert len(cards) == 3
        assert sum(int(deck.SUIT_BITS[i]) for i in cards) == 0b111111


def test_each_suit_is_on_ten_basic_cards_and_on_fourteen_of_all():
    """R1."""
    for j in range(6):
        has = deck.SUIT_BITS >> j & 1
        assert has[:36].sum() == 10
        assert has.sum() == 14


def test_the_basic_deck_brings_132_small_and_12_large_chips():
    """R1: three times 2 + … + 9 = 44, and six aces and six crowns; and 8 pawns and courts."""
    assert deck.CHIPS[:36].sum(axis=0).tolist() == [132, 12, 0]
    assert deck.CHIPS.sum(axis=0).tolist() == [132, 12, 8]


@pytest.mark.parametrize(
    ("option", "cards", "outcomes"),
    [
        ("basic", range(36), 36),
        ("extended", range(44), 44),
        ((5, 4, 3, 2, 1, 0), range(6), 36),
        ((0, 1, 2, 3, 4, 5, 43), (*range(6), 43), 44),
        (range(44), range(44), 44),
        (np.arange(36), range(36), 36),
    ],
)
def test_a_deck_is_basic_extended_or_any_cards_with_all_six_suits(option, cards, outcomes):
    """R2: the possible first flips are the cards of the deck."""
    state = new(deck=option)
    assert state.legal_actions() == list(cards)
    assert state.game.max_chance_outcomes() == outcomes


def test_the_excuse_is_in_no_deck():
    """R2, RULING: 36 + 8 cards, every one of them with a suit."""
    assert len(deck.WORDS) == 44
    assert not any("excuse" in word for word in deck.WORDS)
    assert (deck.SUIT_BITS > 0).all()


# ----------------------------------------------------------------------------------------- the game


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_play_and_begin_with_no_points(players):
    """R3: at the first choice everybody is in; all have nil."""
    state = new(players)
    assert state.scores() == [0] * players
    flip(state, *MSWL)
    assert active(state) == list(range(players))
    assert state.current_player() == 0


def test_four_players_and_five_nights_are_the_default():
    """R3, options."""
    options = farmenvs.load_game("turtle_soup").options
    assert options == {"players": 4, "nights": 5, "deck": "basic"}


# ------------------------------------------------------------------------------------------ a night


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


# ------------------------------------------------------------------------------------------ the end


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


# -------------------------------------------------------------------------- options, bounds, errors


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"players": 1}, "players must be one of 2, 3, 4, 5, 6, not 1"),
        ({"players": 7}, "players must be one of 2, 3, 4, 5, 6, not 7"),
        ({"players": "4"}, "players must be one of 2, 3, 4, 5, 6, not '4'"),
        ({"nights": 0}, "nights must be a whole number from 1 to 10000, not 0"),
        ({"nights": 10_001}, "nights must be a whole number from 1 to 10000, not 10001"),
        ({"nights": 2.5}, "nights must be a whole number from 1 to 10000, not 2.5"),
        ({"nights": True}, "nights must be a whole number from 1 to 10000, not True"),
    ],
)
def test_a_wrong_number_of_players_or_nights_is_refused_in_one_line(options, complaint):
    """R3, R15."""
    with pytest.raises(ValueError, match=f"^turtle_soup: {re.escape(complaint)}$"):
        farmenvs.load_game("turtle_soup", **options)


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("big", ""),
        (5, ""),
        (None, ""),
        (range(45), "there is no card 44"),
        ([-1, *range(36)], "there is no card -1"),
        ([0, *range(36)], "0 ace m is in it 2 times"),
        ((0, 1, 2), "a night ends when all six suits show; missing: L Y K"),
        ((), "a night ends when all six suits show; missing: M S W L Y K"),
        ((38, 41), "nobody could ever choose: every opening would show all six suits"),
        ((0, 1.0, 2, 3, 4, 5), ""),
        (np.zeros(40, np.int64), "0 ace m is in it 40 times"),
    ],
)
def test_a_wrong_deck_is_refused_in_one_line_that_says_why(option, why):
    """R2: small decks need all six suits, each card once, and an opening that does not show six."""
    with pytest.raises(ValueError, match=r"^turtle_soup: deck must be ") as caught:
        farmenvs.load_game("turtle_soup", deck=option)
    message = str(caught.value)
    allowed = '"basic", "extended", or the indices of its cards (0 to 43, each once)'
    assert message.startswith(f"turtle_soup: deck must be {allowed}, not ")
    assert message.endswith(f" ({why})" if why else repr(option))
    assert "\n" not in message


def test_there_is_no_first_player_to_choose():
    """R3: the option of other games is refused, with those there are."""
    complaint = "turtle_soup has no option 'first_player'; options: players, nights, deck"
    with pytest.raises(ValueError, match=f"^{complaint}$"):
        farmenvs.load_game("turtle_soup", first_player=0)


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


# ------------------------------------------------------------------- the rules file and the program


def test_who_may_know_what_is_declared_as_the_rules_say():
    """R7: the visibility table of RULES.md is that of the program."""
    written = {(event, who): {when} for event, who, when, _ in table("event")}
    assert written == dict(GAME.visibility)


def test_the_options_are_declared_as_the_rules_say():
    """The option table of RULES.md has the program's names and defaults."""
    written = [(name.strip("`"), default.strip('`"')) for name, default, *_ in table("option")]
    assert written == [(option.name, str(option.default)) for option in GAME.all_options]


def test_the_actions_are_declared_as_the_rules_say():
    """The action table of RULES.md has the program's numbers and words."""
    written = [(int(number), word.strip("`")) for number, word, _ in table("action")]
    assert written == list(enumerate(farmenvs.load_game("turtle_soup").action_words))


def test_the_code_cites_no_rule_that_does_not_exist_and_this_file_cites_each():
    """The numbers in the sources are those of RULES.md."""
    rules = re.findall(r"^\*\*(R\d+)\*\*", RULES, re.MULTILINE)
    assert rules == [f"R{k}" for k in range(1, 18)]
    for source in Path(deck.__file__).parent.glob("*.py"):
        assert set(re.findall(r"\bR\d+\b", source.read_text())) <= set(rules), source.name
    assert set(re.findall(r"\bR\d+\b", Path(__file__).read_text())) == set(rules)
