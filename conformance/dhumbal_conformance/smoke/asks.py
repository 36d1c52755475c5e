"""Requests and what must be answered to them: written by hand from the rules of `nepali-games`, round the table of its worked example.

In an expected answer a tuple of cards is a hand, in any order; a list is a pile, from its top; None is a member that must not be there.
B deals, so A gets the first card of the pack, and B the second.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from dhumbal_conformance.loader.notation import PACK, rest_of_pack

JSON = dict[str, Any]
Demands = Mapping[str, JSON]
"""What an answer must have, by the clause that demands it; under the empty name, what the protocol demands."""

PROFILE = "nepali-games"
"""The rule system of these exchanges."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One request and what its answer must have. Where the engine does not declare what it `needs`, it is not sent."""

    method: str
    params: JSON
    demands: Demands
    needs: tuple[str, ...] = ()


TABLE = "chance pack (or load)"
"""Either of two capabilities by which a game can be opened."""


def cards(text: str) -> list[str]:
    """Cards apart by spaces, in their order."""
    return text.split()


def hand(text: str) -> tuple[str, ...]:
    """The cards of a hand, in any order."""
    return tuple(text.split())


SEATS: JSON = {"players": ["A", "B"], "dealer": "B"}
DEALT = cards("KS AS KH 2S AD 2H AC 9S AH 9H 7C 2D 9D")
STOCK = ["2D", "9D", *rest_of_pack(DEALT)]
B_HAND = "AS 2S 9S 2H 9H"
POSITION: JSON = {
    **SEATS,
    "turn": {"player": "A", "step": "start"},
    "turns": 0,
    "hands": {"A": cards("KS AH KH AD AC"), "B": cards(B_HAND)},
    "stock": STOCK,
    "pile": ["7C"],
}
REFILLS: JSON = {"refills": [list(PACK)]}

NEW: JSON = {**SEATS, "chance": {"pack": [*DEALT, *rest_of_pack(DEALT)], **REFILLS}}
LOAD: JSON = {"state": POSITION, "chance": REFILLS}
"""The table that `NEW` deals, for an engine that can only be set up."""

EMPTY_STOCK: JSON = {
    "state": {
        "players": ["A", "B"],
        "dealer": "A",
        "turn": {"player": "B", "step": "start"},
        "turns": 8,
        "hands": {"A": ["5C"], "B": ["6D", "7D"]},
        "stock": [],
        "pile": cards("9C 4D KS 2H"),
    },
    "chance": REFILLS,
}

OPENED: Demands = {"setup.players": {"accepted": True}}
OPEN = Ask("open", {}, OPENED)
"""Opens the table of the worked example, by `new` or else by `load`."""


def judge(demands: Demands, **question: Any) -> Ask:
    """A question about cards alone."""
    return Ask("judge", {"question": question}, demands, ("judge",))


def settle(caller: str, hands: Mapping[str, str], demands: Demands) -> Ask:
    """Hands shown after a call; A's left is B, and the last seat deals."""
    shown = {seat: cards(held) for seat, held in hands.items()}
    params = {"players": list(hands), "dealer": list(hands)[-1], "caller": caller, "hands": shown}
    return Ask("settle", params, {clause: {"result": part} for clause, part in demands.items()}, ("settle",))


def act(player: str, demands: Demands, **action: Any) -> Ask:
    """An action; `source` stands for the protocol's `from`."""
    named = {"from" if name == "source" else name: value for name, value in action.items()}
    return Ask("apply", {"action": {"player": player, **named}}, demands)


def refused(clause: str, player: str, **action: Any) -> Ask:
    """An action that breaks a clause."""
    return act(player, {clause: {"accepted": False}}, **action)


def seen(demands: Mapping[str, Any], viewer: str = "referee") -> Ask:
    """The table as somebody sees it."""
    needs = f"observe {'referee' if viewer == 'referee' else 'player'}"
    return Ask("observe", {"as": viewer}, {clause: {"state": part} for clause, part in demands.items()}, (needs,))


def each_followed_by(look: Ask, refusals: Iterable[Ask]) -> Iterable[Ask]:
    """After each refusal a look at the table."""
    for ask in refusals:
        yield from (ask, look)


AT_START: JSON = {
    "turn": POSITION["turn"],
    "turns": 0,
    "hands": {"A": hand("KS AH KH AD AC"), "B": hand(B_HAND)},
    "stock": STOCK,
    "pile": ["7C"],
}

RESULT: JSON = {
    "ended": "caught",
    "caller": "A",
    "winner": "B",
    "totals": {"A": 5, "B": 5},
    "payments": {"A": 25},
    "deltas": {"A": -25, "B": 25},
}
REFILLED = ("load", "chance refills")
"""What the refill of an empty stock needs."""
