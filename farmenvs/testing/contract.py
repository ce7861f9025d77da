"""The verbs keep the contract: shapes, bounds, masks, results, words, entries that vary."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from farmenvs.core.contract import CHANCE, MODES, TERMINAL
from farmenvs.core.driver import ILLEGAL
from farmenvs.core.game import Game
from farmenvs.core.state import State
from farmenvs.testing.histories import (
    History,
    Playable,
    dice,
    expand,
    failing,
    given_whole,
    moment,
    phase_of,
    random_event,
    random_histories,
    record,
    small_cases,
    sweep,
    walk,
)

GUARD = 8
"""Entries behind an output array that a verb must not touch."""


# -------------------------------------------------------------------------------- 1: shapes


def check_shapes(*games: Playable, plays: int = 3, seed: int = 0) -> None:
    """Point 1: the declaration is sound, `start` is total, and every verb stays in its bounds."""
    for game in expand(games):
        with failing("check_shapes", game):
            _declaration(game)
            _start_is_total(game)
        sweep("check_shapes", game, _in_bounds, plays, seed)


def _declaration(game: Game) -> None:
    """Check what `core.declaration` can't: it sees a game before its words and bounds are asked."""
    assert game.max_game_length() >= 1, "max_decisions leaves no decision"
    assert game.max_chance_nodes_in_history() >= 0, "max_chance_nodes is below zero"
    words, actions = len(game.action_words), game.num_distinct_actions()
    assert words == actions, f"action_words names {words} actions, and there are {actions}"


def _start_is_total(game: Game) -> None:
    opening = record(game.new_initial_state()).tobytes()
    size = len(opening)
    rng = np.random.default_rng(0)
    garbage = [np.zeros(size, np.uint8), np.full(size, 255, np.uint8)]
    garbage += [rng.integers(256, size=size, dtype=np.uint8) for _ in range(4)]
    for raw in garbage:
        dirty = raw.view(game.info.STATE)
        game.kernels.open_state(game.cfg1, dirty)
        for name in game.info.STATE.names or ():
            clean = np.frombuffer(opening, game.info.STATE)[name]
            assert dirty[name].tobytes() == clean.tobytes(), f"start does not overwrite {name!r}"


def _in_bounds(game: Game, history: History) -> None:
    decisions = nodes = 0
    for state in walk(game, history):
        p = state.current_player()
        assert p in (CHANCE, TERMINAL) or 0 <= p < game.num_players(), f"actor returns {p}"
        if p >= 0:
            decisions += 1
            _decision(state, p)
        elif p == CHANCE:
            nodes += 1
            _chance(state)
        most = game.max_game_length()
        assert decisions <= most, f"more than the declared {most} decisions"
        most = game.max_chance_nodes_in_history()
        assert nodes <= most, f"more than the declared {most} chance nodes"
        _points(state)
        _fresh(state)
        for q in range(game.num_players() + 1):
            for mode in MODES:
                _view(state, q, mode)


def _decision(state: State, p: int) -> None:
    phase_of(state)
    mask = state.legal_actions_mask()
    assert set(mask.tolist()) <= {0, 1}, "legal writes other values than 1"
    assert mask.any(), "no action is legal"
    for salt in range(2):
        a = state.view(p).advice(dice(state, salt))
        assert a in np.flatnonzero(mask), f"advise returns {a}, which is not legal"


def _chance(state: State) -> None:
    weights, total = state.chance_weights()
    most = state.game.info.max_weight
    assert total > 0, "no chance outcome is possible"
    assert weights.min() >= 0, "a chance weight is negative"
    assert weights.max() <= most, f"a chance weight exceeds the declared {most}"
    due = [(int(o), weights[o] / total) for o in np.flatnonzero(weights)]
    odds = state.chance_outcomes()
    assert odds == due, f"chance_outcomes() is {odds}, but the weights say {due}"


