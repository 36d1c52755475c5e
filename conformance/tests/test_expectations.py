"""What is known of an engine: the file, its mistakes, and what it makes of results."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from dhumbal_conformance import data
from dhumbal_conformance.cli import main
from dhumbal_conformance.loader.expectations import read_expectations
from dhumbal_conformance.model import BadFiles, Scenario
from dhumbal_conformance.runner.expected import Expectations
from dhumbal_conformance.runner.outcome import Failure
from dhumbal_conformance.runner.outcome import Result as Outcome
from dhumbal_conformance.suite import load_suite

SIX = "nepali-games/call/judged-over-five"
ENGINE = """
from dhumbal import Rules
from dhumbal_conformance.reference import ReferenceEngine

class Six(Rules):
    def may_call(self, total):
        return total <= 6

def six():
    return ReferenceEngine(Six)
"""


@cache
def scenarios() -> dict[str, Scenario]:
    return load_suite().scenarios


def written(folder: Path, text: str) -> Path:
    file = folder / "known.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def entries(folder: Path, text: str) -> Expectations:
    return Expectations(read_expectations(written(folder, f"expectations:\n{text}")))


def met(expectations: Expectations, status: str, name: str = SIX) -> Outcome:
    scenario = scenarios()[name]
    result = Outcome(name, scenario.title, scenario.area, scenario.level, scenario.clauses, "", status=status)  # type: ignore[arg-type]
    result.failure = Failure("the call") if status in ("failed", "error", "flaky") else None
    expectations.meet(scenario, result)
    return result


@pytest.mark.parametrize(
    ("expect", "status", "becomes"),
    [
        ("fail", "failed", "expected-failure"),
        ("fail", "error", "error"),
        ("fail", "flaky", "flaky"),
        ("fail", "passed", "unexpected-pass"),
        ("fail", "unsupported", "unsupported"),
        ("error", "error", "expected-failure"),
        ("error", "failed", "failed"),
        ("error", "passed", "unexpected-pass"),
        ("flaky", "failed", "expected-failure"),
        ("flaky", "error", "expected-failure"),
        ("flaky", "passed", "passed"),
    ],
)
def test_what_an_entry_makes_of_a_result(expect: str, status: str, becomes: str, tmp_path: Path) -> None:
    result = met(entries(tmp_path, f'  - {{match: {SIX}, expect: {expect}, issue: "#12", until: "2.0"}}'), status)
    assert result.status == becomes
    if becomes == "expected-failure":
        assert result.reason == "#12; until 2.0"
    if becomes == "unexpected-pass":
        assert result.failure
        assert result.failure.what == f"the entry at {tmp_path / 'known.yaml'}:2 has become wrong; delete it"
        assert result.failure.expected == f"{expect}, because #12; until 2.0"


@pytest.mark.parametrize(
    ("match", "fits"),
    [
        (SIX, True),
        ("*/call/*", True),
        ("clause:call.limit", True),
        ("clause:call.*", True),
        ("judged-over-five", False),
        ("clause:take.*", False),
    ],
)
def test_an_entry_matches_by_id_or_clause(match: str, fits: bool, tmp_path: Path) -> None:
    result = met(entries(tmp_path, f"  - {{match: {match!r}, expect: fail, reason: x}}"), "failed")
    assert result.status == ("expected-failure" if fits else "failed")


def test_of_several_entries_the_first_counts(tmp_path: Path) -> None:
    both = f"  - {{match: {SIX}, expect: error, reason: one}}\n  - {{match: '*', expect: fail, reason: two}}"
    assert met(entries(tmp_path, both), "failed").status == "failed"


def test_an_entry_that_matches_nothing_is_told_with_its_line_and_what_it_may_have_meant(tmp_path: Path) -> None:
    known = entries(tmp_path, f"  - {{match: {SIX}r, expect: fail, reason: x}}\n  - {{match: 'clause:call.limt', expect: fail, reason: x}}")
    file = tmp_path / "known.yaml"
    assert list(known.unmatched(scenarios().values())) == [
        f"{file}:2: no scenario matches {SIX}r (did you mean {SIX}?)",
        f"{file}:3: no scenario matches clause:call.limt (did you mean clause:call.limit?)",
    ]


BAD_FILES = [
    ("", "1:1: the file is empty"),
    ("- {match: x, expect: fail, reason: y}", "1:1: the file must be entries `key: value`, not a list"),
    ("expectation: []", "1:1: there is no key 'expectation' (did you mean expectations?)"),
    ("expectations:\n  - {match: x, expect: fails, reason: y}", "2:24: expect cannot be 'fails' (did you mean fail?)"),
    ("expectations:\n  - {match: x, expect: fail}", "2:5: each item of expectations needs reason or issue"),
    ("expectations:\n  - {expect: fail, issue: y}", "2:5: match is missing in expectations"),
    ("expectations:\n  - {match: x, expect: fail, reason: ''}", "2:38: reason is empty"),
    ("expectations:\n  - {match: x, expect: fail, reasn: y}", "2:30: there is no key 'reasn' in expectations (did you mean reason?)"),
    ("expectations:\n  - {match: x, expect: fail, reason: y, until: 2.0}", "2:48: until must be text, not a number with a fraction"),
    ("expectations:\n  - {match: 'clause:', expect: fail, reason: y}", "2:13: no clause is named"),
    ("expectations: [", "2:1: this is not YAML"),
]


@pytest.mark.parametrize(("text", "message"), BAD_FILES)
def test_a_wrong_file_is_told_with_line_column_and_a_way_out(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BadFiles) as caught:
        read_expectations(written(tmp_path, text))
    told = str(caught.value).replace(str(tmp_path / "known.yaml"), "known.yaml")
    assert f"known.yaml:{message}" in told


@pytest.mark.parametrize(("text", "message"), [BAD_FILES[3], BAD_FILES[4], BAD_FILES[9]])
def test_verify_and_lint_tell_a_wrong_file(text: str, message: str, tmp_path: Path) -> None:
    file = written(tmp_path, text)
    found = dhumbal("verify", "--expect", file)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith(f"{file}:{message}")
    found = dhumbal("lint", file)
    assert found.exit_code == 4
    assert f"{file}:{message}" in found.stdout


def test_lint_accepts_a_good_file(tmp_path: Path) -> None:
    assert dhumbal("lint", written(tmp_path, f"expectations:\n  - {{match: {SIX}, expect: fail, reason: y}}\n")).exit_code == 0


def dhumbal(*words: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, words)), catch_exceptions=False)


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An engine that lets players call with six."""
    (tmp_path / "callsix.py").write_text(ENGINE)
    monkeypatch.syspath_prepend(tmp_path)
    return "python:callsix:six"


