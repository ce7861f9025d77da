"""What a seat can't know must not show: paired worlds, and how `resample` fills a view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from farmenvs.core.contract import MODES
from farmenvs.core.game import Game, GameInfo
from farmenvs.core.rng import counter
from farmenvs.core.state import State
from farmenvs.core.view import View
from farmenvs.core.visibility import AT_ONCE, declared_rows
from farmenvs.testing.histories import (
    EVENTS,
    History,
    Playable,
    dice,
    expand,
    failing,
    given_whole,
    longest_history,
    phase_of,
    random_event,
    record,
    sweep,
    unpacked,
    walk,
)
from farmenvs.testing.lockstep import forced

RARE = 10
"""Times that more games are played if no world has differed: where little is hidden, or seldom."""

# -------------------------------------------------------------------------------- 6: paired worlds


def check_paired_worlds(*games: Playable, plays: int = 2, seed: int = 0) -> None:
    """Point 6: two worlds that a seat can't tell apart show it the same, in every phase.

    Of games whose options are chosen not every phase is demanded, but of a name or declaration.
    """
    played = expand(games)
    phases: dict[GameInfo, set[str]] = {game.info: set() for game in played}
    other = 0

    def alike(game: Game, history: History) -> None:
        nonlocal other
        for state in walk(game, history):
            if state.current_player() >= 0:
                phases[game.info].add(phase_of(state))
            for p in range(game.num_players()):
                for mode in MODES:
                    world = state.view(p, mode).resample(dice(state, p))
                    if record(world).tobytes() != record(state).tobytes():
                        other += 1
                        _same_face(state, world, p, mode)

    for game in played:
        sweep("check_paired_worlds", game, alike, plays, seed)
    for more in range(1, RARE):  # with other seeds: a game is an event or more
        for game in filter(has_secrets, played):
            if not other:
                sweep("check_paired_worlds", game, alike, plays, seed + more * EVENTS)
    for info in given_whole(games):
        with failing("check_paired_worlds", info.load()):
            missed = [name for name in info.phases if name not in phases[info]]
            assert not missed, f"never reached the phase {missed[0]!r} with any options"
    for game in played:
        with failing("check_paired_worlds", game):
            assert other or not has_secrets(game), "no world ever differed from the truth"


def has_secrets(game: Game, *modes: str) -> bool:
    """Return whether the visibility table of some modes has a row that is not seen at once."""
    tables = [declared_rows(game.info.visibility, mode) for mode in modes or MODES]
    return any(when != {AT_ONCE} for table in tables for when in table.values())


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
        "the list of scores": state.scores(),
        "the returns": state.returns(),
        "truncation": state.is_truncated(),
    }
    # whoever watches, or forgets, knows no more
    onlooker = state.view(state.game.num_players(), mode)
    found["the onlooker's view"] = onlooker.tobytes()
    found["the onlooker's text"] = str(onlooker)
    if p == state.current_player():
        found["an error"] = list(_errors(state))
    if mode == "recall":
        found["the table"] = state.view(p, "table").tobytes()
        found["its own text"] = state.observation_string(p)
    return found


def _errors(state: State) -> Iterator[str]:
    """Yield what the seat to move reads if it tries what is no action, or illegal."""
    for action in wrong_actions(state):
        try:
            state.clone().apply_action(action)
        except ValueError as error:
            yield str(error)


def wrong_actions(state: State) -> Iterator[Any]:
    """Yield what is no action of the seat to move, and the first that is illegal, if one is."""
    count = state.game.num_distinct_actions()
    yield from (None, -1, count)
    yield from np.setdiff1d(np.arange(count), state.legal_actions())[:1].tolist()


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
                seed = int(rng.integers(2**32))
                world = view.resample(seed)
                drawn = _drawn(view, seed)
                assert record(world).tobytes() == drawn, "View.resample() is not what is drawn"
                again = world.view(p, mode)
                assert again.tobytes() == view.tobytes(), (
                    f"a world imagined by seat {p} in {mode} mode looks different to it: "
                    f"{_differences(view.tobytes(), again.tobytes(), game)}"
                )
        if rng.integers(8):
            continue  # what follows takes time in the length of the history
        p = int(rng.integers(game.num_players()))
        _blind(state, state.view(p).resample(rng), p)
        seed = int(rng.integers(2**32))
        world = state.resample_from_infostate(p, seed)
        own = state.information_state_string(p), world.information_state_string(p)
        assert own[0] == own[1], f"a resampled state loses the information state of seat {p}"
        drawn = _drawn(state.view(p), seed)
        assert record(world).tobytes() == drawn, (
            f"resample_from_infostate({p}, {seed}) is not what is drawn with this seed"
        )
        pairs = list(zip(world.history(), history, strict=False))
        assert len(world.history()) == len(state.history()), "a resampled state loses events"
        assert all(told in (None, event) for told, event in pairs), "a resampled history is wrong"
        _playable(world, rng)


def _drawn(view: View, seed: int) -> bytes:
    """Return the world that the verb draws behind a view."""
    copied = unpacked(view.game, view.tobytes())
    view.game.kernels.refill(view.game.cfg1, copied, view.player, counter(seed))
    return copied.tobytes()


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
