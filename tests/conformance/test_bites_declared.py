"""The suite bites: a wrong declaration of a sound game makes the check that is named fail."""

import numba
import pytest

from farmenvs import testing
from farmenvs.games.turtle_soup.rules import BOWL
from tests.conformance.test_bites import SOUND, bites, suited
from tests.helpers import faulty


@pytest.fixture(autouse=True)
def _never_compiled(monkeypatch):
    """Faulty kernels must not get into the cache of the sound game's."""
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)


class Words:
    """The words of the sound game, with what is given in place of its own."""

    def __init__(self, **changed):
        vars(self).update({name: getattr(SOUND.info.text, name) for name in dir(SOUND.info.text)})
        vars(self).update(changed)


ROWS = dict(SOUND.info.visibility)
EARLY = ROWS | {("choice", "others"): frozenset({"at once"})}
WIDER = ROWS | {("choice", "others"): frozenset({"last choice", "never"})}
MISSED = {row: words for row, words in ROWS.items() if row != ("flip", "all")}
TABLE_ROW = ROWS | {("flip", "all", "table"): frozenset({"never"})}


def broken_account(cfg, s):
    yield "cards in the deck", int(s["left"]), int(cfg["cards"])


DECLARED = [
    (testing.check_shapes, "in table mode, which is declared open", {"open_modes": ("table",)}),
    (testing.check_shapes, "more than the declared 4 decisions", {"max_decisions": lambda cfg: 4}),
    (testing.check_shapes, "declared 3 chance nodes", {"max_chance_nodes": lambda cfg: 3}),
    (testing.check_tree, "more decisions than declared", {"max_decisions": lambda cfg: 11}),
    (testing.check_tree, "more chance than declared", {"max_chance_nodes": lambda cfg: 7}),
    (testing.check_paired_worlds, "never reached the phase 'beg'", {"phases": ("choose", "beg")}),
    (testing.check_visibility, "but the declared times are", {"visibility": EARLY}),
    (testing.check_visibility, "never happened {'never'}", {"visibility": WIDER}),
    (testing.check_visibility, "has no row", {"visibility": MISSED}),
    (testing.check_visibility, "in table mode", {"visibility": TABLE_ROW}),
    (testing.check_conservation, "declares nothing that must add up", {"conserved": None}),
    (testing.check_conservation, "cards in the deck: ", {"conserved": broken_account}),
    (testing.check_results, "the returns add up to", {"utility_sum": 1.0}),
    (
        testing.check_words,
        "actions 0 and 1 are both 'wait'",
        {"text": Words(action_words=lambda cfg: ("wait", "wait"))},
    ),
    (
        testing.check_words,
        "'Take a bowl' is not one line of lower case words",
        {"text": Words(action_words=lambda cfg: ("wait", "Take a bowl"))},
    ),
    (
        testing.check_words,
        "several possible outcomes are called 'a card'",
        {"text": Words(outcome_word=lambda cfg, s, o: "a card")},
    ),
    (
        testing.check_words,
        "no row of the visibility table is of the moment 'dawn'",
        {"text": Words(moment=lambda cfg, before, a, after: "dawn")},
    ),
    (
        testing.check_every_world,
        "in proportions",
        {"world_weight": lambda cfg, s: 1 + (s["choice"][0] == BOWL)},
    ),
]


@pytest.mark.parametrize(
    ("check", "why", "declared"),
    DECLARED,
    ids=[
        f"{check.__name__}-{next(iter(declared))}-{k}"
        for k, (check, _, declared) in enumerate(DECLARED)
    ],
)
def test_a_faulty_declaration(check, why, declared):
    bites(check, suited(check, faulty(SOUND, declared)), why)
