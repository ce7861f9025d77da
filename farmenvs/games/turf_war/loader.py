"""Card sets of Turf War: read from TOML, checked, and written as one canonical string.

What a set may hold stands in CARDS.md; `read_set` refuses everything else and names the file, the
card and the field.
"""

from __future__ import annotations

import functools
import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from farmenvs.core.checks import brief, whole
from farmenvs.games.turf_war.deck import (
    BRIBES,
    EACH,
    EVENT_CARDS,
    FIRST_STEP,
    KINDS,
    LONGEST_NAME,
    MOST_COPIES,
    NEEDS,
    NEIGHBORS,
    SLOTS,
    STEPS,
    SYMBOLS,
    YARD_CARDS,
    YARD_SYMBOLS,
)

HOUSE = "house"
"""The name of the set that comes with the package."""

HOUSE_FILE = Path(__file__).with_name("cards.toml")
SOURCES = ("attested", "partly", "house")
TRIGGER_FIELDS = ("start", "home", "end")
FLAGS = ("tool_to_hand", "wild", "cellar", "barren")
SHIELDS = ("pile", "adjacent")
FROM = ("yard", "pile", "hand", "store", "rival")

Step = Mapping[str, Any]
Limits = tuple[int, int]

COUNT: Limits = (1, 99)
NUMBERS: dict[str, Limits] = {
    "cost": (0, 99),
    "copies": (1, MOST_COPIES),
    "vp": (-99, 99),
    "places": (0, 9),
    "per": (-9, 9),
    "work": (-99, 99),
    "discount": (0, 99),
    "plays": (0, 9),
}
"""Fields of a card that are whole numbers, and what they may be."""

YARD_FIELDS = {
    *("vp", "places", "per", "each", "work", "discount", "discount_kind", "plays", "shield"),
    *(*FLAGS, *TRIGGER_FIELDS),
}
"""Fields that mean nothing on a card that is never in a Yard."""

CARD_FIELDS = {"name", "symbols", "source", "starter", "play", *NUMBERS, *YARD_FIELDS}
NEIGHBOR_FIELDS = {"name", "source", "vp", "need", "bribe"}

OPS: dict[str, frozenset[str]] = {
    "money": frozenset({"n"}),
    "grass": frozenset({"n", "optional"}),
    "dirt": frozenset({"n", "optional"}),
    "dirt_here": frozenset(),
    "trash": frozenset({"n", "from", "kind", "optional", "then"}),
    "take": frozenset({"n", "kind", "optional", "then"}),
    "give": frozenset({"n"}),
    "move": frozenset({"n", "optional"}),
    "throw": frozenset({"n", "optional"}),
    "play": frozenset({"n", "must"}),
    "buy": frozenset({"off"}),
    "pests_here": frozenset(),
    "refresh": frozenset(),
    "garage": frozenset({"n", "optional", "then"}),
    "each": frozenset({"steps", "away"}),
    "tornado": frozenset(),
    "pay": frozenset({"n"}),
    "pest_from_market": frozenset(),
}
"""The fields of each op."""

HERE = {"dirt_here", "pests_here", "trash from pile"}
"""What needs a pile that the card lies on."""

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
"""What can be asked of a bribe, and what it draws on."""
assert set(FOR_BRIBES.values()) == set(BRIBES)


class CardSet(str):
    """A card set as canonical JSON: hashable, comparable, and short to look at."""

    __slots__ = ()

    def __repr__(self) -> str:
        data = json.loads(self)
        return f"<card set {data['set']!r}: {len(data['card'])} cards>"


class Wrong(ValueError):  # noqa: N818 -- what it is to its reader
    """What is wrong with a card set; the outer layers put in front where."""


def need(right: bool, what: str) -> None:
    """Raise Wrong unless something is right."""
    if not right:
        raise Wrong(what)


# ------------------------------------------------------------------------------------- entrances


def parse_cards(value: Any) -> str:
    """Return the canonical form of a card set: HOUSE, or a CardSet.

    Args:
        value: HOUSE, a path to a TOML file, a mapping like one, or a CardSet.

    Raises:
        ValueError: If it can't be read or breaks a rule: names the file, the card and the field.
        TypeError: If it is nothing of the kind.
    """
    if isinstance(value, str) and value == HOUSE:
        return HOUSE
    if isinstance(value, str) and value.startswith("{"):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            raise ValueError("a card set that is no JSON") from None
    if isinstance(value, Mapping):
        return read_set(value, "card set")
    if isinstance(value, str | os.PathLike):
        return read_file(Path(value))
    raise TypeError


