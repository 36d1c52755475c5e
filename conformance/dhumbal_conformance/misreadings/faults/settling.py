"""Faults in settling a deal, and at the turn cap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dhumbal import Card, Deal, Outcome, Rules
from dhumbal.deal import Ended, Seat

from dhumbal_conformance.misreadings import fault

# A call


@fault("only-the-next-player-catches", ["settle.caught"])
class OnlyTheNextPlayerCatches(Rules):
    """The engine compares the caller's hand with the first other hand alone."""

    def is_caught(self, caller: int, others: Iterable[int]) -> bool:
        """One comparison."""
        return next(iter(others)) <= caller


@fault("everybody-has-to-catch", ["settle.caught"])
class EverybodyHasToCatch(Rules):
    """The engine takes the caller for caught only when every other hand is as low."""

    def is_caught(self, caller: int, others: Iterable[int]) -> bool:
        """All of them, and not any."""
        return all(total <= caller for total in others)


@fault("equal-is-not-caught", ["settle.caught"], profile="pagat-yaniv")
class EqualIsNotCaught(Rules):
    """The engine takes the caller for caught only by a lower hand."""

    def is_caught(self, caller: int, others: Iterable[int]) -> bool:
        """Lower, and not equal."""
        return any(total < caller for total in others)


@fault("last-of-equals", ["settle.ties"])
class LastOfEquals(Rules):
    """The engine lets the last of equal lowest hands win."""

    def lowest(self, totals: Sequence[int], order: Sequence[Seat]) -> Seat:
        """The other way round."""
        return super().lowest(totals, order[::-1])


@fault("ties-a-place-too-far", ["settle.ties.dealer-last"])
class TiesAPlaceTooFar(Rules):
    """The engine counts equal lowest hands from the player two places after the dealer."""

    def tie_order(self, players: int, dealer: Seat, caller: Seat | None) -> Sequence[Seat]:
        """One place too far."""
        return self.seats_after(self.next_seat(dealer, players), players)


@fault("winner-listed", ["settle.others"])
class WinnerListed(Rules):
    """The engine lists a payment of the winner, too."""

    def collected(self, ended: Ended, caller: Seat | None, winner: Seat, totals: Sequence[int], payments: Sequence[int | None]) -> Outcome:
        """The winner pays 0."""
        right = super().collected(ended, caller, winner, totals, payments)
        return right._replace(payments=tuple(payment or 0 for payment in right.payments))


@fault("penalty-not-collected", ["settle.collects"])
class PenaltyNotCollected(Rules):
    """The engine takes 25 from a caught caller and does not give them to the winner."""

    def collected(self, ended: Ended, caller: Seat | None, winner: Seat, totals: Sequence[int], payments: Sequence[int | None]) -> Outcome:
        """The winner gets what the others pay."""
        right = super().collected(ended, caller, winner, totals, payments)
        lost = payments[caller] or 0 if ended == "caught" and caller is not None else 0
        return changed(right, winner, -lost)


@fault("penalty-collected-twice", ["settle.collects"])
class PenaltyCollectedTwice(Rules):
    """The engine gives the winner the payment of a caught caller, and the caller's hand besides."""

    def collected(self, ended: Ended, caller: Seat | None, winner: Seat, totals: Sequence[int], payments: Sequence[int | None]) -> Outcome:
        """The winner gets more than is paid."""
        right = super().collected(ended, caller, winner, totals, payments)
        return changed(right, winner, totals[caller] if ended == "caught" and caller is not None else 0)


@fault("caller-loses-the-hand-alone", ["settle.collects"])
class CallerLosesTheHandAlone(Rules):
    """The engine lets a caught caller pay 25, and takes only the points of their hand from their score."""

    def collected(self, ended: Ended, caller: Seat | None, winner: Seat, totals: Sequence[int], payments: Sequence[int | None]) -> Outcome:
        """The change does not fit the payment."""
        right = super().collected(ended, caller, winner, totals, payments)
        return right if ended != "caught" or caller is None else changed(right, caller, (payments[caller] or 0) - totals[caller])


@fault("losers-gain", ["settle.collects"])
class LosersGain(Rules):
    """The engine has the changes of the scores with the wrong sign."""

    def collected(self, ended: Ended, caller: Seat | None, winner: Seat, totals: Sequence[int], payments: Sequence[int | None]) -> Outcome:
        """Payments are gains."""
        right = super().collected(ended, caller, winner, totals, payments)
        return right._replace(deltas=tuple(-delta for delta in right.deltas))


