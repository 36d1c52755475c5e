"""Running scenarios on an engine: each gives one result, in the order asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from dhumbal_conformance.connectors import Connector, EngineError, EngineFault
from dhumbal_conformance.connectors.python import REFERENCE, from_spec
from dhumbal_conformance.model import Clause, Profile, Scenario
from dhumbal_conformance.runner import judge, play, series, settle
from dhumbal_conformance.runner.derived import Comparison
from dhumbal_conformance.runner.outcome import Count, Failure, Mismatch, Result, Unsupported
from dhumbal_conformance.runner.relevance import most_relevant
from dhumbal_conformance.runner.session import Session

CHECKS: dict[str, Callable[[Session, Scenario], None]] = {
    "play": play.check,
    "settle": settle.check,
    "judge": judge.check,
    "series": series.check,
}


FAULTS_IN_A_ROW = 3
"""After so many scenarios in a row at which the engine itself broke, the rest is not run."""


class Runner:
    """Runs scenarios of one profile on one engine, which is started again after a fault."""

    def __init__(
        self,
        connect: Callable[[], Connector],
        profile: Profile,
        clauses: Mapping[str, Clause],
        derived: Collection[str] = (),
        left_out: int = 0,
    ) -> None:
        self.connect = connect
        self.profile = profile
        self.clauses = clauses
        self.derived = derived
        """Ids of scenarios of other profiles that are compared with the reference engine."""
        self.left_out = left_out
        """How many scenarios of the profiles that this one extends were left out, because they are played with another pack."""
        self.session: Session | None = None
        self.reference: Session | None = None
        self.faults = 0
        """Faults in a row so far."""

    def start(self) -> Session:
        """The session in use, or a new one; raises `EngineFault` when the engine does not start."""
        if self.session is None:
            connector = self.connect()
            try:
                self.session = Session(connector, self.profile, self.clauses)
            except BaseException:
                connector.close()
                raise
        return self.session

    def stop(self) -> str:
        """Let the engine go; says what was wrong with its end, if anything."""
        if self.session is None:
            return ""
        connector = self.session.connector
        connector.close()
        self.session = None
        return getattr(connector, "unclean_exit", "")

    def run(self, scenarios: Iterable[Scenario]) -> Iterator[Result]:
        """One result for each scenario."""
        for scenario in scenarios:
            began = time.perf_counter()
            result = self.check(scenario)
            result.seconds = round(time.perf_counter() - began, 6)
            yield result

    def check(self, scenario: Scenario) -> Result:
        """Run one scenario and say what came of it."""
        result = self.not_run(scenario, f"the engine broke {FAULTS_IN_A_ROW} times in a row")
        if self.faults >= FAULTS_IN_A_ROW:
            return result
        result.reason = ""
        try:
            session = self.start()
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
        self.faults = self.faults + 1 if result.status == "error" else 0
        if self.session is not None:
            result.refusals, result.refusals_with_clause = self.session.count.refusals, self.session.count.with_clause
        return result

    def not_run(self, scenario: Scenario, reason: str) -> Result:
        """The result of a scenario that has not been run, and why."""
        result = Result(
            scenario.id, scenario.title, scenario.area, scenario.level, scenario.clauses, str(scenario.place.path), reason=reason
        )
        result.basis = "derived" if scenario.id in self.derived else "normative"
        return result

    def play(self, session: Session, scenario: Scenario) -> None:
        """Run it; each kind first asks for what it needs."""
        session.need_profile()
        if scenario.id in self.derived:
            Comparison(session, self.reference_session()).check(scenario)
        else:
            CHECKS[scenario.kind](session, scenario)

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
