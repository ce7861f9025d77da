"""Random play as data: which games to try, seeded histories, and failures that can be replayed.

A history is the tuple of all actions and chance outcomes from the opening on.  A *property* is a
function `(game, history)` that raises if something does not hold along the way.  `sweep` tries a
property on seeded random histories, looks for the shortest history on which it fails, and says all
that is needed to see it again.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from farmenvs.core.game import Game, GameInfo
from farmenvs.core.state import State
from farmenvs.games import game_info

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

History = tuple[int, ...]
Property = Callable[[Game, History], None]
Playable = str | GameInfo | Game
"""A game to check: a registered name, a declaration, or a game with its options chosen."""

SHRINKS = 60
"""Random histories that are tried to find a short one that fails."""

EVENTS = 150
"""Events that a property is tried on at least; what takes long is done at each of the first."""

ENOUGH = 1000
"""Events after which a property is tried on no further game."""

LONGEST = 500
"""Events of the longest history that `histories` draws unless asked for longer ones."""


def asserting() -> None:
    """Refuse to check anything where `assert` does nothing.

    Raises:
        RuntimeError: Under `python -O`, in one line.
    """
    if not __debug__:
        raise RuntimeError("the checks are asserts, which python -O leaves out: run it without -O")


# -------------------------------------------------------------------------------- which games


def cases(game: Playable, **options: Any) -> list[Game]:
    """Return what to check of a game: player counts, presets, examples, the small version.

    Args:
        game: A name or a declaration; a `Game` stands for itself alone.
        **options: With any option given, the game with these options alone.
    """
    asserting()
    if isinstance(game, Game):
        return [game]
    info = game_info(game) if isinstance(game, str) else game
    if options:
        return [info.load(**options)]
    chosen: list[dict[str, Any]] = [{"players": n} for n in info.players]
    chosen += [dict(preset) for preset in info.presets.values()]
    chosen += [{option.name: value} for option in info.options for value in option.examples]
    chosen += [dict(small) for small in (info.small, info.small_crowd) if small]
    return list(dict.fromkeys(info.load(**each) for each in chosen))


def expand(games: tuple[Playable, ...]) -> list[Game]:
    """Return all cases of some games."""
    return [case for game in games for case in cases(game)]


def given_whole(games: tuple[Playable, ...]) -> list[GameInfo]:
    """Return the declarations that were given whole: by name, or as they are.

    All that they declare must be met with in their games.  A game with its options chosen may have
    no use for a phase, for an entry of the observation, or for a row of the visibility table.
    """
    infos = [game_info(game) if isinstance(game, str) else game for game in games]
    return list(dict.fromkeys(info for info in infos if isinstance(info, GameInfo)))


def small_cases(games: tuple[Playable, ...]) -> list[list[Game]]:
    """Return the small versions of some games, those of one declaration together.

    First `info.small`, then the one with more players, if there are such; their kernels are of the
    same kind as the game's.
    """
    found: dict[GameInfo, list[Game]] = {}
    for game in expand(games):
        chosen = [each for each in (game.info.small, game.info.small_crowd) if each]
        smalls = [game.info.load(**each).with_kernels(game._jit, game._check) for each in chosen]
        found.setdefault(game.info, smalls)
    return list(found.values())


# -------------------------------------------------------------------------------- histories


def longest_history(game: Game) -> int:
    """Return how many events a game can have, by its declaration."""
    return game.max_game_length() + game.max_chance_nodes_in_history()


def random_event(state: State, rng: np.random.Generator) -> int:
    """Return a uniformly random action, or at a chance node an outcome by its probability."""
    if state.is_chance_node():
        return state.sample_chance(rng)
    legal = state.legal_actions()
    assert legal, "the seat to move has no legal action"
    return legal[int(rng.integers(len(legal)))]


def random_history(game: Game, seed: int = 0, plies: int | None = None) -> History:
    """Return a random game from its opening to its end, or its first `plies` events.

    A game that does not end within its declared bounds is given up one event later.
    """
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    history = []
    for _ in range(longest_history(game) + 1 if plies is None else plies):
        if state.is_terminal():
            break
        history.append(random_event(state, rng))
        state.apply_action(history[-1])
    return tuple(history)


def replay(game: Game, history: History | list[int]) -> State:
    """Return the state after a history."""
    state = game.new_initial_state()
    for event in history:
        state.apply_action(event)
    return state


def walk(game: Game, history: History) -> Iterator[State]:
    """Yield the opening, and then, after each event, the same `State`, moved on."""
    state = game.new_initial_state()
    yield state
    for event in history:
        state.apply_action(event)
        yield state


def histories(game: Game, plies: int | None = None) -> SearchStrategy[History]:
    """Return a Hypothesis strategy of histories; it shrinks towards short ones and low ids.

    Args:
        game: The game.
        plies: The most events; None is the whole game, at most LONGEST.

    Raises:
        ImportError: If Hypothesis is missing: says what to install.
    """
    try:
        from hypothesis import strategies as st
    except ImportError:
        raise ImportError("histories needs Hypothesis: pip install 'farmenvs[dev]'") from None
    most = min(longest_history(game), LONGEST) if plies is None else plies

    @st.composite
    def strategy(draw: Any) -> History:
        state = game.new_initial_state()
        for _ in range(draw(st.integers(0, most))):
            legal = state.legal_actions()
            if not legal:
                break
            state.apply_action(draw(st.sampled_from(legal)))
        return tuple(event for event in state.history() if event is not None)

    return strategy()


# -------------------------------------------------------------------------------- single positions


def record(state: State) -> npt.NDArray[np.void]:
    """Return the true record of a state, [1] STATE, not a copy: what no agent may see."""
    return state._record


def unpacked(game: Game, raw: bytes) -> npt.NDArray[np.void]:
    """Return a record, true or concealed, from its bytes: [1] STATE, writable."""
    return np.frombuffer(bytearray(raw), game.info.STATE)


def dice(state: State, salt: int = 0) -> np.random.Generator:
    """Return a random generator that depends on the history alone, so that failures replay."""
    return np.random.default_rng([zlib.crc32(repr(state.history()).encode()), salt])


def phase_of(state: State) -> str:
    """Return the name of the decision phase that a state is in."""
    number = int(record(state)["phase"][0])
    names = state.game.info.phases
    assert 0 <= number < len(names), f"a seat decides in phase {number}; declared: {names}"
    return names[number]


def moment(game: Game, before: npt.NDArray[np.void], event: int, after: Any) -> str:
    """Return the game's word for the kind of an event, from the records around it."""
    return str(game.info.text.moment(game.cfg, before[0], event, after[0]))


