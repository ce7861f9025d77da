"""Replays: what was written loads, and whatever else is answered with one line."""

import base64
import json
import random
from contextlib import suppress

import numpy as np
import pytest

from farmenvs import load_game, load_replay
from farmenvs.core import replay
from farmenvs.core.replay import FORMAT, _checksum, dumps
from farmenvs.core.state import State
from farmenvs.core.version import __version__
from tests.core import toy
from tests.core.conftest import play
from tests.core.test_state import snapshot, walk
from tests.helpers import short


@pytest.fixture
def soup():
    return play(load_game("turtle_soup", players=3, nights=2).new_initial_state(), 0, 12)


def refused(data, game=None) -> str:
    """Return the one line with which a replay is refused, whoever reads it."""
    text = data if isinstance(data, bytes | str) else json.dumps(data)
    answers = []
    for read in (load_replay, *([game.deserialize_state] if game else [])):
        with pytest.raises(ValueError) as error:
            read(text)
        answers.append(str(error.value))
        assert error.value.__cause__ is None
        assert error.value.__suppress_context__ or error.value.__context__ is None
        assert answers[-1]
        assert "\n" not in answers[-1]
        assert len(answers[-1]) < 1000
    return answers[-1]


def changed(state, **fields) -> dict:
    return {**json.loads(state.serialize()), **fields}


# -------------------------------------------------------------------------------- what was written


def test_every_state_of_a_game_loads_as_it_was(game):
    for state in walk(game):
        data = state.serialize()
        assert isinstance(data, bytes)
        assert b"\n" not in data
        for same in (data, data.decode(), bytearray(data), b"\n " + data + b"\n"):
            assert snapshot(game.deserialize_state(same)) == snapshot(state)


def test_a_replay_names_its_game_and_options(soup):
    data = json.loads(soup.serialize())
    assert data == {
        "format": FORMAT,
        "version": __version__,
        "game": "turtle_soup",
        "options": {"players": 3, "nights": 2, "deck": "basic"},
        "digest": soup.game.digest,
        "history": soup.history(),
    }
    assert snapshot(load_replay(soup.serialize())) == snapshot(soup)
    assert load_replay(soup.serialize()).game == soup.game


def test_a_deck_of_single_cards_loads_as_it_was():
    game = load_game("turtle_soup", deck=[5, 0, 4, 1, 3, 2])
    state = load_replay(play(game.new_initial_state(), 0, 4).serialize())
    assert state.game == game
    assert hash(state.game) == hash(game)


def test_another_version_loads_if_the_moves_still_stand(soup):
    other = load_replay(json.dumps(changed(soup, version="99.0")))
    assert snapshot(other) == snapshot(soup)
    history = [*soup.history()[:-1], 77]
    answer = refused(changed(soup, version="99.0", history=history), soup.game)
    assert answer.startswith("the replay (written by version '99.0') breaks at move 11: ")


# -------------------------------------------------------------------------------- no replays


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "{", "null", "3", '"x"', "[]", "[1, 2]", "{}", "nonsense", b"\xff\xfe", b"\0" * 9,
        "[" * 100_000, '{"format":' * 100_000, "1" * 10_000, '{"format": 1e999}', "NaN", "\ud800",
        '{"format": NaN}', '{"format": 1}', '{"format": true}', '{"format": 1.0}',
        '{"format": "1"}', '{"format": 2}', '{"format": null}', "\n".join(["{"] * 9),
    ],
    ids=short,
)  # fmt: skip
def test_what_is_no_replay_is_refused(soup, text):
    answer = refused(text, soup.game)
    assert answer.startswith(("not a farmenvs replay", "damaged replay: 'game' is missing"))


@pytest.mark.parametrize("thing", [None, 3, object(), ["{}"], {}], ids=short)
def test_what_is_no_text_is_refused(soup, thing):
    for read in (load_replay, soup.game.deserialize_state):
        with pytest.raises(ValueError, match=r"^not a farmenvs replay: it is not JSON$"):
            read(thing)


def test_every_truncation_is_refused(soup):
    data = soup.serialize()
    for end in range(len(data)):
        refused(data[:end], soup.game)


def test_every_damaged_byte_is_refused_or_changes_no_more_than_a_word():
    """A byte of a history may turn into another legal one; nothing else goes unnoticed."""
    state = play(load_game("turtle_soup", players=2, nights=1).new_initial_state(), 0, 6)
    data = state.serialize()
    for place in range(len(data)):
        for byte in (0, ord("7"), ord("x"), ord('"'), 0x80):
            damaged = bytearray(data)
            damaged[place] = byte
            with suppress(ValueError):
                other = load_replay(bytes(damaged))
                assert other.game == state.game
                assert len(other.history()) == len(state.history())
                continue
            refused(bytes(damaged))


