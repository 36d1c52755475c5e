"""The turn."""

from __future__ import annotations

from dhumbal.cap import Cap
from dhumbal.cards import Card
from dhumbal.deal import Deal, Seat


class Turn(Cap):
    """The chapter on the turn: who may act, at which step, and when the turn passes.

    A method named `why_not_…` returns the id of the first clause that an action breaks, or None where it is allowed.
    """

    def why_not_act(self, deal: Deal, seat: Seat) -> str | None:
        """`turn.over`, `turn.seat`: nobody acts in a deal that has ended, and only the player whose turn it is acts."""
        if deal.outcome is not None:
            return "turn.over"
        return None if seat == deal.seat else "turn.seat"

    def why_not_start(self, deal: Deal, seat: Seat) -> str | None:
        """`turn.one-draw`: a player draws once in a turn."""
        return self.why_not_act(deal, seat) or (None if deal.drawn is None else "turn.one-draw")

    def why_not_finish(self, deal: Deal, seat: Seat) -> str | None:
        """`turn.draw-first`: a player draws before discarding."""
        return self.why_not_act(deal, seat) or ("turn.draw-first" if deal.drawn is None else None)

    def receive(self, deal: Deal, card: Card) -> None:
        """`turn.two-steps`: the card drawn joins the hand, and its player has yet to discard."""
        deal.hands[deal.seat] |= 1 << card
        deal.totals[deal.seat] += self.pack.values[card]
        deal.drawn = card

    def end_turn(self, deal: Deal) -> None:
        """`turn.must-discard`, `take.lock-ends`, `cap.counts`: the turn is complete, and passes on unless it was the last."""
        deal.drawn = deal.locked = None
        deal.turns += 1
        if self.is_last_turn(deal.turns):
            deal.outcome = self.settle_cap(deal.totals, deal.dealer)
        else:
            deal.seat = self.next_seat(deal.seat, deal.players)
