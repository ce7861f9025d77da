"""Turf War: the format of card sets as CARDS.md tells it, and card sets in words (R1)."""

import re
import tomllib

import pytest

from farmenvs.games.turf_war import GAME, random_cards
from farmenvs.games.turf_war.checks import SIZES, set_faults
from farmenvs.games.turf_war.deck import (
    EVENT_CARDS,
    MOST_COPIES,
    STEP_PLAYS,
    STEPS,
    YARD_CARDS,
    YARD_SYMBOLS,
)
from farmenvs.games.turf_war.describe import card_row, summary, tables
from farmenvs.games.turf_war.loader import (
    DOTS,
    HOUSE,
    HOUSE_FILE,
    LARGEST,
    loaded,
    parse_cards,
)
from farmenvs.games.turf_war.phrases import DOES, step_in_words
from farmenvs.games.turf_war.schema import (
    CARD,
    FOR_BRIBES,
    FROM,
    NEED,
    NEIGHBOR,
    OPS,
    TRIGGER_FIELDS,
    Whole,
    Word,
    full_op,
)
from farmenvs.games.turf_war.tables import OPS as CARRIED_OUT
from farmenvs.games.turf_war.text import neighbor
from tests.games.rulebook import read_table

GUIDE = HOUSE_FILE.with_name("CARDS.md").read_text("utf-8")
EXAMPLE = HOUSE_FILE.with_name("example.toml")


def example():
    """Return the example as data of one's own."""
    return tomllib.loads(EXAMPLE.read_text("utf-8"))


# ------------------------------------------------------------------------------------- the page


def test_the_example_is_a_right_set_and_can_be_played():
    """R1: from its file, by two."""
    state = GAME.load(cards=EXAMPLE, max_turns=4).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])


def test_the_cards_on_the_page_are_those_of_the_example():
    """R1."""
    ((before, text),) = re.findall("([^\n]*\n[^\n]*\n)\n```toml\n(.*?)```", GUIDE, re.DOTALL)
    data = tomllib.loads(text)
    for what, entries in data.items():
        assert all(entry in example()[what] for entry in entries)
    assert "a\nfragment of `example.toml`: by itself it is no set" in before
    assert [*set_faults(data)] == ["set: is missing", "neighbor: there must be 5 to 32, not 1"]


def test_the_page_and_the_house_set_name_each_other():
    """R1: the set by its option, its file and its name."""
    assert f'"{HOUSE}"' in GUIDE
    assert f"`{HOUSE_FILE.name}`" in GUIDE
    assert f"`{loaded(HOUSE)['set']}`" in GUIDE
    assert "See CARDS.md for the format." in HOUSE_FILE.read_text("utf-8").splitlines()[0]


def test_the_page_does_not_promise_all_faults_at_once():
    """R1: what makes no sense is looked for where all fields are right."""
    assert "all that is wrong" not in GUIDE
    assert "A fault can\n  hide others" in GUIDE
    data = example()
    data["card"][1] |= {"cost": -1, "each": "Plant"}
    assert [*set_faults(data)] == [
        "card 'Tulips': cost: must be a whole number from 0 to 99, not -1"
    ]


def test_the_page_tells_when_triggers_act_and_what_a_bribe_may_have():
    """R9, R16."""
    rows = {row[0].strip("`"): row[2] for row in read_table(GUIDE, "field")}
    assert len({rows[field] for field in TRIGGER_FIELDS}) == len(TRIGGER_FIELDS)
    assert f"| `bribe` | a list of steps | R16; its ops can be {', '.join(FOR_BRIBES)} |" in GUIDE


def test_the_page_names_each_op_with_its_fields():
    """R1: all that some list of steps takes, and no more."""
    rows = {row[0].strip("`"): re.findall("`([^`]+)`", row[1]) for row in read_table(GUIDE, "op")}
    assert {op: set(fields) for op, fields in rows.items()} == {
        op: set(fields) for op, fields in OPS.items()
    }


BESIDE = {"per": {"each": "row"}, "each": {"per": 1}, "discount_kind": {"discount": 1}}
"""What must stand beside a field."""


