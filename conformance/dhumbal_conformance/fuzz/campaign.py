"""A campaign: many deals, what came of them, and what is filed of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from dhumbal_conformance.fuzz.filing import Filed
from dhumbal_conformance.fuzz.tally import Finding, Tally

MOST_BROKEN = 20
"""An engine that broke in so many deals in a row is given up."""
MOST_FILED = 20
"""So many kinds of disagreement are filed; the others are only counted."""


@dataclass(slots=True)
class Campaign:
    """What is known so far, and why it stopped, if it was before its end."""

    total: Tally = field(default_factory=Tally)
    filed: list[Filed] = field(default_factory=list)
    given_up: str = ""

    def run(self, tallies: Iterable[Tally], file: Callable[[Finding], Filed]) -> Iterator[Tally]:
        """Add up the tallies as they come, and file each kind of disagreement once; gives the sum after each."""
        for tally in tallies:
            new = [found.first for signature, found in tally.found.items() if signature not in self.total.found]
            self.total.add(tally)
            self.filed += [file(finding) for finding in new[: MOST_FILED - len(self.filed)]]
            yield self.total
            if self.total.broken >= MOST_BROKEN:
                self.given_up = f"the engine broke in {MOST_BROKEN} deals in a row, and was given up"
                return


def numbers(first: int, deals: int | None, seconds: float | None) -> Iterator[int]:
    """The numbers of the deals: so many, or as many as can be begun in this time."""
    end = None if seconds is None else time.monotonic() + seconds
    number = first
    while (deals is None or number < first + deals) and (end is None or time.monotonic() < end):
        yield number
        number += 1
