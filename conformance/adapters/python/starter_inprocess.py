"""A starter for an engine that is called in process: it answers what can be asked of cards alone. YOUR ENGINE marks the places for yours.

dhumbal smoke --engine python:starter_inprocess:Engine
"""

from __future__ import annotations

import platform
from typing import Any

JSON = dict[str, Any]

PACK = {rank + suit: min(points, 10) for suit in "SHDC" for points, rank in enumerate("A23456789TJQK", start=1)}
"""Every card by its name in the protocol, with its points."""


class Engine:
    """Has a method for each method of the protocol that it answers; each takes the params by name and returns the result.

    An exception is a fault in the engine. A broken rule is none: it is the result `{"accepted": False}`.
    """

    def initialize(self, **_: Any) -> JSON:
        """Say who this is, which rule systems it plays, and what it can do."""
        return {
            "protocol": 1,
            "engine": {"name": "my-engine", "version": "0.1.0", "language": f"Python {platform.python_version()}"},
            "layer": "core",
            "profiles": ["nepali-games"],
            # YOUR ENGINE: what is left out here is not asked for. Add settle, apply, load, observe … as the methods come.
            "capabilities": {"judge": True},
        }

    def judge(self, question: JSON, **_: Any) -> JSON:
        """Judge cards alone. YOUR ENGINE: ask it in place of each expression."""
        cards = question["cards" if question["type"] == "discard" else "hand"]
        total = sum(PACK[card] for card in cards)
        if question["type"] == "hand":
            return {"total": total}
        if question["type"] == "call":
            return {"accepted": total <= 5}
        return {"accepted": len(set(cards)) == len(cards) and len({rank for rank, _ in cards}) == 1}

    # YOUR ENGINE: settle, new, load, apply, observe, legal, takeable, series, end.

    def shutdown(self) -> JSON:
        """Nothing is open that would have to be closed."""
        return {}
