"""The table of misreadings: every reading that a ruling rejects is a wrong engine, and the suite tells each from the right one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from dhumbal import Rules
from dhumbal_conformance import misreadings
from dhumbal_conformance.cli import main
from dhumbal_conformance.diagnosis import known
from dhumbal_conformance.misreadings import Misreading, all_misreadings
from dhumbal_conformance.misreadings.table import Row, Workshop, idle, unwritten
from dhumbal_conformance.model import Suite
from dhumbal_conformance.suite import load_suite

FEW = ("WK-02/flat", "WK-02/each-always")
"""Misreadings of a rule system with few scenarios."""


@cache
def suite() -> Suite:
    return load_suite()


def few(names: Iterable[str] = FEW) -> list[Misreading]:
    return [it for it in all_misreadings() if it.id in names]


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["misreadings", "--jobs", "1", *args])


Only = Callable[..., None]


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Only:
    """Have no other misreadings than these."""

    def have(*some: Misreading) -> None:
        monkeypatch.setattr(misreadings, "all_misreadings", lambda: list(some))

    return have


# What is there


def test_every_rejected_reading_is_an_engine_or_argued_to_be_none() -> None:
    assert unwritten(suite()) == []


def test_a_rejected_reading_without_either_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    without = [it for it in all_misreadings() if it.id != "NG-50/callers-left"]
    monkeypatch.setattr("dhumbal_conformance.misreadings.table.all_misreadings", lambda: without)
    assert unwritten(suite()) == ["NG-50/callers-left"]


def test_every_misreading_is_of_a_reading_that_its_ruling_rejects() -> None:
    rejected = {f"{it.id}/{reading.id}" for it in suite().rulings.values() for reading in it.readings if reading.id != it.ruling}
    assert {it.id for it in all_misreadings() if it.ruling} <= rejected


def test_every_fault_names_clauses_and_a_rule_system_that_there_are() -> None:
    faults = [it for it in all_misreadings() if not it.ruling]
    assert len(faults) >= 40
    assert [it.id for it in faults if not it.clauses or not set(it.clauses) <= set(suite().clauses)] == []
    assert {it.profile for it in faults} <= set(suite().profiles)


def test_every_fault_says_in_one_sentence_what_the_engine_does() -> None:
    said = {it.id: it.text for it in all_misreadings() if not it.ruling}
    assert [name for name, text in said.items() if not (text.startswith("The engine ") and text.endswith(".") and "\n" not in text)] == []
    assert len(set(said.values())) == len(said)


# The table that is kept


def test_the_kept_table_has_every_engine_under_every_name_and_nothing_else() -> None:
    kept = {str(reading["id"]) for it in known.read() for reading in it.readings}
    assert kept == {it.id for it in all_misreadings() if it.wrong is not None}


def test_the_kept_table_has_a_scenario_for_every_engine_and_none_that_is_gone() -> None:
    assert [it.name for it in known.read() if not it.marks] == []
    assert {scenario for it in known.read() for scenario in it.marks} <= set(suite().scenarios)


def test_the_kept_table_is_what_comes_of_a_run() -> None:
    rows = list(Workshop(suite(), few()).rows(jobs=1))
    kept = {it.name: it.marks for it in known.read()}
    assert {row.misreading.id: row.marks for row in rows} == {name: kept[name] for name in FEW}


def test_two_processes_find_what_one_finds() -> None:
    one, two = (list(Workshop(suite(), few()).rows(jobs)) for jobs in (1, 2))
    assert one == two


def test_the_scenarios_of_the_ruling_come_first() -> None:
    (row,) = Workshop(suite(), few(["WK-02/flat"])).rows(jobs=1)
    own = [name for name in suite().rulings["WK-02"].scenarios if name in row.marks]
    assert own
    assert row.decisive[: len(own)] == own


def test_every_scenario_that_a_ruling_names_is_failed_by_a_reading_that_it_rejects() -> None:
    failed = {(reading["ruling"], scenario) for it in known.read() for reading in it.readings for scenario in it.marks}
    named = [(ruling.id, scenario) for ruling in suite().rulings.values() for scenario in ruling.scenarios]
    assert [pair for pair in named if pair not in failed] == []


def rows_of(**failed: str) -> list[Row]:
    """Rows of a ruling that names the scenarios `a` and `b`, each with the one that a reading fails."""
    ruling = suite().rulings["WK-02"]._replace(scenarios=("a", "b"))
    return [Row(Misreading("WK-02", name.replace("_", "-"), Rules), ruling, "", {scenario: [""]}) for name, scenario in failed.items()]


def test_a_scenario_that_comes_out_alike_under_every_reading_is_idle() -> None:
    rejected = {reading.id.replace("-", "_") for reading in suite().rulings["WK-02"].readings} - {suite().rulings["WK-02"].ruling}
    assert idle(rows_of(**dict.fromkeys(rejected, "a"))) == [("WK-02", "b")]
    assert idle(rows_of(**dict.fromkeys(rejected, "a") | {max(rejected): "b"})) == []


def test_no_scenario_is_idle_as_long_as_a_rejected_reading_has_not_been_run() -> None:
    assert idle(rows_of(flat="a")) == []


# The command


def test_the_command_shows_what_tells_a_misreading_apart() -> None:
    result = run("--select", "WK-02/flat")
    assert result.exit_code == 0
    assert result.output.startswith("✓ WK-02/flat: ")
    assert "wikipedia-yaniv/settle/" in result.output
    assert result.output.endswith("1 of 1 told apart\n")


def test_a_misreading_that_passes_everything_survives_loudly(only: Only) -> None:
    only(Misreading("", "none", Rules, "The engine is right.", ("call.limit",), "denexa-yaniv"))
    result = run("--select", "fault/none")
    assert result.exit_code == 1
    assert "SURVIVES" in result.output
    assert result.output.endswith("0 of 1 told apart\n")


def test_a_scenario_that_decides_nothing_fails_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dhumbal_conformance.misreadings.table.idle", lambda _: [("WK-02", "wikipedia-yaniv/settle/x")])
    result = run("--select", "WK-02/flat")
    assert (result.exit_code, "WK-02 names wikipedia-yaniv/settle/x, which" in result.output) == (1, True)


def test_an_equivalent_one_is_shown_with_its_argument() -> None:
    name = next(it for it in all_misreadings() if it.equivalent)
    result = run("--select", name.id)
    assert (result.exit_code, name.equivalent in result.output) == (0, True)
    assert result.output.endswith("0 of 0 told apart, 1 equivalent\n")


def test_without_a_choice_missing_readings_make_the_command_fail(only: Only, monkeypatch: pytest.MonkeyPatch) -> None:
    only(*few(["WK-02/flat"]))
    monkeypatch.setattr("dhumbal_conformance.misreadings.table.unwritten", lambda _: ["NG-50/callers-left"])
    result = run()
    assert result.exit_code == 1
    assert "NG-50/callers-left is rejected by its ruling" in result.output


def test_a_stale_table_is_detected_and_writing_mends_it(only: Only, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    only(*few(["WK-02/flat"]))
    monkeypatch.setattr("dhumbal_conformance.misreadings.table.unwritten", lambda _: [])
    monkeypatch.setattr(known, "file", lambda: tmp_path / "table.json")
    (tmp_path / "table.json").write_text("{}")
    stale = run("--check")
    assert (stale.exit_code, "is out of date" in stale.output) == (1, True)
    assert [run("--write").exit_code, run("--check").exit_code] == [0, 0]


def test_the_table_can_be_had_for_programs_and_for_pages(tmp_path: Path) -> None:
    files = {form: tmp_path / form for form in ("json", "markdown")}
    run("--select", "WK-02/flat", *(part for form, file in files.items() for part in ("--report", f"{form}={file}")))
    (row,) = json.loads(files["json"].read_text())
    assert (row["id"], row["profile"], row["ruling"]) == ("WK-02/flat", "wikipedia-yaniv", "WK-02")
    assert "| WK-02/flat | " in files["markdown"].read_text()


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (["--profile", "nepali-game"], 2, "there is no profile 'nepali-game'"),
        (["--select", "NG-999"], 5, "no misreading matches NG-999"),
        (["--profile", "doumebash", "--select", "NG-50"], 5, "no misreading of doumebash matches NG-50"),
        (["--check", "--select", "NG-50"], 2, "need the whole table"),
        (["--check", "--write"], 2, "choose one"),
        (["--report", "json=/nowhere/x"], 2, "cannot write the report /nowhere/x"),
        (["--report", "pdf=x"], 2, "needs the form json=FILE or markdown=FILE"),
    ],
)
def test_wrong_usage_is_told_in_one_line(args: list[str], code: int, says: str) -> None:
    result = run(*args)
    assert (result.exit_code, says in result.output) == (code, True)


def test_an_older_table_stays_until_there_is_a_new_one(tmp_path: Path) -> None:
    older = tmp_path / "older.json"
    older.write_text("older")
    assert run("--select", "NG-50", "--report", f"json={older}", "--report", f"json={tmp_path}/no/such").exit_code == 2
    assert run("--select", "NG-999", "--report", f"json={older}", "--report", f"json={tmp_path}/new.json").exit_code == 5
    assert [path.read_text() for path in tmp_path.iterdir()] == ["older"]


def test_a_row_without_a_ruling_has_the_words_of_the_fault() -> None:
    fault = next(it for it in all_misreadings() if not it.ruling)
    assert Row(fault, None, fault.profile, {"s": [""]}).reading["does"] == fault.text
