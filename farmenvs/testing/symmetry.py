"""No seat is favoured: where all choose at once, a game with the seats turned is the same game."""

from __future__ import annotations

from collections import deque

from farmenvs.core.contract import CHANCE, MODES
from farmenvs.core.game import Game
from farmenvs.core.state import State
from farmenvs.testing.histories import History, Playable, expand, replay, sweep


def check_symmetry(*games: Playable, plays: int = 3, seed: int = 0) -> None:
    """Point 16: whoever does what the right neighbour did, sees and gets what that one did.

    For games of sealed choices only (`GameInfo.simultaneous`): there the order of the seats within
    a round means nothing.
    """
    for game in expand(games):
        if game.info.simultaneous:
            sweep("check_symmetry", game, _turned_alike, plays, seed)


def _turned_alike(game: Game, history: History) -> None:
    """Play the seats' own choices one seat further, and compare whenever nothing is sealed."""
    state = game.new_initial_state()
    todo: dict[int, deque[int]] = {p: deque() for p in (CHANCE, *range(game.num_players()))}
    for event in history:
        todo[state.current_player()].append(event)
        state.apply_action(event)
    turned = game.new_initial_state()
    for ply in range(len(history)):
        actor = turned.current_player()
        source = actor if actor == CHANCE else (actor - 1) % game.num_players()
        if not todo.get(source):  # the history stops within a round
            return
        turned.apply_action(todo[source].popleft())
        if turned.current_player() < 0:
            _same(replay(game, history[: ply + 1]), turned)


def _same(state: State, turned: State) -> None:
    n = state.game.num_players()
    for p in range(n):
        q = (p + 1) % n
        assert state.scores()[p] == turned.scores()[q], f"seats {p} and, turned, {q}: other scores"
        assert state.returns()[p] == turned.returns()[q], f"seats {p} and {q}: other returns"
        for mode in MODES:
            one, two = state.observation_tensor(p, mode), turned.observation_tensor(q, mode)
            assert one.tolist() == two.tolist(), (
                f"seat {p}, and {q} with the seats turned, observe different things in {mode} mode"
            )
