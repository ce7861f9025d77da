"""Turf War as a player reads it: all that lies open, what it costs and what it is worth."""

import pytest

from tests.games.turf import card, do, lot, position

WHERE = {
    "players": 3,
    "hands": {0: "Rake, Skunk", 1: "Rake"},
    "garages": {1: "Tulips, Tulips"},
    "yards": {"0 a1": "Garden, Greenhouse", "1 c3": "Cactus"},
    "grass": "0 a1, 0 b2",
    "money": (7, 0, 12),
    "away": (1, 2),
    "won": {2: "Ida, Kim"},
    "row": ("Quinn", "Rosa", None, "Otis", "Sven"),
    "store": ("Tulips", "Rose Bush", None, "Hot Tub", "Skunk"),
    "trash": ["Gopher", "Ivy", "Ivy"],
    "queue": ["Payday"],
    "deck": ["Pond", "Wasps"],
}


def shown(view):
    """Return the lines of a view; all cards that are left lie in the Trash, which is left out."""
    return [line for line in str(view).splitlines() if not line.startswith("trash ")]


def test_a_view_shows_the_table_with_prices_terms_and_points():
    """R3, R14 to R16, R34: Plants cost seat 0 two less; with hands shown, for R36."""
    state = do(position(**WHERE), "card skunk")
    assert shown(state.view(0)) == [
        "Turf War, turn 1: player 0 to place a card",
        "store Tulips (0), Rose Bush (2), -, Hot Tub (9), Skunk (4); 2 in the deck, then Payday",
        "row 1 Quinn: 4 VP (trash 2 of the Yard, pay 4)",
        "row 2 Rosa: 4 VP (4 cards, no Pest)",
        "row 3 -",
        "row 4 Otis: 4 VP (turn 3 to Dirt)",
        "row 5 Sven: 4 VP (pay 5, take a Pest from Store or Trash)",
        "  to be placed: Skunk",
        "player 0 (you): Home, 7 money, 2 VP",
        "  hand 1 Rake, 1 Skunk; Garage -",
        "  a1 Grass: Garden, Greenhouse",
        "  b2 Grass: -",
        "player 1: Away, 0 money, 2 VP",
        "  hand 1 Rake; Garage 2 Tulips",
        "  c3 Dirt: Cactus",
        "player 2: Away, 12 money, 9 VP, Sway Ida, Kim",
        "  hand -; Garage -",
    ]


def test_a_view_in_table_mode_shows_the_others_hands_as_numbers():
    """R37: and to seat 1 nothing is cheaper."""
    lines = shown(position(**WHERE).view(1, "table"))
    assert lines[0] == "Turf War, turn 1: player 0 to act"
    assert lines[1].startswith("store Tulips (2), Rose Bush (4), -, Hot Tub (9), Skunk (4); ")
    assert "player 1 (you): Away, 0 money, 2 VP" in lines
    assert "  hand 1 Rake; Garage 2 Tulips" in lines
    assert [line for line in lines if "cards" in line] == [
        "row 2 Rosa: 4 VP (4 cards, no Pest)",
        "  hand 2 cards; Garage 0 cards",
        "  hand 0 cards; Garage 0 cards",
    ]


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        ({}, "Boss: 3 VP"),
        ({"need": {"Plant": 2, "Pest": 1, "grass": 4}}, "Boss: 3 VP (2 Plant, 1 Pest, 4 Grass)"),
        ({"need": {"stack": 3, "cards": 5}}, "Boss: 3 VP (5 cards, a stack of 3)"),
        ({"bribe": [{"op": "give", "n": 2}]}, "Boss: 3 VP (give 2 of the Yard)"),
        (
            {"bribe": [{"op": "take", "kind": "Plant"}, {"op": "garage", "n": 2}]},
            "Boss: 3 VP (take 1 Plant of the Yard, put 2 of the hand into the Garage)",
        ),
        (
            {"bribe": [{"op": "trash", "from": "hand", "kind": "Tool"}]},
            "Boss: 3 VP (trash 1 Tool of the hand)",
        ),
    ],
)
def test_a_neighbor_is_shown_with_all_it_needs_and_takes(terms, text):
    """R15, R16."""
    state = lot(card("Rock"), neighbors=[{"name": "Boss", "vp": 3, **terms}])
    assert f"row 1 {text}" in str(state).splitlines()
