"""The call."""

from __future__ import annotations

from dhumbal.deal import Action, Deal, Outcome, Seat
from dhumbal.refusals import refuse
from dhumbal.turn import Turn


class Calling(Turn):
    """The chapter on the call."""

    def may_call(self, total: int) -> bool:
        """`call.limit`: a player may call while their total (points) is at most the profile's limit; always, if it has none."""
        return self.profile.call_limit is None or total <= self.profile.call_limit

    def why_not_call(self, deal: Deal, seat: Seat) -> str | None:
        """`call.only-at-turn-start`, `call.limit`: on any turn of their own (`call.any-turn`), before drawing, with a total low enough."""
        broken = self.why_not_act(deal, seat)
        if broken:
            return broken
        if deal.drawn is not None:
            return "call.only-at-turn-start"
        return None if self.may_call(deal.totals[seat]) else "call.limit"

    def call(self, deal: Deal, seat: Seat) -> Outcome:
        """`call.at-once`, `call.no-draw`: end the deal and settle it. Refuses what `why_not_call` names."""
        refuse(self.why_not_call(deal, seat))
        deal.last = Action(seat, "call")
        deal.outcome = self.settle_call(deal.totals, deal.dealer, seat)
        return deal.outcome
