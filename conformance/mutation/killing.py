"""Plays every scenario on a mutant, in a process of its own, until one does not come out as written."""

from __future__ import annotations

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import ModuleType

from dhumbal_conformance import data
from dhumbal_conformance.connectors.python import REFERENCE, from_spec
from dhumbal_conformance.model import Scenario, Suite
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.suite import load_suite

from mutation.mutants import Mutant

SECONDS = 4
"""Of computing. Playing every scenario takes about one; a mutant that takes so long does not end."""
MEMORY = 1 << 29
"""Bytes; a mutant that needs more heaps something up without end."""
NOTHING = "none"
"""What a process says in place of a scenario when all of them came out as written."""


class MutantFinder(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Lets the engine's own import of a module find the mutant."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> importlib.machinery.ModuleSpec | None:
        """The mutant, where its module is asked for."""
        return importlib.util.spec_from_loader(name, self, is_package=False) if name == f"dhumbal.{self.mutant.module}" else None

    def get_source(self, fullname: str) -> str:
        """The module as changed."""
        return self.mutant.source


@dataclass(slots=True)
class Hunt:
    """The scenarios, in the order in which they are tried; one that has killed a mutant of a module is tried first on the next of it."""

    suite: Suite
    killers: dict[str, dict[str, None]] = field(default_factory=dict)
    """Ids of scenarios by module, the last to have killed one of its mutants last."""

    def order(self, mutant: Mutant) -> list[Scenario]:
        """All scenarios of all rule systems, the likeliest to kill the mutant first."""
        likely = [*self.killers.get(mutant.module, ())][::-1]
        return [self.suite.scenarios[name] for name in dict.fromkeys((*likely, *self.suite.scenarios))]

    def start(self, mutant: Mutant) -> tuple[int, int]:
        """Begin to play on a mutant, in a copy of this process; returns its number, and the pipe that will say which scenario killed it."""
        scenarios = self.order(mutant)
        answer, pipe = os.pipe()
        process = os.fork()
        if process:
            os.close(pipe)
            return process, answer
        try:
            os.write(pipe, self.killer(mutant, scenarios).encode())
        finally:
            os._exit(0)

    def killer(self, mutant: Mutant, scenarios: Iterable[Scenario]) -> str:
        """The id of the first scenario that does not come out as written, or `none`."""
        gc.disable()
        # Python wonders at some of the mutants.
        warnings.simplefilter("ignore", SyntaxWarning)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        sys.meta_path.insert(0, MutantFinder(mutant))
        connect = partial(from_spec, REFERENCE)
        runners = {profile.id: Runner(connect, profile, self.suite.clauses) for profile in self.suite.profiles.values()}
        return next((scenario.id for scenario in scenarios if runners[scenario.profile].check(scenario).status != "passed"), NOTHING)

    def learn(self, mutant: Mutant, answer: int) -> bool:
        """Remember what killed a mutant; says whether anything did. A process that was stopped says nothing, and was killed."""
        with open(answer) as pipe:
            killer = pipe.read()
        if killer in self.suite.scenarios:
            killers = self.killers.setdefault(mutant.module, {})
            killers.pop(killer, None)
            killers[killer] = None
        return killer != NOTHING


def killed(mutants: Iterable[Mutant], jobs: int) -> Iterator[tuple[Mutant, bool]]:
    """Each mutant, and whether a scenario killed it, as they are done; so many are played at a time."""
    assert "dhumbal" not in sys.modules, "the mutants' processes must import the engine themselves"
    hunt = Hunt(whole_suite())
    running: dict[int, tuple[Mutant, int]] = {}
    for mutant in mutants:
        if len(running) == jobs:
            yield done(hunt, running)
        process, answer = hunt.start(mutant)
        running[process] = mutant, answer
    while running:
        yield done(hunt, running)


def done(hunt: Hunt, running: dict[int, tuple[Mutant, int]]) -> tuple[Mutant, bool]:
    """The next mutant whose process ends, and whether it was killed."""
    process, _ = os.wait()
    mutant, answer = running.pop(process)
    return mutant, hunt.learn(mutant, answer)


def whole_suite() -> Suite:
    """Everything that is shipped, with the examples of house profiles."""
    return load_suite([data.scenarios(), data.root() / "docs" / "house-profiles"], validate=False)
