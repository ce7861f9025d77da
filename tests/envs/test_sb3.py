"""Many games as one Stable-Baselines3 environment: equal to as many Gymnasium environments."""

import copy
import pickle
import sys
from importlib import reload

import numpy as np
import pytest
from gymnasium.spaces import Box, Dict
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize

from farmenvs.agents import RulesAgent
from farmenvs.envs import sb3
from farmenvs.envs.sb3 import SeatVecEnv
from farmenvs.envs.single import SeatEnv
from tests.agents.positions import Batched
from tests.core import toy
from tests.envs.seats import OPPONENTS, Asked, drawn, first
from tests.envs.tables import GAMES, choose

LANES = 5


class Counted(Batched):
    """Counts how often it is asked, and for how many games."""

    def __init__(self):
        self.asked = []

    def batch(self, observations, masks, players, rng):
        self.asked.append(len(players))
        return super().batch(observations, masks, players, rng)


@pytest.fixture(params=list(GAMES))
def game(request):
    return GAMES[request.param]


def both(game, seed=0, **arguments):
    """Return a `SeatVecEnv` and a `DummyVecEnv` of `SeatEnv`s, with the same seed."""
    dummy = make_vec_env(
        SeatEnv, LANES, seed=seed, env_kwargs={"game": game, **arguments}, vec_env_cls=DummyVecEnv
    )
    return SeatVecEnv(game, LANES, seed, **arguments), dummy


def equal(one, other):
    """Say whether two observations, infos or lists of them are the same, clocks apart."""
    if isinstance(one, dict):
        keys = {key for key in one if key != "t"}
        return keys == {key for key in other if key != "t"} and all(
            equal(one[key], other[key]) for key in keys
        )
    if isinstance(one, list):
        return len(one) == len(other) and all(map(equal, one, other))
    return np.array_equal(one, other) and getattr(one, "dtype", 0) == getattr(other, "dtype", 0)


def picks(masks, rng, careless=0.0):
    """Return a random action for each lane, sometimes an illegal one."""
    return np.array(
        [choose(mask, rng) if rng.random() >= careless else rng.integers(-1, 6) for mask in masks]
    )


@pytest.mark.parametrize("mask_in", ["info", "obs", "both"])
@pytest.mark.parametrize("opponents", [*OPPONENTS, "batched", "mixed"])
@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_it_is_lane_by_lane_as_many_gymnasium_environments(game, opponents, reward, mask_in):
    mixed = ["random", Batched(), drawn][: game.num_players() - 1]
    who = OPPONENTS | {"batched": Batched(), "mixed": mixed}
    ours, theirs = both(game, seed=3, opponents=who[opponents], reward=reward, mask_in=mask_in)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert equal(ours.reset(), theirs.reset())
    assert equal(ours.reset_infos, theirs.reset_infos)
    rng = np.random.default_rng(0)
    for _ in range(60):
        masks = [env.env_method("action_masks") for env in (ours, theirs)]
        assert equal(*masks)
        actions = picks(masks[0], rng, careless=0.03)
        mine, other = ours.step(actions), theirs.step(actions)
        assert equal(mine[0], other[0])
        np.testing.assert_array_equal(mine[1], other[1])
        np.testing.assert_array_equal(mine[2], other[2])
        assert equal(mine[3], other[3])
        assert equal(ours.reset_infos, theirs.reset_infos)
    assert equal(ours.reset(), theirs.reset())


def test_a_lane_does_not_depend_on_how_many_there_are(game):
    few, many = (SeatVecEnv(game, n, 7, opponents="random") for n in (2, 6))
    rng = np.random.default_rng(0)
    np.testing.assert_array_equal(few.reset(), many.reset()[:2])
    for _ in range(40):
        actions = picks(many.action_masks(), rng)
        one, other = few.step(actions[:2]), many.step(actions)
        for k in range(3):
            np.testing.assert_array_equal(one[k], other[k][:2])


class DrawsInBatch(Batched):
    """Plays a random legal action, with luck drawn for all games at once."""

    def batch(self, observations, masks, players, rng):
        return (masks * rng.random(masks.shape)).argmax(1)


def test_an_opponent_that_draws_in_its_batch_plays_alike_with_the_same_seed_and_lanes(game):
    one, other = (SeatVecEnv(game, LANES, 7, opponents=DrawsInBatch()) for _ in range(2))
    assert equal(one.reset(), other.reset())
    rng = np.random.default_rng(0)
    for _ in range(40):
        actions = picks(one.action_masks(), rng)
        assert equal(list(one.step(actions)), list(other.step(actions)))


