"""Engines of every shape: what one does not offer is never asked and never passed, and a broken rule is found in whatever it offers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

import pytest
from dhumbal import Deal, Rules
from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.inherit import for_profile
from dhumbal_conformance.model import Scenario, Suite
from dhumbal_conformance.reference import ReferenceEngine
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.runner.outcome import Result
from dhumbal_conformance.suite import load_suite

JSON = dict[str, Any]
PROFILE = "nepali-games"


@cache
def suite() -> Suite:
    return load_suite()


class Lacking(ReferenceEngine):
    """The reference engine without some of what it offers."""

    lacks: tuple[str, ...] = ()
    declares: ClassVar[JSON] = {}

    def initialize(self, **params: Any) -> JSON:
        answer = super().initialize(**params)
        kept = {name: value for name, value in answer["capabilities"].items() if name not in self.lacks}
        return answer | {"capabilities": kept | self.declares}


class ByState(Lacking):
    """Deals only what it is told card by card."""

    declares: ClassVar[JSON] = {"chance": ["refills"]}
    new = None  # type: ignore[assignment]


class NoLoad(Lacking):
    """Deals packs, and sets up nothing."""

    lacks = ("load",)
    load = None  # type: ignore[assignment]


class WholeTurns(Lacking):
    """Cannot stop in the middle of a turn."""

    lacks: tuple[str, ...] = ("half_turns",)
    legal = None  # type: ignore[assignment]

    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        assert action["type"] in ("turn", "call")
        return super().apply(game=game, action=action)

    def observe(self, game: str, **params: Any) -> JSON:
        answer = super().observe(game=game, **params)
        assert (answer["state"]["turn"] or {"step": "start"})["step"] == "start"
        return answer


class OwnDeal(Lacking):
    """Shuffles as it likes."""

    lacks = ("load",)
    declares: ClassVar[JSON] = {"chance": []}

    def new(self, **params: Any) -> JSON:
        return super().new(**params | {"chance": {"pack": sorted(params["chance"]["pack"])}})


class OwnRefill(Lacking):
    """Refills as it likes."""

    declares: ClassVar[JSON] = {"chance": ["pack"]}

    def new(self, **params: Any) -> JSON:
        return super().new(**params | {"chance": {**params["chance"], "refills": [params["chance"]["refills"][0][::-1]]}})

    def load(self, **params: Any) -> JSON:
        return super().load(**params | {"chance": {"refills": [params["chance"]["refills"][0][::-1]]}})


class Telling(Lacking):
    """Tells only some members of a result."""

    told: tuple[str, ...] = ("deltas",)
    declares: ClassVar[JSON] = {"result": ["deltas"]}

    def cut(self, answer: JSON) -> JSON:
        result = {key: value for key, value in answer.pop("result", {}).items() if key in self.told}
        return answer | ({"result": result} if result else {})

    def apply(self, **params: Any) -> JSON:
        return self.cut(super().apply(**params))

    def settle(self, *hands: Any, **params: Any) -> JSON:
        return self.cut(super().settle(*hands, **params))

    def observe(self, game: str, **params: Any) -> JSON:
        return {"state": self.cut(super().observe(game=game, **params)["state"])}


class TellingNothing(Telling):
    told = ()
    declares: ClassVar[JSON] = {"result": []}


class NoReferee(Lacking):
    declares: ClassVar[JSON] = {"observe": ["player"]}


class NoViews(Lacking):
    declares: ClassVar[JSON] = {"observe": ["referee"]}


class Blind(Lacking):
    lacks = ("observe",)


class SettlesOnly(Lacking):
    lacks = ("apply", "load", "legal", "takeable", "judge", "series", "half_turns", "observe", "chance")


class JudgesOnly(Lacking):
    lacks = ("apply", "load", "legal", "takeable", "settle", "series", "half_turns", "observe", "chance")


class LeastOfAll(WholeTurns):
    """Whole turns, tables set up by state, refills as it likes, no codes, and deltas at the end."""

    lacks: tuple[str, ...] = ("half_turns", "codes", "legal", "takeable")
    declares: ClassVar[JSON] = {"chance": [], "observe": ["referee"]}


LONG = 60
"""Plays with more filler turns take their time, and show no more here than shorter ones."""


def scenarios(*kinds: str) -> list[Scenario]:
    """The scenarios of the canonical rules, or those of one kind."""
    ours = [it for it in suite().scenarios.values() if it.profile == PROFILE and (not kinds or it.kind in kinds)]
    return [it for it in ours if sum(step.fill for step in it.play) <= LONG]


SAMPLES: dict[type[Lacking], list[Result]] = {}


def sample(shape: type[Lacking]) -> list[Result]:
    """What comes of every fourth scenario, and of every position."""
    if shape not in SAMPLES:
        SAMPLES[shape] = run(shape, [*scenarios()[::4], *starting("position")])
    return SAMPLES[shape]


def run(make: Callable[[], object], asked: Iterable[Scenario], profile: str = PROFILE) -> list[Result]:
    """What comes of scenarios on an engine."""
    return list(Runner(lambda: PythonConnector(make()), suite().profiles[profile], suite().clauses).run(asked))


def starting(form: str) -> list[Scenario]:
    """The plays that begin with a `deal`, or a `position`."""
    return [it for it in scenarios("play") if it.given and (it.given.pack is None) == (form == "position")]


def one(make: Callable[[], object], scenario: str) -> Result:
    """One scenario of the canonical rules."""
    (result,) = run(make, [suite().scenarios[f"{PROFILE}/{scenario}"]])
    return result


def reasons(results: Iterable[Result]) -> Counter[str]:
    """Why scenarios are unsupported; numbers do not matter."""
    return Counter(re.sub(r"\d+", "N", result.reason) for result in results if result.status == "unsupported")


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


class NoLock(Rules):
    def take(self, deal: Deal, seat: int, card: int) -> None:
        super().take(deal, seat, card)
        deal.locked = None


class TakesWithAnEmptyHand(Rules):
    def may_take_into(self, deal: Deal, seat: int) -> bool:
        return True


class KeepsNothing(Rules):
    def kept(self, deal: Deal) -> list[int]:
        return []


class TheDealerStarts(Rules):
    def starter(self, dealer: int, players: int) -> int:
        return dealer


class SmallPenalty(Rules):
    def caught_payment(self, totals: Any, caller: int) -> int:
        return 20


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


# What players see


class Chatty(ReferenceEngine):
    """Adds something to every player's view."""

    def __init__(self, add: Callable[[JSON, JSON], Any]) -> None:
        super().__init__()
        self.add = add

    def observe(self, game: str, **params: Any) -> JSON:
        answer = super().observe(game=game, **params)
        if params["as"] != "referee":
            full = super().observe(game=game, **{"as": "referee"})["state"]
            answer["state"]["debug"] = {"nested": [self.add(full, answer["state"])]}
        return answer


