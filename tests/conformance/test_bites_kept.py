"""The suite bites in what is easily overlooked: shared arrays, luck, spaces, the end of a foul."""

import numpy as np
import pytest
from gymnasium.spaces import Box, Dict, Discrete

import farmenvs
from farmenvs import testing
from farmenvs.core import batch, rng
from farmenvs.core.game import Game
from farmenvs.core.state import State
from farmenvs.core.view import View
from farmenvs.envs.aec import CheckedEnv, RawEnv
from farmenvs.envs.parallel import GameParallelEnv
from farmenvs.testing import env, parallel
from tests.conformance.test_bites import bites
from tests.core import toy

GAME = farmenvs.load_game("turtle_soup", players=3, nights=1)
LIMITED = toy.GAME.load(players=2)
"""A game in which not every action is always legal."""


# ---------------------------------------------------------------------------- arrays


@pytest.mark.parametrize(
    ("cls", "name"),
    [
        (State, "legal_actions_mask"),
        (State, "observation_tensor"),
        (View, "observation"),
        (View, "legal_actions_mask"),
    ],
)
def test_an_array_that_all_share(monkeypatch, cls, name):
    sound, kept = getattr(cls, name), {}

    def shared(self, *args):
        new = sound(self, *args)
        array = kept.setdefault(new.size, new)
        array[:] = new
        return array

    monkeypatch.setattr(cls, name, shared)
    bites(testing.check_shapes, GAME, rf"{cls.__name__}.{name}\(\).* gives the same array twice")


# ---------------------------------------------------------------------------- luck


def without_entropy(seed, *args, sound=rng.streams):
    return sound(0 if seed is None else seed, *args)


def of_32_bits(seed, *args, sound=rng.streams):
    return sound(None if seed is None else seed % 2**32, *args)


LUCK = [(without_entropy, "unseeded {} are always alike"), (of_32_bits, "of {} with large seeds")]


@pytest.mark.parametrize(("fault", "why"), LUCK)
def test_luck_of_states_batches_and_environments(monkeypatch, fault, why):
    with monkeypatch.context() as patch:
        patch.setattr(rng, "streams", fault)
        bites(testing.check_seeds, GAME, why.format("draws"))
        bites(env.check_env_seeds, CheckedEnv(GAME), why.format("environments"))
        bites(parallel.check_parallel_seeds, GameParallelEnv(GAME), why.format("environments"))
    monkeypatch.setattr(batch, "streams", fault)
    bites(testing.check_seeds, GAME, why.format("batches"))


# ---------------------------------------------------------------------------- words


def test_words_that_are_read_whatever_they_are(monkeypatch):
    sound = Game.string_to_action

    def lax(self, text):
        try:
            return sound(self, text)
        except ValueError:
            return 0

    monkeypatch.setattr(Game, "string_to_action", lax)
    bites(testing.check_words, GAME, "is no word, but is read as action 0")


# ---------------------------------------------------------------------------- environments


class HasAnActionTooMany:
    def action_space(self, agent):
        return Discrete(self._size + 1)


class IsUnbounded:
    def observation_space(self, agent):
        size = self.game.observation_spec().size
        mask = super().observation_space(agent)["action_mask"]
        return Dict(observation=Box(-np.inf, np.inf, (size,), np.float32), action_mask=mask)


@pytest.mark.parametrize("base", [CheckedEnv, GameParallelEnv])
@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (HasAnActionTooMany, r"the action space of player_0 is Discrete\(3\)"),
        (IsUnbounded, "the space of player_0's observation is"),
    ],
)
def test_a_space_that_is_too_large(base, fault, why):
    check = env.check_env_observations if base is CheckedEnv else parallel.check_parallel_play
    bites(check, type("Faulty", (fault, base), {})(GAME), why)


class PaysOthersForAFoul(CheckedEnv):
    def _illegal_step(self, action, a):
        super()._illegal_step(action, a)
        for agent in self.agents:
            self._cumulative_rewards[agent] += 0.5 * (self.rewards[agent] == 0)


class ShowsGarbageAfterAFoul(CheckedEnv):
    fouled = False

    def _illegal_step(self, action, a):
        super()._illegal_step(action, a)
        self.fouled = True

    def observe(self, agent):
        seen = super().observe(agent)
        seen["observation"][:] = 0.5 if self.fouled else seen["observation"]
        return seen


class IgnoresMaxIter(CheckedEnv):
    def agent_iter(self, max_iter=2**63):
        return super().agent_iter()


class LetsTheDeadAct(CheckedEnv):
    def _dead_step(self, action, a):
        self._was_dead_step(None)


class LetsTheDeadActRaw(RawEnv):
    def _dead_step(self, action, a):
        self._was_dead_step(None)


FAULTS = [
    (env.check_env_illegal, r"after an illegal action last\(\) tells", PaysOthersForAFoul),
    (env.check_env_illegal, "does not observe where the game stands", ShowsGarbageAfterAFoul),
    (env.check_env_last, r"agent_iter\(0\) gives . turns", IgnoresMaxIter),
    (env.check_env_last, "player_. is dead, but may act", LetsTheDeadAct),
    (env.check_env_last, "player_. is dead, but may act", LetsTheDeadActRaw),
]


@pytest.mark.parametrize(
    ("check", "why", "faulty"), FAULTS, ids=[faulty.__name__ for *_, faulty in FAULTS]
)
def test_a_faulty_environment(check, why, faulty):
    bites(check, faulty(LIMITED), why)
    check(faulty.__base__(LIMITED))


class ShowsGarbageAfterAFoulInParallel(GameParallelEnv):
    def step(self, actions):
        step = super().step(actions)
        if -1 in step[1].values():
            for seen in step[0].values():
                seen["observation"][:] = 0.5
        return step


def test_a_parallel_environment_that_shows_garbage_after_a_foul():
    faulty = ShowsGarbageAfterAFoulInParallel(LIMITED)
    bites(parallel.check_parallel_illegal, faulty, "does not observe where the game stands")
