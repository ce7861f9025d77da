"""Turf War: set-up, the turn, money and the Store (R6 to R17, R33)."""

import pytest

from farmenvs.games.turf_war import GAME
from farmenvs.games.turf_war.loader import HOUSE, loaded
from tests.games.turf import card, change, do, due, looks, lot, position, words

STARTERS = "Rake, Toolbox, Watering Can"


# ------------------------------------------------------------------------------------------ set-up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_begins_at_home_on_dirt_with_the_starters_and_no_money(players):
    """R6."""
    seen = looks(GAME.load(players=players).new_initial_state())
    for p in range(players):
        assert seen[f"hand {p}"] == STARTERS
        assert seen[f"garage {p}"] == seen[f"sway {p}"] == ""
        assert seen[f"money {p}"] == seen[f"vp {p}"] == 0
        assert seen[f"side {p}"] == "Home"
        assert {seen[f"{p} {row}{column}"] for row in "abc" for column in "123"} == {"Dirt"}


def test_chance_decides_who_begins_then_the_row_then_the_store():
    """R7: weights are 1 for seats and Neighbors, copies for cards; starters are not in the deck."""
    state = GAME.load(players=3).new_initial_state()
    assert words(state) == ["player 0 begins", "player 1 begins", "player 2 begins"]
    do(state, "player 2 begins")
    for k, name in enumerate(("tut", "kim", "maya", "ida", "lou")):
        weights = state.chance_weights()[0]
        assert set(weights.tolist()) == {0, 1}
        assert weights.sum() == 18 - k
        do(state, f"neighbor {name}")
    weights = state.chance_weights()[0].tolist()
    assert weights == [
        0 if each.get("starter") else each["copies"] for each in loaded(HOUSE)["card"]
    ]
    do(state, "draw skunk, draw skunk")
    assert "draw skunk" not in words(state)  # there are two
    do(state, "draw shovel, draw pond, draw ivy")
    assert looks(state)["row"] == "Tut, Kim, Maya, Ida, Lou"
    assert looks(state)["store"] == "Skunk, Skunk, Shovel, Pond, Ivy"
    assert due(state) == "2 side"


def test_a_fixed_first_player_is_not_drawn():
    """R7."""
    state = GAME.load(players=2, first_player=1).new_initial_state()
    assert words(state)[0].startswith("neighbor")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_neighbor_is_set_aside_for_each_player_above_two(players):
    """R7."""
    state = GAME.load(players=players).new_initial_state()
    assert state.to_dict()["aside"] == players - 2


def test_an_event_at_set_up_goes_to_the_bottom_and_is_not_carried_out():
    """R8: Payday would bring money."""
    state = do(GAME.load(first_player=0).new_initial_state(), "neighbor tut, neighbor kim")
    do(state, "neighbor maya, neighbor ida, neighbor lou")
    do(state, "draw payday, draw ivy, draw tornado, draw ivy, draw pond, draw patio, draw cactus")
    assert due(state) == "0 side"
    seen = looks(state)
    assert seen["queue"] == "Payday, Tornado"
    assert seen["store"] == "Ivy, Ivy, Pond, Patio, Cactus"
    assert seen["money 0"] == 0


def test_a_store_of_events_stays_empty():
    """R8, R17: at set-up; and to refresh what is empty restocks nothing."""
    data = {
        "set": "events",
        "card": [
            {"name": "Rake", "symbols": ["Tool"], "starter": True, "play": [{"op": "refresh"}]},
            {"name": "Rain", "symbols": ["Event"], "copies": 3, "play": [{"op": "refresh"}]},
        ],
        "neighbor": [{"name": f"N{i}", "vp": 1, "need": {"cards": 9}} for i in range(5)],
    }
    state = GAME.load(cards=data, first_player=0).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert looks(state)["store"] == "-, -, -, -, -"
    assert looks(state)["queue"] == "Rain, Rain, Rain"
    assert words(do(state, "home, card rake")) == ["done"]


# -------------------------------------------------------------------------------- Start, Home, End


def test_cards_that_but_move_money_act_first_gains_before_losses():
    """R9: 1 + 2 - 1 of nothing; losses first would leave 3."""
    yards = {"0 a1": "Ants, Sunflower", "0 b1": "Ants, Pear Tree"}
    state = position(turn=1, yards=yards, store=(None,) * 5)
    assert change(state, "done") == {
        "due": "0 side",
        "turn": 0,
        "turns": 1,
        "money 0": 2 + 1 - 1 - 1,
    }


