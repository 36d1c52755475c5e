"""Other forms of a scenario, for engines that cannot be asked in its own.

A deal may be set up by state, a position may be dealt and played towards, and two half turns may be one. A form is only used when the
reference engine, asked in that very form, passes what the scenario's author has written. Otherwise the scenario is unsupported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dhumbal_conformance.model import Given, Profile, Scenario
from dhumbal_conformance.runner.filler import in_order_from
from dhumbal_conformance.runner.forms import can_begin
from dhumbal_conformance.runner.outcome import Unsupported
from dhumbal_conformance.runner.redeal import redeals
from dhumbal_conformance.runner.rehearsal import holds, rehearse
from dhumbal_conformance.runner.session import Session
from dhumbal_conformance.runner.whole_turns import in_whole_turns

DEALING = ("deal.", "setup.players", "setup.lot", "setup.seats", "pack.")
"""How the ids of clauses begin that speak of dealing itself."""


def rehearsed(session: Session, scenario: Scenario, reference: Session) -> tuple[Scenario, str]:
    """The first form that the reference engine passes, too, and what had to be left out of it."""
    for form in openings(session, scenario):
        if session.capabilities.get("half_turns"):
            if holds(reference, form):
                return form, ""
        elif (deeds := rehearse(reference, form)) is not None:
            whole, left_out = in_whole_turns(form, deeds, reference.profile)
            if holds(reference, whole):
                return whole, left_out
    raise Unsupported(f"the engine does not offer {lacking(session, scenario)}, and no other form was found in which the same must happen")


def lacking(session: Session, scenario: Scenario) -> str:
    """What the engine would need for the scenario's own form."""
    dealt = scenario.given is not None and scenario.given.pack is not None
    if dealt and not session.offers("chance", "pack"):
        return "chance pack"
    return "half_turns" if dealt or session.capabilities.get("load") else "load"


def openings(session: Session, scenario: Scenario) -> Iterator[Scenario]:
    """The scenario from each start that the engine can be given, its own first; raises `Unsupported` where there can be none."""
    given = scenario.given
    assert given is not None
    if can_begin(session, given):
        yield scenario
    elif given.pack is not None:
        if any(clause.startswith(DEALING) for clause in scenario.clauses):
            raise Unsupported("the engine cannot be told the order of the pack, so that dealing cannot be checked")
        yield scenario._replace(given=dealt_out(given, session.profile))
    elif session.offers("chance", "pack"):
        yield from redeals(scenario, session.profile)
    else:
        raise Unsupported("the engine offers neither load nor chance pack, so the position cannot be reached")


def dealt_out(given: Given, profile: Profile) -> Given:
    """The position right after a deal."""
    assert given.pack is not None
    players, size = given.players, profile.parameters["deal.hand"]
    dealt = size * len(players)
    order = in_order_from(players, given.dealer, profile)
    state: dict[str, Any] = {
        "players": list(players),
        "dealer": given.dealer,
        "turn": {"player": order[0], "step": "start"},
        "turns": 0,
        "hands": {seat: list(given.pack[order.index(seat) : dealt : len(players)]) for seat in players},
        "stock": list(given.pack[dealt + 1 :]),
        "pile": [given.pack[dealt]],
        "previous": 1,
        "pending": [],
    }
    return given._replace(pack=None, state=state)
