"""Turf War again, slow and obvious, written from the rules and our rulings alone.

Nothing here comes from farmenvs: two programs that agree at every node of thousands of games are
unlikely to share a mistake.  Every physical card is an object of its own, and the whole game is one
generator that stops wherever somebody, or chance, has to choose.  What lies where is in
`turf_war_table.py`, what the steps of the card file do in `turf_war_effects.py`, and here is the
course of the game.
"""

from fractions import Fraction

from tests.oracles.turf_war_effects import Action, Effects
from tests.oracles.turf_war_table import AWAY, CHANCE, DONE, HOME, KIND, ROW, TERMINAL, WORK


class TurfWar(Effects):
    """A game in progress.

    Args:
        cards: the parsed card file.
        players, first_player, max_turns: the options of the game.
    """

    def __init__(self, cards, players=2, first_player="random", max_turns=None):
        super().__init__(cards, players)
        self.options = cards, players, first_player, max_turns
        self.first_player = first_player
        self.max_turns = 100 * players if max_turns is None else max_turns
        self.turns = 0
        self.truncated = False
        self.history = []
        self.run = self.game()
        self.node = next(self.run)

    # ------------------------------------------------------------------------------ from outside

    def actor(self):
        return self.node[0]

    def legal(self):
        return sorted(self.node[1])

    def outcomes(self):
        """The weight of each outcome."""
        return dict(self.node[1])

    def apply(self, move):
        if move not in self.node[1]:
            raise ValueError(f"{move} is not one of {sorted(self.node[1])}")
        self.history.append(move)
        try:
            self.node = self.run.send(move)
        except StopIteration:
            self.node = TERMINAL, []

    def copy(self):
        """The same game again: a generator cannot be copied, only told the same."""
        other = TurfWar(*self.options)
        for move in self.history:
            other.apply(move)
        return other

    def returns(self):
        if self.actor() != TERMINAL:
            return [Fraction(0)] * self.n
        results = [(s, len(sway)) for s, sway in zip(self.scores(), self.sways, strict=True)]
        share = Fraction(1, results.count(max(results)))
        return [
            (self.n * (share if result == max(results) else 0) - 1) / Fraction(self.n - 1)
            for result in results
        ]

    # --------------------------------------------------------------------------- the game, a turn

    def game(self):
        first = self.first_player
        if first == "random":
            first = yield CHANCE, dict.fromkeys(range(self.n), 1)
        for slot in range(5):
            yield from self.turn_up_neighbor(slot)
        while None in self.store and self.deck:
            card = yield from self.draw_from_deck()
            if card.is_a("Event"):
                self.happened.add("event at set-up")
                self.queue.append(card)
            else:
                self.store[self.store.index(None)] = card
        self.turn_of = first
        while True:
            self.plays_by_steps = 0
            yield from self.turn(self.turn_of)
            if self.row == [None] * 5:
                return
            self.turns += 1
            if self.turns == self.max_turns:
                self.truncated = True
                return
            self.turn_of = (self.turn_of + 1) % self.n

    def turn_up_neighbor(self, slot):
        self.row[slot] = yield CHANCE, dict.fromkeys(self.neighbor_deck, 1)
        self.neighbor_deck.remove(self.row[slot])

    def turn(self, p):
        yield from self.phase(p, "start")
        away = yield from self.choose(p, {HOME: False, AWAY: True})
        comes_home = self.away[p] and not away
        self.away[p] = away
        if comes_home:
            self.hands[p] += self.garages[p]
            self.garages[p] = []
            yield from self.phase(p, "home")
        yield from self.away_actions(p) if self.away[p] else self.home_actions(p)
        if self.row != [None] * 5:
            yield from self.phase(p, "end")

    def home_actions(self, p):
        played, swayed = 0, False
        while self.row != [None] * 5:
            options = {DONE: None}
            if played < 1 + self.total(p, "plays"):
                options |= {a: ("play", card) for a, card in self.playable(p).items()}
            for slot, i in enumerate(self.row):
                if not swayed and i is not None and self.can_be_swayed(p, self.neighbors[i]):
                    options[ROW + slot] = "sway", slot
            choice = yield from self.choose(p, options)
            if choice is None:
                return
            if choice[0] == "play":
                played += 1
                yield from self.play(p, choice[1])
            else:
                swayed = True
                yield from self.sway(p, choice[1])

    def away_actions(self, p):
        worked = bought = False
        while True:
            options = {DONE: None}
            if not worked:
                options[WORK] = WORK
            if not bought:
                options |= self.affordable(p)
            move = yield p, list(options)
            if move == DONE:
                return
            if move == WORK:
                worked = True
                self.money[p] += max(0, 5 + self.total(p, "work"))
            else:
                bought = True
                yield from self.buy(p, options[move], self.garages[p])

    def phase(self, p, name):
        """The `start`, `home` or `end` actions of a Yard."""
        acting = [card for card in self.yard_cards(p) if card.get(name)]
        gains = {}
        for card in acting:
            if all(step["op"] == "money" for step in card.get(name)):
                gains[card] = sum(step.get("n", 1) for step in card.get(name))
        for card in sorted(gains, key=lambda card: (-gains[card], card.kind)):
            yield from self.carry_out(p, card.get(name), Action(card))
        self.due = [card for card in acting if card not in gains]
        while self.due:
            card = self.due[0]
            if len(self.due) > 1:
                self.happened.add("order of triggers")
                card = yield from self.choose_due(p)
            self.due.remove(card)
            here = next(pile for pile in self.yards[p] if card in pile.cards)
            yield from self.carry_out(p, card.get(name), Action(card, here))

    def choose_due(self, p):
        """Which of the due cards acts next: the pile, then the kind."""
        piles = [pile for pile in self.yards[p] if any(c in self.due for c in pile.cards)]
        pile = yield from self.choose(p, self.pile_ids(p, piles))
        kinds = {KIND + card.kind: card for card in pile.cards if card in self.due}
        if len(kinds) > 1:
            return (yield from self.choose(p, kinds))
        return next(iter(kinds.values()))

    def sway(self, p, slot):
        neighbor = self.row[slot]
        yield from self.carry_out(p, self.neighbors[neighbor].get("bribe", []), Action())
        self.sways[p].append(neighbor)
        self.row[slot] = None
        self.happened.add("sway")
        if self.set_aside:
            self.set_aside -= 1
            yield from self.turn_up_neighbor(slot)
