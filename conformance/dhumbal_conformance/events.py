"""The event stream of a run: a header, one result for each scenario as it comes, and a footer. All reports are made from it alone."""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple, NoReturn

from dhumbal_conformance.loader.templates import applies, render
from dhumbal_conformance.model import Clause, Profile, Scenario
from dhumbal_conformance.runner.session import HARNESS
from dhumbal_conformance.runner.team import Team
from dhumbal_conformance.runner.verdicts import Verdicts

Event = dict[str, Any]
FORMAT = 2
GOOD = ("passed", "expected-failure", "unsupported")
"""The statuses of a run that is as expected."""
ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that end a run like Ctrl-C."""


class Plan(NamedTuple):
    """What is to be run, and what is said of it beside the results."""

    scenarios: Sequence[Scenario]
    repeat: str
    """The command that runs one scenario again, with `{id}` or `{file}` for it."""
    strict_stdout: bool = False
    """Whether a line on standard output that is no message makes the run bad."""
    unmatched: tuple[str, ...] = ()
    """What to say of each expectation that speaks of no scenario."""


def run_events(team: Team, verdicts: Verdicts, plan: Plan, now: Callable[[], float] = time.time) -> Generator[Event, None, None]:
    """Run the scenarios and tell what happens; raises `EngineFault` before the first event when the engine does not start.

    However the run is left, every engine is ended. Ctrl-C, or whatever `stoppable` makes equal to it, ends it early, but in good order:
    what is left is told as not run, and there is a footer.
    """
    try:
        team.lead.start()
        with Ear() as ear:
            yield from heard_events(team, verdicts, plan, now, ear)
    except BaseException:
        team.abandon()
        raise
    finally:
        team.stop()


def heard_events(team: Team, verdicts: Verdicts, plan: Plan, now: Callable[[], float], ear: Ear) -> Generator[Event, None, None]:
    """The events of a run that can be interrupted only between them."""
    counts: Counter[str] = Counter()
    told: list[Event] = []
    stopped_by, began = "", now()
    try:
        with ear.undisturbed():
            told.append(header(team, plan, began))
            yield told[0]
        for event in results(team, verdicts, plan):
            with ear.undisturbed():
                counts[event["status"]] += 1
                told.append(event)
                yield event
            if verdicts.interrupt:
                raise verdicts.interrupt
    except KeyboardInterrupt as interrupt:
        stopped_by = signal_number(interrupt).name
    with ear.undisturbed():
        if stopped_by:
            team.abandon()
        for scenario in plan.scenarios[counts.total() :]:
            counts["not-run"] += 1
            yield team.lead.not_run(scenario, "the run was interrupted").event()
        # Where the reference engine itself is checked, it is the scenario that is wrong, and no engine.
        found = None if verdicts.opinion.of_itself else diagnosis_of(told)
        yield footer(team, plan, counts, stopped_by, round(now() - began, 3)) | {"diagnosis": found}


def diagnosis_of(told: Sequence[Event]) -> dict[str, Any] | None:
    """What most probably is wrong with the engine, from the header and the results; None when nothing has failed."""
    if not any(event["failure"] for event in told[1:]):
        return None
    from dhumbal_conformance.diagnosis import diagnose  # which nothing else needs

    return diagnose(told)


def results(team: Team, verdicts: Verdicts, plan: Plan) -> Iterator[Event]:
    """The event of each scenario."""
    for trial in team.trials(plan.scenarios):
        yield verdicts.reach(trial).event()


class Stopped(KeyboardInterrupt):
    """Somebody has asked the program to end, by another way than Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def stop(number: int, _: FrameType | None) -> None:
    """The handler of a signal: whatever is being done ends, in good order."""
    raise Stopped(number)


def signal_number(interrupt: KeyboardInterrupt) -> signal.Signals:
    """The signal that an interrupt came by."""
    return signal.Signals(interrupt.number if isinstance(interrupt, Stopped) else signal.SIGINT)


def in_main_thread() -> bool:
    """Whether this is the thread that hears signals."""
    return threading.current_thread() is threading.main_thread()


