"""The command `farmenvs`: list the games, show one, play it, look at card sets, compile kernels.

Each command is a few lines over the registry, `Game` and `View`; nothing here knows a game. What is
wrong is said in one line on stderr, with exit code 2.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, NoReturn

import numpy as np
import typer
import typer.core
from rich.console import Console
from rich.table import Table

import farmenvs
from farmenvs import terminal
from farmenvs.agents import AGENTS, Agent, make_agent, name_of
from farmenvs.core import jit
from farmenvs.core.game import CardSets, Game, GameInfo, Option, check_seat
from farmenvs.core.rng import check_seed
from farmenvs.envs import env_name
from farmenvs.envs.registration import gymnasium_id, pettingzoo_id
from farmenvs.games import game_info, games, load_game
from farmenvs.programs import load, running
from farmenvs.warmup import exercise

# -------------------------------------------------------------------------------- errors


def fail(message: object) -> NoReturn:
    """Say what is wrong on stderr, if it is open, in one line, and leave with exit code 2."""
    if sys.stderr is not None:
        print(f"farmenvs: {' '.join(str(message).split())}", file=sys.stderr)
    raise SystemExit(2)


@contextmanager
def told() -> Iterator[None]:
    """Turn what the library complains of into one line: a wrong value, or a missing extra."""
    try:
        yield
    except (ValueError, ImportError) as error:
        fail(error)


class Commands(typer.core.TyperGroup):
    """The group of commands, with Typer's own complaints in one line too."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command and leave with its exit code."""
        kwargs["standalone_mode"] = False  # else Typer draws a box around what went wrong
        try:
            with running(fail):
                sys.exit(super().main(*args, **kwargs) or 0)
        except Exception as error:
            # Typer has its own copy of Click or uses the real one, by version: hence no class here
            if not hasattr(error, "format_message"):
                raise
            fail(f"{error.format_message()} (see: farmenvs --help)")


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


# -------------------------------------------------------------------------------- options

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game of `farmenvs list`.")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("-o", "--option", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]
Preset = Annotated[str | None, typer.Option(metavar="NAME", help="A named set of options.")]


