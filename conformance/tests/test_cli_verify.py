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
from dhumbal_conformance.events import Ear
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
        (["html=same", "junit=./same"], "two reports cannot both be written to same"),
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


FILES = [f"{name}=run{ending or '.txt'}" for name, form in FORMATS.items() for ending in form.writers]


@pytest.mark.parametrize("report", FILES)
def test_an_engine_that_does_not_start_costs_nobody_an_older_report(report: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path(report.partition("=")[2])
    file.write_text("yesterday's run")
    assert verify("--report", report, "--", "false").exit_code == 3
    assert file.read_text() == "yesterday's run"
    file.unlink()
    assert verify("--report", report, "--", "false").exit_code == 3
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("report", FILES)
def test_a_run_replaces_the_whole_of_an_older_report(report: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path(report.partition("=")[2])
    file.write_text("yesterday's run " * 100_000)
    assert verify("--report", report).exit_code == 0
    assert "yesterday" not in file.read_text()


def test_a_file_that_may_not_be_written_is_told_before_the_engine_is_started(tmp_path: Path) -> None:
    started = tmp_path / "started"
    for name in (".", "no/such/run.xml"):
        found = verify("--report", f"junit={tmp_path}/{name}", "--", "touch", str(started))
        assert (found.exit_code, "cannot write the report" in found.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_report_through_a_link_replaces_what_it_points_to(tmp_path: Path) -> None:
    link = tmp_path / "latest.json"
    link.symlink_to(tmp_path / "run.json")
    assert verify("--report", f"json={link}", "--", "false").exit_code == 3
    assert list(tmp_path.iterdir()) == [link]
    assert verify("--report", f"json={link}").exit_code == 0
    assert link.is_symlink()
    assert json.loads((tmp_path / "run.json").read_text())["footer"]["complete"]


def test_a_report_does_not_replace_what_is_expected(tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    known.write_text("expectations:\n  - {match: no/such, expect: fail, reason: none}\n")
    found = verify("--expect", str(known), "--report", f"ndjson={tmp_path}/./known.yaml")
    assert found.exit_code == 2
    assert "a report would replace it" in found.stderr
    assert "no/such" in known.read_text()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("words", [("verify", "--select", "*/k-pair-*"), ("profiles",)])
def test_a_full_disk_is_told_in_one_line(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-c", "from dhumbal_conformance.cli import main; main()", *words]
        found = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (found.returncode, found.stderr) == (1, "the output cannot be written: No space left on device\n")


def test_an_empty_pattern_is_not_the_current_directory() -> None:
    found = dhumbal("verify", "--select", "")
    assert (found.exit_code, found.stdout) == (2, "")
    assert "--select is empty" in found.stderr


def test_a_terminal_that_does_not_know_its_width_is_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "0")
    assert "passed in" in verify().stdout


def test_ctrl_c_before_the_work_has_begun_has_the_exit_code_of_an_interrupted_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(**_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("dhumbal_conformance.suite.load_suite", interrupted)
    found = verify()
    assert (found.exit_code, found.output) == (130, "")


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


PROGRAM = """
import os, runpy, sys
open(f"engine-{os.getpid()}", "w").close()
print("ready to play", flush=True)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
IN_PYTHON = ("--engine", "python:slow:Slow")
PROGRAMS = ("--", sys.executable, "program.py", "slow.py", str(ADAPTER))
POSIX = pytest.mark.skipif(os.name != "posix", reason="sends signals as POSIX systems do")


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    """The command in a process of its own, in a folder with the slow engine."""
    (folder / "slow.py").write_text(SLOW)
    (folder / "program.py").write_text(PROGRAM)
    command = [sys.executable, "-c", "from dhumbal_conformance.cli import main; main()", "verify", "--select", "nepali-games/t*/*"]
    pipe = subprocess.PIPE
    return subprocess.Popen([*command, *words], cwd=folder, stdout=pipe, stderr=pipe, text=True)


def engines_left(folder: Path) -> list[int]:
    return [pid for pid in (int(note.name.partition("-")[2]) for note in folder.glob("engine-*")) if alive(pid)]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@POSIX
@pytest.mark.parametrize(
    ("number", "engine"),
    [
        (signal.SIGINT, IN_PYTHON),
        (signal.SIGINT, PROGRAMS),
        (signal.SIGINT, ("--jobs", "2", *PROGRAMS)),
        (signal.SIGTERM, IN_PYTHON),
        (signal.SIGTERM, PROGRAMS),
        (signal.SIGTERM, ("--jobs", "2", *PROGRAMS)),
        (signal.SIGHUP, ("--jobs", "2", *PROGRAMS)),
    ],
)
def test_a_signal_ends_the_run_in_good_order(number: signal.Signals, engine: tuple[str, ...], tmp_path: Path) -> None:
    stream = tmp_path / "run.ndjson"
    running = started(tmp_path, "--report", f"ndjson={stream}", "--report", "junit=run.xml", *engine)
    wait_for(lambda: stream.exists() and stream.read_bytes().count(b"\n") > 5)
    running.send_signal(number)
    shown, _ = running.communicate(timeout=20)
    assert running.returncode == 128 + number
    head, *results, footer = map(json.loads, stream.read_text().splitlines())
    counts = Counter(it["status"] for it in results)
    assert (footer["complete"], footer["stopped_by"], footer["counts"], footer["unclean_exit"]) == (False, number.name, counts, "")
    assert head["scenarios"] == len(results)
    assert counts["passed"] >= 5
    assert counts["not-run"] >= 1
    assert set(counts) == {"passed", "not-run"}
    assert f"! the run was interrupted{'' if number == signal.SIGINT else f' by {number.name}'}\n" in shown
    assert f"{counts['passed']} passed, {counts['not-run']} not-run in" in shown
    assert JUnitXml.fromfile(str(tmp_path / "run.xml")).errors == 1
    assert engines_left(tmp_path) == []
    assert dhumbal("render", stream).exit_code == 1


@POSIX
def test_a_signal_before_the_engine_has_said_who_it_is_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "mute.py").write_text("import os, time; open(f'engine-{os.getpid()}', 'w').close(); time.sleep(60)")
    running = started(tmp_path, "--timeout-scale", "100", "--report", "ndjson=run.ndjson", "--", sys.executable, "mute.py")
    wait_for(lambda: any(tmp_path.glob("engine-*")))
    running.send_signal(signal.SIGTERM)
    _, told = running.communicate(timeout=20)
    assert (running.returncode, told) == (143, "")
    assert engines_left(tmp_path) == []


@POSIX
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_whoever_stops_reading_ends_the_run_quietly(jobs: str, tmp_path: Path) -> None:
    running = started(tmp_path, "--report", "ndjson=-", "--jobs", jobs, *PROGRAMS)
    assert running.stdout
    assert running.stderr
    running.stdout.readline()
    running.stdout.close()
    told = running.stderr.read()
    running.stderr.close()
    assert running.wait(timeout=20) == 1
    assert "Traceback" not in told
    assert "BrokenPipe" not in told
    assert engines_left(tmp_path) == []


def test_several_engines_give_the_same_results_in_the_same_order(tmp_path: Path) -> None:
    files = [tmp_path / "one.ndjson", tmp_path / "three.ndjson"]
    for file, jobs in zip(files, "13", strict=True):
        assert verify("--report", f"ndjson={file}", "--jobs", jobs, "--", sys.executable, str(ADAPTER)).exit_code == 0
    one, three = ([(it.get("id"), it.get("status")) for it in map(json.loads, file.read_text().splitlines())] for file in files)
    assert one == three


def test_noise_is_counted_over_all_engines_and_can_be_forbidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "program.py").write_text(PROGRAM)
    engine = ("--jobs", "2", "--", sys.executable, "program.py", str(ADAPTER))
    found = verify(*engine)
    assert found.exit_code == 0
    assert "2 lines on standard output were no messages:\n  | ready to play\n" in found.stdout
    found = verify("--strict-stdout", *engine)
    assert found.exit_code == 1
    assert "! 2 lines on standard output were no messages, which --strict-stdout does not allow" in found.stdout


def test_several_engines_in_this_process_are_refused() -> None:
    found = verify("--jobs", "2")
    assert found.exit_code == 2
    assert "--jobs is for engines that are programs" in found.stderr


WRONG = """\
id: nepali-games/call/mine
title: Somebody believes that six may call
profile: nepali-games
clauses: [call.limit]
because: to see what happens
judge:
  - {call: 6S}
"""
BROKEN = """
class Broken:
    def initialize(self, **_):
        return {"protocol": 1, "engine": {"name": "broken"}, "profiles": ["*"], "capabilities": {"judge": True}}
    def judge(self, **_):
        raise RuntimeError("out of order")
"""


def test_a_scenario_that_cannot_be_passed_is_the_suites_fault(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(WRONG)
    found = dhumbal("verify", "--select", tmp_path / "mine.yaml", "--", sys.executable, ADAPTER)
    assert found.exit_code == 4
    assert "# invalid-scenario: nepali-games/call/mine" in found.stdout
    assert "the reference engine does not pass this scenario either" in found.stdout
    assert dhumbal("verify", "--select", tmp_path / "mine.yaml").exit_code == 1


@pytest.mark.parametrize(("words", "errors"), [((), 3), (("--abort-after", "2"), 2), (("--abort-after", "0"), 4)])
def test_an_engine_that_keeps_breaking_is_given_up(
    words: tuple[str, ...], errors: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken.py").write_text(BROKEN)
    monkeypatch.syspath_prepend(tmp_path)
    found = verify(*words, "--engine", "python:broken:Broken", "--report", "json=-")
    counts = json.loads(found.stdout)["footer"]["counts"]
    assert counts["error"] == errors
    if errors < 4:
        assert "because the engine broke" in found.stderr


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal as a POSIX terminal does")
def test_ctrl_c_waits_while_a_report_is_being_written() -> None:
    done: list[str] = []

    def write() -> None:
        with Ear() as ear, ear.undisturbed():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
            done.append("written")

    with pytest.raises(KeyboardInterrupt):
        write()
    assert done == ["written"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.skipif(os.name != "posix", reason="closes a pipe as `head` does")
def test_a_run_of_which_only_the_beginning_is_read_keeps_its_exit_code() -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-c", "from dhumbal_conformance.cli import main; main()", "verify", "--select", "*/call/*"]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_file_that_is_not_there_is_told_as_such() -> None:
    assert "no scenario matches nofile.yaml (there is no such file)" in dhumbal("verify", "--select", "nofile.yaml").output


def test_a_file_named_without_what_runs_it_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("starter.mjs").touch()
    assert "name before it what runs it, such as node" in verify("--", "starter.mjs").output


def test_a_scenario_that_the_reference_engine_fails_is_no_fault_of_an_engine(tmp_path: Path) -> None:
    wrong = tmp_path / "six.yaml"
    right = (data.scenarios() / "nepali-games/call/six-may-not.yaml").read_text(encoding="utf-8")
    wrong.write_text(right.replace("discard 3H, total: 4", "discard 3H, total: 3"), encoding="utf-8")
    found = dhumbal("verify", "--select", wrong, "--report", "json=-")
    assert json.loads(found.stdout)["footer"]["counts"] == {"failed": 1}
    assert json.loads(found.stdout)["footer"]["diagnosis"] is None


def test_a_directory_without_scenarios_is_told_as_such(tmp_path: Path) -> None:
    told = dhumbal("verify", "--select", tmp_path)
    assert told.exit_code == 4
    assert "there is nothing to check in this directory" in told.output
