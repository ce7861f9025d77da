"""Checks of environments: what agents see, get and are told, seeds and copies.

Each check of an AEC environment plays some games through it and, beside it, lane 0 of a batch with
the same seed through `State` alone (`lockstep.Lane`).  A Parallel environment is held against the
AEC environment of the same options (`testing.parallel`).
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from farmenvs.testing import follow, parallel
from farmenvs.testing.follow import all_masks, everything, floats, lane_of, plain, play_on
from farmenvs.testing.hidden import check_env_render, check_env_worlds
from farmenvs.testing.histories import asserting, dice, failing, looked_at
from farmenvs.testing.lockstep import Lane
from farmenvs.testing.seeds import elsewhere

EnvCheck = Callable[[Any], None]


def check_env(env: Any) -> None:
    """Run all checks on an environment of farmenvs, AEC or Parallel; it is left as it was.

    Args:
        env: What `NAME_v0.env(…)`, `raw_env(…)` or `parallel_env(…)` returned.

    Raises:
        AssertionError: Names the check, the game, the seed and the actions that show the fault.
        RuntimeError: Under `python -O`, where an assert checks nothing.
        TypeError: If it is no such environment.
    """
    asserting()
    for check in checks_of(env):
        check(env)
    check_env_elsewhere(env)


def checks_of(env: Any) -> tuple[EnvCheck, ...]:
    """Return the checks that suit an environment, without that in another process.

    Raises:
        TypeError: If it is no AEC or Parallel environment of farmenvs.
    """
    from farmenvs.envs.aec import RawEnv
    from farmenvs.envs.parallel import GameParallelEnv

    if isinstance(env, RawEnv):
        return ENV_CHECKS
    if isinstance(env, GameParallelEnv):
        return parallel.PARALLEL_CHECKS
    raise TypeError(
        "check_env takes what NAME_v0.env(), raw_env() or parallel_env() returns, not "
        f"{type(env).__module__}.{type(env).__qualname__}"
    )


# -------------------------------------------------------------------------------- observations


def check_env_observations(env: Any) -> None:
    """Every agent observes at any time what `State` says, in its space, in fresh arrays."""
    with failing("check_env_observations", env.game):
        follow.spaces(env)
    follow.follow("check_env_observations", env, _observations)


def _observations(env: Any, lane: Lane) -> None:
    for p, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen), f"{agent} observes what is not in space"
        due = lane.state.observation_tensor(p, lane.mode)
        assert np.array_equal(floats(seen), due), f"{agent} does not observe what its view says"
        floats(seen)[:] = -1
        assert np.array_equal(floats(env.observe(agent)), due), f"{agent}'s arrays are not fresh"
    if looked_at(lane.decisions) or lane.state.is_terminal():  # it is played anew to be shown
        told = env.game_state().history()
        assert told == lane.state.history(), "game_state() has another history"


def check_env_masks(env: Any) -> None:
    """The agent to move has its legal actions in its mask; all others, and the dead, have zeros."""
    follow.follow("check_env_masks", env, _masks)


def _masks(env: Any, lane: Lane) -> None:
    for p, agent in enumerate(env.possible_agents):
        acts = p == lane.state.current_player()
        due = lane.state.legal_actions_mask() * acts
        for where, mask in all_masks(env, agent):
            assert mask.dtype == np.int8, f"the mask in {where} is of {mask.dtype}"
            assert mask.tolist() == due.tolist(), (
                f"{agent} {'is to move' if acts else 'does not act'} and has the mask "
                f"{mask.tolist()} in {where}, not {due.tolist()}"
            )


# -------------------------------------------------------------------------------- rewards, the end


def check_env_rewards(env: Any) -> None:
    """Rewards are what `State` pays, once; all agents end together, and infos hold masks alone."""
    follow.follow("check_env_rewards", env, _rewards)


def _rewards(env: Any, lane: Lane) -> None:
    assert env.agents == env.possible_agents, "agents do not all end together"
    paid = [env.rewards[agent] for agent in env.agents]
    assert np.allclose(paid, lane.rewards), f"a step paid {paid}, not {lane.rewards.tolist()}"
    state = lane.state
    over = state.is_terminal(), state.is_truncated()
    flags = [(env.terminations[agent], env.truncations[agent]) for agent in env.agents]
    due = (over[0] and not over[1], over[1])
    assert flags == [due] * len(flags), f"terminations and truncations are {flags}"
    assert all(type(x) is bool for pair in flags for x in pair), "a flag is no Python bool"
    if state.current_player() >= 0:
        assert env.agent_selection == env.possible_agents[state.current_player()]
    keys = ["action_mask"] if follow.settings_of(env)["mask_in"] != "obs" else []
    for agent in env.agents:
        told = list(env.infos[agent])
        assert told == keys, f"the info of {agent} has {told}, but should have {keys}"


def check_env_last(env: Any) -> None:
    """`last` gives each agent what it observes, is told and has earned since it last stepped."""
    for seed in follow.SEEDS:
        where = f"reset(seed={seed}), then agent_iter and random actions"
        with failing("check_env_last", env.game, where):
            _by_the_book(copy.deepcopy(env), seed)
            for turns in range(3):  # two agents or more: there is a decision, and they step out
                _iterates(copy.deepcopy(env), seed, turns)


def _iterates(env: Any, seed: int, turns: int) -> None:
    """Ask `agent_iter` for some turns."""
    env.reset(seed=seed)
    asked = 0
    for agent in env.agent_iter(turns):
        asked += 1
        over = env.terminations[agent] or env.truncations[agent]
        env.step(None if over else int(next(all_masks(env, agent))[1].argmax()))
    assert asked == turns, f"agent_iter({turns}) gives {asked} turns"


def _by_the_book(env: Any, seed: int) -> None:
    """Play a game with `agent_iter` and `last`, until all agents have stepped out."""
    env.reset(seed=seed)
    lane = lane_of(env, seed)
    earned, out = dict.fromkeys(env.possible_agents, 0.0), set()
    for agent in env.agent_iter():
        state, p = lane.state, env.possible_agents.index(agent)
        over, cut = state.is_terminal(), state.is_truncated()
        assert over or p == state.current_player(), f"{agent} is asked to step out of turn"
        seen, reward, terminated, truncated, info = env.last()
        due = state.observation_tensor(p, lane.mode)
        assert np.array_equal(floats(seen), due), f"last() shows {agent} what is not in its view"
        assert plain(seen) == plain(env.observe(agent)), f"last() shows {agent} another mask"
        assert env.last(observe=False)[0] is None, "last(observe=False) observes"
        assert np.isclose(reward, earned[agent]), (
            f"last() tells {agent} of the reward {reward}, but since it last stepped it has earned "
            f"{earned[agent]}"
        )
        flags = terminated, truncated
        assert flags == (over and not cut, cut), f"the flags that last() gives {agent} are {flags}"
        assert plain(info) == plain(env.infos[agent]), f"last() gives {agent} another info"
        if over:
            out.add(agent)
            _dead(env, agent)
            continue
        action = lane.choose()
        env.step(action)
        lane.step(action)
        earned[agent] = 0.0
        for each, paid in zip(env.possible_agents, lane.rewards.tolist(), strict=True):
            earned[each] += paid
    assert out == set(env.possible_agents), f"only {sorted(out)} step out at the end"


def _dead(env: Any, agent: str) -> None:
    """Step out: the dead can do nothing else."""
    before = everything(env)
    try:
        env.step(0)
    except ValueError:
        assert everything(env) == before, f"{agent} is dead, and what it does changes something"
    else:
        raise AssertionError(f"{agent} is dead, but may act")
    env.step(None)


# -------------------------------------------------------------------------------- wrong actions


def check_env_illegal(env: Any) -> None:
    """What is out of space raises with nothing changed; what is illegal raises or ends the game."""
    follow.follow("check_env_illegal", env, _illegal)


def _illegal(env: Any, lane: Lane) -> None:
    if lane.state.is_terminal():
        return
    agent, count = env.agent_selection, lane.game.num_distinct_actions()
    before = everything(env)
    for action in (-1, count, 0.5, "0", True, None):
        try:
            env.step(action)
        except (AssertionError, ValueError):
            pass
        else:
            raise AssertionError(f"{agent} may play {action!r}, which is no action")
        assert everything(env) == before, f"{action!r} is refused, but has changed something"
    wrong = np.setdiff1d(np.arange(count), lane.state.legal_actions())
    if wrong.size:
        _foul(copy.deepcopy(env), lane, int(dice(lane.state).choice(wrong)))


def _foul(env: Any, lane: Lane, action: int) -> None:
    agent, before, earned = env.agent_selection, everything(env), dict(env._cumulative_rewards)
    try:
        with follow.quiet():
            env.step(action)
    except ValueError:
        assert everything(env) == before, f"illegal {action} raises, but has changed something"
        return
    paid = {other: -1.0 if other == agent else 0.0 for other in env.possible_agents}
    assert env.rewards == paid, f"illegal {action} of {agent} pays {env.rewards}"
    assert all(env.terminations.values()), f"illegal {action} does not end the game"
    assert not any(env.truncations.values()), f"illegal {action} truncates the game"
    for p, other in enumerate(env.possible_agents):
        shown = [mask.any() for _, mask in all_masks(env, other)]
        assert not any(shown), f"{other} has a mask after an illegal action"
        due = lane.state.observation_tensor(p, lane.mode)
        assert np.array_equal(floats(env.observe(other)), due), (
            f"after an illegal action {other} does not observe where the game stands"
        )
    earned[agent] = -1.0  # it had what it earned before when it acted
    out = set()
    for other in env.agent_iter():
        _, reward, *flags, _ = env.last()
        assert np.isclose(reward, earned[other]), (
            f"after an illegal action last() tells {other} of the reward {reward}, not "
            f"{earned[other]}"
        )
        assert flags == [True, False], f"after an illegal action the flags of {other} are {flags}"
        out.add(other)
        env.step(None)
    assert out == set(env.possible_agents), f"only {sorted(out)} step out after an illegal action"


# -------------------------------------------------------------------------------- copies, seeds


def check_env_copies(env: Any) -> None:
    """Copies and pickles made in mid-game are independent and go on alike, resets included."""
    follow.follow("check_env_copies", env, _copies)


def _copies(env: Any, lane: Lane) -> None:
    if not follow.moments(lane.decisions):
        return
    before = everything(env)
    played: list[bytes] = []
    for how, twin in follow.copies(env):
        assert everything(twin) == before, f"{how} shows other things"
        played.append(play_on(twin, 7))
        assert everything(env) == before, f"playing with {how} changes the original"
        assert played[-1] == played[0], f"{how} goes on differently from the first copy"


def check_env_seeds(env: Any) -> None:
    """Point 14: a seed fixes this game and all that unseeded resets begin, in any process."""

    def begin(env: Any) -> None:
        env.reset()
        play_on(env, 0)

    with failing("check_env_seeds", env.game):
        follow.seeded(env, follow.digest, begin)


def check_env_elsewhere(*envs: Any) -> None:
    """Point 14: another process, whose strings hash differently, plays the same games."""
    with failing("check_env_elsewhere", envs[0].game):
        here = digests(envs)
        assert elsewhere("env", "digests", envs) == str(here), "another process plays other games"


def digests(envs: tuple[Any, ...]) -> list[str]:
    """Return a hash of what each environment, AEC or Parallel, plays with a seed."""
    return [
        (follow if checks_of(env) is ENV_CHECKS else parallel).digest(copy.deepcopy(env), 0)
        for env in envs
    ]


ENV_CHECKS: tuple[EnvCheck, ...] = (
    check_env_observations,
    check_env_masks,
    check_env_rewards,
    check_env_last,
    check_env_illegal,
    check_env_copies,
    check_env_seeds,
    check_env_worlds,
    check_env_render,
)
"""What `check_env` runs on an AEC environment, in order, before it starts another process."""
