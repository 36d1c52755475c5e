"""`dhumbal verify`: run the suite on an engine."""

from __future__ import annotations

import gc
import shlex
import signal
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import click

from dhumbal_conformance.cli.engines import (
    BAD_SUITE,
    NOT_AS_EXPECTED,
    NOT_STARTED,
    NOTHING_SELECTED,
    SIGNALLED,
    USAGE,
    check_one_engine,
    connector,
    engine_options,
)
from dhumbal_conformance.cli.problems import show_not_started, show_problems
from dhumbal_conformance.cli.reporting import expectations_written, report_option, reports_on, terminal_report
from dhumbal_conformance.model import BadFiles, Expectation, Place, Problem, Profile, Scenario, Suite

if TYPE_CHECKING:
    from dhumbal_conformance.events import Event, Plan
    from dhumbal_conformance.inherit import Selection
    from dhumbal_conformance.reports import Report
    from dhumbal_conformance.runner.team import Team
    from dhumbal_conformance.runner.verdicts import Verdicts

FEW_COLLECTIONS = 50_000
"""So many more values are made than freed before garbage is looked for: what is loaded stays, and a run makes few circles."""
YAML_FILE = click.Path(path_type=Path)


class Options(NamedTuple):
    """What was asked for on the command line; each is explained by its option."""

    profile_id: str
    patterns: tuple[str, ...]
    spec: str | None
    argv: tuple[str, ...]
    timeout_scale: float
    jobs: int
    reruns: int
    abort_after: int
    strict_stdout: bool

    @property
    def of_itself(self) -> bool:
        """Whether the engine is the reference engine."""
        from dhumbal_conformance.connectors.python import REFERENCE

        return not self.argv and self.spec in (None, REFERENCE)


@click.command("verify", context_settings={"ignore_unknown_options": False})
@click.option(
    "--profile",
    "profile_id",
    default="nepali-games",
    show_default=True,
    metavar="ID|FILE",
    help="The rule system to check: its id, or a profile file of your own.",
)
@click.option(
    "--select", "patterns", multiple=True, metavar="PATTERN", help="Only these: an id, a part of it or a glob, clause:ID, file or folder."
)
@report_option
@click.option("--expect", type=YAML_FILE, metavar="FILE", help="What is known of the engine: scenarios that it does not pass yet.")
@click.option(
    "--write-expectations", "first", metavar="FILE", help="Write a first such file from this run; the next run with it is as expected."
)
@click.option(
    "--jobs", default=1, show_default=True, type=click.IntRange(1, 64), metavar="N", help="Run N processes of the engine at once."
)
@click.option(
    "--reruns",
    default=20,
    show_default=True,
    type=click.IntRange(min=0),
    metavar="N",
    help="Run up to N failures again in a fresh engine, to tell what is flaky and where state leaks; 0 for none.",
)
@click.option(
    "--abort-after",
    default=3,
    show_default=True,
    type=click.IntRange(min=0),
    metavar="N",
    help="Give an engine up that broke at N scenarios in a row; 0 for never.",
)
@click.option("--strict-stdout", is_flag=True, help="Do not allow anything but messages on standard output.")
@engine_options
def command(reports: tuple[str, ...], expect: Path | None, first: str | None, **options: Any) -> None:
    """Run the suite on an engine; without one, on the reference engine.

    ENGINE is the command that starts your adapter, for example

    \b
        dhumbal verify -- node adapter.mjs
        dhumbal verify --select '*/call/*' --report html=run.html -- java -jar adapter.jar

    Everything of your engine that is not as the rules demand is told with the clause that it breaks, and with the command that repeats it.
    What your engine does not offer is not asked of it.

    Exit codes: 0 as expected, 1 not, 2 usage, 3 the engine did not start, 4 the suite or a scenario is wrong, 5 nothing was selected, 130
    interrupted by Ctrl-C, 143 by SIGTERM.
    """
    asked = Options(**options)
    gc.set_threshold(FEW_COLLECTIONS)
    check_usage(asked, expect, first)
    check_files(expect, reports)
    known = known_of_engine(expect)
    try:
        suite, profile, selection = choose(asked.profile_id, asked.patterns)
    except BadFiles as bad:
        click.echo(str(bad), err=True)
        sys.exit(BAD_SUITE)
    if not (selection.normative or selection.derived):
        click.echo(f"no scenario of {asked.profile_id} matches {' '.join(asked.patterns) or 'anything'}", err=True)
        sys.exit(NOTHING_SELECTED)
    show_problems(filter(None, (scenario.unconfirmed for scenario in selection.derived)), err=True)
    team, verdicts, plan = prepared(asked, known, suite, profile, selection)
    with reports_on(reports) as listeners, expectations_written(first) as writers:
        sys.exit(verify(team, verdicts, plan, [*terminal_report(reports), *listeners, *writers]))


def check_usage(asked: Options, expect: Path | None, first: str | None) -> None:
    """What does not go together."""
    check_one_engine(asked.spec, asked.argv)
    if asked.jobs > 1 and not asked.argv:
        raise click.UsageError("--jobs is for engines that are programs, named after --: those in Python would only wait for one another")
    if "" in asked.patterns:
        raise click.UsageError("--select is empty; it takes an id with wildcards, clause:ID, a file or a folder")
    if expect and first:
        raise click.UsageError("--write-expectations writes a first file; with --expect there is one already, to which you can add")