def test_chance_falls_in_a_lane_as_for_one_learner_though_an_opponent_draws_in_its_batch():
    arguments = {"game": "turtle_soup", "nights": 200, "opponents": DrawsInBatch(), "seat": 0}
    lanes, dealt = SeatVecEnv(num_envs=3, seed=4, **arguments), []
    seen = lanes.reset()
    while len(dealt) < 100:  # who waits to the bitter end sees every card, in 36 numbers
        dealt.append(seen[:, :36])
        seen, _, dones, _ = lanes.step(np.zeros(3, np.int64))
        assert not dones.any()
    for i in range(3):
        env, cards = SeatEnv(**arguments), []
        seen, _ = env.reset(seed=4 + i)
        while len(cards) < 100:
            cards.append(seen[:36])
            seen, *_ = env.step(0)
        shown = [list(dict.fromkeys(map(bytes, some))) for some in (cards, np.stack(dealt)[:, i])]
        count = min(map(len, shown))
        assert count > 20
        assert shown[0][:count] == shown[1][:count]


def test_a_batched_opponent_is_asked_for_many_games_at_once():
    agent = Counted()
    env = SeatVecEnv(GAMES["turtle_soup"], 64, 0, opponents=agent, seat=0)
    env.reset()
    assert agent.asked == []  # seat 0 chooses first
    env.step(np.zeros(64, np.int64))
    assert agent.asked == [64, 64, 64]


def test_two_kinds_of_batched_opponents_are_asked_apart():
    agents = [Counted(), Counted(), Counted()]
    env = SeatVecEnv(GAMES["turtle_soup"], 8, 0, opponents=agents, seat=0)
    env.reset()
    env.step(np.zeros(8, np.int64))
    assert [agent.asked for agent in agents] == [[8], [8], [8]]
    assert env.opponents == agents


def test_the_seed_of_the_constructor_is_that_of_the_method(game):
    one, other = SeatVecEnv(game, 4, 5, opponents="random"), SeatVecEnv(game, 4, opponents="random")
    assert other.seed(5) == [5, 6, 7, 8]
    for _ in range(5):
        np.testing.assert_array_equal(one.reset(), other.reset())


def test_without_a_seed_two_environments_differ(game):
    one, other = (SeatVecEnv(game, 40, opponents="random") for _ in range(2))
    assert not np.array_equal(one.reset(), other.reset())


def test_at_the_end_the_last_observation_and_the_episode_are_in_the_info(game):
    env = SeatVecEnv(game, 8, 0, opponents="random", reward="score")
    env.reset()
    rng, paid, steps, ends = np.random.default_rng(0), np.zeros(8), np.zeros(8), 0
    while ends < 30:
        _, rewards, dones, infos = env.step(picks(env.action_masks(), rng))
        paid += rewards
        steps += 1
        for i, info in enumerate(infos):
            assert ("terminal_observation" in info) == ("episode" in info) == dones[i]
            if dones[i]:
                assert info["terminal_observation"] in env.observation_space
                assert (info["episode"]["r"], info["episode"]["l"]) == (paid[i], steps[i])
                assert info["episode"]["t"] >= 0
                paid[i] = steps[i] = 0
                ends += 1


def test_a_cap_on_the_length_is_told_as_a_time_limit():
    game = toy.GAME.load(players=3, goal=10_000, rounds=2)
    env = SeatVecEnv(game, 4, 0, opponents="random")
    env.reset()
    cut = []
    for _ in range(10):
        _, _, dones, infos = env.step(np.zeros(4, np.int64))
        cut += [info["TimeLimit.truncated"] for info in infos]
        assert [info["TimeLimit.truncated"] for info in infos] == dones.tolist()
    assert any(cut)


def test_what_it_gives_is_the_callers_to_change(game):
    one, other = (SeatVecEnv(game, 3, 0, opponents="random", mask_in="both") for _ in range(2))
    seen = one.reset()
    other.reset()
    rng = np.random.default_rng(0)
    for _ in range(20):
        actions = picks(other.action_masks(), rng)
        for part in (*seen.values(), one.action_masks(), *one.env_method("action_masks")):
            part[...] = 7
        mine, theirs = one.step(actions), other.step(actions)
        actions[...] = 7
        assert equal(list(mine), list(theirs))
        seen = mine[0]
        mine[1][...] = 7
        mine[2][...] = True
        for info in mine[3]:
            info["action_mask"][...] = 7


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("opponents", list(OPPONENTS))
def test_a_copy_goes_on_alike_and_apart(game, opponents, copied):
    env = SeatVecEnv(game, 3, 0, opponents=OPPONENTS[opponents])
    env.reset()
    rng = np.random.default_rng(0)
    env.step(picks(env.action_masks(), rng))
    twin = copied(env)
    for _ in range(30):
        actions = picks(env.action_masks(), rng)
        assert equal(list(env.step(actions)), list(twin.step(actions)))


