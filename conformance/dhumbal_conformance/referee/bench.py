"""Plays what is on the desk, on the reference engine or on one that reads the rules in another way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.model import Action, Clause, Profile, Seat, Step
from dhumbal_conformance.referee.sheet import Sheet
from dhumbal_conformance.reference import ReferenceEngine
from dhumbal_conformance.runner.outcome import Mismatch
from dhumbal_conformance.runner.play import Table, check_end, check_expectation
from dhumbal_conformance.runner.session import Session

JSON = Mapping[str, Any]
UNNAMED = "no clause named"


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after a step; after the deal, whose `step` is None, if it was not refused."""

    step: Step | None
    refused: str
    """The clause, or nothing."""
    card: str | None
    """Drawn from the stock."""
    state: JSON | None
    legal: list[Action]
    result: JSON | None
    amiss: str = ""
    """What the text says of this step and is not so."""


class Replay:
    """One play on one engine."""

    def __init__(self, sheet: Sheet, clauses: Mapping[str, Clause], engine: ReferenceEngine, profile: Profile | None = None) -> None:
        self.sheet = sheet
        self.table = Table(Session(PythonConnector(engine), profile or sheet.profile, clauses), sheet.given)

    def moments(self) -> Iterator[Moment]:
        """The deal, and each step; nothing follows a deal that is refused."""
        try:
            self.table.start(None)
        except Mismatch as refusal:
            yield Moment(None, clause_of(refusal), None, None, [], None)
            return
        self.table.look()
        yield self.moment(None)
        yield from map(self.take, self.sheet.steps)

    def take(self, step: Step) -> Moment:
        """Do a step, whatever the text says that comes of it."""
        card, refused = None, ""
        try:
            if step.action:
                card = self.table.apply(step.action)
            elif step.fill:
                self.table.fill(step.fill)
        except Mismatch as refusal:
            refused = clause_of(refusal)
        self.table.look()
        return self.moment(step, refused, card)

    def moment(self, step: Step | None, refused: str = "", card: str | None = None) -> Moment:
        """The table as it lies."""
        legal = self.table.session.ask("legal", game=self.table.game)["actions"]
        amiss = self.amiss(step, refused, card) if step else ""
        return Moment(step, refused, card, self.table.state, legal, self.table.result, amiss)

    def amiss(self, step: Step, refused: str, card: str | None) -> str:
        """The first thing that the text says of a step and is not so. A step that says nothing of a refusal may yet be noted as one."""
        wanted = step.expect.get("refused")
        if wanted and wanted != refused:
            return f"written: refused {wanted}; by the rules: {f'refused {refused}' if refused else 'accepted'}"
        try:
            for key, expected in step.expect.items():
                check_expectation(self.table, step, key, expected, card)
        except Mismatch as mismatch:
            return said(mismatch)
        return ""

    def end_amiss(self) -> str:
        """The first thing that the text says of the end and is not so."""
        try:
            check_end(self.table, self.sheet.then)
        except Mismatch as mismatch:
            return said(mismatch)
        return ""

    def view(self, seat: Seat) -> JSON:
        """What a player sees."""
        state: JSON = self.table.session.ask("observe", game=self.table.game, **{"as": seat})["state"]
        return state


def clause_of(refusal: Mismatch) -> str:
    """The clause in whose name something was refused."""
    return refusal.clauses[0] if refusal.clauses else UNNAMED


def said(mismatch: Mismatch) -> str:
    """A mismatch in words."""
    return f"{mismatch.what}: written {mismatch.expected}, by the rules {mismatch.actual}"
