"""The kill table: every known wrong engine, and the scenarios that tell it from the right one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from dhumbal_conformance.site.book import Book, Here, Library
from dhumbal_conformance.site.kills import FAULTS, Kill, kills
from dhumbal_conformance.site.markup import front_matter, link, table, tag, text

KILLS = "kills"
SHOWN = 3
"""So many of the scenarios that tell an engine apart are named."""


def kills_page(book: Book) -> str:
    """The page with the wrong engines of a rule system."""
    return f"kills/{book.profile.id}"


def kill_pages(library: Library) -> Iterator[tuple[str, str]]:
    """The table in figures, and a page for each rule system that has wrong engines."""
    found = kills(library.suite)
    yield KILLS, "\n\n".join(figures(Here(library, library.canonical, KILLS), found))
    for book in library.books.values():
        if book.profile.id in found:
            here = Here(library, book, kills_page(book))
            yield here.page, "\n\n".join(kill_table(here, found[book.profile.id]))


def figures(here: Here, found: dict[str, list[Kill]]) -> Iterator[str]:
    """How many wrong engines each rule system has, and how many of them are told apart."""
    yield front_matter(hide=["navigation"])
    yield "# The kill table"
    yield (
        "A suite is worth as much as the mistakes that it finds. There is a wrong engine for every reading that a ruling rejects, and one "
        f"for each of many faults that real programs have. {here.to('misreadings', 'How they are made and used')} is told elsewhere; "
        "here stands which scenarios tell each of them from the right engine."
    )
    books = [book for book in here.library.books.values() if book.profile.id in found]
    yield table(
        ("game", "rejected readings", "faults", "told apart", "no different"),
        (row(here, it, found[it.profile.id]) for it in books),
        "figures",
    )


def row(here: Here, book: Book, engines: Sequence[Kill]) -> list[str]:
    """The figures of one rule system."""
    readings = sum(bool(it.ruling) for it in engines)
    counts = (readings, len(engines) - readings, sum(bool(it.scenarios) for it in engines), sum(bool(it.equivalent) for it in engines))
    return [link(here.address(kills_page(book), suffix=".html"), text(book.name)), *map(str, counts)]


def kill_table(here: Here, engines: Sequence[Kill]) -> Iterator[str]:
    """The wrong engines of one rule system, ruling by ruling."""
    yield here.path(("The kill table", KILLS), (here.book.name, here.book.contents_page))
    yield f"# Wrong engines of {here.book.name}"
    yield (
        "Each is the reference engine with one thing changed. Beside what it does stand the number of scenarios that it fails, and the "
        "first of them. Any of them can be watched as it fails: `dhumbal verify -- python -m dhumbal_conformance.misreadings ID`."
    )
    for ruling, group in groupby(engines, key=lambda it: it.ruling):
        yield heading(here, ruling)
        yield table(("id", "what it does", "scenarios", "among them"), (engine_row(here, it) for it in group), "kills")


def heading(here: Here, ruling: str) -> str:
    """The ruling that rejects what follows, or what has no ruling since nobody would play by it."""
    if not ruling:
        return f"## Faults {{ #{FAULTS} }}"
    words = here.library.suite.rulings[ruling]
    return f"## {ruling} {{ #{ruling.lower()} }}\n\n{words.question} The rule: {here.named(ruling, words.title)}."


def engine_row(here: Here, it: Kill) -> Iterable[str]:
    """One wrong engine."""
    if it.equivalent:
        return tag("code", it.id), text(it.does), "–", f"no different: {text(it.equivalent)}"
    shown = ", ".join(here.html(name, tag("code", name.partition("/")[2])) for name in it.scenarios[:SHOWN])
    return tag("code", it.id), text(it.does), str(len(it.scenarios)), shown
