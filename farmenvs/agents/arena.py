"""Matches between agents: every seating of each deal, and how sure the result is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from farmenvs.agents import Agent, ask, kind_of, make_agent, name_of
from farmenvs.core.checks import brief, positive
from farmenvs.core.contract import CHANCE
from farmenvs.core.game import Game
from farmenvs.core.rng import PLAYERS_LANE, check_seed, streams
from farmenvs.core.words import counted
from farmenvs.games import resolve

LANES = 4096
"""Games played at once, about; part of the result where agents draw random numbers in Python."""

MOST_GAMES = 10**7
"""Games in a match at most: its result is kept game by game, in half a gigabyte or so."""

SIGMAS = 1.96
"""Half width of a 95% interval, in standard errors."""


@dataclass(frozen=True)
class Estimate:
    """A mean with a 95% interval.

    Attributes:
        mean: The mean over all games.
        half: Half the width of the interval, by the normal distribution; infinite after one deal.
    """

    mean: float
    half: float

    @property
    def low(self) -> float:
        """Lower end of the interval."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """Upper end of the interval."""
        return self.mean + self.half

    def __truediv__(self, parts: float) -> Estimate:
        return Estimate(self.mean / parts, self.half / parts)

    def text(self, digits: int = 3) -> str:
        """Return "mean ± half"."""
        return f"{self.mean:.{digits}f} ± {self.half:.{digits}f}"


def estimate(values: npt.NDArray[np.float64]) -> Estimate:
    """Return the mean of `values` [D, P], the seatings of D deals, with an interval over the deals.

    The seatings of a deal share its luck, so the deals, not the games, are the independent samples.
    """
    blocks = values.mean(1)
    half = SIGMAS * blocks.std(ddof=1) / math.sqrt(len(blocks)) if len(blocks) > 1 else math.inf
    return Estimate(float(blocks.mean()), float(half))


@dataclass(frozen=True)
class Standing:
    """How one agent did.

    Attributes:
        name: The agent.
        share: Its share of the wins; k winners of a game get 1/k each.
        points: Its points a game, as the rules count them.
    """

    name: str
    share: Estimate
    points: Estimate


@dataclass(frozen=True, eq=False, repr=False)
class Match:
    """The result of `play_match`.

    Attributes:
        game: The game.
        games: Number of games played: P seatings of each of D deals.
        truncated: How many of them a cap on the length ended.
        standings: One an agent, in the order given.
        shares: [D, P, P] win share by deal, seating and agent.
        points: [D, P, P] points likewise.
    """

    game: Game
    games: int
    truncated: int
    standings: tuple[Standing, ...]
    shares: npt.NDArray[np.float64]
    points: npt.NDArray[np.float64]

    def __repr__(self) -> str:
        shares = ", ".join(f"{s.name} {s.share.text()}" for s in self.standings)
        return f"<Match of {self.games} × {self.game!r}, win shares: {shares}>"

    @property
    def cut_short(self) -> str:
        """What to add to the number of games if a cap ended some of them, else nothing."""
        share = f"{self.truncated} of them ({self.truncated / self.games:.1%})"
        return f", {share} cut short by a cap on their length" * bool(self.truncated)

    def __str__(self) -> str:
        lines = [
            f"{s.name}: win share {s.share.text()}, points {s.points.text(2)}"
            for s in self.standings
        ]
        head = f"{counted(self.games, 'game')} of {self.game!r}{self.cut_short}"
        return "\n".join([head, *lines])


def play_match(
    game: str | Game, agents: Sequence[str | Agent], games: int = 2000, seed: int | None = 0
) -> Match:
    """Play agents against each other, each deal in all P rotations of the seats.

    In rotation k agent j sits at seat (j + k) % P. Chance draws from the same counter in all
    rotations of a deal, so that luck falls as alike as the play allows; players draw from one each.
    The same arguments give the same result.

    Args:
        game: The game, or the name of one, to play with its default options.
        agents: [P] one a seat, by name or as policies; see `make_agent`.
        games: How many games at least, up to MOST_GAMES; rounded up to whole deals.
        seed: A whole number >= 0, or None for entropy.

    Raises:
        ValueError: For an unknown game or agent, a wrong number of agents or games, a wrong seed,
            or an agent that answers with an illegal action: one line.
    """
    game = resolve(game, {})
    n = game.num_players()
    if isinstance(agents, str) or not isinstance(agents, Sequence):
        raise ValueError(f"agents must be a list of {n}, one a seat, not {brief(agents)}")
    if len(agents) != n:
        raise ValueError(f"{game.name} with {n} players needs {n} agents, not {len(agents)}")
    players = [make_agent(agent, game) for agent in agents]
    deals = -(-positive("games", games, MOST_GAMES) // n)
    seed = check_seed(seed)
    if seed is None:
        seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
    rngs = [np.random.default_rng(part) for part in np.random.SeedSequence(seed).spawn(n)]
    step = max(LANES // n, 1)
    parts = [
        _play(game, players, rngs, seed, first, min(step, deals - first))
        for first in range(0, deals, step)
    ]
    shares, points, cut = (np.concatenate([part[k] for part in parts]) for k in range(3))
    standings = tuple(
        Standing(name_of(player), estimate(shares[:, :, j]), estimate(points[:, :, j]))
        for j, player in enumerate(players)
    )
    return Match(game, deals * n, int(cut.sum()), standings, shares, points)


def _play(
    game: Game,
    agents: Sequence[Agent],
    rngs: Sequence[np.random.Generator],
    seed: int,
    first: int,
    deals: int,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """Play some deals; return win shares and points [deals, P, P] and what was cut [deals, P]."""
    n, lanes, kernels = game.num_players(), deals * game.num_players(), game.kernels
    who = (np.arange(n) - np.arange(lanes)[:, None]) % n  # [lanes, P] the agent at each seat
    kinds = np.array([kind_of(agent) for agent in agents], np.int8)
    states, views = np.zeros(lanes, game.info.STATE), np.zeros(1, game.info.STATE)
    chance = np.repeat(streams(seed, deals, first), n)
    others = streams(seed, lanes, PLAYERS_LANE + first * n)
    masks = np.zeros((lanes, game.num_distinct_actions()), np.int8)
    seats, actions = np.full(lanes, CHANCE, np.int64), np.zeros(lanes, np.int64)
    while True:
        kernels.match_step(
            game.cfg1, states, views, chance, others, actions, kinds[who], True, masks, seats
        )
        waiting = np.flatnonzero(seats >= 0)
        if not waiting.size:
            break
        asked = who[waiting, seats[waiting]]
        for j in np.unique(asked):
            turn = waiting[asked == j]
            actions[turn] = ask(game, agents[j], states, masks, seats, turn, [rngs[j]] * lanes)
    shares, points = np.zeros((lanes, n)), np.zeros((lanes, n))
    cut = np.zeros(lanes, np.bool_)
    for i in range(lanes):
        record = states[i : i + 1]
        kernels.final_winners(game.cfg1, record, shares[i])
        kernels.points_of(game.cfg1, record, points[i])
        cut[i] = kernels.was_cut(game.cfg1, record)
    shares /= np.maximum(shares.sum(1, keepdims=True), 1)
    at = np.argsort(who, 1)  # [lanes, P] the seat of each agent
    return (
        np.take_along_axis(shares, at, 1).reshape(deals, n, n),
        np.take_along_axis(points, at, 1).reshape(deals, n, n),
        cut.reshape(deals, n),
    )
