"""The first minutes of writing an adapter: a few exchanges, level by level, up to the first one that fails."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Literal

from dhumbal_conformance.connectors import EngineError, EngineFault
from dhumbal_conformance.model import Clause, Profile
from dhumbal_conformance.runner.outcome import Mismatch
from dhumbal_conformance.runner.session import Session
from dhumbal_conformance.smoke.asks import PROFILE
from dhumbal_conformance.smoke.levels import BETWEEN, HANDSHAKE, PROCESS, SHUTDOWN, Level
from dhumbal_conformance.smoke.process import BadProcess, check_process
from dhumbal_conformance.smoke.talk import Streams, Talk
from dhumbal_conformance.smoke.visit import lacking, visit

FAULTS = {
    "timeout": "Most often the answer stays in a buffer: flush standard output after each line, and end each with a line feed.",
    "crash": "The program ended instead of answering. What it wrote to standard error stands above, if it wrote anything.",
    "garbage": "Each answer is one JSON object on one line, in UTF-8.",
    "protocol": "An answer carries the id of its request, and either a result or an error; what is in a result stands in the page below.",
    "internal": "Something broke inside the engine; a program had best write the whole exception to standard error.",
    "startup": "The answer to initialize says who the engine is and what it offers; the page below has a whole one.",
}
"""What to look at first, by the kind of what broke."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a level failed: what came instead of what was expected, the clause that demands it, and what to do."""

    what: str
    expected: str = ""
    actual: str = ""
    clause: str = ""
    hint: str = ""
    errors: str = ""
    """The last that the engine said beside its answers."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one level. `note` says what was passed over and why, or who the engine is; `lines` is the exchange."""

    level: Level
    status: Literal["passed", "failed", "passed over"]
    note: str = ""
    lines: tuple[str, ...] = ()
    trouble: Trouble | None = None


class Smoke:
    """One engine on its way up the levels. `connect` starts it; raises `EngineFault` when it cannot be started."""

    def __init__(self, connect: Callable[[], Talk], profile: Profile, clauses: Mapping[str, Clause]) -> None:
        self.connect = connect
        self.profile = profile
        self.clauses = clauses

    def run(self) -> Generator[Outcome, None, None]:
        """Level after level; the last one told is the first that failed. The engine is ended, however this ends."""
        with closing(self.connect()) as talk:
            first = self.attempt(PROCESS, talk, lambda: self.process(talk))
        yield first
        if first.status != "failed":
            with closing(self.connect()) as talk:
                yield from self.climb(talk)

    def process(self, talk: Talk) -> str:
        """Level 0: the program as such. An object in this process is none."""
        if isinstance(talk, Streams):
            check_process(talk)
            return ""
        raise PassedOver("it is called in process, without streams")

    def climb(self, talk: Talk) -> Generator[Outcome, None, None]:
        """The levels from the handshake on, all with one running engine."""
        met: list[Session] = []
        steps: list[tuple[Level, Callable[[], str]]] = [(HANDSHAKE, lambda: self.shake_hands(talk, met))]
        steps += [(level, partial(self.level, level, met)) for level in BETWEEN]
        steps += [(SHUTDOWN, lambda: self.shut_down(talk))]
        for level, step in steps:
            talk.lines.clear()
            outcome = self.attempt(level, talk, step)
            yield outcome
            if outcome.status == "failed":
                return

    def shake_hands(self, talk: Talk, met: list[Session]) -> str:
        """Level 1: who the engine is, and what it offers."""
        session = Session(talk, self.profile, self.clauses)
        met.append(session)
        offered = [
            f"{name} {'+'.join(map(str, value))}" if isinstance(value, list) else name
            for name, value in session.capabilities.items()
            if value
        ]
        return f"{session.engine.get('name', 'an engine without a name')}: {', '.join(offered)}"

    def level(self, level: Level, met: list[Session]) -> str:
        """Levels 2 to 7: exchanges by the rules of one profile."""
        session = met[0]
        if self.profile.id != PROFILE:
            raise PassedOver(f"its exchanges are those of {PROFILE}")
        if not {"*", PROFILE} & set(session.plays):
            others = f"; try --profile {session.plays[0]}" if session.plays else ""
            raise PassedOver(f"not offered; `profiles` has neither {PROFILE} nor *{others}")
        if missing := [need for need in level.needs if lacking(session, need)]:
            raise PassedOver(f"not offered; to have it checked, fill in and declare: {', '.join(missing)}")
        return visit(session, level)

    def shut_down(self, talk: Talk) -> str:
        """Level 8: the end."""
        if wrong := talk.shut_down():
            raise BadProcess(
                "the end", "an answer to shutdown, then exit code 0 within 2 s", wrong, "After the answer, leave the loop and exit."
            )
        noise = talk.noise if isinstance(talk, Streams) else 0
        if noise == 1:
            return "1 line on standard output was no answer; it belongs on standard error"
        return f"{noise} lines on standard output were no answers; they belong on standard error" if noise else ""

    def attempt(self, level: Level, talk: Talk, step: Callable[[], str]) -> Outcome:
        """Do one level, and turn whatever goes wrong in it into its outcome."""
        try:
            return Outcome(level, "passed", step())
        except PassedOver as over:
            return Outcome(level, "passed over", str(over))
        except (BadProcess, Mismatch, EngineError, EngineFault) as problem:
            return Outcome(level, "failed", "", tuple(talk.lines), trouble(level, problem, talk.errors()))


class PassedOver(Exception):
    """A level is passed over; the message says why."""


def trouble(level: Level, problem: Exception, errors: str) -> Trouble:
    """A problem in words."""
    match problem:
        case BadProcess():
            return Trouble(problem.what, problem.expected, problem.actual, "", problem.hint, errors)
        case Mismatch():
            return Trouble(problem.what, problem.expected, problem.actual, "".join(problem.clauses), level.hint, errors)
        case EngineError():
            promise = "What is declared must be answered: do so, or take it out of the capabilities."
            return Trouble("the last answer", "a result", f"the error {problem}", "", promise, errors)
        case EngineFault():
            return Trouble(problem.detail, hint=FAULTS[problem.kind], errors=errors)
    raise problem
