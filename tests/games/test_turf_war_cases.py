"""Turf War: the tests of single cards leave out nothing that a card of the house set does."""

import copy

import pytest

from farmenvs.games.turf_war.checks import set_faults
from farmenvs.games.turf_war.loader import HOUSE, loaded
from farmenvs.games.turf_war.schema import CARD, Word
from tests.games import test_turf_war_cards, test_turf_war_yard_cards
from tests.games.turf import ImpossibleError, change, do, due, position, words

CASES = {case.id: case.values for case in test_turf_war_cards.CASES}
CASES |= {case.id: case.values for case in test_turf_war_yard_cards.CASES}

ASIDE = {"name", "symbols", "source", "cost", "copies", "starter"}
"""What a card is before it does anything."""

LESS = {"plays"}
"""What one less of shows, and not one more: a card that may be played need not be."""

REFUSED = {"op", "optional", "must", "no_pest"}
"""What allows or forbids, and does not change what comes of what is done: tested below."""


def others(field, value):
    """Yield what a field might be instead, in words and as a value; None: it is left out."""
    if isinstance(value, list):  # steps
        for k, step in enumerate(value):
            yield f"without step {k}", value[:k] + value[k + 1 :]
            for name, given in step.items():
                for what, other in others(name, given) if name not in REFUSED else ():
                    yield (
                        f"{k}.{name} {what}",
                        [*value[:k], put(step, name, other), *value[k + 1 :]],
                    )
    elif isinstance(value, dict):  # what a Neighbor needs
        for name, given in value.items():
            for what, other in others(name, given) if name not in REFUSED else ():
                yield f"{name} {what}", put(value, name, other)
    elif isinstance(value, bool):
        yield "left out", None
    elif isinstance(value, int):
        other = value - 1 if field in LESS else value + 1 or 2
        yield f"{other}", other
    elif isinstance(CARD.fields.get(field), Word):
        yield from ((word, word) for word in CARD.fields[field].allowed if word != value)
    elif field == "kind":
        yield "left out", None


def put(table, field, value):
    """Return a table with another value in a field, or without it."""
    return {k: v for k, v in {**table, field: value}.items() if v is not None}


def altered():
    """Yield each house card and Neighbor, with one thing that it does made another."""
    for what in ("card", "neighbor"):
        for k, entry in enumerate(loaded(HOUSE)[what]):
            for field, given in entry.items():
                for how, value in others(field, given) if field not in ASIDE else ():
                    yield pytest.param(what, k, field, value, id=f"{entry['name']}: {field} {how}")


@pytest.mark.parametrize(("what", "k", "field", "value"), list(altered()))
def test_a_case_of_a_card_tells_all_that_the_card_does(what, k, field, value):
    """R1: if a card did anything else, something else would come of it, or could not be done."""
    data = copy.deepcopy(loaded(HOUSE))
    entry = data[what][k]
    data[what][k] = put(entry, field, value)
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
