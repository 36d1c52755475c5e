"""`dhumbal smoke`: the first minutes of writing an adapter."""

from __future__ import annotations

import json
import re
import shlex
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

import click

from dhumbal_conformance import data
from dhumbal_conformance.cli.engines import INTERRUPTED, NOT_AS_EXPECTED, NOT_STARTED, engine_options
from dhumbal_conformance.cli.problems import show_not_started
from dhumbal_conformance.cli.screen import paragraph_width

if TYPE_CHECKING:
    from dhumbal_conformance.model import Clause, Profile
    from dhumbal_conformance.smoke import Outcome, Trouble
    from dhumbal_conformance.smoke.talk import Talk

SIGNS = {"passed": ("✓", "green"), "failed": ("✗", "red"), "passed over": ("-", "yellow")}
LONGEST, BEGINNING, END = 90, 40, 25
"""A list or object longer than the first is shown on a terminal by its beginning and its end."""
PARAMETERS = re.compile(r'"parameters":(\{[^{}]*\})')
LISTS = re.compile(rf"[^][{{}}]{{{LONGEST},}}")


@click.command("smoke")
@click.option(
    "--profile",
    "profile_id",
    default="nepali-games",
    show_default=True,
    metavar="ID|FILE",
    help="The rule system that the engine plays. Levels 2 to 7 are passed over under any other than nepali-games.",
)
@engine_options
def command(profile_id: str, spec: str | None, timeout_scale: float, argv: tuple[str, ...]) -> None:
    """Try a new adapter level by level, up to the first that fails, and show the lines exchanged there.

    ENGINE is the command that starts your adapter, for example

        dhumbal smoke -- node adapter.mjs

    Exit codes: 0 nothing failed, 1 a level failed, 2 usage, 3 the engine could not be started, 130 interrupted.
    """
    if bool(spec) == bool(argv):
        raise click.UsageError("name your engine either after -- or with --engine, as in: dhumbal smoke -- node adapter.mjs")
    profile = chosen(profile_id)
    scale = ("--timeout-scale", f"{timeout_scale:g}") if timeout_scale != 1 else ()
    words = [*scale, *(("--profile", profile_id) if profile_id != "nepali-games" else ()), *(("--engine", spec) if spec else ("--", *argv))]
    sys.exit(climb(connector(spec, argv, timeout_scale), profile, shlex.join(words)))


def chosen(profile_id: str) -> Profile:
    """The profile named."""
    from dhumbal_conformance.loader.profiles import UnknownProfile, load_profile

    try:
        return load_profile(profile_id)
    except UnknownProfile as unknown:
        raise click.UsageError(str(unknown)) from unknown


def connector(spec: str | None, argv: tuple[str, ...], timeout_scale: float) -> Callable[[], Talk]:
    """How to reach the engine; it is started by calling what is returned."""
    from dhumbal_conformance.connectors.python import from_spec
    from dhumbal_conformance.smoke.talk import InProcess, Streams

    return (lambda: InProcess(from_spec(spec).engine)) if spec else partial(Streams, argv, timeout_scale)


def climb(connect: Callable[[], Talk], profile: Profile, words: str) -> int:
    """Run, tell level by level, and return the exit code."""
    from dhumbal_conformance.connectors import EngineFault
    from dhumbal_conformance.loader.rulebook import clauses_of, read_chapters
    from dhumbal_conformance.smoke import Smoke

    clauses = clauses_of(read_chapters())
    outcomes = []
    try:
        with closing(Smoke(connect, profile, clauses).run()) as found:
            for outcome in found:
                outcomes.append(outcome)
                click.echo(level_line(outcome))
    except EngineFault as fault:
        show_not_started(fault)
        return NOT_STARTED
    except KeyboardInterrupt:
        return INTERRUPTED
    failure = outcomes[-1].trouble
    click.echo("\n".join(failed(outcomes[-1], failure, profile, clauses, words) if failure else passed(outcomes, words)))
    return NOT_AS_EXPECTED if failure else 0


def level_line(outcome: Outcome) -> str:
    """A level in one line."""
    sign, colour = SIGNS[outcome.status]
    about = outcome.note if outcome.status == "passed over" else outcome.level.about
    note = f" ({printable(outcome.note)})" if outcome.status == "passed" and outcome.note else ""
    return f"{click.style(f'{sign} {outcome.level.number} {outcome.level.title:<16}', fg=colour)}{printable(about)}{note}"


def passed(outcomes: list[Outcome], words: str) -> Iterator[str]:
    """What was checked, and what comes next."""
    counts = {status: sum(outcome.status == status for outcome in outcomes) for status in SIGNS}
    yield ""
    levels = f"{counted(counts['passed'], 'level')} passed, {counts['passed over']} passed over"
    yield f"{levels}. This was a handful of exchanges; the suite has the rest."
    yield f"next: dhumbal verify {words}"


def failed(outcome: Outcome, trouble: Trouble, profile: Profile, clauses: dict[str, Clause], words: str) -> Iterator[str]:
    """The exchange of a level that failed, what was expected and why, and what to do."""
    yield ""
    ruled = trouble.clause in clauses
    yield from map(shown, exchange(outcome.lines, whole=not ruled))
    if trouble.errors:
        yield "standard error ends with:"
        yield from (f"| {printable(line)}" for line in trouble.errors.splitlines())
    yield ""
    yield f"  about     {printable(trouble.what)}"
    if trouble.expected:
        yield f"  expected  {printable(trouble.expected)}"
        yield f"  came      {printable(trouble.actual)}"
    if ruled:
        yield from reason(clauses[trouble.clause], profile)
    if trouble.hint:
        yield folded(f"  do        {trouble.hint}")
    if not ruled:
        yield f"  page      {data.spec() / 'protocol.md'}"
    yield f"  again     dhumbal smoke {words}"


def reason(clause: Clause, profile: Profile) -> Iterator[str]:
    """The clause that demands it, with its text."""
    from dhumbal_conformance.loader.templates import render

    yield folded(f"  why       § {clause.id}: {render(clause.text, profile.parameters)}")
    yield f"  more      dhumbal rule {clause.id}"


def folded(text: str) -> str:
    """A longer text, below its first word."""
    return textwrap.fill(text, paragraph_width(), subsequent_indent=" " * 12)


def exchange(lines: Sequence[str], *, whole: bool) -> Iterator[str]:
    """Lines to and fro, requests without their parameters; `whole` is the last one, where the engine may have stumbled over these."""
    last = max((index for index, line in enumerate(lines) if line.startswith("→")), default=0)
    for index, line in enumerate(lines):
        yield line if line.startswith("←") or (whole and index == last) else without_parameters(line)


def without_parameters(request: str) -> str:
    """A request with the number of its parameters in place of them: they are those of its profile."""
    return PARAMETERS.sub(lambda found: f'"parameters":{{…{len(json.loads(found[1]))}…}}', request)


def shown(line: str) -> str:
    """A line of the exchange: whole, but on a terminal long lists in it without their middle, and saying so."""
    text = printable(line)
    return LISTS.sub(without_middle, text) if sys.stdout.isatty() else text


def without_middle(found: re.Match[str]) -> str:
    """The beginning and the end of a list, and how much is left out."""
    return f"{found[0][:BEGINNING]} …({len(found[0]) - BEGINNING - END} characters)… {found[0][-END:]}"


def counted(number: int, what: str) -> str:
    """`1 level`, `2 levels`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def printable(text: str) -> str:
    """An engine's words with every character that a terminal would obey written as an escape."""
    from dhumbal_conformance.reports.text import UNFIT

    return UNFIT.sub(lambda found: repr(found[0])[1:-1], text)
