"""Reads rulings: how disputed points are decided."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, cast

from dhumbal_conformance.loader.nodes import Node
from dhumbal_conformance.loader.profiles import known_profile
from dhumbal_conformance.loader.yaml_source import Source
from dhumbal_conformance.model import Reading, Ruling

KEYS = ("id", "title", "profile", "question", "readings", "ruling", "basis", "because", "clauses", "scenarios", "untestable")
BASES = ("explicit", "inferred", "design")


def read_ruling(source: Source, clauses: Collection[str], profiles: Collection[str]) -> Ruling:
    """The ruling in a file; its clauses and its profile are among those known. Raises `BadFiles`."""
    root = source.root
    root.only(KEYS)
    readings = tuple(_reading(node) for node in root.need("readings").each())
    return Ruling(
        id=_id(root.need("id"), source),
        title=root.need("title").text(),
        profile=known_profile(root.need("profile"), profiles),
        question=root.need("question").text(),
        readings=readings,
        ruling=root.need("ruling").known([reading.id for reading in readings], "reading"),
        basis=cast(Literal["explicit", "inferred", "design"], root.need("basis").choice(BASES)),
        because=root.need("because").text(),
        clauses=tuple(node.known(clauses, "clause") for node in root.need("clauses").each()),
        scenarios=scenarios.texts() if (scenarios := root.get("scenarios")) else (),
        untestable=untestable.text() if (untestable := root.get("untestable")) else "",
        place=root.place,
    )


def _id(node: Node, source: Source) -> str:
    if node.text().lower() != source.path.stem:
        raise node.wrong(f"the file of {node.value} must be named {node.value.lower()}.yaml, not {source.path.name}")
    return node.text()


def _reading(node: Node) -> Reading:
    node.only(("id", "text", "evidence"))
    return Reading(*(node.need(key).text() for key in ("id", "text", "evidence")))
