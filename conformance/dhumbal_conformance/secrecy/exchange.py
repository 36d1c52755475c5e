"""The other deal of a pair: secret cards change places, so that everything that the viewer has seen stays as it was.

Only cards move that have been hidden from the viewer, without a break, since the same shuffle: the pack as it was dealt, or one refill.
Nobody has laid such a card open, so the public play is legal with the cards exchanged, too. Only a caller's hand has shown something of
itself, that its total was low enough, and stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from dhumbal_conformance.model import Card, Given
from dhumbal_conformance.runner.progress import draws_from_stock
from dhumbal_conformance.secrecy.play import DEALT, Play
from dhumbal_conformance.secrecy.telling import Kind

Exchange = Mapping[Card, Card]
"""For each card that moves, the card that comes into its place."""


def exchanges(play: Play, choose: Random) -> dict[Kind, Exchange]:
    """Every way in which a deal can differ at this moment without the viewer's knowledge, with one exchange of cards for each."""
    movable = {card for card in play.secret if card not in play.state["hands"].get(play.state.get("caller"), ())}
    stock = [card for card in play.state["stock"] if card in movable]
    refilled = [card for card in movable if play.secret[card] != DEALT]
    held = movable.difference(stock)
    found: dict[Kind, tuple[Exchange, Iterable[Card]]] = {
        "the order of the stock": (shuffled(play, stock, choose), stock),
        "cards in other hands": (shuffled(play, movable, choose), held),
        "a card drawn by another": (swapped(play, movable, choose), held),
        "cards that were refilled": (shuffled(play, refilled, choose), refilled),
    }
    return {kind: exchange for kind, (exchange, cards) in found.items() if moves(play, exchange, cards)}


def shuffled(play: Play, cards: Iterable[Card], choose: Random) -> Exchange:
    """Every card in the place of another one that has been secret since the same shuffle."""
    exchange: dict[Card, Card] = {}
    for since in sorted(set(play.secret.values())):
        # Sorted, because a set has no order that could be repeated.
        order = sorted(card for card in cards if play.secret[card] == since)
        choose.shuffle(order)
        exchange |= zip(order, [*order[1:], *order[:1]], strict=True)
    return exchange


def swapped(play: Play, movable: set[Card], choose: Random) -> Exchange:
    """The card that another player has just drawn, and a secret one that they do not hold."""
    drawn, last = play.drawn, play.actions[-1] if play.actions else None
    if last is None or drawn not in movable or not draws_from_stock(last):
        return {}
    hand = play.state["hands"][last["player"]]
    others = sorted(card for card in movable if card not in hand and play.secret[card] == play.secret[drawn])
    if not others:
        return {}
    other = choose.choice(others)
    return {drawn: other, other: drawn}


def moves(play: Play, exchange: Exchange, cards: Iterable[Card]) -> bool:
    """Whether one of these cards comes to lie elsewhere: the order of a hand means nothing."""
    holder = {card: seat for seat, hand in play.state["hands"].items() for card in hand}
    changed = [card for card in cards if exchange.get(card, card) != card]
    return any(card not in holder or holder[card] != holder.get(exchange[card]) for card in changed)


def exchanged(given: Given, exchange: Exchange, since: Mapping[Card, int]) -> Given:
    """How the deal begins with these cards exchanged: those dealt in the pack or the position, the others in the order of their refill."""
    parts = [{card: come for card, come in exchange.items() if since[card] == number} for number in range(len(given.refills) + 1)]
    refills = tuple(tuple(put(order, part)) for order, part in zip(given.refills, parts[1:], strict=True))
    if given.pack is not None:
        return given._replace(pack=tuple(put(given.pack, parts[DEALT])), refills=refills)
    state = dict(given.state or {})
    state["hands"] = {seat: put(hand, parts[DEALT]) for seat, hand in state["hands"].items()}
    return given._replace(state={**state, "stock": put(state["stock"], parts[DEALT])}, refills=refills)


def put(cards: Sequence[Card], exchange: Exchange) -> list[Card]:
    """The cards with some in the place of others."""
    return [exchange.get(card, card) for card in cards]
