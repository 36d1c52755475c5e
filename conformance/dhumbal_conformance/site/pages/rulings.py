"""The rulings: how each disputed point is decided, and why."""

from __future__ import annotations

from collections.abc import Iterator

from dhumbal_conformance.model import Reading, Ruling
from dhumbal_conformance.site.book import Book, Here
from dhumbal_conformance.site.markup import front_matter

BASES = {
    "explicit": "A source says so.",
    "inferred": "It follows from what the sources say.",
    "design": "The sources are silent; it is our own choice.",
}


def ruling_pages(book: Book) -> Iterator[tuple[str, str]]:
    """The index, and the rulings."""
    yield "rulings/index", index(Here(book, "rulings/index"))
    for ruling in book.rulings.values():
        page = book.pages[ruling.id][0]
        yield page, ruling_text(Here(book, page), ruling)


def index(here: Here) -> str:
    """Every ruling in a line."""
    lines = [f"- {here.named(ruling.id, ruling.id)} {ruling.title}" for ruling in here.book.rulings.values()]
    sources = f"[sources]({here.address('sources')})"
    intro = f"Where tables disagree or the {sources} are silent, a ruling says how the point is decided, among which readings, and why."
    return "\n\n".join(["# Rulings", intro, "\n".join(lines)])


def ruling_text(here: Here, ruling: Ruling) -> str:
    """One ruling."""
    blocks = [
        front_matter(title=ruling.title),
        f"[Rulings]({here.address('rulings/index')}) › {ruling.id}\n{{ .path }}",
        f"# {ruling.title}",
        f"{ruling.question}\n{{ .question }}",
        "## The readings",
        *(reading_text(here, reading, holds=reading.id == ruling.ruling) for reading in ruling.readings),
        "## Why",
        f"**{BASES[ruling.basis]}** {here.linked(ruling.because)}",
        "## In the rules",
        "\n".join(f"- {here.named(name)}" for name in ruling.clauses),
        "## The scenarios that decide",
        "\n".join(f"- {here.named(name, title(here.book, name))}" for name in ruling.scenarios)
        or f"No scenario can tell the readings apart: {ruling.untestable}",
    ]
    return "\n\n".join(blocks)


def reading_text(here: Here, reading: Reading, *, holds: bool) -> str:
    """One reading, who plays it, and whether it is the right one."""
    kind, verdict = ("holds", "✓ This is the rule") if holds else ("fails", "✗ Not the rule")
    parts = [f'<div class="reading {kind}" markdown>', f"**{verdict}:** {here.linked(reading.text)}"]
    return "\n\n".join([*parts, f"[Evidence]({here.address('sources')}): {here.linked(reading.evidence)}", "</div>"])


def title(book: Book, name: str) -> str:
    """A scenario's title, or its id while it does not exist."""
    return book.scenarios[name].title if name in book.scenarios else f"`{name}`"
