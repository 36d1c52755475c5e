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
HEAVIEST = 1_350_000
"""Bytes of played scenarios on one page; on a heavier one, a scenario folded away is played once, at the first clause that it proves."""


def rule_pages(book: Book) -> Iterator[tuple[str, str]]:
    """The contents, and the chapters."""
    yield "rules/index", contents(Here(book, "rules/index"))
    for chapter in book.chapters:
        yield chapter_page(chapter), ChapterPage(Here(book, chapter_page(chapter)), chapter).text()


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


class ChapterPage:
    """The page of one chapter."""

    def __init__(self, here: Here, chapter: Chapter) -> None:
        self.here = here
        self.chapter = chapter
        self.proofs = {clause.id: here.book.proofs(clause) for clause in chapter.clauses}
        cited = {proof.id: proof for proofs in self.proofs.values() for proof in proofs}
        self.bodies = {name: played(here, scenario, briefly=True) for name, scenario in cited.items()}
        self.heavy = sum(len(self.bodies[proof.id]) for proofs in self.proofs.values() for proof in proofs) > HEAVIEST
        self.shown: set[str] = set()

    def text(self) -> str:
        """The whole page."""
        # A search shows the rules before the many scenarios that speak of the same things.
        blocks, depth = [front_matter(search={"boost": 5}), f"# {numbered(self.chapter, self.chapter.title)}"], 1
        for block in self.chapter.blocks:
            depth = block.depth if isinstance(block, Heading) else depth
            blocks += self.clause(block, depth + 1) if isinstance(block, Clause) else [other_text(self.here, block)]
        return "\n\n".join(blocks)

    def clause(self, clause: Clause, depth: int) -> list[str]:
        """A clause, what was decided about it, and how it plays out."""
        number, level = tag("span", clause.number, cls="number"), tag("span", clause.level, cls=f"level {clause.level.lower()}")
        proofs = self.proofs[clause.id]
        return [
            f"{'#' * depth} {number} {clause.id} {level} {{ #{clause.id} .clause data-toc-label='{clause.id}' }}",
            self.here.linked(render(clause.text, self.here.book.profile.parameters)),
            *([f"No scenario can prove this: {clause.untestable}.\n{{ .untestable }}"] if clause.untestable else []),
            *(
                f"Ruling {self.here.named(ruling.id, ruling.id)}: {ruling.title}\n{{ .ruling }}"
                for ruling in self.here.book.rulings_on(clause)
            ),
            *map(self.folded, proofs[:SHOWN_AT_ONCE]),
            *self.others(proofs[SHOWN_AT_ONCE:]),
        ]

    def folded(self, scenario: Scenario) -> str:
        """A scenario, folded up."""
        self.shown.add(scenario.id)
        source = f"Source: {text(scenario.source)}. " if scenario.source else ""
        about = tag("p", source, self.link(scenario, "The scenario’s own page"), cls="about")
        return details("scenario", text(scenario.title), about, self.bodies[scenario.id])

    def others(self, scenarios: list[Scenario]) -> list[str]:
        """The scenarios that are not shown at once; a heavy page plays each of them once and links to it from then on."""
        again = [scenario for scenario in scenarios if self.heavy and scenario.id in self.shown]
        fresh = [scenario for scenario in scenarios if scenario not in again]
        links = tag("ul", *(tag("li", self.link(scenario, text(scenario.title))) for scenario in again)) if again else ""
        summary = f"{len(scenarios)} more scenario{'' if len(scenarios) == 1 else 's'}"
        return [details("others", summary, *map(self.folded, fresh), links)] if scenarios else []

    def link(self, scenario: Scenario, label: str) -> str:
        """A link to a scenario's page."""
        return link(self.here.address(*self.here.book.pages[scenario.id], suffix=".html"), label)


def details(cls: str, summary: str, *content: str) -> str:
    """Something folded up. A search passes it over: it is to find a scenario's own page."""
    return tag("details", tag("summary", summary), *content, cls=cls, data_search_exclude="data-search-exclude")


def other_text(here: Here, block: Block) -> str:
    """A heading, a paragraph or a note."""
    if isinstance(block, Heading):
        return f"{'#' * block.depth} {block.text}"
    words = here.linked(block.text)
    return f"> {words}" if getattr(block, "kind", "") == "note" else words
