"""Turnip: cards, options and errors (R1, R2, R22), and what RULES.md says of the program."""

import re
from pathlib import Path

import pytest

from farmenvs.games.turnip import GAME, deck, text
from tests.games.garden import each, new, words
from tests.games.rulebook import cited, cited_by_tests, read_table

FOLDER = Path(deck.__file__).parent
RULES = (FOLDER / "RULES.md").read_text("utf-8")
COUNTS = "the numbers of 2s, 3s, 5s and 7s of each player, 2 to 10 cards in all"


def table(head):
    """Return the rows of the table of RULES.md whose head begins with `head`."""
    return read_table(RULES, head)


# ---------------------------------------------------------------------------------------- the cards


def test_the_cards_are_those_of_the_rules():
    """R1: kind, value, number; ten cards that are worth 34."""
    written = [(int(kind), int(value), int(count)) for kind, value, count in table("kind")]
    counts = GAME.load().options["cards"]
    assert written == [(k, int(deck.VALUES[k]), counts[k]) for k in range(4)]
    assert sum(count for _, _, count in written) == 10
    assert sum(value * count for _, value, count in written) == 34


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_players_have_the_same_ten_cards_and_no_points(players):
    """R1."""
    state = new(players)
    assert each(state, "hand") == [[4, 3, 2, 1]] * players
    assert state.scores() == [0] * players


def test_three_players_and_one_season_are_the_default():
    """R1, R22, options."""
    assert GAME.load().options == {
        "players": 3,
        "seasons": 1,
        "target": None,
        "clock": None,
        "free_claims": False,
        "first_player": "random",
        "cards": (4, 3, 2, 1),
    }


@pytest.mark.parametrize("cards", [(2, 0, 0, 0), (0, 0, 0, 10), (1, 1, 0, 0), [2, 2, 1, 1]])
def test_there_are_small_versions_with_any_two_to_ten_cards(cards):
    """R2: everybody has those."""
    state = new(4, cards=cards)
    assert each(state, "hand") == [list(cards)] * 4
    assert words(state) == [
        f"stash {value}" for value, count in zip((2, 3, 5, 7), cards, strict=True) if count
    ]


def test_a_planting_may_be_claimed_to_be_a_kind_that_nobody_has():
    """R2, RULING: there are 2s only; to say 7 is a lie that everybody sees."""
    state = new(2, cards=(3, 0, 0, 0))
    for word in ("stash 2", "stash 2", "plant 2", "claim 7", "turn up"):
        state.apply_action(state.string_to_action(word))
    assert each(state, "tokens") == [0, 1]


# ---------------------------------------------------------------------------------- options, errors


@pytest.mark.parametrize(
    ("preset", "option"),
    [
        ("baby", ("seasons", 1)),
        ("biannual", ("seasons", 2)),
        ("holy_year", ("seasons", 3)),
        ("turnipocalypse", ("clock", 60)),
        ("never_end", ("target", 200)),
    ],
)
def test_a_preset_sets_how_long_a_game_lasts(preset, option):
    """R22: and leaves the other options alone; the other two lengths are none."""
    options = GAME.load(preset=preset, players=4).options
    lengths = {"seasons": None, "target": None, "clock": None}
    assert {name: options[name] for name in lengths} == lengths | dict([option])
    assert options["players"] == 4
    assert options["cards"] == (4, 3, 2, 1)


def test_an_option_given_beside_a_preset_wins():
    """R22: of the three lengths too, as at most one of them holds."""
    options = GAME.load(preset="turnipocalypse", seasons=2).options
    assert (options["seasons"], options["clock"]) == (2, None)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"players": 1}, "players must be one of 2, 3, 4, 5, not 1"),
        ({"players": 6}, "players must be one of 2, 3, 4, 5, not 6"),
        ({"players": "3"}, "players must be one of 2, 3, 4, 5, not '3'"),
        ({"seasons": 0}, "seasons must be a whole number from 1 to 10000, not 0"),
        ({"seasons": 2.5}, "seasons must be a whole number from 1 to 10000, not 2.5"),
        ({"seasons": None}, "seasons must be a whole number from 1 to 10000, not None"),
        ({"target": 0}, "target must be a whole number from 1 to 10000, not 0"),
        ({"clock": 10_001}, "clock must be a whole number from 1 to 10000, not 10001"),
        ({"clock": True}, "clock must be a whole number from 1 to 10000, not True"),
        ({"free_claims": 1}, "free_claims must be True or False, not 1"),
        ({"first_player": 3}, 'first_player must be "random" or a seat from 0 to 2, not 3'),
        ({"first_player": "me"}, "first_player must be \"random\" or a seat number, not 'me'"),
        ({"cards": 5}, f"cards must be {COUNTS}, not 5"),
        ({"cards": "4321"}, f"cards must be {COUNTS}, not '4321'"),
        ({"cards": (1, 2, 3)}, f"cards must be {COUNTS}, not (1, 2, 3)"),
        ({"cards": (1, 2, -1, 3)}, f"cards must be {COUNTS}, not (1, 2, -1, 3)"),
        ({"cards": (1, 1, 0.5, 1)}, f"cards must be {COUNTS}, not (1, 1, 0.5, 1)"),
        ({"cards": (1, 0, 0, 0)}, f"cards must be {COUNTS}, not (1, 0, 0, 0) (in all 1 card)"),
        (
            {"cards": (4, 4, 2, 1)},
            f"cards must be {COUNTS}, not (4, 4, 2, 1) (in all 11 cards)",
        ),
        ({"seasons": 1, "target": 30}, "give at most one of seasons, target"),
        ({"seasons": 2, "clock": 5}, "give at most one of seasons, clock"),
        ({"target": 9, "clock": 5}, "give at most one of target, clock"),
    ],
)
def test_a_wrong_option_is_refused_in_one_line(options, complaint):
    """R1, R2, R3, R9, R22."""
    with pytest.raises(ValueError, match=f"^turnip: {re.escape(complaint)}$"):
        GAME.load(**options)


