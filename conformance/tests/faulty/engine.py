"""Miniature engines: the reference engine behind the protocol, with one fault. The first argument names the class below that has it.

Most faults show at `judge` alone, so that whatever comes after it can be seen to go on.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

# Without `site`, so that an engine starts in a moment.
sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), *up) for up in (("..", ".."), ("..", "..", "..", "reference"))]
from dhumbal_conformance.reference import ReferenceEngine  # noqa: E402

JSON = dict[str, Any]
FOREVER = 600
HOSTILE = "\x1b[2J\x1b]0;owned\x07<script>alert(1)</script>\r\n::error::owned\n\u202e]]>&`|[link](javascript:1)"


def send(data: bytes) -> None:
    """Write at once."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def encoded(message: JSON) -> bytes:
    """A message as a line."""
    return json.dumps(message).encode() + b"\n"


class Engine:
    """A good engine."""

    def __init__(self) -> None:
        self.reference = ReferenceEngine()

    def serve(self) -> None:
        """Answer line after line."""
        for line in sys.stdin.buffer:
            request = json.loads(line)
            self.respond(request["method"], self.response(**request))
            if request["method"] == "shutdown":
                break
        self.leave()

    def response(self, id: int, method: str, params: JSON) -> JSON:
        """What a good engine answers, or one whose `result` is wrong."""
        try:
            return {"id": id, "result": self.result(method, params)}
        except LookupError as error:
            return {"id": id, "error": {"code": "unknown_game", "message": repr(error)}}

    def result(self, method: str, params: JSON) -> JSON:
        """The result of one request."""
        result: JSON = getattr(self.reference, method)(**params)
        return result

    def respond(self, method: str, response: JSON) -> None:
        """Send the response, by way of `judged` if it is a judgement."""
        if method == "judge":
            self.judged(response)
        else:
            send(encoded(response))

    def judged(self, response: JSON) -> None:
        """Send the response to `judge`."""
        send(encoded(response))

    def leave(self) -> None:
        """End, after shutdown or at the end of the input."""


# Engines that do not start.


class EndsAtOnce(Engine):
    def serve(self) -> None:
        sys.exit(7)


class SpeaksAnotherVersion(Engine):
    def result(self, method: str, params: JSON) -> JSON:
        return super().result(method, params) | {"protocol": 2}


class RefusesTheVersion(Engine):
    def response(self, id: int, method: str, params: JSON) -> JSON:
        return {"id": id, "error": {"code": "unsupported", "message": "only version 7"}}


class RefusesInHarmfulWords(Engine):
    def response(self, id: int, method: str, params: JSON) -> JSON:
        sys.stderr.write(HOSTILE)
        sys.stderr.flush()
        return {"id": id, "error": {"code": "unsupported", "message": HOSTILE}}


class OffersNothing(Engine):
    def result(self, method: str, params: JSON) -> JSON:
        return super().result(method, params) | {"capabilities": {}}


class OffersListsOfLists(Engine):
    def result(self, method: str, params: JSON) -> JSON:
        return super().result(method, params) | {"capabilities": {"judge": True, "observe": [["referee"]]}}


class NeverBegins(Engine):
    def serve(self) -> None:
        time.sleep(FOREVER)


# Engines that break in the middle.


class ExitsInTheMiddle(Engine):
    def judged(self, response: JSON) -> None:
        sys.exit(9)


class RaisesInTheMiddle(Engine):
    def judged(self, response: JSON) -> None:
        raise RuntimeError("lost a card")


class DiesByASignal(Engine):
    def judged(self, response: JSON) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)


class EndsWithinALine(Engine):
    def judged(self, response: JSON) -> None:
        send(encoded(response)[:10])
        sys.exit(0)


class ClosesItsOutput(Engine):
    def judged(self, response: JSON) -> None:
        os.close(1)
        time.sleep(FOREVER)


class DiesWithAChildAtThePipe(Engine):
    def judged(self, response: JSON) -> None:
        if os.fork() == 0:
            time.sleep(FOREVER)
        os._exit(3)


class NeverAnswers(Engine):
    def judged(self, response: JSON) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(FOREVER)


class Drips(Engine):
    def judged(self, response: JSON) -> None:
        for byte in encoded(response):
            send(bytes([byte]))
            time.sleep(0.05)


class TalksForever(Engine):
    def judged(self, response: JSON) -> None:
        while True:
            send(b"thinking\n" * 1000)


ODD: dict[str, Callable[[JSON], bytes]] = {
    "no-json": lambda response: b"{accepted: yes}\n",
    "latin-1": lambda response: json.dumps(response | {"by": "Zoë"}, ensure_ascii=False).encode("latin-1") + b"\n",
    "2-mib": lambda response: encoded(response | {"by": "x" * (2 << 20)}),
    "nan": lambda response: encoded(response | {"by": float("nan")}),
    "key-twice": lambda response: b'{"id": 0, ' + encoded(response)[1:],
    "another-id": lambda response: encoded(response | {"id": 4711}),
    "no-id": lambda response: encoded({"result": response["result"]}),
    "result-and-error": lambda response: encoded(response | {"error": {"code": "internal", "message": "perhaps"}}),
    "neither": lambda response: encoded({"id": response["id"]}),
    "text-for-a-truth": lambda response: encoded(response | {"result": {"accepted": "yes"}}),
    "number-for-a-clause": lambda response: encoded(response | {"result": {"accepted": False, "clause": 7}}),
    "next-answer-too": lambda response: encoded(response) + encoded(response | {"id": response["id"] + 1}),
}
"""What is sent in place of a response."""