def test_a_first_file_is_written_with_which_the_next_run_is_as_expected(engine: str, tmp_path: Path) -> None:
    file = tmp_path / "first.yaml"
    first = dhumbal("verify", "--select", "*/call/*", "--engine", engine, "--write-expectations", file)
    assert first.exit_code == 1
    text = file.read_text(encoding="utf-8")
    assert "the reasons are still to be filled in" in text
    assert (
        f'match: "{SIX}"\n    expect: fail\n    reason: "TODO: say why. Found: the call: expected refused call.limit, got accepted"' in text
    )
    assert dhumbal("lint", file).exit_code == 0
    again = dhumbal("verify", "--select", "*/call/*", "--engine", engine, "--expect", file)
    assert again.exit_code == 0
    assert "expected-failure" in again.stdout
    healed = dhumbal("verify", "--select", SIX, "--expect", file)
    assert healed.exit_code == 1
    assert "unexpected-pass" in healed.stdout


def test_nothing_is_written_over_and_nothing_is_left_when_the_engine_does_not_start(tmp_path: Path) -> None:
    file = written(tmp_path, "precious")
    found = dhumbal("verify", "--write-expectations", file)
    assert (found.exit_code, file.read_text()) == (2, "precious")
    assert "is there already" in found.stderr
    other = tmp_path / "other.yaml"
    assert dhumbal("verify", "--engine", "python:nothing:here", "--write-expectations", other).exit_code == 3
    assert not other.exists()


def test_a_run_without_failures_writes_an_empty_list(tmp_path: Path) -> None:
    file = tmp_path / "first.yaml"
    assert dhumbal("verify", "--select", SIX, "--write-expectations", file).exit_code == 0
    assert read_expectations(file) == ()


def test_an_entry_for_what_was_not_selected_is_no_mistake_but_one_for_nothing_is(tmp_path: Path) -> None:
    file = written(tmp_path, "expectations: [{match: nepali-games/take/*, expect: flaky, reason: y}]")
    assert dhumbal("verify", "--select", SIX, "--expect", file).exit_code == 0
    file = written(tmp_path, "expectations: [{match: nepali-games/tkae/*, expect: flaky, reason: y}]")
    found = dhumbal("verify", "--select", SIX, "--expect", file)
    assert found.exit_code == 1
    assert f"! an expectation is wrong: {file}:1: no scenario matches nepali-games/tkae/*" in found.stdout


def test_both_options_at_once_make_no_sense(tmp_path: Path) -> None:
    found = dhumbal("verify", "--expect", written(tmp_path, "expectations: []"), "--write-expectations", tmp_path / "x.yaml")
    assert found.exit_code == 2
    assert "there is one already" in found.stderr


def test_the_schema_for_editors_knows_the_same_keys() -> None:
    schema = json.loads((data.spec() / "schemas" / "expectations.schema.json").read_text(encoding="utf-8"))
    item = schema["properties"]["expectations"]["items"]
    assert set(item["properties"]) == {"match", "expect", "reason", "issue", "until"}
