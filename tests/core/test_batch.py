"""Batches: arrays, lanes, ends, threads, and wrong arguments that move nothing."""

import copy
import multiprocessing
import pickle
import threading

import numpy as np
import pytest

from farmenvs import load_game, make_batch
from farmenvs.core.batch import Batch
from farmenvs.core.rng import stream
from tests.core import toy
from tests.core.test_options import message

ARRAYS = [
    "observations", "action_masks", "players", "rewards", "terminated", "truncated", "final_states",
]  # fmt: skip


def contents(batch: Batch) -> dict[str, bytes]:
    """Return all that a batch shows and holds, as bytes."""
    arrays = {name: getattr(batch, name) for name in ARRAYS}
    arrays |= {name: getattr(batch, name) for name in ("_states", "_points", "_counters")}
    return {name: array.tobytes() for name, array in arrays.items()}


def choose(batch: Batch, dice: np.random.Generator) -> np.ndarray:
    """Return uniformly random legal actions, zeros in finished lanes."""
    noise = dice.random(batch.action_masks.shape)
    return np.where(batch.action_masks > 0, noise, -1).argmax(axis=1)


def by_lane(lane: int, ply: int, mask: np.ndarray) -> int:
    """Return an action that depends on the lane and its history alone."""
    legal = mask.nonzero()[0]
    return int(legal[(7 * lane + 3 * ply) % len(legal)]) if len(legal) else 0


# -------------------------------------------------------------------------------- arrays


def test_the_arrays_have_the_promised_shapes_and_types(game):
    n, k, a = 5, game.observation_spec().size, game.num_distinct_actions()
    batch = Batch(game, n, seed=0)
    shapes = [(n, k), (n, a), (n,), (n, 3), (n,), (n,), (n,)]
    types = [np.float32, np.int8, np.int64, np.float32, np.bool_, np.bool_, game.info.STATE]
    for name, shape, dtype in zip(ARRAYS, shapes, types, strict=True):
        array = getattr(batch, name)
        assert array.shape == shape
        assert array.dtype == dtype
    assert batch.num_envs == n
    assert repr(batch) == f"<Batch of 5 × {game!r}>"


def test_a_step_overwrites_the_arrays_in_place(game):
    batch, dice = Batch(game, 4, seed=0), np.random.default_rng(0)
    arrays = {name: getattr(batch, name) for name in ARRAYS}
    for _ in range(50):
        batch.step(choose(batch, dice))
    batch.reset()
    assert all(getattr(batch, name) is array for name, array in arrays.items())


@pytest.mark.parametrize("mode", ["recall", "table"])
@pytest.mark.parametrize("skip", [True, False])
def test_a_lane_is_the_game_that_a_state_plays_by_the_lanes_counter(game, mode, skip):
    """Observation, mask, player, rewards, ends: against a State and `stream(seed, lane)`."""
    batch = Batch(game, 3, seed=11, observation=mode, skip_forced=skip, reward="score")
    for lane in range(3):
        batch.reset(seed=11)
        r, ends = stream(11, lane), 0
        state, paid = settled(game.new_initial_state(), r, skip), np.zeros(3)
        for ply in range(60):
            p = state.current_player()
            assert batch.players[lane] == p
            assert (batch.observations[lane] == state.observation_tensor(p, mode)).all()
            assert (batch.action_masks[lane] == state.legal_actions_mask()).all()
            batch.step([by_lane(i, ply, mask) for i, mask in enumerate(batch.action_masks)])
            state.apply_action(by_lane(lane, ply, state.legal_actions_mask()))
            settled(state, r, skip)
            assert (batch.rewards[lane] == np.array(state.scores()) - paid).all()
            paid = np.array(state.scores())
            over, cut = state.is_terminal(), state.is_truncated()
            assert batch.terminated[lane] == (over and not cut)
            assert batch.truncated[lane] == cut
            if over:
                assert batch.final_states[lane].tobytes() == state._record.tobytes()
                for q in range(3):
                    seen = batch.final_observation([lane], q)[0]
                    assert (seen == state.observation_tensor(q, mode)).all()
                state, paid = settled(game.new_initial_state(), r, skip), np.zeros(3)
                ends += 1
        assert ends >= 2


