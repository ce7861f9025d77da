"""Who learns of an event when: found by substitution, and compared with what the game declares.

One event of a random game is replaced by another that was possible there, and the rest is played as
it was, as far as it stays legal.  For each seat the report notes when its view first differs from
what it was: "at once", or the moment (`text.moment`) of the event that gave it away, or "never" if
the game ended before anything did.  So it needs no `resample`, and finds what paired worlds can't:
a `conceal` that does nothing, or forgets a field that `resample` leaves alone.

A game declares the same as `GameInfo.visibility`, {(moment of the event, relation): words}, where
the relation is

* "owner" for the seat that acted or was dealt to (`text.owner`), "others" for the rest;
* "all" for everybody, if chance dealt to nobody in particular;

and the words are all that may happen: frozenset({"at once"}), frozenset({"showdown", "never"}) ….
Where table mode differs, a third item says so: ("deal", "owner", "table").

What makes the true states alike again before anybody saw a difference is no secret and is left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from farmenvs.core.contract import MODES
from farmenvs.core.game import Game
from farmenvs.core.state import State
from farmenvs.core.visibility import AT_ONCE, Row, declared_rows, row_of
from farmenvs.testing.histories import (
    EVENTS,
    History,
    Playable,
    dice,
    expand,
    failing,
    given_whole,
    moment,
    random_histories,
    record,
    sweep,
    walk,
)

NEVER = "never"
"""The word of the table for what a seat has not seen when the game ends."""

Report = dict[Row, set[str]]


def check_visibility(*games: Playable, plays: int = 2, seed: int = 0) -> None:
    """Point 7: everybody learns of every event when the game says so, and every row is reached.

    All the games of a declaration together must reach its rows, if it is given whole, by name or as
    a `GameInfo`: a game whose options are chosen may have no use for some.
    """
    played, whole = expand(games), given_whole(games)
    for mode in MODES:
        for info in dict.fromkeys(game.info for game in played):
            declared = declared_rows(info.visibility, mode)
            total: Report = {}
            mine = [game for game in played if game.info is info]
            for game in mine:
                _add(total, _checked_report(game, declared, mode, plays, seed))
            with failing("check_visibility", mine[0], f"{mode} mode"):
                for row, words in declared.items() if info in whole else ():
                    missed = set(words) - total.get(row, set())
                    assert not missed, f"{row} never happened {missed}, which is declared"


def visibility_report(game: Game, mode: str = "recall", plays: int = 4, seed: int = 0) -> Report:
    """Return who learned of what when, in some random games.

    Args:
        game: The game.
        mode: Observation mode.
        plays: How many games at least; each event of each is replaced once.
        seed: Seed of the first.
    """
    total: Report = {}
    for history in random_histories("visibility_report", game, plays, EVENTS, seed):
        for ply, state in _before_events(game, history):
            _add(total, _sightings(state, history[ply:], mode))
    return total


def _checked_report(game: Game, declared: Report, mode: str, plays: int, seed: int) -> Report:
    """Return the report of some games, every sighting of which is declared."""
    total: Report = {}

    def declared_only(game: Game, history: History) -> None:
        for ply, state in _before_events(game, history):
            for row, words in _sightings(state, history[ply:], mode).items():
                known = declared.get(row)
                assert known is not None, f"the visibility table of {mode} mode has no row {row}"
                assert words <= known, (
                    f"in {mode} mode {row} sees the event {ply} {sorted(words)}, "
                    f"but the declared times are {sorted(known)}"
                )
                total.setdefault(row, set()).update(words)

    sweep("check_visibility", game, declared_only, plays, seed)
    return total


def _add(total: Report, more: Report) -> None:
    for row, words in more.items():
        total.setdefault(row, set()).update(words)


def _before_events(game: Game, history: History) -> Iterator[tuple[int, State]]:
    """Yield each event's number, and the position before it."""
    return zip(range(len(history)), walk(game, history), strict=False)


def _sightings(state: State, events: History, mode: str) -> Report:
    """Return when each seat first sees that the first of the events from here was another one."""
    others = [event for event in state.legal_actions() if event != events[0]]
    if not others:
        return {}
    other = others[int(dice(state).integers(len(others)))]
    after = state.child(events[0])
    pair = after.clone(), state.child(other)
    found: Report = {}
    for seat, when in _first_differences(pair, events[1:], mode):
        found.setdefault(row_of(state, events[0], after, seat), set()).add(when)
    return found


def _first_differences(
    pair: tuple[State, State], rest: History, mode: str
) -> Iterator[tuple[int, str]]:
    """Play both on; yield (seat, when) as soon as the views of a seat differ."""
    game = pair[0].game
    blind = set(range(game.num_players()))
    when = AT_ONCE
    for event in (*rest, None):
        _nested(pair, blind)
        seeing = {p for p in blind if _differ(pair, p, mode)}
        yield from ((p, when) for p in sorted(seeing))
        blind -= seeing
        if not blind or record(pair[0]).tobytes() == record(pair[1]).tobytes():
            return
        if event is None:
            break
        before = record(pair[0]).copy()
        if pair[0].current_player() != pair[1].current_player():
            return
        try:
            pair[1].apply_action(event)
        except ValueError:  # the rest can't be played: what happens now is another story
            return
        pair[0].apply_action(event)
        when = moment(game, before, event, record(pair[0]))
    if pair[0].is_terminal():
        yield from ((p, NEVER) for p in sorted(blind))


def _nested(pair: tuple[State, State], blind: set[int]) -> None:
    """Whoever watches, or forgets, sees no difference that a seat with a memory has not seen."""
    onlooker = pair[0].game.num_players()
    for p in blind:
        if not _differ(pair, p, "recall"):
            assert not _differ(pair, p, "table"), f"the table shows seat {p} more than its memory"
            assert not _differ(pair, onlooker, "recall"), f"the onlooker sees more than seat {p}"


def _differ(pair: tuple[State, State], p: int, mode: str) -> bool:
    one, two = (state.view(p, mode).tobytes() for state in pair)
    return one != two
