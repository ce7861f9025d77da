"""Turtle Soup: cards, options and errors (R1 to R3), and what RULES.md says of the program."""

import re
from pathlib import Path

import numpy as np
import pytest

import farmenvs
from farmenvs.games.turtle_soup import GAME, deck
from tests.games.rulebook import cited, cited_by_tests, read_table

RULES = (Path(deck.__file__).parent / "RULES.md").read_text(encoding="utf-8")


def new(players=4, nights=2, **options):
    return farmenvs.load_game(
        "turtle_soup", players=players, nights=nights, **options
    ).new_initial_state()


def table(head):
    """Return the rows of a table of RULES.md."""
    return read_table(RULES, head)


# ---------------------------------------------------------------------------------------- the cards


def test_the_card_table_of_the_rules_is_that_of_the_program():
    """R1: 44 cards, an index each, with rank, name, suits and chips."""
    expected = []
    for numbers, rank, cards, chips in table("index"):
        first, last = map(int, numbers.split("–"))
        count, kind = chips.split(" ", 1)
        row = [0, 0, 0]
        row[["small", "large", "extra large"].index(kind)] = int(count)
        names = cards.split(", ")
        assert last - first + 1 == len(names)
        assert first == len(expected)
        for name in names:
            suits = sum(1 << "MSWLYK".index(letter) for letter in name.split()[-1])
            expected.append((f"{rank} {name}".lower(), suits, row))
    actual = list(zip(deck.WORDS, deck.SUIT_BITS.tolist(), deck.CHIPS.tolist(), strict=True))
    assert expected == actual


def test_a_card_is_the_chance_outcome_of_its_index():
    """R1: six cards by number, from each part of the table."""
    state = new(deck="extended")
    words = {0: "ace m", 6: "2 author mk", 22: "7 chance meeting ml", 35: "crown windfall k"}
    words |= {36: "pawn harvest msl", 43: "court window slk"}
    for index, word in words.items():
        assert state.action_to_string(index) == word


def test_each_number_rank_shows_each_suit_once():
    """R1: three cards of two suits a rank."""
    for rank in range(2, 10):
        cards = [i for i, word in enumerate(deck.WORDS) if word.startswith(f"{rank} ")]
        assert len(cards) == 3
        assert sum(int(deck.SUIT_BITS[i]) for i in cards) == 0b111111


def test_each_suit_is_on_ten_basic_cards_and_on_fourteen_of_all():
    """R1."""
    for j in range(6):
        has = deck.SUIT_BITS >> j & 1
        assert has[:36].sum() == 10
        assert has.sum() == 14


def test_the_basic_deck_brings_132_small_and_12_large_chips():
    """R1: three times 2 + … + 9 = 44, and six aces and six crowns; and 8 pawns and courts."""
    assert deck.CHIPS[:36].sum(axis=0).tolist() == [132, 12, 0]
    assert deck.CHIPS.sum(axis=0).tolist() == [132, 12, 8]


@pytest.mark.parametrize(
    ("option", "cards", "outcomes"),
    [
        ("basic", range(36), 36),
        ("extended", range(44), 44),
        ((5, 4, 3, 2, 1, 0), range(6), 36),
        ((0, 1, 2, 3, 4, 5, 43), (*range(6), 43), 44),
        (range(44), range(44), 44),
        (np.arange(36), range(36), 36),
    ],
)
def test_a_deck_is_basic_extended_or_any_cards_with_all_six_suits(option, cards, outcomes):
    """R2: the possible first flips are the cards of the deck."""
    state = new(deck=option)
    assert state.legal_actions() == list(cards)
    assert state.game.max_chance_outcomes() == outcomes


@pytest.mark.parametrize(("cards", "name"), [(range(36), "basic"), (range(44), "extended")])
def test_a_whole_deck_by_its_cards_is_the_same_game(cards, name):
    """R2: whose models and replays fit."""
    games = [farmenvs.load_game("turtle_soup", deck=deck) for deck in (cards, name)]
    assert games[0] == games[1]
    assert games[0].options["deck"] == name


def test_the_excuse_is_in_no_deck():
    """R2, RULING: 36 + 8 cards, every one of them with a suit."""
    assert len(deck.WORDS) == 44
    assert not any("excuse" in word for word in deck.WORDS)
    assert (deck.SUIT_BITS > 0).all()


