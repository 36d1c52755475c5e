"""Engines that deal or refill in an order of their own: it is read back and checked, and what follows from it is not compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dhumbal_conformance.model import Card, Given
from dhumbal_conformance.runner.compare import State, same, same_cards
from dhumbal_conformance.runner.filler import after
from dhumbal_conformance.runner.outcome import Mismatch, Unsupported
from dhumbal_conformance.runner.session import Session

if TYPE_CHECKING:
    from dhumbal_conformance.runner.play import Table


def is_told(session: Session, given: Given) -> bool:
    """Whether the engine starts from the very cards that the scenario gives."""
    return given.pack is None or session.offers("chance", "pack")


def check_deal(table: Table) -> None:
    """The deal that the engine made on its own is a right one; then raises `Unsupported`, for the scenario itself cannot be played."""
    session, given = table.session, table.given
    try:
        table.look()
    except Mismatch as mismatch:
        raise Mismatch(mismatch.what, mismatch.expected, mismatch.actual, mismatch.clauses or ("pack.cards",)) from mismatch
    state = table.state
    if state is None:
        raise Unsupported("the engine deals in an order of its own, and does not show the table to the referee")
    parameters = session.profile.parameters
    for seat in given.players:
        same(f"number of cards dealt to {seat}", parameters["deal.hand"], len(state["hands"].get(seat, ())), ("deal.hands",))
    same("number of cards in the discard pile after the deal", 1, len(state["pile"]), ("deal.upcard",))
    starter = after(given.players, given.dealer, parameters["direction"])
    same("the player to act after the deal", starter, (state["turn"] or {}).get("player"), ("deal.starter",))
    same("turns completed after the deal", 0, state["turns"])
    table.progress.open = set(state["pile"])
    for _ in given.players:
        table.observe()
    raise Unsupported("the engine deals in an order of its own: the deal was read back and is right; what is played on it was not compared")


def check_refill(session: Session, before: State, now: State, card: Card | None) -> bool:
    """The right cards were refilled, whatever their order; whether they were several, so that their order matters."""
    keeps = session.profile.parameters["refill.keeps"]
    kept = 1 if keeps == "top-card" else before.get("previous", 1)
    clause = "refill.keeps" if keeps == "top-card" else "refill.keeps-previous"
    stays, goes = before["pile"][:kept], before["pile"][kept:]
    same("the foot of the discard pile after the refill", stays, now["pile"][len(now["pile"]) - kept :], (clause,))
    same_cards("the cards refilled, with the one drawn of them", goes, [card, *now["stock"]], ("refill.rest", "refill.draw"))
    return len(goes) > 1


def refill_ends(steps: int, found: str) -> Unsupported:
    """Why the play stops at a refill, and what was found of it."""
    return Unsupported(
        f"the stock was refilled in an order of the engine's own: steps compared: {steps}; {found}; the rest was not compared"
    )
