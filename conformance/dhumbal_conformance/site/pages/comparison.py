"""All games side by side, axis by axis, each value with its source."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import groupby

from dhumbal_conformance import data
from dhumbal_conformance.loader.templates import value_text
from dhumbal_conformance.site.book import Book, Here, Library
from dhumbal_conformance.site.markup import front_matter, link, table, tag, text

COMPARISON = "profiles/index"

AXES = {
    "players": "Setup",
    "direction": "Setup",
    "pack": "Cards and values",
    "values": "Cards and values",
    "deal": "The deal",
    "turn": "The turn",
    "discard": "The discard",
    "take": "Taking",
    "call": "The call",
    "refill": "Refilling the stock",
    "settle": "Settling a call",
    "cap": "The end of a deal and of the series",
    "series": "The end of a deal and of the series",
}
"""The heading beneath which a parameter stands, by the first part of its name."""


def comparison_pages(library: Library) -> Iterator[tuple[str, str]]:
    """The page that compares the games whose rules are written out, with their variants."""
    yield COMPARISON, comparison(Here(library, library.canonical, COMPARISON))


def comparison(here: Here) -> str:
    """The whole page."""
    books = here.library.full
    blocks = [
        front_matter(hide=["navigation"]),
        "# The games compared",
        "No two tables agree on the details. These are the games whose rules are written out here, value by value, with the "
        f"[source]({here.address('sources')}) of each value or the reason for which it is inferred. Their variants stand below.",
        here.listed(books),
    ]
    for axis, names in groupby(here.book.parameters, key=lambda name: AXES[name.partition(".")[0]]):
        headings = ("", *(link(here.address(book.contents_page, suffix=".html"), text(book.name)) for book in books))
        blocks += [f"## {axis}", table(headings, (row(books, name) for name in names), "compared")]
    blocks.append("## The variants")
    for book in books:
        blocks += variants(here, book)
    return "\n\n".join(blocks)


def row(books: list[Book], name: str) -> list[str]:
    """One parameter in every game."""
    return [text(question(name)) + tag("code", name), *(cell(book, name) for book in books)]


def cell(book: Book, name: str) -> str:
    """A value with its source."""
    return tag("b", value_text(book.parameters[name])) + tag("small", text(book.profile.sources.get(name, "")))


def question(name: str) -> str:
    """What a parameter decides, in a sentence."""
    return descriptions()[name].replace("`", "").split(". ")[0].rstrip(".")


@cache
def descriptions() -> dict[str, str]:
    """What each parameter decides, as the schema of profiles tells it."""
    schema = json.loads((data.spec() / "schemas" / "profile.schema.json").read_text(encoding="utf-8"))
    return {name: about["description"] for name, about in schema["properties"]["parameters"]["properties"].items()}


def variants(here: Here, book: Book) -> list[str]:
    """The variants of a game, a line each."""
    found = here.library.variants(book)
    return [f"### {book.name}", here.listed(found)] if found else []
