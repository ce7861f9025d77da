"""What the registry, a game's declaration and its PettingZoo module say of each other."""

from __future__ import annotations

import importlib
import pickle

from farmenvs.envs import env_name
from farmenvs.games import REGISTRY, game_info
from farmenvs.testing.histories import failing


def check_registered(*names: str) -> None:
    """A registered game goes by one name everywhere, and `NAME_v0` makes its environments.

    Args:
        *names: Some of `farmenvs.games()`.
    """
    for name in names:
        info = game_info(name)
        with failing("check_registered", info.load()):
            assert info.name == name, (
                f"the registry calls the game {name!r}, but its GAME.name is {info.name!r}"
            )
            assert info.package == REGISTRY[name], (
                f"GAME.package is {info.package!r}, but the game is in {REGISTRY[name]!r}"
            )
            _module(name)


def _module(name: str) -> None:
    """The module `NAME_v0` has the three functions, which make what they should of this game."""
    from farmenvs.envs.aec import CheckedEnv, RawEnv
    from farmenvs.envs.parallel import GameParallelEnv

    path = f"farmenvs.{env_name(name)}"
    try:
        module = importlib.import_module(path)
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        raise AssertionError(f"there is no {path.replace('.', '/')}.py") from None
    for kind, cls in (("env", CheckedEnv), ("raw_env", RawEnv), ("parallel_env", GameParallelEnv)):
        make = getattr(module, kind, None)
        assert callable(make), f"{path} has no function {kind}()"
        made = make()
        assert type(made) is cls, f"{path}.{kind}() is no {cls.__name__}"
        assert made.game == game_info(name).load(), f"{path}.{kind}() is of {made.game!r}"
        assert pickle.loads(pickle.dumps(make)) is make, f"{path}.{kind} does not pickle"
