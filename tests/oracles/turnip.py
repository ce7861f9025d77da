"""Turnip again, slow and obvious, written from the published rules and our rulings alone.

Nothing here comes from farmenvs: two programs that agree at every node of thousands of games are
unlikely to share a mistake.  Cards are their values (2, 3, 5, 7), and a Field is a list of
plantings.
"""

import dataclasses
from collections import Counter
from fractions import Fraction

CHANCE, TERMINAL = -1, -4
VALUES = (2, 3, 5, 7)
SAY_NOTHING, TURN_UP = 45, 46


@dataclasses.dataclass
class Planting:
    """What was planted on one turn."""

    down: int
    up: int | None
    claim: int | None = None
    shown: bool = False
    """Whether a Turn Up has shown the face-down card to everybody."""

    def worth(self):
        return self.down + (self.up or 0)

    def true(self):
        return self.worth() == self.claim

    def cards(self):
        return [self.down] + ([self.up] if self.up else [])


@dataclasses.dataclass
class Player:
    """One player in one season."""

    hand: list[int]
    stash: int | None = None
    field: list[Planting] = dataclasses.field(default_factory=list)
    taxed: list[int] = dataclasses.field(default_factory=list)
    harvested: list[int] = dataclasses.field(default_factory=list)
    """Own cards that a Harvest took off the own Field."""
    tokens: int = 0
    market: int = 0

    def copy(self):
        return Player(
            self.hand[:],
            self.stash,
            [dataclasses.replace(planting) for planting in self.field],
            self.taxed[:],
            self.harvested[:],
            self.tokens,
            self.market,
        )

    def total(self):
        """What the Field is worth."""
        return sum(planting.worth() for planting in self.field)

    def season_score(self):
        return 2 * self.tokens + self.market + 2 * len(self.hand) + self.stash


