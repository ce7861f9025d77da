"""Turf War: card sets, and what a wrong one is told (R1, R2); options."""

import copy
import json
import pickle
import random
import re

import pytest

from farmenvs.games.turf_war import GAME, random_cards
from farmenvs.games.turf_war.deck import KINDS
from farmenvs.games.turf_war.loader import HOUSE, HOUSE_FILE, CardSet, loaded

PEOPLE = [{"name": f"N{i}", "vp": 1} for i in range(7)]
GIFT = {"name": "Gift", "symbols": ["Ornament"]}


def house():
    """Return the house set as data of one's own."""
    return copy.deepcopy(loaded(HOUSE))


def small(card=None, neighbor=None, **fields):
    """Return a set of one card and seven Neighbors; fields of the card, or the Neighbor."""
    first = {**PEOPLE[0], **(neighbor or {})}
    return {
        "set": "small",
        "card": [{**GIFT, **(card or {}), **fields}],
        "neighbor": [first, *PEOPLE[1:]],
    }


# ---------------------------------------------------------------------------------------- ways in


def test_the_house_set_is_the_default():
    """R1."""
    game = GAME.load()
    assert game.options["cards"] == HOUSE
    assert game.num_distinct_actions() == 16 + 63 + 9 * 2 + 2
    assert game.max_chance_outcomes() == 63


def test_a_path_data_and_its_canonical_form_give_the_same_game(tmp_path):
    """R1: the set is carried, not the path."""
    path = tmp_path / "mine.toml"
    path.write_bytes(HOUSE_FILE.read_bytes())
    by_path, by_data = GAME.load(cards=str(path)), GAME.load(cards=house())
    path.unlink()
    assert by_path == by_data == GAME.load(cards=by_path.options["cards"])
    assert by_path.digest == GAME.load().digest
    assert pickle.loads(pickle.dumps(by_path)) == by_path
    text = by_path.new_initial_state().serialize()
    options = json.loads(text)["options"]
    assert GAME.load(**options) == by_path


def test_a_card_set_is_short_to_look_at():
    """Errors and reports name a game by its options."""
    assert repr(GAME.load(cards=small()).options["cards"]) == "<card set 'small': 1 cards>"
    assert isinstance(GAME.load(cards=small()).options["cards"], CardSet)


def test_actions_outcomes_and_observations_follow_the_set():
    """R1: one kind, seven Neighbors."""
    game = GAME.load(cards=small(), players=3)
    assert game.num_distinct_actions() == 16 + 1 + 9 * 3 + 3
    assert game.max_chance_outcomes() == 7
    assert "card gift" in game.action_words
    sizes = {piece.name: piece.shape for piece in game.observation_spec()}
    assert (sizes["yard"], sizes["neighbors"], sizes["hand"]) == ((3, 9, 1), (7,), (1,))


def test_the_sets_of_the_past_are_not_all_kept():
    """R1: research on generalisation loads a new set for each game."""
    for vp in range(99):
        loaded(GAME.load(cards=small(vp=vp)).options["cards"])
    assert loaded.cache_info().currsize < 99


def test_another_set_needs_no_compilation():
    """R1: the kernels are the same."""
    assert GAME.load(cards=small()).kernels is GAME.load().kernels


# ------------------------------------------------------------------------------------ wrong sets

NAME = "a line of 1 to 40 printable characters, with single blanks"
STEP = "card 'Gift': play[0]"
MONEY = {"op": "money"}


def event(name, copies):
    """Return an Event."""
    return {"name": name, "symbols": ["Event"], "copies": copies}


def starter(k):
    """Return one of several starters."""
    return {"name": f"Rake {k}", "symbols": ["Tool"], "starter": True}


def play(*steps, symbols=("Ornament",), **fields):
    return small(play=list(steps), symbols=list(symbols), **fields)