# -------------------------------------------------------------------------------- failures


def sweep(check: str, game: Game, holds: Property, plays: int, seed: int) -> None:
    """Try a property on random games with the seeds from `seed` on.

    Args:
        check: Name of the check, for the message.
        game: The game.
        holds: The property.
        plays: How many games; if they are short, more of them, until EVENTS were played, and if
            they are long, fewer: none is begun after ENOUGH.
        seed: Seed of the first.

    Raises:
        AssertionError: If it fails: names the check, the game and the shortest history found.
    """
    for history in random_histories(check, game, plays, EVENTS, seed):
        error = complaint(holds, game, history)
        if error is not None:
            history, error = shortest(holds, game, history, error)
            raise AssertionError(message(check, game, error, history)) from error


def random_histories(
    check: str, game: Game, plays: int, events: int, seed: int
) -> Iterator[History]:
    """Yield random games until there are `plays`, or ENOUGH events, and `events` in any case."""
    played = 0
    while played < events or (plays > 0 and played < ENOUGH):
        with failing(check, game, f"random_history(game, seed={seed})"):
            history = random_history(game, seed)
            assert history, "a game is over before it begins"
        yield history
        plays, played, seed = plays - 1, played + len(history), seed + 1


def looked_at(ply: int) -> bool:
    """Return whether what takes long is done at a ply: the later, the more seldom.

    At each of the first EVENTS plies, at every second of the next, at every third after these ….
    """
    return ply % (1 + ply // EVENTS) == 0


def complaint(holds: Property, game: Game, history: History) -> Exception | None:
    """Return what a property raises on a history, or None."""
    try:
        holds(game, history)
    except Exception as error:
        return error
    return None


def shortest(
    holds: Property, game: Game, history: History, error: Exception
) -> tuple[History, Exception]:
    """Return the shortest history found on which a property fails, and its complaint.

    First the shortest failing beginning of the known history, by bisection; then, if Hypothesis is
    installed, something shorter or simpler from elsewhere.
    """
    good, bad = -1, len(history)
    while bad - good > 1:
        middle = (good + bad) // 2
        found = complaint(holds, game, history[:middle])
        if found is None:
            good = middle
        else:
            bad, error = middle, found
    history = history[:bad]
    try:
        from hypothesis import HealthCheck, find, settings
        from hypothesis.errors import NoSuchExample
    except ImportError:
        error.add_note("a shorter history may be found with: pip install 'farmenvs[dev]'")
        return history, error
    patient = settings(
        max_examples=SHRINKS,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    try:
        other = find(
            histories(game, min(bad, LONGEST)),
            lambda each: complaint(holds, game, each) is not None,
            settings=patient,
            random=random.Random(0),
        )
    except NoSuchExample:
        return history, error
    return (
        (other, complaint(holds, game, other) or error) if len(other) <= bad else (history, error)
    )


def message(check: str, game: Game, error: Exception, history: History | None = None) -> str:
    """Return what went wrong and how to see it again."""
    why = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
    lines = [f"{check}: {why or 'an assertion failed'}", f"  game: {game!r}"]
    if history is not None:
        lines.append(f"  in words: {', '.join(words(game, history)) or 'the opening'}")
        lines.append(f"  again: farmenvs.testing.replay(game, {list(history)})")
    return "\n".join(lines)


def words(game: Game, history: History) -> list[str]:
    """Return the events of a history in words, with the seats that acted."""
    said = []
    state = game.new_initial_state()
    try:
        for event in history:
            word = state.action_to_string(event)
            said.append(word if state.is_chance_node() else f"{state.current_player()}: {word}")
            state.apply_action(event)
    except Exception as error:  # the game is known to be faulty, and its words may be
        said.append(f"… ({type(error).__name__})")
    return said


@contextmanager
def failing(check: str, game: Game, where: str | None = None) -> Iterator[None]:
    """Turn whatever goes wrong inside into an AssertionError that names the check and the game."""
    asserting()
    try:
        yield
    except ImportError:  # says what to install
        raise
    except Exception as error:
        tail = f"\n  in: {where}" if where else ""
        raise AssertionError(message(check, game, error) + tail) from error
