"""Plays scenarios on the reference engine, through the same runner as anybody's engine, and keeps what was said at each step."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from dhumbal_conformance.connectors import Connector
from dhumbal_conformance.connectors.python import REFERENCE, from_spec
from dhumbal_conformance.model import Action, Clause, Profile, Question, Scenario, SeriesDeal, Step, Suite
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.runner.outcome import Result

State = Mapping[str, Any]


class NotPassed(Exception):
    """A scenario that the reference engine does not pass, so that nothing can be shown of it."""

    def __init__(self, result: Result) -> None:
        failure = result.failure
        where = f" at step “{failure.step}” (line {failure.line})" if failure else ""
        what = f"{failure.what}: expected {failure.expected}, got {failure.actual}" if failure else result.reason
        super().__init__(f"the scenario {result.id} does not pass: {result.status}{where}: {what}")


class Exchange(NamedTuple):
    """One request with its answer, and the part of the scenario that it belongs to."""

    part: Step | Question | SeriesDeal | None
    method: str
    answer: Mapping[str, Any]


class Recorder:
    """An engine, if no other is named the reference engine, with everything that is said to it and by it; a connector that passes it on."""

    def __init__(
        self, profile: Profile, clauses: Mapping[str, Clause], derived: Collection[str] = (), connector: Connector | None = None
    ) -> None:
        self.connector = connector or from_spec(REFERENCE)
        self.exchanges: list[Exchange] = []
        self.runner = Runner(lambda: self, profile, clauses, derived)

    def record(self, scenario: Scenario) -> tuple[Result, list[Exchange]]:
        """What comes of a scenario, and all that was said."""
        self.exchanges = []
        return self.runner.check(scenario), self.exchanges

    def request(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """Ask the engine."""
        answer = self.connector.request(method, dict(params))
        session = self.runner.session
        self.exchanges.append(Exchange(session.step if session else None, method, answer))
        return answer

    def close(self) -> None:
        """Let the engine go."""
        self.connector.close()


def execute(suite: Suite, profile: Profile, scenarios: Iterable[Scenario]) -> dict[str, list[Exchange]]:
    """What was said in each scenario, by its id; raises `NotPassed` at the first that does not pass."""
    recorder = Recorder(profile, suite.clauses)
    played = {}
    for scenario in scenarios:
        result, played[scenario.id] = recorder.record(scenario)
        if result.status != "passed":
            raise NotPassed(result)
    return played


class Frame(NamedTuple):
    """One step of a play: what was tried, how it was answered, and the table before and after it, which is None while there is none."""

    step: Step
    action: Action | None
    card: str | None
    """Drawn from the stock."""
    refused: str | None
    before: State | None
    state: State | None

    @property
    def moved(self) -> bool:
        """Whether the table can look different after this step."""
        return self.refused is None and (self.action is not None or self.step.fill > 0)

    @property
    def touched(self) -> set[str]:
        """The players whose hands the step changed."""
        before, after = (state["hands"] if state else {} for state in (self.before, self.state))
        return {seat for seat in after if after[seat] != before.get(seat)}


def opening(exchanges: list[Exchange]) -> State | None:
    """The table before the first step; None when the deal itself was refused."""
    return next((found for exchange in exchanges if (found := shown(exchange))), None)


def shown(exchange: Exchange) -> State | None:
    """The table as the referee sees it, if the exchange shows that."""
    state = exchange.answer.get("state") if exchange.method == "observe" else None
    return state if state and isinstance(state["stock"], list) else None


def frames(scenario: Scenario, exchanges: list[Exchange]) -> Iterator[Frame]:
    """The steps of a play as they came out."""
    state = opening(exchanges)
    for step in scenario.play:
        answers = [exchange for exchange in exchanges if exchange.part is step]
        applied = [exchange.answer for exchange in answers if exchange.method == "apply"]
        verdicts = applied or [exchange.answer for exchange in answers if exchange.method in ("new", "load")]
        refused = next((answer.get("clause") for answer in verdicts if not answer["accepted"]), None)
        before, state = state, next((found for exchange in reversed(answers) if (found := shown(exchange))), state)
        yield Frame(step, step.action, applied[0].get("card") if step.action and applied else None, refused, before, state)


def outcome(exchanges: list[Exchange]) -> Mapping[str, Any] | None:
    """How the deal ended, if it did."""
    results = [exchange.answer.get("result") or (exchange.answer.get("state") or {}).get("result") for exchange in exchanges]
    return next((result for result in reversed(results) if result), None)
