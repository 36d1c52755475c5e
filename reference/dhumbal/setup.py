"""Setup: players, seats, and the direction in which everything goes round."""

from __future__ import annotations

from dhumbal.cards import Pack
from dhumbal.deal import Seat
from dhumbal.profile import Profile
from dhumbal.refusals import refuse


class Setup:
    """The chapter on setup, and what all chapters share: the profile and its pack."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.pack = Pack(profile)
        self.step = 1 if profile.direction == "clockwise" else -1
        """From one seat to the next in the direction of play; clockwise, to the left, seats count upwards."""

    def admit(self, players: int) -> None:
        """`setup.players`: refuse a number of players outside the profile's range."""
        admitted = self.profile.players_min <= players <= self.profile.players_max
        refuse(None if admitted else "setup.players")

    def admit_to_deal(self, players: int) -> None:
        """`setup.players`, `setup.fewer`: as many as may begin a series, or fewer where players can have gone out of it."""
        least = self.profile.players_min if self.profile.series_elimination is None else 2
        refuse(None if least <= players <= self.profile.players_max else "setup.players")

    def next_seat(self, seat: Seat, players: int) -> Seat:
        """`setup.seats`: the seat that follows in the direction of play."""
        return (seat + self.step) % players

    def seats_after(self, seat: Seat, players: int) -> list[Seat]:
        """`setup.seats`: all seats in the direction of play, first the one after `seat`, last `seat` itself."""
        seats = []
        for _ in range(players):
            seat = self.next_seat(seat, players)
            seats.append(seat)
        return seats
