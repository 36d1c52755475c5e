"""The series."""

from __future__ import annotations

from dhumbal.deal import Outcome, Seat
from dhumbal.discarding import Discarding
from dhumbal.refusals import refuse


class Series:
    """Deals scored together: `scores` in points by seat, the `dealer` of the coming deal, and how many deals are `played`.

    `out` tells with which deal, counted from 1, each seat went out; None while it is in.
    """

    def __init__(self, players: int, dealer: Seat) -> None:
        self.dealer = dealer
        self.scores = [0] * players
        self.out: list[int | None] = [None] * players
        self.played = 0

    def still_in(self) -> list[Seat]:
        """The seats that take part in the coming deal."""
        return [seat for seat, deal in enumerate(self.out) if deal is None]


class Scoring(Discarding):
    """The chapter on the series."""

    def series(self, players: int, dealer: Seat) -> Series:
        """`series.zero`: a new series; `dealer` is whom the lot names. Refuses a wrong number of players."""
        self.admit(players)
        return Series(players, dealer)

    def why_no_deal(self, series: Series) -> str | None:
        """`series.deals`, `series.last`: the clause by which no further deal is played, or None while the series goes on."""
        if len(series.still_in()) == 1:
            return "series.last"
        limit = self.profile.series_deals
        return "series.deals" if limit is not None and series.played >= limit else None

    def is_over(self, series: Series) -> bool:
        """Whether the series has ended."""
        return self.why_no_deal(series) is not None

    def score(self, series: Series, outcome: Outcome) -> None:
        """`series.score`, `series.capped`: add a deal, however it ended; its seats are those of the players still in, without gaps.

        Refuses a deal after the end of the series.
        """
        refuse(self.why_no_deal(series))
        players = series.still_in()
        for seat, delta in zip(players, outcome.deltas, strict=True):
            series.scores[seat] = self.reduced(series.scores[seat] + delta, delta)
        series.played += 1
        for seat in self.going_out(series, players):
            series.out[seat] = series.played
        winner = None if outcome.winner is None else players[outcome.winner]
        series.dealer = self.next_dealer(series, winner)

    def reduced(self, score: int, delta: int) -> int:
        """`series.resets`, `series.resets.once`, `series.resets.total`: a score (points) just brought to an exact number."""
        resets = dict(self.profile.series_resets or ())
        return resets.get(score, score) if delta else score

    def is_out(self, score: int) -> bool:
        """`series.out`, `series.no-elimination`: whether a score (points) puts a player out."""
        limit = self.profile.series_limit
        if self.profile.series_elimination is None or limit is None:
            return False
        return score > limit or (score == limit and self.profile.series_elimination == "at-least")

    def going_out(self, series: Series, players: list[Seat]) -> list[Seat]:
        """`series.out`, `series.last-together`: who goes out now; if it would be everybody, the lowest score stays in."""
        out = [seat for seat in players if self.is_out(series.scores[seat])]
        if len(out) < len(players):
            return out
        lowest = min(series.scores[seat] for seat in players)
        return [seat for seat in out if series.scores[seat] > lowest]

    def next_dealer(self, series: Series, winner: Seat | None) -> Seat:
        """`series.rotation`, `series.winner-starts`: the player after the last dealer, or the one before the winner who starts."""
        if winner is None or self.profile.series_starter != "winner":
            return self.next_in(series, series.dealer)
        return self.last_before(series, self.winner_starts(series, winner))

    def winner_starts(self, series: Series, winner: Seat) -> Seat:
        """`series.winner-out`: who takes the first turn after a deal that this player won: the next one, if they are out."""
        return winner if series.out[winner] is None else self.next_in(series, winner)

    def last_before(self, series: Series, seat: Seat) -> Seat:
        """`setup.out`: the seat before this one that is still in; the same, if there is no other."""
        round_the_table = [other for other in self.seats_after(seat, len(series.out)) if series.out[other] is None]
        return round_the_table[-2] if len(round_the_table) > 1 else seat

    def next_in(self, series: Series, seat: Seat) -> Seat:
        """`setup.out`: the next seat that is still in."""
        return next(other for other in self.seats_after(seat, len(series.out)) if series.out[other] is None)

    def places(self, series: Series) -> list[int]:
        """`series.places`, `series.out-places`: each seat's place: one more than the number of players who stand better."""
        standing = [self.standing(series, seat) for seat in range(len(series.scores))]
        return [1 + sum(other > own for other in standing) for own in standing]

    def standing(self, series: Series, seat: Seat) -> tuple[float, int]:
        """`series.highest`, `series.lowest`, `series.out-places`: how well a seat stands; the longer in the better, and then by score."""
        out = series.out[seat]
        score = series.scores[seat]
        return (float("inf") if out is None else out, score if self.profile.settle_scoring == "transfer" else -score)
