"""What came of the deals of a campaign; tallies of different deals add up."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from dhumbal_conformance.model import Scenario
from dhumbal_conformance.runner.outcome import Failure, Result

VARIES = re.compile(r"\b([A-N]|\d+)\b('s)?")
"""Seats and numbers: what two findings of the same kind may differ in."""
Signature = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """A scenario at which the two engines disagree, or the engine broke, and the deal in which that came up."""

    number: int
    scenario: Scenario
    result: Result

    @property
    def failure(self) -> Failure:
        """Where they disagree."""
        assert self.result.failure is not None
        return self.result.failure

    @property
    def signature(self) -> Signature:
        """What two findings of the same kind have in common: what it is about, the clause, and who refuses; but not who sits where."""
        failure = self.failure
        verdict = failure.expected.split(" ")[0] if failure.expected.startswith(("accepted", "refused")) else ""
        about = ": ".join(VARIES.sub("", failure.what).split(": ")[:2])
        return (about, *failure.clauses[:1], verdict)


@dataclass(slots=True)
class Found:
    """All findings of one kind: the first of them, and how many there are."""

    first: Finding
    times: int = 1


@dataclass(slots=True)
class Tally:
    """What was compared in some deals."""

    deals: int = 0
    moves: int = 0
    """Actions that the rules accept."""
    refusals: int = 0
    """Actions that the rules refuse."""
    questions: int = 0
    """Settlements, judgements, and deals of a series."""
    situations: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    """Refusals by clause, in deals, judgements and series."""
    unsupported: Counter[str] = field(default_factory=Counter)
    """Why something was not compared, or not to its end."""
    found: dict[Signature, Found] = field(default_factory=dict)
    broken: int = 0
    """In how many of the latest deals in a row the engine itself broke."""

    def enter(self, found: Found) -> None:
        """Enter findings of one kind; the first that was entered stands for all."""
        known = self.found.setdefault(found.first.signature, found)
        if known is not found:
            known.times += found.times

    def add(self, other: Tally) -> None:
        """Enter the tally of later deals."""
        self.deals += other.deals
        self.moves += other.moves
        self.refusals += other.refusals
        self.questions += other.questions
        for mine, theirs in zip(self.counters(), other.counters(), strict=True):
            mine.update(theirs)
        for found in other.found.values():
            self.enter(found)
        self.broken = other.broken + (self.broken if other.broken == other.deals else 0)

    def counters(self) -> tuple[Counter[str], ...]:
        """Everything that is counted by name."""
        return self.situations, self.refused, self.unsupported

    @property
    def actions(self) -> int:
        """What was done in deals, and what was tried."""
        return self.moves + self.refusals

    @property
    def refused_questions(self) -> int:
        """Judgements, and deals of a series, that are refused: the refusals by clause are these and those of actions."""
        return self.refused.total() - self.refusals

    @property
    def disagreements(self) -> int:
        """How many findings there are."""
        return sum(found.times for found in self.found.values())
