"""What a seat has seen and done decides all that it holds: its information state, its worlds.

As in `testing.visibility`, one event of a random game is replaced by another, and the rest is
played as it was.  A seat whose own actions and views were the same in both games can't tell them
apart, so nothing that it is given may differ: not the key of its information state, nor a word of a
resampled state's history, nor a byte of that state written down.  (What makes the true states alike
again is no secret, as there, and the history may tell it.)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from farmenvs.core.contract import MODES
from farmenvs.core.game import Game
from farmenvs.core.state import State
from farmenvs.core.visibility import shown_by
from farmenvs.testing.histories import (
    History,
    Playable,
    dice,
    expand,
    failing,
    random_histories,
    record,
    replay,
    sweep,
    walk,
)

REPLACED = 12
"""Events of a history that are replaced."""

FOLLOWED = 64
"""Events played after one that was replaced; the seats are asked after 0, 1, 2, 4, 8 … of them."""

ASKED = 12
"""Positions of a history at which all information states are compared."""


def check_information(*games: Playable, plays: int = 2, seed: int = 0) -> None:
    """Point 7: equal information states are equal pasts, and what a seat imagines tells no more."""
    for game in expand(games):
        sweep("check_information", game, _keys_are_pasts, plays, seed)
        sweep("check_information", game, _alike_to_the_blind, plays, seed)


def check_memory(*games: Playable, plays: int = 2, events: int = 1000, seed: int = 0) -> None:
    """Point 9: what is observed by a perfect memory tells apart all that the table tells apart."""
    for game in expand(games):
        seen: dict[tuple[int, bytes], tuple[bytes, History]] = {}
        for history in random_histories("check_memory", game, plays, events, seed):
            with failing("check_memory", game, f"replay(game, {history})"):
                _nothing_is_forgotten(game, history, seen)


def _nothing_is_forgotten(
    game: Game, history: History, seen: dict[tuple[int, bytes], tuple[bytes, History]]
) -> None:
    for ply, state in enumerate(walk(game, history)):
        for p in range(game.num_players()):
            recall, table = (state.observation_tensor(p, mode).tobytes() for mode in MODES)
            before, past = seen.setdefault((p, recall), (table, history[:ply]))
            assert table == before, (
                f"seat {p} observes the same in recall mode after {history[:ply]} as after {past},"
                " but not in table mode"
            )


class Pasts:
    """What each seat has seen and done so far, as hashes: the plainest perfect memory.

    And `told`: the words in which events have shown something to everybody.
    """

    def __init__(self, state: State):
        self.views = [state.view(p).tobytes() for p in range(state.game.num_players())]
        self.hashes = [hashlib.sha256(view) for view in self.views]
        self.told: list[str] = []

    def copy(self) -> Pasts:
        """Return the same pasts, to go on differently."""
        new = object.__new__(Pasts)
        new.views, new.hashes = self.views.copy(), [each.copy() for each in self.hashes]
        new.told = self.told.copy()
        return new

    def play(self, state: State, event: int) -> None:
        """Play an event, and remember whose it was and what everybody sees now."""
        before, actor = state.clone(), state.current_player()
        state.apply_action(event)
        self.told += shown_by(before, event, state)
        for p, seen in enumerate(self.views):
            now = self.views[p] = state.view(p).tobytes()
            if p == actor or now != seen:
                self.hashes[p].update(b"act %d" % event if p == actor else b"see")
                self.hashes[p].update(now)

    def of(self, p: int) -> bytes:
        """Return the past of seat `p`."""
        return self.hashes[p].digest()


def _keys_are_pasts(game: Game, history: History) -> None:
    """Along one game, the information state changes when its seat sees or does something, only."""
    state = game.new_initial_state()
    pasts, keys = Pasts(state), dict[tuple[int, bytes], str]()
    for ply in range(len(history) + 1):
        if (len(history) - ply) % max(len(history) // ASKED, 1) == 0:
            for p in range(game.num_players()):
                now = state.information_state_string(p)
                assert keys.setdefault((p, pasts.of(p)), now) == now, (
                    f"the information state of seat {p} changes, but it has seen and done nothing"
                )
        if ply < len(history):
            pasts.play(state, history[ply])
    assert len(set(keys.values())) == len(keys), (
        "seats or positions with different pasts have the same information state"
    )


def _alike_to_the_blind(game: Game, history: History) -> None:
    plies = dice(replay(game, history)).permutation(len(history))[:REPLACED]
    for ply in sorted(plies.tolist()):
        for pair, pasts, changed in _twins(game, history, ply):
            for p in range(game.num_players()):
                same = pasts[0].of(p) == pasts[1].of(p)
                keys = [state.information_state_string(p) for state in pair]
                assert same == (keys[0] == keys[1]), (
                    f"if event {ply} had been {changed}, seat {p} would have "
                    f"{'seen and done the same' if same else 'noticed'}, but its information "
                    f"states are {'not ' if same else ''}equal"
                )
                assert not same or pasts[0].told == pasts[1].told, (
                    f"what events show in words tells seat {p} a secret: if event {ply} had been"
                    f" {changed}, it would be {pasts[1].told}, not {pasts[0].told}"
                )
                if same and record(pair[0]).tobytes() != record(pair[1]).tobytes():
                    _imagined_alike(pair, p, f"if event {ply} had been {changed}")


def _imagined_alike(pair: tuple[State, State], p: int, what_if: str) -> None:
    one, two = (state.resample_from_infostate(p, 7) for state in pair)
    for what, a, b in (
        ("the record", record(one).tobytes(), record(two).tobytes()),
        ("history()", one.history(), two.history()),
        ("serialize()", one.serialize(), two.serialize()),
    ):
        assert a == b, f"{what} of a resampled state tells seat {p} a secret: it differs {what_if}"


def _twins(
    game: Game, history: History, ply: int
) -> Iterator[tuple[tuple[State, State], tuple[Pasts, Pasts], str]]:
    """Yield a game as it was and with another event `ply`, the pasts of its seats, and which event.

    As long as the rest can be played in both, and after 0, 1, 2, 4 … events of it.
    """
    state = game.new_initial_state()
    seen = Pasts(state)
    for event in history[:ply]:
        seen.play(state, event)
    others = [event for event in state.legal_actions() if event != history[ply]]
    if not others:
        return
    other = others[int(dice(state, 1).integers(len(others)))]
    pair, pasts = (state, state.clone()), (seen, seen.copy())
    changed = f"{other} ({state.action_to_string(other)})"
    rest = history[ply + 1 : ply + 1 + FOLLOWED]
    for k, events in enumerate([(history[ply], other), *zip(rest, rest, strict=True)]):
        actors = [each.current_player() for each in pair]
        if actors[0] != actors[1] or events[1] not in pair[1].legal_actions():
            return
        for each, past, event in zip(pair, pasts, events, strict=True):
            past.play(each, event)
        if not k & (k - 1):
            yield pair, pasts, changed
