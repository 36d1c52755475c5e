"""Conditions on the parameters of a profile, and text that depends on them.

A condition is made of terms such as `take.lock`, `not take.lock` and `take.from = top`, joined by `and`. In a text, `{call.limit}` stands
for the parameter's value, and `{condition?one text|another}` for one text or the other, which may hold templates themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from dhumbal_conformance.model import Clause

_NAME = r"[a-z]+(?:[.-][a-z]+)*"
_TERM = re.compile(rf"(?P<negated>not )?(?P<name>{_NAME})(?: = (?P<value>\S+))?")
_INNERMOST = re.compile(r"\{([^{}]*)\}")
_NOTHING: Mapping[str, Any] = {"pack.jokers": 0}
"""The values that say that there is none of a thing, besides `none` and `false`. A limit of 0, in contrast, is a limit."""


def holds(condition: str, parameters: Mapping[str, Any]) -> bool:
    """Whether a condition is true of these parameters; an empty one always is."""
    return not condition or all(_term_holds(term, parameters) for term in condition.split(" and "))


def applies(clause: Clause, parameters: Mapping[str, Any]) -> bool:
    """Whether a clause is part of the rules with these parameters."""
    return holds(clause.condition, parameters)


def _term_holds(term: str, parameters: Mapping[str, Any]) -> bool:
    found = _TERM.fullmatch(term)
    assert found, term
    value = parameters[found["name"]]
    true = value_text(value) == found["value"] if found["value"] else _is_something(found["name"], value)
    return true != bool(found["negated"])


def _is_something(name: str, value: Any) -> bool:
    return value is not None and value is not False and (name not in _NOTHING or value != _NOTHING[name])


def render(text: str, parameters: Mapping[str, Any]) -> str:
    """The text that it is with these parameters."""
    return _replaced(text, lambda template: _chosen(template, parameters))


def _chosen(template: str, parameters: Mapping[str, Any]) -> str:
    """What one template without templates in it stands for."""
    condition, asks, texts = template.partition("?")
    if not asks:
        return value_text(parameters[template])
    text, _, otherwise = texts.partition("|")
    return text if holds(condition, parameters) else otherwise


def _replaced(text: str, replace: Callable[[str], str]) -> str:
    """The text with all templates replaced, innermost first."""
    count = 1
    while count:
        text, count = _INNERMOST.subn(lambda found: replace(found[1]), text)
    return text


def value_text(value: Any) -> str:
    """A parameter's value as profiles, conditions and the rules write it; pairs of numbers as `100 → 50, 200 → 100`."""
    if isinstance(value, list | tuple):
        return ", ".join(f"{exact} → {becomes}" for exact, becomes in value)
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def names_in_condition(condition: str) -> set[str]:
    """The parameters that a condition names."""
    terms = map(_TERM.fullmatch, condition.split(" and "))
    return {term["name"] for term in terms if term}


def names_in_text(text: str) -> set[str]:
    """The parameters that the templates of a text name, however deep."""
    names: set[str] = set()

    def note(template: str) -> str:
        condition, asks, _ = template.partition("?")
        names.update(names_in_condition(condition) if asks else {template})
        return ""

    _replaced(text, note)
    return names


def wrong_with_condition(condition: str) -> tuple[str, str] | None:
    """Message and hint about a condition that cannot be read."""
    for term in condition.split(" and "):
        if not _TERM.fullmatch(term):
            return f"the condition {term!r} cannot be read", "as in `not take.lock and take.from = top`"
    return None


def wrong_with_text(text: str) -> tuple[str, str] | None:
    """Message and hint about the first template of a text that cannot be read."""
    found: list[tuple[str, str]] = []

    def check(template: str) -> str:
        found.extend(filter(None, [_wrong_with_template(template)]))
        return ""

    rest = _replaced(text, check)
    for brace, other in ("{}", "}{"):
        if brace in rest:
            found.append((f"there is a `{brace}` without its `{other}` in the text", "write `{parameter}` or `{condition?text|else}`"))
    return found[0] if found else None


def _wrong_with_template(template: str) -> tuple[str, str] | None:
    condition, asks, texts = template.partition("?")
    if not asks and not re.fullmatch(_NAME, template):
        return f"`{{{template}}}` is not a parameter", "write `{parameter}` or `{condition?text|else}`"
    if asks and texts.count("|") != 1:
        number = "no" if "|" not in texts else "more than one"
        return f"`{{{template}}}` has {number} `|`", "write `{condition?text|else}`; either text may be empty"
    return wrong_with_condition(condition) if asks else None
