"""What the loader makes of the files: plain values, already checked, that the runner, the reports and the site work from.

Cards are canonical names (`TH`, never `10H`), lists of a pile are top first, seats are letters, and actions have the shape that they have
in the protocol: `{"player": "A", "type": "draw", "from": "stock"}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

Seat = str
Card = str
Action = dict[str, Any]
Kind = Literal["play", "settle", "judge", "series"]
Level = Literal["judge", "settle", "play", "series", "secrecy"]


class Place(NamedTuple):
    """Where something stands in a file: line and column count from 1."""

    path: Path
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


class Problem(NamedTuple):
    """One thing wrong with a file: where it is, what is wrong, and the way out."""

    place: Place
    message: str
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" + (f" ({self.hint})" if self.hint else "")


class BadFiles(Exception):
    """The suite itself, or a file named by the user, is wrong; carries every problem found."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


class Clause(NamedTuple):
    """One clause of the rules; `text` still holds its `{parameter}` placeholders."""

    id: str
    number: str
    level: Literal["MUST", "MAY"]
    text: str
    condition: str
    refuses: bool
    untestable: str
    since: str
    chapter: str
    place: Place


class Translation(NamedTuple):
    """A text in another language; `translates` is the beginning of the checksum of the English text that it was made from."""

    text: str
    translates: str
    place: Place


class Profile(NamedTuple):
    """One rule system: its names by language, and its parameters by dotted name with the source or reason of each."""

    id: str
    names: dict[str, str]
    summary: str
    summaries: dict[str, Translation]
    """The summary in other languages, as far as it is translated."""
    canonical: bool
    parameters: dict[str, Any]
    """A number, text, true or false, or None for `none`; `series.resets` is a tuple of pairs."""
    sources: dict[str, str]
    place: Place
    bases: tuple[str, ...] = ()
    """The ids of the profiles that it extends, the nearest first."""


class Reading(NamedTuple):
    """One answer to a disputed question."""

    id: str
    text: str
    evidence: str


class Ruling(NamedTuple):
    """How a disputed point is decided; `ruling` is the id of the reading that holds."""

    id: str
    title: str
    profile: str
    question: str
    readings: tuple[Reading, ...]
    ruling: str
    basis: Literal["explicit", "inferred", "design"]
    because: str
    clauses: tuple[str, ...]
    scenarios: tuple[str, ...]
    untestable: str
    place: Place


class Pile(NamedTuple):
    """An expected pile: its cards top first; `more` says that only the upper cards are named. Or only their number."""

    cards: tuple[Card, ...] = ()
    more: bool = False
    number: int | None = None


class Given(NamedTuple):
    """Where a play starts: `pack`, all cards in dealing order, for a real deal; `state`, as `load` takes it, for a position."""

    players: tuple[Seat, ...]
    dealer: Seat
    pack: tuple[Card, ...] | None
    state: dict[str, Any] | None
    refills: tuple[tuple[Card, ...], ...]
    """Full permutations of the pack; at least one. The last serves all further refills."""


class Step(NamedTuple):
    """One line of a play.

    `expect` maps the keys of the scenario format to values: `refused`, `gets`, `next`: text (`next` is None for `none`); `total`, `turns`:
    int; `hand`, `takeable`, `pending`: tuple of cards; `totals`: seat to int; `hands`: seat to tuple of cards; `pile`, `stock`: `Pile`;
    `legal`: tuple of actions; `view`: seat to a dict of `hands` (seat to tuple of cards or int), `stock` (int), `pile` (`Pile`), `totals`,
    `last` (an action, with `card` where it is seen).
    """

    place: Place
    text: str
    action: Action | None = None
    fill: int = 0
    expect: Mapping[str, Any] = {}


class Settlement(NamedTuple):
    """Hands to be settled; no caller at the turn cap, or where the stock ran dry."""

    dealer: Seat
    caller: Seat | None
    hands: dict[Seat, tuple[Card, ...]]


class Question(NamedTuple):
    """One judgement on cards alone: `type` is discard, call or hand; the answer is a refusing clause, or a total, or that it is allowed."""

    place: Place
    text: str
    type: Literal["discard", "call", "hand"]
    cards: tuple[Card, ...]
    refused: str | None
    total: int | None


class SeriesDeal(NamedTuple):
    """One deal of a series; `expect` holds those of `refused`, `dealer`, `starter`, `winner`, `deltas`, `scores`, `out` that the file
    names; `deltas` are of the players in `hands`, `out` is a tuple of seats."""

    place: Place
    caller: Seat | None
    hands: dict[Seat, tuple[Card, ...]]
    expect: dict[str, Any]

    @property
    def text(self) -> str:
        """The deal in a few words."""
        return f"the deal that {self.caller} called" if self.caller else "the deal that nobody called"


class Series(NamedTuple):
    """Deals scored together."""

    players: tuple[Seat, ...]
    dealer: Seat
    scores: dict[Seat, int]
    deals: tuple[SeriesDeal, ...]


class Scenario(NamedTuple):
    """One scenario. Of `given` with `play`, `settle`, `judge` and `series` it has the one that its kind says; the others are empty.

    `then` keeps the keys of the format; `winners` and `out` are tuples of seats.
    """

    id: str
    title: str
    profile: str
    clauses: tuple[str, ...]
    rulings: tuple[str, ...]
    source: str
    because: str
    kind: Kind
    place: Place
    text: str
    """The file as written."""
    given: Given | None = None
    play: tuple[Step, ...] = ()
    settle: Settlement | None = None
    judge: tuple[Question, ...] = ()
    series: Series | None = None
    then: Mapping[str, Any] = {}
    then_place: Place | None = None
    unconfirmed: Problem | None = None
    """What to say while the expectation is only what a program has filled in."""

    @property
    def area(self) -> str:
        """The middle of the id: `call` in `nepali-games/call/k-pair`."""
        return self.id.split("/")[1]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players at the table; none where cards are judged alone."""
        if self.given:
            return self.given.players
        if self.settle:
            return tuple(self.settle.hands)
        return self.series.players if self.series else ()

    @property
    def level(self) -> Level:
        """What an engine needs to be checked by it: `secrecy` as soon as a view is looked at, else the kind."""
        return "secrecy" if any("view" in step.expect for step in self.play) else self.kind


class Expectation(NamedTuple):
    """What somebody knows of an engine: the scenarios that match are not passed, and why. One of `reason` and `issue` at least is there.

    `match` is a glob on the id, or on the id of a clause after `clause:`; `until` is the version of the engine that should mend it.
    """

    place: Place
    match: str
    expect: Literal["fail", "error", "flaky"]
    reason: str
    issue: str
    until: str


class Suite(NamedTuple):
    """Everything normative that was found, by id."""

    clauses: dict[str, Clause]
    profiles: dict[str, Profile]
    rulings: dict[str, Ruling]
    scenarios: dict[str, Scenario]
