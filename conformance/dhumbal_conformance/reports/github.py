"""GitHub's annotations: what is printed in this form appears beside the lines of the scenarios."""

from __future__ import annotations

from collections.abc import Iterator

from dhumbal_conformance.reports.junit import message
from dhumbal_conformance.reports.run import Run, place
from dhumbal_conformance.reports.text import clipped

MOST = 9
"""GitHub shows ten errors of a step, and this leaves one to whatever else the step has to say."""
LONGEST = 1000


def github(run: Run) -> str:
    """An error for each failure as far as they are shown, and a warning that counts the others."""
    errors = list(errors_of(run))
    more = [f"::warning title=Dhumbal::and {len(errors) - MOST} more"] if len(errors) > MOST else []
    return "".join(f"{line}\n" for line in errors[:MOST] + more)


def errors_of(run: Run) -> Iterator[str]:
    """All of them: what is wrong with the run first."""
    for problem in run.problems:
        yield f"::error title=Dhumbal::{escaped(problem)}"
    for result in run.failures:
        file, line = place(result)
        title = escaped(f"{result['status']}: {result['id']}", inner=True)
        clauses = ", ".join(result["failure"]["clauses"][:1])
        finding = f"\n{result['reason']}" if result["reason"] else ""
        text = f"{result['title']}\n{message(result['failure'])}{finding}" + (f"\n§ {clauses}" if clauses else "")
        yield f"::error file={escaped(file, inner=True)},line={line},title={title}::{escaped(text)}"


def escaped(words: str, *, inner: bool = False) -> str:
    """Words as the value of a command; within its properties a colon and a comma must be spelt, too."""
    text = clipped(words, LONGEST).replace("%", "%25").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if inner else text
