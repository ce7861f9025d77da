"""What an observation is in Gymnasium's terms, alike in all environments."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Space

from farmenvs.core.game import Game

MASK_IN = ("obs", "info", "both")
"""Where agents find their action mask: in a Dict observation, in the info, or in both."""


def observation_space(game: Game, mode: str, with_mask: bool) -> Space[Any]:
    """Return a Box [F], or a Dict of it as `observation` and of the `action_mask` [A]."""
    seen = Box(0, 1, (game.observation_spec(mode).size,), np.float32)
    if not with_mask:
        return seen
    mask = Box(0, 1, (game.num_distinct_actions(),), np.int8)
    return Dict({"observation": seen, "action_mask": mask})
