"""The players that come with a game: its advice, and the playouts that the kernels make."""

from __future__ import annotations

import numpy as np

from farmenvs.core.game import Game
from farmenvs.core.rng import Counter, below, stream
from farmenvs.core.state import PLAYERS, State
from farmenvs.testing.histories import (
    History,
    Playable,
    dice,
    expand,
    failing,
    given_whole,
    replay,
    sweep,
    unpacked,
    walk,
)


def check_players(*games: Playable, plays: int = 2, seed: int = 0) -> None:
    """Point 1: advice is the verb's and not always the same; playouts are what a counter plays.

    That advice varies is demanded of declarations given whole, by name or as a `GameInfo`.
    """
    played, whole = expand(games), given_whole(games)
    for info in dict.fromkeys(game.info for game in played):
        mine = [game for game in played if game.info is info]
        advised: dict[str, set[int]] = {"possible": set(), "given": set()}

        def holds(game: Game, history: History, advised: dict[str, set[int]] = advised) -> None:
            for state in walk(game, history):
                if len(legal := _choices(state)) > 1:
                    advised["possible"].update(legal)
                    advised["given"].add(_advice(state))
            _playouts(game, history)

        for game in mine:
            sweep("check_players", game, holds, plays, seed)
        with failing("check_players", mine[0]):
            varies = len(advised["possible"]) < 2 or len(advised["given"]) > 1
            assert varies or info not in whole, (
                f"the advice is always {advised['given']}, wherever there is a choice"
            )


def _choices(state: State) -> list[int]:
    return state.legal_actions() if state.current_player() >= 0 else []


def _advice(state: State) -> int:
    """Return what a view advises, which is what the verb says."""
    seed = int(dice(state).integers(2**32))
    due, a = _by_the_verb(state, stream(seed)), state.view().advice(seed)
    assert a == due, f"View.advice() is {a}, but the verb advises {due}"
    return a


def _by_the_verb(state: State, r: Counter) -> int:
    game, p = state.game, state.current_player()
    view, mask = unpacked(game, state.view(p).tobytes()), state.legal_actions_mask()
    return int(game.kernels.advice(game.cfg1, view, p, mask, r))


def _playouts(game: Game, history: History) -> None:
    """From the opening, the middle and the end, a playout gives what its counter plays."""
    for plies in {0, len(history) // 2, len(history)}:
        state = replay(game, history[:plies])
        for player in PLAYERS:
            seed = int(dice(state).integers(2**32))
            due = _played(state.clone(), player, stream(seed))
            got = state.playout(seed, player)
            assert got == due, f"playout({seed}, {player!r}) is {got}, but its counter plays {due}"


def _played(state: State, player: str, r: Counter) -> list[float]:
    """Return the returns of a game played out as `players.playout` does, by `State` alone."""
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(r))
        elif player == "rules":
            state.apply_action(_by_the_verb(state, r))
        else:
            legal = state.legal_actions()
            with np.errstate(over="ignore"):
                state.apply_action(legal[int(below(r, len(legal)))])
    return state.returns()
