"""Turf War: effects that set off others, and what is in progress meanwhile; all comes to an end."""

import copy
import pickle

from farmenvs.games.turf_war.deck import EVENT_CARDS, MOST_COPIES
from tests.games.turf import card, change, do, due, looks, lot, position, words

FULL = MOST_COPIES


def do_one_of(state, *wanted):
    """Carry out the first of some events that is possible."""
    possible = words(state)
    do(state, next(word for word in wanted if word in possible))


def test_many_pests_are_called_one_by_one():
    """R28: the five in the Store, and 60 of five kinds in the Trash; those bring money."""
    earns = {"play": [{"op": "money"}], "vp": -1}
    flies = [card(f"Fly {k}", "Pest", copies=FULL, **earns) for k in range(5)]
    state = lot(
        *flies,
        card("Fly 5", "Pest", copies=5),
        card("Lamp", play=[{"op": "pests_here"}]),
        hands={0: "Lamp"},
        store=("Fly 5",) * 5,
        trash=[f"Fly {k}" for k in range(5) for _ in range(FULL)],
    )
    do(state, "card lamp, own b2")
    assert len(words(state)) == 5 + 5
    for _ in range(65):
        assert due(state) == "0 pest"
        do(state, words(state)[-1])
    seen = looks(state)
    assert (seen["due"], seen["money 0"], seen["vp 0"]) == ("0 act", 60, -60)
    assert seen["0 b2"].count("Fly") == 65
    assert seen["store"] == "-, -, -, -, -"


def test_a_chain_of_events_carries_out_each_once():
    """R17: sixteen Clearances, each with a Rock to trash before the next comes up."""
    state = lot(
        card("Sale", "Event", copies=EVENT_CARDS // 2, play=[{"op": "refresh"}]),
        card("Last Sale", "Event", copies=EVENT_CARDS // 2, play=[{"op": "refresh"}]),
        card("Rock", copies=FULL),
        card("Stone", copies=FULL),
        away=(0,),
        store=("Rock", None, None, None, None),
        deck=["Rock"] * 11 + ["Stone"] * 6 + ["Sale", "Last Sale"] * (EVENT_CARDS // 2),
    )
    do(state, "store 1")
    for _ in range(EVENT_CARDS):
        do_one_of(state, "draw rock", "draw stone")
        do_one_of(state, "draw sale", "draw last sale")
    do(state, "draw stone")
    seen = looks(state)
    assert seen["store"] == "Stone, -, -, -, -"
    # the innermost Event is the first to be over; the head of the bottom has come up already
    assert seen["queue"] == ", ".join(["Last Sale"] * 8 + ["Sale"] * 8)
    assert seen["garage 0"] == "Rock"
    assert words(state) == ["done", "work"]


def test_a_pest_that_has_left_store_and_trash_is_called_no_more_even_if_it_comes_back():
    """R28: Magpie buys Fly, Hole sends it to the Trash; it is not played."""
    state = lot(
        card("Lamp", play=[{"op": "pests_here"}], copies=1),
        card("Magpie", "Pest", play=[{"op": "buy"}], copies=1),
        card("Hole", "Pest", play=[{"op": "trash", "from": "hand"}], copies=1),
        card("Fly", "Pest", copies=1),
        hands={0: "Lamp"},
        store=("Magpie", "Fly", None, None, None),
        trash=["Hole"],
    )
    do(state, "card lamp, own b2")
    assert words(state) == ["store 1", "store 2", "card hole"]
    do(state, "store 1, store 2")
    assert words(state) == ["card hole"]
    seen = change(state, "card hole, card fly")
    assert (seen["due"], seen["trash"]) == ("0 act", "+Fly, -Hole")
    assert looks(state)["0 b2"] == "Grass: Lamp, Magpie, Hole"


def test_an_effect_in_progress_is_data_that_can_be_copied_and_looked_at():
    """The stack of steps is part of the record."""
    state = do(position(hands={0: "Toolbox, Skunk"}, away=(1,)), "card toolbox, card skunk")
    assert "in progress: Toolbox" in str(state)
    assert "to be placed: Skunk" in str(state.view(1))
    twins = [state.clone(), pickle.loads(pickle.dumps(state)), copy.deepcopy(state)]
    changes = change(state, "next a1")
    for twin in twins:
        assert change(twin, "next a1") == changes
        assert twin.view(0).tobytes() == state.view(0).tobytes()
