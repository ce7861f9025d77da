"""Hand-made positions for the independent program of Turf War, in words.

A small card set with one card for each rule; piles are numbered as in the rules, and an action is
named by what it does.
"""

import tomllib

from tests.oracles.turf_war import CHANCE, TurfWar
from tests.oracles.turf_war_table import Card

CARDS = tomllib.loads("""
[[card]]
name = "Rake"
symbols = ["Tool"]
starter = true
play = [{ op = "take", n = 1 }]

[[card]]
name = "Toolbox"
symbols = ["Tool"]
starter = true
play = [{ op = "play", n = 60 }]

[[card]]
name = "Axe"
symbols = ["Tool"]
cost = 4
play = [{ op = "trash", n = 2, from = "rival" }]

[[card]]
name = "Sign"
symbols = ["Tool"]
play = [{ op = "trash", from = "hand", optional = true, then = [{ op = "money", n = 6 }] }]

[[card]]
name = "Spade"
symbols = ["Tool"]
play = [{ op = "move", n = 2 }]

[[card]]
name = "Sling"
symbols = ["Tool"]
play = [{ op = "throw" }]

[[card]]
name = "Whistle"
symbols = ["Tool"]

[[card]]
name = "Catalog"
symbols = ["Tool"]
play = [{ op = "buy", off = 3 }]

[[card]]
name = "Broom"
symbols = ["Tool"]
play = [{ op = "trash", n = 2, from = "store" }]

[[card]]
name = "Lamp"
symbols = ["Ornament"]
cost = 1
play = [{ op = "pests_here" }]

[[card]]
name = "Light"
symbols = ["Ornament"]
cost = 1
vp = 1

[[card]]
name = "Cottage"
symbols = ["Ornament"]
cost = 6
play = [{ op = "money", n = 2 }, { op = "grass", n = 1 }]
end = [{ op = "garage" }]

[[card]]
name = "Gnome"
symbols = ["Ornament"]
per = 2
each = "Plant"

[[card]]
name = "Flamingo"
symbols = ["Ornament"]
per = 1
each = "row"

[[card]]
name = "Vane"
symbols = ["Ornament"]
per = 1
each = "column"

[[card]]
name = "Ball"
symbols = ["Ornament"]
per = 1
each = "adjacent"

[[card]]
name = "Cairn"
symbols = ["Ornament"]
per = 1
each = "pile"

[[card]]
name = "Trophy"
symbols = ["Ornament"]
per = 2
each = "neighbor"

[[card]]
name = "Clover"
symbols = ["Plant"]
cost = 3
places = 1
per = 1
each = "grass"

[[card]]
name = "Ivy"
symbols = ["Plant"]
cost = 5
places = 1
start = [{ op = "take" }]

[[card]]
name = "Vine"
symbols = ["Plant"]
start = [{ op = "move" }]

[[card]]
name = "Oak"
symbols = ["Plant"]
cost = 9
vp = 3
places = 3
home = [{ op = "money", n = 3 }]

[[card]]
name = "Garden"
symbols = ["Feature", "Plant"]
vp = 1
places = 2

[[card]]
name = "Well"
symbols = ["Feature"]
start = [{ op = "money", n = 4 }]

[[card]]
name = "Shed"
symbols = ["Feature"]
tool_to_hand = true

[[card]]
name = "Fence"
symbols = ["Feature"]
shield = "adjacent"

[[card]]
name = "Hedge"
symbols = ["Plant"]
shield = "pile"

[[card]]
name = "Nursery"
symbols = ["Feature"]
discount = 2
discount_kind = "Plant"

[[card]]
name = "Patio"
symbols = ["Feature"]
plays = 1

[[card]]
name = "Cellar"
symbols = ["Feature"]
cellar = true

[[card]]
name = "Tree House"
symbols = ["Feature"]
wild = true

[[card]]
name = "Stand"
symbols = ["Feature"]
work = 3

[[card]]
name = "Swamp"
symbols = ["Pest"]
work = -20

[[card]]
name = "Skunk"
symbols = ["Pest"]
cost = 4
copies = 2
vp = -3

[[card]]
name = "Termites"
symbols = ["Pest"]
cost = 6
play = [{ op = "trash", n = -1, from = "pile" }]

[[card]]
name = "Gopher"
symbols = ["Pest"]
play = [{ op = "dirt_here" }]

[[card]]
name = "Magpie"
symbols = ["Pest"]
play = [{ op = "buy", off = 9 }]

[[card]]
name = "Hole"
symbols = ["Pest"]
play = [{ op = "trash", from = "hand" }]

[[card]]
name = "Ants"
symbols = ["Pest"]
start = [{ op = "money", n = -3 }]

[[card]]
name = "Wasps"
symbols = ["Pest"]
barren = true

[[card]]
name = "Dandelions"
symbols = ["Pest", "Plant"]
vp = -1

[[card]]
name = "Tornado"
symbols = ["Event"]
play = [{ op = "tornado" }]

[[card]]
name = "Rain"
symbols = ["Event"]
play = [{ op = "each", steps = [{ op = "grass" }] }]

[[card]]
name = "Payday"
symbols = ["Event"]
play = [{ op = "each", away = true, steps = [{ op = "money", n = 3 }] }]

[[card]]
name = "Clearance"
symbols = ["Event"]
play = [{ op = "refresh" }]

[[card]]
name = "Burglars"
symbols = ["Event"]
play = [{ op = "each", steps = [{ op = "money", n = -3 }] }]

[[card]]
name = "Riot"
symbols = ["Event"]
play = [{ op = "each", steps = [{ op = "trash", from = "rival" }] }]

[[neighbor]]
name = "Amelia"
vp = 5
need = { Ornament = 3 }

[[neighbor]]
name = "Thomas"
vp = 3
bribe = [{ op = "give", n = 2 }]

[[neighbor]]
name = "Tut"
vp = 5
need = { Ornament = 1, Feature = 1, Pest = 1 }

[[neighbor]]
name = "Jorge"
vp = 4
need = { cards = 3, stack = 2, no_pest = 1 }

[[neighbor]]
name = "Otis"
vp = 4
need = { grass = 3 }
bribe = [{ op = "dirt", n = 2 }]

[[neighbor]]
name = "Quinn"
vp = 4
bribe = [{ op = "trash", n = 2, from = "yard" }, { op = "give" }, { op = "pay", n = 4 }]

[[neighbor]]
name = "Sven"
vp = 4
bribe = [{ op = "pay", n = 5 }, { op = "pest_from_market" }]

[[neighbor]]
name = "Uma"
vp = 2
bribe = [
    { op = "trash", from = "yard", kind = "Pest" },
    { op = "trash", from = "yard", kind = "Plant" },
]

[[neighbor]]
name = "Vera"
vp = 3
bribe = [{ op = "trash", from = "store" }, { op = "pay", n = 4 }]
""")
FACES, NEIGHBORS = CARDS["card"], CARDS["neighbor"]
KINDS = {face["name"]: t for t, face in enumerate(FACES)}
DONE, HOME, AWAY, WORK = range(4)


