"""Engines written in Python, called in this process: any object with the protocol's methods."""

from __future__ import annotations

import importlib
import sys
from functools import partial
from typing import Any

from dhumbal_conformance.connectors import EngineError, EngineFault
from dhumbal_conformance.connectors.copies import copy, handed_over

FORM = "python:module:factory"
RAISED = (Exception, SystemExit)
"""What an engine may raise without ending the harness."""

REFERENCE = "python:dhumbal_conformance.reference:ReferenceEngine"
"""How to reach the reference engine."""


_MISSING = object()
"""Stands for the result of a method that the engine does not have."""


class PythonConnector:
    """Calls the method of the request's name with the params as keyword arguments; it returns the result.

    Params and results are copied as a wire would: neither side can change what the other holds, and tuples arrive as lists.
    """

    def __init__(self, engine: object) -> None:
        self.engine = engine

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Call the engine; an exception raised in it is an `internal` fault."""
        arguments = handed_over(params)
        try:
            function = getattr(self.engine, method, None)
            result = function(**arguments) if callable(function) else _MISSING
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise EngineFault("internal", f"{method} raised {_one_line(error)}", partial(last_lines, error)) from error
        if not isinstance(result, dict):
            raise self._missing(method) if result is _MISSING else self._wrong(method, result, type(result).__name__ + " and not a dict")
        try:
            received: dict[str, Any] = copy(result)
        except (TypeError, ValueError, RecursionError) as error:
            raise self._wrong(method, result, f"what is not JSON: {_one_line(error)}") from error
        return received

    def close(self) -> None:
        """An object in this process needs no end."""

    def _missing(self, method: str) -> EngineError | EngineFault:
        if method == "initialize":
            return EngineFault("startup", f"{type(self.engine).__name__} has no method initialize")
        return EngineError("unknown_method", f"{type(self.engine).__name__} has no method {method}")

    def _wrong(self, method: str, result: object, what: str) -> EngineFault:
        return EngineFault("protocol", f"{method} returned {what}", repr(result)[:500])


def from_spec(spec: str) -> PythonConnector:
    """The engine that a `python:module:factory` names, imported also from the current directory; raises `EngineFault` for `startup`."""
    kind, _, rest = spec.partition(":")
    module, _, name = rest.partition(":")
    if kind != "python" or not module or not name:
        raise EngineFault("startup", f"{spec!r} does not have the form {FORM}")
    factory = _import(module, name)
    try:
        return PythonConnector(factory())
    except RAISED as error:
        raise EngineFault("startup", f"{module}:{name}() raised {_one_line(error)}", own_lines(error)) from error


def _import(module: str, name: str) -> Any:
    if "" not in sys.path:
        sys.path.insert(0, "")  # the current directory, even one that has been deleted
    try:
        factory = getattr(importlib.import_module(module), name, None)
    except RAISED as error:
        raise EngineFault("startup", f"cannot import {module}: {_one_line(error)}", own_lines(error)) from error
    if not callable(factory):
        raise EngineFault("startup", f"the module {module} has {'no' if factory is None else 'nothing callable named'} {name}")
    return factory


def last_lines(error: BaseException, count: int = 12) -> str:
    """The end of a traceback."""
    import traceback  # which only what is broken needs

    return "\n".join("".join(traceback.format_exception(error)).splitlines()[-count:])


def own_lines(error: BaseException, count: int = 12) -> str:
    """The end of the engine's own part of a traceback; nothing if it was never reached."""
    import traceback

    step = error.__traceback__
    while step and step.tb_frame.f_globals["__name__"].partition(".")[0] in (__package__.partition(".")[0], "importlib"):
        step = step.tb_next
    lines = "".join(traceback.format_exception(type(error), error, step)).splitlines()
    return "\n".join(lines[-count:]) if len(lines) > 1 else ""


def _one_line(error: BaseException) -> str:
    import traceback

    return traceback.format_exception_only(error)[-1].strip().splitlines()[0]