class Sends(Engine):
    """What it sends is the second argument."""

    def judged(self, response: JSON) -> None:
        send(ODD[sys.argv[2]](response))


class SendsANest(Engine):
    """The second argument says how deep it is."""

    def judged(self, response: JSON) -> None:
        depth = int(sys.argv[2])
        send(encoded(response)[:-2] + b', "by": ' + b"[" * depth + b"]" * depth + b"}\n")


class SendsAnError(Engine):
    """The code is the second argument."""

    def judged(self, response: JSON) -> None:
        send(encoded({"id": response["id"], "error": {"code": sys.argv[2], "message": "no idea"}}))


class DrawsACardThatIsNone(Engine):
    def result(self, method: str, params: JSON) -> JSON:
        result = super().result(method, params)
        return result | ({"card": "joker"} if "card" in result else {})


class SendsANumberForWhoGoesOut(Engine):
    def result(self, method: str, params: JSON) -> JSON:
        result = super().result(method, params)
        for deal in result.get("deals", []):
            deal["out"] = 7
        return result


class SendsAListForAState(Engine):
    def result(self, method: str, params: JSON) -> JSON:
        return super().result(method, params) | ({"state": []} if method == "observe" else {})


# Engines that talk too much.


class MakesNoise(Engine):
    def judged(self, response: JSON) -> None:
        send(b"thinking\n" + encoded(response))


class FloodsItsErrors(Engine):
    def judged(self, response: JSON) -> None:
        sys.stderr.write("thinking\n" * 500_000)
        sys.stderr.flush()
        send(encoded(response))


class LogsALot(Engine):
    def judged(self, response: JSON) -> None:
        send(encoded({"log": {"message": "thinking"}}) * 10_000 + encoded(response))


class SaysWhatHarms(Engine):
    def result(self, method: str, params: JSON) -> JSON:
        named = {"engine": {"name": HOSTILE, "version": HOSTILE, "language": HOSTILE}} if method == "initialize" else {}
        return super().result(method, params) | named

    def judged(self, response: JSON) -> None:
        sys.stderr.write(HOSTILE)
        sys.stderr.flush()
        send(HOSTILE.encode() + b"\n" + encoded({"id": response["id"], "error": {"code": "internal", "message": HOSTILE}}))


# Engines that do not end well.


class ExitsWithAnotherCode(Engine):
    def leave(self) -> None:
        sys.exit(5)


class DoesNotAnswerShutdown(Engine):
    def respond(self, method: str, response: JSON) -> None:
        if method == "shutdown":
            time.sleep(FOREVER)
        super().respond(method, response)


class StaysAfterShutdown(Engine):
    def leave(self) -> None:
        time.sleep(FOREVER)


class WillNotBeTerminated(Engine):
    def leave(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(FOREVER)


class LeavesAChildBehind(Engine):
    def leave(self) -> None:
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            os.closerange(0, 3)
            time.sleep(FOREVER)


class LeavesAChildAtThePipe(Engine):
    def leave(self) -> None:
        if os.fork() == 0:
            time.sleep(FOREVER)


# Engines that get the game wrong, or its secrets.


class AcceptsEverything(Engine):
    def result(self, method: str, params: JSON) -> JSON:
        result = super().result(method, params)
        return {"accepted": True} if result.get("accepted") is False else result


class ChangesTheTableWhenItRefuses(Engine):
    def result(self, method: str, params: JSON) -> JSON:
        result = super().result(method, params)
        if result.get("accepted") is False and method == "apply":
            self.reference.games[params["game"]].deal.pile.reverse()
        return result


class PlaysAllGamesAtOneTable(Engine):
    def result(self, method: str, params: JSON) -> JSON:
        if method == "end":
            return {}
        return super().result(method, params | {"game": "the table"} if "game" in params else params)


class KeepsGamesAfterTheirEnd(Engine):
    def result(self, method: str, params: JSON) -> JSON:
        return {} if method == "end" else super().result(method, params)


class ShowsAHand(Engine):
    def result(self, method: str, params: JSON) -> JSON:
        return super().result(method, params | {"as": "referee"} if method == "observe" else params)


class ShowsAHandBesides(Engine):
    def result(self, method: str, params: JSON) -> JSON:
        result = super().result(method, params)
        if method == "observe":
            result["state"]["debug"] = {"next in the stock": super().result(method, params | {"as": "referee"})["state"]["stock"][0]}
        return result


class LosesACard(Engine):
    def result(self, method: str, params: JSON) -> JSON:
        result = super().result(method, params)
        if method == "observe" and params["as"] == "referee":
            result["state"]["stock"].pop()
        return result


class DealsACardTwice(Engine):
    def result(self, method: str, params: JSON) -> JSON:
        result = super().result(method, params)
        if method == "observe" and params["as"] == "referee":
            result["state"]["stock"][-1] = result["state"]["stock"][0]
        return result


class RemembersTheLastGame(Engine):
    """Who has once settled a hand of nothing settles all that come after it wrongly."""

    spoilt = False

    def result(self, method: str, params: JSON) -> JSON:
        result = super().result(method, params)
        if method == "settle":
            if self.spoilt:
                result["result"]["winner"] = "Z"
            self.spoilt |= [] in params["hands"].values()
        return result


class SlipsEveryThirdTime(Engine):
    """Counts its settlements in a file, whose name is the second argument."""

    def result(self, method: str, params: JSON) -> JSON:
        result = super().result(method, params)
        if method == "settle":
            with open(sys.argv[2], "ab") as count:
                count.write(b".")
                if count.tell() % 3 == 0:
                    result["result"]["winner"] = "Z"
        return result


if __name__ == "__main__":
    globals()[sys.argv[1]]().serve()
