"""Reports: each is made from the event stream alone, so that a stored run can be shown again in another form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

Event = dict[str, Any]


class Report(Protocol):
    """Something that hears every event of a run."""

    def hear(self, event: Event) -> None:
        """Take in one event; the footer comes last."""
        ...


class BadReport(Exception):
    """A report is none that there is, or cannot be written; the message says which and why."""


def tell(events: Iterable[Event], reports: Iterable[Report]) -> Event:
    """Let every report hear every event, and return the footer."""
    listeners = list(reports)
    footer: Event = {}
    for footer in events:
        for report in listeners:
            report.hear(footer)
    return footer
