"""The numbers, tables and records of Turf War; numbers R… refer to RULES.md.

Cards are data: a set of them becomes tables in the options record, so no kernel knows a card, and
another set needs no compilation.
"""

from enum import IntEnum

import numpy as np

from farmenvs.core.game import cfg_dtype

# ------------------------------------------------------------------------------ limits of a set

SEATS = 4
KINDS = 96
"""Card kinds of a set at most; as a kind, no card or an unknown one."""
RUNS = KINDS // 2 + 1
"""Runs of neighbouring kinds at most, and one more that is empty."""
NEIGHBORS = 32
"""Neighbors of a set at most; as a Neighbor, none."""
YARD_CARDS = 160
"""Copies at most of all cards that can lie in a Yard."""
EVENT_CARDS = 16
"""Copies of Events at most."""
LONGEST_NAME = 40
"""Characters of a name at most."""
MOST_COPIES = 12
"""Copies of one card at most; as many kinds of starters at most."""
STEPS = 512
"""Steps of all effects together at most."""
STEP_PLAYS = 40
"""Cards a turn that `play` steps play at most (R23)."""
DEPTH = 168
"""Effects in progress at most.

Each card that a `play` step plays adds its own effect and one list of steps within it.  Each Event
adds these too, the restock that brought it, and a Pest called by `pests_here` and a list of its
own that may have led there.  Below these is a first effect with its list, above them a last Pest
with its own, and a last restock.
"""
assert 2 * STEP_PLAYS + 5 * EVENT_CARDS + 5 <= DEPTH
UNKNOWN_COUNT = 127
"""A number of cards that a view does not show."""

PILES = 9
SIDE_LENGTH = 3
SLOTS = 5
"""Slots of the Store and of the Row; as a Store slot, none: the Trash."""
PAY = 5
"""What an ordinary day of work brings (R13)."""

SYMBOLS = ("Tool", "Ornament", "Plant", "Feature", "Pest", "Event")
TOOL, ORNAMENT, PLANT, FEATURE, PEST, EVENT, ANY = range(7)
YARD_SYMBOLS = SYMBOLS[ORNAMENT : PEST + 1]
"""The symbols of cards that can lie in a Yard."""

# ------------------------------------------------------------------------------ action numbers

DONE, GO_HOME, GO_AWAY, WORK = range(4)
STORE, ROW, KIND = 4, 9, 16
"""STORE + slot; ROW + slot; KIND + card kind; then piles, relative seat by seat; then seats."""


class Phase(IntEnum):
    """What is asked for: of a seat first, then of chance."""

    SIDE = 0  # Home or Away
    ACT = 1  # what to do next, Home or Away
    ORDER = 2  # whose turn it is of the cards that are due: the pile, or the kind in it
    HAND = 3  # a card in hand
    LAND = 4  # the pile for a card that is played
    BASE = 5  # a pile to turn to Grass or Dirt
    FROM = 6  # a card in a Yard: the pile, or the kind in it
    TO = 7  # where a card from a Yard, or a Pest from the market, goes
    SLOT = 8  # a card in the Store
    PEST = 9  # a Pest in Store or Trash
    GIVE = 10  # who gets the cards given away
    FIRST = 11  # chance: who begins
    NEIGHBOR = 12  # chance: the Neighbor turned up
    DRAW = 13  # chance: the next card of the Store Deck
    OVER = 14


DECISIONS = int(Phase.FIRST)
"""The phases below are decisions."""
DECISION_NAMES = tuple(phase.name.lower() for phase in Phase if phase < DECISIONS)


class Stage(IntEnum):
    """Where a turn stands while no effect is in progress."""

    ROW = 0
    STOCK = 1
    START = 2
    SIDE = 3
    HOME = 4
    ACT = 5
    END = 6
    OVER = 7
    DONE = 8  # another turn begins at once


TRIGGERS = (Stage.START, Stage.HOME, Stage.END)
"""Stages in which cards of the own Yard act, in the order of the columns of `trigger`."""


class Op(IntEnum):
    """What a step does."""

    END = 0  # no step: the list is at its end
    RESTOCK = 1
    MONEY = 2
    GRASS = 3
    DIRT = 4
    DIRT_HERE = 5
    TRASH_YARD = 6
    TRASH_PILE = 7
    TRASH_ALL = 8
    TRASH_HAND = 9
    TRASH_STORE = 10
    TRASH_RIVAL = 11
    TAKE = 12
    GIVE = 13
    MOVE = 14
    THROW = 15
    BLOW = 16  # what `tornado` has each player do
    PLAY = 17
    BUY = 18
    PESTS_HERE = 19
    REFRESH = 20
    GARAGE = 21
    EACH = 22
    PEST_FROM_MARKET = 23


