"""Misreadings of the chapter: the turn."""

from __future__ import annotations

from collections.abc import Sequence

from dhumbal import Action, Card, Deal, Rules
from dhumbal.cards import cards_of
from dhumbal.deal import Seat

from dhumbal_conformance.misreadings import misreads, played_with

played_with("DB-01", "draw-first", turn_order="draw-then-discard")
played_with("NG-20", "discards-first", turn_order="discard-then-draw")


def has_drawn(deal: Deal, seat: Seat) -> bool:
    """Whether the player holds a card that they have drawn from the stock in this turn."""
    return seat == deal.seat and deal.drawn is not None and deal.locked is None


def has_taken(deal: Deal, seat: Seat) -> bool:
    """Whether the player holds a card that they have taken from the discard pile in this turn."""
    return seat == deal.seat and deal.locked is not None


@misreads("DB-01", "take-own")
class TakesFromOwnDiscard(Rules):
    """Offers the discard that the player has just made, and not the one before it."""

    def on_offer(self, deal: Deal) -> list[Card]:
        """The cards that have just been discarded."""
        return self.choice(deal.pending)

    def lift(self, deal: Deal, card: Card) -> None:
        """The card taken leaves the discard in front of the player."""
        deal.pending = tuple(other for other in deal.pending if other != card)


@misreads("NG-13", "any-time")
@misreads("NG-16", "any-time")
class CallsAtAnyTime(Rules):
    """Lets whoever is cheap enough call, whosever turn it is."""

    def why_not_call(self, deal: Deal, seat: Seat) -> str | None:
        """Only the end of the deal and the limit stand in the way."""
        return super().why_not_call(deal, seat) if deal.outcome or not self.may_call(deal.totals[seat]) else None


@misreads("NG-16", "in-own-turn")
class CallsInOwnTurn(Rules):
    """Lets a player call with a card drawn as well."""

    def why_not_call(self, deal: Deal, seat: Seat) -> str | None:
        """Another's turn and the limit stand in the way, but no card drawn."""
        return self.why_not_act(deal, seat) or (None if self.may_call(deal.totals[seat]) else "call.limit")


@misreads("NG-20", "may-pass")
class MayPass(Rules):
    """Lets a turn go by when a player discards nothing in place of drawing."""

    def discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> None:
        """End the turn where nothing has been drawn and nothing is discarded."""
        if cards or self.why_not_act(deal, seat) or self.has_begun(deal):
            super().discard(deal, seat, cards)
            return
        deal.done = Action(seat, "discard")
        self.end_turn(deal)


@misreads("NG-23", "beneath-too")
class TakesTheCardBeneath(Rules):
    """Lets a player who has taken the top card take the next one as well."""

    def why_not_take(self, deal: Deal, seat: Seat, card: Card) -> str | None:
        """Whoever has taken a card may take what lies on top now."""
        return None if has_taken(deal, seat) and card in self.on_offer(deal) else super().why_not_take(deal, seat, card)


@misreads("NG-24", "exchange")
class ChangesOver(Rules):
    """Lets a player who has drawn put the card back and draw from the other pile."""

    def draw(self, deal: Deal, seat: Seat) -> Card:
        """A card taken goes back on the pile first."""
        if has_taken(deal, seat) and deal.stock:
            self.put_back(deal, deal.pile)
        return super().draw(deal, seat)

    def take(self, deal: Deal, seat: Seat, card: Card) -> None:
        """A card drawn goes back on the stock first."""
        if has_drawn(deal, seat) and card in self.on_offer(deal):
            self.put_back(deal, deal.stock)
        super().take(deal, seat, card)

    def put_back(self, deal: Deal, pile: list[Card]) -> None:
        """Lay the card drawn back where it came from, as if nothing had been drawn."""
        assert deal.drawn is not None
        deal.hands[deal.seat] ^= 1 << deal.drawn
        deal.totals[deal.seat] -= self.pack.values[deal.drawn]
        pile.append(deal.drawn)
        deal.drawn = deal.locked = None


@misreads("NG-24", "second-card")
class DrawsFromBothPiles(Rules):
    """Lets a player who has drawn draw from the other pile as well."""

    def why_not_draw(self, deal: Deal, seat: Seat) -> str | None:
        """Whoever has taken a card may draw one as well."""
        return self.why_no_stock(deal) if has_taken(deal, seat) else super().why_not_draw(deal, seat)

    def why_not_take(self, deal: Deal, seat: Seat, card: Card) -> str | None:
        """Whoever has drawn a card may take one as well."""
        return None if has_drawn(deal, seat) and card in self.on_offer(deal) else super().why_not_take(deal, seat, card)


@misreads("NG-38", "one")
class DrawsUnseen(Rules):
    """Shows players the card drawn from the stock only when they have named their discard."""

    def seen_hand(self, deal: Deal, seat: Seat, viewer: Seat | None) -> list[Card] | int:
        """The hand without the card drawn, also for its player."""
        if viewer == seat and has_drawn(deal, seat):
            return [card for card in cards_of(deal.hands[seat]) if card != deal.drawn]
        return super().seen_hand(deal, seat, viewer)

    def discards(self, deal: Deal) -> list[Action]:
        """What the player has to choose from, without the card drawn."""
        unseen = deal.drawn if has_drawn(deal, deal.seat) else None
        return [action for action in super().discards(deal) if unseen not in action.cards]
