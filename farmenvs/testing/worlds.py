"""What a seat can't know must not show: paired worlds, and how `resample` fills a view."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from farmenvs.core.contract import MODES
from farmenvs.core.game import Game
from farmenvs.core.rng import counter
from farmenvs.core.state import State
from farmenvs.testing.graph import Graph
from farmenvs.testing.histories import (
    History,
    Playable,
    dice,
    expand,
    failing,
    longest_history,
    phase_of,
    random_event,
    record,
    small_case,
    sweep,
    walk,
)
from farmenvs.testing.lockstep import forced

ALMOST_NEVER = 1e-6
"""A deviation less likely than this is a fault (the seeds are fixed: a pass stays a pass)."""

VIEWS = 40
"""Views of the small version, for each seat and mode, whose worlds are drawn."""

DRAWS, MOST_DRAWS = 30, 20_000
"""Draws from a view: so many times the least likely world should come, and the most in all."""


# -------------------------------------------------------------------------------- 6: paired worlds


def check_paired_worlds(*games: Playable, plays: int = 2, seed: int = 0) -> None:
    """Point 6: two worlds that a seat can't tell apart show it the same, in every phase."""
    played = expand(games)
    phases: set[str] = set()
    other = 0

    def alike(game: Game, history: History) -> None:
        nonlocal other
        for state in walk(game, history):
            if state.current_player() >= 0:
                phases.add(phase_of(state))
            for p in range(game.num_players()):
                for mode in MODES:
                    world = state.view(p, mode).resample(dice(state, p))
                    if record(world).tobytes() != record(state).tobytes():
                        other += 1
                        _same_face(state, world, p, mode)

    for game in played:
        sweep("check_paired_worlds", game, alike, plays, seed)
    for game in played:
        with failing("check_paired_worlds", game):
            missed = [name for name in game.info.phases if name not in phases]
            assert not missed, f"never reached the phase {missed[0]!r}: play more, or other options"
            assert other or not has_secrets(game), "no world ever differed from the truth"


def has_secrets(game: Game) -> bool:
    """Return whether the visibility table has a row that is not seen by all at once."""
    return any(when != {"at once"} for when in game.info.visibility.values())


def _same_face(state: State, world: State, p: int, mode: str) -> None:
    other = faces(world, p, mode)
    for what, value in faces(state, p, mode).items():
        assert other[what] == value, (
            f"{what} tells seat {p} in {mode} mode what is hidden: {other[what]!r} in a world that "
            f"should look the same as {value!r}"
        )


def faces(state: State, p: int, mode: str) -> dict[str, Any]:
    """Return all that a position shows a seat in a mode, by name."""
    view = state.view(p, mode)
    found = {
        "the view": view.tobytes(),
        "the observation": view.observation().tolist(),
        "the mask": view.legal_actions_mask().tolist(),
        "the text": str(view),
        "the repr": repr(view),
        "the actor": state.current_player(),
        "a skipped decision": forced(state),
        "its score": state.scores()[p],
        "the returns": state.returns(),
        "truncation": state.is_truncated(),
    }
    # whoever watches, or forgets, knows no more
    onlooker = state.view(state.game.num_players(), mode)
    found["the onlooker's view"] = onlooker.tobytes()
    found["the onlooker's text"] = str(onlooker)
    if mode == "recall":
        found["the table"] = state.view(p, "table").tobytes()
        found["its own text"] = state.observation_string(p)
    return found


# -------------------------------------------------------------------------------- 8: resampling


def check_resampling(*games: Playable, plays: int = 2, seed: int = 0) -> None:
    """Point 8: resampled worlds look the same, are blind to the truth, and can be played on."""
    for game in expand(games):
        sweep("check_resampling", game, _worlds_fit, plays, seed)


def _worlds_fit(game: Game, history: History) -> None:
    for state in walk(game, history):
        rng = dice(state)
        for p in range(game.num_players()):
            for mode in MODES:
                view = state.view(p, mode)
                world = view.resample(rng)
                again = world.view(p, mode)
                assert again.tobytes() == view.tobytes(), (
                    f"a world imagined by seat {p} in {mode} mode looks different to it: "
                    f"{_differences(view.tobytes(), again.tobytes(), game)}"
                )
        if rng.integers(8):
            continue  # what follows takes time in the length of the history
        p = int(rng.integers(game.num_players()))
        _blind(state, state.view(p).resample(rng), p)
        world = state.resample_from_infostate(p, rng)
        own = state.information_state_string(p), world.information_state_string(p)
        assert own[0] == own[1], f"a resampled state loses the information state of seat {p}"
        _playable(world, rng)


