"""The rules of Turf War, for two to four players.  Numbers refer to RULES.md.

Neighbors who play cards into Yards of nine piles each, their own and those of whoever is Away.  A
turn has a Start, a choice of Home or Away, actions, and an End, in which cards act (`triggers`).
What cards do is data, carried out by `effects`; what may be chosen is found by `targets`.

Chance: who begins, the Neighbors that are turned up, the cards of the Store Deck.  Nothing is
secret from those who remember all.

Read `apply` first, then what it calls.
"""

import numpy as np

from farmenvs.core.contract import CHANCE, TERMINAL
from farmenvs.games.turf_war.cards import (
    earn,
    from_hand,
    from_store,
    ground_of,
    pick_up_garage,
    price,
    to_garage,
    vp_of,
)
from farmenvs.games.turf_war.deck import (
    CFG,
    DECISIONS,
    DEPTH,
    DONE,
    EVENT,
    EVENT_CARDS,
    GO_AWAY,
    GO_HOME,
    HAND_B,
    KIND,
    KINDS,
    NEIGHBORS,
    NO,
    NO_PILE,
    NO_SEAT,
    PAY,
    PILE_TALLIES,
    PILES,
    PLAYS_T,
    ROW,
    SEATS,
    SLOTS,
    STATE,
    STORE,
    TALLIES,
    TOOL,
    WORK,
    WORK_T,
    YARD_CARDS,
    ZERO,
    Finish,
    Phase,
    Stage,
)
from farmenvs.games.turf_war.effects import choose, land, run, use_tool
from farmenvs.games.turf_war.stack import forget_choice, pop, push, wait
from farmenvs.games.turf_war.store import draw_card, restock
from farmenvs.games.turf_war.targets import declinable, mark_actions, next_target, swayable
from farmenvs.games.turf_war.triggers import begin_triggers, choose_due, next_due

__all__ = ["CFG", "STATE"]


def start(cfg, s):
    """R6, R7: everybody has a Yard of Dirt, a starter of each kind in hand, and is Home."""
    s["turns"] = 0
    s["cut"] = 0
    s["stage"] = Stage.ROW
    s["turn"] = cfg["first"]
    s["slot"] = SLOTS
    for p in range(SEATS):
        start_seat(cfg, s, p)
    s["begin"][SEATS] = 0
    for i in range(YARD_CARDS):
        s["yard"][i] = 0
    s["in_deck"] = 0
    for t in range(KINDS):
        s["given"][t] = 0
        s["trash"][t] = 0
        s["due_trash"][t] = 0
        s["deck"][t] = cfg["copies"][t]
        s["in_deck"] += cfg["copies"][t]
    for i in range(SLOTS):
        s["store"][i] = KINDS
        s["row"][i] = NEIGHBORS
    for i in range(EVENT_CARDS):
        s["queue"][i] = KINDS
    s["queued"] = 0
    s["restocking"] = 0
    s["carried"] = 0
    s["due_slots"] = 0
    s["aside"] = cfg["players"] - 2
    for i in range(NEIGHBORS):
        s["won_by"][i] = SEATS
        s["dealt"][i] = 0
    for i in range(DEPTH, 0, -1):
        s["depth"] = i
        pop(s)
    new_turn(s)
    forget_choice(s)
    if s["turn"] == SEATS:
        wait(s, Phase.FIRST, NO_SEAT)
    else:
        advance(cfg, s)


def start_seat(cfg, s, p):
    """R6: what seat `p` begins with."""
    plays = p < cfg["players"]
    s["begin"][p] = 0
    s["away"][p] = 0
    s["money"][p] = 0
    s["held"][p] = 0
    s["parked"][p] = 0
    s["sways"][p] = 0
    s["sway_vp"][p] = 0
    for t in range(KINDS):
        s["hand"][p, t] = cfg["starter"][t] if plays else 0
        s["held"][p] += s["hand"][p, t]
        s["garage"][p, t] = 0
    for j in range(TALLIES):
        s["tally"][p, j] = 0
    for k in range(PILES):
        s["grass"][p, k] = 0
        for j in range(PILE_TALLIES):
            s["pile"][p, k, j] = 0