JUNK = [
    None, True, 0, -1, 1.5, "", "x", [], {}, [[]], [None], {"a": 1}, 10**30, [[[[]]]], "deep" * 99,
]  # fmt: skip


@pytest.mark.parametrize("field", ["format", "version", "game", "options", "digest", "history"])
def test_a_missing_or_wrong_field_is_refused(soup, field):
    data = json.loads(soup.serialize())
    assert refused({k: v for k, v in data.items() if k != field}, soup.game)
    for junk in JUNK:
        if field == "options" and isinstance(junk, dict):
            refused({**data, field: junk})  # a game that is given knows its own options
        elif not (field == "version" and isinstance(junk, str)) and (field, junk) != (
            "history",
            [],
        ):
            refused({**data, field: junk}, soup.game)


def test_another_game_is_refused(soup):
    assert refused(changed(soup, game="chess")).startswith("no game 'chess'; games: ")
    with pytest.raises(ValueError, match=r"^this is a replay of 'turtle_soup', not of toy$"):
        toy.GAME.load().deserialize_state(soup.serialize())


@pytest.mark.parametrize(
    "options",
    [
        {"nights": 0}, {"nights": 2.0}, {"players": 9}, {"players": "3"}, {"color": 1}, {"": 0},
        {"self": 1}, {"name": "x"}, {"preset": "x"}, {"preset": []}, {"info": 0}, {"deck": {}},
        {"deck": [[0]]}, {"deck": 5}, {"deck": None}, {"nights": 10**30}, {"nights": [2]},
    ],
    ids=short,
)  # fmt: skip
def test_wrong_options_are_refused(soup, options):
    given = {**soup.game.options, **options}
    assert refused(changed(soup, options=given)).startswith("turtle_soup")


def test_other_options_or_cards_are_refused(soup):
    for options in ({"nights": 3}, {"deck": "extended"}, {"players": 2}):
        other = load_game("turtle_soup", **{**soup.game.options, **options})
        with pytest.raises(ValueError, match=r"^this replay was played with other options or car"):
            other.deserialize_state(soup.serialize())
        assert refused(changed(soup, options=other.options)).startswith("this replay was played")
    assert refused(changed(soup, digest="0" * 16), soup.game).startswith("this replay was played")


@pytest.mark.parametrize(
    "action", [None, True, False, -1, 0.0, 1.0, 1e300, 99, 2**63, 10**30, "0", "wait", [0], {}, []]
)
def test_a_move_that_is_no_legal_action_is_refused(soup, action):
    answer = refused(changed(soup, history=[action]), soup.game)
    assert answer.startswith(f"the replay (written by version {__version__!r}) breaks at move 0: ")
    assert refused(changed(soup, history=[*soup.history(), action, 1]), soup.game)


def test_moves_after_the_end_are_refused(game):
    state = play(game.new_initial_state())
    data = changed(state, history=[*state.history(), 0])
    with pytest.raises(ValueError, match="the game is over"):
        game.deserialize_state(json.dumps(data))


# -------------------------------------------------------------------------------- resampled states


@pytest.fixture
def sampled():
    game = load_game("turtle_soup", players=3, nights=2)
    state = play(game.new_initial_state(), 0, 9).resample_from_infostate(1, 3)
    return play(state, 1, 4)


def rebased(state, **fields) -> dict:
    data = json.loads(state.serialize())
    return {**data, "base": {**data["base"], **fields}}


def test_a_resampled_state_is_a_base_record_and_the_events_since(game):
    for plies in (0, 3, 8):
        for p in range(3):
            first = play(game.new_initial_state(), 1, plies).resample_from_infostate(p, 3)
            for state in (first, first.resample_from_infostate((p + 1) % 3, 4)):
                play(state, 2, 3)
                other = game.deserialize_state(state.serialize())
                assert snapshot(other) == snapshot(state)
                again = [s.resample_from_infostate(p, 1) for s in (state, other)]
                assert snapshot(again[0]) == snapshot(again[1])


def test_whether_a_record_is_sound_is_found_out_once(monkeypatch):
    """It is played on interpreted, which takes time in long games."""
    played = []
    monkeypatch.setattr(replay, "_ends", lambda state: not played.append(state))
    one, two = (load_game("turtle_soup", players=n, nights=7) for n in (2, 3))
    for game in (one, two):
        data = game.new_initial_state().resample_from_infostate(0, 0).serialize()
        for _ in range(3):
            game.deserialize_state(data)
    assert [state.game for state in played] == [one, two], "each game for itself"


