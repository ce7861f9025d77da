"""Thousands of games at once: one call steps them all; the batch owns the arrays it writes."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from farmenvs.core.checks import as_array, brief, choice, flag, positive
from farmenvs.core.contract import MODES, TERMINAL
from farmenvs.core.driver import OUTCOME, SCORE
from farmenvs.core.game import Game, check_game, check_mode, check_seat
from farmenvs.core.rng import check_seed, streams

REWARDS = {"outcome": OUTCOME, "score": SCORE}
"""Kinds of reward by name."""

AUTORESET = ("same_step", "disabled")
MAX_LANES = 2**31 - 1
MAX_THREADS = 256


class Batch:
    """N games of one kind, stepped together.

    Lane `i` plays the same game whatever N and the number of threads are.
    The arrays belong to the batch, and each `reset` and `step` overwrites them; copy what you keep.

    Attributes:
        observations: [N, F] float32, what the seat to move observes.
        action_masks: [N, A] int8, its legal actions; zeros in a finished lane (with autoreset
            disabled).
        players: [N] int64, the seat to move; TERMINAL in a finished lane.
        rewards: [N, P] float32, of the last step.
        terminated: [N] bool, the last step ended the game by its rules.
        truncated: [N] bool, the last step ended it by a cap on its length; never both.
        final_states: [N] STATE, the record of the last game finished in each lane; the opening
            before the first end.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        seed: int | None = None,
        *,
        observation: str = "recall",
        reward: str = "outcome",
        skip_forced: bool = True,
        autoreset: str = "same_step",
        num_threads: int = 1,
    ):
        """Make the batch and begin a game in each lane.

        Args:
            game: The game, from `load_game`.
            num_envs: Number of lanes, N.
            seed: As in `reset`.
            observation: "recall" or "table".
            reward: "outcome" (at the end) or "score" (points as they come).
            skip_forced: Skip decisions that everybody can see are forced.
            autoreset: "same_step": a finished lane shows its next game at once; "disabled": it
                waits for `reset`.
            num_threads: Threads that share the lanes.

        Raises:
            ValueError: For a wrong value, in one line.
        """
        self.game = check_game(game)
        self.num_envs = positive("num_envs", num_envs, MAX_LANES)
        self.num_threads = min(positive("num_threads", num_threads, MAX_THREADS), self.num_envs)
        self._mode = MODES.index(check_mode(observation))
        self._kind = REWARDS[choice("reward", reward, REWARDS)]
        self._again = choice("autoreset", autoreset, AUTORESET) == "same_step"
        self._skip = flag("skip_forced", skip_forced)
        n, info = self.num_envs, game.info
        self._states = np.zeros(n, info.STATE)
        self._views = [np.zeros(1, info.STATE) for _ in range(self.num_threads)]
        self._points = np.zeros((n, game.num_players()), np.float32)
        self._actions = np.zeros(n, np.int64)
        self._parts: list[tuple[Any, ...]] | None = None
        self._pool: ThreadPoolExecutor | None = None
        self._pool_process = 0
        self.observations = np.zeros((n, game.observation_spec(observation).size), np.float32)
        self.action_masks = np.zeros((n, game.num_distinct_actions()), np.int8)
        self.players = np.zeros(n, np.int64)
        self.rewards = np.zeros((n, game.num_players()), np.float32)
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.final_states = np.zeros(n, info.STATE)
        # until a game has ended in a lane, what no end looks like: the opening
        game.kernels.open_state(game.cfg1, self.final_states[:1])
        self.final_states[1:] = self.final_states[0]
        self._counters = streams(check_seed(seed), n)
        self.reset()

    def reset(self, mask: npt.ArrayLike | None = None, *, seed: int | None = None) -> None:
        """Begin a new game in each lane, or in those of `mask`.

        Args:
            mask: [N] bool, the lanes; None is all.
            seed: New random counters for these lanes; None goes on with the old ones.

        Raises:
            ValueError: If the mask has another shape or dtype, or the seed is wrong; nothing has
                changed.
        """
        # a copy: a read-only or strided array would be another type, and compiled for anew
        lanes = np.ones(self.num_envs, np.bool_) if mask is None else _array("mask", mask).copy()
        if lanes.shape != (self.num_envs,) or lanes.dtype != np.bool_:
            raise ValueError(
                f"mask must be [{self.num_envs}] bool, not {list(lanes.shape)} {lanes.dtype}"
            )
        if seed is not None:
            self._counters[lanes] = streams(check_seed(seed), self.num_envs)[lanes]
        # fmt: off
        self.game.kernels.batch_begin(
            self.game.cfg1, self._states, self._views[0], self._counters, lanes, self._mode,
            self._skip, self.observations, self.action_masks, self._points, self.players,
            self.rewards, self.terminated, self.truncated,
        )
        # fmt: on

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one decision in each lane; the actions of finished lanes are ignored.

        Args:
            actions: [N] of any integer dtype, each legal in its lane.

        Raises:
            ValueError: If an action is illegal: names the first lane; or the shape or dtype is
                wrong.  Nothing has moved.
        """
        chosen = _array("actions", actions)
        if chosen.shape != self._actions.shape or chosen.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be [{self.num_envs}] integers, "
                f"not {list(chosen.shape)} {chosen.dtype}"
            )
        self._actions[...] = chosen
        parts = self._parts or self._divide()
        if len(parts) == 1:
            lane = self.game.kernels.batch_step(*parts[0])
        else:
            lane = self._step_in_threads(parts)
        if lane >= 0:
            legal = self.game.name_actions(self.action_masks[lane])
            raise ValueError(
                f"action {chosen[lane]} is illegal in lane {lane} "
                f"for player {self.players[lane]}; legal: {legal}"
            )

    def _divide(self) -> list[tuple[Any, ...]]:
        """Make and return the arguments of `batch_step` for each thread: bound once, used often."""
        arrays = (
            self.game.cfg1, self._states, self._counters, self._actions,
            self._mode, self._skip, self._kind, self._again,
            self.observations, self.action_masks, self._points, self.players, self.rewards,
            self.terminated, self.truncated, self.final_states,
        )  # fmt: skip
        n = len(self._views)
        ends = [self.num_envs * k // n for k in range(n + 1)]
        self._parts = [
            (*arrays, views, lo, hi)
            for views, lo, hi in zip(self._views, ends, ends[1:], strict=False)
        ]
        return self._parts

    def _step_in_threads(self, parts: list[tuple[Any, ...]]) -> int:
        """`batch_step` in each thread; all actions are checked before any lane moves."""
        kernels = self.game.kernels
        lane = kernels.batch_check(self.game.cfg1, self._actions, self.action_masks, self.players)
        if lane < 0:
            if self._pool is None or self._pool_process != os.getpid():  # a fork has no threads
                self._pool = ThreadPoolExecutor(len(parts), thread_name_prefix="farmenvs")
                self._pool_process = os.getpid()
            list(self._pool.map(lambda part: kernels.batch_step(*part), parts))
        return int(lane)

    def final_observation(self, lanes: npt.ArrayLike, player: int) -> npt.NDArray[np.float32]:
        """Return what a seat observes of the last finished game of some lanes.

        Args:
            lanes: [K] lane numbers, or one.
            player: The seat.

        Returns:
            [K, F] float32.

        Raises:
            ValueError: If there is no such lane or seat, or no game has ended yet in a lane.
        """
        seat = check_seat(self.game, player)
        chosen = np.atleast_1d(_array("lanes", lanes))
        if chosen.ndim > 1 or (chosen.size and not self._are_lanes(chosen)):
            raise ValueError(
                f"lanes must be numbers from 0 to {self.num_envs - 1}, not {brief(lanes)}"
            )
        out = np.zeros((chosen.size, self.observations.shape[1]), np.float32)
        for row, lane in enumerate(chosen.tolist()):
            record = self.final_states[lane : lane + 1]
            if int(self.game.kernels.who(self.game.cfg1, record)) != TERMINAL:
                raise ValueError(f"no game has ended yet in lane {lane}")
            self.game.kernels.observe(
                self.game.cfg1, record, self._views[0], seat, self._mode, out[row]
            )
        return out

    def _are_lanes(self, numbers: npt.NDArray[Any]) -> bool:
        whole_numbers = numbers.dtype.kind in "iu"
        return whole_numbers and 0 <= int(numbers.min()) <= int(numbers.max()) < self.num_envs

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_parts": None, "_pool": None}

    def __repr__(self) -> str:
        return f"<Batch of {self.num_envs} × {self.game!r}>"


def _array(name: str, value: npt.ArrayLike) -> npt.NDArray[Any]:
    found = as_array(value)
    if found is None:
        raise ValueError(f"{name} must be an array, not {brief(value)}")
    return found
