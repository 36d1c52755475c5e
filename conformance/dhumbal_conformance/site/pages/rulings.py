"""The rulings: how each disputed point is decided, and why."""

from __future__ import annotations

from collections.abc import Iterator

from dhumbal_conformance.model import Reading, Ruling
from dhumbal_conformance.site.book import Here, Library
from dhumbal_conformance.site.markup import front_matter

INDEX = "rulings/index"
BASES = {
    "explicit": "A source says so.",
    "inferred": "It follows from what the sources say.",
    "design": "The sources are silent; it is our own choice.",
}


def ruling_pages(library: Library) -> Iterator[tuple[str, str]]:
    """The index, and the rulings."""
    yield INDEX, index(Here(library, library.canonical, INDEX))
    for book in library.books.values():
        for ruling in book.rulings.values():
            page = library.pages[ruling.id][0]
            yield page, ruling_text(Here(library, book, page), ruling)


def index(here: Here) -> str:
    """Every ruling in a line, game by game."""
    sources = f"[sources]({here.address('sources')})"
    intro = f"Where tables disagree or the {sources} are silent, a ruling says how the point is decided, among which readings, and why."
    blocks = ["# Rulings", intro]
    for book in here.library.books.values():
        lines = [f"- {here.named(ruling.id, ruling.id)} {ruling.title}" for ruling in book.rulings.values()]
        blocks += [f"## {book.name}", "\n".join(lines)] if lines else []
    return "\n\n".join(blocks)


def ruling_text(here: Here, ruling: Ruling) -> str:
    """One ruling."""
    blocks = [
        front_matter(title=ruling.title),
        here.path(("Rulings", INDEX), (here.book.name, here.book.contents_page), end=ruling.id),
        f"# {ruling.title}",
        f"{ruling.question}\n{{ .question }}",
        "## The readings",
        *(reading_text(here, reading, holds=reading.id == ruling.ruling) for reading in ruling.readings),
        "## Why",
        f"**{BASES[ruling.basis]}** {here.linked(ruling.because)}",
        "## In the rules",
        "\n".join(f"- {here.named(name)}" for name in ruling.clauses),
        "## The scenarios that decide",
        "\n".join(f"- {here.named(name, title(here.library, name))}" for name in ruling.scenarios)
        or f"No scenario can tell the readings apart: {ruling.untestable}",
    ]
    return "\n\n".join(blocks)


def reading_text(here: Here, reading: Reading, *, holds: bool) -> str:
    """One reading, who plays it, and whether it is the right one."""
    kind, verdict = ("holds", "✓ This is the rule") if holds else ("fails", "✗ Not the rule")
    parts = [f'<div class="reading {kind}" markdown>', f"**{verdict}:** {here.linked(reading.text)}"]
    return "\n\n".join([*parts, f"[Evidence]({here.address('sources')}): {here.linked(reading.evidence)}", "</div>"])


def title(library: Library, name: str) -> str:
    """A scenario's title, or its id while it does not exist."""
    return library.suite.scenarios[name].title if name in library.suite.scenarios else f"`{name}`"
