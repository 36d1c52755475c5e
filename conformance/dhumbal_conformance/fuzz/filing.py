"""Filing a finding: shrunk, named, written as a scenario file that is checked once more before anybody is told of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from dhumbal_conformance.fuzz.bench import Bench, Job
from dhumbal_conformance.fuzz.shrinking import Shrinker
from dhumbal_conformance.fuzz.tally import Finding, Signature
from dhumbal_conformance.fuzz.writing import yaml_text
from dhumbal_conformance.loader.files import load_files, load_spec
from dhumbal_conformance.loader.templates import applies
from dhumbal_conformance.model import BadFiles, Clause, Scenario
from dhumbal_conformance.runner.outcome import Failure

NO_SLUG = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Filed:
    """What became of a finding: the file, if there is one, how long the scenario is, and what is to be said of it."""

    finding: Finding
    path: Path | None = None
    note: str = ""


class Filing:
    """Writes findings as files; its engine is its own, and started afresh for each."""

    def __init__(self, job: Job, folder: Path) -> None:
        self.job = job
        self.folder = folder
        spec = load_spec()
        self.spec = spec._replace(profiles={**spec.profiles, job.profile.id: job.profile})
        self.kinds: set[Signature] = set()
        """The kinds of disagreement that there is a file of."""

    def file(self, finding: Finding) -> Filed:
        """Shrink a finding, write it, and read it back."""
        bench = Bench(self.job)
        try:
            shrinker = Shrinker(bench.reference, bench.looks, bench.opponent.check, finding)
            if bench.deals_its_own and finding.scenario.kind == "play":
                return self.enter(shrinker.last_turn(), finding, bench)
            small = shrinker.shrink(bench.offers("load"))
            if small is None:
                return self.not_alone(finding)
            return self.enter(small, shrinker.finding, bench)
        finally:
            bench.close()

    def enter(self, small: Scenario, finding: Finding, bench: Bench) -> Filed:
        """File a small scenario, unless it has come down to what is filed already."""
        if finding.signature in self.kinds:
            return Filed(finding, note="shrunk, this is the same as above")
        self.kinds.add(finding.signature)
        path = self.write(self.named(small, finding, bench))
        return Filed(finding, path, self.doubt(path, bench))

    def not_alone(self, finding: Finding) -> Filed:
        """A finding that does not show when the engine is asked nothing but this."""
        return Filed(finding, note="a fresh engine that is asked this alone answers rightly: it depends on what came before, or on chance")

    def named(self, scenario: Scenario, finding: Finding, bench: Bench) -> Scenario:
        """The scenario with everything that a file says of itself."""
        failure, number = finding.failure, finding.number
        clauses = cited(scenario, failure, self.spec.clauses, bench)
        slug = NO_SLUG.sub("-", f"{clauses[0]} seed {self.job.seed} deal {number}".lower())
        what = failure.what.splitlines()[0][:60]
        came = f"{failure.what}: expected {failure.expected}, got {failure.actual}" if failure.expected else failure.what
        return scenario._replace(
            id=f"{self.job.profile.id}/found/{slug}",
            title=f"Two engines differ, deal {number}: {what}",
            clauses=clauses,
            source=f"found by dhumbal fuzz, profile {self.job.profile.id}, seed {self.job.seed}, deal {number}",
            because=f"To be confirmed by the author: from which clause? This is what the reference engine answers. Found as: {came}"[:600],
        )

    def write(self, scenario: Scenario) -> Path:
        """A new file; one that is there already is never replaced."""
        self.folder.mkdir(parents=True, exist_ok=True)
        slug, more = scenario.id.split("/")[2], 1
        path = self.folder / f"{slug}.yaml"
        while path.exists():
            more += 1
            path = self.folder / f"{slug}-{more}.yaml"
        named = scenario._replace(id=f"{self.job.profile.id}/found/{path.stem}")
        path.write_text(yaml_text(named, self.job.profile), encoding="utf-8", errors="backslashreplace")
        return path

    def doubt(self, path: Path, bench: Bench) -> str:
        """What is wrong with the file, if anything: the engine under test must fail it."""
        try:
            (scenario,) = load_files(self.spec, [path])
        except BadFiles as bad:
            return f"the file cannot stay as it is: {bad.problems[0].message}"
        if bench.deals_its_own and scenario.kind == "play":
            return "the engine deals in an order of its own and cannot be given this table: it is as the engine had it"
        fresh = bench.opponent.fresh()
        try:
            result = fresh.check(scenario)
        finally:
            fresh.stop()
        return "" if result.failure else f"`dhumbal verify` does not show it with this file: {result.reason or result.status}"


def cited(scenario: Scenario, failure: Failure, clauses: Mapping[str, Clause], bench: Bench) -> tuple[str, ...]:
    """The clauses that the scenario is about: those that the failure names, or else the likeliest."""
    parameters = bench.job.profile.parameters
    named = [clause for clause in failure.clauses if clause in clauses and applies(clauses[clause], parameters)]
    likely = (name for name in likely_clauses(scenario) if name in clauses and applies(clauses[name], parameters))
    return tuple(dict.fromkeys(named)) or (next(likely, "refuse.unchanged"),)


def likely_clauses(scenario: Scenario) -> Iterator[str]:
    """Clauses that speak of what the scenario compares, by their ids."""
    if scenario.play:
        last = scenario.play[-1]
        yield from filter(None, [last.expect.get("refused")])
        yield from (found for key in last.expect for found in OF_KEYS.get(key, ()))
        action = last.action or {"type": ""}
        yield from OF_ACTIONS.get(str(action.get("from", action["type"])), ())
    yield from (question.refused for question in scenario.judge if question.refused)
    yield from OF_KINDS[scenario.kind]


OF_KEYS: dict[str, Iterable[str]] = {
    "gets": ("draw.stock",),
    "takeable": ("take.top", "take.single", "take.single-or-set", "take.first", "take.ends", "take.any", "take.set-any-run-ends"),
    "legal": ("turn.choice",),
    "pile": ("discard.order",),
    "stock": ("refill.rest", "draw.stock"),
    "next": ("setup.seats",),
    "turns": ("cap.counts", "setup.seats"),
    "view": ("see.hand",),
}
OF_ACTIONS: dict[str, Iterable[str]] = {
    "stock": ("draw.stock",),
    "discard": ("take.top", "discard.together"),
    "call": ("call.limit", "call.no-limit"),
}
OF_KINDS: dict[str, Iterable[str]] = {
    "play": ("settle.caught.flat", "value.total"),
    "settle": ("settle.caught", "settle.caught.flat", "value.total"),
    "judge": ("discard.together",),
    "series": ("series.score",),
}
