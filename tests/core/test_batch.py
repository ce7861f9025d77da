"""Batches: arrays, lanes, ends, threads, and wrong arguments that move nothing."""

import copy
import multiprocessing
import pickle
import threading

import numpy as np
import pytest

from farmenvs import TERMINAL, load_game, make_batch
from farmenvs.core.batch import Batch
from farmenvs.core.rng import stream
from tests.core import toy
from tests.core.test_options import message
from tests.helpers import short

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


# -------------------------------------------------------------------------------- ends


def test_same_step_shows_the_next_game_at_once(game):
    batch, dice = Batch(game, 8, seed=0), np.random.default_rng(0)
    games = np.zeros(8, int)
    for _ in range(100):
        batch.step(choose(batch, dice))
        over = batch.terminated | batch.truncated
        games += over
        assert not (batch.terminated & batch.truncated).any()
        assert (batch.players >= 0).all()
        assert (batch.action_masks.sum(axis=1) >= 1).all()
        assert not batch.rewards[~over].any()
        for lane in over.nonzero()[0]:
            out = np.zeros(3)
            game.kernels.final_returns(game.cfg1, batch.final_states[lane : lane + 1], out)
            assert (batch.rewards[lane] == out.astype(np.float32)).all()
            assert batch.final_states[lane] != batch._states[lane]
    assert (games >= 2).all()


def test_disabled_waits_for_reset(game):
    batch, dice = Batch(game, 6, seed=0, autoreset="disabled"), np.random.default_rng(0)
    done = np.zeros(6, bool)
    while not done.all():
        was = {name: getattr(batch, name)[done].tobytes() for name in ("observations", "_states")}
        finals = batch.final_states[done].tobytes()
        rolled = batch._counters[done].tobytes()
        before = done.copy()
        batch.step(choose(batch, dice))
        over = batch.terminated | batch.truncated
        assert not (over & before).any()  # an end is told once
        assert not batch.rewards[before].any()
        assert all(getattr(batch, k)[before].tobytes() == v for k, v in was.items())
        assert batch.final_states[before].tobytes() == finals
        assert batch._counters[before].tobytes() == rolled
        done |= over
        assert (batch.players[done] == TERMINAL).all()
        assert not batch.action_masks[done].any()
        assert (batch.players[~done] >= 0).all()
    batch.step(np.full(6, 99))  # nobody acts: ignored
    assert not (batch.terminated | batch.truncated).any()
    assert not batch.rewards.any()
    batch.reset(done)
    assert (batch.players >= 0).all()


def test_both_ways_to_reset_play_the_same_games(game):
    """A lane reset by hand goes on with its counter, as it does by itself."""
    auto, hand = (Batch(game, 5, seed=2, autoreset=how) for how in ("same_step", "disabled"))
    for ply in range(80):
        actions = [by_lane(i, ply, mask) for i, mask in enumerate(auto.action_masks)]
        auto.step(actions)
        hand.step(actions)
        for name in ("rewards", "terminated", "truncated", "final_states"):
            assert getattr(auto, name).tobytes() == getattr(hand, name).tobytes()
        hand.reset(hand.terminated | hand.truncated)
        for name in ("observations", "action_masks", "players", "_states", "_counters"):
            assert getattr(auto, name).tobytes() == getattr(hand, name).tobytes()


def test_rewards_of_a_game_sum_to_its_outcome_or_its_points(game):
    for reward in ("outcome", "score"):
        batch = Batch(game, 6, seed=1, reward=reward, autoreset="disabled")
        total, dice = np.zeros((6, 3)), np.random.default_rng(0)
        for _ in range(200):
            batch.step(choose(batch, dice))
            total += batch.rewards
        assert (batch.players == TERMINAL).all()
        for lane in range(6):
            record = batch.final_states[lane : lane + 1]
            out = np.zeros(3)
            kernels = game.kernels
            (kernels.final_returns if reward == "outcome" else kernels.points_of)(
                game.cfg1, record, out
            )
            assert total[lane] == pytest.approx(out, abs=1e-6)


def test_a_cap_truncates_and_never_terminates():
    game = toy.GAME.load(rounds=1, goal=100)
    batch = Batch(game, 4, seed=0)
    for _ in range(2):
        batch.step(choose(batch, np.random.default_rng(0)))
    assert batch.truncated.all()
    assert not batch.terminated.any()


def test_the_last_game_stays_until_the_next_one_ends(game):
    batch, dice = Batch(game, 3, seed=0), np.random.default_rng(0)
    last = [None] * 3
    for _ in range(80):
        batch.step(choose(batch, dice))
        for lane in range(3):
            record = batch.final_states[lane].tobytes()
            if batch.terminated[lane] or batch.truncated[lane]:
                last[lane] = record
            elif last[lane] is not None:
                assert record == last[lane]
    assert None not in last


def test_final_observations_are_those_of_the_lanes_asked_for(game):
    batch, dice = Batch(game, 4, seed=0), np.random.default_rng(0)
    assert message(batch.final_observation, [2], 0) == "no game has ended yet in lane 2"
    for _ in range(80):
        batch.step(choose(batch, dice))
    rows = batch.final_observation(range(4), 1)
    assert rows.dtype == np.float32
    assert rows.shape == (4, game.observation_spec().size)
    assert (batch.final_observation([3, 0, 3], 1) == rows[[3, 0, 3]]).all()
    assert (batch.final_observation(2, 1) == rows[[2]]).all()
    assert (batch.final_observation(np.array([1], np.uint8), 1) == rows[[1]]).all()
    assert batch.final_observation([], 1).shape == (0, rows.shape[1])
    assert batch.final_observation(np.zeros(4, bool).nonzero()[0], 1).shape == (0, rows.shape[1])
    before = contents(batch)
    rows[:] = 7
    assert contents(batch) == before


@pytest.mark.parametrize(
    "lanes", [4, -1, [0, 4], [1.0], "0", [[0, 1]], [True], None, 2**70, [0, [1]], {0}]
)
def test_a_wrong_lane_is_answered_with_the_lanes_there_are(game, lanes):
    batch = Batch(game, 4, seed=0)
    assert message(batch.final_observation, lanes, 0).startswith("lanes must be ")


@pytest.mark.parametrize("seat", [3, -1, "0", None, 0.0])
def test_a_wrong_seat_is_answered_with_the_seats_there_are(game, seat):
    text = message(Batch(game, 4, seed=0).final_observation, [0], seat)
    assert text.startswith("player must be a seat from 0 to 2, not ")


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
