"""A misreading as a program that speaks the protocol, to watch a wrong engine fail.

dhumbal verify -- python -m dhumbal_conformance.misreadings NG-50/callers-left
"""

from __future__ import annotations

import json
import sys
from typing import BinaryIO

from dhumbal_conformance.loader.near_miss import guess
from dhumbal_conformance.misreadings import all_misreadings
from dhumbal_conformance.reference import JSON, ReferenceEngine


def main() -> None:
    """Serve the misreading named; says which there are, if there is none of that name."""
    engines = {misreading.id: misreading for misreading in all_misreadings() if misreading.wrong is not None}
    name = sys.argv[1] if len(sys.argv) == 2 else ""
    if name not in engines:
        sys.exit(f"name one misreading, as in NG-50/callers-left: {guess(name, engines, 'there are')}")
    serve(engines[name].engine(), sys.stdin.buffer, sys.stdout.buffer)


def serve(engine: ReferenceEngine, requests: BinaryIO, responses: BinaryIO) -> None:
    """Answer line after line, until asked to shut down or until the requests end."""
    for line in requests:
        request = json.loads(line)
        responses.write(json.dumps(answer(engine, request)).encode() + b"\n")
        responses.flush()
        if request["method"] == "shutdown":
            return


def answer(engine: ReferenceEngine, request: JSON) -> JSON:
    """The response to one request; whatever a wrong engine breaks at is an error of its own."""
    try:
        return {"id": request["id"], "result": getattr(engine, request["method"])(**request["params"])}
    except Exception as error:
        return {"id": request["id"], "error": {"code": "internal", "message": repr(error)}}


if __name__ == "__main__":
    main()
