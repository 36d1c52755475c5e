"""Engines that answer oddly: each is told as a failure or a fault of the engine, with its reason, and never breaks the run."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.model import Suite
from dhumbal_conformance.reference import ReferenceEngine
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.runner.outcome import Result
from dhumbal_conformance.suite import load_suite

K_PAIR = "nepali-games/call/k-pair-worked-example"
SIX = "nepali-games/call/cheapest-dealt-hand"


@cache
def suite() -> Suite:
    return load_suite()


def run(engine: object, scenario: str = K_PAIR) -> Result:
    """One scenario on an engine."""
    runner = Runner(lambda: PythonConnector(engine), suite().profiles["nepali-games"], suite().clauses)
    return runner.check(suite().scenarios[scenario])


class Odd(ReferenceEngine):
    """The reference engine with one thing changed in what it answers to one method."""

    def __init__(self, method: str, change: Any) -> None:
        super().__init__()
        right = getattr(self, method)

        def answer(**params: Any) -> Any:
            result = right(**params)
            change(result)
            return result

        setattr(self, method, answer)


def state(**members: Any) -> Any:
    """A change of some members of the state."""
    return lambda answer: answer["state"].update(members)


def without(member: str) -> Any:
    """A change that leaves out a member of the state."""
    return lambda answer: answer["state"].pop(member)


@pytest.mark.parametrize(
    "change",
    [
        state(pile=[1, 2]),
        state(pile="7C"),
        state(hands=[]),
        state(hands={"A": [["KS"]], "B": 5}),
        state(hands={"A": None, "B": None}),
        state(stock=[{}]),
        state(stock=True),
        state(turn={}),
        state(turn=[]),
        state(turn={"player": "A", "step": "zzz"}),
        state(turns="0"),
        state(result="won"),
        state(players=5),
        state(hands={"A": ["Z9"], "B": ["??"]}, stock=3),
        without("hands"),
        without("turn"),
    ],
)
def test_a_state_of_another_shape_is_a_protocol_fault(change: Any) -> None:
    result = run(Odd("observe", change))
    assert (result.status, result.kind) == ("error", "protocol")


@pytest.mark.parametrize(
    ("change", "about"),
    [
        (state(dealer="A"), "the dealer"),
        (state(players=["B", "A"]), "the players at the table"),
        (state(turn={"player": "Z", "step": "start"}), "the player to act"),
        (state(turn={"player": "A", "step": "discard"}), "the step of the turn"),
        (state(drawn="KS"), "the card drawn in this turn"),
        (state(locked="KS"), "the card locked in this turn"),
        (state(stock=[]), "cards in the game"),
    ],
)
def test_what_the_table_shows_is_checked_for_free(change: Any, about: str) -> None:
    result = run(Odd("observe", change))
    assert result.status == "failed"
    assert result.failure
    assert result.failure.what == about


@pytest.mark.parametrize("clause", [["call.limit"], {"id": "call.limit"}, 5])
def test_a_clause_that_is_no_text_is_a_protocol_fault(clause: Any) -> None:
    result = run(Odd("apply", lambda answer: answer.update(clause=clause)))
    assert (result.status, result.kind) == ("error", "protocol")


@pytest.mark.parametrize("player", ["Z", None])
def test_a_legal_action_names_the_player_to_act(player: str | None) -> None:
    result = run(Odd("legal", lambda answer: [action.update(player=player) for action in answer["actions"]]), SIX)
    assert result.status == "failed"
    assert result.failure
    assert result.failure.what == "the legal actions"


@pytest.mark.parametrize("raised", [ValueError, SystemExit, GeneratorExit, RecursionError])
def test_whatever_an_engine_raises_is_its_own_fault(raised: type[BaseException]) -> None:
    def fail(_: Any) -> None:
        raise raised("out of order")

    result = run(Odd("apply", fail))
    assert (result.status, result.kind) == ("error", "internal")


@pytest.mark.parametrize(
    "handshake",
    [
        {"protocol": 2},
        {"protocol": True},
        {"engine": None},
        {"profiles": "nepali-games"},
        {"capabilities": {"apply": "yes"}},
        {"capabilities": {"observe": "referee", "apply": True}},
        {"capabilities": {}},
    ],
)
def test_a_handshake_that_is_not_right_is_a_startup_fault(handshake: dict[str, Any]) -> None:
    result = run(Odd("initialize", lambda answer: answer.update(handshake)))
    assert (result.status, result.kind) == ("error", "startup")


def test_nobody_is_a_caller_at_the_cap() -> None:
    def change(answer: dict[str, Any]) -> None:
        answer.get("result", {}).update(caller="A")

    capped = next(scenario for scenario in suite().scenarios.values() if scenario.settle and scenario.then.get("ended") == "cap")
    result = run(Odd("settle", change), capped.id)
    assert result.status == "failed"
    assert result.failure
    assert result.failure.what == "the caller"


def test_what_is_not_declared_is_unsupported_and_never_asked() -> None:
    engine = Odd("initialize", lambda answer: answer.update(capabilities={"settle": True}))
    result = run(engine)
    assert result.status == "unsupported"
    assert "apply" in result.reason
    assert not engine.games


def test_after_three_faults_in_a_row_the_rest_is_not_run() -> None:
    runner = Runner(lambda: PythonConnector(Odd("new", lambda answer: answer.clear())), suite().profiles["nepali-games"], suite().clauses)
    scenarios = [scenario for scenario in suite().scenarios.values() if scenario.given and scenario.given.pack][:5]
    assert [result.status for result in runner.run(scenarios)] == ["error"] * 3 + ["not-run"] * 2
