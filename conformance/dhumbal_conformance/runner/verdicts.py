"""What a run makes of a trial: was it known before, does it happen again, and is it the scenario that is wrong?"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from dhumbal_conformance.model import Clause, Profile, Scenario
from dhumbal_conformance.runner import Trial
from dhumbal_conformance.runner.expected import Expectations
from dhumbal_conformance.runner.outcome import Result
from dhumbal_conformance.runner.reruns import Reruns

if TYPE_CHECKING:
    from dhumbal_conformance.runner.recording import Recorder

REPLAYS = 60
"""So many failures of a run carry the play as it should have been."""
INVALID = "the reference engine does not pass this scenario either"


class SecondOpinion:
    """The reference engine at what the engine under test has failed."""

    def __init__(self, profile: Profile, clauses: Mapping[str, Clause], derived: Collection[str], *, of_itself: bool = False) -> None:
        self.of_itself = of_itself
        """Whether the engine under test is the reference engine; what it fails it cannot excuse."""
        self.engine = profile, clauses, derived
        self.left = REPLAYS

    @cached_property
    def recorder(self) -> Recorder:
        """The reference engine, which a good run never needs."""
        from dhumbal_conformance.runner.recording import Recorder

        return Recorder(*self.engine)

    def give(self, scenario: Scenario, result: Result) -> None:
        """Note how the scenario should have gone; if the reference engine fails it as well, the scenario is suspect."""
        from dhumbal_conformance.runner.replay import scenes

        own, exchanges = self.recorder.record(scenario)
        if self.left > 0 and own.status != "error":
            self.left -= 1
            result.replay = tuple(scenes(scenario, exchanges))
        if result.status == "failed" and result.basis == "normative" and own.status == "failed" and not self.of_itself:
            found = f": {own.failure.what}: expected {own.failure.expected}, got {own.failure.actual}" if own.failure else ""
            result.status, result.reason = "invalid-scenario", INVALID + found


class Verdicts:
    """What every trial of a run goes through."""

    def __init__(self, expectations: Expectations, reruns: Reruns, opinion: SecondOpinion) -> None:
        self.expectations = expectations
        self.reruns = reruns
        self.opinion = opinion
        self.interrupt: KeyboardInterrupt | None = None
        """What came while a failure was looked into; the failure is told all the same."""

    def reach(self, trial: Trial) -> Result:
        """The result of a trial as the run tells it."""
        result = trial.result
        self.expectations.meet(trial.scenario, result)
        if result.status in ("failed", "error"):
            try:
                self.opinion.give(trial.scenario, result)
                self.reruns.look_into(trial)
            except KeyboardInterrupt as interrupt:
                self.interrupt = interrupt
        return result
