"""Reads an event stream that was stored with `--report ndjson=FILE`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from dhumbal_conformance.events import FORMAT
from dhumbal_conformance.faces import is_card
from dhumbal_conformance.reports import Event
from dhumbal_conformance.reports.run import SIGNS, Run, gathered
from dhumbal_conformance.runner.outcome import UNEXPECTED

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
        "capabilities": dict,
        "clauses": dict,
        "untestable": int,
    },
    "result": {
        **dict.fromkeys(("id", "title", "area", "level", "file", "basis", "status", "reason", "kind"), str),
        "clauses": list,
        "failure": (dict, type(None)),
        **dict.fromkeys(("refusals", "refusals_with_clause", "refusals_due"), int),
        **dict.fromkeys(("after", "replay"), list),
        "seconds": NUMBER,
    },
    "footer": {
        "counts": dict,
        "seconds": NUMBER,
        "noise": int,
        **dict.fromkeys(("complete", "strict_stdout"), bool),
        **dict.fromkeys(("stopped_by", "unclean_exit"), str),
        **dict.fromkeys(("noise_lines", "unmatched"), list),
    },
}
"""What the reports rely on in each event, and of which type it is."""

FAILURE: Kinds = {**dict.fromkeys(("what", "expected", "actual", "step", "evidence"), str), "clauses": list, "line": int}

FIT: Kinds = {**dict.fromkeys(("sure", "text"), str), "faults": list}

READING: Kinds = {**dict.fromkeys(("id", "ruling", "question", "title", "does"), str), "clauses": list}

SCENE: Kinds = {
    **dict.fromkeys(("text", "note", "turn"), str),
    "line": int,
    "hands": dict,
    **dict.fromkeys(("pile", "laid"), list),
    "stock": (int, type(None)),
}

CONTENT = {
    "clauses": str,
    "counts": int,
    **dict.fromkeys(("after", "noise_lines", "unmatched"), str),
    "replay": dict,
    "hands": list,
    **dict.fromkeys(("pile", "laid"), str),
    "faults": list,
    "alternatives": dict,
}
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
        elif event["status"] in UNEXPECTED:
            raise BadStream(number, f"the result has no proper `failure`, although it is {event['status']}")
        for scene in event["replay"]:
            check_scene(scene, number)
    if event.get("diagnosis") is not None:
        check_members(event, {"diagnosis": dict}, kind, number)
        check_diagnosis(event["diagnosis"], number)


def check_diagnosis(diagnosis: Event, number: int) -> None:
    """Every explanation can be told."""
    check_members(diagnosis, {**FIT, "alternatives": list}, "diagnosis", number)
    for fit in (diagnosis, *diagnosis["alternatives"]):
        check_members(fit, FIT, "diagnosis", number)
        for readings in fit["faults"]:
            if not readings or not all(isinstance(reading, dict) for reading in readings):
                raise BadStream(number, "the diagnosis has no proper `faults`")
            for reading in readings:
                check_members(reading, READING, "diagnosis", number)


def check_scene(scene: Event, number: int) -> None:
    """A step of a replay can be drawn."""
    check_members(scene, SCENE, "replay", number)
    cards = [card for place in (*scene["hands"].values(), scene["pile"], scene["laid"]) for card in place]
    if not all(isinstance(card, str) and is_card(card) for card in cards):
        raise BadStream(number, "the replay has no proper cards")


def check_members(event: Mapping[str, Any], members: Kinds, what: str, number: int) -> None:
    """Each member is there, with its type."""
    for name, kind in members.items():
        if name not in event or not isinstance(event[name], kind) or not fits(name, event[name]):
            raise BadStream(number, f"the {what} has no proper `{name}`")


def fits(name: str, value: Any) -> bool:
    """Whether a member of the right type is also one that can be shown."""
    if name in ("started", "seconds"):  # of seconds, too, there are no more than a calendar has
        try:
            datetime.fromtimestamp(value, UTC)
        except (ValueError, OverflowError, OSError):
            return False
    if name in CONTENT:
        return all(isinstance(item, CONTENT[name]) for item in (value.values() if isinstance(value, dict) else value))
    return True
