"""What an engine most probably does wrong: the pattern of its failures against those of engines whose fault is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dhumbal_conformance.diagnosis.known import read
from dhumbal_conformance.diagnosis.matching import diagnosis, seen


def diagnose(events: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """What to say of a run's failures, from its header and results; None when there are none. Only then is the table read."""
    what = seen(events[0], events[1:]) if events else None
    return diagnosis(read(), what) if what and what.failed else None
