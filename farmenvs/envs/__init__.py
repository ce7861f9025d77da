"""Environments: the games through the interfaces of PettingZoo, Gymnasium and others.

Each is written once, for all games.  Importing this package imports none of the frameworks.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from farmenvs.core.options import unknown_options
from farmenvs.games import game_info, load_game


def env_name(game: str) -> str:
    """Return the name of a game's environments, and of the module that makes them."""
    return f"{game}_v0"


def pettingzoo_api(game: str) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """Return `env`, `raw_env` and `parallel_env` of a registered game, for its module `NAME_v0`.

    Args:
        game: One of `farmenvs.games()`.

    Returns:
        Functions of `preset`, the game's options and the environment's, all by name; they pickle as
        attributes of that module.
    """
    from farmenvs.envs.aec import CheckedEnv, RawEnv
    from farmenvs.envs.parallel import GameParallelEnv

    return (
        _maker(game, "env", CheckedEnv),
        _maker(game, "raw_env", RawEnv),
        _maker(game, "parallel_env", GameParallelEnv),
    )


def _maker(game: str, kind: str, cls: type) -> Callable[..., Any]:
    """Return the function `kind` of a game's module: it loads the game and makes a `cls` of it."""
    info = game_info(game)
    own = dict(inspect.signature(cls).parameters)
    del own["game"]

    def make(*, preset: str | None = None, **options: Any) -> Any:
        mine = {name: options.pop(name) for name in own if name in options}
        unknown_options(game, options, info.all_options, "environment", ("preset", *own))
        return cls(load_game(game, preset, **options), **mine)

    rows = [
        f"    {option.name}: {option.doc} ({option.allowed}; default {option.default!r})."
        for option in info.all_options
    ]
    make.__name__ = make.__qualname__ = kind
    make.__module__ = f"{__name__.partition('.')[0]}.{env_name(game)}"
    make.__doc__ = "\n".join(
        [
            f"Return {info.title} as a `{cls.__name__}`, whose options stand there.",
            "",
            "Args:",
            *rows,
        ]
    )
    by_name = inspect.Parameter.KEYWORD_ONLY
    make.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("preset", by_name, default=None),
            *(inspect.Parameter(o.name, by_name, default=o.default) for o in info.all_options),
            *own.values(),
        ]
    )
    return make
