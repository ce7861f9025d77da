"""What a seat observes in Farming Dice, worked out by hand."""

import numpy as np
import pytest

from tests.games.farm import new, piles, play


def observed(state, player, mode="recall"):
    """The pieces of an observation by name, as lists."""
    spec = state.game.observation_spec(mode)
    tensor = state.observation_tensor(player, mode)
    return {name: part.tolist() for name, part in spec.split(tensor).items()}


def near(*values):
    return pytest.approx(list(values), abs=1e-6)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_pieces_follow_the_number_of_players(players):
    n = players
    sizes = {piece.name: piece.shape for piece in new(n).game.observation_spec()}
    assert sizes == {
        "piles": (n + 1, n),
        **dict.fromkeys(("farms", "turn", "picked", "crops", "die", "came"), (n,)),
        "decision": (5,),
        "gifts": (3,),
        "turns": (),
    }


def test_piles_are_told_from_ones_own_on_clockwise_and_the_bank_last_and_crops_likewise():
    """Shares of the four tokens of a crop; seat 1 is first for itself, and so is corn."""
    state = play(new(3), "left, crop, bank, move left-1 to own, give own crop, give own crop")
    assert piles(state) == "001 0111 2222 | 0"
    assert observed(state, 0)["piles"] == [
        [0.5, 0.25, 0],
        [0.25, 0.75, 0],
        [0, 0, 1],
        [0.25, 0, 0],
    ]
    assert observed(state, 1)["piles"] == [
        [0.75, 0, 0.25],
        [0, 1, 0],
        [0.25, 0, 0.5],
        [0, 0, 0.25],
    ]
    assert observed(state, 2)["piles"] == [
        [1, 0, 0],
        [0, 0.5, 0.25],
        [0, 0.25, 0.75],
        [0, 0.25, 0],
    ]


def test_shares_are_of_the_tokens_that_each_crop_has():
    state = play(new(2, tokens=3), "left, blank, give own crop")
    assert observed(state, 0)["piles"] == [near(2 / 3, 0), near(1 / 3, 1), [0, 0]]


def test_dice_that_are_picked_are_told_to_all_each_from_its_own_seat():
    """Seat 1 of four has picked corn, its own, and onion, two to its left; one more is to pick."""
    state = play(new(4, 1, tokens=3), "roll own die, roll left-2 die")
    for player, turn, picked in (
        (0, [0, 1, 0, 0], [0, 1, 0, 1]),
        (1, [1, 0, 0, 0], [1, 0, 1, 0]),
        (2, [0, 0, 0, 1], [0, 1, 0, 1]),
    ):
        seen = observed(state, player)
        assert (seen["turn"], seen["picked"]) == (turn, picked)
        assert seen["decision"] == [1, 0, 0, 0, 0]
        assert not any(seen["crops"] + seen["die"] + seen["came"] + seen["gifts"])


def test_while_dice_are_rolled_it_is_told_which_is_next_and_what_the_others_show():
    """Seat 0 has rolled apple: Crop, and corn: Bank; wheat is next, and then onion."""
    seen = observed(play(new(), "crop, bank"), 3)
    assert seen["turn"] == [0, 1, 0, 0]
    assert seen["die"] == [0, 0, 0, 1]  # wheat, three to the left of onion
    assert seen["picked"] == [1, 0, 0, 0]
    assert seen["crops"] == [0, 1, 0, 0]
    assert seen["gifts"] == [0, 0, 1 / 4]
    assert seen["decision"] == [0, 0, 0, 0, 0]


def test_dice_vanish_as_they_are_carried_out():
    """Seat 0: Crops of corn and wheat, then Left, Right and Bank, a quarter each of four dice."""
    state = play(new(5, tokens=5), "left, crop, crop, right, bank")
    seen = observed(state, 0)
    assert (seen["die"], seen["crops"]) == ([0, 1, 0, 0, 0], [0, 1, 1, 0, 0])
    assert (seen["decision"], seen["gifts"]) == ([0, 1, 0, 0, 0], near(0.2, 0.2, 0.2))
    play(state, "move left-1 to own")
    seen = observed(state, 0)
    assert (seen["die"], seen["crops"]) == ([0, 0, 1, 0, 0], [0, 0, 1, 0, 0])
    assert seen["came"] == [0, 1, 0, 0, 0]
    play(state, "move left-2 to bank")
    for decision, gifts in (
        ([0, 0, 1, 0, 0], (0.2, 0.2, 0.2)),
        ([0, 0, 0, 1, 0], (0, 0.2, 0.2)),
        ([0, 0, 0, 0, 1], (0, 0, 0.2)),
    ):
        seen = observed(state, 0)
        assert (seen["decision"], seen["gifts"]) == (decision, near(*gifts))
        assert seen["came"] == [0, 1, 0, 0, 0]
        assert not any(seen["die"] + seen["crops"])
        play(state, "give own crop")
    seen = observed(state, 0)
    assert not any(seen["came"] + seen["gifts"])