NO_STEPS, RESTOCK_STEP, FIRST_STEP = 0, np.int64(1), 2
"""Rows of the table of steps: an empty list, a restock, and where the steps of cards begin."""


class Finish(IntEnum):
    """What is left to do when the steps of an effect have been carried out."""

    NOTHING = 0
    TOOL = 1  # the Tool goes to the Garage, or to hand
    EVENT = 2  # the Event goes to the bottom of the deck
    SWAY = 3  # the Neighbor is won
    OF_EVENT = 4  # nothing; but what its steps do, an Event does


FRESH = -1
"""Repetitions left of a step that has not begun."""

# Arguments that Numba takes for values like any other: for a literal it compiles callees anew.
ZERO, ONE, MINUS_ONE = np.int64(0), np.int64(1), np.int64(-1)
NO_SEAT, NO_PILE, NO_KIND = np.int64(SEATS), np.int64(PILES), np.int64(KINDS)
YES, NO = np.bool_(True), np.bool_(False)

# ------------------------------------------------------------------------------ tallies of a Yard

_AT = len(SYMBOLS)

# Tallies of a Yard: first the cards with each symbol, then these, …
(CARDS_T, WORK_T, PLAYS_T, WILD_T, CELLAR_T, TO_HAND_T, VP_T, DISCOUNT_T) = range(_AT, _AT + 8)
TALLIES = DISCOUNT_T + len(SYMBOLS) + 1
"""… and last the discounts for each symbol, and for all cards."""

IN_PILE, PLACES, BARREN, FENCE = range(4)
"""Tallies of a pile: cards, their Places, barren cards, and shields that protect it."""
PILE_TALLIES = 4

EACH = (*SYMBOLS, "row", "column", "adjacent", "pile", "grass", "neighbor")
"""What `each` of a card can count; symbols by their numbers."""
ROW_V, COLUMN_V, ADJACENT_V, PILE_V, GRASS_V, NEIGHBOR_V = range(_AT, len(EACH))

NEEDS = (*SYMBOLS, "cards", "grass", "stack", "no_pest")
"""What a Neighbor can need; the first of them are tallies of a Yard."""
GRASS_N, STACK_N, NO_PEST_N = range(_AT + 1, len(NEEDS))

BRIBES = ("purse", "grass", "market", "yard", "hand")
"""What the steps of a bribe draw on."""
PURSE_B, GRASS_B, MARKET_B, YARD_B, HAND_B = range(5)


def _around():
    """Return 1 for each two piles that touch, also at a corner: [9, 9] int8."""
    row, column = np.divmod(np.arange(PILES), SIDE_LENGTH)
    near = abs(row[:, None] - row) <= 1
    near &= abs(column[:, None] - column) <= 1
    return (near & ~np.eye(PILES, dtype=bool)).astype(np.int8)


AROUND = _around()

CFG = cfg_dtype(
    [
        ("first", np.int8),  # the seat that begins, or SEATS: drawn
        ("max_turns", np.int32),
        ("most_decisions", np.int64),  # of a game: see `ledger`
        ("most_chances", np.int64),
        ("kinds", np.int64),
        ("neighbors", np.int64),
        ("name", np.uint32, (KINDS, LONGEST_NAME)),  # code points; kernels know no text
        ("neighbor_name", np.uint32, (NEIGHBORS, LONGEST_NAME)),
        ("copies", np.int8, KINDS),  # in the deck at the beginning
        ("starter", np.int8, KINDS),  # 1 for the Tools that each player begins with
        ("cost", np.int16, KINDS),
        ("symbol", np.int8, (KINDS, len(SYMBOLS) + 1)),  # 1 for each that a card has; ANY: 1
        ("adds", np.int16, (KINDS, TALLIES)),  # to the tallies of its Yard
        ("adds_here", np.int8, (KINDS, PILE_TALLIES)),  # to those of its pile
        ("fences", np.int8, KINDS),  # 1 if its shield protects the piles around as well
        ("per", np.int16, KINDS),  # so many VP more
        ("each", np.int8, KINDS),  # for each of these
        ("play", np.int16, KINDS),  # first step of what a card does when it is played
        ("trigger", np.int16, (len(TRIGGERS), KINDS)),  # and at the beginning of a turn, …
        ("purses", np.int64, len(TRIGGERS)),  # kinds that do nothing there but move money …
        ("purse", np.int8, (len(TRIGGERS), KINDS)),  # … these, in their order
        ("asks", np.int8, (len(TRIGGERS), KINDS)),  # 1 if it does anything else
        # steps: what they do, how often, to which symbol; where the list within begins
        ("op", np.int8, STEPS),
        ("n", np.int8, STEPS),
        ("of", np.int8, STEPS),
        ("optional", np.int8, STEPS),  # 0 may be chosen
        ("away", np.int8, STEPS),
        ("body", np.int16, STEPS),
        ("vp", np.int16, NEIGHBORS),
        ("need", np.int8, (NEIGHBORS, len(NEEDS))),
        ("bribe", np.int16, NEIGHBORS),  # first step
        ("takes", np.int32, (NEIGHBORS, len(BRIBES))),  # how much a bribe draws on what
        ("takes_of", np.int8, (NEIGHBORS, len(BRIBES))),  # of which symbol
        # for observations: how many kinds can lie in a Yard, be owned, be bought, are Pests, or
        # Events; the place of a kind among them, or KINDS; or all of them as runs of neighbouring
        # kinds, the first and how many, until these are none
        ("yard_kinds", np.int64),
        ("yard_place", np.int8, KINDS),
        ("owned_kinds", np.int64),
        ("owned_runs", np.int8, (RUNS, 2)),
        ("sold_kinds", np.int64),
        ("sold_place", np.int8, KINDS),
        ("sold_runs", np.int8, (RUNS, 2)),
        ("pest_kinds", np.int64),
        ("pest_runs", np.int8, (RUNS, 2)),
        ("event_kinds", np.int64),
        ("event_place", np.int8, KINDS),
        ("bits", np.int64),  # of the number of a kind, from 1 on
        ("per_copy", np.float32, KINDS),  # 1 / (all copies of a kind)
        ("per_turn", np.float32),  # 1 / max_turns
    ]
)

