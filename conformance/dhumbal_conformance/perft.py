"""Perft: how many lines of play there are from a numbered deal, by depth. Two engines that count alike allow the same actions.

A line of depth `d` is a sequence of `d` actions, each accepted where it is done: a draw, a take, a discard or a call. A set discarded in
another order is another action. A deal that has ended has no further lines, so a line that ends it counts at its own depth and no deeper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from dhumbal import Action, Deal, Rules
from dhumbal import Profile as Parameters

from dhumbal_conformance import data
from dhumbal_conformance.connectors import EngineFault
from dhumbal_conformance.loader.nodes import Node, read_each
from dhumbal_conformance.loader.notation import action_text, pack_of
from dhumbal_conformance.loader.profiles import load_profile
from dhumbal_conformance.loader.schemas import check_schema
from dhumbal_conformance.loader.table import SEATS
from dhumbal_conformance.loader.yaml_source import read_yaml
from dhumbal_conformance.model import Place, Problem, Profile
from dhumbal_conformance.numbers import dealt_pack, refill_orders

if TYPE_CHECKING:
    from dhumbal_conformance.runner.session import Session

Line = tuple[str, ...]
"""Actions in the words of a scenario, each with its seat: `A: draw stock`."""

NEEDED = (("apply", ""), ("legal", ""), ("half_turns", ""), ("chance", "pack"))
"""The capabilities without which an engine's lines cannot be counted."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where lines begin: a numbered deal for so many players, dealt by the one in the last seat."""

    profile: Profile
    number: int
    players: int

    @property
    def seats(self) -> str:
        """The players, in their order."""
        return SEATS[: self.players]


class Counter(Protocol):
    """Counts the lines that one engine allows from one start."""

    def divide(self, line: Line, depth: int) -> dict[str, int]:
        """For each action that may follow the line, how many lines of `depth` begin with it there; `depth` is at least 1."""


def count(counter: Counter, depth: int) -> int:
    """How many lines of this depth there are."""
    return sum(counter.divide((), depth).values()) if depth else 1


def first_difference(one: Counter, other: Counter, depth: int) -> tuple[Line, dict[str, int], dict[str, int]] | None:
    """The line after which two engines allow different actions, with what each counts there; None if they count alike.

    Follows, action by action, the first that begins a different number of lines.
    """
    line: Line = ()
    ours, theirs = one.divide(line, depth), other.divide(line, depth)
    if ours == theirs:
        return None
    while depth > 1 and ours.keys() == theirs.keys():
        line, depth = (*line, next(text for text in ours if ours[text] != theirs[text])), depth - 1
        ours, theirs = one.divide(line, depth), other.divide(line, depth)
    return line, ours, theirs


class ReferenceCounter:
    """The lines of the reference engine, which is called directly."""

    def __init__(self, start: Start) -> None:
        self.start = start
        self.rules = Rules(Parameters.from_parameters(start.profile.parameters))
        names = self.rules.pack.names
        orders = [[self.rules.pack.card(name) for name in order] for order in refill_orders(start.number, names)]
        pack = [self.rules.pack.card(name) for name in dealt_pack(start.number, names)]
        self.deal = self.rules.deal(start.players, start.players - 1, pack, orders)

    def divide(self, line: Line, depth: int) -> dict[str, int]:
        """For each action that may follow the line, how many lines of `depth` begin with it."""
        deal = self.deal.copy()
        for text in line:
            self.rules.apply(deal, next(action for action in self.rules.legal(deal) if self.text(action) == text))
        return {self.text(action): self.after(deal, action, depth - 1) for action in self.rules.legal(deal)}

    def count(self, deal: Deal, depth: int) -> int:
        """The lines of this depth; the last actions are counted without being done."""
        actions = self.rules.legal(deal)
        return len(actions) if depth == 1 else sum(self.after(deal, action, depth - 1) for action in actions)

    def after(self, deal: Deal, action: Action, depth: int) -> int:
        """The lines of this depth that begin when the action is done."""
        if depth == 0:
            return 1
        deal = deal.copy()
        self.rules.apply(deal, action)
        return self.count(deal, depth)

    def text(self, action: Action) -> str:
        """An action as a scenario writes it."""
        cards = " ".join(self.rules.pack.name(card) for card in action.cards)
        words = {"draw": "draw stock", "take": f"take {cards}", "discard": f"discard {cards}", "call": "call"}
        return f"{self.start.seats[action.seat]}: {words[action.kind]}"


