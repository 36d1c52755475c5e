"""Which of the scenarios before a failure lead to it: as few of them as can be found in good time."""

from __future__ import annotations

from collections.abc import Callable

from dhumbal_conformance.model import Scenario

TRIES = 100
"""So often a failure is tried after some of them, each time in a fresh engine; enough for eight that are needed among a thousand."""

Scenarios = tuple[Scenario, ...]


class Spent(Exception):
    """No more may be tried."""


class Origin:
    """A smallest part of what came before a failure that leads to it, found by delta debugging.

    An engine may take long to start, so that tries count more than scenarios. Halves come first, which is enough for a single scenario.
    Where neither half leads to the failure, the fewest of the last scenarios are sought that do: the first of these is needed. It is kept,
    and the fewest of the last that do together with it are sought behind it. At the end nothing is left that can be spared alone.
    """

    def __init__(self, before: Scenarios, fails_after: Callable[[Scenarios], bool], over: Callable[[], bool]) -> None:
        self.found = before
        """The fewest so far that lead to it."""
        self.fails_after = fails_after
        self.over = over
        """Whether the time is up."""
        self.left = TRIES

    def seek(self) -> bool:
        """Search, and say whether nothing can be spared of what was found; else the search had to end before it was known."""
        try:
            while self.halve():
                pass
            self.keep_the_needed()
            while self.spare_one():
                pass
        except Spent:
            return False
        return True

    def halve(self) -> bool:
        """Take one half, if that is enough."""
        middle = len(self.found) // 2
        return middle > 0 and (self.leads(self.found[middle:]) or self.leads(self.found[:middle]))

    def keep_the_needed(self) -> None:
        """Keep what is needed, one after the other, until that is enough by itself."""
        kept: Scenarios = ()
        rest = self.found
        while len(kept) < len(self.found):
            start = self.latest_start(kept, rest)
            kept, rest = (*kept, rest[start]), rest[start + 1 :]
            if rest:
                self.leads(kept)

    def latest_start(self, kept: Scenarios, rest: Scenarios) -> int:
        """From where on the rest is just enough, together with what is kept."""
        enough, too_late = 0, len(rest)
        while too_late - enough > 1:
            middle = (enough + too_late) // 2
            if self.leads(kept + rest[middle:]):
                enough = middle
            else:
                too_late = middle
        return enough

    def spare_one(self) -> bool:
        """Leave out one that is not needed, if there is such a one."""
        found = self.found
        return len(found) > 1 and any(self.leads(found[:at] + found[at + 1 :]) for at in range(len(found)))

    def leads(self, some: Scenarios) -> bool:
        """Whether these lead to the failure; then there are no fewer so far."""
        if not self.left or self.over():
            raise Spent
        self.left -= 1
        leads = self.fails_after(some)
        if leads:
            self.found = some
        return leads
