"""Sphinx: `make docs`."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import generate  # noqa: E402  (lies beside this file)

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
            first, *rest = line.strip("| ").split(" | ")
            done += [f"   * - {first}", *(f"     - {cell}" for cell in rest)]
    lines[:] = done


def setup(app):
    """Hook into Sphinx."""
    app.connect("autodoc-process-docstring", tables)
