"""What an agent is to those who ask it, and how it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from farmenvs.agents.basic import RandomAgent, RulesAgent
from farmenvs.core.checks import as_array, brief, whole
from farmenvs.core.contract import MODES
from farmenvs.core.driver import OUTSIDE, RANDOM, RULES
from farmenvs.core.game import Game, check_mode
from farmenvs.core.view import View


class Agent(Protocol):
    """A policy over views; the package's docstring tells of `name`, `batch` and `mode`."""

    def __call__(self, view: View, rng: np.random.Generator, /) -> int:
        """Return an action that is legal in the view."""
        ...


COMPILED: dict[type, int] = {RandomAgent: RANDOM, RulesAgent: RULES}
"""Agents that the kernels play; a subclass may do something else, so only these classes count."""


def kind_of(agent: Agent) -> int:
    """Return who plays for the agent: RANDOM or RULES inside the kernels, or OUTSIDE."""
    return COMPILED.get(type(agent), OUTSIDE)


def name_of(agent: Agent) -> str:
    """Return the agent's name; a function's own name if it has no other."""
    return str(getattr(agent, "name", getattr(agent, "__name__", type(agent).__name__)))


def mode_of(agent: Agent) -> str:
    """Return the observation mode in which the agent looks."""
    return check_mode(getattr(agent, "mode", "recall"))


def view_of(
    game: Game, states: npt.NDArray[np.void], lane: int, player: int, mode: str = "recall"
) -> View:
    """Return what a seat may know of one of many games: `states` [N] STATE."""
    record = states[lane : lane + 1].copy()
    game.kernels.hide(game.cfg1, record, player, MODES.index(mode))
    return View(game, record, player, mode)


def ask(
    game: Game,
    agent: Agent,
    states: npt.NDArray[np.void],
    masks: npt.NDArray[np.int8],
    players: npt.NDArray[np.int64],
    lanes: npt.NDArray[np.int64],
    rngs: Sequence[np.random.Generator],
) -> npt.NDArray[np.int64]:
    """Return what an agent does in some of N games: [K] int64, each legal.

    Args:
        game: The game.
        agent: Who is asked, in one call if it has a method `batch`.
        states: [N] STATE; the agent sees no more of them than the seat to move does.
        masks: [N, A] int8, the legal actions of the seat to move.
        players: [N] int64, the seat to move.
        lanes: [K] int64, the games in question, at least one.
        rngs: A generator a game.  `batch` draws from that of the first game in question.

    Raises:
        ValueError: If an answer is no legal action: names the agent, the answer and what is legal.
    """
    mode = mode_of(agent)
    if not hasattr(agent, "batch"):
        answers = []
        for i in lanes:
            answer = agent(view_of(game, states, i, int(players[i]), mode), rngs[i])
            answers.append(check_answer(game, agent, answer, masks[i], players[i]))
        return np.array(answers, np.int64)
    observations = np.empty((len(lanes), game.observation_spec(mode).size), np.float32)
    scratch, number = np.empty(1, game.info.STATE), MODES.index(mode)
    game.kernels.observe_lanes(game.cfg1, states, scratch, lanes, players, number, observations)
    answers = agent.batch(observations, masks[lanes], players[lanes], rngs[lanes[0]])
    must = f"agent {name_of(agent)!r}: batch must return [{len(lanes)}] integers, not "
    found = as_array(answers)
    if found is None:
        raise ValueError(f"{must}{brief(answers)}")
    if found.shape != lanes.shape or found.dtype.kind not in "iu":
        raise ValueError(f"{must}{list(found.shape)} {found.dtype}")
    for i, answer in zip(lanes, found.tolist(), strict=True):
        check_answer(game, agent, answer, masks[i], players[i])
    return found.astype(np.int64)


def check_answer(
    game: Game, agent: Agent, answer: Any, mask: npt.NDArray[np.int8], player: int | np.int64
) -> int:
    """Return an agent's answer as an int if it is legal by the `mask` [A], else say so."""
    try:
        a = whole(answer)
        fault = "" if 0 <= a < len(mask) and mask[a] else "illegal"
    except TypeError:
        fault = "not a whole number"
    if fault:
        raise ValueError(
            f"agent {name_of(agent)!r} answered {brief(answer)} for player {player}, "
            f"which is {fault}; legal: {game.name_actions(mask)}"
        )
    return a
