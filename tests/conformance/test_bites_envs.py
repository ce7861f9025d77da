"""The suite bites, above the verbs: faults planted in `State`, batches and environments."""

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

import farmenvs
from farmenvs import testing
from farmenvs.core import batch as batches
from farmenvs.core import replay
from farmenvs.core import state as states
from farmenvs.core.batch import Batch
from farmenvs.core.game import Game
from farmenvs.core.state import State
from farmenvs.core.view import View
from farmenvs.envs.aec import CheckedEnv, RawEnv
from farmenvs.games.turtle_soup.rules import BOWL
from farmenvs.testing import env as env_checks
from farmenvs.testing import hidden
from tests.conformance.test_bites import bites, share_the_table
from tests.core import toy
from tests.helpers import short

GAME = farmenvs.load_game("turtle_soup", players=3, nights=2)
LIMITED = toy.GAME.load(players=2)
"""A game in which not every action is always legal."""


# ---------------------------------------------------------------------------- states


def test_a_resample_that_returns_the_truth(monkeypatch):
    monkeypatch.setattr(State, "resample_from_infostate", lambda self, p, rng=None: self.clone())
    bites(testing.check_resampling, GAME, r"resample_from_infostate\(.\) is not blind to the truth")


def test_a_resample_that_forgets_what_its_seat_has_seen(monkeypatch):
    monkeypatch.setattr(
        State, "resample_from_infostate", lambda self, p, rng=None: self.view(p).resample(rng)
    )
    bites(testing.check_resampling, GAME, "loses the information state")


def test_a_view_that_shows_the_mask_to_others(monkeypatch):
    def shown(self):
        mask = np.zeros(self.game.num_distinct_actions(), np.int8)
        self.game.kernels.legal_mask(self.game.cfg1, self._record, mask)
        return mask

    monkeypatch.setattr(View, "legal_actions_mask", shown)
    bites(testing.check_masks, GAME, r"has the mask \[1, 1\], but it should be \[0, 0\]")


def test_an_illegal_action_that_is_carried_out(monkeypatch):
    apply = State.apply_action
    monkeypatch.setattr(State, "apply_action", lambda self, a: apply(self, max(int(a or 0), 0)))
    bites(testing.check_masks, GAME, "is accepted")


def test_a_clone_that_shares_its_record(monkeypatch):
    sound = State.clone

    def clone(self):
        new = sound(self)
        new._bytes, new._record = self._bytes, self._record
        return new

    monkeypatch.setattr(State, "clone", clone)
    bites(testing.check_determinism, GAME, "changes its parent")


def restore_without_history(game, base, record, events, sound=states._restore):
    return sound(game, base, record, [])


def test_a_pickle_that_loses_the_history(monkeypatch):
    monkeypatch.setattr(states, "_restore", restore_without_history)
    bites(testing.check_copies, GAME, "pickle loses the history")


def test_a_reader_that_lets_any_error_through(monkeypatch):
    monkeypatch.setattr(replay, "parse", lambda text: replay.json.loads(text))
    bites(testing.check_copies, GAME, "not a ValueError")


def test_a_reader_that_does_not_find_damage(monkeypatch):
    monkeypatch.setattr(Game, "deserialize_state", lambda self, data: self.new_initial_state())
    bites(testing.check_copies, GAME, "deserialize_state changes bytes")
    sound = GAME.new_initial_state()
    assert replay.loads(replay.dumps(sound), GAME).history() == []


# ---------------------------------------------------------------------------- batches


def test_a_batch_that_pays_twice(monkeypatch):
    sound = Batch.step

    def step(self, actions):
        sound(self, actions)
        self.rewards *= 2

    monkeypatch.setattr(Batch, "step", step)
    bites(testing.check_batch, GAME, "rewards of lane . at step")


def test_a_batch_whose_lanes_depend_on_their_number(monkeypatch):
    sound = batches.streams
    monkeypatch.setattr(batches, "streams", lambda seed, n: sound(seed, n)[::-1].copy())
    bites(testing.check_batch, GAME, "of lane .* but `State` gives")


def test_a_batch_that_ignores_its_second_seed(monkeypatch):
    sound = Batch.reset
    monkeypatch.setattr(Batch, "reset", lambda self, mask=None, seed=None: sound(self, mask))
    bites(testing.check_seeds, GAME, "a batch that is reset with its seed plays another game")


# ---------------------------------------------------------------------------- environments


class IgnoresItsSecondSeed(CheckedEnv):
    _first = None

    def reset(self, seed=None, options=None):
        self._first = seed if self._first is None else self._first
        super().reset(self._first if seed is not None else None, options)


class IgnoresAllSeeds(CheckedEnv):
    def reset(self, seed=None, options=None):
        super().reset(None, options)


