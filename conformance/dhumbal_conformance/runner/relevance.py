"""Which of the clauses that a scenario proves a difference most probably breaks."""

from __future__ import annotations

ENDING = ("settle", "cap", "value", "empty")
HANDS = ("deal", "draw", "take", "discard", "value", "turn.hand-size")
CHAPTERS = {
    "gets": ("draw", "refill", "deal.stock"),
    "total": ("value", *HANDS),
    "totals": (*ENDING, *HANDS),
    "hand": HANDS,
    "hands": HANDS,
    "takeable": ("take", "discard.order", "discard.buried"),
    "pile": ("discard", "refill", "take", "deal.upcard"),
    "stock": ("refill", "deal.stock", "draw"),
    "next": ("turn", "deal.starter", "setup.seats", "setup.lot", "empty", "cap"),
    "turns": ("cap", "turn"),
    "legal": ("turn", "call", "take", "refill", "empty", "discard"),
    "view": ("see",),
    "then": ENDING,
    "standing": ("series", "deal.starter", "settle"),
}
"""The chapters, or single clauses, that each key of the scenario format speaks of."""


def most_relevant(clauses: tuple[str, ...], key: str) -> tuple[str, ...]:
    """The clauses, those of the chapters that the key speaks of first."""
    chapters = CHAPTERS.get(key, ())
    return tuple(sorted(clauses, key=lambda clause: not any(f"{clause}.".startswith(f"{chapter}.") for chapter in chapters)))
