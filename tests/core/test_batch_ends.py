"""What is left of finished games in a batch."""

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from farmenvs import TERMINAL
from farmenvs.core.batch import Batch
from farmenvs.core.game import Game
from tests.core import toy
from tests.core.test_batch import by_lane, choose, contents
from tests.core.test_options import message


def check_ends(game: Game) -> None:
    batch = Batch(game, 3, seed=0)
    with pytest.raises(ValueError, match=r"^no game has ended yet in lane 2$"):
        batch.final_observation([2], 0)
    while not batch.terminated[2] and not batch.truncated[2]:
        batch.step(batch.action_masks.argmax(1))
    ended = batch.final_observation([2], 0)
    assert ended.shape == (1, batch.observations.shape[1])
    batch.step(batch.action_masks.argmax(1))
    assert batch.final_observation([2], 0).tolist() == ended.tolist(), "kept until the next end"


def test_there_is_no_final_observation_before_a_game_has_ended_in_the_lane(game: Game) -> None:
    check_ends(game)


def test_whatever_number_a_game_gives_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of zeros is a finished game of this one."""
    phases = "BID, BOWING, DEAL, OVER = range(4)"
    source = Path(toy.__file__).read_text()
    assert phases in source
    module = ModuleType("over_first")
    monkeypatch.setitem(sys.modules, "over_first", module)
    exec(source.replace(phases, "OVER, BID, BOWING, DEAL = range(4)"), vars(module))
    check_ends(module.GAME.load().with_kernels(jit=False))


# -------------------------------------------------------------------------------- all games


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
