"""Clauses as they stand on a page: each with its rulings, and the scenarios that prove it folded up beneath it."""

from __future__ import annotations

from collections.abc import Iterable

from dhumbal_conformance.model import Clause, Scenario
from dhumbal_conformance.site.book import Here
from dhumbal_conformance.site.markup import tag, text
from dhumbal_conformance.site.plays import played

SHOWN_AT_ONCE = 3
"""Scenarios beneath a clause; the others are folded away together, so that the rules still read as rules."""
HEAVIEST = 1_250_000
"""Bytes of played scenarios on one page; on a heavier one, a scenario folded away is played once, at the first clause that it proves."""


class Clauses:
    """The clauses of one page."""

    def __init__(self, here: Here, clauses: Iterable[Clause]) -> None:
        self.here = here
        self.proofs = {clause.id: here.book.proofs(clause) for clause in clauses}
        cited = {proof.id: proof for proofs in self.proofs.values() for proof in proofs}
        self.bodies = {name: played(here, scenario, briefly=True) for name, scenario in cited.items()}
        self.heavy = sum(len(self.bodies[proof.id]) for proofs in self.proofs.values() for proof in proofs) > HEAVIEST
        self.shown: set[str] = set()

    def section(self, clause: Clause, depth: int, *beneath: str) -> list[str]:
        """A clause, whatever is to stand beneath its words, what was decided about it, and how it plays out."""
        proofs = self.proofs[clause.id]
        return [
            heading(clause, depth),
            self.here.linked(self.here.book.text(clause)),
            *beneath,
            *([f"No scenario can prove this: {clause.untestable}.\n{{ .untestable }}"] if clause.untestable else []),
            *(
                f"Ruling {self.here.named(ruling.id, ruling.id)}: {ruling.title}\n{{ .ruling }}"
                for ruling in self.here.book.rulings_on(clause)
            ),
            *map(self.folded, proofs[:SHOWN_AT_ONCE]),
            *self.others(proofs[SHOWN_AT_ONCE:]),
        ]

    def folded(self, scenario: Scenario) -> str:
        """A scenario, folded up."""
        self.shown.add(scenario.id)
        return folded(self.here, scenario, self.bodies[scenario.id])

    def others(self, scenarios: list[Scenario]) -> list[str]:
        """The scenarios that are not shown at once; a heavy page plays each of them once and links to it from then on."""
        again = [scenario for scenario in scenarios if self.heavy and scenario.id in self.shown]
        fresh = [scenario for scenario in scenarios if scenario not in again]
        links = tag("ul", *(tag("li", self.here.html(scenario.id, text(scenario.title))) for scenario in again)) if again else ""
        summary = f"{len(scenarios)} more scenario{'' if len(scenarios) == 1 else 's'}"
        return [details("others", summary, *map(self.folded, fresh), links)] if scenarios else []


def heading(clause: Clause, depth: int, cls: str = "clause") -> str:
    """A clause's number, id and level."""
    number, level = tag("span", clause.number, cls="number"), tag("span", clause.level, cls=f"level {clause.level.lower()}")
    return f"{'#' * depth} {number} {clause.id} {level} {{ #{clause.id} .{cls} data-toc-label='{clause.id}' }}"


def folded(here: Here, scenario: Scenario, body: str) -> str:
    """A scenario, folded up, with the way to its own page."""
    source = f"Source: {text(scenario.source)}. " if scenario.source else ""
    about = tag("p", source, here.html(scenario.id, "The scenario’s own page"), cls="about")
    return details("scenario", text(scenario.title), about, body)


def details(cls: str, summary: str, *content: str) -> str:
    """Something folded up, as one line of HTML."""
    return tag("details", tag("summary", summary), *content, cls=cls)
