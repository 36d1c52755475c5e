"""What the commands have in common that write reports, or read them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from dhumbal_conformance.reports import Report
    from dhumbal_conformance.reports.output import Output
    from dhumbal_conformance.reports.run import Run

BAD_STREAM = 4
LIKE_A_TERMINAL = ("FORCE_COLOR", "TTY_COMPATIBLE")
"""Variables of the environment that may ask for colours where there is no terminal."""

HELP = "Write terminal, ndjson, json, junit, html, markdown, github or badge to FILE; - is standard output. Repeatable."


def report_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option `--report FORMAT=FILE`."""
    return click.option("--report", "reports", multiple=True, metavar="FORMAT=FILE", help=HELP)(command)


@contextmanager
def reports_on(wanted: tuple[str, ...]) -> Iterator[list[Report]]:
    """The reports asked for, their files open; what is wrong with one is told as wrong usage."""
    if not wanted:
        yield []
        return
    from dhumbal_conformance.reports import BadReport
    from dhumbal_conformance.reports.formats import open_reports

    try:
        with open_reports(wanted) as reports:
            yield reports
    except BadReport as bad:
        raise click.UsageError(str(bad)) from bad


@contextmanager
def output_to(name: str) -> Iterator[Output]:
    """A file that is replaced when something is written, or standard output for `-`; one that cannot be written is told as wrong usage."""
    from dhumbal_conformance.reports import BadReport
    from dhumbal_conformance.reports.output import Output

    try:
        with closing(Output(name)) as output:
            yield output
    except BadReport as bad:
        raise click.UsageError(str(bad)) from bad


@contextmanager
def expectations_written(name: str | None) -> Iterator[list[Report]]:
    """What writes a first file of expectations, if one is wanted; a file that is there already is told as wrong usage."""
    if name is None:
        yield []
        return
    from dhumbal_conformance.reports import BadReport
    from dhumbal_conformance.reports.expectations import new_file

    try:
        with new_file(name) as report:
            yield [report]
    except BadReport as bad:
        raise click.UsageError(str(bad)) from bad


def terminal_report(wanted: tuple[str, ...]) -> list[Report]:
    """The report for whoever waits; on standard error when a report asked for takes standard output, and none if it is itself asked for."""
    from dhumbal_conformance.reports.terminal import Plain, TerminalReport

    if any(report.startswith("terminal=") for report in wanted):
        return []
    taken = any(report.endswith("=-") for report in wanted)
    stream = sys.stderr if taken else sys.stdout
    if not (stream.isatty() or any(map(os.environ.get, LIKE_A_TERMINAL))):
        # The imports below take longer than some runs.
        return [TerminalReport(Plain(stream))]
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    console = Console(stderr=taken)
    console.width = console.width or 80  # COLUMNS=0 says that nobody knows
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return [TerminalReport(console, Progress(*columns, console=console, transient=True) if console.is_terminal else None)]


def stored_run(file: str) -> Run:
    """The run stored in a file, or on standard input for `-`; if it cannot be read, says where and why, and ends the program."""
    from dhumbal_conformance.reports.stored import BadStream, read_run

    try:
        with click.open_file(file, "rb") as lines:
            return read_run(lines)
    except BadStream as bad:
        click.echo(f"{click.format_filename(file)}:{bad.line}: {bad}", err=True)
    except OSError as error:
        click.echo(f"{click.format_filename(file)}: {error.strerror}", err=True)
    sys.exit(BAD_STREAM)