def test_an_unknown_preset_is_refused_with_those_there_are():
    """R22."""
    known = "baby, biannual, holy_year, turnipocalypse, never_end"
    with pytest.raises(ValueError, match=f"^turnip has no preset 'long'; presets: {known}$"):
        GAME.load(preset="long")


# ------------------------------------------------------------------- the rules file and the program


def visible(head):
    """Return a visibility table of RULES.md: (event, who), and when."""
    return {(event, who): set(when.split(", ")) for event, who, when, *_ in table(head)}


def test_who_may_know_what_is_declared_as_the_rules_say():
    """R25: the visibility tables of RULES.md are that of the program, and all its rows."""
    declared = dict(GAME.visibility)
    both = visible("event | seen by | when |")
    assert both == {row: when for row, when in declared.items() if len(row) == 2}
    forgotten = visible("event | seen by | when, in table mode")
    assert {(*row, "table"): when for row, when in forgotten.items()} == {
        row: when for row, when in declared.items() if len(row) == 3
    }


def test_the_options_are_declared_as_the_rules_say():
    """The option table of RULES.md has the program's names and defaults."""
    written = [(name.strip("`"), default.strip('`"')) for name, default, *_ in table("option")]
    assert written == [
        (option.name, "none" if option.default is None else str(option.default))
        for option in GAME.all_options
    ]


def test_the_presets_are_declared_as_the_rules_say():
    """R22: the table of presets."""
    written = {name.strip("`"): option.strip("`") for name, option in table("preset")}
    assert written == {
        name: ", ".join(f"{key}={value}" for key, value in chosen.items())
        for name, chosen in GAME.presets.items()
    }


def test_the_actions_have_the_numbers_and_words_of_the_rules():
    """The numbers of the rules: 0-3, 4, 5 + 5 d + u, 24 + t, 45, 46 and 47-50."""
    faces = (2, 3, 5, 7)
    expected = [f"stash {v}" for v in faces] + ["harvest"]
    for down in faces:
        expected += [f"plant {down}", *(f"plant {down} show {up}" for up in faces)]
    expected += [f"claim {total}" for total in range(1, 21)]
    expected += ["say nothing", "turn up", *(f"tax {v}" for v in faces)]
    game = GAME.load()
    assert game.num_distinct_actions() == 51
    assert list(game.action_words) == expected
    numbers = [row[0] for row in table("action")]
    assert numbers == ["0–3", "4", "5 + 5 d + u", "24 + t", "45", "46", "47–50"]
    for _, cell, _ in table("action"):
        assert set(re.findall("`([^`]+)`", cell)) <= set(expected)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_chance_outcomes_are_seats(players):
    """Their words name them."""
    game = GAME.load(players=players)
    assert game.max_chance_outcomes() == players
    assert [text.outcome_word(game.cfg, None, seat) for seat in range(players)] == [
        f"crown to player {seat}" for seat in range(players)
    ]


def test_the_code_cites_no_rule_that_does_not_exist_and_the_tests_cite_each():
    """The numbers in the sources are those of RULES.md."""
    rules = re.findall(r"^\*\*(R\d+)\*\*", RULES, re.MULTILINE)
    assert rules == [f"R{k}" for k in range(1, 30)]
    assert cited(FOLDER, "*.py") <= set(rules)
    assert cited_by_tests(Path(__file__).parent, "test_turnip_*.py") == set(rules)
