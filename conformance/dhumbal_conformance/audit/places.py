"""Where every card of a recorded deal lies, as far as it can be known.

A card that nobody saw is a place with no name in it yet. Which cards can be there is known all the same: before the first refill, those
that have not been seen; after a refill, for a card drawn since, those that were refilled and have not been seen since. All places of one
such `Pool` are alike, so whatever names one of them is possible as long as the card is loose in its pool, and it is named from then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dhumbal_conformance.audit.record import Hand, Move
from dhumbal_conformance.loader.notation import hand_total, repeated, whole_pack
from dhumbal_conformance.loader.table import Table
from dhumbal_conformance.model import Card, Seat


class Impossible(Exception):
    """A card cannot have been where the record says; the message says where it is."""


@dataclass(eq=False, slots=True)
class Pool:
    """Cards of which each lies in one of the pool's unnamed places, nobody knows which."""

    loose: set[Card]


@dataclass(eq=False, slots=True)
class Lying:
    """One card on the table: in a hand, in a pile, wherever it goes. `card` is None as long as nobody can name it."""

    pool: Pool
    card: Card | None = None


@dataclass(eq=False, slots=True)
class Places:
    """The table of one deal. Piles have their top card last."""

    table: Table
    dealt: list[Lying]
    hands: dict[Seat, list[Lying]]
    stock: list[Lying]
    pile: list[Lying]
    pending: list[Lying] = field(default_factory=list)
    previous: int = 1
    refills: list[list[Lying]] = field(default_factory=list)
    """The stocks that refills have made, top first."""

    def named(self, lying: Lying, card: Card) -> None:
        """Somebody saw this card; raises `Impossible` where it cannot be."""
        if lying.card != card:
            if lying.card is not None or card not in lying.pool.loose:
                raise Impossible(f"{card} is {self.where(card)}")
            lying.card = card
            lying.pool.loose.remove(card)

    def where(self, card: Card) -> str:
        """Where a card is known to be, in words."""
        for seat, hand in self.hands.items():
            if card in cards_in(hand):
                return f"in {seat}'s hand"
        if card in cards_in(self.pile + self.pending):
            return "on the discard pile"
        return "in the stock or in another hand"

    def show(self, seat: Seat, hand: Hand) -> None:
        """The cards of a hand are seen, as many as it has; raises `Impossible`."""
        if twice := repeated(filter(None, hand)):
            raise Impossible(f"{twice[0]} is named twice")
        if len(hand) != len(self.hands[seat]):
            raise Impossible(f"{seat} must have {number_of_cards(len(self.hands[seat]))}, not {len(hand)}")
        for card in filter(None, hand):
            self.in_hand(seat, card)

    def in_hand(self, seat: Seat, card: Card) -> Lying:
        """The player has this card: it is known of them, or it is one of those that nobody saw."""
        hand = self.hands[seat]
        known = next((lying for lying in hand if lying.card == card), None)
        if known:
            return known
        unseen = next((lying for lying in hand if lying.card is None and card in lying.pool.loose), None)
        if unseen is None:
            raise Impossible(f"{card} is {self.where(card)}")
        self.named(unseen, card)
        return unseen

    def move(self, move: Move) -> None:
        """Do what the record says as far as the cards are concerned, right or wrong; raises `Impossible`."""
        kind, seat = move.action["type"], move.player
        if kind == "discard":
            self.discard(seat, move.action["cards"])
        elif kind == "draw" and move.action["from"] == "stock":
            self.draw(seat, move.gets)
        elif kind == "draw":
            self.take(seat, move.action["card"])

    def draw(self, seat: Seat, gets: Card | None) -> None:
        """The top card of the stock comes into a hand, perhaps after a refill."""
        if not self.stock:
            self.refill()
        if not self.stock:
            raise Impossible("there is no card left to draw")
        if gets:
            self.named(self.stock[-1], gets)
        self.receive(seat, self.stock.pop())

    def take(self, seat: Seat, card: Card) -> None:
        """A card of the pile comes into a hand."""
        lying = next((lying for lying in self.pile if lying.card == card), None)
        if lying is None:
            raise Impossible(f"{card} is {self.where(card)}")
        self.pile.remove(lying)
        self.receive(seat, lying)

    def receive(self, seat: Seat, lying: Lying) -> None:
        """A hand grows; where one discards first, the discard before it comes to lie on the pile."""
        self.hands[seat].append(lying)
        if not self.table.draws_first:
            self.lay(self.pending)
            self.pending = []

    def discard(self, seat: Seat, cards: Sequence[Card]) -> None:
        """Cards leave a hand."""
        going = [self.in_hand(seat, card) for card in cards]
        if repeated(cards):
            raise Impossible(f"{repeated(cards)[0]} is named twice")
        self.hands[seat] = [lying for lying in self.hands[seat] if lying not in going]
        if self.table.draws_first:
            self.lay(going)
        else:
            self.pending += going

    def lay(self, cards: list[Lying]) -> None:
        """Cards come to lie on the pile."""
        self.pile += cards
        self.previous = len(cards)

    def refill(self) -> None:
        """All but what stays on the pile become the stock, in an order that nobody knows."""
        keeps = self.table.profile.parameters["refill.keeps"]
        stays = {"top-card": 1, "previous-discard": self.previous, None: len(self.pile)}[keeps]
        going, self.pile = self.pile[: len(self.pile) - stays], self.pile[len(self.pile) - stays :]
        pool = Pool(set(cards_in(going)))
        self.stock = [Lying(pool) for _ in going]
        self.refills.append(self.stock[::-1])
        self.previous = min(self.previous, stays)

    def chance(self, first: Iterable[Lying] = (), *, highest: bool = False) -> dict[str, list[Card] | list[list[Card]]]:
        """A pack and refill orders by which all of this can have happened; those `first` get the lowest cards that they can be."""
        names = self.completed(first, highest=highest)
        orders = [whole_pack([names[id(lying)] for lying in stock], self.table.pack) for stock in self.refills]
        return {
            "pack": [names[id(lying)] for lying in self.dealt],
            "refills": list(map(list, orders)) or [list(self.table.pack)],
        }

    def completed(self, first: Iterable[Lying], *, highest: bool) -> dict[int, Card]:
        """A name for every card on the table; see `chance`."""
        everything = [*first, *self.dealt, *(lying for stock in self.refills for lying in stock)]
        names = {id(lying): lying.card for lying in everything if lying.card is not None}
        left: dict[int, list[Card]] = {}
        for lying in everything:
            if id(lying) not in names:
                pool = left.setdefault(id(lying.pool), self.by_value(lying.pool.loose, falling=highest))
                names[id(lying)] = pool.pop(0)
        return names

    def by_value(self, cards: Iterable[Card], *, falling: bool) -> list[Card]:
        """Cards from the lowest up, or from the highest down."""
        return sorted(cards, key=lambda card: (hand_total([card], self.table.profile.parameters), card), reverse=falling)


def cards_in(lying: Iterable[Lying]) -> list[Card]:
    """The cards that can be named."""
    return [one.card for one in lying if one.card is not None]


def number_of_cards(number: int) -> str:
    """`1 card`, `3 cards`."""
    return f"{number} card{'' if number == 1 else 's'}"


def dealt(table: Table, dealer: Seat) -> Places:
    """A deal of which nothing has been seen."""
    pool = Pool(set(table.pack))
    pack = [Lying(pool) for _ in table.pack]
    size, players = table.profile.parameters["deal.hand"], len(table.players)
    hands = {table.next_seat(dealer, steps): pack[steps - 1 : size * players : players] for steps in range(1, players + 1)}
    return Places(table, pack, hands, stock=pack[size * players + 1 :][::-1], pile=[pack[size * players]])
