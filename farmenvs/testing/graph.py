"""All states of a small game, enumerated: what exhaustive checks stand on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from farmenvs.core.contract import CHANCE, MODES, TERMINAL
from farmenvs.core.driver import ILLEGAL
from farmenvs.core.game import Game
from farmenvs.core.rng import RngLike, counter
from farmenvs.core.state import State
from farmenvs.testing.histories import Playable, failing, record, small_cases, unpacked

MOST_STATES = 200_000
"""A small version with more states than this is not small."""


@dataclass(frozen=True)
class Counts:
    """Exact figures of a game tree, in which every history counts.

    Attributes:
        decisions: Histories that lead to a decision.
        chances: Histories that lead to a chance node.
        endings: Finished games.
        most_decisions: Decisions of the longest game.
        most_chances: Chance nodes of the game that has most.
        returns: Mean outcome of each seat under uniformly random play.
        points: Mean score of each seat at the end, likewise.
    """

    decisions: int
    chances: int
    endings: int
    most_decisions: int
    most_chances: int
    returns: tuple[Fraction, ...]
    points: tuple[Fraction, ...]


@dataclass
class Visits:
    """How a state is come to after a number of events: histories, probability, longest paths."""

    ways: int
    likely: Fraction
    decisions: int
    chances: int

    def add(self, other: Visits) -> None:
        """Count another way to come to the same state."""
        self.ways += other.ways
        self.likely += other.likely
        self.decisions = max(self.decisions, other.decisions)
        self.chances = max(self.chances, other.chances)


class Graph:
    """All states of a game, and how likely uniformly random play comes to each.

    Histories that lead to the same state are one here, so it is small where the tree is not.

    Attributes:
        game: The game.
        reach: Probability of each state, by the bytes of its record.
        counts: The figures of the tree.
    """

    def __init__(self, game: Game):
        """Enumerate the states, event by event.

        Raises:
            AssertionError: If they are too many, or a game is longer than declared.
        """
        self.game = game
        self.reach: dict[bytes, Fraction] = {}
        self._weights: dict[bytes, float] = {}
        decisions = chances = endings = most_decisions = most_chances = 0
        returns = points = (Fraction(0),) * game.num_players()
        opening = np.zeros(1, game.info.STATE)
        game.kernels.open_state(game.cfg1, opening)
        layer = {opening.tobytes(): Visits(1, Fraction(1), 0, 0)}
        while layer:
            following: dict[bytes, Visits] = {}
            for state, visits in layer.items():
                self.reach[state] = self.reach.get(state, Fraction(0)) + visits.likely
                p = self._actor(state)
                if p == TERMINAL:
                    endings += visits.ways
                    returns = _plus(returns, visits.likely, self._returns(state))
                    points = _plus(points, visits.likely, self._points(state))
                    continue
                decisions += visits.ways * (p != CHANCE)
                chances += visits.ways * (p == CHANCE)
                most = visits.decisions + (p != CHANCE), visits.chances + (p == CHANCE)
                most_decisions = max(most_decisions, most[0])
                most_chances = max(most_chances, most[1])
                assert most[0] <= game.max_game_length(), "more decisions than declared"
                assert most[1] <= game.max_chance_nodes_in_history(), "more chance than declared"
                for after, share in self._moves(state, p):
                    reached = Visits(visits.ways, visits.likely * share, *most)
                    following.setdefault(after, Visits(0, Fraction(0), 0, 0)).add(reached)
            assert len(self.reach) <= MOST_STATES, f"there are over {MOST_STATES} states"
            layer = following
        self.counts = Counts(
            decisions, chances, endings, most_decisions, most_chances, returns, points
        )

    def _actor(self, state: bytes) -> int:
        return int(self.game.kernels.who(self.game.cfg1, self.array(state)))

    def _moves(self, state: bytes, p: int) -> Iterator[tuple[bytes, Fraction]]:
        """Yield each state after `state`, where `p` is to move, with its share of random play."""
        game, here = self.game, self.array(state)
        scratch = np.zeros(game.num_distinct_actions(), np.int8)
        if p == CHANCE:
            weights = np.zeros(game.max_chance_outcomes(), np.int64)
            total = int(game.kernels.weights(game.cfg1, here, weights))
        else:
            weights = np.zeros(game.num_distinct_actions(), np.int8)
            game.kernels.legal_mask(game.cfg1, here, weights)
            total = int(weights.sum())
        for event in np.flatnonzero(weights):
            after = here.copy()
            next_actor = game.kernels.act(game.cfg1, after, int(event), scratch)
            assert next_actor != ILLEGAL, f"event {event} is possible, but refused"
            yield after.tobytes(), Fraction(int(weights[event]), total)

    def _returns(self, state: bytes) -> list[Fraction]:
        won = np.zeros(self.game.num_players())
        self.game.kernels.final_winners(self.game.cfg1, self.array(state), won)
        return exact_returns([bool(x) for x in won])

    def _points(self, state: bytes) -> list[Fraction]:
        out = np.zeros(self.game.num_players())
        self.game.kernels.points_of(self.game.cfg1, self.array(state), out)
        return [Fraction(x) for x in out]

    def array(self, state: bytes) -> npt.NDArray[np.void]:
        """Return a writable copy of a state, [1] STATE."""
        return unpacked(self.game, state)

    def weight(self, state: bytes) -> float:
        """Return how likely `resample` must draw a state, relative to those that look like it."""
        declared = self.game.info.world_weight
        if declared is None:
            return float(self.reach[state])
        if state not in self._weights:  # it takes time, and every seat asks
            self._weights[state] = float(declared(self.game.cfg, self.array(state)[0]))
        return self._weights[state]

    def conceal(self, state: bytes, p: int, mode: str) -> bytes:
        """Return what seat `p` sees of a state."""
        copy = self.array(state)
        self.game.kernels.hide(self.game.cfg1, copy, p, MODES.index(mode))
        return copy.tobytes()

    def resample(self, view: bytes, p: int, rng: RngLike) -> bytes:
        """Return a world that seat `p` imagines behind what it sees."""
        copy = self.array(view)
        self.game.kernels.refill(self.game.cfg1, copy, p, counter(rng))
        return copy.tobytes()

    def show(self, state: bytes) -> str:
        """Return a state or a view in words."""
        seat = self.game.num_players()
        text = self.game.info.text.view_text(self.game.cfg, self.array(state)[0], seat)
        return " / ".join(str(text).splitlines())


def exact_returns(won: list[bool]) -> list[Fraction]:
    """Return the outcome of each seat, exactly, from who won."""
    n, winners = len(won), sum(won)
    shares = [Fraction(x, winners) if winners else Fraction(0) for x in won]
    return [(n * share - 1) / (n - 1) for share in shares]


def _plus(
    total: tuple[Fraction, ...], likely: Fraction, values: list[Fraction]
) -> tuple[Fraction, ...]:
    return tuple(old + likely * new for old, new in zip(total, values, strict=True))


# -------------------------------------------------------------------------------- 15: exact counts


def check_tree(*games: Playable) -> None:
    """Point 15: the trees of the small versions, counted forwards here and backwards by `State`."""
    for game in (small for smalls in small_cases(games) for small in smalls):
        with failing("check_tree", game):
            forwards, backwards = Graph(game).counts, count_backwards(game.new_initial_state(), {})
            assert forwards == backwards, f"counted as {forwards}, but by State as {backwards}"


def count_backwards(state: State, known: dict[bytes, Counts]) -> Counts:
    """Return the figures of the tree below a state, from those of its children.

    Args:
        state: Where the tree begins.
        known: Figures by the bytes of records, filled on the way.
    """
    key = record(state).tobytes()
    if key not in known:
        known[key] = _count(state, known)
    return known[key]


def _count(state: State, known: dict[bytes, Counts]) -> Counts:
    n = state.game.num_players()
    if state.is_terminal():
        winners = state.winners()
        points = tuple(Fraction(x) for x in state.scores())
        return Counts(0, 0, 1, 0, 0, tuple(exact_returns([p in winners for p in range(n)])), points)
    legal = state.legal_actions()
    if state.is_chance_node():
        weights, total = state.chance_weights()
        shares = [Fraction(int(weights[o]), total) for o in legal]
    else:
        shares = [Fraction(1, len(legal))] * len(legal)
    below = [count_backwards(state.child(event), known) for event in legal]
    chance = state.is_chance_node()
    returns = points = (Fraction(0),) * n
    for share, each in zip(shares, below, strict=True):
        returns = _plus(returns, share, list(each.returns))
        points = _plus(points, share, list(each.points))
    return Counts(
        sum(each.decisions for each in below) + (not chance),
        sum(each.chances for each in below) + chance,
        sum(each.endings for each in below),
        max(each.most_decisions for each in below) + (not chance),
        max(each.most_chances for each in below) + chance,
        returns,
        points,
    )
