"""A finished or running game as JSON: game, options, digest, history; checked by replaying."""

from __future__ import annotations

import base64
import functools
import hashlib
import json
from typing import Any

import numpy as np

from farmenvs.core.checks import brief, whole
from farmenvs.core.contract import CHANCE, TERMINAL
from farmenvs.core.game import Game, check_seat
from farmenvs.core.information import CHAIN_BYTES
from farmenvs.core.state import Base, State
from farmenvs.core.version import __version__

FORMAT = 1

PLIES = 500
"""So far a record is played on to see whether it is sound: a moment, however long the game."""


def dumps(state: State) -> str:
    """Return the game so far as one line of JSON."""
    game, base = state.game, state._base
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": __version__,
        "game": game.name,
        "options": game.options,
        "digest": game.digest,
        "history": [action for _, action in state._events()],
    }
    if base is not None:
        data["base"] = {
            "record": base64.b64encode(base.record).decode(),
            "check": _checksum(base.record),
            "observer": base.observer,
            "chain": base.chain.hex() if base.chain is not None else None,
            "history": base.history,
        }
    return json.dumps(data, separators=(",", ":"))


def parse(text: bytes | str) -> dict[str, Any]:
    """Return the fields of a replay, or raise a ValueError that says what is wrong with it."""
    try:
        data = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        raise ValueError("not a farmenvs replay: it is not JSON") from None
    if not isinstance(data, dict) or repr(data.get("format")) != str(FORMAT):  # nor True, nor 1.0
        raise ValueError(f"not a farmenvs replay of format {FORMAT}")
    kinds = {"game": str, "options": dict, "digest": str, "history": list, "version": str}
    for name, kind in kinds.items():
        if not isinstance(data.get(name), kind):
            raise ValueError(f"damaged replay: {name!r} is missing or no {kind.__name__}")
    return data


def loads(text: bytes | str, game: Game) -> State:
    """Return the state that `dumps` wrote, its history replayed move by move.

    Raises:
        ValueError: If it is damaged, illegal at some move, or of another game, option or card set.
    """
    data = parse(text)
    if data["game"] != game.name:
        raise ValueError(f"this is a replay of {brief(data['game'])}, not of {game.name}")
    if data["digest"] != game.digest:
        raise ValueError(
            f"this replay was played with other options or cards than {game!r}: "
            f"{brief(data['options'])}"
        )
    state = State(game, _base(data["base"], game) if "base" in data else None)
    for ply, action in enumerate(data["history"]):
        try:
            state.apply_action(action)
        except ValueError as error:
            raise ValueError(
                f"the replay (written by version {brief(data['version'])}) breaks at move {ply}: "
                f"{error}"
            ) from None
    return state


def _base(data: Any, game: Game) -> Base:
    numbers = max(game.num_distinct_actions(), game.max_chance_outcomes())
    try:
        record = base64.b64decode(data["record"], validate=True)
        chain = None if data["chain"] is None else bytes.fromhex(data["chain"])
        past = tuple(None if event is None else whole(event) for event in data["history"])
        base = Base(record, check_seat(game, data["observer"]), chain, past)
        sound = (
            isinstance(data["history"], list)
            and all(event is None or 0 <= event < numbers for event in past)
            and (chain is None or len(chain) == CHAIN_BYTES)
            and data["check"] == _checksum(record)
            and _is_sound(record, game)
        )
    except (KeyError, TypeError, ValueError):
        sound = False
    if not sound:
        raise ValueError("damaged replay: its base record is not whole")
    return base


@functools.lru_cache(maxsize=8)  # it takes time, and a base is often read several times
def _is_sound(record: bytes, game: Game) -> bool:
    """Return whether a record can be played on.

    A checksum finds damage, not malice, and compiled kernels don't check bounds: so what must add
    up is added up, and the interpreted verbs, for which a wrong index is an error, are asked what
    they see and play a game to its end, all before a kernel gets the record.
    """
    info = game.info
    if len(record) != info.STATE.itemsize:
        return False
    try:
        with np.errstate(all="ignore"):
            accounts = info.conserved or (lambda cfg, s: ())
            if any(has != due for _, has, due in accounts(game.cfg, _read(record, game))):
                return False
            state = State(game.with_kernels(jit=False), Base(record, 0, None, ()))
            return _makes_sense(state) and _ends(state)
    except Exception:  # whatever a verb may stumble over
        return False


def _read(record: bytes, game: Game) -> Any:
    return np.frombuffer(record, game.info.STATE)[0]


def _makes_sense(state: State) -> bool:
    game, player = state.game, state.current_player()
    seen = [state.observation_tensor(p) for p in range(game.num_players())]
    if not str(state) or any(((obs < 0) | (obs > 1)).any() for obs in seen):
        return False
    if player == TERMINAL:
        return True
    known = 0 <= state.to_dict()["phase"] < len(game.info.phases)
    return bool(state.legal_actions()) and (
        player == CHANCE or (known and 0 <= player < game.num_players())
    )


def _ends(state: State) -> bool:
    """Return whether a random game from here ends in time, as far as PLIES tell."""
    game, rng = state.game, np.random.default_rng(0)
    longest = game.max_game_length() + game.max_chance_nodes_in_history()
    for _ in range(min(longest + 1, PLIES)):
        if state.is_terminal():
            return True
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return longest >= PLIES


def _checksum(record: bytes) -> str:
    return hashlib.sha256(record).hexdigest()[:16]
