"""The profiles: the values that make one game of the rules, each with its source; and for a variant, everything in which it differs."""

from __future__ import annotations

from collections.abc import Iterator

from dhumbal_conformance.loader.rulebook import Paragraph, value_text
from dhumbal_conformance.model import Clause
from dhumbal_conformance.site.book import Book, Here, Library
from dhumbal_conformance.site.markup import table, tag, text
from dhumbal_conformance.site.pages.clauses import Clauses, folded, heading
from dhumbal_conformance.site.pages.comparison import COMPARISON
from dhumbal_conformance.site.pages.rules import numbered, other_text
from dhumbal_conformance.site.plays import played

LANGUAGES = {"en": "English", "fr": "Français", "ru": "Русский", "pt": "Português", "ne": "नेपाली"}


def profile_pages(library: Library) -> Iterator[tuple[str, str]]:
    """A page for every profile."""
    for book in library.books.values():
        here = Here(library, book, book.values_page)
        variant = [*differences(here, book.base), *all_rules(here)] if book.base else []
        yield book.values_page, "\n\n".join([*introduction(here), *variant, *names(book), *values(here)])


def introduction(here: Here) -> Iterator[str]:
    """What this is, and where its rules are."""
    book = here.book
    yield here.path(("The games compared", COMPARISON))
    yield f"# {book.name}"
    yield book.profile.summary
    if book.base:
        yield f"Its id is `{book.profile.id}`. It is a variant of {' and so of '.join(here.game(base) for base in bases(book))}."
    else:
        yield f"Its id is `{book.profile.id}`. [The rule book]({here.address(book.contents_page)}) is written out for it."
    variants = here.library.variants(book)
    if variants:
        yield "Its variants:"
        yield "\n".join(f"- {here.game(variant)}: {variant.profile.summary}" for variant in variants)


def bases(book: Book) -> Iterator[Book]:
    """The games of which this one is a variant, the nearest first."""
    if book.base:
        yield book.base
        yield from bases(book.base)


def differences(here: Here, base: Book) -> Iterator[str]:
    """What a variant changes, with its scenarios."""
    book = here.book
    changed = [clause for clause in book.clauses.values() if book.differs(clause)]
    clauses = Clauses(here, changed)
    yield "## What differs"
    yield table(("parameter", "here", f"in {text(base.name)}", "source"), changed_values(book, base), "values")
    yield "## The clauses that differ"
    for clause in here.library.suite.clauses.values():
        if clause in changed:
            yield from clauses.section(clause, 3, otherwise(clause, base))
        elif clause.id in base.clauses and clause.id not in book.clauses:
            yield from (heading(clause, 3, "clause .gone"), "Does not apply here.", otherwise(clause, base))
    yield from other_scenarios(here, clauses.shown)


def changed_values(book: Book, base: Book) -> Iterator[tuple[str, ...]]:
    """The parameters in which a variant differs from its base."""
    for name, value in book.parameters.items():
        if value != base.parameters[name]:
            yield tag("code", name), value_text(value), value_text(base.parameters[name]), text(book.profile.sources.get(name, ""))


def otherwise(clause: Clause, base: Book) -> str:
    """A clause's words in the base, set apart."""
    if clause.id not in base.clauses:
        return f"Not in {base.name}.\n{{ .base }}"
    return f"In {base.name}: {base.text(clause)}\n{{ .base }}"


def other_scenarios(here: Here, shown: set[str]) -> Iterator[str]:
    """The scenarios of a variant that prove none of its changed clauses, and its rulings."""
    book = here.book
    rest = [scenario for name, scenario in book.scenarios.items() if name not in shown]
    if rest:
        yield "## Its other scenarios"
        yield from (folded(here, scenario, played(here, scenario, briefly=True)) for scenario in rest)
    if book.rulings:
        yield "## Its rulings"
        yield "\n".join(f"- {here.named(ruling.id, ruling.id)} {ruling.title}" for ruling in book.rulings.values())


def all_rules(here: Here) -> Iterator[str]:
    """A variant's rules from beginning to end, each leading to the place where it is proved. A search is to find that place."""
    yield "## All its rules { data-search-exclude }"
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
