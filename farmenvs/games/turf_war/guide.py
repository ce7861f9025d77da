"""The tables of CARDS.md: the format of a card set as the loader checks it, and the house set."""

from __future__ import annotations

from farmenvs.core.options import TextTable
from farmenvs.games.turf_war.deck import (
    EVENT_CARDS,
    KINDS,
    LONGEST_NAME,
    MOST_COPIES,
    NEIGHBORS,
    SEATS,
    SLOTS,
    STEP_PLAYS,
    STEPS,
    YARD_CARDS,
)
from farmenvs.games.turf_war.loader import DOTS, HOUSE, LARGEST, loaded
from farmenvs.games.turf_war.schema import (
    CARD,
    FLAGS,
    FOR_BRIBES,
    FROM,
    NEED,
    NEIGHBOR,
    OPS,
    SOURCES,
    Table,
)

OF_CARDS = {
    "name": "unique, whatever the case",
    "symbols": "R2",
    "source": "where the card comes from (R1)",
    "cost": "price (R14), 0 if absent; Events and starters have none",
    "copies": "cards in the Store Deck, 1 if absent; starters have none",
    "starter": "a Tool that everybody begins with (R6)",
    "play": "what it does when it is played (R18, R19), or comes up (Events, R17)",
    "start": "what it does at the Start of each turn of the Yard's owner (R9)",
    "home": "what it does when the Yard's owner comes Home after being Away (R9, R10)",
    "end": "what it does at the End of each turn of the Yard's owner (R9)",
    "vp": "VP (R34)",
    "per": "so many VP more for each of … (R34)",
    "each": "… these",
    "places": "Places on its Pile (R5)",
    "work": "more money for work (R13)",
    "discount": "cheaper cards (R14) …",
    "discount_kind": "… with this symbol; all, if absent",
    "plays": "more cards to play at Home (R12)",
    "shield": "keeps rivals off its Pile, or off those around as well (R32)",
    **dict(zip(FLAGS, ("R19", "R15", "R22", "R5"), strict=True)),
}
"""What the fields of a card mean."""

OF_NEIGHBORS = {
    "name": "unique among Neighbors, whatever the case",
    "source": "where the Neighbor comes from (R1)",
    "vp": "VP (R34)",
    "need": f"counts of {', '.join(NEED.fields)} (R15); no_pest is 1",
    "bribe": f"R16; its ops can be {', '.join(FOR_BRIBES)}",
}
"""What the fields of a Neighbor mean."""

OF_STEPS = {
    **dict.fromkeys(("money", "grass", "dirt", "dirt_here"), "R21"),
    "trash": f"R22; `from` {', '.join(FROM)}; n = -1 from the pile: all",
    "take": "R22",
    "give": "R24",
    "move": "R25",
    "throw": "R26",
    "play": "R23",
    "buy": "R30; for `off` less, 0 if absent",
    "pests_here": "R28",
    "refresh": "R29",
    "garage": "R29",
    "each": "R31",
    "tornado": "R27",
    **dict.fromkeys(("pay", "pest_from_market"), "R16; bribes only"),
}
"""What the ops mean."""

LIMITS = (
    (
        "kinds of cards",
        f"1 to {KINDS}",
        "a hand, Garage or deck is a row of counts",
    ),
    (
        "Neighbors",
        f"{SLOTS} to {NEIGHBORS}",
        f"{SLOTS} lie in the Row, one more is set aside for each player above two (R7)",
    ),
    ("copies of a card", f"at most {MOST_COPIES}", "the largest weight of a chance outcome"),
    ("starters", f"at most {MOST_COPIES}", f"all {SEATS} players begin with one of each"),
    ("copies of cards for Yards", f"at most {YARD_CARDS}", "all Yards together are one list"),
    (
        "copies of Events",
        f"at most {EVENT_CARDS}",
        "the public bottom of the deck is a list; and each Event may come up within the effect of "
        "another, which decides how many effects can be in progress at once",
    ),
    (
        "rows of steps",
        f"at most {STEPS}",
        "one a step, one more for each list, and two for a `tornado`: one table holds them all",
    ),
    (
        "characters of a name",
        f"1 to {LONGEST_NAME}",
        "names stand in the options, too, so that a replay knows its cards",
    ),
    ("bytes of a file", f"at most {LARGEST}", "what is larger is no card set"),
    ("dots in a line", f"at most {DOTS}", "keys with many take very long to read"),
    ("cards that `play` steps play in a turn", f"at most {STEP_PLAYS}", "R23: a turn ends"),
)
"""The limits of a set, and why they are there."""


def format_tables() -> list[TextTable]:
    """Return the tables of CARDS.md; a field or op that has no meaning here is a KeyError."""
    return [
        ("cards", ("field", "values", "meaning"), fields(CARD, OF_CARDS)),
        ("neighbors", ("field", "values", "meaning"), fields(NEIGHBOR, OF_NEIGHBORS)),
        (
            "steps",
            ("op", "fields", "meaning"),
            [(f"`{op}`", ", ".join(map(code, names)), OF_STEPS[op]) for op, names in OPS.items()],
        ),
        ("limits", ("what", "how many", "why"), list(LIMITS)),
        ("house", ("source", "cards", "Neighbors"), sources()),
    ]


def fields(table: Table, meaning: dict[str, str]) -> list[tuple[str, ...]]:
    """Return the rows of the fields of a table."""
    return [
        (code(name) + ", due" * (name in table.due), kind.words, meaning[name])
        for name, kind in table.fields.items()
    ]


def code(name: str) -> str:
    """Return a name as code in Markdown."""
    return f"`{name}`"


def sources() -> list[tuple[str, ...]]:
    """Return which cards and Neighbors of the house set are published facts, and which ours."""
    data = loaded(HOUSE)
    return [
        (
            source,
            *(
                ", ".join(entry["name"] for entry in data[what] if entry["source"] == source)
                for what in ("card", "neighbor")
            ),
        )
        for source in SOURCES
    ]
