"""Checks of AEC environments against `State`: what agents see, get and are told, seeds and copies.

Each check plays some games through the environment and, beside it, lane 0 of a batch with the same
seed through `State` alone (`lockstep.Lane`).
"""

from __future__ import annotations

import copy
import hashlib
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from farmenvs.core.batch import REWARDS
from farmenvs.core.contract import MODES
from farmenvs.core.driver import SCORE
from farmenvs.core.state import State
from farmenvs.testing.histories import dice, failing, message, record
from farmenvs.testing.lockstep import Lane
from farmenvs.testing.seeds import RESETS, begins_by_chance, elsewhere
from farmenvs.testing.worlds import has_secrets

SEEDS = range(2)
"""Seeds of the games that each check plays."""

Holds = Callable[[Any, Lane], None]


def check_env(env: Any) -> None:
    """Run all checks of this module on an AEC environment of farmenvs; it is left as it was.

    Args:
        env: What `NAME_v0.env(…)` or `raw_env(…)` returned.

    Raises:
        AssertionError: Names the check, the game, the seed and the actions that show the fault.
    """
    for check in ENV_CHECKS:
        check(env)
    check_env_elsewhere(env)


# -------------------------------------------------------------------------------- observations


def check_env_observations(env: Any) -> None:
    """Every agent observes at any time what `State` says, in its space, in fresh arrays."""
    _follow("check_env_observations", env, _observations)


def _observations(env: Any, lane: Lane) -> None:
    for p, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen), f"{agent} observes what is not in space"
        due = lane.state.observation_tensor(p, lane.mode)
        assert np.array_equal(_floats(seen), due), f"{agent} does not observe what its view says"
        _floats(seen)[:] = -1
        assert np.array_equal(_floats(env.observe(agent)), due), f"{agent}'s arrays are not fresh"
    truth = env.game_state()
    assert truth.history() == lane.state.history(), "game_state() has another history"


def check_env_masks(env: Any) -> None:
    """The agent to move has its legal actions in its mask; all others, and the dead, have zeros."""
    _follow("check_env_masks", env, _masks)


def _masks(env: Any, lane: Lane) -> None:
    for p, agent in enumerate(env.possible_agents):
        acts = p == lane.state.current_player()
        due = lane.state.legal_actions_mask() * acts
        for where, mask in _all_masks(env, agent):
            assert mask.dtype == np.int8, f"the mask in {where} is of {mask.dtype}"
            assert mask.tolist() == due.tolist(), (
                f"{agent} {'is to move' if acts else 'does not act'} and has the mask "
                f"{mask.tolist()} in {where}, not {due.tolist()}"
            )


def _floats(seen: Any) -> Any:
    return seen["observation"] if isinstance(seen, dict) else seen


def _all_masks(env: Any, agent: str) -> Iterator[tuple[str, Any]]:
    """Yield (where, mask) for each place in which an agent finds its mask."""
    seen = env.observe(agent)
    found = [("the observation", seen["action_mask"])] if isinstance(seen, dict) else []
    info = env.infos.get(agent, {})
    found += [("the info", info["action_mask"])] if "action_mask" in info else []
    assert found or agent not in env.agents, f"{agent} has no mask anywhere"
    yield from found


# -------------------------------------------------------------------------------- rewards, the end


def check_env_rewards(env: Any) -> None:
    """Rewards are what `State` pays, once: the sum of `last` is the result; all end together."""
    _follow("check_env_rewards", env, _rewards)
    for seed in SEEDS:
        with failing("check_env_rewards", env.game, f"reset(seed={seed}), then agent_iter"):
            played = copy.deepcopy(env)
            sums, state = _totals(played, seed), played.game_state()
            due = state.scores() if _setting(env, seed).reward == "score" else state.returns()
            assert np.allclose(list(sums.values()), due), f"last() adds up to {sums}, not {due}"


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
    for agent, info in env.infos.items():
        numeric = all(np.asarray(value).dtype.kind in "biuf" for value in info.values())
        assert numeric, f"the info of {agent} is not numeric: {info}"
    keys = {tuple(info) for info in env.infos.values()}
    assert len(keys) <= 1, f"the keys of infos are not constant: {keys}"


