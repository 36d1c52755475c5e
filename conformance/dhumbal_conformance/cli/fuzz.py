"""`dhumbal fuzz`: differential play."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dhumbal_conformance.cli.engines import (
    NOT_AS_EXPECTED,
    NOT_STARTED,
    NOTHING_SELECTED,
    SIGNALLED,
    check_one_engine,
    connector,
    engine_options,
)
from dhumbal_conformance.cli.problems import show_not_started
from dhumbal_conformance.cli.screen import columns
from dhumbal_conformance.cli.smoke import chosen, printable

if TYPE_CHECKING:
    from dhumbal_conformance.connectors import Connector
    from dhumbal_conformance.fuzz.bench import Job
    from dhumbal_conformance.fuzz.campaign import Campaign
    from dhumbal_conformance.fuzz.report import Again
    from dhumbal_conformance.fuzz.tally import Tally
    from dhumbal_conformance.runner.session import Session

DEALS = 300
FOLDER = "fuzz-found"
EVERY_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for on the command line; each is explained by its option."""

    profile_id: str
    seed: int
    deals: int | None
    seconds: int | None
    number: int | None
    players: int | None
    workers: int
    dask: str | None
    fast: bool
    folder: Path
    spec: str | None
    timeout_scale: float
    argv: tuple[str, ...]


