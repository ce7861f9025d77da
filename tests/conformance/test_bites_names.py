"""The suite bites, around the games: names, modules, Python without asserts, the command."""

import subprocess
import sys
import types

import pytest

import farmenvs.turtle_soup_v0
from farmenvs import testing
from farmenvs.games import REGISTRY
from farmenvs.testing import __main__ as command
from tests.helpers import NAMES


def run(*arguments):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)


# ---------------------------------------------------------------------------- what is registered


def refused(name, why):
    """The check must fail in one line."""
    with pytest.raises(AssertionError, match=rf"^check_registered: {why}$"):
        testing.check_registered(name)


@pytest.mark.parametrize("name", NAMES)
def test_registered_games_have_one_name_and_their_environments(name):
    testing.check_registered(name)


def test_a_game_that_calls_itself_something_else(monkeypatch, capsys):
    monkeypatch.setitem(REGISTRY, "hare_soup", REGISTRY["turtle_soup"])
    why = "the registry calls it 'hare_soup', but its GAME.name is 'turtle_soup'"
    refused("hare_soup", why)
    with pytest.raises(AssertionError, match=rf"^check_registered: {why}$"):
        testing.check_game("hare_soup")
    monkeypatch.setattr(sys, "argv", ["testing", "check", "hare_soup"])
    with pytest.raises(SystemExit, match=rf"^check_registered: {why}$"):
        command.main()


def test_a_game_that_is_somewhere_else(monkeypatch):
    module = types.SimpleNamespace(GAME=farmenvs.load_game("turtle_soup").info)
    monkeypatch.setitem(sys.modules, "elsewhere", module)
    monkeypatch.setitem(REGISTRY, "turtle_soup", "elsewhere")
    refused("turtle_soup", "turtle_soup is in 'elsewhere', but its GAME.package is .*")


def test_a_game_without_its_module(monkeypatch):
    monkeypatch.setitem(sys.modules, "farmenvs.turtle_soup_v0", None)
    refused("turtle_soup", r"there is no farmenvs/turtle_soup_v0\.py")


ENV = farmenvs.turtle_soup_v0.env


def foreign(**options):
    return ENV(**options)


def of_other_options(**options):
    return ENV(players=2)


of_other_options.__module__, of_other_options.__qualname__ = "farmenvs.turtle_soup_v0", "env"


@pytest.mark.parametrize(
    ("kind", "make", "why"),
    [
        ("raw_env", None, r"has no function raw_env\(\)"),
        ("raw_env", ENV, r".raw_env\(\) makes a CheckedEnv, not a RawEnv"),
        ("env", of_other_options, r".env\(\) makes an environment of load_game\(.*players=2.*"),
        ("env", foreign, r".env calls itself .*foreign: no pickle"),
    ],
)
def test_a_module_with_another_function(monkeypatch, kind, make, why):
    monkeypatch.setattr(farmenvs.turtle_soup_v0, kind, make)
    refused("turtle_soup", rf"farmenvs\.turtle_soup_v0.?{why}")


# ---------------------------------------------------------------------------- python -O


@pytest.mark.parametrize(
    "call",
    [
        "check_game('turtle_soup')",
        "check_env(turtle_soup_v0.env())",
        "check_masks('turtle_soup')",
        "check_golden('turtle_soup')",
        "env.check_env_masks(turtle_soup_v0.env())",
    ],
)
def test_without_asserts_nothing_is_checked_and_nothing_passes(call):
    program = f"from farmenvs import turtle_soup_v0\nfrom farmenvs.testing import *\n{call}"
    program = f"from farmenvs.testing import env\n{program}"
    done = run("-O", "-c", program)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("RuntimeError: ")
    assert "run it without -O" in last


def test_the_command_says_so_in_one_line():
    done = run("-O", "-m", "farmenvs.testing", "check", "turtle_soup")
    assert done.returncode == 1
    assert done.stderr.strip() == (
        "the checks are asserts, which python -O leaves out: run it without -O"
    )


# ---------------------------------------------------------------------------- the command


def test_the_command_without_arguments_says_what_it_does():
    done = run("-m", "farmenvs.testing")
    assert done.returncode == 2
    assert "usage: python -m farmenvs.testing" in done.stderr
    assert "python -m farmenvs.testing check NAME" in done.stderr
    assert all(name in done.stderr for name in NAMES)
