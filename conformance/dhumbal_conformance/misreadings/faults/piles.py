"""Faults in drawing, taking, and refilling."""

from __future__ import annotations

from collections.abc import Sequence

from dhumbal import Card, Deal, Rules
from dhumbal.deal import Seat

from dhumbal_conformance.misreadings import fault

# Drawing and taking


@fault("draws-from-the-bottom", ["draw.stock"])
class DrawsFromTheBottom(Rules):
    """The engine draws the bottom card of the stock."""

    def draw(self, deal: Deal, seat: Seat) -> Card:
        """The bottom card is put on top first."""
        if self.why_not_draw(deal, seat) is None and deal.stock:
            deal.stock.append(deal.stock.pop(0))
        return super().draw(deal, seat)


@fault("take-removes-the-top", ["take.previous"], profile="pagat-yaniv")
class TakeRemovesTheTop(Rules):
    """The engine removes the top card of the pile, whichever card was taken."""

    def lift(self, deal: Deal, card: Card) -> None:
        """Not the card, but the top."""
        deal.pile.pop()


@fault("taken-card-stays", ["take.top"])
class TakenCardStays(Rules):
    """The engine leaves a card that is taken on the pile as well."""

    def lift(self, deal: Deal, card: Card) -> None:
        """Nothing is lifted."""


@fault("take-from-nothing", ["take.top"])
class TakeFromNothing(Rules):
    """The engine breaks down when somebody looks for a card in an empty discard pile."""

    def on_offer(self, deal: Deal) -> list[Card]:
        """The top card, which has to be there."""
        return [deal.pile[-1]]


@fault("any-card-of-the-pile", ["take.top"])
class AnyCardOfThePile(Rules):
    """The engine lets a player take any card of the discard pile."""

    def on_offer(self, deal: Deal) -> list[Card]:
        """All that lie there."""
        return deal.pile


@fault("middle-of-a-run", ["take.ends"], profile="pagat-yaniv")
class MiddleOfARun(Rules):
    """The engine lets a player take any card of a run, the middle ones included."""

    def choice(self, previous: Sequence[Card]) -> list[Card]:
        """All of a run; otherwise the ends."""
        return list(previous) if self.is_run(previous) else super().choice(previous)


@fault("own-discard-too", ["turn.pending"], profile="pagat-yaniv")
class OwnDiscardToo(Rules):
    """The engine lets a player take the cards back that they have just discarded."""

    def on_offer(self, deal: Deal) -> list[Card]:
        """What was there, and what has just been laid."""
        return [*super().on_offer(deal), *deal.pending]

    def lift(self, deal: Deal, card: Card) -> None:
        """The card leaves the discard that it lies in."""
        if card in deal.pending:
            deal.pending = tuple(other for other in deal.pending if other != card)
        else:
            super().lift(deal, card)


@fault("only-the-top-of-the-last-discard", ["take.ends"], profile="pagat-yaniv")
class OnlyTheTopOfTheLastDiscard(Rules):
    """The engine offers only the last card of the previous discard."""

    def choice(self, previous: Sequence[Card]) -> list[Card]:
        """One card."""
        return list(previous[-1:])


@fault("upcard-not-offered", ["take.upcard"])
class UpcardNotOffered(Rules):
    """The engine offers nothing to take until somebody has discarded, and lists the upcard to nobody."""

    def takeable(self, deal: Deal) -> list[Card]:
        """Nothing in the first turn."""
        return super().takeable(deal) if deal.turns else []


@fault("discard-upside-down", ["discard.order"])
class DiscardUpsideDown(Rules):
    """The engine lays a discard with its first card on top."""

    def laid(self, cards: Sequence[Card]) -> Sequence[Card]:
        """The other way round."""
        return cards[::-1]


# Refilling


@fault("refill-loses-a-card", ["refill.rest"])
class RefillLosesACard(Rules):
    """The engine loses the bottom card of the pile at a refill."""

    def refill(self, deal: Deal) -> None:
        """Without the bottom card."""
        deal.pile = deal.pile[1:] if len(deal.pile) > 2 else deal.pile
        super().refill(deal)


@fault("refill-doubles-the-top", ["refill.keeps"])
class RefillDoublesTheTop(Rules):
    """The engine leaves the top card on the pile at a refill, and shuffles it into the stock as well."""

    def refill(self, deal: Deal) -> None:
        """The top card comes back at the bottom of the stock."""
        top = deal.pile[-1]
        super().refill(deal)
        deal.stock.insert(0, top)


@fault("refill-leaves-the-pile", ["refill.rest"])
class RefillLeavesThePile(Rules):
    """The engine forgets to clear the pile at a refill: the cards are in the stock, and still lie there."""

    def refill(self, deal: Deal) -> None:
        """The pile stays as it is."""
        pile = list(deal.pile)
        super().refill(deal)
        deal.pile = pile


@fault("refill-in-the-first-order", ["refill.order"])
class RefillInTheFirstOrder(Rules):
    """The engine shuffles every refill like the first one."""

    def refill_order(self, deal: Deal) -> Sequence[Card]:
        """The first order."""
        return deal.refill_orders[0] if deal.refill_orders else super().refill_order(deal)


@fault("refill-upside-down", ["refill.order"])
class RefillUpsideDown(Rules):
    """The engine lays the new stock with its first card at the bottom."""

    def in_order(self, cards: Sequence[Card], order: Sequence[Card]) -> list[Card]:
        """The other way round."""
        return super().in_order(cards, order)[::-1]


@fault("refill-keeps-the-bottom", ["refill.keeps"])
class RefillKeepsTheBottom(Rules):
    """The engine keeps the bottom card of the pile at a refill, and not the top one."""

    def refill(self, deal: Deal) -> None:
        """The bottom card is put on top first."""
        deal.pile = [*deal.pile[1:], deal.pile[0]]
        super().refill(deal)


@fault("refill-keeps-one-card", ["refill.keeps-previous"], profile="pagat-yaniv")
class RefillKeepsOneCard(Rules):
    """The engine keeps only the top card of the previous discard at a refill."""

    def kept(self, deal: Deal) -> list[Card]:
        """One card."""
        return deal.pile[-1:]


@fault("own-discard-refilled", ["refill.pending"], profile="cardrulesplus")
class OwnDiscardRefilled(Rules):
    """The engine shuffles the cards that the player has just discarded into the new stock."""

    def refill(self, deal: Deal) -> None:
        """What lies before the player goes beneath the pile first."""
        deal.pile = [*deal.pending, *deal.pile]
        deal.pending = ()
        super().refill(deal)
