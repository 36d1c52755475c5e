"""`dhumbal rule`: look things up in the rules."""

from __future__ import annotations

import json
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator

import click

from dhumbal_conformance import data
from dhumbal_conformance.cli.problems import place_text
from dhumbal_conformance.cli.reporting import output_to
from dhumbal_conformance.cli.screen import SHOWN, listed, paragraph_width
from dhumbal_conformance.loader.near_miss import did_you_mean
from dhumbal_conformance.loader.profiles import UnknownProfile, load_profile
from dhumbal_conformance.loader.rulebook import Chapter, clauses_json, clauses_of, parameters_of, read_chapters
from dhumbal_conformance.loader.templates import applies, render, value_text
from dhumbal_conformance.loader.translations import LANGUAGES, SOURCE, translated
from dhumbal_conformance.model import BadFiles, Clause, Profile, Ruling, Scenario, Suite
from dhumbal_conformance.suite import load_suite

NOTHING_FOUND = 5
DOTTED = re.compile(r"[\w-]+(\.[\w-]+)+")
"""What is meant to be the id or the number of a clause."""


@click.command("rule")
@click.argument("words", nargs=-1, metavar="[ID or WORDS]")
@click.option(
    "--profile", "profile_name", default="nepali-games", show_default=True, metavar="ID|FILE", help="Whose values stand in the text."
)
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default=SOURCE,
    show_default=True,
    help="The language of the clauses; rulings are in English.",
)
@click.option("--export", metavar="FILE", help="Write all clauses as JSON; - for here.")
def command(words: tuple[str, ...], profile_name: str, language: str, export: str | None) -> None:
    """Show a clause by its id or number, or a ruling, or the clauses of a scenario, or search the clauses for words; without either, the
    table of contents.

    Exit codes: 0 found, 2 usage, 4 a file is wrong, 5 nothing is found.
    """
    suite = what_loads()
    profile = suite.profiles.get(profile_name) or named_profile(profile_name)
    if export is not None:
        with output_to(export) as output:
            output.write(json.dumps(clauses_json(suite.clauses.values()), indent=2, ensure_ascii=False) + "\n")
        return
    chapters = translated(read_chapters(), language)
    asked = " ".join(words)
    lines = list(answer(suite._replace(clauses=clauses_of(chapters)), profile, chapters, asked))
    if missing := not_there(suite, asked, found=bool(lines)):
        click.echo(missing, err=True)
    if not lines:
        sys.exit(NOTHING_FOUND)
    click.echo("\n".join(lines))


def what_loads() -> Suite:
    """The suite as far as it is right: a scenario that is wrong keeps nobody from reading the rules."""
    try:
        return load_suite()
    except BadFiles:
        return what_is_right()


def what_is_right() -> Suite:
    """What the files have besides what is wrong in them; raises `BadFiles` when no clause is left."""
    from dhumbal_conformance.loader.files import gather  # which takes its time, and is seldom needed

    suite, problems = gather([data.scenarios()], validate=False)
    if not suite.clauses:
        raise BadFiles(problems)
    return suite


def named_profile(name: str) -> Profile:
    """The profile in a file."""
    try:
        return load_profile(name)
    except UnknownProfile as unknown:
        raise click.BadParameter(str(unknown), param_hint="--profile") from None


def answer(suite: Suite, profile: Profile, chapters: list[Chapter], asked: str) -> Iterator[str]:
    """The lines that answer what was asked; none when nothing is found."""
    if not asked:
        yield from contents(chapters)
    elif asked in suite.clauses:
        yield from clause_lines(suite, profile, suite.clauses[asked])
    elif asked.upper() in suite.rulings:
        yield from ruling_lines(suite, suite.rulings[asked.upper()])
    elif clause := next((clause for clause in suite.clauses.values() if clause.number == asked), None):
        yield from clause_lines(suite, profile, clause)
    elif asked in suite.scenarios:
        yield from scenario_lines(suite, suite.scenarios[asked])
    else:
        yield from found_lines(profile, search(suite.clauses.values(), profile, asked))


def not_there(suite: Suite, asked: str, *, found: bool) -> str:
    """That there is no clause or scenario of the id asked for, or that nothing is found at all, and what may have been meant."""
    if "/" in asked and " " not in asked and asked not in suite.scenarios:
        message, choices = f"there is no scenario {asked}", list(suite.scenarios)
    elif DOTTED.fullmatch(asked) and asked not in {name for clause in suite.clauses.values() for name in (clause.id, clause.number)}:
        message, choices = f"there is no clause {asked}", list(suite.clauses)
    elif not found:
        message, choices = f"nothing is found for {asked!r}", [*suite.clauses, *suite.rulings]
    else:
        return ""
    hint = did_you_mean(asked, choices)
    return message + (f" ({hint})" if hint else "")


