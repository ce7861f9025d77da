"""A copy of the package that tests may edit, and processes that use it with their own cache."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

REPORT = """
import json, sys

def dispatchers(kernel, found):
    for name in kernel.py_func.__code__.co_names:
        used = kernel.py_func.__globals__.get(name)
        if hasattr(used, "py_func") and name not in found:
            found[name] = used
            dispatchers(used, found)

def report(result, game):
    told, kernels = {"result": result, "numba": "numba" in sys.modules}, vars(game.kernels)
    if all(hasattr(kernel, "stats") for kernel in kernels.values()):
        found = dict(kernels)
        for kernel in kernels.values():
            dispatchers(kernel, found)
        told["hits"] = sum(sum(k.stats.cache_hits.values()) for k in found.values())
        told["misses"] = sum(sum(k.stats.cache_misses.values()) for k in found.values())
        told["times"] = {name: len(k.signatures) for name, k in found.items()}
    print(json.dumps(told))
"""
"""Prints a result, and what Numba took from its cache and what it compiled."""

SHORT = f"""{REPORT}
from farmenvs import load_game
game = load_game("turtle_soup", players=2, nights=1)
state = game.new_initial_state()
report(state.scores(), game)
"""
"""As few kernels as there can be: the opening, and that nobody has points there."""


@dataclass(frozen=True)
class Install:
    """A copy of farmenvs.

    Attributes:
        site: The directory that holds it, and the working directory of its processes.
        cache: Where it keeps its kernels.
    """

    site: Path
    cache: Path

    def start(self, script: str, **env: str) -> subprocess.Popen[str]:
        """Start a process that runs a script against the copy."""
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("FARMENVS_", "NUMBA_"))}
        ours = {
            "PYTHONPATH": str(self.site),
            "FARMENVS_CACHE": str(self.cache),
            "PYTHONDONTWRITEBYTECODE": "1",  # two edits in one second would look the same
        }
        return subprocess.Popen(
            [sys.executable, "-W", "error", "-c", script],
            cwd=self.site,
            env=clean | ours | env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, script: str, **env: str) -> dict[str, Any]:
        """Return what a script reports; it must end well and say nothing else."""
        told = self.told(self.start(script, **env))
        assert told.pop("stderr") == ""
        return told

    @staticmethod
    def told(process: subprocess.Popen[str]) -> dict[str, Any]:
        """Return what a process reports, and its `stderr`; it must end well."""
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        return {**json.loads(out), "stderr": err}

    def files(self) -> list[Path]:
        """Return all files of the cache."""
        return sorted(path for path in self.cache.rglob("*") if path.is_file())


def install(place: Path) -> Install:
    """Return a copy of farmenvs in `place`, without anything that was compiled."""
    site = place / "site"
    ignore = shutil.ignore_patterns("__pycache__", "*.pyc", "*.nbi", "*.nbc")
    shutil.copytree(ROOT / "farmenvs", site / "farmenvs", ignore=ignore)
    return Install(site, place / "cache")
