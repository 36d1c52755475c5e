"""Misreadings of the chapter: setup."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dhumbal import Card, Deal, Rules, Series
from dhumbal.deal import Seat

from dhumbal_conformance.misreadings import misreads, played_with
from dhumbal_conformance.reference import JSON, Game, ReferenceEngine

played_with("DB-12", "two-to-five", players_max=5)
played_with("NG-01", "two-to-five", players_max=5)
played_with("NG-01", "two-to-seven", players_max=7)
played_with("NG-07", "anticlockwise", direction="anticlockwise")


class EverySeatDeals(ReferenceEngine):
    """Has every seat deal in turn, also that of a player who is out."""

    def _scored(self, *, rules: Rules, series: Series, players: Sequence[str], deal: JSON) -> JSON:
        due = series.dealer
        # The cards go round as if the player before who is still in had dealt.
        series.dealer = next(seat for seat in reversed(rules.seats_after(due, len(players))) if series.out[seat] is None)
        scored = super()._scored(rules=rules, series=series, players=players, deal=deal)
        series.dealer = rules.next_seat(due, len(players)) if scored["accepted"] else due
        return scored | ({"dealer": players[due]} if scored["accepted"] else {})


@misreads("CR-18", "stays")
class EmptySeatsStay(EverySeatDeals):
    """Has every seat deal, and offers nothing to a player who sits after the seat of one who is out."""

    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        """Do it; where the turn has passed over an empty seat, there is no discard of the player before."""
        answer = super().apply(game=game, action=action)
        table = self.games[game]
        if answer["accepted"] and after_an_empty_seat(table, action["player"]):
            table.deal.previous = 0
        return answer


def after_an_empty_seat(table: Game, acted: str) -> bool:
    """Whether the turn has passed on to a player who does not sit beside the one who acted."""
    return ord(table.seats[table.deal.seat]) - ord(acted) > 1


@misreads("DB-12", "no-limit")
class AnotherPackForMore(ReferenceEngine):
    """Admits any number of players, and adds a second pack when one is not enough."""

    def new(self, game: str, parameters: JSON, players: Sequence[str], dealer: str, chance: JSON, **_: Any) -> JSON:
        """Deal one pack, or two where the cards are not enough for all hands and an upcard."""
        pack = chance["pack"]
        if len(players) * parameters["deal.hand"] >= len(pack):
            parameters, pack = parameters | {"pack.count": 2}, [*pack, *(f"{card}'" for card in pack)]
        return super().new(game=game, parameters=parameters, players=players, dealer=dealer, chance=chance | {"pack": pack})

    def _rules(self, parameters: JSON) -> Rules:
        return super()._rules(parameters | {"players.max": 26})


@misreads("NG-02", "drawn-card")
class HighestCardDeals(Rules):
    """Lets each player draw a card of the pack, and the one with the highest rank deal; the cards go back."""

    def deal(self, players: int, dealer: Seat, pack: Sequence[Card], refill_orders: Sequence[Sequence[Card]] = ()) -> Deal:
        """Deal for whoever drew the highest card, and not for the dealer named."""
        highest = max(range(players), key=lambda seat: self.pack.ranks[pack[seat]])
        return super().deal(players, highest, pack, refill_orders)


@misreads("NG-02", "fixed-seat")
class FirstSeatDeals(Rules):
    """Lets the first seat deal, whichever the lot has named."""

    def deal(self, players: int, dealer: Seat, pack: Sequence[Card], refill_orders: Sequence[Sequence[Card]] = ()) -> Deal:
        """Deal for the first seat, and not for the dealer named."""
        return super().deal(players, 0, pack, refill_orders)
