"""Messages as JSON in UTF-8, read strictly: what two languages could read differently is refused."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from dhumbal_conformance.connectors.copies import DEEPEST

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


def sent_and_received(value: Any) -> Any:
    """What becomes of a value on its way; raises TypeError or ValueError for one that JSON does not have."""
    line = encode(value)
    return _not_too_deep(json.loads(line), line)


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