# -- what Stable-Baselines3 asks of it


def test_masks_come_for_some_lanes_or_all(game):
    env = SeatVecEnv(game, 4, 0, opponents="random")
    env.reset()
    masks = env.action_masks()
    assert masks.shape == (4, game.num_distinct_actions())
    assert masks.dtype == np.int8
    np.testing.assert_array_equal(env.env_method("action_masks"), masks)
    np.testing.assert_array_equal(env.env_method("action_masks", indices=2), masks[2:3])
    np.testing.assert_array_equal(env.env_method("action_masks", indices=[3, 0]), masks[[3, 0]])
    assert env.has_attr("action_masks")


def test_it_says_that_its_lanes_are_monitored():
    env = SeatVecEnv(GAMES["turtle_soup"], 3)
    assert env.env_is_wrapped(Monitor) == [True] * 3
    assert env.env_is_wrapped(VecNormalize, indices=[1]) == [False]


def test_lanes_share_attributes_and_have_none_of_their_own():
    env = SeatVecEnv(GAMES["turtle_soup"], 3)
    assert env.get_attr("game", indices=[0, 2]) == [GAMES["turtle_soup"]] * 2
    assert env.render_mode is None
    assert not env.has_attr("nothing")
    with pytest.raises(AttributeError, match=r"^lanes have no attributes of their own"):
        env.set_attr("game", None)
    for method in ("render", "reset"):
        with pytest.raises(AttributeError, match=r"^lanes have one method, action_masks\(\)"):
            env.env_method(method)
    assert env.get_images() == [None] * 3
    env.close()


def test_the_wrappers_of_stable_baselines3_go_around_it():
    env = VecNormalize(SeatVecEnv(GAMES["turtle_soup"], 4, 0, reward="score"))
    env.reset()
    for _ in range(20):
        masks = np.stack(env.env_method("action_masks"))
        env.step(masks.argmax(1))
    assert env.observation_space == Box(0, 1, (55,), np.float32)


def test_spaces_have_the_mask_where_it_was_asked_for():
    for mask_in, kind in (("info", Box), ("obs", Dict), ("both", Dict)):
        assert isinstance(SeatVecEnv(GAMES["toy"], 2, mask_in=mask_in).observation_space, kind)


# -- errors


def test_a_step_before_reset_is_one_line():
    env = SeatVecEnv(GAMES["turtle_soup"], 2)
    with pytest.raises(ValueError, match=r"^there is no game yet: call reset\(\)$"):
        env.step(np.zeros(2, np.int64))


@pytest.mark.parametrize(
    "actions", [[0], [0, 0, 0], [[0], [0]], [0.0, 1.0], ["a", "b"], None, [True, False]]
)
def test_actions_of_the_wrong_kind_are_one_line_and_change_nothing(actions):
    one, other = (SeatVecEnv(GAMES["turtle_soup"], 2, 0) for _ in range(2))
    one.reset()
    other.reset()
    with pytest.raises(ValueError, match=r"^actions must be \[2\] integers, not "):
        one.step(actions)
    assert equal(list(one.step([0, 1])), list(other.step([0, 1])))


@pytest.mark.parametrize("num", [0, -1, 1.5, "2", True])
def test_a_wrong_number_of_lanes_is_one_line(num):
    with pytest.raises(
        ValueError, match=r"^num_envs must be a whole number from 1 to 2147483647, not "
    ):
        SeatVecEnv(GAMES["turtle_soup"], num)


@pytest.mark.parametrize("seed", [-1, 0.5, "x"])
def test_a_wrong_seed_is_one_line(seed):
    with pytest.raises(ValueError, match=r"^seed must be a whole number >= 0 or None, not "):
        SeatVecEnv(GAMES["turtle_soup"], 2, seed)


@pytest.mark.parametrize("seed", [-1, 1.5, "a", True])
def test_a_wrong_seed_for_later_is_one_line_and_changes_nothing(seed):
    one, other = (SeatVecEnv(GAMES["turtle_soup"], 2, 3, opponents="random") for _ in range(2))
    with pytest.raises(ValueError, match=r"^seed must be a whole number >= 0 or None, not "):
        one.seed(seed)
    for _ in range(3):
        assert equal(one.reset(), other.reset())


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.array])
def test_a_number_of_numpy_is_a_seed_as_any_other(kind):
    plain, of_numpy = SeatVecEnv(GAMES["toy"], 2, 3), SeatVecEnv(GAMES["toy"], 2, kind(3))
    assert equal(plain.reset(), of_numpy.reset())
    assert of_numpy.seed(kind(200)) == plain.seed(200) == [200, 201]
    assert equal(plain.reset(), of_numpy.reset())


