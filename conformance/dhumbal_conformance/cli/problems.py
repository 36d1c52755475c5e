"""How the command line shows what is wrong with files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dhumbal_conformance.model import Place, Problem

if TYPE_CHECKING:
    from dhumbal_conformance.connectors import EngineFault

BAD_FILES = 4
"""The exit code when the suite, or a file named by the user, is wrong."""


def show_problems(problems: Iterable[Problem], *, err: bool = False) -> None:
    """A line for each: `path:line:column: message (hint)`."""
    for problem in problems:
        hint = click.style(f" ({problem.hint})", dim=True) if problem.hint else ""
        click.echo(f"{click.style(place_text(problem.place), bold=True)}: {problem.message}{hint}", err=err)


def show_not_started(fault: EngineFault) -> None:
    """Why the engine did not start, in its own words, but without those that a terminal would obey."""
    from dhumbal_conformance.reports.text import clean

    click.echo(clean(f"the engine did not start: {fault.detail}\n{fault.evidence}").rstrip(), err=True)


def place_text(place: Place) -> str:
    """`path:line:column`, the path as seen from the working directory where it lies below it."""
    path, here = place.path, Path.cwd()
    shown = path.relative_to(here) if path.is_relative_to(here) else path
    return f"{click.format_filename(shown)}:{place.line}:{place.column}"
