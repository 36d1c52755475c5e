"""A scenario as it was played, step by step, for each kind of scenario."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from dhumbal_conformance.faces import by_rank
from dhumbal_conformance.loader.words import Words
from dhumbal_conformance.model import Question, Scenario, Series, SeriesDeal
from dhumbal_conformance.runner.recording import Exchange, Frame, frames, opening, outcome
from dhumbal_conformance.site.book import Here
from dhumbal_conformance.site.cards import chips
from dhumbal_conformance.site.drawing import lying, score, settlement, signed
from dhumbal_conformance.site.markup import table, tag, text
from dhumbal_conformance.site.phrases import caption, expectations


def played(here: Here, scenario: Scenario, *, briefly: bool = False) -> str:
    """The scenario with everything that happened in it, as one line of HTML; `briefly` draws after each step only the hands it changed."""
    exchanges = here.book.played[scenario.id]
    if scenario.kind == "play":
        parts = play(here, scenario, exchanges, briefly=briefly)
    else:
        parts = _CARDS_ALONE[scenario.kind](here, scenario, exchanges)
    return tag("section", *parts, cls="played")


def play(here: Here, scenario: Scenario, exchanges: list[Exchange], *, briefly: bool) -> Iterator[str]:
    """A deal: the table at first, each step with the table after it, and the settlement."""
    first, shown = opening(exchanges), list(frames(scenario, exchanges))
    if first:
        # A scenario that looks at the table before anybody acts says what must hold at the beginning.
        at_once = shown.pop(0) if is_look(shown[0]) and len(shown) > 1 else None
        yield tag("p", here.words("beginning"), cls="act") + (checks(here, at_once) if at_once else "")
        yield lying(first, here.book.parameters, here.words)
    yield tag("ol", *(step(here, frame, briefly=briefly) for frame in shown), cls="steps")
    result = outcome(exchanges)
    if result and shown[-1].state:
        yield settlement(result, shown[-1].state["hands"], here.book.parameters, here.words)


def step(here: Here, frame: Frame, *, briefly: bool) -> str:
    """One step."""
    draws_first = here.book.parameters["turn.order"] == "draw-then-discard"
    told = caption(here.words, frame.step, frame.card, draws_first=draws_first)
    act = tag("p", told, *verdict(here, frame.refused), cls="act")
    return tag("li", act, checks(here, frame), board(here, frame, briefly=briefly), cls="refused" if frame.refused else None)


def board(here: Here, frame: Frame, *, briefly: bool) -> str:
    """The table after a step, unless it lies as before; briefly, without the hands that did, and not when the settlement shows them all."""
    if not frame.moved or frame.state is None or (briefly and frame.state.get("result")):
        return ""
    return lying(frame.state, here.book.parameters, here.words, frame.touched if briefly else None)


def is_look(frame: Frame) -> bool:
    """Whether nobody acts in this step."""
    return frame.action is None and not frame.step.fill


def checks(here: Here, frame: Frame) -> str:
    """What the scenario demands after a step, and what was so."""
    phrases = "".join(tag("li", phrase) for phrase in expectations(here.words, frame.step))
    return tag("ul", phrases, cls="checks") if phrases else ""


def verdict(here: Here, refused: str | None) -> list[str]:
    """The refusal, if it is one: a sign, the word and the clause."""
    return [" ", tag("span", f"✗ {here.words('refused')}", cls="no"), " ", here.clause(refused)] if refused else []


def settle(here: Here, scenario: Scenario, exchanges: list[Exchange]) -> Iterator[str]:
    """Hands that are settled without having been played."""
    result = outcome(exchanges)
    assert scenario.settle
    assert result
    yield tag("p", here.words("settle.dealer", player=tag("b", scenario.settle.dealer)), cls="act")
    yield settlement(result, scenario.settle.hands, here.book.parameters, here.words)


def judge(here: Here, scenario: Scenario, exchanges: list[Exchange]) -> Iterator[str]:
    """Questions about cards alone."""
    answers = [exchange.answer for exchange in exchanges if exchange.method == "judge"]
    rows = (judgement(here, question, answer) for question, answer in zip(scenario.judge, answers, strict=True))
    yield table(headings(here, "question", "cards", "answer"), rows, "sums")


def judgement(here: Here, question: Question, answer: Mapping[str, Any]) -> tuple[str, str, str]:
    """One question with its answer."""
    asked, cards = here.words(f"asked.{question.type}"), chips(question.cards, here.words, "cards.none")
    if question.type == "hand":
        return asked, cards, text(answer["total"])
    if answer["accepted"]:
        return asked, cards, tag("span", f"✓ {here.words('yes')}", cls="yes")
    return asked, cards, "".join(verdict(here, answer.get("clause"))).strip()


def headings(here: Here, *names: str) -> list[str]:
    """The headings of a table; one without name stays empty."""
    return [here.words(f"head.{name}") if name else "" for name in names]


def series(here: Here, scenario: Scenario, exchanges: list[Exchange]) -> Iterator[str]:
    """Deals that are scored together, and the standing after the last."""
    answer = next(exchange.answer for exchange in exchanges if exchange.method == "series")
    assert scenario.series
    if "deals" not in answer:
        yield tag("p", here.words("series.all"), *verdict(here, answer.get("clause")), cls="act")
        return
    deals = zip(scenario.series.deals, answer["deals"], scores_before(scenario.series, answer["deals"]), strict=True)
    yield tag("ol", *(tag("li", *series_deal(here, deal, scored, before)) for deal, scored, before in deals), cls="steps")
    yield tag("p", standing_in_words(here.words, answer["winners"], over=answer["over"]), cls="ending")
    out = answer.get("out", ())
    rows = ((seat, score(answer["scores"][seat]) + left(here.words, seat, out), text(place)) for seat, place in answer["places"].items())
    yield table(headings(here, "", "score", "place"), rows, "sums")


def scores_before(series: Series, deals: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, int]]:
    """The scores with which each deal begins; a deal that was refused changed none."""
    scores: Mapping[str, int] = dict.fromkeys(series.players, 0) | series.scores
    for deal in deals:
        yield scores
        scores = deal.get("scores", scores)


def series_deal(here: Here, deal: SeriesDeal, scored: Mapping[str, Any], before: Mapping[str, int]) -> Iterator[str]:
    """One deal of a series, with what it changes."""
    if not scored["accepted"]:
        yield tag("p", here.words("series.one-more"), *verdict(here, scored.get("clause")), cls="act")
        return
    yield tag("p", ", ".join(deal_in_words(here, deal, scored)), cls="act")
    rows = (
        (
            seat,
            chips(by_rank(hand), here.words, "cards.none"),
            signed(scored["deltas"][seat]),
            new_score(here.words, seat, scored, before),
        )
        for seat, hand in deal.hands.items()
    )
    yield table(headings(here, "player", "hand", "change", "score"), rows, "sums")


def deal_in_words(here: Here, deal: SeriesDeal, scored: Mapping[str, Any]) -> Iterator[str]:
    """Who deals, who begins, how the deal ends and who is lowest, a phrase each."""
    words, parameters = here.words, here.book.parameters
    yield words("series.deals", player=tag("b", scored["dealer"]))
    yield words("series.starts", player=tag("b", scored["starter"]))
    without_caller = "series.dry" if parameters["refill.keeps"] is None else "series.cap"
    yield words("series.calls", player=tag("b", deal.caller)) if deal.caller else words(without_caller)
    winner = scored.get("winner")
    if winner:
        wins = winner == deal.caller or parameters["settle.scoring"] == "transfer"
        yield words("series.wins" if wins else "series.lowest", player=tag("b", winner))


def new_score(words: Words, seat: str, scored: Mapping[str, Any], before: Mapping[str, int]) -> str:
    """A player's score after a deal; with the number that was reduced, if one was, and whether the player is out with it."""
    now, added = scored["scores"][seat], before.get(seat, 0) + scored["deltas"][seat]
    reduced = "" if now == added else f" ({words('series.becomes', before=score(added), after=score(now))})"
    return score(now) + reduced + left(words, seat, scored.get("out", ()))


def left(words: Words, seat: str, out: Container[str]) -> str:
    """What stands after the score of a player who is out of the series."""
    return " " + tag("span", words("series.out"), cls="out") if seat in out else ""


def standing_in_words(words: Words, winners: Sequence[str], *, over: bool) -> str:
    """Who is in front, or has won."""
    *others, last = (tag("b", seat) for seat in winners)
    names = words("series.and", players=", ".join(others), player=last) if others else last
    return words("series.won" if over else "series.goes-on", count=len(winners), players=names)


_CARDS_ALONE = {"settle": settle, "judge": judge, "series": series}
