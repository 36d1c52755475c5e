"""The rulings: how each disputed point is decided, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dhumbal_conformance.model import Reading, Ruling
from dhumbal_conformance.runner.compare import show
from dhumbal_conformance.runner.outcome import Failure
from dhumbal_conformance.runner.result import LABELS
from dhumbal_conformance.site.book import Here, Library
from dhumbal_conformance.site.cards import chip
from dhumbal_conformance.site.markup import front_matter, table, tag, text
from dhumbal_conformance.site.pages.clauses import details
from dhumbal_conformance.site.plays import played
from dhumbal_conformance.site.readings import Trial, trial_of

INDEX = "rulings/index"
_CARD = re.compile(r"\b(?:[A2-9TJQK][SHDC]|X[RB])\b'?")
_RESULTS = {label: key for key, label in LABELS.items()}
_REFUSED = re.compile(r"refused ([a-z]+(?:[.-][a-z]+)+)")
BASES = {
    "explicit": "A source says so.",
    "inferred": "It follows from what the sources say.",
    "design": "The sources are silent; it is our own choice.",
}


def ruling_pages(library: Library) -> Iterator[tuple[str, str]]:
    """The index, and the rulings."""
    yield INDEX, index(Here(library, library.canonical, INDEX))
    for book in library.books.values():
        for ruling in book.rulings.values():
            page = library.pages[ruling.id][0]
            yield page, ruling_text(Here(library, book, page), ruling)


def index(here: Here) -> str:
    """Every ruling in a line, game by game."""
    sources = f"[sources]({here.address('sources')})"
    intro = f"Where tables disagree or the {sources} are silent, a ruling says how the point is decided, among which readings, and why."
    blocks = ["# Rulings", intro]
    for book in here.library.books.values():
        lines = [f"- {here.named(ruling.id, ruling.id)} {ruling.title}" for ruling in book.rulings.values()]
        blocks += [f"## {book.name}", "\n".join(lines)] if lines else []
    return "\n\n".join(blocks)


def ruling_text(here: Here, ruling: Ruling) -> str:
    """One ruling."""
    blocks = [
        front_matter(title=ruling.title),
        here.path(("Rulings", INDEX), (here.book.name, here.book.contents_page), end=ruling.id),
        f"# {ruling.title}",
        f"{ruling.question}\n{{ .question }}",
        "## The readings",
        *(reading_text(here, reading, holds=reading.id == ruling.ruling) for reading in ruling.readings),
        *side_by_side(here, ruling),
        "## Why",
        f"**{BASES[ruling.basis]}** {here.linked(ruling.because)}",
        "## In the rules",
        "\n".join(f"- {here.named(name)}" for name in ruling.clauses),
        "## The scenarios that decide",
        "\n".join(f"- {here.named(name, title(here.library, name))}" for name in ruling.scenarios)
        or f"No scenario can tell the readings apart: {ruling.untestable}",
    ]
    return "\n\n".join(blocks)


def reading_text(here: Here, reading: Reading, *, holds: bool) -> str:
    """One reading, who plays it, and whether it is the right one."""
    kind, verdict = ("holds", "✓ This is the rule") if holds else ("fails", "✗ Not the rule")
    parts = [f'<div class="reading {kind}" markdown>', f"**{verdict}:** {here.linked(reading.text)}"]
    return "\n\n".join([*parts, f"[Evidence]({here.address('sources')}): {here.linked(reading.evidence)}", "</div>"])


def side_by_side(here: Here, ruling: Ruling) -> list[str]:
    """The scenario that tells the readings apart, up to where each first differs from the rule, and as it is played by the rule."""
    trial = trial_of(here.library.suite, ruling)
    if trial is None:
        return []
    return [
        "## Played under each reading",
        f"{here.named(trial.scenario.id, trial.scenario.title)} is where they part:",
        table(["", *(column(reading, ruling) for reading in ruling.readings)], differences(here, ruling, trial), "apart"),
        details("scenario", "By the rule, step by step", played(here, trial.scenario)),
    ]


def column(reading: Reading, ruling: Ruling) -> str:
    """The heading above what a reading gives."""
    sign, kind = ("✓", "yes") if reading.id == ruling.ruling else ("✗", "no")
    return f"{tag('span', sign, cls=kind)} {tag('code', reading.id)}"


def differences(here: Here, ruling: Ruling, trial: Trial) -> Iterator[list[str]]:
    """A row for every place at which a reading first differs, in the order of the play."""
    failures = [played.differs for played in trial.played.values() if played.differs]
    places = {place_of(failure): failure for failure in sorted(failures, key=lambda failure: failure.line)}
    for failure in places.values():
        label = f"{value(here, failure.step)}{tag('small', text(failure.what))}"
        yield [label, *(cell(here, trial, reading.id, failure, holds=reading.id == ruling.ruling) for reading in ruling.readings)]


def place_of(failure: Failure) -> tuple[int, str, str]:
    """Where in a scenario a reading differs, and in what."""
    return failure.line, failure.step, failure.what


def cell(here: Here, trial: Trial, reading: str, first: Failure, *, holds: bool) -> str:
    """What a reading has at a place where one of them first differs."""
    if holds:
        return value(here, first.expected)
    if reading not in trial.played:
        return tag("span", "cannot be told apart", cls="same")
    played = trial.played[reading]
    if played.differs and place_of(played.differs) == place_of(first):
        return tag("b", value(here, played.differs.actual))
    if played.result and first.what in _RESULTS:
        shown = show(played.result.get(_RESULTS[first.what]))
        return value(here, shown) if shown == first.expected else tag("b", value(here, shown))
    return "–" if played.differs and played.differs.line <= first.line else tag("span", "like the rule", cls="same")


def value(here: Here, words: str) -> str:
    """An answer, with its cards drawn and its clauses linked."""
    with_cards = _CARD.sub(lambda found: chip(found[0], here.words), text(words))
    return _REFUSED.sub(lambda found: f"refused {here.clause(found[1])}", with_cards)


def title(library: Library, name: str) -> str:
    """A scenario's title, or its id while it does not exist."""
    return library.suite.scenarios[name].title if name in library.suite.scenarios else f"`{name}`"
