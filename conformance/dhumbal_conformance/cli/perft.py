"""`dhumbal perft`: count lines of play."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import click

from dhumbal_conformance.cli.deal import NUMBER, Numbered, named_profile, seats_for
from dhumbal_conformance.cli.engines import INTERRUPTED, NOT_AS_EXPECTED, NOT_STARTED, NOTHING_SELECTED, check_one_engine, connector
from dhumbal_conformance.cli.problems import show_not_started, show_problems
from dhumbal_conformance.cli.smoke import counted

if TYPE_CHECKING:
    from dhumbal_conformance.perft import Counter, Start

DIFFERENT = 1
CANONICAL = "nepali-games"


@click.command("perft", cls=Numbered)
@click.argument("number", required=False, type=NUMBER)
@click.option("--players", type=int, metavar="K", help="How many play; as few as may, unless said.")
@click.option("--depth", type=click.IntRange(1, 40), default=4, show_default=True, metavar="D", help="How many actions a line has.")
@click.option("--divide", is_flag=True, help="The lines of that depth by their first action.")
@click.option("--profile", "profile_id", metavar="ID|FILE", help="The rule system; nepali-games, unless said.")
@click.option("--check", is_flag=True, help="Count every published table again, or that of one profile.")
@click.option(
    "--engine", "spec", metavar="SPEC", help="Count another engine's lines, too; a Python engine in process: python:MODULE:FACTORY."
)
@click.argument("argv", nargs=-1, type=click.UNPROCESSED, metavar="[-- ENGINE ARGS...]")
def command(
    number: int | None,
    players: int | None,
    depth: int,
    divide: bool,
    profile_id: str | None,
    check: bool,
    spec: str | None,
    argv: tuple[str, ...],
) -> None:
    """Count the lines of play of the deal that NUMBER names, by depth. A line of depth D is D actions: draws, takes, discards, calls.

    With an ENGINE, its lines are counted as well, and the first difference is followed to the actions that differ.

    Exit codes: 0 counted, 1 the counts differ, or the engine broke, 2 usage, 3 the engine did not start, 4 a file is wrong, 5 the engine
    does not offer what counting needs, 130 interrupted.
    """
    if check:
        if number is not None or argv or spec or divide:
            raise click.UsageError("--check counts what is published, with the reference engine; it takes at most a --profile")
        sys.exit(check_tables(profile_id))
    if number is None:
        raise click.UsageError("name the number of a deal, or --check")
    check_one_engine(spec, argv)
    from dhumbal_conformance.perft import ReferenceCounter, Start

    profile = named_profile(profile_id or CANONICAL)
    start = Start(profile, number, len(seats_for(profile, players)))
    click.echo(click.style(f"Deal {number}, {start.players} players, {start.seats[-1]} deals ({profile.id})", bold=True))
    with interruptible(before(1)):
        if spec or argv:
            sys.exit(compare_with(spec, argv, start, depth, divide=divide))
        counter = ReferenceCounter(start)
        for line in divided(counter.divide((), depth)) if divide else by_depth(counter, depth):
            click.echo(line)


@contextmanager
def interruptible(how_far: str) -> Iterator[None]:
    """Ctrl-C in the block ends the command, which says how far it has come."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo(f"! interrupted {how_far}")
        sys.exit(INTERRUPTED)


def before(depth: int) -> str:
    """How far the counting has come when the lines of this depth are counted."""
    return f"after depth {depth - 1}" if depth > 1 else "before anything was counted"


def by_depth(counter: Counter, deepest: int) -> Iterator[str]:
    """A line for each depth."""
    from dhumbal_conformance.perft import count

    yield f"{'depth':>5}  {'lines':>12}"
    for depth in range(1, deepest + 1):
        with interruptible(before(depth)):
            lines = count(counter, depth)
        yield f"{depth:>5}  {lines:>12,}"


def divided(lines: dict[str, int]) -> Iterator[str]:
    """A line for each first action, and the sum."""
    yield from (f"{number:>12,}  {action}" for action, number in lines.items())
    yield f"{sum(lines.values()):>12,}  lines"