@click.command("fuzz")
@click.option(
    "--profile", "profile_id", default="nepali-games", show_default=True, metavar="ID|FILE", help="The rule system that is played."
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(min=0), metavar="N", help="Decides how each deal is played.")
@click.option("--deals", type=click.IntRange(min=1), metavar="N", help=f"Play so many deals; {DEALS} unless said otherwise.")
@click.option("--seconds", type=click.IntRange(min=1), metavar="S", help="Play for so long instead.")
@click.option("--deal", "number", type=click.IntRange(min=1), metavar="N", help="Play the deal of this number alone.")
@click.option("--players", type=click.IntRange(min=2), metavar="N", help="So many at every table; otherwise any number that may play.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 256), metavar="N", help="Play in N processes at once.")
@click.option("--dask", metavar="ADDRESS", help="Play on the Dask cluster with this scheduler, as in tcp://10.0.0.5:8786.")
@click.option("--fast", is_flag=True, help="Send requests ahead of their answers: many more moves of programs, less compared of each.")
@click.option(
    "--save",
    "folder",
    default=FOLDER,
    show_default=True,
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where scenarios of disagreements are written; nothing there is replaced.",
)
@engine_options
def command(**options: Any) -> None:
    """Play numbered deals on an engine and on the reference engine, and compare every answer.

    Policies seek rare situations and try much that is not allowed. Each kind of disagreement is shrunk and written as a scenario file.
    ENGINE is the command that starts your adapter, for example

        dhumbal fuzz --seconds 60 -- node adapter.mjs

    Exit codes: 0 no disagreement, 1 some, 2 usage, 3 the engine did not start, 5 nothing could be compared, 130 interrupted by Ctrl-C.
    """
    asked = Options(**options)
    check_usage(asked)
    from dhumbal_conformance.fuzz.bench import Job

    profile = chosen(asked.profile_id)
    check_players(asked.players, profile.parameters["players.min"], profile.parameters["players.max"])
    job = Job(connect(asked), profile, asked.seed, asked.players, asked.fast)
    sys.exit(play(asked, job))


def check_usage(asked: Options) -> None:
    """What does not go together."""
    check_one_engine(asked.spec, asked.argv)
    if asked.fast and not asked.argv:
        raise click.UsageError("--fast is for programs: name one after --")
    if asked.number and (asked.deals or asked.seconds):
        raise click.UsageError("--deal plays one deal; leave out --deals and --seconds")
    if asked.dask and asked.workers > 1:
        raise click.UsageError("with --dask the cluster says how many work; leave out --workers")


def connect(asked: Options) -> Callable[[], Connector]:
    """How to reach the engine; at speed, as a program that is sent requests ahead."""
    if not asked.fast:
        return connector(asked.spec, asked.argv, asked.timeout_scale)
    from dhumbal_conformance.fuzz.fast import Pipeline

    return partial(Pipeline, list(asked.argv), timeout_scale=asked.timeout_scale)


def check_players(players: int | None, least: int, most: int) -> None:
    """A table of a size that the rules allow."""
    if players and not least <= players <= most:
        raise click.UsageError(f"under this profile {least} to {most} play, and not {players}")


def play(asked: Options, job: Job) -> int:
    """Run the campaign, report, and return the exit code."""
    from dhumbal_conformance.connectors import EngineFault
    from dhumbal_conformance.events import signal_number, stoppable
    from dhumbal_conformance.fuzz.campaign import Campaign
    from dhumbal_conformance.fuzz.crews import Unreachable

    campaign, began, plays, stopped = Campaign(), time.monotonic(), True, 0
    try:
        plays = check_engine(job)
        with stoppable():
            run(asked, job, campaign)
    except EngineFault as fault:
        show_not_started(fault)
        return NOT_STARTED
    except Unreachable as unreachable:
        raise click.UsageError(str(unreachable)) from unreachable
    except KeyboardInterrupt as interrupt:
        stopped = SIGNALLED + signal_number(interrupt)
    tell(asked, job, campaign, time.monotonic() - began)
    if not plays:
        click.echo("! no move was played: the engine does not offer apply")
    if stopped:
        click.echo("! interrupted: this is what was found until then")
    return stopped or exit_code(campaign)


def exit_code(campaign: Campaign) -> int:
    """What a campaign ends with that nobody has interrupted."""
    total = campaign.total
    if total.found or campaign.given_up:
        return NOT_AS_EXPECTED
    return 0 if total.actions or total.questions else NOTHING_SELECTED


def check_engine(job: Job) -> bool:
    """Start the engine once, to see that it plays this profile, and tell what it is. Returns whether moves can be played on it."""
    from dhumbal_conformance.fuzz.bench import Bench

    bench = Bench(job)
    try:
        session = bench.opponent.start()
        if "*" not in session.plays and job.profile.id not in session.plays:
            raise click.UsageError(f"the engine does not play {job.profile.id}; it plays {', '.join(session.plays) or 'no profile'}")
        if job.fast:
            check_speed(session)
        name, version = (str(session.engine.get(key, "")) for key in ("name", "version"))
        click.echo(printable(f"{name} {version}, profile {job.profile.id}, seed {job.seed}"))
        return session.has("apply")
    finally:
        bench.close()


def check_speed(session: Session) -> None:
    """Only an engine that can be told all cards, and stops between the halves of a turn, is played at speed."""
    from dhumbal_conformance.fuzz.fast import lacking

    if missing := lacking(session):
        raise click.UsageError(f"--fast needs {missing}, which the engine does not offer; leave out --fast")


def run(asked: Options, job: Job, campaign: Campaign) -> None:
    """Play until the end, with progress where somebody watches."""
    from dhumbal_conformance.fuzz.filing import Filing

    with closing(tallies(asked, job)) as found:
        show(campaign.run(found, Filing(job, asked.folder).file))


def tallies(asked: Options, job: Job) -> Generator[Tally, None, None]:
    """The tallies of the deals, from wherever they are played."""
    from dhumbal_conformance.fuzz import crews
    from dhumbal_conformance.fuzz.campaign import numbers

    one = asked.number is not None
    deals = 1 if one else asked.deals or (None if asked.seconds else DEALS)
    to_play = numbers(asked.number or 1, deals, asked.seconds)
    if asked.dask:
        return crews.on_a_cluster(job, to_play, asked.dask)
    return crews.on_this_machine(job, to_play, asked.workers) if asked.workers > 1 else crews.here(job, to_play)


def show(sums: Iterable[Tally]) -> None:
    """Go through the campaign; on a terminal one line says how far it is, and how fast."""
    watched, began, shown = sys.stderr.isatty(), time.monotonic(), 0.0
    for total in sums:
        now = time.monotonic()
        if watched and now - shown > EVERY_SECONDS:
            shown = now
            click.echo(f"\r{', '.join(so_far(total, now - began))}\033[K", err=True, nl=False)
    if watched:
        click.echo("\r\033[K", err=True, nl=False)


def so_far(total: Tally, seconds: float) -> Iterator[str]:
    """How far a campaign is; its speed, if it plays."""
    from dhumbal_conformance.fuzz.report import counted

    yield counted(total.deals, "deal")
    yield counted(total.actions, "action") if total.actions else counted(total.questions, "question")
    yield counted(total.disagreements, "disagreement")
    if total.actions:
        yield f"{total.actions / seconds:,.0f} actions a second"


def tell(asked: Options, job: Job, campaign: Campaign, seconds: float) -> None:
    """The report."""
    from dhumbal_conformance.fuzz.report import report
    from dhumbal_conformance.loader.rulebook import clauses_of, read_chapters

    clauses = clauses_of(read_chapters()).values()
    for line in report(campaign, job.profile, clauses, again(asked), seconds, asked.fast, columns()):
        click.echo(printable(line))


def again(asked: Options) -> Again:
    """The commands that repeat a deal, and a file."""
    from dhumbal_conformance.fuzz.report import Again

    engine = f" --engine {shlex.quote(asked.spec)}" if asked.spec else f" -- {shlex.join(asked.argv)}" if asked.argv else ""
    profile = f"--profile {shlex.quote(asked.profile_id)}"
    players = f" --players {asked.players}" if asked.players else ""
    fast = " --fast" if asked.fast else ""
    deal = f"dhumbal fuzz{fast} {profile} --seed {asked.seed} --deal {{number}}{players}"
    return Again(deal + escaped(engine), f"dhumbal verify {profile} --select {{file}}" + escaped(engine))


def escaped(text: str) -> str:
    """Text that stays as it is when names are put into it."""
    return text.replace("{", "{{").replace("}", "}}")
