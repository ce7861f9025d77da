"""The suite bites: a fault planted in a sound game makes the check that is named fail."""

import copy
import dataclasses

import numba
import numpy as np
import pytest

import farmenvs
from farmenvs import testing
from farmenvs.core.contract import TABLE
from farmenvs.core.rng import below
from farmenvs.games.turtle_soup.advise import advise as real_advise
from farmenvs.games.turtle_soup.encode import encode as real_encode
from farmenvs.games.turtle_soup.rules import BOWL, WAIT, Phase
from farmenvs.games.turtle_soup.rules import actor as real_actor
from farmenvs.games.turtle_soup.rules import apply as real_apply
from farmenvs.games.turtle_soup.rules import conceal as real_conceal
from farmenvs.games.turtle_soup.rules import resample as real_resample
from farmenvs.games.turtle_soup.rules import scores as real_scores
from farmenvs.games.turtle_soup.rules import start as real_start
from farmenvs.games.turtle_soup.rules import weight as real_weight
from tests.helpers import faulty

SOUND = farmenvs.load_game("turtle_soup", players=3, nights=2)


WHOLE = (testing.check_paired_worlds, testing.check_visibility, testing.check_entries)
"""Checks that demand more of a declaration than of a game whose options are chosen."""


def suited(check, game):
    """Return what to give to a check: a game, or a declaration of it alone."""
    return alone(game) if check in WHOLE else game


def alone(game):
    """Return a declaration with no other game than this."""
    options = [
        dataclasses.replace(option, default=game.options[option.name], examples=())
        for option in game.info.options
    ]
    players = game.num_players()
    return dataclasses.replace(
        game.info, players=(players,), default_players=players, options=options, presets={},
        small=None, small_crowd=None,
    )  # fmt: skip


@pytest.fixture(autouse=True)
def _never_compiled(monkeypatch):
    """Faulty kernels must not get into the cache of the sound game's."""
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)


def bites(check, thing, why):
    """The check must fail, say its own name, and why."""
    with pytest.raises(AssertionError, match=rf"^{check.__name__}: .*{why}"):
        check(thing)


def share_the_table(env, memo):
    """A faulty `__deepcopy__` of an environment, AEC or Parallel."""
    new = copy.copy(env)
    new.__dict__ = {
        name: value if name in ("_table", "game") else copy.deepcopy(value)
        for name, value in env.__dict__.items()
    }
    return new


# ---------------------------------------------------------------------------- faults of one verb


def start_forgets_the_night(cfg, s):
    night = int(s["night"])
    real_start(cfg, s)
    s["night"] = night


def actor_unknown(cfg, s):
    return 7 if s["phase"] == Phase.CHOOSE else real_actor(cfg, s)


def apply_ignores_a_bowl(cfg, s, a):
    if s["phase"] == Phase.FLIP or a == WAIT:
        real_apply(cfg, s, a)


def legal_nothing(cfg, s, mask):
    pass


def legal_by_what_others_hide(cfg, s, mask):
    mask[WAIT] = 1
    mask[BOWL] = s["choice"][0] != BOWL or s["turn"] == 0


def weight_of_one_card_too_heavy(cfg, s, o):
    return real_weight(cfg, s, o) * (1 + (o == 3))


def weight_below_zero(cfg, s, o):
    return real_weight(cfg, s, o) if o else -1


def apply_counts_cards_in_int8(cfg, s, a):
    real_apply(cfg, s, a)
    s["left"] = s["left"] + np.int8(100) - np.int8(100)


def apply_loses_a_chip(cfg, s, a):
    real_apply(cfg, s, a)
    if s["pot"][0] > 3:
        s["pot"][0] = int(s["pot"][0]) - 1


CALLS = [0]


def apply_remembers_calls(cfg, s, a):
    real_apply(cfg, s, a)
    CALLS[0] += 1
    s["pot"][2] = CALLS[0] % 7


def apply_favours_seat_1(cfg, s, a):
    real_apply(cfg, s, a)
    if s["phase"] == Phase.OVER:
        s["points"][1] = int(s["points"][1]) + 1


def scores_leaves_one_unwritten(cfg, s, out):
    for p in range(out.shape[0] - 1):
        out[p] = s["points"][p]


