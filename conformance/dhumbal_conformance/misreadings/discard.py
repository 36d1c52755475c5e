"""Misreadings of the chapter: discard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from dhumbal import Action, Card, Deal, Refused, Rules
from dhumbal.cards import RANKS, cards_of
from dhumbal.deal import Seat

from dhumbal_conformance.misreadings import equivalent, misreads, played_with

ACE, JACK = RANKS.index("A"), RANKS.index("J")


def steady(places: Sequence[int], step: int) -> bool:
    """Whether places in a run go on by one step each."""
    return all(after - before == step for before, after in pairwise(places))


# What makes a set


@misreads("NG-10", "value")
class SetsByValue(Rules):
    """Cards that count the same form a set."""

    def same_rank(self, cards: Sequence[Card]) -> bool:
        """Whether all count the same."""
        return len({self.pack.values[card] for card in cards}) == 1


@misreads("NG-33", "two-sets")
class SeveralSets(Rules):
    """Several sets may go at once."""

    def may_go_together(self, cards: Sequence[Card]) -> bool:
        """One card, or any number of sets, each large enough."""
        sets = Counter(self.pack.ranks[card] for card in cards)
        return len(cards) == 1 or min(sets.values()) >= self.profile.discard_set_min

    def may_grow(self, cards: Sequence[Card]) -> bool:
        """Anything can still become several sets."""
        return True


played_with("CR-11", "runs-only", discard_set_jokers=False)
played_with("PI-12", "sets-too", discard_set_jokers=True)


@misreads("PI-12", "pair-of-jokers")
@misreads("X-07", "jokers-pair")
class JokersPair(Rules):
    """Two jokers are a pair."""

    def same_rank(self, cards: Sequence[Card]) -> bool:
        """Jokers are a rank of their own."""
        return len({self.pack.ranks[card] for card in cards}) == 1


@misreads("X-07", "joker-never-alone")
class NoSingleJoker(Rules):
    """A joker may not be discarded alone."""

    def may_go_together(self, cards: Sequence[Card]) -> bool:
        """Whether the cards go together, and are not one joker."""
        return super().may_go_together(cards) and not (len(cards) == 1 and self.pack.is_joker(cards[0]))


@misreads("X-08", "four")
class FourAtMost(Rules):
    """A set has no more than four cards, jokers included."""

    def is_set(self, cards: Sequence[Card]) -> bool:
        """Whether the cards are a set, and no more than four."""
        return super().is_set(cards) and len(cards) <= 4


# What makes a run

played_with("NG-33", "runs", discard_run_min=3)
played_with("DB-03", "two", discard_run_min=2)
played_with("DB-03", "exactly-three", discard_run_max=3)
played_with("CR-13", "wrap", discard_run_wrap=True)


@misreads("CR-13", "high-too")
class AceAlsoHigh(Rules):
    """An ace may also end a run after the king."""

    def stepwise(self, cards: Sequence[Card], step: int) -> list[int] | None:
        """With the ace before the 2, or else above the king."""
        high = [len(RANKS) if rank == ACE else rank for rank in map(self.pack.ranks.__getitem__, cards)]
        return super().stepwise(cards, step) or (high if steady(high, step) else None)


@misreads("CR-14", "by-value")
class RunsByValue(Rules):
    """Runs follow what the cards count."""

    def stepwise(self, cards: Sequence[Card], step: int) -> list[int] | None:
        """Values that go up or down by one."""
        values = [self.pack.values[card] for card in cards]
        return values if steady(values, step) else None


@misreads("CR-14", "skipped")
class RunsWithoutJacks(Rules):
    """The queen follows the ten, and a jack is no part of runs."""

    def stepwise(self, cards: Sequence[Card], step: int) -> list[int] | None:
        """Places in an order that has no jack."""
        ranks = [self.pack.ranks[card] for card in cards]
        places = [rank - (rank > JACK) for rank in ranks]
        return places if JACK not in ranks and steady(places, step) else None


class InAnyOrder(Rules):
    """The cards of a run may be named in any order; those in no sequence are put into one to see what they are."""

    def in_sequence(self, cards: Sequence[Card]) -> list[int] | None:
        """Ranks of the cards as named, which are those that they have in sequence."""
        return super().in_sequence(cards) or self.out_of_sequence(cards)

    def out_of_sequence(self, cards: Sequence[Card]) -> list[int] | None:
        """The ranks that cards named out of sequence have when they are put into one."""
        arranged = self.arranged(cards)
        ranks = dict(zip(arranged, super().in_sequence(arranged) or (), strict=False))
        return [ranks[card] for card in cards] if ranks else None

    def arranged(self, cards: Sequence[Card]) -> list[Card]:
        """The cards upwards, jokers first into the gaps and then at the high end."""
        jokers = [card for card in cards if self.pack.is_joker(card)]
        laid: list[Card] = []
        for card in sorted(self.naturals(cards), key=self.pack.ranks.__getitem__):
            gap = self.pack.ranks[card] - self.pack.ranks[laid[-1]] - 1 if laid else 0
            laid += [*jokers[:gap], card]
            jokers = jokers[gap:]
        return laid + jokers

    def may_grow(self, cards: Sequence[Card]) -> bool:
        """Cards of one suit can still become a run."""
        return super().may_grow(cards) or len({self.pack.suits[card] for card in self.naturals(cards)}) == 1


@misreads("X-05", "lies-as-named")
class RunsLieAsNamed(InAnyOrder):
    """A run named out of order is accepted and lies as named."""


@misreads("X-05", "sorted")
class RunsAreSorted(InAnyOrder):
    """A run named out of order is accepted and put in sequence."""

    def laid(self, cards: Sequence[Card]) -> Sequence[Card]:
        """A run in sequence, anything else as named."""
        return cards if len(cards) == 1 or self.is_set(cards) or Rules.in_sequence(self, cards) else self.arranged(cards)


@misreads("X-06", "high-ace")
class JokerAboveTheKing(Rules):
    """A joker may be laid above the king."""

    def has_place(self, rank: int) -> bool:
        """There is one place more above the king."""
        return 0 <= rank <= len(RANKS)


@misreads("X-06", "spare-card")
class JokerAtEitherEnd(Rules):
    """A joker may be laid beyond the king and before the ace."""

    def has_place(self, rank: int) -> bool:
        """There is no bound."""
        return True


@misreads("X-07", "two-naturals")
class TwoNaturals(Rules):
    """A run has two cards at least that are no jokers."""

    def is_run(self, cards: Sequence[Card]) -> bool:
        """Whether the cards are a run whose suit and direction are seen."""
        return super().is_run(cards) and len(self.naturals(cards)) >= 2


# Parts of a rank


class Parts(Rules):
    """A discard is judged by what else of its rank is in the hand."""

    def discards(self, deal: Deal) -> Iterator[Action]:
        """Those that are left."""
        return (action for action in super().discards(deal) if self.why_not_discard(deal, action.seat, action.cards) is None)

    def kept_back(self, deal: Deal, cards: Sequence[Card]) -> list[Card]:
        """The cards of the same rank that could go and stay in the hand."""
        free = [card for card in cards_of(deal.hands[deal.seat]) if card not in (deal.locked, *cards)]
        return [card for card in free if self.pack.ranks[card] == self.pack.ranks[cards[0]]]


@misreads("NG-31", "whole")
class WholeRanksOnly(Parts):
    """Whoever discards from a rank discards all they hold of it."""

    def why_not_discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> str | None:
        """Refuse a part of a rank."""
        return super().why_not_discard(deal, seat, cards) or ("discard.part" if self.kept_back(deal, cards) else None)


@misreads("NG-32", "held-before")
class PartHeldBefore(Parts):
    """Two or more cards that are a part of a rank come from those held before the draw."""

    def why_not_discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> str | None:
        """Refuse a part that has the drawn card in it; alone it may go back."""
        broken = super().why_not_discard(deal, seat, cards)
        drawn_in_part = not broken and len(cards) > 1 and deal.drawn in cards and self.kept_back(deal, cards)
        return "discard.part" if drawn_in_part else broken


# How the cards lie


@misreads("NG-35", "sorted")
class SetsAreSorted(Rules):
    """The order of a set is fixed by suit."""

    def laid(self, cards: Sequence[Card]) -> Sequence[Card]:
        """In canonical order."""
        return sorted(cards)


@misreads("NG-22", "any-of-the-last")
@misreads("NG-35", "any-of-them")
@misreads("NG-36", "whole-set")
class AnyOfTheLastDiscard(Rules):
    """Any card of the last discard can be taken."""

    def on_offer(self, deal: Deal) -> list[Card]:
        """All of the last discard."""
        return self.previous(deal)


@misreads("NG-36", "uncovered")
class UncoveredIsNext(Rules):
    """When the top card of a set has been taken, the one beneath it can be taken in the next turn."""

    def lay(self, deal: Deal, cards: tuple[Card, ...]) -> None:
        """Count a card that a take has uncovered with the discard that comes to lie on it."""
        uncovered = deal.locked is not None and deal.previous > 1
        super().lay(deal, cards)
        deal.previous += uncovered

    def on_offer(self, deal: Deal) -> list[Card]:
        """The top card, and the one uncovered, which the discard covers again."""
        covers = deal.last is not None and deal.previous > len(deal.last.cards)
        return deal.pile[-1:] + (deal.pile[-deal.previous :][:1] if covers else [])


# Malformed discards


@misreads("NG-37", "repaired")
class DiscardsAreRepaired(Rules):
    """Repeated and missing cards are left out, and the rest is discarded."""

    def why_not_named(self, cards: Sequence[Card]) -> str | None:
        """Only nothing is too little."""
        return None if cards else "discard.some"

    def why_not_discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> str | None:
        """Judge what is left."""
        return super().why_not_discard(deal, seat, self.repaired(deal, seat, cards))

    def discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> None:
        """Discard what is left."""
        super().discard(deal, seat, self.repaired(deal, seat, cards))

    def repaired(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> list[Card]:
        """Each card that is held, once."""
        return [card for card in dict.fromkeys(cards) if deal.hands[seat] >> card & 1]


@misreads("NG-37", "turn-lost")
class MalformedLosesTheTurn(Rules):
    """A malformed discard loses the turn; the card drawn is kept."""

    def discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> None:
        """Discard, or end the turn without."""
        broken = self.why_not_discard(deal, seat, cards)
        if broken in ("discard.some", "discard.distinct", "discard.held"):
            self.end_turn(deal)
            raise Refused(broken)
        super().discard(deal, seat, cards)


# The empty hand


@misreads("NG-30", "kept")
class EmptyHandKeepsWhatItDrew(Rules):
    """A card drawn into an empty hand is kept, and the turn is over."""

    def receive(self, deal: Deal, card: Card) -> None:
        """End the turn where the hand was empty."""
        was_empty = not deal.hands[deal.seat]
        super().receive(deal, card)
        if was_empty:
            self.end_turn(deal)


@misreads("NG-30", "no-draw")
@misreads("NG-34", "must-call")
class EmptyHandMustCall(Rules):
    """A player with an empty hand cannot draw."""

    def why_not_draw(self, deal: Deal, seat: Seat) -> str | None:
        """Refuse a draw into an empty hand."""
        return super().why_not_draw(deal, seat) or (None if deal.hands[seat] else "empty.call")


@misreads("NG-34", "wins-at-once")
class EmptyHandWins(Rules):
    """Emptying the hand wins the deal at once."""

    def end_turn(self, deal: Deal) -> None:
        """End the deal with the turn that emptied a hand."""
        seat = deal.seat
        super().end_turn(deal)
        if not deal.hands[seat]:
            deal.outcome = self.collected("won", seat, seat, deal.totals, self.payments(deal.totals, seat))


@misreads("CR-16", "ends")
class LastCardWins(Rules):
    """Discarding the last card ends the deal, and wins it."""

    def discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> None:
        """Discard, and end the deal with an empty hand."""
        super().discard(deal, seat, cards)
        if not deal.hands[seat]:
            deal.outcome = self.score_call(deal.totals, seat, caught=False)


@misreads("CR-16", "stays-empty")
class LastCardEndsTheTurn(Rules):
    """Whoever discards their last card draws nothing."""

    def discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> None:
        """Discard, and end the turn with an empty hand."""
        super().discard(deal, seat, cards)
        if not deal.hands[seat]:
            self.lay(deal, deal.pending)


equivalent("NG-82", "in-play", because="a scenario has neither a clock nor players who are away, and its cards are always dealt properly")
