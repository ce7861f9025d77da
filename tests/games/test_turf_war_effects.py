"""Turf War: playing cards, and what the steps and the passive fields do (R2 to R5, R15 to R32)."""

import pytest

from tests.games.turf import NEXT, OWN, card, change, do, due, looks, lot, position, words


def tool(*steps, **fields):
    """Return a Tool that does this."""
    return card("Gear", "Tool", play=list(steps), **fields)


# ---------------------------------------------------------------------------------- where cards go


@pytest.mark.parametrize(
    ("pile", "grass", "fits"),
    [
        ("", "", False),  # Dirt has no Place
        ("", "0 a1", True),
        ("Solar Light", "0 a1", False),
        ("Tulips", "0 a1", True),  # a Place of its own
        ("Tulips", "", False),
        ("Mighty Oak, Tulips", "", True),  # 3 + 1
        ("Mighty Oak, Tulips, Ants, Skunk", "", False),  # Pests count as cards
        ("Mighty Oak, Wasps", "0 a1", False),  # barren
    ],
)
def test_a_pile_has_room_if_it_has_more_places_than_cards(pile, grass, fits):
    """R5: a Cactus in hand."""
    state = position(hands={0: "Cactus"}, yards={"0 a1": pile} if pile else {}, grass=grass)
    assert ("card cactus" in words(state)) == fits
    if fits:
        assert words(do(state, "card cactus")) == ["own a1"]


def test_a_pest_goes_anywhere_and_a_card_with_two_symbols_is_both():
    """R2, R5: Dandelions are a Pest and a Plant."""
    state = position(hands={0: "Dandelions"}, yards={"0 a1": "Wasps, Solar Light"})
    assert words(do(state, "card dandelions")) == OWN
    do(state, "own a1")
    tallies = state.to_dict()["tally"][0]
    assert tallies[2:5] == [1, 0, 2]  # Plants, Features, Pests


def test_cards_are_played_into_yards_of_rivals_who_are_away_and_not_of_those_at_home():
    """R18: one node lists all piles."""
    state = position(3, hands={0: "Skunk"}, away=(1,))
    assert words(do(state, "card skunk")) == OWN + NEXT


def test_a_card_that_fits_nowhere_cannot_be_played():
    """R18."""
    assert words(position(hands={0: "Solar Light, Skunk"})) == ["done", "card skunk"]


def test_the_owner_of_the_yard_carries_out_the_action_and_decides():
    """R18: a Cookie Jar in a rival's Yard has the rival play a card, Away and not on turn."""
    state = position(hands={0: "Cookie Jar", 1: "Tulips, Skunk"}, away=(1,), grass="1 b2, 1 c3")
    do(state, "card cookie jar, next b2")
    assert (due(state), words(state)) == ("1 hand", ["card tulips", "card skunk"])
    do(state, "card skunk")
    assert (due(state), words(state)) == ("1 land", OWN)  # seat 0 is at Home
    do(state, "own c3")
    assert due(state) == "0 act"


def test_the_owner_gets_what_the_action_gives():
    """R18."""
    gift = card("Gift", play=[{"op": "money", "n": 4}])
    state = lot(gift, hands={0: "Gift"}, away=(1,), money=(1, 1))
    seen = change(do(state, "card gift"), "next b2")
    assert (seen["money 1"], "money 0" in seen) == (5, False)


def test_a_tool_may_be_used_even_if_it_does_nothing_and_goes_to_the_garage():
    """R19: nothing to take."""
    assert change(position(hands={0: "Rake"}), "card rake") == {"hand 0": "", "garage 0": "Rake"}


def test_while_a_tool_works_it_is_in_neither_hand_nor_garage():
    """R19: Toolbox can't play itself."""
    state = do(position(hands={0: "Toolbox, Rake"}), "card toolbox")
    assert words(state) == ["done", "card rake"]
    assert looks(state)["hand 0"] == "Rake"
    assert looks(state)["garage 0"] == ""


def test_where_a_tool_goes_is_looked_up_when_it_is_done():
    """R19, R32: the Shed is taken into hand by the Rake, which then goes to the Garage."""
    state = position(hands={0: "Rake"}, yards={"0 a1": "Shed"})
    seen = change(state, "card rake, own a1")
    assert (seen["hand 0"], seen["garage 0"]) == ("Shed", "Rake")


# ----------------------------------------------------------------------------------------- choices