def test_what_came_is_told_of_the_pile_that_gives_whoever_looks():
    """Seat 2 has taken one of apple, relative crop 1 for it, and 2 for seat 1."""
    state = play(new(3, 2), "left, crop, blank, move left-1 to own")
    assert observed(state, 2)["came"] == [0, 1, 0]
    assert observed(state, 1)["came"] == [0, 0, 1]


def test_who_is_out_has_no_farm_and_its_tokens_are_gone():
    """Seat 1 of three with one token each."""
    state = play(new(3, tokens=1), "roll left-1 die, crop, move left-1 to bank")
    assert observed(state, 0)["farms"] == [1, 0, 1]
    assert observed(state, 1)["farms"] == [0, 1, 1]
    assert observed(state, 2)["farms"] == [1, 1, 0]
    assert observed(state, 1)["piles"] == [[0, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]]


def test_turns_are_counted_to_where_the_game_is_cut():
    state = new(2, max_turns=8)
    for k in range(8):
        assert observed(state, 1)["turns"] == k / 8
        play(state, "blank, blank")
    seen = observed(state, 1)
    assert seen["turns"] == 1
    assert not any(seen["turn"] + seen["decision"])


def test_before_the_first_player_is_drawn_it_is_nobodys_turn():
    seen = observed(new(3, "random"), 0)
    assert seen["turn"] == [0, 0, 0]
    assert seen["farms"] == [1, 1, 1]


def test_the_two_modes_are_alike():
    """Nothing is hidden."""
    state = new(4)
    rng = np.random.default_rng(0)
    while not state.is_terminal():
        for player in range(4):
            assert observed(state, player, "recall") == observed(state, player, "table")
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert len(state.history()) > 30


def test_a_view_tells_in_words_what_lies_where_and_what_is_to_do():
    """As seat 2 sees it."""
    state = play(new(3), "left, crop, bank, move left-1 to own, give own crop")
    assert str(state.view(2)).splitlines() == [
        "Farming Dice, 0 turns rolled",
        "from here: own is wheat, left-1 is apple, left-2 is corn",
        "player 0, apple: 4 tokens (3 apple, 1 corn)",
        "player 1, corn: 4 tokens (1 apple, 3 corn)",
        "player 2 (you), wheat: 4 tokens (4 wheat)",
        "Bank: 0 tokens",
        "player 0 gives a token to the Bank; to the Bank: 1; came to stay: corn",
    ]
    assert "from here" not in str(state)


@pytest.mark.parametrize(
    ("script", "line"),
    [
        ("", "player 0 has 3 more to pick of the dice"),
        ("roll own die", "player 0 has 2 more to pick of the dice; to roll: apple"),
        (
            "roll own die, roll left-1 die, roll left-3 die, crop",
            "player 0 rolls the corn die; to roll: onion; crop: apple",
        ),
        (
            "roll own die, roll left-1 die, roll left-3 die, right, crop, crop",
            "player 0 moves a token of corn; crop: corn, onion; right: 1",
        ),
        (
            "roll own die, roll left-1 die, roll left-3 die, right, left, left",
            "player 0 gives a token left; left: 2; right: 1",
        ),
    ],
)
def test_the_last_line_tells_whose_turn_it_is_and_what_the_dice_show(script, line):
    state = new(4, tokens=3)
    if script:
        play(state, script)
    assert str(state).splitlines()[-1] == line


def test_the_words_of_the_end():
    state = play(new(2, tokens=1), "roll left-1 die, crop, move left-1 to bank")
    assert str(state).splitlines() == [
        "Farming Dice, 1 turn rolled, over",
        "player 0, apple: 1 token (1 apple)",
        "player 1, corn: out of the game",
        "Bank: 0 tokens",
    ]
