"""Turnip in words: what a view says to a person."""

import pytest

from farmenvs.games.turnip import GAME, text
from farmenvs.terminal import Log
from tests.games.garden import garden, new, play

SHORT = "stash 2, stash 2, sow 2, sow 2, harvest, crown to player 0"
"""A season of two players who have two 2s each: three turns."""


def first_line(state, player=0):
    return str(state.view(player)).splitlines()[0]


def test_after_a_tied_harvest_it_is_told_who_gets_the_crown_and_whose_taxes_are_due():
    """R17, R18: to all seats alike; seats 0, 1 and 3 of four have won."""
    state = play(garden(4), "sow 5, sow 5, sow 2, sow 5, harvest")
    for told, word in (
        ("the Crown is drawn among players 0, 1 and 2", "crown to player 2"),
        ("player 0 to pay a tax, then players 1 and 3", "tax 2"),
        ("player 1 to pay a tax, then player 3", "tax 2"),
        ("player 3 to pay a tax", "tax 2"),
        ("player 2 to plant or harvest", "sow 2"),
    ):
        for p in range(4):
            assert first_line(state, p) == f"Turnip, season 1 of 1: {told}"
        play(state, word)


def test_who_has_no_card_left_is_not_said_to_pay():
    """R18: seats 0 and 1 have won; seat 0 has planted its last."""
    state = play(new(2, cards=(1, 1, 1, 0)), "stash 5, stash 2, sow 2 show 3, sow 5, harvest")
    assert first_line(state) == "Turnip, season 1 of 1: the Crown is drawn among players 0 and 1"
    assert first_line(play(state, "crown to player 0")).endswith(": player 1 to pay a tax")


@pytest.mark.parametrize(
    ("option", "lines"),
    [
        ({}, ["season 1 of 1: player 0 to stash a card", "season 1 of 1: over"]),
        ({"seasons": 2}, ["season 1 of 2: player 0 to", "season 2 of 2: player 0 to"]),
        ({"target": 1}, ["season 1, to 1 point: player 0 to", "season 1, to 1 point: over"]),
        ({"target": 9}, ["season 1, to 9 points: ", "season 2, to 9 points: "]),
        (
            {"clock": 1},
            ["season 1, 0 of 1 turn taken: ", "season 1, the last: all of 1 turn taken"],
        ),
        ({"clock": 4}, ["season 1, 0 of 4 turns taken: ", "season 2, 3 of 4 turns taken: "]),
    ],
)
def test_the_first_line_tells_how_far_the_game_is(option, lines):
    """R22: at the start and after a short season."""
    state = new(2, cards=(2, 0, 0, 0), **option)
    assert first_line(state).startswith(f"Turnip, {lines[0]}")
    assert first_line(play(state, SHORT)).startswith(f"Turnip, {lines[1]}")


def test_when_the_clock_has_run_out_the_season_is_the_last():
    """R22: whole seasons are played, so more turns than the clock has may be taken."""
    state = play(new(2, cards=(2, 0, 0, 0), clock=2), "stash 2, stash 2, sow 2, sow 2")
    assert first_line(state).startswith("Turnip, season 1, the last: all of 2 turns taken: ")
    state = play(state, "harvest")
    assert first_line(state).startswith("Turnip, season 1, the last: all of 2 turns taken: ")


def test_one_of_a_thing_is_not_called_many():
    """R20, R26: a token, a lie and a truth."""
    state = play(garden(2), "plant 2, claim 5, turn up, plant 2, claim 2, turn up")
    lines = str(state.view(0)).splitlines()
    assert lines[1] == "player 0 (you): 0 points, 0 tokens, 0 in the Market, the Crown"
    assert lines[4] == "  was seen to tell 1 lie and 0 truths, called on 0 lies and 1 truth"
    assert lines[5] == "player 1: 0 points, 2 tokens, 0 in the Market"
    play(state, "plant 2, claim 2, turn up")
    assert "player 0 (you): 0 points, 1 token, 0 in" in str(state.view(0))


def test_the_cards_are_explained():
    """R1, R2: those of the version that is played."""
    assert text.explain(GAME.load().cfg)[0].startswith(
        "Everybody has the same cards: 4 of 2, 3 of 3, 2 of 5, 1 of 7. "
    )
    assert "same cards: 3 of 3. " in text.explain(GAME.load(cards=(0, 3, 0, 0)).cfg)[0]


def test_free_claims_are_told_one_by_one():
    """R9, R26: the kinds that they would be are not enough."""
    script = "plant 2, claim 20, silence, sow 2, plant 3, claim 19, turn up"
    line = str(play(garden(2, free_claims=True), script).view(1)).splitlines()[3]
    assert line == (
        "  shown 3, put face down as - and other; face down ?, put face down as - and other;"
        " claims 19 (tested), 20"
    )
    assert "claims" not in str(play(garden(2), "sow 2, sow 2").view(1))


def test_the_log_of_another_seat_tells_how_many_cards_are_planted_and_the_face_up_one():
    """R25: the face-down card is told by the Turn Up."""
    log = Log(garden(2), 1)
    plant, alone = (log.state.game.string_to_action(f"plant {x}") for x in ("7 show 3", "7"))
    assert Log(garden(2), 1).apply(alone) == ["player 0: plant ?"]
    assert Log(garden(2), 0).apply(alone) == ["player 0: plant 7"]
    assert log.apply(plant) == ["player 0: plant ? show 3"]