class PaysTwice(CheckedEnv):
    def _pay(self):
        super()._pay()
        self.rewards = {agent: 2 * reward for agent, reward in self.rewards.items()}


class TellsOfRewardsTwice(CheckedEnv):
    def last(self, observe=True):
        seen, reward, *rest = super().last(observe)
        return seen, 2 * reward, *rest


class ShowsTheMaskToOthers(CheckedEnv):
    def observe(self, agent):
        seen = super().observe(agent)
        seen["action_mask"][:] = self._table.mask
        return seen


class EncodesTheTruth(CheckedEnv):
    def observe(self, agent):
        seen = super().observe(agent)
        seen["observation"][0] = (self._table._states[0]["choice"] == BOWL).any()
        return seen


class GivesItsOwnArrays(CheckedEnv):
    def observe(self, agent):
        seen = super().observe(agent)
        if self._table.player == self._seat(agent):
            seen["observation"] = self._table._obs
        return seen


class RendersTheTruth(CheckedEnv):
    def render(self):
        return self._table.text("all")


class TellsTheTruthInInfos(CheckedEnv):
    def step(self, action):
        super().step(action)
        bowls = int((self._table._states[0]["choice"] == BOWL).sum())
        self.infos = {agent: {"bowls": bowls} for agent in self.agents}


class NamesTheTruth(CheckedEnv):
    def __str__(self):
        return f"{super().__str__()} {self._table._states[0]['choice']}"


class TruncatesToo(CheckedEnv):
    def _end(self, cut):
        super()._end(cut)
        self.truncations = dict(self.terminations)


class CopiesShareTheTable(CheckedEnv):
    __deepcopy__ = share_the_table


class TakesAnyAction(CheckedEnv):
    def step(self, action):
        live = self.agents and not any(self.terminations.values())
        super().step(0 if live and action is None else action)


class FoulsForFree(CheckedEnv):
    def _illegal_step(self, action, a):
        super()._illegal_step(action, a)
        self.rewards = dict.fromkeys(self.rewards, 0.0)


ENVS = [
    (env_checks.check_env_seeds, "a second seed is ignored", IgnoresItsSecondSeed),
    (env_checks.check_env_seeds, "two environments with one seed differ", IgnoresAllSeeds),
    (env_checks.check_env_rewards, "a step paid", PaysTwice),
    (env_checks.check_env_last, r"last\(\) tells player_. of the reward", TellsOfRewardsTwice),
    (env_checks.check_env_rewards, "terminations and truncations are", TruncatesToo),
    (env_checks.check_env_masks, "does not act and has the mask", ShowsTheMaskToOthers),
    (env_checks.check_env_observations, "does not observe what its view says", EncodesTheTruth),
    (env_checks.check_env_observations, "arrays are not fresh", GivesItsOwnArrays),
    (hidden.check_env_worlds, "its observation tells player_", EncodesTheTruth),
    (hidden.check_env_worlds, r"render\(\) tells player_", RendersTheTruth),
    (hidden.check_env_worlds, "its info tells player_", TellsTheTruthInInfos),
    (hidden.check_env_worlds, "the repr tells player_", NamesTheTruth),
    (env_checks.check_env_copies, "a deep copy changes the original", CopiesShareTheTable),
    (env_checks.check_env_illegal, "may play None", TakesAnyAction),
]


@pytest.mark.parametrize(
    ("check", "why", "env"),
    ENVS,
    ids=[f"{check.__name__}-{env.__name__}" for check, _, env in ENVS],
)
def test_a_faulty_environment(check, why, env):
    bites(check, env(GAME), why)
    check(CheckedEnv(GAME))


def test_an_illegal_action_that_costs_nothing():
    bites(env_checks.check_env_illegal, FoulsForFree(LIMITED), "illegal . of player_. pays")
    env_checks.check_env_illegal(CheckedEnv(LIMITED))


def test_check_env_runs_all_and_leaves_the_environment_alone():
    with pytest.raises(AssertionError, match=r"^check_env_masks: "):
        testing.check_env(ShowsTheMaskToOthers(GAME))
    env = CheckedEnv(GAME)
    testing.check_env(env)
    with pytest.raises(AttributeError, match="before reset"):
        _ = env.agents


THINGS = [None, "turtle_soup", GAME, AECEnv(), OrderEnforcingWrapper(RawEnv(GAME))]


@pytest.mark.parametrize("thing", THINGS, ids=short)
def test_what_is_no_environment_of_a_game_is_refused_in_one_line(thing):
    takes = r"^check_env takes what NAME_v0.env\(\), raw_env\(\) or parallel_env\(\) returns, not "
    with pytest.raises(TypeError, match=takes + rf"\S*{type(thing).__name__}$"):
        testing.check_env(thing)
