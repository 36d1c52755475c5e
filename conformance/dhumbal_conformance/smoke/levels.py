"""The levels, the easiest first."""

from __future__ import annotations

from dataclasses import dataclass

from dhumbal_conformance.smoke import half_turns, whole_turns
from dhumbal_conformance.smoke.asks import AT_START, OPEN, STOCK, TABLE, Ask, cards, judge, seen, settle


@dataclass(frozen=True, slots=True)
class Level:
    """One step on the way to a whole adapter. Where the engine does not declare what it `needs`, it is passed over."""

    number: int
    title: str
    about: str
    hint: str = ""
    """What to look at when it fails."""
    needs: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()
    whole: tuple[Ask, ...] = ()
    """What is asked instead of an engine that does not declare `half_turns`."""


JUDGE_AND_SETTLE = (
    judge({"value.total": {"total": 15}}, type="hand", hand=cards("AS 4D KC")),
    judge({"value.courts": {"total": 40}}, type="hand", hand=cards("TH JS QS KS")),
    judge({"call.limit": {"accepted": True}}, type="call", hand=cards("AS 4D")),
    judge({"call.limit": {"accepted": False}}, type="call", hand=cards("AS 5D")),
    judge({"discard.set": {"accepted": True}}, type="discard", cards=cards("KS KH")),
    judge({"discard.together": {"accepted": False}}, type="discard", cards=cards("KS QH")),
    settle(
        "A",
        {"A": "AS 2H", "B": "KC 4D", "C": "7S"},
        {
            "value.total": {"totals": {"A": 3, "B": 14, "C": 7}},
            "settle.won": {"ended": "won", "caller": "A", "winner": "A"},
            "settle.others": {"payments": {"B": 14, "C": 7}},
            "settle.collects": {"deltas": {"A": 21, "B": -14, "C": -7}},
        },
    ),
    settle(
        "A",
        {"A": "AH AD 2D AC", "B": "AS 2S 2H"},
        {
            "settle.caught": {"ended": "caught", "caller": "A", "totals": {"A": 5, "B": 5}},
            "settle.caught.winner": {"winner": "B"},
            "settle.caught.flat": {"payments": {"A": 25}},
            "settle.collects": {"deltas": {"A": -25, "B": 25}},
        },
    ),
)

DEAL = (
    OPEN,
    seen(
        {
            "deal.singly": {"hands": AT_START["hands"]},
            "deal.upcard": {"pile": ["7C"]},
            "deal.stock": {"stock": STOCK},
            "deal.starter": {"players": ["A", "B"], "dealer": "B", "turn": AT_START["turn"], "turns": 0},
        }
    ),
)

PLAYED = ("apply", TABLE)

PROCESS = Level(0, "process", "starts silently, answers what it cannot read, ends with its input")
HANDSHAKE = Level(1, "handshake", "says who it is and what it offers")
SHUTDOWN = Level(8, "shutdown", "answers, and exits with code 0 in time")
BETWEEN = (
    Level(
        2,
        "judge, settle",
        "cards and hands alone, without a table",
        "Give the cards of the last request to the part of your engine that decides this, and see where it departs from the clause above. "
        "Nothing else counts here: no table is open.",
        ("judge or settle",),
        JUDGE_AND_SETTLE,
    ),
    Level(
        3,
        "deal",
        "hands, upcard and stock",
        "The pack is given in the order in which it is dealt; nothing is shuffled. Lists of a pile are top first.",
        ("apply", TABLE),
        DEAL,
    ),
    Level(
        4,
        "a turn",
        "drawing, discarding, and whose turn it is then",
        "The last card of a discard is the new top.",
        PLAYED,
        half_turns.TURN,
        whole_turns.TURN,
    ),
    Level(
        5,
        "refusals",
        "what breaks a rule is refused and changes nothing",
        "Look for what is broken before anything changes; a refusal is a result and not an error.",
        PLAYED,
        half_turns.REFUSALS,
        whole_turns.REFUSALS,
    ),
    Level(
        6,
        "end and refill",
        "a call, its settlement, and a stock that runs out",
        "The refilled cards, sorted by their place in the order given, are the new stock, top first.",
        PLAYED,
        half_turns.END_AND_REFILL,
        whole_turns.END_AND_REFILL,
    ),
    Level(
        7,
        "hidden cards",
        "what each player may see",
        "Where a viewer may not see cards, there is their number.",
        (*PLAYED, "observe player"),
        half_turns.HIDDEN,
        whole_turns.HIDDEN,
    ),
)
