"""Misreadings of the chapter: drawing and taking."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from dhumbal import Action, Card, Deal, Rules
from dhumbal.deal import Seat

from dhumbal_conformance.misreadings import misreads, played_with
from dhumbal_conformance.reference import JSON, ReferenceEngine

played_with("WK-01", "ends-only", take_joker_swap=False)


def ends(cards: Sequence[Card]) -> list[Card]:
    """The first and the last of the cards, which may be the same one."""
    return [*cards[:1], *cards[1:][-1:]]


@misreads("CR-02", "top")
@misreads("DB-02", "on-top")
class OffersTheTop(Rules):
    """Offers the card of the previous discard that was laid last."""

    def choice(self, previous: Sequence[Card]) -> list[Card]:
        """The last card laid."""
        return list(previous[-1:])


@misreads("CR-02", "any")
class OffersAll(Rules):
    """Offers every card of the previous discard."""

    def choice(self, previous: Sequence[Card]) -> list[Card]:
        """All of its cards."""
        return list(previous)


@misreads("CR-04", "own-too")
class OffersTheOwnDiscardToo(Rules):
    """Offers the card that the player has just laid on top, too."""

    def on_offer(self, deal: Deal) -> list[Card]:
        """The top of the player's own discard besides."""
        return [*super().on_offer(deal), *deal.pending[-1:]]

    def lift(self, deal: Deal, card: Card) -> None:
        """A card of the own discard leaves it, and any other the pile."""
        if card in deal.pending:
            deal.pending = deal.pending[:-1]
        else:
            super().lift(deal, card)


@misreads("CR-06", "stock-only")
@misreads("NG-21", "players-cards-only")
class KeepsTheUpcard(Rules):
    """Does not offer the upcard, which no player has discarded."""

    def on_offer(self, deal: Deal) -> list[Card]:
        """Nothing in the first turn of a deal."""
        is_upcard = deal.turns == 0 and len(deal.pile) == 1
        return [] if is_upcard else super().on_offer(deal)


@misreads("DB-02", "lowest")
class OffersTheLowest(Rules):
    """Offers the lowest card of a run, and every card of a set."""

    def choice(self, previous: Sequence[Card]) -> list[Card]:
        """The lowest card of a run, whichever was laid first."""
        return [min(previous, key=self.pack.ranks.__getitem__)] if self.is_run(previous) else list(previous)


@misreads("NG-22", "either-end")
class OffersEitherEnd(Rules):
    """Offers the first and the last card of the previous discard."""

    def on_offer(self, deal: Deal) -> list[Card]:
        """The first and the last card of the discard made before."""
        return ends(self.previous(deal))


@misreads("NG-25", "rank")
class LocksTheRank(Rules):
    """Locks every card of the rank of the card taken."""

    def why_not_discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> str | None:
        """No card of the rank of the card taken goes."""
        locked = deal.locked is not None and self.pack.ranks[deal.locked] in {self.pack.ranks[card] for card in cards}
        return super().why_not_discard(deal, seat, cards) or ("take.lock" if locked else None)


@misreads("NG-26", "alone-only")
class LocksAgainstGivingBackAlone(Rules):
    """Lets the card taken go within a set."""

    def why_not_discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> str | None:
        """The card taken goes with others of its rank."""
        broken = super().why_not_discard(deal, seat, cards)
        return None if broken == "take.lock" and len(cards) > 1 and self.may_go_together(cards) else broken


