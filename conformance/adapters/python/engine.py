"""A sample engine: the reference engine as a program that speaks the protocol of `spec/protocol.md`. Copy it and put your engine inside.

dhumbal verify -- python conformance/adapters/python/engine.py
"""

from __future__ import annotations

import json
import sys
from typing import Any

# Your engine goes here: an object with one method for each method of the protocol, which takes the params by name and returns the result.
from dhumbal_conformance.reference import ReferenceEngine

JSON = dict[str, Any]

METHODS = {"initialize", "new", "load", "apply", "observe", "legal", "takeable", "judge", "settle", "series", "end", "shutdown"}
OPENING = {"new", "load"}


class Failed(Exception):
    """A request that gets an error and not a result: the code is one of the five that the protocol knows."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def main() -> None:
    """Answer line after line, until asked to shut down or until standard input ends; either way the exit code is 0."""
    # Bytes, so that the locale cannot change the encoding. And a forgotten print() goes to standard error, where it does no harm.
    requests, responses = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    engine = ReferenceEngine()
    for line in requests:
        response, method = answer(engine, line)
        responses.write(json.dumps(response).encode() + b"\n")
        # Without the flush the answer would wait in a buffer, and the harness would wait for the answer.
        responses.flush()
        if method == "shutdown":
            return


def answer(engine: ReferenceEngine, line: bytes) -> tuple[JSON, Any]:
    """The response to one line, and the method that it asked for."""
    request = read(line)
    # The id goes back as it came; there is none if the line could not be read.
    response: JSON = {"id": request.get("id")}
    method = request.get("method")
    try:
        response["result"] = call(engine, method, request.get("params"))
    except Failed as failed:
        response["error"] = {"code": failed.code, "message": str(failed)}
    return response, method


def read(line: bytes) -> JSON:
    """The request in a line; an empty one for what is no request."""
    try:
        request = json.loads(line.decode())
    except (ValueError, RecursionError):
        return {}
    return request if isinstance(request, dict) else {}


def call(engine: ReferenceEngine, method: Any, params: Any) -> JSON:
    """Have the engine answer. A broken rule is not an error: the engine returns `{"accepted": False, "clause": …}` for it."""
    if not isinstance(method, str) or not isinstance(params, dict):
        raise Failed("bad_params", "a request has an id, a method and params")
    # Only the protocol's names: getattr would find every attribute of the object.
    if method not in METHODS:
        raise Failed("unknown_method", method)
    try:
        result: JSON = getattr(engine, method)(**params)
    except LookupError as error:
        # This engine raises the same for a game that it does not know as for a card.
        unknown_game = method not in OPENING and "game" in params and params["game"] not in engine.games
        raise Failed("unknown_game" if unknown_game else "bad_params", repr(error)) from error
    except NotImplementedError as error:
        raise Failed("unsupported", str(error)) from error
    except (TypeError, ValueError) as error:
        raise Failed("bad_params", str(error)) from error
    except Exception as error:
        raise Failed("internal", repr(error)) from error
    return result


if __name__ == "__main__":
    main()
