"""Turf War: the small print of steps, of what is due, and of what a turn allows (R9 to R34)."""

import pytest

from farmenvs.games.turf_war.schema import THEN
from tests.games.turf import OWN, card, change, do, due, looks, lot, position, words

# ------------------------------------------------------------------------------------- the turn


def test_what_moves_as_much_money_goes_in_file_order():
    """R9, RULING: of 1 the Toll takes 2, the Bank 5 and brings 3; the other way 1 would be left."""
    toll = card("Toll", start=[{"op": "money", "n": -2}])
    bank = card("Bank", start=[{"op": "money", "n": -5}, {"op": "money", "n": 3}])
    for first, other, left in ((toll, bank, 3), (bank, toll, 1)):
        state = lot(first, other, turn=1, yards={"0 a1": "Toll, Bank"}, money=(1,))
        assert looks(do(state, "done"))["money 0"] == left


def test_a_card_that_is_thrown_before_its_action_is_due_no_more():
    """R9, R26: seat 0 throws its Bell at its End; at the Start of seat 1 only the Fern acts."""
    cards = [
        card("Sling", end=[{"op": "throw"}]),
        card("Bell", end=[{"op": "grass"}]),
        card("Fern", "Plant", start=[{"op": "grass"}]),
    ]
    yards = {"0 a1": "Sling", "0 b1": "Bell", "1 a1": "Fern"}
    state = do(lot(*cards, yards=yards, away=(1,)), "done, own a1, own b1, next c3")
    assert due(state) == "1 base"
    assert "*" not in str(state).replace("Fern*", "")


def test_each_turn_allows_all_anew():
    """R12, R13: to work and to buy, to play and to sway."""
    state = position(
        away=(0,), money=(2, 20), hands={1: "Rake, Rake"}, row=("Ida", "Ida", None, None, None)
    )
    before = words(state)
    assert before == ["done", "work", "store 1", "store 2"]
    do(state, "work, store 1, draw shovel, done")
    do(state, "home, row 1, card rake")
    assert words(state) == ["done"]
    do(state, "done, away")
    assert {"work", "store 1"} < set(words(state))
    do(state, "done, home")
    assert {"row 2", "card rake"} < set(words(state))


def test_steps_play_40_cards_in_the_next_turn_again():
    """R23."""
    gear = card("Gear", "Tool", play=[{"op": "play", "n": 60}])
    shed, nut = card("Shed", tool_to_hand=True), card("Nut", "Tool")
    state = lot(gear, shed, nut, hands={0: "Gear, Nut"}, yards={"0 a1": "Shed"})
    for _ in range(2):
        do(state, ", ".join(["card gear", *["card nut"] * 40]))
        assert due(state) == "0 act"
        do(state, "done, home, done, home")


def test_a_neighbor_set_aside_comes_into_the_slot_that_was_emptied():
    """R16: and not into one that was empty before."""
    row, won = (None, "Felix", "Maya", None, None), {1: "Tut, Kim, Ida"}
    state = position(3, row=row, yards={"0 a1": "Garden, Pond"}, won=won)
    do(state, "row 2, neighbor lou")
    assert looks(state)["row"] == "-, Lou, Maya, -, -"


def test_a_game_that_ends_with_the_row_in_its_last_turn_is_not_cut():
    """R33."""
    row = (None, None, "Felix", None, None)
    state = do(position(row=row, yards={"0 a1": "Garden, Pond"}, max_turns=1), "row 3")
    assert state.is_terminal()
    assert not state.is_truncated()


# ------------------------------------------------------------------------------------- the Store


def test_a_store_of_events_is_carried_out_once_and_stays_empty():
    """R17: all that is left are Events."""
    rain = card("Rain", "Event", play=[{"op": "each", "steps": [{"op": "money"}]}])
    store = ("Rock", None, None, None, None)
    state = lot(rain, card("Rock"), away=(0,), store=store, deck=["Rain"] * 3)
    seen = looks(do(state, "store 1, draw rain, draw rain, draw rain"))
    assert (seen["due"], seen["money 0"], seen["money 1"]) == ("0 act", 3, 3)
    assert (seen["store"], seen["queue"]) == ("-, -, -, -, -", "Rain, Rain, Rain")


def test_a_step_that_restocks_does_not_make_the_next_one_restock():
    """R17: the Rain, which is all that is left, comes once."""
    rain = card("Rain", "Event", play=[{"op": "each", "steps": [{"op": "money"}]}], copies=1)
    gear = card("Gear", "Tool", play=[{"op": "trash", "from": "store"}, {"op": "money", "n": 5}])
    store = ("Rock", None, None, None, None)
    state = lot(gear, rain, card("Rock"), hands={0: "Gear"}, store=store, queue=["Rain"])
    do(state, "card gear, store 1, draw rain")
    assert (due(state), looks(state)["money 0"]) == ("0 act", 1 + 5)


def test_cards_with_a_symbol_are_trashed_from_the_store():
    """R22."""
    gear = card("Gear", "Tool", play=[{"op": "trash", "from": "store", "kind": "Pest"}])
    cards = [card("Rock"), card("Fly", "Pest"), card("Fern", "Pest Plant")]
    store = ("Rock", "Fly", None, "Fern", "Rock")
    state = do(lot(gear, *cards, hands={0: "Gear"}, store=store), "card gear")
    assert words(state) == ["store 2", "store 4"]


