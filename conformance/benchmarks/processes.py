"""Whole processes: the suite against a test runner that has nothing to do, and the start of every command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from dhumbal_conformance.cli import COMMANDS

from benchmarks.contest import Run, timed

DHUMBAL = [sys.executable, "-c", "from dhumbal_conformance.cli import main; main()"]
SAMPLE_ENGINE = Path(__file__).parents[1] / "adapters" / "python" / "engine.py"
EMPTY_TESTS = """
import pytest

@pytest.mark.parametrize("number", range({count}))
def test_nothing(number):
    pass
"""


def output(*command: str, directory: str | None = None) -> str:
    """What a program prints; pytest is to load no plugins but its own, and the project is to be compiled, as pip leaves both."""
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": ""}
    return subprocess.run(command, cwd=directory, env=environment, check=True, capture_output=True, text=True).stdout


def once(*command: str) -> int:
    """Run a program to its end."""
    output(*command)
    return 1


def verify(*engine: str) -> Callable[[], Run]:
    """The suite on an engine; the first run, which is not counted, may have to read the files anew."""
    return lambda: lambda: passed(output(*DHUMBAL, "verify", *engine))


def verify_over_streams() -> Callable[[], Run]:
    """The suite on the Python sample engine, a program of its own."""
    return verify("--", sys.executable, str(SAMPLE_ENGINE))


def empty_tests(count: int) -> Callable[[], Run]:
    """Pytest with so many tests that do nothing."""

    def make() -> Run:
        import_module("pytest")

        def run() -> int:
            with TemporaryDirectory() as directory:
                Path(directory, "test_nothing.py").write_text(EMPTY_TESTS.format(count=count), encoding="utf-8")
                return passed(output(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", directory=directory))

        return run

    return make


def passed(text: str) -> int:
    """How many passed, by the summary of either."""
    found = re.search(r"([\d,]+) passed", text)
    assert found, text
    return int(found[1].replace(",", ""))


def start_up(rounds: int) -> Iterator[tuple[str, float]]:
    """Each command, and the milliseconds of processor time until it has shown its help."""
    for command in COMMANDS:
        help_shown = partial(once, *DHUMBAL, command, "--help")
        yield command, 1000 * median(1 / timed(help_shown) for _ in range(rounds))
