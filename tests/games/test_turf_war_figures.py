"""What RULES.md says of the program, and the rule-based player of Turf War."""

import re
from pathlib import Path

import pytest

from farmenvs.agents.arena import play_match
from farmenvs.games.turf_war import GAME, random_cards
from farmenvs.games.turf_war.loader import HOUSE, loaded
from tests.games.rulebook import cited, read_table
from tests.games.turf import card, do, lot, position

FOLDER = Path(__file__).parents[2] / "farmenvs" / "games" / "turf_war"
RULES = (FOLDER / "RULES.md").read_text("utf-8")


def test_the_options_are_those_of_the_rules():
    """The table of options."""
    written = [row[0].strip("`") for row in read_table(RULES, "option")]
    assert written == [option.name for option in GAME.all_options]


def test_the_actions_have_the_numbers_and_words_of_the_rules():
    """0, 1-2, 3, 4-8, 9-13, 14-15, 16 + t, 16 + T + 9 r + k, 16 + T + 9 P + r."""
    for players in (2, 3, 4):
        game = GAME.load(players=players)
        names = [card["name"].lower() for card in loaded(HOUSE)["card"]]
        expected = ["done", "home", "away", "work"]
        expected += [f"store {k}" for k in range(1, 6)] + [f"row {k}" for k in range(1, 6)]
        expected += ["unused 5", "unused 6", *(f"card {name}" for name in names)]
        owners = ["own", "next", "second", "third"][:players]
        expected += [f"{who} {row}{column}" for who in owners for row in "abc" for column in "123"]
        expected += [f"to {who}" for who in owners]
        assert list(game.action_words) == expected
    for _, cell, _ in read_table(RULES, "action"):
        assert set(re.findall("`([^`]+)`", cell)) <= {*expected, "own", "next", "second", "third"}


@pytest.mark.parametrize("source", ["attested", "partly"])
def test_the_rules_say_honestly_which_cards_are_attested(source):
    """R1."""
    written = {row[0]: row[1].split(", ") for row in read_table(RULES, "source")}
    data = loaded(HOUSE)
    names = [each["name"] for each in data["card"] + data["neighbor"] if each["source"] == source]
    assert written[source] == names


def test_who_learns_of_what_when_is_declared_as_the_rules_say():
    """R36, R37."""
    tables = RULES.split("| event |")[1:]
    for suffix, part in zip(((), ("table",)), tables, strict=True):
        for row in read_table("| event |" + part, "event"):
            when = frozenset(row[2].split(", "))
            assert GAME.visibility[(row[0], row[1], *suffix)] == when
    assert len(GAME.visibility) == 6


def test_the_code_cites_no_rule_that_does_not_exist_and_the_tests_cite_each():
    """The numbers in the sources are those of RULES.md."""
    rules = re.findall(r"^\*\*(R\d+)\*\*", RULES, re.MULTILINE)
    assert rules == [f"R{k}" for k in range(1, 40)]
    assert cited(FOLDER, "*.py") <= set(rules)
    assert cited(Path(__file__).parent, "test_turf_war_[cefolsty]*.py") >= set(rules)


# ------------------------------------------------------------------------ the rule-based player


def test_the_rule_based_player_wins_at_least_95_of_100_games_against_a_random_one():
    """With the house set."""
    assert play_match(GAME.load(), ["rules", "random"], 300).standings[0].share.low > 0.95


@pytest.mark.parametrize(
    "options",
    [{"players": 3}, {"players": 4}, {"cards": random_cards(5)}, {"cards": random_cards(6)}],
    ids=["three", "four", "set 5", "set 6"],
)
def test_the_rule_based_player_beats_random_ones_whatever_the_options(options):
    """With any set."""
    game = GAME.load(**options)
    n = game.num_players()
    rules = play_match(game, ["rules"] + ["random"] * (n - 1), 300).standings[0]
    assert rules.share.low > 1 / n


def advice(state):
    """Return the word of what the rule-based player would do now."""
    return state.action_to_string(state.view().advice(0))


