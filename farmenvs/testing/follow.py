"""Environments played beside `State`: what the checks of environments share."""

from __future__ import annotations

import copy
import hashlib
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from farmenvs.testing.histories import EVENTS, asserting, message
from farmenvs.testing.lockstep import Lane
from farmenvs.testing.seeds import RESETS, begins_by_chance, check_luck, openings

SEEDS = range(2)
"""Seeds of the games that each check plays."""

Holds = Callable[[Any, Lane], None]


def follow(check: str, env: Any, holds: Holds) -> None:
    """Play games through a copy of an AEC environment and by `State`; ask `holds` at each step."""
    asserting()
    env = copy.deepcopy(env)
    for seed in SEEDS:
        actions: list[int] = []
        try:
            env.reset(seed=seed)
            lane = lane_of(env, seed)
            holds(env, lane)
            while not lane.state.is_terminal():
                actions.append(lane.choose())
                env.step(actions[-1])
                lane.step(actions[-1])
                holds(env, lane)
        except Exception as error:
            again = f"\n  again: reset(seed={seed}), then the actions {actions}"
            raise AssertionError(message(check, env.game, error) + again) from error


def settings_of(env: Any) -> dict[str, Any]:
    """Return the options with which an environment was made, those of rendering left out."""
    return dict(env._table.settings)


def lane_of(env: Any, seed: int) -> Lane:
    """Return the lane that an environment reset with `seed` plays."""
    made = settings_of(env)
    mode, reward, skip = made["observation"], made["reward"], made["skip_forced"]
    return Lane(env.game, seed, 0, mode, reward, "disabled", skip)


def moments(step: int) -> bool:
    """Return whether what takes long is done at a step: at 0, 1, 2, 4, 8 …."""
    return not step & (step - 1)


@contextmanager
def quiet() -> Iterator[None]:
    """Let PettingZoo say nothing of illegal moves."""
    from pettingzoo.utils.env_logger import EnvLogger

    EnvLogger.suppress_output()
    try:
        yield
    finally:
        EnvLogger.unsuppress_output()


# -------------------------------------------------------------------------------- what is shown


def floats(seen: Any) -> Any:
    """Return the numbers of an observation, without its mask."""
    return seen["observation"] if isinstance(seen, dict) else seen


def masks(seen: Any, info: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield (where, mask) for each place in which an agent finds its mask."""
    if isinstance(seen, dict):
        yield "the observation", seen["action_mask"]
    if "action_mask" in info:
        yield "the info", info["action_mask"]


def all_masks(env: Any, agent: str) -> Iterator[tuple[str, Any]]:
    """Yield (where, mask) of an agent of an AEC environment; there must be one."""
    found = list(masks(env.observe(agent), env.infos.get(agent, {})))
    assert found or agent not in env.agents, f"{agent} has no mask anywhere"
    yield from found


def spaces(env: Any) -> None:
    """Spaces are as large as what agents see and do, and no larger; alike for all."""
    made, count = settings_of(env), env.game.num_distinct_actions()
    size = env.game.observation_spec(made["observation"]).size
    for agent in env.possible_agents:
        acts = env.action_space(agent)
        assert (acts.start, acts.n) == (0, count), f"the action space of {agent} is {acts}"
        space = env.observation_space(agent)
        boxes: dict[str, tuple[Any, int, Any]] = {"observation": (space, size, np.float32)}
        if made["mask_in"] != "info":
            boxes = {
                "observation": (space["observation"], size, np.float32),
                "action_mask": (space["action_mask"], count, np.int8),
            }
            assert set(space) == set(boxes), f"the observation space of {agent} is {space}"
        for what, (box, length, dtype) in boxes.items():
            right = box.shape == (length,) and box.dtype == dtype
            right = right and (box.low == 0).all() and (box.high == 1).all()
            assert right, f"the space of {agent}'s {what} is {box}, not {length} of {dtype} in 0…1"


def everything(env: Any) -> Any:
    """Return all that an AEC environment shows, to be compared with `==`."""
    seen = {agent: env.observe(agent) for agent in env.possible_agents}
    told = [env.rewards, env._cumulative_rewards, env.terminations, env.truncations, env.infos]
    return plain([env.agents, env.agent_selection, seen, *told])


def plain(value: Any) -> Any:
    """Return a value with its arrays turned into what `==` compares."""
    if isinstance(value, np.ndarray):
        return value.shape, value.dtype.str, value.tobytes()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


# -------------------------------------------------------------------------------- random play


def choice(env: Any, agent: str, rng: np.random.Generator) -> int:
    """Return a random action that the mask of an agent allows."""
    _, mask = next(all_masks(env, agent))
    return int(rng.choice(mask.nonzero()[0]))


def play_on(env: Any, seed: int, resets: int = 1) -> bytes:
    """Play at random, and some unseeded games more; return a hash of all shown.

    Each game is played to its end, or for EVENTS steps, if it is long.
    """
    rng, found, step = np.random.default_rng(seed), hashlib.sha256(), 0
    while True:
        found.update(repr(everything(env)).encode())
        over = any(env.terminations.values()) or any(env.truncations.values())
        if over or step == EVENTS:
            if not resets:
                return found.digest()
            resets, step = resets - 1, 0
            env.reset()
        else:
            env.step(choice(env, env.agent_selection, rng))
            step += 1


def copies(env: Any) -> Iterator[tuple[str, Any]]:
    """Yield (how, copy) for each way to copy an environment in mid-game; twice the first."""
    yield "a deep copy", copy.deepcopy(env)
    yield "another deep copy", copy.deepcopy(env)
    yield "a pickled copy", pickle.loads(pickle.dumps(env))


def seeded(env: Any, digest: Callable[[Any, int], str], begin: Callable[[Any], object]) -> None:
    """A seed fixes this game and all that unseeded resets begin, whatever was played before.

    Args:
        env: AEC or Parallel.
        digest: Returns a hash of a seeded game and of unseeded ones after it.
        begin: Plays an unseeded game.
    """
    one, two = copy.deepcopy(env), copy.deepcopy(env)
    begin(two)
    first = digest(one, 5)
    assert digest(two, 5) == first, "two environments with one seed differ"
    other = digest(one, 6)
    assert other == digest(copy.deepcopy(env), 6), "a second seed is ignored"
    if begins_by_chance(env.game):
        assert other != first, "another seed gives the same games"
    luck(env)


def luck(env: Any, seed: int = 0) -> None:
    """Environments without a seed do not repeat themselves or each other; all of a seed counts."""

    def dealt(seeds: Sequence[int | None]) -> list[int | None]:
        new = type(env)(env.game, **settings_of(env))
        found = []
        for each in seeds:
            new.reset(seed=each)
            found.append(new.game_state().history()[0])
        return found

    if begins_by_chance(env.game):
        check_luck("environments", dealt, openings(env.game), seed)


def digest(env: Any, seed: int) -> str:
    """Return a hash of a seeded game of an AEC environment and of some unseeded ones after it."""
    found = hashlib.sha256()
    for k in range(1 + RESETS):
        env.reset(seed=seed if k == 0 else None)
        found.update(play_on(env, k, resets=0))
    return found.hexdigest()
