"""A whole run: its events gathered, and the questions that every report asks of them."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from dhumbal_conformance.events import as_expected, run_problems
from dhumbal_conformance.reports import Event
from dhumbal_conformance.reports.text import one_line

SIGNS = {"passed": "✓", "failed": "✗", "error": "!", "unsupported": "-", "not-run": "?"}
"""Every status with its sign, in the order in which they are shown."""

SHOWN_CLAUSES = 3
"""So many clauses of a failure are shown with their text."""


@dataclass(frozen=True)
class Run:
    """The events of a run that has come to its footer."""

    header: Event
    results: Sequence[Event]
    footer: Event

    def events(self) -> Iterator[Event]:
        """The stream again."""
        yield self.header
        yield from self.results
        yield self.footer

    @property
    def engine(self) -> str:
        """Name and version of the engine."""
        return engine_name(self.header)

    @property
    def good(self) -> bool:
        """Whether everything is as expected."""
        return as_expected(self.footer)

    @property
    def problems(self) -> list[str]:
        """What is wrong with the run as a whole."""
        return run_problems(self.footer)

    @property
    def counts(self) -> Counter[str]:
        """How many scenarios have each status."""
        return Counter(result["status"] for result in self.results)

    @property
    def statuses(self) -> list[str]:
        """The statuses that occur, in their order."""
        return [status for status in SIGNS if self.counts[status]]

    @property
    def failures(self) -> list[Event]:
        """The results at which something went wrong."""
        return [result for result in self.results if result["failure"]]

    @property
    def reasons(self) -> list[tuple[str, str, list[Event]]]:
        """Status, reason and results of what was not run or is not offered, each reason once, the most frequent first."""
        pairs = Counter((result["status"], result["reason"]) for result in self.results if result["reason"])
        return [
            (status, reason, [result for result in self.results if (result["status"], result["reason"]) == (status, reason)])
            for (status, reason), _ in pairs.most_common()
        ]

    @property
    def areas(self) -> dict[str, list[Event]]:
        """The results of each area."""
        return {area: [result for result in self.results if result["area"] == area] for area in sorted({it["area"] for it in self.results})}

    @property
    def passed(self) -> str:
        """`440/452`."""
        return f"{self.counts['passed']}/{len(self.results)}"

    @property
    def summary(self) -> str:
        """`440 passed, 12 failed`."""
        return summary(self.counts)

    def clauses(self, failure: Event) -> list[tuple[str, str]]:
        """Id and text of the first clauses that a failure breaks."""
        return [(clause, self.header["clauses"].get(clause, "")) for clause in failure["clauses"][:SHOWN_CLAUSES]]

    def again(self, result: Event) -> str:
        """The command that runs a scenario again."""
        return again(self.header, result)


def summary(counts: Counter[str]) -> str:
    """`440 passed, 12 failed`."""
    return ", ".join(f"{counts[status]} {status}" for status in SIGNS if counts[status])


def engine_name(header: Event) -> str:
    """Name and version of the engine."""
    engine = header["engine"]
    return one_line(" ".join(str(engine[key]) for key in ("name", "version") if engine.get(key))) or "an engine without a name"


def again(header: Event, result: Event) -> str:
    """The command that runs a scenario again."""
    command: str = header["repeat"]
    return command.replace("{id}", shlex.quote(result["id"])).replace("{file}", shlex.quote(result["file"]))


def place(result: Event) -> tuple[str, int]:
    """File and line that a result is about; the file as seen from the working directory where it lies below it."""
    path = Path(result["file"])
    shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return shown.as_posix(), result["failure"]["line"] if result["failure"] else 1


def details(result: Event) -> list[tuple[str, str]]:
    """What there is to tell of a failure beside its clauses: name and words of each part that it has."""
    failure = result["failure"]
    file, line = place(result)
    told = [("step", f"{failure['step']}   ({file}:{line})"), ("about", failure["what"])]
    if failure["expected"]:
        told += [("expected", failure["expected"]), ("actual", failure["actual"])]
    if failure["evidence"]:
        told.append(("evidence", failure["evidence"]))
    return told


def gathered(events: Iterable[Event]) -> Run:
    """The run that a whole stream tells of."""
    header, *results, footer = events
    return Run(header, results, footer)
