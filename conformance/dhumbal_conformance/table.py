"""What the values of one scenario must fit: its players, its profile, and the clauses there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from dhumbal_conformance.model import Card, Clause, Profile, Seat
from dhumbal_conformance.near_miss import guess
from dhumbal_conformance.nodes import Node
from dhumbal_conformance.notation import PACK, distinct, hand_total, repeated
from dhumbal_conformance.rulebook import applies

T = TypeVar("T")
SEATS = "ABCDEFGHIJKLM"


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays, by which rules."""

    players: tuple[Seat, ...]
    profile: Profile
    clauses: Mapping[str, Clause]

    def seat(self, node: Node) -> Seat:
        """One of the players."""
        name = node.text()
        if name not in self.players:
            raise node.wrong(*self.unknown(name))
        return name

    def unknown(self, name: str) -> tuple[str, str]:
        """Message and hint about a player who is not there."""
        if all(word in self.players for word in name.split()):
            return "one player is expected here, not several", ""
        return f"there is no player {name!r}", f"the players are {', '.join(self.players)}"

    def by_seat(self, node: Node, read: Callable[[Node], T]) -> dict[Seat, T]:
        """Values by player."""
        for name in node.items():
            if name not in self.players:
                raise node.wrong_key(name, *self.unknown(name))
        return {name: read(value) for name, value in node.items().items()}

    def every_seat(self, node: Node, read: Callable[[Node], T]) -> dict[Seat, T]:
        """Values by player, of all of them."""
        found = self.by_seat(node, read)
        missing = [seat for seat in self.players if seat not in found]
        if missing:
            raise node.wrong(f"{node.name} lacks {', '.join(missing)}", "every player is named")
        return found

    def refusal(self, node: Node) -> str:
        """The id of a clause in whose name actions are refused under this profile."""
        clause = self.clauses[node.known(self.clauses, "clause")]
        if not clause.refuses:
            refusing = [name for name, other in self.clauses.items() if other.refuses]
            raise node.wrong(f"no action is refused in the name of {clause.id}", guess(clause.id, refusing, "clauses that refuse"))
        self.must_apply(node, clause)
        return clause.id

    def must_apply(self, node: Node, clause: Clause) -> None:
        """Refuse a clause that is not part of this profile's rules."""
        if not applies(clause, self.profile.parameters):
            raise node.wrong(f"the clause {clause.id} does not apply in {self.profile.id}", f"it applies if {clause.condition}")

    def next_seat(self, seat: Seat, steps: int = 1) -> Seat:
        """The player so many steps further in the direction of play."""
        direction = 1 if self.profile.parameters["direction"] == "clockwise" else -1
        return self.players[(self.players.index(seat) + direction * steps) % len(self.players)]

    def check_caller(self, caller: Node, hand: Iterable[Card]) -> None:
        """Refuse a caller who could not have called."""
        limit, total = self.profile.parameters["call.limit"], hand_total(hand, self.profile.parameters)
        if limit is not None and total > limit:
            raise caller.wrong(f"{caller.value} cannot have called with a total of {total}", f"call.limit is {limit}")


def seats(hands: Node) -> tuple[Seat, ...]:
    """The players whose hands are named: A, B, C … without a gap."""
    names = sorted(hands.items())
    for name in names:
        if name not in SEATS or len(name) != 1:
            raise hands.wrong_key(name, f"{name!r} is not a player", "players are A, B, C … clockwise")
    for name, expected in zip(names, SEATS, strict=False):
        if name != expected:
            raise hands.wrong_key(name, f"player {expected} is missing", "players are A, B, C … without a gap")
    if not names:
        raise hands.wrong("no hand is named")
    return tuple(names)


def read_cards(node: Node) -> tuple[Card, ...]:
    """Different cards."""
    return node.read(distinct)


def no_card_twice(named: Iterable[tuple[Node, tuple[Card, ...]]]) -> None:
    """Refuse a card that several nodes name, and more cards than there are."""
    so_far: list[Card] = []
    for node, cards in named:
        so_far += cards
        if len(so_far) > len(PACK):
            raise node.wrong(f"{len(so_far)} cards are named, but the pack has {len(PACK)}")
        twice = repeated(so_far)
        if twice:
            raise node.wrong(f"{twice[0]} is named twice", "the pack has each card once")


def distinct_hands(table: Table, hands: Node) -> dict[Seat, tuple[Card, ...]]:
    """The hands of all players, no card in two of them."""
    found = table.every_seat(hands, read_cards)
    no_card_twice((hands.items()[seat], cards) for seat, cards in found.items())
    return found
