"""Reads profiles: rule systems as sets of parameters, each with its source, some built upon another one."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from functools import cache
from os.path import exists
from pathlib import Path
from typing import Any

from dhumbal_conformance import data
from dhumbal_conformance.loader.contradictions import contradictions
from dhumbal_conformance.loader.near_miss import guess, quoted
from dhumbal_conformance.loader.nodes import Node, read_each, reporting
from dhumbal_conformance.loader.schemas import check_schema
from dhumbal_conformance.loader.yaml_source import Source, read_yaml
from dhumbal_conformance.model import Problem, Profile, Translation

RESERVED = "reserved-profiles.yaml"
KEYS = ("id", "extends", "canonical", "names", "summary", "summaries", "parameters")


class UnknownProfile(LookupError):
    """There is no profile with this id."""


@cache
def _parameter_schemas() -> dict[str, Any]:
    schema = json.loads((data.spec() / "schemas" / "profile.schema.json").read_text(encoding="utf-8"))
    return dict(schema["properties"]["parameters"]["properties"])


@cache
def parameter_names() -> tuple[str, ...]:
    """Every parameter that a profile may set."""
    return tuple(_parameter_schemas())


@cache
def shipped_profiles() -> tuple[Path, ...]:
    """The files of the profiles that the suite knows."""
    return tuple(sorted((data.spec() / "profiles").glob("*.yaml"), key=lambda path: path.stem))


@cache
def reserved_profiles() -> dict[str, str]:
    """Ids that no profile has, because nobody has written their rules down, each with the reason."""
    return {name: reason.text() for name, reason in read_yaml(data.spec() / RESERVED).root.items().items()}


def load_profile(name: str) -> Profile:
    """A profile by its id, or from a file; raises `UnknownProfile` or `BadFiles`."""
    shipped = {path.stem: path for path in shipped_profiles()}
    if name not in shipped and not Path(name).suffix and not exists(name):
        message, hint = unknown_profile(name, shipped)
        raise UnknownProfile(f"{message} ({hint})" if hint else message)
    return read_profile(_source(shipped.get(name, Path(name))))


def base_of(profile: Profile) -> Profile | None:
    """The profile that another one extends."""
    if not profile.bases:
        return None
    name = profile.bases[0]
    shipped = any(path.stem == name for path in shipped_profiles())
    return load_profile(name if shipped else str(profile.place.path.with_name(f"{name}.yaml")))


def unknown_profile(name: str, known: Iterable[str]) -> tuple[str, str]:
    """Message and hint about an id that no profile has."""
    if name in reserved_profiles():
        return f"there is no profile {name}: {reserved_profiles()[name]}", ""
    return f"there is no profile {quoted(name)}", guess(name, known, "there are") or "`dhumbal profiles` lists them"


def known_profile(node: Node, known: Collection[str]) -> str:
    """The id of a profile that exists."""
    name = node.text()
    if name not in known:
        raise node.wrong(*unknown_profile(name, known))
    return name


def _source(path: Path) -> Source:
    """A file as read; one that the suite does not ship is checked against the schema."""
    source = read_yaml(path)
    if path.parent != data.spec() / "profiles":
        check_schema(source.root, "profile")
    return source


def read_profile(source: Source) -> Profile:
    """The profile in a file, with everything that it takes from those it extends."""
    return _read(source, (_id(source.root),))


def _read(source: Source, chain: tuple[str, ...]) -> Profile:
    """`chain` names the profile that is wanted, and those that have led from it to this one."""
    root = source.root
    root.only(KEYS)
    base = _base(root, chain)
    parameters, sources = _parameters(root)
    profile = Profile(
        id=_id(root),
        names={language: node.text() for language, node in root.need("names").items().items()},
        summary=root.need("summary").text(),
        summaries=_summaries(root.get("summaries")),
        canonical=(canonical := root.get("canonical")) is not None and canonical.flag(),
        parameters={**(base.parameters if base else {}), **parameters},
        sources={name: source for name, source in (base.sources if base else {}).items() if name not in parameters} | sources,
        place=root.place,
        bases=(base.id, *base.bases) if base else (),
    )
    _check(root, profile)
    return profile


def _id(root: Node) -> str:
    """The id, which is nobody else's."""
    node = root.need("id")
    name, shipped = node.text(), {path.stem: path for path in shipped_profiles()}
    if name in reserved_profiles():
        raise node.wrong(f"the id {name} is reserved: {reserved_profiles()[name]}", "choose another id")
    if name != root.path.stem and root.path in shipped.values():
        raise node.wrong(f"the file of {name} must be named {name}.yaml, not {root.path.name}")
    if name in shipped and root.path.resolve() != shipped[name]:
        raise node.wrong(f"the id {name} belongs to a profile of the suite", "choose another id, and extend that profile")
    return name


