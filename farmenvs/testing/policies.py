"""Policies are given what their seat may know, wherever games are played for them.

Policies that keep all they are shown, and choose by that alone, play in matches and beside
learners.  The same games are then played by `State` alone, and whatever differs in them is a fault.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from farmenvs.agents.arena import play_match
from farmenvs.core.contract import MODES
from farmenvs.core.driver import TRIES
from farmenvs.core.game import Game
from farmenvs.core.state import State
from farmenvs.core.view import View
from farmenvs.testing.histories import Playable, expand, failing
from farmenvs.testing.lockstep import Lane

Shown = tuple[Any, ...]
"""What a policy is shown at a decision: what it can be told apart by, its legal actions last."""

Log = list[tuple["Keeper", Shown]]
"""Policies and what they were shown, or should have been."""

LANES = 2
"""Games that are played at once beside learners."""


def check_policies(*games: Playable, seed: int = 0) -> None:
    """Point 6: policies are shown what `State.view` shows, in matches and beside learners.

    So are the learners: in `SeatEnv`, and, if Stable-Baselines3 is installed, in `SeatVecEnv`.
    """
    for game in expand(games):
        with failing("check_policies", game, f"play_match(…, seed={seed})"):
            _match(game, seed)
        for seat in range(game.num_players()):
            with failing("check_policies", game, f"SeatEnv(…, seat={seat}), reset(seed={seed})"):
                _beside_one(game, seat, seed)
        with failing("check_policies", game, f"SeatVecEnv(…, {LANES}, {seed}, seat=0)"):
            _beside_many(game, 0, seed)


# -------------------------------------------------------------------------------- policies


class Keeper:
    """A policy over views that keeps what it is shown, and chooses by that alone.

    Attributes:
        mode: The observation mode in which it looks.
        log: Where it keeps it, in the order in which policies are asked.
    """

    def __init__(self, mode: str, log: Log):
        self.mode, self.log = mode, log

    def __call__(self, view: View, rng: np.random.Generator) -> int:
        """Answer a view."""
        return self._answer(_seen(view))

    def due(self, state: State) -> Shown:
        """Return what the policy should be shown of the seat to move."""
        return _seen(state.view(mode=self.mode))

    def _answer(self, shown: Shown) -> int:
        self.log.append((self, shown))
        return choose(shown)


class KeeperOfMany(Keeper):
    """The same over observations, of many games in one call."""

    def batch(
        self,
        observations: npt.NDArray[np.float32],
        masks: npt.NDArray[np.int8],
        players: npt.NDArray[np.int64],
        rng: np.random.Generator,
    ) -> npt.NDArray[np.int64]:
        """Answer some games."""
        rows = zip(players.tolist(), observations, masks, strict=True)
        return np.array([self._answer(_told(p, obs, mask)) for p, obs, mask in rows])

    def due(self, state: State) -> Shown:
        """Return what the policy should be shown of the seat to move."""
        p = state.current_player()
        return _told(p, state.observation_tensor(p, self.mode), state.legal_actions_mask())


def _seen(view: View) -> Shown:
    texts = view.tobytes(), str(view), view.observation().tobytes()
    return f"seat {view.player} in {view.mode} mode", *texts, tuple(view.legal_actions())


def _told(seat: int, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.int8]) -> Shown:
    return f"seat {seat}", observation.tobytes(), tuple(mask.nonzero()[0].tolist())


def choose(shown: Shown) -> int:
    """Return an action that what is shown decides."""
    legal = shown[-1]
    assert legal, f"{shown[0]} is asked, and is shown no legal action"
    return int(legal[zlib.crc32(repr(shown).encode()) % len(legal)])


def keepers(count: int, first: int = 0) -> tuple[list[Keeper], Log]:
    """Return policies of all kinds in turn, over views and observations, and their common log."""
    log: Log = []
    kinds = [kind(mode, log) for kind in (Keeper, KeeperOfMany) for mode in MODES]
    return [kinds[j % len(kinds)] for j in range(first, first + count)], log


def _same(what: str, log: Log, due: Log) -> None:
    """Policies were shown what is due and no more, in whatever order games are asked for."""
    left = Counter(due)
    for keeper, shown in log:  # the first fault is told: the play after it may be another
        left[keeper, shown] -= 1
        assert left[keeper, shown] >= 0, (
            f"{what} shows a {type(keeper).__name__} of {keeper.mode} mode at {shown[0]} what "
            f"`State` does not show: {shown[1:]}"
        )
    missed = [shown for (_, shown), times in left.items() if times]
    assert not missed, f"{what} does not ask {missed[0][0]} where `State` does: {missed[0][1:]}"


# -------------------------------------------------------------------------------- matches


def _match(game: Game, seed: int) -> None:
    """Play a deal in all seatings."""
    n = game.num_players()
    for first in (0, 2):  # two players are not enough for all kinds of policies
        agents, log = keepers(n, first)
        play_match(game, agents, n, seed)
        due: Log = []
        for rotation in range(n):
            lane = Lane(game, seed, 0, "recall", "outcome", "disabled", skip=True)
            due += _play(lane, [agents[(p - rotation) % n] for p in range(n)])
        _same("play_match", log, due)


def _play(
    lane: Lane, seated: list[Keeper], learner: int | None = None
) -> Iterator[tuple[Keeper, Shown]]:
    """Play on up to the learner's decision or the end; yield who is shown what on the way."""
    while not lane.state.is_terminal() and (p := lane.state.current_player()) != learner:
        shown = seated[p].due(lane.state)
        yield seated[p], shown
        lane.step(choose(shown))