def check_files(expect: Path | None, reports: tuple[str, ...]) -> None:
    """No report is written over what somebody has written by hand."""
    if expect and any(Path(report.partition("=")[2]).resolve() == expect.resolve() for report in reports):
        raise click.UsageError(f"{expect} is read as --expect, and a report would replace it; name another file")


def known_of_engine(expect: Path | None) -> tuple[Expectation, ...]:
    """The entries of the file of expectations; says what is wrong with it, and leaves."""
    if expect is None:
        return ()
    from dhumbal_conformance.loader.expectations import read_expectations

    try:
        return read_expectations(expect)
    except BadFiles as bad:
        show_problems(bad.problems, err=True)
        sys.exit(USAGE)


def choose(profile_id: str, patterns: tuple[str, ...]) -> tuple[Suite, Profile, Selection]:
    """Load the suite and the profile, and pick what speaks of it; raises `BadFiles`."""
    from dhumbal_conformance.inherit import for_profile
    from dhumbal_conformance.suite import load_suite

    suite = load_suite(of="" if patterns else profile_id)
    profile = suite.profiles.get(profile_id) or other_profile(profile_id)
    suite = suite._replace(profiles={**suite.profiles, profile.id: profile})
    return suite, profile, for_profile(suite, profile, chosen_by(suite, patterns) if patterns else suite.scenarios.values())


def other_profile(name: str) -> Profile:
    """A profile that the suite does not ship, from its file."""
    from dhumbal_conformance.loader.profiles import UnknownProfile, load_profile

    try:
        return load_profile(name)
    except UnknownProfile as unknown:
        raise click.UsageError(str(unknown)) from unknown


def chosen_by(suite: Suite, patterns: tuple[str, ...]) -> list[Scenario]:
    """The scenarios that the patterns name: those in files and folders as they stand there, all others from the suite."""
    from dhumbal_conformance.loader.files import load_files, yaml_files
    from dhumbal_conformance.suite import select

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
    hint = "there is no such file" if word.endswith((".yaml", ".yml", "/")) else did_you_mean(word, choices)
    click.echo(f"no scenario matches {word}{f' ({hint})' if hint else ''}", err=True)
    sys.exit(NOTHING_SELECTED)


def repeat(profile: str, spec: str | None, argv: tuple[str, ...], patterns: tuple[str, ...]) -> str:
    """The command that runs one scenario again; `{id}` stands for the scenario, or `{file}` for its file where files were named."""
    scenario = "{file}" if any(Path(pattern).exists() for pattern in patterns) else "{id}"
    engine = f" --engine {shlex.quote(spec)}" if spec else f" -- {shlex.join(argv)}" if argv else ""
    return f"dhumbal verify --profile {shlex.quote(profile)} --select {scenario}{engine}"


def prepared(
    asked: Options, known: tuple[Expectation, ...], suite: Suite, profile: Profile, selection: Selection
) -> tuple[Team, Verdicts, Plan]:
    """Everything that a run needs, before any engine is started."""
    from dhumbal_conformance.events import Plan
    from dhumbal_conformance.runner import Runner
    from dhumbal_conformance.runner.expected import Expectations
    from dhumbal_conformance.runner.reruns import Reruns
    from dhumbal_conformance.runner.team import Team
    from dhumbal_conformance.runner.verdicts import SecondOpinion, Verdicts

    derived = frozenset(scenario.id for scenario in selection.derived)
    connect = connector(asked.spec, asked.argv, asked.timeout_scale)
    runner = Runner(connect, profile, suite.clauses, derived, len(selection.left_out), asked.abort_after)
    expectations = Expectations(known)
    opinion = SecondOpinion(profile, suite.clauses, derived, of_itself=asked.of_itself)
    scenarios = [*selection.normative, *selection.derived]
    unmatched = expectations.unmatched([*scenarios, *everything(suite, profile)]) if known else ()
    again = repeat(asked.profile_id, asked.spec, asked.argv, asked.patterns)
    plan = Plan(scenarios, again, asked.strict_stdout, tuple(unmatched))
    return Team(runner, asked.jobs), Verdicts(expectations, Reruns(runner.fresh, asked.reruns), opinion), plan


def everything(suite: Suite, profile: Profile) -> list[Scenario]:
    """All that would be run for a profile if nothing were selected."""
    from dhumbal_conformance.inherit import for_profile

    selection = for_profile(suite, profile, suite.scenarios.values())
    return [*selection.normative, *selection.derived]


def verify(team: Team, verdicts: Verdicts, plan: Plan, listeners: list[Report]) -> int:
    """Run, tell every report, and return the exit code."""
    from dhumbal_conformance.connectors import EngineFault
    from dhumbal_conformance.events import run_events, signal_number, stoppable
    from dhumbal_conformance.reports import tell

    try:
        with stoppable(), closing(run_events(team, verdicts, plan)) as events:
            return exit_code(tell(events, listeners))
    except EngineFault as fault:
        show_not_started(fault)
        return NOT_STARTED
    except KeyboardInterrupt as interrupt:
        return SIGNALLED + signal_number(interrupt)


def exit_code(footer: Event) -> int:
    """The exit code of a run that has come to its footer."""
    from dhumbal_conformance.events import as_expected

    if footer["stopped_by"]:
        return SIGNALLED + signal.Signals[footer["stopped_by"]]
    if footer["counts"].get("invalid-scenario"):
        return BAD_SUITE
    return 0 if as_expected(footer) else NOT_AS_EXPECTED
