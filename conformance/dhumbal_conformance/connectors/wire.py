"""Messages as JSON in UTF-8, read strictly: what two languages could read differently is refused."""

from __future__ import annotations

import json
from typing import Any, NoReturn

DEEPEST = 100
"""So many lists and objects may lie within one another; a message of the protocol has less than ten."""

_TEXTS = frozenset((str,))
_PLAIN = frozenset((bool, int, type(None)))
_SIMPLE = _PLAIN | _TEXTS

_encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def encode(value: Any) -> bytes:
    """A value as JSON on one line; raises TypeError or ValueError for one that JSON does not have."""
    return _encoder.encode(value).encode()


def decode(line: bytes) -> Any:
    """The value of one line of JSON; raises ValueError for bytes that are not UTF-8 or text that is not strict JSON."""
    try:
        value = _decoder.decode(line.decode())
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if b"\\u" in line:
        # Half a surrogate pair can be escaped in JSON, but is no text: it would break whatever report shows it.
        encode(value)
    return _not_too_deep(value, line)


def copy(value: Any) -> Any:
    """The value as it would arrive at the other end of a wire; raises TypeError or ValueError for one that JSON does not have."""
    try:
        return _twin(value, DEEPEST)
    except (_Unusual, TypeError):
        line = encode(value)
        return _not_too_deep(json.loads(line), line)


class _Unusual(Exception):
    """A value of which only the encoder knows what would arrive, if anything."""


def _twin(value: Any, deepest: int) -> Any:
    """The same value once more, which is quicker than to write and read it."""
    kind = type(value)
    if kind is dict and deepest and "".join(value).isascii():
        twin = value.copy()
        for name, part in value.items():
            # Most members are short texts or numbers, for which a call would take longer than the copy.
            if type(part) not in _PLAIN and not (type(part) is str and part.isascii()):
                twin[name] = _twin(part, deepest - 1)
        return twin
    if (kind is list or kind is tuple) and deepest:
        if _TEXTS.issuperset(map(type, value)) and "".join(value).isascii():
            return list(value)
        return [_twin(part, deepest - 1) for part in value]
    if kind in _PLAIN or (kind is str and value.isascii()):
        return value
    raise _Unusual


def handed_over(value: Any) -> Any:
    """An object or a list as it would arrive at the other end of a wire; one that the harness has made need not be looked at for errors."""
    if type(value) is not dict:
        return [part if type(part) in _SIMPLE else handed_over(part) for part in value]
    twin = value.copy()
    for name, part in value.items():
        if type(part) not in _SIMPLE:
            twin[name] = handed_over(part)
    return twin


def _not_too_deep(value: Any, line: bytes) -> Any:
    """The value of a line. One that is nested too deeply would exhaust whatever compares or shows it."""
    # Counting is quick, and settles it for all but a few long lists.
    if line.count(b"[") + line.count(b"{") > DEEPEST and _is_deeper(value, DEEPEST):
        raise ValueError("nested too deeply")
    return value


def _is_deeper(value: Any, most: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    return not most or any(_is_deeper(part, most - 1) for part in (value.values() if isinstance(value, dict) else value))


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has the same key twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
