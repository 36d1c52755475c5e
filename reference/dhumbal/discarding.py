"""The discard, and the empty hand."""

from __future__ import annotations

from collections.abc import Sequence

from dhumbal.cards import Card, hand_of
from dhumbal.deal import Deal, Seat
from dhumbal.drawing import Drawing
from dhumbal.refusals import refuse


class Discarding(Drawing):
    """The chapter on the discard. A hand may become empty, and the deal goes on (`empty.goes-on`, `discard.last`)."""

    def why_not_these(self, cards: Sequence[Card]) -> str | None:
        """`discard.some`, `discard.distinct`, `discard.together`: whether these cards, all held and free, make a discard."""
        return self.why_not_named(cards) or (None if self.may_go_together(cards) else "discard.together")

    def why_not_named(self, cards: Sequence[Card]) -> str | None:
        """`discard.some`, `discard.distinct`: a discard names at least one card, and none twice."""
        if not cards:
            return "discard.some"
        return "discard.distinct" if len(cards) > 1 and len(set(cards)) < len(cards) else None

    def why_not_discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> str | None:
        """In the order of `refuse.first`: some, distinct, `discard.held`, `take.lock`, together; a part of a rank will do (`discard.part`).

        A card drawn from the stock is free to go (`draw.back`).
        """
        broken = self.why_not_discard_now(deal, seat) or self.why_not_named(cards)
        if broken:
            return broken
        if hand_of(cards) & ~deal.hands[seat]:
            return "discard.held"
        if deal.locked in cards:
            return "take.lock"
        return None if self.may_go_together(cards) else "discard.together"

    def discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> None:
        """`discard.order`: lay the cards in the order given, the last on top: on the pile, or first before the player (`turn.pending`).

        Refuses what `why_not_discard` names.
        """
        refuse(self.why_not_discard(deal, seat, cards))
        deal.hands[seat] ^= hand_of(cards)
        deal.totals[seat] -= self.pack.total(cards)
        deal.done = seat, "discard", tuple(cards)
        if self.draws_first:
            self.lay(deal, tuple(self.laid(cards)))
        else:
            deal.pending = tuple(self.laid(cards))

    def laid(self, cards: Sequence[Card]) -> Sequence[Card]:
        """`discard.order`: the cards from bottom to top as they come to lie on the pile: as the player named them."""
        return cards
