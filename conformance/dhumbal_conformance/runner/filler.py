"""Filler turns: ordinary turns with as little effect as possible, so that a real deal can reach a late situation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from dhumbal_conformance.connectors import EngineFault
from dhumbal_conformance.model import Action, Card, Profile, Seat


class NoCard(Exception):
    """A filler turn drew from the stock, and no card came."""


Do = Callable[[Action], Card | None]
"""Does an action and returns the card drawn by it."""


def seats_to_act(players: Sequence[Seat], first: Seat, direction: str) -> Iterator[Seat]:
    """The seats in the order in which they act, for ever."""
    step = -1 if direction == "anticlockwise" else 1
    place = players.index(first)
    while True:
        yield players[place % len(players)]
        place += step


def after(players: Sequence[Seat], seat: Seat, direction: str) -> Seat:
    """The seat that acts after this one."""
    step = -1 if direction == "anticlockwise" else 1
    return players[(players.index(seat) + step) % len(players)]


def in_order_from(players: Sequence[Seat], dealer: Seat, profile: Profile) -> list[Seat]:
    """The seats in the order in which they act, the dealer last."""
    return list(islice(seats_to_act(players, dealer, profile.parameters["direction"]), 1, len(players) + 1))


def canonical(card: Card) -> tuple[str, int, int]:
    """The place of a card in the canonical order of the pack."""
    return card[2:], "SHDCRB".index(card[1]), "A23456789TJQK".find(card[0])


class Filler:
    """Plays a filler turn: draw and discard the card drawn, or discard the first card of the hand in canonical order and draw."""

    def __init__(self, profile: Profile, hands: Mapping[Seat, object], do: Do) -> None:
        self.turn = self.draw_first if profile.parameters["turn.order"] == "draw-then-discard" else self.discard_first
        self.hands = {seat: list(hand) for seat, hand in hands.items() if isinstance(hand, list)}
        self.do = do

    def draw_first(self, player: Seat) -> None:
        """Draw from the stock and discard the card drawn."""
        self.do({"player": player, "type": "discard", "cards": [self.draw(player)]})

    def discard_first(self, player: Seat) -> None:
        """Discard the first card of the hand, and draw from the stock."""
        hand = self.hands.get(player)
        if not hand:
            raise EngineFault("protocol", f"the state shows no cards of {player}, which a filler turn needs", repr(self.hands)[:500])
        first = min(hand, key=canonical)
        hand.remove(first)
        self.do({"player": player, "type": "discard", "cards": [first]})
        hand.append(self.draw(player))

    def draw(self, player: Seat) -> Card:
        """Draw from the stock; raises `NoCard` when the answer names no card."""
        card = self.do({"player": player, "type": "draw", "from": "stock"})
        if not card:
            raise NoCard
        return card
