"""Every registered game of farmenvs, through each of its interfaces."""

import importlib
import time
from functools import partial

import gymnasium
import numpy as np
from loops import CHEAP, SAMPLE, Case, Play, aec_loop, clocked, fractions

import farmenvs
from farmenvs.core.rng import stream
from farmenvs.envs import env_name
from farmenvs.envs.registration import gymnasium_id

PACKAGES = ("gymnasium", "numba", "numpy", "pettingzoo")
SEED = 1
SCRIPT = 400_000
"""Most decisions in a prepared script of actions (3 MB), and no more steps than STEPS."""
STEPS = 20_000


def batch_loop(game: str, num_envs: int) -> Play:
    """Return a `Play`: the `step` call alone, its actions recorded before from the same seed."""
    batch = farmenvs.make_batch(game, num_envs, seed=SEED)
    rng = np.random.default_rng(SEED)
    script = []
    for _ in range(min(SCRIPT // num_envs, STEPS)):
        keys = rng.random(batch.action_masks.shape)
        script.append((batch.action_masks * keys).argmax(1))  # a random legal action in each lane
        batch.step(script[-1])
    end = batch.observations.copy()

    def run() -> tuple[int, float]:
        batch.reset(seed=SEED)
        step = batch.step
        begin = time.process_time()
        for actions in script:
            step(actions)
        return num_envs * len(script), time.process_time() - begin

    run()
    if not np.array_equal(batch.observations, end):
        raise RuntimeError("the prepared script does not replay")
    return run


def state_loop(game: str, decisions: int = 200) -> Play:
    """Return a `Play`: the observation as a float32 array and the mask before each decision."""
    loaded = farmenvs.load_game(game)
    fraction = fractions()
    chance = stream(SEED)

    def play() -> int:
        n = 0
        while n < decisions:
            state = loaded.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(state.sample_chance(chance))
                    continue
                state.observation_tensor()
                legal = state.legal_actions_mask().nonzero()[0]
                state.apply_action(int(legal[int(fraction() * legal.size)]))
                n += 1
            state.returns()
        return n

    return clocked(play)


def seat_loop(game: str, decisions: int = 200) -> Play:
    """Return a `Play` of whole episodes; the opponents' decisions cost time and do not count."""
    env = gymnasium.make(gymnasium_id(game), opponents="random")
    env.reset(seed=SEED)
    fraction = fractions()

    def play() -> int:
        n = 0
        while n < decisions:
            _observation, info = env.reset()
            over = False
            while not over:
                legal = info["action_mask"].nonzero()[0]
                action = int(legal[int(fraction() * legal.size)])
                _observation, _reward, terminated, truncated, info = env.step(action)
                over = terminated or truncated
                n += 1
        return n

    return clocked(play)


def cases() -> list[Case]:
    found = []
    for game in farmenvs.games():
        make_env = importlib.import_module(f"farmenvs.{env_name(game)}").env
        rows = {
            "aec": (CHEAP, partial(aec_loop, make_env, cheap=True)),
            "aec_sample": (SAMPLE, partial(aec_loop, make_env, cheap=False)),
            "batch_1": ("batch of 1, step alone", partial(batch_loop, game, 1)),
            "batch_4096": ("batch of 4,096, step alone", partial(batch_loop, game, 4096)),
            "state": ("State, float32 tensor and mask", partial(state_loop, game)),
            "seat": ("Gymnasium seat, random opponents", partial(seat_loop, game)),
        }
        found += [Case(game, row, what, make) for row, (what, make) in rows.items()]
    return found
