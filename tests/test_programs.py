"""What programs share: options are read once, and no input or output ends in a traceback."""

import os
import re
import shlex
import subprocess

import pytest

from farmenvs.programs import parse_options
from tests.test_cli import ENTRY, run


def test_option_values_may_also_be_written_as_in_python():
    texts = ["a=True", "b=False", "c=None", "d=true", "e=truth", "f=x=y", "g=(4, 3)", "h=(4,"]
    assert parse_options(texts) == {
        "a": True, "b": False, "c": None, "d": True, "e": "truth", "f": "x=y", "g": (4, 3),
        "h": "(4,",
    }  # fmt: skip


@pytest.mark.parametrize("depth", range(300, 1100, 50))
def test_a_value_of_whatever_depth_is_refused_in_one_line(depth):
    result = run("show", "turtle_soup", "-o", f"deck={'[' * depth}{']' * depth}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.fullmatch(r"farmenvs: turtle_soup: .*\n", result.stderr), result.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("command", ["list", "show turtle_soup", "play turtle_soup", "--help"])
def test_an_output_that_knows_few_characters_shows_the_others_as_question_marks(command, encoding):
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run([*ENTRY, *command.split()], env=env, input=b"", capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (b"2?6" in done.stdout) == (command == "list")


def shell(line, **env):
    """Run a line of a shell, in which $FARMENVS is the command."""
    env = {**os.environ, "FARMENVS": shlex.join(ENTRY), **env}
    done = subprocess.run(["bash", "-c", line], env=env, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


OUTPUTS = ["list", "show turtle_soup", "play turtle_soup", "--version", "--help"]


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("command", OUTPUTS)
def test_an_output_that_cannot_be_written_is_one_line(command, unbuffered):
    line = f"$FARMENVS {command} </dev/null >/dev/full"
    complaint = "farmenvs: the output can't be written: No space left on device\n"
    assert shell(line, PYTHONUNBUFFERED=unbuffered) == (2, "", complaint)


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("command", OUTPUTS)
def test_a_reader_that_leaves_ends_the_program_in_silence(command, unbuffered):
    line = f"set -o pipefail; $FARMENVS {command} </dev/null | true"
    assert shell(line, PYTHONUNBUFFERED=unbuffered) == (1, "", "")


def test_without_an_input_a_game_is_left_unfinished():
    code, out, err = shell("$FARMENVS play turtle_soup <&-")
    assert (code, err) == (0, "")
    assert out.endswith("\nThe game is left unfinished.\n")


def test_ctrl_c_ends_a_command_in_silence(monkeypatch):
    def interrupt(game):
        raise KeyboardInterrupt

    monkeypatch.delenv("FARMENVS_JIT", raising=False)
    monkeypatch.setattr("farmenvs.cli.exercise", interrupt)
    result = run("warmup")
    assert (result.exit_code, result.output.strip()) == (130, "")


def test_without_an_output_nothing_is_said():
    assert shell("$FARMENVS show turtle_soup >&-") == (0, "", "")
    for source in ("</dev/null", "<<<$'0\\nwait\\n?\\n'", "<&-"):
        assert shell(f"$FARMENVS play turtle_soup --seed 1 {source} >&-") == (0, "", "")
    assert shell("$FARMENVS show nope 2>&-") == (2, "", "")


def test_a_wrong_switch_is_told_before_a_game_begins():
    for switch in ("FARMENVS_JIT", "FARMENVS_CHECK"):
        complaint = f"farmenvs: {switch} must be 0 or 1, not '2'\n"
        assert shell("$FARMENVS play turtle_soup", **{switch: "2"}) == (2, "", complaint)