def settled(state, r, skip):
    """Let chance decide, and with `skip` what everybody can see is forced."""
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(r))
        elif skip and state.legal_actions() == [toy.BOW]:
            state.apply_action(toy.BOW)
        else:
            break
    return state


# -------------------------------------------------------------------------------- lanes


def played(game, n: int, steps: int = 60, **options) -> list[tuple]:
    """Return all that the first three lanes show over some steps."""
    batch, seen = Batch(game, n, seed=5, **options), []
    for ply in range(steps):
        batch.step(np.array([by_lane(i, ply, mask) for i, mask in enumerate(batch.action_masks)]))
        seen.append(tuple(getattr(batch, name)[:3].tobytes() for name in ARRAYS))
    return seen


def test_a_lane_does_not_depend_on_how_many_there_are_nor_on_threads(game):
    expected = played(game, 3)
    for n, threads in ((4, 1), (17, 1), (3, 2), (17, 4), (17, 256), (64, 3)):
        assert played(game, n, num_threads=threads) == expected


def test_lanes_are_the_same_interpreted(game):
    plain = game.with_kernels(jit=False, check=True)
    for options in ({}, {"reward": "score", "skip_forced": False}, {"num_threads": 2}):
        assert played(plain, 3, 40, **options) == played(game, 3, 40, **options)


def test_lanes_are_the_same_unchecked(game):
    assert played(game.with_kernels(check=False), 3) == played(game, 3)


def test_lanes_differ_and_seeds_repeat(game):
    one, same, other = (Batch(game, 50, seed=seed) for seed in (3, 3, 4))
    assert contents(one) == contents(same)
    assert contents(one) != contents(other)
    assert len({row.tobytes() for row in one.observations}) > 1
    assert contents(Batch(game, 50)) != contents(Batch(game, 50))


def test_make_batch_loads_the_game_with_its_options():
    batch = make_batch(
        "turtle_soup", num_envs=3, seed=1, players=2, nights=1, deck="extended",
        observation="table", reward="score", skip_forced=False, autoreset="disabled", num_threads=2,
    )  # fmt: skip
    game = load_game("turtle_soup", players=2, nights=1, deck="extended")
    assert batch.game == game
    same = Batch(
        game, 3, 1, observation="table", reward="score", skip_forced=False,
        autoreset="disabled", num_threads=2,
    )  # fmt: skip
    assert contents(batch) == contents(same)


# -------------------------------------------------------------------------------- reset


def test_a_reset_of_some_lanes_leaves_the_others_alone(game):
    batch, dice = Batch(game, 6, seed=0), np.random.default_rng(0)
    for _ in range(9):
        batch.step(choose(batch, dice))
    before = {name: getattr(batch, name).copy() for name in [*ARRAYS, "_states", "_counters"]}
    lanes = np.array([True, False, True, False, False, False])
    batch.reset(lanes)
    for name, array in before.items():
        assert (getattr(batch, name)[~lanes] == array[~lanes]).all()
    assert (batch._counters[lanes] != before["_counters"][lanes]).all()
    assert not batch.rewards[lanes].any()
    assert not (batch.terminated | batch.truncated)[lanes].any()
    assert (batch.players[lanes] >= 0).all()
    batch.reset([False] * 6)
    assert (batch._counters[~lanes] == before["_counters"][~lanes]).all()


def test_a_seed_at_reset_is_for_the_lanes_reset(game):
    fresh = Batch(game, 4, seed=9)
    batch = Batch(game, 4, seed=1)
    batch.reset(seed=9)
    assert contents(batch) == contents(fresh)
    batch = Batch(game, 4, seed=1)
    others = batch._counters[2:].copy()
    batch.reset(np.arange(4) < 2, seed=9)
    assert (batch._counters[:2] == fresh._counters[:2]).all()
    assert (batch._counters[2:] == others).all()


def test_resets_without_a_seed_go_on_and_are_fixed_by_the_first(game):
    one, two = (Batch(game, 3, seed=4) for _ in range(2))
    shown = []
    for _ in range(10):
        one.reset()
        two.reset()
        assert contents(one) == contents(two)
        shown.append(one._states.tobytes())
    assert len(set(shown)) > 1


