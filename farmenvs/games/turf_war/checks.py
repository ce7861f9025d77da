"""What is wrong with a card set of Turf War, a line each.

First each field must be what `schema` says; then a card must make sense; then the set must fit in
the records that hold it.  So a fault may hide others, until it is mended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from farmenvs.games.turf_war.deck import (
    EVENT_CARDS,
    FIRST_STEP,
    KINDS,
    MOST_COPIES,
    NEIGHBORS,
    SLOTS,
    STEPS,
    YARD_CARDS,
    YARD_SYMBOLS,
)
from farmenvs.games.turf_war.schema import (
    EFFECTS,
    ENTRIES,
    EVENT_OPS,
    FOR_BRIBES,
    HERE,
    SET,
    YARD_FIELDS,
    Line,
    full_op,
)

Entry = Mapping[str, Any]

SIZES = {"card": (1, KINDS), "neighbor": (SLOTS, NEIGHBORS)}
"""How many tables of a kind a set has."""


def set_faults(data: Entry) -> Iterator[str]:
    """Yield what is wrong with a card set: the card, the field, and what would be right."""
    wrong = False
    for fault in entry_faults(data):
        wrong = True
        yield fault
    if not wrong:
        yield from limit_faults(data["card"], data["neighbor"])


def entry_faults(data: Entry) -> Iterator[str]:
    """Yield what is wrong with the fields of a set, and with its cards and Neighbors by name."""
    yield from SET.faults("", data, dot="")
    senses: dict[str, Callable[[Any], Iterator[str]]] = {
        "card": card_faults,
        "neighbor": neighbor_faults,
    }
    for what, (low, high) in SIZES.items():
        entries = data.get(what)
        if not isinstance(entries, list):
            continue
        if not low <= len(entries) <= high:
            yield f"{what}: there must be {low} to {high}, not {len(entries)}"
        taken: set[str] = set()
        for k, entry in enumerate(entries[:high]):
            given = entry.get("name") if isinstance(entry, Mapping) else None
            name = str(given) if Line().holds(given) else ""
            title = f"{what} {name!r}" if name else f"{what} {k + 1}"
            wrong = list(ENTRIES[what].faults(title, entry, dot=": "))
            yield from wrong
            if not wrong:
                yield from (f"{title}: {fault}" for fault in senses[what](entry))
            key = name.casefold()  # case does not tell actions apart
            if key in taken:
                yield f"{title}: name: there are two of that name"
            taken |= {key} - {""}


# ------------------------------------------------------------------------------ what makes sense


def card_faults(card: Entry) -> Iterator[str]:
    """Yield what makes no sense on a card whose fields are right."""
    symbols = card["symbols"]
    if {"Tool", "Event"} & set(symbols) and len(symbols) > 1:
        yield "symbols: Tool and Event stand alone"
        return
    if not set(symbols) & set(YARD_SYMBOLS):
        for field in YARD_FIELDS:
            if field in card:
                yield f"{field}: makes no sense on a card that is never in a Yard"
    if card.get("starter"):
        if symbols != ["Tool"]:
            yield "starter: only a Tool can be one"
        for field in ("cost", "copies"):
            if field in card:
                yield f"{field}: makes no sense on a starter"
    if symbols == ["Event"] and "cost" in card:
        yield "cost: an Event has none"
    for one, other in (("per", "each"), ("each", "per"), ("discount_kind", "discount")):
        if one in card and other not in card:
            yield f"{one}: needs {other} beside it"
    for field in EFFECTS:
        yield from effect_faults(field, card.get(field, ()), symbols)


def effect_faults(field: str, steps: Sequence[Entry], symbols: list[str]) -> Iterator[str]:
    """Yield what makes no sense in an effect of a card."""
    for where, step, place in walk(field, steps):
        op = full_op(step)
        homeless = not set(symbols) & set(YARD_SYMBOLS) or place == "steps"
        if symbols == ["Event"] and not place and op not in EVENT_OPS:
            yield f"{where}.op: an Event speaks to all: {', '.join(EVENT_OPS)}, not {op!r}"
        elif homeless and op in HERE:
            yield f"{where}.op: {op!r} makes no sense on a Tool, in an Event or in each: no Pile"
        elif op == "trash from pile" and where != f"{field}[0]":
            yield f"{where}.op: {op!r} must be the first step"
        if field == "play" and "Pest" in symbols and op in ("play", "pests_here"):
            yield f"{where}.op: a Pest that is played may not {op!r}"
        yield from step_faults(where, step)


def walk(field: str, steps: Sequence[Entry]) -> Iterator[tuple[str, Entry, str]]:
    """Yield the steps of an effect and those within them: (where, step, in which list within)."""
    for k, step in enumerate(steps):
        yield f"{field}[{k}]", step, ""
        for name in ("then", "steps"):
            for j, inner in enumerate(step.get(name, ())):
                yield f"{field}[{k}].{name}[{j}]", inner, name


def step_faults(where: str, step: Entry) -> Iterator[str]:
    """Yield what makes no sense in a step, whatever it stands on."""
    if step["op"] == "trash" and step.get("n") == -1:
        if step["from"] != "pile":
            yield f"{where}.n: all are trashed from the pile only, not from {step['from']}"
        for field in ("optional", "then"):
            if field in step:
                yield f"{where}.{field}: all are trashed without a choice"
    if "then" in step and not step.get("optional"):
        yield f"{where}.then: only an optional step has it"


def neighbor_faults(neighbor: Entry) -> Iterator[str]:
    """Yield what makes no sense on a Neighbor whose fields are right."""
    kinds: dict[str, Any] = {}
    for k, step in enumerate(neighbor.get("bribe", ())):
        op = full_op(step)
        if op not in FOR_BRIBES:
            yield f"bribe[{k}].op: {op!r} can't be a bribe; these can: {', '.join(FOR_BRIBES)}"
            continue
        yield from step_faults(f"bribe[{k}]", step)
        if kinds.setdefault(FOR_BRIBES[op], step.get("kind")) != step.get("kind"):
            yield f"bribe[{k}].kind: must be that of the other step that draws on the same"


# ------------------------------------------------------------------------------ what fits


def limit_faults(cards: list[Entry], neighbors: list[Entry]) -> Iterator[str]:
    """Yield which limits a set goes beyond."""
    sums = {
        "copies of Events": (copies_of(cards, "Event"), EVENT_CARDS),
        "copies of cards for Yards": (copies_of(cards, *YARD_SYMBOLS), YARD_CARDS),
        "starters": (sum(bool(card.get("starter")) for card in cards), MOST_COPIES),
        "rows of steps": (count_steps([*cards, *neighbors]), STEPS),
    }
    for what, (number, most) in sums.items():
        if number > most:
            yield f"card: there may be {most} {what} at most, not {number}"


def copies_of(cards: Iterable[Entry], *symbols: str) -> int:
    """Return how many cards of some symbols there are in the deck."""
    return sum(copies(card) for card in cards if set(symbols) & set(card["symbols"]))


def copies(card: Entry) -> int:
    """Return how many copies of a card are in the deck."""
    return 0 if card.get("starter") else int(card.get("copies", 1))


def count_steps(entries: Iterable[Entry]) -> int:
    """Return how many rows the table of steps needs: each list has an end."""
    rows = FIRST_STEP
    for entry in entries:
        for field in (*EFFECTS, "bribe"):
            for steps in [entry[field]] if entry.get(field) else []:
                rows += 1 + len(steps) + sum(rows_within(step) for step in steps)
    return rows


def rows_within(step: Entry) -> int:
    """Return how many rows the list within a step needs."""
    within = [{}] if step["op"] == "tornado" else step.get("then") or step.get("steps") or []
    return len(within) + bool(within)
