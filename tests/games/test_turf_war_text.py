"""Turf War as a player reads it: all that lies open, what it costs and what it is worth."""

import pytest

from farmenvs.core.visibility import shown_by
from farmenvs.games.turf_war import GAME, text
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
        "row 1 Quinn: 4 VP; bribe: trash 2 cards of the Yard, then pay 4",
        "row 2 Rosa: 4 VP; needs 4 cards, no Pest",
        "row 3 -",
        "row 4 Otis: 4 VP; bribe: turn 3 bases to Dirt",
        "row 5 Sven: 4 VP; bribe: pay 5, then put a Pest of Store or Trash into the Yard",
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
    where = {**WHERE, "garages": {**WHERE["garages"], 2: "Shovel"}}
    lines = shown(position(**where).view(1, "table"))
    assert lines[0] == "Turf War, turn 1: player 0 to act"
    assert lines[1].startswith("store Tulips (2), Rose Bush (4), -, Hot Tub (9), Skunk (4); ")
    assert "player 1 (you): Away, 0 money, 2 VP" in lines
    assert [line for line in lines if "Garage" in line] == [
        "  hand 2 cards; Garage 0 cards",
        "  hand 1 Rake; Garage 2 Tulips",
        "  hand 0 cards; Garage 1 card",
    ]


def test_a_game_that_is_cut_is_over_in_its_last_turn():
    """R33."""
    state = do(lot(card("Rock"), max_turns=2), "done")
    assert shown(state)[0] == "Turf War, turn 2: player 1 to go Home or Away"
    assert shown(do(state, "home, done"))[0] == "Turf War, turn 2: over"


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({}, "Boss: 3 VP"),
        (
            {"need": {"Plant": 2, "Pest": 1, "grass": 4}},
            "Boss: 3 VP; needs 2 Plant, 1 Pest, 4 Grass",
        ),
        ({"need": {"stack": 3, "cards": 5}}, "Boss: 3 VP; needs 5 cards, a stack of 3"),
        (
            {"need": {"Plant": 1}, "bribe": [{"op": "give", "n": 2}]},
            "Boss: 3 VP; needs 1 Plant; bribe: give 2 cards of the Yard away",
        ),
        (
            {"bribe": [{"op": "take", "kind": "Plant"}, {"op": "garage", "n": 2}]},
            "Boss: 3 VP; bribe: take 1 Plant card of the Yard into the hand, "
            "then put 2 cards from hand into the Garage",
        ),
        (
            {"bribe": [{"op": "trash", "from": "hand", "kind": "Tool"}]},
            "Boss: 3 VP; bribe: trash 1 Tool card in hand",
        ),
    ],
)
def test_a_neighbor_is_shown_with_all_it_needs_and_takes(terms, words):
    """R15, R16."""
    state = lot(card("Rock"), neighbors=[{"name": "Boss", "vp": 3, **terms}])
    assert f"row 1 {words}" in str(state).splitlines()


def told(state, script):
    """Return what is told to everybody as the events of a script happen."""
    lines = []
    for word in script.split(", "):
        before = state.clone()
        do(state, word)
        lines += shown_by(before, state.history()[-1], state)
    return lines


@pytest.mark.parametrize(
    ("where", "script", "lines"),
    [
        ({"away": (0,), "money": (9,)}, "work, store 2", ["player 0 buys Tulips"]),
        (
            {"row": ("Sven",), "money": (9,), "trash": ["Ants"]},
            "row 1, card ants, own c2",
            ["player 0 sways Sven", "player 0 puts Ants onto c2 of player 0"],
        ),
        (
            {"row": ("Sven",), "money": (9,), "store": ("Tulips", "Skunk", None, None, None)},
            "row 1, store 2, own c2",
            [
                *("player 0 sways Sven", "player 0 takes Skunk"),
                "player 0 puts Skunk onto c2 of player 0",
            ],
        ),
        (
            {"hands": {0: "Watering Can"}},
            "card watering can, own c2",
            ["player 0 turns c2 of player 0 to Grass"],
        ),
        (
            {"hands": {0: "Skunk"}, "away": (1,), "yards": {"1 b1": "Cactus"}},
            "card skunk, next b1",
            ["player 0 plays Skunk onto b1 of player 1"],
        ),
        (
            {"players": 3, "turn": 1, "hands": {1: "Skunk"}, "away": (0,)},
            "card skunk, second b1",
            ["player 1 plays Skunk onto b1 of player 0"],
        ),
        (
            {"hands": {0: "Rake"}, "yards": {"0 c3": "Ivy"}},
            "card rake, own c3",
            ["player 0 picks up Ivy from c3 of player 0"],
        ),
        (
            {"hands": {0: "Rake"}, "yards": {"0 c3": "Ivy, Tulips"}},
            "card rake, own c3, card tulips",
            ["player 0 picks up a card from c3 of player 0"],
        ),
        (
            {"hands": {0: "Weed Killer"}, "yards": {"0 c3": "Ivy, Ants"}},
            "card weed killer, own c3",
            ["player 0 trashes Ants from c3 of player 0"],
        ),
        (
            {"turn": 1, "yards": {"0 b2": "Ivy, Ivy"}},
            "done, own b2, own a1",
            [
                "player 0 lets Ivy on b2 of player 0 act",
                "player 0 turns a1 of player 0 to Grass",
            ],
        ),
        (
            {"turn": 1, "yards": {"0 b2": "Ivy, Rabbits"}},
            "done, own b2",
            ["player 0 lets a card on b2 of player 0 act"],
        ),
        (
            {"away": (0,), "money": (9,), "deck": ["Rainstorm", "Pond"]},
            "store 2, draw rainstorm",
            ["player 0 buys Tulips", "Rainstorm is an Event: it is carried out"],
        ),
    ],
)
def test_what_happens_at_a_mere_place_is_told_by_name(where, script, lines):
    """R9, R14 to R18, R21, R22: to everybody, and nothing of what is named by its action."""
    row = (*where.get("row", ()), *["Amelia", "Hank", "Tut", "Kim", "Maya"])[:5]
    assert told(position(**{**where, "row": row}), script) == lines


