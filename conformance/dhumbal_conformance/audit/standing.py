"""Scores a recorded series deal by deal, in every way in which its deals can have ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from dhumbal_conformance.audit.clauses import Statements
from dhumbal_conformance.audit.findings import Finding, Report
from dhumbal_conformance.audit.record import Record, RecordedDeal
from dhumbal_conformance.audit.settling import MOST, Comparison, Hands
from dhumbal_conformance.connectors import Connector
from dhumbal_conformance.model import Clause

JSON = dict[str, Any]


def refused_at_once(record: Record, engine: Connector) -> str:
    """The clause by which nobody may play this game at all, such as one with too many players; empty if they may."""
    answer = answered(record, [], engine)
    return "" if answer.get("accepted", True) else str(answer["clause"])


def answered(record: Record, deals: Sequence[JSON], engine: Connector) -> JSON:
    """What the engine makes of a series of deals."""
    rules = {"profile": record.profile.id, "parameters": record.profile.parameters}
    table = {"players": list(record.players), "dealer": record.deals[0].dealer, "scores": record.scores}
    return engine.request("series", {**rules, **table, "deals": list(deals)})


def check_series(
    record: Record, ends: Sequence[list[Hands] | None], engine: Connector, clauses: Mapping[str, Clause], report: Report
) -> None:
    """Compare what is said about dealers, scores and standing; `ends` has the hands that each deal can have ended with."""
    known = so_far_as_known(ends)
    answers = [answered(record, asked(record.deals, hands), engine) for hands in product(*known)]
    anyway = answered(record, asked(record.deals, map(some_end, record.deals)), engine)
    for number, deal in enumerate(record.deals):
        cases: Sequence[Statements] = [after_deal(answer["deals"][number]) for answer in answers] if number < len(known) else ()
        truths = cases or [certain(after_deal(anyway["deals"][number]), record)]
        refusals = {truth.get(("refused", ""), "") for truth in truths}
        if "" not in refusals:
            report.findings.append(Finding(deal.place, deal.number, "this deal may not be played", min(refusals)))
        else:
            told = truths if refusals == {""} else None
            Comparison(told, deal.number, record.profile, clauses).check(deal.series_claims, report)
    is_known = len(known) == len(record.deals)
    finals = [at_the_end(answer) for answer in answers] if is_known else [certain(at_the_end(anyway), record)]
    Comparison(finals, 0, record.profile, clauses).check(record.claims, report)


def some_end(deal: RecordedDeal) -> Hands:
    """An end that a deal may have had, for what does not depend on it."""
    return dict.fromkeys(deal.players, ())


def certain(truth: Statements, record: Record) -> Statements:
    """Of what holds after some end, only what would hold after any: where nobody goes out, when a series is over and mostly who deals."""
    rules = record.profile.parameters
    if rules["series.elimination"] is not None:
        return {}
    keys = {"refused", "over", "out"} | ({"dealer"} if rules["series.starter"] == "dealers-left" else set())
    return {(key, of): value for (key, of), value in truth.items() if key in keys}


def so_far_as_known(ends: Sequence[list[Hands] | None]) -> list[list[Hands]]:
    """The first deals of which it is known how they can have ended, as long as that makes few enough series."""
    known: list[list[Hands]] = []
    for hands in ends:
        if hands is None or prod(map(len, known)) * len(hands) > MOST:
            break
        known.append(hands)
    return known


def asked(deals: Sequence[RecordedDeal], ends: Iterable[Hands]) -> list[JSON]:
    """The deals of which the ends are given, as the protocol has them."""
    return [
        {"caller": deal.caller, "hands": {seat: list(cards) for seat, cards in hands.items()}}
        for deal, hands in zip(deals, ends, strict=False)
    ]


def after_deal(answer: JSON) -> dict[tuple[str, str], Any]:
    """What holds after one deal, in the form of claims."""
    if not answer["accepted"]:
        return {("refused", ""): answer["clause"]}
    return {("refused", ""): "", ("dealer", ""): answer["dealer"], **standing(answer, ("scores",))}


def at_the_end(answer: JSON) -> Statements:
    """What holds at the end, in the form of claims."""
    return {("over", ""): answer["over"], ("winners", ""): tuple(sorted(answer["winners"])), **standing(answer, ("scores", "places"))}


def standing(answer: JSON, keys: tuple[str, ...]) -> dict[tuple[str, str], Any]:
    """Values by seat, and who is out."""
    return {("out", ""): tuple(sorted(answer.get("out", ())))} | {(key, seat): value for key in keys for seat, value in answer[key].items()}
