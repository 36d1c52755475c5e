"""Differential play: what is played, that right engines of every kind agree, and that wrong ones are found."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import pytest
from dhumbal import Deal, Rules
from dhumbal_conformance.connectors import Connector
from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.fuzz.bench import Bench, Job
from dhumbal_conformance.fuzz.openings import position, real_deal
from dhumbal_conformance.fuzz.policies import play
from dhumbal_conformance.fuzz.questions import series
from dhumbal_conformance.fuzz.script import Looks, Reference, Script
from dhumbal_conformance.fuzz.situations import (
    CONDITIONS,
    IN_PLAY,
    IN_RESULT,
    IN_SERIES,
    Deed,
    exists,
    in_deed,
    in_result,
    in_series,
    situations,
)
from dhumbal_conformance.fuzz.tally import Tally
from dhumbal_conformance.loader.notation import pack_of
from dhumbal_conformance.loader.profiles import load_profile
from dhumbal_conformance.model import Given, Profile
from dhumbal_conformance.reference import ReferenceEngine

SYSTEMS = (
    "nepali-games",
    "cardrulesplus-jokers",
    "cardrulesplus-take-sets",
    "doumebash",
    "pagat-nepal-jokers",
    "pagat-yaniv",
    "pagat-yaniv-two-packs",
    "wikipedia-yaniv",
)
EVERYTHING = Looks(referee=True, player=True, legal=True, takeable=True, half_turns=True)
NOTHING = Looks(referee=False, player=False, legal=False, takeable=False, half_turns=True)
JSON = dict[str, Any]


@cache
def profile(name: str = "nepali-games") -> Profile:
    return load_profile(name)


def declaring(rules: type[Rules] = Rules, **capabilities: Any) -> Callable[[], Connector]:
    """An engine that offers less than the reference engine; without the capability `chance: pack` it deals as it likes."""

    class Declaring(ReferenceEngine):
        def initialize(self, **params: Any) -> JSON:
            answer = super().initialize(**params)
            return answer | {"capabilities": answer["capabilities"] | capabilities}

        def new(self, **params: Any) -> JSON:
            if "pack" not in capabilities.get("chance", ["pack"]):
                own = sorted(params["chance"]["pack"])
                random.Random(params["game"]).shuffle(own)
                params["chance"] = {"pack": own, "refills": [own]}
            return super().new(**params)

    return lambda: PythonConnector(Declaring(rules))


def tally(connect: Callable[[], Connector], deals: int, name: str = "nepali-games", **job: Any) -> Tally:
    return Bench(Job(connect, profile(name), **job)).play(range(1, deals + 1))


def scripts(name: str, deals: int, seed: int = 1) -> list[Script]:
    found = []
    for number in range(1, deals + 1):
        choose = random.Random(f"{seed}/{number}")
        given = (position if number % 2 else real_deal)(number, profile(name), choose, None)
        found.append(play(given, Reference(profile(name)), EVERYTHING, choose))
    return found


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_reference_engine_agrees_with_itself_under_every_rule_system(name: str) -> None:
    found = tally(declaring(), 2, name)
    assert found.found == {}
    assert found.unsupported == {}
    assert min(found.moves, found.refusals, found.questions) > 3


@pytest.mark.parametrize(
    "capabilities",
    [
        {"load": False},
        {"half_turns": False},
        {"chance": ["refills"]},
        {"chance": [], "codes": False},
        {"chance": [], "load": False},
        {"chance": [], "load": False, "half_turns": False},
        {"observe": []},
        {"observe": ["player"]},
        {"result": ["ended", "winner"]},
        {"apply": False, "load": False, "legal": False, "takeable": False},
    ],
    ids=str,
)
def test_an_engine_that_offers_less_is_compared_as_far_as_it_goes(capabilities: JSON) -> None:
    found = tally(declaring(**capabilities), 2)
    assert found.found == {}
    assert (found.moves > 0) is capabilities.get("apply", True)
    assert found.questions > 0


class NoLock(Rules):
    def why_not_discard(self, deal: Deal, seat: int, cards: Sequence[int]) -> str | None:
        broken = super().why_not_discard(deal, seat, cards)
        return None if broken == "take.lock" and self.may_go_together(cards) else broken


@pytest.mark.parametrize("half_turns", [True, False])
@pytest.mark.parametrize("dealt", [{}, {"load": False}, {"load": False, "chance": []}], ids=str)
def test_a_missing_lock_is_found_whatever_the_engine_offers(dealt: JSON, half_turns: bool) -> None:
    found = tally(declaring(NoLock, half_turns=half_turns, legal=False, **dealt), 6)
    assert any("take.lock" in signature for signature in found.found)


def test_a_deal_depends_on_seed_and_number_alone() -> None:
    first, again, other = ([(script.given, script.scenario) for script in scripts("pagat-yaniv", 4, seed)] for seed in (1, 1, 2))
    assert first == again
    assert all(one != two for one, two in zip(first, other, strict=True))


def test_tallies_of_parts_add_up_to_the_tally_of_the_whole() -> None:
    bench = Bench(Job(declaring(NoLock), profile()))
    parts = Tally()
    for numbers in (range(1, 3), range(3, 7)):
        parts.add(bench.play(numbers))
    whole = bench.play(range(1, 7))
    assert parts.situations == whole.situations
    assert {kind: (found.times, found.first.number) for kind, found in parts.found.items()} == {
        kind: (found.times, found.first.number) for kind, found in whole.found.items()
    }
    assert (parts.deals, parts.moves, parts.refusals) == (whole.deals, whole.moves, whole.refusals)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_table_set_up_is_one_that_can_be(name: str) -> None:
    parameters = profile(name).parameters
    for number in range(1, 60):
        given = position(number, profile(name), random.Random(number), None)
        state = given.state
        assert state is not None
        cards = [*(card for hand in state["hands"].values() for card in hand), *state["stock"], *state["pile"]]
        assert len(set(cards)) == len(cards)
        assert set(cards) <= set(pack_of(parameters))
        assert min(1, len(state["pile"])) <= state["previous"] <= len(state["pile"])
        assert all(len(hand) <= parameters["deal.hand"] for hand in state["hands"].values())
        assert parameters["cap.turns"] is None or state["turns"] < parameters["cap.turns"]
        assert {given.dealer, state["turn"]["player"]} <= set(given.players)


@pytest.mark.parametrize("name", SYSTEMS)
def test_only_cards_of_the_game_are_named_in_what_is_tried(name: str) -> None:
    pack = set(pack_of(profile(name).parameters))
    actions = [step.action for script in scripts(name, 6) for step in script.steps if step.action]
    assert {card for action in actions for card in (*action.get("cards", ()), *([action["card"]] if "card" in action else ()))} <= pack


def test_what_is_not_allowed_is_tried_in_many_ways() -> None:
    refused = Counter(step.expect["refused"] for script in scripts("nepali-games", 40) for step in script.steps if "refused" in step.expect)
    assert set(refused) >= {
        "turn.seat",
        "turn.one-draw",
        "turn.draw-first",
        "call.only-at-turn-start",
        "call.limit",
        "take.top",
        "discard.some",
        "discard.distinct",
        "discard.held",
        "take.lock",
        "discard.together",
    }


def test_every_condition_speaks_of_a_situation_and_no_situation_twice() -> None:
    names = [*IN_PLAY, *IN_RESULT, *IN_SERIES]
    assert len(set(names)) == len(names)
    assert [beginning for beginning in CONDITIONS if not any(name.startswith(beginning) for name in names)] == []


@pytest.mark.parametrize(
    ("name", "there", "not_there"),
    [
        (
            "nepali-games",
            {"cap", "locked card tried alone", "turn with an empty hand"},
            {"joker swap", "run going up", "stock dry", "set of five or more", "discard where nothing can be drawn"},
        ),
        (
            "doumebash",
            {"run going up", "player out", "score reduced"},
            {"joker taken", "cap", "locked card tried alone", "run of five or more"},
        ),
        ("pagat-yaniv-two-packs", {"set of five or more", "run of five or more"}, {"set with a joker"}),
        ("pagat-yaniv", {"run with a joker", "card taken from a discard of several"}, {"turn with an empty hand", "cap"}),
    ],
)
def test_the_situations_of_a_rule_system_are_those_that_there_can_be(name: str, there: set[str], not_there: set[str]) -> None:
    found = set(situations(profile(name).parameters))
    assert there <= found
    assert not found & not_there
    assert exists("won", profile(name).parameters)


TABLE: JSON = {
    "players": ["A", "B"],
    "turn": {"player": "A", "step": "start"},
    "turns": 0,
    "hands": {"A": ["5S", "5H", "AS"], "B": ["9C"]},
    "stock": [],
    "pile": ["7C", "8C"],
}


def deed(action: JSON, answer: JSON, before: JSON | None = None, after: JSON | None = None) -> Deed:
    table = {**TABLE, **(before or {})}
    return Deed(profile().parameters, table, {"player": "A", **action}, answer, {**table, **(after or {})})


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (deed({"type": "draw", "from": "stock"}, {"accepted": True, "card": "8C"}), {"refill", "refill of a single card"}),
        (
            deed({"type": "draw", "from": "discard", "card": "7C"}, {"accepted": True}),
            {"card taken while the stock is empty", "upcard taken"},
        ),
        (deed({"type": "draw", "from": "discard", "card": "8C"}, {"accepted": False, "clause": "take.top"}), {"buried card tried"}),
        (deed({"type": "discard", "cards": ["5S", "5H"]}, {"accepted": True}), {"set of two"}),
        (deed({"type": "discard", "cards": ["5H"]}, {"accepted": True}), {"part of a rank discarded"}),
        (deed({"type": "discard", "cards": ["5H", "5S"]}, {"accepted": False, "clause": "take.lock"}), {"locked card tried in a set"}),
        (
            deed({"type": "call"}, {"accepted": False, "clause": "call.limit"}, {"hands": {"A": ["6S"], "B": []}}),
            {"call one over the limit tried"},
        ),
        (
            deed({"type": "call"}, {"accepted": True}, {"hands": {"A": [], "B": []}}),
            {"call with an empty hand", "call in the first round"},
        ),
        (
            deed({"type": "draw", "from": "stock"}, {"accepted": True, "card": "8C"}, {"stock": ["8C", "9H"], "pile": []}),
            {"turn with an empty pile"},
        ),
        (
            deed({"type": "draw", "from": "discard", "card": "7C"}, {"accepted": False, "clause": "take.top"}, {"pile": []}),
            {"card of an empty pile tried"},
        ),
        (
            deed({"type": "discard", "cards": ["AS"]}, {"accepted": True}, {"pile": []}),
            {"turn with an empty pile", "discard where nothing can be drawn"},
        ),
        (deed({"type": "discard", "cards": ["AS"]}, {"accepted": True}, {"pile": [], "turn": {"player": "A", "step": "discard"}}), set()),
    ],
    ids=lambda value: " ".join(sorted(value)) if isinstance(value, set) else "",
)
def test_situations_of_an_action_are_told(found: Deed, expected: set[str]) -> None:
    assert set(in_deed(found)) == expected


@pytest.mark.parametrize(
    ("cards", "wild", "expected"),
    [
        ("2S 3S 4S 5S", False, ["run going up", "run of four"]),
        ("6S XR 4S 3S 2S", False, ["run going down", "run of five or more", "run of four or more with a joker", "run with a joker"]),
        ("XR 5S XB", False, ["run going up", "run with a joker", "run with several jokers"]),
        ("XR 5S XB", True, ["set of three", "set with a joker"]),
        ("5S 5H 5D 5C", False, ["set of four"]),
        ("5S 5H 5D 5C XR", True, ["set of five or more", "set with a joker"]),
    ],
)
def test_a_joker_makes_a_set_only_where_it_may_stand_for_a_card_of_one(cards: str, wild: bool, expected: list[str]) -> None:
    laid = cards.split()
    parameters = {**profile("cardrulesplus-jokers").parameters, "discard.set.jokers": wild}
    table = {**TABLE, "hands": {"A": [*laid, "9C"], "B": []}}
    found = Deed(parameters, table, {"player": "A", "type": "discard", "cards": laid}, {"accepted": True}, table)
    assert sorted(in_deed(found)) == expected


def reached(name: str, deals: int, opening: Callable[..., Given] = position) -> set[str]:
    """The situations of so many deals that all begin in the same way."""
    found: set[str] = set()
    for number in range(1, deals + 1):
        choose = random.Random(number)
        script = play(opening(number, profile(name), choose, None), Reference(profile(name)), NOTHING, choose)
        found.update(situation for deed in script.deeds for situation in in_deed(deed))
    return found


@pytest.mark.parametrize("name", ["cardrulesplus", "doumebash", "pagat-nepal", "wikipedia-yaniv"])
def test_tables_without_a_pile_are_set_up_and_discards_tried_where_nothing_can_be_drawn(name: str) -> None:
    wanted = {"turn with an empty pile", "card of an empty pile tried", "discard where nothing can be drawn"}
    assert wanted <= reached(name, 30)


def test_long_sets_and_runs_with_and_without_jokers_are_laid_at_tables_set_up() -> None:
    wanted = {"set of four", "run of four", "run of five or more", "run of four or more with a joker", "run with several jokers"}
    assert wanted <= reached("pagat-yaniv", 50)
    assert {"set of five or more", "set with a joker"} <= reached("cardrulesplus-jokers", 40)


def test_long_sets_and_runs_come_about_in_real_deals_too() -> None:
    assert {"set of four", "run of four"} <= reached("pagat-nepal", 30, real_deal)


@pytest.mark.parametrize(
    ("totals", "ended", "caller", "expected"),
    [
        ({"A": 5, "B": 5, "C": 9}, "caught", "A", {"caught by an equal total"}),
        ({"A": 5, "B": 3, "C": 3}, "caught", "A", {"caught by a lower total", "caught by several equal lowest"}),
        ({"A": 0, "B": 3, "C": 3}, "won", "A", {"won", "won with 0 points"}),
        ({"A": 4, "B": 4, "C": 9}, "cap", None, {"cap", "cap with equal lowest"}),
    ],
)
def test_situations_of_an_ending_are_told(totals: dict[str, int], ended: str, caller: str | None, expected: set[str]) -> None:
    assert set(in_result({"totals": totals, "ended": ended, "caller": caller})) == expected


def test_series_reach_limits_reductions_and_ends() -> None:
    reference = Reference(profile("pagat-yaniv"))
    asked = filter(None, (series(reference, number, random.Random(number), None) for number in range(1, 60)))
    found = Counter(name for scenario in asked for name in in_series(scenario))
    assert set(IN_SERIES) <= set(found)


class Crashes(ReferenceEngine):
    def settle(self, **params: Any) -> JSON:  # type: ignore[override]
        raise RuntimeError("no settlement today")


def test_an_engine_that_breaks_is_a_finding_and_goes_on() -> None:
    found = tally(partial(PythonConnector, Crashes()), 3)
    (only,) = found.found.values()
    assert only.first.result.status == "error"
    assert only.times == found.broken == found.deals
    assert found.moves > 0
