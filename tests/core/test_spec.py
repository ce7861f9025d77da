"""Layouts: sizes, slices and names from one list of pieces."""

import numpy as np
import pytest

from farmenvs.core.spec import Layout, Piece

LAYOUT = Layout(
    (Piece("hand", (2, 3), "cards"), Piece("turn", (), "whose"), Piece("none", (0,), "nothing"),
     Piece("chips", (4,), "counts"))
)  # fmt: skip


def test_sizes_and_slices_follow_from_the_pieces():
    assert LAYOUT.size == 11
    assert [piece.size for piece in LAYOUT] == [6, 1, 0, 4]
    assert LAYOUT.slices == {
        "hand": slice(0, 6), "turn": slice(6, 7), "none": slice(7, 7), "chips": slice(7, 11),
    }  # fmt: skip
    assert Layout(()).size == 0


@pytest.mark.parametrize("lead", [(), (5,), (2, 3)])
def test_split_gives_views_of_each_shape(lead):
    vector = np.arange(11 * int(np.prod(lead))).reshape(*lead, 11)
    parts = LAYOUT.split(vector)
    assert list(parts) == ["hand", "turn", "none", "chips"]
    assert [part.shape for part in parts.values()] == [
        (*lead, 2, 3), lead, (*lead, 0), (*lead, 4),
    ]  # fmt: skip
    assert (parts["chips"] == vector[..., 7:]).all()
    assert (parts["turn"] == vector[..., 6]).all()
    parts["chips"][...] = -1
    assert (vector[..., 7:] == -1).all()


@pytest.mark.parametrize("wrong", [np.zeros(10), np.zeros((11, 2)), 3, np.zeros(0), [0] * 12])
def test_a_vector_of_another_length_is_refused(wrong):
    with pytest.raises(ValueError, match=r"^expected a last axis of length 11, got shape \(.*\)$"):
        LAYOUT.split(wrong)


def test_each_entry_is_found_in_its_piece():
    found = [LAYOUT.locate(index) for index in range(11)]
    names = ["hand"] * 6 + ["turn"] + ["chips"] * 4
    assert [piece.name for piece, _ in found] == names
    assert [where for _, where in found][4:8] == [(1, 1), (1, 2), (), (0,)]
    numbers = np.arange(11)
    for index, (piece, where) in enumerate(found):
        assert LAYOUT.split(numbers)[piece.name][where] == index


@pytest.mark.parametrize("index", [-1, 11, 10**9])
def test_an_entry_that_is_not_there_is_refused(index):
    with pytest.raises(IndexError, match=f"^no entry {index} in a layout of 11$"):
        LAYOUT.locate(index)


def test_two_pieces_of_one_name_are_refused():
    with pytest.raises(ValueError, match=r"^pieces need unique names, got \['a', 'b', 'a'\]$"):
        Layout((Piece("a", (), ""), Piece("b", (2,), ""), Piece("a", (), "")))


def test_the_table_for_the_documentation_names_every_entry():
    assert LAYOUT.rows() == [
        ("0–5", "hand", "2×3", "cards"),
        ("6", "turn", "1", "whose"),
        ("7–10", "chips", "4", "counts"),
    ]


def test_layouts_are_values():
    assert Layout((Piece("a", (), ""),)) == Layout((Piece("a", (), ""),))
    assert Layout((Piece("a", (), ""),)) != Layout((Piece("a", (1,), ""),))
    assert len({Layout((Piece("a", (), ""),)), Layout((Piece("a", (), ""),))}) == 1


def test_the_layouts_of_a_game_add_up(game):
    for mode in ("recall", "table"):
        layout = game.observation_spec(mode)
        observation = game.new_initial_state().observation_tensor(0, mode)
        parts = layout.split(observation)
        assert sum(part.size for part in parts.values()) == layout.size == len(observation)
        assert all(piece.doc for piece in layout)
    assert game.action_spec.size == game.num_distinct_actions()
