"""What the tests of several parts need: the registered games, and faulty ones."""

import dataclasses
import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import farmenvs
from farmenvs.core.game import Game
from farmenvs.testing import cases

NAMES = farmenvs.games()


def short(value: object) -> str:
    """Return a test id for a value: the same in every process, and not long."""
    return re.sub(r" at 0x[0-9A-Fa-f]+", "", " ".join(repr(value).split()))[:24]


CASES: dict[str, Game] = {
    f"{name}-{k}": game for name in NAMES for k, game in enumerate(cases(name))
}
"""All registered games with every number of players, preset and example of an option."""


def faulty(game: Game, declared: dict[str, Any] | None = None, **verbs: Callable[..., Any]) -> Game:
    """Return a game with some verbs or declarations replaced, interpreted and checked.

    Args:
        game: The sound game.
        declared: Fields of its `GameInfo` to replace.
        **verbs: Verbs to replace, plain functions without closures.
    """
    module = ModuleType("faulty")
    vars(module).update(verbs)
    info = dataclasses.replace(game.info, verbs=(module, *game.info.verbs), **(declared or {}))
    return info.load(**game.options).with_kernels(jit=False, check=True)
