"""The independent program of Turf War reads the course of the game as we do, by hand."""

from fractions import Fraction

import pytest

from tests.games import lawn
from tests.games.lawn import (
    AWAY,
    DONE,
    HOME,
    WORK,
    kind,
    lay,
    names,
    pile,
    piles,
    play,
    row,
    slot,
    some,
)
from tests.oracles.turf_war import CHANCE, TERMINAL, TurfWar

# ------------------------------------------------------------------------------- set-up and the end


def test_set_up_asks_chance_for_the_first_player_the_row_and_the_store_in_this_order():
    game = TurfWar(lawn.CARDS, players=3)
    assert (game.actor(), game.outcomes()) == (CHANCE, {0: 1, 1: 1, 2: 1})
    game.apply(2)
    assert game.outcomes() == dict.fromkeys(range(9), 1)
    for neighbor in (7, 0, 1, 2, 3):
        game.apply(neighbor)
    assert game.row == [7, 0, 1, 2, 3]
    store = game.outcomes()
    starters = {lawn.KINDS["Rake"], lawn.KINDS["Toolbox"]}
    assert set(store) == set(range(len(lawn.FACES))) - starters
    assert store.pop(lawn.KINDS["Skunk"]) == 2
    assert set(store.values()) == {1}
    # an Event goes to the bottom, and its slot is drawn for again
    for name in ("Rain", "Skunk", "Axe", "Tornado", "Skunk", "Ivy", "Oak"):
        assert game.actor() == CHANCE
        game.apply(lawn.KINDS[name])
    assert names(game.store) == ["Skunk", "Axe", "Skunk", "Ivy", "Oak"]
    assert names(game.queue) == ["Rain", "Tornado"]
    assert play(game) == (2, [HOME, AWAY])
    assert [names(hand) for hand in game.hands] == [["Rake", "Toolbox"]] * 3
    assert not any(lawn.grass(game, seat) for seat in range(3))


def test_the_last_neighbor_of_the_row_ends_the_game_without_an_end_phase():
    game = lawn.position()
    game.row = [None, None, 1, None, None]  # Thomas takes any two cards
    lay(game, 0, 0, "Light", "Light", "Cottage")
    game.hands[0] = some("Light")
    play(game, HOME, row(2), pile(0), kind("Light"), pile(0), kind("Light"))
    assert play(game) == (0, [lawn.player(game, 1)])
    # Cottage, which would ask for a card at the end of the turn, does not
    assert play(game, lawn.player(game, 1)) == (TERMINAL, [])
    assert names(game.garages[1]) == ["Light", "Light"]
    assert game.scores() == [3, 0]
    assert game.returns() == [1, -1]
    assert not game.truncated


def test_with_three_players_the_neighbor_set_aside_comes_into_the_empty_slot_at_once():
    game = lawn.position(players=3)
    game.row = [None, None, 3, None, None]  # Jorge wants three cards and a stack of two
    lay(game, 0, 0, "Light", "Light")
    lay(game, 0, 1, "Light")
    play(game, HOME, row(2))
    assert game.actor() == CHANCE
    assert game.outcomes() == {5: 1, 6: 1, 7: 1, 8: 1}  # set-up turned up 0 to 4
    assert play(game, 6) == (0, [DONE])
    assert game.row == [None, None, 6, None, None]
    assert game.scores() == [3 + 4, 0, 0]


def test_max_turns_counts_the_turns_of_all_and_ends_the_game_after_the_end_phase():
    game = lawn.position(max_turns=2)
    lay(game, 1, 0, "Cottage")
    game.hands[1] = some("Whistle")
    play(game, HOME, DONE, AWAY, DONE)
    assert play(game) == (1, [kind("Whistle")])
    assert play(game, kind("Whistle")) == (TERMINAL, [])
    assert game.truncated


@pytest.mark.parametrize(
    ("sways", "lights", "returns"),
    [
        ([[], [], []], [1, 0, 0], [1, Fraction(-1, 2), Fraction(-1, 2)]),
        ([[], [], []], [2, 2, 0], [Fraction(1, 4), Fraction(1, 4), Fraction(-1, 2)]),
        # equal points: 5 by one Neighbor, 3 + 2 by two, 5 by none
        ([[0], [1, 7], []], [0, 0, 5], [Fraction(-1, 2), 1, Fraction(-1, 2)]),
        ([[], [], []], [0, 0, 0], [0, 0, 0]),
    ],
)
def test_the_most_points_win_then_the_most_neighbors_then_it_is_shared(sways, lights, returns):
    game = lawn.position(players=3, max_turns=1)
    game.sways = sways
    for seat, n in enumerate(lights):
        lay(game, seat, 0, *["Light"] * n)
    assert play(game, AWAY, DONE) == (TERMINAL, [])
    assert game.returns() == returns


