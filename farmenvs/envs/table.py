"""One game in play, as the PettingZoo environments hold it: kernels of `core.single` and arrays.

Knows nothing of agents' names, of dicts of rewards, or of the order of calls.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from farmenvs.core.batch import REWARDS
from farmenvs.core.checks import choice, flag
from farmenvs.core.contract import MODES, TERMINAL
from farmenvs.core.driver import ILLEGAL, SCORE, TRIES
from farmenvs.core.game import Game, check_mode
from farmenvs.core.rng import Counter, check_seed, stream
from farmenvs.core.state import State
from farmenvs.envs.spaces import MASK_IN

VIEWS = ("acting", "public", "all")
"""Views to render, besides a seat's."""

NOT_BEGUN = -2
"""`Table.player` before the first game."""

Seen = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]


class Table:
    """A game in play: its record, its random counter, and what the seat to move may know.

    Attributes:
        game: The game.
        settings: The other arguments by name: `Table(table.game, **table.settings)` is alike.
        player: The seat to move, TERMINAL after the end, NOT_BEGUN before the first game.
        mask: [A] int8, the legal actions of the seat to move; zeros if nobody is.
        paid: [P] float64, what the last decision paid.
        scoring: Whether decisions pay points; else the end pays the outcome.
        mask_in_obs: Whether observations have masks.
        mask_in_info: Whether infos have masks.
    """

    def __init__(self, game: Game, observation: str, reward: str, mask_in: str, skip_forced: bool):
        self.game = game
        self.settings = {
            "observation": observation, "reward": reward, "mask_in": mask_in,
            "skip_forced": skip_forced,
        }  # fmt: skip
        self.mask_in_obs = choice("mask_in", mask_in, MASK_IN) != "info"
        self.mask_in_info = mask_in != "obs"
        self._mode = MODES.index(check_mode(observation))
        self._kind = REWARDS[choice("reward", reward, tuple(REWARDS))]
        self._skip = flag("skip_forced", skip_forced)
        self.scoring = self._kind == SCORE
        self.player = NOT_BEGUN
        self.mask = np.zeros(game.num_distinct_actions(), np.int8)
        self.paid = np.zeros(game.num_players())
        self._points = np.zeros(game.num_players())
        self._obs = np.zeros(game.observation_spec(observation).size, np.float32)
        self._states = np.zeros(1, game.info.STATE)
        self._views = np.zeros(1, game.info.STATE)
        self._counter: Counter = stream(None)
        self._dealt: Counter = self._counter.copy()  # as it was when this game began
        self._placed: State | None = None  # what `put` has put in place of this beginning
        self._chosen: list[int] = []

    # -- play

    def begin(self, seed: int | None) -> int:
        """Begin a game; return the seat to move, or TERMINAL (and `paid` is what it paid)."""
        if seed is not None:
            self._counter[:] = stream(check_seed(seed))
        self._dealt[:] = self._counter
        self._placed, self._chosen = None, []
        kernels, cfg1 = self.game.kernels, self.game.cfg1
        self.player = int(
            kernels.begin(
                cfg1, self._states, self._views, self._counter, self._mode, self._skip,
                self._obs, self.mask, self._points,
            )
        )  # fmt: skip
        if self.player < 0:
            pay = kernels.points_of if self.scoring else kernels.final_returns
            pay(cfg1, self._states, self.paid)
        return self.player

    def play(self, a: int) -> int:
        """Play a decision; return the next seat to move or TERMINAL, or ILLEGAL: nothing changed.

        The kernel looks into the mask, which is all zeros when no game is in play, so nothing needs
        to be checked before.
        """
        p: int = self.game.kernels.step(
            self.game.cfg1, self._states, self._views, self._counter, a, self._mode, self._skip,
            self._kind, self._obs, self.mask, self._points, self.paid,
        )  # fmt: skip
        if p != ILLEGAL:
            self.player = p
            self._chosen.append(a)
        return p

    def forfeit(self, seats: Iterable[int]) -> None:
        """End the game where it stands; these seats have done what is illegal and pay 1 each."""
        self.player = TERMINAL
        self.mask[:] = 0
        self.paid[:] = 0
        self.paid[list(seats)] = -1

    def was_cut(self) -> bool:
        """Return whether a cap on its length ended the game."""
        return bool(self.game.kernels.was_cut(self.game.cfg1, self._states))

    # -- what seats see

    def observe(self, seat: int) -> Any:
        """Return what a seat observes now, in fresh arrays; its mask is zeros if it must wait."""
        if seat == self.player:
            return self.seen(self._obs.copy(), self.mask.copy())
        obs = np.zeros_like(self._obs)
        self.game.kernels.observe(self.game.cfg1, self._states, self._views, seat, self._mode, obs)
        return self.seen(obs, np.zeros_like(self.mask))

    def seen(self, obs: Seen, mask: Mask) -> Any:
        """Return an observation made of these arrays."""
        return {"observation": obs, "action_mask": mask} if self.mask_in_obs else obs

    def info(self, mask: Mask | None = None) -> dict[str, Any]:
        """Return a new info; where infos have masks, a copy of this one, or zeros."""
        if not self.mask_in_info:
            return {}
        return {"action_mask": np.zeros_like(self.mask) if mask is None else mask.copy()}

    def choosers(self) -> dict[int, tuple[Seen, Mask]]:
        """Return the seats that choose next, in order, with what each observes and may do then.

        One seat; or, where all decisions are sealed (`GameInfo.simultaneous`), all seats that
        choose before chance or the end reveals anything.  Nobody sees a sealed choice, so it does
        not matter what the seats before have chosen: here they take their first legal action.
        """
        if self.player < 0:
            return {}
        found = {self.player: (self._obs.copy(), self.mask.copy())}
        if not self.game.info.simultaneous:
            return found
        kernels, cfg1, states = self.game.kernels, self.game.cfg1, self._states.copy()
        scratch, seat = np.zeros_like(self.mask), self.player
        while True:
            seat = int(kernels.act(cfg1, states, int(found[seat][1].argmax()), scratch))
            if seat < 0 or seat in found:
                return found
            obs, mask = np.zeros_like(self._obs), np.zeros_like(self.mask)
            kernels.observe(cfg1, states, self._views, seat, self._mode, obs)
            kernels.legal_mask(cfg1, states, mask)
            found[seat] = obs, mask

    def text(self, view: int | str) -> str:
        """Return the game as text: as a seat sees it, or as `VIEWS` says."""
        seat = view if isinstance(view, int) else self.game.num_players()
        if view == "acting" and self.player >= 0:
            seat = self.player
        record = self._states.copy() if view == "all" else self.concealed(seat)
        return str(self.game.info.text.view_text(self.game.cfg, record[0], seat))

    def concealed(self, seat: int) -> npt.NDArray[np.void]:
        """Return the record as a seat knows it (P: as an onlooker does), [1] STATE, fresh."""
        record = self._states.copy()
        self.game.kernels.hide(self.game.cfg1, record, seat, self._mode)
        return record

    # -- the truth

    def put(self, state: State) -> None:
        """Make `state` the truth; whoever is to move stays so.

        Raises:
            ValueError: If the state is of another game, or another seat is to move in it.
        """
        if state.game != self.game or state.current_player() != self.player:
            raise ValueError(
                f"only a state of {self.game!r} with player {self.player} to move can be put here"
            )
        kernels, cfg1 = self.game.kernels, self.game.cfg1
        self._placed, self._chosen = state.clone(), []
        self._dealt[:] = self._counter
        self._states[:] = state._record
        kernels.points_of(cfg1, self._states, self._points)
        if self.player >= 0:
            kernels.observe(cfg1, self._states, self._views, self.player, self._mode, self._obs)
            kernels.legal_mask(cfg1, self._states, self.mask)

    def state(self) -> State:
        """Return the true state with its whole history, played anew from the start of the game."""
        counter = self._dealt.copy()
        state = self._beginning(counter) if self._placed is None else self._placed.clone()
        for a in self._chosen:
            state.apply_action(a)
            self._settle(state, counter)
        return state

    def _beginning(self, counter: Counter) -> State:
        state = self._opening(counter)
        for _ in range(TRIES):  # `driver.open_lane` deals until there is something to decide
            if state.is_terminal():
                state = self._opening(counter)
        return state

    def _opening(self, counter: Counter) -> State:
        state = self.game.new_initial_state()
        self._settle(state, counter)
        return state

    def _settle(self, state: State, counter: Counter) -> None:
        """Play chance, and what is skipped as forced, as `driver.settle` does."""
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.sample_chance(counter))
                continue
            forced = self._skip and self.game.kernels.may_skip(self.game.cfg1, state._record)
            if not forced or len(state.legal_actions()) > 1:
                return
            state.apply_action(state.legal_actions()[0])
