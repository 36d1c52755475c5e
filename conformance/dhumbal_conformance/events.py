"""The event stream of a run: a header, one result for each scenario as it comes, and a footer. All reports are made from it alone."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from dhumbal_conformance.loader.rulebook import applies, render
from dhumbal_conformance.model import Clause, Profile, Scenario
from dhumbal_conformance.runner import Runner

Event = dict[str, Any]
FORMAT = 1


def run_events(runner: Runner, scenarios: list[Scenario], repeat: str, now: Callable[[], float] = time.time) -> Iterator[Event]:
    """Run the scenarios and tell what happens; raises `EngineFault` before the first event when the engine does not start.

    `repeat` is the command that runs one scenario again, with `{id}` or `{file}` for it. However the run is left, the engine is stopped.
    """
    try:
        session = runner.start()
        yield header(runner, scenarios, session.engine, session.capabilities, repeat, now())
        counts: Counter[str] = Counter()
        began = now()
        for result in runner.run(scenarios):
            counts[result.status] += 1
            yield result.event()
        seconds = round(now() - began, 3)
        yield {"type": "footer", "counts": dict(counts), "complete": True, "seconds": seconds, "unclean_exit": runner.stop()}
    finally:
        runner.stop()


def header(runner: Runner, scenarios: list[Scenario], engine: Event, capabilities: Event, repeat: str, started: float) -> Event:
    """What was run on what: the engine, the profile, and the text of every clause that can be tested."""
    return {
        "type": "header",
        "format": FORMAT,
        "started": round(started, 3),
        "profile": runner.profile.id,
        "engine": engine,
        "capabilities": capabilities,
        "scenarios": len(scenarios),
        "repeat": repeat,
        "clauses": dict(clause_texts(runner.clauses.values(), runner.profile)),
        "untestable": sum(bool(clause.untestable) and applies(clause, runner.profile.parameters) for clause in runner.clauses.values()),
    }


def clause_texts(clauses: Iterable[Clause], profile: Profile) -> Iterator[tuple[str, str]]:
    """Id and text of each clause that the profile has and that can be tested."""
    for clause in clauses:
        if not clause.untestable and applies(clause, profile.parameters):
            yield clause.id, render(clause.text, profile.parameters)


def as_expected(footer: Event) -> bool:
    """Whether a run is good: something passed, what did not pass the engine does not claim to offer, and it ended as it should."""
    counts = footer["counts"]
    return bool(counts.get("passed")) and set(counts) <= {"passed", "unsupported"} and not footer["unclean_exit"]


def proven(clauses: Iterable[str], results: Iterable[Event]) -> set[str]:
    """The clauses that at least one scenario proves and none contradicts."""
    held: set[str] = set()
    broken: set[str] = set()
    for result in results:
        if result["status"] == "passed" and result["basis"] == "normative":
            held.update(result["clauses"])
        elif result["failure"]:
            broken.update(result["failure"]["clauses"])
    return (held - broken) & set(clauses)
