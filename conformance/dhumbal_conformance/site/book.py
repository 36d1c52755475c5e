"""What the site is made of, and where in it everything stands."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dhumbal_conformance.loader.rulebook import Block, Chapter, Heading, Paragraph
from dhumbal_conformance.loader.summaries import summary_in
from dhumbal_conformance.loader.templates import applies, render
from dhumbal_conformance.loader.translations import LANGUAGES, SOURCE
from dhumbal_conformance.loader.words import Words
from dhumbal_conformance.model import Clause, Profile, Ruling, Scenario, Suite
from dhumbal_conformance.runner.recording import Exchange
from dhumbal_conformance.site.markup import link, tag

_CODE = re.compile(r"`([^`\s]+)`")

Pages = dict[str, tuple[str, str]]
"""Page and anchor by id."""


@dataclass(frozen=True)
class Book:
    """One profile's rules, as they are in its game and in a language, and everything that belongs to them; `played` has what was said in
    each scenario.

    A variant, whose profile extends that of its `base`, has its own page only for what differs.
    """

    profile: Profile
    base: Book | None
    chapters: tuple[Chapter, ...]
    scenarios: Mapping[str, Scenario]
    rulings: Mapping[str, Ruling]
    played: Mapping[str, list[Exchange]]
    words: Words

    @property
    def name(self) -> str:
        """What the game is called."""
        return self.profile.names[self.words.language]

    @property
    def is_source(self) -> bool:
        """Whether this is the English book, which all others translate."""
        return self.words.language == SOURCE

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The values of the profile."""
        return self.profile.parameters

    @property
    def full(self) -> Book:
        """The book with all its rules written out to which this one is a variant, directly or not; or itself."""
        return self.base.full if self.base else self

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """The clauses that these rules have by id."""
        return {clause.id: clause for chapter in self.chapters for clause in chapter.clauses}

    @cached_property
    def pages(self) -> Pages:
        """Where each clause stands."""
        if self.base is None:
            return {clause.id: (self.chapter_page(chapter), clause.id) for chapter in self.chapters for clause in chapter.clauses}
        own = {clause.id: (self.contents_page, clause.id) for clause in self.clauses.values() if self.differs(clause)}
        return {name: page for name, page in (self.base.pages | own).items() if name in self.clauses}

    @property
    def values_page(self) -> str:
        """The page of the profile with all its values, which is in English."""
        return f"profiles/{self.profile.id}"

    @property
    def contents_page(self) -> str:
        """The page to read first: the contents of the rule book, or what a variant changes."""
        return f"{self._prefix}{self.values_page}" if self.base else f"{self._prefix}rules/{self._shelf}index"

    @property
    def sheet_page(self) -> str:
        """The sheet to print."""
        return f"{self._prefix}sheets/{self.profile.id}"

    @property
    def learn_page(self) -> str:
        """The page from which the game is learnt."""
        return f"{self._prefix}learn"

    @property
    def scenarios_page(self) -> str:
        """The page with all scenarios, which is in English."""
        return f"scenarios/{self._shelf}index"

    def chapter_page(self, chapter: Chapter) -> str:
        """`rules/call`; without the chapter's number, which may change."""
        return f"{self._prefix}rules/{self._shelf}{chapter.path.stem[3:]}"

    def scenario_page(self, scenario: Scenario) -> str:
        """`scenarios/call/k-pair`, which is in English."""
        return f"scenarios/{self._shelf}{scenario.id.partition('/')[2]}"

    def steps_page(self, scenario: Scenario) -> str:
        """`steps/call/k-pair`: the scenario as it was played, for the pages that show it when it is asked for."""
        return f"{self._prefix}steps/{self._shelf}{scenario.id.partition('/')[2]}"

    @property
    def _prefix(self) -> str:
        """Where the pages of its language stand; those in English stand in front."""
        return prefix(self.words.language)

    @property
    def _shelf(self) -> str:
        """Where its pages stand among those of all games; those of the canonical one stand in front."""
        return "" if self.profile.canonical else f"{self.profile.id}/"

    def text(self, clause: Clause) -> str:
        """A clause's words in this game."""
        return render(clause.text, self.parameters)

    def differs(self, clause: Clause) -> bool:
        """Whether a variant has a clause that its base does not have, or not in these words."""
        return self.base is not None and (clause.id not in self.base.clauses or self.text(clause) != self.base.text(clause))

    def proofs(self, clause: Clause) -> list[Scenario]:
        """The scenarios that cite a clause, those first that name it first."""
        citing = [scenario for scenario in self.scenarios.values() if clause.id in scenario.clauses]
        return sorted(citing, key=lambda scenario: scenario.clauses.index(clause.id))

    def rulings_on(self, clause: Clause) -> list[Ruling]:
        """The rulings that are about a clause."""
        return [ruling for ruling in self.rulings.values() if clause.id in ruling.clauses]


def prefix(language: str) -> str:
    """What the pages of a language begin with: `fr/`, or nothing in English."""
    return "" if language == SOURCE else f"{language}/"


def language_of(page: str) -> str:
    """The language in whose part of the site a page stands."""
    first = page.partition("/")[0]
    return first if first in LANGUAGES else SOURCE


