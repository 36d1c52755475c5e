"""Every format that a run can be written in."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dhumbal_conformance.loader.near_miss import did_you_mean, quoted
from dhumbal_conformance.reports import BadReport, Event, Report, badge, github, html, junit, markdown, terminal
from dhumbal_conformance.reports.bounds import bounded
from dhumbal_conformance.reports.output import STDOUT, Output
from dhumbal_conformance.reports.run import Run, gathered, refusal_figures


class Ndjson:
    """The event stream, one event a line, written as it comes: nothing is lost if the run is cut off."""

    def __init__(self, output: Output) -> None:
        self.output = output

    def hear(self, event: Event) -> None:
        """Write the event."""
        self.output.write(json.dumps(event, ensure_ascii=False) + "\n")


class Whole:
    """A report that is written at the end, from the whole run."""

    def __init__(self, write: Callable[[Run], str], output: Output) -> None:
        self.render = write
        self.output = output
        self.events: list[Event] = []

    def hear(self, event: Event) -> None:
        """Keep the event; write everything at the footer."""
        self.events.append(event)
        if event["type"] == "footer":
            self.output.write(self.render(gathered(self.events)))


@dataclass(frozen=True, slots=True)
class Format:
    """What a format is for, and what writes it: by the ending of the file's name, where there is more than one way."""

    summary: str
    writers: Mapping[str, Callable[[Output], Report]]


def as_json(run: Run) -> str:
    """The whole run as one JSON document, with what follows from it."""
    levels = {level: dict(Counter(result["status"] for result in results)) for level, results in run.levels.items()}
    figures = {"good": run.good, "problems": run.problems, "levels": levels, "refusals": refusal_figures(run.results)}
    whole = {"header": run.header, "results": run.results, "footer": run.footer, "summary": figures}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def whole(write: Callable[[Run], str]) -> dict[str, Callable[[Output], Report]]:
    """The one writer of a format, whatever the file is called."""
    return {"": partial(Whole, write)}


def to_read(write: Callable[[Run], str]) -> dict[str, Callable[[Output], Report]]:
    """The one writer of a format for people, which has of long words only so much as can be read."""
    return whole(lambda run: write(bounded(run)))


FORMATS = {
    "terminal": Format("what `dhumbal verify` shows, as plain text", to_read(terminal.plain_text)),
    "ndjson": Format("the event stream, as it comes, from which every other format can be made later", {"": Ndjson}),
    "json": Format("the same as one document", whole(as_json)),
    "junit": Format("JUnit XML for CI servers", to_read(junit.junit)),
    "html": Format("one page that needs nothing else, with everything that went wrong", to_read(html.page)),
    "markdown": Format("a CI summary: `markdown=$GITHUB_STEP_SUMMARY`", to_read(markdown.markdown)),
    "github": Format("annotations beside the lines of the scenarios: `github=-`", to_read(github.github)),
    "badge": Format(
        "a picture, `badge=FILE.svg`, or what shields.io draws one from, `badge=FILE.json`",
        {".svg": partial(Whole, badge.svg), ".json": partial(Whole, badge.endpoint)},
    ),
}


@contextmanager
def open_reports(wanted: Iterable[str]) -> Iterator[list[Report]]:
    """The reports asked for as `FORMAT=FILE`, ready to hear events; raises `BadReport`, before any file is opened if it can.

    A file changes only when its report is written, so that a run that does not begin costs nobody an older report.
    """
    chosen = [chosen_writer(text) for text in wanted]
    names = [file for _, file in chosen]
    places = [name if name == STDOUT else os.path.realpath(name) for name in names]
    for name, place in zip(names, places, strict=True):
        if places.count(place) > 1:
            raise BadReport(f"two reports cannot both be written to {name}")
    outputs: list[Output] = []
    try:
        outputs.extend(map(Output, names))
        yield [writer(output) for (writer, _), output in zip(chosen, outputs, strict=True)]
    finally:
        for output in outputs:
            output.close()


def chosen_writer(text: str) -> tuple[Callable[[Output], Report], str]:
    """What writes a report asked for as `FORMAT=FILE`, and the file."""
    name, _, file = text.partition("=")
    if name not in FORMATS:
        near = did_you_mean(name, FORMATS)
        raise BadReport(f"there is no report format {quoted(name)}{f' ({near})' if near else ''}; there are {', '.join(FORMATS)}")
    if not file:
        raise BadReport(f"--report {name} needs a file: {name}=FILE")
    writers = FORMATS[name].writers
    writer = writers.get("") or writers.get(Path(file).suffix.lower())
    if writer is None:
        raise BadReport(f"--report {text}: the name of the file must end in {' or '.join(writers)}")
    return writer, file
