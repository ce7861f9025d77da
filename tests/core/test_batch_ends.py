"""What is left of finished games in a batch."""

import pytest

from farmenvs.core.batch import Batch
from farmenvs.core.game import Game


def test_there_is_no_final_observation_before_a_game_has_ended_in_the_lane(game: Game) -> None:
    batch = Batch(game, 3, seed=0)
    with pytest.raises(ValueError, match=r"^no game has ended yet in lane 2$"):
        batch.final_observation([2], 0)
    while not batch.terminated[2] and not batch.truncated[2]:
        batch.step(batch.action_masks.argmax(1))
    ended = batch.final_observation([2], 0)
    assert ended.shape == (1, batch.observations.shape[1])
    batch.step(batch.action_masks.argmax(1))
    assert batch.final_observation([2], 0).tolist() == ended.tolist(), "kept until the next end"
