"""`dhumbal verify`: run the suite on an engine."""

from __future__ import annotations

import math
import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from dhumbal_conformance.cli.reporting import report_option, reports_on, terminal_report
from dhumbal_conformance.model import BadFiles, Place, Problem, Profile, Scenario, Suite

if TYPE_CHECKING:
    from dhumbal_conformance.connectors import Connector
    from dhumbal_conformance.inherit import Selection
    from dhumbal_conformance.reports import Report

NOT_AS_EXPECTED, USAGE, NOT_STARTED, BAD_SUITE, NOTHING_SELECTED, INTERRUPTED = 1, 2, 3, 4, 5, 130


def a_number(_: click.Context, __: click.Parameter, value: float) -> float:
    """A range lets `nan` through, which is neither below nor above anything."""
    if math.isnan(value):
        raise click.BadParameter("nan is not a number")
    return value


@click.command("verify", context_settings={"ignore_unknown_options": False})
@click.option(
    "--profile",
    "profile_id",
    default="nepali-games",
    show_default=True,
    metavar="ID|FILE",
    help="The rule system to check: its id, or a profile file of your own.",
)
@click.option("--select", "patterns", multiple=True, metavar="PATTERN", help="Only these: id with wildcards, clause:ID, file or folder.")
@report_option
@click.option("--engine", "spec", metavar="SPEC", help="A Python engine in process: python:MODULE:FACTORY.")
@click.option(
    "--timeout-scale",
    default=1.0,
    show_default=True,
    type=click.FloatRange(min=0.01, max=1000),
    callback=a_number,
    help="Multiply every time limit.",
)
@click.argument("argv", nargs=-1, type=click.UNPROCESSED, metavar="[-- ENGINE ARGS...]")
def command(
    profile_id: str, patterns: tuple[str, ...], reports: tuple[str, ...], spec: str | None, timeout_scale: float, argv: tuple[str, ...]
) -> None:
    """Run the suite on an engine; without one, on the reference engine.

    ENGINE is the command that starts your adapter, for example

        dhumbal verify -- node adapter.mjs

    Exit codes: 0 as expected, 1 not, 2 usage, 3 the engine did not start, 4 the suite is wrong, 5 nothing was selected, 130 interrupted.
    """
    if spec and argv:
        raise click.UsageError("name an engine either with --engine or after --, not both")
    try:
        suite, profile, selection = choose(profile_id, patterns)
    except BadFiles as bad:
        click.echo(str(bad), err=True)
        sys.exit(BAD_SUITE)
    if not (selection.normative or selection.derived):
        click.echo(f"no scenario of {profile_id} matches {' '.join(patterns) or 'anything'}", err=True)
        sys.exit(NOTHING_SELECTED)
    again = repeat(profile_id, spec, argv, patterns)
    with reports_on(reports) as listeners:
        sys.exit(verify(suite, profile, selection, connector(spec, argv, timeout_scale), again, [*terminal_report(reports), *listeners]))


def choose(profile_id: str, patterns: tuple[str, ...]) -> tuple[Suite, Profile, Selection]:
    """Load the suite and the profile, and pick what speaks of it; raises `BadFiles`."""
    from dhumbal_conformance.inherit import for_profile
    from dhumbal_conformance.loader.profiles import UnknownProfile, load_profile
    from dhumbal_conformance.suite import load_suite

    suite = load_suite()
    try:
        profile = load_profile(profile_id)
    except UnknownProfile as unknown:
        raise click.UsageError(str(unknown)) from unknown
    suite = replace(suite, profiles={**suite.profiles, profile.id: profile})
    return suite, profile, for_profile(suite, profile, chosen_by(suite, patterns) if patterns else suite.scenarios.values())


def chosen_by(suite: Suite, patterns: tuple[str, ...]) -> list[Scenario]:
    """The scenarios that the patterns name: those in files and folders as they stand there, all others from the suite."""
    from dhumbal_conformance.suite import load_files, select, yaml_files

    paths = [Path(pattern) for pattern in patterns if Path(pattern).exists()]
    words = [pattern for pattern in patterns if not Path(pattern).exists()]
    bare = [path for path in paths if not any(yaml_files([path]))]
    if bare:
        raise BadFiles([Problem(Place(path), "there is nothing to check in this directory") for path in bare])
    for word in words:
        if not select(suite, [word]):
            nothing_matches(suite, word)
    found = [*(select(suite, words) if words else ()), *(load_files(suite, paths) if paths else ())]
    return list({scenario.id: scenario for scenario in found}.values())


def nothing_matches(suite: Suite, word: str) -> NoReturn:
    """Say which pattern selects nothing, with what it may have been meant to be, and leave."""
    from dhumbal_conformance.loader.near_miss import did_you_mean

    choices = [f"clause:{clause}" for clause in suite.clauses] if word.startswith("clause:") else list(suite.scenarios)
    hint = did_you_mean(word, choices)
    click.echo(f"no scenario matches {word}{f' ({hint})' if hint else ''}", err=True)
    sys.exit(NOTHING_SELECTED)


def connector(spec: str | None, argv: tuple[str, ...], timeout_scale: float) -> Callable[[], Connector]:
    """How to reach the engine; it is started by calling what is returned."""
    if argv:
        from dhumbal_conformance.connectors.streams import StreamConnector

        return partial(StreamConnector, list(argv), timeout_scale=timeout_scale)
    from dhumbal_conformance.connectors.python import REFERENCE, from_spec

    return partial(from_spec, spec or REFERENCE)


def repeat(profile: str, spec: str | None, argv: tuple[str, ...], patterns: tuple[str, ...]) -> str:
    """The command that runs one scenario again; `{id}` stands for the scenario, or `{file}` for its file where files were named."""
    scenario = "{file}" if any(Path(pattern).exists() for pattern in patterns) else "{id}"
    engine = f" --engine {shlex.quote(spec)}" if spec else f" -- {shlex.join(argv)}" if argv else ""
    return f"dhumbal verify --profile {shlex.quote(profile)} --select {scenario}{engine}"


def verify(
    suite: Suite, profile: Profile, selection: Selection, connect: Callable[[], Connector], again: str, listeners: list[Report]
) -> int:
    """Run, tell every report, and return the exit code."""
    from dhumbal_conformance.connectors import EngineFault
    from dhumbal_conformance.events import as_expected, run_events
    from dhumbal_conformance.reports import tell
    from dhumbal_conformance.runner import Runner

    derived = [scenario.id for scenario in selection.derived]
    runner = Runner(connect, profile, suite.clauses, frozenset(derived), len(selection.left_out))
    events = run_events(runner, [*selection.normative, *selection.derived], again)
    try:
        footer = tell(events, listeners)
    except EngineFault as fault:
        click.echo(f"the engine did not start: {fault.detail}\n{fault.evidence}".rstrip(), err=True)
        return NOT_STARTED
    except KeyboardInterrupt:
        return INTERRUPTED
    if not footer["complete"]:
        return INTERRUPTED
    return 0 if as_expected(footer) else NOT_AS_EXPECTED
