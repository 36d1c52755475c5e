"""Ways to reach an engine under test, and what can go wrong on the way.

`PythonConnector` calls a Python object in this process, `StreamConnector` speaks to a program over its standard streams. Both take and give
what `spec/protocol.md` describes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Literal, Protocol

FaultKind = Literal["startup", "crash", "timeout", "garbage", "protocol", "internal"]

ERROR_CODES = frozenset({"unsupported", "bad_params", "unknown_method", "unknown_game", "internal"})
"""Every code that an error response may have."""


class Connector(Protocol):
    """One running engine."""

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send one request and return the result; raises `EngineError` for an error response, `EngineFault` if none is valid."""

    def close(self) -> None:
        """End the engine and everything that it started. A second call does nothing."""


class EngineError(Exception):
    """The engine answered with an error: `code` is one of `ERROR_CODES`, but never `internal`, which is an `EngineFault`."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(f"{code}: {message}" if message else code)
        self.code = code
        self.message = message


class EngineFault(Exception):
    """The engine itself broke: it did not start, ended, kept silent, or answered what the protocol does not allow.

    `detail` says what happened in one line; `evidence` shows what was sent, what came, and the last that the engine said of itself.
    """

    def __init__(self, kind: FaultKind, detail: str, evidence: str | Callable[[], str] = "") -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail
        self._evidence = evidence

    @cached_property
    def evidence(self) -> str:
        """The evidence as text, which is made when it is asked for: to write a traceback takes longer than most scenarios."""
        return self._evidence() if callable(self._evidence) else self._evidence
