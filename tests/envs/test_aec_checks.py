"""`env()` against PettingZoo's three wrappers around `raw_env()`, and how it differs on purpose."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from farmenvs.envs.aec import CheckedEnv, RawEnv
from tests.envs import tables

ATTRIBUTES = ("possible_agents", "max_num_agents", *tables.SHOWN)


@pytest.fixture(params=tables.GAMES)
def game(request):
    return tables.GAMES[request.param]


def stock(game, **options):
    env = wrappers.TerminateIllegalWrapper(RawEnv(game, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


class Subject:
    """An environment under test: does what it is told, and tells what came of it."""

    def __init__(self, env):
        self.env = env
        self.turns = None

    def do(self, name: str, *arguments: Any) -> Any:
        """Return the result of an operation or the type of its error, and the warnings of it."""
        EnvLogger.mqueue.clear()
        try:
            result = tables.plain(getattr(self, name)(*arguments))
        except Exception as error:
            result = type(error)
        return result, list(EnvLogger.mqueue)

    def reset(self, seed):
        return self.env.reset(seed=seed)

    def step(self, action):
        return self.env.step(action)

    def last(self, observe):
        return self.env.last(observe)

    def observe(self, agent):
        return self.env.observe(agent)

    def render(self):
        return self.env.render()

    def state(self):
        return self.env.state()

    def attribute(self, name):
        return getattr(self.env, name)

    def agent_iter(self, count):
        self.turns = iter(self.env.agent_iter(count))

    def next(self):
        return next(self.turns)


def operations(game, rng, agent_mask):
    """Return a random operation and its arguments."""
    count = game.num_distinct_actions()
    legal, illegal = agent_mask.nonzero()[0], (agent_mask == 0).nonzero()[0]
    kind = rng.choice(
        ["legal", "numpy", "illegal", "odd", "last", "observe", "next", "iter", "reset", "other"],
        p=[0.5, 0.12, 0.03, 0.09, 0.08, 0.05, 0.05, 0.03, 0.01, 0.04],
    )
    some = int(rng.choice(legal)) if legal.size else None
    if kind == "legal":
        return "step", some
    if kind == "numpy":
        types = [np.int64, np.int32, np.int8, np.uint8, np.uint64, np.array]
        return "step", types[rng.integers(len(types))](some or 0)
    if kind == "illegal" and illegal.size:
        return "step", int(rng.choice(illegal))
    if kind in ("odd", "illegal"):
        odd = [None, -1, count, 1.0, np.float32(0), "0", [0], np.array([0]), np.bool_(1)]
        return "step", odd[rng.integers(len(odd))]
    if kind == "last":
        return "last", bool(rng.integers(2))
    if kind == "observe":
        names = [f"player_{p}" for p in range(game.num_players())]
        return "observe", names[rng.integers(len(names))]
    if kind == "next":
        return ("next",)
    if kind == "iter":
        return "agent_iter", int(rng.choice([0, 1, 3, 2**63]))
    if kind == "reset":
        return "reset", None if rng.integers(2) else int(rng.integers(5))
    return [("render",), ("state",), ("observe", "player_99")][rng.integers(3)]


def without_ends(shown, illegal):
    """Leave out what differs on purpose after an illegal action: truncations and masks."""
    if not illegal:
        return shown
    result, warnings = shown
    if isinstance(result, list) and len(result) == 5:  # last()
        result = [without_mask(result[0]), *result[1:3], without_mask(result[4])]
    elif isinstance(result, dict) and result and isinstance(next(iter(result.values())), dict):
        result = dict.fromkeys(result)  # infos
    return without_mask(result), warnings


def without_mask(seen):
    return {k: v for k, v in seen.items() if k != "action_mask"} if isinstance(seen, dict) else seen


@pytest.mark.parametrize("reward", ["outcome", "score"])
@pytest.mark.parametrize("mask_in", ["obs", "info", "both"])
def test_env_does_what_the_three_wrappers_around_raw_env_do(game, mask_in, reward):
    options = {"mask_in": mask_in, "reward": reward, "render_mode": "ansi", "render_view": 0}
    illegal_games = 0
    for seed in range(25):
        rng = np.random.default_rng(seed)
        ours, theirs = Subject(CheckedEnv(game, **options)), Subject(stock(game, **options))
        illegal = late_reset = False
        for ply in range(250):
            if ply == 3 + seed % 3 or (late_reset and rng.random() < 0.2):
                operation: Any = ("reset", seed + ply)  # before that, all is too early
            else:
                mask = np.zeros(game.num_distinct_actions(), np.int8)
                if hasattr(ours.env, "agents") and ours.env.agents:
                    mask = tables.mask_of(ours.env, ours.env.agent_selection)
                operation = operations(game, rng, mask)
            if operation == ("reset", None) and not hasattr(ours.env, "agents"):
                operation = ("reset", 0)  # from entropy they would differ
            found, expected = ours.do(*operation), theirs.do(*operation)
            if operation[0] == "reset":
                illegal = False
            elif any("Illegal move" in text for text in expected[1]):
                illegal = True
                illegal_games += 1
            assert without_ends(found, illegal) == without_ends(expected, illegal), operation
            for name in ATTRIBUTES:
                if illegal and name == "truncations":
                    assert ours.env.truncations == dict.fromkeys(ours.env.agents, False)
                    continue
                shown, wanted = ours.do("attribute", name), theirs.do("attribute", name)
                assert without_ends(shown, illegal) == without_ends(wanted, illegal), operation
            late_reset = hasattr(ours.env, "agents") and not ours.env.agents
    if tables.has_illegal(game):
        assert illegal_games > 5


def test_before_reset_env_says_so_as_the_wrappers_do(game):
    for name, *arguments in (
        ("step", 0),
        ("step", None),
        ("observe", "player_0"),
        ("render",),
        ("state",),
        ("agent_iter",),
    ):
        texts = []
        for env in (CheckedEnv(game), stock(game)):
            with pytest.raises(AssertionError) as error:
                getattr(env, name)(*arguments)
            texts.append(str(error.value))
        assert texts[0] == texts[1]
    for name in ("agents", "num_agents", "agent_selection", "rewards", "infos", "terminations"):
        texts = []
        for env in (CheckedEnv(game), stock(game)):
            assert not hasattr(env, name)
            with pytest.raises(AttributeError) as error:
                getattr(env, name)
            texts.append(str(error.value))
        assert texts[0] == texts[1]


def test_after_the_end_a_step_only_warns(game):
    env = CheckedEnv(game)
    env.reset(seed=0)
    tables.totals(env, np.random.default_rng(0))
    before = env.game_state().history()
    EnvLogger.mqueue.clear()
    env.step(0)
    env.step(None)
    assert len(EnvLogger.mqueue) == 2
    assert all("step() called after all agents" in text for text in EnvLogger.mqueue)
    assert env.game_state().history() == before


def test_agent_iter_wants_a_step_between_two_agents(game):
    env = CheckedEnv(game)
    env.reset(seed=0)
    turns = iter(env.agent_iter())
    first = next(turns)
    with pytest.raises(AssertionError, match=r"need to call step\(\) or reset\(\) in a loop"):
        next(turns)
    env.step(tables.choose(tables.mask_of(env, first), np.random.default_rng(0)))
    assert next(turns) == env.agent_selection


def test_agent_iter_gives_no_more_agents_than_asked_for_each_time_it_is_begun(game):
    env = CheckedEnv(game)
    env.reset(seed=0)
    rng = np.random.default_rng(0)
    loop = env.agent_iter(3)
    for _ in range(2):
        count = 0
        for agent in loop:
            env.step(tables.choose(tables.mask_of(env, agent), rng))
            count += 1
        assert count == 3


def test_an_action_outside_of_the_space_is_named_with_nothing_changed(game):
    env = CheckedEnv(game)
    env.reset(seed=0)
    before, last = tables.all_of(env), game.num_distinct_actions() - 1
    for action in (None, -1, last + 1, 10**30, "0", 0.0, [0], np.array([0]), True):
        with pytest.raises(AssertionError) as error:
            env.step(action)
        assert str(error.value) == (
            f"action is not in action space: {action!r} of {env.agent_selection}; "
            f"actions are whole numbers from 0 to {last}"
        )
        assert tables.all_of(env) == before


def test_wrappers_of_pettingzoo_take_env_too(game):
    rng = np.random.default_rng(0)
    for wrap in (
        wrappers.BaseWrapper,
        wrappers.OrderEnforcingWrapper,
        wrappers.AssertOutOfBoundsWrapper,
        lambda env: wrappers.TerminateIllegalWrapper(env, illegal_reward=-1),
    ):
        env = wrap(CheckedEnv(game))
        env.reset(seed=0)
        assert list(tables.totals(env, rng).values()) == env.unwrapped.game_state().returns()
