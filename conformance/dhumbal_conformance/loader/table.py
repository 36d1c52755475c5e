"""What the values of one scenario must fit: its players, its profile, and the clauses there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NamedTuple, TypeVar

from dhumbal_conformance.loader.near_miss import guess
from dhumbal_conformance.loader.nodes import Node
from dhumbal_conformance.loader.notation import SECOND, distinct, hand_total, known_card, pack_of, repeated
from dhumbal_conformance.loader.templates import applies
from dhumbal_conformance.model import Action, Card, Clause, Profile, Seat

T = TypeVar("T")
SEATS = "ABCDEFGHIJKLMN"


class Table(NamedTuple):
    """Who plays, by which rules."""

    players: tuple[Seat, ...]
    profile: Profile
    clauses: Mapping[str, Clause]

    @property
    def pack(self) -> tuple[Card, ...]:
        """Every card in play, in canonical order."""
        return pack_of(self.profile.parameters)

    @property
    def draws_first(self) -> bool:
        """Whether a turn begins with drawing a card."""
        return bool(self.profile.parameters["turn.order"] == "draw-then-discard")

    @property
    def pays(self) -> bool:
        """Whether a winner collects what the others pay; otherwise hands are scored."""
        return bool(self.profile.parameters["settle.scoring"] == "transfer")

    @property
    def goes_out(self) -> bool:
        """Whether a score can put a player out of the series."""
        return self.profile.parameters["series.elimination"] is not None

    @property
    def end_without_caller(self) -> Literal["cap", "dry"] | None:
        """How a deal ends in which nobody calls; None where it does not."""
        if self.profile.parameters["refill.keeps"] is None:
            return "dry"
        return None if self.profile.parameters["cap.turns"] is None else "cap"

    def seat(self, node: Node) -> Seat:
        """One of the players."""
        name = node.text()
        if name not in self.players:
            raise node.wrong(*self.unknown(name))
        return name

    def some_seats(self, node: Node) -> tuple[Seat, ...]:
        """Different players, apart by spaces."""
        names = tuple(node.text().split())
        for name in names:
            if name not in self.players:
                raise node.wrong(*self.unknown(name))
        if len(set(names)) < len(names):
            raise node.wrong(f"{node.name} names a player twice")
        return names

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

    def ends_turn(self, done: Action) -> bool:
        """Whether the turn passes to the next player after an action that is accepted."""
        last_step = "discard" if self.draws_first else "draw"
        return done["type"] in (last_step, "call")

    def check_caller(self, caller: Node, hand: Iterable[Card]) -> None:
        """Refuse a caller who could not have called."""
        limit, total = self.profile.parameters["call.limit"], hand_total(hand, self.profile.parameters)
        if limit is not None and total > limit:
            raise caller.wrong(f"{caller.value} cannot have called with a total of {total}", f"call.limit is {limit}")

    def read(self, node: Node, reader: Callable[[str], T]) -> T:
        """What the reader makes of the text, in which every card is one of this game."""
        found = node.read(reader)
        for name in filter(None, map(known_card, node.text().split())):
            if reason := self._why_not_in_play(name):
                raise node.wrong(f"{name} is not in the pack of {self.profile.id}", reason)
        return found

    def _why_not_in_play(self, card: Card) -> str:
        jokers, count = self.profile.parameters["pack.jokers"], self.profile.parameters["pack.count"]
        if card[0] == "X" and not jokers:
            return f"pack.jokers is {jokers}"
        return f"pack.count is {count}" if card.endswith(SECOND) and count == 1 else ""

    def cards(self, node: Node) -> tuple[Card, ...]:
        """Different cards."""
        return self.read(node, distinct)

    def no_card_twice(self, named: Iterable[tuple[Node, tuple[Card, ...]]]) -> None:
        """Refuse a card that several nodes name, and more cards than there are."""
        so_far: list[Card] = []
        for node, cards in named:
            so_far += cards
            if len(so_far) > len(self.pack):
                raise node.wrong(f"{len(so_far)} cards are named, but the pack has {len(self.pack)}")
            twice = repeated(so_far)
            if twice:
                raise node.wrong(f"{twice[0]} is named twice", "the pack has each card once")

    def hands(self, node: Node) -> dict[Seat, tuple[Card, ...]]:
        """The hands of all players, no card in two of them."""
        found = self.every_seat(node, self.cards)
        self.no_card_twice((node.items()[seat], cards) for seat, cards in found.items())
        return found


def seats(hands: Node, profile: Profile) -> tuple[Seat, ...]:
    """The players whose hands are named: A, B, C …; with gaps only where players can go out of the series."""
    names = sorted(hands.items())
    for name in names:
        if name not in SEATS or len(name) != 1:
            raise hands.wrong_key(name, f"{name!r} is not a player", "players are A, B, C … clockwise")
    if not names:
        raise hands.wrong("no hand is named")
    missing = next((pair for pair in zip(names, SEATS, strict=False) if pair[0] != pair[1]), None)
    if missing and profile.parameters["series.elimination"] is None:
        name, expected = missing
        hint = f"in {profile.id} nobody goes out: players are A, B, C … without a gap"
        raise hands.wrong_key(name, f"player {expected} is missing", hint)
    return tuple(names)
