"""The adapter in Go, around an engine of its own: it passes the canonical suite, and the suite finds what is broken in it."""

from __future__ import annotations

import json
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

ADAPTER = Path(__file__).parents[1] / "adapters" / "go"
SOURCES = sorted(ADAPTER.glob("**/*.go"))


def proofs(clause: str) -> list[Scenario]:
    """The scenarios that prove the clause."""
    return [scenario for scenario in canonical() if clause in scenario.clauses]


@pytest.fixture(scope="session")
def go() -> str:
    """The command that builds what is written in Go."""
    found = shutil.which("go")
    if found is None:
        pytest.skip("go is not on the PATH")
    version = subprocess.run([found, "version"], capture_output=True, text=True, timeout=30, check=True).stdout
    release = re.search(r"go1\.(\d+)", version)
    if release and int(release[1]) < 19:
        pytest.skip(f"{version.strip()} is on the PATH, the adapter needs go1.19")
    return found


def build(go: str, folder: Path, program: Path) -> str:
    built = subprocess.run(
        [go, "build", "-buildvcs=false", "-o", program, "."], cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )
    assert built.returncode == 0, built.stderr
    return str(program)


@pytest.fixture(scope="session")
def program(go: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    return build(go, ADAPTER, tmp_path_factory.mktemp("go") / "engine")


@pytest.fixture
def engine(program: str) -> Iterator[StreamConnector]:
    connector = StreamConnector([program], TIMEOUT_SCALE)
    yield connector
    connector.close()
    assert connector.unclean_exit == ""


def run(program: str, scenarios: list[Scenario]) -> list[Result]:
    """What a program makes of the scenarios; it must also end well."""
    runner = Runner(partial(StreamConnector, [program], TIMEOUT_SCALE), suite().profiles[PROFILE], suite().clauses)
    try:
        return list(runner.run(scenarios))
    finally:
        assert runner.stop() == ""


def test_it_passes_the_canonical_suite(program: str) -> None:
    results = run(program, canonical())
    assert results
    assert [(result.id, result.status, result.reason, result.failure) for result in results if result.status != "passed"] == []
    assert sum(result.refusals for result in results) == sum(result.refusals_with_clause for result in results) > 0


@pytest.mark.parametrize(
    ("file", "right", "wrong", "clause"),
    [
        pytest.param("game/cards.go", "callLimit = 5", "callLimit = 6", "call.limit", id="one may call with 6"),
        pytest.param("game/deal.go", "order[i%len(order)]", "order[i/handSize]", "deal.singly", id="hands are dealt at once"),
        pytest.param("game/deal.go", "d.Pile[1:], d.Pile[:1]", "d.Pile, d.Pile[:0]", "refill.keeps", id="a refill keeps no card"),
        pytest.param("game/cards.go", "contains(cards, locked)", "false", "take.lock", id="a card taken is not locked"),
        pytest.param("game/deal.go", "turnCap  = 200", "turnCap  = 201", "cap.turns", id="a turn too many"),
        pytest.param("game/settle.go", "points = penalty", "points += penalty", "settle.caught.flat", id="the penalty on top of the hand"),
        pytest.param(
            "game/settle.go",
            "best := lowest(order, caller, totals)",
            "if caller != nobody { order = clockwise(order, caller) }; best := lowest(order, caller, totals)",
            "settle.ties",
            id="ties from the caller's left",
        ),
        pytest.param("game/series.go", "s.Dealer = s.Starter()", "s.Dealer = result.Winner", "series.rotation", id="the winner deals"),
        pytest.param("messages.go", "deal.Shows(deal.Last.Player, viewer)", "true", "see.draw", id="a drawn card is shown to all"),
    ],
)
def test_a_broken_rule_is_found_and_named(go: str, tmp_path: Path, file: str, right: str, wrong: str, clause: str) -> None:
    copy = shutil.copytree(ADAPTER, tmp_path / "go")
    source = (copy / file).read_text(encoding="utf-8")
    assert source.count(right) == 1
    (copy / file).write_text(source.replace(right, wrong), encoding="utf-8")
    results = run(build(go, copy, tmp_path / "engine"), proofs(clause))
    assert {result.status for result in results} <= {"passed", "failed"}
    assert any(clause in result.failure.clauses for result in results if result.failure)


def test_every_clause_that_it_cites_exists() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in SOURCES).replace("\n// ", " ")
    cited = {clause for clauses in re.findall(r"§ (\w[\w., -]*)", text) for clause in re.findall(r"\w+(?:[.-]\w+)+", clauses)}
    assert cited
    assert cited <= suite().clauses.keys()


def test_every_clause_that_it_answers_exists() -> None:
    answered = {clause for path in SOURCES for clause in re.findall(r'return .*"(\w+\.[\w.-]+)"', path.read_text(encoding="utf-8"))}
    assert answered
    assert answered <= {clause.id for clause in suite().clauses.values() if clause.refuses}


