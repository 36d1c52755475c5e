"""The connector to programs, against miniature engines that each do one thing wrong."""

from __future__ import annotations

import fcntl
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from dhumbal_conformance.connectors import EngineError, EngineFault
from dhumbal_conformance.connectors.process import KEPT_ERRORS
from dhumbal_conformance.connectors.streams import StreamConnector

PRELUDE = """
import fcntl, json, os, signal, sys, time

def read():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit(0)

def write(text):
    os.write(1, text if isinstance(text, bytes) else text.encode())

def reply(request, **more):
    write(json.dumps({"id": request["id"], "result": {"method": request["method"]}} | more) + "\\n")

def serve():
    while True:
        request = read()
        reply(request)
        if request["method"] == "shutdown":
            sys.exit(0)

"""
FAST = 0.1
"""So that an answer is waited for 0.2 s, but the first one, with the start of the interpreter, a whole second."""

Start = Callable[..., StreamConnector]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts the engine that a few lines of Python make."""
    started: list[StreamConnector] = []

    def run(body: str, scale: float = 5) -> StreamConnector:
        script = tmp_path / "engine.py"
        script.write_text(PRELUDE + body)
        started.append(StreamConnector([sys.executable, "-I", "-S", str(script)], scale))
        return started[-1]

    yield run
    for connector in started:
        connector.close()


def fault_of(connector: StreamConnector, method: str = "apply") -> EngineFault:
    with pytest.raises(EngineFault) as caught:
        connector.request(method, {"game": "g1"})
    return caught.value


def once(text: str) -> str:
    """An engine that answers the first request with this and then waits."""
    return f"request = read(); write({text}); time.sleep(60)"


def test_a_good_engine_answers_and_ends_well(start: Start) -> None:
    connector = start("serve()")
    assert [connector.request(method, {}) for method in ("initialize", "new")] == [{"method": "initialize"}, {"method": "new"}]
    connector.close()
    connector.close()
    assert connector.unclean_exit == ""


def test_members_that_nobody_knows_are_ignored(start: Start) -> None:
    assert start("reply(read(), more=1)").request("new", {}) == {"method": "new"}


def test_text_travels_as_utf8(start: Start) -> None:
    body = "r = read(); write(json.dumps({'id': 1, 'result': r['params']}, ensure_ascii=False) + '\\n')"
    assert start(body).request("judge", {"name": "ढुम्बल ♠"}) == {"name": "ढुम्बल ♠"}


def test_logs_are_passed_over_and_noise_is_counted(start: Start) -> None:
    noise = r"write(''.join(f'booting {n}\n' for n in range(7))); write(b'\xff\n\n')"
    connector = start(noise + r"; write('{\"log\": {}}\n'); serve()")
    assert connector.request("initialize", {}) == {"method": "initialize"}
    assert connector.noise == 9
    assert connector.noise_lines == [f"booting {n}" for n in range(5)]


def test_a_request_longer_than_a_pipe_reaches_an_engine_that_talks_meanwhile(start: Start) -> None:
    talk = "sys.stderr.write('x' * 300_000); sys.stderr.flush(); write('noise\\n' * 50_000)"
    body = talk + "; r = read(); reply(r, result={'size': len(r['params']['long'])})"
    assert start(body).request("new", {"long": "x" * 900_000}) == {"size": 900_000}


@pytest.mark.parametrize(
    ("code", "raised"),
    [("unsupported", EngineError), ("unknown_game", EngineError), ("internal", EngineFault)],
)
def test_errors_answered(start: Start, code: str, raised: type[Exception]) -> None:
    connector = start(f"request = read(); write(json.dumps({{'id': 1, 'error': {{'code': '{code}', 'message': 'why'}}}}) + '\\n'); serve()")
    with pytest.raises(raised, match="why"):
        connector.request("legal", {})
    connector.close()
    assert connector.unclean_exit == ""


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ("read(); sys.exit(3)", "exit code 3"),
        ("read(); sys.exit(0)", "exit code 0"),
        ("read(); os.kill(os.getpid(), signal.SIGSEGV)", "signal SIGSEGV"),
        ("read(); raise RuntimeError('lost a card')", "exit code 1"),
        ('read(); write(\'{"id": 1, "res\'); sys.exit(4)', "within a line: exit code 4"),
        ("sys.exit(5)", "exit code 5"),
    ],
)
def test_a_crash_is_told_with_its_exit_code_or_signal(start: Start, body: str, detail: str) -> None:
    fault = fault_of(start(body))
    assert (fault.kind, fault.detail) == ("crash", f"the engine ended before it answered apply{', ' if 'line' in detail else ': '}{detail}")


def test_a_crash_shows_the_request_and_the_end_of_standard_error(start: Start) -> None:
    fault = fault_of(start("read(); sys.stderr.write('x' * 200_000); write('{\"id'); raise RuntimeError('lost a card')"))
    assert fault.evidence.splitlines()[-1] == "RuntimeError: lost a card"
    assert fault.evidence.startswith('→ {"id":1,"method":"apply","params":{"game":"g1"}}\n← {"id\n')
    assert len(fault.evidence) < KEPT_ERRORS + 200


def test_closing_standard_output_is_a_crash_too(start: Start) -> None:
    fault = fault_of(start("read(); os.close(1); time.sleep(60)", 1))
    assert (fault.kind, fault.detail.rpartition(": ")[2]) == ("crash", "it closed its standard output")


@pytest.mark.parametrize("body", ["time.sleep(60)", "read(); write('{\"id\"'); time.sleep(60)", "while True: write('noise\\n')"])
def test_silence_ends_in_a_timeout(start: Start, body: str) -> None:
    began = time.monotonic()
    connector = start(body, FAST)
    fault = fault_of(connector)
    connector.close()
    assert (fault.kind, fault.detail) == ("timeout", "no answer to apply within 0.2 s")
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    "text",
    [
        r"'{\"id\": 1, \"result\": {}\n'",
        r"'{broken}\n'",
        r"b'{\"id\": 1, \"result\": {\"a\": \"\xff\"}}\n'",
        r"'{\"id\": 1, \"result\": {\"a\": NaN}}\n'",
        r"'{\"id\": 1, \"result\": {\"a\": -Infinity}}\n'",
        r"'{\"id\": 1, \"result\": {\"a\": 1, \"a\": 2}}\n'",
        r"'{\"id\": 1, \"result\": {\"a\": \"\\ud800\"}}\n'",
        r"'{\"id\": 1, \"result\": {\"a\": ' + '[' * 100_000 + '\n'",
        r"'{\"id\": 1, \"result\": {\"a\": ' + '9' * 10_000 + '}}\n'",
        r"'{\"id\": 1, \"result\": {}} {}\n'",
        r"'{\"id\": 1, \"result\": {\"a\": \"' + 'x' * (1 << 20) + '\"}}\n'",
        r"'x' * (2 << 20)",
    ],
)
def test_garbage(start: Start, text: str) -> None:
    fault = fault_of(start(once(text)))
    assert fault.kind == "garbage"
    assert len(fault.evidence) < 2_000


@pytest.mark.parametrize(
    ("message", "detail"),
    [
        ('{"id": 2, "result": {}}', "the answer has the id 2 and not 1"),
        ('{"id": "1", "result": {}}', "the answer has the id '1' and not 1"),
        ('{"id": true, "result": {}}', "the answer has the id True and not 1"),
        ('{"id": null, "error": {"code": "bad_params"}}', "the answer has the id None and not 1"),
        ('{"result": {}}', "the answer has the id None and not 1"),
        ('{"id": 1, "result": {}, "error": {"code": "internal"}}', "the answer has both of result and error"),
        ('{"id": 1}', "the answer has neither of result and error"),
        ('{"id": 1, "result": []}', "the result is not an object"),
        ('{"id": 1, "error": "no"}', "an error's code is one of"),
        ('{"id": 1, "error": {"code": "odd"}}', "an error's code is one of"),
        ('{"id": 1, "error": {"code": ["internal"]}}', "an error's code is one of"),
    ],
)
def test_answers_that_the_protocol_does_not_allow(start: Start, message: str, detail: str) -> None:
    fault = fault_of(start(once(repr(message + "\n"))))
    assert fault.kind == "protocol"
    assert fault.detail.startswith(detail)
    assert f"← {message}" in fault.evidence


def test_an_answer_that_nobody_asked_for_is_noticed_at_the_next_request(start: Start) -> None:
    connector = start("r = read(); reply(r); reply(r); serve()")
    connector.request("initialize", {})
    assert fault_of(connector).detail == "the answer has the id 1 and not 2"


@pytest.mark.parametrize(
    "body",
    [
        "sys.exit(1)",
        "import nothing_of_that_name",
        once("'{\\n'"),
        once("""'{"id": 1, "error": {"code": "unsupported"}}\\n'"""),
        "time.sleep(60)",
    ],
)
def test_whatever_goes_wrong_first_is_a_failed_start(start: Start, body: str) -> None:
    assert fault_of(start(body, 0.02 if "60" in body else 5), "initialize").kind == "startup"


@pytest.mark.parametrize("argv", [["/no/such/engine"], ["/"], [], ["a\0b"]])
def test_a_program_that_cannot_be_started(argv: list[str]) -> None:
    with pytest.raises(EngineFault, match=r"^startup: cannot start"):
        StreamConnector(argv)


@pytest.mark.parametrize(
    ("body", "unclean"),
    [
        ("reply(read()); read(); sys.exit(2)", "at shutdown: crash: the engine ended before it answered shutdown: exit code 2"),
        ("reply(read()); reply(read()); sys.exit(2)", "exit code 2"),
        ("reply(read()); reply(read()); os.kill(os.getpid(), signal.SIGTERM)", "signal SIGTERM"),
        ("reply(read()); reply(read()); os.close(1); time.sleep(60)", "still running 0.2 s after shutdown"),
        (
            "signal.signal(signal.SIGTERM, signal.SIG_IGN); reply(read()); time.sleep(60)",
            "at shutdown: timeout: no answer to shutdown within 0.2 s",
        ),
    ],
)
def test_an_unclean_exit_is_noted_and_the_engine_ended_all_the_same(start: Start, body: str, unclean: str) -> None:
    connector = start(body, FAST if "60" in body else 5)
    connector.request("initialize", {})
    began = time.monotonic()
    connector.close()
    assert connector.unclean_exit == unclean
    assert time.monotonic() - began < 2


def test_an_engine_is_asked_to_end_before_it_is_made_to(start: Start, tmp_path: Path) -> None:
    note = tmp_path / "note"
    connector = start(
        f"signal.signal(signal.SIGTERM, lambda *_: (open({str(note)!r}, 'w').close(), os._exit(0))); reply(read()); time.sleep(60)", FAST
    )
    connector.request("initialize", {})
    connector.close()
    assert note.exists()


def test_an_abandoned_engine_is_gone_at_once_whatever_it_was_doing(start: Start) -> None:
    connector = start("reply(read()); read(); time.sleep(60)", 100)
    connector.request("initialize", {})
    threading.Timer(0.05, connector.abandon).start()
    began = time.monotonic()
    assert fault_of(connector).kind == "crash"
    connector.close()
    assert time.monotonic() - began < 5
    assert connector.unclean_exit == ""


def test_an_abandoned_engine_that_will_not_go_is_made_to(start: Start) -> None:
    connector = start("signal.signal(signal.SIGTERM, signal.SIG_IGN); reply(read()); time.sleep(60)", 100)
    connector.request("initialize", {})
    connector.abandon()
    began = time.monotonic()
    connector.close()
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("step", ["hang_up", "exit_code"])
def test_an_engine_is_ended_even_if_somebody_loses_patience_with_its_end(start: Start, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    connector = start("signal.signal(signal.SIGTERM, signal.SIG_IGN); reply(read()); reply(read()); time.sleep(60)")
    connector.request("initialize", {})
    process = connector._process
    monkeypatch.setattr(process, step, interrupted)
    with pytest.raises(KeyboardInterrupt):
        connector.close()
    assert process._child.returncode is not None


LOCKING_CHILD = """
if os.fork() == 0:
    lock = open({lock!r}, "w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    open({lock!r} + ".held", "w").close()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(60)
while not os.path.exists({lock!r} + ".held"):
    time.sleep(0.001)
"""


def assert_released(lock: Path) -> None:
    """The child that held the lock is gone, or about to go."""
    deadline = time.monotonic() + 5
    with lock.open("w") as file:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                assert time.monotonic() < deadline
                time.sleep(0.005)


def test_a_child_that_keeps_the_pipe_hides_no_crash_and_is_ended(start: Start, tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    fault = fault_of(start(LOCKING_CHILD.format(lock=str(lock)) + "read(); os._exit(3)"))
    assert (fault.kind, fault.detail.rpartition(": ")[2]) == ("crash", "exit code 3")
    assert_released(lock)


def test_a_child_left_behind_by_a_good_engine_is_ended(start: Start, tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    connector = start(LOCKING_CHILD.format(lock=str(lock)) + "serve()")
    connector.request("initialize", {})
    connector.close()
    assert connector.unclean_exit == ""
    assert_released(lock)


def open_files() -> int:
    return len(os.listdir("/dev/fd"))


def test_no_file_stays_open(start: Start) -> None:
    before = open_files()
    for body in ("serve()", "sys.exit(1)"):
        connector = start(body)
        if body == "serve()":
            connector.request("initialize", {})
        else:
            fault_of(connector)
        connector.close()
    with pytest.raises(EngineFault):
        StreamConnector(["/no/such/engine"])
    assert open_files() == before
