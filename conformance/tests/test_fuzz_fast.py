"""`dhumbal fuzz --fast`: programs that are sent requests ahead of their answers agree, or what they do wrong comes to ordinary play."""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from dhumbal_conformance import data
from dhumbal_conformance.cli import main
from dhumbal_conformance.fuzz import campaign
from dhumbal_conformance.fuzz import fast as at_speed
from dhumbal_conformance.fuzz.direct import Asked, Direct
from dhumbal_conformance.fuzz.fast import Pipeline
from dhumbal_conformance.fuzz.openings import position, real_deal
from dhumbal_conformance.fuzz.script import Reference
from dhumbal_conformance.loader.profiles import load_profile
from dhumbal_conformance.model import Profile
from dhumbal_conformance.reference import ReferenceEngine

ADAPTER = data.root() / "conformance" / "adapters" / "python" / "engine.py"
PATIENCE = 10
"""Times the time limits of the protocol, for a busy machine."""
SYSTEMS = ("nepali-games", "pagat-yaniv", "doumebash", "cardrulesplus-take-sets", "pagat-nepal-jokers")

PROGRAM = """
import sys
from dhumbal_conformance.misreadings.__main__ import serve
from dhumbal_conformance.reference import ReferenceEngine

class Engine(ReferenceEngine):
    asked = 0

    def apply(self, **params):
        self.asked += 1
        {apply}
        return super().apply(**params)

    def observe(self, **params):
        answer = super().observe(**params)
        {observe}
        return answer

    def initialize(self, **params):
        answer = super().initialize(**params)
        {initialize}
        return answer

serve(Engine(), sys.stdin.buffer, sys.stdout.buffer)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def program(folder: Path, apply: str = "pass", observe: str = "pass", initialize: str = "pass") -> tuple[str, Path]:
    """A program that is like the reference engine but for these lines."""
    path = folder / "engine.py"
    path.write_text(PROGRAM.format(apply=apply, observe=observe, initialize=initialize))
    return sys.executable, path


def fast(*words: str | int | Path) -> Result:
    shown = ["fuzz", "--fast", "--timeout-scale", str(PATIENCE), *map(str, words)]
    return CliRunner().invoke(main, shown, catch_exceptions=False)


@cache
def profile(name: str = "nepali-games") -> Profile:
    return load_profile(name)


def requests(name: str, number: int, seed: int = 1) -> Iterator[Asked]:
    choose = random.Random(f"{seed}/{number}")
    given = (position if number % 2 else real_deal)(number, profile(name), choose, None)
    return Direct(Reference(profile(name)), given, choose, "g1").requests(observe=True)


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_expected_is_what_the_reference_engine_answers_behind_the_protocol(name: str) -> None:
    for number in range(1, 8):
        engine = ReferenceEngine()
        for asked in requests(name, number):
            assert getattr(engine, asked.method)(**json.loads(asked.params)) == asked.expected


@pytest.mark.parametrize("name", SYSTEMS)
def test_play_at_speed_goes_to_where_deals_end_and_tries_what_is_not_allowed(name: str) -> None:
    answers = [asked.expected for number in range(1, 40) for asked in requests(name, number) if asked.method == "apply"]
    accepted = sum(answer["accepted"] for answer in answers)
    assert 0.5 < accepted / len(answers) < 0.8
    assert len({answer["result"]["ended"] for answer in answers if "result" in answer}) >= 2
    refused = Counter(answer["clause"] for answer in answers if not answer["accepted"])
    assert set(refused) >= {"turn.over", "turn.seat", "call.only-at-turn-start", "discard.distinct", "discard.held", "discard.together"}


def test_a_deal_depends_on_seed_and_number_alone() -> None:
    first, again, other = (list(requests("nepali-games", 3, seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


@pytest.mark.parametrize("stop", [0, 1, 9, 9999])
def test_nothing_is_kept_of_a_deal_that_is_over_or_broken_off(stop: int) -> None:
    reference, choose = Reference(profile()), random.Random(1)
    asked = Direct(reference, real_deal(1, profile(), choose, 2), choose, "g1").requests(observe=True)
    assert len([*zip(asked, range(stop), strict=False)]) <= stop
    del asked
    assert reference.engine.games == {}


@pytest.mark.parametrize("name", ["nepali-games", "pagat-yaniv"])
def test_an_engine_that_plays_by_the_rules_agrees(name: str) -> None:
    found = fast("--profile", name, "--deals", 8, "--", sys.executable, ADAPTER)
    assert found.exit_code == 0
    assert re.search(r"^8 deals: [\d,]+ moves, [\d,]+ refusals compared in .*; no disagreement$", found.stdout, re.MULTILINE)


def test_workers_compare_the_same_moves() -> None:
    alone, together = (fast("--deals", 6, "--workers", workers, "--", sys.executable, ADAPTER).stdout for workers in (1, 2))
    figures = re.compile(r"6 deals: [\d,]+ moves, [\d,]+ refusals")
    assert figures.findall(alone) == figures.findall(together) != []


def test_a_misreading_is_found_and_becomes_a_scenario_that_shows_it(folder: Path) -> None:
    engine = (sys.executable, "-m", "dhumbal_conformance.misreadings", "NG-12/higher-limit")
    found = fast("--deals", 8, "--save", "here", "--", *engine)
    assert found.exit_code == 1
    assert "✗ § call.limit: the action" in found.stdout
    assert re.search(r"dhumbal fuzz --fast --profile nepali-games --seed 1 --deal \d+ -- ", found.stdout)
    (file,) = (folder / "here").iterdir()
    assert CliRunner().invoke(main, ["verify", "--select", str(file), "--timeout-scale", str(PATIENCE), "--", *engine]).exit_code == 1
    assert CliRunner().invoke(main, ["verify", "--select", str(file)]).exit_code == 0


def test_a_pile_upside_down_is_seen_by_the_referee_at_the_end_of_a_deal(folder: Path) -> None:
    engine = program(folder, observe='answer["state"]["pile"].reverse()')
    found = fast("--deals", 2, "--", *engine)
    assert found.exit_code == 1
    assert "✗ pile" in found.stdout


def test_what_only_shows_among_many_requests_is_told_as_such(folder: Path) -> None:
    engine = program(folder, apply='if self.asked == 900: return {"accepted": True, "card": "KS"}')
    found = fast("--deals", 3, "--", *engine)
    assert found.exit_code == 1
    assert "✗ the answer to apply" in found.stdout
    assert "it depends on what came before, or on chance" in found.stdout


def test_an_engine_that_dies_midway_is_told_and_the_deals_after_it_go_on(folder: Path) -> None:
    found = fast("--deals", 3, "--", *program(folder, apply="if self.asked == 900: sys.exit(7)"))
    assert found.exit_code == 1
    assert "crash: the engine ended before it answered apply: exit code 7" in found.stdout
    assert re.search(r"^3 deals: ", found.stdout, re.MULTILINE)


def test_an_engine_that_always_breaks_is_given_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "MOST_BROKEN", 3)
    monkeypatch.setattr(at_speed, "MOST_BROKEN", 3)
    found = fast("--deals", 60, "--", *program(folder, apply="raise RuntimeError"))
    assert found.exit_code == 1
    assert "the engine broke in 3 deals in a row, and was given up" in found.stdout


def test_an_engine_that_tells_less_is_compared_as_far_as_it_goes(folder: Path) -> None:
    less = 'answer["capabilities"] |= {"codes": False, "result": ["winner"], "observe": []}'
    wrong = 'answer = super().apply(**params); answer.pop("clause", 0); answer.get("result", {}).pop("totals", 0); return answer'
    assert fast("--deals", 4, "--", *program(folder, apply=wrong, initialize=less)).exit_code == 0


def test_neither_side_waits_for_the_other_when_the_pipes_are_full(folder: Path) -> None:
    path = folder / "late.py"
    path.write_text('import sys\nfor n, _ in enumerate(sys.stdin, 1):\n    print(f\'{{"id":{n},"result":{{"x":"{"y" * 2000}"}}}}\')\n')
    engine = Pipeline([sys.executable, str(path)], PATIENCE)
    asked = Asked("end", json.dumps({"game": "z" * 2000}).encode(), {})
    try:
        engine.write([asked] * 500)
        assert [len(engine.answer("end")["x"]) for _ in range(500)] == [2000] * 500
    finally:
        engine.abandon()
        engine.close()


@pytest.mark.parametrize(
    ("initialize", "message"),
    [
        ('answer["capabilities"]["half_turns"] = False', "--fast needs half_turns, which the engine does not offer; leave out --fast"),
        ('answer["capabilities"] |= {"chance": ["refills"], "load": False}', "--fast needs load or chance pack, which"),
    ],
)
def test_an_engine_that_cannot_be_played_at_speed_is_told_why(folder: Path, initialize: str, message: str) -> None:
    found = fast("--", *program(folder, initialize=initialize))
    assert found.exit_code == 2
    assert message in found.stderr


def test_speed_is_for_programs() -> None:
    found = fast("--deals", 1)
    assert (found.exit_code, found.stderr.count("--fast is for programs: name one after --")) == (2, 1)
