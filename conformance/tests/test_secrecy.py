"""Secrecy in pairs: right engines show a player the same of both deals, every leak is found, and each pair is what it says."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.connectors.streams import StreamConnector
from dhumbal_conformance.loader.profiles import load_profile
from dhumbal_conformance.loader.rulebook import clauses_of, read_chapters
from dhumbal_conformance.model import Clause
from dhumbal_conformance.reference import JSON, ReferenceEngine
from dhumbal_conformance.runner.outcome import Unsupported
from dhumbal_conformance.runner.session import Session
from dhumbal_conformance.secrecy import Comparison, compare
from dhumbal_conformance.secrecy.pairs import Means, make_pair
from dhumbal_conformance.secrecy.shown import retold
from dhumbal_conformance.secrecy.telling import KINDS
from leaking_engines import LEAKS, Leaky, Limited

PROFILES = ("nepali-games", "doumebash", "pagat-yaniv", "pagat-yaniv-two-packs", "pagat-nepal-jokers", "cardrulesplus-anticlockwise")
EVERYTHING = Means(pack=True, load=True, refills=True, half_turns=True)
JAVASCRIPT = Path(__file__).parents[1] / "adapters" / "javascript" / "engine.mjs"


@cache
def clauses() -> dict[str, Clause]:
    return clauses_of(read_chapters())


def session(engine: object, profile: str = "nepali-games") -> Session:
    return Session(PythonConnector(engine), load_profile(profile), clauses())


def comparisons(engine: object, count: int, profile: str = "nepali-games") -> Iterator[Comparison]:
    return compare(session(engine, profile), session(ReferenceEngine(), profile), range(1, count + 1))


@pytest.mark.parametrize("engine", LEAKS, ids=lambda engine: engine.__name__)
def test_a_leak_is_found_within_200_pairs(engine: type[ReferenceEngine]) -> None:
    assert any(found.differences for found in comparisons(engine(), 200))


@pytest.mark.parametrize("profile", PROFILES)
def test_the_reference_engine_shows_the_same_of_both_deals(profile: str) -> None:
    found = list(comparisons(ReferenceEngine(), 60, profile))
    assert [comparison for comparison in found if comparison.differences or comparison.not_played] == []


def test_the_javascript_engine_shows_the_same_of_both_deals() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not on the PATH")
    connector = StreamConnector([node, str(JAVASCRIPT)], 5)
    try:
        asked = Session(connector, load_profile("nepali-games"), clauses())
        found = list(compare(asked, session(ReferenceEngine()), range(1, 41)))
    finally:
        connector.close()
    assert len(found) == 40
    assert [comparison for comparison in found if comparison.differences or comparison.not_played] == []


@pytest.mark.parametrize("profile", PROFILES)
def test_the_deals_of_a_pair_differ_out_of_the_viewers_sight_alone(profile: str) -> None:
    reference = session(ReferenceEngine(), profile)
    for number in range(1, 31):
        pair = make_pair(number, reference, EVERYTHING)
        games = [retold(reference, telling) for telling in (pair.one, pair.other)]
        referee, viewer = ([reference.ask("observe", game=game, **{"as": who}) for game in games] for who in ("referee", pair.viewer))
        assert viewer[0] == viewer[1]
        assert (referee[0] == referee[1]) == (pair.kind == "an attempt of another, refused")
        assert pair.one.actions == pair.other.actions


def test_every_kind_of_pair_occurs_and_positions_too() -> None:
    reference = session(ReferenceEngine())
    pairs = [make_pair(number, reference, EVERYTHING) for number in range(1, 101)]
    assert Counter(pair.kind for pair in pairs).keys() == set(KINDS)
    assert {pair.one.given.pack is None for pair in pairs} == {True, False}


def test_the_number_alone_brings_a_pair_back() -> None:
    reference = session(ReferenceEngine())
    before = [make_pair(number, reference, EVERYTHING) for number in range(40, 50)]
    assert [make_pair(number, session(ReferenceEngine()), EVERYTHING) for number in range(40, 50)] == before


class Restless(Leaky):
    """Every view has a name of its own, which says nothing about any card."""

    def spoilt(self, state: JSON, game: str, viewer: str) -> JSON:
        return state | {"token": str(uuid4()), "game": game}


def test_what_differs_at_every_look_is_no_leak() -> None:
    assert not any(found.differences for found in comparisons(Restless(), 30))


class WholeTurnsOnly(Limited):
    def __init__(self) -> None:
        super().__init__(half_turns=False)

    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        assert action["type"] in ("turn", "call")
        answer: JSON = super().apply(game=game, action=action)
        return answer


@pytest.mark.parametrize(
    "engine",
    [Limited(load=False), Limited(chance=["refills"]), Limited(chance=["pack"]), Limited(legal=False, takeable=False), WholeTurnsOnly()],
    ids=["no load", "no pack", "no refills", "no lists", "whole turns"],
)
def test_an_engine_is_asked_only_what_it_offers(engine: Limited) -> None:
    found = list(comparisons(engine, 40))
    assert [comparison for comparison in found if comparison.differences or comparison.not_played] == []
    tellings = [telling for comparison in found for telling in (comparison.pair.one, comparison.pair.other)]
    chance = engine.capabilities.get("chance", ["pack", "refills"])
    assert all(telling.given.pack is None for telling in tellings if "pack" not in chance)
    assert all(telling.given.refills == () for telling in tellings if "refills" not in chance)
    assert all(telling.given.pack for telling in tellings if not engine.capabilities.get("load", True))


@pytest.mark.parametrize("lack", [{"observe": ["referee"]}, {"load": False, "chance": ["refills"]}, {"apply": False}])
def test_an_engine_that_cannot_be_asked_is_unsupported(lack: JSON) -> None:
    with pytest.raises(Unsupported):
        next(comparisons(Limited(**lack), 1))


class Stubborn(ReferenceEngine):
    """No card can be taken from the discard pile."""

    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        if action.get("from") == "discard":
            return {"accepted": False}
        answer: JSON = super().apply(game=game, action=action)
        return answer


def test_a_deal_that_the_engine_does_not_play_is_told_and_no_leak() -> None:
    found = list(comparisons(Stubborn(), 30))
    assert any(comparison.not_played.startswith("it refuses what the rules allow: ") for comparison in found)
    assert not any(comparison.differences for comparison in found)


class FromTheBottom(ReferenceEngine):
    """Players draw the lowest card of the stock."""

    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        stock = self.games[game].deal.stock
        if action.get("from") == "stock":
            stock.reverse()
        answer: JSON = super().apply(game=game, action=action)
        if action.get("from") == "stock":
            stock.reverse()
        return answer


class DrawsAgain(ReferenceEngine):
    """Whoever asks for a second card gets it."""

    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        answer: JSON = super().apply(game=game, action=action)
        table = self.games[game]
        return (
            {"accepted": True, "card": table.rules.pack.name(table.deal.stock.pop())} if answer.get("clause") == "turn.one-draw" else answer
        )


@pytest.mark.parametrize("engine", [FromTheBottom, DrawsAgain])
def test_another_rule_is_not_taken_for_a_leak(engine: type[ReferenceEngine]) -> None:
    found = list(comparisons(engine(), 60))
    assert [comparison.differences for comparison in found if comparison.differences] == []
