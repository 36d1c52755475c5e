"""How a play is chosen: numbered deals, random legal actions, and attempts that the rules refuse."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from dhumbal_conformance.loader.notation import pack_of
from dhumbal_conformance.loader.table import SEATS
from dhumbal_conformance.model import Action, Card, Given, Profile, Seat
from dhumbal_conformance.numbers import dealt_pack, refill_order
from dhumbal_conformance.runner.compare import signature
from dhumbal_conformance.runner.progress import draws_from_stock
from dhumbal_conformance.secrecy.play import Play

REFILLS = 6
"""Refills with an order of their own; a play does not go beyond them."""
SHORT, LONG = 30, 160
"""Most actions of a play, and of one that is to reach a refill."""
ATTEMPTS = 6


def numbered_deal(number: int, choose: Random, profile: Profile) -> Given:
    """The numbered deal of the profile's pack, for any number of players and with any dealer."""
    players = tuple(SEATS[: choose.randint(profile.parameters["players.min"], profile.parameters["players.max"])])
    pack = pack_of(profile.parameters)
    refills = tuple(tuple(refill_order(number, k, pack)) for k in range(1, REFILLS + 1))
    return Given(players, choose.choice(players), tuple(dealt_pack(number, pack)), None, refills)


def length_of_play(choose: Random) -> int:
    """After how many actions the moment comes; of four plays one is long enough for a refill."""
    return choose.randrange(SHORT, LONG) if choose.randrange(4) == 0 else choose.randrange(SHORT)


def next_action(play: Play, choose: Random, *, long: bool) -> Action | None:
    """Any legal action that keeps the deal going; in a long play rather a draw from the stock. None if there is none."""
    actions = [action for action in play.legal() if may_go_on(play, action)]
    draws = [action for action in actions if draws_from_stock(action)]
    return choose.choice(draws if long and draws else actions) if actions else None


def may_go_on(play: Play, action: Action) -> bool:
    """Whether a deal can go on after an action: a call ends it, except where the others have a last turn."""
    if draws_from_stock(action) and not play.state["stock"]:
        return play.refills < len(play.given.refills)
    return action["type"] != "call" or bool(play.reference.profile.parameters["call.last-turns"])


def attempts(play: Play, seat: Seat, choose: Random) -> tuple[Action, ...]:
    """Some actions that the rules refuse this player now."""
    allowed = {signature(action) for action in play.legal()}
    refused = {signature(action): action for action in candidates(play, seat, choose) if signature(action) not in allowed}
    return tuple(choose.sample(list(refused.values()), min(ATTEMPTS, len(refused))))


def candidates(play: Play, seat: Seat, choose: Random) -> list[Action]:
    """What a player might try, right or wrong: cards held and not held, on the pile and elsewhere."""
    hand, pack = play.state["hands"][seat], pack_of(play.reference.profile.parameters)
    held = choose.sample(hand, min(2, len(hand)))
    elsewhere: list[Card] = choose.sample([card for card in pack if card not in hand], 2)
    cards: list[Sequence[Card]] = [(), held, *([card] for card in (*held, *elsewhere)), [*held[:1], *held[:1]], [*held[:1], *elsewhere[:1]]]
    takes = [{"from": "discard", "card": card} for card in (*play.state["pile"][:2], *elsewhere)]
    done: list[dict[str, Any]] = [
        {"type": "call"},
        *({"type": "draw", **source} for source in ({"from": "stock"}, *takes)),
        *({"type": "discard", "cards": list(laid)} for laid in cards),
    ]
    return [{"player": seat, **action} for action in done]