def contents(chapters: Iterable[Chapter]) -> Iterator[str]:
    """The chapters with their clauses."""
    for chapter in chapters:
        yield click.style(f"{chapter.number:>2}  {chapter.title}", bold=True)
        yield from (f"    {clause.number:<6}{clause.id}" for clause in chapter.clauses)


def clause_lines(suite: Suite, profile: Profile, clause: Clause) -> Iterator[str]:
    """All that there is to say about one clause."""
    refuses = ", refuses" if clause.refuses else ""
    yield f"{clause.number}  {click.style(clause.id, bold=True)}  {clause.level}{refuses}"
    yield ""
    for paragraph in render(clause.text, profile.parameters).split("\n\n"):
        yield filled(paragraph)
    yield ""
    if not applies(clause, profile.parameters):
        yield f"  does not apply in {profile.id}"
    yield from (filled(value, f"{label:<12}") for label, value in about(profile, clause))
    yield from titles("ruling", clause, profile, suite.rulings.values())
    yield from titles("scenario", clause, profile, suite.scenarios.values())


def titles(label: str, clause: Clause, profile: Profile, among: Iterable[Ruling | Scenario]) -> Iterator[str]:
    """The rulings or scenarios on a clause, those of the rule system first."""
    found = sorted((it for it in among if clause.id in it.clauses), key=lambda it: it.profile != profile.id)
    yield from listed(label, {it.id: it.title for it in found}, f"dhumbal rule {clause.id} | less")


def filled(text: str, label: str = "") -> str:
    """A paragraph, beside its label if it has one."""
    return textwrap.fill(text, paragraph_width(), initial_indent=f"  {label}", subsequent_indent="  " + " " * len(label))


def about(profile: Profile, clause: Clause) -> Iterator[tuple[str, str]]:
    """Where a clause belongs, and what it depends on."""
    yield "chapter", clause.chapter
    if clause.condition:
        yield "applies if", clause.condition
    for name in sorted(parameters_of(clause)):
        yield "parameter", f"{name} = {value_text(profile.parameters[name])}  {profile.sources.get(name, '')}".rstrip()
    if clause.untestable:
        yield "untestable", clause.untestable


def ruling_lines(suite: Suite, ruling: Ruling) -> Iterator[str]:
    """A ruling with the readings that it decides between."""
    yield f"{click.style(ruling.id, bold=True)}  {ruling.title}"
    yield from ("", filled(ruling.question), "")
    for reading in ruling.readings:
        sign = "holds" if reading.id == ruling.ruling else "not"
        yield filled(f"{reading.text} ({reading.evidence})", f"{sign:<7}")
    yield from ("", filled(f"{ruling.because} ({ruling.basis})"), "")
    yield filled(", ".join(ruling.clauses), f"{'clauses':<12}")
    proofs = {name: suite.scenarios[name].title if name in suite.scenarios else "" for name in ruling.scenarios}
    yield from listed("scenario", proofs, f"dhumbal rule {ruling.id} | less")


def scenario_lines(suite: Suite, scenario: Scenario) -> Iterator[str]:
    """A scenario with the clauses that it proves, as its own rule system has them, and where its file is."""
    clauses = [suite.clauses[name] for name in scenario.clauses]
    yield click.style(scenario.id, bold=True)
    yield from ("", filled(scenario.title), "")
    yield from found_lines(suite.profiles[scenario.profile], clauses)
    yield from ("", f"  {'profile':<12}{scenario.profile}", f"  {'file':<12}{place_text(scenario.place)}")


def found_lines(profile: Profile, found: list[Clause]) -> Iterator[str]:
    """A line for each clause found, best first."""
    for clause in found[:SHOWN]:
        text = textwrap.shorten(render(clause.text, profile.parameters), paragraph_width() - 36, placeholder=" …")
        yield f"{clause.number:<6}{click.style(f'{clause.id:<28}', bold=True)}  {text}"
    if len(found) > SHOWN:
        yield f"and {len(found) - SHOWN} more; name further words"


def search(clauses: Iterable[Clause], profile: Profile, asked: str) -> list[Clause]:
    """The clauses in which most of the words occur; first those that have them in their id."""
    words = re.findall(r"\w+", asked.lower())
    scored = [(score(clause, profile, words), clause) for clause in clauses]
    most = max(points for points, _ in scored)[0]
    return [clause for points, clause in sorted(scored, key=lambda pair: pair[0], reverse=True) if points[0] == most > 0]


def score(clause: Clause, profile: Profile, words: list[str]) -> tuple[int, int]:
    """How many of the words begin a word of the clause, and how many one of its id."""
    id_words = re.findall(r"\w+", clause.id)
    all_words = id_words + re.findall(r"\w+", f"{clause.chapter} {render(clause.text, profile.parameters)}".lower())
    return occurring(words, all_words), occurring(words, id_words)


def occurring(words: list[str], among: list[str]) -> int:
    """How many of the words begin one of those among which they are sought."""
    return sum(any(found.startswith(word) for found in among) for word in words)
