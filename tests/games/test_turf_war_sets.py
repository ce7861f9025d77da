"""Turf War with random card sets keeps what every game must keep; and no set makes it hang."""

import numpy as np
import pytest

from farmenvs import testing, turf_war_v0
from farmenvs.games.turf_war import GAME, random_cards
from farmenvs.testing.histories import random_event


def game_with_set(seed):
    """Return short games with a random set, of two to four players."""
    return GAME.load(cards=random_cards(seed), players=2 + seed % 3, max_turns=9)


@pytest.mark.parametrize("seed", range(20))
def test_a_game_with_a_random_set_keeps_every_promise(seed):
    game = game_with_set(seed)
    for check in testing.CHECKS:
        check(game, seed=seed)


@pytest.mark.parametrize("seed", range(20))
def test_an_environment_of_a_random_set_keeps_every_promise(seed):
    env = turf_war_v0.env(**game_with_set(seed).options)
    for check in testing.checks_of(env):
        check(env)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_the_whole_suite_passes_for_another_random_set(seed):
    testing.check_game(game_with_set(seed))


@pytest.mark.parametrize("cards", [5, 12, 96])
def test_games_with_small_and_large_sets_come_to_an_end(cards):
    """R33: within the bounds that the game declares."""
    for seed in range(10):
        game = GAME.load(cards=random_cards(seed, cards=cards), players=2 + seed % 3, max_turns=60)
        state, rng, decisions = game.new_initial_state(), np.random.default_rng(seed), 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(random_event(state, rng))
        assert decisions <= game.max_game_length()
