"""The table of the worked example, played action by action."""

from __future__ import annotations

from dhumbal_conformance.smoke.asks import (
    AT_START,
    B_HAND,
    EMPTY_STOCK,
    NEW,
    OPEN,
    OPENED,
    REFILLED,
    RESULT,
    STOCK,
    Ask,
    act,
    cards,
    each_followed_by,
    hand,
    refused,
    seen,
)


def draw(player: str, card: str, clause: str = "draw.stock") -> Ask:
    """An accepted draw from the stock, and the card that comes."""
    return act(player, {clause: {"accepted": True, "card": card}}, type="draw", source="stock")


def discard(player: str, laid: str, clause: str = "discard.set") -> Ask:
    """An accepted discard."""
    return act(player, {clause: {"accepted": True}}, type="discard", cards=cards(laid))


A_DREW = "KS AH KH AD AC 2D"
DREW = {"turn": {"player": "A", "step": "discard"}, "hands": {"A": hand(A_DREW), "B": hand(B_HAND)}, "stock": STOCK[1:], "pile": ["7C"]}

TURN = (
    OPEN,
    draw("A", "2D"),
    seen({"draw.stock": DREW}),
    discard("A", "KS KH"),
    seen(
        {
            "discard.set": {"hands": {"A": hand("AH AD AC 2D"), "B": hand(B_HAND)}},
            "discard.order": {"pile": cards("KH KS 7C")},
            "turn.seat": {"turn": {"player": "B", "step": "start"}, "turns": 1},
        }
    ),
    Ask("takeable", {}, {"take.top": {"cards": hand("KH")}}, ("takeable",)),
    Ask(
        "legal",
        {},
        {
            "turn.choice": {
                "actions": (
                    {"player": "B", "type": "draw", "from": "stock"},
                    {"player": "B", "type": "draw", "from": "discard", "card": "KH"},
                )
            }
        },
        ("legal",),
    ),
)

REFUSALS = (
    Ask("new", {**NEW, "players": ["A"], "dealer": "A"}, {"setup.players": {"accepted": False}}, ("chance pack",)),
    OPEN,
    *each_followed_by(
        seen({"refuse.unchanged": AT_START}),
        (
            refused("turn.seat", "B", type="draw", source="stock"),
            refused("turn.draw-first", "A", type="discard", cards=["KS", "KH"]),
            refused("call.limit", "A", type="call"),
            refused("take.top", "A", type="draw", source="discard", card="2D"),
        ),
    ),
    draw("A", "2D"),
    *each_followed_by(
        seen({"refuse.unchanged": DREW}),
        (
            refused("turn.one-draw", "A", type="draw", source="stock"),
            refused("call.only-at-turn-start", "A", type="call"),
            refused("discard.some", "A", type="discard", cards=[]),
            refused("discard.distinct", "A", type="discard", cards=["KS", "KS"]),
            refused("discard.held", "A", type="discard", cards=["QC"]),
            refused("discard.together", "A", type="discard", cards=["KS", "AH"]),
        ),
    ),
    discard("A", "KS KH"),
    act("B", {"take.top": {"accepted": True}}, type="draw", source="discard", card="KH"),
    refused("take.lock", "B", type="discard", cards=["KH"]),
    discard("B", "9S 9H"),
)

END_AND_REFILL = (
    OPEN,
    draw("A", "2D"),
    discard("A", "KS KH"),
    draw("B", "9D"),
    discard("B", "9S 9H 9D"),
    act("A", {"settle.caught": {"accepted": True, "result": RESULT}}, type="call"),
    refused("turn.over", "B", type="draw", source="stock"),
    seen({"see.end": {"turn": None, "result": RESULT}}),
    Ask("load", EMPTY_STOCK, OPENED, REFILLED),
    Ask(
        "apply",
        {"action": {"player": "B", "type": "draw", "from": "stock"}},
        {"refill.order": {"accepted": True, "card": "KS"}},
        REFILLED,
    ),
    Ask(
        "observe",
        {"as": "referee"},
        {"refill.keeps": {"state": {"pile": ["9C"]}}, "refill.rest": {"state": {"stock": ["2H", "4D"]}}},
        (*REFILLED, "observe referee"),
    ),
)

A_SEES = {
    "see.hand": {"hands": {"A": hand(A_DREW), "B": 5}},
    "see.stock": {"stock": 40},
    "see.draw": {"drawn": "2D", "last": {"player": "A", "type": "draw", "from": "stock", "card": "2D"}},
    "see.pile": {"pile": ["7C"]},
}
B_SEES = {
    "see.hand": {"hands": {"A": 6, "B": hand(B_HAND)}},
    "see.stock": {"stock": 40},
    "see.draw": {"drawn": None, "last": {"player": "A", "type": "draw", "from": "stock", "card": None}},
    "see.pile": {"pile": ["7C"]},
}
HIDDEN = (OPEN, draw("A", "2D"), seen(A_SEES, "A"), seen(B_SEES, "B"))
