"""A play on the reference engine, followed through the eyes of one player: which cards do they not know, and since when?"""

from __future__ import annotations

from typing import Any

from dhumbal_conformance.model import Action, Card, Given, Seat
from dhumbal_conformance.runner.compare import State
from dhumbal_conformance.runner.progress import draws_from_stock
from dhumbal_conformance.runner.session import Session

DEALT = 0
"""Since when a card is secret that was dealt face down, or lay so in the position; of others it is the number of a refill, from 1."""


def open_game(session: Session, given: Given) -> str:
    """Deal or set up the table, and name the game; AssertionError if a right one is refused."""
    game, chance = session.new_game(), {"refills": [list(order) for order in given.refills]}
    if given.pack is not None:
        seats: dict[str, Any] = {"players": list(given.players), "dealer": given.dealer}
        answer = session.ask_rules("new", game=game, **seats, chance={**chance, "pack": list(given.pack)})
    else:
        answer = session.ask_rules("load", game=game, state=given.state, chance=chance)
    assert answer.get("accepted"), f"the deal is refused: {answer}"
    return game


class Play:
    """A deal in progress at the reference engine, and what a viewer does not know of it."""

    def __init__(self, reference: Session, given: Given, viewer: Seat) -> None:
        self.reference = reference
        self.given = given
        self.viewer = viewer
        self.game = open_game(reference, given)
        self.actions: list[Action] = []
        self.refills = 0
        self.drawn: Card | None = None
        """The card that the last action drew from the stock."""
        self.state = self.look()
        hands = (hand for seat, hand in self.state["hands"].items() if seat != viewer)
        self.secret: dict[Card, int] = dict.fromkeys([*self.state["stock"], *(card for hand in hands for card in hand)], DEALT)
        """Cards that the viewer cannot place, and since when."""

    @property
    def to_act(self) -> Seat | None:
        """Who is to act; None when the deal is over."""
        turn = self.state["turn"]
        return turn["player"] if turn else None

    @property
    def at_start(self) -> bool:
        """Whether a turn is about to begin."""
        return bool(self.state["turn"] and self.state["turn"]["step"] == "start")

    def look(self) -> State:
        """The whole table."""
        state: State = self.reference.ask("observe", game=self.game, **{"as": "referee"})["state"]
        return state

    def legal(self) -> list[Action]:
        """What the player to act may do."""
        actions: list[Action] = self.reference.ask("legal", game=self.game)["actions"]
        return actions

    def do(self, action: Action) -> None:
        """Do a legal action, and take in what the viewer sees of it."""
        before = self.state
        self.drawn = self.reference.ask("apply", game=self.game, action=action).get("card")
        self.actions.append(action)
        self.state = self.look()
        if draws_from_stock(action) and not before["stock"]:
            self.refills += 1
            self.secret |= dict.fromkeys(set(before["pile"]) - set(self.state["pile"]), self.refills)
        for card in (*self.state["hands"][self.viewer], *self.state["pile"], *self.state.get("pending", ())):
            self.secret.pop(card, None)

    def end(self) -> None:
        """Forget the game."""
        self.reference.ask("end", game=self.game)
