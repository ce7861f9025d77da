"""Turf War: sets at the stated limits can be played, and no number outgrows its field (R1)."""

import numpy as np
import pytest

from farmenvs import testing
from farmenvs.games.turf_war import GAME, random_cards
from farmenvs.games.turf_war.checks import copies_of, count_steps, set_faults
from farmenvs.games.turf_war.deck import (
    DEPTH,
    EVENT_CARDS,
    KINDS,
    LONGEST_NAME,
    MOST_COPIES,
    NEIGHBORS,
    STATE,
    STEP_PLAYS,
    STEPS,
    YARD_CARDS,
    YARD_SYMBOLS,
    Op,
    Phase,
)
from farmenvs.games.turf_war.ledger import conserved
from farmenvs.games.turf_war.schema import CARD, EFFECTS, NEIGHBOR, Whole
from farmenvs.testing.histories import random_event, record
from tests.games.turf import card, do, lot

# ------------------------------------------------------------------------------- all limits at once


def largest_set(seed, low):
    """Return a set at all limits: sizes, copies, steps, names, and the numbers of its fields.

    Args:
        seed: Of the random set that is blown up.
        low: Whether numbers are as low as they may be, and not as high.
    """
    data = random_cards(seed, cards=KINDS, neighbors=NEIGHBORS)
    cards, rng = data["card"], np.random.default_rng(seed)
    for c in cards[-2:]:
        c.clear()
        c |= {"name": "Event", "symbols": ["Event"], "play": [{"op": "refresh"}]}
    tools = [c for c in cards if c["symbols"] == ["Tool"]]
    for c in tools[:MOST_COPIES]:
        c.pop("copies", None)
        c.pop("cost", None)
        c["starter"] = True
    for of, most in ((["Event"], EVENT_CARDS), (YARD_SYMBOLS, YARD_CARDS)):
        crowd = [c for c in cards if set(of) & set(c["symbols"])]
        for c in crowd:
            c["copies"] = 1
        while copies_of(cards, *of) < most:
            c = crowd[int(rng.integers(len(crowd)))]
            c["copies"] = min(c["copies"] + 1, MOST_COPIES)
    for k, c in enumerate([*cards, *data["neighbor"]]):
        c["name"] = f"\N{SEEDLING}{k:03}" + "W" * (LONGEST_NAME - 4)
        numbers = (CARD if k < KINDS else NEIGHBOR).fields
        for field in set(c) - {"copies"}:
            if isinstance(numbers[field], Whole):
                c[field] = numbers[field].low if low else numbers[field].high
        for field in EFFECTS:
            for step in c.get(field, ()):
                if step["op"] == "money":
                    step["n"] = -99 if low else 99
    while count_steps([*cards, *data["neighbor"]]) < STEPS:
        next(c for c in tools if c.get("play"))["play"].append({"op": "money", "n": 99})
    return data


@pytest.mark.parametrize("seed", range(3))
def test_sets_at_all_limits_can_be_played(seed):
    """R1, R33: 2 to 4 players, checked and interpreted kernels alike, with nothing lost."""
    data = largest_set(seed, low=seed % 2 == 1)
    assert list(set_faults(data)) == []
    assert sum(c.get("starter", False) for c in data["card"]) == MOST_COPIES
    game = GAME.load(cards=data, players=2 + seed % 3, max_turns=4)
    testing.check_compiled(game, plays=1, seed=seed)
    testing.check_conservation(game, plays=1, seed=seed)


@pytest.mark.parametrize("seed", range(4))
def test_long_games_of_sets_at_all_limits_keep_their_accounts(seed):
    """R33: with bounds checks."""
    game = GAME.load(cards=largest_set(seed, low=seed % 2 == 1), max_turns=60)
    state, rng = game.with_kernels(check=True).new_initial_state(), np.random.default_rng(seed)
    while not state.is_terminal():
        state.apply_action(random_event(state, rng))
        observed = state.view(0).observation()
        assert 0 <= observed.min() <= observed.max() <= 1
    for what, amount, due in conserved(game.cfg, record(state)[0]):
        assert amount == due, what


ONLY = {
    "starters": [card("Rake", "Tool", starter=True, copies=None)],
    "Events": [card("Rain", "Event", play=[{"op": "refresh"}], copies=12)],
    "Pests": [card("Skunk", "Pest", copies=12)],
    "one Tool": [card("Rake", "Tool", copies=1)],
}
"""Sets of a single kind."""


