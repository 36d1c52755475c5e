"""A scenario that failed is run again in a fresh engine: it may fail always, only after other scenarios, or just now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from dhumbal_conformance.model import Scenario
from dhumbal_conformance.runner import Runner, Trial
from dhumbal_conformance.runner.outcome import Result

RERUNS = 20
"""So many failures of a run are looked into, if nothing else is asked for."""
SECONDS = 30.0
"""After so long no further failure is looked into: an engine that is slow to start must not make a bad run endless."""
LEAKS_TRACED = 3
"""Of so many leaks are the scenarios looked for that lead to them."""
NAMED = 20
"""So many of these are named; of more it is only told how many they are."""

FAILS = ("failed", "error")
LEAK = "it fails only after other scenarios, so state leaks from one game into the next"
FLAKY = "it failed, and then passed in a fresh engine that was asked the same"


class Reruns:
    """What is still to be spent on running failures again."""

    def __init__(self, fresh: Callable[[], Runner], most: int = RERUNS, now: Callable[[], float] = time.monotonic) -> None:
        self.fresh = fresh
        """Makes a runner with an engine of its own."""
        self.left = most
        self.seconds = SECONDS
        self.until = 0.0
        """When the time for the failure that is being looked into is up."""
        self.traces = LEAKS_TRACED
        self.suspects: Sequence[Scenario] = ()
        """What led to the last leak may well lead to the next."""
        self.now = now

    def look_into(self, trial: Trial) -> None:
        """Find out of what nature a failure is, and note it in the result."""
        if self.left <= 0 or self.seconds <= 0 or trial.result.status not in FAILS:
            return
        self.left -= 1
        self.until = self.now() + self.seconds
        try:
            self.settle(trial)
        finally:
            self.seconds = self.until - self.now()

    def settle(self, trial: Trial) -> None:
        """Run it alone, and if it passes then, once more after all that came before it."""
        alone = self.again(trial.scenario)
        if alone.kind == "startup":
            # Perhaps only one such engine can be there at a time; then nothing can be found out.
            self.left = 0
        elif alone.status == "passed":
            if trial.before and self.again(trial.scenario, trial.before).status in FAILS:
                self.leak(trial)
            else:
                trial.result.status, trial.result.reason = "flaky", FLAKY

    def leak(self, trial: Trial) -> None:
        """Say that it fails only after others, and after which."""
        result = trial.result
        if result.failure and result.status == "failed":
            result.kind = "leak"
        result.reason = LEAK
        if self.traces > 0:
            self.traces -= 1
            result.reason += f"; {self.trace(trial)}"

    def trace(self, trial: Trial) -> str:
        """Note the fewest of the scenarios before it that are found to be enough to make it fail; says so in words."""
        from dhumbal_conformance.runner.origin import Origin  # which hardly any run needs

        origin = Origin(trial.before, lambda some: self.again(trial.scenario, some).status in FAILS, lambda: self.now() >= self.until)
        smallest = origin.seek(tuple(scenario for scenario in trial.before if scenario in self.suspects))
        self.suspects = origin.found
        found = tuple(scenario.id for scenario in origin.found)
        if len(found) <= NAMED:
            trial.result.after = found
        who = listed(found) if len(found) <= NAMED else f"{len(found)} of the {len(trial.before)}"
        return f"{who} before it {'is' if len(found) == 1 else 'are'} enough{'' if smallest else ', perhaps fewer'}"

    def again(self, scenario: Scenario, before: Sequence[Scenario] = ()) -> Result:
        """Run it in a fresh engine, after these others."""
        runner = self.fresh()
        try:
            for other in before:
                runner.check(other)
            return runner.check(scenario)
        except KeyboardInterrupt:
            runner.abandon()
            raise
        finally:
            runner.stop()


def listed(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
