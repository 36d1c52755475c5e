"""The command line: `dhumbal`, a group whose commands are imported only when they are run."""

from __future__ import annotations

import errno
import io
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from dhumbal_conformance.cli.engines import INTERRUPTED, NOT_AS_EXPECTED
from dhumbal_conformance.cli.problems import BAD_FILES, show_problems
from dhumbal_conformance.loader.near_miss import guess
from dhumbal_conformance.model import BadFiles

COMMANDS = {
    "verify": "Run the suite on an engine; without one, on the reference engine.",
    "smoke": "Try a new adapter level by level, and show the lines exchanged where it fails.",
    "adapter": "Write a starter adapter in one of five languages.",
    "render": "Show a stored run, or write it in another format.",
    "compare": "Show in what stored runs differ.",
    "secrecy": "Look for what an engine betrays: pairs of deals that a player must not tell apart.",
    "deal": "Show the deal that a number names.",
    "perft": "Count lines of play by depth, of the reference engine or beside another one.",
    "fuzz": "Play numbered deals on an engine and on the reference engine, and compare every answer.",
    "audit": "Check the record of a real game: its moves, its settlement and its scores.",
    "new": "Write the first version of a scenario, filled in for you to confirm.",
    "lint": "Check scenarios, profiles, rulings and clauses.",
    "coverage": "Show which scenarios prove which clauses, and what nothing proves.",
    "profiles": "List the rule systems, or show the parameters of one.",
    "misreadings": "Show that the suite tells every known wrong engine from the right one.",
    "rule": "Show a clause of the rules, its rulings and its scenarios.",
}
"""Every command with its line in the help. A command `name` is `command` in the module `name` of this package."""


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports the one that is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command, imported now."""
        if cmd_name not in COMMANDS:
            return None
        found = import_module(f"{__name__}.{cmd_name.replace('-', '_')}").command
        assert isinstance(found, click.Command)
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The command named; for a misspelt one, what was probably meant."""
        if args[0] not in COMMANDS:
            ctx.fail(f"there is no command {args[0]!r}; {guess(args[0], COMMANDS, 'the commands are')}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The help, from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; files that are wrong, and Ctrl-C before it has begun its work, are told as such, whatever the command."""
        try:
            return super().invoke(ctx)
        except BadFiles as bad:
            show_problems(bad.problems, err=True)
            sys.exit(BAD_FILES)
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            no_space(error)


def no_space(error: OSError) -> NoReturn:
    """Say that what was to be told has no room, and leave; what is still in the buffer would fail once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    click.echo(f"the output cannot be written: {error.strerror}", err=True)
    sys.exit(NOT_AS_EXPECTED)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dhumbal", prog_name="dhumbal")
@click.pass_context
def main(ctx: click.Context) -> None:
    """The rules of Dhumbal, and the suite that checks everybody's engine against them."""
    ctx.color = False if os.environ.get("NO_COLOR") else None
    for stream in (sys.stdout, sys.stderr):
        # Not every terminal can show a suit sign; a question mark is better than no answer.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