def new_turn(s):
    """Nothing has been done in this turn."""
    s["played"] = 0
    s["step_plays"] = 0
    s["swayed"] = 0
    s["worked"] = 0
    s["bought"] = 0


def apply(cfg, s, a):
    """Carry out action `a` of the seat to move, or chance outcome `a`; then go on."""
    phase = s["phase"]
    if phase == Phase.FIRST:
        s["turn"] = a
    elif phase == Phase.NEIGHBOR:
        s["row"][np.int64(s["slot"])] = a
        s["dealt"][a] = 1
        s["aside"] -= s["stage"] != Stage.ROW
        s["slot"] = SLOTS
    elif phase == Phase.DRAW:
        draw_card(cfg, s, a, cfg["symbol"][a, EVENT] == 1)
    elif s["depth"] > 0:
        choose(cfg, s, a)
    elif phase == Phase.SIDE:
        choose_side(cfg, s, np.int64(s["turn"]), a == GO_AWAY)
    elif phase == Phase.ORDER:
        choose_due(cfg, s, np.int64(s["turn"]), a - KIND)
    else:
        act(cfg, s, np.int64(s["turn"]), a)
    advance(cfg, s)


def advance(cfg, s):
    """Go on until a seat or chance must decide, or the game is over."""
    waits = False
    while not waits:
        waits = run(cfg, s) if s["depth"] > 0 else proceed(cfg, s)


def proceed(cfg, s):
    """Take the turn a stage further; returns whether somebody must decide."""
    stage = s["stage"]
    if stage == Stage.ROW:
        s["slot"] = empty_place(s)
        if s["slot"] < SLOTS:
            wait(s, Phase.NEIGHBOR, NO_SEAT)
            return True
        s["stage"] = Stage.STOCK
        restock(s)
    elif stage == Stage.STOCK:
        begin_triggers(cfg, s, Stage.START)
    elif stage == Stage.SIDE:
        wait(s, Phase.SIDE, np.int64(s["turn"]))
        return True
    elif stage == Stage.ACT:
        return next_action(s)
    elif stage == Stage.DONE:
        end_turn(cfg, s, np.int64(s["turn"]))
    elif stage == Stage.OVER:
        wait(s, Phase.OVER, NO_SEAT)
        return True
    else:
        return next_due(cfg, s, np.int64(s["turn"]))
    return False


def empty_place(s):
    """Return the lowest empty slot of the Row, or SLOTS."""
    for i in range(SLOTS):
        if s["row"][i] == NEIGHBORS:
            return i
    return SLOTS


def end_turn(cfg, s, p):
    """R11, R33: the next player begins, unless the game is cut."""
    s["turns"] += 1
    new_turn(s)
    if s["turns"] == cfg["max_turns"]:
        s["cut"] = 1
        s["stage"] = Stage.OVER
    else:
        s["turn"] = p + 1 if p + 1 < cfg["players"] else 0
        begin_triggers(cfg, s, Stage.START)


# ----------------------------------------------------------------------------------------- actions


def choose_side(cfg, s, p, away):
    """R10: Home or Away; who comes Home takes the Garage in hand, and `home` actions follow."""
    comes = s["away"][p] and not away
    s["away"][p] = away
    if comes:
        pick_up_garage(s, p)
        begin_triggers(cfg, s, Stage.HOME)
    else:
        s["stage"] = Stage.ACT


def next_action(s):
    """R11, R16: a Neighbor is turned up, or the Row is empty, or the seat on turn goes on."""
    if s["slot"] < SLOTS:  # a Neighbor has just been won
        if s["aside"] > 0:
            wait(s, Phase.NEIGHBOR, NO_SEAT)
            return True
        s["slot"] = SLOTS
        empty = True
        for i in range(SLOTS):
            empty = empty and s["row"][i] == NEIGHBORS
        if empty:
            s["stage"] = Stage.OVER
            return False
    wait(s, Phase.LAND if s["card"] < KINDS else Phase.ACT, np.int64(s["turn"]))
    return True


