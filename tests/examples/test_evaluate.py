"""examples/evaluate.py: the table, and one clear line for whatever is wrong."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import farmenvs
from farmenvs.agents.arena import play_match
from farmenvs.games import game_info
from tests.examples.scripts import ROOT, run, script


def said(name, monkeypatch, capsys, *arguments):
    """Run a script in this process; return its exit code and what it said."""
    monkeypatch.setattr(sys, "argv", [f"{name}.py", *map(str, arguments)])
    try:
        code = script(name, monkeypatch).main() or 0
    except SystemExit as end:
        code = end.code
    out, err = capsys.readouterr()
    return code, out, err


def test_it_prints_win_shares_points_and_intervals():
    done = run("evaluate", "turtle_soup", "rules", "random", "random", "--games", 30, "--seed", 3)
    assert (done.returncode, done.stderr) == (0, "")
    match = play_match(
        farmenvs.load_game("turtle_soup", players=3), ["rules", "random", "random"], 30, 3
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("│")]
    for line, standing in zip(lines, match.standings, strict=True):
        name, share, points = (cell.strip() for cell in line.strip("│").split("│"))
        assert name == standing.name
        assert share == standing.share.text()
        assert points == standing.points.text(2)
    assert "Turtle Soup: players 3, nights 5, deck basic" in done.stdout
    assert "30 games, each deal in all 3 rotations of the seats; ± 95%; parity 0.333" in done.stdout


@pytest.mark.parametrize("name", farmenvs.games())
def test_it_plays_every_game(name, monkeypatch, capsys):
    code, out, err = said("evaluate", monkeypatch, capsys, name, "rules", "random", "--games", 4)
    assert (code, err) == (0, "")
    assert "4 games" in out


def test_options_of_the_game_are_read_as_json_or_text(monkeypatch, capsys):
    _, out, _ = said(
        "evaluate", monkeypatch, capsys, "turtle_soup", "random", "random",
        "-o", "nights=2", "--option", "deck=extended", "--games", 2,
    )  # fmt: skip
    assert "players 2, nights 2, deck extended" in out


def test_an_option_that_is_a_whole_file_is_named_in_short(monkeypatch, capsys):
    file = Path(sys.modules[game_info("turf_war").package].__file__).with_name("example.toml")
    code, out, _ = said(
        "evaluate", monkeypatch, capsys, "turf_war", "random", "random", "--games", 2,
        "-o", f"cards={file}", "-o", "max_turns=2",
    )  # fmt: skip
    assert code == 0
    assert re.search("cards <card set .*: [0-9]+ cards>, ", out.replace("\n", " "))
    assert "{" not in out


def test_games_that_a_cap_ends_are_counted(monkeypatch, capsys):
    _, out, _ = said(
        "evaluate", monkeypatch, capsys, "turf_war", "random", "random", "--games", 4,
        "-o", "max_turns=2",
    )  # fmt: skip
    assert "4 games, 4 of them (100.0%) cut short by a cap on their length, each deal in" in out


def test_points_can_be_shown_per_another_option(monkeypatch, capsys):
    _, out, _ = said(
        "evaluate", monkeypatch, capsys, "turtle_soup", "random", "random", "--per", "nights",
        "--games", 20,
    )  # fmt: skip
    assert "points / nights" in out
    rows = [line.strip("│").split("│") for line in out.splitlines() if line.startswith("│")]
    for row in rows:
        points, per_night = (float(cell.partition("±")[0]) for cell in row[2:])
        assert per_night == pytest.approx(points / 5, abs=0.006)


def test_the_agents_are_as_many_as_the_players_unless_a_preset_says_how_many(monkeypatch, capsys):
    presets = {"pair": {"players": 2, "nights": 1}, "short": {"nights": 1}}
    monkeypatch.setitem(game_info("turtle_soup").__dict__, "presets", presets)
    for preset, agents, says in (
        ("pair", "random random", "Turtle Soup: players 2, nights 1"),
        ("pair", "random random random", "turtle_soup with 2 players needs 2 agents, not 3"),
        ("short", "random random random", "Turtle Soup: players 3, nights 1"),
    ):
        command = f"turtle_soup {agents} --preset {preset} --games 6".split()
        _, out, err = said("evaluate", monkeypatch, capsys, *command)
        assert says in out + err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("soup random random", "no game 'soup'; games: "),
        ("turtle_soup random", "turtle_soup: players must be one of 2, 3, 4, 5, 6, not 1"),
        ("turtle_soup random rnd", "no agent 'rnd'; agents: random, rules, sb3:PATH.zip"),
        ("turtle_soup random sb3:none.zip", "no model none.zip: there is no such file"),
        ("turtle_soup random random -o players=3", "turtle_soup with 3 players needs 3 agents, "),
        ("turtle_soup random random -o nights=0", "turtle_soup: nights must be a whole number"),
        ("turtle_soup random random -o night=2", "turtle_soup has no option 'night'; options: "),
        ("turtle_soup random random -o nights", "an option is written NAME=VALUE, for example "),
        ("turtle_soup random random -o nights=2 -o nights=3", "option 'nights' is given twice"),
        ("turtle_soup random random -o name=x", "turtle_soup has no option 'name'; options: "),
        ("turtle_soup random random -o preset=x", "a preset is no option: write --preset x"),
        ("turtle_soup random random --preset x", "turtle_soup has no preset 'x'; presets: "),
        ("turtle_soup random random --games 0", "games must be a whole number from 1 to 10000000"),
        ("turtle_soup random random --games x", "argument --games: invalid int value: 'x'"),
        ("turtle_soup random random --seed -1", "seed must be a whole number >= 0 or None, not -1"),
        ("turtle_soup random random --per deck", "--per must be an option that is a number ("),
        ("turtle_soup random random --fast", "unrecognized arguments: --fast"),
        ("turtle_soup", "the following arguments are required: AGENT"),
    ],
)  # fmt: skip
def test_whatever_is_wrong_is_one_line_and_exit_code_2(arguments, says, monkeypatch, capsys):
    code, out, err = said("evaluate", monkeypatch, capsys, *arguments.split())
    assert (code, out) == (2, "")
    assert err.startswith(f"evaluate.py: {says}")
    assert err.count("\n") == 1


def evaluated(line, **env):
    """Run a line of a shell, in which $EVALUATE plays two games."""
    command = [sys.executable, str(ROOT / "examples" / "evaluate.py"), "turtle_soup", "random"]
    env = {**os.environ, "EVALUATE": shlex.join([*command, "random", "--games", "2"]), **env}
    done = subprocess.run(["bash", "-c", line], env=env, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_an_output_without_typographic_characters_will_do():
    code, out, err = evaluated("$EVALUATE", PYTHONIOENCODING="ascii")
    assert (code, err) == (0, "")
    assert "; ? 95%; parity 0.500" in out


def test_an_output_that_cannot_be_written_is_one_line():
    complaint = "evaluate.py: the output can't be written: No space left on device (see --help)\n"
    assert evaluated("$EVALUATE >/dev/full") == (2, "", complaint)


def test_ctrl_c_ends_it_in_silence(monkeypatch, capsys):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(script("evaluate", monkeypatch), "play_match", interrupt)
    assert said("evaluate", monkeypatch, capsys, "turtle_soup", "rules", "rules") == (130, "", "")


@pytest.mark.parametrize("more", ["", "--help"])
def test_a_reader_that_leaves_ends_the_program_in_silence(more):
    assert evaluated(f"$EVALUATE {more} | true") == (0, "", "")


def test_a_missing_library_is_one_line_and_exit_code_2(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "rich.console", None)
    code, _, err = said("evaluate", monkeypatch, capsys, "turtle_soup", "random", "random")
    assert code == 2
    assert err.endswith("pip install 'farmenvs[sb3,plot]' (see --help)\n")
    assert err.count("\n") == 1