def test_the_owner_chooses_the_pile_and_the_kind_of_the_card_that_acts_next():
    """R9: always the pile, even if all are in one; the last one acts without a node."""
    state = position(turn=1, yards={"0 b2": "Ivy, Ivy, Rabbits"})
    do(state, "done")
    assert (due(state), words(state)) == ("0 order", ["own b2"])
    do(state, "own b2")
    assert (due(state), words(state)) == ("0 order", ["card ivy", "card rabbits"])
    do(state, "card ivy, own a1")  # it turns a1
    assert words(state) == ["own b2"]
    do(state, "own b2, card rabbits")
    assert due(state) == "0 from"  # a Plant is to be trashed: one of the Ivies
    do(state, "own b2")
    # of the two the one that is not due was taken; the other is the last
    assert due(state) == "0 base"
    do(state, "own a2")
    assert due(state) == "0 side"
    assert looks(state)["0 b2"] == "Dirt: Ivy, Rabbits"


def test_a_kind_is_not_asked_for_if_the_due_cards_of_a_pile_are_alike():
    """R9."""
    state = position(turn=1, yards={"0 b2": "Ivy", "0 c3": "Ivy, Tulips"})
    do(state, "done, own c3")
    assert due(state) == "0 base"


def test_a_card_that_leaves_before_its_action_does_not_act():
    """R9: the Rabbits trash the Ivy."""
    state = position(turn=1, yards={"0 b2": "Ivy", "0 c3": "Rabbits"})
    do(state, "done, own c3, own b2")
    assert due(state) == "0 side"


def test_a_card_that_is_moved_still_acts_and_one_that_arrives_does_not():
    """R9: the Pond moves the Ivy, which then acts; Mailboxes trash nothing on the way."""
    state = position(turn=1, yards={"0 b2": "Ivy", "0 c3": "Pond"}, grass="0 a1")
    do(state, "done, own c3, own b2, own a1")
    assert due(state) == "0 base"
    do(state, "own b1")
    assert due(state) == "0 side"
    seed = card("Seed", "Plant", start=[{"op": "play", "n": 1}])
    state = lot(seed, turn=1, yards={"0 a1": "Seed"}, hands={0: "Seed"})
    do(state, "done, card seed, own b2")
    assert due(state) == "0 side"


def test_an_equal_card_that_is_trashed_before_its_action_does_not_act_for_the_one_that_acts():
    """R9, R22: of two Mobs the first trashes the second, which is due, and not itself."""
    mob = card("Mob", "Pest", start=[{"op": "trash", "from": "pile", "n": -1}, {"op": "dirt"}])
    state = lot(mob, turn=1, yards={"0 a1": "Mob, Mob"})
    do(state, "done, own a1")
    assert due(state) == "0 base"
    do(state, "own b2")
    assert due(state) == "0 side"
    assert looks(state)["0 a1"] == "Dirt: Mob"


def test_end_actions_come_after_done():
    """R9, R11: the Birdbath pays the seat whose turn ends."""
    state = position(yards={"0 b2": "Birdbath", "1 b2": "Birdbath"})
    seen = change(state, "done")
    assert seen == {"due": "1 side", "turn": 1, "turns": 1, "money 0": 1}


# ---------------------------------------------------------------------------------- Home and Away


def test_who_comes_home_takes_the_whole_garage_in_hand_and_home_actions_follow():
    """R10."""
    yards = {"0 b2": "Wind Chimes"}
    away = position(stage="side", away=(0,), yards=yards, garages={0: "Rake, Tulips"})
    assert words(away) == ["home", "away"]
    seen = change(away, "home")
    assert seen == {
        "due": "0 act",
        "side 0": "Home",
        "hand 0": "Rake, Tulips",
        "garage 0": "",
        "money 0": 2,
    }


@pytest.mark.parametrize(("away", "side"), [((), "home"), ((), "away"), ((0,), "away")])
def test_staying_home_or_being_away_brings_neither_garage_nor_home_actions(away, side):
    """R10."""
    yards = {"0 b2": "Wind Chimes"}
    state = position(stage="side", away=away, yards=yards, garages={0: "Rake"})
    seen = change(state, side)
    assert "garage 0" not in seen
    assert "money 0" not in seen


