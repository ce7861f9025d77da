"""Numbers of things in words."""

import numpy as np
import pytest

from farmenvs.core.words import counted


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0 tokens"), (1, "1 token"), (2, "2 tokens"), (1.0, "1 token"), (1.5, "1.5 tokens")],
)
def test_one_thing_is_written_without_an_s(number, words):
    assert counted(number, "token") == words
    assert counted(np.float32(number), "token") == words


def test_large_numbers_are_written_out():
    assert counted(12_345_678, "point") == "12345678 points"
