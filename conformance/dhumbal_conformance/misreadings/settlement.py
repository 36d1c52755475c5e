"""Misreadings of the chapter: settlement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dhumbal import Outcome, Rules
from dhumbal.deal import Ended, Seat

from dhumbal_conformance.misreadings import equivalent, misreads, played_with
from dhumbal_conformance.reference import JSON, ReferenceEngine


@misreads("NG-08", "first-deal")
class TiesFromTheFirstDealer(ReferenceEngine):
    """Counts the ties of all deals of a series from the left of its first dealer."""

    first: Seat | None = None

    def series(self, *_: Any, **params: Any) -> JSON:
        """Score a series, with the first dealer in mind."""
        self.first = params["players"].index(params["dealer"])
        answer = super().series(**params)
        self.first = None
        return answer

    def _outcome(self, rules: Rules, players: Sequence[str], dealer: Seat, caller: str | None, hands: JSON) -> Outcome:
        return super()._outcome(rules, players, dealer if self.first is None else self.first, caller, hands)


@misreads("NG-46", "caller-wins")
@misreads("DX-01", "wins")
class OnlyLowerCatches(Rules):
    """The caller wins a tie."""

    def is_caught(self, caller: int, others: Iterable[int]) -> bool:
        """Only a lower total catches."""
        return any(total < caller for total in others)


@misreads("NG-46", "not-caught")
class TiedCallIsFree(Rules):
    """A caller who is only matched pays their hand, as if they had not called."""

    def caught_payment(self, totals: Sequence[int], caller: Seat) -> int:
        """The hand, unless somebody was lower."""
        return super().caught_payment(totals, caller) if min(totals) < totals[caller] else totals[caller]


@misreads("NG-46", "cheaper")
class TiedCallCostsHalf(Rules):
    """A caller who is only matched pays half the sum."""

    def caught_amount(self, caller: int, others: Sequence[int]) -> int:
        """The whole sum only where somebody was lower."""
        amount = super().caught_amount(caller, others)
        return amount if min(others) < caller else amount // 2


played_with("NG-47", "on-top", settle_caught_pays="flat-plus-hand")


@misreads("NG-47", "hand-only")
class CallIsFree(Rules):
    """A caught caller pays their hand alone."""

    def caught_payment(self, totals: Sequence[int], caller: Seat) -> int:
        """The hand."""
        return totals[caller]


@misreads("NG-48", "each")
class PaysEachCatcher(Rules):
    """A caught caller pays the sum once for everybody who matched or beat them."""

    def caught_amount(self, caller: int, others: Sequence[int]) -> int:
        """The sum, as many times as there are such players."""
        return super().caught_amount(caller, others) * sum(total <= caller for total in others)


@misreads("NG-49", "matcher")
class MatcherWins(Rules):
    """Who matched the caller wins, although another hand is lower."""

    def caught_winner(self, totals: Sequence[int], dealer: Seat, caller: Seat) -> Seat:
        """The first in the count with the caller's total; the lowest where nobody has it."""
        equal = [seat for seat in self.tie_order(len(totals), dealer, caller) if totals[seat] == totals[caller] and seat != caller]
        return equal[0] if equal else super().caught_winner(totals, dealer, caller)


@misreads("NG-49", "first")
class FirstCatcherWins(Rules):
    """The first in the count who caught the caller wins, although a later one is lower."""

    def caught_winner(self, totals: Sequence[int], dealer: Seat, caller: Seat) -> Seat:
        """The first in the count with no more than the caller."""
        order = self.tie_order(len(totals), dealer, caller)
        return next(seat for seat in order if totals[seat] <= totals[caller] and seat != caller)


@misreads("NG-50", "callers-left")
class TiesFromTheCallersLeft(Rules):
    """Counts ties from the caller's left."""

    def tie_order(self, players: int, dealer: Seat, caller: Seat | None) -> Sequence[Seat]:
        """Everybody after the caller; after the dealer where nobody called."""
        return self.seats_after(dealer if caller is None else caller, players)


@misreads("NG-50", "callers-right")
class TiesFromTheCallersRight(Rules):
    """Counts ties backwards from the caller's right."""

    def tie_order(self, players: int, dealer: Seat, caller: Seat | None) -> Sequence[Seat]:
        """Everybody before the caller, the nearest first; after the dealer where nobody called."""
        return self.seats_after(dealer, players) if caller is None else self.seats_after(caller, players)[-2::-1]


