"""examples/train_sb3.py: a short training from the command to the picture, and wrong arguments."""

import csv
import errno
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread

import farmenvs
from farmenvs.agents.arena import play_match
from farmenvs.agents.sb3 import load
from tests.examples.scripts import ROOT, run, script
from tests.examples.test_evaluate import said

SHORT = ["--steps", 1, "--games", 8, "--evaluations", 2]


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """Return what a short training says, and the folder that it wrote."""
    folder = tmp_path_factory.mktemp("run")
    done = run(
        "train_sb3", "turtle_soup", *SHORT, "-o", "nights=2", "--players", 3, "--per", "nights",
        cwd=folder,
    )  # fmt: skip
    return done, folder / "runs" / "turtle_soup"


def test_it_prints_how_it_does_before_and_after_and_where_it_wrote(trained):
    done, _ = trained
    assert (done.returncode, done.stderr) == (0, "")
    for title in (
        "Before the training\n",
        "After 8,192 decisions\n",
        "Against the rule-based agent\n",
        "In runs/turtle_soup: model.zip, curve.png, curve.csv.",
    ):
        assert f"\n{title}" in done.stdout
    rows = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("│")]
    random, rules = ["random"] * 2, ["rules"] * 2
    assert rows == ["untrained", *random, "trained", *random, "trained", *rules]


def test_the_saved_model_is_played_by_the_other_script(trained, monkeypatch, capsys):
    model = trained[1] / "model.zip"
    code, out, err = said(
        "evaluate", monkeypatch, capsys, "turtle_soup", f"sb3:{model}", "random", "rules",
        "-o", "nights=2", "--games", 6,
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert "6 games" in out
    code, _, err = said(
        "evaluate", monkeypatch, capsys, "turtle_soup", f"sb3:{model}", "random", "rules"
    )
    assert code == 2
    assert err.endswith("is made for option nights 2, not 5 (see --help)\n")


def test_the_curve_is_what_the_saved_model_does(trained):
    folder = trained[1]
    rows = list(csv.DictReader((folder / "curve.csv").read_text().splitlines()))
    assert [row["steps"] for row in rows] == ["0", "8192"]
    game = farmenvs.load_game("turtle_soup", nights=2, players=3)
    agents = [load(folder / "model.zip", game), "random", "random"]
    standing = play_match(game, agents, 8, 1000).standings[0]
    assert float(rows[-1]["win_share"]) == standing.share.mean
    assert float(rows[-1]["points_half_interval"]) == standing.points.half


def test_the_picture_has_curves(trained):
    picture = imread(trained[1] / "curve.png")
    assert picture.shape[:2] == (600, 1500)
    assert len(np.unique(picture.reshape(-1, picture.shape[2]), axis=0)) > 10


@pytest.mark.parametrize("name", farmenvs.games())
def test_it_trains_any_game_by_self_play(name, monkeypatch, capsys, tmp_path):
    code, out, err = said(
        "train_sb3", monkeypatch, capsys, name, *SHORT, "--opponents", "self", "--players", 2,
        "--reward", "score", "--observation", "table", "--out", tmp_path / "deep" / "down",
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert "After 8,192 decisions" in out
    agent = load(tmp_path / "deep" / "down" / "model.zip", farmenvs.load_game(name, players=2))
    assert agent.mode == "table"


def test_in_self_play_the_oldest_self_gives_way_in_turn(monkeypatch, capsys, tmp_path):
    train = script("train_sb3", monkeypatch)
    monkeypatch.setattr(train, "LANES", 8)
    monkeypatch.setattr(train, "REFRESH", 1)
    monkeypatch.setitem(train.HYPERPARAMETERS, "n_steps", 4)
    monkeypatch.setitem(train.HYPERPARAMETERS, "batch_size", 16)
    seen = []

    def watched(model, steps, count, evaluations, selves):
        weights = [agent.policy.action_net.weight for agent in selves]
        seen.append([weight.detach().clone() for weight in weights])
        learn(model, steps, count, evaluations, selves)
        seen.append([weight.detach().clone() for weight in weights])

    learn = train.learn
    monkeypatch.setattr(train, "learn", watched)
    arguments = ["turtle_soup", "--opponents", "self", "--players", 3, "--out", tmp_path]
    arguments += ["--games", 3, "--evaluations", 1, "--steps", 64]
    code, _, _ = said("train_sb3", monkeypatch, capsys, *arguments)
    assert code == 0
    before, after = seen
    assert before[0].equal(before[1])
    # two updates: at the first nothing had been learnt yet
    assert sorted(one.equal(other) for one, other in zip(before, after, strict=True)) == [
        False,
        True,
    ]


def test_the_same_seed_gives_the_same_curve(monkeypatch, capsys, tmp_path):
    for name in ("one", "other"):
        said("train_sb3", monkeypatch, capsys, "turtle_soup", *SHORT, "--out", tmp_path / name)
    one, other = ((tmp_path / name / "curve.csv").read_text() for name in ("one", "other"))
    assert one == other


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("soup", "no game 'soup'; games: "),
        ("turtle_soup --players 9", "turtle_soup: players must be one of 2, 3, 4, 5, 6, not 9"),
        ("turtle_soup --opponents rnd", "no agent 'rnd'; agents: random, rules, sb3:PATH.zip"),
        ("turtle_soup --opponents sb3:no.zip", "no model no.zip: there is no such file"),
        ("turtle_soup --opponents rules,rules", "--opponents must be self, one agent or 3 with"),
        ("turtle_soup --steps 0", "--steps must be at least 1, not 0"),
        ("turtle_soup --games 0", "--games must be at least 1, not 0"),
        ("turtle_soup --evaluations 0", "--evaluations must be at least 1, not 0"),
        ("turtle_soup --seed -1", "--seed must be from 0 to 4294967295, not -1"),
        ("turtle_soup --reward money", "argument --reward: invalid choice: 'money'"),
        ("turtle_soup --observation all", "argument --observation: invalid choice: 'all'"),
        (
            "turtle_soup --players 3 -o players=4",
            "--players and -o players= are the same: give one",
        ),
        ("turtle_soup -o preset=x", "a preset is no option: write --preset x"),
        ("turtle_soup --per deck", "--per must be an option that is a number"),
        ("turtle_soup -o nights=x", "turtle_soup: nights must be a whole number"),
        ("", "the following arguments are required: GAME"),
    ],
)
def test_whatever_is_wrong_is_one_line_and_exit_code_2(
    arguments, says, monkeypatch, capsys, tmp_path
):
    monkeypatch.chdir(tmp_path)
    code, out, err = said("train_sb3", monkeypatch, capsys, *arguments.split())
    assert (code, out) == (2, "")
    assert err.startswith(f"train_sb3.py: {says}")
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def folder_of(monkeypatch, capsys, *arguments):
    """Return the folder that the script chooses for a run, or what it says against it."""
    train = script("train_sb3", monkeypatch)
    monkeypatch.setattr(train, "save", lambda model, path, *_: pytest.fail(f"{path.parent}"))
    monkeypatch.setattr(train, "learn", lambda *_: None)
    try:
        return said("train_sb3", monkeypatch, capsys, "turtle_soup", *SHORT, *arguments)[2]
    except pytest.fail.Exception as end:
        return str(end)


