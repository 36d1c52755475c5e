"""How a deal ended: the expected `then` against the engine's `result`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dhumbal_conformance.runner.compare import MISSING, same, same_map


def check_result(then: Mapping[str, Any], result: Mapping[str, Any] | None) -> None:
    """Compare the keys that the scenario names; `ended: none` demands that there is no result yet."""
    found = result if isinstance(result, dict) else {}
    for key in [key for key in ("ended", "caller", "winner") if key in then]:
        same(LABELS[key], None if then[key] == "none" else then[key], found.get(key, None if not found else MISSING))
    if then.get("ended") in ("cap", "dry"):
        same(LABELS["caller"], None, found.get("caller", MISSING))
    for key in [key for key in ("totals", "payments", "deltas") if key in then]:
        same_map(LABELS[key], then[key], found.get(key, MISSING))


LABELS = {
    "ended": "how the deal ended",
    "caller": "the caller",
    "winner": "the winner",
    "totals": "the totals",
    "payments": "the payments",
    "deltas": "the changes of the scores",
}
