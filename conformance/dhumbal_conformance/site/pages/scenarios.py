"""The scenarios: a page for each, with its file as it was written, and an index by area."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from dhumbal_conformance.model import Scenario
from dhumbal_conformance.runner.recording import frames
from dhumbal_conformance.site.book import Here, Library
from dhumbal_conformance.site.cards import spoken
from dhumbal_conformance.site.markup import front_matter
from dhumbal_conformance.site.phrases import caption
from dhumbal_conformance.site.plays import played


def scenario_pages(library: Library) -> Iterator[tuple[str, str]]:
    """An index for each game, and the scenarios."""
    for book in library.books.values():
        if book.scenarios or book is library.canonical:
            yield book.scenarios_page, index(Here(library, book, book.scenarios_page))
        for name, scenario in book.scenarios.items():
            yield library.pages[name][0], scenario_text(Here(library, book, library.pages[name][0]), scenario)


def index(here: Here) -> str:
    """Every scenario of a game by area; for the canonical game, which everybody comes to first, the ways to all others, too."""
    library, book = here.library, here.book
    scenarios = sorted(book.scenarios.values(), key=lambda scenario: scenario.id)
    first = book is library.canonical
    blocks = [
        *([] if first else [here.path(("Scenarios", library.canonical.scenarios_page))]),
        "# Scenarios" if first else f"# Scenarios of {book.name}",
        f"{len(scenarios)} situations of {here.game(book)}, and what must happen in each. All of them were played by the reference engine "
        f"for this site.{' [Other games](#other-games) have scenarios of their own.' if first else ''}",
    ]
    for area, group in groupby(scenarios, key=lambda scenario: scenario.area):
        blocks += [f"## {area}", "\n".join(f"- {here.named(scenario.id, scenario.title)}" for scenario in group)]
    return "\n\n".join([*blocks, *(other_games(here) if first else [])])


def other_games(here: Here) -> list[str]:
    """The lists of the other games, with the number of scenarios in each."""
    others = [book for book in here.library.books.values() if book is not here.book and book.scenarios]
    lines = [f"- [{book.name}]({here.address(book.scenarios_page)}): {len(book.scenarios)}" for book in others]
    return ["## Other games", "\n".join(lines)]


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
        *told(here, scenario),
        "## What it proves",
        "\n".join(f"- {here.named(name)} {clause_words(here, name)}" for name in scenario.clauses),
        *rulings(here, scenario),
        "## The file { data-search-exclude }",
        f"`{scenario.id}`{source(here, scenario)}. [Download {file}]({file}){{ download }}",
        f"```` yaml\n{scenario.text.rstrip()}\n````",
    ]
    return "\n\n".join(blocks)


def told(here: Here, scenario: Scenario) -> list[str]:
    """A play in words, by which a search finds the situation: `A discards king of spades king of hearts`."""
    if scenario.kind != "play":
        return []
    draws_first = here.book.parameters["turn.order"] == "draw-then-discard"
    shown = [frame for frame in frames(scenario, here.book.played[scenario.id]) if frame.action]
    sentences = (
        spoken(caption(here.words, frame.step, frame.card, draws_first=draws_first))
        + (f" – refused, {here.named(frame.refused)}" if frame.refused else "")
        for frame in shown
    )
    return ["## In words", ". ".join(sentences) + "."] if shown else []


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
