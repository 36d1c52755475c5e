"""Wrong engines: every reading that a ruling rejects, and the faults that real programs have.

Each is the reference engine with one thing changed. The suite must tell each of them from the right engine. One chapter of the rules, one
module here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from dhumbal import Profile, Rules

from dhumbal_conformance.reference import ReferenceEngine

CANONICAL = "nepali-games"
Wrong = type[Rules] | type[ReferenceEngine]
W = TypeVar("W", bound=Wrong)

CHAPTERS = ("setup", "cards", "deal", "turn", "call", "draw", "discard", "refill", "settlement", "cap", "series", "information")
FAULTS = ("actions", "cards", "piles", "settling", "series", "sight")
"""The modules with misreadings, and those of the package `faults`."""


@dataclass(frozen=True, slots=True)
class Misreading:
    """One wrong engine. Of a rejected reading `ruling` and `reading` are the ids; of a fault `ruling` is empty and `reading` its name."""

    ruling: str
    reading: str
    wrong: Wrong | None
    text: str = ""
    """What the engine does wrong, in one sentence; of a reading the ruling says it."""
    clauses: tuple[str, ...] = ()
    """The clauses that a fault breaks; of a reading the ruling says them."""
    profile: str = ""
    """The rule system under which a fault shows; of a reading the ruling says it."""
    equivalent: str = ""
    """Why no scenario can tell it from the right engine, where none can; there is no engine then."""

    @property
    def id(self) -> str:
        """`NG-50/caller-left`, or `fault/card-not-held`."""
        return f"{self.ruling or 'fault'}/{self.reading}"

    def engine(self) -> ReferenceEngine:
        """The wrong engine, ready to be asked."""
        assert self.wrong is not None
        return ReferenceEngine(self.wrong) if issubclass(self.wrong, Rules) else self.wrong()


_FOUND: dict[str, Misreading] = {}


def misreads(ruling: str, reading: str) -> Callable[[W], W]:
    """Say that a class plays by a reading that the ruling rejects."""

    def enter(wrong: W) -> W:
        _enter(Misreading(ruling, reading, wrong))
        return wrong

    return enter


def played_with(ruling: str, reading: str, **parameters: Any) -> None:
    """Say that a reading that the ruling rejects is the same game with these values of its parameters."""

    misreads(ruling, reading)(with_parameters(tuple(sorted(parameters.items()))))


@cache
def with_parameters(parameters: tuple[tuple[str, Any], ...]) -> type[Rules]:
    """The rules with these values of the parameters, whatever the profile says; the same class for the same values."""

    class PlayedWith(Rules):
        def __init__(self, profile: Profile) -> None:
            super().__init__(profile._replace(**dict(parameters)))

    return PlayedWith


def equivalent(ruling: str, reading: str, because: str) -> None:
    """Say that playing by a rejected reading makes no difference that a scenario could show, and why."""
    _enter(Misreading(ruling, reading, None, equivalent=because))


def fault(name: str, clauses: Iterable[str], profile: str = CANONICAL) -> Callable[[W], W]:
    """Say that a class has a fault that real programs have; its docstring says which, and it shows under that rule system."""

    def enter(wrong: W) -> W:
        _enter(Misreading("", name, wrong, wrong.__doc__ or "", tuple(clauses), profile))
        return wrong

    return enter


def _enter(misreading: Misreading) -> None:
    assert misreading.id not in _FOUND, f"{misreading.id} is there twice"
    _FOUND[misreading.id] = misreading


def all_misreadings() -> list[Misreading]:
    """Every misreading, chapter by chapter."""
    for module in (*CHAPTERS, *(f"faults.{name}" for name in FAULTS)):
        import_module(f"{__name__}.{module}")
    return list(_FOUND.values())
