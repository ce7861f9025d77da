"""The kernel cache: nothing stale, nothing twice, and no need of it; processes of their own."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.core.installed import REPORT, ROOT, SHORT, Install, install

WHOLE = f"""{REPORT}
import numpy as np
from farmenvs import load_game, make_batch
from farmenvs.core.rng import stream
game = load_game("turtle_soup", players=2, nights=1)
state = game.new_initial_state()
for event in (6, 9, 1, 1):
    state.apply_action(event)
game.new_initial_state().playout(0)
game.new_initial_state().playout(0, "rules")
game.new_initial_state().resample_from_infostate(0, 0)
batch = make_batch("turtle_soup", num_envs=2, seed=0, players=2, nights=1)
batch.step([0, 0])
lane = (np.zeros(1, game.info.STATE), np.zeros(1, game.info.STATE), stream(0))
obs = np.zeros(game.observation_spec().size, np.float32)
mask, points = np.zeros(2, np.int8), np.zeros((2, 2), np.float32)
game.kernels.begin(game.cfg1, *lane, 0, True, obs, mask, points[0])
game.kernels.step(game.cfg1, *lane, 0, 0, True, 0, obs, mask, *points)
game.kernels.observe(game.cfg1, *lane[:2], 1, 0, obs)
game.kernels.points_of(game.cfg1, lane[0], points[0])
report(state.scores(), game)
"""
"""Uses a game as a state, as a batch and as an environment does."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Install:
    """A copy that no test edits, with a cache that a first process has filled."""
    copy = install(tmp_path_factory.mktemp("shared"))
    cold = copy.run(SHORT)
    assert cold["result"] == [0, 0]
    assert cold["hits"] == 0 < cold["misses"]
    return copy


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Install, dict[str, Any]]:
    """Such a copy whose cache WHOLE has filled, and what that reported."""
    copy = install(tmp_path_factory.mktemp("whole"))
    return copy, copy.run(WHOLE)


@pytest.fixture
def edited(shared: Install, tmp_path: Path) -> Install:
    """A copy to be edited, with the cache of `shared`."""
    return Install(install(tmp_path).site, shared.cache)


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text() + text)


# -------------------------------------------------------------------------------- nothing stale

