"""Agents: policies over views.

An agent is a callable `policy(view, rng) -> action` with a `name`. It is given what its seat may
know and a random generator, never the true state, and keeps no memory of a game: many games are
played at once, and a view tells all that it needs. Optional attributes:

* `batch(observations [K, F], masks [K, A], players [K], rng) -> actions [K]` answers for many games
  in one call;
* `mode` is the observation mode in which it looks, "recall" by default.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from farmenvs.agents.basic import RandomAgent, RulesAgent
from farmenvs.agents.policy import Agent, ask, check_answer, kind_of, mode_of, name_of, view_of
from farmenvs.core.checks import brief
from farmenvs.core.game import Game

__all__ = [
    "AGENTS",
    "Agent",
    "RandomAgent",
    "RulesAgent",
    "ask",
    "check_answer",
    "kind_of",
    "make_agent",
    "mode_of",
    "name_of",
    "view_of",
]


class Builder(NamedTuple):
    """How `make_agent` makes an agent from its name.

    Attributes:
        usage: How it is written.
        doc: What it is.
        build: `build(game, argument)`, the argument being what stands behind the colon.
    """

    usage: str
    doc: str
    build: Callable[[Game, str], Agent]


def _sb3(game: Game, path: str) -> Agent:
    from farmenvs.agents.sb3 import load

    return load(path, game)


AGENTS: dict[str, Builder] = {
    "random": Builder("random", "any legal action, all alike", lambda game, _: RandomAgent()),
    "rules": Builder("rules", "the game's rule-based player", lambda game, _: RulesAgent()),
    "sb3": Builder("sb3:PATH.zip", "a model trained by examples/train_sb3.py", _sb3),
}
"""The agents that have a name."""


def make_agent(spec: str | Agent, game: Game) -> Agent:
    """Return the agent that a text names, or the agent itself.

    Args:
        spec: "random", "rules", "sb3:PATH.zip", or any policy `(view, rng) -> action`.
        game: The game it is to play.

    Raises:
        ValueError: If there is no such agent or file, or the model is of another game: one line.
        ImportError: If the agent needs an extra that is not installed: names it.
    """
    if callable(spec) and not isinstance(spec, type):  # a class is no policy: its instances are
        return spec
    name, colon, argument = spec.partition(":") if isinstance(spec, str) else ("", "", "")
    known = ", ".join(builder.usage for builder in AGENTS.values())
    if name not in AGENTS:
        raise ValueError(f"no agent {brief(spec)}; agents: {known}")
    builder = AGENTS[name]
    if (":" in builder.usage) != bool(argument) or bool(colon) != bool(argument):
        raise ValueError(f"agent {spec!r} must be written {builder.usage}; agents: {known}")
    return builder.build(game, argument)
