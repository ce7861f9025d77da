"""Games for the tests of the core: Turtle Soup, and a toy with all that it lacks."""

from collections.abc import Callable

import numpy as np
import pytest

from farmenvs import load_game
from farmenvs.core.game import Game
from farmenvs.core.state import State
from tests.core import toy


@pytest.fixture(params=["turtle_soup", "toy"])
def game(request: pytest.FixtureRequest) -> Game:
    """Each of the two games with three players, compiled and checked."""
    makers: dict[str, Callable[[], Game]] = {
        "turtle_soup": lambda: load_game("turtle_soup", players=3, nights=2),
        "toy": lambda: toy.GAME.load(players=3),
    }
    return makers[request.param]().with_kernels(check=True)


def play(state: State, seed: int = 0, plies: int | None = None) -> State:
    """Play on at random, `plies` events or to the end; returns the same state."""
    rng = np.random.default_rng(seed)
    while not state.is_terminal() and plies != 0:
        legal = state.legal_actions()
        state.apply_action(legal[rng.integers(len(legal))])
        plies = None if plies is None else plies - 1
    return state
