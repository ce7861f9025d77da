"""What programs for the terminal share: the command `farmenvs` and the scripts of examples/.

Options of a game as NAME=VALUE; errors in one line; and an output that may end before the program.
"""

from __future__ import annotations

import ast
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from farmenvs.core.checks import brief
from farmenvs.core.game import Game
from farmenvs.games import game_info, load_game


def parse_options(texts: Iterable[str]) -> dict[str, Any]:
    """Return the options of a game that texts NAME=VALUE give.

    A value is JSON, or as Python and the documentation write it, `(4, 3, 2, 1)`; or else a text.

    Raises:
        ValueError: If one is not written like that, or given twice: one line.
    """
    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise ValueError(
                f"an option is written NAME=VALUE, for example -o players=2, not {brief(text)}"
            )
        if name == "preset":
            raise ValueError(f"a preset is no option: write --preset {value}")
        if name in found:
            raise ValueError(f"option {brief(name)} is given twice")
        found[name] = _value(value)
    return found


def _value(text: str) -> Any:
    for read in (json.loads, ast.literal_eval):
        try:
            return read(text)
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            pass
    return text


def load(
    name: str,
    texts: Iterable[str] = (),
    preset: str | None = None,
    seats: int | None = None,
    **flags: Any,
) -> Game:
    """Return the game that a command line asks for.

    Args:
        name: One of `farmenvs.games()`.
        texts: Options as NAME=VALUE.
        preset: A named set of options.
        seats: The number of players, where neither the options nor the preset give it.
        **flags: Options that the program has flags for; None is not given.

    Raises:
        ValueError: For anything unknown, wrong or given twice: one line that says what is right.
    """
    options = parse_options(texts)
    for option, value in flags.items():
        if value is not None and option in options:
            raise ValueError(f"--{option} and -o {option}= are the same: give one of them")
        if value is not None:
            options[option] = value
    given = {**game_info(name).presets.get(preset or "", {}), **options}
    if seats is not None and "players" not in given:
        options["players"] = seats
    return load_game(name, preset, **options)


@contextmanager
def running(fail: Callable[[str], NoReturn]) -> Iterator[None]:
    """Run a program: whatever becomes of its output and its files ends in no traceback.

    Characters that the output has no code for are replaced. Whoever reads it may leave (`| head`),
    and Ctrl-C ends the program: both in silence.

    Args:
        fail: Says what is wrong in one line, and leaves with exit code 2.
    """
    output = sys.stdout
    if isinstance(output, io.TextIOWrapper):
        output.reconfigure(errors="replace")
    try:
        try:
            yield
        finally:
            if output is not None:  # closed by the shell: nothing is written, nothing is lost
                output.flush()
    except OSError as error:
        _give_up(output)
        if isinstance(error, BrokenPipeError):
            raise SystemExit(1) from None
        if error.strerror is None:
            fail(str(error))
        place = error.filename or "the output can't be written"
        fail(f"{place}: {error.strerror}")
    except KeyboardInterrupt:
        raise SystemExit(130) from None


def _give_up(output: Any) -> None:
    """Drop what is yet to be written if it can't be: the interpreter would try again at its end."""
    try:
        if output is not None:
            output.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())