# -------------------------------------------------------------------------------- beside learners


class Beside:
    """A learner's games beside some policies, by `State` alone.

    Attributes:
        lane: The game in progress.
        due: What the policies should have been shown so far.
    """

    def __init__(self, game: Game, seat: int, seed: int, others: list[Keeper]):
        self.seat, self.due = seat, Log()
        self._learner = Keeper("recall", [])
        clockwise = [self._learner, *others]
        self._seated = [clockwise[(p - seat) % len(clockwise)] for p in range(game.num_players())]
        self.lane = Lane(game, seed, 0, "recall", "outcome", "disabled", skip=True)
        self._play_on()

    def again(self) -> None:
        """Begin the next game."""
        self.lane.begin()
        self._play_on()

    def _play_on(self) -> None:
        """Play up to the learner's first decision; a game that ends before is dealt anew."""
        for deal in range(TRIES):
            if deal:
                self.lane.begin()
            self.due += _play(self.lane, self._seated, self.seat)
            if not self.lane.state.is_terminal():
                return

    def step(self, action: int) -> None:
        """Play the learner's action, and on to its next decision or the end."""
        self.lane.step(action)
        self.due += _play(self.lane, self._seated, self.seat)

    def over(self) -> bool:
        """Return whether the game is over."""
        return self.lane.state.is_terminal()

    def choose(self) -> int:
        """Return the learner's action."""
        return choose(self._learner.due(self.lane.state))

    def compare(self, what: str, observation: Any, mask: Any) -> None:
        """The learner is shown what `State` shows its seat, at the end too."""
        state, whom = self.lane.state, f"its learner at seat {self.seat}"
        due, legal = state.observation_tensor(self.seat), state.legal_actions_mask()
        assert np.array_equal(observation, due), (
            f"{what} shows {whom} {observation.tolist()}, not {due.tolist()}"
        )
        assert np.array_equal(mask, legal), (
            f"{what} gives {whom} the mask {mask.tolist()}, not {legal.tolist()}"
        )


def _beside_one(game: Game, seat: int, seed: int) -> None:
    from farmenvs.envs.single import SeatEnv

    others, log = keepers(game.num_players() - 1, seat)
    beside = Beside(game, seat, seed, others)
    if beside.over():  # in a small game a seat may never have to decide
        return
    env = SeatEnv(game, opponents=others, seat=seat)
    seen, _ = env.reset(seed=seed)
    _same("SeatEnv", log, beside.due)
    beside.compare("SeatEnv", seen, env.action_masks())
    while not beside.over():
        action = beside.choose()
        seen, reward, terminated, truncated, _ = env.step(action)
        beside.step(action)
        _same("SeatEnv", log, beside.due)
        beside.compare("SeatEnv", seen, env.action_masks())
        flags = terminated or truncated
        assert flags == beside.over(), "SeatEnv ends a game where `State` does not, or goes on"
        due = beside.lane.state.returns()[seat]
        assert np.isclose(reward, due), f"SeatEnv pays its learner {reward}, not {due}"


def _beside_many(game: Game, seat: int, seed: int) -> None:
    try:
        from farmenvs.envs.sb3 import SeatVecEnv
    except ImportError:  # an extra: without it there is nothing to check
        return
    others, log = keepers(game.num_players() - 1)
    lanes = [Beside(game, seat, seed + i, others) for i in range(LANES)]
    if any(lane.over() for lane in lanes):
        return
    env = SeatVecEnv(game, LANES, seed, opponents=others, seat=seat)
    seen, finished = env.reset(), set[int]()
    while True:
        _same("SeatVecEnv", log, [each for lane in lanes for each in lane.due])
        for lane, obs, mask in zip(lanes, seen, env.action_masks(), strict=True):
            lane.compare("SeatVecEnv", obs, mask)
        if len(finished) == LANES:
            return
        actions = [lane.choose() for lane in lanes]
        env.step_async(np.array(actions))
        seen, _, dones, _ = env.step_wait()
        for i, lane in enumerate(lanes):
            lane.step(actions[i])
            assert dones[i] == lane.over(), (
                "SeatVecEnv ends a game where `State` does not, or goes on"
            )
            if lane.over():
                finished.add(i)
                lane.again()
