"""How a deal is played: styles that each lead to situations that are rare in ordinary play. They see all cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from dhumbal_conformance.fuzz.probes import Moment, probe
from dhumbal_conformance.fuzz.script import Looks, Reference, Script
from dhumbal_conformance.loader.notation import RANKS, hand_total
from dhumbal_conformance.model import Action, Card, Given, Profile
from dhumbal_conformance.runner.compare import State


@dataclass(frozen=True, slots=True)
class Style:
    """What a policy prefers. A weight of 1 is neutral, more is a preference."""

    name: str
    call: float
    """How often a call that is allowed is made."""
    take: float = 1
    """The weight of taking from the pile, against 1 for the stock."""
    cards: float = 1
    """By so much weighs each further card of a discard."""
    points: float = 1
    """By so much weighs each further point of a discard."""
    gathers: bool = False
    """Whether to keep what may come to be a long set or run, and to take what fits it."""
    ties: bool = False
    """Whether to call when the lowest totals are equal, and hardly ever else."""
    probes: float = 0.5
    """How often something that is not allowed is tried before an action."""
    turns: int = 40
    """After so many turns the deal is left as it is."""


STYLES = (
    Style("patient", call=0, take=0.05, cards=0.3, probes=0.08, turns=260),
    Style("collector", call=0.2, take=6),
    Style("layer", call=0.3, take=2, cards=4),
    Style("gatherer", call=0.05, gathers=True, probes=0.3, turns=150),
    Style("shedder", call=0.03, take=0.7, cards=2, points=1.3, turns=60),
    Style("eager", call=1),
    Style("equal", call=0.01, ties=True, points=1.15, turns=80),
    Style("any", call=0.3),
    Style("any", call=0.3),
    Style("tester", call=0.1, probes=0.9),
)

LIKED = 12
"""By so much weighs what a style seeks, and each card by which a discard is long."""
LONG = 4
"""So many cards make a long discard."""
AFTERWARDS = 5
"""So much is tried when the deal is over, or nothing can be done any more."""


def play(given: Given, reference: Reference, looks: Looks, choose: Random) -> Script:
    """Play a deal from where it begins until it ends or has lasted long enough, and try what is not allowed on the way."""
    script = Script(reference, given)
    style = choose.choice(STYLES)
    script.look_at_last(looks)
    while script.legal and script.state["turns"] - first_turns(given) < style.turns:
        if choose.random() < style.probes:
            try_something(script, looks, choose)
            continue
        script.do(chosen(style, script, choose), looks)
    for _ in range(AFTERWARDS if script.state and not script.legal else 0):
        try_something(script, looks, choose)
    return script


def first_turns(given: Given) -> int:
    """The turns that were completed where the deal begins."""
    return int(given.state["turns"]) if given.state else 0


def try_something(script: Script, looks: Looks, choose: Random) -> None:
    """Try one action that is not allowed."""
    tried = probe(Moment.of(script.state, script.reference.profile, choose), script.legal, looks.half_turns)
    if tried:
        script.do(tried, looks)


def chosen(style: Style, script: Script, choose: Random) -> Action:
    """One of the legal actions."""
    others = [action for action in script.legal if action["type"] != "call"]
    if len(others) < len(script.legal) and (not others or choose.random() < call_rate(style, script)):
        return next(action for action in script.legal if action["type"] == "call")
    weights = [weight(style, action, script.state, script.reference.profile) for action in others]
    return choose.choices(others, weights)[0]


def call_rate(style: Style, script: Script) -> float:
    """How often to call now."""
    return 1 if style.ties and lowest_are_equal(script.state, script.reference.profile) else style.call


def lowest_are_equal(state: State, profile: Profile) -> bool:
    """Whether two players share the lowest total."""
    totals = sorted(hand_total(hand, profile.parameters) for hand in state["hands"].values())
    return totals[:1] == totals[1:2]


def weight(style: Style, action: Action, state: State, profile: Profile) -> float:
    """How much a style likes an action."""
    hand = state["hands"][action["player"]]
    if action["type"] == "draw":
        if action["from"] == "stock":
            return 1
        fitting: float = LIKED ** (style.gathers * mates([action["card"]], hand))
        return style.take * fitting * (8 if is_swap(action["card"], state) else 1)
    cards = action["cards"]
    points: float = style.points ** hand_total(cards, profile.parameters)
    parted: float = LIKED ** (mates(cards, hand) if style.gathers and len(cards) < LONG else 0)
    long: float = LIKED ** max(0, len(cards) - LONG + 1)
    return points * style.cards ** len(cards) * with_jokers(cards, state) * long / parted


def mates(cards: Iterable[Card], hand: Iterable[Card]) -> int:
    """How often one of the cards may go together with another of the hand: one rank, next to each other in a suit, or a joker."""
    return sum(card != other and may_go_together(card, other) for card in cards for other in hand)


def may_go_together(card: Card, other: Card) -> bool:
    """Whether two cards are of one rank, or next to each other in one suit, or one is a joker."""
    if "X" in (card[0], other[0]) or card[0] == other[0]:
        return True
    return card[1] == other[1] and abs(RANKS.index(card[0]) - RANKS.index(other[0])) == 1


def is_swap(card: Card, state: State) -> bool:
    """Whether a joker is taken from within a run."""
    return card[0] == "X" and card not in (state["pile"][0], state["pile"][state.get("previous", 1) - 1])


def with_jokers(cards: list[Card], state: State) -> float:
    """More for a run or set with a joker, and for a card that a joker on the pile may stand for."""
    if len(cards) > 2 and has_joker(cards):
        return 6
    previous = state["pile"][: state.get("previous", 1)]
    return 6 if len(cards) == 1 and has_joker(previous) and any(card[1] == cards[0][1] for card in previous) else 1


def has_joker(cards: Iterable[Card]) -> bool:
    """Whether one of the cards is a joker."""
    return any(card[0] == "X" for card in cards)
