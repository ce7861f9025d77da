"""What a seat observes in Turf War (R36 to R39), worked out by hand."""

import numpy as np
import pytest

from farmenvs.core.contract import MODES
from farmenvs.games.turf_war import GAME
from farmenvs.games.turf_war.deck import KINDS
from farmenvs.games.turf_war.loader import HOUSE, loaded
from farmenvs.games.turf_war.text import GRID, card_names
from farmenvs.testing.histories import record
from tests.games.turf import card, do, due, looks, lot, position, words


def observed(state, player, mode="recall"):
    """Return the pieces of an observation by name."""
    return state.game.observation_spec(mode).split(state.observation_tensor(player, mode))


def near(values):
    """Return what compares equal to these values, as far as float32 goes."""
    return pytest.approx(np.array(values), abs=2e-6)


def named(state, counts, kinds="owned"):
    """Return what a piece by kind tells: how many copies of which cards."""
    cfg, names = state.game.cfg, card_names(state.game.cfg)
    if f"{kinds}_runs" in cfg.dtype.names:
        runs = cfg[f"{kinds}_runs"].tolist()
        chosen = np.array([t for first, n in runs for t in range(first, first + n)])
    else:
        chosen = np.flatnonzero(cfg[f"{kinds}_place"] < KINDS)
    found = {}
    for share, t in zip(counts.tolist(), chosen.tolist(), strict=True):
        if share:
            copies = int(cfg["copies"][t]) + state.game.num_players() * int(cfg["starter"][t])
            found[names[t]] = round(share * copies, 3)
    return found


def kind(state, bits):
    """Return the name of the card whose number is written as bits, or "" for none."""
    number = sum(int(bit) << j for j, bit in enumerate(bits))
    return card_names(state.game.cfg)[number - 1] if number else ""


MARKET = {
    "hands": {0: "Rake, Tulips", 1: "Skunk, Skunk"},
    "garages": {0: "Shovel", 1: "Pond, Rake"},
    "yards": {"0 a1": "Garden, Ants", "1 c3": "Cactus, Skunk"[:6]},
    "grass": "0 b2, 1 c3",
    "money": (10, 30),
    "away": (1,),
    "won": {1: "Otis"},
    "row": ("Felix", "Tut", None, "Ida", "Kim"),
    "trash": ["Gopher", "Gopher"],
    "queue": ["Payday", "Rainstorm"],
    "store": ("Tulips", None, "Solar Light", "Solar Light", "Hot Tub"),
}


def test_two_players_observe_no_more_than_1400_floats_and_others_as_many_as_they_need():
    """R39: the Yards take most of them."""
    sizes = {n: GAME.load(players=n).observation_spec().size for n in (2, 3, 4)}
    assert sizes == {2: 1356, 3: 1905, 4: 2454}
    assert GAME.load().observation_spec("table").size == 1188
    yard = GAME.load().observation_spec().slices["yard"]
    assert yard.stop - yard.start == 2 * 9 * 45


def test_seats_are_told_from_ones_own_on():
    """R39: at an action of seat 0; seat 1 is Away, has 30 money and 4 + 2 VP."""
    state = position(**MARKET)
    for seat, order in ((0, [0, 1]), (1, [1, 0])):
        for mode in MODES:
            seen = observed(state, seat, mode)
            assert seen["phase"].tolist() == [0, 1, *[0] * 9]
            assert seen["turn"].tolist() == [int(p == 0) for p in order]
            assert seen["chooser"].tolist() == [int(p == 0) for p in order]
            assert seen["away"].tolist() == [int(p == 1) for p in order]
            assert seen["money"] == near([(10 / 20, 30 / 40)[p] for p in order])
            vp = [1 - 1, 4 + 2]
            assert seen["vp"] == near([0.5 + vp[p] / (2 * abs(vp[p]) + 30) for p in order])
            assert seen["sway"] == near([(0, 1 / 6)[p] for p in order])
            assert seen["held"] == near([2 / 7, 2 / 7])
            assert seen["parked"] == near([(1 / 6, 2 / 7)[p] for p in order])
            # Ornament, Plant, Feature, Pest
            symbols = [[0, 1 / 6, 1 / 6, 1 / 6], [0, 1 / 6, 0, 0]]
            assert seen["symbols"] == near([symbols[p] for p in order])


def test_store_deck_and_trash_are_told_by_kind_and_by_slot():
    """R39."""
    state = position(**MARKET)
    seen = observed(state, 0)
    left = looks(state)["deck"]
    assert seen["in_deck"] == near(left / (left + 30))
    assert named(state, seen["queue"], "event") == {"Rainstorm": 1, "Payday": 1}
    assert named(state, seen["sold"], "sold") == {"Tulips": 1, "Solar Light": 2, "Hot Tub": 1}
    assert named(state, seen["trash"], "pest") == {"Gopher": 2}
    assert seen["store"][:, 0].tolist() == [1, 0, 1, 1, 1]
    assert seen["store"][:, 1] == near([2 / 12, 0, 1 / 11, 1 / 11, 9 / 19])
    assert seen["store"][:, 2].tolist() == [1, 0, 1, 1, 1]
    bits = seen["store"][:, 3:]
    names = ["Tulips", "", "Solar Light", "Solar Light", "Hot Tub"]
    assert [kind(state, each) for each in bits] == names


