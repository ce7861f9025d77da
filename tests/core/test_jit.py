"""Making kernels: what may not be one, switches, threads, and Numba's settings left alone."""

import threading
from dataclasses import replace
from enum import IntEnum
from types import ModuleType

import numba
import numpy as np
import pytest

from farmenvs import load_game
from farmenvs.core import contract, jit, rng
from tests.core import toy
from tests.core.installed import ROOT, Install

PACKAGE, VERBS = toy.GAME.package, toy.GAME.functions


def ours(text: str, **names) -> dict:
    """Return the globals of a module like the toy's in which some functions are defined anew."""
    scope = {**vars(toy), **names}
    exec(text, scope)
    return scope


# -------------------------------------------------------------------------------- what is no kernel


def test_a_recursive_rule_is_named():
    scope = ours("def truncated(cfg, s): return truncated(cfg, s)")
    with pytest.raises(TypeError, match=r"^tests\.core\.toy\.truncated is recursive; kernels may"):
        jit.reach(PACKAGE, {**VERBS, "truncated": scope["truncated"]})


def test_rules_that_call_each_other_in_a_ring_are_named():
    scope = ours(
        "def truncated(cfg, s): return helper(cfg, s)\n"
        "def helper(cfg, s): return other(cfg, s)\n"
        "def other(cfg, s): return truncated(cfg, s)\n"
    )
    with pytest.raises(TypeError, match=r"is recursive; kernels may not be$"):
        jit.bind(PACKAGE, {**VERBS, "truncated": scope["truncated"]}, jit.interpreted)


def test_a_verb_that_a_rule_takes_from_the_contract_is_the_games_own():
    """A stub stands for the verb; a ring through stubs is a ring."""
    one = ours("def skippable(cfg, s): return truncated(cfg, s)", truncated=contract.truncated)
    verbs = {**VERBS, "skippable": one["skippable"]}
    kernels = jit.bind(PACKAGE, verbs, jit.interpreted)
    for goal, cut in ((1, False), (100, True)):
        assert kernels.may_skip(toy.GAME.load(goal=goal).cfg1, np.ones(1, toy.STATE)) == cut
    two = ours("def truncated(cfg, s): return skippable(cfg, s)", skippable=contract.skippable)
    with pytest.raises(TypeError, match=r"is recursive; kernels may not be$"):
        jit.bind(PACKAGE, {**verbs, "truncated": two["truncated"]}, jit.interpreted)


def test_a_closure_is_named():
    secret = 3

    def truncated(cfg, s):
        return secret

    with pytest.raises(TypeError, match=r"\.truncated is a closure; kernels may not be$"):
        jit.reach(PACKAGE, {**VERBS, "truncated": truncated})


def test_a_function_from_elsewhere_is_named():
    scope = ours("def truncated(cfg, s): return load_game(cfg)", load_game=load_game)
    with pytest.raises(TypeError, match=r"truncated may not use farmenvs\.games\.load_game$"):
        jit.reach(PACKAGE, {**VERBS, "truncated": scope["truncated"]})
    # nor one of a package whose name only begins like the game's
    more = ours("def helper(cfg, s): return 1", __name__=f"{PACKAGE}_more")
    scope = ours("def truncated(cfg, s): return helper(cfg, s)", helper=more["helper"])
    with pytest.raises(TypeError, match=r"truncated may not use tests\.core\.toy_more\.helper$"):
        jit.reach(PACKAGE, {**VERBS, "truncated": scope["truncated"]})


def test_whoever_is_used_stands_before_whoever_uses_it():
    seen = set()
    for f, uses in jit.reach(PACKAGE, VERBS).items():
        assert seen.issuperset(uses.values())
        seen.add(f)
    assert seen.issuperset(VERBS.values())
    assert rng.below_at in seen
    assert not seen & {getattr(contract, verb) for verb in contract.VERBS}


# -------------------------------------------------------------------------------- switches


