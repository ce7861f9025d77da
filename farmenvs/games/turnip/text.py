"""The words of Turnip: actions, the Crown, events, and a view as text."""

from collections.abc import Iterator
from typing import Any

from farmenvs.core.words import counted
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
    TESTED,
    TRUTH,
    TURN_UP,
    UNKNOWN_COUNT,
    VALUES,
    Phase,
)
from farmenvs.games.turnip.rules import field_total, left_of

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


def outline(cfg: Any, a: int) -> str | None:
    """Return what others see of a card that is put face down (R25)."""
    if not PLANT <= a < PLANT + KINDS * (KINDS + 1):
        return None
    up = (a - PLANT) % (KINDS + 1)
    return "plant ?" + (f" show {FACES[up - 1]}" if up else "")


def shown(cfg: Any, before: Any, a: int, after: Any) -> Iterator[str]:
    """Yield what event `a` shows to everybody: by a Turn Up, a Harvest, the end of a season."""
    kind = moment(cfg, before, a, after)
    n = int(cfg["players"])
    if kind == "last call" and (after["calls"] != before["calls"]).any():
        p, up = int(before["planter"]), int(before["up_card"])
        planted = card(before["down_card"]) + f" and {card(up)}" * (up < NONE)
        true = after["claims"][p, TRUTH] > before["claims"][p, TRUTH]
        lucky = next(q for q in range(n) if after["tokens"][q] > before["tokens"][q])
        yield (
            f"player {p} planted {planted}: the claim of {int(before['claim'])} is a"
            f" {'truth' if true else 'lie'}; player {lucky} gets a token"
        )
    if before["phase"] == Phase.TURN and a == HARVEST:
        totals = [field_total(before, p) for p in range(n)]
        pot = 0
        for p in range(n):
            field = before["face_up"][p] + before["shown"][p] + before["face_down"][p]
            pot += int(field.sum())
            yield f"player {p} has planted {cards(field)}: {totals[p]} in all"
        winners = [p for p in range(n) if totals[p] == max(totals)]
        share, rest = divmod(pot, len(winners))
        each = f"{players(winners)} {'each get' if len(winners) > 1 else 'gets'}"
        yield f"{each} {counted(share, 'card')}" + f", {rest} left over" * (rest > 0)
    if after["season"] > before["season"]:
        stashes = (f"player {p} had stashed {card(before['stash'][p])}" for p in range(n))
        yield f"the season is over: {', '.join(stashes)}"


def explain(cfg: Any) -> list[str]:
    """Return what cards there are, and what they are good for."""
    each = ", ".join(
        f"{int(count)} of {face}" for face, count in zip(FACES, cfg["cards"], strict=True) if count
    )
    return [
        f"Everybody has the same cards: {each}. A card is worth what is on it.",
        "A season brings 2 points a token, 1 a card in the Market, 2 a card left in hand,",
        "and the value of the card in the Stash. A `?` is a card that you can't see.",
    ]


def view_text(cfg: Any, v: Any, p: int) -> str:
    """Return the view of seat `p` as text (an onlooker's, or the truth, if `p` is no seat)."""
    return "\n".join(
        [
            f"Turnip, {length(cfg, v)}: {due(cfg, v)}",
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
        return f"season {season}, to {counted(int(cfg['target']), 'point')}"
    if cfg["clock"]:
        turns, clock = int(v["turns"]), int(cfg["clock"])
        if turns < clock:
            return f"season {season}, {turns} of {counted(clock, 'turn')} taken"
        return f"season {season}, the last: all of {counted(clock, 'turn')} taken"
    return f"season {season} of {int(cfg['seasons'])}"


def due(cfg: Any, v: Any) -> str:
    """Return what comes next; after a tied Harvest, also who gets the Crown or who pays later."""
    if v["phase"] == Phase.OVER:
        return "over"
    if v["phase"] == Phase.FIRST:
        return "the Crown is drawn"
    n = int(cfg["players"])
    if v["phase"] == Phase.CROWN:
        lefts = sorted(left_of(cfg, q) for q in range(n) if v["winner"][q])
        return f"the Crown is drawn among {players(lefts)}"
    if v["phase"] == Phase.TAX:
        payers = [q for q in range(n) if v["winner"][q] and q >= v["turn"]]
        later = f", then {players(payers[1:])}" if len(payers) > 1 else ""
        return f"player {payers[0]} to pay a tax{later}"
    names = ("to stash a card", "to plant or harvest", "to claim", "to call or not")
    return f"player {int(v['turn'])} {names[int(v['phase'])]}"


def seat_lines(cfg: Any, v: Any, q: int, you: str) -> list[str]:
    """Return what a view shows of seat `q`: its points, its cards, its Field, its habits."""
    counters = f"{counted(int(v['tokens'][q]), 'token')}, {int(v['market'][q])} in the Market"
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
        f"player {q}{you}: {counted(int(v['points'][q]), 'point')}, {counters}{crown}",
        f"  {'; '.join(parts)}",
    ]
    if v["down"][q]:
        lines.append(f"  {'; '.join(field_parts(v, q))}")
    if v["call"][q] != NO_CALL:
        lines.append("  calls Turn Up" if v["call"][q] else "  says nothing")
    if remembered:
        told, called = v["claims"][q], v["calls"][q]
        lines.append(
            f"  was seen to tell {lies_and_truths(told)}, called on {lies_and_truths(called)}"
        )
    return lines


def lies_and_truths(pair: Any) -> str:
    """Return how many of either there were."""
    return f"{counted(int(pair[LIE]), 'lie')} and {counted(int(pair[TRUTH]), 'truth')}"


def players(seats: list[int]) -> str:
    """Return some players: "player 1", "players 0, 1 and 3"."""
    *most, last = map(str, seats)
    return f"players {', '.join(most)} and {last}" if most else f"player {last}"


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
                told = f"put face down as {cards(claimed)}{others}"
                parts.append(f"{what} {cards(held, claimed.sum())}, {told}")
    said = [int(claim) for claim in v["said"][q] if claim != NO_CLAIM]
    if said:
        tested = " (tested)"
        parts.append(f"claims {', '.join(f'{x % TESTED}{tested * (x > TESTED)}' for x in said)}")
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
