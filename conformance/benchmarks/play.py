"""Random legal play of the canonical game through the engine's public interface. Every action is validated."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from dhumbal import Card, Deal, Profile, Rules
from dhumbal_conformance.loader.profiles import load_profile
from dhumbal_conformance.perft import ReferenceCounter, Start, count

from benchmarks.contest import Run

Play = Callable[[Rules, Deal, Callable[[], float]], int]
"""Plays a deal to its end and returns the number of moves."""


def asked(rules: Rules, deal: Deal, chance: Callable[[], float]) -> int:
    """Players who know their own cards: they draw or take, discard a card or all they hold of its rank, and call when they may."""
    hands = [hand_cards(rules, deal, seat) for seat in range(deal.players)]
    moves = 0
    while deal.outcome is None:
        seat = deal.seat
        if chance() < 0.25 and rules.why_not_call(deal, seat) is None:
            rules.call(deal, seat)
            return moves + 1
        rules.discard(deal, seat, chosen(rules, hands[seat], got(rules, deal, hands[seat], chance), chance))
        moves += 2
    return moves


def hand_cards(rules: Rules, deal: Deal, seat: int) -> list[Card]:
    """What a player holds."""
    seen = rules.view(deal, seat).hands[seat]
    return [] if isinstance(seen, int) else list(seen)


def got(rules: Rules, deal: Deal, hand: list[Card], chance: Callable[[], float]) -> int:
    """Draw, or take if a card of the hand can go in its stead; returns how many cards of the hand, from its first, may go."""
    if hand and chance() < 0.5:
        card = deal.pile[-1]
        rules.take(deal, deal.seat, card)
        hand.append(card)
        return len(hand) - 1
    hand.append(rules.draw(deal, deal.seat))
    return len(hand)


def chosen(rules: Rules, hand: list[Card], free: int, chance: Callable[[], float]) -> Sequence[Card]:
    """Any of the cards that may go, and in one turn of four all others of its rank with it."""
    card = hand[int(chance() * free)]
    ranks = rules.pack.ranks
    cards = [card]
    if chance() < 0.25:
        cards += [other for other in hand[:free] if ranks[other] == ranks[card] and other != card]
    for gone in cards:
        hand.remove(gone)
    return cards


def listed(rules: Rules, deal: Deal, chance: Callable[[], float]) -> int:
    """Players who have all legal actions listed and do any of them."""
    moves = 0
    while deal.outcome is None:
        actions = rules.legal(deal)
        rules.apply(deal, actions[int(chance() * len(actions))])
        moves += 1
    return moves


def playing(play: Play, moves: int, players: int = 4) -> Callable[[], Run]:
    """Deals of shuffled packs, until so many moves are made."""

    def make() -> Run:
        rules, dice = Rules(Profile()), random.Random(players)
        packs = [dice.sample(rules.pack.cards, len(rules.pack.cards)) for _ in range(64)]

        def run() -> int:
            done = number = 0
            while done < moves:
                deal = rules.deal(players, number % players, packs[number % 64], packs)
                done += play(rules, deal, dice.random)
                number += 1
            return done

        return run

    return make


def counting(depth: int) -> Callable[[], Run]:
    """Lines of a numbered deal, down to that depth."""

    def make() -> Run:
        counter = ReferenceCounter(Start(load_profile("nepali-games"), 4711, 4))
        return lambda: count(counter, depth)

    return make
