"""Positions dealt: a real deal and ordinary turns that lead to the hands, and to the tops of stock and pile, of a position.

Each player is dealt the hand of the position and, on top of it, cards to throw: sets where the hand is to become shorter, else single
cards. What lies further down, and how many turns were played, may differ from the position, unless the scenario is about that very thing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from dhumbal_conformance.loader.notation import JOKERS, action_text, pack_of
from dhumbal_conformance.model import Action, Card, Given, Profile, Scenario, Seat, Step
from dhumbal_conformance.runner.filler import in_order_from

UNTOUCHED = 8
"""So many cards on top of the stock are not used for the turns that lead to the position."""
LONGEST_TRAIL = 6
"""So many discards on top of the pile, at most, are laid one by one."""
OF_TURNS = ("cap.", "call.any-turn", "call.second-round")
"""How the ids of clauses begin that speak of the turns played so far."""
OF_STOCK = ("refill.",)
"""How the ids of clauses begin that speak of the end of the stock."""


class NoDeal(Exception):
    """These turns do not lead to the position."""


def redeals(scenario: Scenario, profile: Profile) -> Iterator[Scenario]:
    """The scenario from real deals: first one with few turns, then one that uses up the stock as far as the position has."""
    assert scenario.given is not None
    leads = (lead for lead in Plan(scenario.given, profile).leads() if lead.suits(scenario.clauses))
    first = next(leads, None)
    last = next((lead for lead in leads if not lead.more_stock), None)
    for lead in [lead for lead in (first, last) if lead]:
        steps = [Step(scenario.place, f"towards the position: {done['player']}: {action_text(done)}", done) for done in lead.actions]
        play = (step._replace(expect=lead.moved(step.expect)) for step in scenario.play)
        yield scenario._replace(given=lead.given, play=(*steps, *play))


class Lead(NamedTuple):
    """A deal with the actions after it, and in what the table then differs from the position."""

    given: Given
    actions: list[Action]
    more_turns: int
    more_stock: int
    foot: tuple[Card, ...]
    """Cards beneath the pile of the position."""

    def suits(self, clauses: tuple[str, ...]) -> bool:
        """Whether nothing differs that one of these clauses speaks of: a wrong engine could pass by it."""
        of_turns, of_stock = (any(clause.startswith(words) for clause in clauses) for words in (OF_TURNS, OF_STOCK))
        return not (of_turns and self.more_turns) and not (of_stock and self.more_stock)

    def moved(self, expect: Mapping[str, Any]) -> dict[str, Any]:
        """What is expected at the position, expected here."""
        return {key: self.moved_key(key, value) for key, value in expect.items()}

    def moved_key(self, key: str, value: Any) -> Any:
        """One key: a number of turns, or a pile with what lies beneath it."""
        if key == "turns":
            return value + self.more_turns
        if key == "view":
            return {viewer: self.moved(view) for viewer, view in value.items()}
        if key == "pile" and value.number is not None:
            return value._replace(number=value.number + len(self.foot))
        if key == "pile" and not value.more:
            return value._replace(cards=value.cards + self.foot)
        return value


@dataclass(slots=True)
class Turn:
    """One turn on the way: who plays it, what they lay, and the card that they draw."""

    player: Seat
    lays: list[Card] = field(default_factory=list)
    draws: Card = ""


class Plan:
    """What a position needs, whatever the number of turns."""

    def __init__(self, given: Given, profile: Profile) -> None:
        assert given.state is not None
        self.given = given
        self.hands: dict[Seat, list[Card]] = given.state["hands"]
        self.stock: list[Card] = given.state["stock"]
        self.pile: list[Card] = given.state["pile"]
        self.state: dict[str, Any] = given.state
        self.size: int = profile.parameters["deal.hand"]
        self.set_min: int = profile.parameters["discard.set.min"]
        self.draws_first = profile.parameters["turn.order"] == "draw-then-discard"
        self.pack = pack_of(profile.parameters)
        self.order = in_order_from(given.players, given.dealer, profile)
        self.undealt = len(self.pack) - self.size * len(self.order) - 1
        previous = max(1, self.state["previous"])
        self.trail = [*([card] for card in self.pile[previous:LONGEST_TRAIL][::-1]), self.pile[:previous][::-1]]
        """What was laid last, the last of all at the end."""
        laid = {card for cards in self.trail for card in cards}
        out = [card for card in self.pack if card not in laid.union(self.stock, *self.hands.values())]
        self.spare = [*out, *self.stock[: UNTOUCHED - 1 : -1]]
        """Cards to throw: those that the position leaves out, lower ones of the pile, then of the stock."""

    def leads(self) -> Iterator[Lead]:
        """The deals after which the right player is to act, the shortest first."""
        acts = self.order.index(self.state["turn"]["player"])
        for turns in range(acts, self.undealt + 1 if self.pile else 0, len(self.order)):
            try:
                yield self.lead(turns)
            except NoDeal:
                continue

    def lead(self, number: int) -> Lead:
        """The deal with so many turns; raises `NoDeal` if it cannot be had."""
        spare = list(self.spare)
        turns = self.turns(number, spare)
        upcard = pop(spare, 0) if turns else self.pile[0]
        front = [*self.dealt(turns), upcard, *(turn.draws for turn in turns)]
        pack = tuple(dict.fromkeys([*front, *self.stock, *spare, *self.pack]))
        pile = [upcard, *(card for turn in turns for card in turn.lays)][::-1]
        foot = pile[len(self.pile) :] if pile[: len(self.pile)] == self.pile else []
        actions = [action for turn in turns for action in self.halves(turn)]
        more_stock = self.undealt - number - len(self.stock)
        return Lead(self.given._replace(pack=pack, state=None), actions, number - self.state["turns"], more_stock, tuple(foot))

    def turns(self, number: int, spare: list[Card]) -> list[Turn]:
        """The turns with their cards, which are taken out of the spare ones."""
        if (number or len(self.pile) > 1) and number < len(self.trail):
            raise NoDeal
        turns = [Turn(self.order[place % len(self.order)]) for place in range(number)]
        for turn, cards in zip(turns[::-1], self.trail[::-1], strict=False):
            turn.lays = list(cards)
        self.throw(turns, spare)
        for place, turn in enumerate(turns):
            later = turns[place + len(self.order) :: len(self.order)]
            kept = self.hands[turn.player][:1] if not later else later[0].lays[:1]
            turn.draws = pop(turn.lays[-1:] if self.draws_first else kept)
        return turns

    def throw(self, turns: list[Turn], spare: list[Card]) -> None:
        """Have each player lay as many cards as are too many, in the turns that are still free."""
        free = [turn for turn in turns if not turn.lays]
        for seat in self.order:
            excess = self.size - len(self.hands[seat]) - sum(len(turn.lays) - 1 for turn in turns if turn.player == seat and turn.lays)
            for turn in [turn for turn in free if turn.player == seat]:
                if excess > 0:
                    turn.lays = self.a_set(excess + 1, spare)
                    excess -= len(turn.lays) - 1
        for turn in [turn for turn in free if not turn.lays]:
            turn.lays = [pop(spare, 0)]

    def a_set(self, most: int, spare: list[Card]) -> list[Card]:
        """A set of so many cards, or fewer where there are not so many of one rank."""
        ranks = Counter(card[0] for card in spare if card[:2] not in JOKERS)
        rank = min(ranks, key=lambda rank: (ranks[rank] < most, abs(ranks[rank] - most)), default="")
        cards = [card for card in spare if card[0] == rank][:most]
        if len(cards) < max(2, self.set_min):
            raise NoDeal
        for card in cards:
            spare.remove(card)
        return cards

    def dealt(self, turns: list[Turn]) -> list[Card]:
        """The cards dealt, in their order, so that the turns leave the hands of the position."""
        hands = {seat: list(hand) for seat, hand in self.hands.items()}
        for turn in turns:
            hands[turn.player] += turn.lays
        for turn in turns:
            hands[turn.player].remove(turn.draws)
        if any(len(hand) != self.size for hand in hands.values()):
            raise NoDeal
        return [hands[seat][place] for place in range(self.size) for seat in self.order]

    def halves(self, turn: Turn) -> list[Action]:
        """Both halves of a turn."""
        draw = {"player": turn.player, "type": "draw", "from": "stock"}
        discard = {"player": turn.player, "type": "discard", "cards": turn.lays}
        return [draw, discard] if self.draws_first else [discard, draw]


def pop(cards: list[Card], place: int = -1) -> Card:
    """Take out a card; raises `NoDeal` if there is none."""
    if not cards:
        raise NoDeal
    return cards.pop(place)
