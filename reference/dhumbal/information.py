"""What each player may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dhumbal.cards import Card, cards_of
from dhumbal.deal import Action, Deal, Outcome, Seat
from dhumbal.series import Scoring


class View(NamedTuple):
    """A table as one viewer sees it; a number stands for cards of which only the number is seen. Stock and pile are top first."""

    seat: Seat | None
    """Who is to act; None when the deal is over."""
    hands: tuple[Sequence[Card] | int, ...]
    stock: Sequence[Card] | int
    pile: Sequence[Card]
    drawn: Card | None
    """The card drawn from the stock in this turn, where the viewer may see it."""
    locked: Card | None
    """The card taken in this turn, which everybody saw."""
    pending: Sequence[Card]
    """The cards discarded in this turn whose player has yet to draw."""
    caller: Seat | None
    """Who has called, while the others take their last turns."""
    last: Action | None
    """The last accepted action; a hidden draw has no card."""
    outcome: Outcome | None
    """How the deal ended, with all totals; None while it goes on."""


class Information(Scoring):
    """The chapter on what each player may see."""

    def view(self, deal: Deal, viewer: Seat | None = None) -> View:
        """`see.stock`, `see.pile`, `see.take`, `see.end`: the table as `viewer` sees it, or as a referee who sees all when None.

        A refused action leaves no trace in it (`see.refused`).
        """
        last = deal.last
        drawn_from_stock = deal.drawn if last and last.kind == "draw" else None
        return View(
            seat=deal.seat if deal.outcome is None else None,
            hands=tuple([self.seen_hand(deal, seat, viewer) for seat in range(deal.players)]),
            stock=deal.stock[::-1] if viewer is None else len(deal.stock),
            pile=deal.pile[::-1],
            drawn=drawn_from_stock if viewer in (None, deal.seat) else None,
            locked=deal.locked,
            pending=deal.pending,
            caller=deal.caller,
            last=self.seen_action(last, viewer),
            outcome=deal.outcome,
        )

    def seen_hand(self, deal: Deal, seat: Seat, viewer: Seat | None) -> list[Card] | int:
        """`see.hand`, `see.end`: own cards; the number of another's, and their cards too once the deal has ended."""
        hand = deal.hands[seat]
        return cards_of(hand) if viewer in (None, seat) or deal.outcome else hand.bit_count()

    def seen_action(self, action: Action | None, viewer: Seat | None) -> Action | None:
        """`see.draw`, `see.take`: a card drawn from the stock is seen by its drawer only; everything else by all."""
        if action is None or action.kind != "draw" or viewer in (None, action.seat):
            return action
        return action._replace(cards=())