@misreads("NG-27", "deal")
class LocksForTheDeal(ReferenceEngine):
    """Keeps a card locked as long as the player who took it holds it."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: dict[str, set[str]] = defaultdict(set)

    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        """Remember what is taken, and refuse to let any of it go; all else is as it should be."""
        table = self.games[game]
        act = self._action(table, action)
        if self.taken[game] & set(action.get("cards", ())) and not table.rules.why_not_discard(table.deal, act.seat, act.cards):
            return {"accepted": False, "clause": "take.lock"}
        answer = super().apply(game=game, action=action)
        if answer["accepted"] and act.kind == "take":
            self.taken[game].add(action["card"])
        return answer


@misreads("NG-28", "locked-too")
class LocksStockCards(Rules):
    """Locks the card drawn from the stock as well."""

    def why_not_discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> str | None:
        """The card drawn does not go, wherever it came from."""
        return super().why_not_discard(deal, seat, cards) or ("take.lock" if deal.drawn in cards else None)


@misreads("NG-29", "stuck")
class TakesIntoAnEmptyHand(Rules):
    """Lets a player with an empty hand take, though nothing can be discarded then."""

    def may_take_into(self, deal: Deal, seat: Seat) -> bool:
        """Always."""
        return True


@misreads("NG-29", "lock-waived")
class WaivesTheLock(TakesIntoAnEmptyHand):
    """Lets a player with an empty hand take a card and discard it again."""

    def take(self, deal: Deal, seat: Seat, card: Card) -> None:
        """Take the card, and lift the lock of a hand that was empty."""
        was_empty = not deal.hands[seat]
        super().take(deal, seat, card)
        if was_empty:
            deal.locked = None


@misreads("NG-29", "discard-waived")
class WaivesTheDiscard(TakesIntoAnEmptyHand):
    """Lets a player with an empty hand take a card, and ends their turn with that."""

    def take(self, deal: Deal, seat: Seat, card: Card) -> None:
        """Take the card, and end the turn of a hand that was empty."""
        was_empty = not deal.hands[seat]
        super().take(deal, seat, card)
        if was_empty:
            self.end_turn(deal)


@misreads("PI-02", "sorted")
class SortsDiscards(Rules):
    """Lays every discard in order of rank and suit."""

    def laid(self, cards: Sequence[Card]) -> Sequence[Card]:
        """In order of rank, and within a rank of suit."""
        return sorted(cards, key=lambda card: (self.pack.ranks[card], self.pack.suits[card]))


@misreads("PI-02", "run-sorted-set-laid")
class SortsRuns(Rules):
    """Sorts a run that is named out of sequence; sets lie as laid."""

    def in_sequence(self, cards: Sequence[Card]) -> list[int] | None:
        """The ranks as named, or else as sorted."""
        return super().in_sequence(cards) or super().in_sequence(sorted(cards))

    def laid(self, cards: Sequence[Card]) -> Sequence[Card]:
        """As named where that is a set or a sequence, and else sorted."""
        return cards if self.is_set(cards) or super().in_sequence(cards) else sorted(cards)


@misreads("PI-03", "naturals-only")
class KeepsJokersInRuns(Rules):
    """Offers the ends of a run only where they are no jokers."""

    def choice(self, previous: Sequence[Card]) -> list[Card]:
        """The ends of the discard, without the jokers at the ends of a run."""
        offered = super().choice(previous)
        return self.naturals(offered) if self.is_run(previous) else offered


@misreads("PN-03", "set-any-run-ends")
class OffersTheEndsOfRuns(Rules):
    """Offers every card of a set, but only the ends of a run."""

    def choice(self, previous: Sequence[Card]) -> list[Card]:
        """All cards of a set, and two of a run."""
        return ends(previous) if self.is_run(previous) else list(previous)


@misreads("PN-03", "ends")
class OffersTheEnds(Rules):
    """Offers the first and the last card of the previous discard."""

    def choice(self, previous: Sequence[Card]) -> list[Card]:
        """Two cards, of a set and a run alike."""
        return ends(previous)


@misreads("WK-01", "with-others")
class SwapsWithOthers(Rules):
    """Lets a joker be taken for a discard that has the card it stands for among others."""

    def swappable(self, deal: Deal, previous: Sequence[Card]) -> list[Card]:
        """The jokers that any card of the discard would buy alone."""
        jokers, trial = list[Card](), deal.copy()
        for card in deal.pending:
            trial.pending = (card,)
            jokers += super().swappable(trial, previous)
        return jokers


@misreads("WK-01", "swap-and-discard")
class SwapsAndDiscards(Rules):
    """Lays the card in the joker's place in the run, and lets the player take an ordinary turn besides."""

    def take(self, deal: Deal, seat: Seat, card: Card) -> None:
        """A joker swapped, which counts 0, comes into the hand, and the turn begins anew."""
        if self.why_not_take(deal, seat, card) or card not in self.swappable(deal, self.previous(deal)):
            super().take(deal, seat, card)
            return
        deal.pile[deal.pile.index(card)], deal.pending = deal.pending[0], ()
        deal.hands[seat] |= 1 << card
        deal.done = Action(seat, "take", (card,))
