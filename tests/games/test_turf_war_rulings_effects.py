"""The independent program of Turf War reads Neighbors, effects and points as we do, by hand."""

import random

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

# ------------------------------------------------------------------------------------ the Neighbors


@pytest.mark.parametrize(
    ("neighbor", "cards", "money", "can"),
    [
        ("Amelia", [["Light", "Light"], ["Lamp"]], 0, True),
        ("Amelia", [["Light", "Light"], ["Shed"]], 0, False),
        ("Amelia", [["Light", "Light"], ["Tree House"]], 0, True),
        ("Tut", [["Light"], ["Shed"], ["Dandelions"]], 0, True),
        ("Tut", [["Light"], ["Tree House"]], 0, True),  # a Feature, and instead of a Pest
        ("Tut", [["Tree House"]], 0, False),
        ("Tut", [["Tree House", "Tree House"]], 0, True),
        ("Jorge", [["Light", "Light"], ["Light"]], 0, True),
        ("Jorge", [["Light"], ["Light"], ["Light"]], 0, False),
        ("Jorge", [["Light", "Light"], ["Dandelions"]], 0, False),
        ("Thomas", [["Light"]], 0, False),
        ("Thomas", [["Light"], ["Skunk"]], 0, True),
        ("Quinn", [["Light"], ["Skunk"]], 4, False),
        ("Quinn", [["Light"], ["Skunk"], ["Skunk"]], 3, False),
        ("Quinn", [["Light"], ["Skunk"], ["Skunk"]], 4, True),
        ("Sven", [], 5, False),  # no Pest is in Store or Trash
        ("Uma", [["Dandelions"], ["Light"]], 0, False),  # one card cannot be trashed twice
        ("Uma", [["Dandelions"], ["Skunk"]], 0, True),
    ],
)
def test_who_can_be_swayed(neighbor, cards, money, can):
    game = lawn.position()
    game.row = [None, [face["name"] for face in lawn.NEIGHBORS].index(neighbor), None, None, None]
    for k, there in enumerate(cards):
        lay(game, 0, k, *there)
    game.money[0] = money
    assert play(game, HOME) == (0, [DONE, row(1)] if can else [DONE])


def test_grass_asked_for_is_counted_before_the_bribe_takes_it():
    game = lawn.position()
    game.row = [4, None, None, None, None]  # Otis wants three Grass, and two of them
    for k in (0, 4, 8):
        lay(game, 0, k, grass=True)
    assert play(game, HOME, row(0)) == (0, piles(0, 4, 8))
    assert play(game, pile(4)) == (0, piles(0, 8))
    assert play(game, pile(0)) == (TERMINAL, [])
    assert lawn.grass(game, 0) == [8]


def test_one_neighbor_a_turn():
    game = lawn.position()
    game.row = [1, 1, 3, 0, 0]  # Thomas twice, and Jorge
    lay(game, 0, 0, *["Garden"] * 5)
    assert play(game, HOME) == (0, [DONE, row(0), row(1), row(2)])
    play(game, row(1), pile(0), pile(0))
    assert play(game, lawn.player(game, 1)) == (0, [DONE])
    assert (game.sways, game.row) == ([[1], []], [1, None, 3, 0, 0])


def test_a_pest_as_a_bribe_comes_from_store_or_trash_without_its_action():
    game = lawn.position()
    game.row = [6, 0, 0, 0, 0]
    game.store = some("Gopher", "Light") + [None] * 3
    game.trash = some("Skunk", "Skunk", "Light")
    game.deck = some("Oak")
    game.money[0] = 6
    lay(game, 0, 2, grass=True)
    assert play(game, HOME, row(0)) == (0, [slot(0), kind("Skunk")])
    assert play(game, slot(0)) == (0, piles(*range(9)))
    assert play(game, pile(2)) == (CHANCE, [lawn.KINDS["Oak"]])
    assert play(game, lawn.KINDS["Oak"]) == (0, [DONE])
    assert (lawn.yard(game, 0), lawn.grass(game, 0)) == ({2: ["Gopher"]}, [2])
    assert (game.money[0], game.sways[0]) == (1, [6])


