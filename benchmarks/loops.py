"""What the families share: the record of a case, the clock, drawn fractions, the AEC loop."""

import itertools
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Play = Callable[[], tuple[int, float]]
"""Plays some decisions, or does one start; returns how many, and the CPU seconds they took."""

RATE, SECONDS = "decisions/s", "s"
"""Units: decisions a CPU second, or CPU seconds a start."""


@dataclass(frozen=True)
class Case:
    """A row of the table.

    Attributes:
        game: The game, as its library names it.
        row: Which of the game's rows; targets go by it.
        what: What is measured, in words.
        make: Sets the case up, out of the measurement, and returns its `Play`.
        unit: RATE or SECONDS.
    """

    game: str
    row: str
    what: str
    make: Callable[[], Play]
    unit: str = RATE

    @property
    def key(self) -> str:
        return f"{self.game}/{self.row}"


def fractions(seed: int = 1, count: int = 1 << 16) -> Callable[[], float]:
    """Return a function that gives uniform floats drawn beforehand, over and over."""
    draw = random.Random(seed).random
    return itertools.cycle([draw() for _ in range(count)]).__next__


def clocked(play: Callable[[], int]) -> Play:
    """Return a `Play` from a function that returns the number of decisions it played."""

    def run() -> tuple[int, float]:
        begin = time.process_time()
        decisions = play()
        return decisions, time.process_time() - begin

    return run


CHEAP = "env(), cheap sampling"
SAMPLE = "env(), space.sample(mask)"


def aec_loop(make_env: Callable[[], Any], cheap: bool, decisions: int = 200) -> Play:
    """Return a `Play` of whole games through the loop of PettingZoo's documentation.

    Decisions count; resets and the steps with None of dead agents cost time and do not.
    """
    env = make_env()
    env.reset(seed=1)
    fraction = fractions()

    def play() -> int:
        n = 0
        while n < decisions:
            env.reset()
            for agent in env.agent_iter():
                observation, _reward, termination, truncation, _info = env.last()
                if termination or truncation:
                    action = None
                elif cheap:
                    legal = observation["action_mask"].nonzero()[0]
                    action = int(legal[int(fraction() * legal.size)])
                    n += 1
                else:
                    action = env.action_space(agent).sample(observation["action_mask"])
                    n += 1
                env.step(action)
        return n

    return clocked(play)
