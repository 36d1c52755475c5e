"""`dhumbal compare`: stored runs side by side."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from dhumbal_conformance.cli.reporting import stored_run

if TYPE_CHECKING:
    from dhumbal_conformance.reports.run import Run

DIFFERENT = 1
ABSENT = "absent"
"""Stands for the status of a scenario that a run does not have."""


@click.command("compare")
@click.argument("files", nargs=-1, metavar="A.ndjson B.ndjson...")
def command(files: tuple[str, ...]) -> None:
    """Show the scenarios whose status differs between runs stored with `dhumbal verify --report ndjson=FILE`.

    Exit codes: 0 no status differs, 1 some do, 2 usage, 4 a file is no whole run.
    """
    if len(files) < 2:
        raise click.UsageError("name at least two runs")
    runs = [stored_run(file) for file in files]
    rows = differences(runs)
    click.echo("\n".join(lines(files, runs, rows)))
    sys.exit(DIFFERENT if rows else 0)


def differences(runs: Sequence[Run]) -> dict[str, list[str]]:
    """The scenarios whose status differs, with their status in each run."""
    statuses = [{result["id"]: result["status"] for result in run.results} for run in runs]
    names = dict.fromkeys(name for run in statuses for name in run)
    rows = {name: [run.get(name, ABSENT) for run in statuses] for name in names}
    return {name: row for name, row in rows.items() if len(set(row)) > 1}


def lines(files: Sequence[str], runs: Sequence[Run], rows: dict[str, list[str]]) -> Iterator[str]:
    """Which runs there are, in what they differ, and their counts."""
    from dhumbal_conformance.reports.run import SIGNS
    from dhumbal_conformance.reports.text import one_line

    numbers = [str(number) for number in range(1, len(runs) + 1)]
    for number, file, run in zip(numbers, files, runs, strict=True):
        cut = "" if run.footer["complete"] else ", interrupted"
        yield f"{number}  {click.format_filename(file)}: {run.engine}, {one_line(run.header['profile'])}{cut}"
    if rows:
        yield from table("scenario", numbers, {one_line(name): row for name, row in rows.items()})
    counts = {status: [str(run.counts[status]) for run in runs] for status in SIGNS if any(run.counts[status] for run in runs)}
    yield from table("status", numbers, counts)
    yield f"\n{len(rows)} of {len({result['id'] for run in runs for result in run.results})} scenarios differ"


def table(title: str, heads: Sequence[str], rows: dict[str, list[str]]) -> Iterator[str]:
    """A blank line, and a table with the names of the rows at its left."""
    width = max(map(len, [title, *rows]))
    for name, cells in {title: heads, **rows}.items():
        yield ("\n" if name == title else "") + f"{name:<{width}}" + "".join(f"  {cell:>16}" for cell in cells)
