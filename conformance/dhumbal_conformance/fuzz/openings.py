"""Where a deal begins: a numbered deal, or a table set up so that something rare is near."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from dhumbal_conformance.loader.notation import RANKS, SUITS, hand_total, pack_of
from dhumbal_conformance.model import Card, Given, Profile, Seat
from dhumbal_conformance.numbers import dealt_pack, refill_order
from dhumbal_conformance.runner.filler import seats_to_act

SEATS = "ABCDEFGHIJKLMN"
REFILLS = 3
NEAR_CAP = 6
EMPTY = 0.1
"""How many of the tables set up have no discard pile."""
BARE, BARE_WITHOUT_PILE = 0.12, 0.6
"""How many of the tables set up have nothing to draw from but what lies on top of the pile, and how many of those without a pile."""
LONG = 0.35
"""How often the player to act holds a long set or run."""
EQUAL = 0.5
"""How often somebody else holds as many points where they do not."""
WRONG_NUMBER = 0.03
"""How many of the deals are for too few or too many players."""


def seats(profile: Profile, choose: Random, number: int | None) -> tuple[Seat, ...]:
    """Who plays: as many as asked for, or any number that may, few more often than many."""
    least, most = (profile.parameters[f"players.{end}"] for end in ("min", "max"))
    return tuple(SEATS[: number or min(choose.randint(least, most), choose.randint(least, most))])


def too_many_or_few(profile: Profile, choose: Random) -> tuple[Seat, ...]:
    """A table that no deal is for."""
    return tuple(SEATS[: choose.choice((1, profile.parameters["players.max"] + choose.randint(1, 2)))])


def refills(number: int, profile: Profile) -> tuple[tuple[Card, ...], ...]:
    """The refill orders of a numbered deal."""
    return tuple(tuple(refill_order(number, k, pack_of(profile.parameters))) for k in range(1, REFILLS + 1))


def real_deal(number: int, profile: Profile, choose: Random, players: int | None) -> Given:
    """The numbered deal."""
    wrong = players is None and choose.random() < WRONG_NUMBER
    at_table = too_many_or_few(profile, choose) if wrong else seats(profile, choose, players)
    pack = tuple(dealt_pack(number, pack_of(profile.parameters)))
    return Given(at_table, choose.choice(at_table), pack, None, refills(number, profile))


class Deck:
    """The cards that have no place yet, in the order of the numbered deal."""

    def __init__(self, number: int, profile: Profile) -> None:
        self.parameters = profile.parameters
        self.cards = dealt_pack(number, pack_of(profile.parameters))

    def value(self, card: Card) -> int:
        """What a card counts, in points."""
        return hand_total((card,), self.parameters)

    def remove(self, cards: Iterable[Card]) -> list[Card]:
        """These cards, as far as they are there; they have a place now."""
        found = [card for card in cards if card in self.cards]
        self.cards = [card for card in self.cards if card not in found]
        return found

    def some(self, number: int) -> list[Card]:
        """So many cards."""
        return self.remove(self.cards[:number])

    def low(self, number: int) -> list[Card]:
        """So many cards, each the lowest of four."""
        return [card for _ in range(number) for card in self.remove([min(self.cards[:4], key=self.value)] if self.cards else [])]

    def jokers(self, where: str, choose: Random) -> list[Card]:
        """One joker or two, now and then, where the rules let them stand for other cards."""
        number = choose.choice((0, 0, 1, 1, 2)) if self.parameters[where] else 0
        return [card for card in self.cards if card[0] == "X"][:number]

    def alike(self, number: int, choose: Random) -> list[Card]:
        """Cards of one rank, now and then with jokers among them."""
        rank = next((card[0] for card in self.cards if card[0] != "X"), "")
        same = [card for card in self.cards if card[0] == rank]
        return self.remove([*same[:1], *self.jokers("discard.set.jokers", choose), *same[1:]][:number])

    def equal(self, cards: Iterable[Card]) -> list[Card]:
        """Cards that count the same, one by one; none where there are no such."""
        values = [self.value(card) for card in cards]
        alike = [card for value in values for card in self.remove([card for card in self.cards if self.value(card) == value][:1])]
        return alike if len(alike) == len(values) else []

    def run(self, number: int, choose: Random) -> list[Card]:
        """Cards of one suit in sequence, up or down, perhaps round from the king to the ace, now and then with jokers in place of some.

        A single card if they are not all there.
        """
        suit, low = choose.choice(SUITS), choose.randrange(min(len(RANKS), len(RANKS) + 3 - number))
        cards = [RANKS[rank % len(RANKS)] + suit for rank in range(low, low + number)]
        for joker in self.jokers("discard.run.jokers", choose):
            cards[choose.randrange(number)] = joker
        found = self.remove(cards) if set(cards) <= set(self.cards) else self.some(1)
        return found[:: choose.choice((1, -1))]


def position(number: int, profile: Profile, choose: Random, players: int | None) -> Given:
    """A table late in a deal: small hands, little stock, few turns left; the discard just made may be a set or a run, or there is none."""
    deck = Deck(number, profile)
    at_table = some_out(seats(profile, choose, players), profile, choose)
    dealer = choose.choice(at_table)
    previous = [] if choose.random() < EMPTY else previous_discard(deck, profile, choose)
    turns = turns_completed(len(at_table), profile, choose)
    first = to_act(at_table, dealer, turns, profile)
    swapped = deck.remove(stood_for(previous))
    long = not swapped and choose.random() < LONG
    held = [*swapped, *(long_hand if long else hand)(deck, profile, choose)][: profile.parameters["deal.hand"]]
    hands = {seat: held if seat == first else hand(deck, profile, choose) for seat in at_table}
    if not long and choose.random() < EQUAL:
        other = choose.choice([seat for seat in at_table if seat != first])
        hands[other] = deck.equal(held) or hands[other]
    bare = choose.random() < (BARE if previous else BARE_WITHOUT_PILE)
    pile = [*reversed(previous), *deck.some(0 if bare or not previous else choose.choice((0, 0, 1, 2, 3, 10)))]
    stock = deck.some(0 if bare else choose.choice((0, 0, 1, 1, 2, 3, 20)))
    state: dict[str, Any] = {
        "players": list(at_table),
        "dealer": dealer,
        "turn": {"player": first, "step": "start"},
        "turns": turns,
        "hands": hands,
        "stock": [*stock, *(deck.cards if not bare and choose.random() < 0.2 else ())],
        "pile": pile,
        "previous": len(previous),
        "pending": [],
    }
    return Given(at_table, dealer, None, state, refills(number, profile))


def some_out(at_table: tuple[Seat, ...], profile: Profile, choose: Random) -> tuple[Seat, ...]:
    """Where players go out of the series, now and then one of them is out already."""
    if profile.parameters["series.elimination"] is None or len(at_table) < 3 or choose.random() < 0.7:
        return at_table
    gone = choose.choice(at_table)
    return tuple(seat for seat in at_table if seat != gone)


def previous_discard(deck: Deck, profile: Profile, choose: Random) -> list[Card]:
    """The discard just made, in the order laid; a single card where only the top of the pile matters."""
    if profile.parameters["turn.order"] == "draw-then-discard" or choose.random() < 0.3:
        return deck.some(1)
    shortest = profile.parameters["discard.run.min"]
    if shortest and choose.random() < 0.6:
        return deck.run(choose.randint(shortest, min(profile.parameters["discard.run.max"] or 5, 5)), choose)
    cards = deck.alike(choose.randint(2, 4 * profile.parameters["pack.count"]), choose)
    return cards if len(cards) >= profile.parameters["discard.set.min"] else cards[:1]


def stood_for(previous: list[Card]) -> list[Card]:
    """The card that a joker within a run stands for, if there is one."""
    inside = [place for place, card in enumerate(previous) if card[0] == "X" and 0 < place < len(previous) - 1]
    if not inside or previous[0][0] == "X" or previous[0][1] != previous[-1][1]:
        return []
    step = 1 if (RANKS.index(previous[0][0]) + len(previous) - 1) % len(RANKS) == RANKS.index(previous[-1][0]) else -1
    rank = (RANKS.index(previous[0][0]) + step * inside[0]) % len(RANKS)
    return [RANKS[rank] + previous[0][1]]


def hand(deck: Deck, profile: Profile, choose: Random) -> list[Card]:
    """A hand of any size that there can be, mostly low, often with cards of one rank, sometimes with a run."""
    least = 0 if profile.parameters["turn.order"] == "draw-then-discard" else 1
    size = max(least, min(choose.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 7)), profile.parameters["deal.hand"]))
    kind = choose.random()
    if kind < 0.5 or size < 2:
        return deck.low(size)
    if kind < 0.7:
        return deck.alike(size - 1, choose) + deck.some(1)
    return deck.run(choose.randint(3, size - 1), choose) + deck.some(1) if kind < 0.85 and size > 3 else deck.some(size)


def long_hand(deck: Deck, profile: Profile, choose: Random) -> list[Card]:
    """A full hand of which all or nearly all can be discarded together: a set or, in games that have them, a run."""
    size = profile.parameters["deal.hand"]
    number = choose.choice((size - 1, size, size))
    runs = profile.parameters["discard.run.min"] and choose.random() < 0.6
    cards = deck.run(number, choose) if runs else deck.alike(number, choose)
    return cards + deck.some(size - len(cards))


def turns_completed(players: int, profile: Profile, choose: Random) -> int:
    """None, a few, or nearly as many as there may be."""
    cap = profile.parameters["cap.turns"]
    early = choose.choice((0, 1, players - 1, players, 3 * players + 1))
    return cap - choose.randint(1, NEAR_CAP) if cap and choose.random() < 0.4 else early


def to_act(at_table: tuple[Seat, ...], dealer: Seat, turns: int, profile: Profile) -> Seat:
    """Whose turn it is after so many turns."""
    around = seats_to_act(at_table, dealer, profile.parameters["direction"])
    order = [next(around) for _ in range(len(at_table) + 1)][1:]
    return order[turns % len(order)]
