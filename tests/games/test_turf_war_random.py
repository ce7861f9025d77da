"""Turf War: random card sets are valid, follow their seed, and use all of the format (R1)."""

import hashlib
import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest

from farmenvs.games.turf_war import checks, generate, random_cards
from farmenvs.games.turf_war.checks import count_steps, set_faults, walk
from farmenvs.games.turf_war.deck import SYMBOLS
from farmenvs.games.turf_war.schema import (
    BASIC,
    CARD,
    EFFECTS,
    FOR_BRIBES,
    FROM,
    HERE,
    NEED,
    ON_CARDS,
    Word,
    full_op,
)


def test_random_sets_follow_their_seed():
    """The same seed gives the same set; others differ."""
    assert random_cards(3) == random_cards(3) == random_cards(np.int64(3))
    assert random_cards(3) != random_cards(4)
    assert random_cards() != random_cards()


@pytest.mark.parametrize(("cards", "neighbors"), [(5, 7), (96, 32), (40, 12)])
def test_random_sets_have_as_many_cards_and_neighbors_as_asked_for(cards, neighbors):
    """Up to the limits."""
    for seed in range(20):
        data = random_cards(seed, cards=cards, neighbors=neighbors)
        assert list(set_faults(data)) == []
        assert (len(data["card"]), len(data["neighbor"])) == (cards, neighbors)


def test_a_random_set_never_has_too_many_steps(monkeypatch):
    """One in a million would; many would have more than 120."""
    for module in (checks, generate):
        monkeypatch.setattr(module, "STEPS", 120)
    for seed in range(20):
        data = random_cards(seed)
        assert count_steps([*data["card"], *data["neighbor"]]) <= 120


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"cards": 4}, "cards must be a whole number from 5 to 96, not 4"),
        ({"cards": 97}, "cards must be a whole number from 5 to 96, not 97"),
        ({"neighbors": 6}, "neighbors must be a whole number from 7 to 32, not 6"),
        ({"cards": 5.0}, "cards must be a whole number from 5 to 96, not 5.0"),
        ({"cards": True}, "cards must be a whole number from 5 to 96, not True"),
        ({"neighbors": None}, "neighbors must be a whole number from 7 to 32, not None"),
        ({"seed": -1}, "seed must be a whole number >= 0 or None, not -1"),
    ],
)
def test_a_wrong_wish_for_a_random_set_is_refused(wrong, complaint):
    """In one line."""
    with pytest.raises(ValueError, match=f"^{re.escape(complaint)}$"):
        random_cards(**wrong)


def used(seeds):
    """Return what sets use: fields and words of cards, ops and their fields, criteria, bribes."""
    found = set()
    for seed in seeds:
        data = random_cards(seed)
        for card in data["card"]:
            found |= {("symbol", *sorted(card["symbols"]))} if len(card["symbols"]) == 1 else set()
            found |= {("several symbols",)} if len(card["symbols"]) > 1 else set()
            found |= {("field", field) for field in card}
            found |= {("word", f, w) for f, w in card.items() if isinstance(w, str)}
            for effect in EFFECTS:
                for _, step, within in walk(effect, card.get(effect, ())):
                    found.add(("op", within, full_op(step)))
                    found |= {("step", within, step["op"], field) for field in step}
                    found |= {("kind", step["op"], step["kind"])} if "kind" in step else set()
                    found |= {("all",)} if step.get("n") == -1 else set()
        for neighbor in data["neighbor"]:
            found |= {("need", what) for what in neighbor["need"]}
            found |= {("bribe", full_op(step)) for step in neighbor["bribe"]}
    return found


def vocabulary():
    """Return what there is to be used, from the format."""
    yield from (("symbol", symbol) for symbol in SYMBOLS)
    yield from (("several symbols",), ("all",))
    yield from (("field", field) for field in CARD.fields if field != "source")
    for field in ("each", "discount_kind", "shield"):
        yield from (("word", field, word) for word in CARD.fields[field].allowed)
    for within, ops in (("", ON_CARDS), ("then", BASIC), ("steps", BASIC)):
        for op, fields in ops.items():
            places = [f"trash from {place}" for place in FROM] if op == "trash" else [op]
            for full in places:
                somewhere = full not in HERE or within != "steps"
                if somewhere and not (full == "trash from pile" and within):
                    yield "op", within, full
            if op not in HERE or within != "steps":
                yield from (("step", within, op, field) for field in fields)
            if isinstance(fields.get("kind"), Word):
                yield from (("kind", op, symbol) for symbol in fields["kind"].allowed)
    yield from (("need", what) for what in NEED.fields)
    yield from (("bribe", op) for op in FOR_BRIBES)


def test_200_random_sets_use_all_of_the_format():
    """Every op in every list it may stand in, passive, VP rule, criterion and bribe."""
    assert set(vocabulary()) - used(range(200)) == set()


@pytest.mark.parametrize("hashing", ["0", "1", "random"])
def test_a_seed_gives_the_same_set_in_any_process(hashing):
    """Whatever the order of Python's sets."""
    program = (
        "import json; from farmenvs.games.turf_war import random_cards\n"
        "print(json.dumps([random_cards(seed, cards=96) for seed in range(5)]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": hashing},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [random_cards(seed, cards=96) for seed in range(5)]


def test_the_sets_of_seeds_are_those_they_have_always_been():
    """A change of the generator changes all results that name a seed: it is to be noticed."""
    data = json.dumps([random_cards(seed) for seed in range(20)]).encode()
    assert hashlib.sha256(data).hexdigest()[:16] == "552b67ece54c08a2"


@pytest.mark.parametrize("seed", [0, 10**12, 2**64, 10**50, 10**5000], ids=range(5))
def test_a_seed_may_be_as_large_as_one_likes(seed):
    """As everywhere."""
    assert list(set_faults(random_cards(seed))) == []
