"""Settling given hands."""

from __future__ import annotations

from typing import Any

from dhumbal_conformance.model import Scenario
from dhumbal_conformance.runner.result import check_result
from dhumbal_conformance.runner.session import Session


def check(session: Session, scenario: Scenario) -> None:
    """Let the engine settle the hands, and compare; raises `Mismatch`."""
    session.need("settle")
    session.key = "then"
    check_result(session, scenario.then, settle(session, scenario).get("result"))


def settle(session: Session, scenario: Scenario) -> dict[str, Any]:
    """An engine's settlement of the hands."""
    given = scenario.settle
    assert given is not None
    hands = {seat: list(cards) for seat, cards in given.hands.items()}
    return session.ask_rules("settle", players=list(hands), dealer=given.dealer, caller=given.caller, hands=hands)
