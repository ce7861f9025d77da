"""A game's RULES.md, to be compared with its program and its tests."""

import ast
import re
from pathlib import Path

NUMBER = re.compile(r"\bR\d+\b")
"""How a rule is cited."""


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
    return {n for file in folder.glob(names) for n in NUMBER.findall(file.read_text("utf-8"))}


def cited_by_tests(folder: Path, names: str) -> set[str]:
    """Return the numbers of rules that tests cite: in their own lines, not elsewhere in a file."""
    found: set[str] = set()
    for file in folder.glob(names):
        source = file.read_text("utf-8")
        lines = source.splitlines()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                first = min(part.lineno for part in (node, *node.decorator_list))
                found.update(NUMBER.findall("\n".join(lines[first - 1 : node.end_lineno])))
    return found
