"""Actions that are probably against the rules, and near to what is allowed: there engines break.

Every card named is one of the game. Whether an action really is refused, and why, is for the reference engine to say.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from dhumbal_conformance.model import Action, Card, Profile, Seat
from dhumbal_conformance.runner.compare import State


class Moment(NamedTuple):
    """The table at which something is tried, and by whom."""

    state: State
    profile: Profile
    choose: Random
    player: Seat
    """Who is to act; after the end of the deal, anybody."""

    @classmethod
    def of(cls, state: State, profile: Profile, choose: Random) -> Moment:
        """The moment at which the table is like this."""
        turn = state["turn"]
        return cls(state, profile, choose, turn["player"] if turn else choose.choice(state["players"]))

    @property
    def hand(self) -> list[Card]:
        """The cards of that player."""
        held: list[Card] = self.state["hands"][self.player]
        return held

    @property
    def step(self) -> str:
        """The step of the turn; `over` after the end."""
        turn = self.state["turn"]
        return str(turn["step"]) if turn else "over"


Probe = Callable[[Moment], Action | None]


def call(at: Moment) -> Action:
    """A call: with too high a total, in the middle of a turn, or a second one."""
    return {"player": at.player, "type": "call"}


def draw(at: Moment) -> Action:
    """A draw from the stock: a second one, or before the discard."""
    return {"player": at.player, "type": "draw", "from": "stock"}


def take(at: Moment) -> Action:
    """A card of the pile that may not be had: buried, or of the discard just made but not on offer; often near its top."""
    depth = min(at.choose.choice((1, 1, 2, 3, 5, 60)), len(at.state["pile"]))
    card = at.choose.choice(at.state["pile"][:depth]) if depth else elsewhere(at)
    return take_of(at.player, card)


def take_elsewhere(at: Moment) -> Action:
    """A card that does not lie on the pile."""
    return take_of(at.player, elsewhere(at))


def discard_any(at: Moment) -> Action:
    """Some of the cards held, in any order: too many ranks, too short a run, a run with a gap."""
    size = min(at.choose.choice((1, 2, 2, 3, 3, 4, 5)), len(at.hand))
    return discard_of(at, at.choose.sample(at.hand, size))


def discard_neighbours(at: Moment) -> Action | None:
    """Cards of one suit next to each other, or of one value: nearly a run, nearly a set."""
    if not at.hand:
        return None
    first = at.choose.choice(at.hand)
    near = [card for card in at.hand if card != first and (card[1] == first[1] or card[0] in "TJQKX" or first[0] in "TJQKX")]
    return discard_of(at, [first, *at.choose.sample(near, min(len(near), at.choose.randint(1, 3)))])


def discard_alike(at: Moment) -> Action | None:
    """All cards of one rank, a stranger among them now and then."""
    if not at.hand:
        return None
    rank = at.choose.choice(at.hand)[0]
    cards = [card for card in at.hand if card[0] == rank] + at.choose.sample(at.hand, at.choose.randint(0, 1))
    return discard_of(at, list(dict.fromkeys(cards)))


def discard_nothing(at: Moment) -> Action:
    """No card at all."""
    return discard_of(at, [])


def discard_twice(at: Moment) -> Action | None:
    """One card named twice, alone or beside another."""
    if not at.hand:
        return None
    card = at.choose.choice(at.hand)
    return discard_of(at, [card, card, *at.choose.sample(at.hand, at.choose.randint(0, 1))])


def discard_not_held(at: Moment) -> Action:
    """A card that lies elsewhere, alone or beside one that is held."""
    held = at.choose.sample(at.hand, min(len(at.hand), at.choose.randint(0, 1)))
    return discard_of(at, [*held, elsewhere(at)])


def discard_same_rank_elsewhere(at: Moment) -> Action | None:
    """A set of which somebody else holds a part."""
    if not at.hand:
        return None
    card = at.choose.choice(at.hand)
    others = [other for other in everywhere(at) if other[0] == card[0] and other not in at.hand]
    return discard_of(at, [card, at.choose.choice(others)]) if others else None


def discard_locked(at: Moment) -> Action | None:
    """The card just taken: alone, or with others of its rank, or of its suit."""
    locked = at.state.get("locked")
    if not locked:
        return None
    fits = [card for card in at.hand if card != locked and at.choose.choice((card[0] == locked[0], card[1] == locked[1]))]
    cards = [locked, *at.choose.sample(fits, min(len(fits), at.choose.choice((0, 1, 2, 3))))]
    return discard_of(at, at.choose.sample(cards, len(cards)))


def somebody_else(at: Moment) -> Action:
    """Another player's draw, take, discard or call."""
    others = [seat for seat in at.state["players"] if seat != at.player]
    other = at.choose.choice(others or [at.player])
    kinds: tuple[Action, ...] = (
        {"player": other, "type": "call"},
        {"player": other, "type": "draw", "from": "stock"},
        {"player": other, "type": "discard", "cards": at.state["hands"][other][:1]},
        take_of(other, at.state["pile"][0] if at.state["pile"] else elsewhere(at)),
    )
    return at.choose.choice(kinds)


def call_after_turn(at: Moment) -> Action:
    """A call by whoever has just ended a turn."""
    last = at.state.get("last") or {}
    return {"player": last.get("player", at.player), "type": "call"}


def take_of(player: Seat, card: Card) -> Action:
    """The taking of a card."""
    return {"player": player, "type": "draw", "from": "discard", "card": card}


def discard_of(at: Moment, cards: list[Card]) -> Action:
    """A discard by the player to act."""
    return {"player": at.player, "type": "discard", "cards": cards}


def everywhere(at: Moment) -> list[Card]:
    """All cards at the table."""
    return [card for cards in (*at.state["hands"].values(), at.state["stock"], at.state["pile"]) for card in cards]


def elsewhere(at: Moment) -> Card:
    """A card that the player to act does not hold."""
    held = set(at.hand)
    others = [card for card in everywhere(at) if card not in held]
    return at.choose.choice(others) if others else "AS"


DRAWS: tuple[Probe, ...] = (draw, take, take, take_elsewhere)
DISCARDS: tuple[Probe, ...] = (
    discard_any,
    discard_any,
    discard_neighbours,
    discard_neighbours,
    discard_alike,
    discard_nothing,
    discard_twice,
    discard_not_held,
    discard_same_rank_elsewhere,
    discard_locked,
    discard_locked,
)
ALL: tuple[Probe, ...] = (call, call, somebody_else, *DRAWS, *DISCARDS)


def fitting(at: Moment, half_turns: bool) -> tuple[Probe, ...]:
    """What can be tried now: mostly what breaks the half of the turn that is due; in whole turns nothing else, and a call at the start."""
    first, second = (DRAWS, DISCARDS) if draws_first(at.profile) else (DISCARDS, DRAWS)
    due = first if at.step == "start" else second
    if at.step == "over":
        return (call, call, *ALL) if half_turns else (call,)
    if half_turns:
        return ALL if at.choose.random() < 0.4 else (call, call_after_turn, *due)
    return (call, call_after_turn, somebody_else, *due) if at.step == "start" else due


def draws_first(profile: Profile) -> bool:
    """Whether a turn begins with a draw."""
    return bool(profile.parameters["turn.order"] == "draw-then-discard")


def probe(at: Moment, legal: list[Action], half_turns: bool) -> Action | None:
    """Something to try that is not among what is allowed; None when nothing comes to mind."""
    tried = at.choose.choice(fitting(at, half_turns))(at)
    return None if tried is None or tried in legal else tried
