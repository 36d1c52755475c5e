"""Faults in what is shown, and in what is listed."""

from __future__ import annotations

from collections.abc import Iterator

from dhumbal import Action, Card, Deal, Rules, View
from dhumbal.deal import Seat

from dhumbal_conformance.misreadings import fault

# Views


@fault("hand-shown-in-its-turn", ["see.hand"])
class HandShownInItsTurn(Rules):
    """The engine shows everybody the hand of the player whose turn it is."""

    def seen_hand(self, deal: Deal, seat: Seat, viewer: Seat | None) -> list[Card] | int:
        """As that player sees it."""
        return super().seen_hand(deal, seat, seat if seat == deal.seat else viewer)


@fault("stock-shown", ["see.stock"])
class StockShown(Rules):
    """The engine shows the players the cards of the stock."""

    def view(self, deal: Deal, viewer: Seat | None = None) -> View:
        """All of it, in order."""
        return super().view(deal, viewer)._replace(stock=deal.stock[::-1])


@fault("own-draw-hidden", ["see.draw"])
class OwnDrawHidden(Rules):
    """The engine hides the card drawn also from its player, and shows it in the hand alone."""

    def view(self, deal: Deal, viewer: Seat | None = None) -> View:
        """No card drawn."""
        seen = super().view(deal, viewer)
        return seen if viewer is None else seen._replace(drawn=None)


@fault("own-hand-hidden", ["see.hand"])
class OwnHandHidden(Rules):
    """The engine shows a player their own hand only in their turn."""

    def seen_hand(self, deal: Deal, seat: Seat, viewer: Seat | None) -> list[Card] | int:
        """A number, as long as others are to act."""
        waits = viewer == seat != deal.seat and deal.outcome is None
        return deal.hands[seat].bit_count() if waits else super().seen_hand(deal, seat, viewer)


@fault("only-the-caller-shows", ["see.end"])
class OnlyTheCallerShows(Rules):
    """The engine shows at the end the hand of the caller alone."""

    def seen_hand(self, deal: Deal, seat: Seat, viewer: Seat | None) -> list[Card] | int:
        """The others have shown nothing."""
        hidden = deal.outcome is not None and viewer not in (None, seat) and seat != deal.outcome.caller
        return deal.hands[seat].bit_count() if hidden else super().seen_hand(deal, seat, viewer)


@fault("stock-miscounted", ["see.stock"])
class StockMiscounted(Rules):
    """The engine counts the card drawn as still in the stock until the turn is over."""

    def view(self, deal: Deal, viewer: Seat | None = None) -> View:
        """One more, in the middle of a turn."""
        seen = super().view(deal, viewer)
        return seen._replace(stock=seen.stock + 1) if isinstance(seen.stock, int) and deal.drawn is not None else seen


@fault("pile-upside-down", ["see.pile"])
class PileUpsideDown(Rules):
    """The engine shows the discard pile with its bottom card first."""

    def view(self, deal: Deal, viewer: Seat | None = None) -> View:
        """The other way round."""
        return super().view(deal, viewer)._replace(pile=deal.pile)


@fault("old-pile-after-a-take", ["see.pile"])
class OldPileAfterATake(Rules):
    """The engine shows players a card that was taken on the pile until the turn is over."""

    def view(self, deal: Deal, viewer: Seat | None = None) -> View:
        """With the card taken on top."""
        seen = super().view(deal, viewer)
        return seen if viewer is None or deal.locked is None else seen._replace(pile=[deal.locked, *seen.pile])


@fault("last-action-forgotten", ["see.take"])
class LastActionForgotten(Rules):
    """The engine tells nobody what was done last."""

    def seen_action(self, action: Action | None, viewer: Seat | None) -> Action | None:
        """Nothing, to players."""
        return super().seen_action(action, viewer) if viewer is None else None


# Lists


@fault("sets-listed-once", ["turn.choice"])
class SetsListedOnce(Rules):
    """The engine lists a set in one order alone."""

    def discards(self, deal: Deal) -> Iterator[Action]:
        """Those in canonical order."""
        return (action for action in super().discards(deal) if list(action.cards) == sorted(action.cards))


