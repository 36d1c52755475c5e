"""Several engines at work at once: who gets which scenario, in which order results come, and that nobody is left behind."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from dhumbal_conformance.connectors import EngineFault
from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.model import Scenario, Suite
from dhumbal_conformance.reference import ReferenceEngine
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.runner.team import Team
from dhumbal_conformance.suite import load_suite


@cache
def suite() -> Suite:
    return load_suite()


def settled(count: int) -> list[Scenario]:
    found = [scenario for scenario in suite().scenarios.values() if scenario.profile == "nepali-games" and scenario.kind == "settle"]
    return found[:count]


class Noted(PythonConnector):
    """Notes which settlements it was asked for, and its end."""

    def __init__(self, made: list[Noted]) -> None:
        super().__init__(ReferenceEngine())
        self.asked = 0
        self.closed = 0
        self.unclean_exit = "exit code 7"
        made.append(self)

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self.asked += method == "settle"
        return super().request(method, params)

    def close(self) -> None:
        self.closed += 1


def team(connect: Callable[[], Any], jobs: int, abort_after: int = 3) -> Team:
    return Team(Runner(connect, suite().profiles["nepali-games"], suite().clauses, abort_after=abort_after), jobs)


@pytest.mark.parametrize("jobs", [1, 3, 9])
def test_scenarios_are_dealt_out_evenly_and_results_come_in_order(jobs: int) -> None:
    made: list[Noted] = []
    players = team(lambda: Noted(made), jobs)
    scenarios = settled(7)
    trials = list(players.trials(scenarios))
    assert [trial.result.id for trial in trials] == [scenario.id for scenario in scenarios]
    assert {trial.result.status for trial in trials} == {"passed"}
    assert players.stop() == "exit code 7"
    assert sorted(it.asked for it in made) == {1: [7], 3: [2, 2, 3], 9: [1] * 7}[jobs]
    assert {it.closed for it in made} == {1}


def test_each_engine_is_given_up_by_itself() -> None:
    class Second(Noted):
        def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
            if method == "settle" and self is not made[0]:
                raise EngineFault("crash", "gone")
            return super().request(method, params)

    made: list[Noted] = []
    players = team(lambda: Second(made), 2, abort_after=2)
    players.lead.start()
    statuses = [trial.result.status for trial in players.trials(settled(8))]
    players.stop()
    assert statuses == ["passed", "error", "passed", "error", "passed", "not-run", "passed", "not-run"]


def test_what_goes_wrong_in_the_harness_itself_is_not_lost() -> None:
    class Wrong(Noted):
        def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
            if method == "settle":
                raise AssertionError("a fault of the harness")
            return super().request(method, params)

    made: list[Noted] = []
    players = team(lambda: Wrong(made), 2)
    with pytest.raises(AssertionError, match="a fault of the harness"):
        list(players.trials(settled(4)))
    players.abandon()
    players.stop()
    assert {it.closed for it in made} == {1}


def test_an_abandoned_team_takes_up_nothing_more() -> None:
    made: list[Noted] = []
    go_on = threading.Event()

    class Waiting(Noted):
        def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
            if method == "settle":
                go_on.wait(10)
            return super().request(method, params)

        def abandon(self, number: int) -> None:
            go_on.set()

    players = team(lambda: Waiting(made), 2)
    players.lead.start()
    threading.Timer(0.05, players.abandon).start()
    next(iter(players.trials(settled(20))))
    players.stop()
    assert sum(it.asked for it in made) == 2
    assert {it.closed for it in made} == {1}


def test_an_interrupt_before_a_thread_has_started_leaves_nobody_waiting_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: threading.Thread) -> None:
        raise KeyboardInterrupt

    made: list[Noted] = []
    engines = team(lambda: Noted(made), jobs=2)
    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        next(engines.trials(settled(2)))
    engines.abandon()
    assert engines.stop() == ""
