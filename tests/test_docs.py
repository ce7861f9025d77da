"""What the documentation shows is true: its code runs, outputs and tables are those of today."""

import doctest
import html
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from farmenvs.games import games

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
README = ROOT / "README.md"
generate = runpy.run_path(str(ROOT / "docs" / "generate.py"))


def blocks(language):
    """Return the fenced blocks of a language on all pages, as pytest parameters."""
    found = []
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        for match in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            line = text[: match.start()].count("\n") + 2
            found.append(pytest.param(path, line, match[1], id=f"{path.name}:{line}"))
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_block_on_a_page_is_of_a_kind_that_is_run_here(path):
    fences = re.findall(r"^ *```(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert fences[1::2] == [""] * (len(fences) // 2), "each is closed"
    kinds = {kind for kind in fences[::2] if not kind.startswith("{")}  # not Sphinx's directives
    assert kinds <= {"python", "pycon", "console"}


@pytest.mark.parametrize(("path", "line", "code"), blocks("python"))
def test_code_on_a_page_runs(path, line, code, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    exec(compile("\n" * (line - 1) + code, str(path), "exec"), {"__name__": "__main__"})


def test_there_is_a_quick_start_for_each_interface():
    codes = [block.values[2] for block in blocks("python") if block.values[0] == README]
    for word in ("agent_iter", "gymnasium.make", "new_initial_state", "make_batch"):
        assert [code.count("\n") <= 9 for code in codes if word in code] == [True]


@pytest.mark.parametrize(
    "path",
    [page for page in PAGES if ">>> " in page.read_text("utf-8")],
    ids=lambda path: path.name,
)
def test_outputs_on_a_page_are_what_comes_out(path):
    session = "\n".join(block.values[2] for block in blocks("pycon") if block.values[0] == path)
    test = doctest.DocTestParser().get_doctest(session, {}, path.name, str(path), 0)
    report = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert not report, "".join(report)


SHORT = ["--steps", "1", "--games", "6", "--evaluations", "1"]
"""What makes a training short enough for a test."""


@pytest.mark.parametrize(("path", "line", "code"), blocks("console"))
def test_commands_on_a_page_run(path, line, code, tmp_path):
    commands = re.findall(r"^\$ (.*?)(?: +#.*)?$", code, re.MULTILINE)
    assert commands
    for command in commands:
        program, *args = shlex.split(command)
        if program == "make":
            done = subprocess.run(["make", "-n", *args], cwd=ROOT, capture_output=True, text=True)
        elif program == "farmenvs":
            answers = re.findall(r"^\[.*\] > (.+)$", code, re.MULTILINE)
            done = interpreted(["-m", "farmenvs", *args], tmp_path, "\n".join(answers))
        else:
            assert program == "python"
            args[0] = str(ROOT / args[0])
            done = interpreted([*args, *SHORT * ("train" in args[0])], tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), command


def interpreted(args, folder, answers=""):
    """Run Python in a folder."""
    return subprocess.run(
        [sys.executable, *args], cwd=folder, input=answers, capture_output=True, text=True
    )


def test_the_readme_shows_the_games_of_today_and_a_game_as_it_is_played():
    text = README.read_text(encoding="utf-8")
    assert generate["readme"](text) == text, "run: python docs/generate.py"
    for name in games():
        assert f"[`{name}`](farmenvs/games/{name}/RULES.md)" in text


@pytest.mark.parametrize("name", games())
def test_the_guide_to_card_sets_has_the_tables_of_today(name):
    for path, sets in generate["guides"](name):
        text = path.read_text(encoding="utf-8")
        assert generate["guide"](text, sets) == text, "run: python docs/generate.py"
        assert text.partition("\n")[2] in generate["page"](name).replace("\n###", "\n##")


@pytest.mark.parametrize("name", games())
def test_the_page_of_a_game_has_its_declaration_and_its_rules(name):
    page = generate["page"](name)
    rules = (ROOT / "farmenvs" / "games" / name / "RULES.md").read_text(encoding="utf-8")
    assert rules.splitlines()[0] == page.splitlines()[0], "one title"
    for line in rules.splitlines()[1:]:
        assert line in page
    for heading in re.findall(r"^#+ .*$", page, re.MULTILINE)[1:]:
        assert heading.startswith("##"), heading


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_between_the_pages_lead_somewhere(path):
    targets = re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8"))
    for target in targets:
        assert (path.parent / target).exists(), target


def test_the_manual_builds_without_a_warning(tmp_path):
    command = [sys.executable, "-m", "sphinx", "-q", "-W", str(ROOT / "docs"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    for name in games():
        assert (tmp_path / "games" / f"{name}.html").exists()
    api = (tmp_path / "api.html").read_text(encoding="utf-8")
    text = html.unescape(re.sub("<.*?>", "", api))
    assert "name and options record: card sets and decks included." in text
    assert "The word of each action, [A]: unique, lower case, on one line." in text
    assert "mask (npt.ArrayLike | None)" in text
    assert not re.findall(r"<function|_SupportsArray|ForwardRef| at 0x", html.unescape(api))
