"""What comes of a scenario: the values that the event stream carries."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal, NamedTuple

Status = Literal["passed", "failed", "error", "flaky", "unexpected-pass", "invalid-scenario", "expected-failure", "unsupported", "not-run"]

UNEXPECTED: tuple[Status, ...] = ("failed", "error", "flaky", "unexpected-pass", "invalid-scenario")
"""What makes a run not as expected, and is told in full."""


LONGEST = 70_000
"""So many characters are kept of each thing that an engine said: a run has many scenarios, and may fail them all."""


class Mismatch(Exception):
    """The engine's answer differs from what the rules demand."""

    def __init__(self, what: str, expected: object, actual: object, clauses: tuple[str, ...] = ()) -> None:
        super().__init__(f"{what}: expected {expected}, got {actual}")
        self.what = what
        self.expected = str(expected)
        self.actual = str(actual)
        self.clauses = clauses


class Unsupported(Exception):
    """The engine does not offer what the scenario needs; the message says what."""


class Failure(NamedTuple):
    """The first thing that went wrong: where in the file, at which step, and which clauses it breaks."""

    what: str
    expected: str = ""
    actual: str = ""
    clauses: tuple[str, ...] = ()
    step: str = ""
    line: int = 0
    evidence: str = ""

    def bounded(self) -> Failure:
        """The same with so much of an engine's words as is kept, and with a note of what is left out."""
        what, expected, actual = (beginning(text, LONGEST) for text in (self.what, self.expected, self.actual))
        return self._replace(what=what, expected=expected, actual=actual, evidence=ending(self.evidence, LONGEST))


def beginning(text: str, most: int) -> str:
    """A text, cut off where it gets too long."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text) - most} more characters are left out)"


def ending(text: str, most: int) -> str:
    """The end of a text that is too long: the last that an engine says of itself matters most."""
    return text if len(text) <= most else f"({len(text) - most} characters before this are left out) …{text[-most:]}"


@dataclass(slots=True)
class Result:
    """One scenario's result. `refusals` counts the refusals seen, `refusals_with_clause` those whose clause was checked, too."""

    id: str
    title: str
    area: str
    level: str
    clauses: tuple[str, ...]
    file: str
    basis: Literal["normative", "derived"] = "normative"
    """Whether somebody has written the expectation, or the reference engine stands in for it."""
    status: Status = "not-run"
    reason: str = ""
    failure: Failure | None = None
    refusals: int = 0
    refusals_with_clause: int = 0
    seconds: float = 0.0
    refusals_due: int = 0
    """How many refusals the scenario's own words demand."""
    kind: str = ""
    """Of an error: startup, crash, timeout, garbage, protocol or internal; `leak` of a failure that needs other scenarios before it."""
    after: tuple[str, ...] = ()
    """Of a leak: the scenarios that must have been run before it in the same engine."""
    replay: tuple[dict[str, Any], ...] = ()
    """Of what is not as expected: the table at each step as the reference engine has it, see `dhumbal_conformance.runner.replay`."""

    def event(self) -> dict[str, Any]:
        """The result as an event of the stream."""
        members = {name: getattr(self, name) for name in MEMBERS}
        return {"type": "result", **members, "failure": self.failure._asdict() if self.failure else None}


MEMBERS = tuple(field.name for field in fields(Result))
"""What the event of a result tells, in this order."""


class Count:
    """How often a refusal was looked at while one scenario ran, and how often with its clause."""

    def __init__(self) -> None:
        self.refusals = 0
        self.with_clause = 0