def top_of_stock(full: JSON, _: JSON) -> Any:
    return {"next card is": full["stock"][:1]}


def in_words(full: JSON, _: JSON) -> Any:
    return f"the stock begins {' and '.join(full['stock'][:1])}."


def as_keys(full: JSON, view: JSON) -> Any:
    hidden = [seat for seat, hand in view["hands"].items() if isinstance(hand, int)]
    return dict.fromkeys((card for seat in hidden for card in full["hands"][seat]), 1)


@pytest.mark.parametrize("leak", [top_of_stock, in_words, as_keys])
def test_a_card_that_is_hidden_may_be_named_nowhere(leak: Callable[[JSON, JSON], Any]) -> None:
    result = one(lambda: Chatty(leak), "call/k-pair-worked-example")
    assert result.status == "failed"
    assert result.failure
    assert result.failure.clauses == ("see.hand", "see.stock")


class Remembers(ReferenceEngine):
    """Shows everybody which cards have been discarded so far."""

    def __init__(self) -> None:
        super().__init__()
        self.lain: dict[str, list[str]] = {}

    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        answer = super().apply(game=game, action=action)
        if answer["accepted"]:
            self.lain.setdefault(game, []).extend(action.get("cards", ()))
        return answer

    def observe(self, game: str, **params: Any) -> JSON:
        return super().observe(game=game, **params) | {"discarded": self.lain.get(game)}


