"""What becomes of a scenario under the readings that a ruling rejects: each is played by its wrong engine until it differs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.misreadings import Misreading, all_misreadings
from dhumbal_conformance.model import Ruling, Scenario, Suite
from dhumbal_conformance.runner.outcome import Failure
from dhumbal_conformance.runner.recording import Recorder, outcome


@dataclass(frozen=True, slots=True)
class Played:
    """What a rejected reading makes of a scenario: where it first differs from the rule, if it does, and how the deal ends with it."""

    differs: Failure | None
    result: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Trial:
    """A scenario that tells the readings of a ruling apart, with what each rejected one makes of it."""

    scenario: Scenario
    played: Mapping[str, Played]

    @property
    def apart(self) -> int:
        """How many readings it tells from the rule."""
        return sum(played.differs is not None for played in self.played.values())


def trial_of(suite: Suite, ruling: Ruling) -> Trial | None:
    """The first scenario of a ruling that tells all its rejected readings from the rule, or else the one that tells most."""
    engines = {reading.id: engine(suite, ruling, reading.id) for reading in ruling.readings if reading.id != ruling.ruling}
    playable = {name: found for name, found in engines.items() if found}
    best: Trial | None = None
    for scenario in (suite.scenarios[name] for name in ruling.scenarios if name in suite.scenarios):
        trial = Trial(scenario, {name: play(found, scenario) for name, found in playable.items()})
        if trial.apart > (best.apart if best else 0):
            best = trial
        if best and best.apart == len(playable):
            break
    return best


def play(found: Recorder, scenario: Scenario) -> Played:
    """What comes of a scenario."""
    result, exchanges = found.record(scenario)
    return Played(result.failure, outcome(exchanges))


def engine(suite: Suite, ruling: Ruling, reading: str) -> Recorder | None:
    """What plays by a rejected reading; nothing does where no scenario could tell it apart."""
    found = misreadings().get(f"{ruling.id}/{reading}")
    if found is None or found.wrong is None:
        return None
    return Recorder(suite.profiles[ruling.profile], suite.clauses, connector=PythonConnector(found.engine()))


@cache
def misreadings() -> dict[str, Misreading]:
    """The wrong engines by ruling and reading."""
    return {misreading.id: misreading for misreading in all_misreadings()}