def test_a_state_resampled_from_a_view_loads_too(game):
    state = play(game.new_initial_state(), 1, 7).view(0).resample(5)
    assert snapshot(game.deserialize_state(state.serialize())) == snapshot(state)


@pytest.mark.parametrize("junk", JUNK, ids=short)
def test_a_base_that_is_none_is_refused(sampled, junk):
    answer = refused({**json.loads(sampled.serialize()), "base": junk}, sampled.game)
    assert answer == "damaged replay: its base record is not whole"


@pytest.mark.parametrize("field", ["record", "check", "observer", "chain", "history"])
def test_a_base_with_a_missing_or_wrong_field_is_refused(sampled, field):
    data = json.loads(sampled.serialize())
    refused({**data, "base": {k: v for k, v in data["base"].items() if k != field}}, sampled.game)
    allowed = {"chain": [None], "observer": [0], "history": [[], [None]]}
    for junk in [*JUNK, "00", "zz" * 16, [True], [1.0], ["1"], 3]:
        if all(junk is not good and repr(junk) != repr(good) for good in allowed.get(field, [])):
            refused(rebased(sampled, **{field: junk}), sampled.game)


def test_a_changed_record_is_refused_by_its_checksum(sampled):
    record = bytearray(base64.b64decode(json.loads(sampled.serialize())["base"]["record"]))
    for place in range(len(record)):
        record[place] ^= 1
        refused(rebased(sampled, record=base64.b64encode(record).decode()), sampled.game)
        record[place] ^= 1


def test_forged_records_are_refused_however_well_they_are_signed(game):
    """Random bytes with a right checksum: no reading outside of arrays, no endless loop."""
    state = game.new_initial_state().resample_from_infostate(0, 0)
    size, dice = game.info.STATE.itemsize, random.Random(0)
    forged = [b"", bytes(1), bytes(size + 1), b"\xff" * size, b"\x7f" * size, b"\x80" * size]
    forged += [dice.randbytes(size) for _ in range(200)]
    for record in forged:
        data = rebased(
            state, record=base64.b64encode(record).decode(), check=_checksum(record), history=[]
        )
        with pytest.raises(ValueError, match=r"^damaged replay: its base record is not whole$"):
            game.deserialize_state(json.dumps({**data, "history": []}))


def test_a_record_forged_in_one_place_is_refused_or_can_be_played_to_its_end(game):
    """Whatever byte is changed, and signed: no error from the depths, no endless loop."""
    state = play(game.new_initial_state(), 1, 6).resample_from_infostate(0, 0)
    data = json.loads(state.serialize())
    record = bytearray(base64.b64decode(data["base"]["record"]))
    refusals = 0
    for place in range(len(record)):
        was = record[place]
        for value in {0, 1, 2, 5, 127, 128, 247, 255} - {was}:
            record[place] = value
            text = base64.b64encode(record).decode()
            forged = rebased(state, record=text, check=_checksum(bytes(record)))
            with suppress(ValueError):
                other = game.deserialize_state(json.dumps(forged))
                assert play(other, 3).is_terminal()
                continue
            assert "base record is not whole" in refused(forged, game)
            refusals += 1
        record[place] = was
    assert refusals > len(record)


def test_a_record_of_the_longest_game_is_tried_for_a_moment_only(monkeypatch):
    game = load_game("turtle_soup", players=6, nights=10_000, deck="extended")
    state = game.new_initial_state().resample_from_infostate(0, 0)
    played = []
    monkeypatch.setattr(State, "apply_action", lambda self, a: played.append(a))
    game.deserialize_state(state.serialize())
    assert 0 < len(played) <= 500


@pytest.mark.parametrize("event", [-1, -5, 44, 10**30])
def test_a_base_history_with_an_event_that_there_is_not_is_refused(event):
    state = load_game("turtle_soup").new_initial_state().resample_from_infostate(0, 0)
    answer = refused(rebased(state, history=[event]), state.game)
    assert answer == "damaged replay: its base record is not whole"


def test_what_dumps_writes_is_plain_json(game):
    for state in (play(game.new_initial_state(), 0, 6), play(game.new_initial_state(), 0)):
        for one in (state, state.resample_from_infostate(0, 0)):
            assert json.loads(dumps(one), parse_constant=lambda _: pytest.fail("no JSON"))
            assert dumps(one).isascii()


def test_numpy_actions_are_written_as_numbers(game):
    state = game.new_initial_state()
    state.apply_action(np.int8(state.legal_actions()[0]))
    assert json.loads(state.serialize())["history"] == state.history()
