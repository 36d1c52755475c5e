"""Scenarios as pytest items: every scenario file that pytest comes across is collected and run on an engine.

A file is a scenario when its first line names `scenario.schema.json`, as every scenario of this suite does.
"""

from __future__ import annotations

import shlex
from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from dhumbal_conformance.connectors.python import REFERENCE, from_spec
from dhumbal_conformance.model import BadFiles, Expectation, Profile, Scenario, Suite
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.runner.expected import Expectations
from dhumbal_conformance.runner.outcome import Failure, Result
from dhumbal_conformance.runner.reruns import RERUNS, Reruns

if TYPE_CHECKING:
    from dhumbal_conformance.runner.verdicts import Verdicts

NOT_STARTED = 3
"""The exit code when the engine does not start."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The engine to check, what is known of it, and how many of its failures are run again."""
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
    group.addoption(
        "--dhumbal-reruns",
        default=RERUNS,
        type=not_negative,
        metavar="N",
        help=f"run up to N failures again in a fresh engine, to tell what is flaky and where state leaks; 0 for none (default: {RERUNS})",
    )


def not_negative(words: str) -> int:
    """A whole number from 0."""
    if not words.isdecimal():
        raise ArgumentTypeError(f"{words!r} is no whole number from 0")
    return int(words)


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
        bench = workbench(self.config)
        result = bench.check(self.scenario)
        if bench.interrupted:
            # What is known already of the failure that was looked into is told before the session ends.
            self.session.shouldstop = "interrupted"
        if result.kind == "startup" and result.failure:
            self.give_up(f"the engine did not start: {result.failure.what.removeprefix('startup: ')}")
        if result.status == "unsupported":
            pytest.skip(result.reason)
        if result.status == "expected-failure":
            pytest.xfail(result.reason)
        if result.status != "passed":
            raise ScenarioFailed(result, self.again(bench, result))

    def again(self, bench: Workbench, result: Result) -> str:
        """The command that runs a scenario again after those that it needs to fail; nothing for one that fails by itself."""
        if not result.after:
            return ""
        # Neither another order nor several workers would repeat it.
        alone = ["-n0"] if hasattr(self.config, "workerinput") else []
        ordered = ["-p", "no:randomly"] if self.config.pluginmanager.has_plugin("randomly") else []
        files = [shown(bench.checked[name]) for name in (*result.after, result.id)]
        return shlex.join(["pytest", *alone, *ordered, f"--dhumbal-engine={bench.engine}", *files])

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

    def __init__(self, result: Result, again: str = "") -> None:
        head = f"{result.status}: {result.id}: {result.title}"
        finding = [f"  finding   {result.reason}"] if result.reason else []
        repeat = [f"  again     {again}"] if again else []
        super().__init__("\n".join([head, *finding, *failure_lines(result.failure), *repeat]))


def shown(path: Path) -> str:
    """A path as it is seen from the working directory, where it lies below it."""
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


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
    """What all scenario items of a session share: the suite, and for each profile one running engine with the verdicts on it."""

    def __init__(self, engine: str, known: Sequence[Expectation], reruns: int) -> None:
        from dhumbal_conformance.suite import load_suite

        self.engine = engine
        self.expectations = Expectations(known)
        self.reruns = reruns
        self.suite: Suite = load_suite(scenarios=False)
        self.stations: dict[str, tuple[Runner, Verdicts]] = {}
        self.checked: dict[str, Path] = {}
        """The file of each scenario that has been run."""
        self.interrupted = False
        """Whether somebody has asked the session to end while a failure was run again."""

    def check(self, scenario: Scenario) -> Result:
        """Run one scenario on the engine of its profile; an engine that does not start needs no verdict."""
        self.checked[scenario.id] = scenario.place.path
        runner, verdicts = self.station(scenario.profile)
        (trial,) = runner.trials([scenario])
        if trial.result.kind != "startup":
            verdicts.reach(trial)
            self.interrupted = verdicts.interrupt is not None
        return trial.result

    def station(self, name: str) -> tuple[Runner, Verdicts]:
        """The engine that plays by a profile, which starts with its first scenario, and what is made of its results."""
        if name not in self.stations:
            self.stations[name] = self.new_station(self.suite.profiles[name])
        return self.stations[name]

    def new_station(self, profile: Profile) -> tuple[Runner, Verdicts]:
        """The same, for a profile that is new to this session."""
        from dhumbal_conformance.runner.verdicts import SecondOpinion, Verdicts

        runner = Runner(self.connect, profile, self.suite.clauses)
        opinion = SecondOpinion(profile, self.suite.clauses, (), of_itself=self.engine == REFERENCE)
        return runner, Verdicts(self.expectations, Reruns(runner.fresh, self.reruns), opinion)

    def connect(self) -> Any:
        """Start the engine."""
        if self.engine.startswith("python:"):
            return from_spec(self.engine)
        from dhumbal_conformance.connectors.streams import StreamConnector

        return StreamConnector(argv_of(self.engine))

    def close(self) -> None:
        """Stop every engine."""
        for runner, _ in self.stations.values():
            runner.stop()


BENCH = pytest.StashKey[Workbench]()
KNOWN = pytest.StashKey[Sequence[Expectation]]()


def workbench(config: pytest.Config) -> Workbench:
    """The session's workbench, made when the first scenario needs it."""
    if BENCH not in config.stash:
        engine, reruns = config.getoption("--dhumbal-engine"), config.getoption("--dhumbal-reruns")
        config.stash[BENCH] = bench = Workbench(engine, config.stash.get(KNOWN, ()), reruns)
        config.add_cleanup(bench.close)
    return config.stash[BENCH]
