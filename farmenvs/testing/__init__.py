"""The public conformance suite: what every game, and every environment made of one, must keep.

    check_game("my_game")           # all checks, with all player counts, presets and examples
    check_masks("my_game")          # one of them
    check_env(my_game_v0.env())     # an environment, as it is made, AEC or Parallel

A check takes registered names, declarations (`GameInfo`, so also of games that are not registered)
or games with their options chosen.  It plays seeded random games, so it finds the same each time,
and raises an AssertionError that names the check, the game, and the shortest history found on which
the fault shows; `replay(game, history)` is that position.

| point | check | what it holds a game to |
|---|---|---|
| 1 | `check_shapes`, `check_players` | declaration, `start`, sizes, bounds; advice and playouts |
| 2 | `check_masks` | the mask is what `apply` does, and follows from the view |
| 3 | `check_determinism` | same history, same bytes; clones are independent |
| 4 | `check_compiled` | compiled and interpreted kernels agree byte for byte |
| 5 | `check_batch` | a lane of a batch is a single game |
| 6 | `check_paired_worlds` | what a seat can't know shows nowhere |
| 6 | `check_policies` | policies are shown what their seat may know, wherever they play |
| 7 | `check_visibility` | who learns of an event when, found by substitution |
| 7 | `check_information` | what a seat has seen and done decides all that it is told |
| 8 | `check_resampling`, `check_every_world` | imagined worlds fit, are blind, complete, fair |
| 9 | `check_entries` | every observed entry varies |
| 9 | `check_memory` | a perfect memory observes no less than the table shows |
| 10 | `check_conservation` | what is declared as conserved adds up |
| 11 | `check_results` | winners, returns, their sum |
| 12 | `check_words` | words are unique and parse back |
| 13 | `check_copies` | copies, pickles, replays; damage is found |
| 14 | `check_seeds` | a seed fixes everything, in any process |
| 15 | `check_tree`, `check_golden` | exact counts of the small version; games on file |
| 16 | `check_symmetry` | no seat is favoured where all choose at once |

Points 6, 11, 13 and 14 hold for environments too: `check_env`, of the checks in `testing.env`.
What is registered has a name, and a module of environments, that `check_registered` looks at.
Hypothesis (to shrink histories) and SciPy (χ²) are needed: `pip install 'farmenvs[dev]'`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from farmenvs.core.game import Game
from farmenvs.testing.contract import (
    check_conservation,
    check_entries,
    check_masks,
    check_results,
    check_shapes,
    check_words,
)
from farmenvs.testing.copies import check_copies
from farmenvs.testing.draws import check_every_world
from farmenvs.testing.env import check_env, check_env_elsewhere, checks_of
from farmenvs.testing.golden import check_golden
from farmenvs.testing.graph import check_tree
from farmenvs.testing.histories import (
    Playable,
    asserting,
    cases,
    histories,
    random_history,
    replay,
)
from farmenvs.testing.information import check_information, check_memory
from farmenvs.testing.lockstep import check_batch, check_compiled, check_determinism
from farmenvs.testing.players import check_players
from farmenvs.testing.policies import check_policies
from farmenvs.testing.registered import check_registered
from farmenvs.testing.seeds import check_seeds
from farmenvs.testing.symmetry import check_symmetry
from farmenvs.testing.visibility import check_visibility, visibility_report
from farmenvs.testing.worlds import check_paired_worlds, check_resampling

CHECKS = (
    check_shapes,
    check_masks,
    check_determinism,
    check_compiled,
    check_batch,
    check_resampling,
    check_information,
    check_policies,
    check_memory,
    check_conservation,
    check_results,
    check_words,
    check_copies,
    check_symmetry,
)
"""Checks that hold for each game by itself."""

UNION_CHECKS = (
    check_paired_worlds,
    check_visibility,
    check_entries,
    check_every_world,
    check_players,
    check_tree,
    check_seeds,
)
"""Checks of a game with all its options together: a phase or an entry may need one of them.

So all that is declared must be met with, if a name or a declaration is given; of games with their
options chosen that is not demanded.
"""

ENV_OPTIONS: tuple[dict[str, Any], ...] = (
    {"observation": "table", "reward": "score", "mask_in": "info", "skip_forced": False},
    {"reward": "score", "mask_in": "both"},
)
"""Options of environments that `check_game` tries besides the default ones."""


def check_game(game: Playable, **options: Any) -> None:
    """Run every check on a game, and on environments made of it.

    Args:
        game: A registered name, a declaration, or a game with its options chosen.
        **options: Options of the game; with none given, all player counts, presets, examples of
            options and the small version are checked.

    Raises:
        AssertionError: At the first fault: names the check, the game and how to see it again.
        ImportError: If Hypothesis or SciPy is missing: says what to install.
        RuntimeError: Under `python -O`, where an assert checks nothing.
    """
    asserting()
    if isinstance(game, str):
        check_registered(game)
    played = cases(game, **options)
    for check in CHECKS:
        check(*played)
    for union_check in UNION_CHECKS:
        union_check(*(played if options else [game]))
    envs = list(environments(played))
    for env in envs:
        for env_check in checks_of(env):
            env_check(env)
    check_env_elsewhere(*envs)


def environments(games: list[Game]) -> Iterator[Any]:
    """Yield AEC environments, one of each game and several kinds of the first; so of Parallel."""
    from farmenvs.envs.aec import CheckedEnv, RawEnv
    from farmenvs.envs.parallel import GameParallelEnv

    for game in games:
        yield CheckedEnv(game)
    for options in ENV_OPTIONS:
        yield CheckedEnv(games[0], **options)
    yield RawEnv(games[0])
    for game in games:
        yield GameParallelEnv(game)
    for options in ENV_OPTIONS:
        yield GameParallelEnv(games[0], **options)


__all__ = [
    "CHECKS",
    "UNION_CHECKS",
    "cases",
    "check_batch",
    "check_compiled",
    "check_conservation",
    "check_copies",
    "check_determinism",
    "check_entries",
    "check_env",
    "check_env_elsewhere",
    "check_every_world",
    "check_game",
    "check_golden",
    "check_information",
    "check_masks",
    "check_memory",
    "check_paired_worlds",
    "check_players",
    "check_policies",
    "check_registered",
    "check_resampling",
    "check_results",
    "check_seeds",
    "check_shapes",
    "check_symmetry",
    "check_tree",
    "check_visibility",
    "check_words",
    "checks_of",
    "environments",
    "histories",
    "random_history",
    "replay",
    "visibility_report",
]
