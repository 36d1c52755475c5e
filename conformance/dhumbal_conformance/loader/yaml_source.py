"""Reads the YAML of a file: one document, plain values, each with its place.

Scalars mean what they mean in YAML 1.2: `no` and `on` are text, `010` is ten, `12:30` and `2026-11-30` are text. What makes YAML
surprising is refused: duplicate keys, anchors, aliases, tags, several documents.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from dhumbal_conformance.loader.near_miss import quoted
from dhumbal_conformance.loader.nodes import Node
from dhumbal_conformance.model import BadFiles, Place, Problem

LARGEST = 1 << 20
"""Bytes in the largest file that is read."""
DEEPEST = 24
"""How deep values may stand in one another."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# Numbers beyond 18 digits stay text: Python refuses to convert very long ones.
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_FRACTION = re.compile(r"[-+]?(\.[0-9]{1,18}|[0-9]{1,18}(\.[0-9]{0,18})?)([eE][-+]?[0-9]{1,2})?")


@dataclass(frozen=True, slots=True)
class Source:
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
        raise _bad(Place(path), "this is a binary file, not text")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _bad(Place(path, line), "this is not UTF-8 text", "save the file with the encoding UTF-8") from None


def _read_bytes(path: Path) -> bytes:
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise _bad(Place(path), "this is a directory, not a file")
        if not stat.S_ISREG(status.st_mode):
            raise _bad(Place(path), "this is not a regular file")
        if status.st_size > LARGEST:
            raise _bad(Place(path), f"the file is too large: {status.st_size:,} bytes", f"at most {LARGEST:,} are read")
        return path.read_bytes()
    except FileNotFoundError:
        raise _bad(Place(path), "there is no such file") from None
    except OSError as error:
        raise _bad(Place(path), f"the file cannot be read: {error.strerror}") from None


def parse_yaml(path: Path, text: str) -> Node:
    """The value of YAML text; `path` is only for messages."""
    try:
        return _Document(path, text).read()
    except yaml.MarkedYAMLError as error:
        raise _syntax(path, text, error) from None
    except yaml.YAMLError as error:
        offset = getattr(error, "position", 0)
        line = text.count("\n", 0, offset) + 1
        raise _bad(Place(path, line), "there is a control character in the text", "delete it") from None


class _Document:
    """Builds the value from the parser's events."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.events: Iterator[Any] = yaml.parse(text, Loader=_LOADER)

    def read(self) -> Node:
        """The value of the only document."""
        next(self.events)
        if isinstance(next(self.events), yaml.StreamEndEvent):
            raise _bad(Place(self.path), "the file is empty")
        node = self.node(next(self.events), "", 0)
        next(self.events)
        after = next(self.events)
        if not isinstance(after, yaml.StreamEndEvent):
            raise self.wrong(after, "a second document begins here", "a file holds one; delete the line `---`")
        return node

    def node(self, event: Any, name: str, depth: int) -> Node:
        """The value that begins with this event, in place under the key `name`."""
        self.refuse_surprises(event, depth)
        mark = event.start_mark
        node = Node(None, self.path, mark.line + 1, mark.column + 1, name)
        if isinstance(event, yaml.ScalarEvent):
            node.value = plain_value(event.value) if event.implicit[0] else event.value
        elif isinstance(event, yaml.SequenceStartEvent):
            node.value = self.sequence(name, depth + 1)
        else:
            node.value = self.mapping(node, depth + 1)
        return node

    def refuse_surprises(self, event: Any, depth: int) -> None:
        """No anchors, aliases and tags, and not too deep."""
        if isinstance(event, yaml.AliasEvent):
            raise self.wrong(event, f"the alias *{event.anchor} is not allowed", "write the value out")
        if event.anchor is not None:
            raise self.wrong(event, f"the anchor &{event.anchor} is not allowed", "write the value out where it is needed")
        if event.tag is not None:
            raise self.wrong(event, f"the tag {event.tag} is not allowed", "if `!` is meant as text, put the text in quotes")
        if depth > DEEPEST:
            raise self.wrong(event, "values stand too deep in one another", "is a bracket missing?")

    def sequence(self, name: str, depth: int) -> list[Node]:
        """The items up to the end of the list."""
        items = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self.node(event, name, depth))
        return items

    def mapping(self, node: Node, depth: int) -> dict[str, Node]:
        """The entries up to the end of the mapping; notes the places of the keys in `node`."""
        entries: dict[str, Node] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.key(event, node)
            node.keys[key] = event.start_mark.line + 1, event.start_mark.column + 1
            entries[key] = self.node(next(self.events), key, depth)
        return entries

    def key(self, event: Any, node: Node) -> str:
        """The text of a new key."""
        self.refuse_surprises(event, 0)
        if not isinstance(event, yaml.ScalarEvent):
            raise self.wrong(event, "a key is a single word")
        if event.value in node.keys:
            first = node.keys[event.value][0]
            raise self.wrong(event, f"the key {quoted(event.value)} occurs twice", f"first in line {first}")
        return str(event.value)

    def wrong(self, event: Any, message: str, hint: str = "") -> BadFiles:
        """The error to raise about what begins with this event."""
        return _bad(Place(self.path, event.start_mark.line + 1, event.start_mark.column + 1), message, hint)


def plain_value(text: str) -> Any:
    """What an unquoted scalar means."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _FRACTION.fullmatch(text) else text


_SYNTAX_HINTS = {
    "mapping values are not allowed": "text that contains a colon and a space goes in quotes",
    "could not find expected ':'": "is a colon missing, or an indentation wrong?",
    "did not find expected ',' or": "is a comma or a closing bracket missing?",
    "did not find expected key": "do the lines of this part begin in the same column?",
    "did not find expected node content": "is there a comma or a bracket too many?",
    "exceeded maximum nesting depth": "is a bracket missing?",
    "unexpected end of stream": "is a quotation mark not closed?",
    "cannot start any token": "text that begins with this character goes in quotes",
}


def _syntax(path: Path, text: str, error: yaml.MarkedYAMLError) -> BadFiles:
    """What the parser could not read, in plain words."""
    mark = error.problem_mark or error.context_mark
    if mark is None:
        return _bad(Place(path), "this is not YAML")
    place = Place(path, mark.line + 1, mark.column + 1)
    if "\t" in _line(text, mark.line)[: mark.column + 1]:
        return _bad(place, "there is a tab here", "YAML is indented with spaces")
    problem = error.problem or "this is not YAML"
    hint = next((hint for words, hint in _SYNTAX_HINTS.items() if words in problem), "")
    opened = error.context_mark
    since = f"; the part that began in line {opened.line + 1}" if opened and opened.line < mark.line and hint else ""
    return _bad(place, f"this is not YAML: {problem}", hint + since)


def _line(text: str, number: int) -> str:
    lines = text.split("\n")
    return lines[number] if number < len(lines) else ""


def _bad(place: Place, message: str, hint: str = "") -> BadFiles:
    return BadFiles([Problem(place, message, hint)])
