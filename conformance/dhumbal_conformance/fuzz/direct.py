"""The reference engine played directly, by chance: each deal as the requests for it and the answers that must come, for little time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from dhumbal import Action, Card, Deal, Pack, Refused, Rules
from dhumbal.cards import cards_of
from dhumbal.deal import Kind

from dhumbal_conformance.connectors.wire import encode
from dhumbal_conformance.fuzz.script import Reference
from dhumbal_conformance.model import Given

JSON = dict[str, Any]
REMEMBERED = 1 << 12
"""So many actions are remembered as JSON: most of those that are done are among them, and more would only take up memory."""
TRIES = 0.36
"""How often something is tried that is probably not allowed."""
MORE = 0.8
"""How often a further card is laid with others where there is one."""
AFTERWARDS = 2
"""So much is tried when the deal is over."""
OWN_TURN = 0.9
"""How many of the tries are by the player to act."""
TRIED_AT_DISCARD: tuple[Kind, ...] = ("discard",) * 6 + ("draw", "take", "call")
TRIED_AT_DRAW: tuple[Kind, ...] = ("take",) * 3 + ("call",) * 3 + ("discard", "draw")
"""What is tried in each half of a turn, mostly what is due in it."""
DEPTHS = (1, 2, 3, 60)
"""From so many cards at the top of the pile one is chosen."""
NEAR = 0.8
"""How often it is one of these, and not any card of the game."""
SIZES = (0, 1, 1, 1, 2, 2, 3)
"""With so many of the cards held a discard begins."""
EXTRAS = ("none", "none", "again", "locked", "alike", "alike", "any")
"""What a discard has besides: a card named again, the one just taken, one of the same rank, any card of the game."""


class Manner(NamedTuple):
    """How a deal is played."""

    call: float
    """How often a call that is allowed is made."""
    take: float
    """How often a card of the pile is taken."""
    heavy: float
    """How often a discard begins with the card that counts most."""
    actions: int = 400
    """After so many actions and tries the deal is left as it is."""


MANNERS = (
    # The first goes on until the stock has been refilled several times, and to the turn cap where there is one.
    Manner(call=0, take=0.1, heavy=0.1, actions=1500),
    Manner(call=0, take=0.6, heavy=0),
    Manner(call=1, take=0.3, heavy=0.9),
    Manner(call=0.3, take=0.5, heavy=0.5),
    Manner(call=0.2, take=0.7, heavy=0.7),
    Manner(call=0.1, take=0.3, heavy=1),
    Manner(call=0.05, take=0.3, heavy=0.3, actions=800),
)


class Player:
    """Chooses the next action of whoever is to act, and tries for them and for others what is not allowed."""

    def __init__(self, rules: Rules, deal: Deal, choose: Random) -> None:
        self.rules = rules
        self.deal = deal
        self.choose = choose
        self.manner = choose.choice(MANNERS)

    def chosen(self) -> Iterator[Action]:
        """What to do next, until the deal ends or has lasted long enough."""
        for _ in range(self.manner.actions):
            action = self.attempt() if self.choose.random() < TRIES else self.move()
            if action is None:
                break
            yield action
        for _ in range(AFTERWARDS if self.deal.outcome else 0):
            yield self.attempt() or Action(self.deal.seat, "draw")

    def move(self) -> Action | None:
        """One of the legal actions; None where there is none."""
        deal, rules, chance = self.deal, self.rules, self.choose.random
        if chance() < self.manner.call and rules.why_not_call(deal, deal.seat) is None:
            return Action(deal.seat, "call")
        if rules.has_begun(deal) == rules.draws_first:
            return None if deal.outcome else Action(deal.seat, "discard", self.together())
        if chance() < self.manner.take and (offered := rules.takeable(deal)):
            return Action(deal.seat, "take", (self.choose.choice(offered),))
        if rules.why_not_draw(deal, deal.seat) is None:
            return Action(deal.seat, "draw")
        legal = rules.legal(deal)
        return self.choose.choice(legal) if legal else None

    def together(self) -> tuple[Card, ...]:
        """Cards that may be discarded: one, from which a set or a run is made as far as chance will have it."""
        rules, chance = self.rules, self.choose.random
        free = self.deal.hands[self.deal.seat] & ~(0 if self.deal.locked is None else 1 << self.deal.locked)
        held = cards_of(free)
        first = max(held, key=rules.pack.values.__getitem__) if chance() < self.manner.heavy else self.choose.choice(held)
        cards: tuple[Card, ...] = (first,)
        laid = cards
        following = rules.beginning(cards)[1] & free
        while following and chance() < MORE:
            cards = (*cards, self.choose.choice(cards_of(following)))
            complete, grows = rules.beginning(cards)
            laid, following = cards if complete else laid, grows & free
        return laid

    def attempt(self) -> Action | None:
        """Something that is probably not allowed; never a call that is, for that would end the deal too soon."""
        deal, choose = self.deal, self.choose
        seat = deal.seat if choose.random() < OWN_TURN else choose.randrange(deal.players)
        discards = self.rules.has_begun(deal) == self.rules.draws_first
        kind = choose.choice(TRIED_AT_DISCARD if discards else TRIED_AT_DRAW)
        if kind == "call":
            return Action(seat, kind) if self.rules.why_not_call(deal, seat) else self.move()
        if kind == "draw":
            return Action(seat, kind)
        return Action(seat, kind, (self.taken(),) if kind == "take" else self.laid(seat))

    def taken(self) -> Card:
        """A card near the top of the pile, or anywhere in it, or not in it at all."""
        near = self.deal.pile[-self.choose.choice(DEPTHS) :]
        return self.choose.choice(near if near and self.choose.random() < NEAR else self.rules.pack.cards)

    def laid(self, seat: int) -> tuple[Card, ...]:
        """Some of the cards held, and often one too many."""
        held = cards_of(self.deal.hands[seat])
        cards = self.choose.sample(held, min(len(held), self.choose.choice(SIZES)))
        return (*cards, *self.extra(cards))

    def extra(self, cards: Sequence[Card]) -> Sequence[Card]:
        """What a discard has besides these cards."""
        what, pack, locked = self.choose.choice(EXTRAS), self.rules.pack, self.deal.locked
        if what in ("none", "again"):
            return cards[:1] if what == "again" else ()
        if what == "locked" and locked is not None:
            return () if locked in cards else (locked,)
        alike = [card for card in pack.cards if pack.ranks[card] == pack.ranks[cards[0]]] if what == "alike" and cards else ()
        return (self.choose.choice(alike or pack.cards),)


class Asked(NamedTuple):
    """One request, its params as JSON, and what must be answered."""

    method: str
    params: bytes
    expected: JSON


class Direct:
    """One deal at the reference engine, as requests for another."""

    def __init__(self, reference: Reference, given: Given, choose: Random, game: str) -> None:
        self.reference = reference
        self.given = given
        self.choose = choose
        self.game = game

    def requests(self, observe: bool) -> Iterator[Asked]:
        """The whole deal; at its end the referee looks at the table, if it can be seen. One that is broken off is forgotten, too."""
        opening = self.opening()
        try:
            yield opening
            if opening.expected["accepted"]:
                yield from self.actions()
                if observe:
                    yield self.asked("observe", {"game": self.game, "as": "referee"})
                yield self.asked("end", {"game": self.game})
        finally:
            self.reference.forget(self.game)

    def asked(self, method: str, params: JSON) -> Asked:
        """A request that the reference engine answers as any engine would."""
        return Asked(method, encode(params), self.reference.ask(method, **params))

    def opening(self) -> Asked:
        """The deal, or the table set up."""
        given, profile, chance = self.given, self.reference.profile, {"refills": self.given.refills}
        params: JSON = {"game": self.game, "profile": profile.id, "parameters": profile.parameters, "chance": chance}
        if given.pack is None:
            return self.asked("load", params | {"state": given.state})
        dealt = {"chance": chance | {"pack": given.pack}, "players": given.players, "dealer": given.dealer}
        return self.asked("new", params | dealt)

    def actions(self) -> Iterator[Asked]:
        """Everything that is done and tried, each with its verdict."""
        table = self.reference.engine.games[self.game]
        rules, deal, seats = table.rules, table.deal, tuple(table.seats)
        head = b'{"game":"%s","action":' % self.game.encode()
        for action in Player(rules, deal, self.choose).chosen():
            yield Asked("apply", head + as_json(action, seats, rules.pack) + b"}", self.answer(rules, deal, action))

    def answer(self, rules: Rules, deal: Deal, action: Action) -> JSON:
        """What the reference engine makes of an action."""
        try:
            rules.apply(deal, action)
        except Refused as refusal:
            return {"accepted": False, "clause": refusal.clause}
        answer: JSON = {"accepted": True}
        if action.kind == "draw" and deal.done:
            answer["card"] = rules.pack.names[deal.done[2][0]]
        if deal.outcome:
            answer["result"] = self.reference.ask("observe", game=self.game, **{"as": "referee"})["state"]["result"]
        return answer


@lru_cache(REMEMBERED)
def as_json(action: Action, seats: tuple[str, ...], pack: Pack) -> bytes:
    """An action as the protocol has it."""
    cards = [pack.names[card] for card in action.cards]
    more: dict[str, JSON] = {
        "draw": {"type": "draw", "from": "stock"},
        "take": {"type": "draw", "from": "discard", "card": "".join(cards)},
        "discard": {"type": "discard", "cards": cards},
        "call": {"type": "call"},
    }
    return encode({"player": seats[action.seat]} | more[action.kind])
