"""Reads what is known of an engine: the scenarios that it does not pass, with the reason of each."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, cast

from dhumbal_conformance.loader.nodes import Node, read_each
from dhumbal_conformance.loader.schemas import check_schema
from dhumbal_conformance.loader.yaml_source import Source, read_yaml
from dhumbal_conformance.model import Expectation


def read_expectations(path: Path) -> tuple[Expectation, ...]:
    """The entries of a file; raises `BadFiles` with everything that is wrong with it."""
    source = read_yaml(path)
    check_schema(source.root, "expectations")
    return expectations_in(source)


def expectations_in(source: Source) -> tuple[Expectation, ...]:
    """The entries of a file that fits its schema."""
    return read_each(source.root.need("expectations").each(), _entry)


def _entry(node: Node) -> Expectation:
    match = node.need("match")
    if match.text() == "clause:":
        raise match.wrong("no clause is named", "write its id after the colon, as in clause:take.lock")
    words = {key: found.text() if (found := node.get(key)) else "" for key in ("expect", "reason", "issue", "until")}
    expect = cast('Literal["fail", "error", "flaky"]', words.pop("expect"))
    return Expectation(node.place, match.text(), expect, **words)
