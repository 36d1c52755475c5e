"""Reports that are files for other programs: the stream itself as it comes, and one JSON document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO

from dhumbal_conformance.reports import Event, Written


def create(path: Path) -> IO[str]:
    """Open a report's file for writing, at the start of the run, so that a bad path is known before the work is done."""
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise Written(f"cannot write the report {path}: {error.strerror}") from error


class NdjsonReport:
    """The event stream, one event a line, written as it comes."""

    def __init__(self, path: Path) -> None:
        self.file = create(path)

    def hear(self, event: Event) -> None:
        """Write the event at once, so that nothing is lost if the run is cut off."""
        self.file.write(json.dumps(event, ensure_ascii=False) + "\n")
        self.file.flush()
        if event["type"] == "footer":
            self.file.close()


class JsonReport:
    """The whole run as one JSON document: `header`, `results`, `footer`."""

    def __init__(self, path: Path) -> None:
        self.file = create(path)
        self.run: dict[str, object] = {}
        self.results: list[Event] = []

    def hear(self, event: Event) -> None:
        """Keep the event; write everything at the footer."""
        kind = event["type"]
        if kind == "result":
            self.results.append(event)
            return
        self.run[kind] = event
        if kind == "footer":
            json.dump({"header": self.run["header"], "results": self.results, "footer": event}, self.file, ensure_ascii=False, indent=1)
            self.file.write("\n")
            self.file.close()
