"""The sheets to print: what a table needs to have at hand, on one side of paper."""

from __future__ import annotations

from collections.abc import Iterator

from dhumbal_conformance.loader.rulebook import Chapter
from dhumbal_conformance.model import Clause
from dhumbal_conformance.site.book import Here, Library
from dhumbal_conformance.site.markup import front_matter, tag, text

LEFT_OUT = {
    "discard": ("distinct", "held", "some", "order", "buried", "run-courts", "suits", "part"),
    "take": ("rest", "lock-card", "lock-ends", "empty-hand"),
    "draw": ("stock",),
    "turn": ("seat", "one-discard", "one-draw", "draws-one", "two-steps", "must-discard", "over", "choice", "pending"),
    "call": ("no-draw", "optional", "once"),
    "deal": ("shuffle", "cut", "singly", "stock"),
    "settle": ("show", "zero", "empty", "caught.once", "ties.dealer-last"),
    "series": ("zero", "capped", "score", "afresh", "no-elimination", "resets.total", "winner-out", "out-places", "last-together"),
    "cap": ("counts", "call-before", "no-call"),
    "value": ("suits", "total"),
}
"""What every player knows, or what is hardly ever asked at a table: by the first part of a clause's id, the rest of it."""


def sheet_pages(library: Library) -> Iterator[tuple[str, str]]:
    """A sheet for every profile."""
    for book in library.books.values():
        yield book.sheet_page, sheet(Here(library, book, book.sheet_page))


def sheet(here: Here) -> str:
    """One sheet."""
    book, words = here.book, here.words
    chapters = ((chapter, [clause for clause in chapter.clauses if on_sheet(clause)]) for chapter in book.chapters)
    blocks = [
        front_matter(translated=True, title=words("sheet.title", game=book.name), hide=["navigation", "toc"], search={"exclude": True}),
        here.path((words("sheet.full"), book.contents_page)),
        f"# {book.name}",
        tag("button", words("sheet.print"), cls="md-button print", type="button", onclick="print()"),
        '<div class="sheet" markdown>',
        *(part(here, chapter, clauses) for chapter, clauses in chapters if clauses),
        "</div>",
    ]
    return "\n\n".join(blocks)


def on_sheet(clause: Clause) -> bool:
    """Whether a table needs to have the clause at hand."""
    area, _, rest = clause.id.partition(".")
    return area in LEFT_OUT and rest not in LEFT_OUT[area]


def part(here: Here, chapter: Chapter, clauses: list[Clause]) -> str:
    """What is to be known of one chapter."""
    lines = "\n".join(f"- {' '.join(here.book.text(clause).split())}" for clause in clauses)
    return f"## {text(chapter.title)}\n\n{lines}"
