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
    if kinds := _kinds_of_value(error):
        yield Problem(node.place, _cannot_be(node, error), kinds)
    elif error.validator == "oneOf" and not _is_choice_of_keys(error):
        for inner in _closest_alternative(error):
            yield from _problems(root, inner)
    elif error.validator == "oneOf" and not isinstance(error.instance, dict):
        return  # Its type is wrong, which another error says.
    elif error.validator == "type" and "enum" in error.schema:
        return  # That it is none of the choices says another error.
    elif error.validator == "additionalProperties":
        yield from node.unknown_keys(error.schema["properties"])
    elif error.validator == "enum" and "propertyNames" in error.schema_path and not node.value[error.instance].value:
        yield node.keyless(error.instance)
    elif error.validator in ("enum", "pattern") and error.schema_path and "propertyNames" in error.schema_path:
        yield Problem(node.place_of(error.instance), f"{quoted(error.instance)} has no place in {_name(node, error)}", _choices(error))
    else:
        say = _MESSAGES.get(error.validator, _any)
        yield Problem(node.place, say(node, error), _hint(error))


def _name(node: Node, error: Error) -> str:
    """What a message is about: a key, each item of its list, or the parameter of which the value has a key of its own."""
    before, last = (None, None, *error.absolute_path)[-2:]
    if isinstance(last, int):
        return f"each item of {node.name}"
    return str(before) if last == "value" else node.name or "the file"


def _kinds_of_value(error: Error) -> str:
    """Everything that a simple value can be, where there are kinds to choose from; empty for any other error."""
    if error.validator == "oneOf" and all("type" in alternative for alternative in error.validator_value):
        if any(alternative["type"] in _INSIDE.get(type(error.instance), ()) for alternative in error.validator_value):
            return ""  # What is wrong lies inside.
        return _allowed([alternative for alternative in error.validator_value if alternative["type"] != "object"], error.instance)
    is_value = list(error.absolute_path)[-1:] == ["value"] and error.validator in ("type", "enum", "minimum", "maximum")
    return _allowed([error.schema], error.instance) if is_value else ""


_INSIDE: dict[type, tuple[str, ...]] = {dict: ("object",), list: ("array",)}


def _allowed(schemas: list[Any], value: Any) -> str:
    """`it is a whole number from 0 to 500, or none`; of words alone, the one that was probably meant."""
    words = [word for schema in schemas for word in schema.get("enum", [])]
    if words and len(schemas) == 1:
        return _guess(value, words)
    return f"it is {', or '.join(map(_kind, schemas))}"


def _kind(schema: Any) -> str:
    """What a value by this schema is."""
    match schema:
        case {"const": word}:
            return str(word)
        case {"minimum": least, "maximum": most}:
            return f"a whole number from {least} to {most}"
        case {"type": "array", "description": text}:
            return str(text[0].lower() + text[1:].rstrip("."))
    return _TYPES[schema["type"]]


_TYPES = {"string": "text", "integer": "a whole number", "object": "entries `key: value`", "array": "a list", "boolean": "true or false"}


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
    return _guess(error.instance, _values(error))


def _guess(value: Any, values: list[Any]) -> str:
    choices = [json.dumps(choice) if not isinstance(choice, str) else choice for choice in values]
    return guess(value if isinstance(value, str) else "", choices, "it is one of" if len(choices) > 1 else "it is") if choices else ""


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
    types = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    return f"{_name(node, error)} must be {' or '.join(_TYPES[kind] for kind in types)}, not {kind_name(error.instance)}"


def _cannot_be(node: Node, error: Error) -> str:
    value = error.instance
    shown = quoted(value) if isinstance(value, str) else json.dumps(value) if isinstance(value, int | float) else kind_name(value)
    return f"{_name(node, error)} cannot be {shown}"


def _length(node: Node, error: Error) -> str:
    bound, limit = "shorter than" if error.validator == "minLength" else "longer than", error.validator_value
    return f"{_name(node, error)} is {f'{bound} {limit} characters' if limit > 1 else 'empty'}"


def _bound(node: Node, error: Error) -> str:
    bound = "at least" if error.validator == "minimum" else "at most"
    return f"{_name(node, error)} must be {bound} {error.validator_value}, not {error.instance}"


def _any(node: Node, error: Error) -> str:
    return f"{_name(node, error)} is not as it should be"


_MESSAGES: dict[Any, Callable[[Node, Error], str]] = {
    "oneOf": _one_of,
    "required": _required,
    "type": _type,
    "enum": _cannot_be,
    "const": _cannot_be,
    "anyOf": lambda node, error: f"each item of {node.name} needs {' or '.join(it['required'][0] for it in error.validator_value)}",
    "not": lambda node, error: f"{_name(node, error)} has a source or is inferred, not both",
    "pattern": _cannot_be,
    "minLength": _length,
    "maxLength": _length,
    "minimum": _bound,
    "maximum": _bound,
    "minItems": lambda node, error: f"{_name(node, error)} has too few entries",
    "minProperties": lambda node, error: f"{_name(node, error)} has no entries",
    "uniqueItems": lambda node, error: f"{_name(node, error)} names something twice",
}
