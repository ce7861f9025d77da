"""A game as its package declares it (`GameInfo`), and with its options chosen (`Game`)."""

from __future__ import annotations

import functools
import hashlib
import importlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from farmenvs.core import contract, jit
from farmenvs.core.checks import brief, choice, some, whole
from farmenvs.core.declaration import check_declaration, check_sizes
from farmenvs.core.options import (
    FIRST_PLAYER,
    CardSets,
    Option,
    boolean,
    integer,
    option_values,
)
from farmenvs.core.spec import Layout, Piece

if TYPE_CHECKING:
    from farmenvs.core.state import State

__all__ = [
    "FIRST_PLAYER",
    "CardSets",
    "Game",
    "GameInfo",
    "Option",
    "boolean",
    "cfg_dtype",
    "check_game",
    "check_mode",
    "check_seat",
    "integer",
    "whole",
]

HEADER = ("players", "actions", "outcomes", "max_weight", "open")
"""What the core fills and reads in an options record; `open` has a bit for each of `open_modes`.

Each an int64, as Python's ints are in kernels: loops over them are typed alike everywhere, and no
verb is compiled twice.
"""


def cfg_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype[np.void]:
    """Return the dtype of an options record: what the core fills and reads, then the game's own."""
    return np.dtype([*((name, np.int64) for name in HEADER), *fields])


# -------------------------------------------------------------------------------- declaration


@dataclass(frozen=True, eq=False)
class GameInfo:
    """What a game's package declares: data and functions that everything else reads.

    Attributes:
        name: The game's word in `load_game`, `NAME_v0` and file names.
        title: For people.
        summary: One sentence.
        package: Dotted name of the package whose attribute `GAME` this is.
        players: The allowed numbers of players.
        default_players: One of them.
        STATE: dtype of the state record; one for all options.
        CFG: dtype of the options record, from `cfg_dtype`.
        verbs: Modules that define the verbs of `core.contract`.
        configure: `configure(cfg, options)` fills the game's own fields of the options record; a
            ValueError says what is wrong.
        actions: `actions(cfg)` lists the blocks of the action numbers.
        outcomes: `outcomes(cfg)` is the number of chance outcomes.
        pieces: `pieces(cfg, mode)` lists the pieces of an observation, mode as in `contract.MODES`.
        max_decisions: `max_decisions(cfg)` bounds the decisions of one game.
        max_chance_nodes: `max_chance_nodes(cfg)` bounds its chance nodes.
        text: The module of words: `action_words(cfg)`, `outcome_word(cfg, s, o)`, `moment(cfg,
            before, a, after)`, `view_text(cfg, v, p)`; and where chance deals to single seats,
            `owner(cfg, before)`: the seat, or P if the event is everybody's.  If it has them, also
            `outline(cfg, a)`: what all learn at once of a hidden event, or None; `shown(cfg,
            before, a, after)`: lines for all on what an event shows that was hidden, or on what its
            word leaves open; `explain(cfg)`: lines on what the cards and the like are.
        visibility: Who learns of an event when: see `farmenvs.testing.visibility`.
        phases: Names of the decision phases by number, as in the record's field `phase`.
        options: Options besides `players`.
        one_of: Groups of options of which at most one may be given; the others are None.  If none
            is, the defaults hold.
        presets: Named sets of options.
        max_weight: Largest chance weight.
        utility_sum: Sum of the outcome returns over the seats, or None if it varies.
        perfect_information: Modes in which nothing is hidden except sealed choices not yet
            revealed.
        open_modes: Modes in which `conceal` changes nothing: what is observed there needs no copy
            of the state.
        simultaneous: Every decision is a sealed choice that all concerned make at once: who has to
            choose, and what each may do, depends on no choice that is not yet revealed.  The
            Parallel environment then offers them as one step.
        scores_doc: What `scores` counts.
        small: Options of a small version, for exhaustive tests and solvers.
        small_crowd: Options of a small version with three players or more, if there can be so many:
            in it two opponents hide something at once.
        conserved: `conserved(cfg, s)` lists what must add up in every state, true or resampled, as
            (what, is, should be).
        world_weight: `world_weight(cfg, s)` is how likely `resample` must draw the state `s`,
            relative to the others that look like it; None: as under uniformly random play.
    """

    name: str
    title: str
    summary: str
    package: str
    players: tuple[int, ...]
    default_players: int
    STATE: np.dtype[np.void]
    CFG: np.dtype[np.void]
    verbs: tuple[ModuleType, ...]
    configure: Callable[[Any, dict[str, Any]], None]
    actions: Callable[[Any], list[Piece]]
    outcomes: Callable[[Any], int]
    pieces: Callable[[Any, str], list[Piece]]
    max_decisions: Callable[[Any], int]
    max_chance_nodes: Callable[[Any], int]
    text: ModuleType
    visibility: Mapping[tuple[str, ...], frozenset[str]]
    phases: tuple[str, ...]
    options: tuple[Option, ...] = ()
    one_of: tuple[tuple[str, ...], ...] = ()
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    max_weight: int = 1
    utility_sum: float | None = 0.0
    perfect_information: tuple[str, ...] = ()
    open_modes: tuple[str, ...] = ()
    simultaneous: bool = False
    scores_doc: str = "points"
    small: Mapping[str, Any] = field(default_factory=dict)
    small_crowd: Mapping[str, Any] = field(default_factory=dict)
    conserved: Callable[[Any, Any], Iterable[tuple[str, int, int]]] | None = None
    world_weight: Callable[[Any, Any], float] | None = None

    def __post_init__(self) -> None:
        check_declaration(self, HEADER)

    @functools.cached_property
    def functions(self) -> dict[str, FunctionType]:
        """The game's verbs by name."""
        found = {}
        for verb in contract.VERBS:
            given = [getattr(module, verb, None) for module in self.verbs]
            own = [
                f for f in given if isinstance(f, FunctionType) and f is not getattr(contract, verb)
            ]
            if not own:
                raise TypeError(f"{self.name}: no module defines the verb {verb!r}")
            found[verb] = own[0]
        return found

    @property
    def all_options(self) -> tuple[Option, ...]:
        """The options with `players` in front."""
        counts = ", ".join(map(str, self.players))

        def parse(value: Any) -> int:
            number = whole(value)
            if number not in self.players:
                raise ValueError
            return number

        return (
            Option("players", self.default_players, f"one of {counts}", "number of players", parse),
            *self.options,
        )

    def load(self, /, preset: str | None = None, **chosen: Any) -> Game:
        """Return the game with these options.

        Args:
            preset: A named set of options; options given beside it win.
            **chosen: Options by name.

        Raises:
            ValueError: For an unknown preset or option, or a value that is not allowed: one line
                that says what is right.
        """
        return Game(self, option_values(self, preset, chosen))

    def __reduce__(self) -> tuple[Any, ...]:
        return _find, (self.package,)


