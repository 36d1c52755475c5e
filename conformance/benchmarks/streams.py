"""Round trips over the standard streams, by the harness and by the barest loop there is, with one and the same program at the other end."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable

from dhumbal_conformance.connectors.streams import StreamConnector

from benchmarks.contest import Run

ECHO = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    sys.stdout.write(json.dumps({"id": message["id"], "result": message["params"]}) + "\\n")
    sys.stdout.flush()
    if message["method"] == "shutdown":
        break
"""
PROGRAM = [sys.executable, "-I", "-S", "-c", ECHO]
PARAMS = {"game": "g1", "action": {"player": "A", "type": "discard", "cards": ["KS", "KH"]}}


def harness(trips: int) -> Callable[[], Run]:
    """Requests as `dhumbal verify` sends them."""

    def run() -> int:
        connector = StreamConnector(PROGRAM)
        for _ in range(trips):
            connector.request("apply", PARAMS)
        connector.close()
        return trips

    return lambda: run


def bare(trips: int) -> Callable[[], Run]:
    """Lines written and read with nothing but the standard library's json."""

    def run() -> int:
        with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin
            assert process.stdout
            for number in [*range(trips - 1), None]:
                method = "apply" if number is not None else "shutdown"
                process.stdin.write(json.dumps({"id": number, "method": method, "params": PARAMS}).encode() + b"\n")
                process.stdin.flush()
                json.loads(process.stdout.readline())
        return trips

    return lambda: run
