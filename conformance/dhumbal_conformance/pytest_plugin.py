"""Scenarios as pytest items: every scenario file that pytest comes across is collected and run on an engine.

A file is a scenario when its first line names `scenario.schema.json`, as every scenario of this suite does.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from dhumbal_conformance.connectors.python import REFERENCE, from_spec
from dhumbal_conformance.model import BadFiles, Expectation, Scenario, Suite
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.runner.expected import Expectations
from dhumbal_conformance.runner.outcome import Failure, Result

NOT_STARTED = 3
"""The exit code when the engine does not start."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--dhumbal-engine`: the engine to check; `--dhumbal-expect`: what is known of it."""
    group = parser.getgroup("dhumbal", "scenarios of the card game Dhumbal")
    group.addoption(
        "--dhumbal-engine",
        default=REFERENCE,
        metavar="ENGINE",
        help="python:MODULE:FACTORY, or the command that starts an adapter (default: the reference engine)",
    )
    group.addoption(
        "--dhumbal-expect",
        metavar="FILE",
        help="scenarios that the engine does not pass yet: they are expected to fail, and fail when they pass",
    )


def pytest_configure(config: pytest.Config) -> None:
    """What is wrong with the options is told at once."""
    engine, known = config.getoption("--dhumbal-engine"), config.getoption("--dhumbal-expect")
    try:
        argv_of(engine)
        if known:
            config.stash[KNOWN] = read_known(Path(known))
    except ValueError as error:
        raise pytest.UsageError(f"--dhumbal-engine {engine}: {error}") from error
    except BadFiles as bad:
        raise pytest.UsageError(str(bad)) from bad


def argv_of(engine: str) -> list[str]:
    """The command that starts an engine, which is empty for one in Python; raises ValueError for a quote that is not closed."""
    return [] if engine.startswith("python:") else shlex.split(engine)


def read_known(path: Path) -> tuple[Expectation, ...]:
    """The entries of a file of expectations; raises `BadFiles`."""
    from dhumbal_conformance.loader.expectations import read_expectations

    return read_expectations(path)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a file whose first line names the scenario schema."""
    if file_path.suffix in (".yaml", ".yml") and is_scenario(file_path):
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


def is_scenario(path: Path) -> bool:
    """Whether the file says that it is a scenario."""
    try:
        with path.open("rb") as file:
            return b"scenario.schema.json" in file.readline(200)
    except OSError:
        return False


class ScenarioFile(pytest.File):
    """One scenario file."""

    def collect(self) -> Iterator[pytest.Item]:
        """The one scenario in the file; a file that is not right is a collection error, with its place."""
        from dhumbal_conformance.loader.files import load_files

        bench = workbench(self.config)
        try:
            (scenario,) = load_files(bench.suite, [self.path])
        except BadFiles as bad:
            raise self.CollectError(str(bad)) from bad
        yield ScenarioItem.from_parent(self, name=scenario.id, scenario=scenario)


class ScenarioItem(pytest.Item):
    """One scenario, run on the engine."""

    def __init__(self, *, scenario: Scenario, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.scenario = scenario

    def runtest(self) -> None:
        """Run it; unsupported is a skip, and whatever else is neither passed nor expected is a failure."""
        if self.scenario.unconfirmed:
            pytest.skip(self.scenario.unconfirmed.message)
        result = workbench(self.config).check(self.scenario)
        if result.kind == "startup" and result.failure:
            self.give_up(f"the engine did not start: {result.failure.what.removeprefix('startup: ')}")
        if result.status == "unsupported":
            pytest.skip(result.reason)
        if result.status == "expected-failure":
            pytest.xfail(result.reason)
        if result.status != "passed":
            raise ScenarioFailed(result)

    def give_up(self, why: str) -> None:
        """End the whole session, since no scenario can be run."""
        if not hasattr(self.config, "workerinput"):
            pytest.exit(why, returncode=NOT_STARTED)
        # A worker of pytest-xdist may not leave; it can ask to stop.
        self.session.shouldstop = why
        pytest.fail(why, pytrace=False)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """A failed scenario is told in the words of the rules, without a Python traceback."""
        if isinstance(excinfo.value, ScenarioFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the scenario stands, and its id."""
        return self.path, self.scenario.place.line - 1, self.scenario.id


class ScenarioFailed(Exception):
    """A scenario that the engine did not pass."""

    def __init__(self, result: Result) -> None:
        super().__init__("\n".join([f"{result.status}: {result.id}: {result.title}", *failure_lines(result.failure)]))


def failure_lines(failure: Failure | None) -> Iterator[str]:
    """What went wrong, a line each."""
    if failure:
        if failure.clauses:
            yield f"  clauses   {', '.join(failure.clauses)}"
        yield f"  step      {failure.step} (line {failure.line})"
        yield f"  about     {failure.what}"
        if failure.expected:
            yield f"  expected  {failure.expected}"
            yield f"  actual    {failure.actual}"
        yield from (f"  | {line}" for line in failure.evidence.splitlines()[-8:])


class Workbench:
    """What all scenario items of a session share: the suite, and one running engine for each profile."""

    def __init__(self, engine: str, known: Sequence[Expectation]) -> None:
        from dhumbal_conformance.suite import load_suite

        self.engine = engine
        self.expectations = Expectations(known)
        self.suite: Suite = load_suite(scenarios=False)
        self.runners: dict[str, Runner] = {}

    def check(self, scenario: Scenario) -> Result:
        """Run one scenario on the engine of its profile."""
        if scenario.profile not in self.runners:
            self.runners[scenario.profile] = Runner(self.connect, self.suite.profiles[scenario.profile], self.suite.clauses)
        result = self.runners[scenario.profile].check(scenario)
        self.expectations.meet(scenario, result)
        return result

    def connect(self) -> Any:
        """Start the engine."""
        if self.engine.startswith("python:"):
            return from_spec(self.engine)
        from dhumbal_conformance.connectors.streams import StreamConnector

        return StreamConnector(argv_of(self.engine))

    def close(self) -> None:
        """Stop every engine."""
        for runner in self.runners.values():
            runner.stop()


BENCH = pytest.StashKey[Workbench]()
KNOWN = pytest.StashKey[Sequence[Expectation]]()


def workbench(config: pytest.Config) -> Workbench:
    """The session's workbench, made when the first scenario needs it."""
    if BENCH not in config.stash:
        config.stash[BENCH] = bench = Workbench(config.getoption("--dhumbal-engine"), config.stash.get(KNOWN, ()))
        config.add_cleanup(bench.close)
    return config.stash[BENCH]
