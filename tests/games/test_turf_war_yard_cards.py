"""The Ornaments, Plants, Features and Pests of the house set of Turf War.

Each is played from a position made by hand, and the test states the whole difference that it makes.
"""

import pytest

from farmenvs.games.turf_war.loader import HOUSE, loaded
from tests.games.turf import change, position


def case(name, script, changes, **where):
    """A card, what happens, all that it changes, and the position."""
    return pytest.param(where, script, changes, id=name)


CASES = [
    # Ornaments
    case(
        "Bug Lamp",
        "card bug lamp, own b2, store 2, card ants, draw shovel",
        {
            "store": "Solar Light, Shovel, Rose Bush, Sunflower, Tulips",
            "trash": "-Ants",
            "deck": 81,
            "hand 0": "",
            "vp 0": -3,
            "0 b2": "Grass: Bug Lamp, Skunk, Ants",
        },
        hands={0: "Bug Lamp"},
        grass="0 b2",
        store=("Solar Light", "Skunk", "Rose Bush", "Sunflower", "Tulips"),
        trash=("Ants", "Tulips"),
    ),
    case(
        "Cookie Jar",
        "card cookie jar, own b2, card gopher, own a1",
        {"hand 0": "", "0 a1": "Dirt: Gopher", "0 b2": "Grass: Cookie Jar"},
        hands={0: "Cookie Jar, Gopher"},
        grass="0 b2, 0 a1",
    ),
    case(
        "Garden Gnome",
        "card garden gnome, own b2",
        {"hand 0": "", "vp 0": 7, "0 b2": "Grass: Garden Gnome"},
        hands={0: "Garden Gnome"},
        grass="0 b2",
        yards={"0 a1": "Tulips", "0 a2": "Garden, Dandelions", "1 a1": "Cactus"},
    ),
    case(
        "Gazing Ball",
        "card gazing ball, own a2",
        {"hand 0": "", "vp 0": 3, "0 a2": "Dirt: Gazing Ball, Garden"},
        hands={0: "Gazing Ball"},
        yards={"0 a1": "Tulips, Ants", "0 b3": "Skunk", "0 c2": "Cactus", "0 a2": "Garden"},
    ),
    case(
        "Lamp Post",
        "card lamp post, own b2",
        {"hand 0": "", "vp 0": 7, "0 b2": "Grass: Lamp Post"},
        hands={0: "Lamp Post"},
        grass="0 b2",
        yards={"0 a1": "Garden", "0 a2": "Pond, Tulips"},
    ),
    case(
        "Plastic Flamingo",
        "card plastic flamingo, own b2",
        {"hand 0": "", "vp 0": 3, "0 b2": "Grass: Plastic Flamingo"},
        hands={0: "Plastic Flamingo"},
        grass="0 b2",
        yards={"0 b1": "Tulips, Ants", "0 b3": "Cactus", "0 a2": "Skunk"},
    ),
    case(
        "Solar Light",
        "card solar light, own b2",
        {"hand 0": "", "vp 0": 1, "0 b2": "Grass: Solar Light"},
        hands={0: "Solar Light"},
        grass="0 b2",
    ),
    case(
        "Weather Vane",
        "card weather vane, own b2",
        {"hand 0": "", "vp 0": 2, "0 b2": "Grass: Weather Vane"},
        hands={0: "Weather Vane"},
        grass="0 b2",
        yards={"0 b1": "Tulips, Ants", "0 c2": "Cactus", "0 a2": "Skunk"},
    ),
    case(
        "Birdbath",
        "card birdbath, own b2, done",
        {
            "due": "1 side",
            "turns": 1,
            "turn": 1,
            "hand 0": "",
            "money 0": 1,
            "vp 0": 2,
            "0 b2": "Grass: Birdbath",
        },
        hands={0: "Birdbath"},
        grass="0 b2",
    ),
    case(
        "Marble Statue",
        "card marble statue, own b2",
        {"hand 0": "", "vp 0": 5, "0 b2": "Grass: Marble Statue"},
        hands={0: "Marble Statue"},
        grass="0 b2",
    ),
    case(
        "Cairn",
        "card cairn, own b2",
        {"hand 0": "", "vp 0": 7, "0 b2": "Dirt: Cairn, Tulips, Mighty Oak, Ants"},
        hands={0: "Cairn"},
        yards={"0 b2": "Mighty Oak, Tulips, Ants", "0 b1": "Tulips"},
    ),
    case(
        "Trophy Case",
        "card trophy case, own b2",
        {"hand 0": "", "vp 0": 10, "0 b2": "Grass: Trophy Case"},
        hands={0: "Trophy Case"},
        grass="0 b2",
        won={0: "Thomas, Lou", 1: "Otis"},
    ),
    case(
        "Wind Chimes",
        "home",
        {"due": "0 act", "hand 0": "Rake", "garage 0": "", "money 0": 4, "side 0": "Home"},
        yards={"0 b2": "Wind Chimes", "0 b3": "Wind Chimes"},
        stage="side",
        away=(0,),
        garages={0: "Rake"},
    ),
    # Plants
    case(
        "Tulips",
        "card tulips, own b2",
        {"hand 0": "", "vp 0": 1, "0 b2": "Grass: Tulips"},
        hands={0: "Tulips"},
        grass="0 b2",
    ),
    case(
        "Rose Bush",
        "card rose bush, own b2",
        {"hand 0": "", "vp 0": 2, "0 b2": "Grass: Rose Bush"},
        hands={0: "Rose Bush"},
        grass="0 b2",
    ),
    case(
        "Mighty Oak",
        "card mighty oak, own b2",
        {"hand 0": "", "vp 0": 3, "0 b2": "Grass: Mighty Oak"},
        hands={0: "Mighty Oak"},
        grass="0 b2",
    ),
    case(
        "Pear Tree",
        "done",
        {"due": "0 side", "turns": 1, "turn": 0, "money 0": 1},
        turn=1,
        yards={"0 b2": "Pear Tree", "1 b2": "Pear Tree"},
    ),
    case(
        "Sunflower",
        "done",
        {"due": "0 side", "turns": 1, "turn": 0, "money 0": 2},
        turn=1,
        yards={"0 b2": "Sunflower"},
    ),
    case(
        "Ivy",
        "done, own a1",
        {"due": "0 side", "turns": 1, "turn": 0, "0 a1": "Grass"},
        turn=1,
        yards={"0 b2": "Ivy"},
    ),
    case(
        "Hedge",
        "card hedge, own b2",
        {"hand 0": "", "vp 0": 1, "0 b2": "Grass: Hedge"},
        hands={0: "Hedge"},
        grass="0 b2",
    ),
    case(
        "Vegetable Patch",
        "home",
        {"due": "0 act", "money 0": 3, "side 0": "Home"},
        yards={"0 b2": "Vegetable Patch"},
        stage="side",
        away=(0,),
    ),
    case(
        "Clover",
        "card clover, own b2",
        {"hand 0": "", "vp 0": 1, "0 b2": "Grass: Clover"},
        hands={0: "Clover"},
        grass="0 b2, 0 a1, 0 a2, 0 a3",
        yards={"0 a3": "Ants"},
    ),
    case(
        "Cactus",
        "card cactus, own b2",
        {"hand 0": "", "vp 0": 2, "0 b2": "Grass: Cactus"},
        hands={0: "Cactus"},
        grass="0 b2",
    ),
    # Features
    case(
        "Garden",
        "card garden, own b2",
        {"hand 0": "", "vp 0": 5, "0 b2": "Grass: Garden"},
        hands={0: "Garden"},
        grass="0 b2",
        yards={"0 a1": "Garden Gnome, Lamp Post"},
    ),
    case(
        "Shed",
        "card watering can, own c3",
        {"0 c3": "Grass"},
        hands={0: "Watering Can"},
        yards={"0 b2": "Shed"},
    ),
    case(
        "Pond",
        "done, own b2, own a1",
        {"due": "0 side", "turns": 1, "turn": 0, "0 a1": "Grass: Pond", "0 b2": "Dirt"},
        turn=1,
        grass="0 a1",
        yards={"0 b2": "Pond"},
    ),
    case(
        "Compost Heap",
        "done, card skunk",
        {"due": "1 side", "trash": "+Skunk", "turns": 1, "turn": 1, "hand 0": "Rake", "money 0": 4},
        hands={0: "Skunk, Rake"},
        yards={"0 b2": "Compost Heap"},
    ),
    case(
        "Picket Fence",
        "card picket fence, own b2",
        {"hand 0": "", "vp 0": 1, "0 b2": "Grass: Picket Fence"},
        hands={0: "Picket Fence"},
        grass="0 b2",
    ),
    case(
        "Greenhouse",
        "store 3, draw shovel",
        {
            "store": "Solar Light, Tulips, Shovel, Sunflower, Lawn Mower",
            "deck": 83,
            "garage 0": "Rose Bush",
            "money 0": 1,
        },
        away=(0,),
        money=(3,),
        yards={"0 b2": "Greenhouse"},
    ),
    case("Lemonade Stand", "work", {"money 0": 8}, away=(0,), yards={"0 b2": "Lemonade Stand"}),
    case(
        "Patio",
        "card patio, own b2, card watering can, own a1",
        {"hand 0": "", "garage 0": "Watering Can", "0 a1": "Grass", "0 b2": "Grass: Patio"},
        hands={0: "Patio, Watering Can"},
        grass="0 b2",
    ),
    case(
        "Mailbox",
        "done, store 5, draw shovel",
        {
            "due": "0 side",
            "store": "Solar Light, Tulips, Rose Bush, Sunflower, Shovel",
            "trash": "+Lawn Mower",
            "deck": 83,
            "turns": 1,
            "turn": 0,
        },
        turn=1,
        yards={"0 b2": "Mailbox"},
    ),
    case(
        "Tree House",
        "row 3",
        {"row": "Amelia, Hank, -, Kim, Maya", "sway 0": "Tut", "vp 0": 7},
        yards={"0 b2": "Tree House", "0 b3": "Solar Light"},
    ),
    case(
        "Root Cellar",
        "card catapult, next b2",
        {
            "hand 0": "",
            "garage 0": "Catapult",
            "garage 1": "Root Cellar",
            "vp 1": 4,
            "1 b2": "Dirt",
        },
        hands={0: "Catapult"},
        away=(1,),
        yards={"1 b2": "Root Cellar", "1 a1": "Hot Tub"},
    ),
    case(
        "Hot Tub",
        "card hot tub, own b2",
        {"hand 0": "", "vp 0": 4, "0 b2": "Grass: Hot Tub"},
        hands={0: "Hot Tub"},
        grass="0 b2",
    ),
    # Pests
    case(
        "Skunk",
        "card skunk, next b2",
        {"hand 0": "", "vp 1": -3, "1 b2": "Dirt: Skunk"},
        hands={0: "Skunk"},
        away=(1,),
    ),
    case(
        "Termites",
        "card termites, next b2",
        {"trash": "+Tulips, +Tulips, +Skunk", "hand 0": "", "vp 1": 2, "1 b2": "Grass: Termites"},
        hands={0: "Termites"},
        away=(1,),
        yards={"1 b2": "Tulips, Tulips, Skunk", "1 b3": "Cactus"},
        grass="1 b2",
    ),
    case(
        "Ants",
        "done",
        {"due": "0 side", "turns": 1, "turn": 0, "money 0": 1},
        turn=1,
        money=(3, 4),
        yards={"0 b2": "Ants", "0 b1": "Ants"},
    ),
    case(
        "Gopher",
        "card gopher, next b2",
        {"hand 0": "", "vp 1": 1, "1 b2": "Dirt: Cactus, Gopher"},
        hands={0: "Gopher"},
        away=(1,),
        grass="1 b2",
        yards={"1 b2": "Cactus"},
    ),
    case(
        "Raccoon",
        "done, card skunk",
        {"due": "0 side", "turns": 1, "turn": 0, "hand 0": "Rake", "garage 0": "Skunk"},
        turn=1,
        hands={0: "Skunk, Rake"},
        yards={"0 b2": "Raccoon"},
    ),
    case(
        "Rabbits",
        "done, own a1",
        {"due": "0 side", "trash": "+Dandelions", "turns": 1, "turn": 0, "vp 0": 0, "0 a1": "Dirt"},
        turn=1,
        yards={"0 b2": "Rabbits, Cactus", "0 a1": "Dandelions", "0 a2": "Ants"},
    ),
    case(
        "Crows",
        "card crows, next b2",
        {"hand 0": "", "vp 1": -2, "1 b2": "Dirt: Tulips, Tulips, Skunk, Crows"},
        hands={0: "Crows"},
        away=(1,),
        yards={"1 b2": "Tulips, Tulips, Skunk", "1 b3": "Cactus"},
    ),
    case(
        "Dandelions",
        "card dandelions, own b2",
        {"hand 0": "", "vp 0": 1, "0 b2": "Dirt: Dandelions"},
        hands={0: "Dandelions"},
        yards={"0 a1": "Garden Gnome"},
    ),
    case("Mosquitoes", "work", {"money 0": 3}, away=(0,), yards={"0 b2": "Mosquitoes"}),
    case(
        "Wasps",
        "card wasps, next b2",
        {"hand 0": "", "vp 1": -1, "1 b2": "Grass: Wasps"},
        hands={0: "Wasps"},
        away=(1,),
        grass="1 b2",
    ),
]


@pytest.mark.parametrize(("where", "script", "changes"), CASES)
def test_card_in_a_yard_does_what_it_says_and_nothing_else(where, script, changes):
    """R9, R13, R14, R18 to R34."""
    assert change(position(**where), script) == changes


def test_every_card_in_a_yard_of_the_house_set_has_its_case():
    """R1."""
    cards = loaded(HOUSE)["card"]
    names = {card["name"] for card in cards if not set(card["symbols"]) & {"Tool", "Event"}}
    assert {case.id for case in CASES} == names
