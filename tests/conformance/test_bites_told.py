"""The suite tells of a fault all that is needed to see it again, or what to install."""

import numba
import pytest

from farmenvs import testing
from tests.conformance.test_bites import SOUND, apply_ignores_a_bowl
from tests.helpers import faulty


@pytest.fixture(autouse=True)
def _never_compiled(monkeypatch):
    """Faulty kernels must not get into the cache of the sound game's."""
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)


def test_a_failure_names_the_game_and_the_shortest_history():
    """A bowl is first possible after two flips that show four suits."""
    with pytest.raises(AssertionError) as caught:
        testing.check_masks(faulty(SOUND, apply=apply_ignores_a_bowl))
    head, game, words, again = str(caught.value).splitlines()
    assert head == "check_masks: id 1 is legal and does nothing"
    assert game == f"  game: {SOUND!r}"
    assert words.startswith("  in words: ")
    history = again.removeprefix("  again: farmenvs.testing.replay(game, [").removesuffix("])")
    assert len(history.split(", ")) == 2
    state = testing.replay(SOUND, [int(event) for event in history.split(", ")])
    assert state.current_player() == 0


def test_without_hypothesis_a_failure_is_told_as_it_was_found(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "hypothesis", None)
    with pytest.raises(
        AssertionError, match="check_masks: id 1 is legal and does nothing"
    ) as caught:
        testing.check_masks(faulty(SOUND, apply=apply_ignores_a_bowl))
    assert "pip install 'farmenvs[dev]'" in "".join(caught.value.__cause__.__notes__)
    with pytest.raises(ImportError, match=r"pip install 'farmenvs\[dev\]'"):
        testing.histories(SOUND)


def test_without_scipy_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "scipy.stats", None)
    with pytest.raises(ImportError, match=r"pip install 'farmenvs\[dev\]'"):
        testing.check_every_world(faulty(SOUND))