def test_what_lay_open_may_be_named_even_when_it_is_in_the_stock_again() -> None:
    asked = [it for it in scenarios("play") if "refill.rest" in it.clauses]
    assert len(asked) > 4
    assert {result.status for result in run(Remembers, asked)} == {"passed"}


@pytest.mark.parametrize(
    ("change", "about"),
    [
        ({"pile": ["7C"] * 2}, "the discard pile as A sees it"),
        ({"stock": 3}, "number of cards in the stock as A sees it"),
        ({"turns": 5}, "the table's turns as A sees it"),
    ],
)
def test_a_view_agrees_with_the_whole_table(change: JSON, about: str) -> None:
    class Differs(ReferenceEngine):
        def observe(self, game: str, **params: Any) -> JSON:
            answer = super().observe(game=game, **params)
            if params["as"] != "referee":
                answer["state"] |= change
            return answer

    result = one(Differs, "call/k-pair-worked-example")
    assert result.failure
    assert result.failure.what == about


# Several games at once


class OneTable(ReferenceEngine):
    """Has one table, whatever the game is called."""

    def new(self, game: str, **params: Any) -> JSON:
        return super().new(game="only", **params)

    def apply(self, game: str, **params: Any) -> JSON:
        return super().apply(game="only", **params)

    def observe(self, game: str, **params: Any) -> JSON:
        return super().observe(game="only", **params)

    def takeable(self, game: str, **_: Any) -> JSON:
        return super().takeable(game="only")

    def legal(self, game: str, **_: Any) -> JSON:
        return super().legal(game="only")

    def end(self, game: str, **_: Any) -> JSON:
        return {}


class NeverForgets(ReferenceEngine):
    def end(self, game: str, **_: Any) -> JSON:
        return {}


@pytest.mark.parametrize(
    ("engine", "about"),
    [
        (OneTable, "the turn of another game, open at the same time, on which nobody played"),
        (NeverForgets, "what is shown of a game that has been ended"),
    ],
)
def test_games_are_kept_apart_and_forgotten(engine: type[ReferenceEngine], about: str) -> None:
    result = one(engine, "call/k-pair-worked-example")
    assert result.status == "failed"
    assert result.failure
    assert result.failure.what == about


# Another rule system, compared with the reference engine


class Talkative(Lacking):
    """Says more than it is asked, and names no clauses."""

    lacks = ("codes",)

    def apply(self, **params: Any) -> JSON:
        answer = super().apply(**params) | {"extra": 1}
        answer.pop("clause", None)
        return answer | ({"result": answer["result"] | {"note": "well played"}} if "result" in answer else {})


@pytest.mark.parametrize(
    ("engine", "expected"),
    [
        (Talkative, {"passed"}),
        (ByState, {"passed", "unsupported"}),
        (WholeTurns, {"passed", "unsupported"}),
        (OwnRefill, {"passed", "unsupported"}),
        (Telling, {"passed", "unsupported"}),
        (lambda: ByState(NoLock), {"passed", "unsupported", "failed"}),
        (lambda: Talkative(SmallPenalty), {"passed", "failed"}),
    ],
)
def test_a_comparison_takes_every_shape_and_finds_what_differs(engine: Callable[[], object], expected: set[str]) -> None:
    base = suite().profiles[PROFILE]
    ours = replace(base, id="ours", parameters=base.parameters | {"call.limit": 6}, bases=(PROFILE,))
    compared = for_profile(suite(), ours, scenarios()).derived[::4]
    assert len(compared) > 30
    runner = Runner(lambda: PythonConnector(engine()), ours, suite().clauses, {it.id for it in compared})
    assert {result.status for result in runner.run(compared)} == expected
