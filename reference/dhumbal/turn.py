"""The turn."""

from __future__ import annotations

from dhumbal.cap import Cap
from dhumbal.cards import Card
from dhumbal.deal import Deal, Seat
from dhumbal.profile import Profile


class Turn(Cap):
    """The chapter on the turn: who may act, at which step, and when the turn passes.

    A method named `why_not_…` returns the id of the first clause that an action breaks, or None where it is allowed.
    """

    def __init__(self, profile: Profile) -> None:
        super().__init__(profile)
        self.draws_first = profile.turn_order == "draw-then-discard"
        """Whether a turn is a draw and then a discard, or the other way round."""

    def why_not_act(self, deal: Deal, seat: Seat) -> str | None:
        """`turn.over`, `turn.seat`: nobody acts in a deal that has ended, and only the player whose turn it is acts."""
        if deal.outcome is not None:
            return "turn.over"
        return None if seat == deal.seat else "turn.seat"

    def has_begun(self, deal: Deal) -> bool:
        """Whether the player to act has done the first half of their turn."""
        return deal.drawn is not None or bool(deal.pending)

    def why_not_draw_now(self, deal: Deal, seat: Seat) -> str | None:
        """`turn.one-draw`, `turn.draws-one`, `turn.discard-first`: a player draws once in a turn, in the half that is for drawing."""
        broken = self.why_not_act(deal, seat)
        if broken or self.has_begun(deal) != self.draws_first:
            return broken
        return "turn.one-draw" if self.draws_first else "turn.discard-first"

    def why_not_discard_now(self, deal: Deal, seat: Seat) -> str | None:
        """`turn.draw-first`, `turn.one-discard`: a player discards once in a turn, in the half of it that is for discarding."""
        broken = self.why_not_act(deal, seat)
        if broken or self.has_begun(deal) == self.draws_first:
            return broken
        return "turn.draw-first" if self.draws_first else "turn.one-discard"

    def receive(self, deal: Deal, card: Card) -> None:
        """`turn.two-steps`, `turn.pending`: the card drawn joins the hand; its player has yet to discard, or has completed the turn."""
        deal.hands[deal.seat] |= 1 << card
        deal.totals[deal.seat] += self.pack.values[card]
        if self.draws_first:
            deal.drawn = card
        else:
            self.lay(deal, deal.pending)

    def lay(self, deal: Deal, cards: tuple[Card, ...]) -> None:
        """`discard.order`, `turn.must-discard`, `turn.pending`: the discard comes to lie on the pile, and the turn is over."""
        deal.pile += cards
        deal.previous = len(cards)
        deal.pending = ()
        self.end_turn(deal)

    def end_turn(self, deal: Deal) -> None:
        """`take.lock-ends`, `cap.counts`: the turn is complete, and passes on unless the deal ends with it.

        No hand is filled up (`turn.hand-size`), and an empty one ends nothing (`empty.goes-on`).
        """
        deal.drawn = deal.locked = None
        deal.turns += 1
        following = self.next_seat(deal.seat, deal.players)
        if following == deal.caller:
            deal.outcome = self.settle_call(deal.totals, deal.dealer, following)
        elif self.is_last_turn(deal.turns):
            deal.outcome = self.settle_cap(deal.totals, deal.dealer)
        elif self.is_dry(deal):
            deal.outcome = self.settle_dry(deal.totals)
        else:
            deal.seat = following

    def is_dry(self, deal: Deal) -> bool:
        """`refill.none`: the deal ends with the stock where it is not refilled."""
        return self.profile.refill_keeps is None and not deal.stock
