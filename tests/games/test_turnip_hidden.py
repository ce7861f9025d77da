"""Turnip, who may know what, and how the rest is imagined: rules R25 to R28 of its RULES.md.

The exact distribution of imagined worlds is found by dealing single cards in every order.
"""

import itertools
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import chisquare

from farmenvs.games.turnip import GAME
from farmenvs.testing.histories import record
from tests.games.garden import due, each, garden, new, play

FACES = (2, 3, 5, 7)
DRAWS = 20_000

# ------------------------------------------------------------------------------------- small worlds


def cards(counts):
    """Return some cards by their faces, ascending."""
    return tuple(face for face, count in zip(FACES, counts, strict=True) for _ in range(count))


def world(state, seat):
    """Return the hidden cards of a seat: Stash, untested face-down cards, taxes, hand."""
    fields = {name: of[seat] for name, of in state.to_dict().items() if isinstance(of, list)}
    stash = [kind == fields["stash"] for kind in range(4)]
    return tuple(map(cards, (stash, fields["face_down"], fields["tax"], fields["hand"])))


def dealt(unseen, stash, down, tax):
    """Return how likely each world is if single cards are dealt in every order.

    The last three are numbers of cards; the others are the hand.
    """
    orders = list(itertools.permutations(unseen))
    ways = Counter(
        (
            order[:stash],
            tuple(sorted(order[stash:][:down])),
            tuple(sorted(order[stash + down :][:tax])),
            tuple(sorted(order[stash + down + tax :])),
        )
        for order in orders
    )
    return {place: Fraction(count, len(orders)) for place, count in ways.items()}


def check(view, describe, expected):
    """Worlds imagined behind a view come as often as they should, and no others."""
    assert sum(expected.values()) == 1
    rng = np.random.default_rng(1)
    drawn = Counter(describe(view.resample(rng)) for _ in range(DRAWS))
    assert set(drawn) == set(expected)
    places = list(expected)
    counts = [drawn[place] for place in places]
    # seeds are fixed: a pass stays a pass
    assert chisquare(counts, [float(expected[p]) * DRAWS for p in places]).pvalue > 1e-4


@pytest.mark.parametrize(
    ("counts", "script", "unseen", "places"),
    [
        # nothing shown yet: 3 ways to have stashed what, 2 2 3 5 by hand
        ((2, 1, 1, 0), "sow 2", (2, 2, 3, 5), (1, 0, 0)),
        # a face-down card besides
        ((2, 1, 1, 0), "sow 2, sow 3", (2, 2, 3, 5), (1, 1, 0)),
        # a face-up 2, and a face-down card
        ((3, 1, 1, 0), "sow 2, sow 3 show 2", (2, 2, 3, 5), (1, 1, 0)),
        # a face-down 3 that a Turn Up has shown
        ((3, 1, 1, 0), "sow 2, plant 3, claim 3, turn up", (2, 2, 2, 5), (1, 0, 0)),
        # a tested 2 and an untested card of two plantings
        (
            (3, 1, 1, 0),
            "sow 2, plant 2, claim 5, turn up, sow 2, sow 3",
            (2, 2, 3, 5),
            (1, 1, 0),
        ),
        # two face-down cards
        ((3, 1, 1, 0), "sow 2, sow 3, sow 2, sow 2", (2, 2, 2, 3, 5), (1, 2, 0)),
        # a card paid: the 5 won, a 2 was paid; and a face-down card of the next round
        ((3, 1, 1, 0), "sow 2, sow 5, harvest, tax 2, sow 2, sow 3", (2, 2, 2, 3), (1, 1, 1)),
    ],
)
def test_unseen_cards_are_dealt_uniformly_over_stash_field_taxes_and_hand(
    counts, script, unseen, places
):
    """R28: seat 0 imagines seat 1; all orders of the single cards are as likely."""
    state = play(garden(2, cards=counts), script)
    check(state.view(0), lambda w: world(w, 1), dealt(unseen, *places))


def test_two_opponents_are_dealt_independently():
    """R28: each from its own cards: 2 2 3, of which seat 1 has a 3 face up."""
    state = play(garden(cards=(3, 1, 0, 0)), "sow 2, sow 2 show 3, sow 2")
    one = dealt((2, 2, 2), 1, 1, 0)
    two = dealt((2, 2, 2, 3), 1, 1, 0)
    expected = {(a, b): one[a] * two[b] for a in one for b in two}
    check(state.view(0), lambda w: (world(w, 1), world(w, 2)), expected)


