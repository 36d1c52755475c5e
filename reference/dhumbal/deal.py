"""The table during one deal: who holds what, who is to act. Only the chapters of the rules change it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from dhumbal.cards import Card, Hand

Seat = int
Kind = Literal["draw", "take", "discard", "call"]
Ended = Literal["won", "caught", "cap", "dry"]


class Action(NamedTuple):
    """What a player does: `draw` from the stock, `take` one card from the discard pile, `discard` cards in the order laid, or `call`."""

    seat: Seat
    kind: Kind
    cards: tuple[Card, ...] = ()


class Outcome(NamedTuple):
    """How a deal ended: won or caught after a call, at the turn cap, or with a dry stock.

    Totals, payments and deltas are in points, by seat. The winner's payment is None; so are all where hands are scored and not paid.
    """

    ended: Ended
    caller: Seat | None
    winner: Seat | None
    totals: tuple[int, ...]
    payments: tuple[int | None, ...]
    deltas: tuple[int, ...]


class Deal:
    """One deal in progress. `stock` and `pile` have their top card last, so that taking it is a `pop`."""

    __slots__ = (
        "caller",
        "dealer",
        "done",
        "drawn",
        "hands",
        "locked",
        "outcome",
        "pending",
        "pile",
        "players",
        "previous",
        "refill_orders",
        "refills",
        "seat",
        "stock",
        "totals",
        "turns",
    )

    def __init__(self, players: int, dealer: Seat, seat: Seat, refill_orders: Sequence[Sequence[Card]]) -> None:
        self.players = players
        self.dealer = dealer
        self.seat = seat
        """Who is to act."""
        self.hands: list[Hand] = [0] * players
        self.totals: list[int] = [0] * players
        """What each hand counts, in points."""
        self.stock: list[Card] = []
        self.pile: list[Card] = []
        self.drawn: Card | None = None
        """The card drawn or taken in this turn; None at the start of a turn."""
        self.locked: Card | None = None
        """The card that may not be discarded in this turn."""
        self.pending: tuple[Card, ...] = ()
        """The cards discarded in this turn that are not on the pile yet, because their player has yet to draw."""
        self.previous = 0
        """How many cards of the discard made before this turn lie on top of the pile."""
        self.caller: Seat | None = None
        """Who has called, while the others still take their last turns."""
        self.turns = 0
        """Ordinary turns completed."""
        self.refill_orders = refill_orders
        """Orders of the whole pack, one for each refill; the last serves all further ones."""
        self.refills = 0
        """Refills so far."""
        self.done: tuple[Seat, Kind, tuple[Card, ...]] | None = None
        """What was done last, for `last`."""
        self.outcome: Outcome | None = None
        """How the deal ended; None while it goes on."""

    @property
    def last(self) -> Action | None:
        """The last accepted action; a draw carries its card, which only the drawer may see. Made when asked for, since few ask."""
        return None if self.done is None else Action(*self.done)

    def copy(self) -> Deal:
        """The same table once more; what happens at one does not change the other."""
        twin = Deal(self.players, self.dealer, self.seat, self.refill_orders)
        twin.hands, twin.totals = self.hands.copy(), self.totals.copy()
        twin.stock, twin.pile = self.stock.copy(), self.pile.copy()
        twin.drawn, twin.locked, twin.pending, twin.previous = self.drawn, self.locked, self.pending, self.previous
        twin.turns, twin.refills, twin.done = self.turns, self.refills, self.done
        twin.caller, twin.outcome = self.caller, self.outcome
        return twin
