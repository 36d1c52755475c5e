"""In which form a scenario is put to an engine: its own, or another one in which the same must happen."""

from __future__ import annotations

from collections.abc import Callable

from dhumbal_conformance.model import Given, Scenario
from dhumbal_conformance.runner import play
from dhumbal_conformance.runner.outcome import Unsupported
from dhumbal_conformance.runner.session import Session


def check(session: Session, scenario: Scenario, reference: Callable[[], Session]) -> None:
    """Play the scenario in a form that suits the engine; raises `Unsupported` if there is none, or none that has all of it."""
    session.need("apply")
    assert scenario.given is not None
    as_it_is = can_begin(session, scenario.given)
    if as_it_is and (session.capabilities.get("half_turns") or deals_in_own_order(session, scenario)):
        play.check(session, scenario)
    else:
        check_otherwise(session, scenario, reference())


def check_otherwise(session: Session, scenario: Scenario, reference: Session) -> None:
    """Play the scenario in another form; raises `Unsupported` if there is none that has all of it."""
    from dhumbal_conformance.runner.other_forms import rehearsed  # which most engines never need

    form, left_out = rehearsed(session, scenario, reference)
    try:
        play.check(session, form)
    except Unsupported as lack:
        raise Unsupported(f"{lack} and {left_out}" if left_out else str(lack)) from lack
    if left_out:
        raise Unsupported(f"the engine does not offer half_turns: everything was compared except {left_out}")


def can_begin(session: Session, given: Given) -> bool:
    """Whether the engine can be asked for the start as it is given: a deal, if need be in an order of its own, or a position."""
    loads = bool(session.capabilities.get("load"))
    return loads if given.pack is None else session.offers("chance", "pack") or not loads


def deals_in_own_order(session: Session, scenario: Scenario) -> bool:
    """Whether all that can be seen of the scenario is the deal that the engine makes on its own."""
    return bool(scenario.given and scenario.given.pack and not session.offers("chance", "pack") and not session.capabilities.get("load"))
