"""Results against what is known of the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase

from dhumbal_conformance.loader.near_miss import did_you_mean
from dhumbal_conformance.model import Expectation, Scenario
from dhumbal_conformance.runner.outcome import Failure, Result

KNOWN = {"fail": ("failed",), "error": ("error",), "flaky": ("failed", "error")}
"""What each kind of entry says of a scenario that does not pass."""
CLAUSE = "clause:"


class Expectations:
    """The entries of a file; of several that match a scenario the first counts."""

    def __init__(self, entries: Sequence[Expectation] = ()) -> None:
        self.entries = entries

    def meet(self, scenario: Scenario, result: Result) -> None:
        """Note in the result that it was expected, or that it passes although somebody expects that it does not."""
        entry = next((entry for entry in self.entries if matches(entry, scenario)), None)
        if entry is None:
            return
        if result.status in KNOWN[entry.expect]:
            result.status, result.reason = "expected-failure", because(entry)
        elif result.status == "passed" and entry.expect != "flaky":
            result.status, result.failure = "unexpected-pass", stale(entry, scenario)

    def unmatched(self, scenarios: Iterable[Scenario]) -> Iterator[str]:
        """What to say of each entry that none of the scenarios matches."""
        everything = list(scenarios)
        for entry in self.entries:
            if not any(matches(entry, scenario) for scenario in everything):
                hint = did_you_mean(entry.match, names(entry, everything))
                yield f"{where(entry)}: no scenario matches {entry.match}{f' ({hint})' if hint else ''}"


def matches(entry: Expectation, scenario: Scenario) -> bool:
    """Whether an entry speaks of a scenario."""
    if entry.match.startswith(CLAUSE):
        return any(fnmatchcase(clause, entry.match.removeprefix(CLAUSE)) for clause in scenario.clauses)
    return fnmatchcase(scenario.id, entry.match)


def names(entry: Expectation, scenarios: Iterable[Scenario]) -> Iterable[str]:
    """What an entry could have meant to match."""
    if entry.match.startswith(CLAUSE):
        return {f"{CLAUSE}{clause}" for scenario in scenarios for clause in scenario.clauses}
    return [scenario.id for scenario in scenarios]


def because(entry: Expectation) -> str:
    """The reason of an entry in a line, with what else it says."""
    parts = [entry.reason, entry.issue, f"until {entry.until}" if entry.until else ""]
    return "; ".join(filter(None, parts))


def stale(entry: Expectation, scenario: Scenario) -> Failure:
    """What is wrong about a scenario that passes: the entry."""
    what = f"the entry at {where(entry)} has become wrong; delete it"
    return Failure(what, f"{entry.expect}, because {because(entry)}", "passed", (), "the whole scenario", scenario.place.line)


def where(entry: Expectation) -> str:
    """File and line of an entry."""
    return f"{entry.place.path}:{entry.place.line}"
