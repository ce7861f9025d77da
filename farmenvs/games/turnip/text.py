"""The words of Turnip: actions, the Crown, events, and a view as text."""

from typing import Any

from farmenvs.games.turnip.deck import (
    ACTIONS,
    CLAIM,
    HARVEST,
    KINDS,
    LIE,
    MOST_CLAIM,
    NO_CALL,
    NO_CLAIM,
    NONE,
    PLANT,
    SILENT,
    STASH,
    TAX,
    TRUTH,
    TURN_UP,
    UNKNOWN_COUNT,
    VALUES,
    Phase,
)

FACES = tuple(str(int(value)) for value in VALUES[:KINDS])
"""What is on a card of each kind."""


def action_words(cfg: Any) -> tuple[str, ...]:
    """Return the word of each action."""
    words = [""] * ACTIONS
    for k, face in enumerate(FACES):
        words[STASH + k] = f"stash {face}"
        words[TAX + k] = f"tax {face}"
        words[PLANT + (KINDS + 1) * k] = f"plant {face}"
        for u, up in enumerate(FACES):
            words[PLANT + (KINDS + 1) * k + 1 + u] = f"plant {face} show {up}"
    for total in range(1, MOST_CLAIM + 1):
        words[CLAIM + total] = f"claim {total}"
    words[HARVEST], words[SILENT], words[TURN_UP] = "harvest", "say nothing", "turn up"
    return tuple(words)


def outcome_word(cfg: Any, s: Any, o: int) -> str:
    """Return the word of a chance outcome: who gets the Crown."""
    return f"crown to player {o}"


EVENTS = {
    Phase.STASH: "stash",
    Phase.TURN: "plant",
    Phase.CLAIM: "claim",
    Phase.CALL: "call",
    Phase.TAX: "tax",
    Phase.FIRST: "first player",
    Phase.CROWN: "crown",
}


def moment(cfg: Any, before: Any, a: int, after: Any) -> str:
    """Return what kind of event `a` is; "scoring" is the Crown or tax with which a season ends."""
    phase = Phase(before["phase"])
    if phase == Phase.TURN and a == HARVEST:
        return "harvest"
    if after["season"] > before["season"]:
        return "scoring"
    return "last call" if phase == Phase.CALL and after["phase"] != phase else EVENTS[phase]


def view_text(cfg: Any, v: Any, p: int) -> str:
    """Return the view of seat `p` as text (an onlooker's, or the truth, if `p` is no seat)."""
    return "\n".join(
        [
            f"Turnip, {length(cfg, v)}: {due(v)}",
            *(
                line
                for q in range(int(cfg["players"]))
                for line in seat_lines(cfg, v, q, " (you)" * (q == p))
            ),
        ]
    )


def length(cfg: Any, v: Any) -> str:
    """Return where in the game we are."""
    season = int(v["season"]) + (v["phase"] != Phase.OVER)
    if cfg["target"]:
        return f"season {season}, to {int(cfg['target'])} points"
    if cfg["clock"]:
        return f"season {season}, turn {int(v['turns'])} of {int(cfg['clock'])}"
    return f"season {season} of {int(cfg['seasons'])}"


def due(v: Any) -> str:
    """Return what comes next."""
    if v["phase"] == Phase.OVER:
        return "over"
    if v["phase"] in (Phase.FIRST, Phase.CROWN):
        return "the Crown is drawn"
    names = ("to stash a card", "to plant or harvest", "to claim", "to call or not", "to pay a tax")
    return f"player {int(v['turn'])} {names[int(v['phase'])]}"


def seat_lines(cfg: Any, v: Any, q: int, you: str) -> list[str]:
    """Return what a view shows of seat `q`: its points, its cards, its Field, its habits."""
    counters = f"{int(v['tokens'][q])} tokens, {int(v['market'][q])} in the Market"
    crown = ", the Crown" * int(v["crown"] == q)
    remembered = v["unseen"][q, 0] != UNKNOWN_COUNT
    parts = [f"hand {cards(v['hand'][q], v['left'][q])}"]
    if v["left"][q] < cfg["deck"]:
        parts.append(f"stash {card(v['stash'][q])}")
    if v["taxes"][q]:
        parts.append(f"taxed {cards(v['tax'][q], v['taxes'][q])}")
    if remembered:
        parts.append(f"not shown {cards(v['unseen'][q])}")
    lines = [
        f"player {q}{you}: {int(v['points'][q])} points, {counters}{crown}",
        f"  {'; '.join(parts)}",
    ]
    if v["down"][q]:
        lines.append(f"  {'; '.join(field_parts(v, q))}")
    if v["call"][q] != NO_CALL:
        lines.append("  calls Turn Up" if v["call"][q] else "  says nothing")
    if remembered:
        told, called = v["claims"][q], v["calls"][q]
        lines.append(
            f"  was seen to tell {int(told[LIE])} lies and {int(told[TRUTH])} truths,"
            f" called on {int(called[LIE])} lies and {int(called[TRUTH])} truths"
        )
    return lines


def field_parts(v: Any, q: int) -> list[str]:
    """Return what a view shows of the Field of seat `q`, and of its planting in progress."""
    planting = q == v["planter"] and v["phase"] in (Phase.CLAIM, Phase.CALL)
    parts = []
    if v["face_up"][q].any():
        parts.append(f"face up {cards(v['face_up'][q])}")
    if v["shown"][q, 0] == UNKNOWN_COUNT:
        down = int(v["down"][q]) - planting
        parts += [f"face down {cards(v['shown'][q], down)}"] * bool(down)
    else:
        for what, held, claimed in (
            ("shown", v["shown"][q], v["tested"][q]),
            ("face down", v["face_down"][q], v["claimed"][q]),
        ):
            if claimed.any():
                others = " and other" * int(claimed[KINDS])
                told = f"claimed as {cards(claimed)}{others}"
                parts.append(f"{what} {cards(held, claimed.sum())}, {told}")
    if planting:
        up = f" and {card(v['up_card'])} face up" * int(v["up_card"] < NONE)
        claim = f", claims {int(v['claim'])}" * int(v["claim"] != NO_CLAIM)
        parts.append(f"plants {card(v['down_card'])} face down{up}{claim}")
    return parts


def cards(counts: Any, size: int = 0) -> str:
    """Return some cards of one seat; if a view does not show them, as many question marks."""
    if counts[0] == UNKNOWN_COUNT:
        return " ".join("?" * int(size)) or "-"
    return " ".join(face for k, face in enumerate(FACES) for _ in range(int(counts[k]))) or "-"


def card(k: Any) -> str:
    """Return a card, or a question mark."""
    return FACES[int(k)] if k < NONE else "?"
