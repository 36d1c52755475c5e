"""Faults in values, sets and runs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dhumbal import Card, Profile, Rules
from dhumbal.cards import RANKS

from dhumbal_conformance.misreadings import fault


@fault("joker-counts-one", ["value.joker"], profile="pagat-yaniv")
class JokerCountsOne(Rules):
    """The engine counts a joker as 1."""

    def __init__(self, profile: Profile) -> None:
        super().__init__(profile)
        self.pack.values = tuple(1 if self.pack.is_joker(card) else value for card, value in enumerate(self.pack.values))


@fault("joker-counts-ten", ["value.joker"], profile="cardrulesplus-jokers")
class JokerCountsTen(Rules):
    """The engine counts a joker as 10, like a court."""

    def __init__(self, profile: Profile) -> None:
        super().__init__(profile)
        self.pack.values = tuple(10 if self.pack.is_joker(card) else value for card, value in enumerate(self.pack.values))


@fault("ten-counts-one", ["value.pips"])
class TenCountsOne(Rules):
    """The engine reads the 1 of a 10 and counts it as 1."""

    def __init__(self, profile: Profile) -> None:
        super().__init__(profile)
        self.pack.values = tuple(1 if name[0] == "T" else value for name, value in zip(self.pack.names, self.pack.values, strict=True))


@fault("ace-counts-eleven", ["value.ace"])
class AceCountsEleven(Rules):
    """The engine counts an ace as 11."""

    def __init__(self, profile: Profile) -> None:
        super().__init__(profile)
        self.pack.values = tuple(11 if name[0] == "A" else value for name, value in zip(self.pack.names, self.pack.values, strict=True))


@fault("set-with-a-stray", ["discard.set"])
class SetWithAStray(Rules):
    """The engine compares only the first two cards of a set."""

    def same_rank(self, cards: Sequence[Card]) -> bool:
        """Two cards tell."""
        return super().same_rank(cards[:2])


@fault("set-by-its-ends", ["discard.set"])
class SetByItsEnds(Rules):
    """The engine compares only the first and the last card of a set."""

    def is_set(self, cards: Sequence[Card]) -> bool:
        """Two cards tell."""
        return len(cards) >= self.profile.discard_set_min and self.same_rank([cards[0], cards[-1]])


@fault("three-of-a-rank-at-most", ["discard.set"])
class ThreeOfARankAtMost(Rules):
    """The engine does not accept four cards of a rank."""

    def is_set(self, cards: Sequence[Card]) -> bool:
        """Two or three."""
        return super().is_set(cards) and len(cards) <= 3


@fault("pairs-refused", ["discard.set"])
class PairsRefused(Rules):
    """The engine accepts a set only from three cards on."""

    def is_set(self, cards: Sequence[Card]) -> bool:
        """Three or four."""
        return super().is_set(cards) and len(cards) >= 3


@fault("pairs-of-one-colour", ["discard.suits"])
class PairsOfOneColour(Rules):
    """The engine accepts a pair only of two suits of one colour."""

    def is_set(self, cards: Sequence[Card]) -> bool:
        """Of a pair both are black, or both red."""
        colours = {self.pack.suits[card] in (1, 2) for card in cards}
        return super().is_set(cards) and (len(cards) != 2 or len(colours) == 1)


@fault("suits-of-a-run-unchecked", ["discard.run"], profile="pagat-yaniv")
class SuitsOfARunUnchecked(Rules):
    """The engine accepts a run of several suits."""

    def in_sequence(self, cards: Sequence[Card]) -> list[int] | None:
        """Any suits will do."""
        return self.stepwise(cards, 1) or self.stepwise(cards, -1) if self.naturals(cards) else None


@fault("last-suit-unchecked", ["discard.run"], profile="pagat-yaniv")
class LastSuitUnchecked(Rules):
    """The engine does not look at the suit of the last card of a run."""

    def in_sequence(self, cards: Sequence[Card]) -> list[int] | None:
        """The last card counts as one of the suit before it."""
        ranks = self.stepwise(cards, 1) or self.stepwise(cards, -1) if self.naturals(cards) else None
        return ranks if len({self.pack.suits[card] for card in self.naturals(cards[:-1])}) <= 1 else None


@fault("king-ace-two", ["discard.run-ace"], profile="pagat-yaniv")
class KingAceTwo(Rules):
    """The engine accepts a run that goes on from the king to the ace and the 2."""

    def stepwise(self, cards: Sequence[Card], step: int) -> list[int] | None:
        """Ranks, or else places in a rank that goes round."""
        ranks = [self.pack.ranks[card] for card in cards]
        round_the_corner = all((after - before) % len(RANKS) == step % len(RANKS) for before, after in pairwise(ranks))
        return super().stepwise(cards, step) or (ranks if round_the_corner and len(self.naturals(cards)) == len(cards) else None)


@fault("run-with-a-gap", ["discard.run-order"], profile="pagat-yaniv")
class RunWithAGap(Rules):
    """The engine accepts a run as soon as every card is higher than the one before, or every card lower."""

    def stepwise(self, cards: Sequence[Card], step: int) -> list[int] | None:
        """A direction is enough."""
        ranks = [self.pack.ranks[card] for card in cards]
        steady = all((after - before) * step > 0 for before, after in pairwise(ranks))
        return super().stepwise(cards, step) or (ranks if steady and len(self.naturals(cards)) == len(cards) else None)


@fault("only-upwards", ["discard.run-order"], profile="pagat-yaniv")
class OnlyUpwards(Rules):
    """The engine accepts a run only when it is laid upwards."""

    def in_sequence(self, cards: Sequence[Card]) -> list[int] | None:
        """Not downwards."""
        ranks = super().in_sequence(cards)
        return ranks if ranks and ranks[0] < ranks[-1] else None


@fault("joker-fills-two-places", ["discard.run-jokers"], profile="pagat-yaniv")
class JokerFillsTwoPlaces(Rules):
    """The engine lets one joker stand for two cards of a run."""

    def stepwise(self, cards: Sequence[Card], step: int) -> list[int] | None:
        """With every joker laid twice, if it does not fit as it lies."""
        ranks = super().stepwise(cards, step)
        twice = [copy for card in cards for copy in [card] * (2 if self.pack.is_joker(card) else 1)]
        return ranks or (super().stepwise(twice, step) and [self.pack.ranks[card] for card in cards])
