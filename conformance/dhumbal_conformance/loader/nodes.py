"""A value read from a file that knows where it stands, so that whatever is wrong with it can be pointed at."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from dhumbal_conformance.loader.near_miss import guess, quoted
from dhumbal_conformance.loader.notation import Misspelt
from dhumbal_conformance.model import BadFiles, Place, Problem

T = TypeVar("T")

CARD = re.compile(r"(10|[A2-9TJQKX])[SHDCRB♠♥♦♣]")
"""How the name of a card begins."""


@dataclass(slots=True)
class Node:
    """`value` is text, a number, true, false or None; a list of nodes; or nodes by key. `name` is the key that it stands under."""

    value: Any
    path: Path
    line: int
    column: int
    name: str
    keys: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Line and column of each key of a mapping."""

    @property
    def place(self) -> Place:
        """Where the value begins."""
        return Place(self.path, self.line, self.column)

    def place_of(self, key: str) -> Place:
        """Where a key of this mapping stands."""
        return Place(self.path, *self.keys[key])

    def wrong(self, message: str, hint: str = "") -> BadFiles:
        """The error to raise about this value."""
        return BadFiles([Problem(self.place, message, hint)])

    def wrong_key(self, key: str, message: str, hint: str = "") -> BadFiles:
        """The error to raise about a key of this mapping."""
        return BadFiles([Problem(self.place_of(key), message, hint)])

    def items(self) -> dict[str, Node]:
        """The nodes by key."""
        if not isinstance(self.value, dict):
            raise self._not("entries of the form `key: value`")
        return self.value

    def each(self) -> list[Node]:
        """The nodes of a list."""
        if not isinstance(self.value, list):
            raise self._not("a list")
        return self.value

    def some(self) -> list[Node]:
        """The nodes of a list that is not empty."""
        if not self.each():
            raise self.wrong(f"{self.name} is an empty list")
        return self.each()

    def text(self) -> str:
        """The text."""
        if not isinstance(self.value, str):
            raise self._not("text")
        return self.value

    def number(self, least: int | None = 0) -> int:
        """The whole number."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self._not("a whole number")
        if least is not None and self.value < least:
            raise self.wrong(f"{self.name} must be {least} or more, not {self.value}")
        return self.value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self._not("true or false")
        return self.value

    def choice(self, choices: Sequence[str]) -> str:
        """One of several words."""
        word = self.text()
        if word not in choices:
            raise self.wrong(f"{self.name} cannot be {quoted(word)}", guess(word, choices, "it is one of"))
        return word

    def known(self, names: Collection[str], what: str) -> str:
        """A name that exists."""
        name = self.text()
        if name not in names:
            raise self.wrong(f"there is no {what} {quoted(name)}", guess(name, names, "there are"))
        return name

    def texts(self) -> tuple[str, ...]:
        """The texts of a list."""
        return tuple(node.text() for node in self.each())

    def read(self, reader: Callable[[str], T]) -> T:
        """What the reader makes of the text."""
        try:
            return reader(self.text())
        except Misspelt as misspelt:
            raise self.wrong(misspelt.message, misspelt.hint) from None

    def get(self, key: str) -> Node | None:
        """The node at a key, if it is there."""
        return self.items().get(key)

    def need(self, key: str) -> Node:
        """The node at a key."""
        node = self.items().get(key)
        if node is None:
            raise self.wrong(f"{key} is missing{f' in {self.name}' if self.name else ''}")
        return node

    def keyless(self, text: str) -> Problem:
        """What to say about text that a comma has cut off from its key, as in `{A: KS, KH}`."""
        hint = "cards stand apart by spaces, without commas" if CARD.match(text) else "text that contains a comma goes in quotes"
        return Problem(self.place_of(text), f"{quoted(text)} stands here without a key", hint)

    def only(self, keys: Iterable[str]) -> None:
        """Refuse every key but these."""
        unknown = self.unknown_keys(keys)
        if unknown:
            raise BadFiles(unknown)

    def unknown_keys(self, keys: Iterable[str]) -> list[Problem]:
        """What to say about keys that are not among these."""
        allowed = list(keys)
        where = f" in {self.name}" if self.name else ""
        return [
            Problem(self.place_of(key), f"there is no key {quoted(key)}{where}", guess(key, allowed, "the keys are"))
            if self.value[key].value is not None
            else self.keyless(key)
            for key in self.items()
            if key not in allowed
        ]

    def at(self, path: Iterable[str | int]) -> Node:
        """The node at the end of a path of keys and indexes, or the last one on the way to it that exists."""
        node = self
        for step in path:
            try:
                node = node.value[step]
            except (KeyError, IndexError, TypeError):
                return node
        return node

    def plain(self) -> Any:
        """The same value without places."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def _not(self, what: str) -> BadFiles:
        return self.wrong(f"{self.name or 'the file'} must be {what}, not {kind_name(self.value)}")


def kind_name(value: Any) -> str:
    """What a value is, in words."""
    kinds = {str: "text", bool: "true or false", int: "a number", float: "a number with a fraction", list: "a list", dict: "entries"}
    return "empty" if value is None else kinds[type(value)]


@contextmanager
def reporting() -> Iterator[list[Problem]]:
    """A list of problems that the block fills; raises `BadFiles` after it when there are any."""
    problems: list[Problem] = []
    yield problems
    if problems:
        raise BadFiles(problems)


@contextmanager
def collecting(problems: list[Problem]) -> Iterator[None]:
    """Note what is wrong in the block, and go on after it."""
    try:
        yield
    except BadFiles as bad:
        problems += bad.problems


def read_each(nodes: Iterable[Node], read: Callable[[Node], T]) -> tuple[T, ...]:
    """What `read` makes of each node; raises `BadFiles` with what is wrong with any of them."""
    found = []
    with reporting() as problems:
        for node in nodes:
            with collecting(problems):
                found.append(read(node))
    return tuple(found)