def test_a_bribe_that_an_event_makes_too_dear_takes_what_is_left():
    game = lawn.position()
    game.row = [8, 0, 0, 0, 0]  # Vera: a Store card, and 4
    game.store = [None, *some("Light"), None, None, None]
    game.deck = some("Burglars")
    game.money[0] = 4
    assert play(game, HOME, row(0)) == (0, [slot(1)])
    assert play(game, slot(1)) == (CHANCE, [lawn.KINDS["Burglars"]])
    assert play(game, lawn.KINDS["Burglars"]) == (0, [DONE])
    assert (game.money[0], game.sways[0]) == (0, [8])


# -------------------------------------------------------------------------------------- the effects


def test_an_optional_step_may_be_declined_and_then_comes_after_each_card():
    game = lawn.position()
    game.hands[0] = some("Sign", "Whistle", "Light")
    assert play(game, HOME, kind("Sign")) == (0, [DONE, kind("Whistle"), kind("Light")])
    play(game, kind("Whistle"))
    assert (game.money[0], names(game.trash)) == (6, ["Whistle"])


def test_the_same_card_may_move_twice():
    game = lawn.position()
    lay(game, 0, 0, "Light")
    lay(game, 0, 1, grass=True)
    lay(game, 0, 2, grass=True)
    game.hands[0] = some("Spade")
    assert play(game, HOME, kind("Spade")) == (0, [pile(0)])
    assert play(game, pile(0)) == (0, piles(1, 2))
    assert play(game, pile(1)) == (0, [pile(1)])
    assert play(game, pile(1)) == (0, [pile(2)])
    assert play(game, pile(2)) == (0, [DONE])
    assert lawn.yard(game, 0) == {2: ["Light"]}


def test_throws_need_no_room_but_respect_shields_and_barren_piles():
    game = lawn.position()
    lay(game, 0, 4, "Light", "Gopher")
    lay(game, 1, 0, "Hedge")
    lay(game, 1, 1, "Wasps")
    lay(game, 1, 7, grass=True)
    game.away[1] = True
    game.hands[0] = some("Sling", "Sling")
    lay(game, 0, 8, "Patio")
    assert play(game, HOME, kind("Sling")) == (0, piles(4, 8))
    assert play(game, pile(4)) == (0, [kind("Light"), kind("Gopher")])
    assert play(game, kind("Light")) == (0, piles(2, 3, 4, 5, 6, 7, 8, r=1))
    play(game, pile(3, r=1), kind("Sling"))
    assert play(game, pile(4)) == (0, piles(1, 2, 3, 4, 5, 6, 7, 8, r=1))
    assert play(game, pile(7, r=1)) == (0, [DONE])
    assert lawn.yard(game, 1) == {0: ["Hedge"], 1: ["Wasps"], 3: ["Light"], 7: ["Gopher"]}
    assert lawn.grass(game, 1) == [7]  # what is thrown does not act


def test_one_rival_who_is_away_is_trashed_and_the_cellar_saves_what_it_can():
    game = lawn.position(players=3)
    lay(game, 1, 0, "Cellar", "Light")
    lay(game, 1, 1, "Light")
    lay(game, 2, 5, "Skunk")
    game.away = [False, True, True]
    game.hands[0] = some("Axe")
    assert play(game, HOME, kind("Axe")) == (0, [*piles(0, 1, r=1), pile(5, r=2)])
    play(game, pile(0, r=1), kind("Cellar"))
    assert play(game) == (0, piles(0, 1, r=1))
    play(game, pile(1, r=1))
    assert names(game.garages[1]) == ["Cellar"]  # itself, and nothing after it
    assert names(game.trash) == ["Light"]


