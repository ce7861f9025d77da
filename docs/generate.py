"""Write what documentation says about the games from the games themselves.

`python docs/generate.py` brings README.md and the games' guides to card sets up to date; Sphinx
calls `pages` for a page a game.  Nothing here knows a game.
"""

from __future__ import annotations

import functools
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from farmenvs.cli import CATALOGUE, catalogue, facts, option_rows, preset_rows
from farmenvs.core.contract import MODES
from farmenvs.core.game import CardSets, Game, GameInfo
from farmenvs.core.rng import stream
from farmenvs.core.spec import Layout
from farmenvs.core.state import PLAYERS
from farmenvs.games import game_info, games
from farmenvs.terminal import file_of, rules_file

ROOT = Path(__file__).resolve().parents[1]


GAMES = 1000
"""Games from which the lengths of games are estimated."""

LENGTHS = ("players", "who play", "mean", "99 % up to", "longest", "ended by a cap")


def rewritten(text: str, part: str, write: Callable[[str], str]) -> str:
    """Return a page with one part written anew: that between its two comments."""
    begin, end = f"<!-- {part}: written by docs/generate.py -->", f"<!-- end of {part} -->"
    before, rest = text.split(begin)
    old, after = rest.split(end)
    return f"{before}{begin}\n{write(old)}\n{end}{after}"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [heads, ["---"] * len(heads), *rows]
    cells = ([cell.replace("|", "\\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def games_table(link: str) -> str:
    """Return the table of all games; `link` says with {name} where a game's name leads."""
    rows = [(f"[`{name}`]({link.format(name=name)})", *rest) for name, *rest in catalogue()]
    return table(CATALOGUE, rows)


def played(old: str) -> str:
    """Return a game played in the terminal by the command and the answers in its old transcript."""
    (command,) = re.findall(r"^\$ farmenvs (.*)$", old, re.MULTILINE)
    answers = re.findall(r"^\[.*\] > (.+)$", old, re.MULTILINE)
    done = subprocess.run(
        [sys.executable, "-m", "farmenvs", *command.split()],
        input="\n".join(answers),
        capture_output=True,
        text=True,
        check=True,
    )
    return f"```console\n$ farmenvs {command}\n{done.stdout}```"


def readme(text: str) -> str:
    """Return the README with what is written here brought up to date."""
    text = rewritten(text, "game", played)
    return rewritten(text, "games", lambda old: games_table("farmenvs/games/{name}/RULES.md"))


def guides(name: str) -> Iterator[tuple[Path, CardSets]]:
    """Yield the pages on the format of a game's card sets, and what they are written from."""
    info = game_info(name)
    for option in info.options:
        if option.sets:
            yield file_of(info, option.sets.guide), option.sets


def guide(text: str, sets: CardSets) -> str:
    """Return the page on a format of card sets with its tables brought up to date."""
    for part, heads, rows in sets.format():
        drawn = f"\n{table(heads, rows)}\n"
        text = rewritten(text, part, lambda old, drawn=drawn: drawn)
    return text


def length_rows(info: GameInfo, games: int = GAMES) -> list[tuple[str, ...]]:
    """Return how long games are, a row for each number of players and each kind of player."""
    rows = []
    for n in info.players:
        game = info.load(players=n)
        for word, player in PLAYERS.items():
            decisions, cut = lengths(game, player, games)
            far = np.quantile(decisions, 0.99, method="inverted_cdf")
            numbers = f"{decisions.mean():.1f}", str(far), str(decisions.max()), f"{cut.mean():.1%}"
            rows.append((str(n), word, *numbers))
    return rows


def lengths(game: Game, player: int, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Return how many decisions some games had, and whether a cap ended them: [games] each."""
    kernels, luck = game.kernels, stream(0)
    states, views = np.zeros(1, game.info.STATE), np.zeros(1, game.info.STATE)
    mask, out = np.zeros(game.num_distinct_actions(), np.int8), np.zeros(game.num_players())
    decisions, cut = np.zeros(games, np.int64), np.zeros(games, bool)
    for i in range(games):
        kernels.open_state(game.cfg1, states)
        decisions[i] = kernels.playout(game.cfg1, states, views, luck, player, mask, out)
        cut[i] = kernels.was_cut(game.cfg1, states)
    return decisions, cut


def page(name: str) -> str:
    """Return the page of a game."""
    info = game_info(name)
    game = info.load()
    parts = [
        f"# {info.title}",
        info.summary,
        "## Options",
        table(("option", "default", "allowed", "meaning"), option_rows(info)),
        *([table(("preset", "options"), preset_rows(info))] if info.presets else []),
        f"## Numbers\n\nAll sizes on this page are those of `{game!r}`.",
        table(("what", "value"), facts(game)),
        f"## Lengths\n\nDecisions in a game with default options, of {GAMES} games each.",
        table(LENGTHS, length_rows(info)),
        f"## Actions [{game.num_distinct_actions()}]",
        table(("actions", "block", "shape", "meaning"), game.action_spec.rows()),
    ]
    modes: dict[Layout, list[str]] = {}
    for mode in MODES:
        modes.setdefault(game.observation_spec(mode), []).append(f'"{mode}"')
    for layout, alike in modes.items():
        parts.append(f"## Observation, mode {' and '.join(alike)} [{layout.size}]")
        parts.append(table(("entries", "piece", "shape", "meaning"), layout.rows()))
    parts.append("## Who learns of what when")
    rows = [(*key, ", ".join(sorted(when))) for key, when in info.visibility.items()]
    parts.append(table(("event", "seen by", "when"), rows))
    rules = rules_file(info)
    below = [("Rules", rules)] if rules is not None else []
    below += [("Card sets", path) for path, _ in guides(name)]
    for heading, path in below:
        _, text = path.read_text(encoding="utf-8").split("\n", 1)
        parts.append(f"## {heading}\n" + re.sub(r"^##", "###", text, flags=re.MULTILINE))
    return "\n\n".join(parts) + "\n"


def pages(folder: Path) -> None:
    """Write a page for each game to `folder`."""
    for path in folder.glob("*.md"):
        path.unlink()
    for name in games():
        (folder / f"{name}.md").write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    writers = {ROOT / "README.md": readme}
    for name in games():
        writers |= {path: functools.partial(guide, sets=sets) for path, sets in guides(name)}
    for path, write in writers.items():
        old = path.read_text(encoding="utf-8")
        new = write(old)
        path.write_text(new, encoding="utf-8")
        print(path.name, "was up to date" if new == old else "is brought up to date")
