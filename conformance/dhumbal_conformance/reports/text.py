"""Words that come from elsewhere, made fit to be shown."""

from __future__ import annotations

import re

ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])")
"""What a terminal takes as an order: colours, titles, links."""

UNFIT = re.compile("[^\t\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
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