def test_the_cellar_saves_nothing_from_an_event():
    game = lawn.position()
    lay(game, 0, 3, "Cellar")
    game.store = some("Light") + [None] * 4
    game.deck = some("Riot")
    game.money[0] = 1
    play(game, AWAY, slot(0))
    # seat 1 is Home, so seat 0 has no rival to take from
    assert play(game, lawn.KINDS["Riot"]) == (1, [pile(3, r=1)])
    assert play(game, pile(3, r=1)) == (0, [DONE, WORK])
    assert names(game.trash) == ["Cellar"]


def test_termites_trash_the_other_cards_of_their_pile():
    game = lawn.position()
    lay(game, 0, 6, "Light", "Skunk", "Termites")
    game.hands[0] = some("Termites")
    assert play(game, HOME, kind("Termites"), pile(6)) == (0, [DONE])
    assert lawn.yard(game, 0) == {6: ["Termites"]}
    assert names(game.trash) == ["Light", "Skunk", "Termites"]


def test_pests_come_to_the_lamp_from_store_and_trash_and_the_store_is_restocked_at_the_end():
    game = lawn.position()
    lay(game, 0, 0, grass=True)
    game.store = some("Skunk", "Light") + [None] * 3
    game.trash = some("Gopher", "Axe", "Termites")
    game.deck = some("Oak")
    game.hands[0] = some("Lamp")
    play(game, HOME, kind("Lamp"))
    assert play(game, pile(0)) == (0, [slot(0), kind("Termites"), kind("Gopher")])
    assert play(game, kind("Gopher")) == (0, [slot(0), kind("Termites")])
    assert lawn.grass(game, 0) == []
    # Termites trash Gopher again, which has come already
    assert play(game, kind("Termites")) == (0, [slot(0)])
    assert play(game, slot(0)) == (CHANCE, [lawn.KINDS["Oak"]])
    assert play(game, lawn.KINDS["Oak"]) == (0, [DONE])
    assert lawn.yard(game, 0) == {0: ["Termites", "Skunk"]}
    assert names(game.trash) == ["Axe", "Lamp", "Gopher"]


def test_a_pest_that_has_left_store_and_trash_is_called_no_more_even_if_it_comes_back():
    game = lawn.position()
    lay(game, 0, 0, grass=True)
    game.store = some("Magpie", "Skunk") + [None] * 3
    game.trash = some("Hole")
    game.hands[0] = some("Lamp")
    play(game, HOME, kind("Lamp"))
    assert play(game, pile(0)) == (0, [slot(0), slot(1), kind("Hole")])
    assert play(game, slot(0)) == (0, [DONE, slot(1)])  # Magpie buys Skunk, Hole takes it
    assert play(game, slot(1)) == (0, [kind("Hole")])
    assert play(game, kind("Hole")) == (0, [kind("Skunk")])
    assert play(game, kind("Skunk")) == (0, [DONE])
    assert lawn.yard(game, 0) == {0: ["Lamp", "Magpie", "Hole"]}
    assert names(game.trash) == ["Skunk"]


def test_a_play_inside_a_play_is_finished_first():
    game = lawn.position()
    game.hands[0] = some("Toolbox", "Toolbox", "Whistle")
    play(game, HOME)
    assert play(game, kind("Toolbox")) == (0, [DONE, kind("Toolbox"), kind("Whistle")])
    assert play(game, kind("Toolbox")) == (0, [DONE, kind("Whistle")])
    assert play(game, DONE) == (0, [DONE, kind("Whistle")])
    assert names(game.garages[0]) == ["Toolbox"]
    assert play(game, DONE) == (0, [DONE])
    assert names(game.garages[0]) == ["Toolbox", "Toolbox"]


