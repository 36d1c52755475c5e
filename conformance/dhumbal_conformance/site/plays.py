"""A scenario as it was played, step by step, for each kind of scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dhumbal_conformance.model import Question, Scenario, SeriesDeal
from dhumbal_conformance.site.book import Here
from dhumbal_conformance.site.cards import chips
from dhumbal_conformance.site.drawing import lying, score, settlement, signed
from dhumbal_conformance.site.execution import Exchange, Frame, frames, opening, outcome
from dhumbal_conformance.site.markup import table, tag, text
from dhumbal_conformance.site.phrases import caption, expectations


def played(here: Here, scenario: Scenario) -> str:
    """The scenario with everything that happened in it, as one line of HTML."""
    exchanges = here.book.played[scenario.id]
    return tag("div", *_KINDS[scenario.kind](here, scenario, exchanges), cls=f"played {scenario.kind}")


def play(here: Here, scenario: Scenario, exchanges: list[Exchange]) -> Iterator[str]:
    """A deal: the table at first, each step with the table after it, and the settlement."""
    first = opening(exchanges)
    if first:
        yield tag("p", "At the beginning", cls="act") + lying(first, here.book.profile.parameters)
    shown = list(frames(scenario, exchanges))
    yield tag("ol", *(step(here, frame) for frame in shown), cls="steps")
    result = outcome(exchanges)
    if result and shown[-1].state:
        yield settlement(result, shown[-1].state["hands"])


def step(here: Here, frame: Frame) -> str:
    """One step; where nothing has changed, the table is not drawn again."""
    act = tag("p", caption(frame.step, frame.card), *verdict(here, frame.refused), cls="act")
    checks = "".join(tag("li", phrase) for phrase in expectations(frame.step))
    board = lying(frame.state, here.book.profile.parameters) if frame.moved and frame.state else ""
    return tag("li", act, tag("ul", checks, cls="checks") if checks else "", board, cls="refused" if frame.refused else None)


def verdict(here: Here, refused: str | None) -> list[str]:
    """The refusal, if it is one: a sign, the word and the clause."""
    return [" ", tag("span", "✗ refused", cls="no"), " ", here.clause(refused)] if refused else []


def settle(_: Here, scenario: Scenario, exchanges: list[Exchange]) -> Iterator[str]:
    """Hands that are settled without having been played."""
    result = outcome(exchanges)
    assert scenario.settle and result
    yield tag("p", f"The dealer is {tag('b', scenario.settle.dealer)}.", cls="act")
    yield settlement(result, scenario.settle.hands)


def judge(here: Here, scenario: Scenario, exchanges: list[Exchange]) -> Iterator[str]:
    """Questions about cards alone."""
    answers = [exchange.answer for exchange in exchanges if exchange.method == "judge"]
    rows = (judgement(here, question, answer) for question, answer in zip(scenario.judge, answers, strict=True))
    yield table(("question", "cards", "answer"), rows, "sums")


def judgement(here: Here, question: Question, answer: Mapping[str, Any]) -> tuple[str, str, str]:
    """One question with its answer."""
    asked = {"discard": "may these be discarded together?", "call": "may this hand call?", "hand": "what does this hand count?"}[question.type]
    if question.type == "hand":
        return asked, chips(question.cards, "no card"), text(answer["total"])
    if answer["accepted"]:
        return asked, chips(question.cards, "no card"), tag("span", "✓ yes", cls="yes")
    return asked, chips(question.cards, "no card"), "".join(verdict(here, answer.get("clause"))).strip()


def series(here: Here, scenario: Scenario, exchanges: list[Exchange]) -> Iterator[str]:
    """Deals that are scored together."""
    given = scenario.series
    answer = next(exchange.answer for exchange in exchanges if exchange.method == "series")
    assert given
    headings = ("deal", "dealer", "starts", "hands", "ends with", "wins", *(f"{seat} scores" for seat in given.players))
    deals = zip(given.deals, answer["deals"], strict=True)
    yield table(headings, (series_deal(here, number, deal, scored) for number, (deal, scored) in enumerate(deals, start=1)), "sums")
    standing = ((seat, score(answer["scores"][seat]), text(place)) for seat, place in answer["places"].items())
    yield table(("", "score", "place"), standing, "sums")
    yield tag("p", standing_in_words(answer["winners"], over=answer["over"]), cls="ending")


def standing_in_words(winners: Sequence[str], *, over: bool) -> str:
    """Who is in front, or has won."""
    names = " and ".join(tag("b", seat) for seat in winners)
    one = len(winners) == 1
    return f"{names} {'wins' if one else 'share the win of'} the series." if over else f"The series goes on; {names} {'leads' if one else 'lead'}."


def series_deal(here: Here, number: int, deal: SeriesDeal, scored: Mapping[str, Any]) -> Iterator[str]:
    """One deal of a series: a row of the table."""
    hands = "; ".join(f"{seat} {chips(cards, 'no card')}" for seat, cards in deal.hands.items())
    ends = f"{deal.caller}’s call" if deal.caller else "the turn cap"
    yield text(number)
    if not scored["accepted"]:
        yield from ("", "", hands, ends, "".join(verdict(here, scored.get("clause"))), *("" for _ in deal.hands))
        return
    yield from (scored["dealer"], scored["starter"], hands, ends, scored["winner"])
    yield from (f"{score(scored['scores'][seat])} ({signed(change)})" for seat, change in scored["deltas"].items())


_KINDS = {"play": play, "settle": settle, "judge": judge, "series": series}