# ------------------------------------------------------------------------------------- the triggers


def start_of_seat_1(game):
    return play(game, AWAY, DONE)


def test_money_goes_first_by_itself_gains_before_losses():
    game = lawn.position()
    lay(game, 1, 0, "Ants", "Well", "Ants")
    assert start_of_seat_1(game) == (1, [HOME, AWAY])
    assert game.money == [0, 0]  # 0 + 4 - 3, and less than 0 there is not
    game = lawn.position()
    lay(game, 1, 0, "Ants", "Well")
    start_of_seat_1(game)
    assert game.money == [0, 1]


def test_the_owner_orders_what_is_due_by_pile_and_kind_and_the_last_needs_no_node():
    game = lawn.position()
    lay(game, 1, 4, "Vine", "Ivy", "Ivy", "Light")
    # three are due, all in one pile
    assert start_of_seat_1(game) == (1, [pile(4)])
    assert play(game, pile(4)) == (1, [kind("Ivy"), kind("Vine")])
    # Ivy picks up a card: of the two Ivies the one that has acted, and Vine is still due
    assert play(game, kind("Ivy")) == (1, [pile(4)])
    play(game, pile(4), kind("Ivy"))
    assert names(game.hands[1]) == ["Ivy"]
    assert play(game) == (1, [pile(4)])
    assert play(game, pile(4)) == (1, [kind("Ivy"), kind("Vine")])
    # the other Ivy picks up Vine, which does not act any more
    play(game, kind("Ivy"), pile(4), kind("Vine"))
    assert play(game) == (1, [HOME, AWAY])
    assert lawn.yard(game, 1) == {4: ["Ivy", "Light"]}


def test_a_card_moved_within_the_yard_still_acts():
    game = lawn.position()
    lay(game, 1, 0, "Vine")
    lay(game, 1, 1, "Ivy", grass=True)
    lay(game, 1, 2, grass=True)
    assert start_of_seat_1(game) == (1, piles(0, 1))
    # Vine acts first; it has room on piles 1 and 2, Ivy on pile 2
    assert play(game, pile(0)) == (1, piles(0, 1))
    assert play(game, pile(1)) == (1, [pile(2)])
    # Ivy is on pile 2 now, the last one due: it asks for the card to take
    assert play(game, pile(2)) == (1, piles(0, 2))
    assert play(game, pile(2)) == (1, [HOME, AWAY])
    assert names(game.hands[1]) == ["Ivy"]


def test_triggers_that_can_do_nothing_count_all_the_same():
    game = lawn.position()
    lay(game, 1, 3, "Vine", "Vine")  # there is no room for them anywhere
    assert start_of_seat_1(game) == (1, [pile(3)])
    assert play(game, pile(3)) == (1, [HOME, AWAY])


def test_only_coming_home_brings_the_garage_and_the_home_actions():
    game = lawn.position()
    lay(game, 0, 0, "Oak")
    game.garages[0] = some("Rake")
    play(game, HOME)
    assert (game.money, names(game.garages[0])) == ([0, 0], ["Rake"])

    game = lawn.position()
    lay(game, 0, 0, "Oak", "Cottage")
    game.garages[0] = some("Whistle", "Sign")
    game.away[0] = True
    assert play(game, HOME) == (0, [DONE, kind("Sign"), kind("Whistle")])
    assert (game.money, game.garages[0]) == ([3, 0], [])
    # at the end Cottage puts one back
    assert play(game, DONE) == (0, [kind("Sign"), kind("Whistle")])
    assert play(game, kind("Sign")) == (1, [HOME, AWAY])
    assert names(game.garages[0]) == ["Sign"]


# --------------------------------------------------------------------------------- to play a card


