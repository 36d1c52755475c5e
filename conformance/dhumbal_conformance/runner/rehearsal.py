"""Rehearsals: a scenario played on the reference engine first, to see that it holds and to know every hand and every card drawn."""

from __future__ import annotations

from typing import NamedTuple

from dhumbal_conformance.model import Action, Card, Given, Scenario, Step
from dhumbal_conformance.runner import play
from dhumbal_conformance.runner.compare import State
from dhumbal_conformance.runner.outcome import Mismatch
from dhumbal_conformance.runner.session import Session


class Deed(NamedTuple):
    """An action of the rehearsal: the step it belongs to, the clause that refused it, the card drawn, and the table before and after it."""

    step: Step
    action: Action
    refused: str | None
    card: Card | None
    before: State
    after: State


class Rehearsed(play.Table):
    """A table at the reference engine, of which every action is noted."""

    def __init__(self, session: Session, given: Given) -> None:
        super().__init__(session, given)
        self.deeds: list[Deed] = []

    def apply(self, action: Action, refused: str | None = None) -> Card | None:
        """Do one action and note it; nobody asks for the tables between filler turns."""
        before, step = self.state, self.session.step
        card = super().apply(action, refused)
        if isinstance(step, Step) and not step.fill:
            self.look()
        assert before is not None
        assert self.state is not None
        assert isinstance(step, Step)
        self.deeds.append(Deed(step, action, refused, card, before, self.state))
        return card

    def observe(self) -> None:
        """Look at the whole table; what its players see is of no interest here."""
        self.look()


def rehearse(reference: Session, scenario: Scenario) -> list[Deed] | None:
    """Every action of the scenario as the reference engine has it; None where the reference engine does not pass it."""
    assert scenario.given is not None
    table = Rehearsed(reference, scenario.given)
    return table.deeds if holds(reference, scenario, table) else None


def holds(reference: Session, scenario: Scenario, table: play.Table | None = None) -> bool:
    """Whether the reference engine passes the scenario."""
    try:
        play.check(reference, scenario, table)
    except Mismatch:
        return False
    return True
