"""`dhumbal fuzz`: its report and exit codes, Ctrl-C, and that what it finds does not depend on who plays the deals."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from dhumbal_conformance import data
from dhumbal_conformance.cli import main
from dhumbal_conformance.fuzz.campaign import numbers
from dhumbal_conformance.fuzz.crews import batches, close_benches

ENGINES = """
from dhumbal import Rules
from dhumbal_conformance.reference import ReferenceEngine

class CallAtSix(Rules):
    def may_call(self, total):
        return total <= 6

class Broken(ReferenceEngine):
    def apply(self, **params):
        raise RuntimeError("no")

class Interrupted(ReferenceEngine):
    asked = 0
    def settle(self, **params):
        Interrupted.asked += 1
        if Interrupted.asked == 4:
            raise KeyboardInterrupt
        return super().settle(**params)

class Canonical(ReferenceEngine):
    def initialize(self, **params):
        return super().initialize(**params) | {"profiles": ["nepali-games"]}

class Judges(ReferenceEngine):
    offered = {"judge": True}
    def initialize(self, **params):
        return super().initialize(**params) | {"capabilities": self.offered}

class Idle(Judges):
    offered = {"apply": True}

def wrong():
    return ReferenceEngine(CallAtSix)
"""
ADAPTER = data.root() / "conformance" / "adapters" / "python" / "engine.py"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with a module of engines, whose name nobody else has imported yet."""
    (tmp_path / f"{module(tmp_path)}.py").write_text(ENGINES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def module(folder: Path) -> str:
    return "engines_" + re.sub(r"\W", "_", folder.name)


def fuzz(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["fuzz", *map(str, words)], catch_exceptions=False)


def engine(folder: Path, name: str) -> tuple[str, str]:
    return "--engine", f"python:{module(folder)}:{name}"


def without_time(text: str) -> str:
    return re.sub(r"in [\d.]+ s \([\d,]+ actions a second\)", "", text)


def test_agreement_is_told_with_what_was_reached_and_what_never_was(folder: Path) -> None:
    found = fuzz("--deals", "3")
    assert found.exit_code == 0
    figures = r"^3 deals: \d+ moves, (\d+) refusals, \d+ questions \((\d+) refused\) compared in .*; no disagreement$"
    told = re.search(figures, found.stdout, re.MULTILINE)
    assert told
    by_clause = found.stdout.partition("refusals by clause")[2]
    assert sum(map(int, re.findall(r"(\d+)  [a-z]+\.", by_clause))) == int(told[1]) + int(told[2])
    assert "situations reached" in found.stdout
    assert re.search(r"\d+  discard\.held", found.stdout, re.MULTILINE)
    assert re.search(r"never: .*cap with equal lowest", found.stdout)
    assert not (folder / "fuzz-found").exists()


def test_a_disagreement_is_told_with_commands_that_repeat_it(folder: Path) -> None:
    found = fuzz("--deals", "3", "--seed", "3", "--save", "here", *engine(folder, "wrong"))
    assert found.exit_code == 1
    file = next((folder / "here").glob("*.yaml"))
    assert f"file      {Path('here') / file.name}" in found.stdout
    again = re.search(r"again     dhumbal (verify .*)", found.stdout)
    assert again
    assert CliRunner().invoke(main, again[1].split()).exit_code == 1
    assert CliRunner().invoke(main, ["verify", "--select", str(file)]).exit_code == 0
    assert CliRunner().invoke(main, ["lint", str(file)]).exit_code == 0
    one = re.search(r"or        dhumbal (fuzz .* --seed 3 --deal \d+ .*)", found.stdout)
    assert one
    assert CliRunner().invoke(main, one[1].split()).exit_code == 1


def test_an_engine_that_only_judges_is_told_that_no_move_was_played(folder: Path) -> None:
    found = fuzz("--deals", "3", *engine(folder, "Judges"))
    assert found.exit_code == 0
    *_, figures, why = found.stdout.splitlines()
    assert re.fullmatch(r"3 deals: \d+ questions \(\d+ refused\) compared in [\d.]+ s; no disagreement", figures)
    assert why == "! no move was played: the engine does not offer apply"


def test_an_engine_of_which_nothing_can_be_compared_is_no_success(folder: Path) -> None:
    found = fuzz("--deals", "1", *engine(folder, "Idle"))
    assert found.exit_code == 5
    assert found.stdout.endswith("\n1 deal: nothing was compared\n")


@pytest.mark.parametrize(("wide", "longest"), [(80, 80), (130, 130), (None, 1000)])
def test_the_report_fits_into_the_terminal_and_is_whole_in_a_pipe(
    wide: int | None, longest: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dhumbal_conformance.cli.fuzz.columns", lambda: wide)
    found = fuzz("--deals", "3", "--seed", "3", *engine(folder, "wrong"))
    lines = [line for line in found.stdout.splitlines() if not line.startswith(("  again ", "  or ", "  file ", "  | "))]
    assert max(map(len, lines)) <= longest
    assert (max(map(len, lines)) > 130) == (wide is None)
    assert " ".join(found.stdout.split()).count(" never: ") == 2
    assert re.search(r"^3 deals: .*; \d+ disagreements?( of \d kinds)?$", found.stdout, re.MULTILINE) or wide == 80


def test_what_is_found_does_not_depend_on_the_number_of_workers(folder: Path) -> None:
    alone, together = (fuzz("--deals", "6", "--workers", n, "--save", n, *engine(folder, "wrong")) for n in ("1", "2"))
    assert without_time(alone.stdout).replace("1/call", "N/call") == without_time(together.stdout).replace("2/call", "N/call")
    assert [path.read_text() for path in sorted(Path("1").iterdir())] == [path.read_text() for path in sorted(Path("2").iterdir())]


def test_a_cluster_finds_the_same(folder: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None, scheduler_port=0) as cluster:
        there = fuzz("--deals", "6", "--dask", cluster.scheduler_address, *engine(folder, "wrong"), "--save", "there")
    alone = fuzz("--deals", "6", *engine(folder, "wrong"), "--save", "alone")
    assert there.exit_code == 1
    assert without_time(there.stdout).replace("there/", "") == without_time(alone.stdout).replace("alone/", "")
    close_benches()


def test_over_the_streams_an_engine_agrees_as_in_process(folder: Path) -> None:
    found = fuzz("--deals", "2", "--timeout-scale", "10", "--", sys.executable, ADAPTER)
    assert (found.exit_code, found.stdout.count("no disagreement")) == (0, 1)
    again = fuzz("--deals", "2")
    assert without_time(found.stdout).splitlines()[1:] == without_time(again.stdout).splitlines()[1:]


def test_an_interrupt_gives_the_report_so_far(folder: Path) -> None:
    found = fuzz("--deals", "50", *engine(folder, "Interrupted"))
    assert found.exit_code == 130
    assert re.search(r"^[1-9]\d? deals?: ", found.stdout, re.MULTILINE)
    assert "! interrupted: this is what was found until then" in found.stdout


def test_an_engine_that_always_breaks_is_given_up(folder: Path) -> None:
    found = fuzz("--deals", "50", *engine(folder, "Broken"))
    assert found.exit_code == 1
    assert "! the engine broke in 20 deals in a row, and was given up" in found.stdout
    assert "internal: apply raised RuntimeError: no" in found.stdout


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--", "no-such-program"], 3, "the engine did not start: cannot start no-such-program"),
        (["--engine", "python:json:nothing"], 3, "the engine did not start: the module json has no nothing"),
        (["--engine", "python:a:b", "--", "c"], 2, "name an engine either with --engine or after --, not both"),
        (["--profile", "nepali-game"], 2, "did you mean nepali-games?"),
        (["--players", "9"], 2, "under this profile 2 to 6 play, and not 9"),
        (["--deal", "3", "--deals", "4"], 2, "--deal plays one deal; leave out --deals and --seconds"),
        (["--dask", "tcp://x:1", "--workers", "2"], 2, "with --dask the cluster says how many work; leave out --workers"),
    ],
)
def test_wrong_usage_is_told_in_one_message(words: list[str], code: int, message: str) -> None:
    found = fuzz(*words)
    assert found.exit_code == code
    assert message in found.stderr
    assert "Traceback" not in found.output


def test_a_profile_that_the_engine_does_not_play_is_told(folder: Path) -> None:
    found = fuzz("--profile", "doumebash", *engine(folder, "Canonical"))
    assert found.exit_code == 2
    assert "the engine does not play doumebash; it plays nepali-games" in found.stderr


def test_deals_are_handed_out_by_number_and_none_is_left_out() -> None:
    assert [list(batch) for batch in batches(numbers(3, 7, None), 3)] == [[3, 4, 5], [6, 7, 8], [9]]
