"""One seat as a Gymnasium environment: illegal actions, order, seats, wrong arguments."""

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from farmenvs.envs.single import SeatEnv
from tests.core import toy
from tests.envs.seats import Asked, episode, first, same
from tests.envs.tables import GAMES


@pytest.fixture(params=list(GAMES))
def game(request):
    return GAMES[request.param]


UNKNOWN = (
    "turtle_soup has no option '{}'; options: players, nights, deck; of the environment: preset, "
    "opponents, seat, observation, reward, mask_in, skip_forced, render_mode"
)


# -- illegal actions, and order


@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_an_illegal_action_costs_one_ends_the_episode_and_says_so(game, reward):
    env = SeatEnv(game, opponents="rules", reward=reward, mask_in="both")
    obs, _ = env.reset(seed=2)
    after, paid, terminated, truncated, info = env.step(game.num_distinct_actions())
    assert (paid, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"].startswith(
        f"action {game.num_distinct_actions()} is illegal for player "
    )
    assert f"; legal: {obs['action_mask'].argmax()} " in info["illegal"]
    assert not after["action_mask"].any()
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    np.testing.assert_array_equal(after["observation"], obs["observation"])
    assert after in env.observation_space
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset()
    assert env.action_masks().any()


def test_an_action_that_the_mask_excludes_is_illegal_and_is_named():
    env = SeatEnv(GAMES["toy"], opponents="rules", seat=0)
    env.reset(seed=0)
    *_, info = env.step(toy.BOW)
    assert info["illegal"].startswith("action 3 (bow) is illegal for player 0; legal: 0 bid 0")


def test_a_negative_action_is_illegal():
    env = SeatEnv(GAMES["toy"], opponents="rules", seat=0)
    env.reset(seed=0)
    assert env.step(-1)[1:3] == (-1.0, True)


def test_legal_actions_are_never_called_illegal(game):
    for step in episode(SeatEnv(game, opponents="random"), np.random.default_rng(0), 0):
        assert "illegal" not in step[4]


@pytest.mark.parametrize("action", [0, np.int64(0), np.uint8(0), np.array(0), np.int32(0)])
def test_any_whole_number_is_an_action(action):
    one, other = (SeatEnv(GAMES["turtle_soup"], opponents="rules") for _ in range(2))
    one.reset(seed=0)
    other.reset(seed=0)
    assert same([one.step(action)], [other.step(0)])


@pytest.mark.parametrize("action", [0.0, "wait", None, True, [0], np.array([0, 1]), np.float32(1)])
def test_anything_else_is_one_line_and_changes_nothing(action):
    one, other = (SeatEnv(GAMES["turtle_soup"], opponents="rules") for _ in range(2))
    one.reset(seed=0)
    other.reset(seed=0)
    with pytest.raises(ValueError, match=r"^an action is a whole number, not .*$"):
        one.step(action)
    assert same([one.step(0)], [other.step(0)])


def test_an_opponents_illegal_action_names_the_opponent():
    def careless(view, rng):
        return 7

    env = SeatEnv(GAMES["turtle_soup"], opponents=careless, seat=3)
    with pytest.raises(
        ValueError, match=r"^agent 'careless' answered 7 for player 0, which is ill"
    ):
        env.reset(seed=0)


def test_nothing_goes_before_reset(game):
    env = SeatEnv(game, render_mode="ansi")
    for call in (lambda: env.step(0), env.render, env.action_masks, lambda: env.seat):
        with pytest.raises(ResetNeeded, match=r"^there is no game yet: call reset\(\)$"):
            call()


def test_after_the_end_a_step_is_an_error_and_the_mask_is_zero(game):
    env = SeatEnv(game, opponents="random", mask_in="both")
    last = episode(env, np.random.default_rng(0), 0)[-1]
    assert not last[0]["action_mask"].any()
    assert not last[4]["action_mask"].any()
    assert not env.action_masks().any()
    with pytest.raises(ResetNeeded, match=r"^the episode is over: call reset\(\)$"):
        env.step(0)


