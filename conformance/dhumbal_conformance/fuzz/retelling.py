"""A scenario told again by the reference engine, after something was left out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dhumbal_conformance.fuzz.questions import judged, scored, settled
from dhumbal_conformance.fuzz.script import Looks, Reference, Script
from dhumbal_conformance.model import Action, Given, Scenario


def played(reference: Reference, given: Given, actions: Iterable[Action]) -> Script:
    """These actions in this deal, as the reference engine has them."""
    script = Script(reference, given)
    for action in actions if script.state else ():
        script.do(action)
    return script


def retold(reference: Reference, scenario: Scenario, looks: Looks) -> Scenario:
    """The scenario with what must happen worked out afresh; of a deal everything that can be seen is told at its last step."""
    return TELLERS[scenario.kind](reference, scenario, looks)


def _play(reference: Reference, scenario: Scenario, looks: Looks) -> Scenario:
    assert scenario.given is not None
    script = played(reference, scenario.given, (step.action for step in scenario.play if step.action))
    script.look_at_last(looks)
    return script.scenario


def _settle(reference: Reference, scenario: Scenario, _: Looks) -> Scenario:
    assert scenario.settle is not None
    return settled(reference, scenario.settle)


def _judge(reference: Reference, scenario: Scenario, _: Looks) -> Scenario:
    return judged(reference, [(question.type, question.cards) for question in scenario.judge])


def _series(reference: Reference, scenario: Scenario, _: Looks) -> Scenario:
    assert scenario.series is not None
    return scored(reference, scenario.series)


Teller = Callable[[Reference, Scenario, Looks], Scenario]
TELLERS: dict[str, Teller] = {
    "play": _play,
    "settle": _settle,
    "judge": _judge,
    "series": _series,
}
