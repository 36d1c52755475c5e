"""`spec/protocol.md` is true: its examples are what the sample engine answers, they fit the schema, and its tables are complete."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from dhumbal_conformance import data
from dhumbal_conformance.connectors import ERROR_CODES
from dhumbal_conformance.loader.notation import PACK
from dhumbal_conformance.loader.profiles import load_profile
from dhumbal_conformance.loader.rulebook import clauses_of, read_chapters
from dhumbal_conformance.reference import ReferenceEngine
from jsonschema import Draft7Validator

Session = list[tuple[str, list[str]]]
"""Lines sent, each with the lines that came back."""

TEXT = (data.spec() / "protocol.md").read_text()
SCHEMA = json.loads((data.spec() / "schemas" / "protocol.schema.json").read_text())
PARAMETERS = load_profile("nepali-games").parameters
ADAPTER = Path(__file__).parents[1] / "adapters" / "python" / "engine.py"
BAD_REQUEST = ("bad_params", "unknown_method")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)\n```$", TEXT, flags=re.M | re.S)


def session(block: str) -> Session:
    """The lines of a block, with what it abbreviates written out."""
    full = block.replace("{…}", json.dumps(PARAMETERS)).replace("[…]", json.dumps(PACK))
    lines: Session = []
    for line in full.splitlines():
        arrow, text = line.split(" ", 1)
        if arrow == "→":
            lines.append((text, []))
        else:
            assert arrow == "←", line
            lines[-1][1].append(text)
    return lines


SESSIONS = [session(block) for block in blocks("jsonl")]
EXCHANGES = [exchange for lines in SESSIONS for exchange in lines]
EVERY_SESSION = pytest.mark.parametrize("lines", SESSIONS, ids=lambda lines: lines[0][0][8:60])


def section(title: str) -> str:
    return TEXT.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def first_cells(text: str) -> list[str]:
    """What stands in backticks in the first column of a section's tables."""
    return [name for cell in re.findall(r"^\| (`[^|]*) \|", text, flags=re.M) for name in re.findall("`([^`]+)`", cell)]


def validates(name: str, value: Any) -> bool:
    return bool(Draft7Validator({"$ref": f"#/definitions/{name}", "definitions": SCHEMA["definitions"]}).is_valid(value))


def comparable(line: str) -> dict[str, Any]:
    """A response without what is free: the text of an error, and who the engine is."""
    response: dict[str, Any] = json.loads(line)
    response.get("error", {}).pop("message", None)
    response.get("result", {}).pop("engine", None)
    return response


def responses(received: list[str]) -> list[dict[str, Any]]:
    return [comparable(line) for line in received if not line.startswith('{"log"')]


@pytest.fixture(scope="module")
def adapter() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sample_engine", ADAPTER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@EVERY_SESSION
def test_the_sample_engine_answers_as_the_examples_say(lines: Session, adapter: ModuleType) -> None:
    engine = ReferenceEngine()
    for sent, received in lines:
        response, _ = adapter.answer(engine, sent.encode())
        assert [comparable(json.dumps(response))] == responses(received), sent


