"""The suite bites, in AEC environments: what `last`, infos and `render` tell."""

import pytest

import farmenvs
from farmenvs.envs.aec import CheckedEnv
from farmenvs.games.turtle_soup.rules import BOWL
from farmenvs.testing import env, hidden
from tests.conformance.test_bites import bites

GAME = farmenvs.load_game("turtle_soup", players=3, nights=2)

# ---------------------------------------------------------------------------- last


class ShowsPlayer0InLast(CheckedEnv):
    def last(self, observe=True):
        seen, *rest = super().last(observe)
        if observe:
            seen["observation"] = self.observe("player_0")["observation"]
        return seen, *rest


class ShowsAnotherMaskInLast(CheckedEnv):
    def last(self, observe=True):
        seen, *rest = super().last(observe)
        if observe:
            seen["action_mask"][:] = 1
        return seen, *rest


class TellsSecretsInLast(CheckedEnv):
    def last(self, observe=True):
        *rest, info = super().last(observe)
        state = self.game_state().to_dict()
        return *rest, {**info, "bowls": state["choice"].count(BOWL)}


class PaysLate(CheckedEnv):
    """What an agent has earned it is told of one turn later, at the end of all that is left."""

    def reset(self, seed=None, options=None):
        super().reset(seed, options)
        self._told = {}

    def last(self, observe=True):
        seen, reward, terminated, *rest = super().last(observe)
        held = self._told.pop(self.agent_selection, 0.0)
        self._told[self.agent_selection] = reward
        return seen, held + reward * terminated, terminated, *rest


class EndsInLastAlone(CheckedEnv):
    def last(self, observe=True):
        seen, reward, terminated, truncated, info = super().last(observe)
        return seen, reward, truncated, terminated, info


class ObservesUnasked(CheckedEnv):
    def last(self, observe=True):
        return super().last()


class LetsOneStepOut(CheckedEnv):
    def _was_dead_step(self, action):
        super()._was_dead_step(action)
        self.agents = []


LAST = [
    (r"last\(\) shows player_. what is not in its view", ShowsPlayer0InLast),
    (r"last\(\) shows player_. another mask", ShowsAnotherMaskInLast),
    (r"last\(\) gives player_. another info", TellsSecretsInLast),
    (r"last\(\) tells player_. of the reward 0.0, but since it last stepped", PaysLate),
    (r"the flags that last\(\) gives player_. are \(False, True\)", EndsInLastAlone),
    (r"last\(observe=False\) observes", ObservesUnasked),
    (r"only \['player_0'\] step out at the end", LetsOneStepOut),
]


@pytest.mark.parametrize(("why", "faulty"), LAST, ids=[faulty.__name__ for _, faulty in LAST])
def test_last_is_checked_in_all_it_gives(why, faulty):
    bites(env.check_env_last, faulty(GAME, reward="score"), why)
    env.check_env_last(CheckedEnv(GAME, reward="score"))


# ---------------------------------------------------------------------------- infos


class TellsSecretsFromTheStart(CheckedEnv):
    def reset(self, seed=None, options=None):
        super().reset(seed, options)
        self.infos = {agent: {"left": 0} for agent in self.agents}


class HasNoMaskInInfos(CheckedEnv):
    def step(self, action):
        super().step(action)
        self.infos = {agent: {} for agent in self.agents}


@pytest.mark.parametrize(
    ("why", "faulty", "mask_in"),
    [
        (r"the info of player_0 has \['left'\]", TellsSecretsFromTheStart, "obs"),
        (r"has \[\], but should have \['action_mask'\]", HasNoMaskInInfos, "both"),
    ],
)
def test_infos_hold_masks_alone(why, faulty, mask_in):
    bites(env.check_env_rewards, faulty(GAME, mask_in=mask_in), why)
    env.check_env_rewards(CheckedEnv(GAME, mask_in=mask_in))


# ---------------------------------------------------------------------------- render


class ShowsTheTruthByDefault(CheckedEnv):
    def __init__(self, game, *, render_view="all", **options):
        super().__init__(game, render_view=render_view, **options)


class ShowsThePublicByDefault(CheckedEnv):
    def __init__(self, game, *, render_view="public", **options):
        super().__init__(game, render_view=render_view, **options)


class ShowsTheTruthToTheActing(CheckedEnv):
    def render(self):
        return self._table.text("all" if self.render_view == "acting" else self.render_view)


class ShowsTheTruthToAll(CheckedEnv):
    def render(self):
        return self._table.text("all" if self.render_view == "public" else self.render_view)


class ShowsTheActingAtTheEnd(CheckedEnv):
    """Where nobody is to move, "acting" is the public view."""

    def render(self):
        over = self._table.player < 0
        return self._table.text(0 if over else self.render_view)


class HidesTheTruth(CheckedEnv):
    def render(self):
        return self._table.text("public" if self.render_view == "all" else self.render_view)


RENDERED = [
    ("default", ShowsTheTruthByDefault),
    ("default", ShowsThePublicByDefault),
    ("default", ShowsTheTruthToTheActing),
    ("public", ShowsTheTruthToAll),
    ("default", ShowsTheActingAtTheEnd),
    ("all", HidesTheTruth),
]


@pytest.mark.parametrize(("view", "faulty"), RENDERED, ids=[each.__name__ for _, each in RENDERED])
def test_every_view_to_render_is_checked_and_so_is_the_default(view, faulty):
    bites(hidden.check_env_render, faulty(GAME), rf"render\(\) of the {view} view shows")
    hidden.check_env_render(CheckedEnv(GAME))
