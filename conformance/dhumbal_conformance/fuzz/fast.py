"""Comparing at speed: programs are sent requests ahead of their answers, and a deal that comes out otherwise goes to ordinary play."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from dhumbal_conformance.connectors import EngineError, EngineFault
from dhumbal_conformance.connectors.streams import REQUEST_SECONDS, StreamConnector
from dhumbal_conformance.fuzz.bench import Bench, note
from dhumbal_conformance.fuzz.campaign import MOST_BROKEN
from dhumbal_conformance.fuzz.direct import JSON, Asked, Direct
from dhumbal_conformance.fuzz.script import Script
from dhumbal_conformance.fuzz.tally import Finding, Tally
from dhumbal_conformance.model import Action, Given, Scenario
from dhumbal_conformance.runner.compare import show
from dhumbal_conformance.runner.outcome import Mismatch, Result
from dhumbal_conformance.runner.session import Session
from dhumbal_conformance.runner.shapes import STATES, check_answer

BLOCK = 256
"""So many requests are written at once. While the engine answers one block, the answers to the one before are compared."""
REMEMBERED = 512
"""So many answers are remembered: most are one of a few."""
OPENINGS = ("new", "load")
MEMBERS = ("accepted", "clause", "card", "result", "state")
"""What is compared of an answer."""
RESULT = ("ended", "caller", "winner", "totals", "payments", "deltas")
NEEDED = (("apply", ""), ("half_turns", ""), ("chance", "refills"))
"""The capabilities without which an engine cannot be played at speed; besides, it must be dealt a pack or given a table."""

Wrong = Mismatch | EngineError | EngineFault


class Pipeline(StreamConnector):
    """A program that is sent many requests before their answers are read. It answers them in order, as any program that reads lines."""

    def __init__(self, argv: Sequence[str], timeout_scale: float = 1.0) -> None:
        super().__init__(argv, timeout_scale)
        self._waiting: deque[bytes] = deque()
        parse = super()._parse
        self._known = lru_cache(REMEMBERED)(lambda rest: parse(b'{"id":0,' + rest))
        """What a line says after its id, read once for many lines."""

    def write(self, block: Iterable[Asked]) -> None:
        """Send requests; what the program does not take at once goes out while its answers are read."""
        first = self._id + len(self._waiting) + 1
        form = b'{"id":%d,"method":"%s","params":%s}\n'
        lines = [form % (number, asked.method.encode(), asked.params) for number, asked in enumerate(block, first)]
        self._waiting += lines
        self._process.send(b"".join(lines))

    def answer(self, method: str) -> JSON:
        """The answer to the request that has waited longest, which was one of this method."""
        self._id += 1
        self._method, self._sent = method, self._waiting.popleft()
        return self._result(*self._receive(REQUEST_SECONDS * self._scale))

    def _parse(self, line: bytes) -> JSON:
        start, _, rest = line.partition(b",")
        return self._known(rest) | {"id": self._id} if start == b'{"id":%d' % self._id else super()._parse(line)


class FastBench(Bench):
    """The two engines side by side, many deals at once; `connect` must give a `Pipeline`."""

    def play(self, numbers: Iterable[int]) -> Tally:
        """What comes of these deals; an engine that breaks again and again is not asked for them all."""
        tally, left = Tally(), deque(numbers)
        while left and tally.broken < MOST_BROKEN:
            session = self.opponent.start()
            deal = Tally(deals=1)
            try:
                for asked in self.answered(session, tuple(left)):
                    count(deal, asked)
                    if is_last(asked):
                        left.popleft()
                        tally.add(deal)
                        deal = Tally(deals=1)
            except (Mismatch, EngineError, EngineFault) as wrong:
                note(deal, self.handed_over(left.popleft(), wrong))
                tally.add(deal)
        return tally

    def answered(self, session: Session, numbers: Sequence[int]) -> Iterator[Asked]:
        """The requests of these deals, each once its answer has come and is right."""
        connector = session.connector
        assert isinstance(connector, Pipeline)
        requests = (asked for number in numbers for asked in self.requests(number, session.new_game()))
        before: list[Asked] = []
        while (block := list(islice(requests, BLOCK))) or before:
            connector.write(block)
            for asked in before:
                check(session, asked, connector.answer(asked.method))
                yield asked
            before = block

    def requests(self, number: int, game: str) -> Iterator[Asked]:
        """A deal as requests, which follow from the seed and the number alone."""
        return self.direct(number, game).requests(self.looks.referee)

    def direct(self, number: int, game: str) -> Direct:
        """A deal of which nothing has been played."""
        choose = self.chooser(number, "fast")
        return Direct(self.reference, self.opening(number, choose), choose, game)

    def handed_over(self, number: int, wrong: Wrong) -> Finding:
        """The deal once more in ordinary play, with everything compared; where a fresh engine plays it rightly, it stays as it came."""
        self.opponent.abandon()
        self.opponent.stop()
        scenario = self.scenario(number)
        result = self.opponent.check(scenario)
        return Finding(number, scenario, result if result.failure else self.as_it_came(scenario, wrong))

    def scenario(self, number: int) -> Scenario:
        """The deal as a scenario that says at each step what must be seen."""
        deal = self.direct(number, f"g{next(self.reference.games)}")
        actions = [json.loads(asked.params)["action"] for asked in deal.requests(False) if asked.method == "apply"]
        return self.told(deal.given, actions)

    def told(self, given: Given, actions: Iterable[Action]) -> Scenario:
        """What must be seen after each of these actions."""
        script = Script(self.reference, given)
        for action in actions:
            script.do(action, self.looks)
        script.look_at_last(self.looks)
        return script.scenario

    def as_it_came(self, scenario: Scenario, wrong: Wrong) -> Result:
        """The result of a scenario that only failed among others, and with requests sent ahead."""
        result, opponent = self.opponent.not_run(scenario, ""), self.opponent
        if isinstance(wrong, EngineFault):
            result.status, result.kind, result.failure = "error", wrong.kind, opponent.fault(scenario, wrong)
        elif isinstance(wrong, EngineError):
            result.status, result.failure = "failed", opponent.broken_promise(scenario, wrong)
        else:
            result.status, result.failure = "failed", opponent.failure(scenario, wrong)
        return result


def lacking(session: Session) -> str:
    """What an engine lacks to be played at speed; nothing where it can be."""
    lacks = [f"{name} {value}".strip() for name, value in NEEDED if not session.has(name, value)]
    dealt = session.has("load") or session.has("chance", "pack")
    return ", ".join(lacks + ([] if dealt else ["load or chance pack"]))


def is_last(asked: Asked) -> bool:
    """Whether this was the last request of a deal: a deal that is refused has no other."""
    return asked.method == "end" or (asked.method in OPENINGS and not asked.expected["accepted"])


def count(deal: Tally, asked: Asked) -> None:
    """Count an action that was compared."""
    if asked.method == "apply" and asked.expected["accepted"]:
        deal.moves += 1
    elif "clause" in asked.expected:
        deal.refusals += asked.method == "apply"
        deal.refused[asked.expected["clause"]] += 1


def check(session: Session, asked: Asked, answer: JSON) -> None:
    """The answer is as it must be, as far as the engine tells; raises `Mismatch` where it is not, `EngineFault` for one without shape."""
    if answer == asked.expected:
        return
    check_answer(asked.method, answer, session.pack)
    expected, came = shown(session, asked.expected), shown(session, answer)
    if expected != came:
        raise Mismatch(f"the answer to {asked.method}", show(expected), f"{show(came)}, when asked {asked.params.decode()}")


def shown(session: Session, answer: JSON) -> JSON:
    """What is compared of an answer."""
    found = {name: answer[name] for name in MEMBERS if answer.get(name) is not None}
    if not session.capabilities.get("codes"):
        found.pop("clause", None)
    if "result" in found:
        found["result"] = result_told(session, found["result"])
    if "state" in found:
        found["state"] = state_told(session, found["state"])
    return found


def state_told(session: Session, state: JSON) -> JSON:
    """The table, each hand in one order whatever the engine's."""
    found = {name: state[name] for name in STATES if state.get(name)}
    found["hands"] = {seat: sorted(hand) if isinstance(hand, list) else hand for seat, hand in state["hands"].items()}
    return found | ({"result": result_told(session, found["result"])} if "result" in found else {})


def result_told(session: Session, result: JSON) -> JSON:
    """Those members of a result that the engine tells."""
    return {name: value for name, value in result.items() if name in RESULT and value is not None and session.tells(name)}
