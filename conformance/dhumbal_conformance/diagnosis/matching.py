"""Which known wrong engines explain a run's failures best: one of them, or two that are wrong together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from dhumbal_conformance.diagnosis.known import Known
from dhumbal_conformance.diagnosis.marks import Event, face_of, mark_of

FAILED = ("failed", "error", "expected-failure")
ALIKE = 0.5
"""What it counts that a known engine fails the same scenario, but in another way."""
FITS = 0.6
"""From this share on an explanation is worth telling."""
DOUBT = 2
"""By this factor less must be left unexplained by two faults together than by one, which is the simpler explanation."""
ALTERNATIVES = 3
NEAR = 0.1
"""So much more may an alternative leave unexplained."""


class Seen(NamedTuple):
    """What a run has shown: the mark of each scenario that failed, and which passed, of those whose expectation is written down."""

    failed: Mapping[str, str]
    passed: frozenset[str]
    face: int
    profile: str


class Fit(NamedTuple):
    """How well one wrong engine, or two together, explain what was seen. Each scenario is a bit."""

    known: tuple[Known, ...]
    same: int
    """Failed in the same way."""
    alike: int
    """Failed in another way."""
    spared: int
    """Passed, although the wrong engine fails it."""
    failures: int
    """How many failures were seen."""

    @property
    def names(self) -> set[str]:
        """What the wrong engines are called."""
        return {it.name for it in self.known}

    @property
    def share(self) -> float:
        """How much of what was seen or should have been is explained: 1 when the patterns are the same."""
        return (self.same.bit_count() + ALIKE * self.alike.bit_count()) / (self.failures + self.spared.bit_count())

    @property
    def order(self) -> tuple[float, int]:
        """What the best fit has least of: what is left unexplained, with the doubt in it; one fault is better than two."""
        return ((1 - self.share) * DOUBT ** (len(self.known) - 1), len(self.known))

    @property
    def sure(self) -> str:
        """How sure it is, in a word or two; a single failure proves little."""
        if self.share == 1:
            return "certain" if self.failures > 1 else "very likely"
        return next(word for least, word in ((0.9, "very likely"), (0.8, "likely"), (0, "possible")) if self.share >= least)

    @property
    def text(self) -> str:
        """The figures in words."""
        same, alike, spared = self.same.bit_count(), self.alike.bit_count(), self.spared.bit_count()
        whole = "the only failure" if self.failures == 1 else f"all {self.failures} failures"
        parts = [f"explains {whole if same == self.failures else f'{same} of {self.failures} failures'}"]
        parts += [f"fails {alike} more in another way"] if alike else []
        parts += [f"{spared} that it should fail passed" if spared else "every scenario that it should fail did"]
        return ", ".join(parts)


def seen(header: Event, results: Iterable[Event]) -> Seen:
    """What a run has shown."""
    written = [result for result in results if result["basis"] == "normative"]
    failed = {result["id"]: mark_of(result) for result in written if result["status"] in FAILED and result["failure"]}
    passed = frozenset(result["id"] for result in written if result["status"] in ("passed", "unexpected-pass"))
    return Seen(failed, passed, face_of(header["capabilities"]), header["profile"])


def best(known: Sequence[Known], what: Seen) -> list[Fit]:
    """What explains it well enough, the best first."""
    singles = list(fits(known, what))
    pairs = (joined(one, other) for one, other in combinations(singles, 2) if one.same & ~other.same and other.same & ~one.same)
    worth = [fit for fit in (*singles, *pairs) if fit.share >= FITS]
    return sorted(worth, key=lambda fit: fit.order)


def fits(known: Iterable[Known], what: Seen) -> Iterator[Fit]:
    """How each wrong engine fits that fails at least one scenario in the same way."""
    bits = {scenario: 1 << number for number, scenario in enumerate((*what.failed, *what.passed))}
    for it in known:
        same = alike = spared = 0
        for scenario, marks in it.marks.items():
            mark, bit = marks[what.face], bits.get(scenario, 0)
            if mark and scenario in what.failed:
                same, alike = (same | bit, alike) if mark == what.failed[scenario] else (same, alike | bit)
            elif mark:
                spared |= bit
        if same:
            yield Fit((it,), same, alike, spared, len(what.failed))


def joined(one: Fit, other: Fit) -> Fit:
    """Two together: whichever of them goes wrong first in a scenario is seen there."""
    same = one.same | other.same
    return Fit(one.known + other.known, same, (one.alike | other.alike) & ~same, one.spared | other.spared, one.failures)


def diagnosis(known: Sequence[Known], what: Seen) -> dict[str, Any]:
    """What to say of the failures, as the event stream has it: the best explanation, and others."""
    found = best(known, what)
    if not found:
        # One that several rulings reject counts once for each, as in the kill table.
        names = sum(len(it.readings) for it in known)
        text = f"none of the {names} known wrong engines fails like this one, nor do two of them together"
        return {"sure": "", "text": text, "faults": [], "alternatives": []}
    first, *others = found
    near = [fit for fit in others if fit.order[0] <= first.order[0] + NEAR]
    rivals = [fit for fit in near if not first.names <= fit.names][:ALTERNATIVES]
    undecided = {"sure": "undecided"} if rivals and rivals[0].order == first.order else {}
    return told(first, what) | undecided | {"alternatives": [told(fit, what) for fit in rivals]}


def told(fit: Fit, what: Seen) -> dict[str, Any]:
    """One explanation: what the engine seems to do, how sure that is, and the figures."""
    own_first = [sorted(map(dict, it.readings), key=lambda reading: reading["profile"] != what.profile) for it in fit.known]
    return {"sure": fit.sure, "text": fit.text, "faults": own_first}
