"""What a `GameInfo` must hold, checked when it is made: a mistake shows where it stands."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from farmenvs.core import contract
from farmenvs.core.checks import brief, whole

if TYPE_CHECKING:
    from farmenvs.core.game import Game, GameInfo

RESERVED = {"players", "preset"}
"""Names that `GameInfo.load` takes itself."""


def check_declaration(info: GameInfo, header: tuple[str, ...]) -> None:
    """Raise a ValueError or TypeError that says what is wrong with a game's declaration.

    Args:
        info: The declaration.
        header: Names of the fields with which an options record begins.
    """
    _check_players(info)
    for what, dtype in (("STATE", info.STATE), ("CFG", info.CFG)):
        _check_record(info, what, dtype)
    _need(info, "phase" in (info.STATE.names or ()), "STATE needs a field 'phase'")
    phase = info.STATE["phase"]
    _need(
        info,
        phase.kind in "iu" and not phase.shape and len(info.phases) <= np.iinfo(phase).max,
        f"the field 'phase' must be one integer that holds {len(info.phases)} phases, not {phase}",
    )
    _need(info, len(info.phases) > 0, "phases must name a decision phase or more")
    _check_unique(info, "phases", info.phases)
    begins = (info.CFG.names or ())[: len(header)]
    _need(info, begins == header, f"CFG must come from cfg_dtype, not begin with {begins}")
    _check_unique(info, "options", [option.name for option in info.options])
    for option in info.options:
        _need(info, option.name not in RESERVED, f"no option may be called {option.name!r}")
    _need(info, info.max_weight >= 1, f"max_weight must be 1 or more, not {info.max_weight}")
    for name in ("perfect_information", "open_modes"):
        for mode in getattr(info, name):
            _need(
                info,
                mode in contract.MODES,
                f"{name} must hold modes ({', '.join(contract.MODES)}), not {mode!r}",
            )
    _check_verbs(info)


def check_sizes(game: Game) -> None:
    """Raise a ValueError if a game has no actions or outcomes, or chance that can't be drawn."""
    outcomes = game.max_chance_outcomes()
    for what, size in (("actions", game.num_distinct_actions()), ("outcomes", outcomes)):
        _need(game.info, size >= 1, f"there must be 1 or more {what}, not {size}")
    most = outcomes * game.info.max_weight
    _need(game.info, most < 2**32, f"outcomes times max_weight must be below 2**32, not {most}")
    for mode in contract.MODES:
        size = game.observation_spec(mode).size
        _need(game.info, size >= 1, f"an observation must have 1 entry or more, not {size}")


def _need(info: GameInfo, right: bool, wrong: str) -> None:
    if not right:
        raise ValueError(f"{info.name}: {wrong}")


def _check_unique(info: GameInfo, what: str, names: Any) -> None:
    _need(info, len(set(names)) == len(names), f"{what} need unique names, got {brief(names)}")


def _check_players(info: GameInfo) -> None:
    try:
        counts = [whole(n) for n in info.players]
    except TypeError:
        counts = []
    _need(
        info,
        bool(counts) and counts[0] >= 2 and counts == sorted(set(counts)),
        f"players must be ascending whole numbers from 2 on, not {brief(info.players)}",
    )
    _need(
        info,
        info.default_players in counts,
        f"default_players must be one of {brief(info.players)}, not {brief(info.default_players)}",
    )


def _check_record(info: GameInfo, what: str, dtype: np.dtype[Any]) -> None:
    """Padding would take part in copies, comparisons and hashes, and objects in nothing."""
    _need(info, dtype.names is not None, f"{what} must have named fields, not be {dtype}")
    _need(info, not dtype.hasobject, f"{what} must hold numbers, not objects")
    gap = dtype.itemsize - _used(dtype)
    _need(info, gap == 0, f"{what} must have no padding, not {gap} bytes (align=False)")


def _used(dtype: np.dtype[Any]) -> int:
    """Return the bytes that the fields of a dtype fill."""
    if dtype.subdtype is not None:
        return _used(dtype.subdtype[0]) * int(np.prod(dtype.shape))
    if dtype.names is None:
        return dtype.itemsize
    return sum(_used(dtype[name]) for name in dtype.names)


def _check_verbs(info: GameInfo) -> None:
    """Each verb is there, and takes what the contract says."""
    for verb, function in info.functions.items():
        stub: FunctionType = getattr(contract, verb)
        code, takes = function.__code__, stub.__code__.co_varnames[: stub.__code__.co_argcount]
        if code.co_argcount != len(takes) or code.co_kwonlyargcount or code.co_flags & 0b1100:
            raise TypeError(
                f"{info.name}: {function.__module__}.{verb} must take ({', '.join(takes)})"
            )
