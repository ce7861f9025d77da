"""The rule-based player of Turnip: it counts cards, notes who lies and calls, weighs the odds.

All worths are in points.  Probabilities come from counting the cards that have not been shown,
corrected by how often a seat was shown to lie; the numbers below were found by play against random
players and against itself.
"""

import math

from farmenvs.core.rng import below
from farmenvs.games.turnip.deck import (
    CLAIM,
    HARVEST,
    KIND_OF,
    KINDS,
    LIE,
    MOST_VALUE,
    PLANT,
    SILENT,
    STASH,
    TAX,
    TRUTH,
    TURN_UP,
    VALUES,
    Phase,
)
from farmenvs.games.turnip.rules import field_total

BELIEVED = 0.65
"""It says nothing to a claim that is true with this probability or more: a call on a truth gives
two points away, a call on a lie wins them only for the nearest caller."""
HONEST, LIED = 1.5, 0.5
"""What a seat is taken for before its claims were shown: so many truths and lies."""
CALLED, ASKED = 0.5, 4.0
"""What it is taken for before it has been asked: so many calls on so many claims."""

TOKEN = 1.4
"""What it brings that a true claim is called on: two points, less what waiting for it costs."""
PENALTY = 1.5
"""What it costs that a lie is called on: another seat gets two points."""
BOAST = 0.3
"""What a lie that nobody calls on is worth for each turnip it claims too much: others give up."""

LOSS = 0.6
"""What a card of the pot costs that another seat wins; one that this seat wins is a point."""
PATIENCE = 0.75
"""What a card of the pot is worth if it may be won a turn later, not now."""
GROWTH = 4.5
"""Turnips that each other Field gains until then: one or two cards, worth 3.4 on average."""
CARD = 2.4
"""What it costs to plant a card: the two points that it brings in hand, and being out early."""
STRENGTH = 0.15
"""What it costs besides for each turnip planted: good cards win later rounds."""
TAXED = 2
"""What the tax on a won Harvest costs: the card that is paid brings two points in hand (R20)."""

DOUBT = 2.0
"""How uncertain a Field is for each claim that was not tested, as a variance in turnips; each
turnip that it may gain and the guess itself count 1."""
SPREAD = 1.5
"""How much of that variance counts, in the curve of the chance to lead: 1 would be steeper."""

WHIM, BLUFF = 0.2, 0.4
"""What luck adds at most to the worth of a planting and of a claim: not to be predictable."""
STEPS = 1024
"""Steps of that luck."""


def advise(cfg, v, p, mask, r):
    """Return the action that looks best."""
    phase = v["phase"]
    if phase == Phase.CALL:
        kind = KIND_OF[int(v["claim"]) - VALUES[int(v["up_card"])] + MOST_VALUE]
        return TURN_UP if credit(v, int(v["planter"]), kind) < BELIEVED else SILENT
    if phase == Phase.CLAIM:
        return best_claim(cfg, v, p, r)
    if phase == Phase.TURN:
        return best_turn(cfg, v, p, mask, r)
    if phase == Phase.STASH:
        k = KINDS - 1
        while v["hand"][p, k] == 0:
            k -= 1
        return STASH + k
    k = 0
    while v["hand"][p, k] == 0:
        k += 1
    return TAX + k


def share_unseen(v, q, kind):
    """Return the share of a kind among the unseen cards of seat `q`; 0 if there is no such kind."""
    if kind == KINDS:
        return 0.0
    n = 0
    for k in range(KINDS):
        n += int(v["unseen"][q, k])
    return int(v["unseen"][q, kind]) / n


def credit(v, q, kind):
    """Return the probability that a face-down card of seat `q` is of the kind it claims."""
    share = share_unseen(v, q, kind)
    truths = int(v["claims"][q, TRUTH]) + HONEST
    lies = int(v["claims"][q, LIE]) + LIED
    true = share * truths
    false = (1 - share) * lies / (KINDS - 1)  # a liar may name any other kind
    return true / (true + false)


