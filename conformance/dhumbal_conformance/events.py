"""The event stream of a run: a header, one result for each scenario as it comes, and a footer. All reports are made from it alone."""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from dhumbal_conformance.loader.rulebook import applies, render
from dhumbal_conformance.model import Clause, Profile, Scenario
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.runner.session import HARNESS

Event = dict[str, Any]
FORMAT = 1


def run_events(runner: Runner, scenarios: list[Scenario], repeat: str, now: Callable[[], float] = time.time) -> Iterator[Event]:
    """Run the scenarios and tell what happens; raises `EngineFault` before the first event when the engine does not start.

    `repeat` is the command that runs one scenario again, with `{id}` or `{file}` for it. However the run is left, the engine is
    stopped. Ctrl-C ends it early, but in good order: what is left is told as not run, and there is a footer.
    """
    try:
        session = runner.start()
        counts: Counter[str] = Counter()
        complete, began = True, now()
        try:
            with undisturbed():
                yield header(runner, scenarios, session.engine, session.capabilities, repeat, began)
            for result in runner.run(scenarios):
                with undisturbed():
                    counts[result.status] += 1
                    yield result.event()
        except KeyboardInterrupt:
            complete = False
        with undisturbed():
            for scenario in scenarios[counts.total() :]:
                counts["not-run"] += 1
                yield runner.not_run(scenario, "the run was interrupted").event()
            seconds, unclean_exit = round(now() - began, 3), runner.stop()
            # An engine that was interrupted cannot be blamed for how it ended.
            yield footer(counts, complete, seconds, unclean_exit if complete else "")
    finally:
        runner.stop()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl-C has to wait until the block is left, so that no report is cut off within a line."""
    ours = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not ours:
        yield
        return
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if heard:
        raise KeyboardInterrupt


def header(runner: Runner, scenarios: list[Scenario], engine: Event, capabilities: Event, repeat: str, started: float) -> Event:
    """What was run on what: the engine, the profile, and the text of every clause that can be tested."""
    return {
        "type": "header",
        "format": FORMAT,
        "suite": HARNESS["version"],
        "started": round(started, 3),
        "profile": runner.profile.id,
        "engine": engine,
        "capabilities": capabilities,
        "scenarios": len(scenarios),
        "left_out": runner.left_out,
        "repeat": repeat,
        "clauses": dict(clause_texts(runner.clauses.values(), runner.profile)),
        "untestable": sum(bool(clause.untestable) and applies(clause, runner.profile.parameters) for clause in runner.clauses.values()),
    }


def clause_texts(clauses: Iterable[Clause], profile: Profile) -> Iterator[tuple[str, str]]:
    """Id and text of each clause that the profile has and that can be tested."""
    for clause in clauses:
        if not clause.untestable and applies(clause, profile.parameters):
            yield clause.id, render(clause.text, profile.parameters)


def footer(counts: Counter[str], complete: bool, seconds: float, unclean_exit: str) -> Event:
    """How the run ended."""
    return {"type": "footer", "counts": dict(counts), "complete": complete, "seconds": seconds, "unclean_exit": unclean_exit}


def run_problems(footer: Event) -> list[str]:
    """What is wrong with a run as a whole, whatever its scenarios gave."""
    found = {
        "the run was interrupted": not footer["complete"],
        f"the engine did not end well: {footer['unclean_exit']}": footer["unclean_exit"],
        "no scenario passed": not footer["counts"].get("passed"),
    }
    return [problem for problem, present in found.items() if present]


def as_expected(footer: Event) -> bool:
    """Whether a run is good: something passed, what did not pass the engine does not claim to offer, and it ended as it should."""
    return set(footer["counts"]) <= {"passed", "unsupported"} and not run_problems(footer)


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