def test_the_engine_behind_it_reads_and_writes_nothing() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in SOURCES if path.parent.name == "game")
    assert set(re.findall(r'^(?:import |\t)"(.+)"$', text, flags=re.M)) == {"strings"}


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("shuffle", {}, "unknown_method"),
        ("legal", {"game": "g9"}, "unknown_game"),
        ("legal", {"game": 9}, "bad_params"),
        ("judge", {"question": {"type": "hand", "hand": ["10H"]}}, "bad_params"),
        ("judge", {"question": {"type": "hand", "hand": [None]}}, "bad_params"),
        ("judge", {"question": {"type": "run", "cards": ["AS"]}}, "bad_params"),
        ("judge", {"question": None}, "bad_params"),
        ("new", {"game": "g1", "players": ["A", "A"]}, "bad_params"),
        ("new", {"game": "g1", "players": ["A", "B"], "dealer": "B", "chance": {"pack": PACK[1:], "refills": [PACK]}}, "bad_params"),
        ("settle", {"players": ["A", "B"], "dealer": "C", "caller": None, "hands": {"A": [], "B": []}}, "bad_params"),
        ("settle", {"players": ["A", "B"], "dealer": "A", "hands": {"A": [], "B": []}}, "bad_params"),
        ("settle", {}, "bad_params"),
    ],
)
def test_what_makes_no_sense_is_an_error(engine: StreamConnector, method: str, params: dict[str, Any], code: str) -> None:
    with pytest.raises(EngineError) as caught:
        engine.request(method, params)
    assert caught.value.code == code


def open_game(engine: StreamConnector, game: str) -> None:
    opened = {"game": game, "players": ["A", "B"], "dealer": "B", "chance": {"pack": list(PACK), "refills": [list(PACK)]}}
    assert engine.request("new", opened) == {"accepted": True}


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"player": "A", "type": "turn", "discard": ["AS"], "draw": {"from": "stock"}}, "unsupported"),
        ({"player": "A", "type": "pass"}, "bad_params"),
        ({"player": "A", "type": "draw", "from": "pile"}, "bad_params"),
        ({"player": "A", "type": "draw", "from": "discard"}, "bad_params"),
        ({"player": "C", "type": "call"}, "bad_params"),
    ],
)
def test_an_action_that_makes_no_sense_is_an_error(engine: StreamConnector, action: dict[str, Any], code: str) -> None:
    open_game(engine, "g1")
    with pytest.raises(EngineError) as caught:
        engine.request("apply", {"game": "g1", "action": action})
    assert caught.value.code == code


def test_games_do_not_disturb_one_another(engine: StreamConnector) -> None:
    open_game(engine, "g1")
    open_game(engine, "g2")
    before = engine.request("observe", {"game": "g2", "as": "referee"})
    assert engine.request("apply", {"game": "g1", "action": {"player": "A", "type": "draw", "from": "stock"}})["accepted"]
    assert engine.request("end", {"game": "g1"}) == {}
    assert engine.request("observe", {"game": "g2", "as": "referee"}) == before


def exchange(program: str, sent: bytes) -> list[Any]:
    """What is answered to these bytes, after which standard input ends; the program must end well."""
    ended = subprocess.run([program], input=sent, capture_output=True, timeout=30, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    return [json.loads(line) for line in ended.stdout.splitlines()]


END = b'{"id":7,"method":"end","params":{"game":"g1"}}'


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b"", id="an empty line"),
        pytest.param(END[:-1], id="broken JSON"),
        pytest.param(END.replace(b'"g1"', b"NaN"), id="NaN"),
        pytest.param(b'{"id":6,' + END[1:], id="a key twice"),
        pytest.param(END.replace(b'"g1"', b'{"a":1,"a":1}'), id="a key twice, further in"),
        pytest.param(END.replace(b"g1", b"\xff"), id="not UTF-8"),
        pytest.param(b"\xef\xbb\xbf" + END, id="a byte order mark"),
        pytest.param(b"[]", id="not an object"),
        pytest.param(END.replace(b"7", b'"7"'), id="an id that is no number"),
        pytest.param(END.replace(b"7", b"7.5"), id="an id that is no integer"),
        pytest.param(END.replace(b"id", b"ID"), id="a name in capitals"),
    ],
)
def test_a_line_without_an_id_is_answered_with_null(program: str, line: bytes) -> None:
    first, second = exchange(program, line + b"\n" + END + b"\n")
    assert (first["id"], first["error"]["code"]) == (None, "bad_params")
    assert (second["id"], second["error"]["code"]) == (7, "unknown_game")


def test_another_version_of_the_protocol_is_not_spoken(program: str) -> None:
    (answer,) = exchange(program, b'{"id":1,"method":"initialize","params":{"protocol":[2,3]}}\n')
    assert (answer["id"], answer["error"]["code"]) == (1, "unsupported")


@pytest.mark.parametrize("line", [b'{"id":7,"method":"end"}', b'{"id":7,"params":{}}', b'{"id":7,"method":"end","params":[]}'])
def test_a_line_that_is_no_request_is_answered_under_its_id(program: str, line: bytes) -> None:
    (answer,) = exchange(program, line + b"\n")
    assert (answer["id"], answer["error"]["code"]) == (7, "bad_params")


def test_a_carriage_return_before_the_line_feed_is_white_space(program: str) -> None:
    (answer,) = exchange(program, END + b"\r\n")
    assert answer["id"] == 7


def test_other_line_ends_of_unicode_do_not_end_a_line(program: str) -> None:
    (answer,) = exchange(program, END.replace(b"g1", "g\u2028\u0085".encode()) + b"\n")
    assert answer == {"id": 7, "error": {"code": "unknown_game", "message": "g\u2028\u0085"}}


def test_a_line_of_a_mebibyte_is_answered(program: str) -> None:
    (answer,) = exchange(program, END.ljust((1 << 20) - 1) + b"\n")
    assert answer["error"]["code"] == "unknown_game"


def test_what_no_line_feed_ends_is_not_answered(program: str) -> None:
    assert [answer["id"] for answer in exchange(program, END + b"\n" + END)] == [7]


def test_after_a_shutdown_nothing_more_is_answered(program: str) -> None:
    assert exchange(program, b'{"id":1,"method":"shutdown","params":{}}\n' + END + b"\n") == [{"id": 1, "result": {}}]
