"""The report on a terminal: progress while it runs, then what was not expected, then the counts."""

from __future__ import annotations

import io
import os
import textwrap
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, TextIO

from dhumbal_conformance.events import as_expected, noise_text, proven, run_problems
from dhumbal_conformance.reports import Event, tell
from dhumbal_conformance.reports.findings import findings
from dhumbal_conformance.reports.run import (
    LEVELS,
    SHOWN_CLAUSES,
    SIGNS,
    Run,
    again,
    engine_name,
    failures,
    place,
    reasons,
    refusals_text,
    scenarios_text,
    summary,
)
from dhumbal_conformance.reports.text import clean
from dhumbal_conformance.runner.outcome import beginning

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

STYLES = {
    "passed": "green",
    **dict.fromkeys(("failed", "flaky", "unexpected-pass"), "bold red"),
    **dict.fromkeys(("error", "invalid-scenario"), "bold magenta"),
    **dict.fromkeys(("expected-failure", "unsupported", "not-run"), "yellow"),
}
SHOWN_FAILURES = 12
"""So many failures are told in full; of the others only the names, so that one fault that shows everywhere does not bury the rest."""

LONGEST_LINE = 1_000
"""So many characters are shown of a line in which an engine has its say."""


class Plain:
    """Prints lines of text as they are, which needs nothing of what a rich console is made for."""

    def __init__(self, file: TextIO, columns: int = 0) -> None:
        self.file = file
        self.columns = columns

    @cached_property
    def width(self) -> int:
        """Columns of a line; those of the terminal unless said otherwise, which only what is not as expected asks for."""
        from shutil import get_terminal_size

        return self.columns or get_terminal_size().columns

    def print(self, text: str, **_: object) -> None:
        """One line or more; how they would be shown on a terminal does not matter. Whoever does not read on misses the rest."""
        try:
            print(text, file=self.file, flush=True)
        except BrokenPipeError:
            # The run goes on to its exit code. What is left in the buffer would fail once more at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.file.fileno())


