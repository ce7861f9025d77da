"""Golden files: games that a person can read, and the exact figures of the small version's tree.

They show what a change of the rules, the words or the observations has changed; they prove nothing.
Write them anew, and read the difference like code:

    python -m farmenvs.testing golden           all registered games
    python -m farmenvs.testing golden NAME …    some of them
"""

from __future__ import annotations

import dataclasses
import difflib
import hashlib
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from farmenvs.core.game import Game
from farmenvs.core.state import State
from farmenvs.games import game_info
from farmenvs.testing.graph import Graph
from farmenvs.testing.histories import (
    History,
    Playable,
    cases,
    failing,
    moment,
    random_history,
    record,
    replay,
    small_cases,
    words,
)

FOLDER = Path("tests") / "golden"
"""Where the golden files of the registered games are, from the root of the repository."""

LONGEST = 60
"""Events of a game that are told; the rest is summed up in a hash."""

FEW = 24
"""Events that are told of a game of each variant."""

WIDE = 12
"""A piece with more entries than this is told by those that are not zero."""


def check_golden(game: Playable, folder: Path = FOLDER) -> None:
    """Point 15: the golden files of a game are there and tell what happens now.

    Args:
        game: A name, a declaration or a game; its default options count.
        folder: Where the files are.
    """
    default = _default(game)
    with failing("check_golden", default):
        for path, text in _files(default, folder).items():
            again = f"python -m farmenvs.testing golden {default.name}"
            assert path.exists(), f"there is no {path}; write it with: {again}"
            old = path.read_text(encoding="utf-8")
            if old != text:
                changes = difflib.unified_diff(
                    old.splitlines(), text.splitlines(), "golden", "now", lineterm="", n=1
                )
                shown = "\n".join(list(changes)[:40])
                raise AssertionError(f"{path} has changed; if that is right: {again}\n{shown}")


def write_golden(game: Playable, folder: Path = FOLDER) -> list[Path]:
    """Write the golden files of a game; return their paths."""
    files = _files(_default(game), folder)
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(files)


def _default(game: Playable) -> Game:
    if isinstance(game, Game):
        return game
    info = game_info(game) if isinstance(game, str) else game
    return info.load()


def _files(game: Game, folder: Path) -> dict[Path, str]:
    small = next((small for smalls in small_cases((game,)) for small in smalls), None)
    found = {
        folder / f"{game.name}.txt": playthrough(game, random_history(game, 0)),
        folder / f"{game.name}_variants.txt": "\n".join(map(outline, cases(game.info))),
    }
    if small is not None:
        found[folder / f"{game.name}_small.txt"] = (
            figures(small) + "\n" + playthrough(small, random_history(small, 0))
        )
    return found


# -------------------------------------------------------------------------------- figures


def figures(game: Game) -> str:
    """Return the exact figures of a small game's tree as text."""
    graph = Graph(game)
    lines = [f"the whole tree of {game!r}", f"states: {len(graph.reach)}"]
    for field in dataclasses.fields(graph.counts):
        value = getattr(graph.counts, field.name)
        shown = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        lines.append(f"{field.name.replace('_', ' ')}: {shown}")
    return "\n".join(lines) + "\n"


# -------------------------------------------------------------------------------- playthroughs


def playthrough(game: Game, history: History) -> str:
    """Return a game as text: its events in words, what changes in each view, and what is paid."""
    sizes = ", ".join(
        f"{game.observation_spec(mode).size} in {mode} mode" for mode in ("recall", "table")
    )
    lines = [
        f"{game!r}",
        f"actions: {game.num_distinct_actions()}; chance outcomes: {game.max_chance_outcomes()}",
        f"observed numbers: {sizes}",
        "",
        *_told(game, history),
    ]
    return "\n".join(lines) + "\n"


def outline(game: Game) -> str:
    """Return a random game as text: its events alone, as they begin, and its end."""
    history = random_history(game, 0)
    told = words(game, history)
    digest = hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]
    begun = ", ".join(told[:FEW]) + ", …" * (len(told) > FEW)
    state = replay(game, history)
    lines = [
        f"{game!r}",
        *textwrap.wrap(begun, 96, initial_indent="  ", subsequent_indent="  "),
        f"  {len(told)} events, to {digest}; at the end:",
        *(f"    {line}" for line in str(state).splitlines()),
        f"  returns: {_numbers(state.returns())}; points: {_numbers(state.scores())}",
    ]
    return "\n".join(lines) + "\n"


def _told(game: Game, history: History) -> Iterator[str]:
    state, seen = game.new_initial_state(), hashlib.sha256()
    yield from _views({}, _texts(state))
    for ply, event in enumerate(history):
        before, texts, points = record(state).copy(), _texts(state), state.scores()
        told = [*_observed(state), f"[{ply}] {_event(state, event)}"]
        state.apply_action(event)
        told[-1] += f"  ({moment(game, before, event, record(state))})"
        told += _views(texts, _texts(state))
        if state.scores() != points:
            told.append(f"  points: {_numbers(state.scores())}")
        seen.update("\n".join(told).encode())
        if ply < LONGEST:
            yield from told
    if len(history) > LONGEST:
        yield f"… and {len(history) - LONGEST} events more, to {seen.hexdigest()[:16]}"
    yield from ("", "at the end:", *(f"  {line}" for line in str(state).splitlines()))
    yield f"returns: {_numbers(state.returns())}; points: {_numbers(state.scores())}"


def _event(state: State, event: int) -> str:
    word, legal = state.action_to_string(event), state.legal_actions()
    if state.is_chance_node():
        odds = dict(state.chance_outcomes())[event]
        return f"chance: {event} {word!r}, one of {len(legal)}, p={odds:.4f}"
    return f"player {state.current_player()}: {event} {word!r}, one of {len(legal)}"


def _texts(state: State) -> dict[str, list[str]]:
    seats = {f"player {p}": state.observation_string(p) for p in range(state.game.num_players())}
    onlooker = state.view(state.game.num_players())
    return {name: text.splitlines() for name, text in {**seats, "onlooker": str(onlooker)}.items()}


def _views(before: dict[str, list[str]], after: dict[str, list[str]]) -> Iterator[str]:
    """Yield the lines that are new in each view, once for all who see the same."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, text in after.items():
        new = tuple(_own(line) for line in text if line not in before.get(name, []))
        groups.setdefault(new, []).append(name)
    for new, names in groups.items():
        if new:
            yield f"  seen by {'all' if len(names) == len(after) else ', '.join(names)}:"
            yield from (f"    {line}" for line in new)


def _own(line: str) -> str:
    """Take away what tells only whose view it is, so that equal news are told once."""
    return line.replace(" (you)", "")


def _observed(state: State) -> Iterator[str]:
    """Yield what the acting seat observes, a line a piece that is not all zeros."""
    p = state.current_player()
    if p < 0:
        return
    yield f"  observed by player {p}:"
    for name, part in state.game.observation_spec().split(state.observation_tensor(p)).items():
        values = part.ravel()
        if not values.any():
            continue
        if len(values) > WIDE:
            shown = "  ".join(f"{i}: {values[i]:.3g}" for i in np.flatnonzero(values))
        else:
            shown = _numbers(values)
        yield f"    {name} {shown}"


def _numbers(values: Any) -> str:
    return " ".join(f"{value:.3g}" for value in values)
