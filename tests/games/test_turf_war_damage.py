"""Turf War: whatever is wrong with a card set is told in a line: file, card, field."""

import datetime as dt
import json
import os
import random
import re
import subprocess
import sys
from types import MappingProxyType

import numpy as np
import pytest
from typer.testing import CliRunner

from farmenvs.cli import app
from farmenvs.games.turf_war import GAME
from farmenvs.games.turf_war.checks import set_faults
from farmenvs.games.turf_war.loader import HOUSE_FILE, LARGEST, CardSet, check, loaded, parse_cards

EXAMPLE = HOUSE_FILE.with_name("example.toml").read_bytes()
PASSIVES = {
    "name": "Everything",
    "symbols": ["Feature", "Plant"],
    "source": "house",
    "cost": 2,
    "copies": 2,
    "vp": 1,
    "per": 1,
    "each": "row",
    "places": 2,
    "work": 1,
    "discount": 1,
    "discount_kind": "Tool",
    "plays": 1,
    "shield": "pile",
    "tool_to_hand": True,
    "wild": True,
    "cellar": True,
    "barren": False,
}
STEPS = [
    {"op": "trash", "n": -1, "from": "pile", "kind": "Pest"},
    {"op": "buy", "off": 2},
    {"op": "play", "n": 2, "must": True},
    {"op": "take", "n": 1, "kind": "Plant", "optional": True, "then": [{"op": "give", "n": 1}]},
    {"op": "each", "away": True, "steps": [{"op": "money", "n": 3}]},
]


def everything():
    """Return a set in which each field stands somewhere."""
    data = json.loads(parse_cards(HOUSE_FILE.with_name("example.toml")))
    data["card"].append({**PASSIVES, "play": STEPS, "home": STEPS[2:], "start": STEPS[1:2]})
    return json.loads(json.dumps(data))  # nothing in it is there twice


def places(value, path=()):
    """Yield the path of each value within a value."""
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from places(each, (*path, key))


def title(data, path):
    """Return what an error calls the place: the card, and the field in it."""
    if len(path) == 1:
        return path[0]
    what, k, *rest = path
    entry = data[what][k]
    if rest[:1] == ["name"] or not rest:
        return f"{what} {k + 1}"
    return f"{what} {entry['name']!r}: {rest[0]}"


def put(data, path, value):
    """Put a value in the place of another one."""
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


PLACES = list(places(everything()))


def dotted(path):
    """Return a path as the name of a test."""
    return ".".join(map(str, path))


SELF = {}
SELF["then"] = SELF
OTHERS = [
    *(None, True, False, -1, 0, 1.0, float("nan"), float("inf"), 10**30, -(10**5000), "", "x"),
    *("[red]x[/red]", "a\nb", "\ud800", "\x1b[31m", [], [[]], {}, [{}], {"a": 1}, {"op": "money"}),
    *(dt.date(2000, 1, 1), np.float64(1), np.bool_(True), np.eye(2), (), b"x", SELF, [SELF]),
]
"""What may stand in a wrong place."""


@pytest.mark.parametrize("path", PLACES, ids=dotted)
def test_a_wrong_value_at_any_place_is_told_with_the_card_and_the_field(path):
    """R1: of another type always; else it may be right."""
    for other in OTHERS:
        data = everything()
        old = data
        for key in path:
            old = old[key]
        where = title(data, path)
        put(data, path, other)
        found = list(set_faults(data))
        if type(other) is not type(old):
            assert found, other
            assert any(line.startswith(where) for line in found), (found, where)
        for line in found:
            assert len(line.splitlines()) == 1
            assert line.isprintable()
            assert len(line) < 400
        if not found:
            assert refusal(data) == ""


@pytest.mark.parametrize(
    "path",
    [path for path in PLACES if isinstance(path[-1], str)],
    ids=dotted,
)
def test_a_field_that_is_missing_or_unknown_is_told(path):
    """R1: due ones are missed, others have a default; what nobody knows is never passed over."""
    data = everything()
    table = data
    for key in path[:-1]:
        table = table[key]
    del table[path[-1]]
    due = {"set", "card", "neighbor", "name", "symbols", "op", "from", "steps"}
    assert refusal(data) or path[-1] not in due
    for name in ("colour", "a b", "x" * 10**5, "[b]\n", "\x1b"):
        data = everything()
        table = data
        for key in path[:-1]:
            table = table[key]
        table[name] = 1
        (found,) = set_faults(data)
        assert "no such field" in found
        assert found.isprintable()
        assert len(found) < 400


