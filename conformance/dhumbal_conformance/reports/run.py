"""A whole run: its events gathered, and the questions that every report asks of them."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from dhumbal_conformance.events import as_expected, noise_text, run_problems
from dhumbal_conformance.reports import Event
from dhumbal_conformance.reports.findings import findings
from dhumbal_conformance.reports.text import clipped, one_line
from dhumbal_conformance.runner.outcome import UNEXPECTED

SIGNS = {
    "passed": "✓",
    "failed": "✗",
    "error": "!",
    "flaky": "~",
    "unexpected-pass": "+",
    "invalid-scenario": "#",
    "expected-failure": "x",
    "unsupported": "-",
    "not-run": "?",
}
"""Every status with its sign, in the order in which they are shown."""

LEVELS = ("judge", "settle", "play", "series", "secrecy")
"""What an engine may offer, from the least to the most; each scenario needs one of them."""

SHOWN_CLAUSES = 3
"""So many clauses of a failure are shown with their text."""

LONGEST_NAME = 200
"""So many characters of an engine's name and version are shown."""


class Run(NamedTuple):
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
        """The results that are not as expected."""
        return failures(self.results)

    @property
    def reasons(self) -> list[tuple[str, str, list[Event]]]:
        """Status, reason and results of what was known, is not offered or was not run, each reason once, the most frequent first."""
        return reasons(self.results)

    @property
    def areas(self) -> dict[str, list[Event]]:
        """The results of each area."""
        return {area: [result for result in self.results if result["area"] == area] for area in sorted({it["area"] for it in self.results})}

    @property
    def levels(self) -> dict[str, list[Event]]:
        """The results of each level that occurs."""
        found = {level: [result for result in self.results if result["level"] == level] for level in LEVELS}
        return {level: results for level, results in found.items() if results}

    @property
    def refusals(self) -> str:
        """How many refusals were looked at, and how many of these with their clause."""
        return refusals_text(self.header, self.results)

    @property
    def noise(self) -> list[str]:
        """What was on standard output beside messages: how much, and the first lines of it."""
        return [noise_text(self.footer), *self.footer["noise_lines"]] if self.footer["noise"] else []

    @property
    def passed(self) -> str:
        """`440/452`."""
        return f"{self.counts['passed']}/{len(self.results)}"

    @property
    def summary(self) -> str:
        """`440 passed, 12 failed`."""
        return summary(self.counts)

    @property
    def findings(self) -> list[str]:
        """What the engine most probably does wrong."""
        return findings(self.footer)

    def clauses(self, failure: Event) -> list[tuple[str, str]]:
        """Id and text of the first clauses that a failure breaks."""
        return [(clause, self.header["clauses"].get(clause, "")) for clause in failure["clauses"][:SHOWN_CLAUSES]]

    def again(self, result: Event) -> str:
        """The command that runs a scenario again."""
        return again(self.header, result, self.results)


def failures(results: Sequence[Event]) -> list[Event]:
    """The results that are not as expected."""
    return [result for result in results if result["status"] in UNEXPECTED]


def reasons(results: Sequence[Event]) -> list[tuple[str, str, list[Event]]]:
    """Status, reason and results of all others that have a reason, each reason once, the most frequent first."""
    found: dict[tuple[str, str], list[Event]] = {}
    for result in results:
        if result["reason"] and result["status"] not in UNEXPECTED:
            found.setdefault((result["status"], split_reason(result)[0]), []).append(result)
    ordered = sorted(found.items(), key=lambda item: -len(item[1]))
    return [(status, reason, same) for (status, reason), same in ordered]


def split_reason(result: Event) -> tuple[str, str]:
    """What an engine does not offer, which many scenarios have in common, and what follows from it for this one; else the whole reason."""
    if result["status"] != "unsupported":
        return result["reason"], ""
    lack, _, rest = result["reason"].partition(": ")
    return lack, rest


def scenarios_text(count: int) -> str:
    """`1 scenario`, `2 scenarios`."""
    return f"{count} scenario{'s' if count != 1 else ''}"


def refusal_figures(results: Sequence[Event]) -> dict[str, int]:
    """How many refusals the scenarios demand, how many were looked at, and how many of these with their clause."""
    members = {"due": "refusals_due", "checked": "refusals", "with_clause": "refusals_with_clause"}
    return {name: sum(result[member] for result in results) for name, member in members.items()}


def refusals_text(header: Event, results: Sequence[Event]) -> str:
    """The same in words, with the percentages."""
    figures = refusal_figures(results)
    due, checked, named = figures["due"], figures["checked"], figures["with_clause"]
    text = f"{checked} of {due} refusals checked ({percent(checked, due)})"
    if not header["capabilities"].get("codes"):
        return f"{text}; the clause was not checked, since the engine names none"
    return f"{text}, {named} of these with their clause ({percent(named, checked)})"


def percent(part: int, whole: int) -> str:
    """`98 %`, and 100 % only for all of it."""
    return f"{100 * part // whole} %" if whole else "–"


def summary(counts: Counter[str]) -> str:
    """`440 passed, 12 failed`."""
    return ", ".join(f"{counts[status]} {status}" for status in SIGNS if counts[status])


def engine_name(header: Event) -> str:
    """Name and version of the engine."""
    engine = header["engine"]
    words = " ".join(str(engine[key]) for key in ("name", "version") if engine.get(key))
    return one_line(clipped(words, LONGEST_NAME)) or "an engine without a name"


def again(header: Event, result: Event, results: Iterable[Event]) -> str:
    """The command that runs a scenario of a run again, after those that it needs to fail: what leaks shows only when all are run."""
    files = {other["id"]: other["file"] for other in results} if result["after"] else {}
    ids = [*result["after"], result["id"]]
    paths = [*(files.get(name, name) for name in result["after"]), result["file"]]
    command: str = header["repeat"]
    return command.replace("{id}", selected(ids)).replace("{file}", selected(paths))


def selected(patterns: Iterable[str]) -> str:
    """What follows `--select` to run exactly these, in their order."""
    return " --select ".join(map(shlex.quote, patterns))


def place(result: Event) -> tuple[str, int]:
    """File and line that a result is about; the file as seen from the working directory where it lies below it."""
    path = Path(result["file"])
    shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return shown.as_posix(), result["failure"]["line"] if result["failure"] else 1


def details(result: Event) -> list[tuple[str, str]]:
    """What there is to tell of a failure beside its clauses: name and words of each part that it has."""
    failure = result["failure"]
    file, line = place(result)
    told = [("finding", result["reason"])] if result["reason"] else []
    told += [("step", f"{failure['step']}   ({file}:{line})"), ("about", failure["what"])]
    if failure["expected"]:
        told += [("expected", failure["expected"]), ("actual", failure["actual"])]
    if failure["evidence"]:
        told.append(("evidence", failure["evidence"]))
    return told


def gathered(events: Iterable[Event]) -> Run:
    """The run that a whole stream tells of."""
    header, *results, footer = events
    return Run(header, results, footer)