def ends(what, table, near):
    """Yield what is at and beyond the ends of each number and word of a table, with its neighbors.

    As (what, entry, the field at fault or None); `near` makes the entry from the fields.
    """
    for field, kind in table.fields.items():
        right, wrong = (), ()
        if isinstance(kind, Whole):
            right, wrong = (kind.low, kind.high), (kind.low - 1, kind.high + 1)
        elif isinstance(kind, Word):
            right, wrong = kind.allowed, ("nothing",)
        for value in (*right, *wrong):
            entry = near({**BESIDE.get(field, {}), field: value})
            yield pytest.param(
                what, entry, field if value in wrong else None, id=f"{field}={value}"
            )


@pytest.mark.parametrize(
    ("what", "entry", "fault"),
    [
        *ends("card", CARD, lambda fields: {"name": "X", "symbols": ["Plant"], **fields}),
        *ends("neighbor", NEIGHBOR, lambda fields: {"name": "X", "vp": 1, **fields}),
        *ends("neighbor", NEED, lambda need: {"name": "X", "vp": 1, "need": need}),
    ],
)
def test_values_up_to_the_ends_that_the_page_names_are_right_and_none_beyond(what, entry, fault):
    """R1: each number and word of a card and a Neighbor."""
    data = example()
    data[what][-1] = entry
    found = list(set_faults(data))
    assert len(found) == bool(fault)
    for line in found:
        assert re.fullmatch(rf"{what} 'X': (need\.)?{fault}: must be .*, not .*", line)


def test_the_page_names_the_limits_that_hold():
    """R1."""
    written = {row[0]: row[1] for row in read_table(GUIDE, "what")}
    numbers = [[int(n) for n in re.findall(r"\d+", text)] for text in written.values()]
    assert numbers[:2] == [list(SIZES["card"]), list(SIZES["neighbor"])]
    assert [n[-1] for n in numbers[2:]] == [
        *(MOST_COPIES, MOST_COPIES, YARD_CARDS, EVENT_CARDS, STEPS, 40, LARGEST, DOTS),
        STEP_PLAYS,
    ]


def test_the_page_says_honestly_where_each_card_of_the_house_set_is_from():
    """R1: each card and Neighbor once, under its source."""
    data = loaded(HOUSE)
    for source, *columns in read_table(GUIDE, "source"):
        for what, text in zip(("card", "neighbor"), columns, strict=True):
            names = [entry["name"] for entry in data[what] if entry["source"] == source]
            assert text.split(", ") == names


# ------------------------------------------------------------------------------- a set in words


def test_a_set_is_listed_card_by_card():
    """Numbers, costs, copies, VP, effects and sources."""
    cards, neighbors = tables(HOUSE)
    rows = {row[1]: row for row in cards[2]}
    assert [row[0] for row in cards[2]] == [str(t) for t in range(63)]
    assert rows["Wheelbarrow"] == (
        *("9", "Wheelbarrow", "Tool", "2", "2", "0"),
        *("may take up to 3 cards of the Yard into the hand", "house"),
    )
    assert rows["Rake"][3:5] == ("-", "starter")
    assert rows["Tornado"][3:5] == ("-", "1")
    assert rows["Garden Gnome"][5] == "2 per Plant"
    assert rows["Garden"][2] == "Feature, Plant"
    assert rows["Compost Heap"][6] == "end: may trash 1 card in hand (for each: +4 money)"
    assert rows["Sunflower"][6] == "start: +2 money; Places +1"
    assert rows["Greenhouse"][6] == "Plant cards cost 2 less"
    assert rows["Picket Fence"][6] == "keeps rivals off its Pile and those around"
    assert rows["Plastic Flamingo"][5] == "1 per card in its row"
    assert rows["Burglars"][6] == "all who are Away: -3 money"
    assert rows["Termites"][6] == "trash all other cards of its Pile"
    people = {row[1]: row[2:] for row in neighbors[2]}
    assert people["Rosa"] == ("4", "4 cards, no Pest", "-", "house")
    assert people["Sven"][2] == "pay 5, then put a Pest of Store or Trash into the Yard"


