"""However much an engine says, and however often it fails, a report stays a file that can be opened, and says what it leaves out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from dhumbal_conformance.connectors import EngineFault
from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.reference import ReferenceEngine
from dhumbal_conformance.reports import tell
from dhumbal_conformance.reports.bounds import EACH, LEAST, bounded
from dhumbal_conformance.reports.formats import FORMATS, open_reports
from dhumbal_conformance.reports.run import Run
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.runner.outcome import LONGEST, Failure
from dhumbal_conformance.suite import load_suite
from sample_runs import EVERY, result, run_of

MUCH = "x" * 900_000


class Rambles(ReferenceEngine):
    """Says at length how a deal ended."""

    def settle(self, **params: Any) -> dict[str, Any]:  # type: ignore[override]
        answer = super().settle(**params)
        return {"result": {**answer["result"], "ended": MUCH}}


class Breaks(ReferenceEngine):
    """Cannot settle, and says at length why."""

    def settle(self, **_: Any) -> dict[str, Any]:  # type: ignore[override]
        raise EngineFault("crash", MUCH, MUCH)


@pytest.mark.parametrize("engine", [Rambles, Breaks])
def test_of_what_an_engine_says_a_result_keeps_so_much_as_can_be_read(engine: type[ReferenceEngine]) -> None:
    suite = load_suite()
    runner = Runner(lambda: PythonConnector(engine()), suite.profiles["nepali-games"], suite.clauses)
    failure = runner.check(suite.scenarios["nepali-games/settle/won-two-players"]).failure
    assert failure
    assert max(map(len, (failure.what, failure.expected, failure.actual, failure.evidence))) < LONGEST + 100
    assert "more characters are left out" in failure.what + failure.actual


def test_what_is_short_is_kept_whole() -> None:
    failure = Failure("the verdict", "accepted", "refused", evidence="→ asked\n← answered")
    assert failure.bounded() == failure
    assert bounded(EVERY) == EVERY


def loud(failures: int) -> Run:
    """A run of which every failure has as much evidence as is kept of one."""
    failure = result("failed")["failure"] | {"actual": "y" * 2000, "evidence": "z" * LONGEST + "the last words"}
    return run_of(*(result("failed", id=f"a/b/{number}", failure=failure, replay=[]) for number in range(failures)))


def test_hundreds_of_loud_failures_make_no_report_that_cannot_be_opened(tmp_path: Path) -> None:
    formats = [name for name in FORMATS if name != "badge"]
    with open_reports([f"{name}={tmp_path / name}" for name in formats]) as reports:
        tell(loud(500).events(), reports)
    sizes = {name: (tmp_path / name).stat().st_size for name in formats}
    assert {name for name, size in sizes.items() if size > 4 << 20} == {"json", "ndjson"}
    assert len(json.loads((tmp_path / "json").read_text())["results"][499]["failure"]["evidence"]) > LONGEST
    for name in ("html", "junit"):
        assert "characters before this are left out" in (tmp_path / name).read_text(encoding="utf-8")


def test_the_first_failures_have_most_room_and_every_one_the_end_of_its_evidence() -> None:
    first, *_, last = (it["failure"] for it in bounded(loud(500)).results)
    assert len(first["evidence"]) > EACH > 2000 == len(first["actual"])
    assert LEAST < len(last["actual"]) < LEAST + 100
    assert first["evidence"].endswith("the last words")
    assert last["evidence"].endswith("the last words")
