"""The table of misreadings: which scenarios tell each wrong engine from the right one."""

from __future__ import annotations

import gc
import multiprocessing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext
from typing import Any

from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.diagnosis.known import Known
from dhumbal_conformance.diagnosis.marks import FACES, Face, mark_of
from dhumbal_conformance.inherit import for_profile
from dhumbal_conformance.misreadings import Misreading, all_misreadings
from dhumbal_conformance.model import Profile, Ruling, Scenario, Suite
from dhumbal_conformance.reference import JSON
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.runner.outcome import Result

Marks = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Row:
    """A misreading, with what the suite says of it."""

    misreading: Misreading
    ruling: Ruling | None
    profile: str
    """The rule system under which it shows."""
    marks: Marks
    """The scenarios that it fails, each with the mark of the failure by face."""

    @property
    def does(self) -> str:
        """What the engine does wrong."""
        return text_of(self.misreading, self.ruling)

    @property
    def decisive(self) -> list[str]:
        """The scenarios that tell it apart, first those that the ruling itself names."""
        own = [scenario for scenario in (self.ruling.scenarios if self.ruling else ()) if scenario in self.marks]
        return [*own, *(scenario for scenario in self.marks if scenario not in own)]

    @property
    def survives(self) -> bool:
        """Whether there is a wrong engine that passes everything."""
        return not self.misreading.equivalent and not self.marks

    @property
    def reading(self) -> dict[str, Any]:
        """What the table keeps of it."""
        ruling = self.ruling
        return {
            "id": self.misreading.id,
            "profile": self.profile,
            "ruling": ruling.id if ruling else "",
            "question": ruling.question if ruling else "",
            "title": ruling.title if ruling else "",
            "does": self.does,
            "clauses": list(ruling.clauses if ruling else self.misreading.clauses),
        }


class Faced:
    """An engine that declares less than it can do."""

    def __init__(self, engine: object, face: Face) -> None:
        self.engine = engine
        self.face = face

    def initialize(self, **params: Any) -> JSON:
        """What the engine says of itself, without what is not to be seen."""
        said: JSON = self.engine.initialize(**params)  # type: ignore[attr-defined]
        codes, views = self.face
        return said | {"capabilities": said["capabilities"] | {"codes": codes, "observe": list(views)}}

    def __getattr__(self, name: str) -> Any:
        return getattr(self.engine, name)


def text_of(misreading: Misreading, ruling: Ruling | None) -> str:
    """What a misreading does, in the ruling's words or its own."""
    if ruling is None:
        return misreading.text
    return next(reading.text for reading in ruling.readings if reading.id == misreading.reading)


def ruling_of(misreading: Misreading, suite: Suite) -> Ruling | None:
    """The ruling that rejects it; a fault has none."""
    return suite.rulings[misreading.ruling] if misreading.ruling else None


def profile_of(misreading: Misreading, suite: Suite) -> Profile:
    """The rule system under which it shows."""
    ruling = ruling_of(misreading, suite)
    return suite.profiles[ruling.profile if ruling else misreading.profile]


def unwritten(suite: Suite) -> list[str]:
    """The rejected readings that there is neither a wrong engine for nor a word on why there can be none."""
    written = {misreading.id for misreading in all_misreadings()}
    rejected = (f"{it.id}/{reading.id}" for it in suite.rulings.values() for reading in it.readings if reading.id != it.ruling)
    return [reading for reading in rejected if reading not in written]


def idle(rows: Iterable[Row]) -> list[tuple[str, str]]:
    """The rulings, each with a scenario that it names and that decides nothing, where all readings that it rejects are among the rows."""
    together: dict[str, list[Row]] = {}
    for row in rows:
        if row.ruling:
            together.setdefault(row.ruling.id, []).append(row)
    return [(name, scenario) for name, same in together.items() for scenario in alike(same)]


def alike(rows: Sequence[Row]) -> list[str]:
    """The scenarios named by the ruling of these rows that come out as they should under every reading that it rejects."""
    ruling = rows[0].ruling
    assert ruling is not None
    rejected = {reading.id for reading in ruling.readings} - {ruling.ruling}
    if not rejected <= {row.misreading.reading for row in rows}:
        return []
    return [scenario for scenario in ruling.scenarios if not any(scenario in row.marks for row in rows)]