class EngineCounter:
    """The lines of an engine that answers `legal`: every position is reached by playing a new game up to it.

    Raises `Unsupported` when the engine does not offer what that needs, and whatever the session raises for a broken answer.
    """

    def __init__(self, session: Session, start: Start) -> None:
        for capability, value in NEEDED:
            session.need(capability, value)
        session.need_profile()
        self.session = session
        self.start = start
        pack = pack_of(start.profile.parameters)
        refills = [list(order) for order in refill_orders(start.number, pack)]
        self.chance = {"pack": dealt_pack(start.number, pack), "refills": refills}

    def divide(self, line: Line, depth: int) -> dict[str, int]:
        """For each action that may follow the line, how many lines of `depth` begin with it."""
        done: list[dict[str, Any]] = []
        for text in line:
            done.append(self.legal(done)[text])
        return {text: self.count([*done, action], depth - 1) for text, action in self.legal(done).items()}

    def count(self, done: list[dict[str, Any]], depth: int) -> int:
        """The lines of this depth that begin after these actions; the last ones are counted without being done."""
        if depth == 0:
            return 1
        following = self.legal(done)
        return len(following) if depth == 1 else sum(self.count([*done, action], depth - 1) for action in following.values())

    def legal(self, done: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
        """What the engine allows after these actions, all of them accepted, by its text."""
        game, seats = self.session.new_game(), list(self.start.seats)
        opened = self.session.ask_rules("new", game=game, players=seats, dealer=seats[-1], chance=self.chance)
        self.session.check_verdict(opened, None, f"deal {self.start.number}")
        for action in done:
            self.session.check_verdict(self.session.ask("apply", game=game, action=action), None, action_text(action))
        found = by_text(self.session.ask("legal", game=game))
        self.session.ask("end", game=game)
        return found


def by_text(answer: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The actions in an answer to `legal` as a scenario writes them; an answer of another shape is the engine's fault."""
    try:
        return {f"{action['player']}: {action_text(action)}": action for action in answer["actions"]}
    except (KeyError, TypeError) as error:
        raise EngineFault("protocol", "the answer to `legal` does not have the shape of the protocol", repr(answer)[:500]) from error


@dataclass(frozen=True, slots=True)
class Published:
    """Counts that stand in a table of `spec/perft`: `lines` are those of depth 1, 2, 3 …"""

    place: Place
    start: Start
    lines: tuple[int, ...]


def tables() -> list[Path]:
    """The files of the published counts, one a profile."""
    return sorted((data.spec() / "perft").glob("*.yaml"), key=lambda path: path.stem)


def read_table(path: Path) -> tuple[Published, ...]:
    """The counts in one file; raises `BadFiles`."""
    root = read_yaml(path).root
    check_schema(root, "perft")
    profile = load_profile(root.need("profile").text())
    return read_each(root.need("counts").some(), lambda node: published(node, profile))


def published(node: Node, profile: Profile) -> Published:
    """The counts of one numbered deal."""
    start = Start(profile, node.need("deal").number(), node.need("players").number())
    return Published(node.place, start, tuple(lines.number() for lines in node.need("lines").some()))


def wrong_with(counts: Published) -> list[Problem]:
    """The depths at which the reference engine counts otherwise."""
    counter = ReferenceCounter(counts.start)
    found = [(depth, lines, count(counter, depth)) for depth, lines in enumerate(counts.lines, start=1)]
    return [
        Problem(counts.place, f"deal {counts.start.number}, {counts.start.players} players: {counted} lines of depth {depth}, not {lines}")
        for depth, lines, counted in found
        if counted != lines
    ]
