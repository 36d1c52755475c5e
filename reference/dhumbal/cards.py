"""Cards and values. A card is its number in the canonical order of the pack: spades, hearts, diamonds, clubs, each A to K, then jokers.

A hand is a set of cards kept as the bits of one integer: card `c` is the bit `1 << c`. So “is it held?” and “how many?” are single steps.
"""

from __future__ import annotations

from collections.abc import Iterable

from dhumbal.profile import Profile

Card = int
Hand = int

RANKS = "A23456789TJQK"
SUITS = "SHDC"
JOKERS = ("XR", "XB")
JOKER = -1
"""The rank, and the suit, of a joker."""


class Pack:
    """`pack.cards`: the cards of the game, what each counts, and which share a rank or a suit."""

    def __init__(self, profile: Profile) -> None:
        self.names = tuple(name + mark for mark in ("", "'")[: profile.pack_count] for name in one_pack(profile.pack_jokers))
        """Names by card, as `TH` for the ten of hearts; those of a second pack end in `'`."""
        self.cards = tuple(range(len(self.names)))
        """All cards in canonical order."""
        values = rank_values(profile)
        self.values = tuple(values[name[0]] for name in self.names)
        """What each card counts, in points."""
        self.ranks = tuple(RANKS.find(name[0]) for name in self.names)
        """Each card's rank, 0 for the ace to 12 for the king."""
        self.suits = tuple(SUITS.find(name[1]) for name in self.names)
        """Each card's suit, 0 for spades to 3 for clubs."""
        self._numbers = {name: card for card, name in enumerate(self.names)}

    def name(self, card: Card) -> str:
        """The card's name: rank, then suit."""
        return self.names[card]

    def card(self, name: str) -> Card:
        """The card of that name; KeyError when the pack has none."""
        return self._numbers[name]

    def parse(self, names: str) -> tuple[Card, ...]:
        """Cards from their names, apart by spaces, as `KS KH`; KeyError for a name that the pack does not have."""
        return tuple(map(self.card, names.split()))

    def total(self, cards: Iterable[Card]) -> int:
        """`value.total`: the sum of the cards, in points; 0 for none."""
        return sum(map(self.values.__getitem__, cards))

    def is_joker(self, card: Card) -> bool:
        """Whether the card is a joker."""
        return self.ranks[card] == JOKER


def one_pack(jokers: int) -> list[str]:
    """`pack.cards`: the names of one pack in canonical order, with so many jokers."""
    return [rank + suit for suit in SUITS for rank in RANKS] + list(JOKERS[:jokers])


def rank_values(profile: Profile) -> dict[str, int]:
    """`value.ace`, `value.pips`, `value.courts`, `value.joker`: what each rank counts, in points, whatever the suit (`value.suits`)."""
    pips = {rank: number for number, rank in enumerate(RANKS, start=1)}
    courts = {"J": profile.values_jack, "Q": profile.values_queen, "K": profile.values_king}
    return pips | {"A": profile.values_ace, "X": 0} | courts


def cards_of(hand: Hand) -> list[Card]:
    """The cards of a hand in canonical order."""
    cards = []
    while hand:
        # The highest card takes fewer steps to find than the lowest.
        highest = hand.bit_length() - 1
        cards.append(highest)
        hand ^= 1 << highest
    cards.reverse()
    return cards


def hand_of(cards: Iterable[Card]) -> Hand:
    """The hand that holds these cards."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand
