"""A badge: what was checked by which suite, and how much of it passed."""

from __future__ import annotations

import json

from dhumbal_conformance.reports.run import Run
from dhumbal_conformance.reports.text import one_line
from dhumbal_conformance.reports.tree import element, xml

GOOD, BAD, LABEL = "#2b7a3d", "#b3261e", "#444"
TOLD = ("flaky", "unexpected-pass", "invalid-scenario", "expected-failure")
"""The statuses that a badge names beside what passed."""
LETTER, SPACE, HEIGHT = 7, 7, 20


def words(run: Run) -> tuple[str, str]:
    """Both halves of the badge."""
    label = one_line(f"dhumbal {run.header['profile']} {run.header['suite']}")
    more = [f"{run.counts[status]} {status}" for status in TOLD if run.counts[status]]
    return label, ", ".join([f"{run.passed} passed", *more, *([] if run.footer["complete"] else ["interrupted"])])


def svg(run: Run) -> str:
    """The badge as a picture that needs nothing else."""
    label, value = words(run)
    left, right = (len(text) * LETTER + 2 * SPACE for text in (label, value))
    whole = element(
        "svg",
        element("title", f"{label}: {value}"),
        element("rect", width=left + right, height=HEIGHT, rx=3, fill=GOOD if run.good else BAD),
        element("path", d=f"M3 0H{left}V{HEIGHT}H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3", fill=LABEL),
        *(
            element(
                "text", text, x=x + SPACE, y=14, textLength=len(text) * LETTER, fill="#fff", font_family="Verdana,sans-serif", font_size=11
            )
            for text, x in ((label, 0), (value, left))
        ),
        xmlns="http://www.w3.org/2000/svg",
        width=left + right,
        height=HEIGHT,
        role="img",
        aria_label=f"{label}: {value}",
    )
    return xml(whole)


def endpoint(run: Run) -> str:
    """The badge for shields.io, by its endpoint schema."""
    label, value = words(run)
    shown = {"schemaVersion": 1, "label": label, "message": value, "color": GOOD if run.good else BAD, "isError": not run.good}
    return json.dumps(shown, ensure_ascii=False) + "\n"
