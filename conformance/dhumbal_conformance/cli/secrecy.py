"""`dhumbal secrecy`: does a player ever see what they may not know?"""

from __future__ import annotations

import re
import shlex
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING

import click

from dhumbal_conformance.cli.engines import (
    INTERRUPTED,
    NOT_AS_EXPECTED,
    NOT_STARTED,
    NOTHING_SELECTED,
    check_one_engine,
    connector,
    engine_options,
)
from dhumbal_conformance.cli.problems import show_not_started
from dhumbal_conformance.cli.screen import paragraph_width
from dhumbal_conformance.cli.smoke import chosen, counted, printable

if TYPE_CHECKING:
    from dhumbal_conformance.connectors import Connector
    from dhumbal_conformance.model import Profile
    from dhumbal_conformance.runner.session import Session
    from dhumbal_conformance.secrecy import Comparison
    from dhumbal_conformance.secrecy.telling import Pair, Telling

REFUSED = "tried and refused"
LABEL = 20
"""So wide is the column of the names, or up to three eighths of the terminal where one of them needs it."""
LEAST = 14
"""So wide is a column of cards at least."""

Row = tuple[str, str, str]
"""A name, and what stands beside it for either deal."""


@click.command("secrecy")
@click.option("--profile", "profile_id", default="nepali-games", show_default=True, metavar="ID|FILE", help="The rule system to play.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(min=0), metavar="N", help="The number of the first pair.")
@click.option("--pairs", default=500, show_default=True, type=click.IntRange(min=1), metavar="N", help="So many pairs.")
@engine_options
def command(profile_id: str, seed: int, pairs: int, spec: str | None, timeout_scale: float, argv: tuple[str, ...]) -> None:
    """Show an engine pairs of deals that differ only in what one player may not know; that player must be shown the same in both.

    Without an engine, the reference engine is asked. Every pair has a number, from which it can be made again.

    Exit codes: 0 no difference, 1 a difference or a broken engine, 2 usage, 3 the engine did not start, 5 nothing could be compared, 130
    interrupted.
    """
    check_one_engine(spec, argv)
    profile = chosen(profile_id)
    scale = ("--timeout-scale", f"{timeout_scale:g}") if timeout_scale != 1 else ()
    named = ("--profile", profile_id) if profile_id != "nepali-games" else ()
    options = [*scale, *named, *(("--engine", spec) if spec else ("--", *argv) if argv else ())]
    sys.exit(check(connector(spec, argv, timeout_scale), profile, range(seed, seed + pairs), options))


@dataclass
class Tally:
    """What has been found so far, by what the deals of a pair differ in."""

    number: int
    """Of the next pair."""
    compared: Counter[str] = field(default_factory=Counter)
    differing: Counter[str] = field(default_factory=Counter)
    not_played: list[Comparison] = field(default_factory=list)
    simplest: Comparison | None = None
    """Of the pairs that were told apart, the one with the shortest play."""
    broken: str = ""
    interrupted: bool = False

    def note(self, found: Comparison) -> None:
        """Count a pair."""
        self.number = found.pair.number + 1
        if found.not_played:
            self.not_played.append(found)
            return
        self.compared[found.pair.kind] += 1
        if found.differences:
            self.differing[found.pair.kind] += 1
            self.simplest = min(filter(None, (self.simplest, found)), key=lambda it: len(it.pair.one.actions))

    @property
    def exit_code(self) -> int:
        """What the command ends with."""
        if self.interrupted:
            return INTERRUPTED
        if self.simplest or self.broken:
            return NOT_AS_EXPECTED
        return 0 if self.compared else NOTHING_SELECTED


def check(connect: Callable[[], Connector], profile: Profile, numbers: range, options: list[str]) -> int:
    """Start the engine, compare, and return the exit code."""
    from dhumbal_conformance.connectors import EngineFault
    from dhumbal_conformance.loader.rulebook import clauses_of, read_chapters
    from dhumbal_conformance.runner.session import Session

    with ExitStack() as started:
        try:
            engine = connect()
            started.callback(engine.close)
            session = Session(engine, profile, clauses_of(read_chapters()))
        except EngineFault as fault:
            show_not_started(fault)
            return NOT_STARTED
        return told(session, numbers, options)


def told(session: Session, numbers: range, options: list[str]) -> int:
    """Compare, tell, and return the exit code."""
    from dhumbal_conformance.connectors.python import REFERENCE, from_spec
    from dhumbal_conformance.runner.outcome import Unsupported
    from dhumbal_conformance.runner.session import Session

    click.echo(f"{printable(str(session.engine.get('name')))}, profile {session.profile.id}, {pairs_text(numbers)}")
    reference, tally = Session(from_spec(REFERENCE), session.profile, session.clauses), Tally(numbers[0])
    try:
        tell_apart(session, reference, numbers, tally)
    except Unsupported as lack:
        click.echo(f"nothing to check: {lack}", err=True)
        return NOTHING_SELECTED
    except KeyboardInterrupt:
        tally.interrupted = True
    click.echo("\n".join(report(tally, reference, options)))
    return tally.exit_code


def pairs_text(numbers: range) -> str:
    """Which pairs are compared."""
    return f"pairs {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"pair {numbers[0]}"


def tell_apart(session: Session, reference: Session, numbers: range, tally: Tally) -> None:
    """Put every pair to the engine, as long as it answers."""
    from rich.console import Console
    from rich.progress import track

    from dhumbal_conformance.connectors import EngineError, EngineFault
    from dhumbal_conformance.secrecy import compare

    console = Console(stderr=True)
    try:
        pairs = compare(session, reference, numbers)
        for found in track(pairs, "", len(numbers), console=console, transient=True, disable=not console.is_terminal):
            tally.note(found)
    except EngineFault as fault:
        tally.broken = f"{fault.kind}: {fault.detail}\n{fault.evidence}".rstrip()
    except EngineError as error:
        tally.broken = f"it answered the error {error} to what it declares that it offers"


def report(tally: Tally, reference: Session, options: list[str]) -> Iterator[str]:
    """The figures, and the simplest pair that was told apart."""
    from dhumbal_conformance.secrecy.telling import KINDS

    yield ""
    yield f"{'the deals of a pair differ in':<34}{'pairs':>8}{'told apart':>12}"
    yield from (f"{kind:<34}{tally.compared[kind]:>8}{tally.differing[kind]:>12}" for kind in KINDS)
    if tally.not_played:
        first, left = tally.not_played[0], len(tally.not_played)
        why = f"the engine plays by other rules. In pair {first.pair.number} {printable(first.not_played)}. Run dhumbal verify first."
        yield "\n" + textwrap.fill(f"{counted(left, 'pair')} {was(left)} not compared, because {why}", paragraph_width(80))
    if tally.simplest:
        yield from difference_lines(tally.simplest, reference, options)
    if tally.broken:
        yield click.style(f"\nthe engine broke at pair {tally.number}: {printable(tally.broken)}", fg="magenta")
    yield verdict(tally)


def verdict(tally: Tally) -> str:
    """One line that says it all."""
    done, differing = tally.compared.total(), tally.differing.total()
    stopped = f"interrupted after {counted(done + len(tally.not_played), 'pair')}"
    if differing:
        after = f"\n! {stopped}" if tally.interrupted else ""
        return click.style(f"\n✗ {differing} of {counted(done, 'pair')} {was(differing)} told apart{after}", fg="red")
    if tally.interrupted:
        return click.style(f"\n! {stopped}{', none told apart' if done else ''}", fg="yellow")
    if tally.broken or not done:
        return click.style(f"\n✗ {counted(done, 'pair')} compared", fg="red")
    return click.style(f"\n✓ {counted(done, 'pair')} compared, and none told apart", fg="green")


def was(number: int) -> str:
    """The verb that goes with so many."""
    return "was" if number == 1 else "were"


def difference_lines(found: Comparison, reference: Session, options: list[str]) -> Iterator[str]:
    """The two tables side by side, what the player was shown differently, and how to see it again."""
    pair = found.pair
    yield click.style(f"\n✗ pair {pair.number}: {pair.viewer} can tell the deals apart, which differ in {pair.kind}", fg="red")
    yield f"  {beginning(pair)}"
    table = [("the table", "one deal", "the other deal"), *tables(pair, reference)]
    shown = [(printable(it.where), printable(it.one), printable(it.other)) for it in found.differences]
    names = name_column([*table, *shown])
    yield from side_by_side(table, names)
    yield f"\n{pair.viewer} is shown"
    yield from side_by_side(shown, names)
    yield f"\n  again  {shlex.join(['dhumbal', 'secrecy', '--seed', str(pair.number), '--pairs', '1', *options])}"


def beginning(pair: Pair) -> str:
    """How both deals come about."""
    given = pair.one.given
    start = f"deal {pair.number}" if given.pack is not None else f"a position set up from deal {pair.number}"
    return f"{start}, {len(given.players)} players, {given.dealer} deals; after {counted(len(pair.one.actions), 'action')}"


def tables(pair: Pair, reference: Session) -> Iterator[Row]:
    """All cards of both tables, and what was tried; `*` marks what differs."""
    one, other = (cells(telling, reference) for telling in (pair.one, pair.other))
    for name, cell in one.items():
        if name == REFUSED and not (cell or other[name]):
            continue
        yield f"{' ' if cell == other[name] else '*'} {name}", cell, other[name]


def cells(telling: Telling, reference: Session) -> dict[str, str]:
    """What lies where at the end of a deal, by name of the place."""
    from dhumbal_conformance.runner.compare import show, signature
    from dhumbal_conformance.secrecy.shown import retold

    state = reference.ask("observe", game=retold(reference, telling), **{"as": "referee"})["state"]
    hands = {f"{seat}'s hand": show(hand) for seat, hand in state["hands"].items()}
    return {**hands, "stock": show(state["stock"]), "discard pile": show(state["pile"]), REFUSED: ", ".join(map(signature, telling.tried))}


def name_column(rows: Iterable[Row]) -> int:
    """How wide the column of the names is: no word of them is broken as long as the cards beside it have room."""
    names = [name for name, *_ in rows]
    longest_word, wide = max(len(word) + 2 for name in names for word in words(name)), paragraph_width(80)
    return max(LABEL, min(wide * 3 // 8, max(map(len, names))), min(longest_word, wide - 2 * (LEAST + 2)))


def side_by_side(rows: Iterable[Row], names: int) -> Iterator[str]:
    """Rows whose cells may need several lines."""
    wide = (paragraph_width(80) - names - 3) // 2
    for name, *cells in rows:
        folded = zip_longest(folded_name(name, names), *(textwrap.wrap(cell, wide) or ["nothing"] for cell in cells), fillvalue="")
        for first, *rest in folded:
            yield f"{first:<{names + 1}}{'  '.join(f'{cell:<{wide}}' for cell in rest)}".rstrip()


def folded_name(name: str, wide: int) -> list[str]:
    """A name of several words, or of several members as in `observe.state.turn`, folded between them."""
    lines = [""]
    for word in words(name):
        if lines[-1] and len(lines[-1] + word.rstrip()) > wide:
            lines.append("  ")
        lines[-1] += word
    return [part for line in lines for part in textwrap.wrap(line, wide) or [""]]


def words(name: str) -> list[str]:
    """The parts of a name between which it may be folded, each with what parts it from the next."""
    return re.findall(r"[^\s.]*(?:[.\s]|$)", name)
