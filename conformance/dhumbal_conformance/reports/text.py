"""Words that come from elsewhere, made fit to be shown."""

from __future__ import annotations

import re

ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])")
"""What a terminal takes as an order: colours, titles, links."""

UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""What XML forbids, every other control character, what some take for the end of a line, and what turns the direction of writing."""


def clean(words: object) -> str:
    """Text without what a terminal would obey or XML forbids; of the control characters only tab and newline stay."""
    return UNFIT.sub("", ESCAPES.sub("", str(words).replace("\r\n", "\n")))


def one_line(words: object) -> str:
    """Clean text with all space folded."""
    return " ".join(clean(words).split())


def clipped(words: object, longest: int) -> str:
    """Clean text, cut off where it gets too long."""
    text = clean(words)
    return text if len(text) <= longest else f"{text[:longest]}… ({len(text)} characters)"
