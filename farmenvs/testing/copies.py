"""A state survives pickling, copying and being written down; damage is found, in one line."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np

from farmenvs.core.game import Game
from farmenvs.core.state import State
from farmenvs.games import games, load_replay
from farmenvs.testing.histories import EVENTS, History, Playable, dice, expand, record, sweep, walk

DAMAGES = 8
"""Random damages of a replay that are tried at each position."""

LATER = 48
"""Of a game longer than EVENTS each so manieth position after these is copied, and the last."""


def check_copies(*games: Playable, plays: int = 1, seed: int = 0) -> None:
    """Point 13: all along a state, resampled or true, is copied, pickled and replayed whole."""
    for game in expand(games):
        sweep("check_copies", game, _copies_are_equal, plays, seed)
        sweep("check_copies", game, _damage_is_found, plays, seed)


def looked_at(game: Game, history: History) -> Iterator[tuple[int, State]]:
    """Yield the positions that are copied: all at first, then some, as the past gets long."""
    for ply, state in enumerate(walk(game, history)):
        if ply <= EVENTS or ply % LATER == 0 or state.is_terminal():
            yield ply, state


def _copies_are_equal(game: Game, history: History) -> None:
    for ply, state in looked_at(game, history):
        p = int(dice(state).integers(game.num_players()))
        # a resampled one is read by playing it to its end, which takes time in long games
        sampled = [] if ply % max(4, len(history) // 20) else [state.resample_from_infostate(p, 1)]
        for original in (state, *sampled):
            for how, twin in _copies(original):
                assert twin.game == game, f"{how} changes the game"
                assert record(twin).tobytes() == record(original).tobytes(), f"{how} changes bytes"
                assert twin.history() == original.history(), f"{how} loses the history"
                assert twin.current_player() == original.current_player(), f"{how}: another actor"
                if ply % 8 == 0:
                    same = twin.information_state_string(p) == original.information_state_string(p)
                    assert same, f"{how} changes the information state of seat {p}"


def _copies(state: State) -> Iterator[tuple[str, State]]:
    """Yield (how, copy) for every way to copy a state."""
    yield "clone()", state.clone()
    yield "copy.copy", copy.copy(state)
    yield "copy.deepcopy", copy.deepcopy([state])[0]
    yield "pickle", pickle.loads(pickle.dumps(state))
    data = state.serialize()
    yield "deserialize_state", state.game.deserialize_state(data)
    yield "deserialize_state of text", state.game.deserialize_state(data.decode())
    if state.game.name in games():
        yield "load_replay", load_replay(data)


# -------------------------------------------------------------------------------- damage


def _damage_is_found(game: Game, history: History) -> None:
    """What is read back is the state, or another legal one, or a ValueError on one line."""
    for ply, state in looked_at(game, history):
        if ply % max(24, len(history) // 6) and not state.is_terminal():
            continue
        rng = dice(state)
        p = int(rng.integers(game.num_players()))
        for original in (state, state.resample_from_infostate(p, 1)):
            data = original.serialize()
            for _ in range(DAMAGES):
                _read(game, _damaged(data, rng), must_fail=False)
            for end in (0, 1, len(data) // 2, len(data) - 1):
                _read(game, data[:end], must_fail=True)
            for wrong in _wrong(json.loads(data)):
                _read(game, wrong, must_fail=True)


def _damaged(data: bytes, rng: np.random.Generator) -> bytes:
    """Return `data` with some bytes replaced, left out or put in."""
    damaged = bytearray(data)
    for _ in range(int(rng.integers(1, 4))):
        place = int(rng.integers(len(damaged)))
        new = bytes(rng.integers(256, size=int(rng.integers(3)), dtype=np.uint8))
        damaged[place : place + int(rng.integers(2))] = new
    return bytes(damaged)


def _wrong(fields: dict[str, Any]) -> Iterator[bytes]:
    """Yield replays that are wrong in one thing each."""
    yield b"[" * 100_000  # deeper than a parser can go
    yield b'{"format":1}'
    for name in fields:
        if name != "base":
            yield json.dumps({key: value for key, value in fields.items() if key != name}).encode()
            yield json.dumps({**fields, name: None}).encode()
    yield json.dumps({**fields, "game": "?"}).encode()
    yield json.dumps({**fields, "digest": "?"}).encode()
    yield json.dumps({**fields, "format": -1}).encode()
    strange: list[Any] = [-1, 10**9, 10**30, 0.5, True, None, "0", [0], {}]
    for event in strange:
        yield json.dumps({**fields, "history": [event, *fields["history"]]}).encode()
        yield json.dumps({**fields, "history": [*fields["history"], event]}).encode()
    if "base" in fields:
        for name in fields["base"]:
            yield json.dumps({**fields, "base": {**fields["base"], name: "?"}}).encode()
        yield json.dumps({**fields, "base": None}).encode()


def _read(game: Game, data: bytes, must_fail: bool) -> None:
    """Try to read a damaged replay."""
    readers = [game.deserialize_state] + [load_replay] * (game.name in games())
    for read in readers:
        try:
            state = read(data)
        except ValueError as error:
            if len(str(error).splitlines()) != 1:
                raise AssertionError(f"the error is not one line: {error}") from error
        except Exception as error:
            raise AssertionError(f"{data[:200]!r} raises {error!r}, not a ValueError") from error
        else:
            assert not must_fail, f"damage is not found: {data[:200]!r}"
            assert isinstance(state, State)
