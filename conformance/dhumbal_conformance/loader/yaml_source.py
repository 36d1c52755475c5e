"""Reads files of YAML: their text, and the value in it."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import NamedTuple

from dhumbal_conformance.loader.nodes import Node
from dhumbal_conformance.model import BadFiles, Place, Problem

LARGEST = 1 << 20
"""Bytes in the largest file that is read."""


class Source(NamedTuple):
    """A file as read: its text, and the value in it."""

    path: Path
    text: str
    root: Node


def read_yaml(path: Path) -> Source:
    """Read a file; raises `BadFiles` with one problem when that is not possible."""
    text = read_text(path)
    return Source(path, text, parse_yaml(path, text))


def read_text(path: Path) -> str:
    """The text of a file, read only when it is a file of a sensible size that holds text."""
    content = _read_bytes(path)
    if b"\0" in content:
        raise bad_file(Place(path), "this is a binary file, not text")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise bad_file(Place(path, line), "this is not UTF-8 text", "save the file with the encoding UTF-8") from None


def _read_bytes(path: Path) -> bytes:
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise bad_file(Place(path), "this is a directory, not a file")
        if not stat.S_ISREG(status.st_mode):
            raise bad_file(Place(path), "this is not a regular file")
        if status.st_size > LARGEST:
            raise bad_file(Place(path), f"the file is too large: {status.st_size:,} bytes", f"at most {LARGEST:,} are read")
        return path.read_bytes()
    except FileNotFoundError:
        raise bad_file(Place(path), "there is no such file") from None
    except OSError as error:
        raise bad_file(Place(path), f"the file cannot be read: {error.strerror}") from None


def parse_yaml(path: Path, text: str) -> Node:
    """The value of YAML text; `path` is only for messages."""
    # PyYAML takes its time to be imported, and whoever has the suite from its bundle does not need it.
    from dhumbal_conformance.loader.yaml_document import parse

    return parse(path, text)


def bad_file(place: Place, message: str, hint: str = "") -> BadFiles:
    """The error to raise about a place in a file."""
    return BadFiles([Problem(place, message, hint)])
