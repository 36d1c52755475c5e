"""The deal."""

from __future__ import annotations

from collections.abc import Sequence

from dhumbal.cards import Card
from dhumbal.deal import Deal, Seat
from dhumbal.setup import Setup


class Dealing(Setup):
    """The chapter on the deal."""

    def deal(self, players: int, dealer: Seat, pack: Sequence[Card], refill_orders: Sequence[Sequence[Card]] = ()) -> Deal:
        """`deal.cut`, `deal.upcard`, `deal.stock`: deal a pack, given in the order after the cut, first card first.

        `dealer` is whom the lot or the rotation names (`setup.lot`); `refill_orders` are orders of the whole pack for the refills
        (`refill.order`). Refuses a wrong number of players; raises ValueError when `pack` is not the whole pack.
        """
        self.admit_to_deal(players)
        if sorted(pack) != list(self.pack.cards):
            raise ValueError("the pack to be dealt must have every card once")
        deal = Deal(players, dealer, self.starter(dealer, players), refill_orders)
        rest = self.deal_hands(deal, pack)
        deal.pile.append(rest[0])
        deal.previous = 1
        deal.stock = list(reversed(rest[1:]))
        return deal

    def starter(self, dealer: Seat, players: int) -> Seat:
        """`deal.starter`: the player at the dealer's left takes the first turn."""
        return self.next_seat(dealer, players)

    def deal_hands(self, deal: Deal, pack: Sequence[Card]) -> Sequence[Card]:
        """`deal.hands`, `deal.singly`: one card at a time from the dealer's left, the dealer last; returns the rest, the upcard first."""
        seats = self.seats_after(deal.dealer, deal.players)
        dealt = self.profile.deal_hand * deal.players
        for number, card in enumerate(pack[:dealt]):
            seat = seats[number % deal.players]
            deal.hands[seat] |= 1 << card
            deal.totals[seat] += self.pack.values[card]
        return pack[dealt:]