EDITS = {
    "rules": (
        "games/turtle_soup/rules.py",
        "\n\ndef scores(cfg, s, out):\n    out[0] = 70\n    out[1] = 7\n",
        [70, 7],
    ),
    "a driver": (
        "core/single.py",
        "\n\ndef points_of(cfg1, states, out):\n    out[0] = out[1] = 9\n",
        [9, 9],
    ),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_of_one_file_takes_effect_at_once_and_so_does_taking_it_back(edited, edit):
    name, text, result = EDITS[edit]
    file = edited.site / "farmenvs" / name
    before = file.read_text()
    append(file, text)
    assert edited.run(SHORT)["result"] == result
    file.write_text(before)
    assert edited.run(SHORT)["result"] == [0, 0]


def test_an_edit_of_a_table_alone_takes_effect_at_once(edited):
    """Two cards bring four suits and five chips, and both players take a bowl: two points each."""
    script = SHORT.replace("report(s", "[state.apply_action(a) for a in (6, 9, 1, 1)]; report(s")
    assert edited.run(script)["result"] == [2, 2]
    append(edited.site / "farmenvs/games/turtle_soup/deck.py", "\nVALUES = VALUES * 3\n")
    assert edited.run(script)["result"] == [6, 6]


def test_what_was_imported_counts_and_not_what_the_files_hold_by_now(edited):
    """An edit while a process runs, before it compiles, must not mislabel what it compiles."""
    rules = edited.site / "farmenvs/games/turtle_soup/rules.py"
    late = SHORT.replace(
        "state = game.new",
        "import pathlib; from farmenvs.games.turtle_soup import rules\n"
        "file = pathlib.Path(rules.__file__)\n"
        "file.write_text(file.read_text().replace('= 70', '= 71'))\n"
        "state = game.new",
        1,
    )
    append(rules, EDITS["rules"][1])
    assert edited.run(late)["result"] == [70, 7]
    assert "out[0] = 71" in rules.read_text()
    assert edited.run(SHORT)["result"] == [71, 7]


def test_a_comment_compiles_only_what_stands_in_its_file(edited, shared):
    """The kernels are the same: nothing but Numba's own check of the file's date is in the way."""
    append(edited.site / "farmenvs/games/turtle_soup/text.py", "\n# a comment\n")
    append(edited.site / "farmenvs/envs/aec.py", "\n# a comment\n")
    known = {path.parents[1] for path in shared.files()}
    edited.run(SHORT)
    assert {path.parents[1] for path in shared.files()} == known


# -------------------------------------------------------------------------------- nothing twice


def test_a_warm_start_compiles_nothing(shared):
    before = {file: file.stat().st_mtime_ns for file in shared.files()}
    warm = shared.run(SHORT)
    assert warm["result"] == [0, 0]
    assert warm["misses"] == 0 < warm["hits"]
    assert {file: file.stat().st_mtime_ns for file in shared.files()} == before


def test_a_warm_start_does_not_get_numba_ready_to_compile(shared):
    """That takes half of a start.  It is made good when somebody compiles."""
    script = SHORT.replace("report(s", "ready = 'numba.np.arraymath' in sys.modules; report(s")
    after = """
import numba, numpy
ones = numba.njit(lambda n: numpy.ones(n) @ numpy.ones(n))
assert ones(3) == 3
assert (ready, 'numba.np.arraymath' in sys.modules) == (False, True), ready
"""
    assert shared.run(script + after)["misses"] == 0


def test_no_kernel_is_compiled_twice_however_a_game_is_used(whole):
    """Literal arguments and narrow integers would make Numba compile each callee anew."""
    copy, cold = whole
    assert cold["hits"] == 0
    # into float32 for trainers, float64 for states
    both = {"returns", "winners", "scores", "points_of"}
    rules = {"next_active"}  # not a verb: its callers' business
    more = {name: n for name, n in cold["times"].items() if n > 1 and name not in both | rules}
    assert more == {}
    assert cold["times"]["draw"] == cold["times"]["apply"] == cold["times"]["encode"] == 1
    warm = copy.run(WHOLE)
    assert warm["result"] == cold["result"] == [2, 2]
    assert warm["misses"] == 0


def test_two_cold_starts_at_once_are_right_and_leave_a_whole_cache(tmp_path):
    copy = install(tmp_path)
    processes = [copy.start(SHORT) for _ in range(2)]
    for process in processes:
        told = Install.told(process)
        assert told["result"] == [0, 0]
        assert told["stderr"] == ""
    assert copy.run(SHORT)["misses"] == 0


def test_a_checked_build_has_a_place_of_its_own(edited, shared):
    before = shared.files()
    checked = edited.run(SHORT, FARMENVS_CHECK="1")
    assert checked["result"] == [0, 0]
    assert checked["misses"] > 0
    new = set(shared.files()) - set(before)
    assert {path.relative_to(shared.cache).parts[1] for path in new} == {
        "farmenvs.games.turtle_soup-check"
    }


# -------------------------------------------------------------------------------- no need of it


HOMELESS = """
import os, pwd

def unknown(user):
    raise KeyError(user)

pwd.getpwuid = unknown
os.environ.pop("HOME", None)
"""
"""As in a container whose user has no entry in its table of users."""


@pytest.mark.parametrize(
    ("before", "env", "why"),
    [
        ("", {}, "{} is not writable"),
        ("", {"FARMENVS_CACHE": "", "XDG_CACHE_HOME": "{}"}, "{}/farmenvs is not writable"),
        ("", {"FARMENVS_CACHE": "~nobody.here/x"}, "there is no home directory for ~nobody.here/x"),
        (
            HOMELESS,
            {"FARMENVS_CACHE": "", "XDG_CACHE_HOME": ""},
            "there is no home directory for ~/.cache/farmenvs",
        ),
    ],
    ids=["a place", "a cache home", "no such user", "no home"],
)
def test_without_a_place_to_write_it_compiles_in_memory_and_says_so_once(
    shared, tmp_path, before, env, why
):
    """As root no directory is read-only: a file stands where the directory should."""
    (tmp_path / "file").write_text("")
    copy = Install(shared.site, tmp_path / "file" / "below")
    script = before + SHORT
    script += "load_game('turtle_soup').with_kernels(check=True).new_initial_state()\n"
    told = Install.told(copy.start(script, **{k: v.format(copy.cache) for k, v in env.items()}))
    assert told["result"] == [0, 0]
    assert told["stderr"] == (
        f"farmenvs compiles in memory, at each start: {why.format(copy.cache)}: "
        "set FARMENVS_CACHE to a directory that is writable\n"
    )
    assert not list(shared.site.rglob("__pycache__"))
    assert not list(shared.site.rglob("*.nb?"))


def test_interpreted_needs_no_numba_and_no_cache(shared, tmp_path):
    copy = Install(shared.site, tmp_path / "cache")
    told = copy.run(SHORT, FARMENVS_JIT="0")
    assert told == {"result": [0, 0], "numba": False}
    assert not copy.cache.exists()


def test_numba_may_be_switched_off_as_numba_wants(shared, tmp_path):
    copy = Install(shared.site, tmp_path / "cache")
    assert copy.run(SHORT, NUMBA_DISABLE_JIT="1")["result"] == [0, 0]
    assert not copy.cache.exists()


def test_a_cache_removed_while_in_use_is_made_again(shared, tmp_path):
    copy = Install(shared.site, tmp_path / "cache")
    remove = f"import shutil; game.kernels; shutil.rmtree({str(copy.cache)!r})\nstate = game.new"
    assert copy.run(SHORT.replace("state = game.new", remove))["result"] == [0, 0]
    assert copy.files()


def test_a_cache_that_can_be_written_no_more_is_done_without(shared, tmp_path):
    """As when the disk is full: here a file takes the place of the directory."""
    copy = Install(shared.site, tmp_path / "cache")
    spoil = f"import shutil; game.kernels; shutil.rmtree({str(copy.cache)!r})\n"
    spoil += f"open({str(copy.cache)!r}, 'w').close()\nstate = game.new"
    told = copy.run(SHORT.replace("state = game.new", spoil))
    assert told["result"] == [0, 0]
    assert told["misses"] > 0


@pytest.mark.parametrize("name", ["FARMENVS_JIT", "FARMENVS_CHECK"])
def test_a_wrong_switch_is_named_where_it_is_first_needed(shared, name):
    process = shared.start(SHORT, **{name: "yes"})
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err.splitlines()[-1] == f"ValueError: {name} must be 0 or 1, not 'yes'"


# -------------------------------------------------------------------------------- games elsewhere

ELSEWHERE = f"""{REPORT}
from mygame import GAME
game = GAME.load()
state = game.new_initial_state()
for event in (2, 1, 2, 0):
    state.apply_action(event)
report(state.scores(), game)
"""


@pytest.fixture
def mine(shared: Install, tmp_path: Path) -> Install:
    """A copy with a game beside it, in one module, whose bids count what `prices` says."""
    site = tmp_path / "site"
    shutil.copytree(shared.site, site)
    source = (ROOT / "tests/core/toy.py").read_text()
    source = source.replace("import sys\n", "import sys\n\nfrom prices import PRICE\n", 1)
    source = source.replace('int(s["points"][p]) + a', 'int(s["points"][p]) + a * PRICE')
    (site / "mygame.py").write_text(source)
    (site / "prices.py").write_text("PRICE = 1\n")
    return Install(site, tmp_path / "cache")


def test_a_game_outside_of_farmenvs_is_kept_by_its_own_code_and_what_it_imports(mine):
    assert mine.run(ELSEWHERE)["result"] == [2, 0]
    assert mine.run(ELSEWHERE)["misses"] == 0
    game, prices = mine.site / "mygame.py", mine.site / "prices.py"
    prices.write_text("PRICE = 4\n")
    assert mine.run(ELSEWHERE)["result"] == [8, 0]
    game.write_text(game.read_text().replace("out[p] = s", "out[p] = 100 + s"))
    assert mine.run(ELSEWHERE)["result"] == [108, 100]


def test_a_game_without_a_file_compiles_in_memory(mine):
    script = (mine.site / "mygame.py").read_text() + ELSEWHERE.replace("from mygame", "# ")
    told = mine.run(script)
    assert told["result"] == [2, 0]
    assert told["hits"] == 0
    assert not mine.files()


def test_replaced_verbs_neither_take_nor_leave_what_is_not_theirs(mine):
    """A planted fault must show, and must not show anywhere else."""
    planted = ELSEWHERE.replace(
        "game = GAME.load()",
        "import dataclasses, types, planted\n"
        "game = dataclasses.replace(GAME, verbs=(planted, *GAME.verbs)).load()",
    )
    (mine.site / "planted.py").write_text("def scores(cfg, s, out):\n    out[0] = out[1] = 55\n")
    assert mine.run(ELSEWHERE)["result"] == [2, 0]
    assert mine.run(planted)["result"] == [55, 55]
    again = mine.run(ELSEWHERE)
    assert again["result"] == [2, 0]
    assert again["misses"] == 0


def test_a_fingerprint_is_the_same_in_every_process(shared):
    script = (
        "import json, farmenvs; from farmenvs.core import jit\n"
        "info = farmenvs.load_game('turtle_soup').info\n"
        "print(json.dumps({'result': jit.fingerprint(info.package, info.functions)}))"
    )
    told = [shared.run(script, PYTHONHASHSEED=seed) for seed in ("0", "1", "2")]
    assert told[0] == told[1] == told[2]
    assert told[0]["result"] in {p.relative_to(shared.cache).parts[0] for p in shared.files()}


# -------------------------------------------------------------------------------- damage


def to_be_damaged(copy: Install, place: Path) -> Install:
    """Return the same copy, with a cache of its own that is the same so far."""
    shutil.copytree(copy.cache, place)
    return Install(copy.site, place)


@pytest.fixture
def damaged(shared: Install, tmp_path: Path) -> Install:
    """The copy `shared`, its cache to be damaged."""
    return to_be_damaged(shared, tmp_path / "cache")


def assert_made_anew(copy: Install, script: str = SHORT) -> None:
    mended = copy.run(script)
    again = copy.run(script)
    assert mended["result"] == again["result"] == ([0, 0] if script == SHORT else [2, 2])
    assert mended["misses"] > 0
    assert again["misses"] == 0 < again["hits"]


@pytest.mark.parametrize("kind", ["*.nbi", "*.nbc"])
@pytest.mark.parametrize("rest", [0, 20])
def test_a_damaged_cache_is_made_anew(damaged: Install, kind: str, rest: int):
    """As a full disk or a killed process may leave it: index (nbi) or code (nbc) cut short."""
    files = list(damaged.cache.rglob(kind))
    assert files
    for file in files:
        file.write_bytes(file.read_bytes()[:rest])
    assert_made_anew(damaged)


def test_code_with_a_damaged_block_is_not_run(damaged: Install):
    """It unpickles and links as well as before, and would crash: only a checksum tells."""
    for file in damaged.cache.rglob("*.nbc"):
        content = bytearray(file.read_bytes())
        code = content.index(b"\x7fELF") + 64  # behind the header of the object file
        content[code : code + 32] = bytes(32)
        file.write_bytes(content)
    assert_made_anew(damaged)


def test_code_for_another_signature_is_not_run(whole, tmp_path: Path):
    """As a damaged index may have it: both files are sound."""
    copy = to_be_damaged(whole[0], tmp_path / "cache")
    twos = [path for path in copy.files() if path.name.endswith(".2.nbc")]
    assert twos, "a kernel compiled for two signatures"
    for two in twos:
        one = two.with_name(two.name.replace(".2.nbc", ".1.nbc"))
        content = one.read_bytes()
        one.write_bytes(two.read_bytes())
        two.write_bytes(content)
    assert_made_anew(copy, WHOLE)


FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))\n"
"""Lets a process write no byte more to any file, as if the disk were full."""


