"""The words of Best Pumpkin: actions, pumpkins, events, and a view as text."""

from typing import Any

from .rules import HIDDEN, NONE, Phase

ACTIONS = ("keep", "swap")
DONE = ("kept it", "swapped", "")


def action_words(cfg: Any) -> tuple[str, ...]:
    """Return the word of each action."""
    return ACTIONS


def outcome_word(cfg: Any, s: Any, o: int) -> str:
    """Return the word of a chance outcome: the weight of the pumpkin."""
    return f"weight {o + 1}"


def moment(cfg: Any, before: Any, a: int, after: Any) -> str:
    """Return what kind of event `a` is: deal, choice, draw, or what comes last and shows all."""
    if after["phase"] == Phase.OVER:
        return "showdown"
    return {Phase.DEAL: "deal", Phase.DRAW: "draw"}.get(before["phase"], "choice")


def owner(cfg: Any, before: Any) -> int:
    """Return whose event a deal or a draw is: that of the seat which gets the pumpkin."""
    return int(before["turn"])


def view_text(cfg: Any, v: Any, p: int) -> str:
    """Return the view of seat `p` as text (an onlooker's, or the truth, if `p` is no seat)."""
    left = int(cfg["kinds"]) * int(cfg["copies"])
    lines = []
    for q in range(int(cfg["players"])):
        left -= int(v["hand"][q] != NONE) + int(v["given"][q] != NONE)
        known = [
            _pumpkin(int(v["hand"][q])),
            DONE[int(v["choice"][q])],
            "" if v["given"][q] >= NONE else f"gave up {_pumpkin(int(v['given'][q]))}",
            "to choose" if v["phase"] == Phase.CHOOSE and v["turn"] == q else "",
        ]
        lines.append(f"player {q}{' (you)' if q == p else ''}: {', '.join(filter(None, known))}")
    over = ", over" if v["phase"] == Phase.OVER else ""
    return "\n".join([f"Best Pumpkin, {left} in the patch{over}", *lines])


def _pumpkin(kind: int) -> str:
    return {NONE: "no pumpkin", HIDDEN: "a pumpkin face down"}.get(kind, f"weight {kind + 1}")
