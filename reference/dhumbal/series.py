"""The series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dhumbal.deal import Outcome, Seat
from dhumbal.discarding import Discarding
from dhumbal.refusals import refuse


@dataclass(slots=True)
class Series:
    """Deals scored together: `scores` in points by seat, the `dealer` of the coming deal, and how many deals are `played`."""

    dealer: Seat
    scores: list[int] = field(default_factory=list)
    played: int = 0


class Scoring(Discarding):
    """The chapter on the series."""

    def series(self, players: int, dealer: Seat) -> Series:
        """`series.zero`: a new series; `dealer` is whom the lot names. Refuses a wrong number of players."""
        self.admit(players)
        return Series(dealer, [0] * players)

    def is_over(self, series: Series) -> bool:
        """`series.deals`: the series is over after its number of deals, and not before."""
        return self.profile.series_deals is not None and series.played >= self.profile.series_deals

    def score(self, series: Series, outcome: Outcome) -> None:
        """`series.score`, `series.rotation`, `series.capped`: add a deal, however it ended. Refuses one deal too many (`series.deals`)."""
        refuse("series.deals" if self.is_over(series) else None)
        series.scores = [score + delta for score, delta in zip(series.scores, outcome.deltas, strict=True)]
        series.played += 1
        series.dealer = self.next_dealer(series.dealer, len(series.scores), outcome)

    def next_dealer(self, dealer: Seat, players: int, outcome: Outcome) -> Seat:
        """`series.rotation`: the deal passes to the dealer's left, whoever won."""
        return self.next_seat(dealer, players)

    def places(self, scores: Sequence[int]) -> list[int]:
        """`series.highest`, `series.places`: each seat's place: one more than the number of players with a higher score."""
        return [1 + sum(other > score for other in scores) for score in scores]
