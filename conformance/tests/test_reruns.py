"""Failures are run again: what fails alone, what only after others, what now and then; and what the reference engine fails as well."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import pytest
from dhumbal_conformance.cli.verify import choose
from dhumbal_conformance.connectors import EngineFault
from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.events import Plan, run_events
from dhumbal_conformance.model import Scenario, Suite
from dhumbal_conformance.reference import ReferenceEngine
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.runner.expected import Expectations
from dhumbal_conformance.runner.outcome import Result
from dhumbal_conformance.runner.reruns import LEAK, Reruns
from dhumbal_conformance.runner.team import Team
from dhumbal_conformance.runner.verdicts import SecondOpinion, Verdicts
from dhumbal_conformance.suite import load_suite


@cache
def suite() -> Suite:
    return load_suite()


def settled(count: int) -> list[Scenario]:
    found = [scenario for scenario in suite().scenarios.values() if scenario.profile == "nepali-games" and scenario.kind == "settle"]
    return found[:count]


class Settling(ReferenceEngine):
    """Settles; `spoils` says at which settlements of this engine it is wrong, given the hands it has seen so far."""

    spoils: Callable[[list[Any]], bool]

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[Any] = []

    def settle(self, hands: Any, **params: Any) -> Any:  # type: ignore[override]
        self.seen.append(hands)
        answer = super().settle(hands=hands, **params)
        if type(self).spoils(self.seen):
            self.spoil(answer)
        return answer

    def spoil(self, answer: Any) -> None:
        answer["result"]["totals"] = {}


def spoiling(when: Callable[[list[Any]], bool]) -> type[Settling]:
    return type("Spoiling", (Settling,), {"spoils": staticmethod(when)})


def results(engine: Callable[[], ReferenceEngine], scenarios: Iterable[Scenario], most: int = 20, **more: Any) -> list[Result]:
    profile = suite().profiles["nepali-games"]
    runner = Runner(lambda: PythonConnector(engine()), profile, suite().clauses)
    verdicts = Verdicts(Expectations(), Reruns(runner.fresh, most, **more), SecondOpinion(profile, suite().clauses, ()))
    return [verdicts.reach(trial) for trial in runner.trials(scenarios)]


def hands(scenario: Scenario) -> dict[str, list[str]]:
    assert scenario.settle
    return {seat: list(cards) for seat, cards in scenario.settle.hands.items()}


def test_what_fails_alone_simply_fails() -> None:
    *_, last = results(spoiling(lambda seen: seen[-1] == hands(settled(3)[2])), settled(3))
    assert (last.status, last.kind, last.reason, last.after) == ("failed", "", "", ())


def test_a_leak_is_told_with_the_one_scenario_that_leads_to_it() -> None:
    guilty, victim = settled(7)[1], settled(7)[6]
    engine = spoiling(lambda seen: seen[-1] == hands(victim) and hands(guilty) in seen)
    *before, last = results(engine, settled(7))
    assert {result.status for result in before} == {"passed"}
    assert (last.status, last.kind, last.after) == ("failed", "leak", (guilty.id,))
    assert last.reason == f"{LEAK}; {guilty.id} before it is enough"


@pytest.mark.parametrize(
    ("guilty", "named"),
    [
        ((1, 6), "{} and {}"),
        ((4, 5), "{} and {}"),
        ((0, 10), "{} and {}"),
        ((0, 3, 9), "{}, {} and {}"),
        ((8, 9, 10), "{}, {} and {}"),
    ],
)
def test_a_leak_that_needs_several_scenarios_together_names_them_all_in_their_order(guilty: tuple[int, ...], named: str) -> None:
    *before, victim = settled(12)
    needed = [before[number] for number in guilty]
    engine = spoiling(lambda seen: seen[-1] == hands(victim) and all(hands(it) in seen for it in needed))
    found = results(engine, [*before, victim])[-1]
    assert (found.status, found.kind, found.after) == ("failed", "leak", tuple(it.id for it in needed))
    assert found.reason == f"{LEAK}; {named.format(*found.after)} before it are enough"
    again = results(engine, [it for it in settled(12) if it.id in (*found.after, found.id)])
    assert [result.status for result in again] == ["passed"] * len(needed) + ["failed"]


@pytest.mark.parametrize("pattern", [lambda it: it.id, lambda it: str(it.place.path)], ids=["ids", "files"])
def test_the_scenarios_of_a_leak_when_selected_run_in_the_order_that_they_had_in_the_whole_run(pattern: Callable[[Scenario], str]) -> None:
    _, _, whole = choose("denexa-yaniv", ())
    few = [*whole.normative, *whole.derived][::25]
    assert {it.profile for it in few} == {"denexa-yaniv", "pagat-yaniv"}
    _, _, selection = choose("denexa-yaniv", tuple(map(pattern, few)))
    assert [it.id for it in [*selection.normative, *selection.derived]] == [it.id for it in few]


def test_nothing_is_named_that_can_be_spared_even_where_one_scenario_undoes_another() -> None:
    one, two, three, four, victim = settled(5)
    # The third undoes the second, unless the first was there. Halving leaves all but the third; but then the first can be spared as well.
    leading = [[one, two, three, four], [one, two, four], [two, four]]
    histories = [[hands(it) for it in [*before, victim]] for before in leading]
    assert results(spoiling(lambda seen: seen in histories), settled(5))[-1].after == (two.id, four.id)


def test_what_led_to_one_leak_is_suspected_first_of_the_next() -> None:
    *before, first, second = settled(18)
    needed = [before[1], before[10]]

    def engines_for(victims: list[Scenario]) -> int:
        started: list[int] = []

        def engine() -> Settling:
            started.append(1)
            wrong = [hands(victim) for victim in victims]
            return spoiling(lambda seen: seen[-1] in wrong and all(hands(it) in seen for it in needed))()

        leaks = [result.after for result in results(engine, [*before, first, second]) if result.kind == "leak"]
        assert leaks == [tuple(it.id for it in needed)] * len(victims)
        return len(started)

    # Besides the engine of the run, each leak needs one alone, one after all, and those of the search; of the second search there are few.
    assert engines_for([first, second]) == engines_for([first]) + 2 + len(["the two", "the second", "the first", "no first", "no second"])


def test_a_leak_that_needs_very_many_scenarios_only_counts_them() -> None:
    *_, last = results(spoiling(lambda seen: len(seen) == 25), settled(25))
    assert (last.kind, last.after) == ("leak", ())
    assert last.reason == f"{LEAK}; 24 of the 24 before it are enough"


def test_a_search_that_takes_too_often_names_the_fewest_it_has_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dhumbal_conformance.runner.origin.TRIES", 3)
    *before, victim = settled(9)
    needed = [before[5], before[7]]
    started: list[int] = []

    def engine() -> Settling:
        started.append(1)
        return spoiling(lambda seen: seen[-1] == hands(victim) and all(hands(it) in seen for it in needed))()

    last = results(engine, [*before, victim])[-1]
    assert last.after == tuple(it.id for it in before[4:])
    assert last.reason == f"{LEAK}; {before[4].id}, {needed[0].id}, {before[6].id} and {needed[1].id} before it are enough, perhaps fewer"
    assert len(started) == 1 + 2 + 3


def test_a_search_that_takes_too_long_names_the_fewest_it_has_found() -> None:
    clock = iter([0, 0, 29, 31, 31])
    *before, victim = settled(9)
    engine = spoiling(lambda seen: seen[-1] == hands(victim) and hands(before[6]) in seen)
    last = results(engine, [*before, victim], now=lambda: float(next(clock)))[-1]
    assert last.after == (before[6].id, before[7].id)
    assert last.reason.endswith(f"; {before[6].id} and {before[7].id} before it are enough, perhaps fewer")


def test_only_the_first_leaks_are_traced() -> None:
    found = results(spoiling(lambda seen: len(seen) > 2), settled(8))
    assert [result.kind for result in found] == ["", "", *["leak"] * 6]
    assert [result.reason == LEAK for result in found[2:]] == [False, False, False, True, True, True]


def test_what_passes_when_asked_the_same_again_is_flaky() -> None:
    failures = iter([True])
    found = results(spoiling(lambda seen: len(seen) == 3 and next(failures, False)), settled(4))
    assert [result.status for result in found] == ["passed", "passed", "flaky", "passed"]
    assert found[2].failure is not None


class Crashing(Settling):
    def spoil(self, answer: Any) -> None:
        raise RuntimeError("now and then")


def test_a_fault_is_run_again_like_a_failure() -> None:
    once = iter([True])
    found = results(type("Once", (Crashing,), {"spoils": staticmethod(lambda seen: next(once, False))}), settled(2))
    assert [result.status for result in found] == ["flaky", "passed"]
    found = results(type("Second", (Crashing,), {"spoils": staticmethod(lambda seen: len(seen) == 2)}), settled(2))
    assert [(result.status, result.kind, result.after) for result in found] == [
        ("passed", "", ()),
        ("error", "internal", (settled(2)[0].id,)),
    ]


@pytest.mark.parametrize(("most", "flaky"), [(0, 0), (2, 2), (20, 5)])
def test_as_many_failures_are_run_again_as_is_asked_for(most: int, flaky: int) -> None:
    made: list[Settling] = []

    def first_is_bad() -> Settling:
        made.append(spoiling(lambda seen: made[0].seen is seen)())
        return made[-1]

    found = results(first_is_bad, settled(5), most)
    assert [result.status for result in found] == ["flaky"] * flaky + ["failed"] * (5 - flaky)


def test_reruns_end_when_they_take_too_long() -> None:
    clock = iter(range(0, 10_000, 25))
    made: list[Settling] = []

    def slow_to_start() -> Settling:
        made.append(spoiling(lambda seen: made[0].seen is seen)())
        return made[-1]

    found = results(slow_to_start, settled(5), now=lambda: float(next(clock)))
    assert [result.status for result in found] == ["flaky"] * 2 + ["failed"] * 3


def test_an_engine_that_cannot_be_there_twice_is_not_run_again() -> None:
    started: list[int] = []

    def only_one() -> ReferenceEngine:
        started.append(1)
        if len(started) > 1:
            raise EngineFault("startup", "the port is in use")
        return spoiling(lambda seen: True)()

    found = results(only_one, settled(3))
    assert [result.status for result in found] == ["failed"] * 3
    assert len(started) == 2


def test_a_failure_is_told_even_if_its_rerun_is_interrupted() -> None:
    made: list[ReferenceEngine] = []

    class Interrupted(ReferenceEngine):
        def settle(self, **params: Any) -> Any:  # type: ignore[override]
            if made[0] is not self:
                raise KeyboardInterrupt
            return {"result": {}}

    def engine() -> ReferenceEngine:
        made.append(Interrupted())
        return made[-1]

    profile = suite().profiles["nepali-games"]
    runner = Runner(lambda: PythonConnector(engine()), profile, suite().clauses)
    verdicts = Verdicts(Expectations(), Reruns(runner.fresh), SecondOpinion(profile, suite().clauses, ()))
    _, *found, footer = run_events(Team(runner), verdicts, Plan(settled(3), "again"))
    assert [event["status"] for event in found] == ["failed", "not-run", "not-run"]
    assert footer["stopped_by"] == "SIGINT"


def wrong(scenario: Scenario) -> Scenario:
    return scenario._replace(then={**scenario.then, "winner": "Z"})


def test_a_scenario_that_the_reference_engine_fails_as_well_is_invalid() -> None:
    good, bad = settled(2)
    found = results(ReferenceEngine, [good, wrong(bad)])
    assert [result.status for result in found] == ["passed", "invalid-scenario"]
    assert found[1].reason.startswith("the reference engine does not pass this scenario either: the winner: expected Z, got ")
    assert found[1].failure is not None


def test_the_reference_engine_cannot_excuse_itself() -> None:
    profile = suite().profiles["nepali-games"]
    runner = Runner(lambda: PythonConnector(ReferenceEngine()), profile, suite().clauses)
    verdicts = Verdicts(Expectations(), Reruns(runner.fresh), SecondOpinion(profile, suite().clauses, (), of_itself=True))
    (result,) = map(verdicts.reach, runner.trials([wrong(settled(1)[0])]))
    assert result.status == "failed"


def test_an_engine_that_broke_is_not_excused_by_a_wrong_scenario() -> None:
    (result,) = results(type("Always", (Crashing,), {"spoils": staticmethod(lambda seen: True)}), [wrong(settled(1)[0])])
    assert result.status == "error"


def test_a_failure_carries_the_play_as_the_rules_have_it() -> None:
    class RefusesCalls(ReferenceEngine):
        def apply(self, game: str, action: Any, **params: Any) -> Any:
            calls = action["type"] == "call"
            return {"accepted": False, "clause": "call.limit"} if calls else super().apply(game=game, action=action, **params)

    scenario = suite().scenarios["nepali-games/call/k-pair-worked-example"]
    (result,) = results(RefusesCalls, [scenario])
    assert result.status == "failed"
    first, *steps, last = result.replay
    assert first["text"] == "at the beginning"
    assert sorted(first["hands"]["A"]) == ["AC", "AD", "AH", "KH", "KS"]
    assert (first["pile"], first["turn"]) == (["7C"], "A")
    assert [step["line"] for step in steps] == [step.place.line for step in scenario.play]
    assert "caught" in last["note"]
    assert "payments A 25" in last["note"]
    assert result.failure
    assert result.failure.line in [step["line"] for step in steps]
