"""Guesses what a misspelt word was meant to be."""

from __future__ import annotations

import re
from collections.abc import Iterable

LONGEST = 60
"""Letters in the longest word that is worth comparing, or showing whole."""

FEW = 13
"""Choices in the longest list that a hint shows."""


def quoted(word: str) -> str:
    """A word as a message shows it."""
    return repr(word if len(word) <= LONGEST else f"{word[:LONGEST]}…")


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """`did you mean discard.set?`, or nothing when no choice is close."""
    if len(word) > LONGEST:
        return ""
    by_lower = {choice.lower(): choice for choice in choices if not _numbers(word) or _numbers(choice) == _numbers(word)}
    from difflib import get_close_matches  # which only what is misspelt needs

    close = get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return f"did you mean {by_lower[close[0]]}?" if close else ""


def _numbers(word: str) -> list[int]:
    """The numbers in a word: NG-9 may be meant to be NG-09, but hardly NG-08."""
    return [int(digits) for digits in re.findall(r"\d+", word)]


def guess(word: str, choices: Iterable[str], what: str) -> str:
    """The closest choice; or else all of them as `what: a, b, c`, unless that is too much to read."""
    names = list(choices)
    return did_you_mean(word, names) or (f"{what}: {', '.join(names)}" if len(names) <= FEW else "")