def _points(state: State) -> None:
    game, n = state.game, state.game.num_players()
    outputs = {"scores": game.kernels.points_of}
    if state.is_terminal():
        outputs["winners"] = game.kernels.final_winners
    for name, kernel in outputs.items():
        out = np.full(n + GUARD, np.nan)
        kernel(game.cfg1, record(state), out[:n])
        assert np.isfinite(out[:n]).all(), f"{name} leaves an entry unwritten or not finite"
        assert np.isnan(out[n:]).all(), f"{name} writes behind its output"
        if name == "winners":
            assert set(out[:n].tolist()) <= {0.0, 1.0}, "winners writes other values than 0 and 1"


def _view(state: State, q: int, mode: str) -> None:
    game, number = state.game, MODES.index(mode)
    once = record(state).copy()
    game.kernels.hide(game.cfg1, once, q, number)
    twice = once.copy()
    game.kernels.hide(game.cfg1, twice, q, number)
    who = f"seat {q} in {mode} mode" if q < game.num_players() else f"the onlooker in {mode} mode"
    assert once.tobytes() == twice.tobytes(), f"conceal is not idempotent for {who}"
    open_to_all = mode not in game.info.open_modes or once.tobytes() == record(state).tobytes()
    assert open_to_all, f"conceal changes a state in {mode} mode, which is declared open"
    seen = int(game.kernels.who(game.cfg1, once))
    assert seen == state.current_player(), f"{who} sees {seen} to move"
    if q < game.num_players():
        size = game.observation_spec(mode).size
        out = np.full(size + GUARD, np.nan, np.float32)
        written = game.kernels.write(game.cfg1, once, q, number, out[:size])
        assert written == size, f"encode returns {written} for {who}; the pieces have {size}"
        bad = np.flatnonzero(~((out[:size] >= 0) & (out[:size] <= 1)))
        assert not bad.size, f"encode writes {out[bad[:1]]} to {_entry(game, mode, bad)} for {who}"
        assert np.isnan(out[size:]).all(), f"encode writes behind its output for {who}"
        assert once.tobytes() == twice.tobytes(), f"encode changes the view of {who}"


def _fresh(state: State) -> None:
    """Each call gives an array of its own: whoever keeps one, or writes on it, changes nothing."""
    asked: dict[str, Callable[[], npt.NDArray[Any]]] = {
        "State.legal_actions_mask()": state.legal_actions_mask
    }
    if state.is_chance_node():
        asked["State.chance_weights()"] = lambda: state.chance_weights()[0]
    for mode in MODES:
        view = state.view(max(state.current_player(), 0), mode)
        asked[f"View.observation() in {mode} mode"] = view.observation
        asked[f"View.legal_actions_mask() in {mode} mode"] = view.legal_actions_mask
        asked[f"State.observation_tensor() in {mode} mode"] = functools.partial(
            state.observation_tensor, view.player, mode
        )
    for what, ask in asked.items():
        kept = ask()
        due = kept.copy()
        kept[:] = 7
        again = ask()
        own = np.array_equal(again, due) and not np.shares_memory(kept, again)
        assert own, f"{what} gives the same array twice"


def _entry(game: Game, mode: str, entries: npt.NDArray[np.intp]) -> str:
    piece, where = game.observation_spec(mode).locate(int(entries[0]))
    return f"entry {entries[0]} ({piece.name}{list(where) or ''})"


# -------------------------------------------------------------------------------- 2: masks


def check_masks(*games: Playable, plays: int = 2, seed: int = 0) -> None:
    """Point 2: the mask is what `apply` does, and the acting seat can work it out from its view."""
    for game in expand(games):
        sweep("check_masks", game, _mask_is_true, plays, seed)


def _mask_is_true(game: Game, history: History) -> None:
    for state in walk(game, history):
        _brute_force(state)
        _refusals(state)
        mask = state.legal_actions_mask()
        for p in range(game.num_players()):
            mine = mask if p == state.current_player() else np.zeros_like(mask)
            listed = state.legal_actions(p)
            assert listed == np.flatnonzero(mine).tolist(), f"legal_actions({p}) is {listed}"
            for mode in MODES:
                shown = state.view(p, mode).legal_actions_mask()
                assert shown.tolist() == mine.tolist(), (
                    f"the view of seat {p} in {mode} mode has the mask {shown.tolist()}, "
                    f"but it should be {mine.tolist()}"
                )


