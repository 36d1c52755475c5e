"""Scoring a series."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dhumbal_conformance.model import Scenario, Series, SeriesDeal
from dhumbal_conformance.runner.compare import same, same_map
from dhumbal_conformance.runner.session import Session, member


def check(session: Session, scenario: Scenario) -> None:
    """Hand over all deals, then compare each deal's answer and the end; raises `Mismatch`."""
    session.need("series")
    session.key = "standing"
    series = scenario.series
    assert series is not None
    answer = score(session, series)
    if "refused" in scenario.then:
        session.check_verdict(answer, scenario.then["refused"], "the series")
        return
    answers = member(answer, "deals", list)
    same("number of deals answered", len(series.deals), len(answers))
    for number, (deal, scored) in enumerate(zip(series.deals, answers, strict=True), start=1):
        session.step = deal
        check_deal(session, number, deal, scored)
    session.step = None
    check_standing(scenario.then, answer)


def score(session: Session, series: Series) -> dict[str, Any]:
    """An engine's scores of the deals."""
    deals = [{"caller": deal.caller, "hands": {seat: list(cards) for seat, cards in deal.hands.items()}} for deal in series.deals]
    return session.ask_rules("series", players=list(series.players), dealer=series.dealer, scores=series.scores, deals=deals)


def check_deal(session: Session, number: int, deal: SeriesDeal, scored: Mapping[str, Any]) -> None:
    """One deal of the series."""
    if not session.check_verdict(scored, deal.expect.get("refused"), f"deal {number}"):
        return
    for key in [key for key in ("dealer", "starter", "winner") if key in deal.expect]:
        same(f"the {key} of deal {number}", deal.expect[key], scored.get(key))
    if "out" in deal.expect:
        same(f"who goes out with deal {number}", sorted(deal.expect["out"]), sorted(scored.get("out") or []))
    for table in [table for table in ("deltas", "scores") if table in deal.expect]:
        same_map(f"the {table} of deal {number}", deal.expect[table], scored.get(table))


def check_standing(then: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
    """The standing after the last deal."""
    for key in [key for key in ("scores", "places") if key in then]:
        same_map(f"the {key}", then[key], answer.get(key))
    if "winners" in then:
        same("the winners", sorted(then["winners"]), sorted(answer.get("winners") or []))
    if "out" in then:
        same("who is out", sorted(then["out"]), sorted(answer.get("out") or []))
    if "over" in then:
        same("whether the series is over", then["over"], answer.get("over"))
