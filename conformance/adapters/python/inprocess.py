"""An engine in its own words, and an adapter that is called in process: no program, no JSON, a method for each method of the protocol.

cd conformance/adapters/python && dhumbal verify --engine python:inprocess:Engine

The first half stands for your engine, which knows nothing of the protocol: it counts cards and players in numbers, says no by an
exception, and settles as a list of what each player pays. The second half translates, and declares what the first half can do.
"""

from __future__ import annotations

import platform
from collections.abc import Sequence
from typing import Any

# The engine.

CALL_LIMIT = 5
PENALTY = 25


class NotAllowed(Exception):
    """A move against the rules."""


class Hand:
    """The cards of one player, each a number from 0 to 51: spades from the ace to the king, then hearts, diamonds and clubs."""

    def __init__(self, cards: Sequence[int]) -> None:
        self.cards = list(cards)

    def points(self) -> int:
        """An ace counts 1, a court 10, every other card its number."""
        return sum(min(card % 13 + 1, 10) for card in self.cards)

    def throw(self, cards: Sequence[int]) -> None:
        """Lay down cards of one rank."""
        if not cards:
            raise NotAllowed("throw at least one card")
        if len(set(cards)) < len(cards) or not set(cards) <= set(self.cards):
            raise NotAllowed("throw cards that you hold")
        if len({card % 13 for card in cards}) > 1:
            raise NotAllowed("throw cards of one rank")
        self.cards = [card for card in self.cards if card not in cards]

    def call(self) -> None:
        """Say that this hand is the lowest."""
        if self.points() > CALL_LIMIT:
            raise NotAllowed(f"call with {CALL_LIMIT} points at most")


def showdown(hands: Sequence[Hand], dealer: int, caller: int | None) -> tuple[int, list[int]]:
    """The winner's number, and what each player pays to them. `caller` is None when the turns ran out."""
    count = len(hands)
    points = [hand.points() for hand in hands]
    others = [player for player in range(count) if player != caller]
    caught = caller is not None and any(points[player] <= points[caller] for player in others)
    # Of equal hands that one wins which comes first on the way round the table, and the dealer comes last.
    lowest = min(others, key=lambda player: (points[player], (player - dealer - 1) % count))
    winner = lowest if caller is None or caught else caller
    pays = [0 if player == winner else PENALTY if player == caller else points[player] for player in range(count)]
    return winner, pays


# The adapter.

JSON = dict[str, Any]
PACK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


class Engine:
    """What `--engine python:inprocess:Engine` calls. Each method takes the params by name, and passes over those that it has no use for."""

    def initialize(self, **_: Any) -> JSON:
        """Offer no more than there is. Without `codes` it is enough to refuse: the exceptions above do not name clauses."""
        return {
            "protocol": 1,
            "engine": {"name": "in-process-example", "version": "0.1.0", "language": f"Python {platform.python_version()}"},
            "layer": "core",
            "profiles": ["nepali-games"],
            "capabilities": {"judge": True, "settle": True},
        }

    def judge(self, question: JSON, **_: Any) -> JSON:
        """Cards alone. Here a refusal becomes a result; any other exception is a fault in the engine, and is left to be one."""
        cards = numbers(question.get("hand") or question.get("cards") or [])
        hand = Hand(cards)
        try:
            if question["type"] == "discard":
                hand.throw(cards)
            if question["type"] == "call":
                hand.call()
        except NotAllowed as refusal:
            return {"accepted": False, "message": str(refusal)}
        return {"accepted": True, "total": Hand(cards).points()}

    def settle(self, players: Sequence[str], dealer: str, caller: str | None, hands: JSON, **_: Any) -> JSON:
        """Hands shown. The engine gives payments alone; the rest of the result is worked out from them."""
        shown = [Hand(numbers(hands[seat])) for seat in players]
        number = None if caller is None else players.index(caller)
        winner, pays = showdown(shown, players.index(dealer), number)
        changes = [sum(pays) if player == winner else -paid for player, paid in enumerate(pays)]
        ended = "cap" if number is None else "won" if number == winner else "caught"
        return {
            "result": {
                "ended": ended,
                "caller": caller,
                "winner": players[winner],
                "totals": {seat: hand.points() for seat, hand in zip(players, shown, strict=True)},
                "payments": {seat: paid for seat, paid in zip(players, pays, strict=True) if seat != players[winner]},
                "deltas": dict(zip(players, changes, strict=True)),
            }
        }

    def shutdown(self) -> JSON:
        """Nothing is open that would have to be closed."""
        return {}


def numbers(names: Sequence[str]) -> list[int]:
    """The cards as the engine counts them."""
    return [PACK.index(name) for name in names]
