"""`dhumbal misreadings`: whether the suite tells every known wrong engine from the right one."""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import click

from dhumbal_conformance.cli.reporting import output_to

if TYPE_CHECKING:
    from dhumbal_conformance.misreadings import Misreading
    from dhumbal_conformance.misreadings.table import Row
    from dhumbal_conformance.model import Suite

NOT_TOLD_APART, NOTHING_SELECTED = 1, 5
SHOWN = 3
"""So many of the scenarios that tell a misreading apart are named."""


def processes(jobs: int | None) -> int:
    """How many misreadings to run at once, one for each processor unless said otherwise; one alone where no program can be split in two."""
    return jobs or os.cpu_count() or 1 if "fork" in multiprocessing.get_all_start_methods() else 1


@click.command("misreadings")
@click.option("--profile", metavar="ID", help="Only those of this rule system.")
@click.option("--select", "patterns", multiple=True, metavar="PATTERN", help="Only these: a part of the id, or a glob on it.")
@click.option("--jobs", type=click.IntRange(1, 64), metavar="N", help="Run N at once, and not one for each processor.")
@click.option("--report", "reports", multiple=True, metavar="FORMAT=FILE", help="Write the table as json or markdown. Repeatable.")
@click.option("--write", is_flag=True, help="Write spec/misreadings.json, from which failures are diagnosed.")
@click.option("--check", is_flag=True, help="Fail if spec/misreadings.json is not what --write would write.")
@click.option("--verbose", is_flag=True, help="Name every scenario that tells one apart.")
def command(
    profile: str | None, patterns: tuple[str, ...], jobs: int | None, reports: tuple[str, ...], write: bool, check: bool, verbose: bool
) -> None:
    """Run the suite on every wrong engine that is known, and show which scenarios tell it from the right one.

    There is one for each reading that a ruling rejects, and one for each of many faults that real programs have. Exit codes: 0 all are told
    apart, 1 one is not, or a rejected reading has none, or a ruling names a scenario that decides nothing, or the table is out of date;
    5 nothing was selected.
    """
    from dhumbal_conformance.misreadings.table import unwritten
    from dhumbal_conformance.suite import load_suite

    if write and check:
        raise click.UsageError("--write brings the table up to date, and --check only looks: choose one")
    if (write or check) and (profile or patterns):
        raise click.UsageError("--write and --check need the whole table, without --profile and --select")
    suite = load_suite()
    wanted = chosen(suite, profile, patterns)
    with ExitStack() as files:
        writers = [(form_of(report), files.enter_context(output_to(report.partition("=")[2]))) for report in reports]
        rows = list(shown(suite, wanted, processes(jobs), verbose))
        for form, output in writers:
            output.write(form(rows))
    good = concluded(rows, [] if profile or patterns else unwritten(suite))
    sys.exit(0 if kept(rows, write, check) and good else NOT_TOLD_APART)


def chosen(suite: Suite, profile: str | None, patterns: Sequence[str]) -> list[Misreading]:
    """The misreadings asked for."""
    from dhumbal_conformance.loader.near_miss import guess
    from dhumbal_conformance.misreadings import all_misreadings
    from dhumbal_conformance.misreadings.table import profile_of

    everything = all_misreadings()
    if profile is not None and profile not in suite.profiles:
        raise click.UsageError(f"there is no profile {profile!r}; {guess(profile, suite.profiles, 'the profiles are')}")
    for pattern in patterns:
        if not any(names(pattern, it.id) for it in everything):
            click.echo(f"no misreading matches {pattern}", err=True)
            sys.exit(NOTHING_SELECTED)
    asked = [it for it in everything if not patterns or any(names(pattern, it.id) for pattern in patterns)]
    wanted = [it for it in asked if profile in (None, profile_of(it, suite).id)]
    if not wanted:
        click.echo(f"no misreading of {profile} matches {' '.join(patterns) or 'anything'}", err=True)
        sys.exit(NOTHING_SELECTED)
    return wanted


def names(pattern: str, misreading: str) -> bool:
    """Whether a pattern names a misreading."""
    return pattern in misreading or fnmatchcase(misreading, pattern)


