"""The engines whose faults are known, from `spec/misreadings.json`: what each does wrong, and where it fails."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dhumbal_conformance import data
from dhumbal_conformance.diagnosis.marks import FACES

AT = "@"
ALL = "".join(map(str, range(len(FACES))))


class Known(NamedTuple):
    """One wrong engine, under all the names it has: it can be what several rulings reject."""

    readings: tuple[Mapping[str, Any], ...]
    """For each name `id`, `profile`, what it `does`, the `clauses` broken; and `ruling`, `question` and `title`, empty for a fault."""
    marks: Mapping[str, Sequence[str]]
    """For each scenario that it fails the mark of the failure, by face; empty where it passes with less shown."""

    @property
    def name(self) -> str:
        """The first of its names."""
        return str(self.readings[0]["id"])


def file() -> Path:
    """Where the table is kept."""
    return data.spec() / "misreadings.json"


def read() -> list[Known]:
    """All of them, in the order of the table."""
    return parsed(json.loads(file().read_text(encoding="utf-8")))


def parsed(table: Mapping[str, Any]) -> list[Known]:
    """The wrong engines of a table."""
    names: dict[str, list[Mapping[str, Any]]] = {}
    for reading in table["misreadings"]:
        names.setdefault(reading.get("same", reading["id"]), []).append(reading)
    marks: dict[str, dict[str, Sequence[str]]] = {name: {} for name in names}
    for scenario, fails in table["failures"].items():
        for name, text in fails.items():
            marks[name][scenario] = unpacked(text)
    return [Known(tuple(readings), marks[name]) for name, readings in names.items()]


def unpacked(text: str) -> list[str]:
    """The marks by face: each with the numbers of its faces, or one for all."""
    marks = [""] * len(FACES)
    for part in text.split():
        mark, _, faces = part.partition(AT)
        for face in map(int, faces or ALL):
            marks[face] = mark
    return marks


def packed(marks: Sequence[str]) -> str:
    """The marks by face in one text."""
    faces = {mark: "".join(str(face) for face, other in enumerate(marks) if other == mark) for mark in marks if mark}
    return " ".join(mark if where == ALL else f"{mark}{AT}{where}" for mark, where in faces.items())


def written(known: Iterable[Known]) -> str:
    """The table as it is kept: one line for each name and for each scenario, so that it changes where something has changed."""
    engines = list(known)
    names = [{**reading, **({} if number == 0 else {"same": it.name})} for it in engines for number, reading in enumerate(it.readings)]
    failures: dict[str, dict[str, str]] = {}
    for it in engines:
        for scenario, marks in it.marks.items():
            failures.setdefault(scenario, {})[it.name] = packed(marks)
    told = ",\n".join(json.dumps(name, ensure_ascii=False) for name in names)
    lines = ",\n".join(f"{json.dumps(scenario)}: {json.dumps(fails)}" for scenario, fails in sorted(failures.items()))
    return f'{{"misreadings": [\n{told}\n],\n"failures": {{\n{lines}\n}}}}\n'
