"""Which scenarios tell which wrong engines from the right one: what the kill table and the pages on coverage are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dhumbal_conformance.diagnosis import known
from dhumbal_conformance.inherit import for_profile
from dhumbal_conformance.model import Suite
from dhumbal_conformance.site.readings import misreadings

FAULTS = "faults"
"""The anchor of those that no ruling speaks of."""


@dataclass(frozen=True, slots=True)
class Kill:
    """A wrong engine, with the scenarios of its rule system that it fails; those first that its ruling names."""

    id: str
    ruling: str
    """The ruling that rejects what it plays; empty for a fault that real programs have."""
    does: str
    clauses: Sequence[str]
    scenarios: Sequence[str]
    equivalent: str = ""
    """Why no scenario can tell it apart, where none can."""

    @property
    def name(self) -> str:
        """What it is called among those of its ruling, or among the faults."""
        return self.id.partition("/")[2]

    @property
    def anchor(self) -> str:
        """Where it stands on the page of its rule system."""
        return self.ruling.lower() or FAULTS


def kills(suite: Suite) -> dict[str, list[Kill]]:
    """The wrong engines of each rule system that has any: by ruling, and then the faults."""
    found: dict[str, list[Kill]] = {profile: [] for profile in suite.profiles}
    for kill, profile in [*told_apart(suite), *equal(suite)]:
        found[profile].append(kill)
    return {profile: sorted(engines, key=lambda it: (not it.ruling, it.id)) for profile, engines in found.items() if engines}


def told_apart(suite: Suite) -> Iterator[tuple[Kill, str]]:
    """The engines of the table that diagnosis rests on, each under every name that it has, with the rule system in which it has it."""
    binding = {
        name: {it.id for it in for_profile(suite, profile, suite.scenarios.values()).normative} for name, profile in suite.profiles.items()
    }
    for engine in known.read():
        for reading in engine.readings:
            if reading["profile"] in binding and reading["ruling"] in {"", *suite.rulings}:
                failed = [name for name in engine.marks if name in binding[reading["profile"]]]
                yield kill(suite, reading, failed), reading["profile"]


def kill(suite: Suite, reading: Mapping[str, Any], failed: Sequence[str]) -> Kill:
    """One entry of the table."""
    ruling = suite.rulings.get(reading["ruling"])
    own = [name for name in ruling.scenarios if name in failed] if ruling else []
    others = [name for name in failed if name not in own]
    return Kill(reading["id"], reading["ruling"], reading["does"], reading["clauses"], [*own, *others])


def equal(suite: Suite) -> Iterator[tuple[Kill, str]]:
    """The rejected readings that make no difference which a scenario could show."""
    for ruling in suite.rulings.values():
        for reading in ruling.readings:
            found = misreadings().get(f"{ruling.id}/{reading.id}")
            if found and found.equivalent:
                yield Kill(found.id, ruling.id, reading.text, ruling.clauses, (), found.equivalent), ruling.profile
