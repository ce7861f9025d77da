"""Turnip (Ken Jenkins, Rose Gauntlet): a bluffing card game.  RULES.md has the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from farmenvs.core.game import FIRST_PLAYER, GameInfo, Option, boolean, integer, whole
from farmenvs.core.spec import Piece
from farmenvs.core.words import counted
from farmenvs.games.turnip import advise, encode, hidden, ledger, rules, text
from farmenvs.games.turnip.deck import (
    CFG,
    KINDS,
    MOST_CARDS,
    MOST_CLAIM,
    SEATS,
    STATE,
    VALUES,
)

LONGEST = 10_000
"""Seasons, points or turns at most that a game can be told to last."""


def parse_cards(value: Any) -> tuple[int, ...]:
    """Return the numbers of 2s, 3s, 5s and 7s that each player has (R2)."""
    cards = tuple(whole(count) for count in value)
    if len(cards) != KINDS or min(cards) < 0:
        raise ValueError
    if not 2 <= sum(cards) <= MOST_CARDS:
        raise ValueError(f"in all {counted(sum(cards), 'card')}")
    return cards


def until(name: str, doc: str, example: int) -> Option:
    """Return an option that says how long to play if `seasons` does not."""
    return replace(integer(name, 1, 1, LONGEST, doc, (example,)), default=None)


def configure(cfg: Any, options: dict[str, Any]) -> None:
    """Fill the options record."""
    cards = options["cards"]
    first = options["first_player"]
    for name in ("seasons", "target", "clock"):
        cfg[name] = options[name] or 0
    cfg["free_claims"] = options["free_claims"]
    cfg["first"] = SEATS if first == "random" else first
    cfg["cards"] = cards
    cfg["deck"] = sum(cards)
    cfg["per_card"] = [1 / count if count else 0 for count in cards]
    cfg["per_deck"] = 1 / sum(cards)
    cfg["per_all"] = 1 / sum(cards) / options["players"]
    cfg["per_worth"] = 1 / sum(count * int(VALUES[k]) for k, count in enumerate(cards))
    cfg["per_season"] = 1 / options["seasons"] if options["seasons"] else 0


def actions(cfg: Any) -> list[Piece]:
    """Return the blocks of the action numbers."""
    return [
        Piece("stash", (KINDS,), "stash a card of this kind"),
        Piece("harvest", (), "call the Harvest"),
        Piece("plant", (KINDS, KINDS + 1), "plant a kind face down, and none or a kind face up"),
        Piece("claim", (MOST_CLAIM,), "claim a total of 1, 2, … for the cards just planted"),
        Piece("silent", (), "say nothing to a claim"),
        Piece("turn_up", (), "call Turn Up"),
        Piece("tax", (KINDS,), "put a card of this kind under the Tax Collector"),
    ]


def seen(*when: str) -> frozenset[str]:
    """Return a row of the table of who learns of an event when (R25)."""
    return frozenset(when or ["at once"])


GAME = GameInfo(
    name="turnip",
    title="Turnip",
    summary="Plant turnips face down, claim what they are worth, and harvest when you lead.",
    package=__name__,
    players=(2, 3, 4, 5),
    default_players=3,
    STATE=STATE,
    CFG=CFG,
    verbs=(rules, hidden, encode, advise),
    configure=configure,
    actions=actions,
    outcomes=lambda cfg: int(cfg["players"]),
    pieces=encode.pieces,
    max_decisions=ledger.most_decisions,
    max_chance_nodes=ledger.most_chance_nodes,
    text=text,
    phases=("stash", "turn", "claim", "call", "tax"),
    visibility={
        ("first player", "all"): seen(),
        ("stash", "owner"): seen(),
        ("stash", "others"): seen("harvest", "scoring"),
        ("plant", "owner"): seen(),
        ("plant", "others"): seen("at once", "last call", "harvest"),
        ("plant", "others", "table"): seen("at once", "last call", "harvest", "never"),
        ("claim", "owner"): seen(),
        ("claim", "others"): seen(),
        ("call", "owner"): seen(),
        ("call", "others"): seen("last call"),
        ("call", "others", "table"): seen("last call", "never"),
        ("last call", "owner"): seen(),
        ("last call", "owner", "table"): seen("at once", "never"),
        ("last call", "others"): seen(),
        ("last call", "others", "table"): seen("at once", "never"),
        ("harvest", "owner"): seen(),
        ("harvest", "others"): seen(),
        ("crown", "all"): seen(),
        ("tax", "owner"): seen(),
        ("tax", "others"): seen("never"),
        ("scoring", "owner"): seen(),
        ("scoring", "others"): seen("never"),
        ("scoring", "all"): seen(),
    },
    options=(
        integer("seasons", 1, 1, LONGEST, "seasons in a game", (2,)),
        until("target", "play seasons until somebody has that many points", 30),
        until("clock", "play whole seasons until that many turns have been taken", 30),
        boolean("free_claims", False, "any total from 1 to 20 may be claimed"),
        FIRST_PLAYER,
        Option(
            "cards",
            (4, 3, 2, 1),
            f"the numbers of 2s, 3s, 5s and 7s of each player, 2 to {MOST_CARDS} cards in all",
            "the cards of each player",
            parse_cards,
            ((2, 2, 1, 1),),
        ),
    ),
    one_of=(("seasons", "target", "clock"),),
    presets={
        "baby": {"seasons": 1},
        "biannual": {"seasons": 2},
        "holy_year": {"seasons": 3},
        "turnipocalypse": {"clock": 60},
        "never_end": {"target": 200},
    },
    scores_doc="points of past seasons, and tokens (2 each) and Market cards (1 each) of this one",
    small={"players": 2, "cards": (2, 1, 0, 0), "first_player": 0},
    small_crowd={"players": 3, "cards": (1, 1, 0, 0), "first_player": 0},
    conserved=ledger.conserved,
    world_weight=ledger.world_weight,
)
