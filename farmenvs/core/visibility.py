"""Whose an event is, and who learns of it when, as a game declares it (`GameInfo.visibility`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from farmenvs.core.game import GameInfo
    from farmenvs.core.state import State

Row = tuple[str, str]
"""The moment of an event, and the relation of a seat to it: a row of the visibility table."""

AT_ONCE = "at once"
"""The word of the table for what a seat sees as it happens."""


def declared_rows(
    visibility: Mapping[tuple[str, ...], frozenset[str]], mode: str
) -> dict[Row, set[str]]:
    """Return the declared table of one mode, by the moment of an event and a seat's relation."""
    rows: dict[Row, set[str]] = {}
    for key in sorted(visibility, key=len):  # what a mode says of itself comes last, and counts
        if key[2:] in ((), (mode,)):
            rows[key[0], key[1]] = set(visibility[key])
    return rows


def owner_of(state: State) -> int | None:
    """Return the seat that acts or is dealt to next, or None if the event is everybody's."""
    if not state.is_chance_node():
        return state.current_player()
    seat = words_of(state.game.info, "owner", state.game.cfg, state._record[0])
    return int(seat) if seat is not None and seat < state.game.num_players() else None


def words_of(info: GameInfo, what: str, *args: Any) -> Any:
    """Return what a function that a game's module of words may have says; None if it has none."""
    function = getattr(info.text, what, None)
    return None if function is None else function(*args)


def row_of(before: State, event: int, after: State, seat: int) -> Row:
    """Return the row that says when a seat learns of the event between two states."""
    game, owner = before.game, owner_of(before)
    moment = game.info.text.moment(game.cfg, before._record[0], event, after._record[0])
    relation = "all" if owner is None else "owner" if owner == seat else "others"
    return str(moment), relation


def shown_by(before: State, event: int, after: State) -> list[str]:
    """Return in words what the event between two states has shown to everybody, line by line."""
    records = before._record[0], event, after._record[0]
    return list(words_of(before.game.info, "shown", before.game.cfg, *records) or ())


def outline_of(before: State, event: int) -> str:
    """Return in words what everybody learns at once of an event that shows itself whole later."""
    return str(words_of(before.game.info, "outline", before.game.cfg, event) or "(hidden)")
