"""Settling a call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dhumbal.deal import Ended, Outcome, Seat
from dhumbal.dealing import Dealing


class Settlement(Dealing):
    """The chapter on settling. Totals are in points, by seat."""

    def is_caught(self, caller: int, others: Iterable[int]) -> bool:
        """`settle.caught`, `settle.empty`: the caller is caught when any other total (points) matches or beats theirs."""
        return any(total <= caller for total in others)

    def settle_call(self, totals: Sequence[int], dealer: Seat, caller: Seat) -> Outcome:
        """`settle.show`, `settle.won`, `settle.caught`: who wins after a call, and what everybody pays."""
        others = [seat for seat in range(len(totals)) if seat != caller]
        caught = self.is_caught(totals[caller], (totals[seat] for seat in others))
        winner = self.caught_winner(totals, dealer, caller) if caught else caller
        payments = self.payments(totals, winner)
        if caught:
            payments[caller] = self.caught_payment(totals, caller)
        return self.outcome("caught" if caught else "won", caller, winner, totals, payments)

    def caught_winner(self, totals: Sequence[int], dealer: Seat, caller: Seat) -> Seat:
        """`settle.caught.winner`: the lowest of the other hands wins, whoever else matched the caller."""
        return self.lowest(totals, [seat for seat in self.tie_order(len(totals), dealer, caller) if seat != caller])

    def caught_payment(self, totals: Sequence[int], caller: Seat) -> int:
        """`settle.caught.flat`, `settle.caught.once`: one flat sum (points) in place of the hand, however many matched or beat it."""
        return self.profile.settle_caught_amount

    def tie_order(self, players: int, dealer: Seat, caller: Seat | None) -> Sequence[Seat]:
        """`settle.ties`, `settle.ties.dealer-last`: equal lowest hands count from the dealer's left as play goes, the dealer last."""
        return self.seats_after(dealer, players)

    def lowest(self, totals: Sequence[int], order: Sequence[Seat]) -> Seat:
        """`settle.ties`: the seat with the lowest total, the first in `order` among equals."""
        return min(order, key=totals.__getitem__)

    def payments(self, totals: Sequence[int], winner: Seat) -> list[int | None]:
        """`settle.others`, `settle.zero`: everybody but the winner pays the total of their own hand, 0 included."""
        return [None if seat == winner else total for seat, total in enumerate(totals)]

    def outcome(self, ended: Ended, caller: Seat | None, winner: Seat, totals: Sequence[int], payments: Sequence[int | None]) -> Outcome:
        """`settle.collects`: the winner gets all payments and nothing for their own hand; the changes add up to 0."""
        deltas = [-(payment or 0) for payment in payments]
        deltas[winner] = sum(payment or 0 for payment in payments)
        return Outcome(ended, caller, winner, tuple(totals), tuple(payments), tuple(deltas))
