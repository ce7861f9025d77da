"""Turf War in lockstep with an independent program (`tests/oracles/turf_war.py`)."""

import random

import numpy as np
import pytest

from farmenvs.games.turf_war import GAME, random_cards
from farmenvs.games.turf_war.loader import HOUSE, loaded
from tests.oracles.turf_war import CHANCE, TERMINAL, TurfWar

PLAYERS = (2, 3, 4)

TURNS = (3, 20, 60, None)
"""After how many turns of each player a random game is cut; None: after 100."""

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
    """Play one random game in both programs; returns what happened in it."""
    state = GAME.load(cards=cards, **options).with_kernels(jit=jit).new_initial_state()
    oracle = TurfWar(loaded(cards), **options)
    eagerness = rng.choice((0, 0.5))  # some do what they can before they are done
    check_node(state, oracle)
    while oracle.actor() != TERMINAL:
        moves = list(oracle.outcomes()) if oracle.actor() == CHANCE else oracle.legal()
        move = rng.choice(moves)
        if move == 0 and len(moves) > 1 and rng.random() < eagerness:
            move = rng.choice(moves[1:])
        state.apply_action(move)
        oracle.apply(move)
        check_node(state, oracle)
    return oracle.happened


def lockstep(games, players, seed, jit=None):
    """Play random games with the house set in both programs; returns what happened."""
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


@pytest.mark.parametrize("players", PLAYERS)
def test_every_node_of_random_games_is_as_an_independent_program_has_it(players):
    assert lockstep(150, players, seed=players) >= EVERYTHING


def test_every_node_of_games_with_random_card_sets_is_as_an_independent_program_has_it():
    assert lockstep_sets(range(20), games=2) >= EVERYTHING


@pytest.mark.parametrize("players", PLAYERS)
def test_the_interpreted_rules_agree_with_the_independent_program_too(players):
    with np.errstate(over="raise"):
        lockstep(2, players, seed=100 + players, jit=False)


@pytest.mark.soak
@pytest.mark.parametrize("players", PLAYERS)
def test_every_node_of_1700_random_games_is_as_an_independent_program_has_it(players):
    assert lockstep(1700, players, seed=1000 + players) >= EVERYTHING


@pytest.mark.soak
def test_every_node_of_1000_games_with_200_random_card_sets_is_as_the_program_has_it():
    lockstep_sets(range(1000, 1200), games=5)
