"""Many games as one Stable-Baselines3 environment: the only module that knows stable_baselines3.

`SeatVecEnv` does what `DummyVecEnv` does with as many `SeatEnv`s, but steps all games in one kernel
call, and asks an opponent that has a `batch` (say, an earlier self of the learner) once for all
games.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete

from farmenvs.core.batch import MAX_LANES
from farmenvs.core.checks import as_array, brief, positive, whole
from farmenvs.core.game import Game
from farmenvs.core.rng import check_seed
from farmenvs.envs.seats import Opponents, Seats, own_options, refuse_options, space
from farmenvs.games import resolve

try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecEnv
except ImportError:
    raise ImportError("SeatVecEnv needs stable-baselines3: pip install 'farmenvs[sb3]'") from None


class SeatVecEnv(VecEnv):
    """N games, the learner at one seat of each; a game that ends is followed by the next at once.

    The arguments mean what they mean for `envs.single.SeatEnv`. Lane i after `seed(s)` is a
    `SeatEnv` with seed s + i, as VecEnv has it, unless an opponent draws luck in its `batch`: it
    draws for all games from the generator of one of them. Then too chance falls as in that
    `SeatEnv`, and the same seed, number of lanes and actions give the same games. Infos of finished
    episodes have the key `episode`, as if there were a `Monitor`. `env_method("action_masks")` is
    the only method that lanes have.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        seed: int | None = None,
        *,
        opponents: Opponents = "rules",
        seat: int | str = "random",
        observation: str = "recall",
        reward: str = "outcome",
        mask_in: str = "info",
        skip_forced: bool = True,
        **options: Any,
    ):
        """Make the lanes; `reset` begins their games.

        Args:
            game: A game's name, or the game.
            num_envs: Number of lanes, N.
            seed: As in the method `seed`; None is entropy.
            opponents: One agent, or a list of P-1, clockwise from the learner's left.
            seat: The learner's seat, or "random".
            observation: "recall" or "table".
            reward: "outcome" or "score".
            mask_in: "info", "obs" or "both".
            skip_forced: Skip decisions that everybody can see are forced.
            **options: Options of the game, and `preset`.

        Raises:
            ValueError: For anything unknown or wrong: one line that says what is right.
        """
        n = positive("num_envs", num_envs, MAX_LANES)
        self.game = resolve(game, options, "environment", own_options(SeatVecEnv))
        self._mask_in = mask_in
        seen = space(self.game, observation, mask_in)
        self._seats = Seats(
            self.game, n, opponents=opponents, seat=seat, observation=observation, reward=reward,
            skip_forced=skip_forced,
        )  # fmt: skip
        self._actions: npt.NDArray[Any] | None = None  # what step_async was given
        self._returns, self._lengths = np.zeros(n), np.zeros(n, np.int64)
        self._start = time.monotonic()
        super().__init__(n, seen, Discrete(self.game.num_distinct_actions()))
        if check_seed(seed) is not None:
            self.seed(seed)

    @property
    def opponents(self) -> list[Any]:
        """The agents at the other seats, clockwise from the learner's left."""
        return self._seats.opponents

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Choose the luck of all games from the next reset on: lane i gets seed + i.

        Args:
            seed: None is a seed from NumPy's global generator, as VecEnv has it.

        Returns:
            The seeds of the lanes.

        Raises:
            ValueError: If the seed is not a whole number >= 0; nothing has changed.
        """
        return super().seed(check_seed(seed))

    def set_options(self, options: Any = None) -> None:
        """Refuse any for the next reset: the game's are chosen when the environment is made."""
        for each in options if isinstance(options, list) else [options]:
            refuse_options(each)

    def reset(self) -> Any:
        """Begin a game in every lane, with the seeds that `seed` has set since the last reset."""
        with self._seats.changing():
            for i, seed in enumerate(self._seeds):
                if seed is not None:
                    self._seats.seed(i, seed)
            self._reset_seeds()
            self._begin(np.ones(self.num_envs, np.bool_))
        return self._seen()

    def step_async(self, actions: npt.ArrayLike) -> None:
        """Take the learner's actions, [N] of any integer dtype; an illegal one ends its episode.

        Raises:
            ValueError: If the shape or the dtype is wrong; nothing has changed.
        """
        chosen = as_array(actions)
        if chosen is None or chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"actions must be [{self.num_envs}] integers, not {brief(actions)}")
        self._actions = chosen.copy()

    def step_wait(self) -> tuple[Any, npt.NDArray[np.float32], npt.NDArray[np.bool_], list[Any]]:
        """Play to the learner's next decision in every lane.

        Returns:
            Observations [N, ...], rewards [N] float32, dones [N] bool, infos [N]; all fresh.

        Raises:
            ValueError: Before the first `reset`, after a `reset` or step that broke off, as an
                opponent has raised, and without actions from `step_async`.
        """
        self._need_games()
        if self._actions is None:
            raise ValueError("there are no actions to carry out: call step_async() first")
        actions, self._actions = self._actions, None
        with self._seats.changing():
            return self._step(actions)

    def _step(
        self, given: npt.NDArray[Any]
    ) -> tuple[Any, npt.NDArray[np.float32], npt.NDArray[np.bool_], list[Any]]:
        seats, actions = self._seats, given.astype(np.int64)
        inside = (actions >= 0) & (actions < seats.masks.shape[1])
        legal = inside & (seats.masks[np.arange(self.num_envs), actions * inside] == 1)
        seats.play(legal, actions)
        more: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(~legal).tolist():
            more[i]["illegal"] = seats.foul(i, int(given[i]))
        rewards, dones = seats.rewards.copy(), seats.terminated | seats.truncated
        infos = self._infos()
        self._returns += rewards
        self._lengths += 1
        for i, info in enumerate(infos):
            info |= {"TimeLimit.truncated": bool(seats.truncated[i])} | more[i]
        if dones.any():
            last = self._seen()
            for i in np.flatnonzero(dones).tolist():
                infos[i]["episode"] = self._episode(i)
                infos[i]["terminal_observation"] = (
                    {key: part[i] for key, part in last.items()}
                    if isinstance(last, dict)
                    else last[i]
                )
            self._begin(dones)
        return self._seen(), rewards, dones, infos

    def action_masks(self) -> npt.NDArray[np.int8]:
        """Return the legal actions in every lane: [N, A] int8."""
        self._need_games()
        return self._seats.masks.copy()

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call a method of lanes, of which there is one: `action_masks`."""
        if method_name != "action_masks" or method_args or method_kwargs:
            raise AttributeError(f"lanes have one method, action_masks(), not {brief(method_name)}")
        masks = self.action_masks()
        return [masks[i] for i in self._lanes(indices)]

    def _lanes(self, indices: Any) -> list[int]:
        """Return the lanes that indices mean: None is all of them, -1 the last."""
        try:
            lanes = [whole(i) for i in self._get_indices(indices)]
        except TypeError:
            lanes = [self.num_envs]
        if any(not -self.num_envs <= i < self.num_envs for i in lanes):
            raise ValueError(
                f"lanes are numbered from 0 to {self.num_envs - 1}, not {brief(indices)}"
            )
        return lanes

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute, which all lanes share, once for each lane."""
        value = None if attr_name == "render_mode" else getattr(self, attr_name)
        return [value for _ in self._lanes(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: lanes have no attributes of their own."""
        raise AttributeError(
            f"lanes have no attributes of their own: {brief(attr_name)} can't be set"
        )

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Return whether the lanes are wrapped: True for `Monitor`, whose part they play."""
        return [wrapper_class is Monitor for _ in self._lanes(indices)]

    def get_images(self) -> Sequence[Any]:
        """Return no pictures: there are none."""
        return [None] * self.num_envs

    def close(self) -> None:
        """Release nothing: there is nothing to release."""

    def _need_games(self) -> None:
        if self._seats.missing:
            raise ValueError(f"{self._seats.missing}: call reset()")

    def _begin(self, lanes: npt.NDArray[np.bool_]) -> None:
        self._seats.begin(lanes)
        self._returns[lanes] = 0
        self._lengths[lanes] = 0
        fresh = self._infos()
        for i in np.flatnonzero(lanes).tolist():
            self.reset_infos[i] = fresh[i]

    def _seen(self) -> Any:
        obs = self._seats.observations.copy()
        if self._mask_in == "info":
            return obs
        return {"observation": obs, "action_mask": self._seats.masks.copy()}

    def _infos(self) -> list[dict[str, Any]]:
        if self._mask_in == "obs":
            return [{} for _ in range(self.num_envs)]
        return [{"action_mask": mask} for mask in self._seats.masks.copy()]

    def _episode(self, i: int) -> dict[str, Any]:
        """Return what `Monitor` says of an episode: return, length, time since the beginning."""
        seconds = round(time.monotonic() - self._start, 6)
        return {"r": round(float(self._returns[i]), 6), "l": int(self._lengths[i]), "t": seconds}
