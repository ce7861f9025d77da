"""Write what documentation says about the games from the games themselves.

`python docs/generate.py` brings README.md up to date; Sphinx calls `pages` for a page a game.
Nothing here knows a game.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from farmenvs.cli import CATALOGUE, catalogue, facts, option_rows, preset_rows
from farmenvs.core.contract import MODES
from farmenvs.core.spec import Layout
from farmenvs.games import game_info, games
from farmenvs.terminal import rules_file

ROOT = Path(__file__).resolve().parents[1]
MARKS = {
    part: (f"<!-- {part}: written by docs/generate.py -->", f"<!-- end of {part} -->")
    for part in ("game", "games")
}
"""What stands around the parts of the README that are written here."""


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
    for part, (begin, end) in MARKS.items():
        before, rest = text.split(begin)
        old, after = rest.split(end)
        new = played(old) if part == "game" else games_table("farmenvs/games/{name}/RULES.md")
        text = f"{before}{begin}\n{new}\n{end}{after}"
    return text


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
    if rules is not None:
        _, text = rules.read_text(encoding="utf-8").split("\n", 1)
        parts.append("## Rules\n" + re.sub(r"^##", "###", text, flags=re.MULTILINE))
    return "\n\n".join(parts) + "\n"


def pages(folder: Path) -> None:
    """Write a page for each game to `folder`."""
    for path in folder.glob("*.md"):
        path.unlink()
    for name in games():
        (folder / f"{name}.md").write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    path = ROOT / "README.md"
    old = path.read_text(encoding="utf-8")
    new = readme(old)
    path.write_text(new, encoding="utf-8")
    print("README.md", "was up to date" if new == old else "is brought up to date")