@dataclass(frozen=True)
class Library:
    """The books of all games in a language by the id of their profiles, the canonical one first and each variant after its base."""

    suite: Suite
    books: Mapping[str, Book]

    @cached_property
    def pages(self) -> Pages:
        """Where each ruling and scenario stands."""
        rulings = {name: (f"rulings/{name.lower()}", "") for name in self.suite.rulings}
        return rulings | {name: (book.scenario_page(it), "") for book in self.books.values() for name, it in book.scenarios.items()}

    @property
    def canonical(self) -> Book:
        """The game that all of this is about in the first place."""
        return next(iter(self.books.values()))

    @property
    def full(self) -> list[Book]:
        """The books that have all their rules written out."""
        return [book for book in self.books.values() if book.base is None]

    def variants(self, book: Book) -> list[Book]:
        """The variants of a game, and theirs."""
        return [other for other in self.books.values() if other.base and other.full is book]


def in_order(profiles: Iterable[Profile]) -> list[Profile]:
    """The canonical profile first, and each after the one that it extends."""
    return sorted(profiles, key=lambda profile: (not profile.canonical, [*reversed(profile.bases), profile.id]))


def chapters_of(profile: Profile, chapters: Iterable[Chapter]) -> tuple[Chapter, ...]:
    """The chapters as they are in a profile's game: only what applies in it; none of which nothing is left but its title."""
    kept = (chapter._replace(blocks=tuple(_without_bare_headings(_blocks(profile, chapter)))) for chapter in chapters)
    return tuple(chapter for chapter in kept if chapter.blocks)


def _blocks(profile: Profile, chapter: Chapter) -> Iterator[Block]:
    """The parts of a chapter that a profile has; notes and other paragraphs with the words that they have in it."""
    for block in chapter.blocks:
        if isinstance(block, Paragraph):
            words = render(block.text, profile.parameters).strip()
            if words:
                yield block._replace(text=words)
        elif not isinstance(block, Clause) or applies(block, profile.parameters):
            yield block


def _without_bare_headings(blocks: Iterable[Block]) -> Iterator[Block]:
    """The parts without those headings that have nothing beneath them."""
    heading: Heading | None = None
    for block in blocks:
        if isinstance(block, Heading):
            heading = block
            continue
        if heading:
            yield heading
            heading = None
        yield block


@dataclass(frozen=True, slots=True)
class Here:
    """The page that is being written, and how it refers to others.

    Markdown links are checked by MkDocs, which leaves HTML as it is; to it each language is a site of its own.
    """

    library: Library
    book: Book
    page: str

    @property
    def words(self) -> Words:
        """The words of the page's language."""
        return self.book.words

    def address(self, page: str, anchor: str = "", suffix: str = ".md") -> str:
        """The way to a page from here: `.md` for Markdown, `.html` within HTML."""
        way = posixpath.relpath(page + suffix, posixpath.dirname(self.page) or ".")
        return f"{way}#{anchor}" if anchor else way

    def to(self, page: str, label: str, anchor: str = "") -> str:
        """A link within Markdown; to a page in another language, as HTML."""
        other = language_of(page)
        if other == language_of(self.page):
            return f"[{label}]({self.address(page, anchor)})"
        return tag("a", label, href=self.address(page, anchor, ".html"), hreflang=other)

    def english(self, html: str) -> str:
        """What is not translated, marked for those who have pages read to them."""
        return html if self.book.is_source else tag("span", html, lang=SOURCE)

    def found(self, name: str) -> tuple[str, str] | None:
        """Page and anchor of a clause of this game, of a ruling or of a scenario."""
        return self.book.pages.get(name) or self.library.pages.get(name)

    def named(self, name: str, label: str = "") -> str:
        """A Markdown link to a clause, ruling or scenario; a name that has no page stays a name."""
        shown, place = label or f"`{name}`", self.found(name)
        return self.to(place[0], shown, place[1]) if place else shown

    def html(self, name: str, label: str) -> str:
        """An HTML link to a clause, ruling or scenario."""
        place = self.found(name)
        return link(self.address(*place, suffix=".html"), label) if place else label

    def clause(self, name: str) -> str:
        """An HTML link to a clause by its id."""
        return self.html(name, tag("code", name))

    def linked(self, prose: str) -> str:
        """Markdown whose names of clauses, rulings and scenarios in backquotes have become links."""
        return _CODE.sub(lambda found: self.named(found[1]), prose)

    def game(self, book: Book) -> str:
        """A game's name, leading to its rules."""
        return self.to(book.contents_page, book.name)

    def summary(self, book: Book) -> str:
        """What is special about a game; in English, and marked as such, where that is not translated."""
        return summary_in(book.profile, self.words.language) or self.english(book.profile.summary)

    def listed(self, books: Iterable[Book]) -> str:
        """A list of games, each with what is special about it."""
        return "\n".join(f"- {self.words('book.listed', game=self.game(book), summary=self.summary(book))}" for book in books)

    def path(self, *steps: tuple[str, str], end: str = "") -> str:
        """The line above a title that leads back: labels, each with the page that it leads to, and where one is."""
        links = [self.to(page, label) for label, page in steps]
        return " › ".join(filter(None, [*links, end])) + "\n{ .path }"
