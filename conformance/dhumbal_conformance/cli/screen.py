"""How wide what the command line tells may be: as wide as the terminal, and whole where something else reads it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from shutil import get_terminal_size

WIDTH = 100
"""The widest paragraph that is pleasant to read."""
LEAST = 30
"""So many columns a title needs, or else it has a line of its own."""
SHOWN = 12
"""So many rows of a table a terminal shows, so that it does not bury what stands above it."""


def columns() -> int | None:
    """How wide the terminal is; None where nobody looks."""
    return get_terminal_size().columns if sys.stdout.isatty() else None


def paragraph_width(most: int = WIDTH) -> int:
    """How wide a paragraph may be."""
    return max(40, min(most, columns() or most))


def listed(label: str, titles: Mapping[str, str], all_of_them: str) -> Iterator[str]:
    """Names with their titles, side by side: on a terminal cut to its width, and bounded, with the command that shows `all_of_them`."""
    wide = columns()
    names = list(titles)[: SHOWN if wide else None]
    longest = max(map(len, names), default=0)
    for name in names:
        before = f"  {label:<12}{name:<{longest}}"
        if wide and wide - len(before) - 2 < LEAST:
            yield before.rstrip()
            yield cut(f"{'':16}{titles[name]}", wide)
        else:
            yield cut(f"{before}  {titles[name]}", wide)
    if len(titles) > len(names):
        yield f"  {'':12}and {len(titles) - len(names)} more, which `{all_of_them}` shows"


def cut(line: str, wide: int | None) -> str:
    """A line that does not go beyond the edge."""
    return line if wide is None or len(line) <= wide else f"{line[: wide - 1].rstrip()}…"
