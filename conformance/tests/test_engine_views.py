"""What is looked at after every answer, whatever a scenario asks: views, games side by side, and another rule system."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.inherit import for_profile
from dhumbal_conformance.reference import ReferenceEngine
from dhumbal_conformance.runner import Runner
from engine_shapes import (
    JSON,
    PROFILE,
    ByState,
    Lacking,
    NoLock,
    OwnRefill,
    SmallPenalty,
    Telling,
    WholeTurns,
    one,
    run,
    scenarios,
    suite,
)

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


class TellsAll(ReferenceEngine):
    """Names the top of the stock to everybody, the referee among them, wherever the path says."""

    def __init__(self, *path: str) -> None:
        super().__init__()
        self.path = path

    def observe(self, game: str, **params: Any) -> JSON:
        answer = super().observe(game=game, **params)
        *way, member = self.path
        place = answer["state"]
        for step in way:
            place = place.setdefault(step, {}) if answer["state"]["turn"] else {}
        place[member] = super().observe(game=game, **{"as": "referee"})["state"]["stock"][:1]
        return answer


@pytest.mark.parametrize("path", [("next",), ("turn", "next"), ("last", "next"), ("last", "cards"), ("result", "note")])
def test_a_hidden_card_is_no_less_hidden_for_being_named_to_the_referee_too(path: tuple[str, ...]) -> None:
    result = one(lambda: TellsAll(*path), "call/k-pair-worked-example")
    assert result.failure
    assert result.failure.clauses == ("see.hand", "see.stock")


def as_caller(state: JSON, card: str, _: str) -> None:
    state["caller"] = card


def as_a_seat(state: JSON, card: str, viewer: str) -> None:
    state["hands"][card] = [] if viewer == "referee" else 0


def as_a_kind_of_action(state: JSON, card: str, _: str) -> None:
    state["last"] = {"player": "A", "type": card}


@pytest.mark.parametrize("name", [as_caller, as_a_seat, as_a_kind_of_action])
def test_a_hidden_card_is_not_named_where_another_word_belongs(name: Callable[[JSON, str, str], None]) -> None:
    class Tells(ReferenceEngine):
        """Puts the top of the stock where another word belongs, for everybody."""

        def observe(self, game: str, **params: Any) -> JSON:
            answer = super().observe(game=game, **params)
            name(answer["state"], super().observe(game=game, **{"as": "referee"})["state"]["stock"][0], params["as"])
            return answer

    result = one(Tells, "call/k-pair-worked-example")
    assert result.failure
    assert result.failure.clauses == ("see.hand", "see.stock")


@pytest.mark.parametrize("odd", [{"cards": None}, {"cards": 5}, {"cards": [["KS"]]}, {"card": []}, {"type": {}}, {"player": []}])
def test_an_odd_last_action_is_no_trouble_for_the_harness(odd: JSON) -> None:
    class Odd(ReferenceEngine):
        """Shows a last action that is none."""

        def observe(self, game: str, **params: Any) -> JSON:
            answer = super().observe(game=game, **params)
            answer["state"]["last"] = {"player": "A", "type": "draw", "from": "discard", **odd}
            return answer

    assert {result.status for result in run(Odd, scenarios("play")[:20])} <= {"passed", "failed", "error"}


@pytest.mark.parametrize("number", [1.0, True])
def test_a_number_of_cards_is_a_whole_number_in_every_view(number: object) -> None:
    class Counts(ReferenceEngine):
        """Shows other hands of one card by something that equals 1."""

        def observe(self, game: str, **params: Any) -> JSON:
            answer = super().observe(game=game, **params)
            hands = answer["state"]["hands"]
            answer["state"]["hands"] = {seat: number if hand == 1 else hand for seat, hand in hands.items()}
            return answer

    results = run(Counts, [it for it in scenarios("play") if it.area == "empty"])
    assert any(result.kind == "protocol" for result in results)


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
    ours = base._replace(id="ours", parameters=base.parameters | {"call.limit": 6}, bases=(PROFILE,))
    compared = for_profile(suite(), ours, scenarios()).derived[::4]
    assert len(compared) > 30
    runner = Runner(lambda: PythonConnector(engine()), ours, suite().clauses, {it.id for it in compared})
    assert {result.status for result in runner.run(compared)} == expected
