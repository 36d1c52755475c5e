"""An answer against what it must have; the first difference is raised as `Mismatch`, with the clause that demands otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dhumbal_conformance.runner.compare import MISSING, same, same_actions, same_cards, same_map
from dhumbal_conformance.runner.outcome import Mismatch
from dhumbal_conformance.runner.session import Session
from dhumbal_conformance.smoke.asks import JSON, RESULT, Ask

WHOLE = ("totals", "payments", "deltas")
"""Members that have exactly the seats expected, and no other."""


def check(session: Session, ask: Ask, answer: JSON) -> None:
    """Raises `Mismatch` at the first demand that the answer does not meet."""
    for clause, part in ask.demands.items():
        try:
            meet(session, ask, clause, part, answer)
        except Mismatch as mismatch:
            raise Mismatch(mismatch.what, mismatch.expected, mismatch.actual, (clause,)) from mismatch


def meet(session: Session, ask: Ask, clause: str, part: JSON, answer: JSON) -> None:
    """One demand: whether it is accepted, and what the answer has."""
    if "accepted" in part:
        session.check_verdict(answer, None if part["accepted"] else clause, f"the answer to {ask.method}")
    for key, value in told(session, part).items():
        if key != "accepted":
            match(f"the answer to {ask.method}", [key], value, answer.get(key, MISSING))


def told(session: Session, part: JSON) -> JSON:
    """What is expected, without the members of a result that the engine has said it does not tell."""
    kept = {key: told(session, value) if isinstance(value, dict) and key in ("result", "state") else value for key, value in part.items()}
    return {key: value for key, value in kept.items() if key not in RESULT or session.tells(key)}


def match(where: str, path: list[str], expected: Any, actual: Any) -> None:
    """One member, and the members in it."""
    what = f"`{'.'.join(path)}` in {where}"
    if expected is None:
        same(what, None, None if actual is MISSING else actual)
    elif path[-1] in WHOLE:
        same_map(what, expected, actual)
    elif isinstance(expected, Mapping):
        for name, value in expected.items():
            match(where, [*path, name], value, actual.get(name, MISSING) if isinstance(actual, Mapping) else MISSING)
    elif isinstance(expected, tuple):
        (same_actions if path[-1] == "actions" else same_cards)(what, expected, actual)
    else:
        same(what, expected, actual)
