"""The scenarios: a page for each, with its file as it was written, and an index by area."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from dhumbal_conformance.model import Scenario
from dhumbal_conformance.site.book import Here, Library
from dhumbal_conformance.site.markup import front_matter
from dhumbal_conformance.site.plays import played


def scenario_pages(library: Library) -> Iterator[tuple[str, str]]:
    """An index for each game, and the scenarios."""
    for book in library.books.values():
        if book.scenarios or book is library.canonical:
            yield book.scenarios_page, index(Here(library, book, book.scenarios_page))
        for name, scenario in book.scenarios.items():
            yield library.pages[name][0], scenario_text(Here(library, book, library.pages[name][0]), scenario)


def index(here: Here) -> str:
    """Every scenario of a game by area."""
    scenarios = sorted(here.book.scenarios.values(), key=lambda scenario: scenario.id)
    blocks = [
        *front(here),
        f"{len(scenarios)} situations, and what must happen in each. All of them were played by the reference engine for this site.",
    ]
    for area, group in groupby(scenarios, key=lambda scenario: scenario.area):
        blocks += [f"## {area}", "\n".join(f"- {here.named(scenario.id, scenario.title)}" for scenario in group)]
    return "\n\n".join(blocks)


def front(here: Here) -> list[str]:
    """The title; for the canonical game, which everybody comes to first, the ways to all others."""
    library, book = here.library, here.book
    if book is not library.canonical:
        return [here.path(("Scenarios", library.canonical.scenarios_page)), f"# Scenarios of {book.name}"]
    others = [other for other in library.books.values() if other.scenarios and other is not book]
    links = "\n".join(f"- [{other.name}]({here.address(other.scenarios_page)}): {len(other.scenarios)}" for other in others)
    elsewhere = ["The scenarios of other games have lists of their own:", links] if others else []
    return ["# Scenarios", *elsewhere, f"These are the scenarios of {here.game(book)}."]


def scenario_text(here: Here, scenario: Scenario) -> str:
    """One scenario with all that is known of it."""
    index = here.book.scenarios_page
    area = f"[{scenario.area}]({here.address(index, scenario.area)})"
    file = f"{scenario.id.rpartition('/')[2]}.yaml"
    blocks = [
        front_matter(title=scenario.title),
        here.path((here.book.name, here.book.contents_page), ("Scenarios", index), end=area),
        f"# {scenario.title}",
        *([here.linked(scenario.because)] if scenario.because else []),
        played(here, scenario),
        "## What it proves",
        "\n".join(f"- {here.named(name)} {clause_words(here, name)}" for name in scenario.clauses),
        *rulings(here, scenario),
        "## The file { data-search-exclude }",
        f"`{scenario.id}`{source(here, scenario)}. [Download {file}]({file}){{ download }}",
        f"```` yaml\n{scenario.text.rstrip()}\n````",
    ]
    return "\n\n".join(blocks)


def clause_words(here: Here, name: str) -> str:
    """The text of a clause in one paragraph."""
    return " ".join(here.book.text(here.library.suite.clauses[name]).split())


def rulings(here: Here, scenario: Scenario) -> list[str]:
    """The rulings that rest on this scenario."""
    found = [it for it in here.library.suite.rulings.values() if it.id in scenario.rulings or scenario.id in it.scenarios]
    lines = "\n".join(f"- {here.named(ruling.id, ruling.id)}: {ruling.title}" for ruling in found)
    return ["It tells the readings apart that these rulings decide between:", lines] if found else []


def source(here: Here, scenario: Scenario) -> str:
    """Where the scenario comes from."""
    return f", from [{scenario.source}]({here.address('sources')})" if scenario.source else ""