@fault("locked-card-listed", ["take.lock"])
class LockedCardListed(Rules):
    """The engine lists discards of the card that was just taken, which it refuses."""

    def discards(self, deal: Deal) -> Iterator[Action]:
        """With all cards."""
        if self.why_not_discard_now(deal, deal.seat) is None:
            for cards in self.growing((), deal.hands[deal.seat], deal.hands[deal.seat]):
                yield Action(deal.seat, "discard", cards)


@fault("singles-listed-alone", ["discard.set"])
class SinglesListedAlone(Rules):
    """The engine lists no sets."""

    def discards(self, deal: Deal) -> Iterator[Action]:
        """One card at a time."""
        return (action for action in super().discards(deal) if len(action.cards) == 1)


@fault("pairs-listed-at-most", ["discard.set"])
class PairsListedAtMost(Rules):
    """The engine lists no set of three or four."""

    def discards(self, deal: Deal) -> Iterator[Action]:
        """Two cards at most."""
        return (action for action in super().discards(deal) if len(action.cards) <= 2)


@fault("call-always-listed", ["call.limit"])
class CallAlwaysListed(Rules):
    """The engine lists the call at the start of every turn, whatever the hand counts."""

    def calls(self, deal: Deal) -> Iterator[Action]:
        """Unless the turn has begun."""
        if not self.has_begun(deal):
            yield Action(deal.seat, "call")


@fault("call-never-listed", ["call.optional"])
class CallNeverListed(Rules):
    """The engine does not list the call."""

    def calls(self, deal: Deal) -> Iterator[Action]:
        """Nothing."""
        return iter(())


@fault("draw-always-listed", ["refill.nothing"])
class DrawAlwaysListed(Rules):
    """The engine lists a draw from the stock also when there is nothing to draw."""

    def draws(self, deal: Deal) -> Iterator[Action]:
        """Whenever it is time to draw."""
        if self.why_not_draw_now(deal, deal.seat) is None and self.why_no_stock(deal):
            yield Action(deal.seat, "draw")
        yield from super().draws(deal)


@fault("refill-not-listed", ["refill.when"])
class RefillNotListed(Rules):
    """The engine lists no draw while the stock is empty, although it could be refilled."""

    def draws(self, deal: Deal) -> Iterator[Action]:
        """Only from a stock that has cards."""
        return (action for action in super().draws(deal) if action.kind == "take" or deal.stock)


@fault("take-not-listed", ["take.top"])
class TakeNotListed(Rules):
    """The engine does not list that a card can be taken."""

    def draws(self, deal: Deal) -> Iterator[Action]:
        """Only draws from the stock."""
        return (action for action in super().draws(deal) if action.kind == "draw")


@fault("listed-after-the-end", ["turn.over"])
class ListedAfterTheEnd(Rules):
    """The engine still lists actions when the deal is over."""

    def legal(self, deal: Deal) -> list[Action]:
        """A draw, as if nothing had happened."""
        return super().legal(deal) if deal.outcome is None else [Action(deal.seat, "draw")]


@fault("takeable-in-the-middle", ["take.top"])
class TakeableInTheMiddle(Rules):
    """The engine lists the top card as takeable also in the middle of a turn."""

    def takeable(self, deal: Deal) -> list[Card]:
        """Whatever lies on top."""
        return self.on_offer(deal)


@fault("takeable-with-an-empty-hand", ["take.empty-hand"])
class TakeableWithAnEmptyHand(Rules):
    """The engine lists a card as takeable to a player with an empty hand, and refuses the take."""

    def takeable(self, deal: Deal) -> list[Card]:
        """Whatever is on offer, if it is time to draw."""
        return self.on_offer(deal) if self.why_not_draw_now(deal, deal.seat) is None else []


@fault("takeable-beneath-the-top", ["take.top"])
class TakeableBeneathTheTop(Rules):
    """The engine lists as takeable the card beneath the top, which lay on top a turn ago."""

    def takeable(self, deal: Deal) -> list[Card]:
        """The top card as it was before the last discard."""
        fresh = super().takeable(deal)
        return deal.pile[:-1][-1:] if fresh and deal.turns and len(deal.pile) > 1 else fresh
