"""Reads the record of a real game: what was played, as far as it was seen, and what the players wrote down about the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dhumbal_conformance.loader.nodes import Node, read_each
from dhumbal_conformance.loader.notation import NO_CARDS, action, card, one_card
from dhumbal_conformance.loader.profiles import UnknownProfile, load_profile
from dhumbal_conformance.loader.schemas import check_schema
from dhumbal_conformance.loader.table import SEATS, Table
from dhumbal_conformance.loader.yaml_source import read_yaml
from dhumbal_conformance.model import Action, Card, Place, Profile, Seat

Hand = tuple[Card | None, ...]
"""Cards as they were seen; None for a card that nobody saw."""
UNSEEN = "?"
_ONLY_A_NUMBER = re.compile(r"([0-9]{1,2}) cards?")


@dataclass(frozen=True, slots=True)
class Seen:
    """A hand, and where the record says so."""

    place: Place
    cards: Hand


@dataclass(frozen=True, slots=True)
class Move:
    """One action, with the card that it drew if somebody wrote that down."""

    place: Place
    action: Action
    text: str
    gets: Card | None

    @property
    def player(self) -> Seat:
        """Who acted."""
        return str(self.action["player"])


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that the record says about the end of a deal or of the series, such as `payments` of B: 10.

    `of` is the seat that it is about, or empty. `value` is a number, a seat, a tuple of seats, text, true or false; None for what is not.
    """

    place: Place
    key: str
    of: Seat
    value: Any


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """One deal. `moves` is None where only its end was written down; `caller` then says who called."""

    place: Place
    number: int
    dealer: Seat
    players: tuple[Seat, ...]
    hands: dict[Seat, Seen]
    upcard: Seen | None
    moves: tuple[Move, ...] | None
    caller: Seat | None
    shown: dict[Seat, Seen]
    claims: tuple[Claim, ...]
    """About the end of this deal."""
    series_claims: tuple[Claim, ...]
    """About the series as it stands after this deal."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game: its deals in their order, `scores` at the beginning where that is not 0, and what is said about the end."""

    place: Place
    profile: Profile
    players: tuple[Seat, ...]
    scores: dict[Seat, int]
    deals: tuple[RecordedDeal, ...]
    claims: tuple[Claim, ...]


def read_record(path: Path) -> Record:
    """The record in a file, YAML or JSON; raises `BadFiles` when it cannot be understood. Whether it is right is another matter."""
    root = read_yaml(path).root
    check_schema(root, "record")
    profile = _profile(root.need("profile"))
    table = Table(tuple(SEATS[: root.need("players").number(2)]), profile, {})
    scores = table.by_seat(node, _points) if (node := root.get("scores")) else {}
    nodes = root.need("deals").some()
    deals = read_each(nodes, lambda node: _deal(node, nodes.index(node) + 1, table))
    claims = tuple(_claims(node, table, AFTER_THE_SERIES)) if (node := root.get("then")) else ()
    return Record(root.place, profile, table.players, scores, deals, claims)


def _profile(node: Node) -> Profile:
    """A profile by its id, or in a file beside the record."""
    name = node.text()
    try:
        return load_profile(str(node.path.parent / name) if name.endswith(".yaml") else name)
    except UnknownProfile as unknown:
        raise node.wrong(str(unknown)) from None


def _deal(node: Node, number: int, everybody: Table) -> RecordedDeal:
    table = everybody._replace(players=_players(node, everybody))
    play = node.get("play")
    upcard = node.get("upcard")
    if play and not upcard:
        raise node.wrong("the upcard is missing", "everybody saw it; without the `play` it is not needed")
    moves = read_each(play.each(), lambda step: _move(step, table)) if play else None
    return RecordedDeal(
        place=node.place,
        number=number,
        dealer=table.seat(node.need("dealer")),
        players=table.players,
        hands=_hands(node.get("hands"), table),
        upcard=Seen(upcard.place, (table.read(upcard, one_card),)) if upcard else None,
        moves=moves,
        caller=_caller(node, moves, table),
        shown=_hands(node.get("shown"), table),
        claims=tuple(_claims(node, table, AFTER_A_DEAL)),
        series_claims=(*_rotation(node.need("dealer"), number), *_claims(node, everybody, STANDING)),
    )


