"""The loops around a game: chance is exact, many actions count right, checked builds assert."""

from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest
from scipy.stats import chisquare

from farmenvs import load_game
from farmenvs.core import driver
from farmenvs.core.batch import Batch
from farmenvs.core.driver import FEW, TRIES
from farmenvs.core.rng import stream
from tests.core import toy
from tests.core.conftest import play


def planted(**verbs):
    """Return the toy with some verbs replaced, as the tests of faults need it."""
    module = ModuleType("planted")
    vars(module).update(verbs)
    return replace(toy.GAME, verbs=(module, toy))


# -------------------------------------------------------------------------------- chance


def fits(state, n: int = 20_000) -> bool:
    """Return whether `n` draws, by a fixed seed, fit the exact probabilities: chi-squared."""
    r = stream(1)
    counts = np.bincount([state.sample_chance(r) for _ in range(n)])
    outcomes = state.chance_outcomes()
    expected = [probability * n for _, probability in outcomes]
    assert counts.sum() == counts[[o for o, _ in outcomes]].sum()  # nothing impossible
    return len(outcomes) == 1 or bool(
        chisquare(counts[[o for o, _ in outcomes]], expected).pvalue > 1e-3
    )


@pytest.mark.parametrize("weights", [(1, 2, 5), (5, 5, 5), (0, 1, 3), (0, 0, 1), (4, 0, 5)])
def test_few_outcomes_are_drawn_by_their_weights(weights):
    assert toy.COINS <= FEW
    assert fits(toy.GAME.load(weights=weights).new_initial_state())


@pytest.mark.parametrize("plies", [0, 3])
def test_many_outcomes_are_drawn_by_rejection(plies):
    game = load_game("turtle_soup", deck="extended")
    assert game.max_chance_outcomes() > FEW
    state = game.new_initial_state()
    for card in range(plies):
        state.apply_action(card)
    assert fits(state)


def many(most: int):
    """Return the opening of a game with twelve outcomes o of weight o, the largest being `most`."""

    def weight(cfg, s, o):
        return o

    return (
        replace(planted(weight=weight), outcomes=lambda cfg: 12, max_weight=most)
        .load()
        .new_initial_state()
    )


@pytest.mark.parametrize("most", [11, 100, 1000, 10**6, (2**32 - 1) // 12])
def test_a_draw_is_exact_however_often_it_is_rejected(most):
    """From almost none to almost all draws that add up the weights after TRIES rejections."""
    state = many(most)
    rejected = (1 - 5.5 / most) ** TRIES
    assert (rejected < 1e-9) == (most == 11)
    assert (rejected > 0.999) == (most >= 10**6)
    assert fits(state, 6000)


def test_a_draw_by_addition_is_reproduced_by_hand():
    state = many(10**6)
    for seed in range(20):
        r, mine = stream(seed), stream(seed)
        outcome = state.sample_chance(r)
        with np.errstate(over="ignore"):
            for _ in range(TRIES):  # each: an outcome, and whether it is taken
                o = driver.below_at(mine, 0, 12)
                if o and driver.below_at(mine, 0, 10**6) < o:
                    break
            else:
                k = driver.below_at(mine, 0, 66)
                o = next(o for o in range(12) if k < o * (o + 1) // 2)
        assert outcome == o
        assert (r == mine).all()


def test_chance_is_drawn_alike_interpreted_and_compiled(game):
    states = [play(game.with_kernels(jit=jit).new_initial_state(), 0, 2) for jit in (True, False)]
    draws = []
    for state in states:
        r = stream(3)
        draws.append([state.sample_chance(r) for _ in range(500)] + r.tolist())
    assert draws[0] == draws[1]


# -------------------------------------------------------------------------------- actions


@pytest.mark.parametrize("n", [1, 2, 127, 128, 255, 256, 300])
def test_a_pick_is_uniform_over_however_many_actions(n):
    """Masks are int8: 128 legal actions must not wrap."""
    mask = np.zeros(2 * n, np.int8)
    mask[1::2] = 1
    r = stream(0)
    with np.errstate(over="ignore"):
        picks = {driver.pick(mask, r, 0) for _ in range(20 * n)}
    assert picks == set(range(1, 2 * n, 2))


@pytest.mark.parametrize("n", [2, 127, 128, 255, 256, 257, 1000])
def test_many_actions_are_not_taken_for_one_that_is_forced(n, monkeypatch):
    monkeypatch.setattr(driver, "skippable", lambda cfg, s: True)
    with np.errstate(all="raise"):
        assert driver.forced(None, None, np.ones(n, np.int8)) == -1
        assert driver.forced(None, None, np.eye(1, n, 1, np.int8)[0]) == 1
        assert driver.forced(None, None, np.zeros(n, np.int8)) == -1


# -------------------------------------------------------------------------------- playing out


def test_a_playout_of_a_lane_ends_as_its_batch_does(game):
    """Random players draw from the lane's counter as chance does: the same by hand."""
    for seed in range(10):
        state, mine = game.new_initial_state(), stream(seed)
        expected = state.playout(stream(seed))
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.sample_chance(mine))
            else:
                with np.errstate(over="ignore"):
                    state.apply_action(driver.pick(state.legal_actions_mask(), mine, 0))
        assert state.returns() == expected


def test_rules_play_their_advice(game):
    state, mine = game.new_initial_state(), stream(7)
    expected = state.playout(stream(7), "rules")
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(mine))
        else:
            state.apply_action(state.view().advice(mine))
    assert state.returns() == expected


# -------------------------------------------------------------------------------- checked builds


def nothing_possible(cfg, s, o):
    return 0


def bad_advice(cfg, v, p, mask, r):
    return toy.BOW


@pytest.mark.parametrize("jit", [True, False])
def test_a_checked_build_says_when_no_outcome_is_possible(jit):
    game = planted(weight=nothing_possible).load().with_kernels(jit=jit, check=True)
    with pytest.raises(AssertionError, match="no chance outcome is possible"):
        Batch(game, 1, seed=0)
    assert game.new_initial_state().chance_outcomes() == []


@pytest.mark.parametrize("jit", [True, False])
def test_a_checked_build_says_when_advice_is_illegal(jit):
    game = planted(advise=bad_advice).load().with_kernels(jit=jit, check=True)
    with pytest.raises(AssertionError, match="advice is illegal"):
        game.new_initial_state().playout(0, "rules")


def test_a_checked_build_finds_a_wrong_index():
    def legal(cfg, s, mask):
        mask[4 + int(s["turn"])] = 1

    game = planted(legal=legal).load()
    state = game.with_kernels(check=True).new_initial_state()
    state.apply_action(0)
    state.apply_action(0)
    with pytest.raises(IndexError):
        state.legal_actions()


def test_the_interpreted_twin_finds_a_sum_that_does_not_fit():
    def scores(cfg, s, out):
        for p in range(int(cfg["players"])):
            out[p] = s["coin"][p] + np.int8(126)

    state = planted(scores=scores).load().with_kernels(jit=False).new_initial_state()
    with np.errstate(over="raise"), pytest.raises(FloatingPointError, match="overflow"):
        state.scores()