def test_steps_play_at_most_forty_cards_a_turn():
    game = lawn.position()
    lay(game, 0, 0, "Shed")
    game.hands[0] = some("Toolbox", "Whistle")
    play(game, HOME, kind("Toolbox"))
    for _ in range(40):
        assert play(game) == (0, [DONE, kind("Whistle")])
        play(game, kind("Whistle"))
    assert play(game) == (0, [DONE])  # the Toolbox's other twenty plays do nothing
    assert names(game.hands[0]) == ["Whistle", "Toolbox"]


def test_a_tornado_goes_round_from_the_player_whose_turn_it_is():
    game = lawn.position(players=3)
    lay(game, 0, 4, "Skunk")
    game.store = some("Light") + [None] * 4
    game.deck = some("Tornado")
    game.money[0] = 1
    play(game, AWAY, slot(0))
    assert play(game, lawn.KINDS["Tornado"]) == (0, [pile(4)])
    everywhere_else = piles(*range(9), r=1) + piles(*range(9), r=2)
    assert play(game, pile(4)) == (0, everywhere_else)
    # seat 1 has a card now that it is its time; seat 2 will have none
    assert play(game, pile(0, r=1)) == (1, [pile(0)])
    assert play(game, pile(0)) == (1, everywhere_else)
    assert play(game, pile(2, r=2)) == (0, [DONE, WORK])
    assert lawn.yard(game, 0) == {2: ["Skunk"]}


# --------------------------------------------------------------------------------- victory points


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("Gnome", 2 * 4),  # Oak, Garden, Clover, Dandelions
        ("Flamingo", 1 + 2 + 2),
        ("Vane", 2 + 1 + 1),
        ("Ball", 1 + 2 + 0 + 1 + 0),
        ("Cairn", 1),
        ("Trophy", 2 * 2),
        ("Clover", 2),
        ("Oak", 3),
    ],
)
def test_victory_points(name, points):
    game = lawn.position()
    lay(game, 0, 0, "Light")
    here = lay(game, 0, 1, "Skunk", name, grass=True)
    lay(game, 0, 2, "Oak", "Light")
    lay(game, 0, 3, grass=True)
    lay(game, 0, 4, "Garden")
    lay(game, 0, 5, grass=True)
    lay(game, 0, 7, "Clover")
    lay(game, 0, 8, "Dandelions")
    lay(game, 1, 0, "Oak", "Garden", grass=True)
    game.sways[0] = [0, 1]
    assert game.points(here, here.cards[1]) == points
    others = 1 - 3 + (3 + 1) + 1 + 2 - 1
    assert game.scores() == [others + points + 5 + 3, 3 + 1]


# ---------------------------------------------------------------------------------------- by itself


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_and_no_card_is_lost(players):
    rng = random.Random(players)
    happened = set()
    for _ in range(10):
        game = TurfWar(lawn.CARDS, players)
        cards = {id(card) for card in game.all_cards()}
        while game.actor() != TERMINAL:
            weights = game.outcomes() if game.actor() == CHANCE else dict.fromkeys(game.legal(), 1)
            game.apply(rng.choices(list(weights), list(weights.values()))[0])
            assert len(game.all_cards()) == len(cards)
            assert {id(card) for card in game.all_cards()} == cards
            assert min(game.money) >= 0
        assert sum(game.returns()) == 0
        happened |= game.happened
    assert happened >= {"draw from the queue", "empty slots", "event inside an event", "sway"}


def test_a_copy_goes_its_own_way():
    game = TurfWar(lawn.CARDS, first_player=1)
    while game.actor() == CHANCE:
        game.apply(game.legal()[0])
    other = game.copy()
    other.apply(AWAY)
    assert (game.legal(), other.legal()[:2]) == ([HOME, AWAY], [DONE, WORK])


def test_an_illegal_move_is_refused():
    game = lawn.position()
    with pytest.raises(ValueError, match="0 is not one of"):
        game.apply(DONE)
    assert play(game) == (0, [HOME, AWAY])
