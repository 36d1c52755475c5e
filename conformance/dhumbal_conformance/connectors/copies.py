"""What the harness and an engine in this process hand to one another: copies, as if a wire lay between."""

from __future__ import annotations

from typing import Any

DEEPEST = 100
"""So many lists and objects may lie within one another; a message of the protocol has less than ten."""

_TEXTS = frozenset((str,))
_SIMPLE = frozenset((str, bool, int, type(None)))


def copy(value: Any) -> Any:
    """The value as it would arrive at the other end of a wire; raises TypeError or ValueError for one that JSON does not have."""
    try:
        return _twin(value, DEEPEST)
    except (_Unusual, TypeError):
        from dhumbal_conformance.connectors.wire import sent_and_received  # which hardly any engine needs

        return sent_and_received(value)


class _Unusual(Exception):
    """A value of which only the encoder knows what would arrive, if anything."""


def _twin(value: Any, deepest: int) -> Any:
    """The same value once more, which is quicker than to write and read it."""
    kind = type(value)
    if kind is dict and deepest and _TEXTS.issuperset(map(type, value)):
        twin = value.copy()
        for name, part in value.items():
            # Most members are texts or numbers, for which a call would take longer than the copy.
            if type(part) not in _SIMPLE:
                twin[name] = _twin(part, deepest - 1)
        return twin
    if (kind is list or kind is tuple) and deepest:
        return list(value) if _SIMPLE.issuperset(map(type, value)) else [_twin(part, deepest - 1) for part in value]
    if kind in _SIMPLE:
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
