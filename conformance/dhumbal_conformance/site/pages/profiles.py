"""The profiles: the values that make one game of the rules, each with its source; and for a variant, everything in which it differs."""

from __future__ import annotations

from collections.abc import Iterator

from dhumbal_conformance.loader.rulebook import Paragraph
from dhumbal_conformance.loader.templates import value_text
from dhumbal_conformance.loader.translations import LANGUAGES
from dhumbal_conformance.model import Clause
from dhumbal_conformance.site.book import Book, Here, Library
from dhumbal_conformance.site.markup import front_matter, table, tag, text
from dhumbal_conformance.site.pages.clauses import Clauses, heading
from dhumbal_conformance.site.pages.comparison import COMPARISON
from dhumbal_conformance.site.pages.rules import numbered, other_text, ways


def profile_pages(library: Library) -> Iterator[tuple[str, str]]:
    """A page for every profile in English, and in every language for the variants, of whose rules it has what differs."""
    for book in library.books.values():
        if book.base:
            yield book.contents_page, "\n\n".join(variant(Here(library, book, book.contents_page), book.base))
        elif book.is_source:
            here = Here(library, book, book.values_page)
            yield book.values_page, "\n\n".join([*introduction(here), *names(book), *values(here)])


def variant(here: Here, base: Book) -> Iterator[str]:
    """A variant: what it changes, and all its rules; its names and values in English only."""
    yield front_matter(translated=True)
    yield from introduction(here)
    yield from differences(here, base)
    yield from all_rules(here)
    if here.book.is_source:
        yield from [*names(here.book), *values(here)]


def introduction(here: Here) -> Iterator[str]:
    """What this is, and where its rules are."""
    book, words = here.book, here.words
    yield here.path((words("book.compared"), COMPARISON))
    yield f"# {book.name}"
    yield here.summary(book)
    if book.is_source:
        yield f"Its id is `{book.profile.id}`."
    if book.base:
        yield words("variant.of", game=here.game(book.base))
        yield "\n".join(f"- {way}" for way in ways(here))
    else:
        yield here.to(book.contents_page, words("sheet.full"))
    if variants := here.library.variants(book):
        yield f"{words('book.variants')}:"
        yield here.listed(variants)


def differences(here: Here, base: Book) -> Iterator[str]:
    """What a variant changes, with its scenarios."""
    book, words, clauses = here.book, here.words, Clauses(here)
    heads = (words("variant.parameter"), words("variant.here"), words("variant.in", game=text(base.name)), words("variant.source"))
    yield f"## {words('variant.differs')}"
    yield table(heads, changed_values(here, base), "values")
    yield f"## {words('variant.clauses')}"
    for name in here.library.suite.clauses:
        if (clause := book.clauses.get(name)) and book.differs(clause):
            yield from clauses.section(clause, 3, otherwise(here, clause, base))
        elif name in base.clauses and name not in book.clauses:
            gone = base.clauses[name]
            yield from (heading(here, gone, 3, "clause .gone"), words("variant.gone"), otherwise(here, gone, base))
    yield from other_scenarios(here, clauses)


def changed_values(here: Here, base: Book) -> Iterator[tuple[str, ...]]:
    """The parameters in which a variant differs from its base."""
    for name, value in here.book.parameters.items():
        if value != base.parameters[name]:
            source = here.english(text(here.book.profile.sources.get(name, "")))
            yield tag("code", name), value_text(value), value_text(base.parameters[name]), source


def otherwise(here: Here, clause: Clause, base: Book) -> str:
    """A clause's words in the base, set apart."""
    if clause.id not in base.clauses:
        return here.words("variant.not-in", game=base.name) + "\n{ .base }"
    return here.words("variant.base", game=base.name, text=base.text(clause)) + "\n{ .base }"


def other_scenarios(here: Here, clauses: Clauses) -> Iterator[str]:
    """The scenarios of a variant that prove none of its changed clauses, and its rulings."""
    book = here.book
    rest = [scenario for name, scenario in book.scenarios.items() if name not in clauses.shown]
    if rest:
        yield f"## {here.words('variant.scenarios')}"
        yield from map(clauses.folded, rest)
    if book.rulings:
        yield f"## {here.words('variant.rulings')}"
        yield "\n".join(f"- {here.named(ruling.id, ruling.id)} {here.english(ruling.title)}" for ruling in book.rulings.values())


def all_rules(here: Here) -> Iterator[str]:
    """A variant's rules from beginning to end, each leading to the place where it is proved. A search is to find that place."""
    yield f"## {here.words('variant.rules')} {{ data-search-exclude }}"
    for chapter in here.book.chapters:
        yield f"### {numbered(chapter, chapter.title)} {{ data-search-exclude }}"
        for block in chapter.blocks:
            if isinstance(block, Clause):
                yield f"{block.number} {here.named(block.id)} {here.book.text(block)}"
            elif isinstance(block, Paragraph):
                yield other_text(here, block)


def names(book: Book) -> Iterator[str]:
    """What the game is called in each language."""
    rows = ((LANGUAGES.get(language, language), tag("span", text(name), lang=language)) for language, name in book.profile.names.items())
    yield "## Its name"
    yield table(("language", "name"), rows, "values")


def values(here: Here) -> Iterator[str]:
    """All parameters."""
    profile = here.book.profile
    rows = ((tag("code", name), value_text(value), text(profile.sources.get(name, ""))) for name, value in profile.parameters.items())
    yield "## Its values"
    yield f"What the numbers of the sources mean is told [on a page of its own]({here.address('sources')})."
    yield table(("parameter", "value", "source"), rows, "values")