def test_a_pest_that_is_trashed_from_the_store_is_still_called():
    """R28: the Rat trashes the Store, and so the Fly."""
    cards = [
        card("Lamp", play=[{"op": "pests_here"}]),
        card("Rat", "Pest", play=[{"op": "refresh"}], copies=1),
        card("Fly", "Pest", copies=1),
    ]
    state = lot(*cards, hands={0: "Lamp"}, store=("Rat", "Fly", None, None, None))
    do(state, "card lamp, own b2, store 1")
    assert (due(state), words(state)) == ("0 pest", ["card fly"])
    assert change(state, "card fly")["0 b2"] == "Grass: Lamp, Rat, Fly"


# ------------------------------------------------------------------------------------- the steps


def test_all_other_cards_of_a_symbol_are_trashed_from_the_pile():
    """R22: the Rock stays, and of two Mobs the one that acts."""
    mob = card("Mob", "Pest", play=[{"op": "trash", "from": "pile", "n": -1, "kind": "Pest"}])
    cards = [mob, card("Rock"), card("Fly", "Pest")]
    state = lot(*cards, hands={0: "Mob"}, yards={"0 a1": "Mob, Rock, Fly, Fly"})
    seen = change(state, "card mob, own a1")
    assert (seen["trash"], seen["0 a1"]) == ("+Mob, +Fly, +Fly", "Dirt: Mob, Rock")


TAKEN = {
    "trash from yard": "own c3",
    "trash from pile": "own b2, card rock",
    "trash from hand": "card rock",
    "trash from store": "store 1",
    "trash from rival": "next a1",
    "take": "own c3",
    "garage": "card rock",
}
"""How a card is chosen for each step that may have a list `then`."""


@pytest.mark.parametrize("op", TAKEN)
def test_then_follows_whatever_a_step_takes_and_knows_the_pile_of_the_card(op):
    """R20, R21: a Hole, whose Pile becomes Dirt."""
    op, _, place = op.partition(" from ")
    step = {"op": op, "optional": True, "then": [{"op": "dirt_here"}, {"op": "money", "n": 2}]}
    hole = card("Hole", "Pest", play=[{**step, **({"from": place} if place else {})}])
    state = lot(
        *(hole, card("Rock", copies=9), card("Fly", "Pest")),
        hands={0: "Hole, Rock"},
        yards={"0 c3": "Rock", "1 a1": "Rock", "0 b2": "Rock, Fly"},
        away=(1,),
        store=("Rock", None, None, None, None),
    )
    script = TAKEN[f"{op} from {place}" if place else op]
    seen = change(state, f"card hole, own b2, {script}")
    assert (seen["money 0"], seen["0 b2"].split(":")[0]) == (2, "Dirt")


def test_each_step_that_may_have_a_list_then_is_tried():
    """R20."""
    assert {op.split()[0] for op in TAKEN} == set(THEN)


def test_what_is_chosen_is_not_declined_any_more():
    """R20, R23: once a card of the hand is shown it goes somewhere, and one of a Yard moves."""
    state = do(position(hands={0: "Toolbox, Skunk"}), "card toolbox, card skunk")
    assert words(state) == OWN
    gear = card("Gear", "Tool", play=[{"op": "move", "optional": True}])
    state = lot(gear, card("Rock"), hands={0: "Gear"}, yards={"0 a1": "Rock"})
    assert words(do(state, "card gear")) == ["done", "own a1"]
    assert words(do(state, "own a1")) == ["own b2"]


def test_a_tool_comes_back_to_the_hand_of_whom_the_shed_belongs_to():
    """R19: seat 1 uses a Nut in the turn of seat 0, who has no Shed."""
    cards = [
        card("Fair", "Event", play=[{"op": "each", "steps": [{"op": "play"}]}]),
        card("Shed", tool_to_hand=True),
        card("Nut", "Tool"),
    ]
    store = ("Shed", None, None, None, None)
    where = {"away": (0,), "store": store, "deck": ["Fair"], "yards": {"1 a1": "Shed"}}
    state = lot(*cards, hands={0: "Nut", 1: "Nut"}, **where)
    seen = change(state, "store 1, draw fair, card nut, card nut")
    assert (seen["garage 0"], "garage 1" in seen) == ("Shed, Nut", False)
    assert looks(state)["hand 1"] == "Nut"


@pytest.mark.parametrize(
    ("need", "cards", "swayed"),
    [
        ({"Plant": 2}, "Joker, Joker", True),  # several fill several
        ({"Plant": 2}, "Joker", False),
        ({"Plant": 1, "cards": 3}, "Joker, Joker", False),  # a symbol, and no card
        ({"Plant": 1, "cards": 3}, "Joker, Joker, Rock", True),
        ({"Feature": 1, "Plant": 1}, "Joker", True),  # besides its own
        ({"stack": 2}, "Joker", False),
        ({"grass": 2}, "Joker", False),
    ],
)
def test_wild_cards_make_up_for_symbols_and_nothing_else(need, cards, swayed):
    """R15."""
    joker = card("Joker", "Feature", wild=True)
    boss = {"name": "Boss", "vp": 1, "need": need}
    state = lot(joker, card("Rock"), neighbors=[boss], yards={"0 a1": cards})
    assert ("row 1" in words(state)) == swayed
