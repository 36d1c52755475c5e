"""Clauses as they stand on a page: each with its rulings, and the scenarios that prove it folded up beneath it."""

from __future__ import annotations

from dhumbal_conformance.model import Clause, Ruling, Scenario
from dhumbal_conformance.site.book import Here
from dhumbal_conformance.site.markup import tag, text
from dhumbal_conformance.site.plays import played

SHOWN_AT_ONCE = 3
"""Scenarios beneath a clause; the others are folded away together, so that the rules still read as rules."""
AT_HAND = 90_000
"""Bytes of played scenarios within one page. Of each clause the first scenario is there while there is room; every other one, and those for
which none is left, come when they are asked for."""


class Clauses:
    """The clauses of one page."""

    def __init__(self, here: Here) -> None:
        self.here = here
        self.room = AT_HAND
        self.shown: set[str] = set()

    def section(self, clause: Clause, depth: int, *beneath: str) -> list[str]:
        """A clause, whatever is to stand beneath its words, what was decided about it, and how it plays out."""
        proofs = self.here.book.proofs(clause)
        return [
            heading(self.here, clause, depth),
            self.here.linked(self.here.book.text(clause)),
            *beneath,
            *self.untestable(clause),
            *map(self.ruling, self.here.book.rulings_on(clause)),
            *(self.folded(proof, at_hand=number == 0) for number, proof in enumerate(proofs[:SHOWN_AT_ONCE])),
            *self.others(proofs[SHOWN_AT_ONCE:]),
        ]

    def untestable(self, clause: Clause) -> list[str]:
        """Why no scenario can prove the clause."""
        reason = self.here.english(clause.untestable)
        return [self.here.words("clause.untestable", reason=reason) + "\n{ .untestable }"] if clause.untestable else []

    def ruling(self, ruling: Ruling) -> str:
        """The way to what was decided."""
        name, title = self.here.named(ruling.id, ruling.id), self.here.english(ruling.title)
        return self.here.words("clause.ruling", ruling=name, title=title) + "\n{ .ruling }"

    def others(self, scenarios: list[Scenario]) -> list[str]:
        """The scenarios that are not shown at once."""
        summary = self.here.words("scenarios.more", count=len(scenarios))
        return [details("others", summary, *(self.folded(scenario) for scenario in scenarios))] if scenarios else []

    def folded(self, scenario: Scenario, *, at_hand: bool = False) -> str:
        """A scenario, folded up, with the way to its own page; `at_hand` with everything that happens in it, if there is room."""
        self.shown.add(scenario.id)
        body = played(self.here, scenario, briefly=True) if at_hand else ""
        if len(body.encode()) > self.room:
            body = ""
        self.room -= len(body.encode())
        steps = None if body else self.here.address(self.here.book.steps_page(scenario), suffix=".html")
        return details("scenario", self.here.english(text(scenario.title)), about(self.here, scenario), body, data_steps=steps)


def heading(here: Here, clause: Clause, depth: int, cls: str = "clause") -> str:
    """A clause's number, id and level."""
    number = tag("span", clause.number, cls="number")
    level = tag("span", here.words(f"level.{clause.level}"), cls=f"level {clause.level.lower()}")
    return f"{'#' * depth} {number} {clause.id} {level} {{ #{clause.id} .{cls} data-toc-label='{clause.id}' }}"


def about(here: Here, scenario: Scenario) -> str:
    """Where a scenario comes from, and the way to its own page."""
    source = here.words("scenario.source", source=here.english(text(scenario.source))) + " " if scenario.source else ""
    return tag("p", source, here.html(scenario.id, here.words("scenario.page")), cls="about")


def details(cls: str, summary: str, *content: str, **attributes: str | None) -> str:
    """Something folded up, as one line of HTML."""
    return tag("details", tag("summary", summary), *content, cls=cls, **attributes)