@pytest.mark.parametrize("kind", ["*.nbi", "*.nbc"])
def test_damage_that_can_not_be_mended_yet_is_done_without(damaged: Install, kind: str):
    for file in damaged.cache.rglob(kind):
        file.write_bytes(file.read_bytes()[:20])
    told = damaged.run(FULL + SHORT)
    assert told["result"] == [0, 0]
    assert told["misses"] > 0
    assert_made_anew(damaged)


@pytest.mark.parametrize(
    "change",
    [
        "from numba.core import caching; del caching.CompileResultCacheImpl",
        """
from numba.core.caching import Cache
Cache.read = Cache._load_overload
Cache.load_overload = lambda self, sig, target: (target.refresh(), self.read(sig, target))[1]
del Cache._load_overload
""",
        "from numba.core import dispatcher as d; d.NullCache = type('NoCache', (d.NullCache,), {})",
    ],
    ids=["classes", "method", "attribute"],
)
def test_another_numba_keeps_kernels_as_it_does(shared, tmp_path, change):
    """Caching has no public interface: what this one has may be gone from the next."""
    copy = Install(shared.site, tmp_path / "cache")
    first, again = (copy.run(f"{change}\n{SHORT}") for _ in range(2))
    assert first["result"] == again["result"] == [0, 0]
    assert first["misses"] > 0
    assert again["misses"] == 0 < again["hits"]