def shown(suite: Suite, wanted: Sequence[Misreading], jobs: int, verbose: bool) -> Iterator[Row]:
    """Every row, told as soon as it is there; who waits at a terminal sees how many are left."""
    from dhumbal_conformance.misreadings.table import Workshop

    rows = Workshop(suite, wanted).rows(min(jobs, len(wanted)))
    waits = sys.stderr.isatty()
    for number, row in enumerate(rows, 1):
        if waits:
            click.echo("\r\033[K", err=True, nl=False)
        tell(row, verbose)
        if waits and number < len(wanted):
            click.echo(f"{number} of {len(wanted)}", err=True, nl=False)
        yield row


def tell(row: Row, verbose: bool) -> None:
    """One misreading: what it does, and which scenarios tell it apart."""
    name = row.misreading.id
    if row.misreading.equivalent:
        click.echo(f"= {name}: {row.does}\n    no different: {row.misreading.equivalent}")
    elif row.survives:
        click.secho(f"✗ {name}: {row.does}\n    SURVIVES: it passes every scenario of its rule system", fg="red", bold=True)
    else:
        decisive = row.decisive if verbose else row.decisive[:SHOWN]
        more = f", and {len(row.marks) - len(decisive)} more" if len(row.marks) > len(decisive) else ""
        click.echo(f"✓ {name}: {row.does}\n    {len(row.marks)}: {', '.join(decisive)}{more}")


def concluded(rows: Sequence[Row], missing: Sequence[str]) -> bool:
    """Say how it went, and loudly what is wrong; whether all is well."""
    from dhumbal_conformance.misreadings.table import idle

    engines = [row for row in rows if not row.misreading.equivalent]
    surviving = [f"{row.misreading.id} survives" for row in engines if row.survives]
    unargued = [f"{name} is rejected by its ruling, and there is neither an engine nor an argument for it" for name in missing]
    undecided = [f"{ruling} names {scenario}, which comes out alike under every reading" for ruling, scenario in idle(rows)]
    wrong = [*surviving, *unargued, *undecided]
    for what in wrong:
        click.secho(f"✗ {what}", fg="red", bold=True)
    equivalent = len(rows) - len(engines)
    click.secho(
        f"{len(engines) - len(surviving)} of {len(engines)} told apart" + (f", {equivalent} equivalent" if equivalent else ""),
        fg="red" if wrong else "green",
        bold=bool(wrong),
    )
    return not wrong


def kept(rows: Sequence[Row], write: bool, check: bool) -> bool:
    """Write the table for diagnosis, or compare it; whether it is up to date."""
    from dhumbal_conformance.diagnosis import known
    from dhumbal_conformance.misreadings.table import known as engines

    if not (write or check):
        return True
    file, text = known.file(), known.written(engines(rows))
    if write:
        file.write_text(text, encoding="utf-8")
    elif not file.exists() or file.read_text(encoding="utf-8") != text:
        click.secho(f"✗ {file} is out of date; dhumbal misreadings --write brings it up to date", fg="red", bold=True, err=True)
        return False
    return True


def form_of(report: str) -> Callable[[Iterable[Row]], str]:
    """How to write a report asked for as `FORMAT=FILE`."""
    name, _, file = report.partition("=")
    formats = {"json": as_json, "markdown": as_markdown}
    if name not in formats or not file:
        raise click.UsageError(f"--report {report} needs the form json=FILE or markdown=FILE")
    return formats[name]


def as_json(rows: Iterable[Row]) -> str:
    """The table for programs."""
    told = [{**row.reading, "equivalent": row.misreading.equivalent, "told_apart_by": row.decisive} for row in rows]
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def as_markdown(rows: Iterable[Row]) -> str:
    """The table as a page of the site shows it."""
    lines = ["| misreading | what it does | told apart by |", "|---|---|---|"]
    for row in rows:
        by = row.misreading.equivalent or ", ".join([str(len(row.marks)), *row.decisive[:SHOWN]])
        lines.append(f"| {row.misreading.id} | {escaped(row.does)} | {escaped(by)} |")
    return "\n".join(lines) + "\n"


def escaped(words: str) -> str:
    """Words in a cell of a table."""
    return " ".join(words.split()).replace("|", "\\|")
