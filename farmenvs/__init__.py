"""farmenvs: tabletop games as environments for reinforcement learning.

Each game is a PettingZoo AEC and Parallel environment, a Gymnasium environment with opponents
inside, a batch that steps thousands of games in one call, and a state for search and solvers, all
from one source of rules.
"""

from farmenvs.core.contract import CHANCE, TERMINAL
from farmenvs.core.version import __version__
from farmenvs.envs import registration
from farmenvs.games import games, load_game, load_replay, make_batch

__all__ = ["CHANCE", "TERMINAL", "__version__", "games", "load_game", "load_replay", "make_batch"]

registration.register()
