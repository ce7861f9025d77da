"""A game's RULES.md, to be compared with its program and its tests."""

import re
from pathlib import Path


def read_table(rules: str, head: str) -> list[list[str]]:
    """Return the rows of the table of RULES.md whose head begins with `head`."""
    lines = rules.splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith(f"| {head} |"))
    rows = []
    for line in lines[begin + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def cited(folder: Path, names: str) -> set[str]:
    """Return the numbers of rules that the files of a folder cite."""
    return {
        n for file in folder.glob(names) for n in re.findall(r"\bR\d+\b", file.read_text("utf-8"))
    }
