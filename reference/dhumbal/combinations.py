"""Which cards go together: sets and runs. Half of the chapter on the discard."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from dhumbal.calling import Calling
from dhumbal.cards import JOKER, RANKS, Card, Hand, hand_of
from dhumbal.profile import Profile

REMEMBERED = 1 << 14
"""How many beginnings of a discard are remembered; the canonical game has 832."""


class Combinations(Calling):
    """Sets and runs, with and without jokers. Cards come in the order in which they are laid."""

    def __init__(self, profile: Profile) -> None:
        super().__init__(profile)
        self.beginning = lru_cache(REMEMBERED)(self.begin)
        """What `begin` says, worked out once for the same cards."""

    def naturals(self, cards: Sequence[Card]) -> list[Card]:
        """The cards that are no jokers."""
        return [card for card in cards if self.pack.ranks[card] != JOKER]

    def same_rank(self, cards: Sequence[Card]) -> bool:
        """`discard.set-jokers`, `discard.no-set-jokers`: one rank, with jokers beside it where they may stand for cards of it."""
        ranks = {self.pack.ranks[card] for card in cards}
        return (len(ranks) == 1 and JOKER not in ranks) or (self.profile.discard_set_jokers and len(ranks - {JOKER}) == 1)

    def is_set(self, cards: Sequence[Card]) -> bool:
        """`discard.set`, `discard.suits`: enough cards, all of one rank."""
        return len(cards) >= self.profile.discard_set_min and self.same_rank(cards)

    def in_sequence(self, cards: Sequence[Card]) -> list[int] | None:
        """`discard.run-order`, `discard.no-run-jokers`: ranks of cards laid as a run, up or else down, jokers filled in; or None."""
        naturals = self.naturals(cards)
        jokers = len(cards) - len(naturals)
        if not naturals or (jokers and not self.profile.discard_run_jokers) or len({self.pack.suits[card] for card in naturals}) > 1:
            return None
        return self.stepwise(cards, 1) or self.stepwise(cards, -1)

    def stepwise(self, cards: Sequence[Card], step: int) -> list[int] | None:
        """`discard.run-wrap`, `discard.run-courts`, `discard.run-jokers`: ranks that go up or down by one, or None."""
        first = next(place for place, card in enumerate(cards) if self.pack.ranks[card] != JOKER)
        start = self.pack.ranks[cards[first]] - step * first
        ranks = [start + step * place for place in range(len(cards))]
        if self.profile.discard_run_wrap:
            ranks = [rank % len(RANKS) for rank in ranks]
        fits = all(self.pack.ranks[card] in (rank, JOKER) for card, rank in zip(cards, ranks, strict=True))
        return ranks if fits and self.has_place(ranks[0]) and self.has_place(ranks[-1]) and len(set(ranks)) == len(ranks) else None

    def has_place(self, rank: int) -> bool:
        """`discard.run-ace`, `discard.run-jokers`: whether a run reaches to that rank; none is before the ace or after the king."""
        return 0 <= rank < len(RANKS)

    def is_run(self, cards: Sequence[Card]) -> bool:
        """`discard.run`, `discard.no-runs`: enough cards, and not too many, of one suit in sequence."""
        shortest, longest = self.profile.discard_run_min, self.profile.discard_run_max
        if shortest is None or len(cards) < shortest or (longest is not None and len(cards) > longest):
            return False
        return self.in_sequence(cards) is not None

    def may_go_together(self, cards: Sequence[Card]) -> bool:
        """`discard.single`, `discard.together`: one card, or one set, or one run."""
        return len(cards) == 1 or self.is_set(cards) or self.is_run(cards)

    def may_grow(self, cards: Sequence[Card]) -> bool:
        """Whether these cards are the beginning of a set or a run; jokers alone may become either."""
        runs, jokers = self.profile.discard_run_min is not None, bool(self.profile.pack_jokers)
        return self.same_rank(cards) or (runs and self.in_sequence(cards) is not None) or (jokers and not self.naturals(cards))

    def begin(self, cards: tuple[Card, ...]) -> tuple[bool, Hand]:
        """`discard.together`: whether these cards are a discard, and all that may be laid next. It depends on the cards alone."""
        others = (card for card in self.pack.cards if card not in cards)
        return self.may_go_together(cards), hand_of(card for card in others if self.may_grow((*cards, card)))
