"""A starter for an adapter in Python: it answers what can be asked of cards alone. Put your engine in the places marked YOUR ENGINE.

dhumbal smoke -- python starter.py
"""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable
from typing import Any

JSON = dict[str, Any]

CAPABILITIES = {
    # YOUR ENGINE: what is left out here is not asked for. Add settle, apply, load, observe … as METHODS comes to answer them.
    "judge": True,
}

PACK = {rank + suit: min(points, 10) for suit in "SHDC" for points, rank in enumerate("A23456789TJQK", start=1)}
"""Every card by its name in the protocol, with its points."""


class Failed(Exception):
    """A request that cannot be dealt with: the error's code and its message. A broken rule is none: it is a result."""


def initialize(**_: Any) -> JSON:
    """Say who this is, which rule systems it plays, and what it can do."""
    engine = {"name": "my-engine", "version": "0.1.0", "language": f"Python {sys.version.split()[0]}"}
    return {"protocol": 1, "engine": engine, "layer": "core", "profiles": ["nepali-games"], "capabilities": CAPABILITIES}


def judge(question: JSON, **_: Any) -> JSON:
    """Judge cards alone. YOUR ENGINE: ask it in place of each expression."""
    cards = question["cards" if question["type"] == "discard" else "hand"]
    total = sum(PACK[card] for card in cards)
    if question["type"] == "hand":
        return {"total": total}
    if question["type"] == "call":
        return {"accepted": total <= 5}
    return {"accepted": len(set(cards)) == len(cards) and len({rank for rank, _ in cards}) == 1}


METHODS: dict[str, Callable[..., JSON]] = {
    "initialize": initialize,
    "judge": judge,
    # YOUR ENGINE: settle, new, load, apply, observe, legal, takeable, series, end. Each takes the params by name and returns the result.
    "shutdown": lambda **_: {},
}


def call(method: object, params: object) -> JSON:
    """Have the method answered; what makes no sense is an error."""
    if not isinstance(method, str) or not isinstance(params, dict):
        raise Failed("bad_params", "a request has an id, a method and params")
    if method not in METHODS:
        raise Failed("unknown_method", method)
    try:
        return METHODS[method](**params)
    except (LookupError, TypeError, ValueError) as error:
        traceback.print_exc()
        raise Failed("bad_params", repr(error)) from error
    except Exception as error:
        traceback.print_exc()
        raise Failed("internal", repr(error)) from error


def read(line: bytes) -> JSON:
    """The request in a line; an empty one for what is no request."""
    try:
        request = json.loads(line.decode())
    except (ValueError, RecursionError):
        return {}
    return request if isinstance(request, dict) else {}


def answer(request: JSON) -> JSON:
    """The response to a request, under its id."""
    try:
        return {"id": request.get("id"), "result": call(request.get("method"), request.get("params"))}
    except Failed as failed:
        return {"id": request.get("id"), "error": {"code": failed.args[0], "message": failed.args[1]}}


def main() -> None:
    """Answer line after line, until asked to shut down or until standard input ends."""
    responses = sys.stdout.buffer
    # A forgotten print() goes to standard error, where it does no harm.
    sys.stdout = sys.stderr
    for line in sys.stdin.buffer:
        request = read(line)
        responses.write(json.dumps(answer(request)).encode() + b"\n")
        responses.flush()
        if request.get("method") == "shutdown":
            return


if __name__ == "__main__":
    main()
