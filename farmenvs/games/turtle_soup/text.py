"""The words of Turtle Soup: actions, cards, events, and a view as text."""

from farmenvs.games.turtle_soup.deck import LETTERS, WORDS
from farmenvs.games.turtle_soup.rules import BOWL, SEATS, WAIT, Phase, count_active, share

ACTIONS = ("wait", "bowl")


def action_words(cfg):
    """Return the word of each action."""
    return ACTIONS


def outcome_word(cfg, s, o):
    """Return the word of a chance outcome: the card."""
    return WORDS[o]


def moment(cfg, before, a, after):
    """Return what kind of event `a` is at `before`: a flip, a sealed choice, or the last choice of a round."""
    if before["phase"] == Phase.FLIP:
        return "flip"
    return "last choice" if after["turn"] == SEATS or after["phase"] != Phase.CHOOSE else "choice"


def view_text(cfg, v, p):
    """Return the view of seat `p` as text (an onlooker's, or the truth, if `p` is no seat)."""
    n = int(cfg["players"])
    over = v["phase"] == Phase.OVER
    night = min(int(v["night"]) + 1, int(cfg["nights"]))
    lines = [f"Turtle Soup, night {night} of {int(cfg['nights'])}" + (", over" if over else "")]
    cards = [WORDS[i] for i in range(len(WORDS)) if v["up"][i]]
    showing = "".join(c if int(v["suits"]) >> j & 1 else "." for j, c in enumerate(LETTERS))
    lines.append(f"suits {showing}  {int(v['left'])} cards in the deck, {len(cards)} face up")
    lines += ["  " + ", ".join(cards[i : i + 4]) for i in range(0, len(cards), 4)]
    small, large, extra = (int(x) for x in v["pot"])
    pot = f"pot {small} small, {large} large" + (f", {extra} extra large" if extra else "")
    k = count_active(cfg, v)
    lines.append(pot + (f"; a bowl is worth {share(v, k)}" if v["phase"] == Phase.CHOOSE else ""))
    for q in range(n):
        state = "in" if v["active"][q] else "has a bowl"
        if v["phase"] == Phase.CHOOSE and v["active"][q]:
            chosen = {WAIT: "waits", BOWL: "takes a bowl"}.get(int(v["choice"][q]))
            state = chosen or (
                "to choose" if q == v["turn"] else "has chosen" if q < v["turn"] else "in"
            )
        lines.append(
            f"player {q}{' (you)' if q == p else ''}: {int(v['points'][q])} points, {'-' if over else state}"
        )
    return "\n".join(lines)
