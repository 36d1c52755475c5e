"""All chapters together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from dhumbal.cards import Card, cards_of, hand_of
from dhumbal.deal import Action, Deal
from dhumbal.information import Information


class Rules(Information):
    """How one profile plays. Each method is a clause or two, small enough to be overridden by another reading of it.

    The chapters build on one another in the order of inheritance; this class adds what needs all of them: any action, and all legal ones.
    """

    def apply(self, deal: Deal, action: Action) -> None:
        """Do any action; refuses what the method of that kind refuses."""
        seat, kind, cards = action
        if kind == "draw":
            self.draw(deal, seat)
        elif kind == "take":
            self.take(deal, seat, cards[0])
        elif kind == "discard":
            self.discard(deal, seat, cards)
        else:
            self.call(deal, seat)

    def legal(self, deal: Deal) -> list[Action]:
        """`turn.choice`: every action that the player to act may choose; none when the deal is over. A set counts once for each order."""
        if deal.outcome is not None:
            return []
        if deal.drawn is not None:
            return [Action(deal.seat, "discard", cards) for cards in self.discards(deal)]
        return list(self.openings(deal))

    def openings(self, deal: Deal) -> Iterator[Action]:
        """`turn.choice`, `call.optional`: the ways to begin a turn: a call, a draw, a take."""
        seat = deal.seat
        if self.why_not_call(deal, seat) is None:
            yield Action(seat, "call")
        if self.why_not_draw(deal, seat) is None:
            yield Action(seat, "draw")
        for card in self.takeable(deal):
            yield Action(seat, "take", (card,))

    def discards(self, deal: Deal) -> Iterator[tuple[Card, ...]]:
        """`discard.single`, `discard.set`, `discard.order`: every discard open to the player who has drawn, in every order."""
        free = [card for card in cards_of(deal.hands[deal.seat]) if card != deal.locked]
        for first in free:
            yield (first,)
            mates = [card for card in free if card != first and self.pack.ranks[card] == self.pack.ranks[first]]
            for size in range(1, len(mates) + 1):
                yield from ((first, *rest) for rest in permutations(mates, size) if self.may_go_together((first, *rest)))

    def position(self, deal: Deal) -> Deal:
        """Count the hands of a table set up by hand; raises ValueError for a card in two places."""
        everywhere = [card for hand in deal.hands for card in cards_of(hand)] + deal.stock + deal.pile
        if len(everywhere) != hand_of(everywhere).bit_count():
            raise ValueError("a card lies in two places")
        deal.totals = [self.pack.total(cards_of(hand)) for hand in deal.hands]
        return deal
