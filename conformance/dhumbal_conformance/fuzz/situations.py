"""Rare situations: which of them a scenario reaches, and which there are under a profile at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from dhumbal_conformance.loader.notation import RANKS, hand_total
from dhumbal_conformance.loader.templates import applies
from dhumbal_conformance.model import Action, Clause, Profile, Scenario
from dhumbal_conformance.runner.compare import State

Parameters = Mapping[str, Any]


class Deed(NamedTuple):
    """One action in a deal: the table before it, what was answered, and the table after it."""

    parameters: Parameters
    before: State
    action: Action
    answer: Mapping[str, Any]
    after: State

    @property
    def cards(self) -> list[str]:
        """The cards discarded."""
        cards: list[str] = self.action.get("cards", [])
        return cards

    @property
    def done(self) -> str:
        """What was done: `stock`, `take`, `discard` or `call`; `refused` when it was not."""
        if not self.answer["accepted"]:
            return "refused"
        kind = str(self.action["type"])
        return kind if kind != "draw" else "stock" if self.action["from"] == "stock" else "take"

    @property
    def begins(self) -> bool:
        """Whether nothing had been done in this turn before."""
        return bool(self.before["turn"]["step"] == "start")

    @property
    def as_set(self) -> int:
        """How many cards were discarded as a set; 0 where none were."""
        return len(self.cards) if self.done == "discard" and self.names_set else 0

    @property
    def as_run(self) -> int:
        """How many cards were discarded as a run; 0 where none were."""
        return len(self.cards) if self.done == "discard" and self.names_run else 0

    @property
    def names_set(self) -> bool:
        """Whether several cards of one rank are named, with jokers beside them where these may stand for cards of it."""
        ranks = {card[0] for card in self.cards}
        return len(self.cards) > 1 and len(ranks - {"X"}) == 1 and (len(ranks) == 1 or bool(self.parameters["discard.set.jokers"]))

    @property
    def names_run(self) -> bool:
        """Whether several cards are named that are no set."""
        return len(self.cards) > 1 and not self.names_set

    @property
    def goes_down(self) -> bool:
        """Whether a run is named from its highest card to its lowest."""
        ranks = [RANKS.index(card[0]) for card in self.cards if card[0] != "X"]
        return ranks[0] > ranks[-1]

    @property
    def jokers(self) -> int:
        """How many of the cards named are jokers."""
        return sum(card[0] == "X" for card in self.cards)

    @property
    def refused(self) -> str:
        """The clause by which it was refused, if it was."""
        return str(self.answer.get("clause", ""))

    @property
    def hand(self) -> list[str]:
        """The player's cards before the action."""
        hand: list[str] = self.before["hands"][self.action["player"]]
        return hand

    @property
    def total(self) -> int:
        """What they count, in points."""
        return hand_total(self.hand, self.parameters)

    @property
    def previous(self) -> list[str]:
        """The discard made before this turn."""
        cards: list[str] = self.before["pile"][: self.before.get("previous", 1)]
        return cards

    @property
    def offered(self) -> list[str]:
        """The cards at the two ends of that discard."""
        return [*self.previous[:1], *self.previous[-1:]]


def lowest(result: Mapping[str, Any], *, with_caller: bool = True) -> list[str]:
    """The seats that share the lowest total."""
    totals = {seat: total for seat, total in result["totals"].items() if with_caller or seat != result["caller"]}
    return [seat for seat, total in totals.items() if total == min(totals.values())]


def over_limit(deed: Deed, more: int) -> bool:
    """Whether a player who may not call had so many points more than the limit."""
    limit = deed.parameters["call.limit"]
    return deed.action["type"] == "call" and limit is not None and deed.total == limit + more