@pytest.mark.parametrize(
    "mask",
    [[True], [1, 0, 1, 0], np.ones(4), np.ones((4, 1), bool), "all", 3, True, [[True], [0, 1]], {}],
)
def test_a_wrong_mask_changes_nothing(game, mask):
    batch = Batch(game, 4, seed=0)
    before = contents(batch)
    assert message(batch.reset, mask, seed=3).startswith("mask must be ")
    assert contents(batch) == before


@pytest.mark.parametrize("seed", [-1, 1.0, "1", True, [1]])
def test_a_wrong_seed_changes_nothing(game, seed):
    batch = Batch(game, 4, seed=0)
    before = contents(batch)
    assert message(batch.reset, seed=seed).startswith("seed must be a whole number >= 0 or None")
    assert contents(batch) == before
    assert message(Batch, game, 4, seed=seed).startswith("seed must be ")


# -------------------------------------------------------------------------------- copies


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    "make_copy", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))]
)
def test_a_copy_in_mid_game_goes_on_alike_and_by_itself(game, make_copy, threads):
    batch, dice = Batch(game, 7, seed=0, num_threads=threads), np.random.default_rng(0)
    for _ in range(13):
        batch.step(choose(batch, dice))
    other = make_copy(batch)
    assert contents(other) == contents(batch)
    kept = contents(batch)
    for ply in range(40):
        other.step([by_lane(i, ply, mask) for i, mask in enumerate(other.action_masks)])
    assert contents(batch) == kept
    for ply in range(40):
        batch.step([by_lane(i, ply, mask) for i, mask in enumerate(batch.action_masks)])
    assert contents(batch) == contents(other)
    batch.reset()
    other.reset()
    assert contents(batch) == contents(other)


def test_batches_in_many_threads_do_not_disturb_each_other(game):
    expected, results = played(game, 9, 30), {}

    def work(k: int) -> None:
        results[k] = played(game, 9, 30, num_threads=1 + k % 2)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(results[k] == expected for k in range(4))


# Python 3.12 and later warn of any fork of a process with threads, which is the case in question
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_forked_child_steps_with_threads_of_its_own(game):
    """Whatever the parent has made and stepped before: its threads do not live in the child."""
    # so many lanes that one thread can't be through before the other one is asked for
    batch, dice = Batch(game, 20_000, seed=0, num_threads=2), np.random.default_rng(0)
    for _ in range(3):
        batch.step(choose(batch, dice))
    actions = choose(batch, dice)
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()

    def child() -> None:
        batch.step(actions)
        theirs.send(contents(batch))
        theirs.send(played(game, 8, 20, num_threads=2))

    process = context.Process(target=child)
    process.start()
    try:
        batch.step(actions)
        assert ours.poll(60), "the child hangs"
        assert ours.recv() == contents(batch)
        assert ours.poll(60), "the child hangs"
        assert ours.recv() == played(game, 8, 20)
        process.join(60)
        assert process.exitcode == 0
    finally:
        process.kill()


def test_many_lanes_step_and_all_begin_with_a_choice():
    batch = make_batch("turtle_soup", num_envs=50_000, seed=0, players=2, num_threads=2)
    for _ in range(3):
        batch.step(np.zeros(50_000, np.int8))
    assert (batch.players >= 0).all()
    assert len({row.tobytes() for row in batch.observations[:1000]}) > 900


@pytest.mark.parametrize("autoreset", ["same_step", "disabled"])
def test_a_game_that_may_be_over_before_any_decision_gets_no_lane_stuck(autoreset):
    """M, L, Y and then SWK: the sixth suit comes before anybody chooses."""
    batch = make_batch(
        "turtle_soup", num_envs=64, seed=0, players=2, nights=1, deck=(0, 3, 4, 38),
        autoreset=autoreset,
    )  # fmt: skip
    assert (batch.players >= 0).all()
    for _ in range(40):
        batch.step(batch.action_masks.argmax(axis=1))
        if autoreset == "disabled":
            batch.reset(batch.terminated | batch.truncated)
        assert (batch.players >= 0).all()
