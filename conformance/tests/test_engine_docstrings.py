"""The engine reads like the rule book: its docstrings name every clause that can be tested, and no clause that does not exist."""

from __future__ import annotations

import re
from pathlib import Path

import dhumbal
from dhumbal_conformance.loader.rulebook import clauses_of, read_chapters

CLAUSES = clauses_of(read_chapters())
CHAPTERS = {name.partition(".")[0] for name in CLAUSES}


def named() -> set[str]:
    """The dotted names between backticks in the engine that begin like a clause."""
    sources = Path(dhumbal.__file__).parent.glob("*.py")
    words = {word for source in sources for word in re.findall(r"`([a-z]+(?:\.[a-z-]+)+)`", source.read_text(encoding="utf-8"))}
    return {word for word in words if word.partition(".")[0] in CHAPTERS}


def test_every_clause_that_can_be_tested_is_named_where_it_is_played() -> None:
    assert {clause.id for clause in CLAUSES.values() if not clause.untestable} <= named()


def test_no_clause_is_named_that_does_not_exist() -> None:
    assert named() <= set(CLAUSES)
