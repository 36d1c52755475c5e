"""The rule book: a page for each chapter, with every clause's rulings and scenarios at its side."""

from __future__ import annotations

from collections.abc import Iterator

from dhumbal_conformance.model import Clause, Scenario
from dhumbal_conformance.rulebook import Block, Chapter, Heading, render
from dhumbal_conformance.site.book import Book, Here, chapter_page
from dhumbal_conformance.site.markup import front_matter, link, tag, text
from dhumbal_conformance.site.plays import played

SHOWN_AT_ONCE = 3
"""Scenarios beneath a clause; the others are folded away together, so that the rules still read as rules."""
HEAVIEST = 1_200_000
"""Bytes of played scenarios on one page; on a heavier one, the scenarios folded away are only links."""


def rule_pages(book: Book) -> Iterator[tuple[str, str]]:
    """The contents, and the chapters."""
    yield "rules/index", contents(Here(book, "rules/index"))
    for chapter in book.chapters:
        yield chapter_page(chapter), chapter_text(Here(book, chapter_page(chapter)), chapter)


def contents(here: Here) -> str:
    """Every chapter with its clauses."""
    book = here.book
    lines = ["# The rules", f"**{book.profile.names['en']}.** {book.profile.summary}"]
    lines.append(
        f"The values behind these rules, each with its source, are on [the profile’s page]({here.address(f'profiles/{book.profile.id}')})."
    )
    for chapter in book.chapters:
        lines.append(f"## {numbered(chapter, f'[{chapter.title}]({here.address(chapter_page(chapter))})')} {{ #{chapter.path.stem[3:]} }}")
        lines.append("\n".join(f"- {clause.number} {here.named(clause.id)} {opening_words(here, clause)}" for clause in chapter.clauses))
    return "\n\n".join(lines)


def numbered(chapter: Chapter, title: str) -> str:
    """A chapter's title after its number; the introduction has none."""
    return f"{chapter.number}. {title}" if chapter.number else title


def opening_words(here: Here, clause: Clause) -> str:
    """A clause's first sentence."""
    return render(clause.text, here.book.profile.parameters).split(". ")[0].rstrip(".:").replace("\n", " ") + "."


def chapter_text(here: Here, chapter: Chapter) -> str:
    """A chapter with everything in it."""
    bodies = {name: played(here, here.book.scenarios[name]) for name in cited(here.book, chapter)}
    weight = sum(len(bodies[proof.id]) for clause in chapter.clauses for proof in here.book.proofs(clause))
    heavy = weight > HEAVIEST
    # A search shows the rules before the many scenarios that speak of the same things.
    blocks, depth = [front_matter(search={"boost": 5}), f"# {numbered(chapter, chapter.title)}"], 1
    for block in chapter.blocks:
        depth = block.depth if isinstance(block, Heading) else depth
        blocks += clause_text(here, block, depth + 1, bodies, heavy=heavy) if isinstance(block, Clause) else [other_text(here, block)]
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


def clause_text(here: Here, clause: Clause, depth: int, bodies: dict[str, str], *, heavy: bool) -> list[str]:
    """A clause, what was decided about it, and how it plays out."""
    number, level = tag("span", clause.number, cls="number"), tag("span", clause.level, cls=f"level {clause.level.lower()}")
    proofs = here.book.proofs(clause)
    return [
        f"{'#' * depth} {number} {clause.id} {level} {{ #{clause.id} .clause data-toc-label='{clause.id}' }}",
        here.linked(render(clause.text, here.book.profile.parameters)),
        *untestable(clause),
        *(f"Ruling {here.named(ruling.id, ruling.id)}: {ruling.title}\n{{ .ruling }}" for ruling in here.book.rulings_on(clause)),
        *(folded(here, proof, bodies[proof.id]) for proof in proofs[:SHOWN_AT_ONCE]),
        *others(here, proofs[SHOWN_AT_ONCE:], bodies, heavy=heavy),
    ]


def untestable(clause: Clause) -> list[str]:
    """Why no scenario can prove the clause."""
    return [f"No scenario can prove this: {clause.untestable}.\n{{ .untestable }}"] if clause.untestable else []


def folded(here: Here, scenario: Scenario, body: str) -> str:
    """A scenario, folded up."""
    source = f"Source: {text(scenario.source)}. " if scenario.source else ""
    about = tag("p", source, link(own_page(here, scenario), "The scenario’s own page"), cls="about")
    # A search is to find the scenario's own page.
    return tag("details", tag("summary", text(scenario.title)), about, body, cls="scenario", data_search_exclude="data-search-exclude")


def others(here: Here, scenarios: list[Scenario], bodies: dict[str, str], *, heavy: bool) -> list[str]:
    """The scenarios that are not shown at once: played, or as links on a page that would become too heavy."""
    if not scenarios:
        return []
    links = (tag("li", link(own_page(here, scenario), text(scenario.title))) for scenario in scenarios)
    content = [tag("ul", *links)] if heavy else [folded(here, scenario, bodies[scenario.id]) for scenario in scenarios]
    summary = f"{len(scenarios)} more scenario{'' if len(scenarios) == 1 else 's'}"
    return [tag("details", tag("summary", summary), *content, cls="others", data_search_exclude="data-search-exclude")]


def own_page(here: Here, scenario: Scenario) -> str:
    """Where a scenario's page is, for HTML."""
    return here.address(*here.book.pages[scenario.id], suffix=".html")
