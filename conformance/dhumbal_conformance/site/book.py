"""What the site is made of, and where in it everything stands."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from dhumbal_conformance.model import Clause, Profile, Ruling, Scenario, Suite
from dhumbal_conformance.rulebook import Chapter, applies
from dhumbal_conformance.site.execution import Exchange
from dhumbal_conformance.site.markup import link, tag

_CODE = re.compile(r"`([^`\s]+)`")


@dataclass(frozen=True)
class Book:
    """One profile's rules and everything that belongs to them; `played` has what was said in each scenario."""

    suite: Suite
    profile: Profile
    chapters: tuple[Chapter, ...]
    scenarios: Mapping[str, Scenario]
    played: Mapping[str, list[Exchange]]

    @cached_property
    def rulings(self) -> dict[str, Ruling]:
        """The rulings on this profile by id."""
        return {ruling.id: ruling for ruling in self.suite.rulings.values() if ruling.profile == self.profile.id}

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """The clauses that these rules have by id."""
        return {clause.id: clause for chapter in self.chapters for clause in chapter.clauses}

    @cached_property
    def pages(self) -> dict[str, tuple[str, str]]:
        """Page and anchor of every clause, ruling and scenario by id."""
        clauses = {clause.id: (chapter_page(chapter), clause.id) for chapter in self.chapters for clause in chapter.clauses}
        rulings = {name: (f"rulings/{name.lower()}", "") for name in self.rulings}
        return clauses | rulings | {name: (scenario_page(scenario), "") for name, scenario in self.scenarios.items()}

    def proofs(self, clause: Clause) -> list[Scenario]:
        """The scenarios that cite a clause, those first that name it first."""
        citing = [scenario for scenario in self.scenarios.values() if clause.id in scenario.clauses]
        return sorted(citing, key=lambda scenario: scenario.clauses.index(clause.id))

    def rulings_on(self, clause: Clause) -> list[Ruling]:
        """The rulings that are about a clause."""
        return [ruling for ruling in self.rulings.values() if clause.id in ruling.clauses]


def chapters_of(profile: Profile, chapters: Iterable[Chapter]) -> tuple[Chapter, ...]:
    """The chapters with only those clauses that a profile has."""
    return tuple(
        replace(
            chapter,
            blocks=tuple(block for block in chapter.blocks if not isinstance(block, Clause) or applies(block, profile.parameters)),
        )
        for chapter in chapters
    )


def chapter_page(chapter: Chapter) -> str:
    """`rules/call`; without the chapter's number, which may change."""
    return f"rules/{chapter.path.stem[3:]}"


def scenario_page(scenario: Scenario) -> str:
    """`scenarios/call/k-pair`."""
    return f"scenarios/{scenario.id.partition('/')[2]}"


@dataclass(frozen=True, slots=True)
class Here:
    """The page that is being written, and how it refers to others. Markdown links are checked by MkDocs, which leaves HTML as it is."""

    book: Book
    page: str

    def address(self, page: str, anchor: str = "", suffix: str = ".md") -> str:
        """The way to a page from here: `.md` for Markdown, `.html` within HTML."""
        way = posixpath.relpath(page + suffix, posixpath.dirname(self.page) or ".")
        return f"{way}#{anchor}" if anchor else way

    def named(self, name: str, label: str = "") -> str:
        """A Markdown link to a clause, ruling or scenario; a name that has no page stays a name."""
        shown = label or f"`{name}`"
        return f"[{shown}]({self.address(*self.book.pages[name])})" if name in self.book.pages else shown

    def clause(self, name: str) -> str:
        """An HTML link to a clause."""
        label = tag("code", name)
        return link(self.address(*self.book.pages[name], suffix=".html"), label) if name in self.book.pages else label

    def linked(self, prose: str) -> str:
        """Markdown whose names of clauses, rulings and scenarios in backquotes have become links."""
        return _CODE.sub(lambda found: self.named(found[1]), prose)