def slot(s):
    return 4 + s


def row(i):
    return 9 + i


def kind(name):
    return 16 + KINDS[name]


def pile(k, r=0):
    return 16 + len(FACES) + 9 * r + k


def piles(*ks, r=0):
    return [pile(k, r) for k in ks]


def player(game, r):
    return 16 + len(FACES) + 9 * game.n + r


def some(*names):
    """New cards."""
    return [Card(KINDS[name], FACES[KINDS[name]]) for name in names]


def names(cards):
    return [card and card.face["name"] for card in cards]


def position(players=2, **options):
    """A game at the first choice of seat 0: Home or Away, all zones empty but the Row."""
    game = TurfWar(CARDS, players, first_player=0, **options)
    while game.actor() == CHANCE:
        game.apply(game.legal()[0])
    game.hands = [[] for _ in range(players)]
    game.deck, game.store, game.queue = [], [None] * 5, []
    game.row = [0] * 5  # five times Amelia: nobody gets her by chance
    return game


def lay(game, seat, k, *cards, grass=False):
    """Cards lie on a pile; returns the pile."""
    here = game.yards[seat][k]
    here.grass = grass
    here.cards += some(*cards)
    return here


def yard(game, seat):
    """What lies in a Yard: {pile: names of cards}."""
    return {p.k: names(p.cards) for p in game.yards[seat] if p.cards}


def grass(game, seat):
    return [p.k for p in game.yards[seat] if p.grass]


def play(game, *moves):
    """Moves one after another; at the end the node is that of seat and legal actions."""
    for move in moves:
        game.apply(move)
    return game.actor(), game.legal()
