"""Positions of Turnip, reached by words."""

import numpy as np
import pytest

from farmenvs.core.contract import CHANCE
from farmenvs.games.turnip import GAME


def new(players=3, first_player=0, **options):
    """Return the opening; seat 0 gets the first Crown unless it is said otherwise."""
    return GAME.load(players=players, first_player=first_player, **options).new_initial_state()


def garden(players=3, stash=2, **options):
    """Return the first turn of a season in which everybody stashed a card of this value."""
    state = new(players, **options)
    return play(state, ", ".join([f"stash {stash}"] * players))


def play(state, script):
    """Carry out events by their words, with commas between; returns the state.

    `silence` stands for as many `say nothing` as there are still to come, and `sow 5`, or `sow 5
    show 2`, for planting these, claiming their true worth, and silence.
    """
    for word in script.split(", "):
        assert not state.is_terminal(), f"the game is over before: {word}"
        if word == "silence":
            while state.current_player() >= 0 and "say nothing" in words(state):
                one(state, "say nothing")
        elif word.startswith("sow "):
            cards = word.removeprefix("sow ")
            worth = sum(map(int, cards.split(" show ")))
            play(state, f"plant {cards}, claim {worth}, silence")
        else:
            one(state, word)
    return state


def one(state, word):
    """Carry out one event."""
    events = dict(zip(words(state), state.legal_actions(), strict=True))
    assert word in events, f"{word!r} is not among {', '.join(events)}"
    state.apply_action(events[word])


def words(state):
    """Return the words of all that is legal, or possible."""
    return [state.action_to_string(a) for a in state.legal_actions()]


def due(state):
    """Return whose turn it is to decide, and the kind of decision; or that chance decides."""
    if state.current_player() == CHANCE:
        return "chance"
    kinds = dict.fromkeys(word.split()[0] for word in words(state))
    return f"{state.current_player()} {'/'.join(kinds)}"


def each(state, name):
    """Return a field of the record, seat by seat."""
    return state.to_dict()[name][: state.game.num_players()]


def observed(state, player, mode="recall"):
    """Return the pieces of an observation by name, as lists."""
    spec = state.game.observation_spec(mode)
    tensor = state.observation_tensor(player, mode)
    return {name: np.round(part, 6).tolist() for name, part in spec.split(tensor).items()}


def near(values):
    """Return what compares equal to these values, as far as an observation can tell."""
    return pytest.approx(np.array(values), abs=2e-6)
