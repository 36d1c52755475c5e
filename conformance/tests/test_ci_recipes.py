"""The recipes for CI servers can be copied as they are: they are YAML, and their commands exist."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from dhumbal_conformance import data
from dhumbal_conformance.cli import main
from dhumbal_conformance.reports.formats import FORMATS

PAGES = sorted((data.root() / "docs").glob("*.md"))
CI = (data.root() / "docs" / "ci.md").read_text(encoding="utf-8")
HOOKS = data.root() / ".pre-commit-hooks.yaml"


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def commands(value: Any) -> Iterator[str]:
    """The shell commands in a recipe."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from [inner] if key == "run" else inner if key == "script" else commands(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from commands(inner)


def lines() -> Iterator[str]:
    """Every command on the page."""
    for block in blocks(CI, "yaml"):
        yield from commands(yaml.safe_load(block))
    for block in blocks(CI, "sh"):
        yield from block.splitlines()


def test_each_recipe_is_yaml_and_has_its_commands() -> None:
    github, gitlab, hook = map(yaml.safe_load, blocks(CI, "yaml"))
    assert set(github["jobs"]["dhumbal"]) == {"runs-on", "steps"}
    assert gitlab["dhumbal"]["artifacts"]["reports"]["junit"] == "dhumbal.xml"
    assert hook["repos"][0]["hooks"][0]["id"] == "dhumbal-lint"
    assert len([line for line in lines() if line.startswith("dhumbal verify ")]) == 3


@pytest.mark.parametrize("line", [line for line in lines() if line.startswith("dhumbal ")])
def test_each_command_is_understood(line: str) -> None:
    _, name, *words = shlex.split(line)
    command = main.get_command(click.Context(main), name)
    assert command is not None
    found = command.make_context(name, words).params
    for report in found.get("reports", ()):
        assert report.partition("=")[0] in FORMATS
    if name == "verify":
        assert found["argv"]


def test_the_hook_names_a_command_that_is_there(tmp_path: Path) -> None:
    (hook,) = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))
    program, name = hook["entry"].split()
    assert program == "dhumbal"
    command = main.get_command(click.Context(main), name)
    assert command is not None
    command.make_context(name, hook["args"])
    assert re.search(hook["files"], "scenarios/nepali-games/call/mine.yaml")
    assert hook["id"] in CI


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_yaml_of_every_page_can_be_read(page: Path) -> None:
    for block in blocks(page.read_text(encoding="utf-8"), "yaml"):
        assert yaml.safe_load(block)


def test_the_expectations_of_the_page_are_right(tmp_path: Path) -> None:
    from dhumbal_conformance.loader.expectations import read_expectations

    (block,) = blocks((data.root() / "docs" / "reports.md").read_text(encoding="utf-8"), "yaml")
    (tmp_path / "known.yaml").write_text(block, encoding="utf-8")
    assert [entry.match for entry in read_expectations(tmp_path / "known.yaml")] == ["nepali-games/refill/*", "clause:take.lock"]


def test_every_option_of_verify_stands_in_the_readme() -> None:
    text = (data.root() / "README.md").read_text(encoding="utf-8")
    command = main.get_command(click.Context(main), "verify")
    assert command is not None
    options = {name for parameter in command.params for name in parameter.opts if name.startswith("--")}
    assert {name for name in options - {"--engine"} if f"`{name}" not in text} == set()
