"""Misreadings of the chapter: information, and of what is refused."""

from __future__ import annotations

from typing import Any

from dhumbal import Action, Card, Deal, Refused, Rules, View
from dhumbal.cards import cards_of
from dhumbal.deal import Seat

from dhumbal_conformance.misreadings import misreads
from dhumbal_conformance.reference import JSON, ReferenceEngine

# Hands


@misreads("NG-75", "nothing")
class HandsWithoutNumber(Rules):
    """Not even the number of cards in another hand is seen."""

    def seen_hand(self, deal: Deal, seat: Seat, viewer: Seat | None) -> list[Card] | int:
        """Own cards, and cards shown at the end; otherwise 0."""
        seen = super().seen_hand(deal, seat, viewer)
        return seen if isinstance(seen, list) else 0


@misreads("NG-75", "everything")
class HandsOpen(Rules):
    """All hands are seen by all."""

    def seen_hand(self, deal: Deal, seat: Seat, viewer: Seat | None) -> list[Card] | int:
        """The cards."""
        return cards_of(deal.hands[seat])


@misreads("NG-78", "totals")
class TotalsOnly(Rules):
    """At the end only the totals are shown."""

    def seen_hand(self, deal: Deal, seat: Seat, viewer: Seat | None) -> list[Card] | int:
        """Own cards alone, also at the end."""
        hand = deal.hands[seat]
        return cards_of(hand) if viewer in (None, seat) else hand.bit_count()


@misreads("NG-78", "until-decided")
class ShownUntilDecided(Rules):
    """At the end hands are shown one after another, the caller's first, until the winner is certain."""

    def seen_hand(self, deal: Deal, seat: Seat, viewer: Seat | None) -> list[Card] | int:
        """Own cards, and those that had to be shown."""
        hidden = viewer not in (None, seat) and self.is_certain_before(deal, seat)
        return deal.hands[seat].bit_count() if hidden else super().seen_hand(deal, seat, viewer)

    def is_certain_before(self, deal: Deal, seat: Seat) -> bool:
        """Whether somebody before that seat has shown a hand of 0, which nobody after them can beat."""
        caller = deal.outcome.caller if deal.outcome else None
        order = [other for other in self.tie_order(deal.players, deal.dealer, caller) if other != caller]
        return seat != caller and 0 in [deal.totals[other] for other in order[: order.index(seat)]]


# Draws and takes


@misreads("NG-76", "all")
class DrawsOpen(Rules):
    """Everybody sees which card was drawn from the stock."""

    def seen_action(self, action: Action | None, viewer: Seat | None) -> Action | None:
        """All of it."""
        return action


@misreads("NG-77", "closed")
class TakesClosed(Rules):
    """The others see of a take that a card was drawn, as from the stock."""

    def seen_action(self, action: Action | None, viewer: Seat | None) -> Action | None:
        """A draw without its card."""
        if action is not None and action.kind == "take" and viewer not in (None, action.seat):
            return Action(action.seat, "draw")
        return super().seen_action(action, viewer)


# Piles


@misreads("NG-79", "top-only")
class TopOnly(Rules):
    """Players see the top card of the discard pile alone."""

    def view(self, deal: Deal, viewer: Seat | None = None) -> View:
        """The table with one card of the pile."""
        seen = super().view(deal, viewer)
        return seen if viewer is None else seen._replace(pile=seen.pile[:1])


@misreads("NG-80", "cards")
class RefilledStockOpen(Rules):
    """Players see which cards are in a stock that was refilled, and not their order."""

    def view(self, deal: Deal, viewer: Seat | None = None) -> View:
        """The table with the cards of the stock."""
        seen = super().view(deal, viewer)
        return seen if viewer is None or not deal.refills else seen._replace(stock=sorted(deal.stock))


@misreads("NG-80", "nothing")
class RefilledStockWithoutNumber(Rules):
    """Players do not see how many cards a stock has that was refilled."""

    def view(self, deal: Deal, viewer: Seat | None = None) -> View:
        """The table with a stock of 0."""
        seen = super().view(deal, viewer)
        return seen if viewer is None or not deal.refills else seen._replace(stock=0)


# What is refused


@misreads("NG-81", "shown")
class AttemptsAreShown(ReferenceEngine):
    """Shows the players the cards of a refused discard, and the whole hand of a refused caller."""

    def __init__(self) -> None:
        super().__init__()
        self.attempts: dict[str, JSON] = {}

    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        """Do the action, and remember it if it is refused."""
        answer = super().apply(game=game, action=action)
        self.attempts[game] = {} if answer["accepted"] else action
        return answer

    def observe(self, game: str, **params: Any) -> JSON:
        """Show a player the table and the attempt made last."""
        answer, attempt = super().observe(game=game, **params), self.attempts.get(game, {})
        if params["as"] != "referee" and attempt.get("type") == "discard":
            answer["state"]["last"] = attempt
        elif params["as"] != "referee" and attempt.get("type") == "call":
            seen_by_all = super().observe(game=game, **{"as": "referee"})["state"]["hands"]
            answer["state"]["hands"][attempt["player"]] = seen_by_all[attempt["player"]]
        return answer


@misreads("NG-81", "penalty")
class RefusedLosesTheDeal(Rules):
    """A player whose action is refused loses the deal as a caught caller does."""

    def apply(self, deal: Deal, action: Action) -> None:
        """Do the action, or end the deal."""
        try:
            super().apply(deal, action)
        except Refused:
            winner = self.caught_winner(deal.totals, deal.dealer, action.seat)
            payments = self.payments(deal.totals, winner)
            payments[action.seat] = self.caught_payment(deal.totals, action.seat)
            deal.outcome = self.collected("caught", action.seat, winner, deal.totals, payments)
            raise
