"""Actions and options that a batch is given: what is right, and what is wrong and moves nothing."""

import numpy as np
import pytest

from farmenvs import load_game, make_batch
from farmenvs.core.batch import Batch
from tests.core import toy
from tests.core.test_batch import by_lane, choose, contents
from tests.core.test_options import message
from tests.helpers import short

# -------------------------------------------------------------------------------- actions


@pytest.mark.parametrize(
    "kind", [np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64, ">i4", list, tuple]
)
def test_actions_are_integers_of_any_type(game, kind):
    batch, same = Batch(game, 5, seed=0), Batch(game, 5, seed=0)
    for ply in range(20):
        actions = [by_lane(i, ply, mask) for i, mask in enumerate(batch.action_masks)]
        batch.step(actions)
        same.step(kind(actions) if kind in (list, tuple) else np.array(actions, kind))
    assert contents(batch) == contents(same)


def test_no_kind_of_array_makes_another_kernel(game):
    """Strided, read-only and odd arrays are copied: a new type would compile for seconds."""
    game = game.with_kernels(jit=True, check=True)
    batch = Batch(game, 4, seed=0)
    batch.step(batch.action_masks.argmax(axis=1))
    kernels = (game.kernels.batch_step, game.kernels.batch_begin, game.kernels.observe)
    known = [len(kernel.signatures) for kernel in kernels]
    wide = np.zeros((4, 2), int)
    for _ in range(30):
        wide[:, 0] = batch.action_masks.argmax(axis=1)
        batch.step(wide[:, 0])
        batch.step(batch.action_masks.argmax(axis=1).astype(">i2"))
        frozen = batch.action_masks.argmax(axis=1)
        frozen.flags.writeable = False
        batch.step(frozen)
    lanes = np.ones(8, bool)[::2]
    batch.reset(lanes)
    lanes = np.ones(4, bool)
    lanes.flags.writeable = False
    batch.reset(lanes)
    batch.reset([True] * 4)
    assert [len(kernel.signatures) for kernel in kernels] == known


def test_the_actions_given_are_not_changed_nor_kept(game):
    batch = Batch(game, 4, seed=0)
    actions = batch.action_masks.argmax(axis=1)
    kept = actions.copy()
    batch.step(actions)
    assert (actions == kept).all()
    before = contents(batch)
    actions[:] = 99
    assert contents(batch) == before


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("bad", [-1, -128, 99, 2**31, 2**62, -(2**63), 2**63, 2**64 - 1])
def test_an_illegal_action_names_the_first_lane_and_moves_nothing(game, bad, threads):
    batch, dice = Batch(game, 7, seed=0, num_threads=threads), np.random.default_rng(0)
    for _ in range(20):
        batch.step(choose(batch, dice))
    before = contents(batch)
    kind = np.uint64 if bad >= 2**63 else np.int64
    actions = choose(batch, dice).astype(kind)
    actions[[2, 6]] = bad
    legal = ", ".join(f"{a} {game.action_words[a]}" for a in batch.action_masks[2].nonzero()[0])
    assert message(batch.step, actions) == (
        f"action {bad} is illegal in lane 2 for player {batch.players[2]}; legal: {legal}"
    )
    assert contents(batch) == before


def test_a_masked_action_is_illegal_too():
    batch = Batch(toy.GAME.load(weights=(1, 0, 0)), 4, seed=0)
    before = contents(batch)
    assert message(batch.step, [0, 0, 0, 1]) == (
        "action 1 is illegal in lane 3 for player 0; legal: 0 bid 0"
    )
    assert contents(batch) == before


