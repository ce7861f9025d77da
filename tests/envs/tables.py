"""Games, variants of them and random play, for the tests of the PettingZoo environments."""

import dataclasses
import importlib
import warnings
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
from pettingzoo import AECEnv

import farmenvs
from farmenvs.core.game import Game
from tests.core import toy

with warnings.catch_warnings():
    # PettingZoo's tests import its games in the way that it deprecates
    warnings.simplefilter("ignore", DeprecationWarning)
    pettingzoo_test = importlib.import_module("pettingzoo.test")

# The toy has what some of the games lack: private masks, forced decisions, a cap on the length.
GAMES: dict[str, Game] = {
    **{name: farmenvs.load_game(name).with_kernels(check=True) for name in farmenvs.games()},
    "toy": toy.GAME.load(players=3).with_kernels(check=True),
}


SHOWN = (
    "agents",
    "num_agents",
    "agent_selection",
    "rewards",
    "terminations",
    "truncations",
    "infos",
    "_cumulative_rewards",
)
"""What an AEC environment shows besides observations, from `reset` on."""


def variant(options: dict[str, Any] | None = None, **verbs: Callable[..., Any]) -> Game:
    """Return the toy with some options chosen and some verbs replaced, interpreted."""
    info = dataclasses.replace(toy.GAME, verbs=(SimpleNamespace(**verbs), *toy.GAME.verbs))
    return info.load(**(options or {})).with_kernels(jit=False)


def mask_of(env: AECEnv, agent: str) -> np.ndarray:
    """Return an agent's mask, wherever it is."""
    seen = env.observe(agent)
    return seen["action_mask"] if isinstance(seen, dict) else env.infos[agent]["action_mask"]


def choose(mask: np.ndarray, rng: np.random.Generator) -> int:
    """Return a random legal action."""
    return int(rng.choice(mask.nonzero()[0]))


def play(env: AECEnv, rng: np.random.Generator, plies: int = 10**9) -> Iterator[str]:
    """Play on at random; gives the agent before each of its decisions, and stops at the end."""
    while plies and not any(env.terminations.values()) and not any(env.truncations.values()):
        agent = env.agent_selection
        yield agent
        env.step(choose(mask_of(env, agent), rng))
        plies -= 1


def run(env: AECEnv, rng: np.random.Generator, plies: int = 10**9) -> AECEnv:
    """Play on at random to the end, or for some decisions; returns the environment."""
    for _ in play(env, rng, plies):
        pass
    return env


def totals(env: AECEnv, rng: np.random.Generator) -> dict[str, float]:
    """Play on by the book, dead agents stepping out; returns the sums of what `last` gave."""
    sums = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        sums[agent] += reward
        over = terminated or truncated
        env.step(None if over else choose(mask_of(env, agent), rng))
    return sums


def plain(value: Any) -> Any:
    """Return a value with its arrays as (shape, dtype, bytes), to be compared with ==."""
    if isinstance(value, np.ndarray):
        return value.shape, str(value.dtype), value.tobytes()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value


def all_of(env: AECEnv) -> dict[str, Any]:
    """Return all that an AEC environment shows, but for what needs living agents."""
    shown = {name: getattr(env, name) for name in SHOWN}
    seen = {agent: env.observe(agent) for agent in env.possible_agents}
    return plain({**shown, "seen": seen})


def has_illegal(game: Game) -> bool:
    """Return whether some action in the action space is illegal at some decision of random play."""
    rng, state = np.random.default_rng(0), game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node() and not state.legal_actions_mask().all():
            return True
        legal = state.legal_actions()
        state.apply_action(legal[rng.integers(len(legal))])
    return False