IN_PLAY: dict[str, Callable[[Deed], bool]] = {
    "refill": lambda it: it.done == "stock" and not it.before["stock"],
    "refill of a single card": lambda it: it.done == "stock" and not it.before["stock"] and not it.after["stock"],
    "refill behind a discard of several cards": lambda it: it.done == "stock" and not it.before["stock"] and len(it.previous) > 1,
    "last card of the stock drawn": lambda it: it.done == "stock" and len(it.before["stock"]) == 1,
    "card taken while the stock is empty": lambda it: it.done == "take" and not it.before["stock"],
    "upcard taken": lambda it: it.done == "take" and it.before["turns"] == 0,
    "card taken from a discard of several": lambda it: it.done == "take" and len(it.previous) > 1,
    "joker taken": lambda it: it.done == "take" and it.action["card"][0] == "X",
    "joker swap": lambda it: it.done == "take" and it.action["card"][0] == "X" and it.action["card"] not in it.offered,
    "card taken into an empty hand tried": lambda it: it.refused == "take.empty-hand",
    "turn with an empty pile": lambda it: it.done != "refused" and it.begins and not it.before["pile"],
    "card of an empty pile tried": lambda it: it.refused.startswith("take.") and not it.before["pile"],
    "discard where nothing can be drawn": lambda it: it.done == "discard" and it.begins and not it.before["stock"] + it.before["pile"],
    "buried card tried": lambda it: it.refused.startswith("take.") and it.action.get("card") in it.before["pile"][1:],
    "locked card tried alone": lambda it: it.refused == "take.lock" and len(it.cards) == 1,
    "locked card tried in a set": lambda it: it.refused == "take.lock" and it.names_set,
    "locked card tried in a run": lambda it: it.refused == "take.lock" and it.names_run,
    "set of two": lambda it: it.as_set == 2,
    "set of three": lambda it: it.as_set == 3,
    "set of four": lambda it: it.as_set == 4,
    "set of five or more": lambda it: it.as_set > 4,
    "part of a rank discarded": lambda it: it.done == "discard" and sum(card[0] == it.cards[0][0] for card in it.hand) > len(it.cards),
    "set with a joker": lambda it: it.as_set > 0 and it.jokers > 0,
    "run going up": lambda it: it.as_run > 0 and not it.goes_down,
    "run going down": lambda it: it.as_run > 0 and it.goes_down,
    "run of four": lambda it: it.as_run == 4,
    "run of five or more": lambda it: it.as_run > 4,
    "run with a joker": lambda it: it.as_run > 0 and it.jokers > 0,
    "run with several jokers": lambda it: it.as_run > 0 and it.jokers > 1,
    "run of four or more with a joker": lambda it: it.as_run > 3 and it.jokers > 0,
    "hand emptied": lambda it: it.done == "discard" and len(it.hand) == len(it.cards),
    "turn with an empty hand": lambda it: it.done in ("stock", "take") and not it.hand,
    "call with an empty hand": lambda it: it.done == "call" and not it.hand,
    "call in the first round": lambda it: it.done == "call" and it.before["turns"] < len(it.before["players"]),
    "call at the limit": lambda it: it.done == "call" and over_limit(it, 0),
    "call one over the limit tried": lambda it: it.refused == "call.limit" and over_limit(it, 1),
    "turn after a call": lambda it: it.done == "discard" and it.before.get("caller") is not None,
    "second half of a turn by another player tried": lambda it: it.refused == "turn.seat" and not it.begins,
}
"""What can happen at an action of a deal, by its name."""

IN_RESULT: dict[str, Callable[[Mapping[str, Any]], bool]] = {
    "won": lambda it: it["ended"] == "won",
    "caught by an equal total": lambda it: it["ended"] == "caught" and it["caller"] in lowest(it),
    "caught by a lower total": lambda it: it["ended"] == "caught" and it["caller"] not in lowest(it),
    "caught by several equal lowest": lambda it: it["ended"] == "caught" and len(lowest(it, with_caller=False)) > 1,
    "won with 0 points": lambda it: it["ended"] == "won" and it["totals"][it["caller"]] == 0,
    "cap": lambda it: it["ended"] == "cap",
    "cap with equal lowest": lambda it: it["ended"] == "cap" and len(lowest(it)) > 1,
    "stock dry": lambda it: it["ended"] == "dry",
}
"""How a deal can end, played out or settled alone."""

IN_SERIES = (
    "series played to its end",
    "deal after the end of a series tried",
    "score reduced",
    "player out",
    "several players out at once",
    "all over the limit together",
    "deal with the wrong hands tried",
    "equal places",
)


def most_cards(parameters: Parameters) -> int:
    """How many cards a player who is to discard can hold."""
    drawn = int(parameters["turn.order"] == "draw-then-discard")
    return int(parameters["deal.hand"]) + drawn


def largest_set(parameters: Parameters) -> int:
    """How many cards a set can have."""
    wild: int = parameters["pack.jokers"] if parameters["discard.set.jokers"] else 0
    alike: int = parameters["pack.count"] * (4 + wild)
    return min(most_cards(parameters), alike)


def longest_run(parameters: Parameters) -> int:
    """How many cards a run can have; 0 where there are none."""
    held = most_cards(parameters) if parameters["discard.run.min"] is not None else 0
    longest: int = parameters["discard.run.max"] or held
    return min(held, longest)


