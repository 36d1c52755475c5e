"""What proves what, in both directions: the clauses with their scenarios, rulings and wrong engines, and the scenarios with theirs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from dhumbal_conformance.coverage import Proof, proofs
from dhumbal_conformance.model import Scenario
from dhumbal_conformance.site.book import Book, Here, Library
from dhumbal_conformance.site.kills import Kill, kills
from dhumbal_conformance.site.markup import front_matter, link, table, tag, text
from dhumbal_conformance.site.pages.kills import kills_page

COVERAGE = "coverage"


@dataclass(frozen=True)
class Covered:
    """A library with what proves its clauses."""

    library: Library
    proofs: Mapping[str, Sequence[Proof]]
    """By rule system."""
    kills: Mapping[str, Sequence[Kill]]
    """By rule system."""


def coverage_pages(library: Library) -> Iterator[tuple[str, str]]:
    """The figures, a page for each chapter of the canonical rules, and the scenarios area by area."""
    found = {name: proofs(library.suite, book.profile) for name, book in library.books.items()}
    covered = Covered(library, found, kills(library.suite))
    yield COVERAGE, "\n\n".join(figures(Here(library, library.canonical, COVERAGE), covered))
    for chapter, group in groupby(found[library.canonical.profile.id], key=chapter_page):
        yield chapter, "\n\n".join(chapter_text(Here(library, library.canonical, chapter), covered, list(group)))
    for book in library.books.values():
        for page, scenarios in groupby(book.scenarios.values(), key=lambda it: scenarios_page(book, it)):
            yield page, "\n\n".join(scenarios_text(Here(library, book, page), covered, list(scenarios)))


def chapter_page(proof: Proof) -> str:
    """The page of the chapter in which a clause stands."""
    return f"coverage/{proof.clause.place.path.stem[3:]}"


def scenarios_page(book: Book, scenario: Scenario) -> str:
    """The page of the scenarios of an area, or of all those of another game."""
    return f"coverage/scenarios/{scenario.area if book.profile.canonical else book.profile.id}"


def figures(here: Here, covered: Covered) -> Iterator[str]:
    """Each rule system in numbers, and each clause of the canonical one."""
    book = here.book
    yield front_matter(hide=["navigation"])
    yield "# What proves what"
    yield (
        "Every clause that can be tested is proven by scenarios, and every wrong engine that is known fails some. `dhumbal coverage` shows "
        "the same in a terminal, for a rule system of your own, too."
    )
    yield "## The games in figures"
    heads = ("game", "proven", "as in its base", "untestable", "by nothing", "scenarios", "rulings", "wrong engines")
    yield table(heads, (game_row(here, it, covered) for it in here.library.books.values()), "figures")
    yield f"## The clauses of {book.name}"
    for chapter, group in groupby(covered.proofs[book.profile.id], key=lambda it: it.clause.chapter):
        yield f"### {chapter}"
        yield table(("clause", "scenarios", "rulings", "wrong engines"), (clause_row(here, covered, it) for it in group), "figures")
    yield "## The scenarios"
    yield "\n".join(f"- {line}" for line in scenario_lists(here))


def game_row(here: Here, book: Book, covered: Covered) -> list[str]:
    """One rule system."""
    found = covered.proofs[book.profile.id]
    counts = [kind(it) for it in found]
    scenarios = {scenario.id for it in found for scenario in it.scenarios}
    numbers = [counts.count(name) for name in ("here", "base", "untestable", "none")]
    engines = covered.kills.get(book.profile.id, ())
    shown = link(here.address(kills_page(book), suffix=".html"), str(len(engines))) if engines else "0"
    name = link(here.address(book.contents_page, suffix=".html"), text(book.name))
    return [name, *map(str, [*numbers, len(scenarios), len(book.rulings)]), shown]


def kind(proof: Proof) -> str:
    """By what a clause is proven."""
    return "untestable" if proof.clause.untestable else "here" if proof.scenarios else "base" if proof.shared else "none"


def clause_row(here: Here, covered: Covered, proof: Proof) -> list[str]:
    """One clause in numbers."""
    way = link(here.address(chapter_page(proof), proof.clause.id, ".html"), tag("code", proof.clause.id))
    scenarios = "untestable" if proof.clause.untestable else str(len(proof.scenarios))
    return [way, scenarios, str(len(proof.rulings)), str(len(breaking(covered, here.book, proof.clause.id)))]


def breaking(covered: Covered, book: Book, clause: str) -> list[Kill]:
    """The wrong engines of a rule system that break a clause."""
    return [it for it in covered.kills.get(book.profile.id, ()) if clause in it.clauses and not it.equivalent]


def scenario_lists(here: Here) -> Iterator[str]:
    """The way to each list of scenarios."""
    for book in here.library.books.values():
        pages = dict.fromkeys(scenarios_page(book, it) for it in book.scenarios.values())
        ways = [here.to(page, page.rpartition("/")[2]) for page in pages]
        if ways:
            yield f"{book.name}: {', '.join(ways)}"


def chapter_text(here: Here, covered: Covered, found: Sequence[Proof]) -> Iterator[str]:
    """The clauses of one chapter with everything that has to do with them."""
    yield here.path(("What proves what", COVERAGE), (here.book.name, here.book.contents_page))
    yield f"# {found[0].clause.chapter}: what proves it"
    for proof in found:
        clause = proof.clause
        yield f"## {clause.number} {clause.id} {{ #{clause.id} }}"
        yield f"{here.book.text(clause)} {here.named(clause.id, 'In the rules')}."
        if clause.untestable:
            yield f"It cannot be tested: {clause.untestable}"
        yield from listed("Scenarios", (here.named(it.id, it.title) for it in (*proof.scenarios, *proof.shared)))
        yield from listed("Rulings", (f"{here.named(it.id, it.id)} {it.title}" for it in proof.rulings))
        yield from listed("Wrong engines that break it", (engine(here, it) for it in breaking(covered, here.book, clause.id)))


def listed(title: str, lines: Iterable[str]) -> Iterator[str]:
    """A list beneath its title, where there is anything to list."""
    if found := [f"- {line}" for line in lines]:
        yield f"**{title}** ({len(found)})"
        yield "\n".join(found)


def engine(here: Here, it: Kill) -> str:
    """A wrong engine, with the way to its place in the kill table."""
    return f"{here.to(kills_page(here.book), f'`{it.id}`', it.anchor)} {it.does}"


def scenarios_text(here: Here, covered: Covered, scenarios: Sequence[Scenario]) -> Iterator[str]:
    """Scenarios with the clauses that they prove and the wrong engines that they tell apart."""
    killed: dict[str, list[Kill]] = defaultdict(list)
    for it in covered.kills.get(here.book.profile.id, ()):
        for name in it.scenarios:
            killed[name].append(it)
    yield here.path(("What proves what", COVERAGE), ("Scenarios", here.book.scenarios_page))
    yield f"# What the scenarios prove: {here.page.rpartition('/')[2]}"
    for scenario in scenarios:
        yield f"## {scenario.title}"
        yield f"{here.named(scenario.id)} proves {', '.join(here.named(name) for name in scenario.clauses)}."
        yield engines_told(here, killed[scenario.id])


def engines_told(here: Here, found: Sequence[Kill]) -> str:
    """The wrong engines that a scenario tells apart, in one sentence with a link for each ruling."""
    groups = groupby(found, key=lambda it: (it.ruling, it.anchor))
    ways = [
        f"{here.to(kills_page(here.book), ruling or 'faults', anchor)} {', '.join(it.name for it in group)}"
        for (ruling, anchor), group in groups
    ]
    return f"It tells {len(found)} wrong engines apart: {'; '.join(ways)}." if found else "None of the wrong engines fails it."
