"""How a failure is remembered: a short mark that two engines share when they go wrong in the same way."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

Event = Mapping[str, Any]
Face = tuple[bool, tuple[str, ...]]

FACES: tuple[Face, ...] = tuple(product((True, False), (("referee", "player"), ("referee",), ())))
"""What an engine shows, as far as it decides where a fault is seen first: whether it names clauses, and whose views there are."""
PILES = ("pile", "the discard pile", "the cards discarded")
"""What the order of the cards belongs to; everywhere else engines may name them in any."""
DIGITS = 6


def face_of(capabilities: Mapping[str, Any]) -> int:
    """The number of the face that is most like what an engine declares."""
    views = capabilities.get("observe", ())
    shown = ("referee", "player") if {"referee", "player"} <= set(views) else ("referee",) if "referee" in views else ()
    return FACES.index((bool(capabilities.get("codes")), shown))


def mark_of(result: Event) -> str:
    """The mark of a failure, from a result as the event stream has it: what was compared, what was expected, and what came."""
    if broke(result):
        # Every language says in its own words how a program broke.
        return digest(["broke"])
    failure = result["failure"]
    what, expected, actual = (str(failure[key]) for key in ("what", "expected", "actual"))
    if expected == "accepted" and actual.startswith("refused"):
        # For which clause is the engine's own affair, and not every engine names one.
        actual = "refused"
    if not what.startswith(PILES):
        expected, actual = in_any_order(expected), in_any_order(actual)
    return digest([what, expected, actual])


def broke(result: Event) -> bool:
    """Whether the engine itself broke, and did not just give another answer than the rules."""
    return result["status"] == "error" or (result["status"] == "expected-failure" and result["kind"] not in ("", "leak"))


def in_any_order(words: str) -> str:
    """The words without their order."""
    return " ".join(sorted(words.replace(",", " ").split()))


def digest(parts: Sequence[str]) -> str:
    """A few digits that stand for these texts."""
    return hashlib.sha256("\n".join(parts).encode(errors="replace")).hexdigest()[:DIGITS]
