"""What a PettingZoo environment of a game is, whether its interface is AEC or Parallel."""

from __future__ import annotations

from typing import Any, NoReturn

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete, Space

from farmenvs.core.checks import brief, choice, whole
from farmenvs.core.game import Game, check_game
from farmenvs.core.state import State
from farmenvs.envs import env_name
from farmenvs.envs.spaces import observation_space
from farmenvs.envs.table import NOT_BEGUN, VIEWS, Table


class TableEnv:
    """What a PettingZoo environment of a game is, whatever its interface.

    The agents are `player_0` … in seat order, and all end together.  All that changes lies in the
    object itself: `copy.deepcopy` and `pickle` at any time give an independent environment that
    goes on alike.

    Attributes:
        game: The game; `game.observation_spec(mode)` and `game.action_words` tell what the numbers
            of observations and actions mean.
        possible_agents: The names of all agents.
        render_mode: "ansi" or None.
        render_view: Whose view `render` shows.
        metadata: As in PettingZoo.
    """

    _after_reset: frozenset[str]
    """Attributes that exist from the first `reset` on."""

    def __init__(
        self,
        game: Game,
        *,
        observation: str = "recall",
        reward: str = "outcome",
        mask_in: str = "obs",
        skip_forced: bool = True,
        render_mode: str | None = None,
        render_view: int | str = "acting",
    ):
        """Make the environment; `reset` begins a game.

        Args:
            game: From `load_game`.
            observation: "recall" (a perfect memory) or "table" (only what lies on the table now).
            reward: "outcome" (at the end) or "score" (points, at the step that brings them).
            mask_in: "obs": an observation is a dict of `observation` [F] float32 and `action_mask`
                [A] int8; "info": it is the [F] float32 alone, and infos have the `action_mask`;
                "both": the dict, and infos have it too.
            skip_forced: Skip decisions that everybody can see are forced.
            render_mode: "ansi" for text, or None.
            render_view: Whose view `render` shows: "acting" (that of the seat to move; after the
                end the public one), a seat, "public" (an onlooker's), or "all" (the truth).

        Raises:
            ValueError: For a wrong value, in one line.
        """
        super().__init__()
        self.game = check_game(game)
        self.render_mode = choice("render_mode", render_mode, (None, "ansi"))
        self.render_view = _check_view(render_view, game)
        self._table = Table(game, observation, reward, mask_in, skip_forced)
        self.metadata = {
            "name": env_name(game.name),
            "render_modes": ["ansi"],
            "is_parallelizable": False,  # by conversion, which wants everybody to act in each cycle
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{p}" for p in range(game.num_players())]
        self._seats = {agent: p for p, agent in enumerate(self.possible_agents)}
        self._size = game.num_distinct_actions()
        self.action_spaces = {agent: Discrete(self._size) for agent in self.possible_agents}
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: observation_space(game, observation, self._table.mask_in_obs)
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the observation space of `agent`: alike for all, an object for each."""
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the action space of `agent`: alike for all, an object for each."""
        self._seat(agent)
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """Return the view chosen by `render_view` as text.

        Without a render mode it warns and returns None.
        """
        self._need_reset("render")
        if self.render_mode is None:
            gymnasium.logger.warn('render() shows nothing without render_mode="ansi"')
            return None
        return self._table.text(self.render_view)

    def close(self) -> None:
        """Release nothing: there is nothing to release."""

    def game_state(self) -> State:
        """Return the true state as a `State` of its own, with its whole history.

        For search, logs and replays.  It holds what the agents must not know: show them
        `state.view(seat)`.  Takes time linear in the length of the game, which is played anew.
        """
        self._need_reset("game_state")
        return self._table.state()

    def _need_reset(self, what: str) -> None:
        if self._table.player == NOT_BEGUN:
            raise AssertionError(f"reset() needs to be called before {what}.")

    def _seat(self, agent: Any) -> int:
        """Return the seat of an agent, or raise a ValueError that lists the agents."""
        try:
            return self._seats[agent]
        except (KeyError, TypeError):
            known = ", ".join(self.possible_agents)
            raise ValueError(f"no agent {brief(agent)}; agents: {known}") from None

    def _number(self, action: Any) -> int:
        """Return an action as a plain int, or -1 if it is not in the action space."""
        if isinstance(action, int | np.int64):  # what users and samples send; bools are no numbers
            inside = not isinstance(action, bool) and 0 <= action < self._size
        else:
            inside = self.action_spaces["player_0"].contains(action)
        return int(action) if inside else -1

    def _not_in_space(self, agent: str, action: Any) -> NoReturn:
        raise AssertionError(
            f"action is not in action space: {brief(action)} of {agent}; "
            f"actions are whole numbers from 0 to {self._size - 1}"
        )

    def __getattr__(self, name: str) -> NoReturn:  # asked only for what is missing
        if name in self._after_reset:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def _check_view(view: Any, game: Game) -> int | str:
    """Return a valid `render_view`, or raise a ValueError that lists them."""
    if isinstance(view, str) and view in VIEWS:
        return view
    try:
        seat = whole(view)
    except TypeError:
        seat = -1
    if not 0 <= seat < game.num_players():
        raise ValueError(
            f"render_view must be {', '.join(VIEWS)} or a seat from 0 to {game.num_players() - 1},"
            f" not {brief(view)}"
        )
    return seat
