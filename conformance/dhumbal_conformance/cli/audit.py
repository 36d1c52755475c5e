"""`dhumbal audit`: check the record of a real game."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dhumbal_conformance.cli.problems import place_text
from dhumbal_conformance.cli.screen import paragraph_width
from dhumbal_conformance.loader.rulebook import clauses_of, read_chapters
from dhumbal_conformance.loader.templates import render

if TYPE_CHECKING:
    from dhumbal_conformance.audit.findings import Finding, Report
    from dhumbal_conformance.audit.record import Record
    from dhumbal_conformance.model import Clause

WRONG = 1


@click.command("audit")
@click.argument("file", type=click.Path(path_type=Path))
def command(file: Path) -> None:
    """Check the record of a real game in FILE: the first move of each deal that the rules do not allow, and every total, payment, score
    and place that is wrong. What cannot be told, because nobody saw the cards, is said as well.

    Exit codes: 0 the record is in order, 1 something is wrong, 2 usage, 4 the file cannot be read.
    """
    from dhumbal_conformance.audit import audit

    clauses = clauses_of(read_chapters())
    record, report = audit(file, clauses)
    for line in note(record, report, clauses):
        click.echo(line)
    sys.exit(WRONG if report.wrong else 0)


def note(record: Record, report: Report, clauses: Mapping[str, Clause]) -> Iterator[str]:
    """The whole note."""
    for found in report.wrong:
        yield from wrong_lines(found, record, clauses)
        yield ""
    if report.open:
        yield click.style("Cannot be told from the record:", bold=True)
        yield from (f"{place_text(found.place)}: {which(found)}{found.text}" for found in report.open)
        yield ""
    yield click.style(verdict(report), bold=True)


def wrong_lines(found: Finding, record: Record, clauses: Mapping[str, Clause]) -> Iterator[str]:
    """What is wrong, and the clause that says so."""
    yield f"{click.style(place_text(found.place), bold=True)}: {which(found)}{found.text}"
    text = f"{found.clause}: {render(clauses[found.clause].text, record.profile.parameters)}"
    yield textwrap.fill(text, paragraph_width(), initial_indent="    ", subsequent_indent="    ")


def which(found: Finding) -> str:
    """Which deal it is about."""
    return f"deal {found.deal}: " if found.deal else ""


def verdict(report: Report) -> str:
    """The end of the note."""
    wrong, told = len(report.wrong), len(report.open)
    parts = [f"{number(wrong, 'thing')} {'is' if wrong == 1 else 'are'} wrong" if wrong else "Nothing is wrong"]
    parts += [f"{number(told, 'thing')} cannot be told"] if told else []
    right = [number(count, what) for count, what in ((report.moves, "move"), (report.claims, "statement")) if count]
    parts += [f"found right: {' and '.join(right)}"] if right else []
    return "; ".join(parts) + "."


def number(count: int, what: str) -> str:
    """`1 move`, `2 moves`."""
    return f"{count} {what}{'' if count == 1 else 's'}"