def scores_tells_what_is_sealed(cfg, s, out):
    real_scores(cfg, s, out)
    for p in range(out.shape[0]):
        for q in range(out.shape[0]):
            out[p] += s["choice"][q] == BOWL


def scores_pays_a_sealed_bowl(cfg, s, out):
    """Nobody's own score tells it anything new; the others' do."""
    real_scores(cfg, s, out)
    for p in range(out.shape[0]):
        out[p] += s["choice"][p] == BOWL


def winners_is_nobody(cfg, s, out):
    for p in range(out.shape[0]):
        out[p] = 0


def winners_by_halves(cfg, s, out):
    for p in range(out.shape[0]):
        out[p] = 0.5


def conceal_nothing(cfg, s, p, mode):
    pass


def resample_nothing(cfg, v, p, r):
    pass


def conceal_nothing_on_the_table(cfg, s, p, mode):
    if mode != TABLE:
        real_conceal(cfg, s, p, mode)


def conceal_only_from_seats(cfg, s, p, mode):
    if p < cfg["players"]:
        real_conceal(cfg, s, p, mode)


def conceal_marks_who_bowls(cfg, s, p, mode):
    """Choices are hidden, but not without a trace."""
    bowls = 0
    for q in range(int(cfg["players"])):
        bowls += q != p and s["choice"][q] == BOWL
    real_conceal(cfg, s, p, mode)
    s["pot"][2] = bowls


def encode_leaks_who_bowls(cfg, v, p, mode, out):
    size = real_encode(cfg, v, p, mode, out)
    out[0] = v["pot"][2] > 0
    return size


def conceal_hides_the_night_twice(cfg, s, p, mode):
    real_conceal(cfg, s, p, mode)
    s["night"] = int(s["night"]) + 1


def resample_always_waits(cfg, v, p, r):
    real_resample(cfg, v, p, r)
    for q in range(int(cfg["players"])):
        if q != p and v["choice"][q] == BOWL:
            v["choice"][q] = WAIT


def resample_seldom_bowls(cfg, v, p, r):
    real_resample(cfg, v, p, r)
    for q in range(int(cfg["players"])):
        if q != p and v["choice"][q] == BOWL and below(r, 3):
            v["choice"][q] = WAIT


def resample_what_can_not_be(cfg, v, p, r):
    real_resample(cfg, v, p, r)
    if v["phase"] == Phase.CHOOSE:
        for q in range(int(v["turn"]), int(cfg["players"])):
            if q != p:
                v["choice"][q] = WAIT


def resample_another_pot(cfg, v, p, r):
    real_resample(cfg, v, p, r)
    v["pot"][0] = int(v["pot"][0]) + 1


MARKED = 99
"""No choice."""


def resample_marks_a_choice(cfg, v, p, r):
    real_resample(cfg, v, p, r)
    v["choice"][p] = MARKED


def apply_loses_a_chip_if_a_choice_is_marked(cfg, s, a):
    marked = MARKED in s["choice"]
    real_apply(cfg, s, a)
    s["points"][0] = int(s["points"][0]) - marked


def encode_a_dead_entry(cfg, v, p, mode, out):
    size = real_encode(cfg, v, p, mode, out)
    out[size - 1] = 0
    return size


def encode_remembers_no_points(cfg, v, p, mode, out):
    size = real_encode(cfg, v, p, mode, out)
    if mode != TABLE:
        for i in range(int(cfg["players"])):
            out[size - 1 - i] = 0
    return size


def encode_leaves_one_unwritten(cfg, v, p, mode, out):
    keep = float(out[0])
    size = real_encode(cfg, v, p, mode, out)
    out[0] = keep
    return size


def encode_above_one(cfg, v, p, mode, out):
    size = real_encode(cfg, v, p, mode, out)
    out[1] = 1.5
    return size


def encode_miscounts(cfg, v, p, mode, out):
    return real_encode(cfg, v, p, mode, out) - 1


def advise_what_is_not_there(cfg, v, p, mask, r):
    return real_advise(cfg, v, p, mask, r) + 2