@pytest.mark.parametrize(
    ("cards", "complaint"),
    [
        # the whole
        ({}, "set: is missing; and 2 more"),
        ({**small(), "deck": 1}, "deck: no such field; fields: set, card, neighbor"),
        ({**small(), "set": 7}, f"set: must be {NAME}, not 7"),
        ({**small(), "set": "a\nb"}, f"set: must be {NAME}, not 'a\\nb'"),
        ({**small(), "card": []}, "card: there must be 1 to 96, not 0"),
        ({**small(), "card": 3}, "card: must be tables [[card]]"),
        ({**small(), "card": [3]}, "card 1: must be a table"),
        ({**small(), "neighbor": PEOPLE[:4]}, "neighbor: there must be 5 to 32, not 4"),
        ({**small(), "card": [GIFT, GIFT]}, "card 'Gift': name: there are two of that name"),
        (
            {**small(), "card": [{**GIFT, "name": f"G{i}"} for i in range(KINDS + 1)]},
            "card: there must be 1 to 96, not 97",
        ),
        (
            {**small(), "card": [{**GIFT, "name": f"G{i}", "copies": 12} for i in range(14)]},
            "card: there may be 160 copies of cards for Yards at most, not 168",
        ),
        (
            {**small(), "card": [event("Rain", 12), event("Hail", 5)]},
            "card: there may be 16 copies of Events at most, not 17",
        ),
        (
            {**small(), "card": [starter(k) for k in range(13)]},
            "card: there may be 12 starters at most, not 13",
        ),
        (small(end=[MONEY] * 510), "card: there may be 512 rows of steps at most, not 513"),
        (
            small(end=[MONEY] * 507, home=[{"op": "take", "optional": True, "then": [MONEY]}]),
            "card: there may be 512 rows of steps at most, not 514",
        ),
        (
            small(neighbor={"bribe": [{"op": "pay"}] * 510}),
            "card: there may be 512 rows of steps at most, not 513",
        ),
        # cards
        (small(name=""), f"card 1: name: must be {NAME}, not ''"),
        (small(name="a\nb"), f"card 1: name: must be {NAME}, not"),
        (small(name=3), f"card 1: name: must be {NAME}, not 3"),
        (small(name="x" * 41), f"card 1: name: must be {NAME}, not 'x"),
        (
            small(symbols=[]),
            "card 'Gift': symbols: must be a list of one or more of Tool, Or",
        ),
        (
            small(symbols=["Weed"]),
            "card 'Gift': symbols: must be one of Tool, Ornament, Plant, Feature, Pest, Event, "
            "not 'Weed'",
        ),
        (
            small(symbols=["Plant"] * 2),
            "card 'Gift': symbols: must be different ones, not ['Plant', 'Plant']",
        ),
        (small(symbols=["Tool", "Pest"]), "card 'Gift': symbols: Tool and Event stand alone"),
        (small(cost=-1), "card 'Gift': cost: must be a whole number from 0 to 99, not -1"),
        (small(copies=0), "card 'Gift': copies: must be a whole number from 1 to 12, not 0"),
        (small(copies=1.0), "card 'Gift': copies: must be a whole number from 1 to 12, not 1.0"),
        (small(vp=True), "card 'Gift': vp: must be a whole number from -99 to 99, not True"),
        (small(per=1), "card 'Gift': per: needs each beside it"),
        (small(discount_kind="Tool"), "card 'Gift': discount_kind: needs discount beside it"),
        (
            small(per=1, each="Tool"),
            "card 'Gift': each: must be one of Ornament, Plant, Feature, Pest, row, column, "
            "adjacent, pile, grass, neighbor, not 'Tool'",
        ),
        (small(shield="yard"), "card 'Gift': shield: must be one of pile, adjacent, not 'yard'"),
        (small(wild=1), "card 'Gift': wild: must be true or false"),
        (
            small(source="me"),
            "card 'Gift': source: must be one of attested, partly, house, not 'me'",
        ),
        (
            small(symbols=["Tool"], vp=1),
            "card 'Gift': vp: makes no sense on a card that is never in a Yard",
        ),
        (
            small(symbols=["Event"], start=[]),
            "card 'Gift': start: makes no sense on a card that is never in a Yard",
        ),
        (small(symbols=["Event"], cost=1), "card 'Gift': cost: an Event has none"),
        (small(starter=True), "card 'Gift': starter: only a Tool can be one"),
        (
            small(symbols=["Tool"], starter=True, cost=1),
            "card 'Gift': cost: makes no sense on a starter",
        ),
        (
            small(symbols=["Tool"], starter=True, copies=1),
            "card 'Gift': copies: makes no sense on a starter",
        ),
        # steps
        (small(play=3), "card 'Gift': play: must be a list of steps"),
        (small(home=[3]), "card 'Gift': home[0]: must be a table with an op"),
        (play({"op": "pay"}), f"{STEP}.op: must be one of money, grass, dirt, dirt_here, trash,"),
        (
            play({"op": "move", "kind": "Pest"}),
            f"{STEP}.kind: no such field of 'move' here; fields: n, optional",
        ),
        (
            play({"op": "money", "n": 0}),
            f"{STEP}.n: must be a whole number from -99 to 99 but 0, not 0",
        ),
        (play({"op": "take", "n": 0}), f"{STEP}.n: must be a whole number from 1 to 99, not 0"),
        (play({"op": "trash"}), f"{STEP}.from: is missing"),
        (
            play({"op": "trash", "from": "deck"}),
            f"{STEP}.from: must be one of yard, pile, hand, store, rival, not 'deck'",
        ),
        (play({"op": "each"}), f"{STEP}.steps: is missing"),
        (play({"op": "each", "steps": 3}), f"{STEP}.steps: must be a list of steps, not 3"),
        (
            play({"op": "take", "then": []}),
            f"{STEP}.then: only an optional step has it",
        ),
        (
            play({"op": "each", "steps": [{"op": "tornado"}]}),
            f"{STEP}.steps[0].op: must be one of money, grass,",
        ),
        (
            play({"op": "dirt_here"}, symbols=["Tool"]),
            f"{STEP}.op: 'dirt_here' makes no sense on a Tool, in an Event or in each: no Pile",
        ),
        (
            play({"op": "pests_here"}, symbols=["Tool"]),
            f"{STEP}.op: 'pests_here' makes no sense on a Tool",
        ),
        (
            play({"op": "trash", "from": "pile"}, symbols=["Tool"]),
            f"{STEP}.op: 'trash from pile' makes no sense on a Tool",
        ),
        (
            play({"op": "money"}, {"op": "trash", "from": "pile"}),
            "card 'Gift': play[1].op: 'trash from pile' must be the first step",
        ),
        (
            play({"op": "money"}, symbols=["Event"]),
            f"{STEP}.op: an Event speaks to all: each, tornado, refresh, not 'money'",
        ),
        (
            play({"op": "play"}, symbols=["Pest"]),
            f"{STEP}.op: a Pest that is played may not 'play'",
        ),
        (
            play({"op": "pests_here"}, symbols=["Plant", "Pest"]),
            f"{STEP}.op: a Pest that is played may not 'pests_here'",
        ),
        (
            play({"op": "take", "optional": True, "then": [{"op": "play"}]}, symbols=["Pest"]),
            f"{STEP}.then[0].op: a Pest that is played may not 'play'",
        ),
        (
            play({"op": "take", "optional": True, "then": [{"op": "trash", "from": "pile"}]}),
            f"{STEP}.then[0].op: 'trash from pile' must be the first step",
        ),
        (
            play({"op": "trash", "from": "pile", "n": -1, "then": []}),
            f"{STEP}.then: all are trashed without a choice",
        ),
        (
            play({"op": "take", "optional": True, "then": [{"op": "take", "then": []}]}),
            f"{STEP}.then[0].then: no such field of 'take' here; fields: n, kind, optional",
        ),
        (
            play({"op": "trash", "from": "hand", "n": -1}),
            f"{STEP}.n: all are trashed from the pile only, not from hand",
        ),
        (
            play({"op": "trash", "from": "pile", "n": -1, "optional": True}),
            f"{STEP}.optional: all are trashed without a choice",
        ),
        (
            play({"op": "each", "steps": [{"op": "dirt_here"}]}),
            f"{STEP}.steps[0].op: 'dirt_here' makes no sense on a Tool, in an Event or in each",
        ),
        # Neighbors
        (
            small(neighbor={"bribe": [{"op": "trash", "from": "store"}]}),
            "neighbor 'N0': bribe[0].op: 'trash from store' can't be a bribe; these can: pay,",
        ),
        (
            small(neighbor={"bribe": [{"op": "trash", "from": "yard", "n": -1}]}),
            "neighbor 'N0': bribe[0].n: all are trashed from the pile only, not from yard",
        ),
        (small(neighbor={"vp": "3"}), "neighbor 'N0': vp: must be a whole number from -99 to 99"),
        (small(neighbor={"wants": 1}), "neighbor 'N0': wants: no such field"),
        (
            small(neighbor={"need": {"Tool": 1}}),
            "neighbor 'N0': need.Tool: no such field; fields: Orna",
        ),
        (small(neighbor={"need": {"no_pest": 2}}), "neighbor 'N0': need.no_pest: must be 1, not 2"),
        (
            small(neighbor={"bribe": [{"op": "money", "n": -3}]}),
            "neighbor 'N0': bribe[0].op: must be one of pay, pest_from_market, dirt, ",
        ),
        (
            small(neighbor={"bribe": [{"op": "take", "optional": True}]}),
            "neighbor 'N0': bribe[0].optional: no such field of 'take' here; fields: n, kind",
        ),
        (
            small(neighbor={"bribe": [{"op": "give"}, {"op": "take", "kind": "Pest"}]}),
            "neighbor 'N0': bribe[1].kind: must be that of the other step that draws on the same",
        ),
    ],
)
def test_a_wrong_set_is_refused_naming_the_card_and_the_field(cards, complaint):
    """R1."""
    with pytest.raises(ValueError, match=re.escape(f"(card set: {complaint}")) as caught:
        GAME.load(cards=cards)
    assert len(str(caught.value).splitlines()) == 1


