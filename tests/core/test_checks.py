"""Values that callers choose, checked."""

import pytest

from farmenvs.core.checks import choice


@pytest.mark.parametrize("value", [None, True, "ansi"])
def test_a_choice_is_what_was_chosen(value):
    assert choice("mode", value, (None, True, "ansi")) is value


@pytest.mark.parametrize("value", [1, "None", "True", [], 0.0])
def test_a_wrong_choice_is_answered_with_all_that_are_right(value):
    with pytest.raises(ValueError, match=r"^mode must be one of None, True, ansi, not "):
        choice("mode", value, (None, True, "ansi"))
