"""Refilling the stock."""

from __future__ import annotations

from collections.abc import Sequence

from dhumbal.cards import Card
from dhumbal.combinations import Combinations
from dhumbal.deal import Deal


class Refilling(Combinations):
    """The chapter on the refill."""

    def kept(self, deal: Deal) -> list[Card]:
        """`refill.keeps`, `refill.keeps-previous`: what stays on the discard pile: its top card alone, or the previous discard."""
        return deal.pile[-1:] if self.profile.refill_keeps == "top-card" else self.previous(deal)

    def previous(self, deal: Deal) -> list[Card]:
        """`take.previous`: the discard made before this turn, in the order laid."""
        return deal.pile[len(deal.pile) - deal.previous :]

    def why_no_stock(self, deal: Deal) -> str | None:
        """`refill.nothing`, `refill.none`: there is no stock card when the stock is empty and nothing can refill it."""
        if deal.stock:
            return None
        if self.profile.refill_keeps is None:
            return "refill.none"
        return None if len(deal.pile) > len(self.kept(deal)) else "refill.nothing"

    def refill(self, deal: Deal) -> None:
        """`refill.rest`, `refill.again`: all cards but the kept ones become the new stock, in the next of the deal's refill orders.

        So cards that lay buried come back (`discard.buried`, `take.rest`); those of this turn are not there yet (`refill.pending`).
        """
        kept = self.kept(deal)
        rest = deal.pile[: len(deal.pile) - len(kept)]
        deal.stock = self.in_order(rest, self.refill_order(deal))[::-1]
        deal.pile = kept
        deal.refills += 1

    def refill_order(self, deal: Deal) -> Sequence[Card]:
        """`refill.order`: the order given from outside for the coming refill; the last one serves all further ones, canonical if none."""
        orders = deal.refill_orders
        return orders[min(deal.refills, len(orders) - 1)] if orders else self.pack.cards

    def in_order(self, cards: Sequence[Card], order: Sequence[Card]) -> list[Card]:
        """`refill.order`: the cards sorted by their place in an order of the whole pack, top first."""
        place = {card: number for number, card in enumerate(order)}
        return sorted(cards, key=place.__getitem__)
