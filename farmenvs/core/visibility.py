"""Whose an event is, and who learns of it when, as a game declares it (`GameInfo.visibility`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
    owner = getattr(state.game.info.text, "owner", None)
    if owner is None:
        return None
    seat = int(owner(state.game.cfg, state._record[0]))
    return seat if seat < state.game.num_players() else None


def row_of(before: State, event: int, after: State, seat: int) -> Row:
    """Return the row that says when a seat learns of the event between two states."""
    game, owner = before.game, owner_of(before)
    moment = game.info.text.moment(game.cfg, before._record[0], event, after._record[0])
    relation = "all" if owner is None else "owner" if owner == seat else "others"
    return str(moment), relation


def shown_by(before: State, event: int, after: State) -> list[str]:
    """Return in words what the event between two states has shown to everybody, line by line."""
    shown = getattr(before.game.info.text, "shown", None)
    if shown is None:
        return []
    return list(shown(before.game.cfg, before._record[0], event, after._record[0]))


def outline_of(before: State, event: int) -> str:
    """Return in words what everybody learns at once of an event that shows itself whole later."""
    outline = getattr(before.game.info.text, "outline", None)
    told = None if outline is None else outline(before.game.cfg, event)
    return told or "(hidden)"