def _blind(state: State, world: State, p: int) -> None:
    """With the same random numbers, two worlds that look the same give the same third one."""
    drawn = [record(each.resample_from_infostate(p, 7)).tobytes() for each in (state, world)]
    assert drawn[0] == drawn[1], (
        f"resample_from_infostate({p}) is not blind to the truth: "
        f"{_differences(drawn[0], drawn[1], state.game)}"
    )


def _playable(world: State, rng: np.random.Generator) -> None:
    for _ in range(longest_history(world.game) + 1):
        if world.is_terminal():
            return
        world.apply_action(random_event(world, rng))
    raise AssertionError("a game played on from a resampled state does not end")


def _differences(one: bytes, two: bytes, game: Game) -> str:
    a, b = (np.frombuffer(each, game.info.STATE)[0] for each in (one, two))
    names = [name for name in game.info.STATE.names or () if a[name].tobytes() != b[name].tobytes()]
    return ", ".join(f"{name} {a[name]} and {b[name]}" for name in names)


def check_every_world(*games: Playable, seed: int = 0) -> None:
    """Point 8: in the small version every consistent world is drawn, as often as the contract says.

    All states of `info.small` are enumerated and grouped by what each seat sees.  Each group must
    be what `resample` draws, in proportion to `info.world_weight`, or if there is none to how
    likely uniformly random play comes to each state: so deals of single cards and pending sealed
    choices are uniform.
    """
    smalls = {game.info: small for game in expand(games) if (small := small_case(game)) is not None}
    for game in smalls.values():
        with failing("check_every_world", game):
            graph = Graph(game)
            most = 1
            for p in range(game.num_players()):
                for mode in MODES:
                    groups = _groups(graph, p, mode)
                    most = max(most, *map(len, groups.values()))
                    _draw_worlds(graph, groups, p, mode, np.random.default_rng([seed, p]))
            assert most > 1 or not has_secrets(game), "no view of the small version hides anything"


def _groups(graph: Graph, p: int, mode: str) -> dict[bytes, list[bytes]]:
    """Return all states by what seat `p` sees of them."""
    groups: dict[bytes, list[bytes]] = {}
    for state in graph.reach:
        groups.setdefault(graph.conceal(state, p, mode), []).append(state)
    return groups


def _draw_worlds(
    graph: Graph, groups: dict[bytes, list[bytes]], p: int, mode: str, rng: np.random.Generator
) -> None:
    sizes: dict[int, list[bytes]] = {}
    for view, members in groups.items():
        sizes.setdefault(len(members), []).append(view)
    # some views of every size, the largest first
    rows = [sizes[size] for size in sorted(sizes, reverse=True)]
    turns = [row[k] for k in range(VIEWS) for row in rows if k < len(row)]
    for view in turns[:VIEWS]:
        _proportions(graph, view, groups[view], p, mode, rng)


def _proportions(
    graph: Graph, view: bytes, members: list[bytes], p: int, mode: str, rng: np.random.Generator
) -> None:
    """Draw worlds behind a view; they must be its members, in proportion to their weights."""
    try:
        from scipy.stats import chisquare
    except ImportError:
        missing = "check_every_world needs SciPy: pip install 'farmenvs[dev]'"
        raise ImportError(missing) from None
    weights = np.array([graph.weight(member) for member in members])
    shares = weights / weights.sum()
    draws = min(int(DRAWS / shares.min()), MOST_DRAWS)
    r = counter(rng)
    drawn = Counter(graph.resample(view, p, r) for _ in range(draws))
    who = f"seat {p} in {mode} mode"
    if strange := set(drawn) - set(members):
        assert mode == "table", f"{who} imagines a world that can't be: {graph.show(min(strange))}"
        # The table forgets how things came about, so what fits it may never come about, and the
        # members are not all of it.
        return
    counts, expected = np.array([drawn[member] for member in members]), shares * draws
    often = expected >= DRAWS / 2
    for k in np.flatnonzero(often & (counts == 0)):
        raise AssertionError(f"{who} never imagines a possible world: {graph.show(members[k])}")
    # the rare ones together, so that the test holds
    counts = np.append(counts[often], counts[~often].sum())
    expected = np.append(expected[often], expected[~often].sum())
    counts, expected = counts[expected > 0], expected[expected > 0]
    if len(counts) > 1 and chisquare(counts, expected).pvalue < ALMOST_NEVER:
        raise AssertionError(
            f"{who} imagines {len(members)} worlds that look like {graph.show(view)} in "
            f"proportions {np.round(counts / draws, 3)}, not {np.round(expected / draws, 3)}"
        )
