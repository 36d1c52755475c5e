"""The site in other languages: the same rule books from their translations, and what MkDocs is to know of each language.

To MkDocs every language is a site of its own, below the English one, with its own menu and search.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from dhumbal_conformance.loader.rulebook import read_chapters
from dhumbal_conformance.loader.templates import render
from dhumbal_conformance.loader.translations import LANGUAGES, SOURCE, translated
from dhumbal_conformance.loader.words import Words, words_of
from dhumbal_conformance.site.book import Book, Here, Library, chapters_of, prefix
from dhumbal_conformance.site.cards import with_drawn
from dhumbal_conformance.site.markup import front_matter
from dhumbal_conformance.site.pages.comparison import COMPARISON
from dhumbal_conformance.site.pages.profiles import profile_pages
from dhumbal_conformance.site.pages.rules import rule_pages, ways
from dhumbal_conformance.site.pages.sheets import sheet_pages

OTHERS = tuple(language for language in LANGUAGES if language != SOURCE)
STEMMED = {"ru": ["ru"], "fr": ["fr"], "pt": ["pt"]}
"""What a search is to know of the languages whose words it can bring to their stems."""


def edition(library: Library, language: str) -> Library:
    """The books of a library in another language."""
    chapters, books = translated(read_chapters(), language), dict[str, Book]()
    for name, book in library.books.items():
        base = books[book.base.profile.id] if book.base else None
        books[name] = replace(book, base=base, chapters=chapters_of(book.profile, chapters), words=words_of(language))
    return Library(library.suite, books)


def edition_pages(library: Library, own_pages: Path) -> Iterator[tuple[str, str]]:
    """Path and text of every page of a language."""
    language = library.canonical.words.language
    yield f"{prefix(language)}index", home(Here(library, library.canonical, f"{prefix(language)}index"))
    for pages in (rule_pages, profile_pages, sheet_pages):
        yield from pages(library)
    yield learning_page(library, own_pages)


def learning_page(library: Library, own_pages: Path) -> tuple[str, str]:
    """The page from which the game is learnt in two minutes, with the values that it has in the rules."""
    book = library.canonical
    text = (own_pages / "learn" / f"{book.words.language}.md").read_text(encoding="utf-8")
    return book.learn_page, f"{front_matter(translated=True)}\n\n{with_drawn(render(text, book.parameters), book.words)}"


def home(here: Here) -> str:
    """The first page of a language."""
    words, book = here.words, here.book
    _, *others = here.library.books.values()
    blocks = [
        front_matter(translated=True, hide=["navigation", "toc"]),
        '<div class="hero" markdown>\n<div markdown>',
        f"# {words('site.name')}",
        words("site.lead") + "\n{ .lead }",
        f"[{words('book.game')}]({here.address(book.contents_page)}){{ .md-button .md-button--primary }}\n"
        f"[{words('book.learn')}]({here.address(book.learn_page)}){{ .md-button }}",
        "</div>",
        with_drawn("<!-- cards: AC KH KD 4S QC -->", words),
        "</div>",
        f"## {book.name}",
        here.summary(book),
        "\n".join(f"- {way}" for way in ways(here)),
        # A search is to find the pages of these games.
        f"## {words('book.other')} {{ data-search-exclude }}",
        f"{here.listed(others)}\n- {here.to(COMPARISON, words('book.compared'))}",
    ]
    return "\n\n".join(blocks)


def settings(library: Library) -> dict[str, Any]:
    """What MkDocs is to know of a language that it does not know of the English site."""
    words = library.canonical.words
    return {
        "site_name": words("site.name"),
        "site_description": words("site.description"),
        "language": words.language,
        "toggles": [words("site.dark"), words("site.light")],
        "permalink": words("site.permalink"),
        # Nothing cuts Nepali words to their stems, and what trims English ones would leave nothing of them.
        "search": {"lang": STEMMED[words.language]} if words.language in STEMMED else {"lang": ["en"], "pipeline": []},
        "nav": navigation(library),
        "extra": extra(words),
    }


def extra(words: Words) -> dict[str, Any]:
    """What the theme's templates and the scripts show in a language."""
    others = [
        {"code": code, "name": name, "only": words_of(code)("site.only-english"), "rules": words_of(code)("rules")}
        for code, name in LANGUAGES.items()
    ]
    labels = {name.partition(".")[2]: words(name, step="{step}", steps="{steps}") for name in words.phrases if name.startswith("step.")}
    labels["beginning"] = words("beginning")
    # The theme asks whether there is an `alternate` before it shows the choice of languages.
    return {"alternate": True, "language": words.language, "languages": others, "labels": labels}


def navigation(library: Library) -> list[dict[str, Any]]:
    """The menu of a language."""
    canonical, *others = library.full
    words = canonical.words
    games = [{book.name: menu(library, book)} for book in others]
    return [
        {words("site.home"): "index.md"},
        {words("rules"): [*menu(library, canonical), {words("book.learn"): within(canonical.learn_page)}]},
        {words("book.other"): games},
    ]


def menu(library: Library, book: Book) -> list[Any]:
    """The parts of a rule book, with its variants."""
    chapters: list[Any] = [{chapter.title: within(book.chapter_page(chapter))} for chapter in book.chapters]
    variants = [{variant.name: within(variant.contents_page)} for variant in library.variants(book)]
    return [within(book.contents_page), *chapters, *([{book.words("book.variants"): variants}] if variants else [])]


def within(page: str) -> str:
    """A page's file within the pages of its language."""
    return page.partition("/")[2] + ".md"
