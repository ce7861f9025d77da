"""Turf War: passive cards, and what Neighbors need and take (R15, R16, R32)."""

import pytest

from tests.games.turf import NEXT, OWN, card, change, do, due, lot, position, words

# --------------------------------------------------------------------------------------- passives


@pytest.mark.parametrize(
    ("shield", "closed"),
    [("Hedge", ["a1"]), ("Picket Fence", ["a1", "a2", "b1", "b2"])],
)
def test_a_shield_keeps_off_rivals_but_not_the_owner(shield, closed):
    """R32: from its pile, or from those around as well; whether they play or throw."""
    yards = {"1 a1": shield}
    open_piles = [pile for pile in NEXT if pile.split()[1] not in closed]
    state = position(hands={0: "Skunk"}, yards=yards, away=(1,))
    assert words(do(state, "card skunk")) == OWN + open_piles
    state = position(hands={0: "Leaf Blower"}, yards={**yards, "0 a1": "Ants"}, away=(1,))
    assert words(do(state, "card leaf blower, own a1")) == open_piles
    state = position(turn=1, hands={1: "Skunk"}, yards=yards)
    assert words(do(state, "card skunk")) == OWN


def test_a_cellar_saves_from_a_tool_that_an_event_has_somebody_use():
    """R22: it is the Tool that trashes."""
    state = lot(
        card("Cellar", "Feature", cellar=True, copies=1),
        card("Hook", "Tool", play=[{"op": "trash", "from": "rival"}], copies=1),
        card("Fair", "Event", play=[{"op": "each", "steps": [{"op": "play"}]}], copies=1),
        card("Rock", copies=1),
        hands={0: "Hook"},
        yards={"1 a1": "Cellar"},
        away=(0, 1),
        store=("Rock", None, None, None, None),
        deck=["Fair"],
    )
    seen = change(state, "store 1, draw fair, card hook, next a1")
    assert (seen["garage 1"], seen["garage 0"]) == ("Cellar", "Hook, Rock")


def test_a_wild_card_fills_one_missing_symbol_besides_its_own():
    """R15: the Tree House is a Feature; Felix needs two, Priya two and an Ornament."""
    row = ("Felix", "Priya", "Hank", "Kim", "Maya")
    assert words(position(row=row, yards={"0 a1": "Pond"})) == ["done"]
    assert words(position(row=row, yards={"0 a1": "Tree House"})) == ["done", "row 1"]
    state = position(row=row, yards={"0 a1": "Tree House, Pond"})
    assert words(state) == ["done", "row 1", "row 2"]


@pytest.mark.parametrize(
    ("name", "without", "enough"),
    [
        (
            "Kim",
            {"grass": "0 a1, 0 a2, 0 a3, 0 b1, 0 b2"},
            {"grass": "0 a1, 0 a2, 0 a3, 0 b1, 0 b2, 0 c1"},
        ),
        (
            "Nico",
            {"yards": {"0 a1": "Ants, Ants, Skunk", "0 a2": "Wasps"}},
            {"yards": {"0 a1": "Ants, Ants, Skunk, Skunk"}},
        ),
        (
            "Rosa",
            {"yards": {"0 a1": "Garden, Pond, Tulips, Ants"}},
            {"yards": {"0 a1": "Garden, Pond, Tulips, Cactus"}},
        ),
        (
            "Jorge",
            {"yards": {"0 a1": "Ants, Ants, Skunk, Skunk"}, "money": (3,)},
            {"yards": {"0 a1": "Ants, Ants, Skunk, Skunk, Wasps"}, "money": (3,)},
        ),
    ],
)
def test_neighbors_need_grass_a_stack_cards_or_no_pest(name, without, enough):
    """R15."""
    row = (name, None, None, None, None)
    assert words(position(row=row, **without)) == ["done"]
    assert words(position(row=row, **enough)) == ["done", "row 1"]


@pytest.mark.parametrize(
    ("name", "where", "payable"),
    [
        ("Quinn", {"money": (4,), "yards": {"0 a1": "Ants, Ants"}}, True),
        ("Quinn", {"money": (3,), "yards": {"0 a1": "Ants, Ants"}}, False),
        ("Quinn", {"money": (4,), "yards": {"0 a1": "Ants"}}, False),
        ("Lou", {"yards": {"0 a1": "Ants"}, "hands": {0: "Rake"}}, True),
        ("Lou", {"yards": {"0 a1": "Ants"}}, False),
        ("Otis", {"grass": "0 a1, 0 a2"}, False),
        ("Sven", {"money": (5,)}, False),
        ("Sven", {"money": (5,), "trash": ["Skunk"]}, True),
        ("Thomas", {"yards": {"0 a1": "Ants"}}, False),
    ],
)
def test_a_bribe_must_be_payable_in_full(name, where, payable):
    """R16."""
    row = (name, None, None, None, None)
    assert ("row 1" in words(position(row=row, **where))) == payable


