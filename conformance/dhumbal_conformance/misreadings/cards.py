"""Misreadings of the chapter: cards and values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dhumbal import Card, Deal, Outcome, Rules
from dhumbal.cards import RANKS, SUITS
from dhumbal.deal import Seat

from dhumbal_conformance.misreadings import misreads, played_with
from dhumbal_conformance.reference import JSON, ReferenceEngine

played_with("DB-04", "round-the-corner", discard_run_wrap=True)
played_with("DB-04", "eleven", values_ace=11)
played_with("NG-09", "rising", values_jack=11, values_queen=12, values_king=13)
played_with("NG-09", "jack-nothing", values_jack=0)


@misreads("DB-04", "high-too")
class AceHighToo(Rules):
    """Lets the ace follow the king in a run as well, but no 2 follow it there."""

    def stepwise(self, cards: Sequence[Card], step: int) -> list[int] | None:
        """The ranks with the ace above the king, if that makes a run, or else below the 2."""
        high = [self.pack.ranks[card] or len(RANKS) for card in cards]
        return high if all(after - before == step for before, after in pairwise(high)) else super().stepwise(cards, step)


@misreads("NG-11", "parts-ties")
class SuitsPartTies(ReferenceEngine):
    """Settles equal hands by the highest suit in them: spades before hearts, diamonds and clubs."""

    def suit_of(self, suits: Sequence[int]) -> int:
        """Which suit of a hand decides: the less, the better."""
        return min(suits, default=len(SUITS))

    def _outcome(self, rules: Rules, players: Sequence[str], dealer: int, caller: str | None, hands: JSON) -> Outcome:
        held = [self._cards(rules, hands[seat]) for seat in players]
        totals = [rules.pack.total(cards) for cards in held]
        suits = [self.suit_of([rules.pack.suits[card] for card in cards]) for cards in held]
        best = min(range(len(players)), key=lambda seat: (totals[seat], suits[seat]))
        if caller == players[best]:
            return rules.collected("won", best, best, totals, rules.payments(totals, best))
        right_of_best = (best - 1) % len(players)
        return super()._outcome(rules, players, right_of_best, caller, hands)


@misreads("NG-11", "lowest-suit")
class LowSuitsPartTies(SuitsPartTies):
    """Settles equal hands by the lowest suit in them: clubs before diamonds, hearts and spades."""

    def suit_of(self, suits: Sequence[int]) -> int:
        """The other way round."""
        return -max(suits, default=-1)


@misreads("PI-11", "one-identity")
class EqualCardsAreOne(Rules):
    """Refuses a set with both copies of a card, and takes either for the one in hand."""

    def why_not_discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> str | None:
        """Whether the cards could go if the player held this copy of each."""
        return super().why_not_discard(deal, seat, self.in_hand(deal, seat, cards))

    def discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> None:
        """Lay the copies that the player holds."""
        super().discard(deal, seat, self.in_hand(deal, seat, cards))

    def in_hand(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> list[Card]:
        """The cards, each that is not held as its other copy."""
        return [card if deal.hands[seat] >> card & 1 else (card + len(self.pack.cards) // 2) % len(self.pack.cards) for card in cards]

    def is_set(self, cards: Sequence[Card]) -> bool:
        """Every suit once at the most."""
        return len({self.pack.suits[card] for card in cards}) == len(cards) and super().is_set(cards)


@misreads("PI-11", "four-at-most")
class FourInASet(Rules):
    """Refuses a set of more than four cards, though two packs have eight of each rank."""

    def is_set(self, cards: Sequence[Card]) -> bool:
        """Four cards at the most."""
        return len(cards) <= 4 and super().is_set(cards)
