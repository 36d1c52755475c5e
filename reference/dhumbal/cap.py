"""The turn cap."""

from __future__ import annotations

from collections.abc import Sequence

from dhumbal.deal import Outcome, Seat
from dhumbal.settlement import Settlement


class Cap(Settlement):
    """The chapter on the turn cap."""

    def is_last_turn(self, turns: int) -> bool:
        """`cap.turns`, `cap.counts`: whether the deal ends now that so many ordinary turns, of all players together, are completed.

        Until then a player may call (`cap.call-before`), and not any more after it (`cap.no-call`).
        """
        return turns == self.profile.cap_turns

    def settle_cap(self, totals: Sequence[int], dealer: Seat) -> Outcome:
        """`cap.lowest`, `cap.no-penalty`: the lowest of all hands (points, by seat) wins, and every other player pays their hand."""
        winner = self.lowest(totals, self.tie_order(len(totals), dealer, None))
        return self.collected("cap", None, winner, totals, self.payments(totals, winner))
