"""The connector to engines in this process, against one that does each thing wrong."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from dhumbal_conformance.connectors import EngineError, EngineFault
from dhumbal_conformance.connectors.python import REFERENCE, PythonConnector, from_spec


class Sample:
    """A Python engine in which every method misbehaves in its own way."""

    def __init__(self) -> None:
        self.kept: list[Any] = []

    def new(self, chance: dict[str, Any]) -> dict[str, Any]:
        chance["pack"].pop()
        return {"left": chance["pack"]}

    def observe(self, **params: Any) -> dict[str, Any]:
        self.kept.append(params["as"])
        return {"cards": ("KS", "KH"), "kept": self.kept}

    def apply(self) -> dict[str, Any]:
        raise KeyError("card")

    def end(self) -> None:
        sys.exit(0)

    def legal(self) -> list[str]:
        return []

    def takeable(self) -> dict[str, Any]:
        return {"cards": {"KS"}}

    def judge(self) -> dict[str, Any]:
        return {"total": float("nan")}


def test_a_python_engine_is_called_with_the_params_by_name() -> None:
    assert PythonConnector(Sample()).request("observe", {"as": "B"}) == {"cards": ["KS", "KH"], "kept": ["B"]}


def test_neither_side_can_change_what_the_other_holds() -> None:
    connector = PythonConnector(Sample())
    chance = {"pack": ["AS", "2S"]}
    assert connector.request("new", {"chance": chance}) == {"left": ["AS"]}
    assert chance == {"pack": ["AS", "2S"]}
    first = connector.request("observe", {"as": "A"})
    connector.request("observe", {"as": "B"})
    assert first["kept"] == ["A"]


def test_a_python_engine_that_raises_has_an_internal_fault() -> None:
    with pytest.raises(EngineFault, match=r"^internal: apply raised KeyError: 'card'") as caught:
        PythonConnector(Sample()).request("apply", {})
    assert "in apply" in caught.value.evidence


def test_a_python_engine_that_exits_does_not_end_the_harness() -> None:
    with pytest.raises(EngineFault, match=r"^internal: end raised SystemExit"):
        PythonConnector(Sample()).request("end", {})


def test_a_python_engine_without_the_method() -> None:
    with pytest.raises(EngineError, match=r"^unknown_method: Sample has no method settle"):
        PythonConnector(Sample()).request("settle", {})
    with pytest.raises(EngineFault, match=r"^startup: Sample has no method initialize"):
        PythonConnector(Sample()).request("initialize", {})


@pytest.mark.parametrize("method", ["legal", "takeable", "judge"])
def test_a_python_engine_that_returns_what_cannot_travel(method: str) -> None:
    with pytest.raises(EngineFault, match=rf"^protocol: {method} returned"):
        PythonConnector(Sample()).request(method, {})


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current directory; what is imported from it is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    return tmp_path


def test_a_python_engine_is_found_in_the_current_directory(here: Path) -> None:
    (here / "mygame.py").write_text("class Engine:\n    def initialize(self):\n        return {'protocol': 1}\n")
    assert from_spec("python:mygame:Engine").request("initialize", {}) == {"protocol": 1}


@pytest.mark.parametrize(
    ("spec", "detail"),
    [
        ("mygame:Engine", "'mygame:Engine' does not have the form python:module:factory"),
        ("python:mygame", "'python:mygame' does not have the form python:module:factory"),
        ("python:nogame:Engine", "cannot import nogame: ModuleNotFoundError: No module named 'nogame'"),
        ("python:badgame:Engine", "cannot import badgame: ZeroDivisionError: division by zero"),
        ("python:mygame:Machine", "the module mygame has no Machine"),
        ("python:mygame:number", "the module mygame has nothing callable named number"),
        ("python:mygame:broken", "mygame:broken() raised ZeroDivisionError: division by zero"),
    ],
)
def test_a_python_engine_that_cannot_be_made(here: Path, spec: str, detail: str) -> None:
    (here / "mygame.py").write_text("number = 1\ndef broken(): 1 / 0\n")
    (here / "badgame.py").write_text("1 / 0\n")
    with pytest.raises(EngineFault) as caught:
        from_spec(spec)
    assert (caught.value.kind, caught.value.detail) == ("startup", detail)


def test_only_the_engines_own_part_of_a_traceback_is_shown(here: Path) -> None:
    (here / "badgame.py").write_text("1 / 0\n")
    with pytest.raises(EngineFault) as caught:
        from_spec("python:badgame:Engine")
    assert [line.split()[1] for line in caught.value.evidence.splitlines() if "File" in line] == [f'"{here / "badgame.py"}",']
    with pytest.raises(EngineFault) as caught:
        from_spec("python:nogame:Engine")
    assert caught.value.evidence == ""


@pytest.mark.skipif(os.name != "posix", reason="a directory in use cannot be deleted")
def test_a_current_directory_that_has_been_deleted_does_no_harm(here: Path) -> None:
    here.rmdir()
    assert from_spec(REFERENCE).request("initialize", {"protocol": [1]})["protocol"] == 1
