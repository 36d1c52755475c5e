"""What fuzz writes: small scenarios that lint accepts, that read back as they were meant, and that the wrong engine fails."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from dhumbal import Deal, Rules
from dhumbal_conformance.connectors import Connector
from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.fuzz.bench import Bench, Job
from dhumbal_conformance.fuzz.filing import Filed, Filing
from dhumbal_conformance.fuzz.openings import position, real_deal
from dhumbal_conformance.fuzz.policies import play
from dhumbal_conformance.fuzz.questions import judgements, series, settlement
from dhumbal_conformance.fuzz.reductions import parts, without_player
from dhumbal_conformance.fuzz.retelling import played, retold
from dhumbal_conformance.fuzz.script import Looks, Reference
from dhumbal_conformance.fuzz.writing import flow, yaml_text
from dhumbal_conformance.loader.files import load_files, load_spec
from dhumbal_conformance.loader.profiles import load_profile
from dhumbal_conformance.model import Profile, Scenario, Suite
from dhumbal_conformance.reference import ReferenceEngine
from dhumbal_conformance.runner import Runner

SYSTEMS = ("nepali-games", "doumebash", "pagat-nepal-jokers", "pagat-yaniv", "pagat-yaniv-two-packs")
EVERYTHING = Looks(referee=True, player=True, legal=True, takeable=True, half_turns=True)
JSON = dict[str, Any]


@cache
def spec() -> Suite:
    return load_spec()


def profile(name: str = "nepali-games") -> Profile:
    return spec().profiles[name]


def scenarios(name: str, number: int) -> list[Scenario]:
    """One of each kind; of the deals only the beginning, with everything that can be seen at its last step."""
    reference, choose = Reference(profile(name)), random.Random(number)
    given = (position if number % 2 else real_deal)(number, profile(name), choose, None)
    script = play(given, reference, EVERYTHING, choose)
    actions = [step.action for step in script.steps[: number % 7] if step.action]
    deal = played(reference, given, actions)
    deal.look_at_last(EVERYTHING)
    asked = [ask(reference, number, choose, None) for ask in (settlement, judgements, series)]
    return [deal.scenario, *filter(None, asked)]


def meaning(scenario: Scenario) -> JSON:
    """A scenario without its name and without where in a file its parts stand."""
    steps = [(step.action, {key: sorted_cards(key, value) for key, value in step.expect.items()}) for step in scenario.play]
    deals = [(deal.caller, deal.hands, deal.expect) for deal in (scenario.series.deals if scenario.series else ())]
    asked = [(question.type, question.cards, question.refused, question.total) for question in scenario.judge]
    then = {key: value for key, value in scenario.then.items() if value is not None}
    return {"given": scenario.given, "play": steps, "settle": scenario.settle, "judge": asked, "deals": deals, "then": then}


def sorted_cards(key: str, value: Any) -> Any:
    return sorted(map(str, value)) if key == "legal" else value


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_scenario_is_written_so_that_it_reads_back_as_it_was(name: str, tmp_path: Path) -> None:
    written = {}
    for number in range(1, 15):
        for scenario in scenarios(name, number):
            named = scenario._replace(
                id=f"{name}/found/{scenario.kind}-{number}",
                title=f"Written, number {number}",
                clauses=("pack.cards",),
                source="x: y",
            )
            (tmp_path / f"{scenario.kind}-{number}.yaml").write_text(yaml_text(named, profile(name)), encoding="utf-8")
            written[named.id] = named
    read = {scenario.id: scenario for scenario in load_files(spec(), [tmp_path])}
    assert len(read) > 30
    for key, scenario in read.items():
        assert meaning(scenario) == meaning(written[key]), yaml_text(written[key], profile(name))


@pytest.mark.parametrize("name", ["nepali-games", "doumebash"])
def test_a_table_without_a_pile_is_written_so_that_it_reads_back_as_it_was(name: str, tmp_path: Path) -> None:
    tables = (position(number, profile(name), random.Random(number), None) for number in range(1, 100))
    deal = played(Reference(profile(name)), next(table for table in tables if table.state and not table.state["pile"]), [])
    deal.look_at_last(EVERYTHING)
    named = deal.scenario._replace(id=f"{name}/found/no-pile", title="A table without a pile", clauses=("pack.cards",), source="x: y")
    (tmp_path / "no-pile.yaml").write_text(yaml_text(named, profile(name)), encoding="utf-8")
    (read,) = load_files(spec(), [tmp_path])
    assert meaning(read) == meaning(named)


class CallAtSix(Rules):
    def may_call(self, total: int) -> bool:
        return total <= 6


class NoLock(Rules):
    def why_not_discard(self, deal: Deal, seat: int, cards: Sequence[int]) -> str | None:
        broken = super().why_not_discard(deal, seat, cards)
        return None if broken == "take.lock" and self.may_go_together(cards) else broken


class RefillKeepsNothing(Rules):
    def kept(self, deal: Deal) -> list[int]:
        return []


class TiesByLowestSeat(Rules):
    def tie_order(self, players: int, dealer: int, caller: int | None) -> Sequence[int]:
        return range(players)


class CapAt201(Rules):
    def is_last_turn(self, turns: int) -> bool:
        return turns == 201


class EvenScores(Rules):
    def reduced(self, score: int, delta: int) -> int:
        return score // 2 * 2


def dealt_only(rules: type[Rules]) -> ReferenceEngine:
    """A wrong engine that cannot be given a table."""

    class DealtOnly(ReferenceEngine):
        def initialize(self, **params: Any) -> JSON:
            answer = super().initialize(**params)
            return answer | {"capabilities": answer["capabilities"] | {"load": False}}

    return DealtOnly(rules)


def first_filed(connect: Callable[[], Connector], folder: Path, deals: int = 60) -> Filed:
    job = Job(connect, profile())
    bench = Bench(job)
    for number in range(1, deals + 1):
        for found in bench.compare(number).found.values():
            return Filing(job, folder).file(found.first)
    raise AssertionError("the wrong engine was not found out")


def status(engine: ReferenceEngine, scenario: Scenario) -> str:
    return next(Runner(partial(PythonConnector, engine), profile(), spec().clauses).run([scenario])).status


@pytest.mark.parametrize(
    ("rules", "clause", "steps"),
    [
        (CallAtSix, "call.limit", 1),
        (NoLock, "take.lock", 2),
        (RefillKeepsNothing, "", 1),
        (TiesByLowestSeat, "", 2),
        (CapAt201, "", 2),
        (EvenScores, "", 0),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_disagreement_becomes_a_small_file_that_shows_it(rules: type[Rules], clause: str, steps: int, tmp_path: Path) -> None:
    filed = first_filed(lambda: PythonConnector(ReferenceEngine(rules)), tmp_path)
    assert filed.note == ""
    assert filed.path is not None
    (scenario,) = load_files(spec(), [filed.path])
    assert status(ReferenceEngine(), scenario) == "passed"
    assert status(ReferenceEngine(rules), scenario) == "failed"
    assert len(scenario.play) <= steps
    assert clause in ("", *scenario.clauses)
    assert len(filed.path.read_text().splitlines()) < 20
    assert scenario.source.startswith("found by dhumbal fuzz, profile nepali-games, seed 1, deal ")
    assert scenario.because.startswith("To be confirmed by the author")


def test_a_deal_is_shrunk_as_a_deal_for_an_engine_that_cannot_be_given_a_table(tmp_path: Path) -> None:
    filed = first_filed(lambda: PythonConnector(dealt_only(NoLock)), tmp_path)
    assert filed.path is not None
    (scenario,) = load_files(spec(), [filed.path])
    assert scenario.given is not None
    assert scenario.given.pack is not None
    assert [step.expect.get("refused") for step in scenario.play] == [None, "take.lock"]
    assert status(dealt_only(NoLock), scenario) == "failed"
    assert len(scenario.seats) == 2


def test_no_file_is_replaced(tmp_path: Path) -> None:
    connect = partial(PythonConnector, ReferenceEngine(CallAtSix))
    first, second = (first_filed(connect, tmp_path).path for _ in range(2))
    assert first is not None
    assert second is not None
    assert second.stem == f"{first.stem}-2"
    assert f"id: nepali-games/found/{second.stem}" in second.read_text()


class Forgetful(ReferenceEngine):
    settled = 0

    def settle(self, **params: Any) -> JSON:  # type: ignore[override]
        Forgetful.settled += 1
        answer = super().settle(**params)
        return {"result": answer["result"] | {"winner": "Z"}} if Forgetful.settled == 2 else answer


def test_what_a_fresh_engine_does_not_show_is_told_as_such_and_not_filed(tmp_path: Path) -> None:
    filed = first_filed(lambda: PythonConnector(Forgetful()), tmp_path)
    assert filed.path is None
    assert "depends on what came before, or on chance" in filed.note
    assert list(tmp_path.iterdir()) == []


def test_parts_leave_out_halves_first_and_single_items_last() -> None:
    assert ["".join(kept) for kept in parts("abcd")] == ["", "cd", "ab", "bcd", "acd", "abd", "abc"]


@pytest.mark.parametrize("name", ["nepali-games", "doumebash"])
def test_a_table_with_a_player_less_is_a_table_again(name: str) -> None:
    reference, choose = Reference(profile(name)), random.Random(3)
    for given in (real_deal(3, profile(name), choose, 4), position(5, profile(name), choose, 4)):
        script = played(reference, given, [{"player": given.players[0], "type": "call"}])
        for fewer in without_player(script.scenario, profile(name)):
            assert fewer.given is not None
            told = retold(reference, fewer, EVERYTHING)
            assert len(fewer.seats) == len(given.players) - 1
            assert told.play[0].action == fewer.play[0].action if fewer.play else True


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("take.lock", "take.lock"),
        ("KS 10H", "KS 10H"),
        ("KS' 2D", '"KS\' 2D"'),
        ("a: b", '"a: b"'),
        (None, "none"),
        (True, "true"),
        (-5, "-5"),
        ({"A": 5, "B": "none"}, "{A: 5, B: none}"),
        (["call", "draw stock"], "[call, draw stock]"),
    ],
)
def test_values_are_written_as_yaml_reads_them(value: object, text: str) -> None:
    assert flow(value) == text


def test_a_profile_of_ones_own_is_named_in_the_file(tmp_path: Path) -> None:
    ours = tmp_path / "ours.yaml"
    ours.write_text("id: ours\nextends: nepali-games\nnames: {en: Ours}\nsummary: Calls up to 7.\nparameters: {call.limit: 7}\n")
    job = Job(lambda: PythonConnector(ReferenceEngine(CallAtSix)), load_profile(str(ours)))
    bench = Bench(job)
    found = next(found for number in range(1, 40) for found in bench.compare(number).found.values())
    filed = Filing(job, tmp_path / "found").file(found.first)
    assert filed.path is not None
    assert "profile: ours" in filed.path.read_text()
    assert filed.note == ""
