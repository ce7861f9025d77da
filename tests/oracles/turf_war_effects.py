"""The effects of Turf War: plays, purchases, restocks and every step of the card file.

Part of the slow program in `turf_war.py`; nothing here comes from farmenvs.
"""

import dataclasses
from collections import Counter

from tests.oracles.turf_war_table import CHANCE, DONE, KIND, SLOT, Card, Pile, Table

PLAYS_BY_STEPS = 40
"""How many cards a turn `play` steps play, all players together."""


@dataclasses.dataclass(frozen=True)
class Action:
    """What is being carried out: the card that acts, and the pile it lay on when it began."""

    card: Card | None = None
    here: Pile | None = None


class Effects(Table):
    """What changes the table.

    Whatever may ask somebody something is a generator that yields (actor, choices) and is sent the
    choice: `choices` is a list of actions, or {outcome: weight}.
    """

    # -------------------------------------------------------------------------------- the choices

    def choose(self, seat, options):
        """A node of a player: `options` are what each action stands for."""
        return options[(yield seat, list(options))]

    def pile_ids(self, seat, piles):
        return {self.piles_from + 9 * ((p.seat - seat) % self.n) + p.k: p for p in piles}

    def choose_on_yard(self, seat, piles, fits, optional=False):
        """The pile, then the kind if several fit; returns pile and card, or None."""
        options = self.pile_ids(seat, [p for p in piles if any(fits(p, c) for c in p.cards)])
        pile = yield from self.choose_if_any(seat, options, optional)
        if pile is None:
            return None
        cards = [card for card in pile.cards if fits(pile, card)]
        kinds = {KIND + card.kind: card.kind for card in cards}
        kind = cards[0].kind
        if len(kinds) > 1:
            kind = yield from self.choose(seat, kinds)
        copies = [card for card in cards if card.kind == kind]
        return pile, min(copies, key=lambda card: card in self.due)  # one that is not due first

    def choose_if_any(self, seat, options, optional):
        """One of the options; None if there is none or the player declines."""
        if not options:
            return None
        return (yield from self.choose(seat, options | {DONE: None} if optional else options))

    def leaves(self, pile, card):
        """A card leaves a Yard, and does not act any more."""
        pile.cards.remove(card)
        if card in self.due:
            self.happened.add("left before its action")
            self.due.remove(card)

    # --------------------------------------------------------------------- play, buy and restock

    def play(self, player, card):
        self.hands[player].remove(card)
        self.working.append(card)
        if card.is_a("Tool"):
            yield from self.carry_out(player, card.get("play", []), Action(card))
            self.working.remove(card)
            back = self.hands if self.total(player, "tool_to_hand") else self.garages
            back[player].append(card)
            return
        pile = yield from self.choose(
            player, self.pile_ids(player, self.open_to_play(player, card))
        )
        self.working.remove(card)
        if pile.seat != player:
            self.happened.add("played onto a rival")
        yield from self.put(card, pile)

    def put(self, card, pile):
        """A card comes onto a pile, and the owner of the Yard carries out its `play` action."""
        pile.cards.append(card)
        yield from self.carry_out(pile.seat, card.get("play", []), Action(card, pile))

    def draw_from_deck(self):
        kind = yield CHANCE, Counter(card.kind for card in self.deck)
        card = next(card for card in self.deck if card.kind == kind)
        self.deck.remove(card)
        return card

    def buy(self, p, slot, destination, off=0):
        card = self.store[slot]
        self.money[p] -= self.price(p, card, off)
        self.leaves_market(card)
        destination.append(card)
        yield from self.restock()

    def restock(self):
        """Fill the Store; a restock inside a restock adds to the Events of the outer one."""
        outermost = self.carried_out is None
        if outermost:
            self.carried_out = []
        while None in self.store:
            if self.deck:
                card = yield from self.draw_from_deck()
            elif self.queue and self.queue[0] not in self.carried_out:
                self.happened.add("draw from the queue")
                yield CHANCE, {self.queue[0].kind: 1}
                card = self.queue.pop(0)
            else:
                self.happened.add("empty slots")
                break
            if card.is_a("Event"):
                self.happened.add("event" if outermost else "event inside an event")
                self.carried_out.append(card)
                self.working.append(card)
                yield from self.carry_out(self.turn_of, card.get("play", []), Action(card))
                self.working.remove(card)
                self.queue.append(card)
            else:
                self.store[self.store.index(None)] = card
        if outermost:
            self.carried_out = None

    # ----------------------------------------------------------------------- the steps, one by one

    def carry_out(self, owner, steps, action):
        for step in steps:
            self.happened.add(step["op"])
            yield from getattr(self, "do_" + step["op"])(owner, step, action) or ()

    def one_by_one(self, owner, step, action, pick, put):
        """A step that takes n cards: `pick` gives a card or None, `put` brings it where it goes."""
        for _ in range(step.get("n", 1)):
            card = yield from pick(owner, step)
            if card is None:
                return
            put(card)
            yield from self.carry_out(owner, step.get("then", []), action)

    def turn_order(self):
        return [(self.turn_of + k) % self.n for k in range(self.n)]

    def do_money(self, owner, step, action):
        self.money[owner] = max(0, self.money[owner] + step.get("n", 1))

    def do_pay(self, owner, step, action):
        # an Event in the middle of a bribe can have taken some of what was there before it
        self.money[owner] = max(0, self.money[owner] - step.get("n", 1))

    def do_dirt_here(self, owner, step, action):
        action.here.grass = False

    def do_grass(self, owner, step, action):
        grass = step["op"] == "grass"
        for _ in range(step.get("n", 1)):
            piles = [pile for pile in self.yards[owner] if pile.grass != grass]
            pile = yield from self.choose_if_any(
                owner, self.pile_ids(owner, piles), step.get("optional")
            )
            if pile is None:
                return
            pile.grass = grass

    do_dirt = do_grass

    def from_yard(self, owner, step):
        """Pick up a card of the own Yard."""
        chosen = yield from self.choose_on_yard(
            owner,
            self.yards[owner],
            lambda pile, card: card.is_a(step.get("kind")),
            step.get("optional"),
        )
        if chosen:
            self.leaves(*chosen)
            return chosen[1]

    def from_hand(self, owner, step):
        fitting = [card for card in self.hands[owner] if card.is_a(step.get("kind"))]
        card = yield from self.choose_if_any(
            owner, {KIND + card.kind: card for card in fitting}, step.get("optional")
        )
        if card:
            self.hands[owner].remove(card)
        return card

    def from_store(self, owner, step):
        slots = {
            SLOT + s: card
            for s, card in enumerate(self.store)
            if card and card.is_a(step.get("kind"))
        }
        card = yield from self.choose_if_any(owner, slots, step.get("optional"))
        if card:
            self.store[self.store.index(card)] = None
        return card

    def do_take(self, owner, step, action):
        yield from self.one_by_one(owner, step, action, self.from_yard, self.hands[owner].append)

    def do_garage(self, owner, step, action):
        yield from self.one_by_one(owner, step, action, self.from_hand, self.garages[owner].append)

    def do_give(self, owner, step, action):
        before = len(self.working)
        yield from self.one_by_one(owner, step, action, self.from_yard, self.working.append)
        given = self.working[before:]
        if given:
            others = {self.players_from + r: (owner + r) % self.n for r in range(1, self.n)}
            receiver = yield from self.choose(owner, others)
            del self.working[before:]
            self.garages[receiver] += given

    def do_trash(self, owner, step, action):
        yield from getattr(self, "trash_" + step["from"])(owner, step, action)

    def trash_yard(self, owner, step, action):
        yield from self.one_by_one(owner, step, action, self.from_yard, self.trash.append)

    def trash_hand(self, owner, step, action):
        yield from self.one_by_one(owner, step, action, self.from_hand, self.trash.append)

    def trash_store(self, owner, step, action):
        before = list(self.store)
        yield from self.one_by_one(owner, step, action, self.from_store, self.trash.append)
        if self.store != before:
            yield from self.restock()

    def trash_pile(self, owner, step, action):
        def others(pile):
            """The cards of a pile, those not due first, without one of the acting card's kind."""
            cards = sorted(pile.cards, key=lambda card: card in self.due)
            spared = next((card for card in cards if card.kind == action.card.kind), None)
            return [card for card in cards if card is not spared and card.is_a(step.get("kind"))]

        def pick(owner, step):
            chosen = yield from self.choose_on_yard(
                owner,
                [action.here],
                lambda pile, card: card in others(pile),
                step.get("optional"),
            )
            if chosen:
                self.leaves(*chosen)
                return chosen[1]

        if step.get("n", 1) != -1:
            yield from self.one_by_one(owner, step, action, pick, self.trash.append)
            return
        for card in others(action.here):
            self.leaves(action.here, card)
            self.trash.append(card)

    def trash_rival(self, owner, step, action):
        victims = [q for q in range(self.n) if q != owner and self.away[q]]
        event = action.card is not None and action.card.is_a("Event")
        saved = False

        def pick(owner, step):
            nonlocal saved
            chosen = yield from self.choose_on_yard(
                owner,
                [pile for q in victims for pile in self.yards[q]],
                lambda pile, card: card.is_a(step.get("kind")),
                step.get("optional"),
            )
            if chosen:
                victims[:] = [chosen[0].seat]
                saved = self.total(victims[0], "cellar") and not event
                self.leaves(*chosen)
                return chosen[1]

        def put(card):
            (self.garages[victims[0]] if saved else self.trash).append(card)

        yield from self.one_by_one(owner, step, action, pick, put)

    def shift(self, owner, step, action, open_to):
        """Cards of the own Yard go to piles: `open_to` says to which a card can go."""
        target = None

        def pick(owner, step):
            nonlocal target
            chosen = yield from self.choose_on_yard(
                owner,
                self.yards[owner],
                lambda pile, card: card.is_a(step.get("kind")) and open_to(pile, card),
                step.get("optional"),
            )
            if chosen:
                pile, card = chosen
                target = yield from self.choose(owner, self.pile_ids(owner, open_to(pile, card)))
                if target.seat == owner:
                    pile.cards.remove(card)
                else:
                    self.leaves(pile, card)
                return card

        yield from self.one_by_one(
            owner, step, action, pick, lambda card: target.cards.append(card)
        )

    def do_move(self, owner, step, action):
        yield from self.shift(owner, step, action, self.open_to_move)

    def do_throw(self, owner, step, action, home_too=False):
        def open_to(pile, card):
            return self.open_to_throw(owner, card, home_too)

        yield from self.shift(owner, step, action, open_to)

    def do_tornado(self, owner, step, action):
        for seat in self.turn_order():
            yield from self.do_throw(seat, step, action, home_too=True)

    def do_play(self, owner, step, action):
        for _ in range(step.get("n", 1)):
            if self.plays_by_steps == PLAYS_BY_STEPS:
                self.happened.add("too many plays")
                return
            options = self.playable(owner)
            card = yield from self.choose_if_any(owner, options, not step.get("must"))
            if card is None:
                return
            self.plays_by_steps += 1
            yield from self.play(owner, card)

    def do_buy(self, owner, step, action):
        off = step.get("off", 0)
        slot = yield from self.choose_if_any(owner, self.affordable(owner, off), True)
        if slot is not None:
            yield from self.buy(owner, slot, self.hands[owner], off)

    def market(self, pests):
        """Action and card of the Pests in Store and Trash."""
        options = {KIND + card.kind: card for card in self.trash if card in pests}
        return options | {SLOT + s: card for s, card in enumerate(self.store) if card in pests}

    def pests(self):
        return [card for card in self.store + self.trash if card and card.is_a("Pest")]

    def leaves_market(self, card):
        """A card leaves Store or Trash, and is called no more; returns whether it was the Store."""
        self.called = [[pest for pest in pests if pest is not card] for pests in self.called]
        if card in self.trash:
            self.trash.remove(card)
            return False
        self.store[self.store.index(card)] = None
        return True

    def do_pests_here(self, owner, step, action):
        self.called.append(self.pests())
        left_store = False
        while options := self.market(self.called[-1]):
            card = yield from self.choose(owner, options)
            left_store |= self.leaves_market(card)
            yield from self.put(card, action.here)
        self.called.pop()
        if left_store:
            yield from self.restock()

    def do_pest_from_market(self, owner, step, action):
        options = self.market(self.pests())
        if options:
            card = yield from self.choose(owner, options)
            left_store = self.leaves_market(card)
            self.working.append(card)
            pile = yield from self.choose(owner, self.pile_ids(owner, self.yards[owner]))
            self.working.remove(card)
            pile.cards.append(card)
            if left_store:
                yield from self.restock()

    def do_refresh(self, owner, step, action):
        cards = [card for card in self.store if card]
        self.trash += cards
        self.store = [None] * 5
        if cards:
            yield from self.restock()

    def do_each(self, owner, step, action):
        for seat in self.turn_order():
            if self.away[seat] or not step.get("away"):
                yield from self.carry_out(seat, step["steps"], action)
