"""Turtle Soup again, slow and obvious, written from the published rules and our rulings alone.

Nothing here comes from farmenvs: two programs that agree at every node of thousands of games are
unlikely to share a mistake.
"""

from fractions import Fraction
from typing import NamedTuple

CHANCE, TERMINAL = -1, -4
WAIT, BOWL = 0, 1
POINTS = {"small": 1, "large": 5, "extra": 10}


class Card(NamedTuple):
    suits: frozenset[str]
    kind: str
    """The kind of chip that it brings …"""
    chips: int
    """… and how many."""


def small(rank, suits):
    return Card(frozenset(suits), "small", rank)


def large(suit):
    return Card(frozenset(suit), "large", 1)


def extra(suits):
    return Card(frozenset(suits), "extra", 1)


CARDS = {
    # aces
    0: large("M"),
    1: large("S"),
    2: large("W"),
    3: large("L"),
    4: large("Y"),
    5: large("K"),
    # numbers
    6: small(2, "MK"),  # Author
    7: small(2, "WL"),  # Origin
    8: small(2, "SY"),  # Desert
    9: small(3, "LY"),  # Savage
    10: small(3, "MW"),  # Journey
    11: small(3, "SK"),  # Painter
    12: small(4, "WL"),  # Sailor
    13: small(4, "YK"),  # Battle
    14: small(4, "MS"),  # Mountain
    15: small(5, "ML"),  # Forest
    16: small(5, "SW"),  # Discovery
    17: small(5, "YK"),  # Soldier
    18: small(6, "MW"),  # Lunatic
    19: small(6, "SY"),  # Penitent
    20: small(6, "LK"),  # Market
    21: small(7, "WY"),  # Cave
    22: small(7, "ML"),  # Chance Meeting
    23: small(7, "SK"),  # Castle
    24: small(8, "WL"),  # Mill
    25: small(8, "YK"),  # Betrayal
    26: small(8, "MS"),  # Diplomat
    27: small(9, "WY"),  # Darkness
    28: small(9, "LK"),  # Merchant
    29: small(9, "MS"),  # Pact
    # crowns
    30: large("M"),  # Huntress
    31: large("S"),  # Bard
    32: large("W"),  # Sea
    33: large("L"),  # End
    34: large("Y"),  # Calamity
    35: large("K"),  # Windfall
    # pawns
    36: extra("MSL"),  # Harvest
    37: extra("MYK"),  # Watchman
    38: extra("SWK"),  # Light Keeper
    39: extra("WLY"),  # Borderland
    # courts
    40: extra("MWK"),  # Consul
    41: extra("MLY"),  # Rite
    42: extra("SWY"),  # Island
    43: extra("SLK"),  # Window
}
BASIC = range(36)
EXTENDED = range(44)


class Soup:
    """A game in progress."""

    def __init__(self, players, nights, deck):
        self.players = players
        self.nights_to_come = nights
        self.deck = set(deck)
        self.points = [0] * players
        self.ends = []  # how each night so far ended
        self.new_night()

    def new_night(self):
        self.face_up = set()
        self.pot = {"small": 0, "large": 0, "extra": 0}
        self.active = list(range(self.players))
        self.choices = {}
        self.flip_next = True

    def end_of_night(self, how):
        self.ends.append(how)
        self.nights_to_come -= 1
        self.new_night()

    def suits(self):
        return {suit for card in self.face_up for suit in CARDS[card].suits}

    def actor(self):
        if self.nights_to_come == 0:
            return TERMINAL
        if self.flip_next:
            return CHANCE
        return min(set(self.active) - set(self.choices))

    def legal(self):
        return [WAIT, BOWL]

    def outcomes(self):
        """The cards that can come up: each as likely as the others."""
        return sorted(self.deck - self.face_up)

    def apply(self, move):
        if self.actor() == CHANCE:
            self.flip(move)
        else:
            self.choices[self.actor()] = move
            if set(self.choices) == set(self.active):
                self.hand_out()

    def flip(self, card):
        opening = len(self.suits()) < 4
        self.face_up.add(card)
        self.pot[CARDS[card].kind] += CARDS[card].chips
        if len(self.suits()) == 6:
            self.end_of_night("opening" if opening else "turtle butt")
        elif len(self.suits()) >= 4:
            self.flip_next = False

    def hand_out(self):
        takers = [p for p in self.active if self.choices[p] == BOWL]
        share = {kind: chips // len(self.active) for kind, chips in self.pot.items()}
        for p in takers:
            for kind in share:
                self.pot[kind] -= share[kind]
                self.points[p] += share[kind] * POINTS[kind]
        self.active = [p for p in self.active if p not in takers]
        self.choices = {}
        self.flip_next = True
        if not self.active:
            self.end_of_night("all out")

    def returns(self):
        if self.actor() != TERMINAL:
            return [Fraction(0)] * self.players
        winners = [p for p in range(self.players) if self.points[p] == max(self.points)]
        returns = []
        for p in range(self.players):
            share = Fraction(1, len(winners)) if p in winners else Fraction(0)
            returns.append((self.players * share - 1) / (self.players - 1))
        return returns
