"""One game in progress: `State`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from farmenvs.core.checks import brief, choice, some, whole
from farmenvs.core.contract import CHANCE, MODES, TERMINAL
from farmenvs.core.driver import ILLEGAL, RANDOM, RULES
from farmenvs.core.game import Game, check_mode, check_seat
from farmenvs.core.information import chain, seen_history
from farmenvs.core.rng import RngLike, counter
from farmenvs.core.view import View

Past = tuple[Any, int, int] | None
"""The events since the base record, newest first: (what was before, actor, action or outcome)."""

PLAYERS = {"random": RANDOM, "rules": RULES}
"""The players that the kernels can ask, by name."""


@dataclass(frozen=True)
class Base:
    """Where a state begins that was not played from the opening: a resampled one.

    Attributes:
        record: Bytes of the state record.
        observer: The seat whose information the record was drawn from.
        chain: That seat's information-state chain up to here, or None if it starts anew.
        history: The actions up to here; None where the observer could not see them.
    """

    record: bytes
    observer: int
    chain: bytes | None
    history: tuple[int | None, ...]


class State:
    """One game in progress.  The names keep OpenSpiel's meanings.

    A state is a base record and the events since.  It holds no random generator and no order that
    nobody has seen, so a clone knows nothing of the future.  It is the truth: give agents a `view`,
    never a state.
    """

    __slots__ = ("_base", "_bytes", "_past", "_player", "_record", "game")

    def __init__(self, game: Game, base: Base | None = None):
        self.game = game
        self._base = base
        self._past: Past = None
        self._bytes = np.zeros(game.info.STATE.itemsize, np.uint8)
        self._record = self._bytes.view(game.info.STATE)
        if base is None:
            self._player = int(game.kernels.open_state(game.cfg1, self._record))
        else:
            self._bytes[:] = np.frombuffer(base.record, np.uint8)
            self._player = int(game.kernels.who(game.cfg1, self._record))

    # -- whose move, and what they can do

    def current_player(self) -> int:
        """Return the seat to move, CHANCE (-1) or TERMINAL (-4)."""
        return self._player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._player == TERMINAL

    def is_chance_node(self) -> bool:
        """Return whether luck decides next."""
        return self._player == CHANCE

    def is_truncated(self) -> bool:
        """Return whether a cap on the length, not the rules, ended the game."""
        return self.is_terminal() and bool(self.game.kernels.was_cut(self.game.cfg1, self._record))

    def legal_actions_mask(self) -> npt.NDArray[np.int8]:
        """Return the acting seat's legal actions: [A] int8, zeros at chance and at the end."""
        mask = np.zeros(self.game.num_distinct_actions(), np.int8)
        self.game.kernels.legal_mask(self.game.cfg1, self._record, mask)
        return mask

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the sorted ids of the legal actions; at a chance node of the possible outcomes.

        Args:
            player: Whose; None is whoever acts.  A seat that does not act has none.
        """
        if player is not None and self._seat(player) != self._player:
            return []
        if self._player == CHANCE:
            return [outcome for outcome, _ in self.chance_outcomes()]
        return self.legal_actions_mask().nonzero()[0].tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes with their exact probabilities, weight / total.

        Raises:
            ValueError: If this is not a chance node.
        """
        weights, total = self.chance_weights()
        return [(o, weight / total) for o, weight in enumerate(weights.tolist()) if weight]

    def chance_weights(self) -> tuple[npt.NDArray[np.int64], int]:
        """Return the integer weights of all chance outcomes, [C] int64, and their sum.

        Raises:
            ValueError: If this is not a chance node.
        """
        self._need_chance()
        weights = np.zeros(self.game.max_chance_outcomes(), np.int64)
        return weights, int(self.game.kernels.weights(self.game.cfg1, self._record, weights))

    def sample_chance(self, rng: RngLike = None) -> int:
        """Return an outcome drawn by its probability; it is not carried out.

        Args:
            rng: An int seed, a NumPy generator, a callable in [0, 1), or a counter from
                `core.rng.stream`: lane 0's counter deals as an environment with that seed does.

        Raises:
            ValueError: If this is not a chance node.
        """
        self._need_chance()
        return int(self.game.kernels.sample_chance(self.game.cfg1, self._record, counter(rng)))

    def _need_chance(self) -> None:
        if self._player != CHANCE:
            who = "the game is over" if self.is_terminal() else f"player {self._player} is to move"
            raise ValueError(f"not a chance node: {who}")

    # -- moving on

    def apply_action(self, action: int) -> None:
        """Carry out an action of the acting seat, or a chance outcome.

        Raises:
            ValueError: If it is illegal: names the action and what is legal.  The state is
                unchanged.
        """
        mask = np.empty(self.game.num_distinct_actions(), np.int8)
        player = ILLEGAL
        try:
            a = whole(action)
        except TypeError:
            a = -1
        if 0 <= a < 2**31:  # so that it fits a kernel's integers
            player = int(self.game.kernels.act(self.game.cfg1, self._record, a, mask))
        if player == ILLEGAL:
            raise ValueError(self._complaint(action))
        self._past = (self._past, self._player, a)
        self._player = player

    def _complaint(self, action: Any) -> str:
        if self.is_terminal():
            return f"{brief(action)} is illegal: the game is over"
        legal = some(f"{a} {self.action_to_string(a)}" for a in self.legal_actions())
        kind, who = (
            ("outcome", "chance") if self.is_chance_node() else ("action", f"player {self._player}")
        )
        try:
            known = f" ({self.action_to_string(action)})"
        except ValueError:
            known = " (a word: see string_to_action)" if isinstance(action, str) else ""
        return f"{kind} {brief(action)}{known} is illegal for {who}; legal: {legal}"

    def child(self, action: int) -> State:
        """Return the state after `action`; this one stays as it is."""
        new = self.clone()
        new.apply_action(action)
        return new

    def clone(self) -> State:
        """Return an independent copy; the past is shared, not copied."""
        new = object.__new__(State)
        new.game, new._base, new._past, new._player = (
            self.game,
            self._base,
            self._past,
            self._player,
        )
        new._bytes = self._bytes.copy()
        new._record = new._bytes.view(self.game.info.STATE)
        return new

    def playout(self, rng: RngLike = None, player: str = "random") -> list[float]:
        """Play a copy out and return its returns; this state stays as it is.

        Args:
            rng: As in `sample_chance`.
            player: Who plays all seats: "random" or "rules".

        Raises:
            ValueError: If there is no such player.
        """
        kind = PLAYERS[choice("player", player, PLAYERS)]
        game, copy = self.game, self.clone()
        mask, out = np.zeros(game.num_distinct_actions(), np.int8), np.zeros(game.num_players())
        views = np.zeros(1, game.info.STATE)
        game.kernels.playout(game.cfg1, copy._record, views, counter(rng), kind, mask, out)
        return [float(x) for x in out]

    # -- results

    def returns(self) -> list[float]:
        """Return the outcome of each seat: a sole winner 1, a loser -1/(P-1); 0 before the end."""
        out = np.zeros(self.game.num_players())
        if self.is_terminal():
            self.game.kernels.final_returns(self.game.cfg1, self._record, out)
        return [float(x) for x in out]

    def scores(self) -> list[float]:
        """Return the points of each seat as the rules count them, at any time."""
        out = np.zeros(self.game.num_players())
        self.game.kernels.points_of(self.game.cfg1, self._record, out)
        return [float(x) for x in out]

    def winners(self) -> list[int]:
        """Return the seats that won; none before the end."""
        out = np.zeros(self.game.num_players())
        if self.is_terminal():
            self.game.kernels.final_winners(self.game.cfg1, self._record, out)
        return [int(p) for p in out.nonzero()[0]]

    # -- what the seats know

    def view(self, player: int | None = None, mode: str = "recall") -> View:
        """Return what a seat may know: all that an agent should be given.

        Args:
            player: The seat; None is whoever acts; P is an onlooker who holds no seat.
            mode: "recall" or "table".
        """
        seat = self._asked(player, onlooker=True)
        return View(self.game, self._concealed(seat, mode), seat, mode)

    def _concealed(self, player: int, mode: str) -> npt.NDArray[np.void]:
        number = MODES.index(check_mode(mode))
        record = self._bytes.copy().view(self.game.info.STATE)
        self.game.kernels.hide(self.game.cfg1, record, player, number)
        return record

    def observation_tensor(
        self, player: int | None = None, mode: str = "recall"
    ) -> npt.NDArray[np.float32]:
        """Return what a seat observes as numbers: [F] float32 in [0, 1], as its view does."""
        game, seat, number = self.game, self._asked(player), MODES.index(check_mode(mode))
        obs = np.zeros(game.observation_spec(mode).size, np.float32)
        views = np.zeros(1, game.info.STATE)
        game.kernels.observe(game.cfg1, self._record, views, seat, number, obs)
        return obs

    def observation_string(self, player: int | None = None, mode: str = "recall") -> str:
        """Return what a seat observes as text, made from the same view as the tensor."""
        return str(self.view(self._asked(player), mode))

    def information_state_string(self, player: int | None = None) -> str:
        """Return a key for all that a seat has seen and done.

        Equal exactly when its actions and observations were.
        Computed when asked, in time linear in the length of the game: see `core.information`.
        """
        p = self._asked(player)
        return f"player {p}: {chain(self, p).hex()}"

    def resample_from_infostate(self, player: int, rng: RngLike = None) -> State:
        """Return a state drawn among those that `player` can't tell from this one.

        Blind to the truth.

        It keeps the player's information state; the other seats' begin anew from the sampled
        record, and `history` has None where the player could not see what happened.
        """
        p = self._seat(player)
        base = Base(self.view(p)._resampled(rng), p, chain(self, p), seen_history(self, p))
        return State(self.game, base)

    # -- the past, and words

    def _begun(self) -> State:
        """Return where this state was played from: the opening, or a resampled state."""
        return State(self.game, self._base)

    def _events(self) -> Iterator[tuple[int, int]]:
        events, node = [], self._past
        while node is not None:
            node, actor, action = node
            events.append((actor, action))
        return reversed(events)

    def history(self) -> list[int | None]:
        """Return all actions and outcomes so far.

        None where a resampled state's observer could not see one when it happened.
        """
        before: tuple[int | None, ...] = self._base.history if self._base is not None else ()
        return [*before, *(action for _, action in self._events())]

    def action_to_string(self, action: int) -> str:
        """Return the word of an action of the acting seat, or at a chance node of an outcome.

        Raises:
            ValueError: If there is no such action or outcome.
        """
        chance = self.is_chance_node()
        count = self.game.max_chance_outcomes() if chance else self.game.num_distinct_actions()
        try:
            a = whole(action)
        except TypeError:
            a = -1
        if not 0 <= a < count:
            raise ValueError(
                f"no {'outcome' if chance else 'action'} {brief(action)}; "
                f"there are 0 to {count - 1}"
            )
        if chance:
            return str(self.game.info.text.outcome_word(self.game.cfg, self._record[0], a))
        return self.game.action_words[a]

    def string_to_action(self, text: str) -> int:
        """Return the action that a word names: `game.string_to_action`."""
        return self.game.string_to_action(text)

    def to_dict(self) -> dict[str, Any]:
        """Return the record as a dict of plain ints and lists, for looking at."""
        return {name: self._record[0][name].tolist() for name in self.game.info.STATE.names or ()}

    def __str__(self) -> str:
        return str(
            self.game.info.text.view_text(self.game.cfg, self._record[0], self.game.num_players())
        )

    def __repr__(self) -> str:
        return f"<State of {self.game!r} after {self.history()}>"

    # -- copies

    def serialize(self) -> bytes:
        """Return the state as bytes for `game.deserialize_state`: JSON, checked when it is read."""
        from farmenvs.core import replay

        return replay.dumps(self).encode()

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game, self._base, self._bytes.tobytes(), list(self._events()))

    def _seat(self, player: int) -> int:
        return check_seat(self.game, player)

    def _asked(self, player: int | None, onlooker: bool = False) -> int:
        """Return the seat asked for; None is whoever acts."""
        if player is None:
            if self._player < 0:
                raise ValueError("nobody is to move here: name the player")
            return self._player
        return check_seat(self.game, player, onlooker)


def _restore(game: Game, base: Base | None, record: bytes, events: list[tuple[int, int]]) -> State:
    state = State(game, base)
    state._bytes[:] = np.frombuffer(record, np.uint8)
    state._player = int(game.kernels.who(game.cfg1, state._record))
    for actor, action in events:
        state._past = (state._past, actor, action)
    return state
