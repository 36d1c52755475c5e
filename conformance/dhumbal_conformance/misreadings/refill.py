"""Misreadings of the chapter: refill."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from dhumbal import Action, Card, Deal, Rules
from dhumbal.deal import Seat
from dhumbal.refusals import refuse

from dhumbal_conformance.misreadings import misreads, played_with

# Which cards stay

played_with("NG-40", "last-discard", refill_keeps="previous-discard")
played_with("CR-03", "whole-discard", refill_keeps="previous-discard")
played_with("DB-10", "top-stays", refill_keeps="top-card")
played_with("WK-03", "previous-top-card", refill_keeps="top-card")
played_with("X-10", "top-card", refill_keeps="top-card")


@misreads("NG-40", "none")
@misreads("X-10", "nothing")
@misreads("DB-10", "own-stays")
@misreads("WK-03", "own-on-top")
class NothingOfThePileStays(Rules):
    """The whole pile becomes the stock; what the player has just laid stays."""

    def kept(self, deal: Deal) -> list[Card]:
        """None."""
        return []


@misreads("CR-03", "own")
class OwnTopStays(NothingOfThePileStays):
    """The last card that the player has just laid stays, and everything else is shuffled."""

    def why_no_stock(self, deal: Deal) -> str | None:
        """The player's other cards can make a stock, too."""
        return None if len(deal.pending) > 1 else super().why_no_stock(deal)

    def refill(self, deal: Deal) -> None:
        """Shuffle the player's other cards in."""
        deal.pile += deal.pending[:-1]
        deal.pending = deal.pending[-1:]
        super().refill(deal)


@misreads("NG-43", "top-too")
class TopAloneBecomesTheStock(Rules):
    """Where no card lies beneath the top card, it becomes the stock."""

    def kept(self, deal: Deal) -> list[Card]:
        """The top card, unless it is alone."""
        return super().kept(deal) if len(deal.pile) > 1 else []


# Where everything goes round the table, which the same ruling decides

played_with("DB-10", "winner-starts", series_starter="winner")
played_with("DB-10", "anticlockwise", direction="anticlockwise")


# When it is refilled


@misreads("NG-39", "at-the-last-card")
class RefilledWithTheLastCard(Rules):
    """The stock is refilled as soon as its last card is drawn."""

    def draw(self, deal: Deal, seat: Seat) -> Card:
        """Draw, and refill what is empty then."""
        card = super().draw(deal, seat)
        if not deal.stock and self.why_no_stock(deal) is None:
            self.refill(deal)
        return card


@misreads("NG-39", "at-the-turns-end")
class RefilledAtTheTurnsEnd(Rules):
    """The stock is refilled at the end of the turn in which its last card was drawn."""

    def end_turn(self, deal: Deal) -> None:
        """End the turn, and refill what was drawn empty in it."""
        drawn = deal.locked is None
        super().end_turn(deal)
        if drawn and not deal.stock and self.why_no_stock(deal) is None:
            self.refill(deal)


@misreads("NG-42", "refill-first")
class RefilledBeforeATake(Rules):
    """The stock is refilled whatever the player draws from."""

    def take(self, deal: Deal, seat: Seat, card: Card) -> None:
        """Refill an empty stock, and take."""
        refuse(self.why_not_take(deal, seat, card))
        if not deal.stock and self.why_no_stock(deal) is None:
            self.refill(deal)
        super().take(deal, seat, card)


@misreads("NG-41", "may-change")
class KeptCardInstead(Rules):
    """Whoever caused a refill may take the card that stayed, and puts the card drawn back."""

    def has_refilled(self, deal: Deal, seat: Seat) -> bool:
        """Whether the player has just drawn, and the pile is as a refill leaves it."""
        has_drawn = deal.last is not None and deal.last.kind == "draw" and deal.last.seat == seat
        return has_drawn and deal.refills > 0 and len(deal.pile) == 1

    def why_not_take(self, deal: Deal, seat: Seat, card: Card) -> str | None:
        """Nothing forbids to take the card that stayed."""
        return None if self.has_refilled(deal, seat) and card in deal.pile else super().why_not_take(deal, seat, card)

    def take(self, deal: Deal, seat: Seat, card: Card) -> None:
        """Put back a card drawn before, and take."""
        refuse(self.why_not_take(deal, seat, card))
        if deal.drawn is not None:
            deal.hands[seat] ^= 1 << deal.drawn
            deal.totals[seat] -= self.pack.values[deal.drawn]
            deal.stock.append(deal.drawn)
        super().take(deal, seat, card)


# How often, and in which order

played_with("NG-44", "never", refill_keeps=None)


@misreads("NG-44", "once")
class RefilledOnce(Rules):
    """The stock is refilled once in a deal."""

    def why_no_stock(self, deal: Deal) -> str | None:
        """An empty stock stays empty after that."""
        return "refill.nothing" if deal.refills and not deal.stock else super().why_no_stock(deal)


@misreads("NG-45", "turned-over")
class PileTurnedOver(Rules):
    """The pile is turned over, so that its oldest card comes first."""

    def in_order(self, cards: Sequence[Card], order: Sequence[Card]) -> list[Card]:
        """As they lay, from the bottom."""
        return list(cards)


@misreads("NG-45", "own-chance")
class ShufflesByItself(Rules):
    """A refill is shuffled by random numbers of its own."""

    def in_order(self, cards: Sequence[Card], order: Sequence[Card]) -> list[Card]:
        """Any order; the same each time, so that a failure can be played again."""
        return Random(0).sample(cards, len(cards))


# When there is nothing to draw


@misreads("NG-43", "deal-ends")
class NothingEndsTheDeal(Rules):
    """A draw where nothing can be refilled ends the deal, and the hands are compared."""

    def apply(self, deal: Deal, action: Action) -> None:
        """Do the action, or end the deal."""
        if action.kind == "draw" and self.why_not_draw(deal, action.seat) == "refill.nothing":
            deal.outcome = self.settle_cap(deal.totals, deal.dealer)
        else:
            super().apply(deal, action)


@misreads("X-09", "refused")
class NoDiscardWithoutADraw(Rules):
    """Where nothing could be drawn after it, a discard is refused."""

    def why_not_discard_now(self, deal: Deal, seat: Seat) -> str | None:
        """Refuse a turn that could not be ended."""
        return super().why_not_discard_now(deal, seat) or (None if self.on_offer(deal) else self.why_no_stock(deal))


@misreads("X-09", "without-draw")
class TurnWithoutADraw(Rules):
    """Where nothing can be drawn, the turn ends with the discard."""

    def discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> None:
        """Discard, and end a turn in which nothing can be drawn."""
        super().discard(deal, seat, cards)
        if not self.on_offer(deal) and self.why_no_stock(deal):
            self.lay(deal, deal.pending)
