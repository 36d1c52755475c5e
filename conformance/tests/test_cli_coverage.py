"""`dhumbal coverage`: clauses against scenarios both ways, in agreement with what `dhumbal lint` demands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from dhumbal_conformance.cli import main
from dhumbal_conformance.coverage import Proof, gaps, proofs
from dhumbal_conformance.loader.profiles import shipped_profiles
from dhumbal_conformance.model import Suite
from dhumbal_conformance.suite import load_suite

EXAMPLE = "nepali-games/call/k-pair-worked-example"
OWN = """\
id: ours
extends: nepali-games
names: {en: Ours}
summary: Our own
parameters: {call.limit: {value: 9, inferred: we like it}}
"""


def coverage(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["coverage", *map(str, words)], catch_exceptions=False)


@pytest.fixture(scope="module")
def suite() -> Suite:
    return load_suite()


@pytest.fixture(autouse=True)
def loaded_once(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dhumbal_conformance.suite.load_suite", lambda: suite)


def by_id(suite: Suite, profile: str) -> dict[str, Proof]:
    return {proof.clause.id: proof for proof in proofs(suite, suite.profiles[profile])}


@pytest.mark.parametrize("profile", [path.stem for path in shipped_profiles()])
def test_a_clause_is_open_exactly_where_lint_finds_it_so(suite: Suite, profile: str) -> None:
    assert gaps(suite, suite.profiles[profile]) == []
    assert [proof.clause.id for proof in proofs(suite, suite.profiles[profile]) if proof.missing] == []


def test_without_its_scenarios_a_clause_is_open(suite: Suite) -> None:
    others = {name: scenario for name, scenario in suite.scenarios.items() if "take.lock" not in scenario.clauses}
    bare = Suite(suite.clauses, suite.profiles, suite.rulings, others)
    missing = {proof.clause.id for proof in proofs(bare, suite.profiles["nepali-games"]) if proof.missing}
    assert "take.lock" in missing
    assert "call.limit" not in missing


def test_scenarios_of_a_profile_that_is_extended_count_where_the_words_are_the_same(suite: Suite) -> None:
    found = by_id(suite, "cardrulesplus-courts-11-12-13")
    assert found["setup.players"].scenarios == ()
    assert {scenario.profile for scenario in found["setup.players"].shared} == {"cardrulesplus"}
    assert {scenario.profile for scenario in found["value.courts"].scenarios} == {"cardrulesplus-courts-11-12-13"}
    assert found["value.courts"].shared == ()


def test_all_clauses_are_shown_within_80_columns_with_their_scenarios_and_rulings(suite: Suite) -> None:
    result = coverage()
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    shown = {words[1]: words[2:] for words in map(str.split, lines) if len(words) > 2 and words[0][0].isdigit()}
    found = by_id(suite, "nepali-games")
    assert shown.keys() == found.keys()
    assert shown["call.limit"] == [str(len(found["call.limit"].scenarios)), *(ruling.id for ruling in found["call.limit"].rulings)]
    assert lines[-1].startswith("nepali-games: 9")


def test_a_profile_of_ones_own_with_an_open_clause_is_no_success(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text(OWN)
    result = coverage("--profile", path)
    assert result.exit_code == 1
    assert "✗ no scenario proves call.limit; see dhumbal rule call.limit" in result.stdout
    assert "no scenario proves take.lock" not in result.stdout


def test_one_clause_lists_its_scenarios_and_rulings(suite: Suite) -> None:
    shown = coverage("--clause", "take.lock").stdout
    proof = by_id(suite, "nepali-games")["take.lock"]
    for name in [*(scenario.id for scenario in proof.scenarios), *(ruling.id for ruling in proof.rulings)]:
        assert f"\n  {name}" in shown
    assert f"{len(proof.scenarios)} scenarios" in shown
    assert "(refused)" in shown


def test_one_scenario_lists_its_clauses(suite: Suite) -> None:
    shown = coverage("--scenario", EXAMPLE).stdout
    for name in (*suite.scenarios[EXAMPLE].clauses, *suite.scenarios[EXAMPLE].rulings):
        assert f"\n  {name}\n" in shown
    other = coverage("--scenario", EXAMPLE, "--profile", "doumebash")
    assert "Under doumebash it proves nothing; it is written for nepali-games." in other.stdout


def test_both_ways_are_in_the_json_report(tmp_path: Path, suite: Suite) -> None:
    path = tmp_path / "coverage.json"
    assert coverage("--report", f"json={path}").exit_code == 0
    report = json.loads(path.read_text(encoding="utf-8"))
    assert report["scenarios"][EXAMPLE] == [clause for clause in suite.clauses if clause in suite.scenarios[EXAMPLE].clauses]
    by_clause = {clause["id"]: clause["scenarios"] for clause in report["clauses"]}
    assert all(EXAMPLE in by_clause[clause] for clause in report["scenarios"][EXAMPLE])


def test_markdown_goes_to_standard_output_unless_a_file_is_named() -> None:
    shown = coverage("--report", "markdown").stdout
    assert shown.startswith("**nepali-games: ")
    assert "\n| 6.3 | `take.top` | " in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--clause", "take.lokc"), "did you mean take.lock?"),
        (("--scenario", "nepali-games/call/k-pair-worked-exampl"), f"did you mean {EXAMPLE}?"),
        (("--report", "jsn"), "did you mean json?"),
        (("--report", "json=no/such/folder/file"), "cannot write the report no/such/folder/file"),
        (("--profile", "pagat"), "did you mean pagat-yaniv?"),
    ],
)
def test_what_is_not_there_is_told(words: tuple[str, ...], message: str) -> None:
    result = coverage(*words)
    assert result.exit_code == 2
    assert message in result.stderr
