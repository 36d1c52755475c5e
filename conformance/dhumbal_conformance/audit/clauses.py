"""The clause that stands behind a number at the end: what to read when it is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dhumbal_conformance.audit.record import Claim
from dhumbal_conformance.loader.templates import applies
from dhumbal_conformance.model import Clause, Profile

Statements = Mapping[tuple[str, str], Any]
"""What holds at the end, by key and seat, as claims state it."""

ENDINGS = {"won": "settle.won", "caught": "settle.caught", "cap": "cap.turns", "dry": "refill.none"}


def clause_behind(claim: Claim, truth: Statements, profile: Profile, clauses: Mapping[str, Clause]) -> str:
    """The first clause that decides this claim and is part of the profile's rules."""
    candidates = _SERIES.get(claim.key) or tuple(_of_a_deal(claim, truth, profile))
    return next(name for name in (*candidates, "settle.show") if applies(clauses[name], profile.parameters))


def _of_a_deal(claim: Claim, truth: Statements, profile: Profile) -> Iterator[str]:
    ended = truth["ended", ""]
    if claim.key == "totals":
        yield "value.total"
    elif claim.key == "ended":
        yield ENDINGS[ended]
    elif claim.key == "winner":
        yield from _winner(truth, ended)
    elif profile.parameters["settle.scoring"] == "transfer" and claim.of == truth["winner", ""]:
        yield "settle.collects"
    elif claim.of == truth["caller", ""]:
        yield from _caller(truth, ended, profile)
    else:
        yield from _others(truth[claim.key, claim.of], ended)


def _winner(truth: Statements, ended: str) -> Iterator[str]:
    """Who wins, or has the lowest hand."""
    if ended != "caught":
        yield from {"won": ["settle.won"], "cap": ["cap.lowest"]}.get(ended, ["refill.none"])
        return
    others = [total for (key, seat), total in truth.items() if key == "totals" and seat != truth["caller", ""]]
    tie = others.count(min(others)) > 1
    yield from ("settle.ties", "series.winner-tie") if tie else ("settle.caught.winner", "series.winner-starts")


def _caller(truth: Statements, ended: str, profile: Profile) -> Iterator[str]:
    """What the caller pays or scores."""
    if ended == "won":
        yield "settle.won"
        return
    own = truth["totals", truth["caller", ""]]
    others = [total for (key, seat), total in truth.items() if key == "totals" and seat != truth["caller", ""]]
    margin = profile.parameters["settle.caught.margin"]
    if sum(total <= own for total in others) > 1:
        yield "settle.caught.each"
    if margin is not None and own - min(others) > margin:
        yield "settle.caught.margin"
    yield from ("settle.caught.plus", "settle.caught.flat")


def _others(points: int | None, ended: str) -> Iterator[str]:
    """What anybody else pays or scores."""
    if ended in ("cap", "dry"):
        yield from ("cap.no-penalty", "refill.none") if ended == "cap" else ("refill.none",)
        return
    if not points:
        yield "settle.zero"
    yield "settle.others"
    if ended == "won":
        yield "settle.others.won"
    yield from ("settle.others.nothing", "settle.others.above")
    if not points:
        yield "settle.lowest.zero"
    yield "settle.others.hands"


_SERIES = {
    "dealer": ("series.rotation", "series.winner-starts"),
    "scores": ("series.score",),
    "out": ("series.out", "series.no-elimination"),
    "places": ("series.places",),
    "winners": ("series.highest", "series.lowest", "series.last"),
    "over": ("series.deals", "series.last"),
}