def marks_of(misreading: Misreading, suite: Suite, scenarios: Sequence[Scenario]) -> Marks:
    """The scenarios that a misreading fails. With less to be seen only those can fail that fail when everything is."""
    if misreading.wrong is None:
        return {}
    everything = [result for result in run(misreading, suite, FACES[0], scenarios) if result.failure]
    marks = {result.id: [mark_of(result.event())] * len(FACES) for result in everything}
    for number, face in enumerate(FACES[1:], 1):
        unsure = {result.id for result in everything if rests_on_more(result, face)}
        again = run(misreading, suite, face, [scenario for scenario in scenarios if scenario.id in unsure])
        for result in again:
            # What an engine cannot be asked for is not compared either.
            if result.status != "unsupported":
                marks[result.id][number] = mark_of(result.event()) if result.failure else ""
    return marks


def run(misreading: Misreading, suite: Suite, face: Face, scenarios: Iterable[Scenario]) -> list[Result]:
    """What comes of the scenarios when so much of a misreading can be seen."""
    runner = Runner(lambda: PythonConnector(Faced(misreading.engine(), face)), profile_of(misreading, suite), suite.clauses, abort_after=0)
    return list(runner.run(scenarios))


def rests_on_more(result: Result, face: Face) -> bool:
    """Whether a failure may look different, or not be seen, when only so much can be seen."""
    assert result.failure is not None
    codes, views = face
    named = result.failure.expected.startswith("refused") and result.failure.actual.startswith("refused")
    viewed = result.level == "secrecy" or " sees " in result.failure.what or " is shown" in result.failure.what
    return (not codes and named) or ("player" not in views and viewed) or ("referee" not in views and result.level in ("play", "secrecy"))


class Workshop:
    """Runs the misreadings of a suite, several at a time where the system can split a program in two."""

    def __init__(self, suite: Suite, misreadings: Sequence[Misreading]) -> None:
        self.suite = suite
        self.misreadings = misreadings
        self.normative = cache(self._normative)

    def rows(self, jobs: int) -> Iterator[Row]:
        """One row for each misreading, in their order."""
        found = map(self.marks, range(len(self.misreadings))) if jobs == 1 else self.split(jobs)
        for misreading, marks in zip(self.misreadings, found, strict=True):
            yield Row(misreading, ruling_of(misreading, self.suite), profile_of(misreading, self.suite).id, marks)

    def split(self, jobs: int) -> Iterator[Marks]:
        """The marks of each, worked out by several processes that have the suite from this one."""
        numbers, context = range(len(self.misreadings)), multiprocessing.get_context("fork")
        # What is there before the split is nobody's garbage; looking for it would copy all of it.
        gc.collect()
        gc.freeze()
        hears = [self.begin(context, numbers[first::jobs]) for first in range(jobs)]
        for number in numbers:
            yield hears[number % jobs].recv()

    def begin(self, context: ForkContext, numbers: Sequence[int]) -> Connection:
        """Let another process work out the marks of these; they come out of what is returned."""
        hear, tell = context.Pipe(duplex=False)
        context.Process(target=self.tell_all, args=(tell, numbers), daemon=True).start()
        tell.close()
        return hear

    def tell_all(self, tell: Connection, numbers: Sequence[int]) -> None:
        """What the other process does."""
        for number in numbers:
            tell.send(self.marks(number))

    def marks(self, number: int) -> Marks:
        """The marks of one."""
        misreading = self.misreadings[number]
        return marks_of(misreading, self.suite, self.normative(profile_of(misreading, self.suite).id))

    def _normative(self, profile: str) -> list[Scenario]:
        return for_profile(self.suite, self.suite.profiles[profile], self.suite.scenarios.values()).normative


def known(rows: Iterable[Row]) -> list[Known]:
    """What the table keeps for diagnosis: every engine once, with all its names, and the marks of all its profiles."""
    names: dict[object, list[Row]] = {}
    for row in rows:
        if row.misreading.wrong is not None:
            names.setdefault(row.misreading.wrong, []).append(row)
    return [Known(tuple(row.reading for row in same), merged(row.marks for row in reversed(same))) for same in names.values()]


def merged(marks: Iterable[Mapping[str, Sequence[str]]]) -> dict[str, Sequence[str]]:
    """The marks of several runs; where two have one scenario, that of the run named last."""
    found: dict[str, Sequence[str]] = {}
    for some in marks:
        found.update(some)
    return found