def _totals(env: Any, seed: int) -> dict[str, float]:
    """Play a game by the book; return the sum of the rewards that each agent was told of."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    sums = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        sums[agent] += reward
        env.step(None if terminated or truncated else _choice(env, agent, rng))
    return sums


# -------------------------------------------------------------------------------- wrong actions


def check_env_illegal(env: Any) -> None:
    """What is out of space raises with nothing changed; what is illegal raises or ends the game."""
    _follow("check_env_illegal", env, _illegal)


def _illegal(env: Any, lane: Lane) -> None:
    if lane.state.is_terminal():
        return
    agent, count = env.agent_selection, lane.game.num_distinct_actions()
    before = _everything(env)
    for action in (-1, count, 0.5, "0", True, None):
        try:
            env.step(action)
        except (AssertionError, ValueError):
            pass
        else:
            raise AssertionError(f"{agent} may play {action!r}, which is no action")
        assert _everything(env) == before, f"{action!r} is refused, but has changed something"
    wrong = np.setdiff1d(np.arange(count), lane.state.legal_actions())
    if wrong.size:
        _foul(copy.deepcopy(env), agent, int(dice(lane.state).choice(wrong)), before)


def _foul(env: Any, agent: str, action: int, before: Any) -> None:
    from pettingzoo.utils.env_logger import EnvLogger

    EnvLogger.suppress_output()
    try:
        env.step(action)
    except ValueError:
        assert _everything(env) == before, f"illegal {action} raises, but has changed something"
        return
    finally:
        EnvLogger.unsuppress_output()
    paid = {other: -1.0 if other == agent else 0.0 for other in env.possible_agents}
    assert env.rewards == paid, f"illegal {action} of {agent} pays {env.rewards}"
    assert all(env.terminations.values()), f"illegal {action} does not end the game"
    assert not any(env.truncations.values()), f"illegal {action} truncates the game"
    for other in env.possible_agents:
        masks = [mask.any() for _, mask in _all_masks(env, other)]
        assert not any(masks), f"{other} has a mask after an illegal action"


# -------------------------------------------------------------------------------- copies, seeds


def check_env_copies(env: Any) -> None:
    """Copies and pickles made in mid-game are independent and go on alike, resets included."""
    _follow("check_env_copies", env, _copies)


def _copies(env: Any, lane: Lane) -> None:
    if lane.decisions & (lane.decisions - 1):  # 0, 1, 2, 4, 8 …
        return
    before = _everything(env)
    played: list[bytes] = []
    for how in ("a deep copy", "another deep copy", "a pickled copy"):
        twin = pickle.loads(pickle.dumps(env)) if "pickled" in how else copy.deepcopy(env)
        assert _everything(twin) == before, f"{how} shows other things"
        played.append(_play_on(twin, 7))
        assert _everything(env) == before, f"playing with {how} changes the original"
        assert played[-1] == played[0], f"{how} goes on differently from the first copy"


def check_env_seeds(env: Any) -> None:
    """Point 14: a seed fixes this game and all that unseeded resets begin, in any process."""
    with failing("check_env_seeds", env.game):
        one, two = copy.deepcopy(env), copy.deepcopy(env)
        two.reset()
        _play_on(two, 0)
        first = digest(one, 5)
        assert digest(two, 5) == first, "two environments with one seed differ"
        other = digest(one, 6)
        assert other == digest(copy.deepcopy(env), 6), "a second seed is ignored"
        if begins_by_chance(env.game):
            assert other != first, "another seed gives the same games"


def check_env_elsewhere(*envs: Any) -> None:
    """Point 14: another process, whose strings hash differently, plays the same games."""
    with failing("check_env_elsewhere", envs[0].game):
        here = digests(envs)
        assert elsewhere("env", "digests", envs) == str(here), "another process plays other games"


def digests(envs: tuple[Any, ...]) -> list[str]:
    """Return a hash of what each environment plays with a seed."""
    return [digest(copy.deepcopy(env), 0) for env in envs]


def digest(env: Any, seed: int) -> str:
    """Return a hash of a seeded game and of some unseeded ones after it."""
    found = hashlib.sha256()
    for k in range(1 + RESETS):
        env.reset(seed=seed if k == 0 else None)
        found.update(_play_on(env, k, resets=0))
    return found.hexdigest()


def _play_on(env: Any, seed: int, resets: int = 1) -> bytes:
    """Play at random to the end, and some unseeded games more; return a hash of all shown."""
    rng, found = np.random.default_rng(seed), hashlib.sha256()
    while True:
        found.update(repr(_everything(env)).encode())
        if any(env.terminations.values()) or any(env.truncations.values()):
            if not resets:
                return found.digest()
            resets -= 1
            env.reset()
        else:
            env.step(_choice(env, env.agent_selection, rng))


# -------------------------------------------------------------------------------- paired worlds


def check_env_worlds(env: Any) -> None:
    """Point 6: in a world that an agent can't tell from the truth, it sees and is told the same."""
    other = 0

    def alike(env: Any, lane: Lane) -> None:
        nonlocal other
        for p in range(lane.game.num_players()):
            world = lane.state.view(p, lane.mode).resample(dice(lane.state, p))
            if record(world).tobytes() != record(lane.state).tobytes():
                other += 1
                pair = _put(env, p, lane.state), _put(env, p, world)
                _same(pair, p)
                both = set(lane.state.legal_actions()) & set(world.legal_actions())
                if lane.state.current_player() >= 0 and both:
                    for each in pair:
                        each.step(min(both))
                    if _view(pair[0], p) == _view(pair[1], p):
                        _same(pair, p)

    _follow("check_env_worlds", env, alike)
    with failing("check_env_worlds", env.game):
        assert other or not has_secrets(env.game), "no world ever differed from the truth"