def read_file(path: Path) -> CardSet:
    """Return the card set in a TOML file.

    Raises:
        ValueError: As `parse_cards` does.
    """
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: {' '.join(str(error).split())}") from None
    return read_set(data, path.name)


def read_set(data: Mapping[str, Any], where: str) -> CardSet:
    """Return a card set from its data.

    Raises:
        ValueError: As `parse_cards` does; `where` is what it calls the file.
    """
    try:
        check_set(data)
    except Wrong as error:
        raise ValueError(f"{where}: {error}") from None
    return CardSet(json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False))


@functools.cache
def loaded(cards: str) -> dict[str, Any]:
    """Return the data of a set in its canonical form; not to be changed."""
    data: dict[str, Any] = json.loads(read_file(HOUSE_FILE) if cards == HOUSE else cards)
    return data


# ------------------------------------------------------------------------------------- the checks


def check_set(data: Mapping[str, Any]) -> None:
    """Raise Wrong if data are no card set."""
    check_fields(data, {"set", "card", "neighbor"}, {"set", "card", "neighbor"})
    need(isinstance(data["set"], str), "set: must be a name")
    names: dict[str, set[str]] = {"card": set(), "neighbor": set()}
    for what, check in (("card", check_card), ("neighbor", check_neighbor)):
        entries = data[what]
        need(isinstance(entries, list), f"{what}: must be tables [[{what}]]")
        for k, entry in enumerate(entries):
            need(isinstance(entry, Mapping), f"{what} {k + 1}: must be a table")
            with_name(what, k, entry, names[what], check)
    check_limits(data["card"], data["neighbor"])


def with_name(what: str, k: int, entry: Any, taken: set[str], check: Any) -> None:
    """Check the name of a card or Neighbor, and the rest with the name in front."""
    name = entry.get("name")
    good = isinstance(name, str) and name.isprintable() and name == " ".join(name.split())
    need(good and 0 < len(name) <= LONGEST_NAME, f"{what} {k + 1}: name: must be a short line")
    need(name.lower() not in taken, f"{what} {name!r}: name: there are two of that name")
    taken.add(name.lower())
    try:
        check(entry)
    except Wrong as error:
        raise Wrong(f"{what} {name!r}: {error}") from None


def check_limits(cards: list[Any], neighbors: list[Any]) -> None:
    """Raise Wrong if a set is larger than the records that hold it, or too small to be played."""
    need(1 <= len(cards) <= KINDS, f"card: there must be 1 to {KINDS}, not {len(cards)}")
    few = SLOTS <= len(neighbors) <= NEIGHBORS
    need(few, f"neighbor: there must be {SLOTS} to {NEIGHBORS}, not {len(neighbors)}")
    sums = {
        "copies of Events": (copies_of(cards, "Event"), EVENT_CARDS),
        "copies of cards for Yards": (copies_of(cards, *YARD_SYMBOLS), YARD_CARDS),
        "starters": (sum(bool(card.get("starter")) for card in cards), MOST_COPIES),
        "steps": (count_steps([*cards, *neighbors]), STEPS),
    }
    for what, (number, most) in sums.items():
        need(number <= most, f"card: there may be {most} {what} at most, not {number}")


def copies_of(cards: Iterable[Mapping[str, Any]], *symbols: str) -> int:
    """Return how many cards of some symbols there are in the deck."""
    return sum(copies(card) for card in cards if set(symbols) & set(card["symbols"]))


def copies(card: Mapping[str, Any]) -> int:
    """Return how many copies of a card are in the deck."""
    return 0 if card.get("starter") else int(card.get("copies", 1))


def count_steps(entries: Iterable[Mapping[str, Any]]) -> int:
    """Return how many rows the table of steps needs: each list has an end."""
    rows = FIRST_STEP
    for entry in entries:
        for field in ("play", *TRIGGER_FIELDS, "bribe"):
            for steps in [entry[field]] if entry.get(field) else []:
                rows += 1 + len(steps) + sum(rows_within(step) for step in steps)
    return rows