def test_plays_at_home_are_one_and_those_of_the_yard_at_that_moment():
    game = lawn.position()
    lay(game, 0, 0, grass=True)
    game.hands[0] = some("Patio", "Whistle", "Whistle")
    assert play(game, HOME) == (0, [DONE, kind("Whistle"), kind("Patio")])
    assert play(game, kind("Patio"), pile(0)) == (0, [DONE, kind("Whistle")])
    assert play(game, kind("Whistle")) == (0, [DONE])
    assert names(game.garages[0]) == ["Whistle"]


@pytest.mark.parametrize("name", ["Light", "Oak", "Skunk", "Dandelions"])
def test_cards_need_room_pests_do_not_and_rivals_are_open_while_away(name):
    game = lawn.position(players=3)
    lay(game, 0, 0, "Garden", "Light", grass=True)  # three places, two cards
    lay(game, 0, 1, "Light", grass=True)  # full
    lay(game, 0, 2, "Wasps", grass=True)  # full and barren
    lay(game, 0, 3, "Wasps", "Garden", grass=True)  # there is room, but it is barren
    lay(game, 1, 8, grass=True)
    lay(game, 2, 8, grass=True)
    game.away[2] = True
    game.hands[0] = some(name)
    room = [pile(0), pile(8, r=2)]
    anywhere = piles(*range(9)) + piles(*range(9), r=2)
    assert play(game, HOME) == (0, [DONE, kind(name)])
    expected = anywhere if name in ("Skunk", "Dandelions") else room
    assert play(game, kind(name)) == (0, expected)


def test_shields_keep_rivals_off_and_not_the_owner():
    game = lawn.position()
    lay(game, 0, 4, "Fence")
    lay(game, 1, 0, "Fence")
    lay(game, 1, 8, "Hedge")
    game.away[1] = True
    game.hands[0] = some("Skunk")
    play(game, HOME)
    assert play(game, kind("Skunk")) == (0, piles(*range(9)) + piles(2, 5, 6, 7, r=1))


def test_a_kind_without_a_pile_is_not_playable_a_tool_without_effect_is():
    game = lawn.position()
    game.hands[0] = some("Light", "Axe")
    assert play(game, HOME) == (0, [DONE, kind("Axe")])
    assert play(game, kind("Axe")) == (0, [DONE])


def test_the_owner_of_the_yard_carries_out_the_action_of_what_comes_there():
    game = lawn.position()
    lay(game, 1, 8, grass=True)
    game.away[1] = True
    game.hands[0] = some("Cottage")
    assert play(game, HOME, kind("Cottage"), pile(8, r=1)) == (1, piles(*range(8)))
    assert game.money == [0, 2]
    assert play(game, pile(3)) == (0, [DONE])
    assert lawn.grass(game, 1) == [3, 8]


def test_a_tool_at_work_is_neither_in_hand_nor_in_the_garage():
    game = lawn.position()
    game.hands[0] = some("Sign")
    assert play(game, HOME, kind("Sign")) == (0, [DONE])  # there was no card to trash
    assert names(game.garages[0]) == ["Sign"]


def test_a_tool_comes_back_to_hand_if_the_shed_is_there_when_it_has_worked():
    game = lawn.position()
    lay(game, 0, 0, "Shed")
    lay(game, 0, 1, "Patio")
    game.hands[0] = some("Sign", "Rake")
    assert play(game, HOME, kind("Sign")) == (0, [DONE, kind("Rake")])
    play(game, DONE)
    assert (names(game.hands[0]), game.garages[0]) == (["Rake", "Sign"], [])
    play(game, kind("Rake"))
    assert play(game, pile(0)) == (0, [DONE])
    assert names(game.hands[0]) == ["Sign", "Shed"]
    assert names(game.garages[0]) == ["Rake"]


# ---------------------------------------------------------------------------- work, buy and restock


@pytest.mark.parametrize(
    ("cards", "money"), [([], 5), (["Stand"], 8), (["Stand", "Swamp"], 0), (["Stand", "Stand"], 11)]
)
def test_work_brings_five_and_what_the_yard_adds_but_takes_nothing(cards, money):
    game = lawn.position()
    lay(game, 0, 0, *cards)
    assert play(game, AWAY) == (0, [DONE, WORK])
    assert play(game, WORK) == (0, [DONE])
    assert game.money == [money, 0]


