"""Turf War in lockstep with an independent program (`tests/oracles/turf_war.py`)."""

import random

import numpy as np
import pytest

from farmenvs.games.turf_war import GAME, random_cards
from farmenvs.games.turf_war.loader import HOUSE, loaded
from farmenvs.testing.histories import record
from tests.games.turf import card
from tests.oracles.turf_war import CHANCE, TERMINAL, TurfWar

PLAYERS = (2, 3, 4)

TURNS = (3, 20, 60, None)
"""After how many turns of each player a random game is cut; None: after 100."""

STYLES = ("random", "eager", "rules")
"""How a seat plays: at random; often with all it can do before it is done; as advised."""

RUMMAGE = {
    "set": "rummage",
    "card": [
        {"name": "Can", "symbols": ["Tool"], "starter": True, "play": [{"op": "grass", "n": 3}]},
        {"name": "Net", "symbols": ["Tool"], "starter": True, "play": [{"op": "play", "n": 2}]},
        card("Lamp", places=2, play=[{"op": "pests_here"}], copies=4),
        card("Grass", "Plant", places=2, start=[{"op": "grass", "n": 2}]),
        card("Magpie", "Pest", play=[{"op": "buy", "off": 9}], copies=4),
        card("Hole", "Pest", play=[{"op": "trash", "from": "hand"}], copies=4),
        card("Fly", "Pest", copies=6),
        card("Termites", "Pest", play=[{"op": "trash", "from": "pile", "n": -1}]),
        card("Rat", "Pest", play=[{"op": "refresh"}], copies=2),
        card("Mole", "Pest", play=[{"op": "trash", "from": "store", "n": 2}], copies=2),
        card("Fair", "Event", play=[{"op": "each", "steps": [{"op": "play"}]}]),
    ],
    "neighbor": [{"name": f"N{i}", "vp": 1, "need": {"cards": 30}} for i in range(7)],
}
"""A set in which Pests come, go and come back while others are still called."""

SHOP = [*[{"op": "buy"}] * 3, {"op": "play", "n": 3}]
FELL = {"op": "trash", "from": "pile", "n": 3, "optional": True}
SAWS = {
    "set": "saws",
    "card": [
        {"name": "Cart", "symbols": ["Tool"], "starter": True, "play": SHOP},
        card("Saw", "Pest", copies=12, start=[{**FELL, "then": [{"op": "trash", "from": "yard"}]}]),
    ],
    "neighbor": [{"name": f"N{i}", "vp": 1} for i in range(5)],
}
"""A set in which a card that trashes what lies beside it can go before its twins."""

EVERYTHING = {
    "draw from the queue",
    "each",
    "empty slots",
    "event",
    "event at set-up",
    "event inside an event",
    "left before its action",
    "order of triggers",
    "pest_from_market",
    "pests_here",
    "played onto a rival",
    "sway",
    "throw",
    "tornado",
    "trash",
}
"""What must have happened somewhere in the games with the house set."""


def some_options(players, rng):
    """Options of a random game: any length, any first player."""
    turns = rng.choice(TURNS)
    first = rng.randrange(players) if rng.random() < 0.5 else "random"
    return {
        "players": players,
        "first_player": first,
        "max_turns": turns and turns * players,
    }


def check_node(state, oracle):
    """Everything that the rules say about a position is the same in both programs."""
    assert state.current_player() == oracle.actor()
    assert state.scores() == oracle.scores()
    if oracle.actor() == TERMINAL:
        assert state.returns() == [pytest.approx(float(x), abs=1e-12) for x in oracle.returns()]
        assert state.is_truncated() == oracle.truncated
    elif oracle.actor() == CHANCE:
        weights = state.chance_weights()[0].tolist()
        assert {o: weight for o, weight in enumerate(weights) if weight} == oracle.outcomes()
    else:
        assert state.legal_actions() == oracle.legal()


def play(options, rng, cards=HOUSE, jit=None):
    """Play one game in both programs; returns what happened in it."""
    state = GAME.load(cards=cards, **options).with_kernels(jit=jit).new_initial_state()
    oracle = TurfWar(loaded(cards), **options)
    styles = [rng.choice(STYLES) for _ in range(options["players"])]
    check_node(state, oracle)
    while oracle.actor() != TERMINAL:
        if oracle.actor() == CHANCE:
            move = rng.choice(list(oracle.outcomes()))
        else:
            move = choose(styles[oracle.actor()], state, oracle.legal(), rng)
        state.apply_action(move)
        oracle.apply(move)
        check_node(state, oracle)
    return oracle.happened


