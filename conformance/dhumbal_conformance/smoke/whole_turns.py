"""The table of the worked example, for engines that cannot stop between the two halves of a turn."""

from __future__ import annotations

from typing import Any

from dhumbal_conformance.smoke.asks import (
    AT_START,
    B_HAND,
    EMPTY_STOCK,
    OPEN,
    OPENED,
    REFILLED,
    RESULT,
    Ask,
    act,
    cards,
    each_followed_by,
    hand,
    refused,
    seen,
)

FROM_STOCK: dict[str, Any] = {"type": "turn", "draw": {"from": "stock"}}


def turn(player: str, laid: str, card: str, clause: str = "turn.draw-first") -> Ask:
    """An accepted turn with a card from the stock, and the card that comes."""
    return act(player, {clause: {"accepted": True, "card": card}}, discard=cards(laid), **FROM_STOCK)


TURN = (
    OPEN,
    turn("A", "KS KH", "2D"),
    seen(
        {
            "discard.set": {"hands": {"A": hand("AH AD AC 2D"), "B": hand(B_HAND)}},
            "discard.order": {"pile": cards("KH KS 7C")},
            "turn.seat": {"turn": {"player": "B", "step": "start"}, "turns": 1},
        }
    ),
    Ask("takeable", {}, {"take.top": {"cards": hand("KH")}}, ("takeable",)),
)

REFUSALS = (
    OPEN,
    *each_followed_by(
        seen({"refuse.unchanged": AT_START}),
        (
            refused("turn.seat", "B", discard=["AS"], **FROM_STOCK),
            refused("call.limit", "A", type="call"),
            refused("take.top", "A", type="turn", discard=["KS"], draw={"from": "discard", "card": "2D"}),
            refused("discard.some", "A", discard=[], **FROM_STOCK),
            refused("discard.distinct", "A", discard=["KS", "KS"], **FROM_STOCK),
            refused("discard.held", "A", discard=["QC"], **FROM_STOCK),
            refused("take.lock", "A", type="turn", discard=["7C"], draw={"from": "discard", "card": "7C"}),
            refused("discard.together", "A", discard=["KS", "AH"], **FROM_STOCK),
        ),
    ),
    turn("A", "KS KH", "2D"),
)

END_AND_REFILL = (
    OPEN,
    turn("A", "KS KH", "2D"),
    turn("B", "9S 9H 9D", "9D"),
    act("A", {"settle.caught": {"accepted": True, "result": RESULT}}, type="call"),
    refused("turn.over", "B", discard=["AS"], **FROM_STOCK),
    seen({"see.end": {"turn": None, "result": RESULT}}),
    Ask("load", EMPTY_STOCK, OPENED, REFILLED),
    Ask(
        "apply",
        {"action": {"player": "B", "discard": ["7D"], **FROM_STOCK}},
        {"refill.order": {"accepted": True, "card": "KS"}},
        REFILLED,
    ),
    Ask(
        "observe",
        {"as": "referee"},
        {"refill.keeps": {"state": {"pile": ["7D", "9C"]}}, "refill.rest": {"state": {"stock": ["2H", "4D"]}}},
        (*REFILLED, "observe referee"),
    ),
)

OPEN_TO_ALL = {"see.stock": {"stock": 40}, "see.pile": {"pile": cards("KH KS 7C")}}
HIDDEN = (
    OPEN,
    turn("A", "KS KH", "2D"),
    seen({"see.hand": {"hands": {"A": hand("AH AD AC 2D"), "B": 5}}, **OPEN_TO_ALL}, "A"),
    seen({"see.hand": {"hands": {"A": 4, "B": hand(B_HAND)}}, **OPEN_TO_ALL}, "B"),
)
