"""The ids of the environments, and what `import farmenvs` costs."""

import importlib
import subprocess
import sys

import gymnasium
import pettingzoo
import pytest

import farmenvs
from farmenvs.envs import registration
from farmenvs.envs.aec import CheckedEnv, RawEnv
from farmenvs.envs.parallel import GameParallelEnv

HEAVY = ["numba", "matplotlib", "pygame", "pyspiel", "ray", "rich", "stable_baselines3", "torch"]


def test_ids_are_made_from_the_names_of_the_games():
    assert registration.pettingzoo_id("turtle_soup") == "farmenvs/turtle-soup-v0"
    assert registration.gymnasium_id("turtle_soup") == "farmenvs/TurtleSoup-v0"


@pytest.mark.parametrize("name", farmenvs.games())
def test_every_game_has_a_module_of_three_functions(name):
    module = importlib.import_module(f"farmenvs.{name}_v0")
    assert isinstance(module.env(), CheckedEnv)
    assert type(module.raw_env()) is RawEnv
    assert isinstance(module.parallel_env(), GameParallelEnv)
    assert module.env(players=2).game == farmenvs.load_game(name, players=2)
    for kind in module.__all__:
        make = getattr(module, kind)
        assert (make.__module__, make.__qualname__) == (module.__name__, kind)
        for option in module.env().game.info.all_options:
            assert f"{option.name}: {option.doc}" in make.__doc__


@pytest.mark.parametrize("name", farmenvs.games())
def test_pettingzoo_makes_every_game_by_its_id_with_options(name):
    key = registration.pettingzoo_id(name)
    env = pettingzoo.make("aec", key, players=2, reward="score")
    assert isinstance(env, CheckedEnv)
    assert env.game == farmenvs.load_game(name, players=2)
    assert isinstance(pettingzoo.make("parallel", key, mask_in="info"), GameParallelEnv)


@pytest.mark.parametrize("name", farmenvs.games())
def test_gymnasium_makes_every_game_by_its_id(name):
    env = gymnasium.make(registration.gymnasium_id(name), disable_env_checker=True, players=2)
    assert env.unwrapped.game == farmenvs.load_game(name, players=2)


@pytest.mark.filterwarnings("error")
def test_importing_again_changes_nothing():
    def ids():
        found = (gymnasium.registry, pettingzoo.aec_registry, pettingzoo.parallel_registry)
        return [dict(registry) for registry in found]

    before = ids()
    importlib.reload(farmenvs)
    registration.register()
    assert ids() == before


def test_without_a_registry_in_pettingzoo_the_import_works(monkeypatch):
    """PettingZoo has registries since 1.27."""
    for name in ("register", "make", "spec", "aec_registry", "parallel_registry"):
        monkeypatch.delattr(pettingzoo, name)
    monkeypatch.setattr(gymnasium, "registry", {})
    monkeypatch.setattr(gymnasium.envs.registration, "registry", gymnasium.registry)
    registration.register()
    assert set(gymnasium.registry) == {registration.gymnasium_id(g) for g in farmenvs.games()}


def test_import_is_light_and_loads_no_game():
    code = (
        "import sys, farmenvs\n"
        f"heavy = {HEAVY!r}\n"
        "games = [m for m in sys.modules if m.startswith('farmenvs.games.')]\n"
        "print([m for m in heavy if m in sys.modules], games, 'farmenvs.envs.aec' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] [] False"
    assert done.stderr == ""


def test_importing_a_game_module_and_making_an_environment_compiles_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("FARMENVS_CACHE", str(tmp_path))
    code = (
        "from farmenvs import turtle_soup_v0\nturtle_soup_v0.env(); turtle_soup_v0.parallel_env()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert not list(tmp_path.rglob("*.nbc"))