@pytest.mark.parametrize("kind", ONLY)
def test_sets_of_a_single_kind_can_be_played(kind):
    """R1: a Store that stays empty, a deck of Events, nothing for a Yard."""
    (only,) = ONLY[kind]
    only = {field: value for field, value in only.items() if value is not None}
    people = [{"name": f"N{i}", "vp": 1, "bribe": [{"op": "pay", "n": 20}]} for i in range(5)]
    game = GAME.load(cards={"set": "one", "card": [only], "neighbor": people}, max_turns=6)
    testing.check_compiled(game, plays=1, seed=1)
    testing.check_conservation(game, plays=1, seed=1)


# ------------------------------------------------------------------------------- single numbers


def test_money_goes_beyond_what_32_bits_hold():
    """R21: a Start action may bring 50,000, and a game have 100,000 turns."""
    state = lot(card("Rock"), money=(2**31 - 1,), away=(0,))
    do(state, "work")
    assert record(state)["money"][0, 0] == 2**31 + 4
    assert state.view(0).observation().max() <= 1


def test_a_card_can_be_played_again_and_again_in_a_turn():
    """R12, R19: with many `plays`, and Tools that come back to hand."""
    state = lot(
        *(card(f"Patio {k}", "Feature", copies=12, plays=9, places=9) for k in range(2)),
        card("Shed", "Feature", copies=1, tool_to_hand=True, places=9),
        card("Spade", "Tool", copies=1),
        yards={"0 a1": ", ".join(["Patio 0"] * 12 + ["Patio 1"] * 12 + ["Shed"])},
        hands={0: "Spade"},
    )
    plays = 1 + 9 * 24
    do(state, ", ".join(["card spade"] * plays))
    assert record(state)["played"][0] == plays
    assert "card spade" not in [state.action_to_string(a) for a in state.legal_actions()]


@pytest.mark.parametrize(("money", "swayed"), [(34_649, False), (34_650, True)])
def test_a_bribe_may_cost_more_than_16_bits_hold(money, swayed):
    """R16: what its steps take is added up."""
    dear = {"name": "Crassus", "vp": 9, "bribe": [{"op": "pay", "n": 99}] * 350}
    state = lot(card("Rock"), neighbors=[dear], money=(money,))
    assert ("row 1" in [state.action_to_string(a) for a in state.legal_actions()]) == swayed


def test_the_bounds_of_a_game_are_whole_numbers_whatever_the_set():
    """R33: Pests called hundreds of times by hundreds of cards, in 100,000 turns."""
    calls = {"op": "trash", "from": "hand", "n": 99, "optional": True}
    data = {
        "set": "calls",
        "card": [
            card("Altar", copies=12, play=[{**calls, "then": [{"op": "pests_here"}] * 400}]),
            *(card(f"Pest {k}", "Pest", copies=12) for k in range(10)),
            card("Storm", "Event", copies=12, play=[{"op": "refresh"}] * 50),
        ],
        "neighbor": [{"name": f"N{i}", "vp": 1} for i in range(5)],
    }
    game = GAME.load(cards=data, max_turns=100_000)
    assert 2**50 < game.max_game_length() < 2**63
    assert 2**50 < game.max_chance_nodes_in_history() < 2**63


# ------------------------------------------------------------------------------- effects in effects

FODDER = {"op": "trash", "from": "hand", "optional": True}
CHAIN = (
    *(
        card(f"Again {k}", "Tool", copies=12, play=[{**FODDER, "then": [{"op": "play"}]}])
        for k in range(2)
    ),
    *(
        card(f"Altar {k}", copies=12, places=9, play=[{**FODDER, "then": [{"op": "pests_here"}]}])
        for k in range(2)
    ),
    *(
        card(
            f"Rat {k}",
            "Pest",
            copies=12,
            play=[{"op": "take", "optional": True, "then": [{"op": "trash", "from": "store"}]}],
        )
        for k in range(2)
    ),
    *(card(f"Twig {k}", "Tool", copies=12) for k in range(6)),
    *(
        card(f"Storm {k}", "Event", copies=8, play=[{"op": "each", "steps": [{"op": "play"}]}])
        for k in range(2)
    ),
)
"""Cards of which one leads to the next, as deep as the rules allow."""


def choice_in_chain(state):
    """Return the event that leads deepest."""
    s, cfg = record(state)[0], state.game.cfg
    words = {state.action_to_string(a): a for a in state.legal_actions()}
    first = lambda name: next((a for word, a in words.items() if word.startswith(name)), None)  # noqa: E731
    if state.is_chance_node():
        event, other = first("draw storm"), first("draw twig")
        empty = int((s["store"] == KINDS).sum())
        return event if other is None or (empty == 1 and event is not None) else other
    op = cfg["op"][int(s["pc"][int(s["depth"]) - 1])]
    if s["phase"] == Phase.HAND and op == Op.PLAY:
        tools = STEP_PLAYS - 1 - EVENT_CARDS
        return first("card again" if s["step_plays"] < tools else "card altar")
    if s["phase"] == Phase.HAND:
        return first("card twig")
    return state.legal_actions()[-1]


