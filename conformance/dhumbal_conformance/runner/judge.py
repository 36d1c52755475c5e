"""Judging cards alone."""

from __future__ import annotations

from typing import Any

from dhumbal_conformance.model import Question, Scenario
from dhumbal_conformance.runner.compare import MISSING, same
from dhumbal_conformance.runner.session import Session


def check(session: Session, scenario: Scenario) -> None:
    """Put each question and compare the answers; raises `Mismatch`."""
    session.need("judge")
    for question in scenario.judge:
        session.step = question
        put(session, question)


def put(session: Session, question: Question) -> None:
    """One question and its answer."""
    answer = session.ask_rules("judge", question=asked(question))
    if question.type == "hand":
        same("the hand's total", question.total, answer.get("total", MISSING))
    else:
        session.check_verdict(answer, question.refused, f"the {question.type}")


def asked(question: Question) -> dict[str, Any]:
    """A question as the protocol puts it."""
    key = "cards" if question.type == "discard" else "hand"
    return {"type": question.type, key: list(question.cards)}
