"""Farming Dice again, slow and obvious, written from the published rules and our rulings alone.

Nothing here comes from farmenvs: two programs that agree at every node of thousands of games are
unlikely to share a mistake.  Every token is a thing of its own that lies somewhere and knows
whether it was moved; a game is one generator that asks for each die and each choice in turn.
"""

from collections.abc import Generator
from fractions import Fraction
from typing import NamedTuple

CHANCE, TERMINAL = -1, -4
BANK = "bank"
FACES = ("left", "right", "bank", "blank", "crop")
ON_A_DIE = {"left": 1, "right": 1, "bank": 1, "blank": 2, "crop": 1}


class Node(NamedTuple):
    """Who or what decides next, and the weight of each move (1 for each choice of a farmer)."""

    actor: int
    moves: dict[int, int]


class Token:
    def __init__(self, crop):
        self.crop = crop
        self.place = crop  # the seat that farms it; or BANK
        self.moved = False


class Farm:
    """A game in progress."""

    def __init__(self, players, tokens=4, max_turns=1000, first_player="random"):
        self.players = players
        self.max_turns = max_turns
        self.first_player = first_player
        self.tokens = [Token(crop) for crop in range(players) for _ in range(tokens)]
        self.out = set()
        self.rolled = 0
        self.passes = 0
        self.ended = None  # "harvest", "bank" or "cap"
        self.game = self.play()
        self.node = next(self.game)

    def actor(self):
        return self.node.actor

    def moves(self):
        """What can happen next, with weights."""
        return self.node.moves

    def apply(self, move):
        assert move in self.node.moves
        self.node = self.game.send(move)

    def pile(self, place):
        return [token for token in self.tokens if token.place == place]

    def scores(self):
        return [len(self.pile(seat)) for seat in range(self.players)]

    def farmers(self):
        return [seat for seat in range(self.players) if seat not in self.out]

    def neighbour(self, seat, step):
        """The next farmer still in the game: to the left is up, to the right is down."""
        seat = (seat + step) % self.players
        while seat in self.out:
            seat = (seat + step) % self.players
        return seat

    # ------------------------------------------------------------------------------ the course

    def play(self) -> Generator[Node, int, None]:
        if self.first_player == "random":
            seat = yield Node(CHANCE, dict.fromkeys(range(self.players), 1))
        else:
            seat = self.first_player
        while self.ended is None:
            if self.pile(seat):
                yield from self.turn(seat)
                self.rolled += 1
                self.eliminate()
                self.look_for_an_end()
            else:
                self.passes += 1
            seat = self.neighbour(seat, +1) if self.farmers() else None
        yield Node(TERMINAL, {})

    def turn(self, seat):
        n = self.players
        # crops by relative number: that of seat itself is 0
        dice = [r for r in range(n) if (seat + r) % n not in self.out]
        k = min(len(self.pile(seat)), len(dice))
        if k < len(dice):
            picked = []
            while len(picked) < k:
                later = [r for r in dice if not picked or r > picked[-1]]
                missing = k - len(picked)
                can = later[: len(later) - missing + 1]
                picked.append((yield Node(seat, dict.fromkeys(can, 1))))
            dice = picked
        shows = {}
        for r in dice:
            face = yield Node(CHANCE, {i: ON_A_DIE[face] for i, face in enumerate(FACES)})
            shows[r] = FACES[face]
        for token in self.tokens:
            token.moved = False
        for r in dice:
            if shows[r] == "crop":
                yield from self.crop(seat, r)
        for face, place in (
            ("left", self.neighbour(seat, +1)),
            ("right", self.neighbour(seat, -1)),
            ("bank", BANK),
        ):
            for r in dice:
                if shows[r] == face:
                    yield from self.give(seat, place)

    def give(self, seat, place):
        can = {}
        for token in self.pile(seat):
            if not token.moved:
                can[self.players + (token.crop - seat) % self.players] = token
        move = yield Node(seat, dict.fromkeys(can, 1))
        can[move].place = place
        can[move].moved = True

    def crop(self, seat, r):
        n = self.players
        piles = [(seat + i) % n for i in range(n)] + [BANK]
        can = {}
        for token in self.tokens:
            if token.crop == (seat + r) % n and not token.moved:
                for j, place in enumerate(piles):
                    if place != token.place and place not in self.out:
                        can[2 * n + piles.index(token.place) * (n + 1) + j] = token, place
        if can:
            move = yield Node(seat, dict.fromkeys(can, 1))
            token, token.place = can[move]
            token.moved = True

    # ------------------------------------------------------------------------------- the end

    def eliminate(self):
        while True:
            leaving = []
            for seat in self.farmers():
                home = {token.place for token in self.tokens if token.crop == seat}
                if not self.pile(seat) and len(home) == 1:
                    leaving.append(seat)
            if not leaving:
                return
            self.out.update(leaving)
            self.tokens = [token for token in self.tokens if token.crop not in leaving]

    def look_for_an_end(self):
        have = [seat for seat in self.farmers() if self.pile(seat)]
        if len(have) == 1:
            self.ended = "harvest"
        elif not have:
            self.ended = "bank"
        elif self.rolled == self.max_turns:
            self.ended = "cap"

    def winners(self):
        if self.ended is None or self.ended == "bank":
            return []
        most = max(self.scores())
        return [seat for seat in range(self.players) if len(self.pile(seat)) == most]

    def returns(self):
        n, winners = self.players, self.winners()
        if self.ended is None:
            return [Fraction(0)] * n
        share = {seat: Fraction(1, len(winners)) for seat in winners}
        return [(n * share.get(seat, Fraction(0)) - 1) / (n - 1) for seat in range(n)]


def replay(options, history):
    """Return the game of these options after these moves."""
    farm = Farm(**options)
    for move in history:
        farm.apply(move)
    return farm


def count(options, depth):
    """Return how many different histories of each length 0 … depth there are."""
    counts, level = [], [()]
    for _ in range(depth + 1):
        counts.append(len(level))
        level = [(*past, move) for past in level for move in replay(options, past).moves()]
    return counts


def whole_tree(options):
    """Return how many games there are in all, and the mean returns of uniformly random play."""
    endings, returns = 0, [Fraction(0)] * options["players"]
    open_ends = [((), Fraction(1))]
    while open_ends:
        past, likely = open_ends.pop()
        farm = replay(options, past)
        if farm.actor() == TERMINAL:
            endings += 1
            returns = [r + likely * x for r, x in zip(returns, farm.returns(), strict=True)]
        total = sum(farm.moves().values())
        open_ends += [
            ((*past, move), likely * Fraction(weight, total))
            for move, weight in farm.moves().items()
        ]
    return endings, returns
