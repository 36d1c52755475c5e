"""How a scenario should have gone: the table at each of its steps, as the reference engine has it, for reports to draw.

A scene is an object with `text` and `line` of a step, `note` (what becomes of it), `hands` by seat, `pile` and `laid` (cards), `stock` (how
many cards), and `turn` (who is to act); of the last five those are empty, or null, that the step does not show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from dhumbal_conformance.model import Card, Place, Scenario
from dhumbal_conformance.runner.recording import Exchange, Frame, State, frames, opening, outcome

Scene = dict[str, Any]
KEYS = ("ended", "caller", "winner", "totals", "payments", "deltas")
"""What is told of a result."""


def scenes(scenario: Scenario, exchanges: list[Exchange]) -> Iterator[Scene]:
    """Every step that the reference engine has come to."""
    kinds = {"play": play, "settle": settle, "judge": judge, "series": series}
    return kinds[scenario.kind](scenario, exchanges)


def scene(text: str, place: Place | None, note: str = "", hands: Mapping[str, Iterable[Card]] | None = None) -> Scene:
    """A step without a table."""
    shown = {seat: list(cards) for seat, cards in (hands or {}).items()}
    return {
        "text": text,
        "line": place.line if place else 0,
        "note": note,
        "hands": shown,
        "pile": [],
        "laid": [],
        "stock": None,
        "turn": "",
    }


def with_table(bare: Scene, state: State) -> Scene:
    """A step with the table after it."""
    table = {"pile": list(state["pile"]), "laid": list(state.get("pending") or ()), "stock": len(state["stock"])}
    hands = {seat: list(cards) for seat, cards in state["hands"].items()}
    return {**bare, **table, "hands": hands, "turn": (state["turn"] or {}).get("player") or ""}


def play(scenario: Scenario, exchanges: list[Exchange]) -> Iterator[Scene]:
    """A deal: the table at first, after each step, and how it ended."""
    first = opening(exchanges)
    if first:
        yield with_table(scene("at the beginning", None), first)
    for frame in frames(scenario, exchanges):
        bare = scene(frame.step.text, frame.step.place, note_of(frame))
        yield with_table(bare, frame.state) if frame.moved and frame.state else bare
    if scenario.then:
        yield scene("then", scenario.then_place, told(outcome(exchanges)))


def note_of(frame: Frame) -> str:
    """What becomes of a step."""
    return f"refused: {frame.refused}" if frame.refused else f"draws {frame.card}" if frame.card else ""


def told(result: Mapping[str, Any] | None) -> str:
    """How a deal ended, in a line."""
    return "; ".join(f"{key} {words(result[key])}" for key in KEYS if result.get(key) is not None) if result else "the deal goes on"


def words(value: object) -> str:
    """Numbers by seat, or anything else as it is."""
    return ", ".join(f"{seat} {number}" for seat, number in value.items()) if isinstance(value, dict) else str(value)


def settle(scenario: Scenario, exchanges: list[Exchange]) -> Iterator[Scene]:
    """The hands, and how they are settled."""
    assert scenario.settle
    place = scenario.then_place or scenario.place
    yield scene("then", place, told(outcome(exchanges)), scenario.settle.hands)


def judge(scenario: Scenario, exchanges: list[Exchange]) -> Iterator[Scene]:
    """Each question with its cards and its answer."""
    for question in scenario.judge:
        answers = [exchange.answer for exchange in exchanges if exchange.part is question]
        yield scene(question.text, question.place, " ".join(map(verdict, answers)), {"": question.cards})


def verdict(answer: Mapping[str, Any]) -> str:
    """An answer about cards alone, or about a deal of a series."""
    if answer.get("accepted") is False:
        return f"refused: {answer.get('clause')}"
    return f"total {answer['total']}" if "total" in answer else "accepted"


def series(scenario: Scenario, exchanges: list[Exchange]) -> Iterator[Scene]:
    """Each deal with its hands and what it changes."""
    assert scenario.series
    answers = [deal for exchange in exchanges if exchange.method == "series" for deal in exchange.answer["deals"]]
    for deal, answer in zip(scenario.series.deals, answers, strict=False):
        changes = [f"{key} {words(answer[key])}" for key in ("deltas", "scores") if key in answer]
        yield scene(deal.text, deal.place, "; ".join(changes) or verdict(answer), deal.hands)
