"""A first file of expectations, from what a run found."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from dhumbal_conformance.reports import BadReport, Event
from dhumbal_conformance.reports.junit import message
from dhumbal_conformance.reports.text import clipped, one_line

LONGEST = 300
HEAD = """\
# What is known of {engine}, for `dhumbal verify --expect`. Written from a run; the reasons are still to be filled in:
# say why each of these does not pass, or name the `issue` where it is looked after. Delete an entry when it is mended.
expectations:{none}
"""
EXPECT = {"failed": "fail", "error": "error", "flaky": "flaky"}
"""The kind of entry for each status that one can be written for."""


@contextmanager
def new_file(name: str) -> Iterator[FirstExpectations]:
    """The report that writes the file; raises `BadReport` if the file is there already, or cannot be written."""
    try:
        file = open(name, "x", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
    except FileExistsError:
        raise BadReport(f"{name} is there already; --write-expectations only writes a new file") from None
    except (OSError, ValueError) as error:
        raise BadReport(f"cannot write {name}: {getattr(error, 'strerror', None) or error}") from error
    with file:
        report = FirstExpectations(file)
        try:
            yield report
        finally:
            if not report.done:
                os.unlink(name)


class FirstExpectations:
    """Writes an entry for everything that was not as expected and could be known before."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        self.entries: list[str] = []
        self.engine = ""
        self.done = False

    def hear(self, event: Event) -> None:
        """Keep what matters, and write at the footer."""
        if event["type"] == "header":
            self.engine = one_line(event["engine"].get("name", "the engine"))
        elif event["type"] == "footer":
            self.file.write(HEAD.format(engine=self.engine, none="" if self.entries else " []") + "".join(self.entries))
            self.done = True
        elif event["status"] in EXPECT:
            self.entries.append(entry(event))


def entry(result: Event) -> str:
    """An entry in YAML; a text in double quotes means there what it means in JSON."""
    # A leak shows only after other scenarios, so that it may pass when fewer are selected.
    kind = "flaky" if result["kind"] == "leak" else EXPECT[result["status"]]
    reason = one_line(clipped(f"TODO: say why. Found: {message(result['failure'])}", LONGEST))
    return f"  - match: {json.dumps(result['id'])}\n    expect: {kind}\n    reason: {json.dumps(reason, ensure_ascii=False)}\n"