NOBODY = (None,) * 5


@pytest.mark.parametrize(
    ("where", "script", "word"),
    [
        # home if there is something to do
        ({"stage": "side", "garages": {0: "Hot Tub"}, "away": (0,), "grass": "0 a1"}, "", "home"),
        ({"stage": "side", "garages": {0: "Hot Tub"}, "away": (0,)}, "", "away"),
        # of cards that fit the one that a Neighbor needs
        (
            {
                "hands": {0: "Solar Light, Cactus"},
                "yards": {"0 a1": "Solar Light, Cairn"},
                "grass": "0 b2",
                "row": ("Amelia", *NOBODY[1:]),
            },
            "",
            "card solar light",
        ),
        # the best that money can buy
        (
            {
                "away": (0,),
                "money": (20,),
                "store": ("Solar Light", "Marble Statue", None, None, "Cactus"),
            },
            "work",
            "store 2",
        ),
        # Grass where there is no room
        (
            {
                "hands": {0: "Watering Can"},
                "yards": {"0 a1": "Mighty Oak"},
                "grass": "0 a3, 0 b1, 0 b2, 0 b3, 0 c1, 0 c2, 0 c3",
            },
            "card watering can",
            "own a2",
        ),
        # the worst of the own cards
        (
            {"hands": {0: "Rake"}, "yards": {"0 a1": "Hot Tub", "0 b1": "Skunk"}},
            "card rake",
            "own b1",
        ),
        ({"hands": {0: "Yard Sale Sign, Skunk, Hot Tub"}}, "card yard sale sign", "card skunk"),
        # Pests for the leader, gifts for others
        (
            {
                "players": 3,
                "hands": {0: "Skunk"},
                "yards": {"2 a1": "Hot Tub, Marble Statue"},
                "away": (1, 2),
                "row": NOBODY,
            },
            "card skunk",
            "second",
        ),
        (
            {
                "players": 3,
                "row": ("Thomas", *NOBODY[1:]),
                "yards": {"0 a1": "Ants, Ants", "1 a1": "Hot Tub, Marble Statue"},
            },
            "row 1, own a1, own a1",
            "to second",
        ),
    ],
)
def test_the_rule_based_player_chooses_what_helps_and_harms_who_is_ahead(where, script, word):
    """By far the best of what may be chosen."""
    assert advice(do(position(**where), script)).startswith(word)


@pytest.mark.parametrize(
    ("where", "word"),
    [
        ({"yards": {"0 a1": "Pond, Garden"}, "row": ("Felix", *[None] * 4)}, "row 1"),
        ({"away": (0,)}, "work"),
        ({"hands": {0: "Skunk"}, "away": (1,)}, "card skunk"),
        ({"hands": {0: "Skunk"}}, "done"),  # it would have to keep it
        ({"hands": {0: "Weed Killer"}, "yards": {"0 a1": "Skunk"}}, "card weed killer"),
        ({"hands": {0: "Catapult"}, "yards": {"1 a1": "Hot Tub"}, "away": (1,)}, "card catapult"),
        ({"hands": {0: "Hot Tub, Solar Light"}, "grass": "0 a1"}, "card hot tub"),
    ],
)
def test_the_rule_based_player_uses_neighbors_pests_and_tools_sensibly(where, word):
    """One thing worth doing."""
    assert advice(position(**where)) == word


def test_the_rule_based_player_keeps_a_pest_that_is_worth_something():
    """It plays a Bee into its own Yard though a rival is Away, and does not throw it away."""
    bee, fan = card("Bee", "Pest", vp=4, copies=1), card("Fan", "Tool", play=[{"op": "throw"}])
    state = lot(bee, fan, hands={0: "Bee"}, away=(1,))
    assert advice(state) == "card bee"
    assert advice(do(state, "card bee")).startswith("own")
    assert advice(lot(bee, fan, hands={0: "Fan"}, yards={"0 a1": "Bee"}, away=(1,))) == "done"
