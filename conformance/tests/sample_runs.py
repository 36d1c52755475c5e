"""Runs made by hand for tests of reports: results of every status, hostile words, and readers that did not write what they read."""

from __future__ import annotations

import json
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from dhumbal_conformance.cli import main
from dhumbal_conformance.reports import Event
from dhumbal_conformance.reports.junit import junit
from dhumbal_conformance.reports.markdown import markdown
from dhumbal_conformance.reports.run import SIGNS, Run
from junitparser import JUnitXml
from markdown_it import MarkdownIt

HOSTILE = (
    "</script><script>alert(1)</script> <b a='\">&amp;| `x` **y** ]]> --> %0A\x00\x08\x1b[31mred\x1b]0;t\x07\r\n\n\n# h\n::error::x"
    "\ud800\ufffe\u202e"
)
REASONS = {
    "expected-failure": "the next version mends it",
    "unsupported": "the engine does not offer judge",
    "not-run": "the engine broke 3 times in a row",
}
FINDINGS = {"flaky": "it failed, and then passed", "invalid-scenario": "the reference engine does not pass it either"}
HAVE_FAILURE = ("failed", "error", "flaky", "unexpected-pass", "invalid-scenario", "expected-failure")
BAD = ("failed", "error", "flaky", "unexpected-pass", "invalid-scenario")
SCENE = {
    "text": "A: call",
    "line": 7,
    "note": "refused: call.limit",
    "hands": {"A": ["KH", "TD"], "B": ["XR"]},
    "pile": ["2C"],
    "laid": [],
    "stock": 41,
    "turn": "A",
}
VOID = {"meta", "input"}


def header(**other: Any) -> Event:
    return {
        "type": "header",
        "format": 2,
        "suite": "1.2.3",
        "started": 1796026205.325,
        "profile": "nepali-games",
        "engine": {"name": "sample", "version": "9", "language": "Go"},
        "capabilities": {"codes": True},
        "scenarios": 5,
        "repeat": "dhumbal verify --select {id} -- ./sample",
        "clauses": {"call.limit": "A player may call only with 5 or less."},
        "untestable": 4,
    } | other


def result(status: str, **other: Any) -> Event:
    failure = {"what": "the action", "expected": "refused", "actual": "accepted", "clauses": ["call.limit"], "step": "A: call", "line": 7}
    made = {
        "type": "result",
        "id": f"nepali-games/call/{status}",
        "title": f"This one is {status}",
        "area": "call",
        "level": "play",
        "clauses": ["call.limit"],
        "file": str(Path.cwd() / "scenarios" / f"{status}.yaml"),
        "basis": "normative",
        "status": status,
        "reason": (REASONS | FINDINGS).get(status, ""),
        "failure": {**failure, "evidence": "→ asked\n← answered"} if status in (*BAD, "expected-failure") else None,
        "refusals_due": 3,
        "refusals": 2,
        "refusals_with_clause": 1,
        "seconds": 0.25,
        "kind": "crash" if status == "error" else "",
        "after": [],
        "replay": [SCENE] if status == "failed" else [],
    }
    return made | other


def run_of(*results: Event, head: Event | None = None, **footer: Any) -> Run:
    counts = dict(Counter(it["status"] for it in results))
    end = {
        "type": "footer",
        "counts": counts,
        "complete": True,
        "stopped_by": "",
        "seconds": 1.5,
        "unclean_exit": "",
        "noise": 0,
        "noise_lines": [],
        "strict_stdout": False,
        "unmatched": [],
    }
    return Run(head or header(scenarios=len(results)), list(results), end | footer)


EVERY = run_of(*map(result, SIGNS))
GOOD = run_of(result("passed"), result("unsupported"))


class Html(HTMLParser):
    """Elements with their text and attributes; asserts that what is opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[dict[str, Any]] = []
        self.text = ""
        self.found: list[dict[str, Any]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append({"tag": tag, "text": "", "inside": [it["tag"] for it in self.open], **dict(attrs)})
        if tag not in VOID:
            self.open.append(self.found[-1])

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()["tag"] == tag

    def handle_data(self, text: str) -> None:
        self.text += text
        for it in self.open:
            it["text"] += text

    def all(self, tag: str) -> list[dict[str, Any]]:
        return [it for it in self.found if it["tag"] == tag]


def rendered_markdown(run: Run) -> Html:
    return Html(MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown(run)).replace("<br />", ""))


def cases(run: Run) -> dict[str, Any]:
    return {case.name: case for suite in JUnitXml.fromstring(junit(run).encode()) for case in suite}


def dhumbal(*words: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, words)), catch_exceptions=False)


def stored(path: Path, run: Run) -> Path:
    path.write_bytes(b"".join(json.dumps(event).encode() + b"\n" for event in run.events()))
    return path
