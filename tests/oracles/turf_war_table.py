"""The table of Turf War: what lies where, and what can be counted and permitted.

Part of the slow program in `turf_war.py`; nothing here comes from farmenvs.
"""

import dataclasses
from collections import Counter
from itertools import combinations

CHANCE, TERMINAL = -1, -4
DONE, HOME, AWAY, WORK, SLOT, ROW, KIND = 0, 1, 2, 3, 4, 9, 16


@dataclasses.dataclass(eq=False)
class Card:
    """One physical card; `face` is its table in the card file."""

    kind: int
    face: dict

    def get(self, field, default=0):
        return self.face.get(field, default)

    def is_a(self, symbol):
        return symbol is None or symbol in self.face["symbols"]


@dataclasses.dataclass(eq=False)
class Pile:
    """A base and the cards on it; `k` is its place in the Yard of `seat`."""

    seat: int
    k: int
    grass: bool = False
    cards: list[Card] = dataclasses.field(default_factory=list)

    def takes(self, card):
        """Whether there is room for a card, and no card that keeps it away."""
        room = self.grass + sum(c.get("places") for c in self.cards) > len(self.cards)
        return card.is_a("Pest") or (room and self.fertile_for(card))

    def fertile_for(self, card):
        return card.is_a("Pest") or not any(c.get("barren") for c in self.cards)

    def is_around(self, other):
        rows, columns = abs(self.k // 3 - other.k // 3), abs(self.k % 3 - other.k % 3)
        return self.seat == other.seat and max(rows, columns) == 1


class Table:
    """All zones, and whose turn it is."""

    def __init__(self, cards, players):
        self.faces, self.neighbors = cards["card"], cards["neighbor"]
        self.n = players
        self.piles_from = KIND + len(self.faces)
        self.players_from = self.piles_from + 9 * players

        self.yards = [[Pile(seat, k) for k in range(9)] for seat in range(players)]
        self.hands = [
            [Card(t, face) for t, face in enumerate(self.faces) if face.get("starter")]
            for _ in range(players)
        ]
        self.garages = [[] for _ in range(players)]
        self.money = [0] * players
        self.away = [False] * players
        self.sways = [[] for _ in range(players)]
        self.deck = [
            Card(t, face)
            for t, face in enumerate(self.faces)
            for _ in range(face.get("copies", 0 if face.get("starter") else 1))
        ]
        self.store = [None] * 5
        self.queue = []  # the Events at the bottom of the Store Deck
        self.trash = []
        self.row = [None] * 5
        self.neighbor_deck = list(range(len(self.neighbors)))
        self.set_aside = players - 2

        self.working = []  # cards that are in no zone: Tools and Events at work, cards to be given
        self.due = []  # cards that still act in this phase
        self.called = []  # the Pests that each `pests_here` in progress has still to play
        self.carried_out = None  # the Events of the restock in progress
        self.turn_of = None
        self.plays_by_steps = 0
        self.happened = set()

    def all_cards(self):
        """Every card there is, wherever it is."""
        zones = [*self.hands, *self.garages, self.deck, self.queue, self.trash, self.working]
        zones += [pile.cards for yard in self.yards for pile in yard]
        zones.append([card for card in self.store if card])
        return [card for zone in zones for card in zone]

    # ------------------------------------------------------------------------------- what counts

    def scores(self):
        return [
            sum(self.points(pile, card) for pile in yard for card in pile.cards)
            + sum(self.neighbors[i]["vp"] for i in sway)
            for yard, sway in zip(self.yards, self.sways, strict=True)
        ]

    def points(self, pile, card):
        """Victory points of a card on a pile."""
        each, yard = card.get("each", None), self.yards[pile.seat]
        if each is None:
            count = 0
        elif each == "row":
            count = sum(len(p.cards) for p in yard if p.k // 3 == pile.k // 3)
        elif each == "column":
            count = sum(len(p.cards) for p in yard if p.k % 3 == pile.k % 3)
        elif each == "adjacent":
            count = sum(len(p.cards) for p in yard if p.is_around(pile))
        elif each == "pile":
            count = len(pile.cards) - 1
        elif each == "grass":
            count = sum(p.grass and not p.cards for p in yard)
        elif each == "neighbor":
            count = len(self.sways[pile.seat])
        else:
            count = sum(c.is_a(each) for c in self.yard_cards(pile.seat))
        return card.get("vp") + card.get("per") * count

    def yard_cards(self, seat):
        return [card for pile in self.yards[seat] for card in pile.cards]

    def total(self, seat, field):
        """What the cards of a Yard add up to."""
        return sum(card.get(field) for card in self.yard_cards(seat))

    def price(self, seat, card, off=0):
        for c in self.yard_cards(seat):
            if card.is_a(c.get("discount_kind", None)):
                off += c.get("discount")
        return max(0, card.get("cost") - off)

    def affordable(self, seat, off=0):
        """Action and slot of each Store card that a player can pay."""
        return {
            SLOT + s: s
            for s, card in enumerate(self.store)
            if card and self.price(seat, card, off) <= self.money[seat]
        }

    def shielded(self, pile):
        shields = [c.get("shield", "") for c in pile.cards]
        around = [c for p in self.yards[pile.seat] if p.is_around(pile) for c in p.cards]
        return any(shields) or any(c.get("shield", "") == "adjacent" for c in around)

    def rival_piles(self, seat, home_too=False):
        rivals = [(seat + r) % self.n for r in range(1, self.n)]
        return [pile for q in rivals if home_too or self.away[q] for pile in self.yards[q]]

    def open_to_play(self, seat, card):
        """The piles of all Yards that a player may play a card onto."""
        rivals = [pile for pile in self.rival_piles(seat) if not self.shielded(pile)]
        return [pile for pile in self.yards[seat] + rivals if pile.takes(card)]

    def open_to_throw(self, seat, card, home_too):
        piles = self.rival_piles(seat, home_too)
        return [p for p in piles if not self.shielded(p) and p.fertile_for(card)]

    def open_to_move(self, pile, card):
        return [p for p in self.yards[pile.seat] if p is not pile and p.takes(card)]

    def playable(self, seat):
        """Action and card of each kind that a player can play from hand."""
        return {
            KIND + card.kind: card
            for card in self.hands[seat]
            if card.is_a("Tool") or self.open_to_play(seat, card)
        }

    def can_be_swayed(self, seat, neighbor):
        need, cards = dict(neighbor.get("need", {})), self.yard_cards(seat)
        piles = self.yards[seat]
        enough = (
            sum(pile.grass for pile in piles) >= need.pop("grass", 0)
            and len(cards) >= need.pop("cards", 0)
            and max(len(pile.cards) for pile in piles) >= need.pop("stack", 0)
            and not (need.pop("no_pest", 0) and any(card.is_a("Pest") for card in cards))
        )
        missing = sum(max(0, n - sum(c.is_a(s) for c in cards)) for s, n in need.items())
        wild = sum(bool(card.get("wild")) for card in cards)
        return enough and missing <= wild and self.can_bribe(seat, neighbor.get("bribe", []))

    def can_bribe(self, seat, bribe):
        """Whether there is enough of everything for all steps together."""
        needed = Counter()
        demands = []  # (n, the cards that will do)
        for step in bribe:
            n, kind = step.get("n", 1), step.get("kind")
            source = step.get("from") if step["op"] == "trash" else step["op"]
            needed[source] += n
            if source in ("yard", "give", "take"):
                zone = self.yard_cards(seat)
            elif source == "throw":
                zone = [c for c in self.yard_cards(seat) if self.open_to_throw(seat, c, False)]
            elif source in ("hand", "garage"):
                zone = self.hands[seat]
            elif source == "store":
                zone = [card for card in self.store if card]
            elif source == "pest_from_market":
                zone, kind = [card for card in self.store if card] + self.trash, "Pest"
            else:
                continue
            demands.append((n, {card for card in zone if card.is_a(kind)}))
        grass = sum(pile.grass for pile in self.yards[seat])
        return (
            needed["pay"] <= self.money[seat]
            and needed["dirt"] <= grass
            and needed["grass"] <= 9 - grass
            and all(
                sum(n for n, _ in some) <= len(set().union(*(cards for _, cards in some)))
                for size in range(1, len(demands) + 1)
                for some in combinations(demands, size)
            )
        )
