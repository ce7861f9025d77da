"""PettingZoo's Parallel interface, for every game.

Where all decisions of a game are sealed (`GameInfo.simultaneous`), all who have to choose do so in
one step; in the other games a step is one decision, and the rest wait.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from farmenvs.core.checks import brief
from farmenvs.core.driver import ILLEGAL
from farmenvs.envs.base import TableEnv

Infos = dict[str, dict[str, Any]]
Step = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], Infos]


class GameParallelEnv(TableEnv, ParallelEnv):
    """A game as a Parallel environment.

    The agents who have to choose are those whose masks are not zeros.  Their observations and masks
    are those that the AEC environment gives when it is their turn, and with the same seed and
    actions the game is the same.

    Attributes:
        agents: All agents; none when the game is over.
    """

    _after_reset = frozenset(("agents", "num_agents"))

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], Infos]:
        """Begin a new game and return the observations and infos of all agents.

        Args:
            seed: As in the AEC environment.
            options: Ignored: the options of a game are chosen when the environment is made.

        Raises:
            ValueError: If the seed is not a whole number >= 0; nothing has changed.
        """
        p = self._table.begin(seed)
        self.agents = self.possible_agents[:] if p >= 0 else []
        return self._look()

    def step(self, actions: Mapping[str, Any]) -> Step:
        """Carry out the actions of those who have to choose; what others send is ignored.

        Illegal actions cost their agents 1 each, and the game ends.

        Args:
            actions: By agent; those who wait may be left out.

        Returns:
            Observations, rewards, terminations, truncations and infos of all agents; nothing, with
            a warning, after the end.

        Raises:
            ValueError: If the action of an agent who has to choose is missing, or an agent is
                unknown; nothing has changed.
            AssertionError: If an action is not in the action space; nothing has changed.
        """
        self._need_reset("step")
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        chosen = self._checked(actions)
        table, agents = self._table, self.agents
        wrong = [self._seats[agent] for agent, a in chosen.items() if not self._masks[agent][a]]
        paid = np.zeros_like(table.paid)
        for a in [] if wrong else chosen.values():
            if table.play(a) == ILLEGAL:  # other choices forbid it: the game is not simultaneous
                wrong = [table.player]
                break
            paid += table.paid
        if wrong:
            EnvLogger.warn_on_illegal_move()
            table.forfeit(wrong)
            paid += table.paid
        over = table.player < 0
        cut = over and not wrong and table.was_cut()
        if over:
            self.agents = []
        observations, infos = self._look()
        return (
            observations,
            dict(zip(agents, paid.tolist(), strict=True)),
            dict.fromkeys(agents, over and not cut),
            dict.fromkeys(agents, cut),
            infos,
        )

    def _look(self) -> tuple[dict[str, Any], Infos]:
        """Note who has to choose next; return the observations and infos of all agents."""
        table = self._table
        choosing = {self.possible_agents[seat]: seen for seat, seen in table.choosers().items()}
        self._masks: dict[str, npt.NDArray[np.int8]] = {a: m for a, (_, m) in choosing.items()}
        observations: dict[str, Any] = {}
        infos: Infos = {}
        for agent, seat in self._seats.items():
            if agent in choosing:
                obs, mask = choosing[agent]
                observations[agent] = table.seen(obs, mask.copy())
                infos[agent] = table.info(mask)
            else:
                observations[agent] = table.observe(seat)
                infos[agent] = table.info()
        return observations, infos

    def _checked(self, actions: Mapping[str, Any]) -> dict[str, int]:
        """Return the action numbers of those who have to choose, in their order."""
        if not isinstance(actions, Mapping):
            raise ValueError(f"actions must be a dict of actions by agent, not {brief(actions)}")
        for agent in actions:
            self._seat(agent)
        missing = [agent for agent in self._masks if agent not in actions]
        if missing:
            raise ValueError(
                f"no action for {', '.join(missing)}; to choose: {', '.join(self._masks)}"
            )
        chosen = {agent: self._number(actions[agent]) for agent in self._masks}
        for agent, a in chosen.items():
            if a < 0:
                self._not_in_space(agent, actions[agent])
        return chosen