def test_the_row_tells_what_is_missing_and_what_is_within_reach():
    """R39: Felix needs another Feature, Tut an Ornament; Ida takes 10 money; Kim 6 Grass."""
    state = position(**MARKET)
    seen = observed(state, 0)
    assert seen["row"][:, 0] == near([0.5 + 4 / 38, 0.5 + 5 / 40, 0, 0.5 + 4 / 38, 0.5 + 5 / 40])
    assert seen["row"][:, 1] == near([1 / 3, 1 / 3, 0, 0, 5 / 7])
    assert seen["row"][:, 2].tolist() == [0, 0, 0, 1, 0]
    assert seen["neighbors"].sum() == 4
    assert seen["dealt"].sum() == 5


def test_piles_are_told_by_base_free_places_and_cards():
    """R39: Garden has two Places and two cards; Cactus none on Grass."""
    state = position(**MARKET)
    for seat, order in ((0, [0, 1]), (1, [1, 0])):
        seen = observed(state, seat, "table")
        for r, p in enumerate(order):
            grass = [int(pile == ("b2", "c3")[p]) for pile in GRID]
            assert seen["grass"][r].tolist() == grass
            free = [1 / 3 if (p, pile) == (0, "b2") else 0 for pile in GRID]
            assert seen["free"][r] == near(free)
            cards = {"Garden": 1, "Ants": 1} if p == 0 else {"Cactus": 1}
            found = [named(state, pile, "yard") for pile in seen["yard"][r]]
            assert found == [cards if pile == ("a1", "c3")[p] else {} for pile in GRID]


def test_recall_knows_the_cards_of_the_others_and_those_in_the_deck():
    """R36: everything that came there was seen."""
    state = position(3, **{**MARKET, "hands": {**MARKET["hands"], 2: "Ivy"}})
    seen = observed(state, 1)
    assert named(state, seen["hand"]) == {"Skunk": 2}
    assert named(state, seen["garage"]) == {"Pond": 1, "Rake": 1}
    assert [named(state, cards) for cards in seen["hands"]] == [
        {"Ivy": 1},
        {"Rake": 1, "Tulips": 1},
    ]
    assert [named(state, cards) for cards in seen["garages"]] == [{}, {"Shovel": 1}]
    deck = named(state, seen["deck"], "sold")
    assert deck["Tulips"] == 1
    assert "Skunk" not in deck
    assert state.view(1).tobytes() == state.view(3).tobytes() == state.view(0).tobytes()


def test_table_knows_only_how_many_cards_the_others_have():
    """R3, R37: and not which are in the deck; the own hand and Garage it knows."""
    state = position(**MARKET)
    seen = observed(state, 0, "table")
    assert set(observed(state, 0)) - set(seen) == {"deck", "hands", "garages"}
    assert named(state, seen["hand"]) == {"Rake": 1, "Tulips": 1}
    assert named(state, seen["garage"]) == {"Shovel": 1}
    other = {**MARKET, "hands": {0: "Rake, Tulips", 1: "Ivy, Ivy"}}
    other["garages"] = {0: "Shovel", 1: "Skunk, Skunk"}
    twin = position(**other, deck=None)
    # the Rake of seat 1 lies in the Trash there: else all that shows is alike
    assert "2 cards; Garage 2 cards" in str(state.view(0, "table"))
    assert "2 cards; Garage 2 cards" in str(twin.view(0, "table"))


def test_imagined_worlds_deal_starters_to_hands_and_events_to_the_deck():
    """R38: seat 1 may hold anything that does not lie open, as often as there are copies."""
    state = position(hands={0: "Rake", 1: "Ivy"}, garages={1: "Toolbox"})
    # of the starters only one is not to be seen; it is in the hand or the Garage of seat 1
    worlds = [state.view(0, "table").resample(seed) for seed in range(400)]
    seen = [looks(world) for world in worlds]
    starters = [world["hand 1"] in ("Toolbox",) for world in seen]
    assert 140 < sum(starters) < 260
    for world in seen:
        held = [world["hand 1"], world["garage 1"]]
        assert "Toolbox" in held
        assert not {"Tornado", "Payday", "Rainstorm"} & set(held)
        assert world["deck"] == looks(state)["deck"]
    others = {name for world in seen for name in (world["hand 1"], world["garage 1"])}
    assert len(others) > 40