def test_a_single_candidate_is_asked_for_and_without_one_the_step_ends():
    """R20: two of n = 2 are asked for one by one; the third step finds none."""
    gear = tool({"op": "grass", "n": 2}, {"op": "dirt", "n": 3})
    piles = ", ".join(f"0 {row}{column}" for row in "abc" for column in "123" if row != "c")
    state = lot(gear, hands={0: "Gear"}, grass=f"{piles}, 0 c1, 0 c2")
    do(state, "card gear")
    assert words(state) == ["own c3"]
    do(state, "own c3")
    assert words(state) == OWN  # Grass everywhere: the next step
    do(state, "own a1, own a2, own a3")
    assert due(state) == "0 act"


def test_an_optional_step_is_declined_at_the_pile_but_not_at_the_kind():
    """R20."""
    state = position(hands={0: "Wheelbarrow"}, yards={"0 a1": "Tulips, Cactus"})
    do(state, "card wheelbarrow")
    assert words(state) == ["done", "own a1"]
    do(state, "own a1")
    assert words(state) == ["card tulips", "card cactus"]
    do(state, "card tulips")
    assert words(state) == ["done", "own a1"]
    do(state, "done")
    assert due(state) == "0 act"


def test_then_follows_at_once_each_card_that_an_optional_step_took():
    """R20: two cards, money for each."""
    steps = {"op": "take", "n": 3, "optional": True, "then": [{"op": "money", "n": 2}]}
    state = lot(tool(steps), card("Rock"), hands={0: "Gear"}, yards={"0 a1": "Rock, Rock"})
    assert change(do(state, "card gear"), "own a1")["money 0"] == 2
    seen = change(state, "own a1")
    assert (seen["money 0"], seen["due"]) == (4, "0 act")


def test_only_kinds_that_qualify_are_asked_for():
    """R20: of Ants, Tulips, Skunk in a pile the Weed Killer offers the Pests."""
    state = position(hands={0: "Weed Killer"}, yards={"0 a1": "Ants, Tulips, Skunk"})
    do(state, "card weed killer, own a1")
    assert words(state) == ["card skunk", "card ants"]


# ------------------------------------------------------------------------------------ op by op


def test_money_is_gained_or_lost_down_to_0():
    """R21."""
    gear = tool({"op": "money", "n": -4}, {"op": "money", "n": 3})
    assert change(lot(gear, hands={0: "Gear"}, money=(2,)), "card gear")["money 0"] == 3


def test_this_pile_is_where_the_card_lay_when_its_action_began():
    """R21: it is moved away before."""
    mole = card("Mole", "Pest", play=[{"op": "move"}, {"op": "dirt_here"}])
    state = lot(mole, hands={0: "Mole"}, grass="0 a1, 0 b2")
    seen = change(state, "card mole, own a1, own a1, own b2")
    assert (seen["0 a1"], seen["0 b2"]) == ("Dirt", "Grass: Mole")


def test_trash_pile_takes_other_cards_of_the_pile_one_at_a_time():
    """R22: not the card itself; of a symbol."""
    bug = card("Bug", "Pest", play=[{"op": "trash", "from": "pile", "n": 2, "kind": "Pest"}])
    state = lot(bug, card("Rock"), hands={0: "Bug"}, yards={"0 a1": "Bug, Rock", "0 a2": "Bug"})
    seen = change(do(state, "card bug, own a1"), "own a1")
    assert (seen["trash"], seen["0 a1"], seen["due"]) == ("+Bug", "Dirt: Bug, Rock", "0 act")


def test_trash_rival_stays_with_the_rival_whose_pile_was_chosen_first():
    """R22: who is Away only."""
    gear = tool({"op": "trash", "from": "rival", "n": 2})
    yards = {"1 a1": "Rock", "2 a1": "Rock", "2 b1": "Rock", "3 a1": "Rock"}
    state = lot(
        gear, card("Rock", copies=4), players=4, hands={0: "Gear"}, yards=yards, away=(1, 2)
    )
    do(state, "card gear")
    assert words(state) == ["next a1", "second a1", "second b1"]
    do(state, "second a1")
    assert words(state) == ["second b1"]


def test_a_cellar_saves_what_a_rival_trashes_but_not_from_events():
    """R22, R32."""
    swipe = {"op": "trash", "from": "rival"}
    cards = [card("Cellar", "Feature", cellar=True), card("Rock"), tool(swipe)]
    yards = {"1 a1": "Cellar, Rock"}
    state = lot(*cards, hands={0: "Gear"}, yards=yards, away=(1,))
    assert change(state, "card gear, next a1, card rock")["garage 1"] == "Rock"
    thief = card("Thief", "Event", play=[{"op": "each", "steps": [swipe]}])
    state = lot(
        *cards,
        thief,
        yards={**yards, "0 a1": "Rock"},
        away=(0, 1),
        money=(9,),
        store=("Gear", None, None, None, None),
        deck=["Thief"],
    )
    seen = change(state, "store 1, draw thief, next a1, card rock, next a1")
    assert seen["trash"] == "+Rock, +Rock"