def refusal(data):
    """Return what is said of a set that is refused, or nothing."""
    try:
        GAME.load(cards=data)
    except ValueError as error:
        return str(error)
    return ""


def test_all_faults_of_a_set_are_found_at_once():
    """R1: those of each field first, what makes no sense on cards whose fields are right, too."""
    data = everything()
    data["card"][1] |= {"cost": -1, "colour": "red", "vp": 1.5}
    data["card"][4]["play"] = [{"op": "money"}]
    data["neighbor"][0] |= {"need": {"Tool": 1}, "vp": None}
    data["neighbor"][1]["name"] = "ANNA"
    found = list(set_faults(data))
    assert [line.split(": ")[:2] for line in found] == [
        ["card 'Tulips'", "cost"],
        ["card 'Tulips'", "vp"],
        ["card 'Tulips'", "colour"],
        ["card 'Rain'", "play[0].op"],
        ["neighbor 'Anna'", "need.Tool"],
        ["neighbor 'Anna'", "vp"],
        ["neighbor 'ANNA'", "name"],
    ]
    assert refusal(data).endswith("and 6 more)")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("Rose", "ROSE", True), ("Straße", "STRASSE", True), ("Rose", "Rosé", False)],
)
def test_names_that_differ_in_case_alone_are_the_same(one, other, same):
    """R1: else their actions could not be told apart."""
    data = everything()
    data["card"][0]["name"], data["card"][1]["name"] = one, other
    assert bool(refusal(data)) == same
    assert ("there are two of that name" in refusal(data)) == same


@pytest.mark.parametrize(
    "name", ["a, b", "[red]Rose[/red]", "5", "done", "home", "🌱", "'", '"', "\\"]
)
def test_odd_names_are_names(name):
    """Words of actions stay different, and parse back; what is listed is what stands there."""
    data = everything()
    data["card"][0]["name"] = data["neighbor"][0]["name"] = name
    game = GAME.load(cards=data)
    assert game.string_to_action(f"card {name}") == 16
    assert len(set(game.action_words)) == game.num_distinct_actions()


# ------------------------------------------------------------------------------------- files


def deep(key):
    return f"{key} = " + "[" * 3000 + "]" * 3000


FILES = {
    "empty": (b"", "set: is missing"),
    "a comment": (b"# nothing", "set: is missing"),
    "no TOML": (b"[[card]\n", "Expected .*line 1"),
    "half": (EXAMPLE[:-9], "Expected"),
    "Latin-1": (
        EXAMPLE.replace(b"Tulips", "Jäger".encode("latin-1")),
        "line 11: is no text in UTF-8",
    ),
    "UTF-16": (EXAMPLE.decode().encode("utf-16"), "line 1: is no text in UTF-8"),
    "a NUL": (EXAMPLE + b"\0", "line"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "line 1: is no text in UTF-8"),
    "huge": (EXAMPLE + b"#" * LARGEST, "is larger than 131072 bytes: no card set"),
    "a huge number": (b"set = " + b"9" * 10_000, "Exceeds the limit|integer"),
    "deep lists": (deep("set").encode(), "too deep|nested"),
    "a deep table": (b"\n[a." + b"a." * 9000 + b"a]\n", "line 2: has more than 80 dots"),
    "a deep key": (b"a" + b".a" * 60_000 + b" = 1\n", "line 1: has more than 80 dots"),
    "twice": (b'set = "a"\nset = "b"\n', "overwrite"),
    "a date": (EXAMPLE.replace(b'"example"', b"2000-01-01"), "set: must be a line"),
    "no Neighbors": (EXAMPLE.partition(b"[[neighbor]]")[0], "neighbor: is missing"),
    "a table for cards": (
        b'set = "a"\nneighbor = []\n[card]\n',
        r"card: must be tables \[\[card\]\]",
    ),
    "JSON": (b'{"set": "x"}', "line 1"),
}


