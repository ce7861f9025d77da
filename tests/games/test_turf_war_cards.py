"""The Tools, Events and Neighbors of the house set of Turf War.

Each is played from a position made by hand, and the test states the whole difference that it makes.
"""

import pytest

from farmenvs.games.turf_war.loader import HOUSE, loaded
from tests.games.turf import change, position


def case(name, script, changes, **where):
    """A card, what happens, all that it changes, and the position."""
    return pytest.param(where, script, changes, id=name)


CASES = [
    # Tools
    case(
        "Rake",
        "card rake, own a1, card cactus",
        {"hand 0": "Cactus", "garage 0": "Rake", "vp 0": 1, "0 a1": "Dirt: Tulips"},
        hands={0: "Rake"},
        yards={"0 a1": "Tulips, Cactus"},
    ),
    case(
        "Toolbox",
        "card toolbox, card tulips, own b2, card cactus, own b2",
        {"hand 0": "Rake", "garage 0": "Toolbox", "vp 0": 3, "0 b2": "Grass: Tulips, Cactus"},
        hands={0: "Toolbox, Tulips, Cactus, Rake"},
        grass="0 b2",
    ),
    case(
        "Watering Can",
        "card watering can, own c3",
        {"hand 0": "", "garage 0": "Watering Can", "0 c3": "Grass"},
        hands={0: "Watering Can"},
        grass="0 b2",
    ),
    case(
        "Shovel",
        "card shovel, own a1, own b2",
        {"hand 0": "", "garage 0": "Shovel", "0 a1": "Dirt", "0 b2": "Grass: Marble Statue"},
        hands={0: "Shovel"},
        yards={"0 a1": "Marble Statue"},
        grass="0 b2",
    ),
    case(
        "Lawn Mower",
        "card lawn mower, own a1, own a2",
        {"hand 0": "", "garage 0": "Lawn Mower", "0 a1": "Grass", "0 a2": "Grass"},
        hands={0: "Lawn Mower"},
    ),
    case(
        "Sprinkler",
        "card sprinkler, own a1, own a2, own a3",
        {"hand 0": "", "garage 0": "Sprinkler", "0 a1": "Grass", "0 a2": "Grass", "0 a3": "Grass"},
        hands={0: "Sprinkler"},
    ),
    case(
        "Weed Killer",
        "card weed killer, own a1, own b1",
        {
            "trash": "+Ants, +Dandelions",
            "hand 0": "",
            "garage 0": "Weed Killer",
            "vp 0": 1,
            "0 a1": "Dirt: Tulips",
            "0 b1": "Dirt",
        },
        hands={0: "Weed Killer"},
        yards={"0 a1": "Ants, Tulips", "0 b1": "Dandelions"},
    ),
    case(
        "Catapult",
        "card catapult, next a1",
        {
            "trash": "+Marble Statue",
            "hand 0": "",
            "garage 0": "Catapult",
            "vp 1": 0,
            "1 a1": "Dirt",
        },
        hands={0: "Catapult"},
        yards={"1 a1": "Marble Statue"},
        away=(1,),
    ),
    case(
        "Leaf Blower",
        "card leaf blower, own a1, next c3",
        {
            "hand 0": "",
            "garage 0": "Leaf Blower",
            "vp 0": 0,
            "0 a1": "Dirt",
            "vp 1": -3,
            "1 c3": "Dirt: Skunk",
        },
        hands={0: "Leaf Blower"},
        yards={"0 a1": "Skunk"},
        away=(1,),
    ),
    case(
        "Wheelbarrow",
        "card wheelbarrow, own a1, card cactus, own b1, done",
        {
            "hand 0": "Cactus, Skunk",
            "garage 0": "Wheelbarrow",
            "vp 0": 1,
            "0 a1": "Dirt: Tulips",
            "0 b1": "Dirt",
        },
        hands={0: "Wheelbarrow"},
        yards={"0 a1": "Tulips, Cactus", "0 b1": "Skunk"},
    ),
    case(
        "Yard Sale Sign",
        "card yard sale sign, card skunk",
        {"trash": "+Skunk", "hand 0": "Rake", "garage 0": "Yard Sale Sign", "money 0": 6},
        hands={0: "Yard Sale Sign, Skunk, Rake"},
    ),
    case(
        "Catalog",
        "card catalog, store 4, draw shovel",
        {
            "store": "Solar Light, Tulips, Rose Bush, Shovel, Lawn Mower",
            "deck": 83,
            "hand 0": "Sunflower",
            "garage 0": "Catalog",
            "money 0": 1,
        },
        hands={0: "Catalog"},
        money=(3, 3),
    ),
    # Events
    case(
        "Tornado",
        "store 1, draw tornado, own a1, next c3, own b2, next b1, draw shovel",
        {
            "store": "Shovel, Tulips, Rose Bush, Sunflower, Lawn Mower",
            "queue": "Tornado",
            "deck": 81,
            "garage 0": "Solar Light",
            "money 0": 0,
            "vp 0": 2,
            "0 a1": "Dirt",
            "0 b1": "Dirt: Cactus",
            "vp 1": -3,
            "1 b2": "Dirt",
            "1 c3": "Dirt: Skunk",
        },
        away=(0,),
        money=(1,),
        yards={"0 a1": "Skunk", "1 b2": "Cactus"},
    ),
    case(
        "Rainstorm",
        "store 1, draw rainstorm, own a1, own c3, draw shovel",
        {
            "store": "Shovel, Tulips, Rose Bush, Sunflower, Lawn Mower",
            "queue": "Rainstorm",
            "deck": 83,
            "garage 0": "Solar Light",
            "money 0": 0,
            "0 a1": "Grass",
            "1 c3": "Grass",
        },
        away=(0,),
        money=(1,),
    ),
    case(
        "Heat Wave",
        "store 1, draw heat wave, own a1, draw shovel",
        {
            "store": "Shovel, Tulips, Rose Bush, Sunflower, Lawn Mower",
            "queue": "Heat Wave",
            "deck": 83,
            "garage 0": "Solar Light",
            "money 0": 0,
            "0 a1": "Dirt",
        },
        away=(0,),
        money=(1,),
        grass="0 a1, 0 a2",
    ),
    case(
        "Payday",
        "store 1, draw payday, draw shovel",
        {
            "store": "Shovel, Tulips, Rose Bush, Sunflower, Lawn Mower",
            "queue": "Payday",
            "deck": 83,
            "garage 0": "Solar Light",
            "money 0": 3,
            "money 1": 3,
        },
        away=(0,),
        money=(1,),
    ),
    case(
        "Clearance",
        "store 1, draw clearance, draw shovel, draw tulips, draw ants, draw pond, draw patio",
        {
            "store": "Shovel, Tulips, Ants, Pond, Patio",
            "trash": "+Lawn Mower, +Tulips, +Rose Bush, +Sunflower",
            "queue": "Clearance",
            "deck": 79,
            "garage 0": "Solar Light",
            "money 0": 0,
        },
        away=(0,),
        money=(1,),
    ),
    case(
        "Burglars",
        "store 1, draw burglars, draw shovel",
        {
            "store": "Shovel, Tulips, Rose Bush, Sunflower, Lawn Mower",
            "queue": "Burglars",
            "deck": 83,
            "garage 0": "Solar Light",
            "money 0": 5,
            "money 2": 0,
        },
        away=(0, 2),
        players=3,
        money=(9, 9, 2),
    ),
    # Neighbors
    case(
        "Amelia",
        "row 1",
        {"row": "-, Tut, Maya, Kim, Hank", "sway 0": "Amelia", "vp 0": 9},
        row=("Amelia", "Tut", "Maya", "Kim", "Hank"),
        yards={"0 a1": "Solar Light, Cairn", "0 b2": "Birdbath"},
    ),
    case(
        "Thomas",
        "row 1, own a1, own b2, to next",
        {
            "row": "-, Tut, Maya, Kim, Hank",
            "sway 0": "Thomas",
            "vp 0": 3,
            "0 a1": "Dirt",
            "0 b2": "Dirt",
            "garage 1": "Tulips, Skunk",
        },
        row=("Thomas", "Tut", "Maya", "Kim", "Hank"),
        yards={"0 a1": "Skunk", "0 b2": "Tulips"},
    ),
    case(
        "Tut",
        "row 1",
        {"row": "-, Felix, Gloria, Priya, Nico", "sway 0": "Tut", "vp 0": 6},
        row=("Tut", "Felix", "Gloria", "Priya", "Nico"),
        yards={"0 a1": "Solar Light, Pond, Dandelions"},
    ),
    case(
        "Beatrice",
        "row 1",
        {"row": "-, Tut, Maya, Kim, Hank", "sway 0": "Beatrice", "vp 0": 9},
        row=("Beatrice", "Tut", "Maya", "Kim", "Hank"),
        yards={"0 a1": "Tulips, Cactus, Garden"},
    ),
    case(
        "Felix",
        "row 1",
        {"row": "-, Tut, Maya, Kim, Hank", "sway 0": "Felix", "vp 0": 6},
        row=("Felix", "Tut", "Maya", "Kim", "Hank"),
        yards={"0 a1": "Garden, Pond"},
    ),
    case(
        "Gloria",
        "row 1",
        {"row": "-, Tut, Maya, Kim, Hank", "sway 0": "Gloria", "vp 0": 8},
        row=("Gloria", "Tut", "Maya", "Kim", "Hank"),
        yards={"0 a1": "Solar Light, Garden, Cactus"},
    ),
    case(
        "Hank",
        "row 1",
        {"row": "-, Felix, Gloria, Priya, Nico", "sway 0": "Hank", "vp 0": 12},
        row=("Hank", "Felix", "Gloria", "Priya", "Nico"),
        yards={"0 a1": "Solar Light, Cairn, Cactus, Clover"},
    ),
    case(
        "Ida",
        "row 1",
        {"row": "-, Tut, Maya, Kim, Hank", "money 0": 2, "sway 0": "Ida", "vp 0": 4},
        row=("Ida", "Tut", "Maya", "Kim", "Hank"),
        money=(12,),
    ),
    case(
        "Jorge",
        "row 1",
        {"row": "-, Tut, Maya, Kim, Hank", "money 0": 0, "sway 0": "Jorge", "vp 0": -5},
        row=("Jorge", "Tut", "Maya", "Kim", "Hank"),
        money=(3,),
        yards={"0 a1": "Ants, Ants, Skunk", "0 a2": "Wasps, Skunk"},
    ),
    case(
        "Kim",
        "row 1",
        {"row": "-, Felix, Gloria, Priya, Nico", "sway 0": "Kim", "vp 0": 5},
        row=("Kim", "Felix", "Gloria", "Priya", "Nico"),
        grass="0 a1, 0 a2, 0 a3, 0 b1, 0 b2, 0 b3",
    ),
    case(
        "Lou",
        "row 1, card rake",
        {
            "row": "-, Tut, Maya, Kim, Hank",
            "trash": "+Rake",
            "hand 0": "Shovel",
            "sway 0": "Lou",
            "vp 0": 2,
        },
        row=("Lou", "Tut", "Maya", "Kim", "Hank"),
        hands={0: "Rake, Shovel"},
        yards={"0 a1": "Ants"},
    ),
    case(
        "Maya",
        "row 1",
        {"row": "-, Felix, Gloria, Priya, Nico", "sway 0": "Maya", "vp 0": 10},
        row=("Maya", "Felix", "Gloria", "Priya", "Nico"),
        yards={"0 a1": "Tulips, Cactus, Garden, Dandelions"},
    ),
    case(
        "Nico",
        "row 1",
        {"row": "-, Tut, Maya, Kim, Hank", "sway 0": "Nico", "vp 0": -4},
        row=("Nico", "Tut", "Maya", "Kim", "Hank"),
        yards={"0 a1": "Ants, Ants, Skunk, Skunk", "0 a2": "Wasps"},
    ),
    case(
        "Otis",
        "row 1, own a1, own a2, own a3",
        {
            "row": "-, Tut, Maya, Kim, Hank",
            "sway 0": "Otis",
            "vp 0": 4,
            "0 a1": "Dirt",
            "0 a2": "Dirt",
            "0 a3": "Dirt",
        },
        row=("Otis", "Tut", "Maya", "Kim", "Hank"),
        grass="0 a1, 0 a2, 0 a3",
    ),
    case(
        "Priya",
        "row 1",
        {"row": "-, Tut, Maya, Kim, Hank", "sway 0": "Priya", "vp 0": 8},
        row=("Priya", "Tut", "Maya", "Kim", "Hank"),
        yards={"0 a1": "Garden, Pond, Solar Light"},
    ),
    case(
        "Quinn",
        "row 1, own a1, own a2",
        {
            "row": "-, Tut, Maya, Kim, Hank",
            "trash": "+Ants, +Wasps",
            "money 0": 1,
            "sway 0": "Quinn",
            "vp 0": 4,
            "0 a1": "Dirt",
            "0 a2": "Dirt",
        },
        row=("Quinn", "Tut", "Maya", "Kim", "Hank"),
        money=(5,),
        yards={"0 a1": "Ants", "0 a2": "Wasps"},
    ),
    case(
        "Rosa",
        "row 1",
        {"row": "-, Tut, Maya, Kim, Hank", "sway 0": "Rosa", "vp 0": 9},
        row=("Rosa", "Tut", "Maya", "Kim", "Hank"),
        yards={"0 a1": "Tulips, Cactus", "0 a2": "Tulips, Pond"},
    ),
    case(
        "Sven",
        "row 1, store 2, own b2, draw shovel",
        {
            "store": "Solar Light, Shovel, Rose Bush, Sunflower, Tulips",
            "row": "-, Tut, Maya, Kim, Hank",
            "deck": 84,
            "money 0": 0,
            "sway 0": "Sven",
            "vp 0": 1,
            "0 b2": "Dirt: Skunk",
        },
        row=("Sven", "Tut", "Maya", "Kim", "Hank"),
        money=(5,),
        store=("Solar Light", "Skunk", "Rose Bush", "Sunflower", "Tulips"),
    ),
]


@pytest.mark.parametrize(("where", "script", "changes"), CASES)
def test_tool_event_and_neighbor_does_what_it_says_and_nothing_else(where, script, changes):
    """R15 to R17, R19 to R31."""
    assert change(position(**where), script) == changes


def test_every_tool_event_and_neighbor_of_the_house_set_has_its_case():
    """R1."""
    data = loaded(HOUSE)
    names = {card["name"] for card in data["card"] if set(card["symbols"]) & {"Tool", "Event"}}
    names |= {neighbor["name"] for neighbor in data["neighbor"]}
    assert {case.id for case in CASES} == names