def test_a_pending_stash_is_any_kind_with_equal_chances():
    """R28: seat 0 has 2 2 3 5 and stashed one: 1/3 each, though there are two 2s."""
    state = play(new(2, cards=(2, 1, 1, 0)), "stash 2")
    expected = {
        ((2,), (), (), (2, 3, 5)): Fraction(1, 3),
        ((3,), (), (), (2, 2, 5)): Fraction(1, 3),
        ((5,), (), (), (2, 2, 3)): Fraction(1, 3),
    }
    check(state.view(1), lambda w: world(w, 0), expected)


def test_pending_calls_are_made_with_probability_a_half():
    """R28: seats 1 and 2 have spoken, 3 is to; the hidden card of seat 0 is any of its four."""
    state = play(garden(4, cards=(2, 1, 1, 0)), "plant 5, claim 2, turn up, say nothing")
    deals = dealt((2, 2, 3, 5), 1, 1, 0)
    calls = list(itertools.product((0, 1), (0, 1)))
    expected = {(place, pair): deals[place] / 4 for place in deals for pair in calls}

    def describe(imagined):
        stash, _, tax, hand = world(imagined, 0)
        fields = imagined.to_dict()
        return (stash, (FACES[fields["down_card"]],), tax, hand), tuple(fields["call"][1:3])

    check(state.view(3), describe, expected)


def test_a_pending_tax_is_any_kind_in_hand_with_equal_chances():
    """R28: of 2 2 2 5 seat 0 has stashed a card, each with 1/4, and paid a kind of the others."""
    state = play(garden(2, cards=(3, 1, 1, 0)), "sow 3, sow 3, harvest, crown to player 0")
    assert due(state) == "0 tax"
    play(state, "tax 2")
    expected = {
        ((5,), (), (2,), (2, 2)): Fraction(1, 4),
        ((2,), (), (2,), (2, 5)): Fraction(3, 4) * Fraction(1, 2),
        ((2,), (), (5,), (2, 2)): Fraction(3, 4) * Fraction(1, 2),
    }
    check(state.view(1), lambda w: world(w, 0), expected)


def test_a_claim_is_true_in_the_worlds_in_which_the_card_is_of_its_kind():
    """R28: of the face-down card of seat 1, of 2 2 3 5, it said that it is a 2."""
    state = play(garden(2, cards=(2, 1, 1, 0)), "sow 2, plant 3, claim 2, silence")
    truths = set()
    for seed in range(50):
        imagined = state.view(0).resample(seed)
        assert each(imagined, "honest")[1] == each(imagined, "face_down")[1][0]
        truths.add(each(imagined, "honest")[1])
    assert truths == {0, 1}


def test_a_full_deck_is_dealt_card_by_card():
    """R28: of ten unseen cards of seat 1 the stashed one is a 2 in 4 of 10 worlds, …, a 7 in 1."""
    expected = {(2,): Fraction(4, 10), (3,): Fraction(3, 10)}
    expected |= {(5,): Fraction(2, 10), (7,): Fraction(1, 10)}
    check(garden().view(0), lambda w: world(w, 1)[0], expected)


# ------------------------------------------------------------------------------- what is remembered


def test_public_facts_are_in_every_view():
    """R25: numbers of cards, face-up cards, tokens, Markets, points."""
    state = play(garden(), "sow 2 show 3, sow 7, sow 2, harvest, tax 2, sow 5 show 2")
    for p in range(3):
        seen = state.view(p).resample(3)
        for name in ("left", "taxes", "down", "tokens", "market", "points", "face_up"):
            assert each(seen, name) == each(state, name)
    assert each(state, "left") == [7, 7, 6]


def test_a_card_that_lies_face_down_untested_and_its_claim_tell_the_others_nothing():
    """R25: a 7 said to be 7, and a 2 said to be 7; a Harvest tells."""
    states = [play(garden(), f"plant {card}, claim 7, silence, sow 2, sow 2") for card in (2, 7)]
    assert [states[0].view(p).tobytes() == states[1].view(p).tobytes() for p in range(4)] == [
        False,
        True,
        True,
        True,  # an onlooker's
    ]
    assert len({str(state.view(1)) for state in states}) == 1
    for state in states:
        play(state, "harvest")
    assert states[0].view(1).tobytes() != states[1].view(1).tobytes()


def test_own_secrets_are_ones_own_to_see():
    """R25: hand, Stash, taxes and face-down cards, in recall."""
    state = play(garden(stash=5), "sow 7, sow 2, sow 3, harvest, tax 2, sow 3, sow 3, sow 2 show 3")
    for p in range(3):
        assert world(state.view(p).resample(5), p) == world(state, p)