def test_an_unknown_op_is_refused_with_those_there_are():
    """R1."""
    with pytest.raises(ValueError, match=r"play\[0\].op: must be one of money, .*'jump'"):
        GAME.load(cards=play({"op": "jump"}))


def test_a_file_is_named_in_what_is_said_of_it(tmp_path):
    """R1: whether it is missing, no TOML, or wrong."""
    path = tmp_path / "mine.toml"
    with pytest.raises(ValueError, match=r"mine.toml: No such file"):
        GAME.load(cards=path)
    path.write_text("[[card]\n", "utf-8")
    with pytest.raises(ValueError, match=r"mine.toml: Expected"):
        GAME.load(cards=path)
    path.write_text("[[card]]\nname = 'Gift'\n", "utf-8")
    with pytest.raises(ValueError, match=r"mine.toml: set: is missing; and 2 more\)"):
        GAME.load(cards=path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match=r"mine\.toml"):
        GAME.load(cards=path)


@pytest.mark.parametrize("cards", [7, None, True, ["house"], "{", "{}", "[]"])
def test_what_is_no_card_set_is_refused_in_one_line(cards):
    """R1."""
    with pytest.raises(ValueError, match=r'^turf_war: cards must be "house", the path') as caught:
        GAME.load(cards=cards)
    assert len(str(caught.value).splitlines()) == 1


