"""The same game twice must be the same: replayed, cloned, compiled, interpreted, in a batch."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from farmenvs.core.batch import AUTORESET, REWARDS, Batch
from farmenvs.core.contract import CHANCE, MODES, TERMINAL
from farmenvs.core.driver import TRIES
from farmenvs.core.game import Game
from farmenvs.core.rng import stream
from farmenvs.core.state import PLAYERS, State
from farmenvs.testing.histories import (
    History,
    Playable,
    dice,
    expand,
    failing,
    looked_at,
    random_event,
    record,
    sweep,
    walk,
)

TWINS = {
    "interpreted": {"jit": False, "check": True},
    "compiled": {"jit": True, "check": False},
    "compiled with checks": {"jit": True, "check": True},
}
"""The kinds of kernels that must agree; the first one sets the standard."""


# -------------------------------------------------------------------------------- 3: determinism


def check_determinism(*games: Playable, plays: int = 3, seed: int = 0) -> None:
    """Point 3: the same history gives the same bytes, and clones go their own way."""
    for game in expand(games):
        sweep("check_determinism", game, _clones_part, plays, seed)


def _clones_part(game: Game, history: History) -> None:
    again = walk(game, history)
    for ply, state in enumerate(walk(game, history)):
        now = record(state).tobytes()
        assert record(next(again)).tobytes() == now, "the same history gives other bytes"
        assert state.history() == list(history[:ply]), f"history() is {state.history()}"
        if state.is_terminal():
            continue
        clone = state.clone()
        event = random_event(state, dice(state))
        child = state.child(event)
        assert record(state).tobytes() == now, "child() changes its parent"
        clone.apply_action(event)
        assert record(state).tobytes() == now, "a move of a clone changes the original"
        assert record(clone).tobytes() == record(child).tobytes(), "clone and child differ"
        assert clone.history() == [*history[:ply], event], "a clone's history is not its own"
        assert state.history() == list(history[:ply]), "a clone's move is in the original's history"


# -------------------------------------------------------------------------------- 4: twins


def check_compiled(*games: Playable, plays: int = 1, seed: int = 0) -> None:
    """Point 4: compiled and interpreted kernels agree on every byte; nothing overflows."""
    for game in expand(games):
        sweep("check_compiled", game, _twins_agree, plays, seed)


def _twins_agree(game: Game, history: History) -> None:
    twins = {name: game.with_kernels(**kind) for name, kind in TWINS.items()}
    with np.errstate(over="raise"):
        walks = {name: walk(twin, history) for name, twin in twins.items()}
        for ply, states in enumerate(zip(*walks.values(), strict=True)):
            say = _outputs if looked_at(ply) or states[0].is_terminal() else _position
            first, *others = (say(state) for state in states)
            for name, other in zip(list(twins)[1:], others, strict=True):
                for what, value in first.items():
                    assert other[what] == value, f"interpreted and {name} differ in {what}"
        for player in PLAYERS:
            results = {name: _playout(twin, len(history), player) for name, twin in twins.items()}
            assert len(set(map(str, results.values()))) == 1, f"playouts differ: {results}"


def _playout(game: Game, seed: int, player: str) -> list[float]:
    """Return the returns of a playout that the kernels make from the opening."""
    return game.new_initial_state().playout(seed, player)


def _position(state: State) -> dict[str, bytes | str]:
    """Return what a position is, by name."""
    return {"the record": record(state).tobytes(), "the actor": str(state.current_player())}


def _outputs(state: State) -> dict[str, bytes | str]:
    """Return all that the verbs say of a position, by name."""
    game, cfg1, kernels = state.game, state.game.cfg1, state.game.kernels
    p = state.current_player()
    found = _position(state) | {
        "the scores": str(state.scores()),
        "the returns": str(state.returns()),
        "truncation": str(state.is_truncated()),
        "the mask": state.legal_actions_mask().tobytes(),
    }
    if p == CHANCE:
        found["the weights"] = state.chance_weights()[0].tobytes()
        found["the outcome drawn"] = str(state.sample_chance(1))
    elif p != TERMINAL:
        found["skippable"] = str(bool(kernels.may_skip(cfg1, record(state))))
        found["the advice"] = str(state.view(p).advice(1))
    onlooking = int(dice(state).integers(game.num_players()))
    for q, mode in itertools.product({max(p, 0), onlooking}, MODES):
        view = state.view(q, mode)
        whose = f"of seat {q} in {mode} mode"
        found[f"the view {whose}"] = view.tobytes()
        found[f"the observation {whose}"] = view.observation().tobytes()
        found[f"the world imagined {whose}"] = record(view.resample(1)).tobytes()
    return found


# -------------------------------------------------------------------------------- 5: batches

LANES = 5
"""Lanes of the larger batch that is compared with single games."""

KINDS = list(itertools.product(MODES, REWARDS, AUTORESET, (True, False)))
"""Observation mode, reward, autoreset and skip_forced of the batches that are tried."""

SIZES = ((1, 1), (LANES, 1), (LANES, 3))
"""Lanes and threads of these batches, in turn."""


def check_batch(*games: Playable, seed: int = 0) -> None:
    """Point 5: a lane plays what `State` plays with its counter, whatever the batch and threads."""
    for game in expand(games):
        for kind, (lanes, threads) in zip(KINDS, itertools.cycle(SIZES), strict=False):
            names = ("observation", "reward", "autoreset", "skip_forced")
            options: dict[str, Any] = dict(zip(names, kind, strict=True))
            where = f"Batch(game, {lanes}, {seed}, num_threads={threads}, **{options})"
            with failing("check_batch", game, where):
                batch = Batch(game, lanes, seed, num_threads=threads, **options)
                _follow(batch, [Lane(game, seed, i, *kind) for i in range(lanes)])


class Lane:
    """What one lane of a batch should hold, played by `State` alone.

    Attributes:
        state: The game in progress, or the finished one that waits.
        decisions: How many were played in it.
        rewards: [P] what the last step paid.
        finished: The game that the last step ended, or None.
    """

    def __init__(
        self, game: Game, seed: int, lane: int, mode: str, reward: str, reset: str, skip: bool
    ):
        self.game, self.counter = game, stream(seed, lane)
        self.mode, self.reward, self.again, self.skip = mode, reward, reset == "same_step", skip
        self.choices = np.random.default_rng([seed, lane])
        self.begin()

    def begin(self) -> None:
        """Begin a game; one that is over before anybody decides is dealt anew."""
        self.decisions = 0
        self.paid = np.zeros(self.game.num_players(), np.float32)
        self.rewards = np.zeros(self.game.num_players(), np.float32)
        self.finished: State | None = None
        for _ in range(TRIES):
            self.state = self.game.new_initial_state()
            self._settle()
            if not self.state.is_terminal():
                break

    def choose(self) -> int:
        """Return a random legal action, or in a finished game anything."""
        return -7 if self.state.is_terminal() else random_event(self.state, self.choices)

    def step(self, action: int) -> None:
        """Play a decision, and what chance and force make of it."""
        over = self.state.is_terminal()
        self.finished = None
        self.rewards = np.zeros_like(self.rewards)
        if over:
            return
        self.state.apply_action(action)
        self.decisions += 1
        self._settle()
        if self.reward == "score":
            now = np.array(self.state.scores(), np.float32)
            self.rewards, self.paid = now - self.paid, now
        elif self.state.is_terminal():
            self.rewards = np.array(self.state.returns(), np.float32)
        if self.state.is_terminal():
            self.finished = self.state
            if self.again:
                rewards, finished = self.rewards, self.finished
                self.begin()
                self.rewards, self.finished = rewards, finished

    def _settle(self) -> None:
        while not self.state.is_terminal():
            if self.state.is_chance_node():
                self.state.apply_action(self.state.sample_chance(self.counter))
            elif self.skip and (only := forced(self.state)) is not None:
                self.state.apply_action(only)
            else:
                return


def forced(state: State) -> int | None:
    """Return the only legal action, if everybody can see that it is forced."""
    legal = state.legal_actions()
    if state.current_player() < 0 or len(legal) != 1:
        return None
    return legal[0] if state.game.kernels.may_skip(state.game.cfg1, record(state)) else None


def _follow(batch: Batch, lanes: list[Lane]) -> None:
    """Play until every lane has finished a game, and a little longer."""
    _compare(batch, lanes, 0)
    spare, unfinished = 3, set(range(len(lanes)))
    for ply in range(1, batch.game.max_game_length() + 1):
        actions = [lane.choose() for lane in lanes]
        batch.step(np.array(actions))
        for lane, action in zip(lanes, actions, strict=True):
            lane.step(action)
        _compare(batch, lanes, ply)
        unfinished -= {i for i, lane in enumerate(lanes) if lane.finished is not None}
        spare -= not unfinished
        if not spare:
            break
    ended = batch.players == TERMINAL
    batch.reset(ended)
    for i in np.flatnonzero(ended):
        lanes[i].begin()
    _compare(batch, lanes, "reset")


def _compare(batch: Batch, lanes: list[Lane], ply: int | str) -> None:
    for i, lane in enumerate(lanes):
        for what, shown, due in _pairs(batch, i, lane):
            same = np.allclose(shown, due) if what == "rewards" else np.array_equal(shown, due)
            assert same, f"{what} of lane {i} at step {ply}: {_difference(shown, due)}"


def _difference(shown: npt.ArrayLike, due: npt.ArrayLike) -> str:
    """Return where two arrays differ first, in words."""
    a, b = np.atleast_1d(shown), np.atleast_1d(due)
    if a.dtype.names:
        name = next(name for name in a.dtype.names if a[name].tobytes() != b[name].tobytes())
        return f"{name} is {a[name].tolist()}, but `State` gives {b[name].tolist()}"
    entry = int(np.flatnonzero(a != b)[0])
    return f"entry {entry} is {a[entry]}, but `State` gives {b[entry]}"


def _pairs(batch: Batch, i: int, lane: Lane) -> Iterator[tuple[str, npt.ArrayLike, npt.ArrayLike]]:
    """Yield (what, as the batch has it, as it should be)."""
    state, end = lane.state, lane.finished
    yield "players", batch.players[i], state.current_player()
    yield "action_masks", batch.action_masks[i], state.legal_actions_mask()
    yield "rewards", batch.rewards[i], lane.rewards
    yield "terminated", batch.terminated[i], end is not None and not end.is_truncated()
    yield "truncated", batch.truncated[i], end is not None and end.is_truncated()
    p = state.current_player()
    if p >= 0:
        yield "observations", batch.observations[i], state.observation_tensor(p, lane.mode)
    if end is not None:
        yield "final_states", batch.final_states[i : i + 1], record(end)
        for q in range(lane.game.num_players()):
            shown = batch.final_observation([i], q)[0]
            yield f"final_observation of seat {q}", shown, end.observation_tensor(q, lane.mode)
