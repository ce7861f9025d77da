"""What a seat observes in Turtle Soup, worked out by hand."""

import numpy as np
import pytest

import farmenvs
from farmenvs.games.turtle_soup.deck import WORDS

OPENING = ("9 pact ms", "ace w", "crown end l")
"""Shows M S W L; 9 small and 2 large chips."""


def position(*script, **options):
    """Flip the cards and make the choices that the script names, one word each."""
    state = farmenvs.load_game("turtle_soup", **options).new_initial_state()
    for word in script:
        if state.is_chance_node():
            state.apply_action(WORDS.index(word))
        else:
            state.apply_action(state.string_to_action(word))
    return state


def observed(state, player, mode="recall"):
    """The pieces of an observation by name, as lists."""
    spec = state.game.observation_spec(mode)
    return {
        name: part.tolist()
        for name, part in spec.split(state.observation_tensor(player, mode)).items()
    }


def near(*values):
    return pytest.approx(list(values), abs=1e-6)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(("deck", "cards", "kinds"), [("basic", 36, 2), ("extended", 44, 3)])
def test_the_pieces_follow_the_deck_and_the_number_of_players(deck, cards, kinds, players):
    game = farmenvs.load_game("turtle_soup", players=players, deck=deck)
    for mode in ("recall", "table"):
        sizes = {piece.name: piece.size for piece in game.observation_spec(mode)}
        assert sizes == {
            "up": cards,
            "suits": 6,
            "pot": kinds,
            "share": 1,
            "bust": 1,
            "night": 1,
            "active": players,
            "points": players,
        }


def test_an_opening_as_seat_0_sees_it():
    """Cards 29, 2 and 33 are up, of a deck with 132 small and 12 large chips.

    A bowl brings 9 // 4 = 2 points.  Of the 33 cards left 3 show both Y and K.
    """
    seen = observed(position(*OPENING), 0)
    assert [card for card, up in enumerate(seen["up"]) if up] == [2, 29, 33]
    assert set(seen["up"]) == {0, 1}
    assert seen["suits"] == [1, 1, 1, 1, 0, 0]
    assert seen["pot"] == near(9 / 132, 2 / 12)
    assert seen["share"] == pytest.approx(2 / (2 + 8))
    assert seen["bust"] == pytest.approx(3 / 33)
    assert seen["night"] == 0
    assert seen["active"] == [1, 1, 1, 1]
    assert seen["points"] == [0, 0, 0, 0]


def test_seats_are_told_clockwise_from_ones_own():
    """Seat 1 took a bowl worth 2; seen from seat 0 it is the next, from seat 3 the last but one."""
    state = position(*OPENING, "wait", "bowl", "wait", "wait", "ace m")
    points = 2 / (2 + 40)
    assert observed(state, 0)["active"] == [1, 0, 1, 1]
    assert observed(state, 0)["points"] == near(0, points, 0, 0)
    assert observed(state, 3)["active"] == [1, 1, 0, 1]
    assert observed(state, 3)["points"] == near(0, 0, points, 0)


def test_one_who_has_a_bowl_goes_on_watching():
    """Seat 1, out, is first in its own list; 7 small and 3 large by three are worth 2 + 5."""
    seen = observed(position(*OPENING, "wait", "bowl", "wait", "wait", "ace m"), 1)
    assert seen["active"] == [0, 1, 1, 1]
    assert seen["points"] == near(2 / (2 + 40), 0, 0, 0)
    assert seen["pot"] == near(7 / 132, 3 / 12)
    assert seen["share"] == pytest.approx(7 / (7 + 8))


def test_sealed_choices_are_in_nobodys_observation():
    """Not even one's own: before it matters again it is revealed."""
    before = position(*OPENING)
    for word in ("wait", "bowl"):
        after = position(*OPENING, word)
        for player in range(4):
            assert observed(after, player) == observed(before, player)


def test_the_next_night_begins_with_a_clear_table():
    """All four took 2 points; one night of five is over."""
    seen = observed(position(*OPENING, "bowl", "bowl", "bowl", "bowl"), 2)
    assert not any(seen["up"] + seen["suits"] + seen["pot"])
    assert (seen["share"], seen["bust"]) == (0, 0)
    assert seen["night"] == pytest.approx(1 / 5)
    assert seen["active"] == [1, 1, 1, 1]
    assert seen["points"] == near(*[2 / 42] * 4)


def test_at_the_end_all_nights_are_played():
    seen = observed(position(*OPENING, "bowl", "wait", "5 soldier yk", players=2, nights=1), 1)
    assert seen["night"] == 1
    assert seen["points"] == near(0, 9 / 49)  # 4 small and 1 large


def test_extra_large_chips_are_counted_where_the_deck_may_bring_them():
    """Harvest MSL and Island SWY: 2 of 8 extra large; by two: 10 points."""
    seen = observed(position("pawn harvest msl", "court island swy", deck="extended", players=2), 0)
    assert seen["pot"] == near(0, 0, 2 / 8)
    assert seen["share"] == pytest.approx(10 / 18)
    assert seen["bust"] == pytest.approx(14 / 42)  # K is on 10 basic cards and 4 others


def test_a_small_deck_counts_its_own_chips_and_may_lack_a_kind():
    """Author MK, Desert SY and Mill WL bring 2 + 2 + 8 small chips and no large one."""
    seen = observed(position("2 author mk", "8 mill wl", players=2, deck=(6, 8, 24)), 1)
    assert seen["pot"] == near(10 / 12, 0)
    assert seen["suits"] == [1, 0, 1, 1, 0, 1]
    assert seen["bust"] == 1  # Desert SY is all that is left


def test_the_two_modes_are_alike():
    """Nothing that was shown is covered again."""
    game = farmenvs.load_game("turtle_soup", players=3)
    rng = np.random.default_rng(0)
    state = game.new_initial_state()
    while not state.is_terminal():
        for player in range(3):
            assert observed(state, player, "recall") == observed(state, player, "table")
        move = rng.choice(state.legal_actions())
        state.apply_action(move)
    assert len(state.history()) > 30


@pytest.mark.parametrize("deck", ["basic", "extended"])
def test_all_entries_stay_in_bounds_with_the_most_cards_that_can_lie_face_up(deck):
    """Everybody waits at all cards without Moons, and the last alone takes what lies there."""
    game = farmenvs.load_game("turtle_soup", players=2, nights=1, deck=deck)
    state = game.new_initial_state()
    for card in range(game.max_chance_outcomes()):
        if "m" in WORDS[card].split()[-1]:
            continue
        while state.current_player() >= 0:
            state.apply_action(0)
        state.apply_action(card)
        for player in range(2):
            tensor = state.observation_tensor(player)
            assert tensor.dtype == np.float32
            assert ((tensor >= 0) & (tensor <= 1)).all()
    assert observed(state, 0)["bust"] == 1


def test_the_documentation_names_every_entry_once():
    """The generated table covers 0 … F-1 in order."""
    spec = farmenvs.load_game("turtle_soup", deck="extended").observation_spec()
    covered = [index for part in spec.slices.values() for index in range(part.start, part.stop)]
    assert covered == list(range(spec.size))
    docs = {name: doc for _, name, _, doc in spec.rows()}
    assert docs["pot"].endswith("small, large, extra large")
    assert docs["points"].startswith("points x of each seat: x / (x + 40)")