def act(cfg, s, p, a):
    """R11 to R16: what seat `p` does Home or Away, or the pile for the card that it plays."""
    piles = KIND + np.int64(cfg["kinds"])
    if s["card"] < KINDS:
        t = np.int64(s["card"])
        forget_choice(s)
        s["played"] += 1
        from_hand(s, p, t)
        land(cfg, s, (p + (a - piles) // PILES) % np.int64(cfg["players"]), (a - piles) % PILES, t)
    elif a == DONE:
        begin_triggers(cfg, s, Stage.END)
    elif a == WORK:
        s["worked"] = 1
        earn(s, p, max(0, PAY + np.int64(s["tally"][p, WORK_T])))
    elif a < ROW:
        s["bought"] = 1
        earn(s, p, -price(cfg, s, p, np.int64(s["store"][a - STORE]), ZERO))
        to_garage(s, p, from_store(s, a - STORE))
        restock(s)
    elif a < KIND:
        s["swayed"] = 1
        bribe = np.int64(cfg["bribe"][np.int64(s["row"][a - ROW])])
        push(s, bribe, p, NO_PILE, Finish.SWAY, a - ROW)
    elif cfg["symbol"][a - KIND, TOOL]:
        s["played"] += 1
        use_tool(cfg, s, p, a - KIND)
    else:
        s["card"] = a - KIND


# ---------------------------------------------------------------------- the rest of the contract


def actor(cfg, s):
    """Chance draws; at a decision the seat that is asked."""
    if s["phase"] < DECISIONS:
        return np.int64(s["chooser"])
    return TERMINAL if s["phase"] == Phase.OVER else CHANCE


def legal(cfg, s, mask):
    """Home and Away, what may be done next, or all targets; and 0 where it may be chosen."""
    if s["phase"] == Phase.SIDE:
        mask[GO_HOME] = 1
        mask[GO_AWAY] = 1
        return
    if declinable(cfg, s):
        mask[DONE] = 1
    if s["phase"] == Phase.ACT:
        mark_actions(cfg, s, np.int64(s["chooser"]), mask)
        return
    n = np.int64(cfg["actions"])
    a = next_target(cfg, s, ZERO)
    while a < n:
        mask[a] = 1
        a = next_target(cfg, s, a + 1)


def weight(cfg, s, o):
    """R7, R17: any seat; any Neighbor not turned up; copies in the deck, or the head of the queue.

    A concealed deck (table mode) is nobody's to draw from.
    """
    if s["phase"] == Phase.FIRST:
        return 1 if o < cfg["players"] else 0
    if s["phase"] == Phase.NEIGHBOR:
        return 1 - np.int64(s["dealt"][o]) if o < cfg["neighbors"] else 0
    if o >= cfg["kinds"]:
        return 0
    if s["in_deck"] > 0:
        return np.int64(s["deck"][o])
    return 1 if s["queue"][0] == o else 0


def scores(cfg, s, out):
    """R34: VP of the Yard and of the Neighbors."""
    for p in range(np.int64(cfg["players"])):
        out[p] = vp_of(cfg, s, p)


def skippable(cfg, s):
    """What a hand allows is nobody else's to see; all other choices are open."""
    if s["phase"] == Phase.HAND:
        return False
    p = np.int64(s["chooser"])
    if s["phase"] != Phase.ACT or s["away"][p] or s["held"][p] == 0:
        return True
    if s["played"] < 1 + np.int64(s["tally"][p, PLAYS_T]):
        return False
    ground = ground_of(s, p)
    for i in range(SLOTS):
        n = np.int64(s["row"][i])
        asks = n < NEIGHBORS and s["swayed"] == 0 and cfg["takes"][n, HAND_B] > 0
        if asks and swayable(cfg, s, p, i, ground, NO):
            return False
    return True


def winners(cfg, s, out):
    """R35: most VP win; of those who tie, most Neighbors; then they share."""
    best = -(2**31)
    for p in range(np.int64(cfg["players"])):
        # VP before Neighbors, of which there are at most NEIGHBORS
        rank = vp_of(cfg, s, p) * (NEIGHBORS + 1) + np.int64(s["sways"][p])
        if rank > best:
            best = rank
            for q in range(p):
                out[q] = 0
        out[p] = rank == best


def truncated(cfg, s):
    """R33: max_turns has cut the game."""
    return s["cut"] == 1
