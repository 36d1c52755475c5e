"""`dhumbal lint`: check files."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dhumbal_conformance.cli.problems import BAD_FILES, show_problems


@click.command("lint")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
def command(files: tuple[Path, ...]) -> None:
    """Check scenarios, profiles, rulings and clauses; without FILES, the whole suite and whether it proves all of the rules.

    FILES may be directories. Every message names file, line and column, and the way out where there is one.

    Exit codes: 0 nothing is wrong, 2 usage, 4 something is wrong.
    """
    from dhumbal_conformance.lint import lint

    problems = lint(files)
    show_problems(problems)
    count = len(problems)
    click.echo(f"{count or 'no'} problem{'s' if count != 1 else ''}", err=True)
    sys.exit(BAD_FILES if problems else 0)
