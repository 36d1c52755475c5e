"""Questions beside the deals: settlements, judgements and series, with hands that tie, reach limits and put players out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from dhumbal_conformance.fuzz.openings import Deck, seats
from dhumbal_conformance.fuzz.script import JSON, Reference, ending, place, scenario
from dhumbal_conformance.loader.notation import hand_total
from dhumbal_conformance.model import Card, Profile, Question, Scenario, Seat, Series, SeriesDeal, Settlement

JUDGEMENTS = 8
MOST_DEALS = 7
ELSEWHERE = (50, 100, 150, -100)
"""Scores at which other tables reduce a score or put a player out."""
RUNS = (2, 3, 3, 4, 5, 6, 7, 13)
"""So many cards has a run that is judged: also more than any hand has."""
OFTEN = 0.5
SELDOM = 0.15


def small_hand(deck: Deck, choose: Random) -> list[Card]:
    """A hand as at the end of a deal: mostly a few low cards, so that totals tie, or none; now and then a dear one."""
    kind = choose.random()
    if kind < SELDOM:
        return deck.some(5)
    return deck.some(choose.choice((0, 1, 1, 2))) if kind < OFTEN else deck.low(choose.choice((1, 1, 2, 3)))


def hands_of(at_table: Sequence[Seat], deck: Deck, choose: Random) -> dict[Seat, tuple[Card, ...]]:
    """A hand for everybody, several of them of equal totals now and then."""
    found = {seat: small_hand(deck, choose) for seat in at_table}
    first, *others = choose.sample(list(at_table), len(at_table))
    for seat in others if choose.random() < OFTEN else ():
        if choose.random() < OFTEN and found[first]:
            found[seat] = deck.equal(found[first]) or found[seat]
    return {seat: tuple(cards) for seat, cards in found.items()}


def may_have_called(at_table: Iterable[Seat], hands: dict[Seat, tuple[Card, ...]], profile: Profile, choose: Random) -> Seat | None:
    """Somebody whose total allows a call; nobody where a deal can end without one, now and then, or must."""
    limit = profile.parameters["call.limit"]
    callers = [seat for seat in at_table if limit is None or hand_total(hands[seat], profile.parameters) <= limit]
    uncalled = profile.parameters["cap.turns"] is not None or profile.parameters["refill.keeps"] is None
    return choose.choice(callers) if callers and not (uncalled and choose.random() < SELDOM) else None


def can_end(caller: Seat | None, profile: Profile) -> bool:
    """Whether a deal can have ended so."""
    return caller is not None or profile.parameters["cap.turns"] is not None or profile.parameters["refill.keeps"] is None


def settlement(reference: Reference, number: int, choose: Random, players: int | None) -> Scenario | None:
    """Hands to be settled; None when these could not have ended a deal."""
    profile, deck = reference.profile, Deck(number, reference.profile)
    at_table = seats(profile, choose, players)
    hands = hands_of(at_table, deck, choose)
    caller = may_have_called(at_table, hands, profile, choose)
    asked = Settlement(choose.choice(at_table), caller, hands)
    return settled(reference, asked) if can_end(caller, profile) else None


def settled(reference: Reference, asked: Settlement) -> Scenario:
    """The scenario in which these hands are settled as the reference engine does."""
    answer = reference.ask_rules("settle", players=list(asked.hands), dealer=asked.dealer, caller=asked.caller, hands=asked.hands)
    return scenario(reference.profile, "settle", settle=asked, then=ending(answer["result"]))


def judgements(reference: Reference, number: int, choose: Random, _: int | None) -> Scenario:
    """Several questions about cards alone."""
    deck = Deck(number, reference.profile)
    asked = [question(deck, choose) for _ in range(JUDGEMENTS)]
    return judged(reference, [(kind, tuple(cards)) for kind, cards in asked])


def question(deck: Deck, choose: Random) -> tuple[Any, list[Card]]:
    """A discard that is nearly right or right, a call near the limit, or a hand."""
    deck.cards = [*deck.cards[7:], *deck.cards[:7]]
    fresh = replaced(deck)
    kind = choose.random()
    if kind < 0.2:
        return "call", near_limit(fresh, choose)
    if kind < 0.3:
        return "hand", fresh.some(choose.randint(0, 6))
    return "discard", near_miss(fresh, choose)


def replaced(deck: Deck) -> Deck:
    """The same cards once more: what is taken of them does not lack in the next question."""
    twin = Deck.__new__(Deck)
    twin.parameters, twin.cards = deck.parameters, list(deck.cards)
    return twin


def near_limit(deck: Deck, choose: Random) -> list[Card]:
    """A hand at the limit for a call or about it."""
    aim = (deck.parameters["call.limit"] or 5) + choose.choice((-1, 0, 0, 1, 1, 2))
    cards: list[Card] = []
    for card in list(deck.cards):
        if deck.value(card) <= aim:
            aim -= deck.value(card)
            cards.append(card)
        if aim == 0 and len(cards) > 1:
            break
    return cards[:5]


def near_miss(deck: Deck, choose: Random) -> list[Card]:
    """A set or a run, whole or with a card too few, too many, changed, or in another order."""
    cards = (
        deck.alike(choose.randint(1, 4 * deck.parameters["pack.count"]), choose)
        if choose.random() < OFTEN
        else deck.run(choose.choice(RUNS), choose)
    )
    change = choose.random()
    if change < 0.15:
        cards = cards[1:] + deck.some(1)
    elif change < 0.3:
        cards = cards + deck.some(1)
    elif change < 0.45:
        cards = choose.sample(cards, len(cards))
    elif change < 0.55:
        cards = cards + [card for card in deck.cards if card[0] == "X"][:1]
    elif change < 0.6:
        cards = cards + cards[:1]
    return cards


def judged(reference: Reference, asked: Iterable[tuple[Any, tuple[Card, ...]]]) -> Scenario:
    """The scenario in which these questions are answered as the reference engine does."""
    questions = tuple(answered(reference, line, kind, cards) for line, (kind, cards) in enumerate(asked, start=1))
    return scenario(reference.profile, "judge", judge=questions)


def answered(reference: Reference, line: int, kind: Any, cards: tuple[Card, ...]) -> Question:
    """One question with its answer."""
    answer = reference.ask_rules("judge", question={"type": kind, "cards" if kind == "discard" else "hand": cards})
    text = f"{kind} {' '.join(cards) or 'none'}"
    return Question(place(line), text, kind, cards, answer.get("clause"), answer.get("total"))


def series(reference: Reference, number: int, choose: Random, players: int | None) -> Scenario | None:
    """Several deals scored together, the first of which brings a score to a limit, or to a number that is reduced; None if it cannot be."""
    profile = reference.profile
    at_table = seats(profile, choose, players)
    asked = Series(at_table, choose.choice(at_table), {}, ())
    for k in range(choose.randint(1, MOST_DEALS)):
        asked = one_more_deal(reference, asked, Deck(number * MOST_DEALS + k, profile), choose)
        if k == 0:
            asked = asked._replace(scores=telling_scores(reference, asked, choose))
    if choose.random() < SELDOM:
        asked = levelled(reference, asked)
    return scored(reference, asked) if asked.deals else None


def levelled(reference: Reference, asked: Series) -> Series:
    """The series with such scores before the first deal that all would be equal in the end."""
    final = ask_series(reference, asked)["scores"]
    most = max(final.values())
    return asked._replace(scores={seat: asked.scores.get(seat, 0) + most - score for seat, score in final.items()})


def one_more_deal(reference: Reference, asked: Series, deck: Deck, choose: Random) -> Series:
    """The series with another deal, by those who are still in; now and then by one who is out, or without one who is in."""
    gone = set(ask_series(reference, asked).get("out", ())) if asked.deals else set()
    playing = [seat for seat in asked.players if seat not in gone]
    if choose.random() < SELDOM and reference.profile.parameters["series.elimination"]:
        playing = playing[1:] if len(playing) > 2 and choose.random() < OFTEN else list(asked.players)
    hands = hands_of(playing, deck, choose)
    caller = may_have_called(playing, hands, reference.profile, choose)
    if not can_end(caller, reference.profile):
        return asked
    return asked._replace(deals=(*asked.deals, SeriesDeal(place(len(asked.deals) + 1), caller, hands, {})))


def telling_scores(reference: Reference, asked: Series, choose: Random) -> dict[Seat, int]:
    """Scores before the first deal, such that it brings some of them to a limit, one beside it, or to a number that is reduced."""
    parameters = reference.profile.parameters
    limit = parameters["series.limit"]
    aims = [*(score for score, _ in parameters["series.resets"] or ()), *([limit, limit] if limit else ()), *ELSEWHERE]
    together = limit is not None and choose.random() < OFTEN / 2
    first = ask_series(reference, asked)["deals"] if asked.deals else []
    deltas = first[0].get("deltas", {}) if first else {}
    beside = (1, 1, 2) if together else (0, 0, 0, 1, -1, -20)
    near = {seat: (limit if together else choose.choice(aims)) + choose.choice(beside) - deltas.get(seat, 0) for seat in asked.players}
    lowest = 0 if parameters["settle.scoring"] == "penalty" else -1000
    top = (limit or 1000) - (parameters["series.elimination"] == "at-least")
    return {seat: min(max(score, lowest), top) for seat, score in near.items() if together or choose.random() < OFTEN}


def ask_series(reference: Reference, asked: Series) -> JSON:
    """What the reference engine makes of a series."""
    deals = [{"caller": deal.caller, "hands": deal.hands} for deal in asked.deals]
    return reference.ask_rules("series", players=list(asked.players), dealer=asked.dealer, scores=asked.scores, deals=deals)


def scored(reference: Reference, asked: Series) -> Scenario:
    """The scenario in which this series is scored as the reference engine does."""
    answer = ask_series(reference, asked)
    deals = tuple(
        deal._replace(place=place(line), expect=expectation(found))
        for line, (deal, found) in enumerate(zip(asked.deals, answer["deals"], strict=True), start=1)
    )
    then = {key: tuple(value) if isinstance(value, list) else value for key, value in answer.items() if key not in ("deals", "accepted")}
    return scenario(reference.profile, "series", series=asked._replace(deals=deals), then=then)


def expectation(found: JSON) -> JSON:
    """What must come of one deal of a series, by the keys of the scenario format."""
    if not found["accepted"]:
        return {"refused": found["clause"]}
    told = {key: value for key, value in found.items() if key != "accepted" and value is not None}
    return told | ({"out": tuple(found["out"])} if "out" in found else {})
