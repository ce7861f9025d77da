"""A game as a Gymnasium environment: one seat is the learner's, the others are played inside."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete

from farmenvs.agents import view_of
from farmenvs.core.checks import brief, choice, whole
from farmenvs.core.game import Game
from farmenvs.core.rng import check_seed
from farmenvs.envs.seats import Opponents, Seats, own_options, refuse_options, space
from farmenvs.games import resolve

ALL = np.ones(1, np.bool_)
"""The lanes of a batch of one."""


class RenderModeError(ValueError, TypeError):
    """A wrong `render_mode`: a ValueError as of any wrong value, and what `make_vec_env` expects.

    Stable-Baselines3's `make_vec_env` tries "rgb_array" first, and does without after a TypeError.
    """


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game.

    The learner's reward comes whoever moved last: over an episode of legal actions the rewards add
    up to its return (`reward="outcome"`) or to its points (`reward="score"`). An illegal action
    ends the episode with reward -1 and a text in `info["illegal"]`. A game that ends before the
    learner's first decision is dealt anew.

    `copy.deepcopy` and `pickle` work at any time, opponents included, and the copy goes on alike.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str | Game,
        *,
        opponents: Opponents = "rules",
        seat: int | str = "random",
        observation: str = "recall",
        reward: str = "outcome",
        mask_in: str = "info",
        skip_forced: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ):
        """Make the environment; `reset` begins a game.

        Args:
            game: A game's name, or the game.
            opponents: Who plays the other seats: an agent (a name as in `agents.make_agent`, or a
                policy), or a list of P-1, clockwise from the learner's left.
            seat: The learner's seat, or "random": drawn for each episode.
            observation: "recall" (a perfect memory) or "table" (only what lies on the table now).
            reward: "outcome" (at the end) or "score" (points as they come).
            mask_in: Where the mask of legal actions [A] int8 is: "info" (the observation is a Box
                [F] float32), "obs" (it is a Dict of `observation` and `action_mask`) or "both".
                `action_masks` always has it.
            skip_forced: Skip decisions that everybody can see are forced.
            render_mode: "ansi" for text, or None.
            **options: Options of the game, and `preset`.

        Raises:
            ValueError: For anything unknown or wrong: one line that says what is right.
        """
        self.game = resolve(game, options, "environment", own_options(SeatEnv))
        self.observation_space = space(self.game, observation, mask_in)
        self.action_space = Discrete(self.game.num_distinct_actions())
        try:
            self.render_mode = choice("render_mode", render_mode, (None, "ansi"))
        except ValueError as error:
            raise RenderModeError(str(error)) from None
        self._mask_in = mask_in
        self._seats = Seats(
            self.game, 1, opponents=opponents, seat=seat, observation=observation, reward=reward,
            skip_forced=skip_forced,
        )  # fmt: skip
        self._over = False
        self.np_random = self._seats.rngs[0]  # so that copies have it before the first reset, too

    @property
    def seat(self) -> int:
        """The learner's seat in this episode."""
        self._need_episode()
        return int(self._seats.seats[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode.

        Args:
            seed: Fixes this episode and all that unseeded resets begin after it; its chance is that
                of lane 0 of a batch with the same seed. None goes on (from entropy, if there never
                was a seed).
            options: None or empty: the game's options are chosen when the environment is made.

        Returns:
            The observation and the info.

        Raises:
            ValueError: If the seed is not a whole number >= 0, or there are options; nothing has
                changed.
        """
        refuse_options(options)
        seed = check_seed(seed)
        with self._seats.changing():
            super().reset(seed=seed)
            if seed is not None:
                self._seats.seed(0, seed)
            self._seats.rngs[0] = self.np_random
            self._seats.begin(ALL)
            self._over = False
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out the learner's action and play on to its next decision or the end.

        Args:
            action: A whole number; if it is not legal, the episode ends with reward -1.

        Returns:
            Observation, reward, terminated, truncated (never both) and info.

        Raises:
            ResetNeeded: Before the first `reset`, after the end, and after a `reset` or `step` that
                broke off, as an opponent has raised.
            ValueError: If the action is not a whole number; nothing has changed.
        """
        self._need_episode()
        if self._over:
            raise ResetNeeded("the episode is over: call reset()")
        try:
            a = whole(action)
        except TypeError:
            raise ValueError(f"an action is a whole number, not {brief(action)}") from None
        seats, more = self._seats, {}
        with seats.changing():
            if 0 <= a < seats.masks.shape[1] and seats.masks[0, a]:
                seats.play(ALL, np.array([a], np.int64))
            else:
                more["illegal"] = seats.foul(0, a)
            terminated, truncated = bool(seats.terminated[0]), bool(seats.truncated[0])
            self._over = terminated or truncated
        return (
            self._seen(), float(seats.rewards[0]), terminated, truncated, {**self._info(), **more}
        )  # fmt: skip

    def action_masks(self) -> npt.NDArray[np.int8]:
        """Return the legal actions: [A] int8, zeros after the end."""
        self._need_episode()
        mask: npt.NDArray[np.int8] = self._seats.masks[0].copy()
        return mask

    def render(self) -> str | None:
        """Return the learner's view as text; without a render mode warn and return None."""
        self._need_episode()
        if self.render_mode is None:
            gymnasium.logger.warn('render() does nothing without render_mode="ansi"')
            return None
        return str(view_of(self.game, self._seats.states, 0, self.seat, self._seats.mode))

    def _need_episode(self) -> None:
        if self._seats.missing:
            raise ResetNeeded(f"{self._seats.missing}: call reset()")

    def _seen(self) -> Any:
        obs = self._seats.observations[0].copy()
        if self._mask_in == "info":
            return obs
        return {"observation": obs, "action_mask": self.action_masks()}

    def _info(self) -> dict[str, Any]:
        return {} if self._mask_in == "obs" else {"action_mask": self.action_masks()}
