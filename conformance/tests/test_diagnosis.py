"""The diagnosis: a run's failures are matched against those of engines whose fault is known."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from dhumbal import Card, Rules
from dhumbal_conformance.cli import main
from dhumbal_conformance.diagnosis import diagnose
from dhumbal_conformance.diagnosis.known import Known, file, packed, parsed, read, unpacked, written
from dhumbal_conformance.diagnosis.marks import FACES, face_of, mark_of
from dhumbal_conformance.diagnosis.matching import Seen, diagnosis
from dhumbal_conformance.reference import ReferenceEngine
from dhumbal_conformance.reports import Event
from dhumbal_conformance.reports.findings import findings
from dhumbal_conformance.reports.stored import BadStream, read_run

PLAIN = FACES.index((False, ()))


def reading(name: str, **other: Any) -> dict[str, Any]:
    ruling = {"profile": "p", "ruling": "R-1", "question": "Who wins?", "title": "The first wins", "does": "The last.", "clauses": ["c.d"]}
    return {"id": name, **ruling, **other}


def wrong(name: str, marks: Mapping[str, str]) -> Known:
    return Known((reading(name),), {scenario: unpacked(mark) for scenario, mark in marks.items()})


def saw(failed: Mapping[str, str], passed: str = "", face: int = 0) -> Seen:
    return Seen(failed, frozenset(passed.split()), face, "p")


def failed(status: str = "failed", kind: str = "", **failure: str) -> Event:
    return {"status": status, "kind": kind, "failure": {"what": "the action", "expected": "accepted", "actual": "refused x.y", **failure}}


ONE = wrong("one", {"a": "11", "b": "12", "c": "13", "d": "14"})
OTHER = wrong("other", {"d": "24", "e": "25", "f": "26"})
KNOWN = [ONE, OTHER]


def names(told: Mapping[str, Any]) -> list[list[str]]:
    return [[name["id"] for name in readings] for readings in told["faults"]]


# Marks


def test_a_mark_does_not_depend_on_the_order_in_which_an_engine_names_a_hand() -> None:
    assert mark_of(failed(what="A's hand", actual="KS 2H")) == mark_of(failed(what="A's hand", actual="2H KS"))


def test_a_mark_does_depend_on_the_order_of_a_pile() -> None:
    assert mark_of(failed(what="pile", expected="x", actual="KS 2H")) != mark_of(failed(what="pile", expected="x", actual="2H KS"))


def test_a_mark_does_not_depend_on_why_an_engine_refuses_what_it_should_accept() -> None:
    assert mark_of(failed()) == mark_of(failed(actual="refused"))


def test_a_mark_does_depend_on_the_clause_where_another_was_due() -> None:
    one, other = (failed(expected="refused a.b", actual=f"refused {clause}") for clause in ("c.d", "e.f"))
    assert mark_of(one) != mark_of(other)


def test_engines_that_break_have_one_mark_whatever_they_say_of_it() -> None:
    assert mark_of(failed("error", "crash", what="crash: exit code 3")) == mark_of(failed("expected-failure", "internal", what="KeyError"))


@pytest.mark.parametrize("face", range(len(FACES)))
def test_an_engine_has_the_face_that_it_declares(face: int) -> None:
    codes, views = FACES[face]
    assert face_of({"codes": codes, "observe": [*views]}) == face


# Matching


def test_the_same_failures_and_no_other_are_certain() -> None:
    told = diagnosis(KNOWN, saw({"a": "11", "b": "12", "c": "13", "d": "14"}, "e f"))
    assert (names(told), told["sure"]) == ([["one"]], "certain")
    assert told["text"] == "explains all 4 failures, every scenario that it should fail did"


def test_a_single_failure_is_never_certain() -> None:
    assert diagnosis([wrong("one", {"a": "11"})], saw({"a": "11"}))["sure"] == "very likely"


def test_what_was_not_run_counts_neither_for_nor_against() -> None:
    assert diagnosis(KNOWN, saw({"a": "11", "b": "12"}, "f"))["sure"] == "certain"


def test_what_passed_although_it_should_fail_is_told() -> None:
    told = diagnosis(KNOWN, saw({"a": "11", "b": "12", "c": "13"}, "d"))
    assert (names(told), told["sure"]) == ([["one"]], "possible")
    assert told["text"] == "explains all 3 failures, 1 that it should fail passed"


def test_failures_that_it_does_not_explain_are_told() -> None:
    told = diagnosis(KNOWN, saw({"a": "11", "b": "12", "c": "13", "d": "99", "x": "1"}))
    assert told["text"] == "explains 3 of 5 failures, fails 1 more in another way, every scenario that it should fail did"


@pytest.mark.parametrize("first", ["14", "24"])
def test_two_faults_together_are_both_recognised_whichever_shows_first(first: str) -> None:
    told = diagnosis(KNOWN, saw({"a": "11", "b": "12", "c": "13", "d": first, "e": "25", "f": "26"}))
    assert (names(told), told["sure"]) == ([["one"], ["other"]], "certain")


def test_one_fault_is_preferred_to_two_that_explain_no_more() -> None:
    whole = wrong("whole", {scenario: mark for it in KNOWN for scenario, (mark, *_) in it.marks.items()})
    told = diagnosis([*KNOWN, whole], saw({"a": "11", "b": "12", "c": "13", "d": "24", "e": "25", "f": "26"}))
    assert names(told) == [["whole"]]


def test_something_else_fits_nothing() -> None:
    told = diagnosis(KNOWN, saw({"a": "99", "e": "25", "x": "1", "y": "2"}, "b c d f"))
    assert told["faults"] == []
    assert told["text"] == "none of the 2 known wrong engines fails like this one, nor do two of them together"


def test_a_known_engine_with_two_names_counts_as_often_as_in_the_kill_table() -> None:
    twice = KNOWN[0]._replace(readings=(*KNOWN[0].readings, *KNOWN[0].readings))
    told = diagnosis([twice, *KNOWN[1:]], saw({"x": "1"}))
    assert told["text"].startswith("none of the 3 known wrong engines fails")
    assert sum(len(it.readings) for it in read()) == len(json.loads(file().read_text(encoding="utf-8"))["misreadings"])


def test_what_explains_it_as_well_is_named_and_leaves_it_undecided() -> None:
    told = diagnosis(
        [ONE, wrong("twin", {name: mark for name, (mark, *_) in ONE.marks.items()})], saw({"a": "11", "b": "12", "c": "13", "d": "14"})
    )
    assert (names(told), told["sure"]) == ([["one"]], "undecided")
    assert [names(other) for other in told["alternatives"]] == [[["twin"]]]


def test_what_explains_it_much_worse_is_not_named_beside() -> None:
    half = wrong("half", {"a": "11", "b": "12", "c": "13"})
    assert diagnosis([ONE, half], saw({"a": "11", "b": "12", "c": "13", "d": "14"}))["alternatives"] == []


def test_a_single_failure_more_brings_in_a_second_fault_that_explains_it() -> None:
    many = wrong("many", {f"m{number}": str(number) for number in range(100)})
    few = wrong("few", {"x": "1"})
    seen_both = saw({**{name: mark for name, (mark, *_) in many.marks.items()}, "x": "1"})
    assert names(diagnosis([many, few], seen_both)) == [["many"], ["few"]]


def test_an_engine_that_shows_less_is_compared_with_what_would_be_seen_of_the_wrong_one() -> None:
    shy = Known((reading("shy"),), {"a": ["11", "", "", "", "", ""], "b": ["12"] * 5 + ["99"]})
    assert names(diagnosis([shy], saw({"b": "99"}, "a", PLAIN))) == [["shy"]]


def test_an_engine_with_two_names_is_one_engine_and_the_name_of_the_profile_comes_first() -> None:
    both = Known((reading("elsewhere", profile="q"), reading("here")), {"a": ["11"] * 6, "b": ["12"] * 6})
    told = diagnosis([both], saw({"a": "11", "b": "12"}))
    assert (names(told), told["sure"]) == ([["here", "elsewhere"]], "certain")


def test_nothing_is_said_and_nothing_read_when_nothing_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dhumbal_conformance.diagnosis.read", lambda: pytest.fail("it was read"))
    passed = {"id": "a", "basis": "normative", "status": "passed", "failure": None}
    assert diagnose([{"capabilities": {}, "profile": "p"}, passed]) is None


def test_a_comparison_with_the_reference_engine_is_no_evidence() -> None:
    derived = {"id": "a", "basis": "derived", **failed()}
    assert diagnose([{"capabilities": {}, "profile": "p"}, derived]) is None


def test_the_table_is_read_as_it_was_written() -> None:
    both = Known((reading("x"), reading("y")), {"s": ["1", "", "2", "2", "2", "2"], "t": ["3"] * 6})
    (again,) = parsed(json.loads(written([both])))
    assert again.marks == both.marks
    assert [name["id"] for name in again.readings] == ["x", "y"]
    assert unpacked(packed(["1"] * 6)) == ["1"] * 6


# Whole runs


def verified(tmp_path: Path, *args: str) -> Event:
    """The footer of a run."""
    file = tmp_path / "run.ndjson"
    CliRunner().invoke(main, ["verify", "--reruns", "0", "--report", f"ndjson={file}", *args])
    footer: Event = json.loads(file.read_text().splitlines()[-1])
    return footer


SAMPLE = {
    "WK-02/flat": "wikipedia-yaniv",
    "PN-02/all": "pagat-nepal",
    "DX-01/wins": "denexa-yaniv",
    "NG-47/on-top": "nepali-games",
    "fault/places-from-below": "nepali-games",
}


@pytest.mark.parametrize("name", SAMPLE)
def test_a_misreading_served_over_the_streams_is_recognised(name: str, tmp_path: Path) -> None:
    selected = ("--select", "*/settle/*", "--select", "*/series/*") if name[:2] in ("NG", "fa") else ()
    engine = (sys.executable, "-m", "dhumbal_conformance.misreadings", name)
    told = verified(tmp_path, "--profile", SAMPLE[name], *selected, "--", *engine)["diagnosis"]
    assert name in [name for readings in told["faults"] for name in [it["id"] for it in readings]]


class TensAndTwo(Rules):
    """Counts every ten as two, and every two as nine."""

    def __init__(self, profile: Any) -> None:
        super().__init__(profile)
        values = {"T": 2, "2": 9}
        self.pack.values = tuple(values.get(name[0], value) for name, value in zip(self.pack.names, self.pack.values, strict=True))


class KingsAlone(Rules):
    """Lets nobody discard a single king."""

    def may_go_together(self, cards: Any) -> bool:
        return super().may_go_together(cards) and not (len(cards) == 1 and self.is_king(cards[0]))

    def is_king(self, card: Card) -> bool:
        return self.pack.names[card][0] == "K"


def kings_alone() -> ReferenceEngine:
    return ReferenceEngine(KingsAlone)


def tens_and_two() -> ReferenceEngine:
    return ReferenceEngine(TensAndTwo)


@pytest.mark.parametrize("factory", ["kings_alone", "tens_and_two"])
def test_a_fault_that_nobody_has_thought_of_fits_nothing(factory: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent)
    told = verified(tmp_path, "--engine", f"python:test_diagnosis:{factory}")["diagnosis"]
    assert told["faults"] == []


# Reports


def footer(told: Mapping[str, Any] | None) -> Event:
    return {"diagnosis": told}


def test_the_words_name_the_reading_the_rule_and_how_sure_it_is() -> None:
    told = diagnosis(KNOWN, saw({"a": "11", "b": "12", "c": "13", "d": "14"}))
    assert findings(footer(told)) == [
        "your engine most probably does this wrong (certain: explains all 4 failures, every scenario that it should fail did)",
        "Who wins? It plays: The last. (one)",
        "the rule: The first wins (ruling R-1; § c.d)",
    ]


def test_a_run_without_failures_has_no_words() -> None:
    assert findings(footer(None)) == []
    assert findings({}) == []


@pytest.mark.parametrize("form", ["terminal", "html", "markdown", "junit", "json"])
def test_every_report_carries_the_diagnosis_also_when_it_is_made_later(form: str, tmp_path: Path) -> None:
    run, report = tmp_path / "run.ndjson", tmp_path / "report"
    engine = ("--profile", "wikipedia-yaniv", "--select", "wikipedia-yaniv/*", "--engine", "python:test_diagnosis:flat")
    sys.path.insert(0, str(Path(__file__).parent))
    try:
        CliRunner().invoke(main, ["verify", "--reruns", "0", "--report", f"ndjson={run}", *engine])
    finally:
        sys.path.remove(str(Path(__file__).parent))
    CliRunner().invoke(main, ["render", str(run), "--report", f"{form}={report}"])
    assert "WK" in report.read_text()
    assert "flat" in report.read_text()


def flat() -> ReferenceEngine:
    from dhumbal_conformance.misreadings import all_misreadings

    return next(it for it in all_misreadings() if it.id == "WK-02/flat").engine()


@pytest.mark.parametrize("damage", [{"sure": 1}, {"faults": [[]]}, {"faults": [["x"]]}, {"alternatives": [{}]}, {"alternatives": [3]}])
def test_a_stored_diagnosis_that_cannot_be_told_is_refused(damage: dict[str, Any], tmp_path: Path) -> None:
    run = tmp_path / "run.ndjson"
    CliRunner().invoke(main, ["verify", "--select", "judge", "--report", f"ndjson={run}"])
    *lines, last = run.read_bytes().splitlines(keepends=True)
    told = {"sure": "", "text": "", "faults": [], "alternatives": [], **damage}
    with pytest.raises(BadStream):
        read_run([*lines, json.dumps({**json.loads(last), "diagnosis": told}).encode() + b"\n"])