@fault("caught-as-won", ["settle.caught"])
class CaughtAsWon(Rules):
    """The engine says of every call that it was won, whoever is settled as the winner."""

    def settle_call(self, totals: Sequence[int], dealer: Seat, caller: Seat) -> Outcome:
        """The payments are right, and the name is wrong."""
        right = super().settle_call(totals, dealer, caller)
        return right._replace(ended="won")


@fault("caller-scores-the-hand", ["settle.others.won"], profile="cardrulesplus")
class CallerScoresTheHand(Rules):
    """The engine lets a caller who has won score their own hand."""

    def score_call(self, totals: Sequence[int], caller: Seat, caught: bool) -> Outcome:
        """Not 0."""
        right = super().score_call(totals, caller, caught)
        return right if caught else changed(right, caller, totals[caller])


@fault("penalty-without-the-hand", ["settle.caught.plus"], profile="pagat-yaniv")
class PenaltyWithoutTheHand(Rules):
    """The engine lets a caught caller score the penalty alone, and not the hand with it."""

    def caught_payment(self, totals: Sequence[int], caller: Seat) -> int:
        """The sum without the hand."""
        return super().caught_payment(totals, caller) - totals[caller]


@fault("margin-to-the-nearest", ["settle.caught.margin"], profile="cardrulesplus-double-penalty")
class MarginToTheNearest(Rules):
    """The engine measures how far a caller is beaten against the nearest of the hands that beat them."""

    def beaten_by(self, caller: int, others: Sequence[int]) -> int:
        """The smallest difference."""
        return caller - max(total for total in others if total <= caller)


def changed(outcome: Outcome, seat: Seat, by: int) -> Outcome:
    """The outcome with another change of one score."""
    return outcome._replace(deltas=tuple(delta + by * (other == seat) for other, delta in enumerate(outcome.deltas)))


# The turn cap


@fault("cap-a-turn-early", ["cap.turns"])
class CapATurnEarly(Rules):
    """The engine ends a deal one turn before the cap."""

    def is_last_turn(self, turns: int) -> bool:
        """One less."""
        return super().is_last_turn(turns + 1)


@fault("cap-a-turn-late", ["cap.turns"])
class CapATurnLate(Rules):
    """The engine ends a deal one turn after the cap."""

    def is_last_turn(self, turns: int) -> bool:
        """One more."""
        return super().is_last_turn(turns - 1)


@fault("cap-counts-half-turns", ["cap.counts"])
class CapCountsHalfTurns(Rules):
    """The engine counts draws and discards one by one, so that the cap comes after half the turns."""

    def is_last_turn(self, turns: int) -> bool:
        """Twice as many."""
        return super().is_last_turn(2 * turns)


@fault("cap-counts-calls", ["cap.call-before"])
class CapCountsCalls(Rules):
    """The engine counts a call as a turn."""

    def call(self, deal: Deal, seat: Seat) -> None:
        """One turn more."""
        super().call(deal, seat)
        deal.turns += 1


@fault("cap-names-a-caller", ["cap.lowest"])
class CapNamesACaller(Rules):
    """The engine says of the winner at the turn cap that they called."""

    def settle_cap(self, totals: Sequence[int], dealer: Seat) -> Outcome:
        """The winner is the caller."""
        right = super().settle_cap(totals, dealer)
        return right._replace(caller=right.winner)


@fault("cap-as-won", ["cap.lowest"])
class CapAsWon(Rules):
    """The engine says of a deal that ended at the turn cap that it was won by a call."""

    def settle_cap(self, totals: Sequence[int], dealer: Seat) -> Outcome:
        """The payments are right, and the name is wrong."""
        return super().settle_cap(totals, dealer)._replace(ended="won")


@fault("cap-penalty", ["cap.no-penalty"])
class CapPenalty(Rules):
    """The engine lets the player with the highest hand pay 25 at the turn cap, as if they had been caught."""

    def settle_cap(self, totals: Sequence[int], dealer: Seat) -> Outcome:
        """The highest hand pays 25."""
        winner = self.lowest(totals, self.tie_order(len(totals), dealer, None))
        payments = self.payments(totals, winner)
        highest = max((seat for seat in range(len(totals)) if seat != winner), key=totals.__getitem__)
        payments[highest] = self.profile.settle_caught_amount
        return self.collected("cap", None, winner, totals, payments)


@fault("empty-hand-passed-over", ["empty.goes-on"])
class EmptyHandPassedOver(Rules):
    """The engine passes over a player whose hand is empty."""

    def lay(self, deal: Deal, cards: tuple[Card, ...]) -> None:
        """The turn goes to the next player who has cards."""
        super().lay(deal, cards)
        for _ in range(deal.players):
            if deal.hands[deal.seat] or deal.outcome:
                break
            deal.seat = self.next_seat(deal.seat, deal.players)
