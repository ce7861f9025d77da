"""The scripts of examples/, run in this process or in one of their own."""

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def script(name: str, monkeypatch) -> ModuleType:
    """Return a script of examples/ as a module."""
    monkeypatch.syspath_prepend(ROOT / "examples")
    return importlib.import_module(name)


def run(name: str, *arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess:
    """Run a script of examples/ as a user does."""
    command = [sys.executable, ROOT / "examples" / f"{name}.py", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)
