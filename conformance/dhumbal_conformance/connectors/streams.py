"""Engines in any language: a program that reads requests on its standard input and answers on its standard output."""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from os.path import isfile
from typing import Any, NoReturn

from dhumbal_conformance.connectors import ERROR_CODES, EngineError, EngineFault, FaultKind
from dhumbal_conformance.connectors.process import LINE_LIMIT, EngineProcess
from dhumbal_conformance.connectors.wire import decode, encode

REQUEST_SECONDS = 2.0
SECONDS = {"initialize": 10.0}
"""How long an answer may take, where that is not `REQUEST_SECONDS`."""
EXIT_SECONDS, GRACE_SECONDS = 2.0, 1.0
NOISE_KEPT = 5

_SHOWN = 500


class StreamConnector:
    """One program that speaks the protocol. `timeout_scale` multiplies every time limit.

    Raises `EngineFault` for `startup` when the program cannot be started, and for whatever goes wrong until `initialize` is answered.
    """

    def __init__(self, argv: Sequence[str], timeout_scale: float = 1.0) -> None:
        try:
            self._process = EngineProcess(argv)
        except (OSError, ValueError) as error:
            hint = "; the file is there, but is no program: name before it what runs it, such as node" if argv and isfile(argv[0]) else ""
            raise EngineFault("startup", f"cannot start {argv[0] if argv else 'the engine'}: {error}{hint}") from error
        self._scale = timeout_scale
        self._id = 0
        self._method = ""
        self._sent = b""
        self._broken = False
        self._closed = False
        self._abandoned = False
        self.noise = 0
        """How many lines on standard output were no messages."""
        self.noise_lines: list[str] = []
        """The first few of them."""
        self.unclean_exit = ""
        """What was wrong with the program's end, once it is closed; empty if nothing was."""

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send one request and wait for its result."""
        self._id += 1
        self._method = method
        self._sent = encode({"id": self._id, "method": method, "params": params})
        self._process.send(self._sent + b"\n")
        seconds = SECONDS.get(method, REQUEST_SECONDS) * self._scale
        line, message = self._receive(seconds)
        return self._result(line, message)

    def close(self) -> None:
        """Ask the program to shut down, and end it and its children by force if it does not."""
        if self._closed:
            return
        self._closed = True
        grace = 0.0
        try:
            if not self._broken:
                grace = GRACE_SECONDS * self._scale
                self.unclean_exit = self._shut_down()
        finally:
            self._process.close(GRACE_SECONDS if self._abandoned else grace)

    def abandon(self, number: signal.Signals = signal.SIGTERM) -> None:
        """The run is over before its end: tell the program to go, whatever it is doing. May be called from another thread."""
        self._broken = self._abandoned = True
        self._process.send_signal(number)

    def _shut_down(self) -> str:
        """End it by agreement; what was wrong with that, if anything."""
        deadline = time.monotonic() + EXIT_SECONDS * self._scale
        try:
            self.request("shutdown", {})
        except (EngineFault, EngineError) as error:
            return f"at shutdown: {error}"
        self._process.hang_up()
        code = self._process.exit_code(deadline - time.monotonic())
        if code is None:
            return f"still running {EXIT_SECONDS * self._scale:g} s after shutdown"
        return exit_text(code) if code else ""

    def _receive(self, seconds: float) -> tuple[bytes, dict[str, Any]]:
        """The next message that is neither noise nor a log, and its line."""
        deadline = time.monotonic() + seconds
        while True:
            line = self._line(deadline, seconds)
            if not line.startswith(b"{"):
                self._note_noise(line)
                continue
            message = self._parse(line)
            if "id" in message or "log" not in message:
                return line, message

    def _line(self, deadline: float, seconds: float) -> bytes:
        try:
            line = self._process.line(deadline)
        except TimeoutError:
            self._fail("timeout", f"no answer to {self._method} within {seconds:g} s", bytes(self._process.unread))
        except EOFError:
            self._fail("crash", self._ending(), bytes(self._process.unread))
        if len(line) > LINE_LIMIT:
            self._fail("garbage", "a line is longer than 1 MiB", line)
        return line

    def _ending(self) -> str:
        """How a program whose output has ended came to its end, and that it stopped within a line if it did."""
        code = self._process.exit_code(GRACE_SECONDS * max(self._scale, 1))
        self._process.kill()
        how = "it closed its standard output" if code is None else exit_text(code)
        truncated = ", within a line" if self._process.unread else ""
        return f"the engine ended before it answered {self._method}{truncated}: {how}"

    def _note_noise(self, line: bytes) -> None:
        self.noise += 1
        if len(self.noise_lines) < NOISE_KEPT:
            self.noise_lines.append(_shown(line))

    def _parse(self, line: bytes) -> dict[str, Any]:
        try:
            message: dict[str, Any] = decode(line)
        except ValueError as error:
            self._fail("garbage", f"a line is not a JSON object in UTF-8: {error}", line)
        return message

    def _result(self, line: bytes, message: dict[str, Any]) -> dict[str, Any]:
        if message.get("id") != self._id or message["id"] is True:
            self._fail("protocol", f"the answer has the id {message.get('id')!r} and not {self._id}", line)
        if ("result" in message) == ("error" in message):
            self._fail("protocol", f"the answer has {'both' if 'error' in message else 'neither'} of result and error", line)
        if "error" in message:
            self._raise_error(line, message["error"])
        if not isinstance(message["result"], dict):
            self._fail("protocol", "the result is not an object", line)
        result: dict[str, Any] = message["result"]
        return result

    def _raise_error(self, line: bytes, error: Any) -> NoReturn:
        if not isinstance(error, dict) or not isinstance(code := error.get("code"), str) or code not in ERROR_CODES:
            self._fail("protocol", f"an error's code is one of {', '.join(sorted(ERROR_CODES))}", line)
        text = str(error.get("message", ""))
        if self._method == "initialize" or code == "internal":
            raise EngineFault(self._kind("internal"), f"{self._method} was answered with the error {code}: {text}", self._evidence(line))
        raise EngineError(code, text)

    def _fail(self, kind: FaultKind, detail: str, line: bytes) -> NoReturn:
        """Give the engine up: after this nothing that it says can be relied on."""
        self._broken = True
        raise EngineFault(self._kind(kind), detail, self._evidence(line))

    def _kind(self, kind: FaultKind) -> FaultKind:
        return "startup" if self._method == "initialize" else kind

    def _evidence(self, line: bytes) -> str:
        """What was sent, what came, and what the engine wrote beside the protocol; the latest last."""
        parts = [*self.noise_lines, f"→ {_shown(self._sent)}", f"← {_shown(line)}", self._process.errors.decode(errors="replace").rstrip()]
        return "\n".join(filter(None, parts))


def exit_text(code: int) -> str:
    """An exit code, or the name of the signal that a negative one stands for."""
    try:
        return f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def _shown(line: bytes) -> str:
    """The beginning of a line, fit to be printed."""
    text = line[:_SHOWN].decode(errors="backslashreplace").rstrip()
    return f"{text}… ({len(line)} bytes)" if len(line) > _SHOWN else text
