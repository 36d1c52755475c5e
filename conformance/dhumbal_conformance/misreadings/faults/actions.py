"""Faults in what is accepted, and in what a refusal leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dhumbal import Action, Card, Deal, Refused, Rules
from dhumbal.cards import cards_of
from dhumbal.deal import Seat

from dhumbal_conformance.misreadings import fault
from dhumbal_conformance.reference import JSON, ReferenceEngine

# Accepted although it breaks a rule


def unheeded(broken: str | None, clause: str) -> str | None:
    """What is wrong, to somebody who does not know the clause."""
    return None if broken == clause else broken


@fault("card-named-twice", ["discard.distinct"])
class CardNamedTwice(Rules):
    """The engine accepts a discard that names a card twice."""

    def why_not_named(self, cards: Sequence[Card]) -> str | None:
        """Only nothing is wrong."""
        return unheeded(super().why_not_named(cards), "discard.distinct")


@fault("card-not-held", ["discard.held"])
class CardNotHeld(Rules):
    """The engine accepts a discard of a card that the player does not hold."""

    def why_not_discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> str | None:
        """Never that a card is missing."""
        return unheeded(super().why_not_discard(deal, seat, cards), "discard.held")


@fault("nothing-discarded", ["discard.some"])
class NothingDiscarded(Rules):
    """The engine accepts a discard of no card."""

    def why_not_named(self, cards: Sequence[Card]) -> str | None:
        """Nothing is enough."""
        return unheeded(super().why_not_named(cards), "discard.some")


@fault("taken-card-goes-back", ["take.lock"])
class TakenCardGoesBack(Rules):
    """The engine lets a player discard the card they have just taken."""

    def why_not_discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> str | None:
        """Never that a card is locked."""
        return unheeded(super().why_not_discard(deal, seat, cards), "take.lock")


@fault("draws-out-of-turn", ["turn.seat"])
class DrawsOutOfTurn(Rules):
    """The engine does not look at who draws: it gives the card to the player whose turn it is."""

    def why_not_draw_now(self, deal: Deal, seat: Seat) -> str | None:
        """As if it were always the right player."""
        return super().why_not_draw_now(deal, deal.seat)


@fault("discards-out-of-turn", ["turn.seat"])
class DiscardsOutOfTurn(Rules):
    """The engine lets any player discard as soon as somebody has drawn."""

    def why_not_discard_now(self, deal: Deal, seat: Seat) -> str | None:
        """As if it were always the right player."""
        return super().why_not_discard_now(deal, deal.seat)


@fault("draws-twice", ["turn.one-draw"])
class DrawsTwice(Rules):
    """The engine lets a player draw from the stock again and again."""

    def why_not_draw_now(self, deal: Deal, seat: Seat) -> str | None:
        """Never that a card is drawn already."""
        return unheeded(super().why_not_draw_now(deal, seat), "turn.one-draw")


@fault("discards-before-drawing", ["turn.draw-first"])
class DiscardsBeforeDrawing(Rules):
    """The engine accepts a discard before the draw, and the turn is over with it."""

    def why_not_discard_now(self, deal: Deal, seat: Seat) -> str | None:
        """Never that a draw has to come first."""
        return unheeded(super().why_not_discard_now(deal, seat), "turn.draw-first")


@fault("discards-twice", ["turn.one-discard"], profile="cardrulesplus")
class DiscardsTwice(Rules):
    """The engine lets a player who has discarded discard once more before they draw; the first cards are lost."""

    def why_not_discard_now(self, deal: Deal, seat: Seat) -> str | None:
        """Never that there is a discard already."""
        return unheeded(super().why_not_discard_now(deal, seat), "turn.one-discard")


@fault("draws-before-discarding", ["turn.discard-first"], profile="cardrulesplus")
class DrawsBeforeDiscarding(Rules):
    """The engine accepts a draw before the discard, and the turn is over with it."""

    def why_not_draw_now(self, deal: Deal, seat: Seat) -> str | None:
        """Never that a discard has to come first."""
        return unheeded(super().why_not_draw_now(deal, seat), "turn.discard-first")


@fault("goes-on-after-the-end", ["turn.over"])
class GoesOnAfterTheEnd(Rules):
    """The engine accepts actions after the deal has ended."""

    def why_not_act(self, deal: Deal, seat: Seat) -> str | None:
        """Only whose turn it would be counts."""
        return None if seat == deal.seat else "turn.seat"


@fault("lock-stays", ["take.lock-ends"])
class LockStays(Rules):
    """The engine forgets to lift the lock at the end of the turn."""

    def end_turn(self, deal: Deal) -> None:
        """The turn ends, and the lock does not."""
        locked = deal.locked
        super().end_turn(deal)
        deal.locked = locked


@fault("together-before-held", ["refuse.first"])
class TogetherBeforeHeld(Rules):
    """The engine looks first at whether cards go together, and only then at whether they are held and free."""

    def why_not_discard(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> str | None:
        """What does not go together is named first."""
        broken = super().why_not_discard(deal, seat, cards)
        return "discard.together" if broken in ("discard.held", "take.lock") and not self.may_go_together(cards) else broken


@fault("limit-before-turn", ["refuse.first"])
class LimitBeforeTurn(Rules):
    """The engine looks first at the total of a caller, and only then at whose turn it is."""

    def why_not_call(self, deal: Deal, seat: Seat) -> str | None:
        """A high total is named first."""
        return super().why_not_call(deal, seat) if self.may_call(deal.totals[seat]) else "call.limit"


# Refused, and yet something has happened


class Damaging(Rules):
    """Leaves something behind when an action is refused."""

    def apply(self, deal: Deal, action: Action) -> None:
        """Do the action, or damage the table."""
        try:
            super().apply(deal, action)
        except Refused:
            self.damage(deal, action)
            raise

    def damage(self, deal: Deal, action: Action) -> None:
        """What is left behind."""


@fault("refused-draw-takes-a-card", ["refuse.unchanged"])
class RefusedDrawTakesACard(Damaging):
    """The engine takes a card off the stock also for a draw that it refuses."""

    def damage(self, deal: Deal, action: Action) -> None:
        """The card comes into the hand."""
        if action.kind == "draw" and deal.stock:
            card = deal.stock.pop()
            deal.hands[action.seat] |= 1 << card
            deal.totals[action.seat] += self.pack.values[card]


@fault("refused-discard-is-gone", ["refuse.unchanged"])
class RefusedDiscardIsGone(Damaging):
    """The engine takes the cards of a discard that it refuses out of the hand."""

    def damage(self, deal: Deal, action: Action) -> None:
        """What was held of them is gone."""
        for card in {card for card in action.cards if deal.hands[action.seat] >> card & 1} if action.kind == "discard" else ():
            deal.hands[action.seat] ^= 1 << card
            deal.totals[action.seat] -= self.pack.values[card]


@fault("refused-discard-lies-on-the-pile", ["refuse.unchanged"])
class RefusedDiscardLiesOnThePile(Damaging):
    """The engine puts the cards of a discard that it refuses on the pile."""

    def damage(self, deal: Deal, action: Action) -> None:
        """They lie there, and in the hand as well."""
        deal.pile += action.cards if action.kind == "discard" else ()


@fault("refused-discard-lifts-the-lock", ["refuse.unchanged"])
class RefusedDiscardLiftsTheLock(Damaging):
    """The engine refuses the discard of a locked card once, and forgets the lock with it."""

    def damage(self, deal: Deal, action: Action) -> None:
        """The lock is gone."""
        deal.locked = None if action.kind == "discard" else deal.locked


@fault("refused-take-locks", ["refuse.unchanged"])
class RefusedTakeLocks(Damaging):
    """The engine locks a card although the take of it is refused."""

    def damage(self, deal: Deal, action: Action) -> None:
        """The card is locked, wherever it lies."""
        deal.locked = action.cards[0] if action.kind == "take" else deal.locked


@fault("refused-take-lifts-the-card", ["refuse.unchanged"])
class RefusedTakeLiftsTheCard(Damaging):
    """The engine removes the top card of the pile also for a take that it refuses."""

    def damage(self, deal: Deal, action: Action) -> None:
        """The card is gone."""
        if action.kind == "take" and deal.pile:
            deal.pile.pop()


@fault("refused-call-is-remembered", ["refuse.unchanged"])
class RefusedCallIsRemembered(Damaging):
    """The engine notes who called although it refuses the call."""

    def damage(self, deal: Deal, action: Action) -> None:
        """There is a caller now."""
        deal.caller = action.seat if action.kind == "call" else deal.caller


@fault("refused-action-passes-the-turn", ["refuse.unchanged"])
class RefusedActionPassesTheTurn(Damaging):
    """The engine lets the next player act after an action that it refuses."""

    def damage(self, deal: Deal, action: Action) -> None:
        """The turn has passed."""
        deal.seat = self.next_seat(deal.seat, deal.players)


@fault("refused-action-counts", ["refuse.unchanged"])
class RefusedActionCounts(Damaging):
    """The engine counts an action that it refuses as a turn."""

    def damage(self, deal: Deal, action: Action) -> None:
        """One turn more."""
        deal.turns += 1


@fault("refused-action-exchanges", ["refuse.unchanged"])
class RefusedActionExchanges(Damaging):
    """The engine exchanges a card of the player with the stock when it refuses an action."""

    def damage(self, deal: Deal, action: Action) -> None:
        """The lowest card of the hand goes beneath the stock, and the one on top comes for it."""
        held = cards_of(deal.hands[action.seat])
        if held and deal.stock:
            drawn = deal.stock.pop()
            deal.stock.insert(0, held[0])
            deal.hands[action.seat] ^= 1 << held[0] | 1 << drawn
            deal.totals[action.seat] += self.pack.values[drawn] - self.pack.values[held[0]]


@fault("refusals-unsaid", ["refuse.unchanged"])
class RefusalsUnsaid(ReferenceEngine):
    """The engine ignores what is against the rules, and answers that it was accepted."""

    def apply(self, game: str, action: JSON, **params: Any) -> JSON:
        """Whatever is refused is left undone."""
        return super().apply(game=game, action=action, **params) | {"accepted": True}


# Games


@fault("one-table", ["turn.seat"])
class OneTable(ReferenceEngine):
    """The engine has only one table: a game that begins takes the place of the one before."""

    def apply(self, game: str, action: JSON, **params: Any) -> JSON:
        """The action is done in the last game."""
        return super().apply(game=list(self.games)[-1], action=action, **params)

    def observe(self, game: str, **params: Any) -> JSON:
        """What is seen is the last game."""
        return super().observe(game=list(self.games)[-1], **params)


@fault("turns-go-on-counting", ["cap.counts"])
class TurnsGoOnCounting(ReferenceEngine):
    """The engine goes on counting turns where the deal before left off."""

    def __init__(self) -> None:
        super().__init__()
        self.turns = 0

    def new(self, game: str, **params: Any) -> JSON:
        """Deal, with the turns of the deal before."""
        answer = super().new(game=game, **params)
        if answer["accepted"]:
            self.games[game].deal.turns = self.turns
        return answer

    def end(self, game: str, **params: Any) -> JSON:
        """Forget the game, but not its turns."""
        self.turns = self.games[game].deal.turns
        return super().end(game=game, **params)


@fault("half-a-turn", ["refuse.unchanged"])
class HalfATurn(ReferenceEngine):
    """The engine does whole turns alone, and the first half of one also where it refuses the second."""

    def initialize(self, *protocol: Any, **params: Any) -> JSON:
        """There are no half turns."""
        said = super().initialize(*protocol, **params)
        return said | {"capabilities": said["capabilities"] | {"half_turns": False}}

    def apply(self, game: str, action: JSON, **params: Any) -> JSON:
        """Do the turn; what fails in it fails where it is."""
        answer, table = super().apply(game=game, action=action, **params), self.games[game]
        first = {**action["draw"], "type": "draw", "player": action["player"]} if action["type"] == "turn" else None
        if first and not answer["accepted"] and table.rules.draws_first:
            super().apply(game=game, action=first)
        return answer