class TerminalReport:
    """Writes to a rich console; without a terminal it is plain text and shows no progress."""

    def __init__(self, console: Console | Plain, progress: Progress | None = None) -> None:
        self.console = console
        self.progress = progress
        self.header: Event = {}
        self.results: list[Event] = []

    def hear(self, event: Event) -> None:
        """Show the event, or keep it for the end."""
        {"header": self.begin, "result": self.result, "footer": self.end}[event["type"]](event)

    def begin(self, event: Event) -> None:
        """Say what is checked."""
        self.header = event
        language = event["engine"].get("language", "language unknown")
        self.line(f"{engine_name(event)} ({language}), profile {event['profile']}, {event['scenarios']} scenarios")
        if self.progress:
            self.progress.start()
            self.task = self.progress.add_task("", total=event["scenarios"])

    def result(self, event: Event) -> None:
        """Count it; show it later if it is not as the rules demand."""
        self.results.append(event)
        if self.progress:
            self.progress.advance(self.task)

    def end(self, event: Event) -> None:
        """Everything unexpected, then the figures."""
        if self.progress:
            self.progress.stop()
        self.findings(event)
        failed = failures(self.results)
        for result in failed[:SHOWN_FAILURES]:
            self.failure(result)
        self.more_failures(failed[SHOWN_FAILURES:])
        self.broken_clauses(failed)
        for problem in run_problems(event):
            self.line(f"\n! {problem}", STYLES["error"])
        self.lacks()
        self.noise(event)
        self.table("area", sorted({result["area"] for result in self.results}))
        self.table("level", [level for level in LEVELS if any(result["level"] == level for result in self.results)])
        self.clauses()
        self.summary(event)

    def findings(self, footer: Event) -> None:
        """What the engine most probably does wrong, before everything else."""
        first, *more = findings(footer) or [""]
        if first:
            self.line(f"\n{first}", "bold")
        for text in more:
            self.paragraph(text)

    def line(self, text: str = "", style: str | None = None) -> None:
        """Print plain text; in an engine's words neither markup nor an order to the terminal has an effect."""
        self.console.print(clean(text), style=style, markup=False, highlight=False, soft_wrap=True)

    def failure(self, result: Event) -> None:
        """One scenario that failed: clause, step, expected, actual, and how to run it again."""
        failure = result["failure"]
        self.line(f"\n{SIGNS[result['status']]} {result['status']}: {result['id']}", STYLES[result["status"]])
        self.line(f"  {result['title']}")
        for clause in failure["clauses"][:SHOWN_CLAUSES]:
            self.paragraph(f"§ {clause}: {self.header['clauses'].get(clause, '')}")
        if len(failure["clauses"]) > SHOWN_CLAUSES:
            self.line(f"  § and {', '.join(failure['clauses'][SHOWN_CLAUSES:])}")
        if result["reason"]:
            self.paragraph(result["reason"])
        file, line = place(result)
        self.line(f"  step      {failure['step']}   ({file}:{line})")
        self.line(f"  about     {beginning(failure['what'], LONGEST_LINE)}")
        if failure["expected"]:
            self.line(f"  expected  {beginning(failure['expected'], LONGEST_LINE)}")
            self.line(f"  actual    {beginning(failure['actual'], LONGEST_LINE)}")
        for evidence in failure["evidence"].splitlines()[-8:]:
            self.line(f"  | {beginning(evidence, LONGEST_LINE)}")
        self.line(f"  again     {again(self.header, result, self.results)}")

    def more_failures(self, failed: list[Event]) -> None:
        """The names of the failures that are not told in full."""
        for result in failed:
            self.line(f"{SIGNS[result['status']]} {result['status']}: {result['id']}: {result['title']}", STYLES[result["status"]])

    def broken_clauses(self, failed: list[Event]) -> None:
        """Which clauses the failures name first, the most frequent first."""
        named = Counter(result["failure"]["clauses"][0] for result in failed if result["failure"]["clauses"])
        if len(failed) > 1:
            self.line("\nnamed first: " + ", ".join(f"{clause} ({count})" for clause, count in named.most_common(8)))

    def paragraph(self, text: str) -> None:
        """A longer text, folded to the width of the terminal."""
        width = max(min(self.console.width, 120) - 2, 20)
        # The ids of scenarios have hyphens, and are copied.
        self.line(textwrap.fill(text, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False))

    def lacks(self) -> None:
        """What was known, what the engine does not offer, and what was not run; each reason once."""
        for status, reason, results in reasons(self.results):
            self.line(f"\n{SIGNS[status]} {status}: {scenarios_text(len(results))}, because {reason}", STYLES[status])

    def noise(self, footer: Event) -> None:
        """What was on standard output beside messages: how much, and the first lines of it."""
        if footer["noise"]:
            self.line(f"\n{noise_text(footer)}:", STYLES["unsupported"])
            for line in footer["noise_lines"]:
                self.line(f"  | {line}")

    def table(self, key: str, names: list[str]) -> None:
        """Counts by area or by level."""
        shown = [status for status in SIGNS if any(result["status"] == status for result in self.results)]
        widths = {status: max(13, len(status) + 2) for status in shown}
        self.line(f"\n{key:<14}" + "".join(f"{status:>{widths[status]}}" for status in shown))
        for name in names:
            counts = Counter(result["status"] for result in self.results if result[key] == name)
            self.line(f"{name:<14}" + "".join(f"{counts[status]:>{widths[status]}}" for status in shown))

    def clauses(self) -> None:
        """On what the results rest, how many clauses are proven, and how many refusals were looked at with their clause."""
        basis = Counter(result["basis"] for result in self.results)
        if basis["derived"]:
            self.line(f"\n{basis['normative']} normative (as written), {basis['derived']} derived (compared with the reference engine)")
        if self.header.get("left_out"):
            self.line(f"{self.header['left_out']} left out (played with another pack)")
        clauses = self.header["clauses"]
        self.line(
            f"\n{len(proven(clauses, self.results))} of {len(clauses)} clauses proven ({self.header['untestable']} more cannot be tested)"
        )
        self.line(refusals_text(self.header, self.results))

    def summary(self, event: Event) -> None:
        """One line that says it all."""
        good = as_expected(event)
        self.line(
            f"{'✓' if good else '✗'} {summary(Counter(event['counts']))} in {event['seconds']:.2f} s", "green" if good else "bold red"
        )


def plain_text(run: Run) -> str:
    """The report on a stored run, as a terminal without colours shows it."""
    text = io.StringIO()
    tell(run.events(), [TerminalReport(Plain(text, columns=120))])
    return text.getvalue()
