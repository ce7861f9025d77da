"""Farming Dice: the tables of its RULES.md, options, numbers, words and errors.

What RULES.md says in tables is compared with the program.
"""

import re
from pathlib import Path

import numpy as np
import pytest

from farmenvs.games.farming_dice import GAME, rules, text
from farmenvs.games.farming_dice.rules import WEIGHTS, Face
from tests.games.farm import new, play
from tests.games.rulebook import cited, cited_by_tests, read_table

PLAYERS = (2, 3, 4, 5, 6)
FOLDER = Path(rules.__file__).parent
RULES = (FOLDER / "RULES.md").read_text("utf-8")


def table(head):
    """Return the rows of a table of RULES.md."""
    return read_table(RULES, head)


def number(formula, **values):
    """Return what a formula of the action table comes to: `2n + i(n+1) + j`."""
    plain = formula.replace("2n", "2*n").replace("i(", "i*(")
    assert re.fullmatch(r"[rnij0-9+*() ]+", plain)
    return eval(plain, {}, values)


# ------------------------------------------------------------------- the rules file and the program


def test_the_crops_are_those_of_the_rules():
    """R1: the crop of each seat."""
    assert table("seat") == [[str(seat), crop] for seat, crop in enumerate(text.CROPS)]


def test_the_faces_are_those_of_the_rules():
    """R3: outcome, face, and how many a die has."""
    written = [(int(o), face, int(faces)) for o, face, faces in table("outcome")]
    assert written == [(face, face.name.lower(), WEIGHTS[face]) for face in Face]
    assert GAME.max_weight == WEIGHTS.max()


def test_the_options_are_declared_as_the_rules_say():
    """The option table has the program's names and defaults."""
    written = [(name.strip("`"), default.strip('`"')) for name, default, *_ in table("option")]
    assert written == [(option.name, str(option.default)) for option in GAME.all_options]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_actions_are_declared_as_the_rules_say(players):
    """The action table has the program's numbers and words."""
    n = players
    pile = ["own", *(f"left-{r}" for r in range(1, n)), "bank"]
    (pick, roll, _), (give, gift, _), (move, carry, _) = table("action")
    written = {}
    for r in range(n):
        written[number(pick, r=r, n=n)] = roll.strip("`").replace("R", pile[r])
        written[number(give, r=r, n=n)] = gift.strip("`").replace("R", pile[r])
    for i in range(n + 1):
        for j in range(n + 1):
            word = carry.strip("`").replace("I", pile[i]).replace("J", pile[j])
            written[number(move, i=i, j=j, n=n)] = word
    game = GAME.load(players=players)
    assert written == dict(enumerate(game.action_words))
    assert game.num_distinct_actions() == 2 * n + (n + 1) ** 2


def test_who_may_know_what_is_declared_as_the_rules_say():
    """The visibility table is that of the program: everything is open."""
    written = {(event, who): {when} for event, who, when, _ in table("event")}
    assert written == dict(GAME.visibility)
    assert GAME.perfect_information == ("recall", "table")


def test_nothing_is_hidden_from_anybody():
    """Every seat, and an onlooker, knows the whole state."""
    state = play(new(3), "left, crop, bank, move left-1 to own")
    worlds = {state.view(p, mode).tobytes() for p in range(4) for mode in ("recall", "table")}
    assert len(worlds) == 1
    assert state.resample_from_infostate(1, rng=0).view(2).tobytes() in worlds


def test_the_code_cites_no_rule_that_does_not_exist_and_the_tests_cite_each():
    """The numbers in the sources are those of RULES.md."""
    numbers = re.findall(r"^\*\*(R\d+)\*\*", RULES, re.MULTILINE)
    assert numbers == [f"R{k}" for k in range(1, 19)]
    assert cited(FOLDER, "*.py") <= set(numbers)
    assert cited_by_tests(Path(__file__).parent, "test_farming_dice_*.py") == set(numbers)


# -------------------------------------------------------------------------------- options, errors


def test_four_players_with_four_tokens_each_and_a_drawn_first_player_are_the_default():
    """R1, R2, R4, R17."""
    expected = {"players": 4, "first_player": "random", "max_turns": 1000, "tokens": 4}
    assert GAME.load().options == expected


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"players": 1}, "players must be one of 2, 3, 4, 5, 6, not 1"),
        ({"players": 7}, "players must be one of 2, 3, 4, 5, 6, not 7"),
        ({"tokens": 0}, "tokens must be a whole number from 1 to 20, not 0"),
        ({"tokens": 21}, "tokens must be a whole number from 1 to 20, not 21"),
        ({"tokens": 4.0}, "tokens must be a whole number from 1 to 20, not 4.0"),
        ({"max_turns": 0}, "max_turns must be a whole number from 1 to 1000000, not 0"),
        ({"max_turns": 10**7}, "max_turns must be a whole number from 1 to 1000000, not 10000000"),
        ({"first_player": "me"}, "first_player must be \"random\" or a seat number, not 'me'"),
        ({"first_player": 4}, 'first_player must be "random" or a seat from 0 to 3, not 4'),
        (
            {"players": 2, "first_player": -1},
            'first_player must be "random" or a seat from 0 to 1, not -1',
        ),
    ],
)
def test_a_wrong_option_is_refused_in_one_line(options, complaint):
    """R1, R2, R4, R17."""
    with pytest.raises(ValueError, match=f"^farming_dice: {re.escape(complaint)}$"):
        GAME.load(**options)


def test_the_record_can_hold_all_tokens_in_one_pile():
    """R2: twenty each of six crops; of each crop no more than its own."""
    fields = rules.STATE.fields
    for name, most in (("held", rules.MOST_TOKENS * rules.SEATS), ("pile", rules.MOST_TOKENS)):
        assert most <= np.iinfo(fields[name][0].base).max
    assert GAME.load(tokens=rules.MOST_TOKENS).options["tokens"] == 20