@app.callback(invoke_without_command=True)
def command(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Card and dice games as reinforcement-learning environments."""
    if version:
        print(f"farmenvs {farmenvs.__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


# -------------------------------------------------------------------------------- list, show


def span(numbers: Sequence[int]) -> str:
    """Return whole numbers in words: "2–6", "2, 4"."""
    if len(numbers) > 1 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(map(str, numbers))


def information(info: GameInfo) -> str:
    """Return in words what a game hides."""
    known = "perfect" if info.perfect_information else "hidden"
    return f"{known}, sealed choices" if info.simultaneous else known


CATALOGUE = ("game", "players", "options", "information", "actions", "floats", "outcomes")
"""Heads of the table of all games; the sizes are those at default options."""


def catalogue() -> list[tuple[str, ...]]:
    """Return the table of all games, a row each, under the heads of CATALOGUE."""
    rows = []
    for name in games():
        info = game_info(name)
        game = info.load()
        options = ", ".join(option.name for option in info.options)
        sizes = (
            game.num_distinct_actions(),
            game.observation_spec().size,
            game.max_chance_outcomes(),
        )
        rows.append((name, span(info.players), options, information(info), *map(str, sizes)))
    return rows


def facts(game: Game) -> list[tuple[str, str]]:
    """Return what there is to say about a game in single lines, as (what, value)."""
    info = game.info
    total = game.utility_sum()
    return [
        ("information", information(info)),
        ("decisions", f"at most {game.max_game_length()} in a game"),
        ("chance", f"at most {game.max_chance_nodes_in_history()} nodes in a game"),
        ("outcomes", f"{game.max_chance_outcomes()} ids at a chance node"),
        ("returns", f"{game.min_utility():.3g} to {game.max_utility():.3g} a player")
        if total is None
        else ("returns", f"{game.min_utility():.3g} to {game.max_utility():.3g}, sum {total:g}"),
        ("scores", info.scores_doc),
        ("PettingZoo", f"farmenvs.{env_name(info.name)}, {pettingzoo_id(info.name)}"),
        ("Gymnasium", gymnasium_id(info.name)),
    ]


def option_rows(info: GameInfo) -> list[tuple[str, ...]]:
    """Return the table of a game's options: name, default, allowed values, meaning."""
    return [
        (option.name, written(option.default), option.allowed, option.doc)
        for option in info.all_options
    ]


def preset_rows(info: GameInfo) -> list[tuple[str, ...]]:
    """Return the table of a game's presets: name, options."""
    return [
        (name, ", ".join(f"{option}={written(value)}" for option, value in options.items()))
        for name, options in info.presets.items()
    ]


def written(value: object) -> str:
    """Return the value of an option as one may write it on the command line and in Python."""
    return str(value) if value is None or isinstance(value, bool) else json.dumps(value)


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """Return a Rich table."""
    drawn = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for column, head in enumerate(heads):
        drawn.add_column(head, overflow="fold", no_wrap=column == 0)
    for row in rows:
        drawn.add_row(*row)
    return drawn


def console() -> Console:
    """Return a console that prints texts as they are."""
    return Console(highlight=False, markup=False, emoji=False)


@app.command("list")
def list_games() -> None:
    """List the games."""
    out = console()
    out.print(table("", CATALOGUE, catalogue()))
    out.print(
        "\nWith default options: ids of actions, floats an observation, ids of chance outcomes.\n"
        "farmenvs show GAME says more; farmenvs play GAME lets you play.",
        soft_wrap=True,
    )


@app.command()
def show(
    game_name: GameName,
    option: GameOptions = None,
    preset: Preset = None,
    mode: Annotated[str, typer.Option(help="Observation mode: recall or table.")] = "recall",
) -> None:
    """Show a game: options, sizes, observation, actions."""
    with told():
        game = load(game_name, option or (), preset)
        observed = game.observation_spec(mode)
    info, out = game.info, console()
    out.print(f"{info.title} ({info.name})\n{info.summary}\n{game!r}\n", soft_wrap=True)
    out.print(table("Options", ("option", "default", "allowed", "meaning"), option_rows(info)))
    if info.presets:
        out.print(table("\nPresets", ("preset", "options"), preset_rows(info)))
    space = f"\nObservation ({mode}): Box(0, 1, ({observed.size},), float32)"
    out.print(table(space, ("entries", "piece", "shape", "meaning"), observed.rows()))
    acts = game.action_spec
    space = f"\nActions: Discrete({acts.size}), mask Box(0, 1, ({acts.size},), int8)"
    out.print(table(space, ("actions", "block", "shape", "meaning"), acts.rows()))
    out.print(table("\nBounds", ("what", "value"), facts(game)))
    rules = terminal.rules_file(info)
    if rules is not None:
        out.print(f"\nRules: {rules}", soft_wrap=True)


# -------------------------------------------------------------------------------- play


@app.command()
def play(
    game_name: GameName,
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    opponents: Annotated[
        str,
        typer.Option(
            metavar="AGENTS",
            help="One agent for all other seats, or one a seat, with commas: "
            + ", ".join(builder.usage for builder in AGENTS.values()),
        ),
    ] = "rules",
    option: GameOptions = None,
    preset: Preset = None,
    seed: Annotated[int | None, typer.Option(help="Same seed, same luck.")] = None,
) -> None:
    """Play a game in the terminal."""
    with told():
        game = load(game_name, option or (), preset)
        check_seat(game, seat)
        check_seed(seed)
        agents = seat_agents(game, seat, opponents)
        game.kernels  # noqa: B018  # a wrong switch is told before anything else
    if seed is None:
        seed = int(np.random.SeedSequence().generate_state(1)[0])
    table = ", ".join(f"{p} {name_of(agent) if agent else 'you'}" for p, agent in enumerate(agents))
    print(f"{game.info.title}: seats {table}; seed {seed}. `?` explains, `quit` leaves.")
    try:
        with told():
            terminal.play(game, agents, seed, ask=input if typed() else echo)
    except (EOFError, KeyboardInterrupt):
        print("\nThe game is left unfinished.")


def typed() -> bool:
    """Return whether a person types, and not a file or pipe, or nobody."""
    return None not in (sys.stdin, sys.stdout) and sys.stdin.isatty()


def echo(prompt: str) -> str:
    """Return the next line of a file or pipe, and show it as if it had been typed."""
    line = "" if sys.stdin is None else sys.stdin.readline()  # None: closed by the shell
    if not line:
        raise EOFError
    print(prompt + line.rstrip())
    return line


def seat_agents(game: Game, seat: int, opponents: str) -> list[Agent | None]:
    """Return the agent of each seat, None for the person's own."""
    specs = [spec.strip() for spec in opponents.split(",")]
    others = game.num_players() - 1
    if len(specs) == 1:
        specs *= others
    if len(specs) != others:
        each = f", or {others}, one a seat" * (others > 1)
        raise ValueError(f"opponents must be one agent{each}, not {len(specs)}")
    agents: list[Agent | None] = [make_agent(spec, game) for spec in specs]
    agents.insert(seat, None)
    return agents


# -------------------------------------------------------------------------------- card sets

card_commands = typer.Typer(help="Check or list a card set.")
app.add_typer(card_commands, name="cards")
SetsOf = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="If several games have card sets.")
]