def test_lanes_take_no_options():
    env = SeatVecEnv(GAMES["turtle_soup"], 2)
    for none in (None, {}, [{}, {}]):
        env.set_options(none)
    for some in ({"nights": 2}, [{}, {"nights": 2}], 5, "nights", np.zeros((2, 2))):
        with pytest.raises(
            ValueError, match=r"^reset takes no options \(the environment does\), not "
        ):
            env.set_options(some)
    env.reset()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"opponents": ["rules"]}, r"opponents must be one agent .* or a list of 3, not of 1"),
        ({"seat": 9}, r'seat must be "random" or from 0 to 3, not 9'),
        ({"mask_in": "x"}, r"mask_in must be one of obs, info, both, not 'x'"),
        ({"reward": "x"}, r"reward must be one of outcome, score, not 'x'"),
        ({"nights": 0}, r"turtle_soup: nights must be a whole number from 1 to 10000, not 0"),
        (
            {"render_mode": None},
            "turtle_soup has no option 'render_mode'; options: players, nights, deck; of the "
            "environment: preset, num_envs, seed, opponents, seat, observation, reward, mask_in, "
            "skip_forced",
        ),
    ],
)
def test_a_wrong_argument_is_one_line_that_says_what_is_right(wrong, says):
    with pytest.raises(ValueError, match=f"^{says}$"):
        SeatVecEnv("turtle_soup", 2, **wrong)


def test_a_careless_opponent_is_named():
    env = SeatVecEnv(GAMES["turtle_soup"], 2, 0, opponents=[first, Asked(), lambda v, r: 5], seat=0)
    env.reset()
    with pytest.raises(
        ValueError, match=r"^agent '<lambda>' answered 5 for player 3, which is ill"
    ):
        env.step([0, 0])


def test_a_subclass_of_a_compiled_agent_is_asked():
    class Waiter(RulesAgent):
        def __call__(self, view, rng):
            return 0

    game = GAMES["turtle_soup"]
    waiting, lazy = (SeatVecEnv(game, 3, 0, opponents=agent) for agent in (Waiter(), first))
    rng = np.random.default_rng(0)
    assert equal(waiting.reset(), lazy.reset())
    for _ in range(20):
        actions = picks(lazy.action_masks(), rng)
        assert equal(list(waiting.step(actions)), list(lazy.step(actions)))


def test_without_the_extra_the_import_says_what_to_install(monkeypatch):
    for name in list(sys.modules):
        if name.partition(".")[0] == "stable_baselines3":
            monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=r"pip install 'farmenvs\[sb3\]'$"):
        reload(sb3)


def test_each_step_needs_actions_of_its_own():
    env = SeatVecEnv("turtle_soup", 2, seed=0)
    env.reset()
    for _ in range(2):
        before = env.action_masks()
        with pytest.raises(
            ValueError, match=r"^there are no actions to carry out: call step_async"
        ):
            env.step_wait()
        assert (env.action_masks() == before).all()
        env.step_async(np.zeros(2, np.int64))
        env.step_wait()


@pytest.mark.parametrize("indices", [2, -3, 99, "0", 0.5, 2**63, [0, 2], [None]])
def test_lanes_that_there_are_not_are_one_line(indices):
    env = SeatVecEnv("turtle_soup", 2, seed=0)
    env.reset()
    for ask in (
        lambda: env.env_method("action_masks", indices=indices),
        lambda: env.get_attr("game", indices),
        lambda: env.env_is_wrapped(Monitor, indices),
    ):
        with pytest.raises(ValueError, match=r"^lanes are numbered from 0 to 1, not [^\n]*$"):
            ask()


def test_what_a_step_has_given_is_not_changed_by_the_next():
    env = SeatVecEnv("turtle_soup", 8, seed=0, reward="score")
    env.reset()
    given = []
    for _ in range(40):
        env.step_async(env.action_masks().cumsum(1).argmax(1))
        obs, rewards, dones, _ = env.step_wait()
        given.append([(part, part.copy()) for part in (obs, rewards, dones)])
    assert any(step[1][0].any() for step in given)
    assert all((part == then).all() for step in given for part, then in step)


@pytest.mark.parametrize("action", [2**63, 2**64 - 1])
def test_an_illegal_action_is_named_as_it_was_given(action):
    env = SeatVecEnv("turtle_soup", 1, seed=0)
    env.reset()
    _, rewards, dones, infos = env.step(np.array([action], np.uint64))
    assert (rewards.tolist(), dones.tolist()) == ([-1], [True])
    assert infos[0]["illegal"].startswith(f"action {action} is illegal for player ")
