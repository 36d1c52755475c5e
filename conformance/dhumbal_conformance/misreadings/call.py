"""Misreadings of the chapter: the call."""

from __future__ import annotations

from collections.abc import Iterable

from dhumbal import Action, Deal, Rules
from dhumbal.deal import Seat

from dhumbal_conformance.misreadings import misreads, played_with

played_with("CR-01", "five", call_limit=5)
played_with("CR-01", "seven", call_limit=7)
played_with("CR-12", "second-round", call_from="second-round")
played_with("DB-09", "no", call_from="second-round")
played_with("NG-12", "below-five", call_limit=4)
played_with("NG-12", "higher-limit", call_limit=7)
played_with("NG-17", "after-a-round", call_from="second-round")
played_with("NG-18", "one-more-turn", call_last_turns=True)
played_with("PI-01", "up-to-seven", call_limit=7)
played_with("PN-04", "any-turn", call_from="first-turn")


@misreads("DB-07", "not-allowed")
class RefusesLosingCalls(Rules):
    """Refuses the call of a player whose hand is not the lowest."""

    def why_not_call(self, deal: Deal, seat: Seat) -> str | None:
        """A hand that would be caught may not call."""
        others = [total for other, total in enumerate(deal.totals) if other != seat]
        return super().why_not_call(deal, seat) or ("call.limit" if self.is_caught(deal.totals[seat], others) else None)


def has_acted_last(deal: Deal, seat: Seat) -> bool:
    """Whether nobody has done anything since this player did."""
    return deal.outcome is None and deal.last is not None and deal.last.seat == seat


@misreads("DB-08", "same-turn")
class CallsRightAfterExchanging(Rules):
    """Lets a player call who has just come low by discarding or drawing."""

    def why_not_call(self, deal: Deal, seat: Seat) -> str | None:
        """A low hand may call while nobody has acted after its player."""
        right_away = has_acted_last(deal, seat) and self.may_call(deal.totals[seat])
        return None if right_away else super().why_not_call(deal, seat)


@misreads("DB-08", "after-a-round")
class CallsAfterAnIdleRound(Rules):
    """Refuses the call of a player who has exchanged a card in the round before."""

    def why_not_call(self, deal: Deal, seat: Seat) -> str | None:
        """Every ordinary turn exchanges a card, so that only those who had none may call."""
        has_exchanged = deal.turns >= deal.players
        return super().why_not_call(deal, seat) or ("call.only-at-turn-start" if has_exchanged else None)


@misreads("NG-13", "turn-end")
class CallsAtTurnEnd(Rules):
    """Lets a player call who has just come low by their discard."""

    def why_not_call(self, deal: Deal, seat: Seat) -> str | None:
        """A low hand may call when its player has discarded and nobody has acted after them."""
        at_turn_end = has_acted_last(deal, seat) and not self.has_begun(deal) and self.may_call(deal.totals[seat])
        return None if at_turn_end else super().why_not_call(deal, seat)


@misreads("NG-14", "forced")
class ForcesCalls(Rules):
    """Refuses a draw to a player who may call."""

    def why_not_draw_now(self, deal: Deal, seat: Seat) -> str | None:
        """Whoever may call may not draw."""
        forced = self.why_not_call(deal, seat) is None
        return "call.optional" if forced else super().why_not_draw_now(deal, seat)


@misreads("NG-15", "penalty")
class PunishesHighCalls(Rules):
    """Lets a call with too high a total end the deal, with its caller caught."""

    def call(self, deal: Deal, seat: Seat) -> None:
        """A total above the limit calls as well."""
        if self.why_not_call(deal, seat) != "call.limit":
            super().call(deal, seat)
            return
        deal.done = Action(seat, "call")
        deal.outcome = self.settle_call(deal.totals, deal.dealer, seat)

    def is_caught(self, caller: int, others: Iterable[int]) -> bool:
        """A total above the limit is caught, whatever the others hold."""
        return not self.may_call(caller) or super().is_caught(caller, others)


@misreads("NG-19", "draws-first")
class DrawsBeforeCalling(Rules):
    """Lets a player call only with a card drawn."""

    def why_not_call(self, deal: Deal, seat: Seat) -> str | None:
        """A card must have been drawn in this turn."""
        broken = self.why_not_act(deal, seat) or (None if self.has_begun(deal) else "turn.draw-first")
        return broken or (None if self.may_call(deal.totals[seat]) else "call.limit")


@misreads("PN-04", "last-of-the-first-round")
class LastPlayerNeedNotWait(Rules):
    """Lets the last player of the first round call, as all others have had a turn."""

    def is_too_early(self, deal: Deal) -> bool:
        """Whether anybody but the player to act has had no turn yet."""
        return deal.turns < deal.players - 1
