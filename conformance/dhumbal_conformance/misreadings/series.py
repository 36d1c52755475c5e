"""Misreadings of the chapter: series."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dhumbal import Outcome, Rules, Series
from dhumbal.deal import Seat

from dhumbal_conformance.misreadings import equivalent, misreads, played_with
from dhumbal_conformance.reference import JSON, ReferenceEngine


@misreads("NG-65", "replayed")
class CappedDealsDoNotCount(Rules):
    """A deal that ended at the turn cap is dealt again."""

    def score(self, series: Series, outcome: Outcome) -> None:
        """Nothing changes after such a deal."""
        if outcome.ended != "cap":
            super().score(series, outcome)


@misreads("NG-67", "stop-early")
class StopsWhenDecided(Rules):
    """The series ends when nobody can overtake the leader any more."""

    def why_no_deal(self, series: Series) -> str | None:
        """Five cards count 50 at most, and whoever leads can lose as much as each of the others."""
        second, first = sorted(series.scores)[-2:]
        left = (self.profile.series_deals or 0) - series.played
        return super().why_no_deal(series) or ("series.deals" if first - second > left * 50 * len(series.scores) else None)


played_with("NG-67", "go-on", series_deals=None)


@misreads("NG-68", "dense")
class NoPlaceIsLeftOut(Rules):
    """The next place follows a shared one."""

    def places(self, series: Series) -> list[int]:
        """One more than the number of better scores, and not of the players who have them."""
        return [1 + len({other for other in series.scores if other > score}) for score in series.scores]


@misreads("NG-68", "average")
class SharedPlacesAreAveraged(ReferenceEngine):
    """Who shares a place has the middle of the places shared."""

    def series(self, *_: Any, **params: Any) -> JSON:
        """Half a place more for each other player on the same place."""
        answer = super().series(**params)
        places = list(answer["places"].values())
        return answer | {"places": {seat: place + (places.count(place) - 1) / 2 for seat, place in answer["places"].items()}}


@misreads("NG-69", "extra-deal")
class OneMoreDealPartsTheFirst(Rules):
    """A shared first place brings one more deal."""

    def why_no_deal(self, series: Series) -> str | None:
        """The deal after the last one is played while two lead."""
        shared = series.played == self.profile.series_deals and series.scores.count(max(series.scores)) > 1
        return None if shared else super().why_no_deal(series)


@misreads("NG-69", "seat")
class TheCountPartsTheFirst(Rules):
    """A shared first place goes to the first in the count from the left of the last dealer."""

    def places(self, series: Series) -> list[int]:
        """The others who would share it are second; the count begins where the next deal would be dealt."""
        places = super().places(series)
        order = self.seats_after(series.dealer, len(places))
        first = next(seat for seat in [series.dealer, *order] if places[seat] == 1)
        return [2 if place == 1 and seat != first else place for seat, place in enumerate(places)]


@misreads("NG-70", "lowest")
class LowestScoreWins(Rules):
    """The lowest score stands best."""

    def standing(self, series: Series, seat: Seat) -> tuple[float, int]:
        """The other way round."""
        return 0, -series.scores[seat]


@misreads("NG-71", "out")
class OutAtMinus100(Rules):
    """A score of minus 100 puts a player out."""

    def is_out(self, score: int) -> bool:
        """From minus 100 downwards."""
        return score <= -100


played_with("NG-71", "reduced", series_resets=((100, 50), (200, 100)))


@misreads("NG-72", "full-rounds")
class EverybodyDealsEquallyOften(Rules):
    """Deals are added until everybody has dealt equally often."""

    def why_no_deal(self, series: Series) -> str | None:
        """Nothing ends the series within a round of the deal."""
        return super().why_no_deal(series) if series.played % len(series.scores) == 0 else None


for reading in ("rotation", "loser"):
    equivalent("NG-73", reading, because="a scenario holds one series, and its first dealer is given from outside")
equivalent("NG-74", "carried", because="a scenario holds one series, and nothing tells which other one the same players have played before")

played_with("CR-05", "above-100", series_elimination="over")

for reading in ("lowest-wins", "another-deal"):
    equivalent(
        "CR-15", reading, because="every deal leaves somebody in: the caller who won or all others score 0, with a score below the limit"
    )


@misreads("CR-17", "first-to-three")
class FirstToThree(Rules):
    """The series ends when somebody has won three deals."""

    def series(self, players: int, dealer: Seat) -> Series:
        """Nobody has won a deal yet."""
        self.won = [0] * players
        return super().series(players, dealer)

    def score(self, series: Series, outcome: Outcome) -> None:
        """A deal is won by the caller who was not caught."""
        if outcome.ended == "won" and outcome.caller is not None:
            self.won[series.still_in()[outcome.caller]] += 1
        super().score(series, outcome)

    def why_no_deal(self, series: Series) -> str | None:
        """No deal after the third that one player won."""
        return super().why_no_deal(series) or ("series.deals" if max(self.won) >= 3 else None)


@misreads("CR-17", "deciding-deal")
class PlaysOnUntilTheFirstPart(Rules):
    """After the agreed deals those who lead together play on."""

    def why_no_deal(self, series: Series) -> str | None:
        """The number of deals ends nothing while the first place is shared."""
        broken = super().why_no_deal(series)
        return None if broken == "series.deals" and self.places(series).count(1) > 1 else broken


@misreads("DB-05", "another-deal")
@misreads("PI-10", "play-on-always")
class AllPlayOn(Rules):
    """Where all would go out together, all stay in, whatever their scores."""

    def going_out(self, series: Series, players: list[Seat]) -> list[Seat]:
        """Nobody instead of everybody."""
        out = [seat for seat in players if self.is_out(series.scores[seat])]
        return out if len(out) < len(players) else []


@misreads("DB-05", "nobody")
@misreads("PI-10", "shared")
class AllShareTheFirstPlace(AllPlayOn):
    """Where all would go out together, the series ends and they share the first place."""

    def why_no_deal(self, series: Series) -> str | None:
        """No deal once those who are left are over the limit."""
        over = all(self.is_out(series.scores[seat]) for seat in series.still_in())
        return super().why_no_deal(series) or ("series.last" if over else None)

    def standing(self, series: Series, seat: Seat) -> tuple[float, int]:
        """Scores over the limit stand alike."""
        together = series.out[seat] is None and self.is_out(series.scores[seat])
        return (float("inf"), 0) if together else super().standing(series, seat)


played_with("DB-06", "out-at-100", series_elimination="at-least", series_resets=None)
played_with("DB-06", "stays-100", series_resets=None)


@misreads("PI-05", "first-after-dealer")
class FirstAfterTheDealerStarts(Rules):
    """Of equal lowest hands the first after the dealer starts the next deal."""

    def settle_call(self, totals: Sequence[int], dealer: Seat, caller: Seat) -> Outcome:
        """The caller who was caught is not counted."""
        outcome = super().settle_call(totals, dealer, caller)
        order = [seat for seat in self.seats_after(dealer, len(totals)) if seat != caller]
        return outcome if outcome.ended == "won" else outcome._replace(winner=self.lowest(totals, order))


@misreads("PI-05", "lowest-seat")
class FirstSeatStarts(Rules):
    """Of equal lowest hands the one in the first seat starts the next deal."""

    def lowest_hand(self, totals: Sequence[int], caller: Seat, caught: bool) -> Seat | None:
        """The first in the order of the seats, the caught caller aside."""
        return self.lowest(totals, [seat for seat in range(len(totals)) if seat != caller]) if caught else caller


@misreads("PI-06", "chain")
class ReducedAgain(Rules):
    """A reduced score is looked at again."""

    def reduced(self, score: int, delta: int) -> int:
        """Until nothing changes."""
        lower = super().reduced(score, delta)
        return lower if lower == score else self.reduced(lower, delta)


@misreads("PI-07", "state-at-the-end")
class ReducedWithoutAChange(Rules):
    """A score is reduced also by a deal that did not change it."""

    def reduced(self, score: int, delta: int) -> int:
        """Whatever the deal scored."""
        return dict(self.profile.series_resets or ()).get(score, score)


@misreads("PI-08", "points")
class PointsAreReduced(Rules):
    """The points of the deal are reduced, and not the score."""

    def reduced(self, score: int, delta: int) -> int:
        """Less points where those of the deal are one of the numbers."""
        return score - delta + dict(self.profile.series_resets or ()).get(delta, delta)


@misreads("PI-09", "multiples-of-50")
class EveryMultipleOf50IsHalved(Rules):
    """Every multiple of 50 is reduced by half."""

    def reduced(self, score: int, delta: int) -> int:
        """Half of it, where the deal changed it."""
        return score // 2 if delta and score % 50 == 0 else score


played_with("PN-05", "out", series_elimination="at-least")
played_with("PN-05", "reduced", series_resets=((100, 50),))


class DealMovesOn(Rules):
    """The deal passes to the left, whoever won."""

    def next_dealer(self, series: Series, winner: Seat | None) -> Seat:
        """The next player who is still in."""
        return self.next_in(series, series.dealer)


@misreads("X-01", "deal-moves-on")
class WinnerStartsAnywhere(ReferenceEngine):
    """The deal passes to the left, and the winner starts wherever the dealer sits."""

    winner: str | None = None

    def __init__(self) -> None:
        super().__init__(DealMovesOn)

    def series(self, *_: Any, **params: Any) -> JSON:
        """Nobody has won a deal before the first."""
        self.winner = None
        return super().series(**params)

    def _scored(self, *, rules: Rules, series: Series, players: Sequence[str], deal: JSON) -> JSON:
        starter = self.winner and players[rules.winner_starts(series, players.index(self.winner))]
        scored = super()._scored(rules=rules, series=series, players=players, deal=deal)
        self.winner = scored.get("winner", self.winner)
        return scored | ({"starter": starter} if starter and scored["accepted"] else {})


@misreads("X-01", "winner-deals")
class WinnerDeals(Rules):
    """The winner of a deal deals the next one."""

    def last_before(self, series: Series, seat: Seat) -> Seat:
        """The winner, and not the player before them."""
        return seat


@misreads("X-02", "next-lowest")
class NextLowestStarts(Rules):
    """Where the winner goes out, the lowest hand of those who are left starts."""

    def score(self, series: Series, outcome: Outcome) -> None:
        """Among equal hands it is the first in the order of the seats."""
        players = series.still_in()
        super().score(series, outcome)
        if outcome.winner is not None and series.out[players[outcome.winner]] is not None:
            lowest = min(series.still_in(), key=lambda seat: outcome.totals[players.index(seat)])
            series.dealer = self.next_dealer(series, lowest)


@misreads("X-02", "caller")
class CallerStarts(Rules):
    """Where the winner goes out, the caller starts."""

    def score(self, series: Series, outcome: Outcome) -> None:
        """The next player after the caller, if they are out, too."""
        players = series.still_in()
        super().score(series, outcome)
        if outcome.winner is not None and outcome.caller is not None and series.out[players[outcome.winner]] is not None:
            series.dealer = self.next_dealer(series, players[outcome.caller])


@misreads("X-03", "by-score")
class PlacesByScoreAlone(Rules):
    """Players who are out are placed by their scores, whenever they went out."""

    def standing(self, series: Series, seat: Seat) -> tuple[float, int]:
        """In before out, and then the score."""
        return float(series.out[seat] is None), -series.scores[seat]


@misreads("X-03", "only-a-winner")
class OnlyAWinner(Rules):
    """All who are out share the place after the winner."""

    def standing(self, series: Series, seat: Seat) -> tuple[float, int]:
        """Alike, whenever they went out and with what score."""
        return super().standing(series, seat) if series.out[seat] is None else (0, 0)


@misreads("X-04", "all-play-on")
class AllPlayOnAfterATie(Rules):
    """Where all would go out together and the lowest score is shared, all of them play on."""

    def going_out(self, series: Series, players: list[Seat]) -> list[Seat]:
        """Nobody goes out while not all can and one stays in alone."""
        out = super().going_out(series, players)
        everybody = all(self.is_out(series.scores[seat]) for seat in players)
        return [] if everybody and len(out) < len(players) - 1 else out


@misreads("X-04", "share")
class LowestShareTheFirstPlace(Rules):
    """Where all would go out together and the lowest score is shared, those who have it have won."""

    def why_no_deal(self, series: Series) -> str | None:
        """No deal once those who are left are over the limit."""
        over = all(self.is_out(series.scores[seat]) for seat in series.still_in())
        return super().why_no_deal(series) or ("series.last" if over else None)
