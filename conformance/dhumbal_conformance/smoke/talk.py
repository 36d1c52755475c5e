"""The engine under test, with every line that goes to and fro kept as it was."""

from __future__ import annotations

from typing import Any, Protocol

from dhumbal_conformance.connectors import EngineError, EngineFault, FaultKind
from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.connectors.streams import EXIT_SECONDS, REQUEST_SECONDS, StreamConnector, exit_text
from dhumbal_conformance.connectors.wire import encode

SENT, CAME = "→ ", "← "
_LAST = 20


class Talk(Protocol):
    """An engine, and the exchange with it so far."""

    lines: list[str]
    """What was sent, after `→`, and what came, after `←`; the earliest first."""

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """As of any `Connector`."""

    def close(self) -> None:
        """As of any `Connector`."""

    def shut_down(self) -> str:
        """End the engine by agreement; what was wrong with that, if anything."""

    def errors(self) -> str:
        """The last that the engine said beside its answers."""


class Streams(StreamConnector):
    """A program. `lines` has everything on its standard streams, noise and log lines included."""

    lines: list[str]

    def __init__(self, argv: tuple[str, ...], timeout_scale: float) -> None:
        self.lines = []
        super().__init__(argv, timeout_scale)

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """As of any connector; what is sent is kept."""
        self._keep(SENT, encode({"id": self._id + 1, "method": method, "params": params}))
        return super().request(method, params)

    def say(self, line: bytes) -> dict[str, Any]:
        """Send a line that need not be a request, and return the message that comes back."""
        self._keep(SENT, line)
        self._method, self._sent = "a line that is no request", line
        self._process.send(line + b"\n")
        return self._receive(REQUEST_SECONDS * self._scale)[1]

    def hang_up(self) -> tuple[int | None, str]:
        """End its standard input, then the program: its exit code, None if it had to be ended by force, and what it still wrote."""
        self.lines.append(f"{SENT}(standard input ends)")
        self._closed = True
        try:
            self._process.hang_up()
            code = self._process.exit_code(EXIT_SECONDS * self._scale)
        finally:
            self._process.close(grace=0)
        rest = bytes(self._process.unread).decode(errors="backslashreplace").rstrip()
        self.lines += [CAME + line for line in rest.splitlines()]
        self.lines.append(f"{CAME}({'still running' if code is None else exit_text(code)})")
        return code, rest

    def shut_down(self) -> str:
        """End it as the protocol says; what was wrong with that, if anything."""
        self.close()
        return self.unclean_exit

    def errors(self) -> str:
        """The last lines on its standard error."""
        return "\n".join(self._process.errors.decode(errors="backslashreplace").splitlines()[-_LAST:])

    def _line(self, deadline: float, seconds: float) -> bytes:
        try:
            line = super()._line(deadline, seconds)
        except EngineFault:
            if self._process.unread:
                self._keep(CAME, bytes(self._process.unread))
            raise
        self._keep(CAME, line)
        return line

    def _kind(self, kind: FaultKind) -> FaultKind:
        # How it broke is of more use here than that it did so before the first answer.
        return kind

    def _keep(self, arrow: str, line: bytes) -> None:
        self.lines.append(arrow + line.decode(errors="backslashreplace"))


class InProcess(PythonConnector):
    """A Python object. `lines` has each call as a line, and what it returned."""

    def __init__(self, engine: object) -> None:
        super().__init__(engine)
        self.lines: list[str] = []
        self._traceback = ""

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """As of any connector; the call and what comes of it are kept."""
        self.lines.append(f"{SENT}{method} {encode(params).decode()}")
        try:
            result = super().request(method, params)
            came = encode(result)
        except (EngineError, EngineFault) as problem:
            self.lines.append(f"{CAME}{problem}")
            self._traceback = getattr(problem, "evidence", "")
            raise
        except ValueError as error:
            raise EngineFault("protocol", f"{method} returned what is not JSON: {error}", repr(result)[:500]) from error
        self.lines.append(f"{CAME}{came.decode()}")
        return result

    def shut_down(self) -> str:
        """Ask it to end; what was wrong with that, if anything."""
        try:
            self.request("shutdown", {})
        except (EngineError, EngineFault) as problem:
            return str(problem)
        return ""

    def errors(self) -> str:
        """The end of the last exception's traceback; what an object writes to standard error has been seen already."""
        return self._traceback