def _find(package: str) -> GameInfo:
    info: GameInfo = importlib.import_module(package).GAME
    return info


# -------------------------------------------------------------------------------- a game


class Game:
    """A game with its options chosen: the factory of states, and its sizes, words and kernels.

    Made by `farmenvs.load_game`.  Immutable; equal if game and options are equal; pickles.

    Attributes:
        info: The game's declaration.
        cfg1: The options record as an array [1] CFG.
    """

    def __init__(
        self,
        info: GameInfo,
        options: dict[str, Any],
        jit: bool | None = None,
        check: bool | None = None,
    ):
        self.info = info
        self._options = dict(options)
        self._jit, self._check = jit, check
        self.cfg1 = np.zeros(1, info.CFG)
        cfg = self.cfg1[0]
        cfg["players"] = options["players"]
        cfg["open"] = sum(1 << contract.MODES.index(mode) for mode in info.open_modes)
        try:
            info.configure(cfg, options)
            cfg["outcomes"] = info.outcomes(cfg)
            cfg["max_weight"] = info.max_weight
            self.action_spec = Layout(tuple(info.actions(cfg)))
            cfg["actions"] = self.action_spec.size
            self._specs = {mode: Layout(tuple(info.pieces(cfg, mode))) for mode in contract.MODES}
        except ValueError as error:
            raise ValueError(f"{info.name}: {error}") from None
        self.cfg1.flags.writeable = False
        check_sizes(self)

    # -- what it is

    @property
    def name(self) -> str:
        """The game's word."""
        return self.info.name

    @property
    def options(self) -> dict[str, Any]:
        """The options by name, `players` among them: a copy."""
        return dict(self._options)

    @property
    def cfg(self) -> Any:
        """The options record, read-only."""
        return self.cfg1[0]

    @functools.cached_property
    def kernels(self) -> SimpleNamespace:
        """The drivers' functions with this game's verbs put in: made on first use."""
        return jit.load(self.info.package, self.info.functions, self._jit, self._check)

    def with_kernels(self, jit: bool | None = None, check: bool | None = None) -> Game:
        """Return the same game with kernels of another kind.

        Args:
            jit: Compiled or interpreted; None as the environment says.
            check: With bounds checks and legality asserts, or without.
        """
        return Game(self.info, self._options, jit, check)

    def num_players(self) -> int:
        """Number of seats, P."""
        return int(self.cfg["players"])

    def num_distinct_actions(self) -> int:
        """Number of action ids, A."""
        return self.action_spec.size

    def max_chance_outcomes(self) -> int:
        """Number of chance outcome ids, C."""
        return int(self.cfg["outcomes"])

    def max_game_length(self) -> int:
        """Bound on the decisions of one game, chance nodes not counted."""
        return self.info.max_decisions(self.cfg)

    def max_chance_nodes_in_history(self) -> int:
        """Bound on the chance nodes of one game."""
        return self.info.max_chance_nodes(self.cfg)

    def min_utility(self) -> float:
        """Smallest outcome return: that of a loser."""
        return -1.0 / (self.num_players() - 1)

    def max_utility(self) -> float:
        """Largest outcome return: that of a sole winner."""
        return 1.0

    def utility_sum(self) -> float | None:
        """Sum of the outcome returns over the seats, or None if it varies."""
        return self.info.utility_sum

    def observation_spec(self, mode: str = "recall") -> Layout:
        """Return the layout of the observation in a mode.

        Raises:
            ValueError: If there is no such mode.
        """
        return self._specs[check_mode(mode)]

    @functools.cached_property
    def digest(self) -> str:
        """Hash of the game's name and options record: card sets and decks included."""
        return hashlib.sha256(self.name.encode() + self.cfg1.tobytes()).hexdigest()[:16]

    # -- words

    @functools.cached_property
    def action_words(self) -> tuple[str, ...]:
        """The word of each action, [A]: unique, lower case, on one line."""
        return tuple(self.info.text.action_words(self.cfg))

    @functools.cached_property
    def _by_word(self) -> dict[str, int]:
        return {word: a for a, word in enumerate(self.action_words)}

    def name_actions(self, mask: npt.NDArray[np.int8]) -> str:
        """Return the actions of a mask [A], for errors: `0 wait, 1 bowl`; of many some."""
        return some(f"{a} {self.action_words[a]}" for a in mask.nonzero()[0])

    def string_to_action(self, text: str) -> int:
        """Return the action that a word names.

        Case and extra blanks do not matter, and its number is a word too.

        Raises:
            ValueError: If no action is called that.
        """
        word = " ".join((text if isinstance(text, str) else brief(text)).lower().split())
        a = self._by_word.get(word)
        if a is None and word.isdecimal() and len(word) < 10 and int(word) < len(self.action_words):
            a = int(word)
        if a is None:
            raise ValueError(
                f"{self.name} has no action {brief(text)}; actions: {some(self.action_words)}"
            )
        return a

    # -- states

    def new_initial_state(self) -> State:
        """Return the opening state, before any chance event."""
        from farmenvs.core.state import State

        return State(self)

    def deserialize_state(self, data: bytes | str) -> State:
        """Return the state that `State.serialize` wrote.

        Raises:
            ValueError: If it is damaged, or of another game, version or option.
        """
        from farmenvs.core import replay

        return replay.loads(data, self)

    # -- identity

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.info is other.info and self._options == other._options

    def __hash__(self) -> int:
        return hash((self.name, json.dumps(self._options, sort_keys=True, default=str)))

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.info, self._options, self._jit, self._check)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self._options.items())
        return f"load_game({self.name!r}{chosen})"


def check_game(game: Game) -> Game:
    """Return `game` if it is one, or raise a ValueError that says what a game is."""
    if not isinstance(game, Game):
        raise ValueError(f"game must be what load_game returns, not {brief(game)}")
    return game


def check_mode(mode: str) -> str:
    """Return `mode` if it is an observation mode, or raise a ValueError that lists them."""
    return choice("observation mode", mode, contract.MODES)


def check_seat(game: Game, player: Any, onlooker: bool = False) -> int:
    """Return `player` as a seat (with `onlooker`, P is one), or raise a ValueError."""
    try:
        seat = whole(player)
    except TypeError:
        seat = -1
    if not 0 <= seat < game.num_players() + onlooker:
        raise ValueError(
            f"player must be a seat from 0 to {game.num_players() - 1}, not {brief(player)}"
        )
    return seat
