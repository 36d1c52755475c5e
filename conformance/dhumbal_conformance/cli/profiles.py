"""`dhumbal profiles`: the rule systems, and what each is made of."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import click

from dhumbal_conformance.cli.screen import paragraph_width
from dhumbal_conformance.loader.profiles import UnknownProfile, base_of, load_profile, reserved_profiles, shipped_profiles
from dhumbal_conformance.loader.templates import value_text
from dhumbal_conformance.model import Profile

CHANGED = "*"


@click.command("profiles")
@click.argument("name", required=False, metavar="[ID or FILE]")
def command(name: str | None) -> None:
    """List the profiles, which are the rule systems that there are; with an ID or a FILE, show the parameters of one.

    Exit codes: 0 shown, 2 usage, 4 a file is wrong.
    """
    try:
        lines = all_lines() if name is None else profile_lines(load_profile(name))
    except UnknownProfile as unknown:
        raise click.UsageError(str(unknown)) from None
    click.echo("\n".join(lines))


def all_lines() -> Iterator[str]:
    """Every profile with what it extends and what is special about it; then the ids that are only reserved."""
    for path in shipped_profiles():
        profile = load_profile(path.stem)
        yield title(profile)
        yield indented(profile.summary)
    for name, reason in reserved_profiles().items():
        yield f"{click.style(name, bold=True)}  reserved"
        yield indented(f"There is no such profile yet: {reason}.")


def title(profile: Profile) -> str:
    """The id, and what the profile extends."""
    return click.style(profile.id, bold=True) + (f"  extends {profile.bases[0]}" if profile.bases else "")


def indented(text: str) -> str:
    """A paragraph below a title."""
    return textwrap.fill(text, paragraph_width(), initial_indent="  ", subsequent_indent="  ")


def profile_lines(profile: Profile) -> Iterator[str]:
    """One profile: its name, what is special about it, and its parameters, those marked that differ from the profile that it extends."""
    base = base_of(profile)
    yield title(profile)
    yield from (indented(text) for text in (next(iter(profile.names.values())), profile.summary))
    if base:
        yield f"  {CHANGED} marks what differs from {base.id}, whose value stands in brackets."
    yield ""
    names = max(map(len, profile.parameters))
    values = max(len(value_text(value)) for value in profile.parameters.values())
    for name, value in profile.parameters.items():
        changed = base is not None and base.parameters[name] != value
        before = f"({value_text(base.parameters[name])})  " if base and changed else ""
        line = f"{CHANGED if changed else ' '} {name:<{names}}  {value_text(value):<{values}}  {before}{profile.sources.get(name, '')}"
        yield click.style(line.rstrip(), bold=True) if changed else line.rstrip()
