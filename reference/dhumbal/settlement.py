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
        """`settle.show`, `settle.won`, `settle.caught`: who wins after a call, and what everybody pays or scores."""
        caught = self.is_caught(totals[caller], others(totals, caller))
        if self.profile.settle_scoring == "penalty":
            return self.score_call(totals, caller, caught)
        winner = self.caught_winner(totals, dealer, caller) if caught else caller
        payments = self.payments(totals, winner)
        if caught:
            payments[caller] = self.caught_payment(totals, caller)
        return self.collected("caught" if caught else "won", caller, winner, totals, payments)

    def caught_winner(self, totals: Sequence[int], dealer: Seat, caller: Seat) -> Seat:
        """`settle.caught.winner`: the lowest of the other hands wins, whoever else matched the caller."""
        return self.lowest(totals, [seat for seat in self.tie_order(len(totals), dealer, caller) if seat != caller])

    def caught_payment(self, totals: Sequence[int], caller: Seat) -> int:
        """`settle.caught.flat`, `settle.caught.plus`: what being caught costs (points), in place of the caller's hand or on top of it."""
        hand = totals[caller] if self.profile.settle_caught_pays == "flat-plus-hand" else 0
        return hand + self.caught_amount(totals[caller], others(totals, caller))

    def caught_amount(self, caller: int, others: Sequence[int]) -> int:
        """`settle.caught.once`, `settle.caught.each`, `settle.caught.margin`: the sum for being caught by these totals (points)."""
        profile = self.profile
        beaters = sum(total <= caller for total in others)
        if profile.settle_caught_each is not None and beaters > 1:
            return profile.settle_caught_each * beaters
        margin, instead = profile.settle_caught_margin, profile.settle_caught_margin_amount
        if margin is not None and instead is not None and self.beaten_by(caller, others) > margin:
            return instead
        return profile.settle_caught_amount

    def beaten_by(self, caller: int, others: Sequence[int]) -> int:
        """`settle.caught.margin`: how much lower than the caller's (points) the lowest other hand is."""
        return caller - min(others)

    def tie_order(self, players: int, dealer: Seat, caller: Seat | None) -> Sequence[Seat]:
        """`settle.ties`, `settle.ties.dealer-last`: equal lowest hands count from the dealer's left as play goes, the dealer last."""
        return self.seats_after(dealer, players)

    def lowest(self, totals: Sequence[int], order: Sequence[Seat]) -> Seat:
        """`settle.ties`: the seat with the lowest total, the first in `order` among equals."""
        return min(order, key=totals.__getitem__)

    def payments(self, totals: Sequence[int], winner: Seat) -> list[int | None]:
        """`settle.others`, `settle.zero`: everybody but the winner pays the total of their own hand, 0 included."""
        return [None if seat == winner else total for seat, total in enumerate(totals)]

    def collected(self, ended: Ended, caller: Seat | None, winner: Seat, totals: Sequence[int], payments: Sequence[int | None]) -> Outcome:
        """`settle.collects`: the winner gets all payments and nothing for their own hand; the changes add up to 0."""
        deltas = [-(payment or 0) for payment in payments]
        deltas[winner] = sum(payment or 0 for payment in payments)
        return Outcome(ended, caller, winner, tuple(totals), tuple(payments), tuple(deltas))

    def score_call(self, totals: Sequence[int], caller: Seat, caught: bool) -> Outcome:
        """`settle.others.won`: where hands are scored, the caller who won scores 0 and everybody else their hand."""
        deltas = self.caught_scores(totals, caller) if caught else list(totals)
        deltas[caller] = self.caught_payment(totals, caller) if caught else 0
        return self.scored("caught" if caught else "won", caller, self.lowest_hand(totals, caller, caught), totals, deltas)

    def caught_scores(self, totals: Sequence[int], caller: Seat) -> list[int]:
        """`settle.others.hands`, `settle.others.nothing`, `settle.others.above`, `settle.lowest.zero`: what the others score."""
        if self.profile.settle_others == "nothing":
            return [0] * len(totals)
        if self.profile.settle_others == "above-caller":
            return [total if total > totals[caller] else 0 for total in totals]
        lowest = min(others(totals, caller))
        return [0 if total == lowest and self.profile.settle_lowest == "zero" else total for total in totals]

    def lowest_hand(self, totals: Sequence[int], caller: Seat, caught: bool) -> Seat | None:
        """`series.winner-starts`, `series.winner-tie`: the lowest hand, where the rules use it; among equals the first after the caller."""
        if self.profile.series_starter != "winner":
            return None
        return self.lowest(totals, self.seats_after(caller, len(totals))[:-1]) if caught else caller

    def settle_dry(self, totals: Sequence[int]) -> Outcome:
        """`refill.none`: nobody called, and every player scores their own hand."""
        return self.scored("dry", None, None, totals, totals)

    def scored(self, ended: Ended, caller: Seat | None, lowest: Seat | None, totals: Sequence[int], deltas: Sequence[int]) -> Outcome:
        """An outcome in which nothing is paid from one player to another."""
        return Outcome(ended, caller, lowest, tuple(totals), (None,) * len(totals), tuple(deltas))


def others(totals: Sequence[int], caller: Seat) -> list[int]:
    """The totals of everybody but the caller."""
    return [total for seat, total in enumerate(totals) if seat != caller]
