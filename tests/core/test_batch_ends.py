"""What is left of finished games in a batch."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from farmenvs.core.batch import Batch
from farmenvs.core.game import Game
from tests.core import toy


def check_ends(game: Game) -> None:
    batch = Batch(game, 3, seed=0)
    with pytest.raises(ValueError, match=r"^no game has ended yet in lane 2$"):
        batch.final_observation([2], 0)
    while not batch.terminated[2] and not batch.truncated[2]:
        batch.step(batch.action_masks.argmax(1))
    ended = batch.final_observation([2], 0)
    assert ended.shape == (1, batch.observations.shape[1])
    batch.step(batch.action_masks.argmax(1))
    assert batch.final_observation([2], 0).tolist() == ended.tolist(), "kept until the next end"


def test_there_is_no_final_observation_before_a_game_has_ended_in_the_lane(game: Game) -> None:
    check_ends(game)


def test_whatever_number_a_game_gives_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of zeros is a finished game of this one."""
    phases = "BID, BOWING, DEAL, OVER = range(4)"
    source = Path(toy.__file__).read_text()
    assert phases in source
    module = ModuleType("over_first")
    monkeypatch.setitem(sys.modules, "over_first", module)
    exec(source.replace(phases, "OVER, BID, BOWING, DEAL = range(4)"), vars(module))
    check_ends(module.GAME.load().with_kernels(jit=False))
