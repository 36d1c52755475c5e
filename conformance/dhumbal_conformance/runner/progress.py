"""What is known of a game whatever the engine says: the step of the turn, what was drawn in it, what lay open. Checked free of charge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dhumbal_conformance.model import Action, Card, Given, Profile, Seat
from dhumbal_conformance.runner.compare import State, same
from dhumbal_conformance.runner.filler import after
from dhumbal_conformance.runner.outcome import Mismatch
from dhumbal_conformance.runner.result import known


class Progress:
    """Follows the accepted actions of one game."""

    def __init__(self, profile: Profile, given: Given) -> None:
        self.given = given
        self.halves = ("draw", "discard") if profile.parameters["turn.order"] == "draw-then-discard" else ("discard", "draw")
        self.locks = bool(profile.parameters["take.lock"])
        self.following = {seat: after(given.players, seat, profile.parameters["direction"]) for seat in given.players}
        """Who acts after whom."""
        self.player: Seat = given.state["turn"]["player"] if given.state else self.following[given.dealer]
        """Who is to act."""
        self.step = "start"
        self.drawn: Card | None = None
        self.locked: Card | None = None
        self.open = set(opening_pile(profile, given))
        """Cards that have lain on the discard pile, and are no secret any more."""
        self.stock = len(given.pack) - len(given.players) * profile.parameters["deal.hand"] - 1 if given.pack else stock_of(given)
        """Cards in the stock, as long as it has not been refilled."""

    def advance(self, action: Action, card: Card | None) -> None:
        """Take in an accepted action and the card that it drew from the stock."""
        first, second = self.halves
        kind = action["type"]
        if kind != "draw":
            self.open.update(action.get("cards", ()), action.get("discard", ()))
        if draws_from_stock(action):
            self.stock -= 1
        if kind != first:
            self.player, self.step = self.following[action["player"]], "start"
            self.drawn = self.locked = None
            return
        self.step = second
        if first == "draw":
            self.drawn, self.locked = card, action.get("card") if self.locks else None

    def check_player(self, player: str) -> None:
        """Whoever is to act sits at the table."""
        if player not in self.given.players:
            raise Mismatch("the player to act", f"one of {' '.join(self.given.players)}", player)

    def check(self, state: State, result: Mapping[str, Any] | None) -> None:
        """Compare with what the referee is shown; raises `Mismatch`."""
        same("the players at the table", list(self.given.players), state["players"])
        same("the dealer", self.given.dealer, state["dealer"])
        same("the card drawn in this turn", self.drawn, state.get("drawn"))
        same("the card locked in this turn", self.locked, state.get("locked"))
        if state["turn"] is not None:
            self.check_player(state["turn"]["player"])
            same("the step of the turn", self.step, state["turn"]["step"])
        if result is not None:
            same("how the table says that the deal ended", known(result), known(state.get("result")))


def draws_from_stock(action: Action) -> bool:
    """Whether the action is a draw from the stock, or a turn that has one."""
    return bool(action.get("draw", action).get("from") == "stock")


def opening_pile(profile: Profile, given: Given) -> Sequence[Card]:
    """The upcard of a deal, or the pile of a position."""
    if given.pack is None:
        return list((given.state or {})["pile"])
    dealt = len(given.players) * profile.parameters["deal.hand"]
    return given.pack[dealt : dealt + 1]


def stock_of(given: Given) -> int:
    """How many stock cards a position has."""
    return len((given.state or {})["stock"])
