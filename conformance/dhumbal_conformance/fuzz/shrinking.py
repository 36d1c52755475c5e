"""Shrinking: the smallest scenario that shows the same disagreement."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dhumbal_conformance.fuzz.reductions import REDUCTIONS, as_real_deal, later_beginnings, simpler_chance, without_expectations
from dhumbal_conformance.fuzz.retelling import played, retold
from dhumbal_conformance.fuzz.script import Looks, Reference
from dhumbal_conformance.fuzz.tally import Finding
from dhumbal_conformance.loader.notation import action
from dhumbal_conformance.model import Scenario, Step
from dhumbal_conformance.runner.outcome import Failure, Result

LEGAL = "the legal actions"
"""What a failure is about where the engines list different legal actions."""
TRIES, TRIES_OF_FAULTS = 1500, 40
"""So many smaller scenarios are tried at most; fewer where the engine has to be started again each time."""

NOTHING = Looks(referee=False, player=False, legal=False, takeable=False, half_turns=True)


class Shrinker:
    """Makes one finding smaller, as long as the engine fails it in the same way."""

    def __init__(self, reference: Reference, looks: Looks, check: Callable[[Scenario], Result], finding: Finding) -> None:
        self.reference = reference
        self.looks = looks
        self.check = check
        self.finding = finding
        self.left = TRIES if finding.result.status == "failed" else TRIES_OF_FAULTS

    def shrink(self, loads: bool) -> Scenario | None:
        """The smallest scenario found, or None if the engine, asked this alone, gives the right answers."""
        best = self.attempt(self.up_to_failure(self.finding.scenario, self.finding.result))
        if best is None:
            return None
        best = self.first_that_fails(disputed(best, self.finding.failure)) or best
        if best.kind == "play":
            later = self.later(best) if loads else (as_real_deal(table, self.reference.profile) for table in self.later(best))
            best = self.first(later) or best
        for reduce in REDUCTIONS[best.kind]:
            best = self.smaller(best, lambda scenario, reduce=reduce: reduce(scenario, self.reference.profile))  # type: ignore[misc]
        return self.pruned(best)

    def last_turn(self) -> Scenario:
        """The turn of the failure alone, from the table before it; not tried, for an engine that cannot be given a table."""
        cut = self.up_to_failure(self.finding.scenario, self.finding.result)
        turn = next(self.later(cut), cut)
        return retold(self.reference, next(simpler_chance(turn, self.reference.profile), turn), self.looks)

    def first_that_fails(self, candidates: Iterator[Scenario]) -> Scenario | None:
        """The first of them that the engine fails in whatever way; from now on this is what is made smaller."""
        for candidate in candidates:
            told = retold(self.reference, candidate, NOTHING)
            result = self.check(told)
            if result.failure and result.failure.line == len(told.play):
                self.finding = Finding(self.finding.number, told, result)
                return told
        return None

    def later(self, scenario: Scenario) -> Iterator[Scenario]:
        """The deal from a later turn on."""
        assert scenario.given is not None
        script = played(self.reference, scenario.given, (step.action for step in scenario.play if step.action))
        yield from later_beginnings(scenario, script)

    def smaller(self, best: Scenario, candidates: Callable[[Scenario], Iterator[Scenario]]) -> Scenario:
        """The scenario made smaller by these reductions until none of them helps any more."""
        while (found := self.first(candidates(best))) is not None:
            best = found
        return best

    def first(self, candidates: Iterator[Scenario]) -> Scenario | None:
        """The first of them that shows the same."""
        return next((found for candidate in candidates if (found := self.attempt(candidate)) is not None), None)

    def attempt(self, candidate: Scenario) -> Scenario | None:
        """The candidate as the reference engine tells it, if the engine under test fails it in the same way."""
        told = retold(self.reference, candidate, self.looks)
        result = self.same_failure(told)
        if result is None:
            return None
        cut = self.up_to_failure(told, result)
        return told if cut is told else self.attempt(cut)

    def same_failure(self, scenario: Scenario) -> Result | None:
        """What the engine makes of the scenario, if it is the same disagreement."""
        if self.left <= 0:
            return None
        self.left -= 1
        result = self.check(scenario)
        alike = result.failure is not None and Finding(0, scenario, result).signature == self.finding.signature
        return result if alike else None

    def up_to_failure(self, scenario: Scenario, result: Result) -> Scenario:
        """The scenario without what comes after its failure."""
        line = result.failure.line if result.failure else 0
        return scenario._replace(play=scenario.play[:line]) if 0 < line < len(scenario.play) else scenario

    def pruned(self, best: Scenario) -> Scenario:
        """The scenario with no more expectations than it takes."""
        self.left += len(best.play) + 100
        again = True
        while again:
            fewer = (candidate for candidate in without_expectations(best) if self.same_failure(candidate))
            found = next(fewer, None)
            again, best = found is not None, found or best
        return best


def disputed(scenario: Scenario, failure: Failure) -> Iterator[Scenario]:
    """Where two engines differ in what is legal: that very action, done. It says more than a list of actions."""
    if failure.what != LEGAL:
        return
    for text in [*failure.expected.split(", "), *failure.actual.split(", ")]:
        player, _, done = text.removeprefix("also ").partition(": ")
        if done:
            step = Step(scenario.play[-1].place, text, action(player, done))
            yield scenario._replace(play=(*scenario.play, step))
