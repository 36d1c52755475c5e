"""Engines of every shape: what one does not offer is never asked and never passed, and a broken rule is found in whatever it offers."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

import pytest
from dhumbal import Deal, Rules
from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.reference import ReferenceEngine
from dhumbal_conformance.runner import Runner
from engine_shapes import (
    JSON,
    PROFILE,
    Blind,
    ByState,
    JudgesOnly,
    Lacking,
    LeastOfAll,
    NoLoad,
    NoLock,
    NoReferee,
    NoViews,
    OwnDeal,
    OwnRefill,
    SettlesOnly,
    SmallPenalty,
    Telling,
    TellingNothing,
    WholeTurns,
    one,
    reasons,
    run,
    sample,
    scenarios,
    starting,
    suite,
)

SHAPES = {
    ByState: ("the engine cannot be told the order of the pack, so that dealing cannot be checked",),
    NoLoad: ("the engine does not offer load, and no other form was found in which the same must happen",),
    OwnDeal: ("the engine deals in an order of its own: the deal was read back", "the engine offers neither load nor chance pack"),
    OwnRefill: ("the stock was refilled in an order of the engine's own: steps compared: N; the refill has the right cards",),
    Telling: ("the engine's results do not tell `",),
    TellingNothing: ("the engine's results do not tell `",),
    NoReferee: ("the engine does not offer observe referee",),
    NoViews: ("the engine does not offer observe player",),
    Blind: ("the engine does not offer observe referee", "the engine does not offer observe player"),
    SettlesOnly: ("the engine does not offer apply", "the engine does not offer judge", "the engine does not offer series"),
    JudgesOnly: ("the engine does not offer apply", "the engine does not offer settle", "the engine does not offer series"),
    WholeTurns: ("the engine does not offer half_turns: everything was compared except ",),
}


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_what_an_engine_does_not_offer_is_unsupported_with_a_reason_and_the_rest_passes(shape: type[Lacking]) -> None:
    results = sample(shape)
    assert {result.status for result in results} == {"passed", "unsupported"}
    assert all(reason.startswith(SHAPES[shape]) for reason in reasons(results))


@pytest.mark.parametrize(
    ("shape", "asked", "least"),
    [
        (ByState, "deal", 0.85),
        (ByState, "position", 1),
        (NoLoad, "deal", 1),
        (NoLoad, "position", 0.2),
        (WholeTurns, "deal", 0.35),
        (WholeTurns, "position", 0.2),
        (OwnRefill, "deal", 0.85),
    ],
)
def test_most_plays_are_put_in_another_form(shape: type[Lacking], asked: str, least: float) -> None:
    ids = {it.id for it in starting(asked)}
    found = Counter(result.status for result in sample(shape) if result.id in ids)
    assert found["passed"] >= least * found.total()


def test_an_engine_that_offers_little_of_everything_still_gets_a_report() -> None:
    results = run(LeastOfAll, starting("deal")[::10])
    assert {result.status for result in results} == {"passed", "unsupported"}


def test_nothing_is_rehearsed_for_an_engine_that_offers_everything() -> None:
    runner = Runner(lambda: PythonConnector(ReferenceEngine()), suite().profiles[PROFILE], suite().clauses)
    assert {result.status for result in runner.run(scenarios("play")[::20])} == {"passed"}
    assert runner.reference is None


@pytest.mark.parametrize(
    ("shape", "kind"),
    [(SettlesOnly, "settle"), (JudgesOnly, "judge")],
)
def test_an_engine_with_one_method_is_checked_for_that_one(shape: type[Lacking], kind: str) -> None:
    assert {result.status for result in run(shape, scenarios(kind))} == {"passed"}


class NoTakeable(Lacking):
    lacks = ("legal", "takeable")


def test_what_cannot_be_shown_is_left_out_and_the_rest_is_compared() -> None:
    result = one(NoTakeable, "call/k-pair-worked-example")
    assert result.status == "unsupported"
    assert result.reason == "the engine does not offer legal and takeable: everything was compared except legal and takeable"


# The same shapes with a rule broken


class TakesWithAnEmptyHand(Rules):
    def may_take_into(self, deal: Deal, seat: int) -> bool:
        return True


class KeepsNothing(Rules):
    def kept(self, deal: Deal) -> list[int]:
        return []


class TheDealerStarts(Rules):
    def starter(self, dealer: int, players: int) -> int:
        return dealer


class FourCards(Rules):
    def deal_hands(self, deal: Deal, pack: Any) -> Any:
        rest = super().deal_hands(deal, pack)
        card = deal.hands[0].bit_length() - 1
        deal.hands[0] ^= 1 << card
        return [*rest, card]


class LosesACard(Rules):
    def deal_hands(self, deal: Deal, pack: Any) -> Any:
        return super().deal_hands(deal, pack)[:-1]


class CallsInTheSecondRound(Rules):
    def why_not_call(self, deal: Deal, seat: int) -> str | None:
        return super().why_not_call(deal, seat) or ("call.any-turn" if deal.turns < deal.players else None)


@pytest.mark.parametrize(
    ("shape", "wrong", "clause"),
    [
        (ByState, NoLock, "take.lock"),
        (WholeTurns, NoLock, "take.lock"),
        (NoLoad, TakesWithAnEmptyHand, "take.empty-hand"),
        (OwnRefill, KeepsNothing, "refill.keeps"),
        (OwnDeal, TheDealerStarts, "deal.starter"),
        (OwnDeal, FourCards, "deal.hands"),
        (OwnDeal, LosesACard, "pack.cards"),
        (Telling, SmallPenalty, "settle.caught.flat"),
        (SettlesOnly, SmallPenalty, "settle.caught.flat"),
        (NoReferee, SmallPenalty, "settle.caught.flat"),
        (LeastOfAll, NoLock, "take.lock"),
        (NoTakeable, TakesWithAnEmptyHand, "take.empty-hand"),
    ],
)
def test_a_broken_rule_is_found_in_every_shape(shape: type[Lacking], wrong: type[Rules], clause: str) -> None:
    asked = [it for it in scenarios() if clause in it.clauses]
    failures = [result.failure for result in run(lambda: shape(wrong), asked) if result.status == "failed"]
    assert any(failure and clause in failure.clauses for failure in failures)


def test_no_form_hides_a_rule_about_the_turns_played_so_far() -> None:
    """A position reached by several turns would let this engine pass where one may call at once."""
    result = one(lambda: NoLoad(CallsInTheSecondRound), "call/before-everybody-had-a-turn")
    assert result.status == "unsupported"


# Whole turns


class HalfDone(Lacking):
    """Draws even where the discard of the same turn is refused."""

    lacks = ("half_turns",)

    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        answer = super().apply(game=game, action=action)
        if not answer["accepted"] and action["type"] == "turn" and answer["clause"] == "discard.held":
            ReferenceEngine.apply(self, game=game, action={"player": action["player"], "type": "draw", **action["draw"]})
        return answer


def test_a_refused_turn_must_have_changed_nothing() -> None:
    asked = [it for it in scenarios() if "discard.held" in it.clauses]
    assert "failed" in {result.status for result in run(HalfDone, asked)}


class TurnsAndOwnRefills(WholeTurns):
    """Whole turns, and refills in an order that nobody can know."""

    declares: ClassVar[JSON] = {"chance": ["pack"]}

    def new(self, game: str, chance: JSON, **params: Any) -> JSON:
        return super().new(game=game, chance=chance | {"refills": [order[::-1] for order in chance["refills"]]}, **params)

    def load(self, game: str, chance: JSON, **params: Any) -> JSON:
        return super().load(game=game, chance=chance | {"refills": [order[::-1] for order in chance["refills"]]}, **params)


def test_a_turn_that_discards_the_card_of_an_unknown_refill_is_not_held_against_the_engine() -> None:
    refilled = [it for it in scenarios("play") if any(clause.startswith("refill.") for clause in it.clauses)]
    assert {result.status for result in run(TurnsAndOwnRefills, refilled)} <= {"passed", "unsupported"}


class WrongCard(WholeTurns):
    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        answer = super().apply(game=game, action=action)
        return answer | ({"card": "AS"} if "card" in answer else {})


def test_the_card_that_a_turn_drew_is_compared() -> None:
    """The scenario has a call in the middle of a turn, which is left out, and is played all the same."""
    assert one(WholeTurns, "call/k-pair-worked-example").status == "unsupported"
    result = one(WrongCard, "call/k-pair-worked-example")
    assert result.failure
    assert result.failure.what == "the card drawn"
