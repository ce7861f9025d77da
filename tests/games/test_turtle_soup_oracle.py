"""Turtle Soup in lockstep with an independent program (`tests/oracles/turtle_soup.py`)."""

import random

import pytest

import farmenvs
from tests.oracles.turtle_soup import BASIC, CHANCE, EXTENDED, TERMINAL, Soup

PLAYERS = (2, 3, 4, 5, 6)
DECKS = ("basic", "extended", "small")


def small_deck(rng):
    """Some cards, as few as three, that the game takes for a deck."""
    while True:
        cards = rng.sample(EXTENDED, rng.randint(3, 20))
        try:
            farmenvs.load_game("turtle_soup", deck=cards)
        except ValueError:
            continue
        return cards


def check_node(state, soup):
    """Everything that the rules say about a position is the same in both programs."""
    assert state.current_player() == soup.actor()
    assert state.scores() == soup.points
    assert state.returns() == [pytest.approx(float(x), abs=1e-12) for x in soup.returns()]
    if soup.actor() == CHANCE:
        weights, total = state.chance_weights()
        assert list(weights.nonzero()[0]) == soup.outcomes()
        assert total == len(soup.outcomes())
    elif soup.actor() != TERMINAL:
        assert state.legal_actions() == soup.legal()


def play(game, deck, rng):
    """Play one random game in both programs; returns how its nights ended."""
    state = game.new_initial_state()
    soup = Soup(game.options["players"], game.options["nights"], deck)
    patience = rng.choice((0.3, 0.5, 0.9))
    check_node(state, soup)
    while soup.actor() != TERMINAL:
        if soup.actor() == CHANCE:
            move = rng.choice(soup.outcomes())
        else:
            move = soup.legal()[rng.random() > patience]
        state.apply_action(move)
        soup.apply(move)
        check_node(state, soup)
    return soup.ends


def lockstep(games, players, deck, seed, jit=None):
    """Play random games of one to three nights in both programs; returns how the nights ended."""
    rng = random.Random(seed)
    ends = set()
    for _ in range(games):
        cards = {"basic": BASIC, "extended": EXTENDED}.get(deck) or small_deck(rng)
        game = farmenvs.load_game(
            "turtle_soup",
            players=players,
            nights=rng.randint(1, 3),
            deck=cards if deck == "small" else deck,
        )
        ends.update(play(game.with_kernels(jit=jit), cards, rng))
    return ends


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", DECKS)
def test_every_node_of_200_random_games_is_as_an_independent_program_has_it(deck, players):
    ends = lockstep(200, players, deck, seed=players)
    assert {"all out", "turtle butt"} <= ends


@pytest.mark.parametrize("deck", DECKS)
def test_the_interpreted_rules_agree_with_the_independent_program_too(deck):
    for players in PLAYERS:
        lockstep(8, players, deck, seed=100 + players, jit=False)


def test_the_programs_agree_where_the_opening_often_goes_turtle_butt():
    """R14 is rare with 44 cards: of their 946 pairs one, Light Keeper SWK and Rite MLY, does it."""
    rng = random.Random(0)
    deck = (0, 1, 38, 41)
    game = farmenvs.load_game("turtle_soup", players=3, nights=3, deck=deck)
    ends = {end for _ in range(50) for end in play(game, deck, rng)}
    assert ends == {"opening", "all out", "turtle butt"}


@pytest.mark.soak
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", DECKS)
def test_every_node_of_2000_random_games_is_as_an_independent_program_has_it(deck, players):
    ends = lockstep(2000, players, deck, seed=1000 + players)
    assert ends == {"all out", "turtle butt", *["opening"] * (deck != "basic")}
