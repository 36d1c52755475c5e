"""Runs that were stored: `dhumbal render` and `dhumbal compare`, and streams that are damaged."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from dhumbal_conformance.reports.formats import FORMATS, open_reports
from dhumbal_conformance.reports.run import Run
from sample_runs import (
    EVERY,
    GOOD,
    dhumbal,
    result,
    run_of,
    stored,
)


def test_a_lone_surrogate_can_be_stored_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / "run.ndjson"
    run = run_of(result("passed", title="\ud800"))
    with open_reports([f"ndjson={file}"]) as (report,):
        for event in run.events():
            report.hear(event)
    assert [json.loads(line) for line in file.read_bytes().splitlines()] == list(run.events())


# --- the command line


def test_render_writes_what_verify_has_written(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    first, second = ({name: folder / f"{name}.svg" for name in FORMATS} for folder in (tmp_path, tmp_path / "again"))
    wanted, again = ([f"--report={name}={file}" for name, file in files.items()] for files in (first, second))
    assert dhumbal("verify", "--select", "*/call/*", *wanted).exit_code == 0
    assert dhumbal("render", first["ndjson"], *again).exit_code == 0
    for name in FORMATS:
        assert second[name].read_bytes() == first[name].read_bytes()
    assert [name for name in FORMATS if not first[name].read_bytes()] == ["github"]


def test_render_shows_the_terminal_report_and_has_verifys_exit_code(tmp_path: Path) -> None:
    good, bad = stored(tmp_path / "good.ndjson", GOOD), stored(tmp_path / "bad.ndjson", EVERY)
    assert dhumbal("render", good).exit_code == 0
    shown = dhumbal("render", bad)
    assert shown.exit_code == 1
    assert "§ call.limit: A player may call only with 5 or less." in shown.stdout


def lines_of(run: Run) -> list[bytes]:
    return [json.dumps(event).encode() + b"\n" for event in run.events()]


HEADER, *RESULTS, FOOTER = lines_of(EVERY)
SECONDS = re.compile(rb'"seconds": [0-9.]+')


@pytest.mark.parametrize(
    ("lines", "number", "message"),
    [
        ([], 1, "the stream is empty"),
        ([HEADER, *RESULTS], 10, "the run was cut off, and the stream ends without a footer"),
        ([HEADER, RESULTS[0], RESULTS[1][:50]], 3, "the line is cut off"),
        ([HEADER, b"nonsense\n", FOOTER], 2, "the line is not a JSON object"),
        ([HEADER, b"\xff\n", FOOTER], 2, "the line is not a JSON object"),
        ([HEADER.replace(b'"format": 2', b'"format": 1')], 1, "the stream has the format 1; this program reads 2"),
        ([HEADER.replace(b"1796026205.325", b"1e99")], 1, "the header has no proper `started`"),
        ([HEADER, SECONDS.sub(b'"seconds": 1' + b"0" * 400, RESULTS[0]), FOOTER], 2, "the result has no proper `seconds`"),
        ([RESULTS[0], FOOTER], 1, "an event of type header must stand here, and not 'result'"),
        ([HEADER, HEADER], 2, "an event of type result or footer must stand here, and not 'header'"),
        ([HEADER, RESULTS[0].replace(b'"area"', b'"era"'), FOOTER], 2, "the result has no proper `area`"),
        ([HEADER, RESULTS[1].replace(b'"step"', b'"stop"'), FOOTER], 2, "the failure has no proper `step`"),
        ([HEADER, RESULTS[0].replace(b'["call.limit"]', b"[[]]"), FOOTER], 2, "the result has no proper `clauses`"),
        ([HEADER, RESULTS[0].replace(b'"status": "passed"', b'"status": "great"'), FOOTER], 2, "there is no status 'great'"),
        ([HEADER, *RESULTS[1:], FOOTER], 10, "the footer counts other results than those above it"),
        ([HEADER, RESULTS[1].replace(b'"KH"', b'"ZZ"'), FOOTER], 2, "the replay has no proper cards"),
        ([HEADER, RESULTS[1].replace(b'"stock"', b'"stack"'), FOOTER], 2, "the replay has no proper `stock`"),
        ([HEADER, RESULTS[0].replace(b'"passed"', b'"flaky"'), FOOTER], 2, "the result has no proper `failure`, although it is flaky"),
        ([HEADER, *RESULTS, FOOTER, FOOTER], 12, "something follows the footer"),
    ],
)
@pytest.mark.parametrize("command", ["render", "compare"])
def test_what_is_no_whole_stream_is_told_with_its_line(lines: list[bytes], number: int, message: str, command: str, tmp_path: Path) -> None:
    file = tmp_path / "run.ndjson"
    file.write_bytes(b"".join(lines))
    found = dhumbal(command, file, *([file] if command == "compare" else ["--report", f"html={tmp_path / 'x.html'}"]))
    assert found.exit_code == 4
    assert found.stderr.startswith(f"{file}:{number}: {message}")
    assert found.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == [file]


def test_a_stream_that_is_not_there_is_told() -> None:
    found = dhumbal("render", "no/such.ndjson")
    assert (found.exit_code, found.stderr) == (4, "no/such.ndjson: No such file or directory\n")


def test_compare_shows_only_what_differs(tmp_path: Path) -> None:
    one = stored(tmp_path / "1.ndjson", run_of(result("passed"), result("passed", id="n/call/x"), result("passed", id="n/call/gone")))
    two = stored(tmp_path / "2.ndjson", run_of(result("passed"), result("failed", id="n/call/x")))
    found = dhumbal("compare", one, two)
    assert found.exit_code == 1
    rows = [line.split() for line in found.stdout.splitlines()]
    assert ["n/call/x", "passed", "failed"] in rows
    assert ["n/call/gone", "passed", "absent"] in rows
    assert ["passed", "3", "1"] in rows
    assert ["failed", "0", "1"] in rows
    assert "nepali-games/call/passed" not in found.stdout
    assert rows[-1] == ["2", "of", "3", "scenarios", "differ"]


def test_compare_of_equal_runs_finds_nothing(tmp_path: Path) -> None:
    one, two = stored(tmp_path / "1.ndjson", EVERY), stored(tmp_path / "2.ndjson", EVERY)
    found = dhumbal("compare", one, two, one)
    assert found.exit_code == 0
    assert found.stdout.splitlines()[-1] == "0 of 9 scenarios differ"
    assert dhumbal("compare", one).exit_code == 2
