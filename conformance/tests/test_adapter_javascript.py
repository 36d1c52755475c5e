"""The adapter in JavaScript, around an engine of its own: it passes the canonical suite, and the suite finds what is broken in it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from canonical import PROFILE, TIMEOUT_SCALE, canonical, suite
from dhumbal_conformance.connectors import EngineError
from dhumbal_conformance.connectors.streams import StreamConnector
from dhumbal_conformance.loader.notation import PACK
from dhumbal_conformance.model import Scenario
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.runner.outcome import Result

ADAPTER = Path(__file__).parents[1] / "adapters" / "javascript"


@pytest.fixture(scope="module")
def node() -> str:
    """The command that runs JavaScript."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not on the PATH")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, timeout=30, check=True).stdout.strip()
    if int(version.removeprefix("v").split(".")[0]) < 20:
        pytest.skip(f"node on the PATH is {version}, the adapter needs v20")
    return found


@pytest.fixture
def engine(node: str) -> Iterator[StreamConnector]:
    connector = StreamConnector([node, str(ADAPTER / "engine.mjs")], TIMEOUT_SCALE)
    yield connector
    connector.close()
    assert connector.unclean_exit == ""


def run(node: str, folder: Path, scenarios: list[Scenario]) -> list[Result]:
    """What the adapter in a folder makes of the scenarios; it must also end well."""
    connect = partial(StreamConnector, [node, str(folder / "engine.mjs")], TIMEOUT_SCALE)
    runner = Runner(connect, suite().profiles[PROFILE], suite().clauses)
    try:
        return list(runner.run(scenarios))
    finally:
        assert runner.stop() == ""


def test_it_passes_the_canonical_suite(node: str) -> None:
    results = run(node, ADAPTER, canonical())
    assert results
    assert [(result.id, result.status, result.reason, result.failure) for result in results if result.status != "passed"] == []
    assert sum(result.refusals for result in results) == sum(result.refusals_with_clause for result in results) > 0


@pytest.mark.parametrize(
    ("right", "wrong", "clause"),
    [
        pytest.param("return seatsAfter(players, dealer);", "return players;", "settle.ties", id="ties go to the lowest seat"),
        pytest.param("this.locked = card;", "", "take.lock", id="a card taken is not locked"),
        pytest.param("PENALTY = 25;", "PENALTY = 30;", "settle.caught.flat", id="a caught caller pays 30"),
    ],
)
def test_a_broken_rule_is_found_and_named(node: str, tmp_path: Path, right: str, wrong: str, clause: str) -> None:
    shutil.copytree(ADAPTER, tmp_path, dirs_exist_ok=True)
    rules = (ADAPTER / "rules.mjs").read_text(encoding="utf-8")
    assert rules.count(right) == 1
    (tmp_path / "rules.mjs").write_text(rules.replace(right, wrong), encoding="utf-8")
    area = clause.split(".")[0]
    results = run(node, tmp_path, [scenario for scenario in canonical() if scenario.area == area])
    assert {result.status for result in results} == {"passed", "failed"}
    named = [result.failure.clauses for result in results if result.failure]
    assert any(clause in clauses for clauses in named)
    chapter = suite().clauses[clause].chapter
    assert all(any(suite().clauses[name].chapter == chapter for name in clauses) for clauses in named)


def test_every_clause_that_it_cites_exists() -> None:
    text = (ADAPTER / "rules.mjs").read_text(encoding="utf-8")
    cited = {clause for clauses in re.findall(r"§ (\w[\w., -]*)", text) for clause in re.findall(r"\w+(?:[.-]\w+)+", clauses)}
    assert cited
    assert cited <= suite().clauses.keys()


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("shuffle", {}, "unknown_method"),
        ("constructor", {}, "unknown_method"),
        ("legal", {"game": "g9"}, "unknown_game"),
        ("judge", {"question": {"type": "hand", "hand": ["10H"]}}, "bad_params"),
        ("judge", {"question": None}, "bad_params"),
        ("new", {"game": "g1", "players": ["A", "A"]}, "bad_params"),
        ("settle", {}, "bad_params"),
    ],
)
def test_what_makes_no_sense_is_an_error(engine: StreamConnector, method: str, params: dict[str, Any], code: str) -> None:
    with pytest.raises(EngineError) as caught:
        engine.request(method, params)
    assert caught.value.code == code


def test_games_do_not_disturb_one_another(engine: StreamConnector) -> None:
    for game in ("g1", "g2"):
        opened = {"game": game, "players": ["A", "B"], "dealer": "B", "chance": {"pack": list(PACK), "refills": [list(PACK)]}}
        assert engine.request("new", opened) == {"accepted": True}
    before = engine.request("observe", {"game": "g2", "as": "referee"})
    assert engine.request("apply", {"game": "g1", "action": {"player": "A", "type": "draw", "from": "stock"}})["accepted"]
    assert engine.request("end", {"game": "g1"}) == {}
    assert engine.request("observe", {"game": "g2", "as": "referee"}) == before


def test_it_ends_well_when_standard_input_ends(node: str) -> None:
    sent = b'[]\n{"id":7,"method":"end","params":{"game":"g1"}}\n'
    ended = subprocess.run([node, ADAPTER / "engine.mjs"], input=sent, capture_output=True, timeout=30, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert [line[:10] for line in ended.stdout.splitlines()] == [b'{"id":null', b'{"id":7,"e']