def test_a_run_is_never_written_over_an_earlier_one_unless_asked_to(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    for folder in ("runs/turtle_soup", "runs/turtle_soup-2", "runs/turtle_soup-3"):
        assert folder_of(monkeypatch, capsys) == folder
        assert folder_of(monkeypatch, capsys) == folder, "nothing was written there"
        Path(folder, "model.zip").write_text("precious")
    assert folder_of(monkeypatch, capsys, "--overwrite") == "runs/turtle_soup"
    mine = ("--out", "runs/turtle_soup-2")
    assert folder_of(monkeypatch, capsys, *mine) == (
        "train_sb3.py: runs/turtle_soup-2 has the model.zip of an earlier run: "
        "name another folder with --out, or say --overwrite (see --help)\n"
    )
    assert folder_of(monkeypatch, capsys, *mine, "--overwrite") == "runs/turtle_soup-2"
    assert {path.read_text() for path in tmp_path.rglob("*.*")} == {"precious"}


def test_the_demo_may_be_run_again_and_again(monkeypatch, capsys, tmp_path):
    lines = subprocess.run(["make", "-n", "demo"], cwd=ROOT, capture_output=True, text=True).stdout
    (command,) = re.findall(r"examples/train_sb3.py turtle_soup (.*)", lines)
    monkeypatch.chdir(tmp_path)
    Path("runs/demo").mkdir(parents=True)
    Path("runs/demo/model.zip").write_text("")
    assert folder_of(monkeypatch, capsys, *shlex.split(command)) == "runs/demo"


def test_a_file_instead_of_a_folder_is_one_line(monkeypatch, capsys, tmp_path):
    (tmp_path / "file").write_text("")
    says = folder_of(monkeypatch, capsys, "--out", tmp_path / "file")
    assert says == (
        f"train_sb3.py: --out must be a folder, and {tmp_path / 'file'} is a file (see --help)\n"
    )


def test_a_folder_that_cannot_be_written_is_one_line_before_the_training(
    monkeypatch, capsys, tmp_path
):
    def refuse(dir):  # noqa: A002
        raise PermissionError(errno.EACCES, "Permission denied", f"{dir}/tmp")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    says = folder_of(monkeypatch, capsys, "--out", tmp_path)
    assert says == f"train_sb3.py: {tmp_path}/tmp: Permission denied (see --help)\n"


def test_a_folder_that_cannot_be_made_is_one_line(monkeypatch, capsys, tmp_path):
    (tmp_path / "file").write_text("")
    code, _, err = said(
        "train_sb3", monkeypatch, capsys, "turtle_soup", "--out", tmp_path / "file" / "run"
    )
    assert code == 2
    assert err.startswith(f"train_sb3.py: {tmp_path / 'file'}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("library", ["sb3_contrib", "stable_baselines3", "matplotlib", "rich"])
def test_a_missing_library_is_one_line_before_the_training(library, monkeypatch, capsys, tmp_path):
    for name in [library, *(name for name in sys.modules if name.startswith(f"{library}."))]:
        monkeypatch.setitem(sys.modules, name, None)
    if library == "stable_baselines3":
        monkeypatch.delitem(sys.modules, "farmenvs.envs.sb3", raising=False)
    code, out, err = said("train_sb3", monkeypatch, capsys, "turtle_soup", "--out", tmp_path)
    assert (code, out) == (2, "")
    assert "pip install 'farmenvs[sb3" in err
    assert err.count("\n") == 1


@pytest.mark.soak
def test_the_demo_trains_an_agent_that_meets_its_targets(tmp_path):
    assert run("train_sb3", "turtle_soup", "--out", tmp_path).returncode == 0
    game = farmenvs.load_game("turtle_soup")
    agents = [load(tmp_path / "model.zip", game), *["random"] * 3]
    standing = play_match(game, agents, 8000).standings[0]
    assert standing.points.mean / 5 >= 9.2
    assert standing.share.mean >= 0.83
    assert standing.share.low > 0.25
    rows = (tmp_path / "curve.csv").read_text().splitlines()
    assert int(rows[-1].partition(",")[0]) >= 1_500_000
