"""`dhumbal verify`: where its reports go, and what becomes of them after Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from dhumbal_conformance import data
from dhumbal_conformance.cli import main
from dhumbal_conformance.events import undisturbed
from dhumbal_conformance.reports.formats import FORMATS
from junitparser import JUnitXml


def dhumbal(*words: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, words)), catch_exceptions=False)


def verify(*words: str) -> Result:
    return dhumbal("verify", "--select", "*/call/*", *words)


def test_a_report_on_standard_output_has_it_for_itself() -> None:
    found = verify("--report", "json=-")
    assert json.loads(found.stdout)["footer"]["complete"] is True
    assert "passed in" in found.stderr
    assert "passed in" in verify("--report", "terminal=-").stdout


@pytest.mark.parametrize(
    ("reports", "message"),
    [
        (["juint=x"], "there is no report format 'juint' (did you mean junit?); there are terminal, ndjson, json, junit, html,"),
        (["junit"], "--report junit needs a file: junit=FILE"),
        (["html=no/such/x.html"], "cannot write the report no/such/x.html: No such file or directory"),
        (["badge=x.png"], "the name of the file must end in .svg or .json"),
        (["badge=-"], "the name of the file must end in .svg or .json"),
        (["html=same", "junit=same"], "two reports cannot both be written to same"),
    ],
)
def test_what_cannot_be_written_is_told_before_the_run(
    reports: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = verify(*(word for report in reports for word in ("--report", report)))
    assert found.exit_code == 2
    assert message in found.stderr
    assert found.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["README.md", "docs/reports.md"])
def test_every_format_is_documented(place: str) -> None:
    text = (data.root() / place).read_text(encoding="utf-8")
    assert {name for name in FORMATS if f"| `{name}=" in text} == set(FORMATS)
    assert all(name in dhumbal("verify", "--help").stdout for name in FORMATS)


SLOW = """
import runpy, sys, time
import dhumbal_conformance.reference as reference

class Slow(reference.ReferenceEngine):
    def new(self, **params):
        time.sleep(0.05)
        return super().new(**params)

if __name__ == "__main__":
    reference.ReferenceEngine = Slow
    runpy.run_path(sys.argv[1], run_name="__main__")
"""
ADAPTER = data.root() / "conformance" / "adapters" / "python" / "engine.py"


@pytest.mark.skipif(os.name != "posix", reason="sends a signal as a POSIX terminal does")
@pytest.mark.parametrize("engine", [("--engine", "python:slow:Slow"), ("--", sys.executable, "slow.py", str(ADAPTER))])
def test_ctrl_c_ends_the_run_in_good_order(engine: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    stream = tmp_path / "run.ndjson"
    command = [sys.executable, "-c", "from dhumbal_conformance.cli import main; main()", "verify", "--select", "nepali-games/t*/*"]
    running = subprocess.Popen(
        [*command, "--report", f"ndjson={stream}", "--report", "junit=run.xml", *engine], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    wait_for(lambda: stream.exists() and stream.read_bytes().count(b"\n") > 5)
    running.send_signal(signal.SIGINT)
    shown, _ = running.communicate(timeout=20)
    assert running.returncode == 130
    head, *results, footer = map(json.loads, stream.read_text().splitlines())
    counts = Counter(it["status"] for it in results)
    assert (footer["complete"], footer["counts"], footer["unclean_exit"]) == (False, counts, "")
    assert head["scenarios"] == len(results)
    assert counts["passed"] >= 5
    assert counts["not-run"] >= 1
    assert set(counts) == {"passed", "not-run"}
    assert "! the run was interrupted" in shown
    assert f"{counts['passed']} passed, {counts['not-run']} not-run in" in shown
    assert JUnitXml.fromfile(str(tmp_path / "run.xml")).errors == 1
    assert dhumbal("render", stream).exit_code == 1


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal as a POSIX terminal does")
def test_ctrl_c_waits_while_a_report_is_being_written() -> None:
    done: list[str] = []

    def write() -> None:
        with undisturbed():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
            done.append("written")

    with pytest.raises(KeyboardInterrupt):
        write()
    assert done == ["written"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_directory_without_scenarios_is_told_as_such(tmp_path: Path) -> None:
    told = dhumbal("verify", "--select", tmp_path)
    assert told.exit_code == 4
    assert "there is nothing to check in this directory" in told.output
