"""Cards as people see them: in words, as signs, and sorted."""

from __future__ import annotations

from collections.abc import Iterable

from dhumbal_conformance.loader.notation import JOKERS, PACK, SECOND
from dhumbal_conformance.model import Card

RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "R": "★", "B": "☆"}
"""Of the suits; and of the jokers, which have no corner."""
COLOURS = {"R": "red", "B": "black"}
AS_TEXT = "\ufe0e"
"""After a suit's sign: not as a coloured picture, which some systems would make of it."""


def in_words(card: Card) -> str:
    """`king of spades`, `red joker`, `king of spades of the second pack`."""
    name = f"{COLOURS[card[1]]} joker" if is_joker(card) else f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}"
    return f"{name} of the second pack" if is_second(card) else name


def is_card(name: str) -> bool:
    """Whether this is the name of a card, of the second pack too."""
    return name.removesuffix(SECOND) in (*PACK, *JOKERS)


def is_joker(card: Card) -> bool:
    """Whether a card is a joker, of either pack."""
    return card[:2] in JOKERS


def is_second(card: Card) -> bool:
    """Whether a card is of the second pack."""
    return card.endswith(SECOND)


def signs(card: Card) -> str:
    """`10♦`, `★`, `K♠′`: a card within a line of text."""
    return f"{rank_sign(card)}{SIGNS[card[1]]}{AS_TEXT}{'′' if is_second(card) else ''}"


def rank_sign(card: Card) -> str:
    """What stands in a card's corner; a joker has nothing there."""
    if is_joker(card):
        return ""
    return "10" if card[0] == "T" else card[0]


def by_rank(cards: Iterable[Card]) -> list[Card]:
    """Cards as a player sorts them: equal ranks together, and jokers last."""
    return sorted(cards, key=_place)


def _place(card: Card) -> tuple[int, int, bool]:
    """Where a card stands in a sorted hand: by rank, then by suit, then by pack."""
    if is_joker(card):
        return len(PACK), JOKERS.index(card[:2]), is_second(card)
    return PACK.index(card[:2]) % 13, PACK.index(card[:2]), is_second(card)
