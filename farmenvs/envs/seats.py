"""Games as one learner meets them: whoever sits at the other seats is played inside.

`Seats` holds one game for `envs.single` and many for `envs.sb3`, so that both deal and pay alike.
Opponents that the kernels know play compiled; all others are asked through their views, in one call
for all games where they have a `batch`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Space
from gymnasium.utils import seeding

from farmenvs.agents import Agent, ask, kind_of, make_agent
from farmenvs.core.batch import REWARDS
from farmenvs.core.checks import brief, choice, flag
from farmenvs.core.contract import MODES, TERMINAL
from farmenvs.core.driver import OUTSIDE, TRIES
from farmenvs.core.game import Game, check_mode, check_seat
from farmenvs.core.rng import PLAYERS_LANE, check_seed, stream, streams
from farmenvs.envs.spaces import MASK_IN, observation_space

Opponents = str | Agent | Sequence[str | Agent]


class Seats:
    """N games, each up to a decision of its learner or over.

    Attributes:
        game: The game.
        mode: Observation mode by name.
        opponents: [P-1] agents, clockwise from the learner's left.
        states: [N] STATE, the truth.
        seats: [N] int64, the learner's seat.
        players: [N] int64, the learner's seat while it must decide, then TERMINAL.
        observations: [N, F] float32, what the learner sees, at the end too.
        masks: [N, A] int8, its legal actions; zeros at the end.
        rewards: [N] float32, the learner's, of its last decision and all that followed.
        terminated: [N] bool, that ended the game by its rules.
        truncated: [N] bool, that ended it by a cap on its length; never both.
        rngs: A generator a game, for random seats and for opponents that draw in Python; a `batch`
            draws from that of the first game that it is asked about (see `agents.ask`).
        missing: Why there is nothing to show or to play; empty if there is.
    """

    def __init__(
        self,
        game: Game,
        num: int,
        *,
        opponents: Opponents,
        seat: int | str,
        observation: str,
        reward: str,
        skip_forced: bool,
    ):
        """Make N games that are yet to begin; the arguments are those of `envs.single.SeatEnv`.

        Raises:
            ValueError: For a wrong value, in one line.
        """
        self.game, self.mode = game, check_mode(observation)
        self.opponents = _opponents(opponents, game)
        self.seat = None if isinstance(seat, str) and seat == "random" else _seat(game, seat)
        self._kind = REWARDS[choice("reward", reward, REWARDS)]
        self._skip = flag("skip_forced", skip_forced)
        self._number = MODES.index(self.mode)
        self._around = np.array([OUTSIDE, *map(kind_of, self.opponents)], np.int8)
        self._in_python = bool((self._around[1:] == OUTSIDE).any())
        n, P, info = num, game.num_players(), game.info
        self.states, self._views = np.zeros(n, info.STATE), np.zeros(1, info.STATE)
        self.seats, self.players = np.zeros(n, np.int64), np.full(n, TERMINAL, np.int64)
        self.observations = np.zeros((n, game.observation_spec(self.mode).size), np.float32)
        self.masks = np.zeros((n, game.num_distinct_actions()), np.int8)
        self.rewards = np.zeros(n, np.float32)
        self.terminated, self.truncated = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        self._ended, self._cut = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        self._kinds = np.zeros((n, P), np.int8)
        self._points, self._paid = np.zeros((n, P), np.float32), np.zeros((n, P), np.float32)
        self._chance, self._others = streams(None, n), streams(None, n)
        self.rngs = [np.random.default_rng() for _ in range(n)]
        self.missing = "there is no game yet"

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Games begin or go on inside; if that breaks off, none of them can be used any more.

        For an opponent may raise, and then the arrays hold what that opponent sees.
        """
        self.missing = "the last reset or step broke off"
        yield
        self.missing = ""

    def seed(self, i: int, seed: int) -> None:
        """Fix the luck of game `i`, now and in all games that follow: the whole future of one seed.

        Chance is lane 0 of `stream(seed)`; compiled opponents draw from lane PLAYERS_LANE, all else
        from Gymnasium's generator for that seed. So chance falls alike whoever plays.
        """
        self._chance[i] = stream(check_seed(seed))[0]
        self._others[i] = stream(seed, PLAYERS_LANE)[0]
        self.rngs[i] = seeding.np_random(seed)[0]

    def begin(self, lanes: npt.NDArray[np.bool_]) -> None:
        """Begin a game in the `lanes` [N] bool and play up to the learner's first decision.

        A game that ends before is dealt anew.

        Raises:
            RuntimeError: If that happens TRIES times on end.
        """
        P = self.game.num_players()
        for i in np.flatnonzero(lanes):
            self.seats[i] = self.rngs[i].integers(P) if self.seat is None else self.seat
        self._kinds[lanes] = self._around[(np.arange(P) - self.seats[lanes, None]) % P]
        open_ = lanes.copy()
        for _ in range(TRIES):
            self.game.kernels.seats_begin(
                self.game.cfg1, self.states, self._views, self._chance, self._others, open_,
                self.seats, self._kinds, self._number, self._skip, self.observations, self.masks,
                self._points, self.players,
            )  # fmt: skip
            self._play_others(open_)
            open_ &= self.players < 0
            if not open_.any():
                return
        seat = self.seats[open_.argmax()]
        raise RuntimeError(f"{TRIES} games on end were over before seat {seat} had to decide")

    def play(self, lanes: npt.NDArray[np.bool_], actions: npt.NDArray[np.int64]) -> None:
        """Carry out the learner's `actions` [N], legal, in the `lanes` [N] bool, and play on.

        Ends at the learner's next decision, or the end of the game.
        """
        self.terminated[:] = False
        self.truncated[:] = False
        self._step(lanes, actions)
        self._play_others(lanes)
        self.game.kernels.seats_pay(
            self.game.cfg1, self.states, lanes, self.players, self._kind, self._points, self._paid
        )
        self.rewards[:] = self._paid[np.arange(len(self.seats)), self.seats]

    def foul(self, i: int, action: Any) -> str:
        """End game `i` for an illegal action, which costs the learner 1. Returns what to say."""
        words, count = self.game.action_words, self.masks.shape[1]
        legal = self.game.name_actions(self.masks[i])
        known = f" ({words[action]})" if 0 <= action < count else ""
        self.masks[i] = 0
        self.players[i] = TERMINAL
        self.rewards[i] = -1
        self.terminated[i], self.truncated[i] = True, False
        return (
            f"action {brief(action)}{known} is illegal for player {self.seats[i]}; legal: {legal}"
        )

    def _step(self, lanes: npt.NDArray[np.bool_], actions: npt.NDArray[np.int64]) -> None:
        self.game.kernels.seats_step(
            self.game.cfg1, self.states, self._views, self._chance, self._others, lanes, actions,
            self.seats, self._kinds, self._number, self._skip, self.observations, self.masks,
            self.players, self._ended, self._cut,
        )  # fmt: skip
        self.terminated |= self._ended
        self.truncated |= self._cut

    def _play_others(self, lanes: npt.NDArray[np.bool_]) -> None:
        """Ask those whom the kernels do not know, until each game is at the learner or over."""
        if not self._in_python:
            return
        actions = np.zeros(len(self.seats), np.int64)
        while True:
            waiting = lanes & (self.players >= 0) & (self.players != self.seats)
            if not waiting.any():
                return
            left = np.where(waiting, (self.players - self.seats) % self.game.num_players(), 0)
            for agent in {id(agent): agent for agent in self.opponents}.values():
                chairs = [j for j, other in enumerate(self.opponents, 1) if other is agent]
                turn = np.flatnonzero(np.isin(left, chairs))
                if turn.size:
                    actions[turn] = ask(
                        self.game, agent, self.states, self.masks, self.players, turn, self.rngs
                    )
            self._step(waiting, actions)


