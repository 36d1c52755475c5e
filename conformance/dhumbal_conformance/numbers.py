"""Deal numbers: a whole number names a shuffled pack, by an order that any language works out in a few lines.

Deal `n` is the pack sorted by the SHA-256 digest of the ASCII text `n card`, as in `4711 KS`, ascending. Its k-th refill order, with k
counted from 1, is the pack sorted by the digest of `n/k card`, as in `4711/1 KS`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from hashlib import sha256

from dhumbal_conformance.model import Card

REFILLS = 8
"""How many refill orders go with a numbered deal where all are sent beforehand; the last of them serves every further refill."""


def dealt_pack(number: int, pack: Iterable[Card]) -> list[Card]:
    """The cards of a numbered deal in the order in which they are dealt, the first card first."""
    return _sorted_by_digest(str(number), pack)


def refill_order(number: int, k: int, pack: Iterable[Card]) -> list[Card]:
    """The order of the whole pack that a numbered deal uses for its k-th refill; the first refill has k = 1."""
    return _sorted_by_digest(f"{number}/{k}", pack)


def refill_orders(number: int, pack: Collection[Card]) -> tuple[tuple[Card, ...], ...]:
    """The refill orders that go with a numbered deal, the one for its first refill first."""
    return tuple(tuple(refill_order(number, k, pack)) for k in range(1, REFILLS + 1))


def _sorted_by_digest(label: str, pack: Iterable[Card]) -> list[Card]:
    return sorted(pack, key=lambda card: sha256(f"{label} {card}".encode("ascii")).digest())
