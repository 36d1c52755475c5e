"""How a deal ended: the expected `then` against the engine's `result`, as far as the engine tells it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from dhumbal_conformance.runner.compare import MISSING, same, same_map
from dhumbal_conformance.runner.outcome import Unsupported
from dhumbal_conformance.runner.session import Session


def check_result(session: Session, then: Mapping[str, Any], result: Mapping[str, Any] | None) -> None:
    """Compare the keys that the scenario names, then raise `Unsupported` if the engine does not tell one of them."""
    no_result = then.get("ended") == "none" and any(map(session.tells, LABELS))
    told = {key: value for key, value in then.items() if session.tells(key) or (key == "ended" and no_result)}
    found = result if isinstance(result, dict) else {}
    for key in [key for key in ("ended", "caller", "winner") if key in told]:
        same(LABELS[key], None if told[key] == "none" else told[key], found.get(key, None if not found else MISSING))
    if then.get("ended") in ("cap", "dry") and session.tells("caller"):
        same(LABELS["caller"], None, found.get("caller", MISSING))
    for table in [table for table in ("totals", "payments", "deltas") if table in told]:
        same_map(LABELS[table], told[table], found.get(table, MISSING))
    check_all_told(then, told)


def known(result: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The members of a result that the protocol knows."""
    return None if result is None else {key: result[key] for key in LABELS if key in result}


def check_all_told(wanted: Collection[str], told: Collection[str]) -> None:
    """Raise `Unsupported` where a member of a result could not be compared: what was told has been, and was right."""
    untold = [f"`{key}`" for key in LABELS if key in wanted and key not in told]
    if untold:
        compared = ", ".join(f"`{key}`" for key in LABELS if key in told)
        more = f"; {compared} compared and right" if compared else ""
        raise Unsupported(f"the engine's results do not tell {', '.join(untold)}{more}")


LABELS = {
    "ended": "how the deal ended",
    "caller": "the caller",
    "winner": "the winner",
    "totals": "the totals",
    "payments": "the payments",
    "deltas": "the changes of the scores",
}