def test_steps_of_a_bribe_that_draw_on_the_same_need_it_for_all_together():
    """R16: three cards of the Yard, counted before the first."""
    bribe = [{"op": "give", "n": 2}, {"op": "trash", "from": "yard"}]
    boss = {"name": "Boss", "vp": 2, "bribe": bribe}
    for cards, payable in (("Rock, Rock", False), ("Rock, Rock, Rock", True)):
        state = lot(card("Rock"), neighbors=[boss], yards={"0 a1": cards})
        assert ("row 1" in words(state)) == payable
    seen = change(state, "row 1, own a1, own a1, to next, own a1")
    assert (seen["garage 1"], seen["trash"], seen["sway 0"]) == ("Rock, Rock", "+Rock", "Boss")


def test_a_bribe_of_a_symbol_counts_and_takes_that_symbol_only():
    """R16: two Pests from the Yard, of which there is one; a Tool in hand, where a Rock is."""
    pests = {"name": "Pat", "vp": 1, "bribe": [{"op": "take", "n": 2, "kind": "Pest"}]}
    tools = {"name": "Tom", "vp": 1, "bribe": [{"op": "trash", "from": "hand", "kind": "Tool"}]}
    cards = [card("Rock"), card("Bug", "Pest"), card("Gear", "Tool")]
    short = {"yards": {"0 a1": "Bug, Rock, Rock"}, "hands": {0: "Rock"}}
    state = lot(*cards, neighbors=[pests, tools], grass="", **short)
    assert words(state) == ["done"]
    enough = {"yards": {"0 a1": "Bug, Bug, Rock"}, "hands": {0: "Rock, Gear"}}
    state = lot(*cards, neighbors=[pests, tools], grass="", **enough)
    assert words(state) == ["done", "row 1", "row 2", "card gear"]
    taken = change(state.clone(), "row 1, own a1, own a1")
    assert (taken["hand 0"], taken["0 a1"]) == ("Rock, Bug, Bug, Gear", "Dirt: Rock")
    lost = change(state, "row 2, card gear")
    assert (lost["trash"], lost["hand 0"], lost["sway 0"]) == ("+Gear", "Rock", "Tom")


def test_a_bribe_of_cards_in_hand_needs_them_for_all_its_steps():
    """R16: two for the Garage and one for the Trash."""
    bribe = [{"op": "garage", "n": 2}, {"op": "trash", "from": "hand"}]
    boss = {"name": "Boss", "vp": 2, "bribe": bribe}
    for hand, payable in (("Rock, Nut", False), ("Rock, Nut, Nut", True)):
        state = lot(card("Rock"), card("Nut", "Tool"), neighbors=[boss], hands={0: hand})
        assert ("row 1" in words(state)) == payable
    seen = change(state, "row 1, card rock, card nut, card nut")
    assert (seen["garage 0"], seen["trash"], seen["sway 0"]) == ("Rock, Nut", "+Nut", "Boss")


def test_a_bribe_that_an_event_makes_too_dear_takes_what_is_left():
    """R16: a Pest comes from the Store, and before the 4 are paid Burglars take 3 of them."""
    bribe = [{"op": "pest_from_market"}, {"op": "pay", "n": 4}]
    robbery = [{"op": "each", "steps": [{"op": "money", "n": -3}]}]
    state = lot(
        card("Bug", "Pest", copies=1),
        card("Burglars", "Event", play=robbery),
        neighbors=[{"name": "Vera", "vp": 3, "bribe": bribe}],
        money=(4,),
        store=("Bug", None, None, None, None),
        deck=["Burglars"],
    )
    seen = change(state, "row 1, store 1, own a1, draw burglars")
    assert (seen["money 0"], seen["sway 0"]) == (0, "Vera")
    assert due(state) == "0 act"


def test_criteria_are_looked_at_before_the_bribe():
    """R16: Lou wants a Pest and a card in hand; the Pest stays."""
    bribe = [{"op": "trash", "from": "yard"}]
    boss = {"name": "Boss", "vp": 2, "need": {"Ornament": 1}, "bribe": bribe}
    state = lot(card("Rock"), neighbors=[boss], yards={"0 a1": "Rock"})
    assert change(state, "row 1, own a1")["sway 0"] == "Boss"


def test_a_pest_from_the_market_comes_to_an_own_pile_without_its_action():
    """R16: Gopher makes no Dirt; from the Trash the Store is not restocked."""
    row = ("Sven", "Tut", None, None, None)
    state = position(row=row, money=(5,), grass="0 b2", trash=["Gopher"])
    do(state, "row 1")
    assert (due(state), words(state)) == ("0 pest", ["card gopher"])
    do(state, "card gopher")
    assert (due(state), words(state)) == ("0 to", OWN)
    seen = change(state, "own b2")
    assert (seen["0 b2"], seen["due"]) == ("Grass: Gopher", "0 act")
