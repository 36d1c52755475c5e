"""Drawing and taking."""

from __future__ import annotations

from collections.abc import Sequence

from dhumbal.cards import JOKER, Card
from dhumbal.deal import Deal, Seat
from dhumbal.refilling import Refilling
from dhumbal.refusals import refuse


class Drawing(Refilling):
    """The chapter on drawing from the stock and taking from the discard pile."""

    def why_not_draw(self, deal: Deal, seat: Seat) -> str | None:
        """`refill.nothing`: a player may draw from the stock as long as it has a card or can get one."""
        return self.why_not_draw_now(deal, seat) or self.why_no_stock(deal)

    def draw(self, deal: Deal, seat: Seat) -> Card:
        """`draw.stock`: draw the top card of the stock, which is refilled first if it is empty (`refill.when`), and return it.

        The card is that of the new stock then (`refill.draw`). Refuses what `why_not_draw` names.
        """
        refuse(self.why_not_draw(deal, seat))
        if not deal.stock:
            self.refill(deal)
        card = deal.stock.pop()
        deal.done = seat, "draw", (card,)
        self.receive(deal, card)
        return card

    def on_offer(self, deal: Deal) -> list[Card]:
        """The cards of the pile that can be taken: its top card, or those of the previous discard that the profile says (`take.upcard`)."""
        if self.profile.take_from == "top":
            return deal.pile[-1:]
        previous = self.previous(deal)
        return [*self.choice(previous), *self.swappable(deal, previous)]

    def choice(self, previous: Sequence[Card]) -> list[Card]:
        """`take.single`, `take.single-or-set`, `take.first`, `take.ends`, `take.any`, `take.set-any-run-ends`."""
        together = len(previous) == 1 or self.is_set(previous)
        first, ends, everything = list(previous[:1]), [*previous[:1], *previous[1:][-1:]], list(previous)
        choices: dict[str, list[Card]] = {
            "single": everything if len(previous) == 1 else [],
            "single-or-set": everything if together else [],
            "first": first,
            "ends": ends,
            "any": everything,
            "set-any-run-ends": everything if together else ends,
        }
        return choices[self.profile.take_from]

    def swappable(self, deal: Deal, previous: Sequence[Card]) -> list[Card]:
        """`take.joker-swap`: the jokers within a run that stand for the very card just discarded, and are not to be had anyway."""
        if not self.profile.take_joker_swap or len(deal.pending) != 1 or not self.is_run(previous):
            return []
        (card,) = deal.pending
        suit = self.pack.suits[self.naturals(previous)[0]]
        ranks = self.in_sequence(previous) or []
        fits = [
            joker for joker, rank in zip(previous, ranks, strict=True) if self.pack.ranks[joker] == JOKER and rank == self.pack.ranks[card]
        ]
        return [joker for joker in fits if suit == self.pack.suits[card] and joker not in self.choice(previous)]

    def may_take_into(self, deal: Deal, seat: Seat) -> bool:
        """`take.empty-hand`: a card taken is locked, so a hand needs another card to discard, be it of its rank (`take.lock-card`)."""
        return not self.profile.take_lock or deal.hands[seat] != 0

    def why_not_take(self, deal: Deal, seat: Seat, card: Card) -> str | None:
        """`take.top` or the like, named after what the profile lets take; then `take.empty-hand`."""
        broken = self.why_not_draw_now(deal, seat)
        if broken:
            return broken
        if card not in self.on_offer(deal):
            return f"take.{self.profile.take_from}"
        return None if self.may_take_into(deal, seat) else "take.empty-hand"

    def take(self, deal: Deal, seat: Seat, card: Card) -> None:
        """`take.top`, `take.previous`, `take.lock`: take a card of the pile into the hand and lock it. Refuses what `why_not_take` says."""
        refuse(self.why_not_take(deal, seat, card))
        self.lift(deal, card)
        if self.profile.take_lock:
            deal.locked = card
        deal.done = seat, "take", (card,)
        self.receive(deal, card)

    def lift(self, deal: Deal, card: Card) -> None:
        """`take.top`, `take.previous`: the card taken leaves the pile, wherever in it it lies."""
        deal.pile.remove(card)

    def takeable(self, deal: Deal) -> list[Card]:
        """`refill.avoid`: the cards that the player to act may take now, also while the stock is empty; none at a step not for drawing."""
        return [card for card in self.on_offer(deal) if self.why_not_take(deal, deal.seat, card) is None]
