"""How long every registered game takes to start: new processes, imports included."""

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from loops import SECONDS, Case, Play

import farmenvs

PACKAGES = ()
KINDS = {"env": "env()", "batch": "batch of 4,096"}
"""What starts: see `start.py`."""


def cpu_seconds(game: str, kind: str, cache: str | None) -> float:
    """Return the CPU time of a process from its start to its end.

    Args:
        game: The game.
        kind: One of KINDS.
        cache: The folder of compiled kernels; None is the user's.
    """
    command = [sys.executable, str(Path(__file__).with_name("start.py")), game, kind]
    env = {**os.environ, "FARMENVS_CACHE": cache} if cache else None
    process = subprocess.Popen(command, env=env)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise ChildProcessError(f"start.py {game} {kind} failed")
    return usage.ru_utime + usage.ru_stime


def cold(game: str, kind: str) -> Play:
    def start() -> tuple[int, float]:
        with tempfile.TemporaryDirectory() as cache:
            return 1, cpu_seconds(game, kind, cache)

    return start


def warm(game: str, kind: str) -> Play:
    cpu_seconds(game, kind, None)  # compiles, unless that was done before
    return lambda: (1, cpu_seconds(game, kind, None))


def cases() -> list[Case]:
    found = []
    for game in farmenvs.games():
        for start in (cold, warm):
            for kind, what in KINDS.items():
                row, words = f"{start.__name__}_{kind}", f"{start.__name__} start, {what}"
                found.append(Case(game, row, words, partial(start, game, kind), SECONDS))
    return found
