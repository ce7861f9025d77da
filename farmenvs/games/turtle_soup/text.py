"""The words of Turtle Soup: actions, cards, events, and a view as text."""

from typing import Any

from farmenvs.core.words import counted
from farmenvs.games.turtle_soup.deck import LETTERS, VALUES, WORDS
from farmenvs.games.turtle_soup.rules import BOWL, SEATS, UNKNOWN, WAIT, Phase, count_active, share

ACTIONS = ("wait", "bowl")
CHOSEN = {WAIT: "waits", BOWL: "takes a bowl", UNKNOWN: "has chosen"}


def action_words(cfg: Any) -> tuple[str, ...]:
    """Return the word of each action."""
    return ACTIONS


def outcome_word(cfg: Any, s: Any, o: int) -> str:
    """Return the word of a chance outcome: the card."""
    return WORDS[o]


def moment(cfg: Any, before: Any, a: int, after: Any) -> str:
    """Return what kind of event `a` is: a flip, a sealed choice, or the last choice of a round."""
    if before["phase"] == Phase.FLIP:
        return "flip"
    return "last choice" if after["turn"] == SEATS or after["phase"] != Phase.CHOOSE else "choice"


def explain(cfg: Any) -> list[str]:
    """Return what cards and chips are."""
    small, large, extra = (int(value) for value in VALUES)
    return [
        "A card is called by its rank, its name, and its suits: M S W L Y K. As soon as all six",
        "show, the night is over, and who is still in gets nothing. A number card brings as many",
        "small chips, an ace or crown a large one, a pawn or court an extra large one; these are",
        f"worth {small}, {large} and {extra}.",
    ]


def view_text(cfg: Any, v: Any, p: int) -> str:
    """Return the view of seat `p` as text (an onlooker's, or the truth, if `p` is no seat)."""
    n = int(cfg["players"])
    over = v["phase"] == Phase.OVER
    night = min(int(v["night"]) + 1, int(cfg["nights"]))
    lines = [f"Turtle Soup, night {night} of {int(cfg['nights'])}" + (", over" if over else "")]
    cards = [WORDS[i] for i in range(len(WORDS)) if v["up"][i]]
    showing = "".join(c if int(v["suits"]) >> j & 1 else "." for j, c in enumerate(LETTERS))
    deck = counted(int(v["left"]), "card")
    lines.append(f"suits {showing}  {deck} in the deck, {len(cards)} face up")
    lines += ["  " + ", ".join(cards[i : i + 4]) for i in range(0, len(cards), 4)]
    small, large, extra = (int(x) for x in v["pot"])
    pot = f"pot {small} small, {large} large" + (f", {extra} extra large" if extra else "")
    k = count_active(cfg, v)
    lines.append(pot + (f"; a bowl is worth {share(v, k)}" if v["phase"] == Phase.CHOOSE else ""))
    lines += [f"player {q}{' (you)' * (q == p)}: {seat_text(cfg, v, q)}" for q in range(n)]
    return "\n".join(lines)


def seat_text(cfg: Any, v: Any, q: int) -> str:
    """Return what a view shows of seat `q`."""
    points = counted(int(v["points"][q]), "point")
    if v["phase"] == Phase.OVER:
        return points
    if not v["active"][q]:
        return f"{points}, has a bowl"
    if v["phase"] == Phase.FLIP or q > v["turn"]:
        return f"{points}, in"
    if q == v["turn"]:
        return f"{points}, to choose"
    return f"{points}, {CHOSEN[int(v['choice'][q])]}"