def test_the_node_comes_again_until_done_even_if_only_done_is_left():
    """R11."""
    state = position(away=(0,))
    assert words(state) == ["done", "work"]
    do(state, "work, store 1, draw shovel")
    assert words(state) == ["done"]
    assert due(do(state, "done")) == "1 side"


def test_at_home_one_card_is_played_and_one_more_for_each_plays_in_the_yard():
    """R12: at that moment."""
    hand = "Solar Light, Solar Light, Tulips, Patio"
    state = position(hands={0: hand}, grass="0 a1, 0 a2, 0 a3")
    do(state, "card patio, own a1")
    do(state, "card tulips, own a2")
    assert words(state) == ["done"]
    state = do(position(hands={0: hand}, grass="0 a1, 0 a2"), "card tulips, own a2")
    assert words(state) == ["done"]


def test_cards_that_effects_play_do_not_count():
    """R12: Toolbox plays two, and the Patio among them brings another play."""
    hand = "Toolbox, Patio, Tulips, Solar Light"
    state = position(hands={0: hand}, grass="0 a1, 0 a2, 0 a3")
    do(state, "card toolbox, card patio, own a1, card tulips, own a2")
    assert words(state) == ["done", "card solar light"]


def test_only_one_neighbor_is_swayed_in_a_turn_and_only_at_home():
    """R12, R15."""
    yards = {"0 a1": "Garden, Pond, Solar Light"}
    row = ("Felix", "Priya", "Gloria", "Kim", "Maya")
    state = position(yards=yards, row=row)
    assert words(state) == ["done", "row 1", "row 2", "row 3"]
    assert words(do(state, "row 2")) == ["done"]
    assert words(position(yards=yards, row=row, away=(0,))) == ["done", "work"]


@pytest.mark.parametrize(
    ("cards", "pay"),
    [("", 5), ("Lemonade Stand", 8), ("Mosquitoes, Lemonade Stand", 6), ("Mosquitoes", 3)],
)
def test_work_brings_5_and_the_work_of_the_yard_once(cards, pay):
    """R13."""
    state = position(away=(0,), yards={"0 a1": cards}, store=(None,) * 5)
    assert change(state, "work") == {"money 0": pay}
    assert words(state) == ["done"]


def test_work_never_brings_less_than_0():
    """R13: three cards of -2 each."""
    state = lot(
        card("Fly", "Pest", work=-2), away=(0,), money=(4,), yards={"0 a1": "Fly, Fly, Fly"}
    )
    assert change(state, "work") == {}


# --------------------------------------------------------------------------------------- the Store


def test_only_what_can_be_paid_and_is_there_can_be_bought():
    """R14: Solar Light 1, Tulips 2, Rose Bush 4, Sunflower 5."""
    store = ("Solar Light", "Tulips", None, "Rose Bush", "Sunflower")
    state = position(away=(0,), money=(4,), store=store)
    assert words(state) == ["done", "work", "store 1", "store 2", "store 4"]


def test_a_card_bought_goes_to_the_garage_and_the_store_is_restocked():
    """R14, R17."""
    seen = change(position(away=(0,), money=(4,)), "store 3, draw patio")
    assert seen == {
        "money 0": 0,
        "garage 0": "Rose Bush",
        "store": "Solar Light, Tulips, Patio, Sunflower, Lawn Mower",
        "deck": 84,
    }


def test_discounts_of_matching_cards_add_up_and_a_price_is_never_below_0():
    """R14: 3 for all, 2 for Plants; of the symbols of a card one is enough."""
    cards = [
        card("Fair", discount=3),
        card("Frame", discount=2, discount_kind="Plant"),
        card("Oak", "Plant", cost=6),
        card("Herb", "Plant Feature", cost=4),
        card("Rock", cost=6),
    ]
    state = lot(
        *cards,
        away=(0,),
        money=(1,),
        yards={"0 a1": "Fair, Frame"},
        store=("Oak", "Herb", "Rock", None, None),
        deck=["Rock"],
    )
    assert words(state) == ["done", "work", "store 1", "store 2"]
    assert change(state, "store 2, draw rock")["garage 0"] == "Herb"
    assert looks(state)["money 0"] == 1


