"""`dhumbal adapter`: a program to begin with."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

import click

from dhumbal_conformance import data
from dhumbal_conformance.loader.near_miss import guess


@dataclass(frozen=True, slots=True)
class Starter:
    """For a language: the files written, how `dhumbal smoke` names the engine there, and the command that builds it first, if any."""

    files: tuple[str, ...]
    engine: str
    build: str = ""


STARTERS = {
    "python": Starter(("python/starter.py",), "-- python starter.py"),
    "python-in-process": Starter(("python/starter_inprocess.py",), "--engine python:starter_inprocess:Engine"),
    "javascript": Starter(("javascript/starter.mjs",), "-- node starter.mjs"),
    "go": Starter(("go/starter/starter.go",), "-- ./starter", "go build -o starter starter.go"),
    "java": Starter(("java/Starter.java", "java/Json.java"), "-- java -cp build Starter", "javac -d build Starter.java Json.java"),
}
"""By language. Each runs as it is, and declares only what it answers."""


@click.command("adapter")
@click.argument("language", metavar="LANGUAGE")
@click.option("--output", default=".", metavar="DIR", type=click.Path(file_okay=False, path_type=Path), help="Where to; here, if not said.")
def command(language: str, output: Path) -> None:
    """Write a starter adapter in LANGUAGE: python, python-in-process, javascript, go or java.

    It runs at once, answers what can be asked of cards alone, and has marked places for your engine. No file is overwritten.

    Exit codes: 0 written, 2 usage, or a file is there already.
    """
    if language not in STARTERS:
        raise click.UsageError(f"there is no starter in {language!r}; {guess(language, STARTERS, 'there are')}")
    starter = STARTERS[language]
    try:
        written = [write(source, output) for source in unwritten(starter, output)]
    except OSError as error:
        raise click.UsageError(f"cannot write {click.format_filename(error.filename or output)}: {error.strerror}") from error
    click.echo("\n".join([*(f"wrote {click.format_filename(path)}" for path in written), "", *following(starter, output)]))


def adapters() -> Path:
    """The folder of the adapters: in the installed package those that are written out, in a checkout all."""
    packed = data.root() / "adapters"
    return packed if packed.is_dir() else data.root() / "conformance" / "adapters"


def unwritten(starter: Starter, output: Path) -> list[Path]:
    """The files to write, once it is sure that none of them is there."""
    sources = [adapters() / name for name in starter.files]
    there = [output / source.name for source in sources if (output / source.name).exists()]
    if there:
        names = ", ".join(click.format_filename(path) for path in there)
        raise click.UsageError(f"nothing was written, because there is already {names}; name another directory with --output")
    return sources


def write(source: Path, output: Path) -> Path:
    """A copy in the output directory, which is made if need be; never over a file that has come meanwhile."""
    output.mkdir(parents=True, exist_ok=True)
    path = output / source.name
    with path.open("xb") as file:
        file.write(source.read_bytes())
    return path


def following(starter: Starter, output: Path) -> list[str]:
    """The commands to go on with."""
    steps = [f"cd {shlex.quote(str(output))}"] if output != Path() else []
    return ["next:", *(f"  {step}" for step in [*steps, *filter(None, [starter.build]), f"dhumbal smoke {starter.engine}"])]
