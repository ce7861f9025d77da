"""Turf War (Dan Nichols, Gadabout Games): a tableau duel between neighbours.  See RULES.md."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import numpy as np

from farmenvs.core.game import FIRST_PLAYER, HEADER, CardSets, GameInfo, Option, integer
from farmenvs.core.spec import Piece
from farmenvs.games.turf_war import advise, describe, encode, guide, hidden, ledger, rules, text
from farmenvs.games.turf_war.deck import (
    DECISION_NAMES,
    KIND,
    MOST_COPIES,
    PILES,
    ROW,
    SEATS,
    SLOTS,
    STORE,
)
from farmenvs.games.turf_war.generate import random_cards
from farmenvs.games.turf_war.loader import HOUSE, check, loaded, parse_cards
from farmenvs.games.turf_war.tables import fill

__all__ = ["GAME", "random_cards"]

TURNS = 100
"""Turns of each player after which a game is cut, unless `max_turns` says otherwise."""


def small_set(neighbors: int, *cards: dict[str, Any]) -> str:
    """Return a set of these cards and some Neighbors, all alike."""
    people = [
        {"name": f"Neighbor {i + 1}", "vp": 1, "bribe": [{"op": "pay"}]} for i in range(neighbors)
    ]
    return parse_cards({"set": "small", "card": list(cards), "neighbor": people})


BUYING = small_set(
    SLOTS,
    {"name": "Rock", "symbols": ["Ornament"], "copies": 5},
    {"name": "Weed", "symbols": ["Pest"]},
)
"""A set of which a turn can be enumerated: what was bought and what is left is to be guessed."""

USING = small_set(
    SLOTS + 1,
    {"name": "Rake", "symbols": ["Tool"], "starter": True},
    {"name": "Spade", "symbols": ["Tool"], "starter": True},
    {"name": "Rain", "symbols": ["Event"]},
)
"""Another one, for three players: which Tool was used is to be guessed."""


def configure(cfg: Any, options: dict[str, Any]) -> None:
    """Fill the options record.

    Raises:
        ValueError: If a card set has too few Neighbors for so many players.
    """
    n, first = options["players"], options["first_player"]
    tables, turn = of_set(options["cards"], n)
    for name in set(tables.dtype.names) - set(HEADER):
        cfg[name] = tables[name]
    cfg["first"] = SEATS if first == "random" else first
    cfg["max_turns"] = options["max_turns"] or TURNS * n
    cfg["per_turn"] = 1 / int(cfg["max_turns"])
    ledger.write_bounds(cfg, turn)


@functools.lru_cache(maxsize=64)
def of_set(cards: str, players: int) -> tuple[Any, ledger.Bounds]:
    """Return what a card set is to so many players: an options record, and the bounds of a turn.

    That takes 20 ms to find, and copies of a game are made often.
    """
    data = loaded(cards)
    neighbors, due = len(data["neighbor"]), SLOTS + players - 2
    if neighbors < due:
        raise ValueError(
            f"cards: {data['set']}: neighbor: {players} players need {due} or more, not {neighbors}"
        )
    cfg = np.zeros(1, rules.CFG)[0]
    cfg["players"] = players
    fill(cfg, data)
    return cfg, ledger.Bounds(cfg)


def actions(cfg: Any) -> list[Piece]:
    """Return the blocks of the action numbers; piles and seats are relative to the acting seat."""
    n, kinds = int(cfg["players"]), int(cfg["kinds"])
    return [
        Piece("done", (), "no more actions, or to decline"),
        Piece("side", (2,), "Home, Away"),
        Piece("work", (), "work for money"),
        Piece("store", (ROW - STORE,), "the card in this slot of the Store"),
        Piece("row", (KIND - ROW,), "sway the Neighbor in this slot of the Row; the last: never"),
        Piece("kind", (kinds,), "a card of this kind: in hand, in a pile, or in the Trash"),
        Piece("pile", (n, PILES), "a pile, by relative seat"),
        Piece("seat", (n,), "a relative seat"),
    ]


def seen(*when: str) -> frozenset[str]:
    """Return a row of the table of who learns of an event when (R36)."""
    return frozenset(when or ["at once"])


GAME = GameInfo(
    name="turf_war",
    title="Turf War",
    summary="Buy cards Away, play them into Yards at Home, and sway the Neighbors.",
    package=__name__,
    players=(2, 3, 4),
    default_players=2,
    STATE=rules.STATE,
    CFG=rules.CFG,
    verbs=(rules, hidden, encode, advise),
    configure=configure,
    actions=actions,
    outcomes=lambda cfg: max(int(cfg[name]) for name in ("players", "kinds", "neighbors")),
    pieces=encode.pieces,
    max_decisions=lambda cfg: int(cfg["most_decisions"]),
    max_chance_nodes=lambda cfg: int(cfg["most_chances"]),
    text=text,
    phases=DECISION_NAMES,
    visibility={
        ("first player", "all"): seen(),
        ("neighbor", "all"): seen(),
        ("draw", "all"): seen(),
        ("choice", "owner"): seen(),
        ("choice", "others"): seen(),
        ("choice", "others", "table"): seen("at once", "never"),
    },
    options=(
        Option(
            "cards",
            HOUSE,
            f'"{HOUSE}", the path of a TOML file, or the data in it',
            "the card set",
            parse_cards,
            sets=CardSets(
                check, describe.summary, describe.tables, "CARDS.md", guide.format_tables
            ),
        ),
        FIRST_PLAYER,
        replace(
            integer(
                "max_turns", 1, 1, 100_000, "turns of all together after which a game is cut", (12,)
            ),
            default=None,
            doc=f"turns of all together after which a game is cut; none: {TURNS} a player",
        ),
    ),
    max_weight=MOST_COPIES,
    perfect_information=("recall",),
    open_modes=("recall",),
    scores_doc="VP of the own Yard and Sway",
    small={"players": 2, "cards": BUYING, "first_player": 0, "max_turns": 1},
    small_crowd={"players": 3, "cards": USING, "first_player": 0, "max_turns": 1},
    conserved=ledger.conserved,
)