# ----------------------------------------------------------------------------------------- the game


def test_four_players_and_five_nights_are_the_default():
    """R3, options."""
    options = farmenvs.load_game("turtle_soup").options
    assert options == {"players": 4, "nights": 5, "deck": "basic"}


# -------------------------------------------------------------------------- options, bounds, errors


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"players": 1}, "players must be one of 2, 3, 4, 5, 6, not 1"),
        ({"players": 7}, "players must be one of 2, 3, 4, 5, 6, not 7"),
        ({"players": "4"}, "players must be one of 2, 3, 4, 5, 6, not '4'"),
        ({"nights": 0}, "nights must be a whole number from 1 to 10000, not 0"),
        ({"nights": 10_001}, "nights must be a whole number from 1 to 10000, not 10001"),
        ({"nights": 2.5}, "nights must be a whole number from 1 to 10000, not 2.5"),
        ({"nights": True}, "nights must be a whole number from 1 to 10000, not True"),
    ],
)
def test_a_wrong_number_of_players_or_nights_is_refused_in_one_line(options, complaint):
    """R3, R15."""
    with pytest.raises(ValueError, match=f"^turtle_soup: {re.escape(complaint)}$"):
        farmenvs.load_game("turtle_soup", **options)


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("big", ""),
        (5, ""),
        (None, ""),
        (range(45), "there is no card 44"),
        ([-1, *range(36)], "there is no card -1"),
        ([0, *range(36)], "0 ace m is in it 2 times"),
        ((0, 1, 2), "a night ends when all six suits show; missing: L Y K"),
        ((), "a night ends when all six suits show; missing: M S W L Y K"),
        ((38, 41), "nobody could ever choose: every opening would show all six suits"),
        ((0, 1.0, 2, 3, 4, 5), ""),
        (np.zeros(40, np.int64), "0 ace m is in it 40 times"),
    ],
)
def test_a_wrong_deck_is_refused_in_one_line_that_says_why(option, why):
    """R2: small decks need all six suits, each card once, and an opening that does not show six."""
    with pytest.raises(ValueError, match=r"^turtle_soup: deck must be ") as caught:
        farmenvs.load_game("turtle_soup", deck=option)
    message = str(caught.value)
    allowed = '"basic", "extended", or the indices of its cards (0 to 43, each once)'
    assert message.startswith(f"turtle_soup: deck must be {allowed}, not ")
    assert message.endswith(f" ({why})" if why else repr(option))
    assert "\n" not in message


def test_there_is_no_first_player_to_choose():
    """R3: the option of other games is refused, with those there are."""
    complaint = "turtle_soup has no option 'first_player'; options: players, nights, deck"
    with pytest.raises(ValueError, match=f"^{complaint}$"):
        farmenvs.load_game("turtle_soup", first_player=0)


# ------------------------------------------------------------------- the rules file and the program


def test_who_may_know_what_is_declared_as_the_rules_say():
    """R7: the visibility table of RULES.md is that of the program."""
    written = {(event, who): {when} for event, who, when, _ in table("event")}
    assert written == dict(GAME.visibility)


def test_the_options_are_declared_as_the_rules_say():
    """The option table of RULES.md has the program's names and defaults."""
    written = [(name.strip("`"), default.strip('`"')) for name, default, *_ in table("option")]
    assert written == [(option.name, str(option.default)) for option in GAME.all_options]


def test_the_actions_are_declared_as_the_rules_say():
    """The action table of RULES.md has the program's numbers and words."""
    written = [(int(number), word.strip("`")) for number, word, _ in table("action")]
    assert written == list(enumerate(farmenvs.load_game("turtle_soup").action_words))


def test_the_code_cites_no_rule_that_does_not_exist_and_the_tests_cite_each():
    """The numbers in the sources are those of RULES.md."""
    rules = re.findall(r"^\*\*(R\d+)\*\*", RULES, re.MULTILINE)
    assert rules == [f"R{k}" for k in range(1, 18)]
    assert cited(Path(deck.__file__).parent, "*.py") <= set(rules)
    assert cited_by_tests(Path(__file__).parent, "test_turtle_soup_*.py") == set(rules)
