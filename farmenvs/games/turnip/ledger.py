"""What must add up in Turnip, how likely worlds are, and how long a game can get."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, prod
from typing import Any

import numpy as np

from farmenvs.games.turnip.deck import KINDS, SEATS, VALUES, Phase

# ----------------------------------------------------------------------------------- accounts


def conserved(cfg: Any, s: Any) -> Iterator[tuple[str, int, int]]:
    """Yield (what, is, should be) for each account."""
    gone = 0
    for p in range(int(cfg["players"])):
        unseen = s["unseen"][p].astype(int)
        field = np.zeros(KINDS + 1, int)  # all of it, and the part that all have seen
        shown = np.zeros(KINDS + 1, int)
        for i in range(int(s["planted"][p])):
            field[s["down"][p, i]] += 1
            field[s["up"][p, i]] += 1
            shown[s["down"][p, i]] += s["tested"][p, i]
            shown[s["up"][p, i]] += 1
        stashed = np.arange(KINDS) == s["stash"][p]
        over = s["phase"] == Phase.OVER  # then the Stash has been shown
        hidden = s["hand"][p] + s["tax"][p] + (field - shown)[:KINDS] + (stashed & ~over)
        for k in range(KINDS):
            yield f"unseen cards of kind {k} of seat {p}", int(hidden[k]), int(unseen[k])
        yield f"cards in the hand of seat {p}", int(s["hand"][p].sum()), int(s["left"][p])
        yield f"taxed cards of seat {p}", int(s["tax"][p].sum()), int(s["taxes"][p])
        away = cfg["cards"] - unseen - shown[:KINDS] - (stashed & over)
        yield f"kinds of which seat {p} has shown more cards than it has", int((away < 0).sum()), 0
        gone += int(away.sum())
    yield "cards harvested", gone, int(s["market"].sum()) + int(s["rest"])


def world_weight(cfg: Any, s: Any) -> float:
    """Return in how many ways single cards can be dealt so that `s` comes about, up to a factor."""
    return prod(seat_weight(s, p) for p in range(int(cfg["players"])))


def seat_weight(s: Any, p: int) -> float:
    """Return the same for one seat; what it is paying just now is any kind that it holds."""
    hand, tax = [int(x) for x in s["hand"][p]], [int(x) for x in s["tax"][p]]
    if s["phase"] == Phase.STASH:
        return 1.0
    if s["phase"] != Phase.TAX or not s["winner"][p] or p >= s["turn"]:
        return 1 / prod(map(factorial, hand + tax))
    weight = 0.0
    for k in range(KINDS):
        if tax[k]:
            before = [
                *(x + (i == k) for i, x in enumerate(hand)),
                *(x - (i == k) for i, x in enumerate(tax)),
            ]
            weight += 1 / prod(map(factorial, before)) / sum(x > 0 for x in before[:KINDS])
    return weight


# ------------------------------------------------------------------------------------- bounds


def most_decisions(cfg: Any) -> int:
    """Return the bound on the decisions of a game.

    A season has most of them if it is one long round in which everybody plants single cards until
    no hand holds any: each planting is a choice of cards, a claim, and n - 1 calls.  Turns cost at
    most n + 1 decisions each, a Harvest with its taxes included.
    """
    n = int(cfg["players"])
    season = n + n * (int(cfg["deck"]) - 1) * (n + 1) + 1
    if cfg["clock"]:
        before = int(cfg["clock"]) - 1  # turns before the last season at most
        return before * (n + 1) + before // fewest_turns(cfg) * n + season
    return most_seasons(cfg) * season


def most_chance_nodes(cfg: Any) -> int:
    """Return the bound on the chance nodes of a game: first players, and Crowns after ties."""
    n = int(cfg["players"])
    ties = most_ties(cfg)
    seasons = most_seasons(cfg)
    if cfg["clock"]:
        ties += (int(cfg["clock"]) - 1) // (n + 1)  # a round takes n + 1 turns at least
    else:
        ties *= seasons
    return ties + seasons * int(cfg["first"] == SEATS)


def most_ties(cfg: Any) -> int:
    """Return the bound on the tied Harvests of a season.

    All but the last leave a card in every hand, and take n planted and two taxed ones away.
    """
    n = int(cfg["players"])
    return 1 + n * (int(cfg["deck"]) - 2) // (n + 2)


def most_seasons(cfg: Any) -> int:
    """Return the bound on the seasons of a game.

    With a target: in a round with k winners and c >= n >= k cards planted, at most 2 k - 1 cards
    are lost as taxes and remainders, and the Market gets at least a third of all that leave the
    hands; cards that stay there are worth more.  So a season brings all players together no less
    than their cheapest Stash and a third of a point for each other card.
    """
    n, deck = int(cfg["players"]), int(cfg["deck"])
    if cfg["clock"]:
        return 1 + (int(cfg["clock"]) - 1) // fewest_turns(cfg)
    if not cfg["target"]:
        return int(cfg["seasons"])
    stash = min(int(VALUES[k]) for k in range(KINDS) if cfg["cards"][k])
    season = n * stash + -(-n * (deck - 1) // 3)
    return 1 + n * (int(cfg["target"]) - 1) // season


def fewest_turns(cfg: Any) -> int:
    """Return the turns that a season takes at least: until somebody has no card in hand.

    Who plants once in a round gets rid of three cards at most, a tax included, in n + 1 turns; who
    plants t > 1 times of 2 t + 1 cards, in n (t - 1) + 2 turns, if the next seat then harvests.
    """
    n, cards = int(cfg["players"]), int(cfg["deck"]) - 1
    fewest = [0]
    for c in range(1, cards + 1):
        fewest.append(
            min(
                (n + 1 if t == 1 else n * (t - 1) + 2) + fewest[max(c - 2 * t - 1, 0)]
                for t in range(1, cards + 1)
            )
        )
    return fewest[cards]
