"""The rule books: a page for each chapter, with every clause's rulings and scenarios at its side."""

from __future__ import annotations

from collections.abc import Iterator

from dhumbal_conformance.loader.rulebook import Chapter, Heading, Paragraph
from dhumbal_conformance.model import Clause
from dhumbal_conformance.site.book import Book, Here, Library
from dhumbal_conformance.site.markup import front_matter
from dhumbal_conformance.site.pages.clauses import Clauses


def rule_pages(library: Library) -> Iterator[tuple[str, str]]:
    """The contents and the chapters of every rule book that is written out."""
    for book in library.full:
        yield book.contents_page, contents(Here(library, book, book.contents_page))
        for chapter in book.chapters:
            page = book.chapter_page(chapter)
            yield page, chapter_text(Here(library, book, page), chapter)


def contents(here: Here) -> str:
    """Every chapter with its clauses."""
    book = here.book
    lines = [front_matter(translated=True), f"# {book.name}", here.summary(book)]
    lines.append("\n".join(f"- {way}" for way in ways(here)))
    for chapter in book.chapters:
        title = here.to(book.chapter_page(chapter), chapter.title)
        lines.append(f"## {numbered(chapter, title)} {{ #{chapter.path.stem[3:]} }}")
        lines.append("\n".join(f"- {clause.number} {here.named(clause.id)} {opening_words(book, clause)}" for clause in chapter.clauses))
    return "\n\n".join(lines)


def ways(here: Here) -> Iterator[str]:
    """Where to go on from the contents."""
    book, words = here.book, here.words
    if book.profile.canonical:
        yield here.to(book.learn_page, words("book.learn"))
    yield here.to(book.sheet_page, words("book.print"))
    if here.page != book.values_page:
        yield here.to(book.values_page, words("book.values"))
    if book.scenarios:
        yield here.to(book.scenarios_page, words("scenarios.prove", count=len(book.scenarios)))


def numbered(chapter: Chapter, title: str) -> str:
    """A chapter's title after its number; the introduction has none."""
    return f"{chapter.number}. {title}" if chapter.number else title


def opening_words(book: Book, clause: Clause) -> str:
    """A clause's first sentence."""
    text = book.text(clause).replace("\n", " ")
    stop = "।" if book.words.language == "ne" else "."
    return text.split(f"{stop} ")[0].rstrip(f"{stop}:") + stop


def chapter_text(here: Here, chapter: Chapter) -> str:
    """The page of one chapter."""
    clauses, depth = Clauses(here), 1
    blocks = [chapter_settings(here.book, chapter), here.path((here.book.name, here.book.contents_page))]
    blocks.append(f"# {numbered(chapter, chapter.title)}")
    for block in chapter.blocks:
        depth = block.depth if isinstance(block, Heading) else depth
        blocks += clauses.section(block, depth + 1) if isinstance(block, Clause) else [other_text(here, block)]
    return "\n\n".join(blocks)


def chapter_settings(book: Book, chapter: Chapter) -> str:
    """A search shows the rules before the many scenarios that speak of the same things, and the canonical ones before all others."""
    if book.profile.canonical:
        return front_matter(translated=True, search={"boost": 5})
    return front_matter(translated=True, title=f"{chapter.title} – {book.name}", search={"boost": 2})


def other_text(here: Here, block: Heading | Paragraph) -> str:
    """A heading, a paragraph or a note."""
    if isinstance(block, Heading):
        return f"{'#' * block.depth} {block.text}"
    words = here.linked(block.text)
    return f"> {words}" if block.kind == "note" else words