def field_mean(cfg, v, q):
    """Return what the Field of seat `q` is worth on average."""
    mean = 0.0
    for k in range(KINDS):
        mean += VALUES[k] * (int(v["face_up"][q, k]) + int(v["shown"][q, k]))
    for c in range(KINDS + 1):
        if v["claimed"][q, c]:
            mean += int(v["claimed"][q, c]) * card_mean(v, q, c)
    return mean


def card_mean(v, q, kind):
    """Return what a face-down card of seat `q`, claimed to be of a kind, is worth on average."""
    total = 0
    n = 0
    for k in range(KINDS):
        if k != kind:
            n += int(v["unseen"][q, k])
            total += int(v["unseen"][q, k]) * VALUES[k]
    other = total / n if n else 0.0
    if kind == KINDS:
        return other
    c = credit(v, q, kind)
    return c * VALUES[kind] + (1 - c) * other


def chance_to_lead(cfg, v, p, mine, more):
    """Return the probability that a Field of `mine` beats all others once each got `more`."""
    chance = 1.0
    for q in range(int(cfg["players"])):
        if q != p:
            ahead = mine - field_mean(cfg, v, q) - (more if v["left"][q] else 0)
            doubt = 1 + more + DOUBT * claims_open(v, q)
            chance *= 0.5 + 0.5 * ahead / math.sqrt(ahead * ahead + SPREAD * doubt)
    return chance


def claims_open(v, q):
    """Return how many claims of this round of seat `q` have not been tested."""
    n = 0
    for c in range(KINDS + 1):
        n += int(v["claimed"][q, c])
    return n


def best_turn(cfg, v, p, mask, r):
    """Return the Harvest or the planting that is worth most."""
    n = int(cfg["players"])
    pot = 0
    for q in range(n):
        pot += int(v["down"][q])
        for k in range(KINDS):
            pot += int(v["face_up"][q, k])
    mine = field_total(v, p)
    best = HARVEST
    most = -1e9
    if mask[HARVEST]:
        chance = chance_to_lead(cfg, v, p, mine, 0)
        most = (chance - LOSS * (1 - chance)) * pot
        if v["left"][p]:
            most -= chance * TAXED
    token = TOKEN * call_chance(cfg, v, p)
    for d in range(KINDS):
        for u in range(KINDS + 1):
            a = PLANT + (KINDS + 1) * d + u
            if mask[a]:
                cards = 2 if u else 1
                worth = VALUES[d] + (VALUES[u - 1] if u else 0)
                chance = chance_to_lead(cfg, v, p, mine + worth, GROWTH)
                value = PATIENCE * (chance - LOSS * (1 - chance)) * (pot + cards)
                value += token - CARD * cards - STRENGTH * worth
                value += WHIM * below(r, STEPS) / STEPS
                if value > most:
                    most = value
                    best = a
    return best


def call_chance(cfg, v, p):
    """Return the probability that somebody calls on a claim of seat `p`, by how often they did."""
    n = int(cfg["players"])
    asked = 0
    for q in range(n):
        asked += claims_made(v, q)
    silent = 1.0
    for q in range(n):
        if q != p:
            calls = int(v["calls"][q, LIE]) + int(v["calls"][q, TRUTH])
            rate = (calls + CALLED) / (asked - claims_made(v, q) + ASKED)
            silent *= 1 - rate
    return 1 - silent


def claims_made(v, q):
    """Return how many claims seat `q` has made in this game."""
    return int(v["claims"][q, LIE]) + int(v["claims"][q, TRUTH]) + claims_open(v, q)


def best_claim(cfg, v, p, r):
    """Return the truth, or the lie that is worth more."""
    true = int(v["down_card"])
    usual = call_chance(cfg, v, p)
    best = 0
    most = -1e9
    for k in range(KINDS):
        called = usual if share_unseen(v, p, k) > 0 else 1.0  # everybody sees that this is a lie
        if k == true:
            value = TOKEN * called
        else:
            value = BOAST * (VALUES[k] - VALUES[true]) * (1 - called) - PENALTY * called
        value += BLUFF * below(r, STEPS) / STEPS
        if value > most:
            most = value
            best = k
    return CLAIM + VALUES[best] + VALUES[int(v["up_card"])]
