"""Reads an event stream that was stored with `--report ndjson=FILE`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from dhumbal_conformance.events import FORMAT
from dhumbal_conformance.reports import Event
from dhumbal_conformance.reports.run import SIGNS, Run, gathered

Kinds = Mapping[str, type | tuple[type, ...]]

NUMBER = (int, float)
MEMBERS: dict[str, Kinds] = {
    "header": {
        "suite": str,
        "started": NUMBER,
        "profile": str,
        "engine": dict,
        "scenarios": int,
        "repeat": str,
        "clauses": dict,
        "untestable": int,
    },
    "result": {
        **dict.fromkeys(("id", "title", "area", "level", "file", "basis", "status", "reason", "kind"), str),
        "clauses": list,
        "failure": (dict, type(None)),
        "refusals": int,
        "refusals_with_clause": int,
        "seconds": NUMBER,
    },
    "footer": {"counts": dict, "complete": bool, "seconds": NUMBER, "unclean_exit": str},
}
"""What the reports rely on in each event, and of which type it is."""

FAILURE: Kinds = {**dict.fromkeys(("what", "expected", "actual", "step", "evidence"), str), "clauses": list, "line": int}


CONTENT = {"clauses": str, "counts": int}
"""Of which type everything in a list or object is."""


class BadStream(Exception):
    """A stream that cannot be read; the message says why, and `line` where."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def read_run(lines: Iterable[bytes]) -> Run:
    """The run that the lines of a stream tell of; raises `BadStream`."""
    return gathered(events(lines))


def events(lines: Iterable[bytes]) -> Iterator[Event]:
    """The events, in their order and each as a report expects it: a header, results, a footer."""
    kind, number = "", 0
    counts: Counter[str] = Counter()
    for number, line in enumerate(lines, 1):
        event = decoded(line, number)
        kind = checked_kind(event, kind, number)
        check(event, number)
        if kind == "result":
            counts[event["status"]] += 1
        elif kind == "footer" and event["counts"] != counts:
            raise BadStream(number, "the footer counts other results than those above it")
        yield event
    if kind != "footer":
        why = "the run was cut off, and the stream ends without a footer" if number else "the stream is empty"
        raise BadStream(number or 1, why)


def decoded(line: bytes, number: int) -> Event:
    """One line as a JSON object."""
    try:
        event = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise BadStream(number, "the line is not a JSON object" if line.endswith(b"\n") else "the line is cut off")
    return event


def checked_kind(event: Event, before: str, number: int) -> str:
    """The type of an event, which must have its place after the one before; the header's format must be ours."""
    kind = event.get("type")
    if before == "footer":
        raise BadStream(number, "something follows the footer")
    wanted = ("result", "footer") if before else ("header",)
    if kind not in wanted:
        raise BadStream(number, f"an event of type {' or '.join(wanted)} must stand here, and not {kind!r}")
    if kind == "header" and event.get("format") != FORMAT:
        raise BadStream(number, f"the stream has the format {event.get('format')!r}; this program reads {FORMAT}")
    return str(kind)


def check(event: Event, number: int) -> None:
    """Everything that a report will look at is there, and is what it should be."""
    kind = event["type"]
    check_members(event, MEMBERS[kind], kind, number)
    if kind == "result":
        if event["status"] not in SIGNS:
            raise BadStream(number, f"there is no status {event['status']!r}; there are {', '.join(SIGNS)}")
        if event["failure"] is not None:
            check_members(event["failure"], FAILURE, "failure", number)


def check_members(event: Mapping[str, Any], members: Kinds, what: str, number: int) -> None:
    """Each member is there, with its type."""
    for name, kind in members.items():
        if name not in event or not isinstance(event[name], kind) or not fits(name, event[name]):
            raise BadStream(number, f"the {what} has no proper `{name}`")


def fits(name: str, value: Any) -> bool:
    """Whether a member of the right type is also one that can be shown."""
    if name == "started":
        try:
            datetime.fromtimestamp(value, UTC)
        except (ValueError, OverflowError, OSError):
            return False
    if name in CONTENT:
        return all(isinstance(item, CONTENT[name]) for item in (value.values() if isinstance(value, dict) else value))
    return True
