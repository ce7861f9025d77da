"""The two agents that every game has."""

from __future__ import annotations

import numpy as np

from farmenvs.core.view import View


class RandomAgent:
    """Plays any legal action, all alike."""

    name = "random"

    def __call__(self, view: View, rng: np.random.Generator) -> int:
        """Return a uniformly random legal action."""
        legal = view.legal_actions()
        return legal[int(rng.integers(len(legal)))]


class RulesAgent:
    """Plays what the game's `advise` says."""

    name = "rules"

    def __call__(self, view: View, rng: np.random.Generator) -> int:
        """Return the advice of the game's rule-based player."""
        return view.advice(rng)
