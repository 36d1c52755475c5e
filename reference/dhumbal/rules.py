"""All chapters together."""

from __future__ import annotations

from collections.abc import Iterable

from dhumbal.cards import Card, Hand, cards_of, hand_of
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
        return [*self.calls(deal), *self.draws(deal), *self.discards(deal)]

    def calls(self, deal: Deal) -> Iterable[Action]:
        """`call.optional`: the call, where it is allowed."""
        return [Action(deal.seat, "call")] if self.why_not_call(deal, deal.seat) is None else []

    def draws(self, deal: Deal) -> Iterable[Action]:
        """`draw.stock`, `empty.draw`, `take.upcard`: the ways to get a card."""
        draw = [Action(deal.seat, "draw")] if self.why_not_draw(deal, deal.seat) is None else []
        return draw + [Action(deal.seat, "take", (card,)) for card in self.takeable(deal)]

    def discards(self, deal: Deal) -> Iterable[Action]:
        """`discard.single`, `discard.set`, `discard.run`, `discard.order`: every discard, in every order."""
        seat = deal.seat
        if self.why_not_discard_now(deal, seat):
            return []
        free = deal.hands[seat] if deal.locked is None else deal.hands[seat] & ~(1 << deal.locked)
        return [Action(seat, "discard", cards) for cards in self.growing((), free, free)]

    def growing(self, begun: tuple[Card, ...], choice: Hand, free: Hand) -> list[tuple[Card, ...]]:
        """`discard.together`: all discards that go on from cards already chosen, with one of the `choice`, then with any that are free."""
        found = []
        for card in cards_of(choice):
            cards = (*begun, card)
            complete, following = self.beginning(cards)
            if complete:
                found.append(cards)
            if following & free:
                found += self.growing(cards, following & free, free)
        return found

    def position(self, deal: Deal) -> Deal:
        """Count the hands of a table set up by hand; raises ValueError for a card in two places."""
        everywhere = [card for hand in deal.hands for card in cards_of(hand)] + deal.stock + deal.pile
        if len(everywhere) != hand_of(everywhere).bit_count():
            raise ValueError("a card lies in two places")
        deal.totals = [self.pack.total(cards_of(hand)) for hand in deal.hands]
        return deal
