"""The suite bites, in Parallel environments: where all choose at once, and in turn."""

import copy

import pytest

import farmenvs
from farmenvs import testing
from farmenvs.envs.parallel import GameParallelEnv
from farmenvs.testing import parallel
from tests.conformance.test_bites import bites, share_the_table
from tests.core import toy

GAMES = {
    "at once": farmenvs.load_game("turtle_soup", players=3, nights=2),
    "in turn": toy.GAME.load(players=3),
}


class Changed(GameParallelEnv):
    """An environment of which `changed` alters each step."""

    def step(self, actions):
        before = copy.deepcopy(self)
        step = [dict(each) for each in super().step(actions)]
        if step[0]:
            self.changed(before, *step)
        return tuple(step)


class ShowsPlayer0(Changed):
    def changed(self, before, seen, rewards, *rest):
        for agent in seen:
            seen[agent]["observation"] = seen["player_0"]["observation"].copy()


class ShowsMasksToThoseWhoWait(Changed):
    def changed(self, before, seen, rewards, *rest):
        masks = [each["action_mask"] for each in seen.values()]
        masks[-1][:] |= sum(masks).clip(0, 1)


class TellsSecretsInInfos(Changed):
    def changed(self, before, seen, rewards, terminations, truncations, infos):
        infos["player_0"]["history"] = len(self.game_state().history())


class PaysTwice(Changed):
    def changed(self, before, seen, rewards, *rest):
        rewards.update({agent: 2 * reward for agent, reward in rewards.items()})


class PaysLate(Changed):
    held = None

    def changed(self, before, seen, rewards, *rest):
        held, self.held = self.held, dict(rewards)
        rewards.update(held or dict.fromkeys(rewards, 0.0))


class TruncatesToo(Changed):
    def changed(self, before, seen, rewards, terminations, truncations, infos):
        truncations.update(terminations)


class LeavesAgents(Changed):
    def changed(self, before, seen, *rest):
        self.agents = self.agents or self.possible_agents[:1]


class GivesItsOwnMasks(Changed):
    def changed(self, before, seen, *rest):
        for agent, mask in self._masks.items():
            seen[agent]["action_mask"] = mask


class HeedsThoseWhoWait(GameParallelEnv):
    def step(self, actions):
        for agent, action in actions.items():
            assert self.action_space(agent).contains(action), "no action"
        return super().step(actions)


class IgnoresItsSeed(GameParallelEnv):
    def reset(self, seed=None, options=None):
        return super().reset(None, options)


class AddsToItsSeed(GameParallelEnv):
    def reset(self, seed=None, options=None):
        return super().reset(None if seed is None else seed + 1, options)


class IgnoresItsSecondSeed(GameParallelEnv):
    first = None

    def reset(self, seed=None, options=None):
        self.first = seed if self.first is None else self.first
        return super().reset(seed if seed is None else self.first, options)


class RendersTheTruthToTheActing(GameParallelEnv):
    def render(self):
        begun = self.render_view == "acting" and self._table._chosen
        return self._table.text("all" if begun else self.render_view)


class RendersTheTruthToSeats(GameParallelEnv):
    def render(self):
        return self._table.text("all" if isinstance(self.render_view, int) else self.render_view)


class RendersTheTruthToThePublic(GameParallelEnv):
    def render(self):
        return self._table.text("all" if self.render_view == "public" else self.render_view)


class RendersTheTruthByDefault(GameParallelEnv):
    def __init__(self, game, *, render_view="all", **options):
        super().__init__(game, render_view=render_view, **options)


class TellsSecretsInErrors(GameParallelEnv):
    def _not_in_space(self, agent, action):
        raise AssertionError(f"{action!r} is no action; the truth: {self._table._states[0]}")


class CopiesShareTheTable(GameParallelEnv):
    __deepcopy__ = share_the_table


class TakesAnyAction(GameParallelEnv):
    def _number(self, action):
        return max(super()._number(action), 0)


class TakesWhatIsMissing(GameParallelEnv):
    def _checked(self, actions):
        if isinstance(actions, dict):
            actions = {**{agent: int(m.argmax()) for agent, m in self._masks.items()}, **actions}
        return super()._checked(actions)


