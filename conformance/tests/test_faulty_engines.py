"""`dhumbal verify` on miniature engines that each do one thing wrong: what is said of each, and that nothing of it is left."""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.connectors.streams import StreamConnector
from dhumbal_conformance.model import Suite
from dhumbal_conformance.reference import ReferenceEngine
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.suite import load_suite

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for processes in /proc")

ENGINE = Path(__file__).with_name("faulty") / "engine.py"
JUDGED, SETTLED = "nepali-games/discard/cards-that-add-up", "nepali-games/settle/won-two-players"
NOTHING_HELD = "nepali-games/settle/empty-hand-wins-when-another-calls"
SETTLED_LATER = "nepali-games/settle/won-six-players"
PLAYED = "nepali-games/call/k-pair-worked-example"
OUT = "cardrulesplus-double-penalty/series/out-from-50"
FILLED = "doumebash/refill/again-and-again"
NAMES = (JUDGED, PLAYED, SETTLED, NOTHING_HELD, SETTLED_LATER, OUT, FILLED)
"""The scenarios of these tests, in the order in which they are run."""
MARK = "ENGINES_OF_TEST"
"""A variable of the environment by which every process of a test is known."""
HANG = 60
"""Seconds after which a run is one that hangs; none takes a tenth of it."""
SHORT, LONG = "0.3", "20"
"""Scales of the time limits: 0.6 s for an answer where one waits for it in vain, and 40 s elsewhere, however busy the machine."""

COMMAND = """
import pickle, sys
from dhumbal_conformance import suite
from dhumbal_conformance.cli import main

# Reading the whole suite takes longer than everything that is tested here.
with open(sys.argv.pop(1), "rb") as few:
    suite.load_suite = lambda *_, found=pickle.load(few), **__: found
main(prog_name="dhumbal")
"""


@cache
def suite() -> Suite:
    """The suite with the scenarios of these tests alone."""
    whole = load_suite()
    return whole._replace(scenarios={name: whole.scenarios[name] for name in NAMES})


@dataclass(frozen=True)
class Run:
    """What a run of the command gave."""

    code: int
    out: str
    err: str
    results: list[dict[str, Any]]

    def __getitem__(self, member: str) -> list[Any]:
        """This member of each result."""
        return [result[member] for result in self.results]


@dataclass(frozen=True)
class Place:
    """Where a test runs the command."""

    folder: Path

    def start(self, engine: list[str], *options: str) -> subprocess.Popen[str]:
        """The command on an engine, in an empty folder."""
        pickled = self.folder / "suite"
        pickled.write_bytes(pickle.dumps(suite()))
        environment = os.environ | {MARK: str(self.folder), "TMPDIR": str(self.folder / "empty")}
        words = [sys.executable, "-c", COMMAND, str(pickled), "verify", *options, "--", *engine]
        pipe = subprocess.PIPE
        return subprocess.Popen(words, cwd=self.folder / "empty", env=environment, stdout=pipe, stderr=pipe, text=True)

    def verify(self, engine: list[str], *select: str, scale: str = LONG, options: tuple[str, ...] = ("--reruns", "0")) -> Run:
        """Run the command to its end, which is a whole report or one message."""
        selected = [word for name in select for word in ("--select", name)]
        running = self.start(engine, *selected, "--timeout-scale", scale, "--report", f"ndjson={self.stream}", *options)
        with running:
            try:
                out, err = running.communicate(timeout=HANG)
            finally:
                running.kill()
        assert "Traceback" not in err
        told = self.stream.read_text() if self.stream.exists() else ""
        events = [json.loads(line) for line in told.splitlines()]
        assert not events or re.fullmatch(r"[✓✗] .* in \d+\.\d\d s", out.splitlines()[-1])
        return Run(running.returncode, out, err, [event for event in events if event["type"] == "result"])

    @property
    def stream(self) -> Path:
        """The file of events."""
        return self.folder / "run.ndjson"


@pytest.fixture(autouse=True)
def place(tmp_path: Path) -> Iterator[Place]:
    """A place in which nothing may be left: neither a process nor a file."""
    empty = tmp_path / "empty"
    empty.mkdir()
    yield Place(tmp_path)
    wait_for(lambda: processes(tmp_path) == [])
    assert list(empty.iterdir()) == []


def processes(folder: Path) -> list[str]:
    """The commands of the processes that were started, directly or not, by the test with this folder."""
    mark = f"{MARK}={folder}".encode()
    return [command(process) for process in Path("/proc").glob("[0-9]*") if mark in said(process / "environ").split(b"\0")]


def command(process: Path) -> str:
    """The words of a process, as one line."""
    return said(process / "cmdline").replace(b"\0", b" ").decode(errors="replace")