def _base(root: Node, chain: tuple[str, ...]) -> Profile | None:
    """The profile that is extended: beside this file, or one of those shipped."""
    extends = root.get("extends")
    if extends is None:
        return None
    if extends.value in chain:
        raise extends.wrong(f"the profile extends itself: {' → '.join((*chain, extends.text()))}")
    known = {path.stem: path for path in (*sorted(root.path.parent.glob("*.yaml")), *shipped_profiles())}
    name = known_profile(extends, known)
    return _read(_source(known[name]), (*chain, name))


def _summaries(node: Node | None) -> dict[str, Translation]:
    """The summary by language, whether or not it still says what the English one says."""
    return {language: _translation(each) for language, each in node.items().items()} if node else {}


def _translation(node: Node) -> Translation:
    node.only(("translates", "text"))
    return Translation(node.need("text").text(), node.need("translates").text(), node.place)


def _parameters(root: Node) -> tuple[dict[str, Any], dict[str, str]]:
    """The parameters that a file itself sets, and where each comes from, by name."""
    node = root.need("parameters")
    node.only(parameter_names())
    cells = dict(zip(node.items(), read_each(node.items().values(), _cell), strict=True))
    return {name: value for name, (value, _) in cells.items()}, {name: source for name, (_, source) in cells.items() if source}


def _cell(cell: Node) -> tuple[Any, str]:
    """A value, and its source or the reason for inferring it."""
    if not isinstance(cell.value, dict):
        return _value(cell, cell.name), ""
    cell.only(("value", "source", "inferred"))
    source, inferred = cell.get("source"), cell.get("inferred")
    if source and inferred:
        raise cell.wrong(f"{cell.name} has a source or is inferred, not both")
    text = f"inferred: {inferred.text()}" if inferred else source.text() if source else ""
    return _value(cell.need("value"), cell.name), text


def _value(node: Node, name: str) -> Any:
    """A parameter's value: None for `none`, a tuple of pairs for a list of them."""
    value, schema = node.plain(), _parameter_schemas()[name]
    if not any(_is_possible(value, alternative) for alternative in schema["oneOf"]):
        raise node.wrong(f"{name} cannot be {quoted(str(value))}", schema["description"])
    return tuple(map(tuple, value)) if isinstance(value, list) else None if value == "none" else value


def _is_possible(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a value fits one alternative of its schema. This much is checked of every profile; the whole schema, of files named."""
    match schema["type"]:
        case "integer":
            return type(value) is int and value in (schema.get("enum") or range(schema["minimum"], schema["maximum"] + 1))
        case "boolean":
            return type(value) is bool
        case "string":
            return value in (schema.get("enum") or [schema["const"]])
        case "array":
            return isinstance(value, list) and all(map(_is_pair, value))
    return False


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and [type(number) for number in value] == [int, int]


def _check(root: Node, profile: Profile) -> None:
    """The parameters are complete, and fit one another."""
    missing = [name for name in parameter_names() if name not in profile.parameters]
    if missing:
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        hint = "set them, or begin with `extends: nepali-games`"
        raise root.need("parameters").wrong(f"parameters are missing: {', '.join(missing[:3])}{more}", hint)
    with reporting() as problems:
        for found in contradictions(profile.parameters):
            problems.append(Problem(_first_set(root.need("parameters"), found.names).place, found.message, found.hint))


def _first_set(parameters: Node, names: Iterable[str]) -> Node:
    """The first of these parameters that the file itself sets; if none is, all its parameters."""
    return next((parameters.items()[name] for name in names if name in parameters.items()), parameters)
