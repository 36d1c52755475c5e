"""`dhumbal adapter`: starters that run at once and claim no more than they do; and what is said of adapters in `docs/adapters.md`."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from dhumbal_conformance import data
from dhumbal_conformance.cli import main
from dhumbal_conformance.cli.adapter import STARTERS
from dhumbal_conformance.smoke.levels import BETWEEN, HANDSHAKE, PROCESS, SHUTDOWN

PAGE = (data.root() / "docs" / "adapters.md").read_text(encoding="utf-8")
TOOLS = {"javascript": ("node",), "go": ("go",), "java": ("java", "javac")}
SLOW = {"go": 5.0, "java": 5.0, "javascript": 5.0}
"""A busy machine may start these slowly."""
EVERY_LANGUAGE = pytest.mark.parametrize("language", STARTERS)


def adapter(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["adapter", *map(str, words)], catch_exceptions=False)


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command as it stands in a document, with this environment active."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "GOFLAGS": "-mod=mod"}
    return subprocess.run(command, shell=True, cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False)


def starter(language: str, folder: Path) -> None:
    """A starter, built; skips where its language is not at hand."""
    for tool in TOOLS.get(language, ()):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not on the PATH")
    assert adapter(language, "--output", folder).exit_code == 0
    built = shell(STARTERS[language].build or "true", folder)
    assert built.returncode == 0, built.stderr


@EVERY_LANGUAGE
def test_a_starter_passes_what_it_claims_and_claims_no_more(language: str, tmp_path: Path) -> None:
    starter(language, tmp_path)
    words = f"--timeout-scale {SLOW.get(language, 1.0)} {STARTERS[language].engine}"
    smoke = shell(f"dhumbal smoke {words}", tmp_path)
    assert smoke.returncode == 0, smoke.stdout + smoke.stderr
    assert "2 judge, settle   cards and hands alone, without a table (without what needs settle)" in smoke.stdout
    verify = shell(f"dhumbal verify --report json=run.json {words}", tmp_path)
    assert verify.returncode == 0, verify.stdout + verify.stderr
    counts = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))["footer"]["counts"]
    assert {status for status, count in counts.items() if count} == {"passed", "unsupported"}
    results = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))["results"]
    assert {result["level"] for result in results if result["status"] == "passed"} == {"judge"}


@EVERY_LANGUAGE
def test_a_starter_is_not_written_over_anything(language: str, tmp_path: Path) -> None:
    last = Path(STARTERS[language].files[-1]).name
    (tmp_path / last).write_text("mine", encoding="utf-8")
    found = adapter(language, "--output", tmp_path)
    assert found.exit_code == 2
    assert f"nothing was written, because there is already {tmp_path / last}" in found.stderr
    assert [(path.name, path.read_text(encoding="utf-8")) for path in tmp_path.iterdir()] == [(last, "mine")]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["pyton"], "there is no starter in 'pyton'; did you mean python?"),
        (["cobol"], "there are: python, python-in-process, javascript, go, java"),
        (["python", "--output", "a-file"], "'a-file' is a file"),
        (["python", "--output", "a-file/below"], "cannot write a-file/below: Not a directory"),
    ],
)
def test_wrong_usage_is_told_in_a_line(words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a-file").touch()
    found = adapter(*words)
    assert found.exit_code == 2
    assert message in found.stderr


def test_it_says_what_was_written_and_what_to_do_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = adapter("java", "--output", "my game")
    assert found.stdout.splitlines() == [
        "wrote my game/Starter.java",
        "wrote my game/Json.java",
        "",
        "next:",
        "  cd 'my game'",
        "  javac -d build Starter.java Json.java",
        "  dhumbal smoke -- java -cp build Starter",
    ]


def test_the_wheel_carries_every_starter() -> None:
    settings = tomllib.loads((data.root() / "pyproject.toml").read_text(encoding="utf-8"))
    included = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    adapters = {name: place for name, place in included.items() if name.startswith("conformance/adapters/")}
    files = [file for starter in STARTERS.values() for file in starter.files]
    assert adapters == {f"conformance/adapters/{file}": f"dhumbal_conformance/data/adapters/{file}" for file in files}


def test_the_worked_example_in_process_passes_what_it_offers(tmp_path: Path) -> None:
    folder = data.root() / "conformance" / "adapters" / "python"
    report = tmp_path / "run.json"
    found = shell(f"dhumbal verify --report json={report} --engine python:inprocess:Engine", folder)
    assert found.returncode == 0, found.stdout + found.stderr
    results = json.loads(report.read_text(encoding="utf-8"))["results"]
    offered = {(result["level"], result["status"]) for result in results if result["level"] in ("judge", "settle")}
    assert offered == {("judge", "passed"), ("settle", "passed")}


def test_the_commands_on_the_page_do_what_it_says(tmp_path: Path) -> None:
    (commands,) = re.findall(r"^```sh\n(.*?)```$", PAGE, flags=re.M | re.S)
    assert len(commands.splitlines()) == 3
    for command in commands.splitlines():
        done = shell(command, tmp_path)
        assert done.returncode == 0, (command, done.stdout, done.stderr)


def test_the_page_has_every_starter_with_its_commands() -> None:
    for language, starter in STARTERS.items():
        files = ", ".join(f"`{Path(file).name}`" for file in starter.files)
        commands = ", ".join(f"`{command}`" for command in [starter.build, f"dhumbal smoke {starter.engine}"] if command)
        assert f"| `dhumbal adapter {language}` | {files} | {commands} |" in PAGE


def test_the_page_has_every_level_as_it_is_shown() -> None:
    for level in (PROCESS, HANDSHAKE, *BETWEEN, SHUTDOWN):
        assert f"| {level.number} {level.title} | {level.about} |" in PAGE


def test_the_page_names_adapters_that_are_there() -> None:
    table = PAGE.split("## Worked adapters")[1]
    named = re.findall(r"^\| `([\w/.]+)` \|", table, flags=re.M)
    folder = data.root() / "conformance" / "adapters"
    assert {name.split("/")[0] for name in named} == {path.name for path in folder.iterdir() if path.is_dir()}
    assert [name for name in named if not (folder / name).exists()] == []
