"""The reference engine in other shapes: each lacks some of what it offers, as engines in the wild do; and how scenarios are put to them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, ClassVar

from dhumbal import Deal, Rules
from dhumbal_conformance.connectors.python import PythonConnector
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


class NoLock(Rules):
    def take(self, deal: Deal, seat: int, card: int) -> None:
        super().take(deal, seat, card)
        deal.locked = None


class SmallPenalty(Rules):
    def caught_payment(self, totals: Any, caller: int) -> int:
        return 20