def rows_within(step: Step) -> int:
    """Return how many rows the list within a step needs."""
    within = [{}] if step["op"] == "tornado" else step.get("then") or step.get("steps") or []
    return len(within) + bool(within)


def check_card(card: Mapping[str, Any]) -> None:
    """Raise Wrong if a card is none."""
    check_fields(card, CARD_FIELDS, {"name", "symbols"})
    check_source(card)
    symbols = card["symbols"]
    need(isinstance(symbols, list) and bool(symbols), "symbols: must be a list of symbols")
    for symbol in symbols:
        one_of("symbols", symbol, SYMBOLS)
    need(len(set(symbols)) == len(symbols), "symbols: each at most once")
    alone = not {"Tool", "Event"} & set(symbols) or len(symbols) == 1
    need(alone, "symbols: Tool and Event stand alone")
    for field, limits in NUMBERS.items():
        if field in card:
            number(field, card[field], limits)
    for flag in ("starter", *FLAGS):
        need(isinstance(card.get(flag, False), bool), f"{flag}: must be true or false")
    if not set(symbols) & set(YARD_SYMBOLS):
        for field in sorted(YARD_FIELDS & set(card)):
            raise Wrong(f"{field}: makes no sense on a card that is never in a Yard")
    if card.get("starter"):
        need(symbols == ["Tool"], "starter: only a Tool can be one")
        for field in {"cost", "copies"} & set(card):
            raise Wrong(f"{field}: makes no sense on a starter")
    need(symbols != ["Event"] or "cost" not in card, "cost: an Event has none")
    for one, other in (("per", "each"), ("each", "per"), ("discount_kind", "discount")):
        need(one not in card or other in card, f"{one}: needs {other} beside it")
    if "each" in card:
        one_of("each", card["each"], (*YARD_SYMBOLS, *EACH[len(SYMBOLS) :]))
    if "discount_kind" in card:
        one_of("discount_kind", card["discount_kind"], [s for s in SYMBOLS if s != "Event"])
    if "shield" in card:
        one_of("shield", card["shield"], SHIELDS)
    for field in ("play", *TRIGGER_FIELDS):
        if field in card:
            check_effect(field, card[field], field, symbols)


def check_neighbor(neighbor: Mapping[str, Any]) -> None:
    """Raise Wrong if a Neighbor is none."""
    check_fields(neighbor, NEIGHBOR_FIELDS, {"name", "vp"})
    check_source(neighbor)
    number("vp", neighbor["vp"], NUMBERS["vp"])
    criteria = neighbor.get("need", {})
    need(isinstance(criteria, Mapping), "need: must be a table")
    for what, count in criteria.items():
        one_of("need", what, (*YARD_SYMBOLS, *NEEDS[len(SYMBOLS) :]))
        number(f"need.{what}", count, (1, 1) if what == "no_pest" else (1, 99))
    bribe = neighbor.get("bribe", [])
    need(isinstance(bribe, list), "bribe: must be a list of steps")
    kinds: dict[str, Any] = {}
    for k, step in enumerate(bribe):
        where = f"bribe[{k}]"
        check_step(where, step)
        op = full_op(step)
        if op not in FOR_BRIBES:
            raise Wrong(f"{where}.op: {op!r} can't be a bribe; these can: {', '.join(FOR_BRIBES)}")
        for field in {"optional", "then"} & set(step):
            raise Wrong(f"{where}.{field}: a bribe is carried out in full")
        same = kinds.setdefault(FOR_BRIBES[op], step.get("kind")) == step.get("kind")
        need(same, f"{where}.kind: must be that of the other step that draws on the same")


def check_effect(where: str, steps: Any, field: str, symbols: list[str]) -> None:
    """Raise Wrong if the steps of a card make no sense on it."""
    need(isinstance(steps, list), f"{where}: must be a list of steps")
    for k, step in enumerate(steps):
        here = f"{where}[{k}]"
        check_step(here, step)
        op = full_op(step)
        need(op not in ("pay", "pest_from_market"), f"{here}.op: {op!r} is for bribes")
        if symbols == ["Event"]:
            fine = op in ("each", "tornado", "refresh")
            need(fine, f"{here}.op: an Event speaks to all: each, tornado or refresh, not {op!r}")
        need(symbols != ["Tool"] or op not in HERE, f"{here}.op: {op!r} makes no sense on a Tool")
        need(op != "trash from pile" or k == 0, f"{here}.op: {op!r} must be the first step")
        for name in ("then", "steps"):
            for j, inner in enumerate(step.get(name, [])):
                within = f"{here}.{name}[{j}]"
                check_inner(within, inner, name, symbols)
        if field == "play" and "Pest" in symbols:
            for each in (step, *step.get("then", ()), *step.get("steps", ())):
                calm = each["op"] not in ("play", "pests_here")
                need(calm, f"{here}.op: a Pest that is played may not {each['op']!r}")