def test_the_deepest_chain_of_effects_fits_into_the_record():
    """R17, R23, R28: 40 cards of `play` steps, 16 Events and as many Pests, one in another."""
    hand = ["Again 0"] * 12 + ["Again 1"] * 12 + ["Altar 0"] * 12 + ["Altar 1"] * 12
    hand += [f"Twig {k}" for k in range(4) for _ in range(12)]
    state = lot(
        *CHAIN,
        hands={0: ", ".join(hand)},
        store=("Twig 4",) * 5,
        trash=("Rat 0",) * 12 + ("Rat 1",) * 12,
        deck=("Twig 4",) * 7 + ("Twig 5",) * 12 + ("Storm 0",) * 8 + ("Storm 1",) * 8,
    )
    do(state, "card again 0")
    deepest = 0
    while len(words := state.legal_actions()) and record(state)["depth"][0]:
        deepest = max(deepest, int(record(state)["depth"][0]))
        state.apply_action(choice_in_chain(state))
    assert words
    assert deepest == 2 * STEP_PLAYS + 5 * EVENT_CARDS + 5 <= DEPTH
    for what, amount, due in conserved(state.game.cfg, record(state)[0]):
        assert amount == due, what


@pytest.mark.parametrize("copies", range(1, MOST_COPIES + 1))
def test_all_copies_of_a_kind_in_one_place_are_observed_as_1(copies):
    """Sums of shares that are rounded must not come out above 1, as that of ten tenths would."""
    weed = {"name": "Weed", "symbols": ["Pest"], "copies": copies}
    hail = {"name": "Hail", "symbols": ["Event"], "copies": copies}
    state = lot(weed, hail, yards={"0 a1": ", ".join(["Weed"] * copies)}, queue=("Hail",) * copies)
    tensor = state.observation_tensor(0)
    assert tensor.max() <= 1
    parts = state.game.observation_spec("recall").split(tensor)
    assert (parts["yard"].max(), parts["queue"].max()) == pytest.approx((1, 1), abs=1e-6)


@pytest.mark.parametrize("field", ["restocking", "carried"])
def test_a_restock_in_which_nothing_is_does_not_add_up(field):
    """R17: such a record, in a replay that was tampered with, would draw from an empty deck."""
    state = lot(card("Weed", "Pest"), deck=("Weed",) * 3)
    cfg, row = state.game.cfg, record(state)[0]
    assert all(found == due for _, found, due in conserved(cfg, row))
    row[field] += 1
    assert any(found != due for _, found, due in conserved(cfg, row))


@pytest.mark.parametrize("field", STATE.names)
def test_a_number_that_a_field_never_holds_does_not_add_up(field):
    """Such a record, in a replay that was tampered with, would lead a kernel astray."""
    state = do(lot(card("Fork", "Tool", play=[{"op": "grass"}]), hands={0: "Fork"}), "card fork")
    cfg, row = state.game.cfg, record(state)[0]
    for end in (np.iinfo(STATE[field].base).min, np.iinfo(STATE[field].base).max):
        for place in {0, row[field].size - 1}:
            spoilt = row.copy()
            numbers = spoilt[field].ravel()
            numbers[place] = end
            spoilt[field] = numbers.reshape(spoilt[field].shape)
            assert does_not_add_up(cfg, spoilt), (field, place, end)


def does_not_add_up(cfg, row):
    """Return whether a record is found out: an index that is none is an error, too."""
    try:
        return any(found != due for _, found, due in conserved(cfg, row))
    except IndexError:
        return True


@pytest.mark.parametrize(
    ("field", "place"),
    [("due_slots", 0), ("due_trash", 1), ("left", 5), ("yard", 9), ("grass", 35), ("of_pile", 0)],
)
def test_a_number_of_what_is_not_there_does_not_add_up(field, place):
    """R28: Pests that nobody calls, effects not in progress, cards, seats that do not play."""
    state = lot(
        card("Rock"), card("Ant", "Pest"), store=("Ant", None, None, None, None), trash=["Ant"]
    )
    cfg, row = state.game.cfg, record(state)[0]
    if field in ("due_slots", "of_pile"):
        row[field] = 1
    else:
        row[field].flat[place] = 1
    assert does_not_add_up(cfg, row)