def card_sets(name: str | None) -> tuple[Option, CardSets]:
    """Return the option of a game that is a card set, and what is told of such sets.

    Args:
        name: The game; None if there is but one.

    Raises:
        ValueError: If there is no such game, or it has no card sets.
    """
    options = [(game, option) for game in games() for option in game_info(game).options]
    known = {game: (option, option.sets) for game, option in options if option.sets}
    if name is not None and game_info(name).name not in known:
        raise ValueError(f"{name} has no card sets; games that do: {', '.join(known)}")
    if name is None and len(known) > 1:
        raise ValueError(f"whose card set? write --game with one of {', '.join(known)}")
    return known[name or next(iter(known))]


@card_commands.command("check")
def check_cards(file: Annotated[str, typer.Argument(metavar="FILE")], game: SetsOf = None) -> None:
    """Say whether a card set is right (exit code 0), or what is wrong with it (1).

    A fault can hide others: check again when it is mended.
    """
    with told():
        _, sets = card_sets(game)
    cards, faults = sets.check(file)
    print("\n".join(faults) if faults else f"{file}: right: {sets.summary(cards)}")
    raise SystemExit(1 if faults else 0)


@card_commands.command("list")
def list_cards(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]", help="A file, or a set by its name; the game's own, if none is given."
        ),
    ] = None,
    game: SetsOf = None,
) -> None:
    """List what a card set holds."""
    with told():
        option, sets = card_sets(game)
        chosen = option.parse(option.default if file is None else file)
    out = console()
    for title, heads, rows in sets.tables(chosen):
        out.print(table(title, heads, rows))
        out.print()
    out.print(sets.summary(chosen), soft_wrap=True)


# -------------------------------------------------------------------------------- warmup


@app.command()
def warmup(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]…", help="All games, if none is named.")
    ] = None,
    clear: Annotated[
        bool, typer.Option("--clear", help="First remove the kernels of all versions.")
    ] = False,
) -> None:
    """Compile all kernels now: later starts are fast."""
    with told():
        chosen = [load_game(name) for name in names or games()]
        compiled, check = jit.flag("FARMENVS_JIT", True), jit.flag("FARMENVS_CHECK", False)
    if clear:
        with told():
            print(f"Removed what was compiled in {jit.clear_cache()}")
    if not compiled:
        fail("nothing to compile: FARMENVS_JIT is 0")
    for game in chosen:
        with told():
            place = jit.cache_dir(game.info.package, game.info.functions, check)
        start = time.perf_counter()
        exercise(game.info.load(**game.info.small))  # all options share the kernels
        print(f"{game.name}: {time.perf_counter() - start:.1f} s, {place}")
