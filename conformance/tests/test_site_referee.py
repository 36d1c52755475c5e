"""What the site packs for the Referee: enough to run without the checkout, and a page that is honest when Python is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from dhumbal_conformance.site import referee

START = "from dhumbal_conformance.referee import Referee; import dhumbal, yaml; print(dhumbal.__file__, yaml.__file__, Referee)"


def test_the_packed_files_run_on_their_own(tmp_path: Path) -> None:
    for name, content in referee.packed_files():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {START}"
    said = subprocess.run([sys.executable, "-S", "-c", code], check=True, capture_output=True, text=True, timeout=60, cwd=tmp_path).stdout
    assert said.count(str(tmp_path)) == 2


def test_the_page_has_one_place_for_the_desk() -> None:
    text = referee.own_page()
    assert [text.count(mark) for mark in (referee.BEGIN, referee.END)] == [1, 1]
    assert text.index(referee.BEGIN) < text.index(referee.END)


def test_a_page_without_a_desk_says_so_and_loads_nothing() -> None:
    text = referee.without_desk(referee.own_page())
    assert "not part of this copy" in text
    assert "<script" not in text
    assert "What it is good for" in text


def test_without_npm_there_is_no_runtime_and_it_is_said_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(referee.NoRuntime, match="there is no npm"):
        referee.fetched()


def test_an_archive_that_is_not_the_known_one_is_thrown_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = tmp_path / f"pyodide-{referee.VERSION}.tgz"
    archive.write_bytes(b"something else")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: None)
    with pytest.raises(referee.NoRuntime, match="not the known"):
        referee.download(tmp_path)
    assert not archive.exists()


def test_what_was_fetched_once_is_not_fetched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    kept = referee.cache()
    kept.mkdir(parents=True)
    for name in referee.RUNTIME:
        (kept / name).touch()
    assert referee.fetched() == kept


def test_the_archive_is_the_same_for_the_same_files(tmp_path: Path) -> None:
    for name in ("one.zip", "two.zip"):
        referee.pack(tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert "dhumbal_conformance/data/spec/rules/en/05-call.md" in ZipFile(tmp_path / "one.zip").namelist()
