"""Positions of games, and an agent to be asked about them."""

import numpy as np

from tests.core.conftest import play


def decisions(game, count, seed=0):
    """Return some states of a game in which a seat is to move, from random play."""
    found, state = [], game.new_initial_state()
    while len(found) < count:
        seed += 1
        state = play(state, seed, plies=1)
        if state.is_terminal():
            state = game.new_initial_state()
        elif not state.is_chance_node():
            found.append(state.clone())
    return found


def many(states):
    """Return states as the arrays that `ask` takes."""
    records = np.concatenate([state._record for state in states])
    masks = np.stack([state.legal_actions_mask() for state in states])
    return records, masks, np.array([state.current_player() for state in states])


class Batched:
    """Plays the last legal action, and keeps what it was shown."""

    name = "batched"

    def __call__(self, view, rng):
        return view.legal_actions()[-1]

    def batch(self, observations, masks, players, rng):
        self.shown = observations, masks, players
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)