STATE = np.dtype(
    [
        ("phase", np.int8),  # Phase
        ("chooser", np.int8),  # the seat that decides; SEATS when nobody does
        ("stage", np.int8),  # Stage
        ("turn", np.int8),  # the seat whose turn it is; SEATS before the first
        ("turns", np.int32),  # that are over
        ("cut", np.int8),  # 1 if max_turns ended the game
        # done in this turn: cards played by the action, by `play` steps; a Neighbor swayed; worked;
        # a card bought
        ("played", np.int16),
        ("step_plays", np.int8),
        ("swayed", np.int8),
        ("worked", np.int8),
        ("bought", np.int8),
        ("away", np.int8, SEATS),  # 1 for each seat that is Away
        ("money", np.int64, SEATS),
        ("grass", np.int8, (SEATS, PILES)),  # 1 for each base that is Grass
        # The cards in the Yards, seat by seat, each as 256 pile + 2 kind + due, ascending; where
        # those of a seat begin, and behind the last where all end.
        ("yard", np.int16, YARD_CARDS),
        ("begin", np.int16, SEATS + 1),
        ("tally", np.int16, (SEATS, TALLIES)),  # what they add up to
        ("pile", np.int16, (SEATS, PILES, PILE_TALLIES)),
        ("hand", np.int8, (SEATS, KINDS)),  # table mode: hidden from the others, as the next is
        ("garage", np.int8, (SEATS, KINDS)),
        ("held", np.int16, SEATS),  # cards in hand
        ("parked", np.int16, SEATS),  # cards in the Garage
        ("given", np.int8, KINDS),  # cards picked up to be given away
        ("trash", np.int8, KINDS),
        ("store", np.int8, SLOTS),  # kinds, KINDS: empty
        ("deck", np.int8, KINDS),  # table mode: hidden
        ("in_deck", np.int16),
        ("queue", np.int8, EVENT_CARDS),  # the bottom of the deck: Events, the next one first
        ("queued", np.int8),
        ("restocking", np.int8),  # restocks in progress, each within the one before
        ("carried", np.int8),  # Events in the queue that have come up in them
        ("row", np.int8, SLOTS),  # Neighbors, NEIGHBORS: empty
        ("aside", np.int8),  # Neighbors set aside that can still be turned up
        ("won_by", np.int8, NEIGHBORS),  # a seat, or SEATS
        ("sways", np.int8, SEATS),  # how many a seat has won
        ("sway_vp", np.int16, SEATS),  # and what they are worth
        ("dealt", np.int8, NEIGHBORS),  # 1 if a Neighbor has been turned up
        # The Pests that `pests_here` will play: slots of the Store as bits, and kinds in the Trash.
        ("due_slots", np.int8),
        ("due_trash", np.int8, KINDS),
        # What has been chosen so far of a card, its place and where it goes; else one past the end.
        ("of_seat", np.int8),
        ("of_pile", np.int8),
        ("card", np.int8),
        ("slot", np.int8),
        # Effects in progress, the innermost last: the step, how often it is still to be done, whose
        # effect it is, on which pile, what follows, of which card (or Row slot), and how far a
        # step that goes around has come.
        ("depth", np.int16),
        ("pc", np.int16, DEPTH),
        ("left", np.int8, DEPTH),
        ("owner", np.int8, DEPTH),
        ("here", np.int8, DEPTH),
        ("finish", np.int8, DEPTH),
        ("what", np.int8, DEPTH),
        ("far", np.int8, DEPTH),
    ]
)
