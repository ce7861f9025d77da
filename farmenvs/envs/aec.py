"""PettingZoo's agent-environment cycle (AEC), for every game.

`RawEnv` turns a game in play into the AEC interface.  `CheckedEnv` adds what PettingZoo's wrappers
`TerminateIllegal`, `AssertOutOfBounds` and `OrderEnforcing` check, at a hundredth of their cost:
the common case, a legal whole number, takes one kernel call and no check, as all else is what the
kernel refuses (see `Table.play`).
"""

from __future__ import annotations

from typing import Any, NoReturn

from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable, AECIterator
from pettingzoo.utils.env_logger import EnvLogger

from farmenvs.core.checks import brief
from farmenvs.core.driver import ILLEGAL
from farmenvs.envs.base import TableEnv
from farmenvs.envs.table import NOT_BEGUN


class RawEnv(TableEnv, AECEnv):
    """A game as an AEC environment that raises on a wrong action, with nothing changed.

    Attributes:
        agents: Those that have not stepped out: all of them, until the game is over.
        agent_selection: The agent to step.
        rewards: What the last step paid each agent, floats.
        terminations: Whether the game has ended by its rules, Python bools.
        truncations: Whether a cap on its length has ended it; never both.
        infos: Empty, or the action mask of each agent, as `mask_in` says.
    """

    _after_reset = frozenset(
        {
            "agents",
            "num_agents",
            "agent_selection",
            "rewards",
            "terminations",
            "truncations",
            "infos",
        }
    )
    _stepped = False
    """Whether `step` or `reset` was called since `agent_iter` gave an agent."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: Fixes this game, and all that unseeded resets begin after it, to those of lane 0
                of a batch with that seed.  None goes on; from entropy, if there never was a seed.
            options: Ignored: the options of a game are chosen when the environment is made.

        Raises:
            ValueError: If the seed is not a whole number >= 0; nothing has changed.
        """
        table = self._table
        p = table.begin(seed)
        self._stepped = True
        agents = self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {agent: table.info() for agent in agents}
        self.agent_selection = agents[max(p, 0)]
        if p >= 0:
            self.infos[self.agent_selection] = table.info(table.mask)
        else:  # a game without any decision
            self._pay()
            self._end(table.was_cut())

    def step(self, action: Any) -> None:
        """Carry out the action of `agent_selection`; when that is dead, None.

        Raises:
            ValueError: If the action is illegal: names it, the agent, and what is legal; nothing
                has changed.
        """
        self._stepped = True
        table = self._table
        a = action if type(action) is int and -1 < action < self._size else self._number(action)
        p = table.play(a)
        if p == ILLEGAL:
            self._refused(action, a)
        elif p < 0:
            self._pay()
            self._end(table.was_cut())
        else:
            if table.scoring:
                self._pay()
            if table.mask_in_info:
                self.infos[self.agent_selection] = table.info()
                self.infos[self.possible_agents[p]] = table.info(table.mask)
            self.agent_selection = self.possible_agents[p]

    def observe(self, agent: str) -> Any:
        """Return what `agent` observes now, in fresh arrays: whether it acts, waits or is dead.

        The mask is zeros for all who do not act.  After the end the final position is shown.

        Raises:
            ValueError: If there is no such agent: lists those there are.
        """
        if self._table.player == NOT_BEGUN:
            EnvLogger.error_observe_before_reset()
        return self._table.observe(self._seat(agent))

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return what `agent_selection` gets: observation, reward, termination, truncation, info.

        The reward is the sum since it last acted.
        """
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        try:
            return (
                seen,
                self._cumulative_rewards[agent],
                self.terminations[agent],
                self.truncations[agent],
                self.infos[agent],
            )
        except KeyError:
            raise KeyError("the game is over and all agents are gone: call reset()") from None

    def _pay(self) -> None:
        """Hand out what the table paid; the agent that acted has had what it got before."""
        cumulative = self._cumulative_rewards
        cumulative[self.agent_selection] = 0.0
        self.rewards = dict(zip(self.agents, self._table.paid.tolist(), strict=True))
        for agent, reward in self.rewards.items():
            if reward:
                cumulative[agent] += reward

    def _end(self, cut: bool) -> None:
        """Let the agents step out one after another."""
        self.infos = {agent: self._table.info() for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, not cut)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._deads_step_first()

    def __getstate__(self) -> dict[str, Any]:
        # a copy made in a loop over `agent_iter` is in no loop yet
        return {**self.__dict__, "_stepped": True}

    def _clear_rewards(self) -> None:
        self.rewards = dict.fromkeys(self.rewards, 0.0)

    # -- steps that are not a legal action of a living agent

    def _refused(self, action: Any, a: int) -> None:
        if self._table.player == NOT_BEGUN:
            EnvLogger.error_step_before_reset()
        elif not self.agents:
            self._late_step()
        elif self._table.player < 0:
            self._dead_step(action, a)
        else:
            self._illegal_step(action, a)

    def _late_step(self) -> None:
        raise ValueError("the game is over and all agents are gone: call reset()")

    def _dead_step(self, action: Any, a: int) -> None:
        self._was_dead_step(action)

    def _illegal_step(self, action: Any, a: int) -> None:
        words = self.game.action_words
        legal = self.game.name_actions(self._table.mask)
        what = f"{a} ({words[a]})" if a >= 0 else brief(action)
        raise ValueError(f"action {what} is illegal for {self.agent_selection}; legal: {legal}")


class CheckedEnv(RawEnv):
    """A game as an AEC environment with the checks of PettingZoo's three wrappers built in.

    It behaves as `OrderEnforcing(AssertOutOfBounds(TerminateIllegal(RawEnv, illegal_reward=-1)))`,
    but for one thing: after an illegal action, which costs the agent 1 and ends the game, only
    terminations are set, where the wrappers set truncations too, and all masks are zeros.
    """

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable:
        """Yield the agent to step, at most `max_iter` times; in between `step` has to be called."""
        if self._table.player == NOT_BEGUN:
            EnvLogger.error_agent_iter_before_reset()
        return OrderedIterable(self, max_iter)

    def state(self) -> NoReturn:
        """Refuse: no array holds the state; see `game_state`."""
        if self._table.player == NOT_BEGUN:
            EnvLogger.error_state_before_reset()
        raise NotImplementedError(f"{self} has no state(); game_state() gives the true State")

    def _late_step(self) -> None:
        EnvLogger.warn_step_after_terminated_truncated()

    def _dead_step(self, action: Any, a: int) -> None:
        if a < 0 and action is not None:
            self._not_in_space(self.agent_selection, action)
        self._was_dead_step(action)

    def _illegal_step(self, action: Any, a: int) -> None:
        if a < 0:
            self._not_in_space(self.agent_selection, action)
        EnvLogger.warn_on_illegal_move()
        self._table.forfeit([self._table.player])
        self._pay()
        self._end(cut=False)


class OrderedIterable(AECIterable):
    """What `CheckedEnv.agent_iter` returns."""

    def __iter__(self) -> AECIterator:
        return OrderedIterator(self.env, self.max_iter)


class OrderedIterator(AECIterator):
    """Gives the agent to step, and insists that it steps before the next one is asked for."""

    def __next__(self) -> str:
        env = self.env
        if not env.agents or self.iters_til_term <= 0:
            raise StopIteration
        self.iters_til_term -= 1
        if not env._stepped:
            raise AssertionError("need to call step() or reset() in a loop over `agent_iter`")
        env._stepped = False
        agent: str = env.agent_selection
        return agent