def _brute_force(state: State) -> None:
    """Try every id on a copy: the legal ones change it, the others leave its bytes alone."""
    game, before = state.game, record(state).tobytes()
    legal = set(state.legal_actions())
    count = game.max_chance_outcomes() if state.is_chance_node() else game.num_distinct_actions()
    scratch = np.empty(game.num_distinct_actions(), np.int8)
    for a in range(-1, count + 1):
        copy = record(state).copy()
        accepted = game.kernels.act(game.cfg1, copy, a, scratch) != ILLEGAL
        assert accepted == (a in legal), f"id {a} is {'accepted' if accepted else 'refused'}"
        changed = copy.tobytes() != before
        assert changed or not accepted, f"id {a} is legal and does nothing"
        assert accepted or not changed, f"id {a} is refused, but has changed the state"


def _refusals(state: State) -> None:
    """What is no legal id raises a ValueError, and the state stays as it is."""
    count = state.game.num_distinct_actions() + state.game.max_chance_outcomes()
    illegal = np.setdiff1d(np.arange(count), state.legal_actions())
    wrong: list[Any] = [-1, count, 2**70, 0.5, "0", None, True, dice(state).choice(illegal)]
    before = record(state).tobytes(), state.history(), state.current_player()
    for a in wrong:
        try:
            state.apply_action(a)
        except ValueError:
            pass
        else:
            raise AssertionError(f"apply_action({a!r}) is accepted")
        now = record(state).tobytes(), state.history(), state.current_player()
        assert now == before, f"apply_action({a!r}) is refused, but has changed the state"


# -------------------------------------------------------------------------------- 9: entries


def check_entries(*games: Playable, events: int = 2000, seed: int = 0) -> None:
    """Point 9: every entry of the observation varies, over all games whose layout is the same.

    Of each game so many events are played at least.  While there are entries that have not varied,
    as many again are played, as long as that leaves fewer of them.

    That is demanded of declarations given whole, by name or as a `GameInfo`: where the options of a
    game are chosen, an entry may have no use.  Nor need a layout vary that the small version alone
    has.
    """
    whole = given_whole(games)
    small = [game for smalls in small_cases(games) for game in smalls]
    alike: dict[Any, list[Game]] = {}
    for game in expand(games):
        specs = [game.observation_spec(mode) for mode in MODES]
        layouts = tuple(tuple((each.name, each.shape) for each in spec) for spec in specs)
        alike.setdefault(layouts, []).append(game)
    for played in alike.values():
        demanded = [game for game in played if game.info in whole and game not in small]
        spread = Spread()
        dead, before, seen = spread.see(played, events, seed), 0, events
        while demanded and dead.size and dead.size != before:  # new games: an event or more each
            before, dead = dead.size, spread.see(played, seen, seed + seen)
            seen *= 2
        if demanded:
            with failing("check_entries", played[-1]):
                assert not dead.size, (
                    f"in {_entry_of_all(played[-1], dead)} is always {spread.low[dead[0]]} "
                    f"({dead.size} such entries)"
                )


class Spread:
    """What the entries of observations, in all modes one after another, were at least and most."""

    def __init__(self) -> None:
        self.low: npt.NDArray[np.float32] = np.full(1, np.inf, np.float32)
        self.high = -self.low

    def see(self, games: list[Game], events: int, seed: int) -> npt.NDArray[np.intp]:
        """Look at all that all seats observe in random games; return what has not varied yet."""
        for game in games:
            with failing("check_entries", game):
                for history in random_histories("check_entries", game, 2, events, seed):
                    for state in walk(game, history):
                        for p in range(game.num_players()):
                            seen = [state.observation_tensor(p, mode) for mode in MODES]
                            both = np.concatenate(seen)
                            self.low = np.minimum(self.low, both)
                            self.high = np.maximum(self.high, both)
        return np.flatnonzero(self.low == self.high)


def _entry_of_all(game: Game, entries: npt.NDArray[np.intp]) -> str:
    """Return the first of some entries of the observations in all modes, in words."""
    sizes = np.cumsum([0, *(game.observation_spec(mode).size for mode in MODES)])
    number = int(np.searchsorted(sizes, entries[0], "right")) - 1
    mode = MODES[number]
    return f"{mode} mode {_entry(game, mode, entries - sizes[number])}"


