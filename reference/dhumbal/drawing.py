"""Drawing and taking."""

from __future__ import annotations

from dhumbal.cards import Card
from dhumbal.deal import Action, Deal, Seat
from dhumbal.refilling import Refilling
from dhumbal.refusals import refuse


class Drawing(Refilling):
    """The chapter on drawing from the stock and taking from the discard pile."""

    def why_not_draw(self, deal: Deal, seat: Seat) -> str | None:
        """`refill.nothing`: a player may draw from the stock as long as it has a card or can get one."""
        return self.why_not_start(deal, seat) or self.why_no_stock(deal)

    def draw(self, deal: Deal, seat: Seat) -> Card:
        """`draw.stock`: draw the top card of the stock, which is refilled first if it is empty (`refill.when`), and return it.

        Refuses what `why_not_draw` names.
        """
        refuse(self.why_not_draw(deal, seat))
        if not deal.stock:
            self.refill(deal)
        card = deal.stock.pop()
        self.receive(deal, card)
        deal.last = Action(seat, "draw", (card,))
        return card

    def on_offer(self, deal: Deal) -> list[Card]:
        """`take.top`: the cards of the discard pile that can be taken: its top card, the upcard included (`take.upcard`), or none."""
        return deal.pile[-1:]

    def may_take_into(self, deal: Deal, seat: Seat) -> bool:
        """`take.empty-hand`: a card taken is locked, so a hand needs another card to discard."""
        return not self.profile.take_lock or deal.hands[seat] != 0

    def why_not_take(self, deal: Deal, seat: Seat, card: Card) -> str | None:
        """`take.top`, then `take.empty-hand`."""
        broken = self.why_not_start(deal, seat)
        if broken:
            return broken
        if card not in self.on_offer(deal):
            return "take.top"
        return None if self.may_take_into(deal, seat) else "take.empty-hand"

    def take(self, deal: Deal, seat: Seat, card: Card) -> None:
        """`take.top`, `take.lock`: take a card of the discard pile into the hand, and lock it. Refuses what `why_not_take` names."""
        refuse(self.why_not_take(deal, seat, card))
        deal.pile.remove(card)
        self.receive(deal, card)
        if self.profile.take_lock:
            deal.locked = card
        deal.last = Action(seat, "take", (card,))

    def takeable(self, deal: Deal) -> list[Card]:
        """The cards that the player to act may take now; none in the middle of a turn."""
        return [card for card in self.on_offer(deal) if self.why_not_take(deal, deal.seat, card) is None]
