"""Sphinx: `make docs`."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import generate  # noqa: E402  (lies beside this file)
from sphinx.util.inspect import TypeAliasForwardRef  # noqa: E402

import farmenvs  # noqa: E402

project = "farmenvs"
author = "The farmenvs developers"
copyright = author  # noqa: A001  (Sphinx's name)
version = release = farmenvs.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = f"farmenvs {version}"
exclude_patterns = ["_build"]

default_role = "code"  # docstrings write `names` as Markdown does
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_type_aliases = {  # by the names that the code gives them, not spelled out
    name: name
    for name in ("Agent", "Opponents", "Playable", "RngLike", "npt.ArrayLike", "npt.NDArray")
}
TypeAliasForwardRef.__repr__ = lambda self: self.name  # as in a union: `npt.ArrayLike | None`

generate.pages(HERE / "games")


def tables(app, what, name, obj, options, lines):
    """Turn the Markdown tables of docstrings into what Sphinx reads."""
    done = []
    for line in lines:
        if not line.startswith("|"):
            done.append(line)
        elif set(line) <= set("|- "):
            continue
        else:
            if not done or not done[-1].startswith("     - "):
                done += [".. list-table::", "   :header-rows: 1", ""]
            first, *rest = (cell.strip() for cell in line.strip()[1:-1].split("|"))
            done += [f"   * - {first}", *(f"     - {cell}" for cell in rest)]
    lines[:] = done


def whole(app, what, name, obj, options, lines):
    """Keep Napoleon from reading "This: that" of a property or a constant as its type and text."""
    if what in ("attribute", "data", "property"):
        lines.insert(0, "\\ ")  # an escaped blank is nothing, and has no colon


def setup(app):
    """Hook into Sphinx."""
    app.connect("autodoc-process-docstring", tables)
    app.connect("autodoc-process-docstring", whole, priority=400)  # before Napoleon