@pytest.mark.parametrize(("content", "complaint"), FILES.values(), ids=FILES)
def test_a_wrong_file_is_told_by_library_and_command_in_a_line(content, complaint, tmp_path):
    """R1: a ValueError, and exit code 1."""
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=rf"\({re.escape(str(path))}: .*({complaint})") as caught:
        GAME.load(cards=path)
    assert str(caught.value).isprintable()
    told = CliRunner().invoke(app, ["cards", "check", str(path)])
    assert (told.exit_code, told.stderr) == (1, "")
    lines = told.stdout.splitlines()
    assert all(line.startswith(f"{path}: ") and line.isprintable() for line in lines)
    assert re.search(complaint, lines[0])


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda path: None, "No such file"),
        (lambda path: path.mkdir(), "Is a directory"),
        (lambda path: path.symlink_to(path), "symbolic links"),
        (lambda path: path.symlink_to("/dev/zero"), "is larger than"),
        (lambda path: path.symlink_to("/dev/null"), "set: is missing"),
    ],
)
def test_what_is_no_file_is_told(make, complaint, tmp_path):
    """R1: and it ends."""
    path = tmp_path / "mine.toml"
    make(path)
    assert re.search(complaint, refusal(path))
    assert re.search(complaint, refusal(str(path)))


@pytest.mark.parametrize("name", ["", "a\nb", "a\0b", "x" * 5000, "\udcff", "\x1b[31m", "no/such"])
def test_a_file_whose_name_is_odd_is_told_in_a_line(name):
    """R1."""
    told = refusal(name)
    assert told.startswith('turf_war: cards must be "house", the path')
    assert told.isprintable()
    assert len(told) < 400


@pytest.mark.parametrize("change", [b"\xef\xbb\xbf%s", b"%s\r\n"], ids=["BOM", "CRLF"])
def test_files_of_other_editors_are_read(change):
    """R1: a mark in front, and other ends of lines."""
    content = change % EXAMPLE.replace(b"\n", b"\r\n")
    assert parse_bytes(content) == parse_bytes(EXAMPLE)


def parse_bytes(content):
    """Return the set in a file with this content, from a pipe."""
    reader, writer = os.pipe()
    os.write(writer, content)
    os.close(writer)
    try:
        return parse_cards(f"/dev/fd/{reader}")
    finally:
        os.close(reader)


@pytest.mark.parametrize("seed", range(40))
def test_damaged_files_are_refused_in_a_line_or_right(seed):
    """R1: some bytes of a file are replaced, left out or doubled."""
    rng = random.Random(seed)
    for _ in range(10):
        content = bytearray(EXAMPLE)
        for _ in range(rng.randint(1, 4)):
            k = rng.randrange(len(content))
            part = content[k : k + rng.randint(0, 9)]
            other = rng.choice([part + part, b"", bytes([rng.randrange(256)]), b"-", b"[", b"9"])
            content[k : k + rng.randint(0, 9)] = other
        assert said_of(bytes(content)).isprintable()


def said_of(content):
    """Return what is said of a file with this content; if nothing, it can be loaded."""
    try:
        cards = parse_bytes(content)
    except ValueError as error:
        return str(error)
    assert isinstance(cards, CardSet)
    GAME.load(cards=cards)
    return ""


def test_numbers_of_numpy_and_other_mappings_are_taken(tmp_path):
    """R1: what a check takes is written as JSON."""
    data = everything()
    data["card"][1] = MappingProxyType({**data["card"][1], "cost": np.int64(2)})
    cards = parse_cards(MappingProxyType(data))
    assert cards == parse_cards(everything())
    assert loaded(cards)["card"][1]["cost"] == 2


def test_a_file_is_read_once():
    """A pipe, as the shell makes one of `<(…)`, has nothing left after that."""
    command = [sys.executable, "-m", "farmenvs", "cards", "check", "/dev/stdin"]
    done = subprocess.run(command, input=EXAMPLE, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"/dev/stdin: right: 'example': 5 kinds of cards")


def test_a_wrong_set_is_no_set():
    """What is returned beside faults holds nothing."""
    assert check({}) == (
        "",
        ["card set: set: is missing"]
        + [f"card set: {what}: is missing" for what in ("card", "neighbor")],
    )