def check_tables(profile_id: str | None) -> int:
    """Count what is published again; returns the exit code."""
    from dhumbal_conformance.perft import read_table, tables, wrong_with

    paths = [path for path in tables() if profile_id in (None, path.stem)]
    if not paths:
        raise click.BadParameter(f"no counts are published for {profile_id!r}", param_hint="--profile")
    counts = [published for path in paths for published in read_table(path)]
    wrong = 0
    for done, published in enumerate(counts):
        with interruptible(f"after {done} of {counted(len(counts), 'deal')}"):
            problems = wrong_with(published)
        show_problems(problems)
        wrong += len(problems)
    numbers = counted(sum(len(published.lines) for published in counts), "count")
    click.echo(f"{numbers} of {counted(len(counts), 'deal')} in {counted(len(paths), 'table')}, {wrong or 'none'} of them wrong")
    return DIFFERENT if wrong else 0


def compare_with(spec: str | None, argv: tuple[str, ...], start: Start, depth: int, *, divide: bool) -> int:
    """Count the lines of another engine beside those of the reference engine; returns the exit code."""
    from dhumbal_conformance.connectors import EngineError, EngineFault
    from dhumbal_conformance.perft import EngineCounter, ReferenceCounter
    from dhumbal_conformance.reports.text import clean
    from dhumbal_conformance.runner.outcome import Mismatch, Unsupported
    from dhumbal_conformance.runner.session import Session

    try:
        with closing(connector(spec, argv, 1.0)()) as engine:
            counter = EngineCounter(Session(engine, start.profile, {}), start)
            return compare(ReferenceCounter(start), counter, depth, divide=divide)
    except Unsupported as lack:
        click.echo(clean(f"the engine cannot be counted: {lack}"), err=True)
        return NOTHING_SELECTED
    except Mismatch as mismatch:
        click.echo(clean(f"the engine does not do what it calls legal: {mismatch}"), err=True)
    except EngineFault as fault:
        if fault.kind == "startup":
            show_not_started(fault)
            return NOT_STARTED
        click.echo(clean(f"the engine broke: {fault}\n{fault.evidence}").rstrip(), err=True)
    except EngineError as error:
        click.echo(clean(f"the engine answered the error {error} to what it declares that it offers"), err=True)
    return NOT_AS_EXPECTED


def compare(reference: Counter, engine: Counter, deepest: int, *, divide: bool) -> int:
    """Show the counts of both, and where they begin to differ; returns the exit code."""
    from dhumbal_conformance.perft import first_difference

    click.echo(f"{'depth':>5}  {'reference':>12}  {'engine':>12}")
    for depth in range(1, deepest + 1):
        with interruptible(before(depth)):
            ours, theirs = reference.divide((), depth), engine.divide((), depth)
        click.echo(f"{depth:>5}  {sum(ours.values()):>12,}  {sum(theirs.values()):>12,}")
        if divide and depth == deepest:
            click.echo("\n".join(beside(ours, theirs)))
        with interruptible(before(depth + 1)):
            found = first_difference(reference, engine, depth)
        if found:
            click.echo("\n".join(difference(*found)))
            return DIFFERENT
    return 0


def beside(ours: dict[str, int], theirs: dict[str, int]) -> Iterator[str]:
    """The counts of both engines by action, those that differ marked."""
    for action in dict.fromkeys([*ours, *theirs]):
        mark = "" if ours.get(action) == theirs.get(action) else "  <--"
        yield f"{'':5}  {ours.get(action, 0):>12,}  {theirs.get(action, 0):>12,}  {action}{mark}"


def difference(line: tuple[str, ...], ours: dict[str, int], theirs: dict[str, int]) -> Iterator[str]:
    """What one engine allows after a line, and the other does not."""
    yield ""
    yield f"They differ first after {', '.join(line)}:" if line else "They differ at once:"
    yield from (f"  the engine does not allow  {action}" for action in ours if action not in theirs)
    yield from (f"  only the engine allows     {action}" for action in theirs if action not in ours)
