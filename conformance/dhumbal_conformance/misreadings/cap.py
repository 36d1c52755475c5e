"""Misreadings of the chapter: cap."""

from __future__ import annotations

from collections.abc import Sequence

from dhumbal import Deal, Outcome, Rules
from dhumbal.deal import Seat

from dhumbal_conformance.misreadings import equivalent, misreads

# What is counted


@misreads("NG-62", "each-player")
@misreads("NG-62", "rounds")
class TurnsOfEachPlayer(Rules):
    """Every player has as many turns as the cap says; so many rounds are played."""

    def end_turn(self, deal: Deal) -> None:
        """End the turn, and the deal with the last round."""
        super().end_turn(deal)
        if deal.turns == (self.profile.cap_turns or 0) * deal.players:
            deal.outcome = self.settle_cap(deal.totals, deal.dealer)

    def is_last_turn(self, turns: int) -> bool:
        """The turns of all together say nothing."""
        return False


equivalent(
    "NG-62",
    "series",
    because="a scenario plays one deal, and scores a series from hands: there is no earlier deal whose turns could be counted with its own",
)


# Calling at the end


@misreads("NG-60", "yes")
class CallAfterTheLastTurn(Rules):
    """The player after the last turn may call."""

    def why_not_call(self, deal: Deal, seat: Seat) -> str | None:
        """A deal that ended at the cap is still open to a call of the next player."""
        capped = deal.outcome is not None and deal.outcome.ended == "cap"
        if capped and seat == self.next_seat(deal.seat, deal.players):
            return None if self.may_call(deal.totals[seat]) else "call.limit"
        return super().why_not_call(deal, seat)


@misreads("NG-61", "no")
class LastTurnMustBePlayed(Rules):
    """Nobody may call in place of the last turn."""

    def why_not_call(self, deal: Deal, seat: Seat) -> str | None:
        """Refuse a call when one turn is left."""
        return super().why_not_call(deal, seat) or ("cap.call-before" if self.is_last_turn(deal.turns + 1) else None)


# How it is settled


def void(totals: Sequence[int]) -> Outcome:
    """A deal that ended at the cap without a winner, and in which nothing is paid."""
    return Outcome("cap", None, None, tuple(totals), (None,) * len(totals), (0,) * len(totals))


@misreads("NG-63", "void")
class NobodyWinsAtTheCap(Rules):
    """At the cap nobody wins and nothing is paid."""

    def settle_cap(self, totals: Sequence[int], dealer: Seat) -> Outcome:
        """Void."""
        return void(totals)


@misreads("NG-63", "callers-only")
class OnlyWhoCouldCallWins(Rules):
    """Only a hand with which one could call wins at the cap."""

    def settle_cap(self, totals: Sequence[int], dealer: Seat) -> Outcome:
        """The lowest hand if it could call; else void."""
        return super().settle_cap(totals, dealer) if self.may_call(min(totals)) else void(totals)


@misreads("NG-64", "must-call")
class EmptyHandDoesNotWinAtTheCap(Rules):
    """An empty hand does not win at the cap; where all are empty nobody does."""

    def settle_cap(self, totals: Sequence[int], dealer: Seat) -> Outcome:
        """The lowest of the hands that have cards."""
        order = [seat for seat in self.tie_order(len(totals), dealer, None) if totals[seat]]
        if not order:
            return void(totals)
        winner = self.lowest(totals, order)
        return self.collected("cap", None, winner, totals, self.payments(totals, winner))


@misreads("NG-66", "yes")
class NotCallingCosts(Rules):
    """At the cap a hand that could have called and does not win pays what a caught caller pays."""

    def settle_cap(self, totals: Sequence[int], dealer: Seat) -> Outcome:
        """The lowest wins; the others pay their hand or the penalty."""
        winner = self.lowest(totals, self.tie_order(len(totals), dealer, None))
        payments = [
            self.profile.settle_caught_amount if payment is not None and self.may_call(payment) else payment
            for payment in self.payments(totals, winner)
        ]
        return self.collected("cap", None, winner, totals, payments)