# -------------------------------------------------------------------------------- 10, 11, 12


def check_conservation(*games: Playable, plays: int = 3, seed: int = 0) -> None:
    """Point 10: what is `conserved` adds up in every state, resampled or true, and one event on."""
    for game in expand(games):
        with failing("check_conservation", game):
            assert game.info.conserved, "the game declares nothing that must add up (`conserved`)"
            assert list(_account(game.new_initial_state())), "`conserved` lists nothing"
        sweep("check_conservation", game, _adds_up, plays, seed)


def _adds_up(game: Game, history: History) -> None:
    for state in walk(game, history):
        p = int(dice(state).integers(game.num_players()))
        worlds = {"": state}
        for mode in MODES:
            world = state.view(p, mode).resample(dice(state))
            worlds[f"imagined by seat {p} in {mode} mode: "] = world
            if not world.is_terminal():
                event = random_event(world, dice(state))
                worlds[f"imagined by seat {p} in {mode} mode, after {event}: "] = world.child(event)
        for whose, world in worlds.items():
            for what, amount, due in _account(world):
                assert amount == due, f"{whose}{what}: {amount}, but should be {due}"


def _account(state: State) -> list[tuple[str, int, int]]:
    conserved = state.game.info.conserved
    return list(conserved(state.game.cfg, record(state)[0])) if conserved else []


def check_results(*games: Playable, plays: int = 5, seed: int = 0) -> None:
    """Point 11: winners and returns follow from each other, add up, and come at the end only."""
    for game in expand(games):
        sweep("check_results", game, _results, plays, seed)


def _results(game: Game, history: History) -> None:
    n = game.num_players()
    for state in walk(game, history):
        won, returns = state.winners(), state.returns()
        if not state.is_terminal():
            assert not won, "there are winners before the end"
            assert not any(returns), "there are returns before the end"
            assert not state.is_truncated(), "a game in progress is truncated"
            continue
        due = [(n * (p in won) / max(len(won), 1) - 1) / (n - 1) for p in range(n)]
        assert np.allclose(returns, due), f"{won} won, and the returns are {returns}, not {due}"
        total = game.utility_sum()
        if total is not None:
            assert np.isclose(sum(returns), total), f"the returns add up to {sum(returns)}"


def check_words(*games: Playable, plays: int = 3, seed: int = 0) -> None:
    """Point 12: words of actions are unique and parse back; those of possible outcomes are too."""
    for game in expand(games):
        with failing("check_words", game):
            _action_words(game)
        sweep("check_words", game, _event_words, plays, seed)


def _action_words(game: Game) -> None:
    found = game.action_words
    for a, word in enumerate(found):
        assert word not in found[:a], f"actions {found.index(word)} and {a} are both {word!r}"
        _plain(word)
    for a, word in enumerate(found):
        for text in (word, f"  {word.upper()} ", str(a)):
            b = game.string_to_action(text)
            assert b == a, f"{text!r} is read as action {b}, not {a}"
    for text in ("", "no such word", f"{found[0]} {found[0]}", "-1", "0.5", str(len(found))):
        if text not in found:
            _no_word(game, text)


def _no_word(game: Game, text: str) -> None:
    for read in (game.string_to_action, game.new_initial_state().string_to_action):
        try:
            a = read(text)
        except ValueError:
            continue
        raise AssertionError(f"{text!r} is no word, but is read as action {a}")


def _event_words(game: Game, history: History) -> None:
    declared = {row[0] for row in game.info.visibility}
    state = game.new_initial_state()
    for event in history:
        if state.is_chance_node():
            said = [state.action_to_string(o) for o in state.legal_actions()]
            twice = [word for word in said if said.count(word) > 1]
            assert not twice, f"several possible outcomes are called {twice[0]!r}"
            for word in said:
                _plain(word)
        before = record(state).copy()
        state.apply_action(event)
        word = moment(game, before, event, record(state))
        assert word in declared, f"no row of the visibility table is of the moment {word!r}"


def _plain(word: str) -> None:
    plain = isinstance(word, str) and word and word == " ".join(word.lower().split())
    assert plain, f"{word!r} is not one line of lower case words"