@pytest.mark.parametrize(
    "actions",
    [
        [0], [0] * 5, [[0]] * 4, 0, [], None, "0000", [0.0] * 4, np.zeros(4), [True] * 4,
        np.zeros(4, bool), [None] * 4, ["0"] * 4, [0, 1, [0], 1], [2**70] * 4, {}, [0, 1, 0, 1.0],
        np.zeros((4, 1), int), np.zeros(4, "m8[s]"), iter([0] * 4), object(), [1j] * 4,
    ],
    ids=short,
)  # fmt: skip
def test_wrong_actions_are_answered_with_the_right_shape_and_move_nothing(game, actions):
    batch = Batch(game, 4, seed=0)
    before = contents(batch)
    assert message(batch.step, actions).startswith("actions must be ")
    assert contents(batch) == before


# -------------------------------------------------------------------------------- options


@pytest.mark.parametrize("n", [0, -1, 1.0, "4", None, True, 2**31, 10**30, [4]])
def test_a_wrong_number_of_lanes_or_threads_is_answered_with_the_range(game, n):
    assert message(Batch, game, n).startswith("num_envs must be a whole number from 1 to ")
    text = message(Batch, game, 4, num_threads=n)
    assert text.startswith("num_threads must be a whole number from 1 to 256, not ")


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64, np.array])
def test_whole_numbers_of_numpy_are_whole_numbers(game, kind):
    same = Batch(game, 4, 3, num_threads=2)
    batch = Batch(game, kind(4), kind(3), num_threads=kind(2))
    assert contents(batch) == contents(same)
    assert (batch.num_envs, batch.num_threads) == (4, 2)
    assert repr(batch) == repr(same)
    batch.reset(seed=kind(5))
    same.reset(seed=5)
    assert contents(batch) == contents(same)
    while not (same.terminated | same.truncated)[2]:
        batch.step(batch.action_masks.argmax(1))
        same.step(same.action_masks.argmax(1))
    shown = batch.final_observation(kind(2), kind(1))
    assert (shown == same.final_observation(2, 1)).all()
    made = make_batch("turtle_soup", kind(4), kind(3), players=kind(2), num_threads=kind(2))
    assert contents(made) == contents(make_batch("turtle_soup", 4, 3, players=2))


@pytest.mark.parametrize(
    "wrong", [np.True_, np.int64(-1), np.float64(4), np.float32("nan"), "4", b"4", -(10**30), [4]]
)
def test_what_is_no_whole_number_gets_one_line_everywhere(game, wrong):
    for call in (lambda: Batch(game, wrong), lambda: make_batch("turtle_soup", wrong)):
        assert message(call).startswith("num_envs must be a whole number from 1 to ")
    for call in (lambda: Batch(game, 4, wrong), lambda: make_batch("turtle_soup", 4, wrong)):
        assert message(call).startswith("seed must be a whole number >= 0 or None, not ")
    text = message(make_batch, "turtle_soup", 4, num_threads=wrong)
    assert text.startswith("num_threads must be a whole number from 1 to 256, not ")


@pytest.mark.parametrize("wrong", ["turtle_soup", None, toy.GAME, 3])
def test_a_batch_is_of_a_game_that_has_its_options(wrong):
    assert message(Batch, wrong, 4).startswith("game must be what load_game returns, not ")


@pytest.mark.parametrize(
    ("option", "right"),
    [
        ("observation", "observation mode must be one of recall, table, not "),
        ("reward", "reward must be one of outcome, score, not "),
        ("autoreset", "autoreset must be one of same_step, disabled, not "),
        ("skip_forced", "skip_forced must be True or False, not "),
    ],
)
@pytest.mark.parametrize("value", ["", "Score", "next_step", None, 1, ["score"], {}, b"score"])
def test_a_wrong_option_is_answered_with_what_is_right(option, right, value):
    assert message(make_batch, "turtle_soup", num_envs=1, **{option: value}).startswith(right)


def test_unknown_options_are_answered_with_those_there_are():
    right = (
        "turtle_soup has no option 'threads'; options: players, nights, deck; of the batch: preset,"
        " num_envs, seed, observation, reward, skip_forced, autoreset, num_threads"
    )
    assert message(make_batch, "turtle_soup", num_envs=1, threads=2) == right
    assert message(make_batch, load_game("turtle_soup"), num_envs=1, threads=2) == right
