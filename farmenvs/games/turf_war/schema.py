"""The format of a card set of Turf War: every field, and what it may be.

`checks` and `loader` go by these tables, and CARDS.md shows them.  R… refers to RULES.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from farmenvs.core.checks import brief, whole
from farmenvs.games.turf_war.deck import (
    EACH,
    LONGEST_NAME,
    MOST_COPIES,
    NEEDS,
    SYMBOLS,
    YARD_SYMBOLS,
)

# ------------------------------------------------------------------------------ what a field may be


class Kind(Protocol):
    """What a field may be."""

    @property
    def words(self) -> str:
        """It in words."""

    def faults(self, where: str, value: Any) -> Iterator[str]:
        """Yield what is wrong with a value, a line each."""


class Simple:
    """What holds, or does not, as a whole."""

    words = ""

    def holds(self, value: Any) -> bool:
        """Return whether a value is right."""
        raise NotImplementedError

    def faults(self, where: str, value: Any) -> Iterator[str]:
        """Yield what is wrong with a value, a line each."""
        if not self.holds(value):
            yield f"{where}: must be {self.words}, not {brief(value)}"


class Whole(Simple):
    """A whole number within limits, perhaps but one."""

    def __init__(self, low: int, high: int, but: int | None = None):
        self.low, self.high, self.but = low, high, but
        spread = f"a whole number from {low} to {high}" + f" but {but}" * (but is not None)
        self.words = str(low) if low == high else spread

    def holds(self, value: Any) -> bool:
        """Return whether a value is right; True is no number, nor is 1.0."""
        try:
            return self.low <= whole(value) <= self.high and value != self.but
        except TypeError:
            return False


class Word(Simple):
    """One of some words."""

    def __init__(self, allowed: Iterable[str]):
        self.allowed = tuple(allowed)
        self.words = f"one of {', '.join(allowed)}"

    def holds(self, value: Any) -> bool:
        """Return whether a value is one of them."""
        return isinstance(value, str) and value in self.allowed


class Flag(Simple):
    """Yes or no."""

    words = "true or false"

    def holds(self, value: Any) -> bool:
        """Return whether a value is one of both; 1 is not."""
        return isinstance(value, bool)


class Line(Simple):
    """A name: what people can read in a line and type."""

    words = f"a line of 1 to {LONGEST_NAME} printable characters, with single blanks"

    def holds(self, value: Any) -> bool:
        """Return whether a value is a name."""
        if not isinstance(value, str) or not 0 < len(value) <= LONGEST_NAME:
            return False
        return value.isprintable() and value == " ".join(value.split())


@dataclass(frozen=True)
class Words:
    """A list of different words."""

    each: Word

    @property
    def words(self) -> str:
        """It in words."""
        return f"a list of one or more of {', '.join(self.each.allowed)}"

    def faults(self, where: str, value: Any) -> Iterator[str]:
        """Yield what is wrong with a value, a line each."""
        if not isinstance(value, list) or not value:
            yield f"{where}: must be {self.words}, not {brief(value)}"
            return
        wrong = [fault for word in value for fault in self.each.faults(where, word)]
        yield from wrong
        if not wrong and len(set(value)) < len(value):
            yield f"{where}: must be different ones, not {brief(value)}"


@dataclass(frozen=True)
class Table:
    """A table with some fields, a few of which are due."""

    fields: Mapping[str, Kind]
    due: tuple[str, ...] = ()
    words = "a table"

    def faults(self, where: str, value: Any, of: str = "", dot: str = ".") -> Iterator[str]:
        """Yield what is wrong with a value, a line each.

        Args:
            where: What the table is called.
            value: What should be one.
            of: Of what the fields are, if there are other such tables.
            dot: What stands between the table's name and a field's.
        """
        if not isinstance(value, Mapping):
            yield f"{where}: must be {self.words}, not {brief(value)}"
            return
        for field in self.due:
            if field not in value:
                yield f"{where}{dot}{field}: is missing"
        for field, given in value.items():
            if field in self.fields:
                yield from self.fields[field].faults(f"{where}{dot}{field}", given)
            else:
                known = ", ".join(self.fields) or "none"
                yield f"{where}{dot}{shown(field)}: no such field{of}; fields: {known}"


@dataclass(frozen=True)
class Steps:
    """A list of steps: of each op its fields; those within a step are of fewer ops."""

    ops: Mapping[str, Table]
    words = "a list of steps"

    def faults(self, where: str, value: Any) -> Iterator[str]:
        """Yield what is wrong with a value, a line each."""
        if not isinstance(value, list):
            yield f"{where}: must be {self.words}, not {brief(value)}"
            return
        known = Word(self.ops)
        for k, step in enumerate(value):
            here = f"{where}[{k}]"
            if not isinstance(step, Mapping) or "op" not in step:
                yield f"{here}: must be a table with an op, not {brief(step)}"
            elif not known.holds(step["op"]):
                yield from known.faults(f"{here}.op", step["op"])
            else:
                fields = {field: given for field, given in step.items() if field != "op"}
                yield from self.ops[step["op"]].faults(here, fields, f" of {step['op']!r} here")


class Entries(Simple):
    """The tables of a kind, one after another: `checks` looks at each."""

    def __init__(self, name: str):
        self.words = f"tables [[{name}]]"

    def holds(self, value: Any) -> bool:
        """Return whether a value is a list."""
        return isinstance(value, list)


def shown(field: Any) -> str:
    """Return the name of a field that nobody knows, on one line."""
    plain = isinstance(field, str) and field.isidentifier() and len(field) <= LONGEST_NAME
    return str(field) if plain else brief(field)


# ------------------------------------------------------------------------------ steps

FROM = ("yard", "pile", "hand", "store", "rival")
SHIELDS = ("pile", "adjacent")
SOURCES = ("attested", "partly", "house")
COUNTED = (*YARD_SYMBOLS, *EACH[len(SYMBOLS) :])
"""What `each` can count."""

N, YES_OR_NO = Whole(1, 99), Flag()
SYMBOL = Word(tuple(symbol for symbol in SYMBOLS if symbol != "Event"))
"""A symbol that a step or a discount may ask for: nobody ever has an Event."""

BASIC: dict[str, dict[str, Kind]] = {
    "money": {"n": Whole(-99, 99, but=0)},
    "grass": {"n": N, "optional": YES_OR_NO},
    "dirt": {"n": N, "optional": YES_OR_NO},
    "dirt_here": {},
    "trash": {
        "n": Whole(-1, 99, but=0),
        "from": Word(FROM),
        "kind": SYMBOL,
        "optional": YES_OR_NO,
    },
    "take": {"n": N, "kind": SYMBOL, "optional": YES_OR_NO},
    "give": {"n": N},
    "move": {"n": N, "optional": YES_OR_NO},
    "throw": {"n": N, "optional": YES_OR_NO},
    "play": {"n": N, "must": YES_OR_NO},
    "buy": {"off": Whole(0, 99)},
    "pests_here": {},
    "refresh": {},
    "garage": {"n": N, "optional": YES_OR_NO},
}
"""The ops that may stand within a step, and their fields there."""

DUE = ("from", "steps")
"""Fields that are due wherever they may stand."""


def steps(ops: Mapping[str, Mapping[str, Kind]]) -> Steps:
    """Return what a list of steps with some ops may be."""
    return Steps(
        {op: Table(fields, tuple(f for f in DUE if f in fields)) for op, fields in ops.items()}
    )


WITHIN = steps(BASIC)
"""A list within a step: no step of it has another list."""

THEN = ("trash", "take", "garage")
"""Ops that may have a list `then`."""

ON_CARDS: dict[str, dict[str, Kind]] = {
    **{op: {**fields, **({"then": WITHIN} if op in THEN else {})} for op, fields in BASIC.items()},
    "each": {"steps": WITHIN, "away": YES_OR_NO},
    "tornado": {},
}
"""The ops of cards."""

ON_NEIGHBORS: dict[str, dict[str, Kind]] = {
    "pay": {"n": N},
    "pest_from_market": {},
    **{
        op: {field: kind for field, kind in BASIC[op].items() if field != "optional"}
        for op in ("dirt", "give", "take", "trash", "garage")
    },
}
"""The ops of bribes, which are carried out in full: nothing is optional."""

OPS: dict[str, tuple[str, ...]] = {
    op: tuple(fields) for op, fields in {**ON_CARDS, **ON_NEIGHBORS, **ON_CARDS}.items()
}
"""All ops, and the fields that each has somewhere."""

EVENT_OPS = ("each", "tornado", "refresh")
"""What an Event can do: it speaks to all."""

HERE = ("dirt_here", "pests_here", "trash from pile")
"""What needs a Pile that the card lies on; as `full_op` says it."""

FOR_BRIBES = {
    "pay": "purse",
    "dirt": "grass",
    "pest_from_market": "market",
    "give": "yard",
    "take": "yard",
    "trash from yard": "yard",
    "trash from hand": "hand",
    "garage": "hand",
}
"""What can be asked of a bribe, as `full_op` says it, and what it draws on."""


def full_op(step: Mapping[str, Any]) -> str:
    """Return the op of a step, that of `trash` with where from."""
    op = str(step["op"])
    return f"trash from {step['from']}" if op == "trash" else op


# ------------------------------------------------------------------------------ cards, Neighbors

TRIGGER_FIELDS = ("start", "home", "end")
EFFECTS = ("play", *TRIGGER_FIELDS)
FLAGS = ("tool_to_hand", "wild", "cellar", "barren")

YARD_FIELDS: dict[str, Kind] = {
    **dict.fromkeys(TRIGGER_FIELDS, steps(ON_CARDS)),
    "vp": Whole(-99, 99),
    "per": Whole(-9, 9),
    "each": Word(COUNTED),
    "places": Whole(0, 9),
    "work": Whole(-99, 99),
    "discount": Whole(0, 99),
    "discount_kind": SYMBOL,
    "plays": Whole(0, 9),
    "shield": Word(SHIELDS),
    **dict.fromkeys(FLAGS, YES_OR_NO),
}
"""Fields of a card that mean nothing if it is never in a Yard."""

CARD = Table(
    {
        "name": Line(),
        "symbols": Words(Word(SYMBOLS)),
        "source": Word(SOURCES),
        "cost": Whole(0, 99),
        "copies": Whole(1, MOST_COPIES),
        "starter": YES_OR_NO,
        "play": steps(ON_CARDS),
        **YARD_FIELDS,
    },
    due=("name", "symbols"),
)

NEED = Table(
    {
        **dict.fromkeys((*YARD_SYMBOLS, *NEEDS[len(SYMBOLS) :]), N),
        "no_pest": Whole(1, 1),
    }
)

NEIGHBOR = Table(
    {
        "name": Line(),
        "source": Word(SOURCES),
        "vp": Whole(-99, 99),
        "need": NEED,
        "bribe": steps(ON_NEIGHBORS),
    },
    due=("name", "vp"),
)

ENTRIES = {"card": CARD, "neighbor": NEIGHBOR}
SET = Table(
    {"set": Line(), **{name: Entries(name) for name in ENTRIES}}, due=("set", "card", "neighbor")
)
