"""Chance is drawn by its weights, exactly: by adding up few outcomes, by trying many."""

import dataclasses
from types import ModuleType

import numpy as np
import pytest
from scipy.stats import chisquare

from farmenvs.core import driver
from farmenvs.core.rng import stream
from tests.core.toy import GAME

DRAWS = 4000


def weight_by_number(cfg, s, o):
    return (0, 3, 1, 5)[o % 4]


def weight_of_the_last(cfg, s, o):
    return int(o + 1 == cfg["outcomes"])


def game(outcomes, weight):
    """The toy with as many outcomes, and their weights, at its first node."""
    module = ModuleType("weights")
    module.weight = weight
    info = dataclasses.replace(
        GAME, verbs=(module, *GAME.verbs), outcomes=lambda cfg: outcomes, max_weight=5
    )
    return info.load().with_kernels(jit=False)


@pytest.mark.parametrize("outcomes", [4, driver.FEW, driver.FEW + 1, 30])
def test_outcomes_come_as_often_as_their_weights_say(outcomes):
    state = game(outcomes, weight_by_number).new_initial_state()
    weights, total = state.chance_weights()
    r = stream(5)
    counts = np.bincount([state.sample_chance(r) for _ in range(DRAWS)], minlength=outcomes)
    assert not counts[weights == 0].any()
    possible = weights > 0
    found = chisquare(counts[possible], weights[possible] * DRAWS / total)
    assert found.pvalue > 0.001  # the seed is fixed


@pytest.mark.parametrize("outcomes", [1, 2, driver.FEW, 100, 100_000])
def test_the_only_possible_outcome_is_found_however_many_are_impossible(outcomes):
    state = game(outcomes, weight_of_the_last).new_initial_state()
    assert state.sample_chance(0) == outcomes - 1