VERBS = [
    (testing.check_shapes, "start does not overwrite 'night'", [start_forgets_the_night]),
    (testing.check_shapes, "actor returns 7", [actor_unknown]),
    (testing.check_shapes, "no legal action", [legal_nothing]),
    (testing.check_shapes, "exceeds the declared 1", [weight_of_one_card_too_heavy]),
    (testing.check_shapes, "weight is negative", [weight_below_zero]),
    (testing.check_shapes, "scores leaves an entry unwritten", [scores_leaves_one_unwritten]),
    (testing.check_shapes, "winners writes other values", [winners_by_halves]),
    (testing.check_shapes, "conceal is not idempotent", [conceal_hides_the_night_twice]),
    (
        testing.check_shapes,
        r"encode writes \[nan\] to entry 0 \(up\[0\]\)",
        [encode_leaves_one_unwritten],
    ),
    (testing.check_shapes, r"encode writes \[1.5\] to entry 1", [encode_above_one]),
    (testing.check_shapes, "encode returns 5", [encode_miscounts]),
    (testing.check_shapes, "advise returns", [advise_what_is_not_there]),
    (testing.check_masks, "id 1 is legal and does nothing", [apply_ignores_a_bowl]),
    (
        testing.check_masks,
        "the view of seat 1 in recall mode has the mask",
        [legal_by_what_others_hide],
    ),
    (testing.check_determinism, "clone and child differ", [apply_remembers_calls]),
    (
        testing.check_paired_worlds,
        "the view tells seat",
        [conceal_marks_who_bowls, encode_leaks_who_bowls],
    ),
    (
        testing.check_paired_worlds,
        "the list of scores tells seat",
        [scores_tells_what_is_sealed],
    ),
    (testing.check_paired_worlds, "the list of scores tells seat", [scores_pays_a_sealed_bowl]),
    (testing.check_paired_worlds, "the onlooker's view tells seat", [conceal_only_from_seats]),
    (testing.check_paired_worlds, "no world ever differed", [conceal_nothing, resample_nothing]),
    (testing.check_visibility, "'others'", [conceal_nothing]),
    (testing.check_visibility, "'others'", [conceal_nothing, resample_nothing]),
    (testing.check_visibility, "'others'", [conceal_marks_who_bowls]),
    (testing.check_visibility, "the table shows seat . more", [conceal_nothing_on_the_table]),
    (testing.check_visibility, "the onlooker sees more", [conceal_only_from_seats]),
    (testing.check_resampling, "looks different to it: choice", [conceal_nothing]),
    (testing.check_resampling, "looks different to it: pot", [resample_another_pot]),
    (testing.check_every_world, "never imagines a possible world", [resample_always_waits]),
    (testing.check_every_world, "in proportions", [resample_seldom_bowls]),
    (testing.check_every_world, "a world that can't be", [resample_what_can_not_be]),
    (testing.check_entries, r"\(points\[2\]\) is always 0.0", [encode_a_dead_entry]),
    (testing.check_memory, "observes the same in recall mode", [encode_remembers_no_points]),
    (testing.check_conservation, "points: ", [apply_loses_a_chip]),
    (
        testing.check_conservation,
        "imagined by seat . in recall mode",
        [resample_another_pot],
    ),
    (
        testing.check_conservation,
        "imagined by seat . in recall mode, after .: points",
        [resample_marks_a_choice, apply_loses_a_chip_if_a_choice_is_marked],
    ),
    (testing.check_results, "the returns add up to -1.5", [winners_is_nobody]),
    (testing.check_symmetry, "other scores", [apply_favours_seat_1]),
]


def name_of_verb(function):
    return function.__name__.partition("_")[0]


@pytest.mark.parametrize(
    ("check", "why", "faults"),
    VERBS,
    ids=["-".join([check.__name__, *(f.__name__ for f in faults)]) for check, _, faults in VERBS],
)
def test_a_faulty_verb(check, why, faults):
    game = faulty(SOUND, **{name_of_verb(fault): fault for fault in faults})
    bites(check, suited(check, game), why)


@pytest.mark.parametrize(
    "check", dict.fromkeys(check for check, *_ in VERBS), ids=lambda check: check.__name__
)
def test_the_sound_game_passes_the_same_checks(check):
    check(suited(check, faulty(SOUND)))


@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
def test_an_overflow_of_narrow_integers():
    fault = faulty(SOUND, apply=apply_counts_cards_in_int8)
    bites(testing.check_compiled, fault, "FloatingPointError: overflow")
    testing.check_compiled(faulty(SOUND))
