"""The registry of games: one line a game, and the functions that load them."""

from __future__ import annotations

import difflib
import importlib
import inspect
from collections.abc import Sequence
from typing import Any

from farmenvs.core import replay
from farmenvs.core.batch import Batch
from farmenvs.core.checks import brief
from farmenvs.core.game import Game, GameInfo
from farmenvs.core.options import unknown_options
from farmenvs.core.state import State

REGISTRY: dict[str, str] = {
    "turtle_soup": "farmenvs.games.turtle_soup",
    "farming_dice": "farmenvs.games.farming_dice",
    "turnip": "farmenvs.games.turnip",
    "turf_war": "farmenvs.games.turf_war",
}
"""Name of each game, and the package whose attribute `GAME` declares it."""


def games() -> list[str]:
    """Return the names of all registered games."""
    return list(REGISTRY)


def game_info(name: str) -> GameInfo:
    """Return a game's declaration.

    Raises:
        ValueError: If there is no such game: one line that lists those there are.
    """
    if not isinstance(name, str) or name not in REGISTRY:
        word = name[:99] if isinstance(name, str) else ""
        near = difflib.get_close_matches(word, REGISTRY, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"no game {brief(name)}; games: {', '.join(REGISTRY)}{hint}")
    info: GameInfo = importlib.import_module(REGISTRY[name]).GAME
    return info


def load_game(name: str, /, preset: str | None = None, **options: Any) -> Game:
    """Return a game with its options chosen, as in `load_game("turtle_soup", players=4)`.

    Args:
        name: One of `games()`.
        preset: A named set of options of this game.
        **options: Options of this game; `farmenvs show GAME` lists them.

    Raises:
        ValueError: For an unknown game, preset or option, or a wrong value: one line that says what
            is right.
    """
    return game_info(name).load(preset, **options)


BATCH_OPTIONS = tuple(name for name in inspect.signature(Batch).parameters if name != "game")


def make_batch(game: str | Game, num_envs: int, seed: int | None = None, **options: Any) -> Batch:
    """Return games that are stepped together, as in `make_batch("turtle_soup", num_envs=4096)`.

    Args:
        game: One of `games()`, or a game with its options chosen.
        num_envs: Number of lanes, N.
        seed: A whole number >= 0; lane `i` plays the same game whatever N is.
        **options: `observation`, `reward`, `skip_forced`, `autoreset` and `num_threads` as in
            `core.batch.Batch`; the others are options of the game, and `preset`.

    Raises:
        ValueError: For anything unknown or wrong: one line that says what is right.
    """
    batch = {key: options.pop(key) for key in BATCH_OPTIONS if key in options}
    return Batch(resolve(game, options, "batch", BATCH_OPTIONS), num_envs, seed, **batch)


def resolve(
    game: str | Game, options: dict[str, Any], of: str = "", own: Sequence[str] = ()
) -> Game:
    """Return the game, from its name and options or as it is.

    Args:
        game: Its name, or the game.
        options: Its options, and `preset`.
        of: What is made of it: "batch", "environment".
        own: The names of that one's own options, for the error.

    Raises:
        ValueError: For anything unknown or wrong: one line that says what is right.
    """
    info = game.info if isinstance(game, Game) else game_info(game)
    unknown_options(info.name, options, info.all_options, of, ("preset", *own))
    if not isinstance(game, Game):
        return load_game(game, **options)
    if options:
        raise ValueError(f"{game!r} has its options already: {', '.join(options)} can't be given")
    return game


def load_replay(text: bytes | str) -> State:
    """Return the state that `State.serialize` wrote, of whatever game it is.

    Raises:
        ValueError: If the replay is damaged, illegal at some move, or of an unknown game or option.
    """
    data = replay.parse(text)
    return replay.loads(text, game_info(data["game"]).load(**data["options"]))