def test_trash_store_and_refresh_restock_once_at_their_end():
    """R17, R22, R29."""
    gear = tool({"op": "trash", "from": "store", "n": 2})
    rock = card("Rock", copies=9)
    state = lot(gear, rock, hands={0: "Gear"}, store=("Rock",) * 5, deck=["Rock"] * 3)
    do(state, "card gear, store 2")
    assert due(state) == "0 slot"
    do(state, "store 4")
    assert due(state) == "chance"
    seen = change(state, "draw rock, draw rock")
    assert (seen["store"], seen["due"]) == ("Rock, Rock, Rock, Rock, Rock", "0 act")


def test_play_asks_again_when_a_card_is_finished_and_0_ends_it_unless_it_is_a_must():
    """R23: a Toolbox within a Toolbox; each plays two."""
    state = position(hands={0: "Toolbox, Toolbox, Rake, Skunk, Ants"}, yards={"0 a1": "Wasps"})
    do(state, "card toolbox, card toolbox, card skunk, own b1, done")
    assert looks(state)["garage 0"] == "Toolbox"
    assert words(state) == ["done", "card rake", "card ants"]
    do(state, "card rake, own a1")
    assert due(state) == "0 act"
    assert looks(state)["garage 0"] == "Rake, Toolbox, Toolbox"
    jar = position(hands={0: "Cookie Jar, Rake"}, grass="0 b2")
    assert words(do(jar, "card cookie jar, own b2")) == ["card rake"]


def test_at_most_40_cards_a_turn_are_played_by_steps():
    """R23, RULING: of 60 that are offered, and of cards that play each other for ever."""
    chain = [
        {"op": "play", "n": 60},
        {"op": "money", "n": 1},
    ]
    state = lot(
        card("Gear", "Tool", play=chain, copies=2),
        card("Shed", tool_to_hand=True),
        card("Nut", "Tool", copies=2),
        hands={0: "Gear, Gear, Nut, Nut"},
        yards={"0 a1": "Shed"},
    )
    do(state, "card gear")
    for _ in range(40):
        assert due(state) == "0 hand"
        do(state, "card nut")
    assert due(state) == "0 act"
    assert looks(state)["money 0"] == 1
    assert looks(state)["hand 0"] == "Gear, Gear, Nut, Nut"
    deep = lot(
        card("Jar", play=[{"op": "take"}, {"op": "play", "must": True}], copies=2),
        hands={0: "Jar, Jar"},
        grass="0 a1, 0 b2",
    )
    do(deep, "card jar, own a1")
    while due(deep) != "0 act":  # each takes the last one and plays the other: 40 deep
        do(deep, words(deep)[0])
    assert deep.to_dict()["step_plays"] == 40
    assert change(deep, "done")["turn"] == 1


def test_what_is_given_away_goes_to_the_garage_of_another_player_of_choice():
    """R24: a node also with two players."""
    gear = tool({"op": "give", "n": 2})
    where = {"hands": {0: "Gear"}, "yards": {"0 a1": "Rock, Rock, Rock"}}
    state = lot(gear, card("Rock", copies=4), players=3, **where)
    do(state, "card gear, own a1, own a1")
    assert (due(state), words(state)) == ("0 give", ["to next", "to second"])
    assert change(state, "to second") == {
        "due": "0 act",
        "garage 0": "Gear",
        "garage 2": "Rock, Rock",
    }
    state = do(lot(gear, card("Rock", copies=4), **where), "card gear, own a1, own a1")
    assert words(state) == ["to next"]


def test_giving_less_than_asked_for_and_nothing():
    """R20, R24: one card is given; without one nobody is asked."""
    gear = tool({"op": "give", "n": 2})
    state = lot(gear, card("Rock"), hands={0: "Gear"}, yards={"0 a1": "Rock"})
    assert change(state, "card gear, own a1, to next")["garage 1"] == "Rock"
    assert change(lot(gear, hands={0: "Gear"}), "card gear")["garage 0"] == "Gear"


def test_only_cards_that_have_somewhere_to_go_can_be_moved():
    """R25: a Rock needs room, a Skunk none; to another pile."""
    yards = {"0 a1": "Marble Statue", "0 b1": "Skunk"}
    state = do(position(hands={0: "Shovel"}, yards=yards), "card shovel")
    assert words(state) == ["own b1"]
    do(state, "own b1")
    assert words(state) == [pile for pile in OWN if pile != "own b1"]
    state = position(hands={0: "Shovel"}, yards=yards, grass="0 a1, 0 c3")
    do(state, "card shovel, own a1")
    assert words(state) == ["own c3"]


