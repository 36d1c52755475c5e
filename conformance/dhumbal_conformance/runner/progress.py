"""What an engine must show of a game besides its cards: table, step of the turn, and what was drawn in it. Checked free of charge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dhumbal_conformance.model import Action, Card, Given, Profile
from dhumbal_conformance.runner.compare import State, same
from dhumbal_conformance.runner.outcome import Mismatch


class Progress:
    """Follows the accepted actions of one game."""

    def __init__(self, profile: Profile, given: Given) -> None:
        self.given = given
        self.halves = ("draw", "discard") if profile.parameters["turn.order"] == "draw-then-discard" else ("discard", "draw")
        self.locks = bool(profile.parameters["take.lock"])
        self.step = "start"
        self.drawn: Card | None = None
        self.locked: Card | None = None

    def advance(self, action: Action, card: Card | None) -> None:
        """Take in an accepted action and the card that it drew from the stock."""
        first, second = self.halves
        begun = action["type"] == first
        self.step = second if begun else "start"
        self.drawn = card if begun and first == "draw" else None
        self.locked = action.get("card") if begun and first == "draw" and self.locks else None

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
            same("how the table says that the deal ended", dict(result), state.get("result"))
