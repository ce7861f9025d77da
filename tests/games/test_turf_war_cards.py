"""The cards and Neighbors of the house set of Turf War, one by one (R9 to R34).

Each is played from a position made by hand, and its case, in `turf_cards`, states the whole
difference that it makes; nothing that the card does is left out.
"""

import copy

import pytest

from farmenvs.games.turf_war.checks import set_faults
from farmenvs.games.turf_war.loader import HOUSE, loaded
from farmenvs.games.turf_war.schema import CARD, Word
from tests.games.turf import ImpossibleError, change, do, due, position, words
from tests.games.turf_cards import features, neighbors, ornaments, tools

ALL = [*tools.CASES, *neighbors.CASES, *ornaments.CASES, *features.CASES]
CASES = {case.id: case.values for case in ALL}


@pytest.mark.parametrize(("where", "script", "changes"), ALL)
def test_a_card_does_what_it_says_and_nothing_else(where, script, changes):
    """R9, R13 to R34."""
    assert change(position(**where), script) == changes


def test_every_card_and_neighbor_of_the_house_set_has_its_case():
    """R1."""
    data = loaded(HOUSE)
    assert sorted(CASES) == sorted(entry["name"] for entry in data["card"] + data["neighbor"])
    assert len(ALL) == len(CASES)


LESS = {"plays"}
"""What one less of shows, and not one more: a card that may be played need not be."""

ASIDE = {"name", "symbols", "source", "cost", "copies", "starter", "op"}
"""What a card is before it does anything, and what a step does at all."""

FORBIDS = {"optional", "must", "no_pest"}
"""What does not show in what comes of things that are done: there are other tests of it."""


def others(field, value):
    """Yield what a field might be instead, in words and as a value; None: it is left out."""
    if field in ASIDE | FORBIDS:
        return
    if isinstance(value, list):  # steps
        for k, step in enumerate(value):
            yield f"without step {k}", value[:k] + value[k + 1 :]
            for what, other in parts(step):
                yield f"{k}.{what}", [*value[:k], other, *value[k + 1 :]]
    elif isinstance(value, dict):  # what a Neighbor needs
        yield from parts(value)
    elif isinstance(value, bool):
        yield "left out", None
    elif isinstance(value, int):
        other = value - 1 if field in LESS else value + 1 or 2
        yield f"{other}", other
    elif isinstance(CARD.fields.get(field), Word):
        yield from ((word, word) for word in CARD.fields[field].allowed if word != value)
    elif field == "kind":
        yield "left out", None


def parts(table):
    """Yield a table with one of its fields made another, or left out, in words and as a table."""
    for field, given in table.items():
        for what, other in others(field, given):
            changed = {**table, field: other}
            yield f"{field} {what}", {k: v for k, v in changed.items() if v is not None}


def altered():
    """Yield each house card and Neighbor, with one thing that it does made another."""
    for what in ("card", "neighbor"):
        for k, entry in enumerate(loaded(HOUSE)[what]):
            for how, other in parts(entry):
                yield pytest.param(what, k, other, id=f"{entry['name']}: {how}")


@pytest.mark.parametrize(("what", "k", "entry"), list(altered()))
def test_a_case_of_a_card_tells_all_that_the_card_does(what, k, entry):
    """R1: if a card did anything else, something else would come of it, or could not be done."""
    data = copy.deepcopy(loaded(HOUSE))
    data[what][k] = entry
    assert list(set_faults(data)) == []
    where, script, changes = CASES[entry["name"]]
    try:
        found = change(position(cards=data, **where), script)
    except ImpossibleError:
        return
    assert found != changes


OPTIONAL = {
    "Toolbox",
    "Wheelbarrow",
    "Yard Sale Sign",
    "Catalog",
    "Pond",
    "Compost Heap",
    "Mailbox",
}
"""Cards of the house set that let their owner decline."""


@pytest.mark.parametrize("name", CASES)
def test_what_a_card_asks_for_may_be_declined_only_if_it_says_so(name):
    """R20, R23, R30: at any node of its case."""
    where, script, _ = CASES[name]
    state, offered = position(**where), False
    for word in script.split(", "):
        if not due(state).endswith("act"):
            offered |= "done" in words(state)
        do(state, word)
    assert offered == (name in OPTIONAL)