class RefusesTooLate(GameParallelEnv):
    def step(self, actions):
        try:
            return super().step(actions)
        except (AssertionError, ValueError):
            self._table.begin(None)
            raise


class FoulsForFree(Changed):
    def changed(self, before, seen, rewards, *rest):
        if not self.agents and self._table.player < 0 and min(rewards.values()) == -1:
            rewards.update(dict.fromkeys(rewards, 0.0))


class OneFoulCostsAll(Changed):
    def changed(self, before, seen, rewards, *rest):
        if not self.agents and min(rewards.values()) == -1:
            rewards.update(dict.fromkeys(rewards, -1.0))


PLAY, ILLEGAL = parallel.check_parallel_play, parallel.check_parallel_illegal
COPIES, SEEDS = parallel.check_parallel_copies, parallel.check_parallel_seeds
BOTH = ("at once", "in turn")
FAULTS = [
    (PLAY, "player_. observes", ShowsPlayer0, BOTH),
    (PLAY, "have masks, but .* choose", ShowsMasksToThoseWhoWait, ("in turn",)),
    (PLAY, "player_0 has the info", TellsSecretsInInfos, BOTH),
    (PLAY, "a step paid", PaysTwice, BOTH),
    (PLAY, "a step paid", PaysLate, BOTH),
    (PLAY, "truncations are", TruncatesToo, ("at once",)),
    (PLAY, "agents are", LeavesAgents, BOTH),
    (PLAY, "a step paid", GivesItsOwnMasks, BOTH),
    (PLAY, "no action", HeedsThoseWhoWait, ("in turn",)),
    (PLAY, "has another history", IgnoresItsSeed, BOTH),
    (PLAY, "has another history", AddsToItsSeed, BOTH),
    (PLAY, r"render\(\) of the acting view is not as in", RendersTheTruthToTheActing, BOTH),
    (PLAY, r"render\(\) of the 0 view is not as in", RendersTheTruthToSeats, BOTH),
    (PLAY, r"render\(\) of the public view is not as in", RendersTheTruthToThePublic, ("in turn",)),
    (PLAY, r"render\(\) shows another view by default", RendersTheTruthByDefault, BOTH),
    (COPIES, "playing with a deep copy changes the original", CopiesShareTheTable, BOTH),
    (ILLEGAL, "may be played", TakesAnyAction, BOTH),
    (ILLEGAL, "may be played", TakesWhatIsMissing, BOTH),
    (ILLEGAL, "an error tells player_. what is hidden", TellsSecretsInErrors, ("in turn",)),
    (ILLEGAL, "but change something", RefusesTooLate, BOTH),
    (ILLEGAL, "illegal actions of .* pay", FoulsForFree, ("in turn",)),
    (ILLEGAL, "illegal actions of .* pay", OneFoulCostsAll, ("in turn",)),
    (SEEDS, "two environments with one seed differ", IgnoresItsSeed, BOTH),
    (SEEDS, "a second seed is ignored", IgnoresItsSecondSeed, BOTH),
]


@pytest.mark.parametrize(
    ("check", "why", "faulty", "game"),
    [
        pytest.param(check, why, faulty, game, id=f"{check.__name__}-{faulty.__name__}-{game}")
        for check, why, faulty, games in FAULTS
        for game in games
    ],
)
def test_a_faulty_parallel_environment(check, why, faulty, game):
    bites(check, faulty(GAMES[game], reward="score"), why)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@pytest.mark.parametrize("mask_in", ["obs", "info", "both"])
def test_sound_parallel_environments_pass(game, mask_in):
    for check in parallel.PARALLEL_CHECKS:
        check(GameParallelEnv(game, reward="score", mask_in=mask_in))


def test_check_env_takes_parallel_environments_and_leaves_them_alone():
    with pytest.raises(AssertionError, match=r"^check_parallel_play: "):
        testing.check_env(PaysTwice(GAMES["at once"]))
    env = GameParallelEnv(GAMES["at once"])
    testing.check_env(env)
    with pytest.raises(AttributeError, match="before reset"):
        _ = env.agents