def test_in_imagined_worlds_a_card_that_is_being_placed_is_in_hand():
    """R38: seat 0 has two cards in hand, one of which it shows; in the Garage all are as likely."""
    state = position(hands={0: "Skunk, Rake", 1: "Ivy"}, garages={0: "Ivy"}, away=(1,))
    do(state, "card skunk")
    worlds = [state.view(1, "table").resample(seed) for seed in range(200)]
    hands = [looks(world)["hand 0"].split(", ") for world in worlds]
    assert all("Skunk" in hand and len(hand) == 2 for hand in hands)
    assert len({card for hand in hands for card in hand}) > 20
    for world in worlds:
        do(world, "own a1")
        assert record(world)["hand"].min() == 0


def test_in_imagined_worlds_who_is_asked_for_a_card_in_hand_has_one_that_will_do():
    """R38: the Cookie Jar has seat 1 play a card: a Tool, a Pest, or what fits on b3."""
    state = position(hands={0: "Cookie Jar", 1: "Tulips, Skunk"}, away=(1,), grass="1 b2")
    do(state, "card cookie jar, next b2")
    assert due(state) == "1 hand"
    worlds = [state.view(0, "table").resample(seed) for seed in range(300)]
    playable = [set(words(world)) for world in worlds]
    assert all(playable)
    hands = [looks(world)["hand 1"].split(", ") for world in worlds]
    # nothing has room but on the Grass under the Cookie Jar
    kinds = {card["name"]: set(card["symbols"]) for card in loaded(HOUSE)["card"]}
    assert all(any(kinds[card] & {"Tool", "Pest"} for card in hand) for hand in hands)
    # of 77 cards 13 are Pests and 14 Tools: (1 - C(64, 2) / C(77, 2)) / (1 - C(50, 2) / C(77, 2))
    share = np.mean([any("Pest" in kinds[card] for card in hand) for hand in hands])
    assert share == pytest.approx(0.535, abs=0.09)


def test_what_is_being_placed_and_by_whose_effect_is_told():
    """R39: a Skunk from a Toolbox; then a card of a pile."""
    state = do(position(hands={0: "Toolbox, Skunk"}, away=(1,)), "card toolbox, card skunk")
    for seat in (0, 1):
        seen = observed(state, seat, "table")
        assert kind(state, seen["card"]) == "Skunk"
        assert kind(state, seen["effect"]) == "Toolbox"
        assert seen["phase"].argmax() == GAME.phases.index("land")
    state = do(position(hands={0: "Rake"}, yards={"0 b3": "Ants, Skunk"}), "card rake, own b3")
    seen = observed(state, 1)
    assert seen["pile"].tolist() == [int(pile == "b3") for pile in GRID]
    assert (kind(state, seen["card"]), kind(state, seen["effect"])) == ("", "Rake")
    state = do(position(row=("Thomas", *[None] * 4), yards={"0 b3": "Ants, Ants"}), "row 1")
    assert kind(state, observed(state, 1)["effect"]) == ""  # a bribe is no card's


# ------------------------------------------------------------------------------ what may be skipped


def skipped(state):
    """Return whether the decision is skipped if only one thing is legal."""
    return bool(state.game.kernels.may_skip(state.game.cfg1, state._record))


@pytest.mark.parametrize(
    ("where", "script", "skips"),
    [
        ({"away": (0,)}, "work", True),  # only done, and all see why
        ({"hands": {}}, "", True),  # an empty hand is no secret
        ({"hands": {0: "Tulips"}}, "", False),  # what fits depends on the hand
        ({"hands": {0: "Rake, Tulips"}}, "card rake", True),  # no more plays
        (
            {"hands": {0: "Rake, Shovel"}, "row": ("Lou", None, None, None, None)},
            "card rake",
            True,  # Lou's Pest is missing: all see that
        ),
        (
            {
                "hands": {0: "Shovel, Shovel"},
                "yards": {"0 a1": "Ants"},
                "row": ("Lou", None, None, None, None),
            },
            "card shovel, own a1, own b2",
            False,  # Lou takes a card in hand
        ),
        (
            {
                "hands": {0: "Watering Can, Shovel"},
                "yards": {"0 a1": "Ants"},
                "row": ("Lou", "Ida", None, None, None),
                "money": (10,),
            },
            "row 2, card watering can, own b1",
            True,  # a Neighbor has been swayed in this turn
        ),
        ({"hands": {0: "Toolbox, Rake"}}, "card toolbox", False),
        ({"hands": {0: "Watering Can"}}, "card watering can", True),
    ],
)
def test_a_decision_is_skipped_only_if_all_can_see_that_it_is_forced(where, script, skips):
    """R39."""
    state = do(position(**where), script)
    assert skipped(state) == skips
    assert due(state)[0] == "0"
    assert words(state)


def test_what_a_bribe_asks_of_a_hand_is_not_told_by_skipping():
    """R39: Tom takes a Tool in hand, and nobody else knows that there is only a Rock."""
    tom = {"name": "Tom", "vp": 1, "bribe": [{"op": "trash", "from": "hand", "kind": "Tool"}]}
    state = lot(card("Gear", "Tool"), card("Rock"), neighbors=[tom], hands={0: "Gear, Rock"})
    assert words(do(state, "card gear")) == ["done"]
    assert not skipped(state)