def test_a_store_card_costs_less_by_the_matching_discounts():
    game = lawn.position()
    game.store = [*some("Oak", "Clover", "Axe"), None, *some("Light")]
    game.money[0] = 3
    lay(game, 0, 0, "Nursery")  # Plants cost two less: Oak 7, Clover 1
    assert play(game, AWAY) == (0, [DONE, WORK, slot(1), slot(4)])
    assert play(game, slot(1)) == (0, [DONE, WORK])
    assert (game.money[0], names(game.garages[0])) == (2, ["Clover"])
    assert names(game.store) == ["Oak", None, "Axe", None, "Light"]


def test_a_catalog_buys_into_the_hand_for_less():
    game = lawn.position()
    game.store = some("Oak", "Clover", "Axe", "Light", "Light")
    game.hands[0] = some("Catalog")
    assert play(game, HOME, kind("Catalog")) == (0, [DONE, slot(1), slot(3), slot(4)])
    play(game, slot(1))
    assert (names(game.hands[0]), names(game.garages[0])) == (["Clover"], ["Catalog"])


def test_a_restock_fills_the_lowest_slot_and_carries_out_events_at_once():
    game = lawn.position()
    game.store = [None, *some("Light", "Light", "Light", "Light")]
    game.deck = some("Rain", "Skunk", "Skunk")
    game.money[0] = 1
    play(game, AWAY, slot(3))
    assert game.outcomes() == {lawn.KINDS["Rain"]: 1, lawn.KINDS["Skunk"]: 2}
    play(game, lawn.KINDS["Skunk"])
    assert names(game.store) == ["Skunk", "Light", "Light", None, "Light"]
    assert play(game, lawn.KINDS["Rain"]) == (0, piles(*range(9)))
    assert play(game, pile(8)) == (1, piles(*range(9)))
    assert play(game, pile(0)) == (CHANCE, [lawn.KINDS["Skunk"]])
    assert play(game, lawn.KINDS["Skunk"]) == (0, [DONE, WORK])
    assert names(game.queue) == ["Rain"]
    assert None not in game.store


def test_from_an_empty_deck_each_event_comes_once_and_the_slots_stay_empty():
    game = lawn.position()
    game.store = some("Light", "Light", "Light", "Light", "Light")
    game.queue = some("Payday", "Rain", "Payday")
    game.money[0] = 1
    play(game, AWAY, slot(0))
    assert game.outcomes() == {lawn.KINDS["Payday"]: 1}
    play(game, lawn.KINDS["Payday"])
    assert game.money == [3, 0]  # seat 1 is Home
    assert game.outcomes() == {lawn.KINDS["Rain"]: 1}
    play(game, lawn.KINDS["Rain"], pile(0), pile(0))
    assert game.outcomes() == {lawn.KINDS["Payday"]: 1}  # the other one
    assert play(game, lawn.KINDS["Payday"]) == (0, [DONE, WORK])
    assert names(game.queue) == ["Payday", "Rain", "Payday"]
    assert names(game.store) == [None, "Light", "Light", "Light", "Light"]


def test_a_restock_inside_a_restock_is_part_of_it():
    game = lawn.position()
    game.store = some("Light", "Skunk") + [None] * 3
    game.deck = some("Clearance", "Payday", "Oak")
    game.money[0] = 1
    # Payday is carried out while Clearance still is, and so is before it in the queue
    play(game, AWAY, slot(0), *map(lawn.KINDS.get, ("Clearance", "Payday", "Oak")))
    assert play(game) == (0, [DONE, WORK])
    assert names(game.trash) == ["Skunk"]
    assert names(game.store) == ["Oak", None, None, None, None]
    assert names(game.queue) == ["Payday", "Clearance"]


def test_a_step_that_trashes_store_cards_restocks_once_at_its_end_and_only_then():
    game = lawn.position()
    game.store = some("Light", "Skunk") + [None] * 3
    game.deck = some("Oak")
    game.hands[0] = some("Broom")
    assert play(game, HOME, kind("Broom")) == (0, [slot(0), slot(1)])
    assert play(game, slot(1)) == (0, [slot(0)])
    assert play(game, slot(0)) == (CHANCE, [lawn.KINDS["Oak"]])

    game = lawn.position()
    game.queue = some("Payday")
    game.hands[0] = some("Broom")
    assert play(game, HOME, kind("Broom")) == (0, [DONE])  # no card has left the Store
