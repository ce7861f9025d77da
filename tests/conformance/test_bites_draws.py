"""The suite bites, in how often worlds are drawn: faults that only many draws betray."""

import numba
import pytest

import farmenvs
from examples.new_game import GAME as PUMPKINS
from examples.new_game.rules import Phase
from examples.new_game.rules import resample as real_deal
from farmenvs import testing
from farmenvs.core.rng import below
from farmenvs.games.turtle_soup.rules import BOWL, WAIT
from farmenvs.games.turtle_soup.rules import resample as real_resample
from tests.conformance.test_bites import bites
from tests.helpers import faulty

GAME = farmenvs.load_game("turtle_soup", players=2, nights=1)
PUMPKIN = PUMPKINS.load(players=2)
CHOOSE = int(Phase.CHOOSE)


@pytest.fixture(autouse=True)
def _never_compiled(monkeypatch):
    """Faulty kernels must not get into the cache of the sound game's."""
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)


def resample_60_to_40(cfg, v, p, r):
    """Of sealed bowls one in five becomes a wait."""
    real_resample(cfg, v, p, r)
    for q in range(int(cfg["players"])):
        if q != p and v["choice"][q] == BOWL and below(r, 5) == 0:
            v["choice"][q] = WAIT


def resample_55_to_45(cfg, v, p, r):
    """Of sealed bowls one in ten becomes a wait."""
    real_resample(cfg, v, p, r)
    for q in range(int(cfg["players"])):
        if q != p and v["choice"][q] == BOWL and below(r, 10) == 0:
            v["choice"][q] = WAIT


def resample_all_opponents_alike(cfg, v, p, r):
    """Each opponent waits as often as it bowls, but all do the same."""
    sealed_before = False
    first = WAIT
    real_resample(cfg, v, p, r)
    for q in range(int(v["turn"])):
        if q != p and (v["choice"][q] == WAIT or v["choice"][q] == BOWL):
            if not sealed_before:
                first = int(v["choice"][q])
                sealed_before = True
            v["choice"][q] = first


@pytest.mark.parametrize(
    ("resample", "why"),
    [
        (resample_60_to_40, "seat 1 in .* mode imagines 2 worlds .* in proportions"),
        (resample_55_to_45, "or like one of .* other views, in proportions"),
        (resample_all_opponents_alike, "seat 2 in recall mode never imagines a possible world"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_biased_resample(resample, why):
    """60 to 40 between two equally likely worlds; two opponents who always do the same."""
    bites(testing.check_every_world, faulty(GAME, resample=resample), why)


def resample_hands_in_order(cfg, v, p, r):
    """Of two opponents who have not yet chosen the first never has the better hand."""
    real_deal(cfg, v, p, r)
    for q in range(int(cfg["players"])):
        for o in range(q):
            low, high = int(v["hand"][o]), int(v["hand"][q])
            if p not in (o, q) and v["phase"] == CHOOSE and v["turn"] == 0 and low > high:
                v["hand"][o] = high
                v["hand"][q] = low


def test_hands_of_two_opponents_that_hang_together():
    why = "seat 0 in recall mode never imagines a possible world"
    alone = {"small": PUMPKINS.small_crowd}  # with two players nothing is wrong, and it takes time
    bites(testing.check_every_world, faulty(PUMPKIN, alone, resample=resample_hands_in_order), why)


def test_a_game_of_many_needs_a_small_version_with_two_opponents():
    few = {"small_crowd": {}, "players": (2,), "default_players": 2}
    testing.check_every_world(faulty(GAME, few))
    alone = faulty(GAME, {"small_crowd": {}})
    bites(testing.check_every_world, alone, "no small version with three players")
