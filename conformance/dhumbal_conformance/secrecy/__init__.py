"""Secrecy: of two deals that differ only in what a player may not know, that player must be shown the same.

Unlike a look at one view, this finds what hides behind no card's name: an order, a number, a refusal that depends on a card unseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dhumbal_conformance.runner.session import Session
from dhumbal_conformance.secrecy.pairs import Means, make_pair
from dhumbal_conformance.secrecy.shown import Difference, NotPlayed, leaks
from dhumbal_conformance.secrecy.telling import Pair


@dataclass(frozen=True, slots=True)
class Comparison:
    """A pair, what was shown differently, and why it could not be compared, where that is so."""

    pair: Pair
    differences: tuple[Difference, ...] = ()
    not_played: str = ""


def compare(session: Session, reference: Session, numbers: Iterable[int]) -> Iterator[Comparison]:
    """Put the pairs of these numbers to an engine; raises `Unsupported` before the first if the engine does not offer what it takes."""
    means = Means.of(session)
    for number in numbers:
        pair = make_pair(number, reference, means)
        try:
            yield Comparison(pair, tuple(leaks(session, pair)))
        except NotPlayed as reason:
            yield Comparison(pair, not_played=str(reason))