def test_recall_remembers_claims_and_calls_over_the_seasons_and_cards_for_one():
    """R26: seat 0 lied, seat 1 called on it; next season all cards are unseen again."""
    state = new(2, cards=(2, 1, 0, 0), seasons=2)
    play(state, "stash 3, stash 3, plant 2, claim 3, turn up, plant 2, claim 2, turn up")
    assert each(state, "unseen") == [[1, 1, 0, 0]] * 2
    play(state, "harvest, crown to player 0, tax 2, tax 2, stash 2, stash 2")
    seen = state.view(0).resample(0)
    assert each(seen, "unseen") == [[2, 1, 0, 0]] * 2
    assert each(seen, "claims") == [[1, 0], [0, 1]]  # lies, truths of seats 0 and 1
    assert each(seen, "calls") == [[0, 1], [1, 0]]  # on lies, on truths


def test_only_what_was_shown_counts_as_a_lie_or_a_truth():
    """R26: the 2 of seat 0 was not; two seats called on a truth of seat 1."""
    state = play(garden(), "sow 2, plant 3, claim 3, turn up, turn up")
    assert each(state, "claims") == [[0, 0], [0, 1], [0, 0]]
    assert each(state, "calls") == [[0, 1], [0, 0], [0, 1]]


def test_the_table_forgets_what_was_stashed_and_planted_but_for_the_move_in_progress():
    """R27: a 5 stashed and a 2 planted, or the other way round; recall tells them apart."""
    states = [
        play(new(2), f"stash {one}, stash 2, plant {other}") for one, other in ((5, 2), (2, 5))
    ]

    def same(mode):
        return states[0].view(0, mode).tobytes() == states[1].view(0, mode).tobytes()

    assert not same("table")
    for state in states:
        play(state, "claim 2, silence")
    assert same("table")
    assert not same("recall")


def test_the_table_forgets_claims_when_the_calls_are_in():
    """R27: of one's own planting and of the others'."""
    states = [play(garden(2), f"plant 2, claim {total}") for total in (2, 7)]
    for p in range(2):
        assert len({state.view(p, "table").tobytes() for state in states}) == 2
    for state in states:
        play(state, "silence")
    for p in range(2):
        assert len({state.view(p, "table").tobytes() for state in states}) == 1
        assert len({state.view(p).tobytes() for state in states}) == 2


def test_the_table_forgets_who_called_without_winning_a_token():
    """R27: seat 2 called as well, or did not; seat 1 was nearer."""
    script = "plant 2, claim 7, turn up, {}, sow 2, sow 2"
    states = [play(garden(), script.format(word)) for word in ("turn up", "say nothing")]
    for p in range(3):
        assert len({state.view(p, "table").tobytes() for state in states}) == 1
        assert len({state.view(p).tobytes() for state in states}) == 2


def test_the_table_imagines_cards_that_a_turn_up_has_shown_and_cards_that_none_has():
    """R28: whether a past planting was tested it does not know; all the worlds add up."""
    state = play(garden(2), "plant 7, claim 7, turn up, sow 3, sow 2, sow 5 show 2")
    for p in range(2):
        imagined = [state.view(p, "table").resample(seed) for seed in range(200)]
        for each_world in imagined:
            for what, found, right in GAME.conserved(each_world.game.cfg, record(each_world)[0]):
                assert found == right, what
        # the card face up lies beside one that was not tested
        for q, most in enumerate((2, 1)):
            shown = [tuple(each(each_world, "shown")[q]) for each_world in imagined]
            assert {sum(kinds) for kinds in shown} == set(range(most + 1))
            assert len(set(shown)) > 2  # none, and several kinds


@pytest.mark.parametrize(
    ("free", "totals"), [(False, {9, 10, 12, 14}), (True, set(range(1, 21)))], ids=["usual", "free"]
)
def test_the_table_imagines_claims_for_the_cards_as_they_lie(free, totals):
    """R28: of a 2 with a 7 face up; the kind that is claimed is what the total leaves for the 2."""
    state = play(garden(2, free_claims=free), "sow 2 show 7")
    kinds = {2: 0, 3: 1, 5: 2, 7: 3}
    found = set()
    for seed in range(400):
        imagined = state.view(1, "table").resample(seed)
        if free:
            worth, *rest = each(imagined, "said")[0]
            assert set(rest) == {0}
        else:
            worth = next(w for w, k in kinds.items() if each(imagined, "claimed")[0][k]) + 7
        kind = kinds.get(worth - 7, 4)
        assert each(imagined, "claimed")[0] == [int(k == kind) for k in range(5)]
        found.add(worth)
    assert found == totals