# -- who sits where


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_a_list_of_opponents_goes_clockwise_from_the_learners_left(seat):
    seats = {}

    def named(name):
        def agent(view, rng):
            seats.setdefault(name, set()).add(view.player)
            return first(view, rng)

        return agent

    env = SeatEnv(GAMES["turtle_soup"], opponents=[named(1), named(2), named(3)], seat=seat)
    episode(env, np.random.default_rng(0), 0)
    assert seats == {j: {(seat + j) % 4} for j in (1, 2, 3)}


def test_compiled_opponents_in_a_list_sit_where_their_twins_do():
    rngs = [np.random.default_rng(0) for _ in range(2)]
    for seed in range(10):
        compiled = SeatEnv(GAMES["toy"], opponents=["rules", first], seat="random")
        asked = SeatEnv(GAMES["toy"], opponents=[Asked(), first], seat="random")
        assert same(episode(compiled, rngs[0], seed), episode(asked, rngs[1], seed))


def test_a_random_seat_is_every_seat_and_a_fixed_one_stays(game):
    free, fixed = SeatEnv(game), SeatEnv(game, seat=1)
    seats = []
    for _ in range(60):
        free.reset()
        seats.append(free.seat)
        fixed.reset()
        assert fixed.seat == 1
    assert set(seats) == set(range(game.num_players()))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"opponents": "nobody"}, r"no agent 'nobody'; agents: random, rules, sb3:PATH\.zip"),
        ({"opponents": 3}, "opponents must be an agent or a list of 3, not 3"),
        ({"opponents": None}, "opponents must be an agent or a list of 3, not None"),
        ({"opponents": ["rules"]}, "opponents must be one agent .* or a list of 3, not of 1"),
        ({"opponents": ["rules", "random", 7]}, "no agent 7; agents: random, rules, sb3:PATH.zip"),
        ({"seat": 4}, 'seat must be "random" or from 0 to 3, not 4'),
        ({"seat": "left"}, "seat must be \"random\" or from 0 to 3, not 'left'"),
        ({"seat": None}, 'seat must be "random" or from 0 to 3, not None'),
        ({"observation": "all"}, "observation mode must be one of recall, table, not 'all'"),
        ({"reward": "money"}, "reward must be one of outcome, score, not 'money'"),
        ({"mask_in": "hand"}, "mask_in must be one of obs, info, both, not 'hand'"),
        ({"skip_forced": 1}, "skip_forced must be True or False, not 1"),
        ({"render_mode": "human"}, "render_mode must be one of None, ansi, not 'human'"),
        ({"nights": 0}, "turtle_soup: nights must be a whole number from 1 to 10000, not 0"),
        ({"night": 1}, UNKNOWN.format("night")),
        ({"name": "turtle_soup"}, UNKNOWN.format("name")),
        ({"num_envs": 2}, UNKNOWN.format("num_envs")),
        ({"preset": "x"}, "turtle_soup has no preset 'x'; presets: .*"),
        ({"game": "soup"}, "no game 'soup'; games: .*"),
    ],
)  # fmt: skip
def test_a_wrong_argument_is_one_line_that_says_what_is_right(wrong, says):
    with pytest.raises(ValueError, match=f"^{says}$"):
        SeatEnv(**{"game": "turtle_soup", **wrong})


def test_an_unknown_option_is_called_so_whether_the_game_has_its_options_or_not():
    with pytest.raises(ValueError, match=f"^{UNKNOWN.format('night')}$"):
        SeatEnv(GAMES["turtle_soup"], night=1)


def test_options_do_not_go_with_a_game_that_has_them():
    with pytest.raises(ValueError, match=r"has its options already: nights can't be given$"):
        SeatEnv(GAMES["turtle_soup"], nights=2)
