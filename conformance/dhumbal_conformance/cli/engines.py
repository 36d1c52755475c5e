"""What the commands have in common that ask an engine: how one is named, how it is reached, and how it ends."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from dhumbal_conformance.connectors import Connector

NOT_AS_EXPECTED, USAGE, NOT_STARTED, BAD_SUITE, NOTHING_SELECTED, SIGNALLED, INTERRUPTED = 1, 2, 3, 4, 5, 128, 130
"""Exit codes; a signal has its number added to `SIGNALLED`."""


def a_number(_: click.Context, __: click.Parameter, value: float) -> float:
    """A range lets `nan` through, which is neither below nor above anything."""
    if math.isnan(value):
        raise click.BadParameter("nan is not a number")
    return value


_ENGINE = click.option("--engine", "spec", metavar="SPEC", help="A Python engine in process: python:MODULE:FACTORY.")
_TIMEOUT = click.option(
    "--timeout-scale",
    default=1.0,
    show_default=True,
    type=click.FloatRange(min=0.01, max=1000),
    callback=a_number,
    help="Multiply every time limit.",
)
_ARGV = click.argument("argv", nargs=-1, type=click.UNPROCESSED, metavar="[-- ENGINE ARGS...]")


def engine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The ways to name an engine, `--engine SPEC` and `-- ENGINE ARGS...`, and `--timeout-scale`."""
    return _ENGINE(_TIMEOUT(_ARGV(command)))


def check_one_engine(spec: str | None, argv: tuple[str, ...]) -> None:
    """An engine is named in one way or not at all; raises `UsageError`."""
    if spec and argv:
        raise click.UsageError("name an engine either with --engine or after --, not both")


def connector(spec: str | None, argv: tuple[str, ...], timeout_scale: float) -> Callable[[], Connector]:
    """How to reach the engine, the reference engine if none is named; it is started by calling what is returned."""
    if argv:
        from dhumbal_conformance.connectors.streams import StreamConnector

        return partial(StreamConnector, list(argv), timeout_scale=timeout_scale)
    from dhumbal_conformance.connectors.python import REFERENCE, from_spec

    return partial(from_spec, spec or REFERENCE)
