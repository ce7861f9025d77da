"""The suite bites where secrets slip out beside the view: in rewards and in errors."""

import numpy as np
import pytest

import farmenvs
from farmenvs import testing
from farmenvs.agents import arena, policy
from farmenvs.core.state import State
from farmenvs.core.view import View
from farmenvs.envs import sb3, seats, single
from farmenvs.envs.aec import CheckedEnv, RawEnv
from farmenvs.envs.single import SeatEnv
from farmenvs.games.turtle_soup.rules import BOWL
from farmenvs.testing import hidden
from farmenvs.testing.histories import record
from tests.conformance.test_bites import bites
from tests.core import toy

GAME = farmenvs.load_game("turtle_soup", players=3, nights=2)
LIMITED = toy.GAME.load(players=2)
"""A game in which not every action is always legal."""


def test_an_error_of_a_state_that_tells_the_truth(monkeypatch):
    sound = State._complaint

    def complaint(self, action):
        return f"{sound(self, action)}; the truth: {record(self)[0]}"

    testing.check_paired_worlds(GAME)
    monkeypatch.setattr(State, "_complaint", complaint)
    bites(testing.check_paired_worlds, GAME, "an error tells seat . in recall mode what is hidden")


class PaysASealedBowl(CheckedEnv):
    def step(self, action):
        super().step(action)
        for agent, choice in zip(self.agents, self._table._states[0]["choice"], strict=False):
            self.rewards[agent] += float(choice == BOWL)


class PaysASealedBowlLater(CheckedEnv):
    def step(self, action):
        super().step(action)
        for agent, choice in zip(self.agents, self._table._states[0]["choice"], strict=False):
            self._cumulative_rewards[agent] += float(choice == BOWL)


class TellsInErrorsOfWhatIsNoAction(CheckedEnv):
    def _not_in_space(self, agent, action):
        raise AssertionError(f"{action!r} is no action; the truth: {self._table._states[0]}")


class TellsInErrorsOfWhatIsIllegal(RawEnv):
    def _illegal_step(self, action, a):
        raise ValueError(f"{action!r} is illegal; the truth: {self._table._states[0]}")


class TellsAfterWhatIsIllegal(CheckedEnv):
    def _illegal_step(self, action, a):
        super()._illegal_step(action, a)
        self.infos = {agent: {"truth": str(self._table._states[0])} for agent in self.agents}


LEAKS = [
    ("the list of rewards tells player_", PaysASealedBowl, GAME),
    ("the list of rewards tells player_", PaysASealedBowlLater, GAME),
    ("an error tells player_", TellsInErrorsOfWhatIsNoAction, GAME),
    ("an error tells player_", TellsInErrorsOfWhatIsIllegal, GAME),
    ("an error tells player_", TellsInErrorsOfWhatIsIllegal, LIMITED),
    ("an error tells player_", TellsAfterWhatIsIllegal, LIMITED),
]


@pytest.mark.parametrize(
    ("why", "faulty", "game"),
    LEAKS,
    ids=[f"{faulty.__name__}-{game.name}" for _, faulty, game in LEAKS],
)
def test_an_environment_that_tells_a_secret(why, faulty, game):
    bites(hidden.check_env_worlds, faulty(game, reward="score"), why)
    hidden.check_env_worlds(faulty.__base__(game, reward="score"))


# ---------------------------------------------------------------------------- policies


def view_of_the_truth(game, states, lane, player, mode="recall"):
    return View(game, states[lane : lane + 1].copy(), player, mode)


def with_sealed_bowls_paid(states):
    """Return the games with the points that all would have if the sealed bowls were paid."""
    changed = states.copy()
    changed["points"] += changed["choice"] == BOWL
    return changed


def test_a_view_of_the_truth_for_policies(monkeypatch):
    testing.check_policies(GAME)
    monkeypatch.setattr(policy, "view_of", view_of_the_truth)
    bites(testing.check_policies, GAME, "play_match shows a Keeper of recall mode at seat . in")


@pytest.mark.parametrize(
    ("module", "why"),
    [
        (arena, "play_match shows a Keeper"),
        (seats, "SeatEnv shows a Keeper"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
@pytest.mark.parametrize("batched", [False, True])
def test_a_place_that_shows_policies_the_truth(monkeypatch, module, why, batched):
    sound = module.ask

    def ask(game, agent, states, masks, players, lanes, rngs):
        if hasattr(agent, "batch") != batched:
            return sound(game, agent, states, masks, players, lanes, rngs)
        return sound(game, agent, with_sealed_bowls_paid(states), masks, players, lanes, rngs)

    monkeypatch.setattr(module, "ask", ask)
    bites(testing.check_policies, GAME, why + ("OfMany" if batched else " of "))


def test_a_match_that_shows_policies_another_mask(monkeypatch):
    sound = arena.ask

    def ask(game, agent, states, masks, *rest):
        first = np.arange(masks.shape[1]) == masks.argmax(axis=1)[:, None]
        first |= not hasattr(agent, "batch")
        return sound(game, agent, states, masks * first, *rest)

    monkeypatch.setattr(arena, "ask", ask)
    bites(testing.check_policies, LIMITED, "play_match shows a KeeperOfMany of .* does not show")


class ShowsLearnersTheTruth(SeatEnv):
    def _seen(self):
        seen = super()._seen()
        seen[0] = (self._seats.states[0]["choice"] == BOWL).any()
        return seen


def test_a_learner_that_is_shown_the_truth(monkeypatch):
    monkeypatch.setattr(single, "SeatEnv", ShowsLearnersTheTruth)
    bites(testing.check_policies, GAME, "SeatEnv shows its learner at seat")


def test_many_learners_that_are_shown_the_truth(monkeypatch):
    class Shows(sb3.SeatVecEnv):
        def _seen(self):
            seen = super()._seen()
            seen[:, -1] = (self._seats.states["choice"] == BOWL).any(axis=1)
            return seen

    monkeypatch.setattr(sb3, "SeatVecEnv", Shows)
    bites(testing.check_policies, GAME, "SeatVecEnv shows its learner at seat")


def test_policies_beside_many_learners_that_are_shown_the_truth(monkeypatch):
    sound = seats.ask

    def ask(game, agent, states, masks, players, lanes, rngs):
        shown = states if len(rngs) == 1 else with_sealed_bowls_paid(states)
        return sound(game, agent, shown, masks, players, lanes, rngs)

    monkeypatch.setattr(seats, "ask", ask)
    bites(testing.check_policies, GAME, "SeatVecEnv shows a Keeper")
