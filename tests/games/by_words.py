"""Reach positions of a game by words: what luck brings, and what seats choose."""

from farmenvs.core.contract import CHANCE


def flip(state, *words):
    """Let these things happen at chance nodes, in order, as `state.action_to_string` calls them."""
    for word in words:
        assert state.current_player() == CHANCE, f"nothing left to luck here: {word}"
        outcomes = {state.action_to_string(o): o for o in state.legal_actions()}
        state.apply_action(outcomes[word])


def choose(state, words):
    """Let the seats whose turn it is choose, in order: actions of one word each."""
    for word in words.split():
        assert state.current_player() >= 0, f"nobody chooses here: {word}"
        state.apply_action(state.string_to_action(word))