def walk(state, oracle, depth):
    """Go through the tree from here in both programs; returns how many nodes it has."""
    check_node(state, oracle)
    nodes = 1
    for move in state.legal_actions() if depth else ():
        twin = oracle.copy()
        twin.apply(move)
        nodes += walk(state.child(move), twin, depth - 1)
    return nodes


def choose(style, state, moves, rng):
    """What a seat does that plays in this style."""
    if style == "rules":
        return state.view().advice(rng.randrange(2**32))
    move = rng.choice(moves)
    if style == "eager" and move == 0 and len(moves) > 1 and rng.random() < 0.6:
        move = rng.choice(moves[1:])
    return move


def lockstep(games, players, seed, jit=None):
    """Play games with the house set in both programs; returns what happened."""
    rng = random.Random(seed)
    played = (play(some_options(players, rng), rng, jit=jit) for _ in range(games))
    return set().union(*played)


def lockstep_sets(seeds, games):
    """Play games of all player counts with random sets in both programs; returns what happened."""
    happened = set()
    for seed in seeds:
        cards = GAME.load(cards=random_cards(seed)).options["cards"]
        for k in range(games):
            rng = random.Random(1000 * seed + k)
            players = rng.choice(PLAYERS)
            happened |= play(some_options(players, rng), rng, cards)
    return happened


def test_every_node_of_a_small_tree_is_as_an_independent_program_has_it():
    """All that can happen in six events of a first turn."""
    state = GAME.load(cards=RUMMAGE, first_player=0).new_initial_state()
    oracle = TurfWar(RUMMAGE, first_player=0)
    while state.is_chance_node():
        move = state.legal_actions()[-1]
        state.apply_action(move)
        oracle.apply(move)
    assert walk(state, oracle, 6) == 2945


@pytest.mark.parametrize("players", PLAYERS)
def test_every_node_of_games_is_as_an_independent_program_has_it(players):
    assert lockstep(100, players, seed=players) >= EVERYTHING


def test_every_node_of_games_with_random_card_sets_is_as_an_independent_program_has_it():
    assert lockstep_sets(range(20), games=3) >= EVERYTHING


def test_every_node_of_games_in_which_pests_come_and_go_is_as_an_independent_program_has_it():
    cards = GAME.load(cards=RUMMAGE).options["cards"]
    rng = random.Random(1)
    for players in PLAYERS * 20:
        play({**some_options(players, rng), "max_turns": 30 * players}, rng, cards)


def test_a_twin_of_a_card_that_has_gone_is_spared_as_that_is_by_an_independent_program_too():
    """R22: of three Saws in a Pile the first fells the second, then itself; the third stays."""
    state = GAME.load(cards=SAWS, first_player=0).new_initial_state()
    oracle = TurfWar(SAWS, first_player=0)
    script = "home, card cart" + ", store 1" * 3 + ", card saw, own a1" * 3 + ", done, home, done"
    for word in (script + ", own a1" * 3).split(", "):
        while state.is_chance_node():
            move = state.legal_actions()[0]
            state.apply_action(move)
            oracle.apply(move)
        check_node(state, oracle)
        state.apply_action(state.string_to_action(word))
        oracle.apply(state.string_to_action(word))
    check_node(state, oracle)
    assert record(state)["begin"][0, 1] == 1


@pytest.mark.parametrize("players", PLAYERS)
def test_the_interpreted_rules_agree_with_the_independent_program_too(players):
    with np.errstate(over="raise"):
        lockstep(2, players, seed=100 + players, jit=False)


@pytest.mark.soak
@pytest.mark.parametrize("players", PLAYERS)
def test_every_node_of_1700_games_is_as_an_independent_program_has_it(players):
    assert lockstep(1700, players, seed=1000 + players) >= EVERYTHING


@pytest.mark.soak
def test_every_node_of_1000_games_with_200_random_card_sets_is_as_the_program_has_it():
    lockstep_sets(range(1000, 1200), games=5)
