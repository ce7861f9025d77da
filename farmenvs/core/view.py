"""What one seat may know of a game: `View`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from farmenvs.core.contract import MODES
from farmenvs.core.game import Game, check_seat
from farmenvs.core.rng import RngLike, counter

if TYPE_CHECKING:
    from farmenvs.core.state import State


class View:
    """What one seat may know, and all that an agent is given.

    Attributes:
        game: The game.
        player: The seat; P for an onlooker.
        mode: "recall" or "table".
    """

    __slots__ = ("_actor", "_record", "game", "mode", "player")

    def __init__(self, game: Game, record: npt.NDArray[np.void], player: int, mode: str):
        self.game, self._record, self.player, self.mode = game, record, player, mode
        self._actor = int(game.kernels.who(game.cfg1, record))

    def current_player(self) -> int:
        """Return the seat to move, CHANCE or TERMINAL."""
        return self._actor

    def observation(self) -> npt.NDArray[np.float32]:
        """Return the observation: [F] float32 in [0, 1].

        Raises:
            ValueError: For an onlooker, who has no seat to look from.
        """
        seat = check_seat(self.game, self.player)
        obs = np.zeros(self.game.observation_spec(self.mode).size, np.float32)
        self.game.kernels.write(self.game.cfg1, self._record, seat, MODES.index(self.mode), obs)
        return obs

    def legal_actions_mask(self) -> npt.NDArray[np.int8]:
        """Return the legal actions: [A] int8, zeros unless this seat is to move."""
        mask = np.zeros(self.game.num_distinct_actions(), np.int8)
        if self._actor == self.player:
            self.game.kernels.legal_mask(self.game.cfg1, self._record, mask)
        return mask

    def legal_actions(self) -> list[int]:
        """Return the sorted ids of the legal actions; none unless this seat is to move."""
        return self.legal_actions_mask().nonzero()[0].tolist()

    def advice(self, rng: RngLike = None) -> int:
        """Return what the game's rule-based player does here.

        Raises:
            ValueError: If this seat is not to move, or the view is not a recall view.
        """
        mask = self.legal_actions_mask()
        if self.mode != "recall" or not mask.any():
            raise ValueError("advice needs the recall view of the seat to move")
        return int(
            self.game.kernels.advice(self.game.cfg1, self._record, self.player, mask, counter(rng))
        )

    def resample(self, rng: RngLike = None) -> State:
        """Return a state drawn among those that look like this; its history begins here."""
        from farmenvs.core.state import Base, State

        check_seat(self.game, self.player)
        return State(self.game, Base(self._resampled(rng), self.player, None, ()))

    def _resampled(self, rng: RngLike) -> bytes:
        record = self._record.copy()
        self.game.kernels.refill(self.game.cfg1, record, self.player, counter(rng))
        return record.tobytes()

    def tobytes(self) -> bytes:
        """Return the concealed record as bytes: equal if the seat knows the same now."""
        return self._record.tobytes()

    def __str__(self) -> str:
        return str(self.game.info.text.view_text(self.game.cfg, self._record[0], self.player))

    def __repr__(self) -> str:
        return f"<View of {self.game!r}, player {self.player}, {self.mode}>"