def test_what_is_given_and_what_comes_up_at_set_up_is_told_by_name():
    """R8, R24."""
    gear = card("Gear", "Tool", play=[{"op": "give"}])
    state = lot(gear, card("Rock"), hands={0: "Gear"}, yards={"0 b2": "Rock"})
    assert told(state, "card gear, own b2, to next") == [
        "player 0 picks up Rock from b2 of player 0",
        "player 0 gives 1 Rock to player 1",
    ]
    state = GAME.load(first_player=0).new_initial_state()
    do(state, "neighbor tut, neighbor kim, neighbor ida, neighbor lou, neighbor maya")
    assert told(state, "draw tulips, draw tornado") == [
        "Tornado is an Event: it goes to the bottom of the deck"
    ]


def test_what_trashes_and_buys_from_the_store_is_told_by_name():
    """R22, R30."""
    steps = [{"op": "trash", "from": "store"}, {"op": "buy"}]
    state = lot(
        *(card("Gear", "Tool", play=steps), card("Rock"), card("Slug", "Pest")),
        hands={0: "Gear"},
        store=("Rock", "Slug", None, None, None),
        deck=[],
    )
    assert told(state, "card gear, store 2, store 1") == [
        *("player 0 trashes Slug", "player 0 buys Rock"),
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_places_and_what_a_view_leaves_out_are_explained(players):
    """R4, R5: as many Yards as there are."""
    lines = text.explain(GAME.load(players=players).cfg)
    assert [line.split() for line in lines[1:4]] == [
        *(["a1", "a2", "a3"], ["b1", "b2", "b3"], ["c1", "c2", "c3"]),
    ]
    others = ", ".join(("`next a1`", "`second a1`", "`third a1`")[: players - 1])
    assert lines[4] == (
        f"`own a1` is the first pile of your Yard; of the players after you it is {others}."
    )
    words = " ".join(lines)
    for what in ("listed are Dirt", "takes Pests only", "At Home", "Away", "`farmenvs cards list`"):
        assert what in words


def test_a_view_tells_what_has_been_chosen_and_which_cards_are_yet_to_act():
    """R9, R16, R24."""
    boss = {"name": "Boss", "vp": 1, "bribe": [{"op": "give", "n": 2}]}
    state = lot(
        *(card("Rock"), card("Fern", "Plant", start=[{"op": "grass"}], copies=4)),
        neighbors=[boss],
        yards={"0 c1": "Rock, Fern, Fern", "1 c3": "Rock, Fern, Fern"},
    )
    lines = str(do(state, "row 1, own c1")).splitlines()
    assert lines[0] == "Turf War, turn 1: player 0 to choose a card in a Yard"
    assert "  in progress: the bribe of Boss" in lines
    assert "  from pile c1 of player 0" in lines
    assert "to give away 1 Fern" in str(do(state, "card fern"))
    lines = str(do(state, "own c1, card rock, to next, done")).splitlines()
    assert lines[0] == "Turf War, turn 2: player 1 to say which card acts next"
    assert "  c3 Dirt: Rock, Fern*, Fern*" in lines


def test_a_view_tells_in_whose_turn_somebody_decides_and_by_which_effects():
    """R16, R17, R33: an Event in a restock; then the game is cut."""
    rain = card("Rain", "Event", play=[{"op": "each", "steps": [{"op": "grass"}]}])
    state = lot(
        *(rain, card("Rock")),
        players=3,
        store=("Rock", None, None, None, None),
        deck=["Rain"],
        away=(0,),
        max_turns=1,
    )
    lines = str(do(state, "store 1, draw rain, own a1")).splitlines()
    assert lines[0] == "Turf War, turn 1: player 1 to choose a base in the turn of player 0"
    progress = [line for line in lines if "in progress" in line]
    assert progress == ["  in progress: restock", *["  in progress: Rain"] * 2]
    assert "1 set aside" in lines
    do(state, "own a1, own a1, done")
    assert str(state).startswith("Turf War, turn 1: over\n")


def test_what_chance_cannot_bring_has_words_too():
    """R7: there are 18 Neighbors, and 63 kinds of cards."""
    state = GAME.load(first_player=0).new_initial_state()
    assert state.action_to_string(18) == "no neighbor 18"
    few = lot(card("Rock"), away=(0,), store=("Rock", *[None] * 4), deck=["Rock"])
    assert do(few, "store 1").action_to_string(6) == "no card 6"
