"""What is built to be installed has all that games need: rules, card sets, types."""

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from farmenvs.games import games

ROOT = Path(__file__).resolve().parents[1]

OPENINGS = """
import json, farmenvs
from farmenvs.terminal import rules_file

def told(name):
    game = farmenvs.load_game(name)
    return rules_file(game.info).read_text("utf-8"), str(game.new_initial_state())

print(json.dumps([farmenvs.__file__, {name: told(name) for name in farmenvs.games()}]))
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with the wheel, made from the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_every_game_is_whole_in_the_wheel(built, tmp_path):
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "FARMENVS_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", OPENINGS], capture_output=True, text=True, env=env, cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "")
    place, told = json.loads(done.stdout)
    assert place == str(tmp_path / "farmenvs" / "__init__.py")
    assert list(told) == games()
    for name, (rules, _) in told.items():
        assert rules == (ROOT / "farmenvs" / "games" / name / "RULES.md").read_text("utf-8")


def test_all_that_is_in_the_package_is_in_wheel_and_sources(built):
    """Data of games too, whatever they are called."""
    (wheel,), (sources,) = built.glob("*.whl"), built.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    with tarfile.open(sources) as archive:
        kept = {name.partition("/")[2] for name in archive.getnames()}
    files = {path for path in (ROOT / "farmenvs").rglob("*") if path.is_file()}
    due = {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}
    assert due <= packed
    assert due <= kept
