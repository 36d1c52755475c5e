"""Entries that take turns, and what comes of it: medians, and ratios of one to another.

The clock is processor time, of this process and of those it waited for, so that other work on the machine matters little. What counts are
ratios: machines differ, and two entries that took turns on one core had the same machine.
"""

from __future__ import annotations

import importlib.metadata
import os
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

Run = Callable[[], int]
"""Does some work and returns how much it was, such as how many moves."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One that takes part; `package` is the distribution whose version is told."""

    name: str
    make: Callable[[], Run]
    """Prepares everything that is not to be measured; raises ImportError when the package is not there."""
    package: str = "dhumbal"


@dataclass(frozen=True, slots=True)
class Goal:
    """The first is to do at least so many times as much a second as the second; without `least` it is only told how many."""

    ours: str
    peer: str
    least: float | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """Entries that do the same kind of work, counted in `unit` a second."""

    name: str
    unit: str
    entries: Sequence[Entry]
    goals: Sequence[Goal]


@dataclass(slots=True)
class Outcome:
    """The rates of each entry, round by round, and the packages that were not there."""

    contest: Contest
    rates: dict[str, list[float]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    def rate(self, name: str) -> float:
        """The median of an entry."""
        return median(self.rates[name])

    def ratio(self, goal: Goal) -> float | None:
        """The median of what the rounds gave, each on its own; None where one of the two did not take part."""
        if goal.ours not in self.rates or goal.peer not in self.rates:
            return None
        return median(ours / peer for ours, peer in zip(self.rates[goal.ours], self.rates[goal.peer], strict=True))


def hold(contest: Contest, rounds: int) -> Outcome:
    """Let the entries take turns, once more than is counted."""
    outcome = Outcome(contest)
    runs = {}
    for entry in contest.entries:
        try:
            runs[entry.name] = entry.make()
        except ImportError as error:
            outcome.missing.append(f"{entry.name}: {entry.package} is not installed ({error})")
    for number in range(rounds + 1):
        for name, run in runs.items():
            rate = timed(run)
            if number:
                outcome.rates.setdefault(name, []).append(rate)
    return outcome


def timed(run: Run) -> float:
    """How much it does in a second of processor time."""
    began = processor_time()
    done = run()
    return done / (processor_time() - began)


def processor_time() -> float:
    """Seconds of this process and of its children that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


def on_one_core() -> None:
    """Keep this process and its children on one core, where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def version(package: str) -> str:
    """The version of a distribution; empty without one, as for what the standard library can do alone."""
    return importlib.metadata.version(package) if package else ""
