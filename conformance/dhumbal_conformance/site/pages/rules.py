"""The rule book: a page for each chapter, with every clause's rulings and scenarios at its side."""

from __future__ import annotations

from collections.abc import Iterator

from dhumbal_conformance.model import Clause, Scenario
from dhumbal_conformance.rulebook import Block, Chapter, Heading, render
from dhumbal_conformance.site.book import Book, Here, chapter_page
from dhumbal_conformance.site.markup import link, tag, text
from dhumbal_conformance.site.plays import played

HEAVIEST = 1_200_000
"""Bytes of played scenarios on one page; on a heavier one each clause shows only so many, and links to the others."""
SHOWN_WHEN_HEAVY = 3


def rule_pages(book: Book) -> Iterator[tuple[str, str]]:
    """The contents, and the chapters."""
    yield "rules/index", contents(Here(book, "rules/index"))
    for chapter in book.chapters:
        yield chapter_page(chapter), chapter_text(Here(book, chapter_page(chapter)), chapter)


def contents(here: Here) -> str:
    """Every chapter with its clauses."""
    book = here.book
    lines = [f"# {book.profile.names['en']}", book.profile.summary]
    lines.append(f"The values behind these rules, each with its source, are on [the profile’s page]({here.address(f'profiles/{book.profile.id}')}).")
    for chapter in book.chapters:
        lines.append(f"## {chapter.number}. [{chapter.title}]({here.address(chapter_page(chapter))}) {{ #{chapter.path.stem[3:]} }}")
        lines.append("\n".join(f"- {clause.number} {here.named(clause.id)} {opening_words(here, clause)}" for clause in chapter.clauses))
    return "\n\n".join(lines)


def opening_words(here: Here, clause: Clause) -> str:
    """A clause's first sentence."""
    return render(clause.text, here.book.profile.parameters).split(". ")[0].rstrip(".:").replace("\n", " ") + "."


def chapter_text(here: Here, chapter: Chapter) -> str:
    """A chapter with everything in it."""
    bodies = {name: played(here, here.book.scenarios[name]) for name in cited(here.book, chapter)}
    weight = sum(len(bodies[proof.id]) for clause in chapter.clauses for proof in here.book.proofs(clause))
    most = SHOWN_WHEN_HEAVY if weight > HEAVIEST else None
    number = f"{chapter.number}. " if chapter.number else ""
    blocks, depth = [f"# {number}{chapter.title}"], 1
    for block in chapter.blocks:
        depth = block.depth if isinstance(block, Heading) else depth
        blocks += clause_text(here, block, depth + 1, bodies, most) if isinstance(block, Clause) else [other_text(here, block)]
    return "\n\n".join(blocks)


def cited(book: Book, chapter: Chapter) -> set[str]:
    """The scenarios that cite a clause of a chapter."""
    return {proof.id for clause in chapter.clauses for proof in book.proofs(clause)}


def other_text(here: Here, block: Block) -> str:
    """A heading, a paragraph or a note."""
    if isinstance(block, Heading):
        return f"{'#' * block.depth} {block.text}"
    words = here.linked(block.text)
    return f"> {words}" if getattr(block, "kind", "") == "note" else words


def clause_text(here: Here, clause: Clause, depth: int, bodies: dict[str, str], most: int | None) -> list[str]:
    """A clause, what was decided about it, and how it plays out."""
    number, level = tag("span", clause.number, cls="number"), tag("span", clause.level, cls=f"level {clause.level.lower()}")
    proofs = here.book.proofs(clause)
    return [
        f"{'#' * depth} {number} {clause.id} {level} {{ #{clause.id} .clause data-toc-label='{clause.id}' }}",
        here.linked(render(clause.text, here.book.profile.parameters)),
        *untestable(clause),
        *(f"Ruling {here.named(ruling.id, ruling.id)}: {ruling.title}\n{{ .ruling }}" for ruling in here.book.rulings_on(clause)),
        *(proof_in_full(here, proof, bodies[proof.id]) for proof in proofs[:most]),
        *further(here, proofs[most:] if most else []),
    ]


def untestable(clause: Clause) -> list[str]:
    """Why no scenario can prove the clause."""
    return [f"No scenario can prove this: {clause.untestable}.\n{{ .untestable }}"] if clause.untestable else []


def proof_in_full(here: Here, scenario: Scenario, body: str) -> str:
    """A scenario, folded up."""
    own = link(here.address(*here.book.pages[scenario.id], suffix=".html"), "on a page of its own")
    about = tag("p", f"Source: {text(scenario.source)}. This scenario {own}." if scenario.source else f"This scenario {own}.", cls="about")
    # The scenario's own page is what a search should find.
    return tag("details", tag("summary", text(scenario.title)), about, body, cls="scenario", data_search_exclude="data-search-exclude")


def further(here: Here, scenarios: list[Scenario]) -> list[str]:
    """Links to the scenarios that are not shown."""
    links = "\n".join(f"- {here.named(scenario.id, scenario.title)}" for scenario in scenarios)
    return [f"{'More scenarios' if len(scenarios) > 1 else 'One more scenario'}:\n{{ .further }}", links] if scenarios else []
