"""How much of an engine's own words a report carries: it stays a file that can be opened, however many failures there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dhumbal_conformance.reports import Event
from dhumbal_conformance.reports.run import Run
from dhumbal_conformance.runner.outcome import beginning, ending

ALL, EACH, LEAST = 1_000_000, 16_000, 300
"""Characters in all, and of one text at most; when all are used up, every further failure has still so many of each of its texts."""

CUTS = {"what": beginning, "expected": beginning, "actual": beginning, "evidence": ending}
"""What a failure has of an engine's words, and which part of it matters most."""


def bounded(run: Run) -> Run:
    """The run with the words of its failures cut, those of the first ones least; what is left out is said in their place."""
    return Run(run.header, list(cut(run.results)), run.footer)


def cut(results: Iterable[Event]) -> Iterator[Event]:
    """The results, with as many words as there is room for."""
    room = ALL
    for result in results:
        failure, most = result["failure"] or {}, max(LEAST, min(EACH, room))
        words = {name: part(failure[name], most) for name, part in CUTS.items() if failure}
        room -= sum(map(len, words.values()))
        yield {**result, "failure": {**failure, **words}} if failure else result
