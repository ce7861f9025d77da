"""`farmenvs warmup` compiles and keeps all that the APIs use."""

import os
import re
import subprocess
import sys

import pytest

from farmenvs.games import games
from tests.test_cli import ENTRY, run

USE = """
import gymnasium, numpy as np, farmenvs
from farmenvs.agents.arena import play_match
from farmenvs.envs.sb3 import SeatVecEnv
for name in farmenvs.games():
    game = farmenvs.load_game(name)
    batch = farmenvs.make_batch(name, 64, num_threads=2, reward="score", observation="table")
    over = False
    while not over:
        batch.step(batch.action_masks.argmax(1).astype(np.int32))
        over = batch.terminated[0] or batch.truncated[0]
    batch.final_observation([0], 0)
    module = __import__(f"farmenvs.{name}_v0", fromlist=["env"])
    for env in (module.env(mask_in="both"), module.raw_env(reward="score", skip_forced=False)):
        env.reset()
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else observation["action_mask"].argmax())
    play_match(game, ["random"] * game.num_players(), games=10)
    vec = SeatVecEnv(name, 3, opponents="random")
    vec.reset()
    for _ in range(30):
        vec.step(vec.action_masks().argmax(1))
    state = game.new_initial_state()
    while not state.is_terminal():
        a = state.sample_chance() if state.is_chance_node() else state.view().advice()
        state.apply_action(a)
    state.resample_from_infostate(0).view(1, "table").observation()
"""


def test_warmup_compiles_what_the_apis_use_so_that_nothing_is_left_to_compile(tmp_path):
    env = {**os.environ, "FARMENVS_CACHE": str(tmp_path)}
    env.pop("FARMENVS_JIT", None)
    stale = tmp_path / "0123456789abcdef" / "old"
    stale.mkdir(parents=True)
    (tmp_path / "notes").mkdir()
    done = subprocess.run(
        [*ENTRY, "warmup", "--clear"], env=env, capture_output=True, text=True, check=True
    )
    assert f"Removed what was compiled in {tmp_path}\n" in done.stdout
    assert not stale.exists()
    assert (tmp_path / "notes").exists(), "what is not ours stays"
    for name in games():
        line = rf"^{name}: [\d.]+ s, {re.escape(str(tmp_path))}/"
        assert re.search(line, done.stdout, re.MULTILINE)
    compiled = sorted(tmp_path.rglob("*.nb*"))
    assert compiled
    subprocess.run([sys.executable, "-c", USE], env=env, check=True)
    assert sorted(tmp_path.rglob("*.nb*")) == compiled


def test_warmup_says_so_where_nothing_can_be_kept(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FARMENVS_CACHE", str(tmp_path / "file"))
    monkeypatch.delenv("FARMENVS_JIT", raising=False)
    result = run("warmup")
    assert result.exit_code == 2
    assert result.stderr == (
        f"farmenvs: {tmp_path / 'file'} is not writable: "
        "set FARMENVS_CACHE to a directory that is writable\n"
    )
    monkeypatch.setenv("FARMENVS_CACHE", "~nobody.here/x")
    for words in (["warmup"], ["warmup", "--clear"]):
        result = run(*words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == (
            "farmenvs: there is no home directory for ~nobody.here/x: "
            "set FARMENVS_CACHE to a directory that is writable\n"
        )


@pytest.mark.parametrize(
    ("value", "complaint"), [("0", "nothing to compile"), ("yes", "must be 0 or 1")]
)
def test_warmup_needs_the_compiler(monkeypatch, value, complaint):
    monkeypatch.setenv("FARMENVS_JIT", value)
    result = run("warmup")
    assert (result.exit_code, result.stdout) == (2, "")
    assert complaint in result.stderr