def test_a_draw_fills_the_lowest_empty_slot_from_the_deck_and_then_from_the_bottom():
    """R17: an Event is carried out at once, and goes to the bottom behind the others."""
    store = (None, "Tulips", None, "Solar Light", "Solar Light")
    state = position(
        away=(0,), money=(9,), store=store, deck=["Payday", "Ivy"], queue=["Rainstorm"]
    )
    do(state, "store 2")
    assert state.chance_weights()[1] == 2
    do(state, "draw payday")
    assert looks(state)["money 0"] == looks(state)["money 1"] + 7 == 10
    do(state, "draw ivy")
    assert looks(state)["store"] == "Ivy, -, -, Solar Light, Solar Light"
    assert words(state) == ["draw rainstorm"]
    do(state, "draw rainstorm, own a1, own a1")
    # Payday has been carried out in this restock already
    assert looks(state)["queue"] == "Payday, Rainstorm"
    assert words(state) == ["done", "work"]


def test_the_next_restock_carries_out_the_events_at_the_bottom_again():
    """R17: each once."""
    store = ("Tulips", "Tulips", None, None, None)
    state = position(away=(0,), money=(9,), store=store, deck=[], queue=["Payday", "Burglars"])
    do(state, "store 1, draw payday, draw burglars, done, away, done, home, done, away, store 2")
    assert words(state) == ["draw payday"]


def test_a_restock_within_a_restock_is_part_of_it():
    """R17: Clearance brings Clearance; each of the two is carried out once."""
    sale = card("Sale", "Event", copies=2, play=[{"op": "refresh"}])
    rock = card("Rock", copies=9)
    store = ("Rock",) * 5
    state = lot(sale, rock, away=(0,), money=(9,), store=store, deck=["Sale", "Sale", "Rock"])
    do(state, "store 1, draw sale")
    assert looks(state)["store"] == "-, -, -, -, -"
    do(state, "draw sale")  # nothing is left for it to trash
    do(state, "draw rock")
    assert looks(state)["queue"] == "Sale, Sale"
    assert looks(state)["store"] == "Rock, -, -, -, -"
    assert words(state) == ["done", "work"]


def test_the_store_is_restocked_at_no_other_time():
    """R17: empty slots stay empty while cards leave the deck's owner elsewhere."""
    state = position(away=(0,), store=(None, "Tulips", None, None, None), queue=["Payday"])
    do(state, "work, done")
    assert looks(state)["store"] == "-, Tulips, -, -, -"


# ----------------------------------------------------------------------------------------- the end


def test_the_game_is_over_at_once_when_the_row_is_empty():
    """R33: the Birdbath pays no more, and no further action is asked for."""
    row = (None, None, "Felix", None, None)
    state = position(row=row, yards={"0 a1": "Garden, Pond, Birdbath"})
    seen = change(state, "row 3")
    assert seen == {"due": "over", "row": "-, -, -, -, -", "sway 0": "Felix", "vp 0": 8}
    assert state.is_terminal()
    assert not state.is_truncated()


def test_a_neighbor_set_aside_is_turned_up_into_the_slot_before_the_next_action():
    """R16: with three players there is one; it comes once."""
    row = ("Felix", "Priya", None, None, None)
    yards = {"0 a1": "Garden, Pond, Solar Light"}
    won = {1: "Tut, Kim, Maya"}
    state = position(3, row=row, yards=yards, won=won)
    do(state, "row 1")
    assert due(state) == "chance"
    assert state.chance_weights()[1] == 18 - 5
    assert "neighbor priya" not in words(state)
    assert "neighbor tut" not in words(state)
    do(state, "neighbor ida")
    assert looks(state)["row"] == "Ida, Priya, -, -, -"
    assert due(state) == "0 act"
    do(state, "done, home, done, home, done, home, row 2")
    assert due(state) == "0 act"
    assert looks(state)["row"] == "Ida, -, -, -, -"


@pytest.mark.parametrize("turns", [1, 2, 5])
def test_max_turns_cuts_the_game_after_the_end_of_that_turn(turns):
    """R33: all players' turns together; End actions included."""
    state = position(turn=0, yards={"0 b2": "Birdbath"}, max_turns=turns, stage="side")
    for _ in range(turns):
        assert not state.is_terminal()
        do(state, "away, done")
    assert state.is_terminal()
    assert state.is_truncated()
    assert looks(state)["money 0"] == (turns + 1) // 2
    assert state.winners() == [0]


def test_a_game_is_cut_after_100_turns_a_player_unless_it_is_said_otherwise():
    """R33, options."""
    for players in (2, 3, 4):
        assert int(GAME.load(players=players).cfg["max_turns"]) == 100 * players
    assert int(GAME.load(max_turns=7).cfg["max_turns"]) == 7