@misreads("NG-50", "first-seat")
class TiesToTheFirstSeat(Rules):
    """Counts ties in the order of the seats."""

    def tie_order(self, players: int, dealer: Seat, caller: Seat | None) -> Sequence[Seat]:
        """From the first seat to the last."""
        return range(players)


@misreads("NG-50", "all-win")
class AllTiedWin(Rules):
    """All equal lowest hands win, and share what the others pay."""

    def collected(self, ended: Ended, caller: Seat | None, winner: Seat, totals: Sequence[int], payments: Sequence[int | None]) -> Outcome:
        """Nobody of them pays, and each gets as much as the other."""
        winners = [seat for seat, total in enumerate(totals) if total == totals[winner] and (seat != caller or ended == "won")]
        paid = [None if seat in winners else payment for seat, payment in enumerate(payments)]
        outcome = super().collected(ended, caller, winner, totals, paid)
        share = outcome.deltas[winner] // len(winners)
        return outcome._replace(deltas=tuple(share if seat in winners else delta for seat, delta in enumerate(outcome.deltas)))


@misreads("NG-51", "first")
class TiesFromTheDealer(Rules):
    """Counts ties from the dealer, who comes first."""

    def tie_order(self, players: int, dealer: Seat, caller: Seat | None) -> Sequence[Seat]:
        """The dealer, then everybody after them."""
        return [dealer, *self.seats_after(dealer, players)[:-1]]


@misreads("NG-52", "free")
class LosingATieIsFree(Rules):
    """Who has the winner's total pays nothing."""

    def payments(self, totals: Sequence[int], winner: Seat) -> list[int | None]:
        """0 for those who are equal to the winner."""
        return [0 if payment == totals[winner] else payment for payment in super().payments(totals, winner)]


@misreads("NG-53", "free")
class MatchingIsFree(Rules):
    """Who matched the caller pays nothing, although a third player wins."""

    def collected(self, ended: Ended, caller: Seat | None, winner: Seat, totals: Sequence[int], payments: Sequence[int | None]) -> Outcome:
        """0 for those who are equal to the caller, where the winner is lower."""
        if caller is not None and totals[winner] < totals[caller]:
            payments = [0 if totals[seat] == totals[caller] and seat != caller else payment for seat, payment in enumerate(payments)]
        return super().collected(ended, caller, winner, totals, payments)


@misreads("NG-54", "counted")
class CallerIsCounted(Rules):
    """The caller wins a tie where the count comes to them first."""

    def settle_call(self, totals: Sequence[int], dealer: Seat, caller: Seat) -> Outcome:
        """Won where the caller is first of the lowest."""
        if self.lowest(totals, self.tie_order(len(totals), dealer, caller)) == caller:
            return self.collected("won", caller, caller, totals, self.payments(totals, caller))
        return super().settle_call(totals, dealer, caller)


@misreads("NG-55", "with-own-hand")
class WinnerCollectsTheirOwnHand(Rules):
    """The winner gets the total of their own hand besides the payments."""

    def collected(self, ended: Ended, caller: Seat | None, winner: Seat, totals: Sequence[int], payments: Sequence[int | None]) -> Outcome:
        """The winner's change is greater by their hand."""
        outcome = super().collected(ended, caller, winner, totals, payments)
        return outcome._replace(deltas=tuple(delta + totals[seat] * (seat == winner) for seat, delta in enumerate(outcome.deltas)))


@misreads("NG-55", "difference")
class OthersPayTheDifference(Rules):
    """The others pay what their hands exceed the winner's."""

    def payments(self, totals: Sequence[int], winner: Seat) -> list[int | None]:
        """Each hand less the winner's."""
        return [None if payment is None else payment - totals[winner] for payment in super().payments(totals, winner)]


@misreads("NG-56", "left-out")
class PaymentsOf0AreLeftOut(Rules):
    """Who pays nothing is not recorded as paying."""

    def collected(self, ended: Ended, caller: Seat | None, winner: Seat, totals: Sequence[int], payments: Sequence[int | None]) -> Outcome:
        """No payment where it is 0."""
        return super().collected(ended, caller, winner, totals, [payment or None for payment in payments])


