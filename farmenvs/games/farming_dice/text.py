"""The words of Farming Dice: actions, dice, events, and a view as text."""

from __future__ import annotations

from typing import Any

from farmenvs.core.words import counted
from farmenvs.games.farming_dice.rules import (
    BANK,
    NOBODY,
    WEIGHTS,
    Face,
    Phase,
    next_gift,
    seat_at,
)

CROPS = ("apple", "corn", "wheat", "onion", "carrot", "broccoli")
SIDES = ("left", "right", "to the Bank")


def pile_word(cfg: Any, r: int) -> str:
    """Return the word of a relative pile; those before the Bank are also relative crops."""
    return "own" if r == 0 else "bank" if r == cfg["players"] else f"left-{r}"


def action_words(cfg: Any) -> list[str]:
    """Return the word of each action."""
    n = int(cfg["players"])
    piles = [pile_word(cfg, r) for r in range(n + 1)]
    return [
        *(f"roll {crop} die" for crop in piles[:n]),
        *(f"give {crop} crop" for crop in piles[:n]),
        *(f"move {a} to {b}" for a in piles for b in piles),
    ]


def outcome_word(cfg: Any, s: Any, o: int) -> str:
    """Return the word of a chance outcome: who begins, or what the die of a crop shows."""
    if s["phase"] == Phase.FIRST:
        return f"player {o} begins"
    face = Face(o).name.lower() if o <= Face.CROP else f"face {o}"
    return f"{CROPS[int(s['die'])]} die: {face}"


def moment(cfg: Any, before: Any, a: int, after: Any) -> str:
    """Return what kind of event `a` is: first, roll, pick, crop or give."""
    return Phase(int(before["phase"])).name.lower()


def explain(cfg: Any) -> list[str]:
    """Return what is on a die."""
    faces = ", ".join(f"{int(WEIGHTS[face])} {face.name.title()}" for face in Face)
    return [
        f"Each die has {faces}. Left, Right and Bank give one of your tokens away,",
        "Crop moves a token of the die's crop from any pile to any other. Crops and piles are",
        "named as you see them: own, left-1 is that of the next player to your left, and so on.",
    ]


def view_text(cfg: Any, v: Any, p: int) -> str:
    """Return the view of seat `p` as text (an onlooker's, or the truth, if `p` is no seat)."""
    n = int(cfg["players"])
    over = ", over" if v["phase"] == Phase.OVER else ""
    lines = [f"Farming Dice, {counted(int(v['turns']), 'turn')} rolled{over}"]
    if p < n:
        seats = [f"{pile_word(cfg, r)} is {CROPS[seat_at(cfg, p, r)]}" for r in range(n)]
        lines.append(f"from here: {', '.join(seats)}")
    for q in range(n):
        who = f"player {q}{' (you)' * (q == p)}, {CROPS[q]}"
        gone = not int(v["farms"]) >> q & 1
        lines.append(f"{who}: out of the game" if gone else f"{who}: {pile_text(cfg, v, q)}")
    lines.append(f"Bank: {pile_text(cfg, v, BANK)}")
    if v["turn"] != NOBODY:
        lines.append(f"player {int(v['turn'])} {'; '.join(turn_text(v))}")
    return "\n".join(lines)


def pile_text(cfg: Any, v: Any, i: int) -> str:
    """Return how many tokens lie in a pile, and of which crops."""
    tokens = int(v["held"][i])
    crops = [f"{int(v['pile'][i, c])} {CROPS[c]}" for c in range(len(CROPS)) if v["pile"][i, c]]
    return counted(tokens, "token") + f" ({', '.join(crops)})" * (tokens > 0)


def turn_text(v: Any) -> list[str]:
    """Return what the seat whose turn it is does, and what its dice show."""
    phase = v["phase"]
    if phase == Phase.PICK:
        told = [f"has {int(v['to_pick'])} more to pick of the dice"]
    elif phase == Phase.ROLL:
        told = [f"rolls the {CROPS[int(v['die'])]} die"]
    elif phase == Phase.CROP:
        told = [f"moves a token of {CROPS[int(v['die'])]}"]
    else:
        told = [f"gives a token {SIDES[next_gift(v)]}"]
    told += set_text("to roll", v["picked"]) + set_text("crop", v["crops"])
    told += [f"{SIDES[side]}: {int(v['gifts'][side])}" for side in range(3) if v["gifts"][side]]
    return told + set_text("came to stay", v["came"])


def set_text(name: str, bits: Any) -> list[str]:
    """Return a set of crops with its name, or nothing if it is empty."""
    crops = [CROPS[c] for c in range(len(CROPS)) if int(bits) >> c & 1]
    return [f"{name}: {', '.join(crops)}"] if crops else []
