"""The value in YAML text: one document, plain values, each with its place.

Scalars mean what they mean in YAML 1.2: `no` and `on` are text, `010` is ten, `12:30` and `2026-11-30` are text. What makes YAML
surprising is refused: duplicate keys, anchors, aliases, tags, several documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from dhumbal_conformance.loader.near_miss import quoted
from dhumbal_conformance.loader.nodes import Node
from dhumbal_conformance.loader.yaml_source import bad_file
from dhumbal_conformance.model import BadFiles, Place

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


def parse(path: Path, text: str) -> Node:
    """The value of YAML text; `path` is only for messages."""
    try:
        return _Document(path, text).read()
    except yaml.MarkedYAMLError as error:
        raise _syntax(path, text, error) from None
    except yaml.YAMLError as error:
        offset = getattr(error, "position", 0)
        line = text.count("\n", 0, offset) + 1
        raise bad_file(Place(path, line), "there is a control character in the text", "delete it") from None


class _Document:
    """Builds the value from the parser's events."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.events: Iterator[Any] = yaml.parse(text, Loader=_LOADER)

    def read(self) -> Node:
        """The value of the only document."""
        next(self.events)
        if isinstance(next(self.events), yaml.StreamEndEvent):
            raise bad_file(Place(self.path), "the file is empty")
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
        return bad_file(Place(self.path, event.start_mark.line + 1, event.start_mark.column + 1), message, hint)


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
        return bad_file(Place(path), "this is not YAML")
    place = Place(path, mark.line + 1, mark.column + 1)
    if "\t" in _line(text, mark.line)[: mark.column + 1]:
        return bad_file(place, "there is a tab here", "YAML is indented with spaces")
    problem = error.problem or "this is not YAML"
    hint = next((hint for words, hint in _SYNTAX_HINTS.items() if words in problem), "")
    opened = error.context_mark
    since = f"; the part that began in line {opened.line + 1}" if opened and opened.line < mark.line and hint else ""
    return bad_file(place, f"this is not YAML: {problem}", hint + since)


def _line(text: str, number: int) -> str:
    lines = text.split("\n")
    return lines[number] if number < len(lines) else ""
