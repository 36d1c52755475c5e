"""Misreadings of the chapter: the deal."""

from __future__ import annotations

from collections.abc import Sequence

from dhumbal import Card, Deal, Rules, Series
from dhumbal.deal import Seat

from dhumbal_conformance.misreadings import misreads, played_with

played_with("NG-06", "winner", series_starter="winner")


@misreads("NG-03", "cut-in-play")
class CutsAgain(Rules):
    """Cuts the pack in the middle before dealing."""

    def deal(self, players: int, dealer: Seat, pack: Sequence[Card], refill_orders: Sequence[Sequence[Card]] = ()) -> Deal:
        """Deal from the middle of the pack on, and then its upper half."""
        middle = len(pack) // 2
        return super().deal(players, dealer, [*pack[middle:], *pack[:middle]], refill_orders)


@misreads("NG-04", "packets")
class DealsPackets(Rules):
    """Deals each player a whole hand at once."""

    def deal_hands(self, deal: Deal, pack: Sequence[Card]) -> Sequence[Card]:
        """Put the pack in the order in which single cards give everybody a packet."""
        size = self.profile.deal_hand
        packets = [pack[player * size : (player + 1) * size] for player in range(deal.players)]
        rounds = [card for dealt in zip(*packets, strict=True) for card in dealt]
        return super().deal_hands(deal, [*rounds, *pack[len(rounds) :]])


@misreads("NG-05", "six-or-higher")
class ReplacesLowUpcards(Rules):
    """Puts an upcard below six under the stock and turns up the next card."""

    def deal(self, players: int, dealer: Seat, pack: Sequence[Card], refill_orders: Sequence[Sequence[Card]] = ()) -> Deal:
        """Deal, and turn up one card after the other until it counts six or more."""
        deal = super().deal(players, dealer, pack, refill_orders)
        while self.pack.values[deal.pile[0]] < 6:
            deal.stock.insert(0, deal.pile[0])
            deal.pile[0] = deal.stock.pop()
        return deal


@misreads("NG-06", "left-of-winner")
class LeftOfWinnerBegins(Rules):
    """Lets the winner of the last deal take over the deal, so that the player at their left begins."""

    def next_dealer(self, series: Series, winner: Seat | None) -> Seat:
        """The winner; the next player where nobody has won."""
        return super().next_dealer(series, winner) if winner is None else winner
