"""How often `resample` draws which world: all of them, in the right proportions, in small versions.

All states of a small version are enumerated and grouped by what a seat sees.  A *pool* is some
views of one phase whose worlds are as likely in each, in the order of their bytes: draws from all
of them are counted together, so that a bias shows which no single view would betray.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from farmenvs.core.contract import MODES
from farmenvs.core.rng import Counter as Random
from farmenvs.core.rng import counter
from farmenvs.testing.graph import Graph
from farmenvs.testing.histories import Playable, failing, small_cases
from farmenvs.testing.worlds import has_secrets

ALMOST_NEVER = 1e-6
"""How likely all the tests of a small version together find fault with a sound one.

The seeds are fixed: a pass stays a pass.
"""

VIEWS = 20
"""Views, for each seat and mode, that are tested one by one."""

POOLS = 20
"""Pools, for each seat and mode."""

RARE = 30
"""So often should the least likely world come, within the limits below."""

DRAWS, POOL_DRAWS, MOST_DRAWS = 1000, 4000, 20_000
"""Draws from a view and from a pool at least, and at most from either."""

Views = list[bytes]


@dataclass(frozen=True)
class Odds:
    """How likely chance alone makes draws as far from what they should be, and what they were."""

    likely: float
    what: str


def check_every_world(*games: Playable, seed: int = 0) -> None:
    """Point 8: in the small versions every consistent world is drawn, as often as it should be.

    Each group of states that a seat can't tell apart must be what `resample` draws, in proportion
    to `info.world_weight`, or if there is none to how likely uniformly random play comes to each
    state: so deals of single cards and pending sealed choices are uniform.
    """
    for smalls in small_cases(games):
        for game in smalls:
            with failing("check_every_world", game):
                _enough(Graph(game), np.random.default_rng(seed))
        if smalls and has_secrets(smalls[0]) and max(smalls[0].info.players) > 2:
            with failing("check_every_world", smalls[0]):
                most = max(game.num_players() for game in smalls)
                assert most > 2, "no small version with three players (`small_crowd`) is declared"


def _enough(graph: Graph, rng: np.random.Generator) -> None:
    """Draw from views and pools of each seat, and judge the proportions of all together."""
    game, odds, most = graph.game, list[Odds](), 1
    for p in range(game.num_players()):
        for mode in MODES:
            groups = _groups(graph, p, mode)
            most = max(most, *map(len, groups.values()))
            odds += _Seat(graph, groups, p, mode, counter(rng)).odds(rng)
    assert most > 1 or not has_secrets(game), "no view of the small version hides anything"
    worst = min(odds, key=lambda each: each.likely, default=None)
    if worst is not None:
        assert worst.likely * len(odds) >= ALMOST_NEVER, worst.what


def _groups(graph: Graph, p: int, mode: str) -> dict[bytes, list[bytes]]:
    """Return all states, in the order of their bytes, by what seat `p` sees of them."""
    groups: dict[bytes, list[bytes]] = {}
    for state in sorted(graph.reach):
        groups.setdefault(graph.conceal(state, p, mode), []).append(state)
    return groups


class ImpossibleError(Exception):
    """A world that can't be was drawn where that is allowed."""


class _Seat:
    """What one seat imagines in one mode."""

    def __init__(
        self, graph: Graph, groups: dict[bytes, list[bytes]], p: int, mode: str, r: Random
    ):
        self.graph, self.groups, self.p, self.mode, self.r = graph, groups, p, mode, r
        self.who = f"seat {p} in {mode} mode"
        self.shares: dict[bytes, npt.NDArray[np.float64]] = {}
        for view, members in groups.items():
            weights = np.array([graph.weight(member) for member in members])
            self.shares[view] = weights / weights.sum()

    def odds(self, rng: np.random.Generator) -> list[Odds]:
        """Return the odds of the draws from some views of every size, and from pools."""
        single = [[view] for view in self._views()]
        found = []
        for views in [*single, *self._pools(rng)]:
            try:
                found += self._draw(views, DRAWS if len(views) == 1 else POOL_DRAWS)
            except ImpossibleError:
                # The table forgets how things came about, so what fits it may never come about,
                # and the members are not all of it.
                continue
        return found

    def _views(self) -> Views:
        """Return some views, the largest groups first."""
        sizes: dict[int, Views] = {}
        for view, members in self.groups.items():
            sizes.setdefault(len(members), []).append(view)
        rows = [sizes[size] for size in sorted(sizes, reverse=True)]
        return [row[k] for k in range(VIEWS) for row in rows if k < len(row)][:VIEWS]

    def _pools(self, rng: np.random.Generator) -> list[Views]:
        """Return the largest pools, shuffled: a pool may hold more views than draws."""
        pools: dict[tuple[object, ...], Views] = {}
        for view, shares in self.shares.items():
            if len(shares) > 1:
                phase = int(self.graph.array(view)["phase"][0])
                pools.setdefault((phase, *np.round(shares, 9)), []).append(view)
        largest = sorted(pools.values(), key=len, reverse=True)[:POOLS]
        return [[pool[k] for k in rng.permutation(len(pool))] for pool in largest if len(pool) > 1]

    def _draw(self, views: Views, least: int) -> list[Odds]:
        """Draw worlds behind views in turn; they must be members, in proportion to their shares.

        Returns:
            How likely the counts are; nothing where there is one world only.
        """
        shares = self.shares[views[0]]
        draws = min(max(int(RARE / shares.min()), least), MOST_DRAWS)
        counts = np.zeros(len(shares), np.int64)
        for k, view in enumerate(views[:draws]):
            members = self.groups[view]
            times = len(range(k, draws, len(views)))
            drawn = Counter(self.graph.resample(view, self.p, self.r) for _ in range(times))
            if strange := set(drawn) - set(members):
                assert self.mode == "table", (
                    f"{self.who} imagines a world that can't be: {self.graph.show(min(strange))}"
                )
                raise ImpossibleError
            counts += [drawn[member] for member in members]
        often = shares * draws >= RARE / 2
        for missing in np.flatnonzero(often & (counts == 0)):
            members = self.groups[views[0]]
            raise AssertionError(
                f"{self.who} never imagines a possible world: {self.graph.show(members[missing])}"
            )
        return self._judged(views, shares, counts, often)

    def _judged(
        self,
        views: Views,
        shares: npt.NDArray[np.float64],
        counts: npt.NDArray[np.int64],
        often: npt.NDArray[np.bool_],
    ) -> list[Odds]:
        """Return how likely the counts are, the rare worlds together so that the test holds."""
        try:
            from scipy.stats import chisquare
        except ImportError:
            missing = "check_every_world needs SciPy: pip install 'farmenvs[dev]'"
            raise ImportError(missing) from None
        seen = np.append(counts[often], counts[~often].sum())
        due = np.append(shares[often], shares[~often].sum())
        seen, due = seen[due > 0], due[due > 0]
        if len(seen) == 1:
            return []
        draws = counts.sum()
        like = f"look like {self.graph.show(views[0])}"
        like += f", or like one of {len(views) - 1} other views," if len(views) > 1 else ""
        what = (
            f"{self.who} imagines {len(shares)} worlds that {like} in proportions "
            f"{np.round(seen / draws, 3)}, not {np.round(due, 3)}"
        )
        return [Odds(float(chisquare(seen, due * draws).pvalue), what)]
