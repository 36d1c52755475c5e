"""Checks the record of a real game against the rules: its moves, its settlement, its scores.

`record` reads it, `places` follows the cards as far as they were seen, `replay` judges the moves, `settling` and `standing` compare what
was written down at the end, and `findings` are what comes of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from dhumbal_conformance.audit.findings import Finding, Report
from dhumbal_conformance.audit.record import Record, RecordedDeal, read_record
from dhumbal_conformance.audit.replay import follow, judge, show
from dhumbal_conformance.audit.settling import Comparison, Hands, judge_shown, possible_hands, settle
from dhumbal_conformance.audit.standing import check_series, refused_at_once
from dhumbal_conformance.connectors import Connector
from dhumbal_conformance.connectors.python import REFERENCE, from_spec
from dhumbal_conformance.loader.table import Table
from dhumbal_conformance.model import Clause


def audit(path: Path, clauses: Mapping[str, Clause]) -> tuple[Record, Report]:
    """The record in a file, and everything that is wrong with it or cannot be told; raises `BadFiles` when it cannot be read."""
    record, report, engine = read_record(path), Report(), from_spec(REFERENCE)
    if clause := refused_at_once(record, engine):
        report.findings.append(Finding(record.place, 0, f"{len(record.players)} players may not play this game", clause))
        return record, report
    ends = [check_deal(record, deal, engine, clauses, report) for deal in record.deals]
    check_series(record, ends, engine, clauses, report)
    return record, report


def check_deal(record: Record, deal: RecordedDeal, engine: Connector, clauses: Mapping[str, Clause], report: Report) -> list[Hands] | None:
    """Judge the moves of one deal and what is said about its end; the hands with which it can have ended, or None if that is not known."""
    followed = follow(deal, Table(deal.players, record.profile, {}))
    if deal.moves is None:
        report.findings += judge_shown(deal, engine, record.profile)
    else:
        if followed.whole:
            show(followed, report)
        if not judge(followed, engine, report):
            text = "how the deal ends: the moves stop before its end, and what is said about the end is not checked"
            report.findings.append(Finding(deal.place, deal.number, text, open=True))
            return None
    hands = possible_hands(followed, record.profile)
    truths = settle(followed, hands, engine, record.profile) if hands is not None else None
    Comparison(truths, deal.number, record.profile, clauses).check(deal.claims, report)
    return hands