def check_inner(where: str, step: Any, name: str, symbols: list[str]) -> None:
    """Raise Wrong if a step within another one makes no sense there."""
    check_step(where, step)
    op = full_op(step)
    need(op not in ("pay", "pest_from_market"), f"{where}.op: {op!r} is for bribes")
    need("then" not in step and op not in ("each", "tornado"), f"{where}: a list within a list")
    need(op != "trash from pile", f"{where}.op: {op!r} must be the first step")
    homeless = name == "steps" or symbols == ["Tool"]
    need(not homeless or op not in HERE, f"{where}.op: {op!r} makes no sense here")


def full_op(step: Step) -> str:
    """Return the op of a step, that of `trash` with where from."""
    op = str(step["op"])
    return f"trash from {step['from']}" if op == "trash" else op


def check_step(where: str, step: Any) -> None:
    """Raise Wrong if a step is none, whatever it stands on."""
    need(isinstance(step, Mapping) and "op" in step, f"{where}: must be a table with an op")
    op = step["op"]
    one_of(f"{where}.op", op, OPS)
    for field in sorted(set(step) - {"op"}):
        allowed = ", ".join(sorted(OPS[op])) or "none"
        need(field in OPS[op], f"{where}.{field}: {op!r} has no such field; fields: {allowed}")
    if op == "trash":
        need("from" in step, f"{where}.from: is missing")
        one_of(f"{where}.from", step["from"], FROM)
    if op == "each":
        need(isinstance(step.get("steps"), list), f"{where}.steps: must be a list of steps")
    if "n" in step:
        everything = op == "trash" and step["from"] == "pile" and step["n"] == -1
        if op == "money":
            number(f"{where}.n", step["n"], (-99, 99))
            need(step["n"] != 0, f"{where}.n: must not be 0")
        elif not everything:
            number(f"{where}.n", step["n"], (1, 99) if op == "pay" else COUNT)
        for field in {"optional", "then"} & set(step) if everything else ():
            raise Wrong(f"{where}.{field}: all are trashed without a choice")
    if "off" in step:
        number(f"{where}.off", step["off"], (0, 99))
    if "kind" in step:
        one_of(f"{where}.kind", step["kind"], [s for s in SYMBOLS if s != "Event"])
    for flag in {"optional", "must", "away"} & set(step):
        need(isinstance(step[flag], bool), f"{where}.{flag}: must be true or false")
    if "then" in step:
        need(isinstance(step["then"], list), f"{where}.then: must be a list of steps")
        need(step.get("optional", False), f"{where}.then: only an optional step has it")


# ------------------------------------------------------------------------------------- small parts


def check_fields(entry: Mapping[str, Any], known: set[str], due: set[str]) -> None:
    """Raise Wrong if fields are unknown or missing."""
    for field in sorted(set(entry) - known, key=str):
        raise Wrong(f"{field}: no such field; fields: {', '.join(sorted(known))}")
    for field in sorted(due - set(entry)):
        raise Wrong(f"{field}: is missing")


def check_source(entry: Mapping[str, Any]) -> None:
    """Raise Wrong if it is unclear where a card comes from."""
    if "source" in entry:
        one_of("source", entry["source"], SOURCES)


def one_of(field: str, value: Any, allowed: Iterable[str]) -> None:
    """Raise Wrong if a value is none of some names."""
    known = list(allowed)
    right = isinstance(value, str) and value in known
    need(right, f"{field}: must be one of {', '.join(known)}, not {brief(value)}")


def number(field: str, value: Any, limits: Limits) -> None:
    """Raise Wrong if a value is no whole number within limits."""
    low, high = limits
    try:
        right = low <= whole(value) <= high
    except TypeError:
        right = False
    span = str(low) if low == high else f"a whole number from {low} to {high}"
    need(right, f"{field}: must be {span}, not {brief(value)}")
