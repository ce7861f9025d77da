"""A person at the terminal plays against agents, and learns no more than a seat may know.

All that is said comes from views and from what the game declares as visible; nothing here knows a
game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from farmenvs.agents import Agent, check_answer, mode_of
from farmenvs.core.checks import some
from farmenvs.core.game import Game, GameInfo
from farmenvs.core.rng import check_seed, stream
from farmenvs.core.state import State
from farmenvs.core.view import View
from farmenvs.core.visibility import (
    AT_ONCE,
    declared_rows,
    outline_of,
    owner_of,
    row_of,
    shown_by,
    words_of,
)
from farmenvs.core.words import counted

FEW = 12
"""Most actions that the prompt names; `?` names all."""

HELP = "Type the number or the word of an action, or enough of its word, or `quit`. You can do:"
QUIT = ("quit", "q")


def play(
    game: Game,
    agents: Sequence[Agent | None],
    seed: int,
    ask: Callable[[str], str] = input,
    tell: Callable[[str], object] = print,
) -> State:
    """Play a game, and return its last state.

    Args:
        game: The game.
        agents: [P] who plays each seat; None, once, for the person.
        seed: Fixes the luck, which is that of an environment with this seed, and the agents.
        ask: Returns the line that the person answers to a prompt.
        tell: Shows the person some lines.

    Raises:
        EOFError: If the person leaves.
        ValueError: If an agent answers with an illegal action.
    """
    seat = list(agents).index(None)
    luck, root = stream(seed), np.random.SeedSequence(check_seed(seed))
    rngs = [np.random.default_rng(part) for part in root.spawn(len(agents))]
    state = game.new_initial_state()
    log = Log(state, seat)
    while not state.is_terminal():
        p = state.current_player()
        agent = agents[p] if p >= 0 else None
        if p < 0:
            event = state.sample_chance(luck)
        elif agent is None:
            event = choose(state.view(), ask, tell)
        else:
            answer = agent(state.view(p, mode_of(agent)), rngs[p])
            event = check_answer(game, agent, answer, state.legal_actions_mask(), p)
        for line in log.apply(event):
            tell(line)
    tell(f"\n{state.view(seat)}\n\n{result(state, seat)}")
    return state


def choose(view: View, ask: Callable[[str], str], tell: Callable[[str], object]) -> int:
    """Show a view, and return the action that the person chooses."""
    words, legal = view.game.action_words, view.legal_actions()
    tell(f"\n{view}")
    if len(legal) == 1:
        tell(f"There is only one thing to do: {words[legal[0]]}")
        return legal[0]
    names = [f"{a} {words[a]}" for a in legal]
    prompt = f"[{', '.join(names[:FEW])}{', …' * (len(legal) > FEW)}] > "
    while True:
        text = ask(prompt).strip()
        if text in QUIT:
            raise EOFError
        if text == "?":
            tell("\n  ".join([HELP, *names]))
            tell("\n".join(explanation(view.game)))
        elif text:
            try:
                action = meant(view, text)
            except ValueError as error:
                tell(f"{error}; `?` lists what you can do")
                continue
            if action in legal:
                return action
            tell(f"{words[action]} can't be done now; `?` lists what can")


def meant(view: View, text: str) -> int:
    """Return the action that a person means: by its number, its word, or some of the word.

    Raises:
        ValueError: If no action is called that, or several are.
    """
    words = view.game.action_words
    try:
        return view.game.string_to_action(text)
    except ValueError:
        part = " ".join(text.lower().split())
        legal, every = view.legal_actions(), range(len(words))
        alike = [[a for a in group if f" {part} " in f" {words[a]} "] for group in (legal, every)]
        found = alike[0] or alike[1]
        if not found or part.isdecimal():  # a number is that of an action
            raise
        if len(found) > 1:
            raise ValueError(f"{part} can be {some(words[a] for a in found)}") from None
        return found[0]


def explanation(game: Game) -> list[str]:
    """Return lines on what a game is about, what its things are, and where its rules are."""
    lines: list[str] = words_of(game.info, "explain", game.cfg) or []
    path = rules_file(game.info)
    return [game.info.summary, *lines, *([] if path is None else [f"Rules: {path}"])]


def rules_file(info: GameInfo) -> Path | None:
    """Return where a game's RULES.md lies, or None if it has none."""
    path = file_of(info, "RULES.md")
    return path if path.is_file() else None


def file_of(info: GameInfo, name: str) -> Path:
    """Return where a file lies that comes with a game's modules."""
    return Path(str(sys.modules[info.package].__file__)).with_name(name)


class Log:
    """What happens, in words, as one seat learns of it: at once, later, or never."""

    def __init__(self, state: State, seat: int):
        self.state, self.seat = state, seat
        self.learns = declared_rows(state.game.info.visibility, "recall")
        """When seats learn of events: see `farmenvs.testing.visibility`."""
        self.secrets: list[tuple[str, str]] = []
        """What the seat does not know yet: (the kind of event that is sure to tell it, words)."""

    def apply(self, event: int) -> list[str]:
        """Carry out an event on the state, and return what there is to tell the seat."""
        before, actor, owner = self.state.clone(), self.state.current_player(), owner_of(self.state)
        word = before.action_to_string(event)
        self.state.apply_action(event)
        row = row_of(before, event, self.state, self.seat)
        kind, when = row[0], self.learns.get(row, set())
        who = "chance" if owner is None else f"player {owner}"
        lines = [f"{who}: {word}"] if when == {AT_ONCE} else []
        if not lines and actor >= 0:
            lines.append(f"player {actor}: {outline_of(before, event)}")
        lines += [words for teller, words in self.secrets if teller == kind]
        self.secrets = [secret for secret in self.secrets if secret[0] != kind]
        if when != {AT_ONCE} and len(when) == 1:
            self.secrets.append((next(iter(when)), f"{who}: {word} (revealed)"))
        return lines + shown_by(before, event, self.state)


def result(state: State, seat: int) -> str:
    """Return the result of a finished game in words."""
    winners = state.winners()
    cut = "A cap on the length of a game has ended this one: it is scored as it stands."
    lines = [cut] * state.is_truncated()
    for p, (points, outcome) in enumerate(zip(state.scores(), state.returns(), strict=True)):
        lines.append(
            f"player {p}{' (you)' * (p == seat)}: {counted(points, 'point')}, return {outcome:+.2f}"
            f"{', wins' * (p in winners)}"
        )
    return "\n".join(lines)