@pytest.mark.parametrize("name", ["FARMENVS_JIT", "FARMENVS_CHECK"])
@pytest.mark.parametrize("value", ["2", "yes", "true", " 1", "-1", "False"])
def test_a_switch_is_0_or_1(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(ValueError, match=f"^{name} must be 0 or 1, not '{value}'$"):
        _ = load_game("turtle_soup").kernels


def test_switches_say_which_kernels_a_game_gets(monkeypatch):
    for jit_value, check_value in (("0", "0"), ("0", "1"), ("1", "1"), ("", "1")):
        monkeypatch.setenv("FARMENVS_JIT", jit_value)
        monkeypatch.setenv("FARMENVS_CHECK", check_value)
        plain = load_game("turtle_soup")
        same = plain.with_kernels(jit=jit_value != "0", check=check_value == "1")
        assert plain.kernels is same.kernels
        assert hasattr(plain.kernels.who, "signatures") == (jit_value != "0")
    monkeypatch.setenv("FARMENVS_CHECK", "")
    monkeypatch.setenv("FARMENVS_JIT", "0")
    plain = load_game("turtle_soup")
    assert plain.kernels is plain.with_kernels(jit=False, check=False).kernels


def test_numbas_own_switch_counts_as_long_as_it_is_set(monkeypatch):
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
    verbs = fresh()
    off = jit.load(toy.GAME.package, verbs, jit=True)
    assert off is jit.load(toy.GAME.package, verbs, jit=False)
    monkeypatch.setattr(numba.config, "DISABLE_JIT", False)
    assert hasattr(jit.load(toy.GAME.package, verbs, jit=True).who, "signatures")
    assert jit.load(toy.GAME.package, verbs, jit=False) is off


def test_options_do_not_make_other_kernels(game):
    others = [game.info.load(), game.info.load(**game.info.small)]
    assert all(other.with_kernels(check=True).kernels is game.kernels for other in others)


# -------------------------------------------------------------------------------- many at once


def fresh() -> dict:
    """Return verbs that no kernels were made of."""

    def truncated(cfg, s):
        return False

    return {**VERBS, "truncated": truncated}


@pytest.mark.parametrize("compiled", [True, False])
def test_threads_that_ask_at_once_get_the_same_kernels(compiled):
    verbs, barrier, got = fresh(), threading.Barrier(8), []

    def ask() -> None:
        barrier.wait()
        got.append(jit.load(PACKAGE, verbs, jit=compiled, check=False))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(kernels) for kernels in got}) == 1
    assert len(got) == 8


