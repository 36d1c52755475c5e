"""The scenarios: a page for each, with its file as it was written, and an index by area."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from dhumbal_conformance.model import Scenario
from dhumbal_conformance.rulebook import render
from dhumbal_conformance.site.book import Book, Here, scenario_page
from dhumbal_conformance.site.markup import front_matter
from dhumbal_conformance.site.plays import played


def scenario_pages(book: Book) -> Iterator[tuple[str, str]]:
    """The index, and the scenarios."""
    yield "scenarios/index", index(Here(book, "scenarios/index"))
    for scenario in book.scenarios.values():
        yield scenario_page(scenario), scenario_text(Here(book, scenario_page(scenario)), scenario)


def index(here: Here) -> str:
    """Every scenario by area."""
    scenarios = sorted(here.book.scenarios.values(), key=lambda scenario: scenario.id)
    blocks = [
        "# Scenarios",
        f"{len(scenarios)} situations, and what must happen in each. All of them were played by the reference engine for this site.",
    ]
    for area, group in groupby(scenarios, key=lambda scenario: scenario.area):
        blocks += [f"## {area}", "\n".join(f"- {here.named(scenario.id, scenario.title)}" for scenario in group)]
    return "\n\n".join(blocks)


def scenario_text(here: Here, scenario: Scenario) -> str:
    """One scenario with all that is known of it."""
    up = f"[Scenarios]({here.address('scenarios/index')}) › [{scenario.area}]({here.address('scenarios/index', scenario.area)})"
    file = f"{scenario.id.rpartition('/')[2]}.yaml"
    blocks = [
        front_matter(title=scenario.title),
        f"{up}\n{{ .path }}",
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
    return " ".join(render(here.book.suite.clauses[name].text, here.book.profile.parameters).split())


def rulings(here: Here, scenario: Scenario) -> list[str]:
    """The rulings that rest on this scenario."""
    names = [name for name in here.book.rulings if name in scenario.rulings or scenario.id in here.book.rulings[name].scenarios]
    lines = "\n".join(f"- {here.named(name, name)}: {here.book.rulings[name].title}" for name in names)
    return ["It tells the readings apart that these rulings decide between:", lines] if names else []


def source(here: Here, scenario: Scenario) -> str:
    """Where the scenario comes from."""
    return f", from [{scenario.source}]({here.address('sources')})" if scenario.source else ""