def test_no_card_is_listed_by_a_mere_keyword():
    """R5, R15, R19, R22, R32, R34: each has its words."""
    rows = {row[1]: row for row in tables(HOUSE)[0][2]}
    assert rows["Shed"][6] == "used Tools go back to hand"
    assert rows["Tree House"][6] == "makes up for one symbol that a Neighbor needs"
    assert rows["Root Cellar"][6] == "cards that rivals trash go to the Garage"
    assert rows["Wasps"][6] == "keeps all but Pests off its Pile"
    assert rows["Hedge"][6] == "Places +1; keeps rivals off its Pile"
    tulips = {**example()["card"][1], "per": 2}
    worth = {what: card_row(0, tulips | {"each": what})[5] for what in CARD.fields["each"].allowed}
    assert {what for what, words in worth.items() if words == f"1, 2 per {what}"} == {*YARD_SYMBOLS}


def test_a_set_is_summed_up_in_a_line():
    """And for how many players its Neighbors are enough."""
    assert summary(HOUSE) == (
        "'house-2': 63 kinds of cards, 3 of them starters, 90 cards in the deck; "
        "18 Neighbors, enough for 2 to 4 players"
    )
    data = example()
    assert summary(parse_cards(data)).endswith("5 Neighbors, enough for 2 players")
    data["neighbor"].append({"name": "Fred", "vp": 1})
    assert summary(parse_cards(data)).endswith("6 Neighbors, enough for 2 to 3 players")


def test_all_ops_have_words_and_are_carried_out():
    """Those of the format."""
    full = {op for op in OPS if op != "trash"} | {f"trash from {place}" for place in FROM}
    assert set(DOES) == set(CARRIED_OUT) == full
    assert step_in_words({"op": "play", "n": 2, "must": True}) == "play 2 cards"
    assert step_in_words({"op": "play"}) == "may play 1 card"
    assert step_in_words({"op": "play", "n": 3}) == "may play up to 3 cards"


@pytest.mark.parametrize(
    ("step", "text"),
    [
        ({"op": "grass", "n": 2, "optional": True}, "may turn up to 2 bases to Grass"),
        ({"op": "dirt", "optional": True}, "may turn 1 base to Dirt"),
        ({"op": "dirt_here"}, "turn its own base to Dirt"),
        ({"op": "buy"}, "may buy a card"),
        ({"op": "buy", "off": 3}, "may buy a card for 3 less"),
        (
            {"op": "each", "away": True, "steps": [{"op": "grass", "optional": True}]},
            "all who are Away: may turn 1 base to Grass",
        ),
    ],
)
def test_a_step_is_told_in_whole_sentences(step, text):
    """R21, R31."""
    assert step_in_words(step) == text


def test_the_list_tells_what_a_neighbor_needs_and_takes_as_the_view_does():
    """R15, R16: all that there is to need and to ask for."""
    need = dict.fromkeys(NEED.fields, 1) | {"stack": 3}
    bribes = [
        [{"op": "take", "kind": "Plant", "n": 2}],
        [{"op": "give", "n": 2}],
        [{"op": "garage"}],
        [{"op": "trash", "from": "yard", "n": 2}],
        [{"op": "trash", "from": "hand", "kind": "Tool"}],
        [{"op": "pay", "n": 9}, {"op": "dirt", "n": 2}, {"op": "pest_from_market"}],
    ]
    assert {full_op(step) for bribe in bribes for step in bribe} == {*FOR_BRIBES}
    people = [
        {"name": f"Boss {i}", "vp": 1, "need": need, "bribe": bribe}
        for i, bribe in enumerate(bribes)
    ]
    parsed = parse_cards({**example(), "neighbor": people})
    for i, row in enumerate(tables(parsed)[1][2]):
        told = neighbor(GAME.load(cards=parsed).cfg, i)
        assert "a stack of 3, no Pest" in told
        assert told == f"Boss {i}: 1 VP; needs {row[3]}; bribe: {row[4]}"


@pytest.mark.parametrize("seed", range(20))
def test_random_sets_are_listed_in_full(seed):
    """A row each, and no cell is empty."""
    cards = parse_cards(random_cards(seed))
    for (_, heads, rows), many in zip(tables(cards), (40, 12), strict=True):
        assert len(rows) == many
        assert all(len(row) == len(heads) and all(row) for row in rows)
