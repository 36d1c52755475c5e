"""Faults in setting up, and in scoring a series."""

from __future__ import annotations

from typing import Any

from dhumbal import Deal, Outcome, Profile, Rules, Series
from dhumbal.deal import Seat

from dhumbal_conformance.misreadings import fault
from dhumbal_conformance.misreadings.setup import EverySeatDeals
from dhumbal_conformance.reference import JSON, ReferenceEngine

# Setting up


@fault("direction-ignored", ["setup.seats"], profile="cardrulesplus-anticlockwise")
class DirectionIgnored(Rules):
    """The engine goes round clockwise where the rules go round the other way."""

    def next_seat(self, seat: Seat, players: int) -> Seat:
        """One up."""
        return (seat + 1) % players


@fault("dealer-starts", ["deal.starter"])
class DealerStarts(Rules):
    """The engine gives the first turn to the dealer."""

    def starter(self, dealer: Seat, players: int) -> Seat:
        """The dealer."""
        return dealer


@fault("first-seat-starts", ["deal.starter"])
class FirstSeatStarts(Rules):
    """The engine gives the first turn to the first seat, whoever deals."""

    def starter(self, dealer: Seat, players: int) -> Seat:
        """Always the same."""
        return 0


@fault("dealt-from-the-dealer", ["deal.singly"])
class DealtFromTheDealer(Rules):
    """The engine deals the first card to the dealer."""

    def deal(self, *args: Any, **params: Any) -> Deal:
        """The hands are one seat further round."""
        deal = super().deal(*args, **params)
        if self.profile.direction == "clockwise":
            deal.hands = deal.hands[1:] + deal.hands[:1]
            deal.totals = deal.totals[1:] + deal.totals[:1]
        return deal


@fault("one-player", ["setup.players"])
class OnePlayer(Rules):
    """The engine accepts any number of players up to the highest."""

    def admit_to_deal(self, players: int) -> None:
        """One will do."""
        super().admit_to_deal(max(players, self.profile.players_min))


@fault("turns-of-a-position-forgotten", ["cap.counts"])
class TurnsOfAPositionForgotten(ReferenceEngine):
    """The engine counts the turns from 0 in a position that it is given, whatever the position says."""

    def load(self, game: str, state: JSON, **params: Any) -> JSON:
        """No turns have been completed."""
        return super().load(game=game, state=state | {"turns": 0}, **params)


# The dealer


@fault("dealer-stays", ["series.rotation"])
class DealerStays(Rules):
    """The engine lets the same player deal again."""

    def next_dealer(self, series: Series, winner: Seat | None) -> Seat:
        """Nobody else."""
        return series.dealer


@fault("dealer-who-is-out", ["setup.out"], profile="doumebash")
class DealerWhoIsOut(EverySeatDeals):
    """The engine gives the deal to the next seat, also when that player is out."""


@fault("a-player-too-many-passed-over", ["setup.out"], profile="doumebash")
class APlayerTooManyPassedOver(Rules):
    """The engine passes over the next player as well when somebody has just gone out."""

    def next_dealer(self, series: Series, winner: Seat | None) -> Seat:
        """One further, after a deal in which somebody went out."""
        following = super().next_dealer(series, winner)
        return self.next_in(series, following) if series.played in series.out else following


# Scores


@fault("scores-of-the-last-deal", ["series.score"])
class ScoresOfTheLastDeal(Rules):
    """The engine keeps the points of the last deal alone."""

    def score(self, series: Series, outcome: Outcome) -> None:
        """The scores before it are forgotten."""
        series.scores = [0 if out is None else score for score, out in zip(series.scores, series.out, strict=True)]
        super().score(series, outcome)


@fault("scores-never-negative", ["series.score"])
class ScoresNeverNegative(Rules):
    """The engine lets no score fall below 0."""

    def score(self, series: Series, outcome: Outcome) -> None:
        """0 at least."""
        super().score(series, outcome)
        series.scores = [max(score, 0) for score in series.scores]


@fault("capped-deal-without-points", ["series.capped"])
class CappedDealWithoutPoints(Rules):
    """The engine adds nothing to the scores for a deal that ended at the turn cap."""

    def score(self, series: Series, outcome: Outcome) -> None:
        """Nobody's score changes."""
        nothing = outcome._replace(deltas=(0,) * len(outcome.deltas))
        super().score(series, nothing if outcome.ended == "cap" else outcome)


@fault("a-deal-too-few", ["series.deals"])
class ADealTooFew(Rules):
    """The engine ends a series one deal early."""

    def __init__(self, profile: Profile) -> None:
        super().__init__(profile._replace(series_deals=profile.series_deals and profile.series_deals - 1))


@fault("out-before-the-reset", ["series.resets"], profile="pagat-yaniv")
class OutBeforeTheReset(Rules):
    """The engine looks at who is out before it reduces a score, with the points that were reached."""

    def is_out(self, score: int) -> bool:
        """What was reduced to a number came from the higher one."""
        reached = {after: before for before, after in self.profile.series_resets or ()}
        return super().is_out(max(score, reached.get(score, score)) + (score in reached))


@fault("reset-in-passing", ["series.resets"], profile="doumebash")
class ResetInPassing(Rules):
    """The engine reduces a score also when it passes the exact number."""

    def reduced(self, score: int, delta: int) -> int:
        """From below the number to the number or more."""
        passed = [after for before, after in self.profile.series_resets or () if score - delta < before <= score]
        return passed[-1] if passed else score


# Places


@fault("first-until-out", ["series.out-places"], profile="doumebash")
class FirstUntilOut(Rules):
    """The engine gives everybody who is still in the series the first place, whatever their scores."""

    def standing(self, series: Series, seat: Seat) -> tuple[float, int]:
        """Alike, until one goes out."""
        return super().standing(series, seat) if series.out[seat] is not None else (float("inf"), 0)


@fault("places-one-after-another", ["series.places"])
class PlacesOneAfterAnother(Rules):
    """The engine numbers the places through: equal scores stand one after the other."""

    def places(self, series: Series) -> list[int]:
        """1, 2, 3, equals in the order of the seats."""
        order = sorted(range(len(series.scores)), key=lambda seat: self.standing(series, seat), reverse=True)
        return [1 + order.index(seat) for seat in range(len(series.scores))]


@fault("places-from-below", ["series.places"])
class PlacesFromBelow(Rules):
    """The engine gives equal scores the worst of the places they share: 2, 2, 3."""

    def places(self, series: Series) -> list[int]:
        """As many as stand better or as well."""
        standing = [self.standing(series, seat) for seat in range(len(series.scores))]
        return [sum(other >= own for other in standing) for own in standing]


@fault("first-place-alone-shared", ["series.places"])
class FirstPlaceAloneShared(Rules):
    """The engine shares the first place alone; further down equal scores stand one after the other."""

    def places(self, series: Series) -> list[int]:
        """As it should be for the first place, and numbered through after it."""
        right = super().places(series)
        return [place + (right[:seat].count(place) if place > 1 else 0) for seat, place in enumerate(right)]
