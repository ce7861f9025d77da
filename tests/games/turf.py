"""Positions of Turf War made by hand, and what events change in them, in words."""

from collections import Counter

import numpy as np
import pytest

from farmenvs.core.state import Base, State
from farmenvs.games.turf_war import GAME, cards, stack
from farmenvs.games.turf_war.deck import FENCE, KINDS, NEIGHBORS, SEATS, SLOTS, Phase, Stage
from farmenvs.games.turf_war.ledger import cards_of as count_of
from farmenvs.games.turf_war.ledger import conserved
from farmenvs.games.turf_war.text import GRID, card_names, neighbor_names
from farmenvs.testing.histories import record

STORE = ("Solar Light", "Tulips", "Rose Bush", "Sunflower", "Lawn Mower")
ROW = ("Amelia", "Hank", "Tut", "Kim", "Maya")
PHASES = GAME.phases
OWN = [f"own {pile}" for pile in GRID]
NEXT = [f"next {pile}" for pile in GRID]


def position(
    players=2,
    *,
    yards=None,
    grass="",
    hands=None,
    garages=None,
    money=(),
    away=(),
    turn=0,
    stage="act",
    store=STORE,
    row=ROW,
    won=None,
    trash=(),
    queue=(),
    deck=None,
    **options,
):
    """Return a position at the node of a stage.

    Args:
        players: How many.
        yards: Cards by place, {"0 b2": "Tulips, Ants"}: seat and pile.
        grass: Piles that are Grass, "0 b2, 1 c3".
        hands: Cards in hand by seat, {0: "Rake"}; of others only counts the rest of their starters.
        garages: Likewise.
        money: By seat.
        away: Seats that are Away.
        turn: The seat whose turn it is.
        stage: "act" or "side".
        store: What lies there; None is an empty slot.
        row: Likewise.
        won: Neighbors by seat, {0: "Tut"}.
        trash: Cards in the Trash.
        queue: Events at the bottom of the deck.
        deck: All cards that are left in the deck; else those that are nowhere else.
        **options: Options of `GAME.load`.
    """
    game = GAME.load(players=players, first_player=0, **options)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    s, cfg = record(state).copy()[0], game.cfg
    names, people = card_names(cfg), neighbor_names(cfg)

    def cards_of(text):
        return [names.index(name) for name in text.split(", ") if name]

    clear(s, cfg)
    for p in range(players):
        for t in cards_of((hands or {}).get(p, "")):
            cards.to_hand(s, p, t)
        for t in cards_of((garages or {}).get(p, "")):
            cards.to_garage(s, p, t)
        s["away"][p] = p in away
    s["money"][: len(money)] = money
    for place, text in (yards or {}).items():
        seat, pile = place.split()
        for t in cards_of(text):
            cards.put(cfg, s, int(seat), GRID.index(pile), t, 0)
    for place in filter(None, grass.split(", ")):
        seat, pile = place.split()
        s["grass"][int(seat), GRID.index(pile)] = 1
    s["store"] = [KINDS if name is None else names.index(name) for name in store]
    s["row"] = [NEIGHBORS if name is None else people.index(name) for name in row]
    s["dealt"][s["row"][s["row"] < NEIGHBORS]] = 1
    for p, text in (won or {}).items():
        for name in text.split(", "):
            s["won_by"][people.index(name)] = p
            s["sways"][p] += 1
            s["sway_vp"][p] += cfg["vp"][people.index(name)]
            s["dealt"][people.index(name)] = 1
    for name in trash:
        s["trash"][names.index(name)] += 1
    s["queue"][: len(queue)] = [names.index(name) for name in queue]
    s["queued"] = len(queue)
    s["aside"] = min(players - 2, SLOTS + players - 2 - int(s["dealt"].sum()))
    fill_deck(s, cfg, None if deck is None else [names.index(name) for name in deck])
    s["turn"] = s["chooser"] = turn
    s["stage"] = {"act": Stage.ACT, "side": Stage.SIDE}[stage]
    s["phase"] = {"act": Phase.ACT, "side": Phase.SIDE}[stage]
    return State(game, Base(s.tobytes(), 0, None, ()))


def clear(s, cfg):
    """Take all cards and Neighbors away."""
    for name in ("hand", "garage", "held", "parked", "trash", "deck", "dealt", "sways", "sway_vp"):
        s[name] = 0
    s["in_deck"] = s["queued"] = 0
    s["queue"] = KINDS
    s["won_by"] = SEATS
    stack.forget_choice(s)


def fill_deck(s, cfg, deck):
    """Put what is nowhere else into the deck; starters, or what is not wanted, into the Trash."""
    due = cfg["copies"] + int(cfg["players"]) * cfg["starter"] - count_of(s)
    for t, rest in enumerate(due[: int(cfg["kinds"])].tolist()):
        assert rest >= 0, f"there are not so many {card_names(cfg)[t]}"
        kept = 0 if cfg["starter"][t] else rest if deck is None else deck.count(t)
        assert kept <= rest
        s["deck"][t] = kept
        s["in_deck"] += kept
        s["trash"][t] += rest - kept


