"""The command line says what is so, never more than a seat may know, and errs in one line."""

import dataclasses
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import farmenvs
from examples.new_game import GAME
from farmenvs import terminal
from farmenvs.agents import make_agent
from farmenvs.cli import app, option_rows, preset_rows
from farmenvs.core.contract import MODES
from farmenvs.core.game import CardSets, Option
from farmenvs.core.state import State
from farmenvs.core.visibility import AT_ONCE, declared_rows
from farmenvs.core.words import counted
from farmenvs.envs.aec import CheckedEnv
from farmenvs.games import game_info, games
from farmenvs.programs import parse_options
from farmenvs.testing.histories import random_event
from tests.core import toy

ENTRY = [sys.executable, "-m", "farmenvs"]
WIDE = {"COLUMNS": "400"}


def run(*args, stdin=""):
    return CliRunner().invoke(app, list(args), input=stdin, env=WIDE)


def said(*args, stdin=""):
    """Return what a command that must succeed prints."""
    result = run(*args, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


# -------------------------------------------------------------------------------- list, show


def test_list_has_a_row_with_the_sizes_of_every_game():
    rows = {line.split()[0]: line for line in said("list").splitlines() if line}
    for name in games():
        game = farmenvs.load_game(name)
        sizes = (
            game.num_distinct_actions(),
            game.observation_spec().size,
            game.max_chance_outcomes(),
        )
        assert rows[name].split()[-3:] == [str(size) for size in sizes]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", games())
def test_show_tells_all_options_pieces_actions_and_where_the_rules_are(name, mode):
    info = game_info(name)
    for players in info.players:
        text = said("show", name, "--mode", mode, "-o", f"players={players}")
        game = farmenvs.load_game(name, players=players)
        for option in info.all_options:
            assert option.doc in text
        for preset in info.presets:
            assert re.search(rf"^{preset} +\S", text, re.MULTILINE)
        for spec in (game.observation_spec(mode), game.action_spec):
            for row in spec.rows():
                assert re.search(r"\s+".join(map(re.escape, row)), text)
        assert f"Box(0, 1, ({game.observation_spec(mode).size},), float32)" in text
        assert f"at most {game.max_game_length()} in a game" in text
        assert re.search(r"^Rules: .*RULES\.md$", text, re.MULTILINE)


def test_options_and_presets_are_shown_as_one_may_write_them():
    values = {"a": None, "b": True, "c": "x", "d": [1, 2], "e": 3}
    option = toy.GAME.options[0]
    info = dataclasses.replace(
        toy.GAME,
        options=tuple(dataclasses.replace(option, name=k, default=v) for k, v in values.items()),
        presets={"all": values},
    )
    assert [row[:2] for row in option_rows(info)[1:]] == [
        ("a", "None"), ("b", "True"), ("c", '"x"'), ("d", "[1, 2]"), ("e", "3"),
    ]  # fmt: skip
    (row,) = preset_rows(info)
    assert row == ("all", 'a=None, b=True, c="x", d=[1, 2], e=3')
    assert parse_options([*row[1].split(", ")[:3], "d=[1, 2]", "e=3"]) == values


def test_option_values_are_json_or_else_texts():
    text = said("show", "turtle_soup", "-o", "nights=2", "-o", "deck=extended")
    assert "nights=2, deck='extended'" in text
    small = "deck=[0, 1, 2, 3, 4, 5, 9]"
    assert "deck=(0, 1, 2, 3, 4, 5, 9)" in said("show", "turtle_soup", "-o", small)


@pytest.mark.parametrize("command", [[], ["list"], ["show"], ["play"], ["warmup"]])
def test_h_is_short_for_help(command):
    assert said(*command, "-h") == said(*command, "--help")
    assert "-h, --help" in said(*command, "-h")


def test_version_and_no_command_at_all():
    assert said("--version") == f"farmenvs {farmenvs.__version__}\n"
    assert "Commands:" in said()


# -------------------------------------------------------------------------------- errors

WRONG = {
    "a command": (["grow"], "No such command 'grow'"),
    "an option": (["list", "--all"], "No such option"),
    "no game": (["show"], "Missing argument 'GAME'"),
    "a game": (["show", "turtle_soop"], "games: .*turtle_soup.*did you mean 'turtle_soup'"),
    "a game to play": (["play", "chess"], "no game 'chess'"),
    "a game to compile": (["warmup", "chess"], "no game 'chess'"),
    "a game's option": (["show", "turtle_soup", "-o", "days=3"], "options: players, nights, deck"),
    "an option's value": (["show", "turtle_soup", "-o", "nights=many"], "nights must be .* 'many'"),
    "an option without a value": (["show", "turtle_soup", "-o", "nights"], "NAME=VALUE"),
    "an option twice": (
        ["show", "turtle_soup", "-o", "nights=2", "-o", "nights=3"],
        "option 'nights' is given twice",
    ),
    "name as an option": (["show", "turtle_soup", "-o", "name=x"], "no option 'name'; options: p"),
    "self as an option": (["play", "turtle_soup", "-o", "self=x"], "no option 'self'; options: p"),
    "a preset as an option": (["show", "turtle_soup", "-o", "preset=x"], "write --preset x"),
    "a preset to play": (["play", "turtle_soup", "-o", "preset=x"], "write --preset x"),
    "a deep value": (["show", "turtle_soup", "-o", f"deck={'[' * 10**5}"], "deck must be"),
    "players": (["play", "turtle_soup", "-o", "players=7"], "one of 2, 3, 4, 5, 6, not 7"),
    "a preset": (["show", "turtle_soup", "--preset", "huge"], "no preset 'huge'"),
    "a mode": (["show", "turtle_soup", "--mode", "x-ray"], "recall, table, not 'x-ray'"),
    "a seat": (["play", "turtle_soup", "--seat", "4"], "seat from 0 to 3, not 4"),
    "no number": (["play", "turtle_soup", "--seat", "me"], "--seat"),
    "a seed": (["play", "turtle_soup", "--seed", "-1"], "seed must be a whole number"),
    "an agent": (["play", "turtle_soup", "--opponents", "god"], "no agent 'god'; agents: random"),
    "agents": (
        ["play", "turtle_soup", "--opponents", "random,rules"],
        "one agent, or 3, one a seat, not 2",
    ),
    "a file": (["play", "turtle_soup", "--opponents", "sb3:no.zip"], "no model no.zip"),
    "no card set": (["cards", "check"], "Missing argument 'FILE'"),
    "a card set": (
        ["cards", "list", "house-2"],
        "house-2: No such file or directory; the game's own set is 'house'",
    ),
    "a card set to play": (["play", "turf_war", "-o", "cards=no.toml"], r"\(no.toml: No such file"),
    "card sets of a game": (
        ["cards", "list", "--game", "turtle_soup"],
        "soup has no card sets",
    ),
    "card sets of no game": (["cards", "list", "--game", "chess"], "no game 'chess'"),
}


@pytest.mark.parametrize(("args", "complaint"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_in_one_line_with_exit_code_2(args, complaint):
    result = run(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert re.fullmatch(rf"farmenvs: .*{complaint}.*\n", result.stderr), result.stderr


@pytest.mark.parametrize("name", ["typer", "rich"])
def test_without_its_extra_the_command_says_what_to_install(name):
    hide = f"import sys; sys.modules[{name!r}] = None; from farmenvs.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", hide], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    line = f"farmenvs: the command line needs {name}: pip install 'farmenvs[cli]'\n"
    assert done.stderr == line


# -------------------------------------------------------------------------------- card sets

WITH_SETS = {name: option for name in games() for option in game_info(name).options if option.sets}


@pytest.mark.parametrize("name", WITH_SETS)
def test_the_own_card_set_of_a_game_is_listed_row_by_row(name):
    option = WITH_SETS[name]
    own = option.parse(option.default)
    text = said("cards", "list", "--game", name)
    for title, heads, rows in option.sets.tables(own):
        for row in ((title,), heads, *rows):
            assert re.search(r"\s+".join(map(re.escape, row)), text)
    assert text.endswith(f"\n{option.sets.summary(own)}\n")


@pytest.mark.parametrize("name", WITH_SETS)
def test_a_wrong_card_set_is_told_fault_by_fault_with_exit_code_1(name, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("colour = 1\n", "utf-8")
    result = run("cards", "check", str(path), "--game", name)
    _, faults = WITH_SETS[name].sets.check(path)
    assert len(faults) > 1
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.splitlines() == faults


def test_a_right_card_set_is_told_so_listed_and_played():
    """By the path of its file."""
    path = str(Path(farmenvs.__file__).parent / "games" / "turf_war" / "example.toml")
    assert said("cards", "check", path).startswith(f"{path}: right: 'example': 5 kinds of cards")
    assert "\n1     Tulips " in said("cards", "list", path)
    played = said("play", "turf_war", "-o", f"cards={path}", "--seed", "1", stdin="?\nquit\n")
    assert "turn 1" in played
    assert "cards=<card set 'example': 5 cards>" in said("show", "turf_war", "-o", f"cards={path}")


@pytest.mark.parametrize("name", WITH_SETS)
def test_the_own_card_set_of_a_game_is_known_by_name(name):
    """As it is to the game's option."""
    own = WITH_SETS[name].default
    assert said("cards", "list", own, "--game", name) == said("cards", "list", "--game", name)
    assert said("cards", "check", own, "--game", name).startswith(f"{own}: right: ")


def test_nobody_is_promised_all_faults_of_a_card_set_at_once():
    """Not even in the help."""
    text = " ".join(said("cards", "check", "--help").split())
    assert "A fault can hide others: check again when it is mended." in text
    assert "all that is wrong" not in text


def of_toy(name):
    """Return a game whose option `deck` is a card set with names that look like markup."""
    sets = CardSets(
        check=lambda value: (value, []),
        summary=lambda value: f"all of [b]{value}[/b]",
        tables=lambda value: [("Cards", ("name",), [("[red]:rose:[/red]",)])],
        guide="",
        format=list,
    )
    option = Option("deck", name, "a set", "the set", lambda value: value, sets=sets)
    return dataclasses.replace(toy.GAME, name=name, options=(option, *toy.GAME.options))


def test_with_several_games_it_is_asked_whose_card_set_and_nothing_is_taken_for_markup(monkeypatch):
    found = {name: of_toy(name) for name in ("red", "green")}
    monkeypatch.setattr("farmenvs.cli.games", lambda: list(found))
    monkeypatch.setattr("farmenvs.cli.game_info", found.__getitem__)
    result = run("cards", "list")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "farmenvs: whose card set? write --game with one of red, green\n"
    text = said("cards", "list", "--game", "green")
    assert [line.strip() for line in text.splitlines()] == [
        *("Cards", "name", "[red]:rose:[/red]", "", "all of [b]green[/b]"),
    ]
    assert said("cards", "check", "x", "--game", "red") == "x: right: all of [b]x[/b]\n"


# -------------------------------------------------------------------------------- play

GAMES = [*map(game_info, games()), GAME]
NAMES = [info.name for info in GAMES]


def sit(game, seat, *agents):
    """Return the agents around a person's seat."""
    found = [make_agent(agent, game) for agent in agents]
    found.insert(seat, None)
    return found


@pytest.mark.parametrize("info", GAMES, ids=NAMES)
@pytest.mark.parametrize("word", [True, False], ids=["words", "numbers"])
def test_a_person_plays_to_the_end_by_words_or_numbers(info, word):
    game = info.load(**info.small)
    prompts = []

    def ask(prompt):
        prompts.append(prompt)
        number, name = re.match(r"\[(\d+) (.+?)[,\]]", prompt).groups()
        return name.upper() if word else number

    others = ["random"] * (game.num_players() - 1)
    for seed in range(6):  # luck, or a seat, may leave the person nothing to choose
        shown, seat = [], seed % 2
        state = terminal.play(game, sit(game, seat, *others), seed, ask, shown.append)
        assert state.is_terminal()
        text = "\n".join(shown)
        assert str(state.view(seat)) in text
        for p, (points, outcome) in enumerate(zip(state.scores(), state.returns(), strict=True)):
            result = f"{counted(points, 'point')}, return {outcome:+.2f}"
            assert re.search(rf"player {p}.*: {re.escape(result)}", text)
    assert prompts


@pytest.mark.parametrize("info", GAMES, ids=NAMES)
def test_the_luck_is_that_of_an_environment_with_this_seed(info):
    game = info.load(**info.small)
    first = game.num_players() - 1
    answer = lambda prompt: re.match(r"\[(\d+)", prompt)[1]  # noqa: E731
    agents = [lambda view, rng: view.legal_actions()[0]] * game.num_players()
    agents[first] = None
    state = terminal.play(game, agents, 3, answer, lambda text: None)
    env = CheckedEnv(game, skip_forced=False)
    env.reset(seed=3)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert env.game_state().history() == state.history()


def test_the_person_is_helped_and_corrected_until_the_action_is_legal():
    game = farmenvs.load_game("turtle_soup", players=2, nights=1)
    answers = iter(["", "?", "soup", "  BOWL  "])
    shown = []
    terminal.play(game, sit(game, 0, "rules"), 1, lambda prompt: next(answers), shown.append)
    text = "\n".join(shown)
    assert "  0 wait\n  1 bowl" in text
    assert game.info.summary in text
    assert "A card is called by its rank" in text
    assert re.search(r"^Rules: .*RULES\.md$", text, re.MULTILINE)
    assert "no action 'soup'; actions: wait, bowl" in text
    assert next(answers, None) is None


def test_an_action_that_exists_but_is_not_legal_is_refused():
    state = toy.GAME.load().new_initial_state()
    state.apply_action(1)
    state.apply_action(0)
    answers, shown = iter(["bid 2", "2", "bid 1"]), []
    assert terminal.choose(state.view(), lambda prompt: next(answers), shown.append) == 1
    assert shown[1:] == ["bid 2 can't be done now; `?` lists what can"] * 2


def test_some_of_the_word_of_an_action_will_do_if_it_is_the_only_one_that_can_be_done():
    """Numbers are those of actions, and nothing else."""
    state = farmenvs.load_game("turf_war", first_player=0).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.sample_chance(0))
    shown = []

    def choose(*answers):
        answers = iter(answers)
        state.apply_action(terminal.choose(state.view(), lambda prompt: next(answers), tell))
        told = [line for line in shown if "\n" not in line]
        shown.clear()
        return state.game.action_words[state.history()[-1]], told

    tell = shown.append
    assert choose("rake", "home") == ("home", ["card rake can't be done now; `?` lists what can"])
    word, told = choose("can t", "99", "CARD", " Watering  CAN ")
    assert word == "card watering can"
    assert [line.partition(";")[0] for line in told] == [
        "turf_war has no action 'can t'",
        "turf_war has no action '99'",
        "card can be card rake, card toolbox, card watering can",
    ]
    assert choose("next", "b2")[0] == "own b2"


def test_a_game_that_a_cap_ends_is_said_to_be_cut_short():
    cut = "A cap on the length of a game has ended this one: it is scored as it stands."
    for weights, said_so in (((1, 0, 0), True), ((0, 0, 1), False)):
        game, shown = toy.GAME.load(weights=weights), []
        others = ["rules"] * (game.num_players() - 1)
        state = terminal.play(game, sit(game, 0, *others), 0, lambda prompt: "0", shown.append)
        assert state.is_truncated() == said_so
        assert (cut in shown[-1]) == said_so


def test_who_has_only_one_thing_to_do_is_told_so_and_not_asked():
    state = toy.GAME.load().new_initial_state()
    for event in (1, 0, 1, 0):
        state.apply_action(event)
    shown = []
    assert terminal.choose(state.view(), pytest.fail, shown.append) == 3
    assert shown[-1] == "There is only one thing to do: bow"


@pytest.mark.parametrize("stdin", ["quit\n", "q\n", "wait\n", ""], ids=["quit", "q", "end", "none"])
def test_leaving_or_the_end_of_the_input_ends_in_one_line(stdin):
    text = said("play", "turtle_soup", "--seed", "1", stdin=stdin)
    assert text.endswith("\nThe game is left unfinished.\n")


def test_ctrl_c_ends_in_one_line(monkeypatch):
    def interrupt(prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    assert said("play", "turtle_soup").endswith("\nThe game is left unfinished.\n")


@pytest.mark.parametrize("answer", [7, -1, True, "wait", None, np.eye(2), np.arange(99)])
def test_an_agent_that_answers_with_an_illegal_action_is_named(answer):
    game = farmenvs.load_game("turtle_soup", players=2)

    def cheat(view, rng):
        return answer

    with pytest.raises(
        ValueError,
        match=r"^agent 'cheat' answered .* for player 0, which is .*; legal: .*$",
    ):
        terminal.play(game, [cheat, None], 0, lambda prompt: "0", lambda text: None)


def test_a_whole_game_as_a_process_with_piped_input():
    command = "play turtle_soup --seat 2 --opponents rules,random,random -o nights=2 --seed 1"
    done = subprocess.run(
        [*ENTRY, *command.split()],
        input="0\n" + "bowl\n" * 20,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "seats 0 rules, 1 random, 2 you, 3 random; seed 1" in done.stdout
    assert "] > 0\n" in done.stdout, "piped input is shown as if typed"
    assert re.search(r"player 2 \(you\): \d+ points?, return", done.stdout)


# -------------------------------------------------------------------------------- secrets


def tells_worlds_apart(info, plays=12):
    """Play the truth and a lookalike side by side, which differ in what the seat can't see.

    Returns the first lines of their logs that differ, or None, and how often the worlds differed.
    """
    differed = 0
    rng = np.random.default_rng(0)
    for k in range(plays):
        game = info.load(players=info.players[k % len(info.players)])
        seat = int(rng.integers(game.num_players()))
        truth = terminal.Log(game.new_initial_state(), seat)
        other = terminal.Log(game.new_initial_state(), seat)
        while not truth.state.is_terminal():
            event = random_event(truth.state, rng)
            alike = lookalikes(truth.state, event, other.state, seat)
            if not alike:  # the event has shown what was hidden: begin again from the truth
                other = terminal.Log(truth.state.clone(), seat)
                other.secrets = truth.secrets.copy()
                alike = [event]
            lines = truth.apply(event), other.apply(int(rng.choice(alike)))
            if lines[0] != lines[1]:
                return lines, differed
            differed += other.state.to_dict() != truth.state.to_dict()
    return None, differed


def lookalikes(state, event, other, seat):
    """Return the events in the other world that look to the seat like `event` in `state`."""
    seen = state.child(event).view(seat).tobytes()
    children = {e: other.child(e) for e in other.legal_actions()}
    alike = [e for e, child in children.items() if child.view(seat).tobytes() == seen]
    # a card that all have seen and that leaves no trace behind is no secret
    true = children[event].to_dict() if event in alike else None
    return [e for e in alike if e == event or children[e].to_dict() != true]


@pytest.mark.parametrize("info", GAMES, ids=NAMES)
def test_the_log_is_the_same_in_all_worlds_that_a_seat_cannot_tell_apart(info):
    difference, differed = tells_worlds_apart(info)
    assert difference is None
    assert differed or all_is_seen(info)


def all_is_seen(info):
    """Return whether nothing is hidden from those who remember all, as the log does."""
    return all(when == {AT_ONCE} for when in declared_rows(info.visibility, "recall").values())


@pytest.mark.parametrize("info", GAMES, ids=NAMES)
def test_a_log_that_told_everything_at_once_would_be_caught(info, monkeypatch):
    if all_is_seen(info):
        return
    open_ = {row: frozenset({AT_ONCE}) for row in info.visibility}
    monkeypatch.setitem(info.__dict__, "visibility", open_)
    assert tells_worlds_apart(info)[0] is not None


def test_sealed_choices_are_told_when_the_last_is_in():
    game = farmenvs.load_game("turtle_soup", players=3)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    log = terminal.Log(state, 2)
    assert log.apply(1) == ["player 0: (hidden)"]
    assert log.apply(0) == ["player 1: (hidden)"]
    assert log.apply(0) == [
        "player 2: wait",
        "player 0: bowl (revealed)",
        "player 1: wait (revealed)",
    ]


def test_what_a_turn_up_a_harvest_and_the_end_of_a_season_show_is_told():
    game = farmenvs.load_game("turnip", players=3, first_player=0, cards=(2, 1, 1, 0))
    log = terminal.Log(game.new_initial_state(), 1)

    def told(script):
        words = script.split(", ")
        return [log.apply(game.string_to_action(word)) for word in words][-1]

    assert told("stash 2, stash 5, stash 3, plant 3 show 2, claim 7, turn up, turn up") == [
        "player 2: turn up",
        "player 0 planted 3 and 2: the claim of 7 is a lie; player 1 gets a token",
    ]
    assert told("plant 2 show 3, claim 5, turn up, say nothing")[-1] == (
        "player 1 planted 2 and 3: the claim of 5 is a truth; player 1 gets a token"
    )
    assert told("plant 5, claim 2, say nothing, say nothing") == [
        "player 1: say nothing",
        "player 0: say nothing (revealed)",
    ]
    assert told("harvest") == [
        "player 0: harvest",
        "player 0 has planted 2 3: 5 in all",
        "player 1 has planted 2 3: 5 in all",
        "player 2 has planted 5: 5 in all",
        "players 0, 1 and 2 each get 1 card, 2 left over",
    ]
    assert log.apply(0) == ["chance: crown to player 0"]
    assert told("tax 5, tax 2, tax 2")[-1] == (
        "the season is over: player 0 had stashed 2, player 1 had stashed 5, player 2 had stashed 3"
    )


def test_a_deal_is_told_to_its_owner_alone_and_a_draw_at_the_showdown():
    log = terminal.Log(State(GAME.load(players=2)), 0)
    assert log.apply(3) == ["player 0: weight 4"]
    assert log.apply(2) == []
    assert log.apply(0) == ["player 0: keep"]
    assert log.apply(1) == ["player 1: swap"]
    assert log.apply(4) == ["player 1: weight 5"]
