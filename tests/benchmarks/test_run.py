"""`benchmarks/run.py` with next to no budget: it runs for every game, and its tables add up."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import farmenvs

RUN = Path(__file__).resolve().parents[2] / "benchmarks" / "run.py"


def run(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(RUN), *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """The results of two tiny repeats of all of farmenvs' own rows but the cold starts."""
    out = tmp_path_factory.mktemp("out")
    options = [
        "--families",
        "farmenvs",
        "starts",
        "--repeats",
        "2",
        "--starts",
        "1",
        "--budget",
        "0.001",
    ]
    printed = run(*options, "--only", "/(?!cold)", "--out", str(out)).stdout
    table = (out / "results.md").read_text()
    return json.loads((out / "results.json").read_text()), table, printed


def test_every_game_has_every_row(results):
    found = {}
    for case in results[0]["cases"]:
        found.setdefault(case["game"], set()).add(case["row"])
    rows = {"aec", "aec_sample", "batch_1", "batch_4096", "state", "seat", "warm_env", "warm_batch"}
    assert found == dict.fromkeys(farmenvs.games(), rows)


def test_every_case_is_measured_as_often_as_asked(results):
    for case in results[0]["cases"]:
        assert "error" not in case, case
        assert len(case["values"]) == (1 if case["unit"] == "s" else 2)
        assert 0 < case["min"] <= case["median"] <= case["max"]
        assert case["ratio"] is None  # no yardstick in this run


def test_the_tables_show_every_case(results):
    data, table, printed = results
    for case in data["cases"]:
        assert f"| {case['game']} | {case['what']} |" in table
        assert case["what"] in printed


def test_ratios_are_taken_within_a_repeat(monkeypatch):
    monkeypatch.syspath_prepend(str(RUN.parent))
    from report import YARDSTICK, summarise

    game, row = YARDSTICK.split("/")
    unit = "decisions/s"
    cases = [
        {"key": YARDSTICK, "game": game, "row": row, "unit": unit, "values": [1.0, 2.0, 4.0]},
        {"key": "turtle_soup/aec", "game": "turtle_soup", "row": "aec", "unit": unit}
        | {"values": [20.0, 40.0, 40.0]},
        {"key": "turtle_soup/cold_env", "game": "turtle_soup", "row": "cold_env", "unit": "s"}
        | {"values": [5.5, 6.5]},
        {"key": "broken/aec", "game": "broken", "row": "aec", "unit": unit, "error": "broken"},
    ]
    leduc, aec, cold, broken = summarise(cases)
    assert (leduc["ratio"], leduc["target"], leduc["reached"]) == (1, None, None)
    assert (aec["ratio"], aec["target"], aec["reached"]) == (20, 15, True)
    assert (cold["ratio"], cold["median"], cold["target"], cold["reached"]) == (None, 6, 5, False)
    assert broken == cases[3]