def said(file: Path) -> bytes:
    """What is in a file of a process; nothing if that is gone, or somebody else's."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def folded(text: str) -> str:
    """The text without its ends of lines, which depend on the width of the terminal."""
    return " ".join(text.split())


def faulty(*words: str) -> list[str]:
    """The command that starts the miniature engine of this name."""
    return [sys.executable, "-I", "-S", str(ENGINE), *words]


def test_the_miniature_engine_is_good_without_a_fault(place: Place) -> None:
    run = place.verify(faulty("Engine"))
    assert (run.code, run["status"], run.err) == (0, ["passed"] * 5, "")


@pytest.mark.parametrize(
    ("engine", "told"),
    [
        (["/no/such/engine"], "the engine did not start: cannot start /no/such/engine: "),
        (["/"], "the engine did not start: cannot start /: "),
        (faulty("EndsAtOnce"), "the engine did not start: the engine ended before it answered initialize: exit code 7\n"),
        (faulty("SpeaksAnotherVersion"), "the engine did not start: the engine speaks protocol 2, and not 1\n"),
        (faulty("RefusesTheVersion"), "the engine did not start: initialize was answered with the error unsupported: only version 7\n"),
        (faulty("OffersNothing"), "the engine did not start: the engine declares none of the capabilities `apply`, `judge` and `settle`"),
        (faulty("OffersListsOfLists"), "the engine did not start: the capability `observe` is [['referee']]; it must be a list of names\n"),
        (faulty("NeverBegins"), "the engine did not start: no answer to initialize within 0.3 s\n"),
    ],
    ids=lambda words: words[-1] if isinstance(words, list) else "",
)
def test_an_engine_that_does_not_start(place: Place, engine: list[str], told: str) -> None:
    run = place.verify(engine, scale="0.03" if "NeverBegins" in engine else LONG)
    assert (run.code, run.results, run.out) == (3, [], "")
    assert run.err.startswith(told)


BROKEN = [
    ("ExitsInTheMiddle", "crash", "the engine ended before it answered judge: exit code 9"),
    ("RaisesInTheMiddle", "crash", "RuntimeError: lost a card"),
    ("DiesByASignal", "crash", "the engine ended before it answered judge: signal SIGSEGV"),
    ("EndsWithinALine", "crash", "the engine ended before it answered judge, within a line: exit code 0"),
    ("ClosesItsOutput", "crash", "the engine ended before it answered judge: it closed its standard output"),
    ("DiesWithAChildAtThePipe", "crash", "the engine ended before it answered judge: exit code 3"),
    ("NeverAnswers", "timeout", "no answer to judge within 0.6 s"),
    ("Drips", "timeout", "no answer to judge within 0.6 s"),
    ("TalksForever", "timeout", "no answer to judge within 0.6 s"),
    ("Sends no-json", "garbage", "a line is not a JSON object in UTF-8: Expecting property name"),
    ("Sends latin-1", "garbage", "a line is not a JSON object in UTF-8: 'utf-8' codec can't decode byte 0xeb"),
    ("Sends 2-mib", "garbage", "a line is longer than 1 MiB"),
    ("Sends nan", "garbage", "a line is not a JSON object in UTF-8: NaN is not JSON"),
    ("Sends key-twice", "garbage", "a line is not a JSON object in UTF-8: an object has the same key twice"),
    ("SendsANest 200", "garbage", "a line is not a JSON object in UTF-8: nested too deeply"),
    ("SendsANest 50000", "garbage", "a line is not a JSON object in UTF-8: nested too deeply"),
    ("Sends another-id", "protocol", "the answer has the id 4711 and not 2"),
    ("Sends no-id", "protocol", "the answer has the id None and not 2"),
    ("Sends next-answer-too", "protocol", "the answer has the id 3 and not 4"),
    ("Sends result-and-error", "protocol", "the answer has both of result and error"),
    ("Sends neither", "protocol", "the answer has neither of result and error"),
    ("SendsAnError odd", "protocol", "an error's code is one of bad_params, internal, unknown_game, unknown_method, unsupported"),
    ("Sends text-for-a-truth", "protocol", "the answer's `accepted` is 'yes'"),
    ("Sends number-for-a-clause", "protocol", "the answer's `clause` does not have the shape of the protocol"),
    ("SendsAnError internal", "internal", "judge was answered with the error internal: no idea"),
]
WAITED_FOR = {"ClosesItsOutput", "NeverAnswers", "Drips", "TalksForever"}


@pytest.mark.parametrize(("engine", "kind", "told"), BROKEN, ids=[row[0] for row in BROKEN])
def test_an_engine_that_breaks_is_started_afresh(place: Place, engine: str, kind: str, told: str) -> None:
    run = place.verify(faulty(*engine.split()), JUDGED, SETTLED, scale=SHORT if engine in WAITED_FOR else LONG)
    assert (run.code, run["status"], run["kind"]) == (1, ["error", "passed"], [kind, ""])
    assert told in run.out
    assert run.err == ""


@pytest.mark.parametrize("code", ["unsupported", "bad_params", "unknown_method"])
def test_what_is_declared_and_answered_with_an_error_is_a_failure(place: Place, code: str) -> None:
    run = place.verify(faulty("SendsAnError", code), JUDGED, SETTLED)
    assert (run.code, run["status"], run["kind"]) == (1, ["failed", "passed"], ["", ""])
    assert f"the engine answered the error {code}" in run.out


@pytest.mark.parametrize(
    "engine", ["MakesNoise", "FloodsItsErrors", "LogsALot", "SendsANest 90", "LeavesAChildBehind", "LeavesAChildAtThePipe"]
)
def test_an_engine_that_only_does_too_much_passes(place: Place, engine: str) -> None:
    run = place.verify(faulty(*engine.split()), JUDGED, SETTLED)
    assert (run.code, run["status"]) == (0, ["passed", "passed"])
    assert ("6 lines on standard output were no messages:\n  | thinking\n" in run.out) == (engine == "MakesNoise")


def test_noise_can_be_forbidden(place: Place) -> None:
    run = place.verify(faulty("MakesNoise"), JUDGED, SETTLED, options=("--strict-stdout",))
    assert (run.code, run["status"]) == (1, ["passed", "passed"])
    assert "! 6 lines on standard output were no messages, which --strict-stdout does not allow" in run.out


@pytest.mark.parametrize(
    ("engine", "told"),
    [
        ("ExitsWithAnotherCode", "exit code 5"),
        ("DoesNotAnswerShutdown", "at shutdown: timeout: no answer to shutdown within 0.6 s"),
        ("StaysAfterShutdown", "still running 0.6 s after shutdown"),
        ("WillNotBeTerminated", "still running 0.6 s after shutdown"),
    ],
)
def test_an_engine_that_ends_badly_makes_the_run_bad(place: Place, engine: str, told: str) -> None:
    run = place.verify(faulty(engine), JUDGED, SETTLED, scale=LONG if "Code" in engine else SHORT)
    assert (run.code, run["status"]) == (1, ["passed", "passed"])
    assert f"! the engine did not end well: {told}\n" in run.out


@pytest.mark.parametrize(
    ("engine", "told"),
    [
        ("AcceptsEverything", "expected  refused call.only-at-turn-start\n  actual    accepted\n"),
        ("ChangesTheTableWhenItRefuses", "about     the table's pile after a refusal\n"),
        ("PlaysAllGamesAtOneTable", "of another game, open at the same time, on which nobody played\n"),
        ("KeepsGamesAfterTheirEnd", "expected  the error unknown_game\n  actual    a table\n"),
        ("ShowsAHand", "about     what A sees of B's hand\n  expected  a number of cards\n  actual    AS 2S 9S 2H 9H\n"),
        ("ShowsAHandBesides", "about     cards named in what A is shown\n  expected  none that is hidden from them\n  actual    2D\n"),
        ("LosesACard", "expected  each in one place\n  actual    lost KC; too many none\n"),
        ("DealsACardTwice", "expected  each in one place\n  actual    lost KC; too many 2D\n"),
    ],
)
def test_an_engine_that_gets_the_game_wrong_fails(place: Place, engine: str, told: str) -> None:
    run = place.verify(faulty(engine), PLAYED, SETTLED)
    assert (run.code, run["status"], run["kind"]) == (1, ["failed", "passed"], ["", ""])
    assert told in run.out


@pytest.mark.parametrize(
    ("engine", "scenario", "told"),
    [
        ("SendsAListForAState", PLAYED, "the answer's `state` does not have the shape of the protocol"),
        ("SendsANumberForWhoGoesOut", OUT, "the deal's `out` does not have the shape of the protocol"),
        ("DrawsACardThatIsNone", FILLED, "the answer names a card that the pack does not have: 'joker'"),
    ],
)
def test_an_answer_without_the_shape_of_the_protocol_is_no_wrong_answer(place: Place, engine: str, scenario: str, told: str) -> None:
    profile = scenario.partition("/")[0]
    run = place.verify(faulty(engine), scenario, options=("--reruns", "0", "--profile", profile))
    assert (run.code, run["status"], run["kind"]) == (1, ["error"], ["protocol"])
    assert f"protocol: {told}" in run.out


def test_an_engine_that_remembers_the_last_game_leaks(place: Place) -> None:
    run = place.verify(faulty("RemembersTheLastGame"), SETTLED, NOTHING_HELD, SETTLED_LATER, options=())
    assert (run.code, run["status"], run["kind"]) == (1, ["passed", "passed", "failed"], ["", "", "leak"])
    assert run["after"] == [[], [], [NOTHING_HELD]]
    assert "it fails only after other scenarios, so state leaks from one game into the next" in folded(run.out)


def test_an_engine_that_slips_now_and_then_is_flaky(place: Place) -> None:
    run = place.verify(faulty("SlipsEveryThirdTime", str(place.folder / "count")), SETTLED, NOTHING_HELD, SETTLED_LATER, options=())
    assert (run.code, run["status"]) == (1, ["passed", "passed", "flaky"])
    assert "it failed, and then passed in a fresh engine that was asked the same" in folded(run.out)


def test_what_harms_in_an_engines_words_harms_in_no_report(place: Place) -> None:
    forms = {form: place.folder / form for form in ("html", "junit", "markdown", "github", "terminal")}
    reports = [word for form, file in forms.items() for word in ("--report", f"{form}={file}")]
    run = place.verify(faulty("SaysWhatHarms"), JUDGED, SETTLED, options=("--reruns", "0", *reports, "--report", "terminal=-"))
    assert (run.code, run["status"], run["kind"]) == (1, ["error", "passed"], ["internal", ""])
    shown = {"stdout": run.out, **{form: file.read_text() for form, file in forms.items()}}
    assert {form for form, text in shown.items() if set(text) & set("\x1b\x07\r\u202e")} == set()
    assert {form for form in ("html", "junit", "markdown") if "<script>alert" in shown[form]} == set()
    assert [line for line in shown["github"].splitlines() if line.startswith("::error::owned")] == []


def test_what_harms_does_not_reach_the_terminal_when_an_engine_does_not_start(place: Place) -> None:
    run = place.verify(faulty("RefusesInHarmfulWords"), JUDGED)
    assert (run.code, run.out) == (3, "")
    assert run.err.startswith("the engine did not start: initialize was answered with the error unsupported: <script>")
    assert set(run.err) & set("\x1b\x07\r\u202e") == set()


HANGING = faulty("NeverAnswers")


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_interrupted_while_the_engine_hangs_leaves_nothing(place: Place, number: signal.Signals, jobs: str) -> None:
    running = place.start(HANGING, "--timeout-scale", LONG, "--jobs", jobs, "--report", f"ndjson={place.stream}")
    with running:
        wait_for(lambda: place.stream.exists() and b"\n" in place.stream.read_bytes())
        running.send_signal(number)
        out, err = running.communicate(timeout=HANG)
    assert (running.returncode, err) == (128 + number, "")
    assert re.fullmatch(r"✗ .*5 not-run in \d+\.\d\d s", out.splitlines()[-1])


def test_a_run_that_nobody_reads_any_more_leaves_nothing_of_an_engine_that_hangs(place: Place) -> None:
    with place.start(HANGING, "--timeout-scale", SHORT) as running:
        assert running.stdout
        assert running.stderr
        assert running.stdout.readline().startswith("dhumbal-reference ")
        running.stdout.close()
        assert running.stderr.read() == ""
        assert running.wait(HANG) == 1


def test_no_file_stays_open_whatever_an_engine_does(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MARK, str(place.folder))
    scenarios = [suite().scenarios[name] for name in (JUDGED, SETTLED)]
    before = len(os.listdir("/proc/self/fd"))
    for name in ("Engine", "ExitsInTheMiddle", "NeverAnswers", "Sends 2-mib", "DiesWithAChildAtThePipe", "StaysAfterShutdown"):
        connect = partial(StreamConnector, faulty(*name.split()), float(SHORT))
        runner = Runner(connect, suite().profiles["nepali-games"], suite().clauses)
        assert [result.status for result in runner.run(scenarios)][-1] == "passed"
        runner.stop()
    assert len(os.listdir("/proc/self/fd")) == before


class Nested(ReferenceEngine):
    """Tells the totals of a settlement in a nest that is deep enough to exhaust whoever compares them."""

    def settle(self, **params: Any) -> dict[str, Any]:  # type: ignore[override]
        totals: Any = 1
        for _ in range(600):
            totals = {"A": totals}
        answer = super().settle(**params)
        answer["result"]["totals"] = totals
        return answer


def test_a_nest_in_this_process_breaks_the_protocol_as_well() -> None:
    runner = Runner(lambda: PythonConnector(Nested()), suite().profiles["nepali-games"], suite().clauses)
    (result,) = runner.run([suite().scenarios[SETTLED]])
    assert (result.status, result.kind) == ("error", "protocol")


def test_every_miniature_engine_is_run() -> None:
    names = re.findall(r"^class (\w+)\(Engine\)|^    \"(.+)\": lambda", ENGINE.read_text(), re.MULTILINE)
    here = Path(__file__).read_text()
    assert [name for name, odd in names if not re.search(rf"\"{name or f'Sends {odd}'}\b", here)] == []
    assert len(names) > 40
