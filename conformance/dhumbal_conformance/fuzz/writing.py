"""Scenarios as files: what `dhumbal lint` accepts and `dhumbal verify --select FILE` plays."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from dhumbal_conformance.loader.notation import action_text, pack_of, rest_of_pack, whole_pack
from dhumbal_conformance.model import Action, Card, Given, Pile, Profile, Scenario, Step
from dhumbal_conformance.runner.filler import in_order_from
from dhumbal_conformance.runner.other_forms import dealt_out

PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9 /._-]*")
"""Text that YAML takes for text as it is, as long as a card or an id begins it."""


def yaml_text(scenario: Scenario, profile: Profile) -> str:
    """The file of a scenario."""
    head = {"id": scenario.id, "title": scenario.title, "profile": scenario.profile, "clauses": list(scenario.clauses)}
    about = {"source": scenario.source, "because": scenario.because}
    lines = [f"{key}: {flow(value)}" for key, value in (head | about).items()]
    lines += BODIES[scenario.kind](scenario, profile)
    then = {key: told(key, value) for key, value in scenario.then.items()}
    return "\n".join([*lines, *([f"then: {flow(then)}"] if then else ())]) + "\n"


def flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {flow(part)}' for key, part in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    if isinstance(value, str):
        return value if PLAIN.fullmatch(value) else json.dumps(value, ensure_ascii=False)
    return {None: "none", True: "true", False: "false"}[value] if value is None or isinstance(value, bool) else str(value)


def names(cards: Iterable[Card]) -> str:
    """Cards, or seats, in one string."""
    return " ".join(cards) or "none"


def by_seat(hands: Mapping[str, Any]) -> dict[str, Any]:
    """Hands, or of some of them the number of cards."""
    return {seat: hand if isinstance(hand, int) else names(hand) for seat, hand in hands.items()}


def told(key: str, value: Any) -> Any:
    """What must be seen, as a file says it."""
    if isinstance(value, Pile):
        return value.number if value.number is not None else names(value.cards)
    if key == "hands":
        return by_seat(value)
    if key == "view":
        return {seat: {part: told(part, seen) for part, seen in view.items()} for seat, view in value.items()}
    if key == "last":
        return last_action(value)
    if key == "legal":
        return [action_text(action) for action in value]
    return names(value) if isinstance(value, tuple) else value


def last_action(action: Action) -> dict[str, Any]:
    """The last action, with the card drawn where it is seen."""
    seen = {"gets": action["card"]} if action.get("from") == "stock" and "card" in action else {}
    return {action["player"]: action_text(action), **seen}


def play_lines(scenario: Scenario, profile: Profile) -> Iterator[str]:
    """`given` and `play`."""
    assert scenario.given is not None
    yield "given:"
    given = numbered(scenario.given) if refused_deal(scenario) else situation(scenario.given, profile)
    yield from (f"  {key}: {flow(value)}" for key, value in (given | refill(scenario.given, profile)).items())
    yield "play:"
    yield from (f"  - {flow(step_of(step))}" for step in scenario.play)


def step_of(step: Step) -> dict[str, Any]:
    """One line of the play."""
    action = {step.action["player"]: action_text(step.action)} if step.action else {}
    return action | {key: told(key, value) for key, value in step.expect.items()}


def refused_deal(scenario: Scenario) -> bool:
    """Whether the deal itself is not allowed, so that nobody has a hand."""
    return scenario.play[0].action is None and "refused" in scenario.play[0].expect


def numbered(given: Given) -> dict[str, Any]:
    """A deal for so many players."""
    return {"dealer": given.dealer, "players": len(given.players), "pack": names(given.pack or ())}


def situation(given: Given, profile: Profile) -> dict[str, Any]:
    """A real deal, or a position."""
    return position(given, profile) if given.pack is None else real_deal(given, profile)


def real_deal(given: Given, profile: Profile) -> dict[str, Any]:
    """The hands, the upcard, and the stock as far as it is not in canonical order."""
    state = dealt_out(given, profile).state
    assert state is not None
    found = {"dealer": given.dealer, "hands": by_seat(state["hands"]), "upcard": names(state["pile"])}
    dealt = [card for cards in (*state["hands"].values(), state["pile"]) for card in cards]
    stock = named(state["stock"], rest_of_pack(dealt, pack_of(profile.parameters)))
    return found | ({"stock": names(stock)} if stock else {})


def position(given: Given, profile: Profile) -> dict[str, Any]:
    """Hands and piles, and what else is not as it is unless said."""
    state = given.state
    assert state is not None
    found = {"dealer": given.dealer, "hands": by_seat(state["hands"]), "pile": names(state["pile"])}
    found |= {"stock": names(state["stock"])} if state["stock"] else {}
    there = [card for cards in (*state["hands"].values(), state["pile"], state["stock"]) for card in cards]
    found |= {"rest": "out"} if rest_of_pack(there, pack_of(profile.parameters)) else {}
    first, player = in_order_from(given.players, given.dealer, profile)[0], state["turn"]["player"]
    found |= {"turn": player} if player != first else {}
    found |= {"turns": state["turns"]} if state["turns"] else {}
    return found | ({"previous": state["previous"]} if state["previous"] != min(1, len(state["pile"])) else {})


def refill(given: Given, profile: Profile) -> dict[str, Any]:
    """The orders of the refills, unless they are canonical."""
    pack = pack_of(profile.parameters)
    orders = [names(named(order, pack) or pack[:1]) for order in given.refills]
    if set(given.refills) <= {pack}:
        return {}
    return {"refill": orders if len(orders) > 1 else orders[0]}


def named(order: Sequence[Card], canonical: Sequence[Card]) -> Sequence[Card]:
    """The first cards of an order, up to where the rest is in canonical order."""
    fits = (size for size in range(len(order) + 1) if whole_pack(order[:size], canonical) == tuple(order))
    return order[: next(fits)]


def settle_lines(scenario: Scenario, _: Profile) -> Iterator[str]:
    """`settle`."""
    asked = scenario.settle
    assert asked is not None
    caller = {"caller": asked.caller} if asked.caller else {}
    yield f"settle: {flow({'dealer': asked.dealer, **caller, 'hands': by_seat(asked.hands)})}"


def judge_lines(scenario: Scenario, _: Profile) -> Iterator[str]:
    """`judge`."""
    yield "judge:"
    for question in scenario.judge:
        answer = {"refused": question.refused, "total": question.total}
        shown = {key: value for key, value in answer.items() if value is not None}
        yield f"  - {flow({question.type: names(question.cards), **shown})}"


def series_lines(scenario: Scenario, _: Profile) -> Iterator[str]:
    """`series`."""
    asked = scenario.series
    assert asked is not None
    yield "series:"
    yield f"  players: {len(asked.players)}"
    yield f"  dealer: {asked.dealer}"
    yield from [f"  scores: {flow(asked.scores)}"] if asked.scores else []
    yield "  deals:"
    for deal in asked.deals:
        caller = {"caller": deal.caller} if deal.caller else {}
        expect = {key: told(key, value) for key, value in deal.expect.items()}
        yield f"    - {flow({**caller, 'hands': by_seat(deal.hands), **expect})}"


BODIES: dict[str, Callable[[Scenario, Profile], Iterator[str]]] = {
    "play": play_lines,
    "settle": settle_lines,
    "judge": judge_lines,
    "series": series_lines,
}
