"""The cards, action numbers and records of Turnip; numbers refer to RULES.md."""

from enum import IntEnum

import numpy as np

from farmenvs.core.game import cfg_dtype

SEATS = 5

KINDS = 4
VALUES = np.array([2, 3, 5, 7, 0], np.int64)
"""Turnips on a card of each kind (R1); the last is NONE."""
MOST_VALUE = int(VALUES.max())
NONE = KINDS
"""No card, or an unknown one: one past the last kind."""

MOST_CARDS = 10
"""A player's cards at most (R2)."""
UNKNOWN_COUNT = MOST_CARDS + 1
"""A number of cards or claims that a view does not show."""

MOST_PLANTINGS = MOST_CARDS - 1
"""A player's plantings in a round at most: one card is in the Stash."""

MOST_CLAIM = 20
NO_CLAIM = 0
"""Nothing is claimed, or not yet."""
TESTED = 100
"""What is added to a claim when it is kept in mind that a Turn Up has tested it."""

KIND_OF = np.full(MOST_VALUE + MOST_CLAIM + 1, KINDS, np.int64)
KIND_OF[VALUES[:KINDS] + MOST_VALUE] = np.arange(KINDS)
"""The kind of a card worth x at x + MOST_VALUE, or KINDS if there is none: a claim less a card."""

STASH, HARVEST, PLANT, CLAIM, SILENT, TURN_UP, TAX = 0, 4, 5, 24, 45, 46, 47
"""STASH + kind; PLANT + 5 × kind down + (0 or 1 + kind up); CLAIM + total; TAX + kind."""
ACTIONS = TAX + KINDS

NO_CALL = 2
"""What a seat says to a claim that has not spoken yet, or in secret; else 0 or 1 (`call`)."""

LIE, TRUTH = 0, 1
"""Columns of the call history: claims that were false, claims that were true."""


class Phase(IntEnum):
    """Where a game stands: the phases in which seats decide first."""

    STASH = 0
    TURN = 1
    CLAIM = 2
    CALL = 3
    TAX = 4
    FIRST = 5
    CROWN = 6
    OVER = 7


CFG = cfg_dtype(
    [
        ("seasons", np.int32),  # how many to play, or 0
        ("target", np.int32),  # play until somebody has so many points, or 0
        ("clock", np.int32),  # play until so many turns have been taken, or 0
        ("free_claims", np.int8),
        ("first", np.int64),  # the seat that begins every season, or SEATS: drawn
        ("cards", np.int8, KINDS),  # each player's cards, by kind
        ("deck", np.int8),  # how many those are
        # for observations, 1 / something: a player's cards of a kind (0 if there are none), a
        # player's cards, everybody's cards, the worth of a player's cards, seasons (0 if not given)
        ("per_card", np.float32, KINDS),
        ("per_deck", np.float32),
        ("per_all", np.float32),
        ("per_worth", np.float32),
        ("per_season", np.float32),
    ]
)

STATE = np.dtype(
    [
        ("points", np.int32, SEATS),  # of the seasons that are over
        # claims against which a seat called Turn Up, by what they were: LIE, TRUTH
        ("calls", np.int32, (SEATS, 2)),
        # a seat's own claims that a Turn Up or a Harvest has shown to be LIE, TRUTH
        ("claims", np.int32, (SEATS, 2)),
        ("turns", np.int32),  # plantings and Harvests so far
        ("season", np.int16),  # seasons that are over
        ("rest", np.int8),  # cards of tied Harvests that nobody got
        ("phase", np.int8),  # Phase
        ("turn", np.int8),  # the seat that decides; SEATS when nobody does
        ("planter", np.int8),  # the seat whose turn it is; SEATS between rounds
        ("crown", np.int8),  # the seat that begins the round; SEATS while it is drawn
        # the planting in progress: kinds or NONE, and the total claimed or NO_CLAIM
        ("down_card", np.int8),  # secret
        ("up_card", np.int8),
        ("claim", np.int8),
        ("left", np.int8, SEATS),  # cards in hand
        ("taxes", np.int8, SEATS),  # cards under the Tax Collector, those of tied Harvests apart
        # face-down cards in the Field, that of the planting in progress included
        ("down", np.int8, SEATS),
        ("tokens", np.int8, SEATS),
        ("market", np.int8, SEATS),  # cards in the Market
        ("winner", np.int8, SEATS),  # 1 for the winners of the last Harvest; in Phase.TAX: who pay
        ("call", np.int8, SEATS),  # sealed: 1 Turn Up, 0 nothing, NO_CALL
        ("stash", np.int8, SEATS),  # secret: a kind, or NONE
        ("hand", np.int8, (SEATS, KINDS)),  # secret: cards by kind
        ("tax", np.int8, (SEATS, KINDS)),  # secret: the cards counted in `taxes`, by kind
        # cards that the others have not seen this season: in hand, stashed, taxed, or planted face
        # down and not tested
        ("unseen", np.int8, (SEATS, KINDS)),
        # the Field, by kind: cards face up; face down after a Turn Up, so that all know them; face
        # down (secret)
        ("face_up", np.int8, (SEATS, KINDS)),
        ("shown", np.int8, (SEATS, KINDS)),
        ("face_down", np.int8, (SEATS, KINDS)),
        # what the cards in `face_down` were claimed to be (KINDS: nothing that exists)
        ("claimed", np.int8, (SEATS, KINDS + 1)),
        ("tested", np.int8, (SEATS, KINDS + 1)),  # the same for what a Turn Up has shown
        # with free claims: the totals claimed in this round, descending; TESTED is added to what a
        # Turn Up has tested; and NO_CLAIM
        ("said", np.int8, (SEATS, MOST_PLANTINGS)),
        ("honest", np.int8, SEATS),  # secret: how many of those claims are true
    ]
)
