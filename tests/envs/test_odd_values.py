"""Whatever is handed to an environment: one short line, and nothing has changed."""

import numpy as np
import pytest

from farmenvs.envs.aec import CheckedEnv, RawEnv
from farmenvs.envs.parallel import GameParallelEnv
from farmenvs.envs.sb3 import SeatVecEnv
from farmenvs.envs.single import SeatEnv
from tests.envs import tables

GAME = tables.GAMES["turtle_soup"]


class Unspeakable:
    def __repr__(self):
        raise RuntimeError("no words")


ODD = {
    "a table": np.zeros((30, 30)),
    "a list": list(range(999)),
    "a dict": {k: "x" * k for k in range(99)},
    "lines": "one\ntwo\n" * 99,
    "bytes": b"\n" * 999,
    "a huge number": 10**5000,
    "a huge negative number": -(10**5000),
    "no number": float("nan"),
    "an array of objects": np.array([None, "x"], object),
    "a type": int,
    "what has no repr": Unspeakable(),
}
"""Values that are no action, agent, seed or option anywhere."""


@pytest.fixture(params=ODD)
def odd(request):
    return ODD[request.param]


SEED = "^seed must be a whole number >= 0 or None, not "


def is_seed(value):
    return isinstance(value, int) and value >= 0


def refused(call, says, *errors):
    """Check that a call ends in one of the errors, on one line that is not long and says this."""
    with pytest.raises(errors or ValueError, match=rf"^(?=.{{,250}}$).*({says})[^\n]*$"):
        call()


@pytest.mark.parametrize("kind", [CheckedEnv, RawEnv, GameParallelEnv])
def test_what_is_no_game_makes_no_environment(kind, odd):
    refused(lambda: kind(odd), "^game must be what load_game returns, not ")
    refused(lambda: kind("turtle_soup"), "^game must be what load_game returns, not 'turtle_soup'$")


@pytest.mark.parametrize("kind", [CheckedEnv, RawEnv])
def test_an_aec_environment_says_so_in_one_line(kind, odd):
    env = kind(GAME)
    env.reset(seed=0)
    before = tables.all_of(env)
    wrong = "is illegal for player_0; legal: 0" if kind is RawEnv else "is not in action space: "
    refused(lambda: env.step(odd), wrong, ValueError, AssertionError)
    for ask in (env.observe, env.action_space, env.observation_space):
        refused(lambda ask=ask: ask(odd), "no agent .*; agents: player_0")
    if not is_seed(odd):
        refused(lambda: env.reset(seed=odd), SEED)
    assert tables.all_of(env) == before


def test_a_parallel_environment_says_so_in_one_line(odd):
    env, twin = GameParallelEnv(GAME), GameParallelEnv(GAME)
    for each in (env, twin):
        each.reset(seed=0)
    actions = dict.fromkeys(env.agents, 0)
    refused(lambda: env.step(odd), "^actions must be a dict|^no agent|^no action for player_0")
    wrong = actions | {"player_1": odd}
    refused(lambda: env.step(wrong), "is not in action space: .* of player_1", AssertionError)
    assert tables.plain(env.step(actions)) == tables.plain(twin.step(actions))


OPTIONS = ("observation", "reward", "mask_in", "skip_forced", "render_mode", "render_view")
SEAT_OPTIONS = (*OPTIONS[:5], "opponents", "seat")
LANES_OPTIONS = (*OPTIONS[:4], "opponents", "seat", "num_envs")


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        (CheckedEnv, OPTIONS),
        (GameParallelEnv, OPTIONS),
        (SeatEnv, SEAT_OPTIONS),
        (SeatVecEnv, LANES_OPTIONS),
    ],
)
def test_a_wrong_option_is_one_line(kind, options, odd):
    needed = {"num_envs": 2} if kind is SeatVecEnv else {}
    for option in options:
        refused(
            lambda option=option: kind(GAME, **needed | {option: odd}),
            f"{option}.* must be |no agent ",
        )
    if kind in (SeatEnv, SeatVecEnv):
        refused(lambda: kind(odd, **needed), "^no game .*; games: ")


def test_one_learner_is_told_so_in_one_line(odd):
    env, twin = SeatEnv(GAME), SeatEnv(GAME)
    for each in (env, twin):
        each.reset(seed=0)
    if isinstance(odd, int):  # a whole number is an action, though an illegal one
        *_, info = env.step(odd)
        assert info["illegal"].startswith("action <int> is illegal for player ")
        return
    refused(lambda: env.step(odd), "^an action is a whole number, not ")
    refused(lambda: env.reset(seed=odd), SEED)
    with pytest.raises(ValueError, match=r"^reset takes no options \(the environment does\), not "):
        env.reset(options=odd)
    assert tables.plain(env.step(0)) == tables.plain(twin.step(0))


def test_lanes_say_so_in_one_line(odd):
    env, twin = SeatVecEnv(GAME, 2, 0), SeatVecEnv(GAME, 2, 0)
    for each in (env, twin):
        each.reset()
    for actions in (odd, [0, odd]):
        with pytest.raises(ValueError, match=r"^actions must be \[2\] integers, not .{,60}$"):
            env.step(actions)
    if not is_seed(odd):
        refused(lambda: env.seed(odd), SEED)
    shown = [tables.plain(each.step([0, 0])[:3]) for each in (env, twin)]
    assert shown[0] == shown[1]