def _put(env: Any, p: int, state: State) -> Any:
    """Return a copy of `env` in which `state` is the truth, and which renders what `p` sees."""
    twin = copy.deepcopy(env)
    table, kernels, cfg1 = twin._table, env.game.kernels, env.game.cfg1
    table._states[:] = record(state)
    if table.player >= 0:  # what the table has ready for whoever is to move
        mode = table._mode
        kernels.observe(cfg1, table._states, table._views, table.player, mode, table._obs)
        kernels.legal_mask(cfg1, table._states, table.mask)
    twin.render_mode, twin._render_view = "ansi", p
    return twin


def _view(env: Any, p: int) -> bytes:
    """Return what seat `p` knows in `env`, as bytes."""
    copied: npt.NDArray[np.void] = env._table._states.copy()
    env.game.kernels.hide(env.game.cfg1, copied, p, env._table._mode)
    return copied.tobytes()


def _same(pair: tuple[Any, Any], p: int) -> None:
    one, two = (_shown(env, p) for env in pair)
    for what, value in one.items():
        assert two[what] == value, f"{what} tells player_{p} what is hidden from it"


def _shown(env: Any, p: int) -> dict[str, Any]:
    """Return all that `env` shows to seat `p`."""
    agent = env.possible_agents[p]
    return {
        "its observation": _plain(env.observe(agent)),
        "its info": _plain(env.infos.get(agent)),
        "its reward": env.rewards.get(agent),
        "the order of agents": (env.agents, env.agent_selection),
        "an end": (env.terminations, env.truncations),
        "render()": env.render(),
        "the repr": (str(env), repr(type(env))),
    }


# -------------------------------------------------------------------------------- playing


def _follow(check: str, env: Any, holds: Holds) -> None:
    """Play games through a copy of `env` and by `State`; `holds` is asked at each step."""
    env = copy.deepcopy(env)
    for seed in SEEDS:
        actions: list[int] = []
        try:
            env.reset(seed=seed)
            lane = _setting(env, seed)
            holds(env, lane)
            while not lane.state.is_terminal():
                actions.append(lane.choose())
                env.step(actions[-1])
                lane.step(actions[-1])
                holds(env, lane)
        except Exception as error:
            again = f"\n  again: reset(seed={seed}), then the actions {actions}"
            raise AssertionError(message(check, env.game, error) + again) from error


def _setting(env: Any, seed: int) -> Lane:
    """Return the lane that an environment reset with `seed` plays."""
    table = env._table
    rewards = {kind: name for name, kind in REWARDS.items()}
    assert table.scoring == (table._kind == SCORE)
    mode, reward = MODES[table._mode], rewards[table._kind]
    return Lane(env.game, seed, 0, mode, reward, "disabled", table._skip)


def _choice(env: Any, agent: str, rng: np.random.Generator) -> int:
    _, mask = next(_all_masks(env, agent))
    return int(rng.choice(mask.nonzero()[0]))


def _everything(env: Any) -> Any:
    """Return all that an environment shows, to be compared with `==`."""
    seen = {agent: env.observe(agent) for agent in env.possible_agents}
    told = [env.rewards, env._cumulative_rewards, env.terminations, env.truncations, env.infos]
    return _plain([env.agents, env.agent_selection, seen, *told])


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.shape, value.dtype.str, value.tobytes()
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


ENV_CHECKS = (
    check_env_observations,
    check_env_masks,
    check_env_rewards,
    check_env_illegal,
    check_env_copies,
    check_env_seeds,
    check_env_worlds,
)
"""What `check_env` runs, in order, before it starts another process."""
