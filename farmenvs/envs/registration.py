"""The ids of the environments in PettingZoo's and Gymnasium's registries, from the games' names.

| game | `pettingzoo.make("aec", …)` and `("parallel", …)` | `gymnasium.make(…)` |
|---|---|---|
| `my_game` | `farmenvs/my-game-v0` | `farmenvs/MyGame-v0` |
"""

from __future__ import annotations

import gymnasium
import pettingzoo

from farmenvs.envs import env_name
from farmenvs.games import REGISTRY

PACKAGE = __name__.partition(".")[0]


def pettingzoo_id(game: str) -> str:
    """Return a game's id in PettingZoo's registries."""
    return f"{PACKAGE}/{env_name(game)}".replace("_", "-")


def gymnasium_id(game: str) -> str:
    """Return a game's id in Gymnasium's registry."""
    name, _, version = env_name(game).rpartition("_")
    return f"{PACKAGE}/{name.title().replace('_', '')}-{version}"


def register() -> None:
    """Register every game that is not registered yet; imports no game and compiles nothing."""
    for game in REGISTRY:
        if gymnasium_id(game) not in gymnasium.registry:
            gymnasium.register(
                gymnasium_id(game),
                entry_point=f"{PACKAGE}.envs.single:SeatEnv",
                kwargs={"game": game},
            )
        if not hasattr(pettingzoo, "register"):  # PettingZoo has registries since 1.27
            continue
        module = f"{PACKAGE}.{env_name(game)}"
        if pettingzoo_id(game) not in pettingzoo.aec_registry:
            pettingzoo.register("aec", pettingzoo_id(game), f"{module}:env")
        if pettingzoo_id(game) not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", pettingzoo_id(game), f"{module}:parallel_env")
