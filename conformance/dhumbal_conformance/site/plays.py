"""A scenario as it was played, step by step, for each kind of scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dhumbal_conformance.model import Question, Scenario, SeriesDeal
from dhumbal_conformance.site.book import Here
from dhumbal_conformance.site.cards import by_rank, chips
from dhumbal_conformance.site.drawing import lying, score, settlement, signed
from dhumbal_conformance.site.execution import Exchange, Frame, frames, opening, outcome
from dhumbal_conformance.site.markup import table, tag, text
from dhumbal_conformance.site.phrases import caption, expectations


def played(here: Here, scenario: Scenario, *, briefly: bool = False) -> str:
    """The scenario with everything that happened in it, as one line of HTML; `briefly` draws after each step only the hands it changed."""
    exchanges = here.book.played[scenario.id]
    if scenario.kind == "play":
        parts = play(here, scenario, exchanges, briefly=briefly)
    else:
        parts = _CARDS_ALONE[scenario.kind](here, scenario, exchanges)
    # Not a `div`: the search would take the end of the first one inside for the end of what it is to pass over.
    return tag("section", *parts, cls="played", data_search_exclude="data-search-exclude")


def play(here: Here, scenario: Scenario, exchanges: list[Exchange], *, briefly: bool) -> Iterator[str]:
    """A deal: the table at first, each step with the table after it, and the settlement."""
    first, shown = opening(exchanges), list(frames(scenario, exchanges))
    if first:
        # A scenario that looks at the table before anybody acts says what must hold at the beginning.
        at_once = shown.pop(0) if is_look(shown[0]) and len(shown) > 1 else None
        yield tag("p", "At the beginning", cls="act") + (checks(at_once) if at_once else "")
        yield lying(first, here.book.profile.parameters)
    yield tag("ol", *(step(here, frame, briefly=briefly) for frame in shown), cls="steps")
    result = outcome(exchanges)
    if result and shown[-1].state:
        yield settlement(result, shown[-1].state["hands"])


def step(here: Here, frame: Frame, *, briefly: bool) -> str:
    """One step."""
    act = tag("p", caption(frame.step, frame.card), *verdict(here, frame.refused), cls="act")
    return tag("li", act, checks(frame), board(here, frame, briefly=briefly), cls="refused" if frame.refused else None)


def board(here: Here, frame: Frame, *, briefly: bool) -> str:
    """The table after a step, unless it lies as before; briefly, without the hands that did, and not when the settlement shows them all."""
    if not frame.moved or frame.state is None or (briefly and frame.state.get("result")):
        return ""
    return lying(frame.state, here.book.profile.parameters, frame.touched if briefly else None)


def is_look(frame: Frame) -> bool:
    """Whether nobody acts in this step."""
    return frame.action is None and not frame.step.fill


def checks(frame: Frame) -> str:
    """What the scenario demands after a step, and what was so."""
    phrases = "".join(tag("li", phrase) for phrase in expectations(frame.step))
    return tag("ul", phrases, cls="checks") if phrases else ""


def verdict(here: Here, refused: str | None) -> list[str]:
    """The refusal, if it is one: a sign, the word and the clause."""
    return [" ", tag("span", "✗ refused", cls="no"), " ", here.clause(refused)] if refused else []


def settle(_: Here, scenario: Scenario, exchanges: list[Exchange]) -> Iterator[str]:
    """Hands that are settled without having been played."""
    result = outcome(exchanges)
    assert scenario.settle
    assert result
    yield tag("p", f"The dealer is {tag('b', scenario.settle.dealer)}.", cls="act")
    yield settlement(result, scenario.settle.hands)


def judge(here: Here, scenario: Scenario, exchanges: list[Exchange]) -> Iterator[str]:
    """Questions about cards alone."""
    answers = [exchange.answer for exchange in exchanges if exchange.method == "judge"]
    rows = (judgement(here, question, answer) for question, answer in zip(scenario.judge, answers, strict=True))
    yield table(("question", "cards", "answer"), rows, "sums")


def judgement(here: Here, question: Question, answer: Mapping[str, Any]) -> tuple[str, str, str]:
    """One question with its answer."""
    asked = {"discard": "may these be discarded together?", "call": "may this hand call?", "hand": "what does this hand count?"}[
        question.type
    ]
    if question.type == "hand":
        return asked, chips(question.cards, "no card"), text(answer["total"])
    if answer["accepted"]:
        return asked, chips(question.cards, "no card"), tag("span", "✓ yes", cls="yes")
    return asked, chips(question.cards, "no card"), "".join(verdict(here, answer.get("clause"))).strip()


def series(here: Here, scenario: Scenario, exchanges: list[Exchange]) -> Iterator[str]:
    """Deals that are scored together, and the standing after the last."""
    answer = next(exchange.answer for exchange in exchanges if exchange.method == "series")
    assert scenario.series
    deals = (series_deal(here, deal, scored) for deal, scored in zip(scenario.series.deals, answer["deals"], strict=True))
    yield tag("ol", *(tag("li", *parts) for parts in deals), cls="steps")
    yield tag("p", standing_in_words(answer["winners"], over=answer["over"]), cls="ending")
    yield table(
        ("", "score", "place"), ((seat, score(answer["scores"][seat]), text(place)) for seat, place in answer["places"].items()), "sums"
    )


def series_deal(here: Here, deal: SeriesDeal, scored: Mapping[str, Any]) -> Iterator[str]:
    """One deal of a series, with what it changes."""
    ends = f"{tag('b', deal.caller)} calls" if deal.caller else "the deal ends at the turn cap"
    if not scored["accepted"]:
        yield tag("p", "One more deal", *verdict(here, scored.get("clause")), cls="act")
        return
    dealer, starter, winner = (tag("b", scored[key]) for key in ("dealer", "starter", "winner"))
    yield tag("p", f"{dealer} deals, {starter} has the first turn, {ends}, {winner} wins", cls="act")
    rows = (
        (seat, chips(by_rank(hand), "no card"), signed(scored["deltas"][seat]), score(scored["scores"][seat]))
        for seat, hand in deal.hands.items()
    )
    yield table(("player", "hand", "change", "score"), rows, "sums")


def standing_in_words(winners: Sequence[str], *, over: bool) -> str:
    """Who is in front, or has won."""
    names = " and ".join(tag("b", seat) for seat in winners)
    one = len(winners) == 1
    return (
        f"{names} {'wins' if one else 'share the win of'} the series."
        if over
        else f"The series goes on; {names} {'leads' if one else 'lead'}."
    )


_CARDS_ALONE = {"settle": settle, "judge": judge, "series": series}