@misreads("NG-56", "negative-zero")
class ChangesByMinus0(ReferenceEngine):
    """Who pays 0 has a change of minus 0."""

    def _result(self, outcome: Outcome | None, seats: Sequence[str]) -> JSON:
        answer = super()._result(outcome, seats)
        for result in answer.values():
            result["deltas"] |= {seat: -0.0 for seat, payment in result["payments"].items() if payment == 0}
        return answer


@misreads("NG-56", "second-winner")
class EmptyHandsWinToo(ReferenceEngine):
    """Who pays 0 is another winner."""

    def _result(self, outcome: Outcome | None, seats: Sequence[str]) -> JSON:
        answer = super()._result(outcome, seats)
        for result in answer.values():
            free = [seat for seat, payment in result["payments"].items() if payment == 0]
            result["winner"] = " ".join([result["winner"], *free])
            result["payments"] = {seat: payment for seat, payment in result["payments"].items() if payment}
        return answer


@misreads("NG-57", "safe")
class EmptyCallerIsSafe(Rules):
    """A caller with an empty hand cannot be caught."""

    def is_caught(self, caller: int, others: Iterable[int]) -> bool:
        """Nothing catches a total of 0."""
        return caller > 0 and super().is_caught(caller, others)


@misreads("NG-58", "draw")
class DrawBetweenTwo(Rules):
    """Two equal hands of two players are a draw."""

    def settle_call(self, totals: Sequence[int], dealer: Seat, caller: Seat) -> Outcome:
        """Nobody wins and nobody pays where the only opponent is equal."""
        if len(totals) == 2 and totals[0] == totals[1]:
            return Outcome("caught", caller, None, tuple(totals), (None, None), (0, 0))
        return super().settle_call(totals, dealer, caller)


equivalent("NG-59", "greater", because="nobody may call with more than 5, and so a caller's hand never counts more than 25 (call.limit)")


@misreads("NG-59", "free-at-zero")
class EmptyCallerPaysNothing(Rules):
    """A caught caller with an empty hand pays nothing."""

    def caught_payment(self, totals: Sequence[int], caller: Seat) -> int:
        """0 for a hand of 0."""
        return super().caught_payment(totals, caller) if totals[caller] else 0


played_with("CR-07", "hands", settle_others="hands")
played_with("CR-07", "above", settle_others="above-caller")
played_with("CR-08", "plus-hand", settle_caught_pays="flat-plus-hand")
played_with("CR-09", "thirty", settle_caught_amount=30)


@misreads("CR-10", "above-5-added")
@misreads("WK-02", "each-on-top")
class SumsAreAdded(Rules):
    """The sum for the margin, or for each of several, comes on top of the single one."""

    def caught_amount(self, caller: int, others: Sequence[int]) -> int:
        """Both sums where there is another."""
        amount, single = super().caught_amount(caller, others), self.profile.settle_caught_amount
        return amount if amount == single else amount + single


played_with("CR-10", "from-5", settle_caught_margin=4)


@misreads("CR-10", "sum")
class MarginsAreAdded(Rules):
    """All who beat the caller together pass the margin."""

    def beaten_by(self, caller: int, others: Sequence[int]) -> int:
        """By all of them, one after the other."""
        return sum(caller - total for total in others if total < caller)


played_with("DB-11", "zero", settle_lowest="zero")
played_with("DB-11", "all-others-zero", settle_others="nothing")
played_with("PI-04", "scores-zero", settle_lowest="zero")
played_with("PN-01", "in-place", settle_caught_pays="flat")
played_with("PN-02", "above", settle_others="above-caller")
played_with("PN-02", "all", settle_others="hands")
played_with("WK-02", "flat", settle_caught_each=None)


@misreads("WK-02", "each-always")
class EachAlways(Rules):
    """A single one who caught the caller costs as much as each of several."""

    def caught_amount(self, caller: int, others: Sequence[int]) -> int:
        """The sum for each, however many there are."""
        return (self.profile.settle_caught_each or 0) * sum(total <= caller for total in others)


@misreads("X-11", "caller-or-lowest")
class TheLowestHasWon(Rules):
    """A deal has a winner even where nothing depends on one."""

    def lowest_hand(self, totals: Sequence[int], caller: int, caught: bool) -> int | None:
        """The caller, or the lowest of the others."""
        return self.lowest(totals, self.seats_after(caller, len(totals))[:-1]) if caught else caller
