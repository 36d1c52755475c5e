"""Running scenarios on an engine: each gives one result, in the order asked for."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from dhumbal_conformance.connectors import Connector, EngineError, EngineFault
from dhumbal_conformance.connectors.python import REFERENCE, from_spec
from dhumbal_conformance.model import Clause, Profile, Scenario
from dhumbal_conformance.runner import forms, judge, series, settle
from dhumbal_conformance.runner.outcome import Count, Failure, Mismatch, Result, Unsupported
from dhumbal_conformance.runner.relevance import most_relevant
from dhumbal_conformance.runner.session import Session

CHECKS: dict[str, Callable[[Session, Scenario], None]] = {
    "settle": settle.check,
    "judge": judge.check,
    "series": series.check,
}


FAULTS_IN_A_ROW = 3
"""After so many scenarios in a row at which the engine itself broke, the rest is not run; 0 stands for no such end."""
NOISE_KEPT = 5
"""So many lines of noise are shown."""


class Trial(NamedTuple):
    """One scenario that was put to an engine, what came of it, and what the same engine had been asked before since it started."""

    scenario: Scenario
    result: Result
    before: tuple[Scenario, ...] = ()
    """Only of a trial that failed: nobody wants to know it of the others."""


class Runner:
    """Runs scenarios of one profile on one engine, which is started again after a fault."""

    def __init__(
        self,
        connect: Callable[[], Connector],
        profile: Profile,
        clauses: Mapping[str, Clause],
        derived: Collection[str] = (),
        left_out: int = 0,
        abort_after: int = FAULTS_IN_A_ROW,
    ) -> None:
        self.connect = connect
        self.profile = profile
        self.clauses = clauses
        self.derived = derived
        """Ids of scenarios of other profiles that are compared with the reference engine."""
        self.left_out = left_out
        """How many scenarios of the profiles that this one extends were left out, because they are played with another pack."""
        self.connector: Connector | None = None
        """The engine in use, even before it has said who it is."""
        self.session: Session | None = None
        self.reference: Session | None = None
        self.abort_after = abort_after
        self.faults = 0
        """Faults in a row so far."""
        self.since_start: list[Scenario] = []
        """What the engine in use has been asked."""
        self.noise = 0
        """Lines on standard output that were no messages, of every engine that has been let go."""
        self.noise_lines: list[str] = []
        """The first few of them."""

    def start(self) -> Session:
        """The session in use, or a new one; raises `EngineFault` when the engine does not start."""
        if self.session is None:
            self.connector = self.connect()
            self.since_start = []
            try:
                self.session = Session(self.connector, self.profile, self.clauses)
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt):
                    self.abandon()
                self.stop()
                raise
        return self.session

    def stop(self) -> str:
        """Let the engine go; says what was wrong with its end, if anything."""
        connector = self.connector
        if connector is None:
            return ""
        try:
            connector.close()
        finally:
            self.connector = self.session = None
            self.noise += getattr(connector, "noise", 0)
            self.noise_lines = [*self.noise_lines, *getattr(connector, "noise_lines", ())][:NOISE_KEPT]
        return getattr(connector, "unclean_exit", "")

    def abandon(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Tell an engine that is a program to go, whatever it is doing; `stop` still has to be called, where the engine is in use."""
        end = getattr(self.connector, "abandon", None)
        if end:
            end(number)

    def fresh(self, abort_after: int = 0) -> Runner:
        """The same with an engine of its own, which has not been asked anything yet."""
        return Runner(self.connect, self.profile, self.clauses, self.derived, abort_after=abort_after)

    def run(self, scenarios: Iterable[Scenario]) -> Iterator[Result]:
        """One result for each scenario."""
        return (trial.result for trial in self.trials(scenarios))

    def trials(self, scenarios: Iterable[Scenario]) -> Iterator[Trial]:
        """One trial for each scenario."""
        for scenario in scenarios:
            before = tuple(self.since_start) if self.session else ()
            began = time.perf_counter()
            result = self.check(scenario)
            result.seconds = round(time.perf_counter() - began, 6)
            yield Trial(scenario, result, before if result.failure else ())

    def check(self, scenario: Scenario) -> Result:
        """Run one scenario and say what came of it."""
        result = self.not_run(scenario, f"the engine broke {self.abort_after} times in a row")
        if self.abort_after and self.faults >= self.abort_after:
            return result
        result.reason = ""
        try:
            session = self.start()
            self.since_start.append(scenario)
            session.count, session.step, session.key = Count(), None, ""
            self.play(session, scenario)
            result.status = "passed"
        except Mismatch as mismatch:
            result.status = "failed"
            result.failure = self.failure(scenario, mismatch)
        except Unsupported as lack:
            result.status, result.reason = "unsupported", str(lack)
        except EngineError as error:
            result.status, result.failure = "failed", self.broken_promise(scenario, error)
        except EngineFault as fault:
            result.status, result.kind = "error", fault.kind
            result.failure = self.fault(scenario, fault)
            self.stop()
        if result.failure:
            result.failure = result.failure.bounded()
        if result.status != "unsupported":
            # For what it does not offer the engine was not asked, so that this says nothing of its health.
            self.faults = self.faults + 1 if result.status == "error" else 0
        if self.session is not None:
            result.refusals, result.refusals_with_clause = self.session.count.refusals, self.session.count.with_clause
        return result

    def not_run(self, scenario: Scenario, reason: str) -> Result:
        """The result of a scenario that has not been run, and why."""
        result = Result(
            scenario.id, scenario.title, scenario.area, scenario.level, scenario.clauses, str(scenario.place.path), reason=reason
        )
        if scenario.id in self.derived:
            result.basis = "derived"
        else:
            result.refusals_due = refusals_due(scenario)
        return result

    def play(self, session: Session, scenario: Scenario) -> None:
        """Run it, in a form that suits the engine; each kind first asks for what it needs."""
        session.need_profile()
        if scenario.id in self.derived:
            from dhumbal_conformance.runner.derived import derived  # which the scenarios of the profile itself do not need

            scenario = derived(session, scenario, self.reference_session())
        try:
            if scenario.kind == "play":
                forms.check(session, scenario, self.reference_session)
            else:
                CHECKS[scenario.kind](session, scenario)
        finally:
            if scenario.id in self.derived:
                session.count = Count()

    def reference_session(self) -> Session:
        """The reference engine, started when it is needed first."""
        if self.reference is None:
            self.reference = Session(from_spec(REFERENCE), self.profile, self.clauses)
        return self.reference

    def failure(self, scenario: Scenario, mismatch: Mismatch) -> Failure:
        """A mismatch, at its step; it breaks the clauses it names, or else one of those that the scenario proves."""
        clauses = mismatch.clauses or most_relevant(scenario.clauses, self.session.key if self.session else "")
        return Failure(mismatch.what, mismatch.expected, mismatch.actual, clauses, *self.where(scenario))

    def broken_promise(self, scenario: Scenario, error: EngineError) -> Failure:
        """An error answered to a request that the engine said it can answer."""
        return Failure(f"the engine answered the error {error.code}", "a result", error.message, scenario.clauses, *self.where(scenario))

    def fault(self, scenario: Scenario, fault: EngineFault) -> Failure:
        """The engine itself broke."""
        return Failure(f"{fault.kind}: {fault.detail}", "", "", scenario.clauses, *self.where(scenario), evidence=fault.evidence)

    def where(self, scenario: Scenario) -> tuple[str, int]:
        """The step in progress, as written, and its line in the file."""
        step = self.session.step if self.session else None
        if step is not None:
            return getattr(step, "text", ""), step.place.line
        place = scenario.then_place or scenario.place
        return "then", place.line


def refusals_due(scenario: Scenario) -> int:
    """How many refusals the scenario's own words demand."""
    deals = scenario.series.deals if scenario.series else ()
    expected = [scenario.then, *(step.expect for step in scenario.play), *(deal.expect for deal in deals)]
    return sum(bool(it.get("refused")) for it in expected) + sum(bool(question.refused) for question in scenario.judge)