def own_options(env: type) -> tuple[str, ...]:
    """Return the names of an environment's own options: the game's go by `options`."""
    return tuple(k for k in inspect.signature(env).parameters if k not in ("game", "options"))


def refuse_options(options: Any) -> None:
    """Raise a ValueError if `reset` is to be given any options, in one line."""
    if options is not None and not (isinstance(options, dict) and not options):
        raise ValueError(f"reset takes no options (the environment does), not {brief(options)}")


def space(game: Game, observation: str, mask_in: str) -> Space[Any]:
    """Return the observation space: a Box [F], or with the mask in it a Dict.

    Raises:
        ValueError: If there is no such place for the mask.
    """
    check_mode(observation)
    return observation_space(game, observation, choice("mask_in", mask_in, MASK_IN) != "info")


def _seat(game: Game, seat: Any) -> int:
    try:
        return check_seat(game, seat)
    except ValueError:
        raise ValueError(
            f'seat must be "random" or from 0 to {game.num_players() - 1}, not {brief(seat)}'
        ) from None


def _opponents(given: Opponents, game: Game) -> list[Agent]:
    """Return the agents [P-1] clockwise from the learner's left."""
    count = game.num_players() - 1
    if isinstance(given, str) or callable(given):
        return [make_agent(given, game)] * count
    if not isinstance(given, Sequence):
        raise ValueError(f"opponents must be an agent or a list of {count}, not {brief(given)}")
    if len(given) != count:
        raise ValueError(
            f"opponents must be one agent for all seats or a list of {count}, not of {len(given)}"
        )
    return [make_agent(agent, game) for agent in given]
