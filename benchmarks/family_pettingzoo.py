"""Two classic games of PettingZoo, as its users run them: `env()` with its wrappers."""

import importlib
from functools import partial

from loops import CHEAP, Case, aec_loop

PACKAGES = ("gymnasium", "numpy", "pettingzoo", "rlcard")


def cases() -> list[Case]:
    found = []
    for game in ("leduc_holdem_v4", "tictactoe_v3"):
        make_env = importlib.import_module(f"pettingzoo.classic.{game}").env
        found.append(Case(game, "aec", CHEAP, partial(aec_loop, make_env, cheap=True)))
    return found
