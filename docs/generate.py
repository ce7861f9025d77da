"""Write what documentation says about the games from the games themselves.

`python docs/generate.py` brings the table in README.md up to date; Sphinx calls `pages`
for a page a game (see conf.py).  Nothing here knows a game.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from farmenvs.cli import CATALOGUE, catalogue, facts, information, option_rows
from farmenvs.core.contract import MODES
from farmenvs.games import game_info, games

ROOT = Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- games: written by docs/generate.py -->", "<!-- end of games -->"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [heads, ["---"] * len(heads), *rows]
    cells = ([cell.replace("|", "\\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def games_table(link: str) -> str:
    """Return the table of all games; `link` says with {name} where a game's name leads."""
    rows = [(f"[`{name}`]({link.format(name=name)})", *rest) for name, *rest in catalogue()]
    return table(CATALOGUE, rows)


def readme(text: str) -> str:
    """Return the README with its table of games brought up to date."""
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}\n{games_table('farmenvs/games/{name}/RULES.md')}\n{END}{after}"


def page(name: str) -> str:
    """Return the page of a game."""
    info = game_info(name)
    game = info.load()
    parts = [
        f"# {info.title}",
        f"{info.summary}  In code: `{name}`; {information(info)} information.",
        "## Options",
        table(("option", "default", "allowed", "meaning"), option_rows(info)),
        *(f"Preset `{k}`: `{dict(v)}`." for k, v in info.presets.items()),
        f"## Numbers\n\nAll sizes on this page are those of `{game!r}`.",
        table(("what", "value"), facts(game)),
        f"## Actions [{game.num_distinct_actions()}]",
        table(("actions", "block", "shape", "meaning"), game.action_spec.rows()),
    ]
    for mode in MODES:
        layout = game.observation_spec(mode)
        parts.append(f'## Observation, mode "{mode}" [{layout.size}]')
        parts.append(table(("entries", "piece", "shape", "meaning"), layout.rows()))
    parts.append("## Who learns of what when")
    rows = [(*key, ", ".join(sorted(when))) for key, when in info.visibility.items()]
    parts.append(table(("event", "seen by", "when"), rows))
    rules = Path(str(importlib.import_module(info.package).__file__)).with_name("RULES.md")
    if rules.is_file():
        _, text = rules.read_text(encoding="utf-8").split("\n", 1)
        parts.append("## Rules\n" + text.replace("\n## ", "\n### "))
    return "\n\n".join(parts) + "\n"


def pages(folder: Path) -> None:
    """Write a page for each game to `folder`."""
    for name in games():
        (folder / f"{name}.md").write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    path = ROOT / "README.md"
    old = path.read_text(encoding="utf-8")
    new = readme(old)
    path.write_text(new, encoding="utf-8")
    print("README.md is up to date" if new == old else "README.md has a new table of games")
    sys.exit(0)
