"""A seed fixes everything: this game and all later ones, here and in any other process."""

from __future__ import annotations

import hashlib
import math
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from farmenvs.core.batch import Batch
from farmenvs.core.game import Game
from farmenvs.core.rng import stream
from farmenvs.testing.histories import Playable, expand, failing

LANES = 16
RESETS = 10
"""Unseeded resets after a seeded one that are compared."""

PROGRAM = """
import pickle, sys
from farmenvs.testing.{module} import {function}
print({function}(pickle.load(sys.stdin.buffer)))
"""
"""What the other process runs."""


def check_seeds(*games: Playable, seed: int = 0) -> None:
    """Point 14: batches and states play the same with the same seed; another process too.

    `check_env_seeds` does the same for environments.
    """
    played = expand(games)
    for game in played:
        with failing("check_seeds", game):
            one, two = Batch(game, LANES, seed), Batch(game, LANES, seed)
            first = play(one)
            assert play(two) == first, "two batches with one seed differ"
            one.reset(seed=seed)
            assert play(one) == first, "a batch that is reset with its seed plays another game"
            one.reset(seed=seed + 1)
            other = play(one)
            assert play(Batch(game, LANES, seed + 1)) == other, "a batch ignores its second seed"
            if begins_by_chance(game):
                assert other != first, "another seed gives the same games"
                _luck(game, seed)
            for k in range(RESETS):
                for batch in (one, two):
                    batch.reset(seed=seed if k == 0 else None)
                assert play(one) == play(two), f"unseeded reset {k} after a seeded one differs"
    with failing("check_seeds", played[0]):
        here = digest(played)
        assert elsewhere("seeds", "digest", played) == here, "another process plays other games"


def _luck(game: Game, seed: int) -> None:
    """Without a seed nothing repeats, and all of a seed counts."""
    opening, n = game.new_initial_state(), openings(game)
    check_luck("draws", lambda seeds: [opening.sample_chance(each) for each in seeds], n, seed)
    lanes = max(LANES, n)
    check_luck("batches", lambda seeds: play(Batch(game, lanes, seeds[0])), 1, seed)


def check_luck(what: str, dealt: Callable[[Sequence[int | None]], Any], n: int, seed: int) -> None:
    """What is dealt with `n` seeds each time is not what is dealt with other seeds, or none."""
    none = [None] * n
    assert dealt(none) != dealt(none), f"unseeded {what} are always alike"
    near, far = (range(first, first + n) for first in (seed, seed + 2**32))
    assert dealt(near) != dealt(far), f"of {what} with large seeds only the low bits count"


def openings(game: Game) -> int:
    """Return of how many games the first draws differ, but for one case in a thousand million."""
    weights, total = game.new_initial_state().chance_weights()
    alike = float(((weights / total) ** 2).sum())
    return math.ceil(math.log(1e-9) / math.log(alike))


def begins_by_chance(game: Game) -> bool:
    """Return whether the first event is a draw, so that games with other seeds must differ."""
    opening = game.new_initial_state()
    return opening.is_chance_node() and len(opening.legal_actions()) > 1


def play(batch: Batch, steps: int = 40) -> bytes:
    """Play some steps, choosing by lane and step alone; return a hash of all arrays shown."""
    found = hashlib.sha256()
    rng = np.random.default_rng(0)
    for _ in range(steps):
        shown = (batch.observations, batch.action_masks, batch.players, batch.rewards)
        for array in (*shown, batch.terminated, batch.truncated):
            found.update(array.tobytes())
        batch.step((rng.random(batch.action_masks.shape) * batch.action_masks).argmax(axis=1))
    return found.digest()


def digest(games: list[Game]) -> str:
    """Return a hash of what batches and states of some games play with a seed."""
    found = hashlib.sha256()
    for game in games:
        found.update(play(Batch(game, LANES, 0)) + _play_state(game, 0))
    return found.hexdigest()


def _play_state(game: Game, seed: int) -> bytes:
    found = hashlib.sha256(game.digest.encode())
    counter, rng = stream(seed), np.random.default_rng(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(counter))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
        found.update(state.view(0).tobytes())
    found.update(state.information_state_string(0).encode())
    return found.digest()


def elsewhere(module: str, function: str, thing: Any) -> str:
    """Return what a new process, whose strings hash differently, prints of `function(thing)`.

    Args:
        module: A module of `farmenvs.testing`.
        function: A function in it.
        thing: What pickles.
    """
    env = {
        **os.environ,
        "PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(module=module, function=function)],
        input=pickle.dumps(thing),
        capture_output=True,
        env=env,
        check=False,
    )
    assert not done.returncode, f"the other process failed: {done.stderr.decode()[-500:]}"
    return done.stdout.decode().strip()
