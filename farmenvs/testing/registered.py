"""What the registry, a game's declaration and its PettingZoo module say of each other."""

from __future__ import annotations

import importlib
import pickle
from collections.abc import Iterator

from farmenvs.envs import env_name
from farmenvs.games import REGISTRY, game_info


def check_registered(*names: str) -> None:
    """A registered game goes by one name everywhere, and `NAME_v0` makes its environments.

    Args:
        *names: Some of `farmenvs.games()`.

    Raises:
        AssertionError: In one line.
    """
    for name in names:
        for complaint in _complaints(name):
            raise AssertionError(f"check_registered: {complaint}")


def _complaints(name: str) -> Iterator[str]:
    """Yield what is wrong with a registered game; only the first matters."""
    from farmenvs.envs.aec import CheckedEnv, RawEnv
    from farmenvs.envs.parallel import GameParallelEnv

    info = game_info(name)
    if info.name != name:
        yield f"the registry calls it {name!r}, but its GAME.name is {info.name!r}"
    if info.package != REGISTRY[name]:
        yield f"{name} is in {REGISTRY[name]!r}, but its GAME.package is {info.package!r}"
    path = f"farmenvs.{env_name(name)}"
    try:
        module = importlib.import_module(path)
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        yield f"there is no {path.replace('.', '/')}.py"
        return
    for kind, cls in (("env", CheckedEnv), ("raw_env", RawEnv), ("parallel_env", GameParallelEnv)):
        make = getattr(module, kind, None)
        if not callable(make):
            yield f"{path} has no function {kind}()"
            return
        made = make()
        if type(made) is not cls:
            yield f"{path}.{kind}() makes a {type(made).__name__}, not a {cls.__name__}"
        if made.game != info.load():
            yield f"{path}.{kind}() makes an environment of {made.game!r}"
        if (make.__module__, make.__qualname__) != (path, kind):
            yield f"{path}.{kind} calls itself {make.__module__}.{make.__qualname__}: no pickle"
        elif pickle.loads(pickle.dumps(make)) is not make:
            yield f"{path}.{kind} comes back from a pickle as something else"