class Turnip:
    """A game in progress.

    `due` is what must happen next: (what, seats still to do it, in order).
    """

    def __init__(
        self,
        players,
        seasons=None,
        target=None,
        clock=None,
        free_claims=False,
        first_player="random",
        cards=(4, 3, 2, 1),
    ):
        if seasons is target is clock is None:
            seasons = 1
        self.n = players
        self.seasons, self.target, self.clock = seasons, target, clock
        self.free_claims = free_claims
        self.first_player = first_player
        self.deck = [v for v, count in zip(VALUES, cards, strict=True) for _ in range(count)]
        self.points = [0] * players
        self.seasons_played = 0
        self.turns_taken = 0
        self.happened = set()
        # of the whole game, for each seat: [on or with a lie, on or with a truth]
        self.called_on = [[0, 0] for _ in range(players)]
        self.caught_at = [[0, 0] for _ in range(players)]
        self.new_season()

    def copy(self):
        other = object.__new__(Turnip)
        other.__dict__.update(self.__dict__)
        other.points = self.points[:]
        other.players = [player.copy() for player in self.players]
        other.due = self.due[0], self.due[1][:]
        other.calls = dict(self.calls)
        other.called_on = [pair[:] for pair in self.called_on]
        other.caught_at = [pair[:] for pair in self.caught_at]
        return other

    def new_season(self):
        self.players = [Player(self.deck[:]) for _ in range(self.n)]
        self.rest = 0  # cards that could not be split
        self.calls = {}
        if self.first_player == "random":
            self.due = "first player", list(range(self.n))
        else:
            self.crowned(self.first_player)

    def left(self, seat, steps=1):
        return (seat + steps) % self.n

    # whose turn, and what can be done

    def actor(self):
        what, seats = self.due
        if what == "over":
            return TERMINAL
        if what in ("first player", "crown"):
            return CHANCE
        return seats[0]

    def outcomes(self):
        """The seats that can get the Crown: each as likely as the others."""
        return sorted(self.due[1])

    def legal(self):
        what, seats = self.due
        hand = self.players[seats[0]].hand
        if what == "stash":
            return sorted({VALUES.index(card) for card in hand})
        if what == "tax":
            return sorted({47 + VALUES.index(card) for card in hand})
        if what == "call":
            return [SAY_NOTHING, TURN_UP]
        if what == "claim":
            if self.free_claims:
                return list(range(25, 45))
            up = self.players[seats[0]].field[-1].up or 0
            return [24 + up + v for v in VALUES]
        actions = set()
        if self.players[seats[0]].field:
            actions.add(4)
        for i, down in enumerate(hand):
            actions.add(5 + 5 * VALUES.index(down))
            for j, up in enumerate(hand):
                if i != j:
                    actions.add(5 + 5 * VALUES.index(down) + 1 + VALUES.index(up))
        return sorted(actions)

    # what happens

    def apply(self, move):
        what, seats = self.due
        if what == "first player":
            self.crowned(move)
        elif what == "crown":
            self.crown = move
            self.taxes()
        else:
            getattr(self, "do_" + what)(seats.pop(0), move)

    def crowned(self, seat):
        self.crown = seat
        self.due = "stash", list(range(self.n))

    def do_stash(self, seat, move):
        player = self.players[seat]
        player.stash = VALUES[move]
        player.hand.remove(player.stash)
        if not self.due[1]:
            self.due = "turn", [self.crown]

    def do_turn(self, seat, move):
        self.turns_taken += 1
        if move == 4:
            self.happened.add("harvest" if self.players[seat].hand else "forced harvest")
            self.harvest()
            return
        down, up = divmod(move - 5, 5)
        planting = Planting(VALUES[down], VALUES[up - 1] if up else None)
        player = self.players[seat]
        for card in planting.cards():
            player.hand.remove(card)
        player.field.append(planting)
        self.due = "claim", [seat]

    def do_claim(self, seat, move):
        self.players[seat].field[-1].claim = move - 24
        self.calls = {}
        self.due = "call", [self.left(seat, k) for k in range(1, self.n)]

    def do_call(self, seat, move):
        self.calls[seat] = move == TURN_UP
        if self.due[1]:
            return
        planter = self.left(seat)  # the last to answer sits to the right of the planter
        callers = [self.left(planter, k) for k in range(1, self.n)]
        callers = [q for q in callers if self.calls[q]]
        if callers:
            planting = self.players[planter].field[-1]
            planting.shown = True
            true = planting.true()
            self.caught_at[planter][true] += 1
            for q in callers:
                self.called_on[q][true] += 1
            self.happened.add("truth called" if true else "lie called")
            self.players[planter if true else callers[0]].tokens += 1
        self.due = "turn", [self.left(planter)]

    def harvest(self):
        best = max(player.total() for player in self.players)
        winners = [q for q in range(self.n) if self.players[q].total() == best]
        pile = [card for player in self.players for p in player.field for card in p.cards()]
        for seat in winners:
            self.players[seat].market += len(pile) // len(winners)
        self.rest += len(pile) % len(winners)
        for seat, player in enumerate(self.players):
            for planting in player.field:
                if not planting.shown:  # that claim is known already
                    self.caught_at[seat][planting.true()] += 1
            player.harvested += [card for p in player.field for card in p.cards()]
            player.field = []
        self.payers = [seat for seat in winners if self.players[seat].hand]
        lefts = [self.left(seat) for seat in winners]
        if len(winners) > 1:
            self.happened.add("tie" if len(pile) % len(winners) == 0 else "tie with a rest")
            self.due = "crown", lefts
        else:
            self.crown = lefts[0]
            self.taxes()

    def taxes(self):
        self.due = "tax", self.payers
        self.end_of_round_if_paid()

    def do_tax(self, seat, move):
        card = VALUES[move - 47]
        self.players[seat].hand.remove(card)
        self.players[seat].taxed.append(card)
        self.end_of_round_if_paid()

    def end_of_round_if_paid(self):
        if self.due[1]:
            return
        if all(player.hand for player in self.players):
            self.happened.add("another round")
            self.due = "turn", [self.crown]
            return
        for seat, player in enumerate(self.players):
            self.points[seat] += player.season_score()
        self.seasons_played += 1
        if self.target is not None:
            over = max(self.points) >= self.target
        elif self.clock is not None:
            over = self.turns_taken >= self.clock
        else:
            over = self.seasons_played == self.seasons
        if over:
            self.due = "over", []
        else:
            self.happened.add("another season")
            self.new_season()

    # what it comes to

    def scores(self):
        """Points of past seasons, and what this one has surely brought."""
        if self.due[0] == "over":
            return self.points
        return [
            points + 2 * player.tokens + player.market
            for points, player in zip(self.points, self.players, strict=True)
        ]

    def returns(self):
        if self.due[0] != "over":
            return [Fraction(0)] * self.n
        winners = [q for q in range(self.n) if self.points[q] == max(self.points)]
        returns = []
        for q in range(self.n):
            share = Fraction(1, len(winners)) if q in winners else Fraction(0)
            returns.append((self.n * share - 1) / (self.n - 1))
        return returns

    # what is known

    def unseen(self, seat):
        """How many cards of each value the others have not seen of a seat this season."""
        player = self.players[seat]
        cards = Counter(self.deck)
        cards.subtract(player.harvested)
        for planting in player.field:
            cards.subtract([planting.up] if planting.up else [])
            cards.subtract([planting.down] if planting.shown else [])
        if self.due[0] == "over":
            cards.subtract([player.stash])
        return [cards[v] for v in VALUES]

    def on_the_table(self, seat):
        """What all see of a seat's Field: cards face up, of each value, and how many face down.

        Of the planting in progress the face-down card alone is counted: it is not in the Field yet.
        """
        up, down = [], 0
        for planting in self.players[seat].field:
            pending = planting is self.in_progress(seat)
            down += 1
            if planting.up and planting.shown:
                down += 1
            elif planting.up and not pending:
                up.append(planting.up)
        return [up.count(v) for v in VALUES], down

    def in_progress(self, seat):
        """The planting of a seat that is being claimed or called on."""
        what, seats = self.due
        planter = {"claim": seats[0], "call": self.left(seats[-1])}.get(what) if seats else None
        return self.players[seat].field[-1] if planter == seat else None

    def claims(self, seat, tested):
        """What claims of this round, tested by a Turn Up or not, left for the face-down cards."""
        return [
            p.claim - (p.up or 0)
            for p in self.players[seat].field
            if p.shown == tested and p is not self.in_progress(seat)
        ]

    def known_total(self, seat, looker):
        """What a seat's Field is worth as far as another seat, or itself, knows."""
        return sum(
            (p.up or 0) + (p.down if p.shown or seat == looker else 0)
            for p in self.players[seat].field
        )
