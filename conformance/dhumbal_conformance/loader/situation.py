"""Reads `given`: the situation that a play starts from, as a pack to be dealt or as a position to be set up."""

from __future__ import annotations

from collections.abc import Mapping

from dhumbal_conformance.loader.nodes import Node
from dhumbal_conformance.loader.notation import rest_of_pack, whole_pack
from dhumbal_conformance.loader.table import SEATS, Table, seats
from dhumbal_conformance.model import Card, Clause, Given, Profile, Seat
from dhumbal_conformance.numbers import dealt_pack, refill_orders

COMMON = ("dealer", "players", "refill")
DEAL = (*COMMON, "hands", "upcard", "stock")
ORDER = (*COMMON, "pack")
NUMBERED = (*COMMON, "deal")
POSITION = (*COMMON, "hands", "pile", "stock", "rest", "turn", "turns", "previous")
KEYS = tuple(dict.fromkeys(DEAL + ORDER + NUMBERED + POSITION))


def read_given(given: Node, profile: Profile, clauses: Mapping[str, Clause]) -> tuple[Given, Table]:
    """The situation, and who sits at its table."""
    given.only(KEYS)
    hands = given.get("hands")
    table = Table(_players(given) if hands is None else seats(hands, profile), profile, clauses)
    dealer = table.seat(given.need("dealer"))
    refills = _refills(given, table)
    if number := given.get("deal"):
        _only(given, NUMBERED, "a numbered deal")
        return Given(table.players, dealer, tuple(dealt_pack(number.number(), table.pack)), None, refills), table
    if hands is None:
        return Given(table.players, dealer, _named_order(given, table), None, refills), table
    _check_number(given, table)
    found = table.hands(hands)
    if given.get("upcard") is not None:
        return Given(table.players, dealer, _dealt(given, table, dealer, found), None, refills), table
    return Given(table.players, dealer, None, _position(given, table, dealer, found), refills), table


def _players(given: Node) -> tuple[Seat, ...]:
    """As many as `players` says."""
    node = given.get("players")
    if node is None:
        raise given.wrong("it is not said who plays", "name their `hands`, or the number of `players`")
    number = node.number(1)
    if number > len(SEATS):
        raise node.wrong(f"{number} players are too many", f"at most {len(SEATS)} can be written down")
    return tuple(SEATS[:number])


def _check_number(given: Node, table: Table) -> None:
    node = given.get("players")
    if node is not None and node.number() != len(table.players):
        raise node.wrong(f"{node.value} players, but {len(table.players)} hands", "leave `players` out: the hands say who plays")


def _only(given: Node, keys: tuple[str, ...], form: str) -> None:
    """Refuse keys that belong to another form of a situation."""
    for key in given.items():
        if key not in keys:
            raise given.wrong_key(key, f"`{key}` has no place in {form}", f"it has {', '.join(keys)}")


def _named_order(given: Node, table: Table) -> tuple[Card, ...]:
    """The pack as `pack` says."""
    _only(given, ORDER, "a pack to be dealt")
    pack = given.get("pack")
    return whole_pack(table.cards(pack) if pack else (), table.pack)


def _dealt(given: Node, table: Table, dealer: Seat, hands: dict[Seat, tuple[Card, ...]]) -> tuple[Card, ...]:
    """The pack that deals these hands, one card at a time as play goes, the dealer last, then the upcard, then the stock."""
    _only(given, DEAL, "a real deal, which has an upcard")
    size = table.profile.parameters["deal.hand"]
    for seat, cards in hands.items():
        if len(cards) != size:
            hint = "for hands of another size set up a position: `pile` instead of `upcard`"
            raise given.need("hands").need(seat).wrong(f"{seat} has {len(cards)} cards, but a deal gives each player {size}", hint)
    upcard, stock = _upcard(given.need("upcard"), table), _cards(given, "stock", table)
    _check_cards(given, table, hands, upcard=upcard, stock=stock)
    order = [table.next_seat(dealer, steps) for steps in range(1, len(hands) + 1)]
    return whole_pack([hands[seat][number] for number in range(size) for seat in order] + [*upcard, *stock], table.pack)


def _upcard(node: Node, table: Table) -> tuple[Card, ...]:
    cards = table.cards(node)
    if len(cards) != 1:
        raise node.wrong(f"the upcard is one card, not {len(cards)}")
    return cards


def _cards(given: Node, key: str, table: Table) -> tuple[Card, ...]:
    """The cards under a key that may be left out."""
    node = given.get(key)
    return table.cards(node) if node else ()


def _check_cards(given: Node, table: Table, hands: dict[Seat, tuple[Card, ...]], **piles: tuple[Card, ...]) -> None:
    """No card lies in two places."""
    named = [(given.need("hands").need(seat), cards) for seat, cards in hands.items()]
    table.no_card_twice(named + [(given.need(key), cards) for key, cards in piles.items() if cards])


def _position(given: Node, table: Table, dealer: Seat, hands: dict[Seat, tuple[Card, ...]]) -> dict[str, object]:
    """The position in the form in which an engine loads it."""
    if given.get("pile") is None:
        raise given.wrong("neither an upcard nor a pile is given", "`upcard` makes it a real deal, `pile` a position set up by hand")
    _only(given, POSITION, "a position, which has a pile")
    stock, pile = _cards(given, "stock", table), _cards(given, "pile", table)
    _check_cards(given, table, hands, stock=stock, pile=pile)
    rest = rest_of_pack([*stock, *pile, *(card for cards in hands.values() for card in cards)], table.pack)
    where = node.choice(("stock", "pile", "out")) if (node := given.get("rest")) else "stock"
    pile = (*pile, *(rest if where == "pile" else ()))
    return {
        "players": list(table.players),
        "dealer": dealer,
        "turn": {"player": table.seat(node) if (node := given.get("turn")) else table.next_seat(dealer), "step": "start"},
        "turns": _turns(given, table),
        "hands": {seat: list(hands[seat]) for seat in table.players},
        "stock": [*stock, *(rest if where == "stock" else ())],
        "pile": list(pile),
        "previous": _previous(given, table, len(pile)),
        "pending": [],
    }


def _previous(given: Node, table: Table, pile: int) -> int:
    """How many cards on top of the pile are the discard made just before this turn."""
    node = given.get("previous")
    if node is None:
        return min(1, pile)
    if table.draws_first:
        raise node.wrong("`previous` has no meaning where one draws before discarding", "leave it out: only the top card can be taken")
    if node.number() > pile:
        raise node.wrong(f"the previous discard cannot have {node.value} cards", f"the pile has {pile}")
    return node.number()


def _turns(given: Node, table: Table) -> int:
    node = given.get("turns")
    turns, cap = node.number() if node else 0, table.profile.parameters["cap.turns"]
    if node and cap is not None and turns >= cap:
        raise node.wrong(f"after {turns} turns the deal would be over", f"cap.turns is {cap}")
    return turns


def _refills(given: Node, table: Table) -> tuple[tuple[Card, ...], ...]:
    """The orders of the pack for the refills; those of a numbered deal go with its number."""
    node, number = given.get("refill"), given.get("deal")
    if node is None:
        return refill_orders(number.number(), table.pack) if number else (table.pack,)
    orders = node.some() if isinstance(node.value, list) else [node]
    return tuple(whole_pack(table.cards(order), table.pack) for order in orders)
