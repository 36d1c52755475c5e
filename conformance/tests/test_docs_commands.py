"""The pages for beginners can be copied: each block is run as it stands, in order, in an empty folder, and gives what stands below it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from dhumbal_conformance import data

DOCS = data.root() / "docs"
BLOCK = re.compile(r"^( *)```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
EXIT_CODE = re.compile(r"    # exit code (\d+)$")
WIDE = {"COLUMNS": "200", "TERM": "dumb"}


@dataclass(frozen=True)
class Block:
    language: str
    file: str
    text: str


def blocks(page: str) -> list[Block]:
    found = BLOCK.findall((DOCS / f"{page}.md").read_text(encoding="utf-8"))
    return [Block(language, file, re.sub(f"^{indent}", "", text, flags=re.MULTILINE)) for indent, language, file, text in found]


def commands(text: str) -> list[tuple[str, int]]:
    """Each command of a block with the exit code that the page promises."""
    lines = text.replace("\\\n", " ").splitlines()
    codes = [EXIT_CODE.search(line) for line in lines]
    return [(EXIT_CODE.sub("", line), int(code[1]) if code else 0) for line, code in zip(lines, codes, strict=True)]


def run(command: str, folder: Path) -> tuple[int, str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(["bash", "-c", command], cwd=folder, env={**os.environ, **WIDE, "PATH": path}, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def shown(line: str) -> re.Pattern[str]:
    """A line of output; an ellipsis stands for anything, and so do the spaces at which a terminal folds."""
    return re.compile(re.escape(" ".join(line.split())).replace("…", ".*"))


def follow(page: list[Block], folder: Path) -> None:
    """Do what a page says: save its files, give its commands, and see what it shows."""
    output = ""
    for block in page:
        if block.file:
            (folder / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "sh":
            output = ""
            for command, code in commands(block.text):
                got, said = run(command, folder)
                assert got == code, f"{command}\n{said}"
                output += said
        elif block.language == "text":
            for line in filter(None, block.text.splitlines()):
                assert shown(line).search(" ".join(output.split())), f"{line}\nis not in\n{output}"


def test_the_way_from_zero_to_green_is_as_it_is_told(tmp_path: Path) -> None:
    install, *rest = blocks("start")
    # Installing is what the README's first commands do, which the project's checks run in a fresh copy.
    first = install.text.splitlines()[0]
    assert first in (data.root() / "README.md").read_text(encoding="utf-8")
    follow(rest, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} >= {"run.html", "run.xml", "badge.svg"}


def test_the_dispute_is_written_down_as_it_is_told(tmp_path: Path) -> None:
    follow(blocks("dispute"), tmp_path)


@pytest.mark.parametrize("page", ["start", "dispute"])
def test_each_file_of_the_page_is_one_that_it_uses(page: str) -> None:
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    for block in blocks(page):
        assert not block.file or text.count(block.file) > 1, block.file
