"""The values that secrecy is checked with: a deal up to a moment, and two of them that one player must not be able to tell apart."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from dhumbal_conformance.model import Action, Card, Given, Seat

Kind = Literal[
    "the order of the stock",
    "cards in other hands",
    "a card drawn by another",
    "cards that were refilled",
    "an attempt of another, refused",
]
"""What the two deals of a pair differ in."""
KINDS: tuple[Kind, ...] = get_args(Kind)


class Telling(NamedTuple):
    """A deal up to a moment: how it begins, what was done in it, and what was then tried and is refused."""

    given: Given
    actions: tuple[Action, ...]
    tried: tuple[Action, ...] = ()


class Pair(NamedTuple):
    """Two deals with the same public play that differ only in what the viewer may not know. The number alone brings them back."""

    number: int
    kind: Kind
    viewer: Seat
    hand: tuple[Card, ...]
    """The viewer's cards at this moment, in both."""
    one: Telling
    other: Telling
    attempts: tuple[Action, ...]
    """Actions of the viewer that the rules refuse at this moment, in both."""
