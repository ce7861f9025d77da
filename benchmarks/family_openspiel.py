"""Leduc poker of OpenSpiel, driven from Python."""

from functools import partial

import numpy as np
import pyspiel
from loops import Case, Play, clocked, fractions

PACKAGES = ("numpy", "open_spiel")


def pick(outcomes: list[tuple[int, float]], fraction: float) -> int:
    """Return a chance outcome by its probability."""
    for outcome, probability in outcomes:
        fraction -= probability
        if fraction < 0:
            return outcome
    return outcomes[-1][0]


def state_loop(name: str, decisions: int = 200) -> Play:
    """Return a `Play`: the observation as a float32 array and the mask before each decision."""
    game = pyspiel.load_game(name)
    fraction = fractions()

    def play() -> int:
        n = 0
        while n < decisions:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(pick(state.chance_outcomes(), fraction()))
                    continue
                np.asarray(state.observation_tensor(), np.float32)
                state.legal_actions_mask()
                legal = state.legal_actions()
                state.apply_action(legal[int(fraction() * len(legal))])
                n += 1
            state.returns()
        return n

    return clocked(play)


def cases() -> list[Case]:
    what = "State, float32 tensor and mask"
    return [Case("leduc_poker", "state", what, partial(state_loop, "leduc_poker"))]
