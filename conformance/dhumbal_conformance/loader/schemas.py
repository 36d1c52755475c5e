"""Checks files against the JSON Schemas in `spec/schemas`, and says what is wrong in the words of a card table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from dhumbal_conformance import data
from dhumbal_conformance.loader.near_miss import guess, quoted
from dhumbal_conformance.loader.nodes import Node, kind_name
from dhumbal_conformance.model import BadFiles, Problem

if TYPE_CHECKING:
    from jsonschema import Draft7Validator

Error = Any
"""A `jsonschema.ValidationError`; its members are of any type."""


def check_schema(root: Node, kind: str) -> None:
    """Raise `BadFiles` with every way in which a value does not fit the schema of its kind: scenario, profile, ruling."""
    errors = _validator(kind).iter_errors(root.plain())
    problems = {problem for error in errors for problem in _problems(root, error)}
    if problems:
        raise BadFiles(sorted(problems, key=lambda problem: (problem.place.line, problem.place.column, problem.message)))


@cache
def _validator(kind: str) -> Draft7Validator:
    # Importing jsonschema takes as long as everything else together.
    from jsonschema import Draft7Validator

    return Draft7Validator(json.loads((data.spec() / "schemas" / f"{kind}.schema.json").read_text(encoding="utf-8")))


def _problems(root: Node, error: Error) -> Iterator[Problem]:
    """What to say about one error, or about those that lie behind it."""
    node = root.at(error.absolute_path)
    if error.validator == "oneOf" and not _is_choice_of_keys(error):
        for inner in _closest_alternative(error):
            yield from _problems(root, inner)
    elif error.validator == "oneOf" and not isinstance(error.instance, dict):
        return  # Its type is wrong, which another error says.
    elif error.validator == "additionalProperties":
        yield from node.unknown_keys(error.schema["properties"])
    elif error.validator == "enum" and "propertyNames" in error.schema_path and not node.value[error.instance].value:
        yield node.keyless(error.instance)
    elif error.validator in ("enum", "pattern") and error.schema_path and "propertyNames" in error.schema_path:
        yield Problem(node.place_of(error.instance), f"{quoted(error.instance)} has no place in {_name(node)}", _choices(error))
    else:
        say = _MESSAGES.get(error.validator, _any)
        yield Problem(node.place, say(node, error), _hint(error))


def _name(node: Node) -> str:
    return node.name or "the file"


def _is_choice_of_keys(error: Error) -> bool:
    """Whether the alternatives differ in the keys that they demand."""
    return all("required" in alternative and "type" not in alternative for alternative in error.validator_value)


def _closest_alternative(error: Error) -> list[Error]:
    """What is wrong by the alternative that the value was probably meant to be: the one of its own type, if there is one."""
    by_alternative: dict[Any, list[Error]] = {}
    for inner in error.context:
        by_alternative.setdefault(inner.schema_path[0], []).append(inner)
    fitting = [errors for errors in by_alternative.values() if not any(inner.validator == "type" and not inner.path for inner in errors)]
    return (fitting or list(by_alternative.values()))[0]


def _hint(error: Error) -> str:
    """The way out: the choices, or what the schema says that the value is."""
    if error.validator in ("enum", "const"):
        return _choices(error)
    return "" if error.validator in ("required", "oneOf", "anyOf", "not") else str(error.schema.get("description", ""))


def _choices(error: Error) -> str:
    choices = [json.dumps(value) if not isinstance(value, str) else value for value in _values(error)]
    return guess(str(error.instance), choices, "it is one of" if len(choices) > 1 else "it is") if choices else ""


def _values(error: Error) -> list[Any]:
    return list(error.validator_value) if error.validator == "enum" else [error.validator_value] if error.validator == "const" else []


def _one_of(node: Node, error: Error) -> str:
    """`a scenario has exactly one of play, settle, judge, series`, or what the one that is there still needs."""
    names = [alternative["required"][0] for alternative in error.validator_value]
    there = [name for name in names if name in error.instance]
    if len(there) == 1:
        needed = error.validator_value[names.index(there[0])]["required"]
        return f"`{there[0]}` needs {', '.join(key for key in needed if key not in error.instance)}"
    has = f"has {' and '.join(there)}" if there else "has none of them"
    subject = "each item of " + node.name if node.name else "a " + error.schema.get("title", "file").split()[-1]
    return f"{subject} has exactly one of {', '.join(names)}; this one {has}"


def _required(node: Node, error: Error) -> str:
    missing = next(key for key in error.validator_value if key not in error.instance and repr(key) in error.message)
    return f"{missing} is missing{f' in {node.name}' if node.name else ''}"


def _type(node: Node, error: Error) -> str:
    words = {"string": "text", "integer": "a whole number", "object": "entries `key: value`", "array": "a list", "boolean": "true or false"}
    types = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    return f"{_name(node)} must be {' or '.join(words[kind] for kind in types)}, not {kind_name(error.instance)}"


def _cannot_be(node: Node, error: Error) -> str:
    shown = quoted(error.instance) if isinstance(error.instance, str) else kind_name(error.instance)
    return f"{_name(node)} cannot be {error.instance if type(error.instance) is int else shown}"


def _length(node: Node, error: Error) -> str:
    bound = "shorter than" if error.validator == "minLength" else "longer than"
    return f"{_name(node)} is {bound} {error.validator_value} characters" if error.validator_value > 1 else f"{_name(node)} is empty"


def _bound(node: Node, error: Error) -> str:
    bound = "at least" if error.validator == "minimum" else "at most"
    return f"{_name(node)} must be {bound} {error.validator_value}, not {error.instance}"


def _any(node: Node, _: Error) -> str:
    return f"{_name(node)} is not as it should be"


_MESSAGES: dict[Any, Callable[[Node, Error], str]] = {
    "oneOf": _one_of,
    "required": _required,
    "type": _type,
    "enum": _cannot_be,
    "const": _cannot_be,
    "anyOf": lambda node, error: f"each item of {node.name} needs {' or '.join(it['required'][0] for it in error.validator_value)}",
    "not": lambda node, _: f"{_name(node)} has a source or is inferred, not both",
    "pattern": _cannot_be,
    "minLength": _length,
    "maxLength": _length,
    "minimum": _bound,
    "maximum": _bound,
    "minItems": lambda node, _: f"{_name(node)} has too few entries",
    "minProperties": lambda node, _: f"{_name(node)} has no entries",
    "uniqueItems": lambda node, _: f"{_name(node)} names something twice",
}