def test_a_set_needs_enough_neighbors_for_the_players():
    """R7: 5 for two, one more for each other player."""
    few = {**small(), "neighbor": PEOPLE[:6]}
    GAME.load(cards=few, players=3)
    with pytest.raises(ValueError, match="4 players need 7 or more, not 6"):
        GAME.load(cards=few, players=4)


@pytest.mark.parametrize("seed", range(60))
def test_damaged_sets_are_refused_in_one_line_or_can_be_played(seed):
    """R1: one value of a random set is replaced by something else."""
    rng = random.Random(seed)
    data = random_cards(seed, cards=12, neighbors=7)
    entry = rng.choice(data["card"] + data["neighbor"])
    field = rng.choice(list(entry))
    entry[field] = rng.choice([None, -1, 10**9, "x", [], {}, [{}], [{"op": "play"}], True, 1.5])
    said = refusal(data)
    assert len(said.splitlines()) == bool(said)
    if not said:
        GAME.load(cards=data).with_kernels(jit=False).new_initial_state()


def refusal(data):
    """Return what is said of a set that is refused, or nothing."""
    try:
        GAME.load(cards=data)
    except ValueError as error:
        return str(error)
    return ""


def test_sets_up_to_the_limits_are_right():
    """R1: and not one more, see above."""
    full = small(end=[MONEY] * 505, home=[{"op": "take", "optional": True, "then": [MONEY]}])
    full["card"] += [event("Rain", 12), event("Hail", 4), *(starter(k) for k in range(12))]
    assert refusal(full) == ""