def test_the_same_card_may_move_twice_and_its_action_is_not_played():
    """R25."""
    gear = tool({"op": "move", "n": 2})
    gift = card("Gift", play=[{"op": "money"}])
    state = lot(gear, gift, hands={0: "Gear"}, yards={"0 a1": "Gift"}, grass="0 b2, 0 c3")
    seen = change(state, "card gear, own a1, own b2, own b2, own c3")
    places = {"0 a1": "Dirt", "0 c3": "Grass: Gift", "room 0": "b2 1"}
    assert seen == {"hand 0": "", "garage 0": "Gear", **places}


def test_a_throw_needs_no_room_but_shields_and_barren_piles_keep_it_off():
    """R26: onto rivals who are Away."""
    yards = {"0 a1": "Marble Statue", "1 a1": "Wasps", "1 a2": "Hedge"}
    state = position(3, hands={0: "Leaf Blower"}, yards=yards, away=(1,))
    do(state, "card leaf blower, own a1")
    assert words(state) == [pile for pile in NEXT if pile not in ("next a1", "next a2")]
    state = position(hands={0: "Leaf Blower"}, yards={"0 a1": "Skunk", "1 a1": "Wasps"}, away=(1,))
    assert words(do(state, "card leaf blower, own a1")) == NEXT


def test_only_cards_with_a_permitted_pile_can_be_thrown():
    """R26: nobody is Away."""
    state = position(hands={0: "Leaf Blower"}, yards={"0 a1": "Skunk"})
    assert due(do(state, "card leaf blower")) == "0 act"


def test_a_tornado_goes_around_from_the_player_on_turn_and_reaches_who_is_home():
    """R27: seat 1 has a card when it is its time; seat 2 has none."""
    gust = card("Gust", "Event", play=[{"op": "tornado"}])
    state = lot(
        gust,
        card("Rock"),
        players=3,
        turn=1,
        away=(1,),
        yards={"1 a1": "Rock", "0 c1": "Rock"},
        store=("Rock", None, None, None, None),
        deck=["Gust"],
    )
    do(state, "store 1, draw gust, own a1")
    assert due(state) == "1 to"
    assert words(state) == NEXT + [pile.replace("next", "second") for pile in NEXT]
    do(state, "next a1")
    assert due(state) == "2 from"
    do(state, "own a1, second a1")
    assert due(state) == "0 from"


def test_pests_are_called_from_store_and_trash_and_each_acts():
    """R28: the owner picks each, the last included; Termites send Skunk and Lamp to the Trash."""
    state = position(
        hands={0: "Bug Lamp"},
        grass="0 b2",
        trash=["Skunk"],
        store=("Termites", "Tulips", "Rose Bush", "Tulips", "Ants"),
    )
    do(state, "card bug lamp, own b2")
    assert (due(state), words(state)) == ("0 pest", ["store 1", "store 5", "card skunk"])
    do(state, "card skunk, store 1")
    # the Skunk has been played, though it is in the Trash again
    assert words(state) == ["store 5"]
    do(state, "store 5, draw ivy, draw pond")
    assert looks(state)["0 b2"] == "Grass: Termites, Ants"
    assert looks(state)["store"] == "Ivy, Tulips, Rose Bush, Tulips, Pond"


def test_the_garage_step_puts_cards_from_hand_into_the_garage():
    """R29."""
    gear = tool({"op": "garage", "n": 2})
    state = lot(gear, card("Rock"), card("Nut", "Tool"), hands={0: "Gear, Rock, Nut"})
    do(state, "card gear")
    assert words(state) == ["card rock", "card nut"]
    assert change(state, "card rock, card nut")["garage 0"] == "Gear, Rock, Nut"


def test_a_card_may_be_bought_for_less_into_the_hand():
    """R30: 0 declines."""
    state = position(hands={0: "Catalog"}, money=(1,))
    do(state, "card catalog")
    assert words(state) == ["done", "store 1", "store 2", "store 3", "store 5"]
    seen = change(state, "store 3, draw ivy")
    assert (seen["hand 0"], seen["money 0"], seen["garage 0"]) == ("Rose Bush", 0, "Catalog")


def test_each_player_carries_out_the_steps_as_owner_from_the_one_on_turn():
    """R31: with away those who are Away."""
    for away, owners in ((False, [1, 2, 0]), (True, [1, 0])):
        rain = card(
            "Rain", "Event", play=[{"op": "each", "away": away, "steps": [{"op": "grass"}]}]
        )
        state = lot(
            rain,
            card("Rock"),
            players=3,
            turn=1,
            away=(0, 1),
            deck=["Rain"],
            store=("Rock", None, None, None, None),
        )
        do(state, "store 1, draw rain")
        for p in owners:
            assert due(state) == f"{p} base"
            do(state, "own a1")
        assert due(state) == "1 act"