@contextmanager
def stoppable() -> Iterator[None]:
    """SIGTERM and SIGHUP end what is done in the block like Ctrl-C; a signal that somebody has had ignored stays ignored."""
    ours = [number for number in ENDING if in_main_thread() and signal.getsignal(number) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


class Ear:
    """Hears the signals that end a run: at once, or, in a block that is not to be disturbed, when that is left.

    No report is cut off within a line then. A signal that somebody else handles, or has had ignored, is left to them.
    """

    def __init__(self) -> None:
        self.busy = False
        self.heard: list[int] = []
        self.handlers: dict[int, Any] = {}
        """Those that were there before."""

    def __enter__(self) -> Ear:
        found = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDING)} if in_main_thread() else {}
        self.handlers = {number: handler for number, handler in found.items() if handler in (signal.default_int_handler, stop)}
        for number in self.handlers:
            signal.signal(number, self.hear)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self.handlers.items():
            signal.signal(number, handler)

    def hear(self, number: int, _: FrameType | None) -> None:
        """The handler of the signals."""
        self.heard.append(number)
        if not self.busy:
            self.interrupt()

    def interrupt(self) -> NoReturn:
        """End what is being done because of the signal heard first."""
        number, self.heard = self.heard[0], []
        raise Stopped(number) if number in ENDING else KeyboardInterrupt

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """An interrupt has to wait until the block is left."""
        self.busy = True
        try:
            yield
        finally:
            self.busy = False
        if self.heard:
            self.interrupt()


def header(team: Team, plan: Plan, started: float) -> Event:
    """What was run on what: the engine, the profile, and the text of every clause that can be tested."""
    runner, session = team.lead, team.lead.start()
    return {
        "type": "header",
        "format": FORMAT,
        "suite": HARNESS["version"],
        "started": round(started, 3),
        "profile": runner.profile.id,
        "engine": session.engine,
        "capabilities": session.capabilities,
        "scenarios": len(plan.scenarios),
        "left_out": runner.left_out,
        "repeat": plan.repeat,
        "clauses": dict(clause_texts(runner.clauses.values(), runner.profile)),
        "untestable": sum(bool(clause.untestable) and applies(clause, runner.profile.parameters) for clause in runner.clauses.values()),
    }


def clause_texts(clauses: Iterable[Clause], profile: Profile) -> Iterator[tuple[str, str]]:
    """Id and text of each clause that the profile has and that can be tested."""
    for clause in clauses:
        if not clause.untestable and applies(clause, profile.parameters):
            yield clause.id, render(clause.text, profile.parameters)


def footer(team: Team, plan: Plan, counts: Counter[str], stopped_by: str, seconds: float) -> Event:
    """How the run ended, which the engines have with it."""
    unclean_exit = team.stop()
    return {
        "type": "footer",
        "counts": dict(counts),
        "complete": not stopped_by,
        "stopped_by": stopped_by,
        "seconds": seconds,
        # An engine that was interrupted cannot be blamed for how it ended.
        "unclean_exit": "" if stopped_by else unclean_exit,
        "noise": team.noise,
        "noise_lines": team.noise_lines,
        "strict_stdout": plan.strict_stdout,
        "unmatched": list(plan.unmatched),
    }


def run_problems(footer: Event) -> list[str]:
    """What is wrong with a run as a whole, whatever its scenarios gave."""
    by = f" by {footer['stopped_by']}" if footer["stopped_by"] not in ("", "SIGINT") else ""
    found = {
        f"the run was interrupted{by}": not footer["complete"],
        f"the engine did not end well: {footer['unclean_exit']}": footer["unclean_exit"],
        f"{noise_text(footer)}, which --strict-stdout does not allow": footer["noise"] and footer["strict_stdout"],
        **{f"an expectation is wrong: {text}": True for text in footer["unmatched"]},
        "no scenario passed": not any(footer["counts"].get(status) for status in ("passed", "expected-failure", "unexpected-pass")),
    }
    return [problem for problem, present in found.items() if present]


def noise_text(footer: Event) -> str:
    """How much noise there was, in words; nothing when there was none."""
    count = footer["noise"]
    return (
        f"{count} line{'s' if count != 1 else ''} on standard output {'were no messages' if count != 1 else 'was no message'}"
        if count
        else ""
    )


def as_expected(footer: Event) -> bool:
    """Whether a run is good: something passed, the rest was known or is not offered, and the engine ended as it should."""
    return set(footer["counts"]) <= set(GOOD) and not run_problems(footer)


def proven(clauses: Iterable[str], results: Iterable[Event]) -> set[str]:
    """The clauses that at least one scenario proves and none contradicts."""
    held: set[str] = set()
    broken: set[str] = set()
    for result in results:
        if result["status"] in ("passed", "unexpected-pass") and result["basis"] == "normative":
            held.update(result["clauses"])
        elif result["failure"] and result["status"] != "invalid-scenario":
            broken.update(result["failure"]["clauses"])
    return (held - broken) & set(clauses)