def _rotation(dealer: Node, number: int) -> Iterator[Claim]:
    """That the deal has passed on to its dealer; the first one was found by lot."""
    if number > 1:
        yield Claim(dealer.place, "dealer", "", dealer.text())


def _players(node: Node, everybody: Table) -> tuple[Seat, ...]:
    """Who plays the deal: all, or those with a hand where players can have gone out."""
    named = [key for part in ("hands", "shown") if (hands := node.get(part)) for key in hands.items()]
    playing = tuple(seat for seat in everybody.players if seat in named)
    if not everybody.goes_out or not playing:
        return everybody.players
    if len(playing) == 1:
        raise node.wrong(f"only {playing[0]} has a hand in this deal", "whoever plays is named under `hands` or `shown`: `B: 5 cards`")
    return playing


def _hands(node: Node | None, table: Table) -> dict[Seat, Seen]:
    return table.by_seat(node, lambda cards: Seen(cards.place, table.read(cards, seen_cards))) if node else {}


def seen_cards(text: str) -> Hand:
    """`KS ? 9H`, with `?` for a card that nobody saw; `5 cards` for five of them; `none`."""
    if number := _ONLY_A_NUMBER.fullmatch(text):
        return (None,) * int(number[1])
    return () if text in NO_CARDS else tuple(None if word == UNSEEN else card(word) for word in text.split())


def _move(node: Node, table: Table) -> Move:
    actors = [key for key in node.items() if key != "gets"]
    if len(actors) != 1:
        raise node.wrong("a move is that of one player", "as in `{A: draw stock, gets: 2D}`")
    seat = actors[0]
    if seat not in table.players:
        raise node.wrong_key(seat, *table.unknown(seat))
    done = table.read(node.need(seat), lambda text: action(seat, text))
    gets = node.get("gets")
    if gets and done.get("from") != "stock":
        raise node.wrong_key("gets", "only a player who draws from the stock gets a card")
    drawn = table.read(gets, one_card) if gets and gets.value != UNSEEN else None
    return Move(node.place, done, node.need(seat).text(), drawn)


def _caller(node: Node, moves: tuple[Move, ...] | None, table: Table) -> Seat | None:
    """Who called: by the moves where there are any, else as the record says."""
    caller = node.get("caller")
    said = table.seat(caller) if caller and caller.value != "none" else None
    called = [move.player for move in moves or () if move.action["type"] == "call"]
    if moves is not None:
        found = called[0] if called else None
        if caller and said != found:
            raise caller.wrong(f"by the moves it is {found or 'nobody'} who called", "correct one of them")
        return found
    if said is None and table.end_without_caller is None:
        raise node.wrong("nobody is said to have called", f"in {table.profile.id} a deal ends only by a call: name its `caller`")
    return said


Reader = Callable[[Node, Table], Any]


def _points(node: Node) -> int:
    return node.number(None)


def _seat(node: Node, table: Table) -> Seat | None:
    return None if node.value == "none" else table.seat(node)


def _some_seats(node: Node, table: Table) -> tuple[Seat, ...]:
    return () if node.value == "none" else tuple(sorted(table.some_seats(node)))


BY_SEAT = ("totals", "payments", "deltas", "scores", "places")
AFTER_A_DEAL = ("ended", "winner", "totals", "payments", "deltas")
STANDING = ("scores", "out")
AFTER_THE_SERIES = ("scores", "places", "winners", "out", "over")
_READERS: dict[str, Reader] = {
    "ended": lambda node, _: node.text(),
    "winner": _seat,
    "winners": _some_seats,
    "out": _some_seats,
    "over": lambda node, _: node.flag(),
}


def _claims(node: Node, table: Table, keys: tuple[str, ...]) -> Iterator[Claim]:
    """What is said under these keys, a claim for each seat where it goes by seat."""
    for key, said in node.items().items():
        if key in keys and key in BY_SEAT:
            yield from _by_seat(said, key, table)
        elif key in keys:
            yield Claim(said.place, key, "", _READERS[key](said, table))


def _by_seat(node: Node, key: str, table: Table) -> Iterator[Claim]:
    """A claim for each seat that is named; whoever is left out of the payments pays nothing."""
    for seat, points in table.by_seat(node, _points).items():
        yield Claim(node.items()[seat].place, key, seat, points)
    if key == "payments":
        yield from (Claim(node.place, key, seat, None) for seat in table.players if seat not in node.items())
