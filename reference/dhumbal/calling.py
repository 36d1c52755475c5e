"""The call."""

from __future__ import annotations

from dhumbal.deal import Deal, Seat
from dhumbal.refusals import refuse
from dhumbal.turn import Turn


class Calling(Turn):
    """The chapter on the call."""

    def may_call(self, total: int) -> bool:
        """`call.limit`, `call.no-limit`: a player may call while their total (points) is within the profile's limit; always, if none.

        An empty hand has a total of 0 (`empty.call`).
        """
        return self.profile.call_limit is None or total <= self.profile.call_limit

    def is_too_early(self, deal: Deal) -> bool:
        """`call.any-turn`, `call.second-round`: whether every player must have completed a turn, and has not."""
        return self.profile.call_from == "second-round" and deal.turns < deal.players

    def why_not_call(self, deal: Deal, seat: Seat) -> str | None:
        """`call.only-at-turn-start`, `call.once`, `call.second-round`, `call.limit`: before all else, with a total low enough."""
        broken = self.why_not_act(deal, seat)
        if broken:
            return broken
        if self.has_begun(deal):
            return "call.only-at-turn-start"
        if deal.caller is not None:
            return "call.once"
        if self.is_too_early(deal):
            return "call.second-round"
        return None if self.may_call(deal.totals[seat]) else "call.limit"

    def call(self, deal: Deal, seat: Seat) -> None:
        """`call.at-once`, `call.no-draw`, `call.last-turns`: end the deal and settle it, at once or after one more turn of everybody else.

        Refuses what `why_not_call` names.
        """
        refuse(self.why_not_call(deal, seat))
        deal.done = seat, "call", ()
        if self.profile.call_last_turns:
            deal.caller = seat
            deal.seat = self.next_seat(seat, deal.players)
        else:
            deal.outcome = self.settle_call(deal.totals, deal.dealer, seat)
