"""The published numbers of lines of play, by which two engines can be compared move by move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dhumbal_conformance.perft import Published, read_table, tables
from dhumbal_conformance.site.book import Here, Library
from dhumbal_conformance.site.markup import table

PERFT = "perft"


def perft_pages(library: Library) -> Iterator[tuple[str, str]]:
    """The one page, with a table for each rule system."""
    here = Here(library, library.canonical, PERFT)
    published = {path.stem: read_table(path) for path in tables()}
    blocks = [
        "# Lines of play",
        f"How many different lines of play a {here.to('deal-numbers', 'numbered deal')} has, by their length in actions: an engine that "
        f"counts the same allows the same. {here.to('deal-numbers', 'What is counted', 'counting-lines-of-play')} is told there, with the "
        "command that follows a difference to the first action that only one of two engines allows.",
    ]
    for book in library.books.values():
        if counts := published.get(book.profile.id):
            blocks += [f"## {book.name}", f"`{book.profile.id}`: {here.game(book)}", counts_table(counts)]
    yield PERFT, "\n\n".join(blocks)


def counts_table(counts: Sequence[Published]) -> str:
    """The numbered deals of one rule system, a row each."""
    deepest = max(len(it.lines) for it in counts)
    heads = ("deal", "players", *(f"depth {depth}" for depth in range(1, deepest + 1)))
    return table(heads, (row(it, deepest) for it in counts), "counts")


def row(counts: Published, deepest: int) -> list[str]:
    """One deal; where counting went less deep, nothing."""
    lines = [f"{count:,}" for count in counts.lines]
    return [str(counts.start.number), str(counts.start.players), *lines, *[""] * (deepest - len(lines))]
