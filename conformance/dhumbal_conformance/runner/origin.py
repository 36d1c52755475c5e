"""Which of the scenarios before a failure lead to it: as few of them as can be found in good time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

from dhumbal_conformance.model import Scenario

TRIES = 100
"""So often a failure is tried after some of them, each time in a fresh engine; enough for eight that are needed among some hundred."""

Scenarios = tuple[Scenario, ...]


class Spent(Exception):
    """No more may be tried."""


class Origin:
    """The fewest of the scenarios before a failure that are found to lead to it, by delta debugging.

    They are taken in parts, at first all in one. The largest part is halved, and a half that can be spared is left out, until each part is
    a single scenario. So what is tried gets short early, and hardly any try is lost. At the end none is left that can be spared alone.
    """

    def __init__(self, before: Scenarios, fails_after: Callable[[Scenarios], bool], over: Callable[[], bool]) -> None:
        self.found = before
        """The fewest so far that lead to it."""
        self.fails_after = fails_after
        self.over = over
        """Whether the time is up."""
        self.left = TRIES

    def seek(self, suspects: Scenarios = ()) -> bool:
        """Search, first among the suspects; says whether nothing can be spared of what was found, or the search had to end before."""
        try:
            if suspects:
                self.leads(suspects)
            self.halve()
            while self.spare_one():
                pass
        except Spent:
            return False
        return True

    def halve(self) -> None:
        """Go from halves to single scenarios."""
        parts = [self.found]
        while len(largest := max(parts, key=len)) > 1:
            parts = self.with_halves(parts, parts.index(largest))

    def with_halves(self, parts: list[Scenarios], at: int) -> list[Scenarios]:
        """The parts with one of them in halves; the later half alone is put to the test first, since what comes last counts most."""
        middle = len(parts[at]) // 2
        early, late = parts[at][:middle], parts[at][middle:]
        for half in (late, early):
            fewer = [*parts[:at], half, *parts[at + 1 :]]
            if self.leads(chain.from_iterable(fewer)):
                return fewer
        return [*parts[:at], early, late, *parts[at + 1 :]]

    def spare_one(self) -> bool:
        """Leave out one that is not needed, if there is such a one."""
        found = self.found
        return len(found) > 1 and any(self.leads(found[:at] + found[at + 1 :]) for at in range(len(found)))

    def leads(self, some: Iterable[Scenario]) -> bool:
        """Whether these lead to the failure; then there are no fewer so far."""
        if not self.left or self.over():
            raise Spent
        self.left -= 1
        tried = tuple(some)
        leads = self.fails_after(tried)
        if leads:
            self.found = tried
        return leads
