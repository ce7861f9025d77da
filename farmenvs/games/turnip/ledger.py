"""What must add up in Turnip, how likely worlds are, and how long a game can get."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from farmenvs.games.turnip.deck import KINDS, NO_CLAIM, SEATS, TESTED, VALUES, Phase

# ----------------------------------------------------------------------------------- accounts


def conserved(cfg: Any, s: Any) -> Iterator[tuple[str, int, int]]:
    """Yield (what, is, should be) for each account."""
    gone = 0
    over = s["phase"] == Phase.OVER  # then the Stash has been shown
    for p in range(int(cfg["players"])):
        planting = p == s["planter"]
        stash = one(s["stash"][p])
        hidden = s["hand"][p] + s["tax"][p] + s["face_down"][p]
        hidden += one(s["down_card"]) * planting + stash * (not over)
        seen = s["face_up"][p] + s["shown"][p] + one(s["up_card"]) * planting + stash * over
        for k in range(KINDS):
            yield f"unseen cards of kind {k} of seat {p}", int(hidden[k]), int(s["unseen"][p, k])
        yield f"cards in the hand of seat {p}", int(s["hand"][p].sum()), int(s["left"][p])
        yield f"taxed cards of seat {p}", int(s["tax"][p].sum()), int(s["taxes"][p])
        laid = s["face_down"][p] + s["shown"][p] + one(s["down_card"]) * planting
        yield f"face-down cards in the Field of seat {p}", int(laid.sum()), int(s["down"][p])
        claims = int(s["claimed"][p].sum())
        yield f"claims of seat {p} not tested", claims, int(s["face_down"][p].sum())
        if cfg["free_claims"]:
            said = s["said"][p][s["said"][p] != NO_CLAIM]
            yield f"untested claims kept of seat {p}", int((said < TESTED).sum()), claims
            count = int(s["tested"][p].sum())
            yield f"tested claims kept of seat {p}", int((said > TESTED).sum()), count
            if not s["claimed"][p, KINDS]:
                worth = (s["claimed"][p, :KINDS] + s["face_up"][p]) @ VALUES[:KINDS]
                kept = int(said[said < TESTED].sum())
                yield f"worth of the untested claims of seat {p}", kept, int(worth)
        alone = int(s["face_up"][p].sum()) - claims
        yield f"face-up cards of seat {p} beside no untested one", max(alone, 0), 0
        shown, tested = int(s["shown"][p].sum()), int(s["tested"][p].sum())
        right = min(max(shown, tested), 2 * tested)  # one or two cards a test
        yield f"cards of seat {p} that Turn Ups have shown", shown, right
        away = cfg["cards"] - s["unseen"][p] - seen
        yield f"kinds of which seat {p} has shown more cards than it has", int((away < 0).sum()), 0
        gone += int(away.sum())
    yield "cards harvested", gone, int(s["market"].sum()) + int(s["rest"])


def one(kind: Any) -> npt.NDArray[np.int8]:
    """Return one card of a kind as counts, [KINDS]; nothing for NONE."""
    counts: npt.NDArray[np.int8] = (np.arange(KINDS) == kind).astype(np.int8)
    return counts


def world_weight(cfg: Any, s: Any) -> float:
    """Return in how many ways single cards can be dealt so that `s` comes about, up to a factor."""
    if s["phase"] == Phase.STASH:
        return 1.0
    return prod(seat_weight(s, p) for p in range(int(cfg["players"])))


def seat_weight(s: Any, p: int) -> float:
    """Return the same for one seat; what it is paying just now is any kind that it holds."""
    hand, tax, field = (tuple(int(x) for x in s[name][p]) for name in ("hand", "tax", "face_down"))
    claims = [c for c in range(KINDS + 1) for _ in range(int(s["claimed"][p, c]))]
    ways = arrangements(claims, field, int(s["honest"][p]))
    if s["phase"] != Phase.TAX or not s["winner"][p] or p >= s["turn"]:
        return ways / orders(hand) / orders(tax)
    weight = 0.0
    for k in range(KINDS):
        if tax[k]:
            held, paid = shifted(hand, k, 1), shifted(tax, k, -1)
            weight += ways / orders(held) / orders(paid) / sum(x > 0 for x in held)
    return weight


def orders(counts: tuple[int, ...]) -> int:
    """Return in how many orders single cards can be taken for the same counts, kind by kind."""
    return prod(map(factorial, counts))


def shifted(counts: tuple[int, ...], k: int, more: int) -> tuple[int, ...]:
    """Return counts with `more` added to that of `k`."""
    return tuple(x + more * (i == k) for i, x in enumerate(counts))


def arrangements(claims: list[int], cards: tuple[int, ...], true: int) -> int:
    """Return in how many ways cards, by kind, can lie behind claims so that `true` are true."""
    if not claims:
        return int(true == 0)
    first, *rest = claims
    return sum(
        arrangements(rest, shifted(cards, k, -1), true - (k == first))
        for k in range(KINDS)
        if cards[k]
    )


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