CONDITIONS: dict[str, Callable[[Parameters], bool]] = {
    "refill": lambda p: p["refill.keeps"] is not None,
    "stock dry": lambda p: p["refill.keeps"] is None,
    "cap": lambda p: p["cap.turns"] is not None and p["refill.keeps"] is not None,
    "locked": lambda p: bool(p["take.lock"]),
    "locked card tried in a run": lambda p: bool(p["take.lock"]) and p["discard.run.min"] is not None,
    "card taken into": lambda p: bool(p["take.lock"]) and p["turn.order"] == "draw-then-discard",
    "card taken while": lambda p: p["refill.keeps"] is not None,
    "card taken from a": lambda p: p["take.from"] not in ("top", "single"),
    "joker": lambda p: p["pack.jokers"] > 0,
    "joker swap": lambda p: bool(p["take.joker-swap"]),
    "set with a joker": lambda p: bool(p["discard.set.jokers"]),
    "set of two": lambda p: p["discard.set.min"] == 2,
    "set of five": lambda p: largest_set(p) > 4,
    "discard where nothing": lambda p: p["turn.order"] == "discard-then-draw",
    "run": lambda p: p["discard.run.min"] is not None,
    "run of four": lambda p: longest_run(p) > 3,
    "run of five": lambda p: longest_run(p) > 4,
    "run with": lambda p: bool(p["discard.run.jokers"]),
    "run of four or more with a joker": lambda p: bool(p["discard.run.jokers"]) and longest_run(p) > 3,
    "refill behind": lambda p: p["refill.keeps"] is not None and p["turn.order"] == "discard-then-draw",
    "turn with an empty hand": lambda p: p["turn.order"] == "draw-then-discard",
    "call with an empty hand": lambda p: p["turn.order"] == "draw-then-discard",
    "call in the first round": lambda p: p["call.from"] == "first-turn",
    "call at the limit": lambda p: p["call.limit"] is not None,
    "call one over": lambda p: p["call.limit"] is not None,
    "turn after a call": lambda p: bool(p["call.last-turns"]),
    "series played": lambda p: p["series.deals"] is not None or p["series.elimination"] is not None,
    "deal after": lambda p: p["series.deals"] is not None or p["series.elimination"] is not None,
    "score reduced": lambda p: bool(p["series.resets"]),
    "player out": lambda p: p["series.elimination"] is not None,
    "several players out": lambda p: p["series.elimination"] is not None,
    "all over": lambda p: p["series.elimination"] is not None,
    "deal with the wrong": lambda p: p["series.elimination"] is not None,
}
"""Under which parameters a situation exists, by the beginning of its name; the longest that fits decides."""


def exists(name: str, parameters: Parameters) -> bool:
    """Whether there can be such a situation under these parameters."""
    fitting = [beginning for beginning in CONDITIONS if name.startswith(beginning)]
    return not fitting or CONDITIONS[max(fitting, key=len)](parameters)


def in_deed(deed: Deed) -> Iterator[str]:
    """The situations of one action, and that of the end it may bring."""
    yield from (name for name, holds in IN_PLAY.items() if holds(deed))
    result = deed.answer.get("result")
    if result:
        yield from in_result(result)


def in_result(result: Mapping[str, Any]) -> Iterator[str]:
    """The situations of the end of a deal."""
    yield from (name for name, holds in IN_RESULT.items() if holds(result))


def in_series(scenario: Scenario) -> Iterator[str]:
    """The situations of a series."""
    assert scenario.series is not None
    then, deals = scenario.then, scenario.series.deals
    clauses = [deal.expect.get("refused", "") for deal in deals]
    out = [deal.expect.get("out", ()) for deal in deals]
    found = {
        "series played to its end": then["over"],
        "deal after the end of a series tried": "series.deals" in clauses or "series.last" in clauses,
        "score reduced": any(map(reductions, [scenario.series.scores, *(deal.expect.get("scores", {}) for deal in deals)], deals)),
        "player out": any(out),
        "several players out at once": any(len(gone) > 1 for gone in out),
        "all over the limit together": any(len(gone) == len(deal.hands) - 1 for gone, deal in zip(out, deals, strict=True) if gone),
        "deal with the wrong hands tried": "series.out" in clauses,
        "equal places": len(set(then["places"].values())) < len(then["places"]),
    }
    yield from (name for name, present in found.items() if present)


def reductions(before: Mapping[str, int], deal: Any) -> bool:
    """Whether a deal has changed a score by something else than its delta."""
    expect = deal.expect
    return any(expect["scores"][seat] != before.get(seat, 0) + delta for seat, delta in expect.get("deltas", {}).items())


def situations(parameters: Parameters) -> list[str]:
    """The names of all situations that exist under these parameters."""
    names = [*IN_PLAY, *IN_RESULT, *IN_SERIES]
    return [name for name in names if exists(name, parameters)]


def refusals(clauses: Iterable[Clause], profile: Profile) -> list[str]:
    """The clauses by which something can be refused under a profile."""
    return [clause.id for clause in clauses if clause.refuses and applies(clause, profile.parameters)]


def never(names: Iterable[str], reached: Counter[str]) -> list[str]:
    """Those that were not reached."""
    return [name for name in names if not reached[name]]