def amiss(state):
    """Return what does not add up: in a Row with gaps the Neighbors that nobody has won."""
    accounts = conserved(state.game.cfg, record(state)[0])
    return {what for what, found, right in accounts if found != right}


class ImpossibleError(AssertionError):
    """What a script does is not possible."""


def do(state, script):
    """Carry out events by their words, with commas between; returns the state."""
    for word in filter(None, script.split(", ")):
        events = dict(zip(words(state), state.legal_actions(), strict=True))
        if word not in events:
            raise ImpossibleError(f"{word!r} is not among {', '.join(events)}")
        state.apply_action(events[word])
    return state


def words(state):
    """Return the words of all that is legal, or possible."""
    return [state.action_to_string(a) for a in state.legal_actions()]


def due(state):
    """Return who has to decide what; or that chance does, or that the game is over."""
    if state.current_player() >= 0:
        return f"{state.current_player()} {PHASES[int(record(state)['phase'][0])]}"
    return "chance" if state.is_chance_node() else "over"


def looks(state):
    """Return all of a position in words, by what they tell of.

    Of a Yard also its piles with room for a card, and how many Places are free there, and those
    that are shielded.
    """
    s, cfg = record(state)[0], state.game.cfg
    names, people = card_names(cfg), neighbor_names(cfg)

    def listed(counts):
        return ", ".join(name for name, n in zip(names, counts, strict=False) for _ in range(n))

    found = {
        "due": due(state),
        "store": ", ".join("-" if t == KINDS else names[t] for t in s["store"]),
        "row": ", ".join("-" if i == NEIGHBORS else people[i] for i in s["row"]),
        "trash": Counter(filter(None, listed(s["trash"]).split(", "))),
        "queue": ", ".join(names[t] for t in s["queue"][: int(s["queued"])]),
        "deck": int(s["in_deck"]),
        "turns": int(s["turns"]),
        "turn": int(s["turn"]),
    }
    scores = state.scores()
    for p in range(state.game.num_players()):
        found[f"hand {p}"] = listed(s["hand"][p])
        found[f"garage {p}"] = listed(s["garage"][p])
        found[f"money {p}"] = int(s["money"][p])
        found[f"side {p}"] = "Away" if s["away"][p] else "Home"
        found[f"sway {p}"] = ", ".join(people[i] for i in np.flatnonzero(s["won_by"] == p))
        found[f"vp {p}"] = int(scores[p])
        found[f"room {p}"] = ", ".join(
            f"{pile} {cards.free_places(s, p, k)}"
            for k, pile in enumerate(GRID)
            if cards.has_place(s, p, k)
        )
        found[f"shielded {p}"] = ", ".join(np.array(GRID)[s["pile"][p, :, FENCE] > 0])
        for k, pile in enumerate(GRID):
            codes = [int(c) for c in s["yard"][int(s["begin"][p]) : int(s["begin"][p + 1])]]
            cards_here = [names[c % 256 >> 1] for c in codes if c >> 8 == k]
            base = "Grass" if s["grass"][p, k] else "Dirt"
            found[f"{p} {pile}"] = f"{base}: {', '.join(cards_here)}".removesuffix(": ")
    return found


def change(state, script):
    """Carry out a script; return all that looks different after it, as it looks then.

    Of the Trash only what came (+) or went (-).  What added up before still must.
    """
    before, wrong = looks(state), amiss(state)
    after = looks(do(state, script))
    assert amiss(state) <= wrong
    came, went = after["trash"] - before["trash"], before["trash"] - after["trash"]
    moved = [*(f"+{name}" for name in came.elements()), *(f"-{name}" for name in went.elements())]
    before["trash"], after["trash"] = "", ", ".join(moved)
    return {what: how for what, how in after.items() if before[what] != how}


def case(name, script, changes, **where):
    """Return a case of a test: a card, what happens, all that it changes, and the position."""
    return pytest.param(where, script, changes, id=name)


# ------------------------------------------------------------------------------ sets for one rule


def card(name, symbol="Ornament", *, copies=3, **fields):
    """Return a card of a set."""
    return {"name": name, "symbols": symbol.split(), "copies": copies, **fields}


def lot(*cards_in, neighbors=(), players=2, **where):
    """Return a position of a game with a set of these cards only, and Grass on 0 b2 and 1 b2.

    There are seven Neighbors whom nobody can sway, behind those that are given.
    """
    nobody = [{"name": f"Nobody {i}", "vp": 1, "need": {"cards": 99}} for i in range(1, 8)]
    cards_in = [{**each, "copies": each.get("copies", 1)} for each in cards_in]
    data = {"set": "test", "card": cards_in, "neighbor": [*neighbors, *nobody]}
    row = tuple(each["name"] for each in data["neighbor"][:SLOTS])
    defaults = {"store": (None,) * SLOTS, "row": row, "deck": (), "grass": "0 b2, 1 b2"}
    return position(players, cards=data, **{**defaults, **where})