def test_the_whole_deal_passes_over_the_streams() -> None:
    lines = SESSIONS[-1]
    sent = "".join(line + "\n" for line, _ in lines)
    run = subprocess.run([sys.executable, str(ADAPTER)], input=sent, capture_output=True, encoding="utf-8", timeout=30, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert responses(run.stdout.splitlines()) == [response for _, received in lines for response in responses(received)]


def test_the_whole_deal_leaves_nothing_out() -> None:
    assert "…" not in blocks("jsonl")[-1]


def test_the_sample_engine_survives_what_is_no_request(adapter: ModuleType) -> None:
    for line in (
        b"",
        b"[]",
        b"\xff",
        b'{"id":1}',
        b'{"id":1,"method":5,"params":{}}',
        b'{"id":1,"method":"apply","params":[]}',
        b"[" * 100_000,
    ):
        response, _ = adapter.answer(ReferenceEngine(), line)
        assert response["error"]["code"] == "bad_params"


def test_the_sample_engine_offers_no_attribute_that_is_not_a_method(adapter: ModuleType) -> None:
    response, _ = adapter.answer(ReferenceEngine(), b'{"id":1,"method":"_rules","params":{"parameters":{}}}')
    assert response["error"]["code"] == "unknown_method"


def test_the_schema_is_one() -> None:
    Draft7Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(("sent", "received"), EXCHANGES, ids=lambda part: str(part)[:60])
def test_the_examples_fit_the_schema(sent: str, received: list[str]) -> None:
    *logs, response = [json.loads(line) for line in received]
    assert all(validates("log", log) for log in logs)
    assert validates("response", response)
    bad = response.get("error", {}).get("code") in BAD_REQUEST
    assert fits(sent) != bad
    if "result" in response:
        assert validates(f"{json.loads(sent)['method']}.result", response["result"])


def fits(sent: str) -> bool:
    try:
        return validates("request", json.loads(sent))
    except ValueError:
        return False


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("response", {"id": 1}),
        ("response", {"id": 1, "result": {}, "error": {"code": "internal"}}),
        ("response", {"id": 1, "error": {"code": "odd"}}),
        ("request", {"id": 1, "method": "end", "params": {}}),
        ("action", {"player": "A", "type": "draw", "from": "discard"}),
        ("action", {"player": "A", "type": "pass"}),
        ("card", "10H"),
        ("apply.result", {"accepted": True, "card": "1H"}),
        ("state", {"players": ["A", "B"]}),
        ("scored_deal", {"accepted": True}),
        ("order", list(PACK[:51])),
    ],
)
def test_the_schema_refuses(name: str, value: object) -> None:
    assert not validates(name, value)


def test_the_actions_shown_are_all_kinds_and_fit_the_schema() -> None:
    (block,) = blocks("json")
    actions = json.loads(block)
    assert all(validates("action", action) for action in actions)
    assert {action["type"] for action in actions} == {"draw", "discard", "call", "turn"}


def test_every_method_is_described_shown_and_in_the_schema(adapter: ModuleType) -> None:
    described = {name for heading in re.findall(r"^### (.*)$", section("Methods"), flags=re.M) for name in heading.split(", ")}
    shown = {json.loads(sent)["method"] for sent, received in EXCHANGES if '"result"' in received[-1]}
    in_schema = set(SCHEMA["definitions"]["request"]["properties"]["method"]["enum"])
    assert described == shown == in_schema == adapter.METHODS
    assert all({f"{method}.params", f"{method}.result"} <= SCHEMA["definitions"].keys() for method in in_schema)


def test_every_error_code_is_described() -> None:
    assert set(first_cells(section("Envelope"))) == ERROR_CODES
    assert set(SCHEMA["definitions"]["response"]["properties"]["error"]["properties"]["code"]["enum"]) == ERROR_CODES


def test_every_clause_that_refuses_is_listed() -> None:
    refusing = [clause.id for clause in clauses_of(read_chapters()).values() if clause.refuses]
    assert sorted(first_cells(section("Refusals"))) == sorted(refusing)


def test_every_capability_is_described() -> None:
    capabilities = SCHEMA["definitions"]["capabilities"]["properties"]
    values = {name: capability["items"]["enum"] for name, capability in capabilities.items() if "items" in capability}
    assert set(first_cells(section("Results"))) == set(values.pop("result")) == SCHEMA["definitions"]["result"]["properties"].keys()
    assert set(first_cells(section("Capabilities"))) == set(capabilities).union(*values.values())


def test_every_parameter_is_described_with_its_value() -> None:
    rows = re.findall(r"^\| (`.*?) \| (.*?) \|", section("Parameters"), flags=re.M)
    described = dict(pair for row in rows for pair in row_values(*row))
    assert described == PARAMETERS


def row_values(names: str, values: str) -> list[tuple[str, Any]]:
    return list(zip(re.findall("`(.+?)`", names), json.loads(f"[{values.replace('`', '')}]"), strict=True))