def test_the_directory_that_numba_writes_to_is_put_back(monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", "before")
    jit.load(PACKAGE, fresh(), jit=True, check=False)
    assert numba.config.CACHE_DIR == "before"
    closure = (lambda secret: lambda cfg, s: secret)(3)
    with pytest.raises(TypeError, match="closure"):
        jit.load(PACKAGE, {**VERBS, "truncated": closure}, jit=True, check=False)
    assert numba.config.CACHE_DIR == "before"


# -------------------------------------------------------------------------------- the cache's names


def test_a_fingerprint_changes_with_code_and_tables_and_with_nothing_else():
    seen = {jit.fingerprint(PACKAGE, VERBS)}
    assert jit.fingerprint(PACKAGE, dict(reversed(VERBS.items()))) in seen

    def other(text: str, **names) -> None:
        """A verb of new code or with new globals has a fingerprint of its own."""
        scope = ours(text, **names)
        new = jit.fingerprint(PACKAGE, {**VERBS, "truncated": scope["truncated"]})
        assert new not in seen
        assert len(new) == 16
        seen.add(new)

    head = "def truncated(cfg, s): return "
    for code in ("1", "2", "-1", "1.0", "True", "s['turn']", "s['round']", "s['turn'] > 1", "s"):
        other(head + code)
    other("def truncated(cfg, s, limit=1): return limit")
    other("def truncated(cfg, s, limit=2): return limit")
    tables = [
        np.arange(3), np.arange(3, dtype=np.int8), np.arange(4), np.arange(4).reshape(2, 2),
        np.arange(9_999), np.arange(1, 10_000), np.float32([0, 1]), 3, 3.0, np.int8(3), "3", (3,),
        (1, (2, 3)), ((1, 2), 3), (np.arange(2),), (np.arange(1, 3),), None,
    ]  # fmt: skip
    for table in tables:
        other(head + "TABLE", TABLE=table)
    for value in (1, 2):
        other(head + "Phase.BID", Phase=IntEnum("Phase", {"BID": value}))
        deck = ModuleType("deck")
        deck.CARDS = np.arange(value)
        other(head + "deck.CARDS", deck=deck)
    assert jit.fingerprint(PACKAGE, VERBS) in seen


def test_the_place_of_the_cache_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for base, home, root in (
        (str(tmp_path / "a"), "x", tmp_path / "a"),
        ("here", "x", tmp_path / "here"),
        ("~/there", "x", tmp_path / "home/there"),
        ("", str(tmp_path / "xdg"), tmp_path / "xdg/farmenvs"),
        ("", "x", tmp_path / "home/.cache/farmenvs"),  # relative: its specification ignores it
        ("", "~/x", tmp_path / "home/.cache/farmenvs"),
        ("", "", tmp_path / "home/.cache/farmenvs"),
    ):
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        monkeypatch.setenv("FARMENVS_CACHE", base)
        monkeypatch.setenv("XDG_CACHE_HOME", home)
        assert jit.cache_root() == root
        place = jit.cache_dir(PACKAGE, VERBS, check=True)
        assert place == root / jit.fingerprint(PACKAGE, VERBS) / f"{PACKAGE}-check"
        assert place.is_dir()
        assert list(place.iterdir()) == []


def test_without_a_home_directory_there_is_no_place_and_one_line_says_so(monkeypatch):
    monkeypatch.setattr("pwd.getpwuid", lambda user: {}[user])
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    for base, where in (("", "~/.cache/farmenvs"), ("~", "~"), ("~nobody.here", "~nobody.here")):
        monkeypatch.setenv("FARMENVS_CACHE", base)
        says = f"^there is no home directory for {where}: set FARMENVS_CACHE to a directory that"
        for ask in (
            jit.cache_root,
            jit.clear_cache,
            lambda: jit.cache_dir(PACKAGE, VERBS),
        ):
            with pytest.raises(OSError, match=says):
                ask()


def test_clearing_removes_what_was_compiled_and_nothing_else(monkeypatch, tmp_path):
    monkeypatch.setenv("FARMENVS_CACHE", str(tmp_path))
    assert jit.clear_cache() == tmp_path
    place = jit.cache_dir(PACKAGE, VERBS)
    (place / "kernel.nbc").write_bytes(b"1")
    kept = [tmp_path / "sixteen letters!", tmp_path / "my-thesis-final2", tmp_path / ("0" * 15)]
    for path in kept:
        path.mkdir()
    (tmp_path / ("a" * 16)).write_text("a file")
    jit.clear_cache()
    assert not place.parent.exists()
    assert all(path.is_dir() for path in kept)
    assert (tmp_path / ("a" * 16)).is_file()
    monkeypatch.setenv("FARMENVS_CACHE", str(tmp_path / "nowhere"))
    assert jit.clear_cache() == tmp_path / "nowhere"


# -------------------------------------------------------------------------------- imports

HEAVY = ["numba", "torch", "pygame", "pyspiel", "ray", "rich", "typer", "matplotlib", "scipy"]
HEAVY += ["stable_baselines3", "sb3_contrib", "hypothesis", "pytest", "PIL", "tqdm"]


def test_importing_farmenvs_imports_nothing_heavy_and_compiles_nothing(tmp_path):
    script = (
        "import json, sys, farmenvs; farmenvs.load_game('turtle_soup'); farmenvs.games()\n"
        f"print(json.dumps({{'heavy': [name for name in {HEAVY} if name in sys.modules]}}))"
    )
    here = Install(ROOT, tmp_path / "cache")
    assert here.run(script) == {"heavy": []}
    assert not here.cache.exists()


def test_replacing_a_verb_of_a_declaration_makes_kernels_of_its_own():
    module = ModuleType("planted")
    exec("def scores(cfg, s, out):\n    out[0] = out[1] = 42", vars(module))
    for kind in ({"jit": False}, {"jit": True, "check": True}):
        game = replace(toy.GAME, verbs=(module, toy)).load().with_kernels(**kind)
        assert game.new_initial_state().scores() == [42, 42]
        assert toy.GAME.load().with_kernels(**kind).new_initial_state().scores() == [0, 0]
