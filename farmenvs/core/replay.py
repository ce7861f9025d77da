"""A finished or running game as JSON: game, options, digest, history; checked by replaying."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

from farmenvs.core.game import Game
from farmenvs.core.state import Base, State
from farmenvs.core.version import __version__

FORMAT = 1


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
    except ValueError:
        raise ValueError("not a farmenvs replay: it is not JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
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
        raise ValueError(f"this is a replay of {data['game']}, not of {game.name}")
    if data["digest"] != game.digest:
        raise ValueError(
            f"this replay was played with other options or cards than {game!r}: {data['options']}"
        )
    state = State(game, _base(data["base"], game) if "base" in data else None)
    for ply, action in enumerate(data["history"]):
        try:
            state.apply_action(action)
        except ValueError as error:
            raise ValueError(
                f"the replay (written by version {data['version']}) breaks at move {ply}: {error}"
            ) from None
    return state


def _base(data: Any, game: Game) -> Base:
    try:
        record = base64.b64decode(data["record"], validate=True)
        chain = bytes.fromhex(data["chain"]) if data["chain"] is not None else None
        base = Base(record, int(data["observer"]), chain, tuple(data["history"]))
        sound = data["check"] == _checksum(record) and len(record) == game.info.STATE.itemsize
    except (KeyError, TypeError, ValueError):
        sound = False
    if not sound or not 0 <= base.observer < game.num_players():
        raise ValueError("damaged replay: its base record is not whole")
    return base


def _checksum(record: bytes) -> str:
    return hashlib.sha256(record).hexdigest()[:16]
