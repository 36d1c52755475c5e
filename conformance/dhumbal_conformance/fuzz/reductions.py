"""Smaller scenarios: what may be left out of one, the most first. Whether it still shows the same is for others to see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from dhumbal_conformance.fuzz.openings import SEATS
from dhumbal_conformance.fuzz.script import Script
from dhumbal_conformance.loader.notation import pack_of, rest_of_pack, whole_pack
from dhumbal_conformance.model import Card, Given, Place, Profile, Scenario, Seat, SeriesDeal
from dhumbal_conformance.runner.filler import in_order_from
from dhumbal_conformance.runner.other_forms import dealt_out

T = TypeVar("T")
LATEST = 10
"""So many of the latest turns are tried as the beginning of a deal."""


def parts(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """The items without a half of them, a quarter, and so on down to one."""
    size = len(items)
    while size > 0:
        for start in range(0, len(items), size):
            yield [*items[:start], *items[start + size :]]
        size //= 2


def later_beginnings(scenario: Scenario, script: Script) -> Iterator[Scenario]:
    """The same deal from the beginning of a later turn on, the latest first."""
    starts = [number for number, deed in enumerate(script.deeds) if deed.before["turn"] and deed.before["turn"]["step"] == "start"]
    for number in starts[: -LATEST - 1 : -1]:
        yield scenario._replace(given=given_at(script, number), play=scenario.play[number:])


def given_at(script: Script, number: int) -> Given:
    """The table before an action, as a position."""
    given, before = script.given, script.deeds[number].before
    refilled = sum(deed.done == "stock" and not deed.before["stock"] for deed in script.deeds[:number])
    kept = ("players", "dealer", "turn", "turns", "hands", "stock", "pile")
    state = {key: before[key] for key in kept} | {"previous": before.get("previous", min(1, len(before["pile"]))), "pending": []}
    return given._replace(pack=None, state=state, refills=given.refills[min(refilled, len(given.refills) - 1) :])


def as_real_deal(scenario: Scenario, profile: Profile) -> Scenario:
    """A position as a real deal with the same player first, the hands filled up, and the rest of the pile far down in the stock."""
    given = scenario.given
    assert given is not None
    state = given.state
    assert state is not None
    size, player = profile.parameters["deal.hand"], state["turn"]["player"]
    named = [card for cards in (*state["hands"].values(), state["stock"], state["pile"]) for card in cards]
    spare = [*reversed(state["pile"][1:]), *rest_of_pack(named, pack_of(profile.parameters)), *reversed(state["stock"])]
    hands: dict[Seat, list[Card]] = {}
    for seat, hand in state["hands"].items():
        hands[seat] = [*hand, *spare[: size - len(hand)]]
        spare = spare[size - len(hand) :]
    stock = [*(card for card in state["stock"] if card in spare), *(card for card in spare if card not in state["stock"])]
    dealer = in_order_from(given.players, player, profile)[-2]
    table = {**state, "hands": hands, "pile": state["pile"][:1], "stock": stock}
    return scenario._replace(given=dealt(given._replace(dealer=dealer, state=table), profile))


def fewer_steps(scenario: Scenario, _: Profile) -> Iterator[Scenario]:
    """Without what is refused before the last step; then without some of the steps."""
    *before, last = scenario.play
    accepted = [step for step in before if "refused" not in step.expect]
    if len(accepted) < len(before):
        yield scenario._replace(play=(*accepted, last))
    for kept in parts(before):
        yield scenario._replace(play=(*kept, last))


def simpler_chance(scenario: Scenario, profile: Profile) -> Iterator[Scenario]:
    """With refills, and with a stock, in canonical order as far as possible."""
    given, pack = scenario.given, pack_of(profile.parameters)
    assert given is not None
    for orders in ((pack,), given.refills[:1]):
        if orders != given.refills:
            yield scenario._replace(given=given._replace(refills=orders))
    if given.pack is None:
        return
    dealt = profile.parameters["deal.hand"] * len(given.players) + 1
    for kept in (0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32):
        order = whole_pack(given.pack[: dealt + kept], pack)
        if order != given.pack and dealt + kept < len(pack):
            yield scenario._replace(given=given._replace(pack=order))


def fewer_cards(scenario: Scenario, _: Profile) -> Iterator[Scenario]:
    """A table set up with fewer cards, in the piles first; no turns completed, if it does not matter."""
    assert scenario.given is not None
    state = scenario.given.state
    if state is None:
        return
    if state["turns"]:
        yield with_state(scenario, turns=0)
    for stock in parts(state["stock"]):
        yield with_state(scenario, stock=list(stock))
    top = max(1, state["previous"])
    for rest in parts(state["pile"][top:]):
        yield with_state(scenario, pile=[*state["pile"][:top], *rest])
    for seat, hand in state["hands"].items():
        for kept in parts(hand):
            yield with_state(scenario, hands={**state["hands"], seat: list(kept)})


def with_state(scenario: Scenario, **changed: Any) -> Scenario:
    """The same from a table that differs in this."""
    assert scenario.given is not None
    assert scenario.given.state is not None
    return scenario._replace(given=scenario.given._replace(state={**scenario.given.state, **changed}))


def without_player(scenario: Scenario, profile: Profile) -> Iterator[Scenario]:
    """With one player less, who does not deal, begin or call."""
    for seat in reversed(scenario.seats) if len(scenario.seats) > 2 else ():
        left = LEAVING[scenario.kind](scenario, seat, profile)
        if left is not scenario:
            yield renamed(left, profile)


def out_of_play(scenario: Scenario, seat: Seat, profile: Profile) -> Scenario:
    """A deal that a player has left, together with what they did."""
    given = scenario.given
    assert given is not None
    state = given.state or dealt_out(given, profile).state
    assert state is not None
    if seat in (given.dealer, state["turn"]["player"]):
        return scenario
    players = tuple(other for other in given.players if other != seat)
    hands = {other: state["hands"][other] for other in players}
    found = given._replace(players=players, state={**state, "players": list(players), "hands": hands})
    play = tuple(step for step in scenario.play if step.action and step.action["player"] != seat)
    return scenario._replace(given=found if given.pack is None else dealt(found, profile), play=play)


def dealt(given: Given, profile: Profile) -> Given:
    """A real deal of the hands and the piles of a position."""
    state = given.state
    assert state is not None
    order = in_order_from(given.players, given.dealer, profile)
    hands = [state["hands"][seat][number] for number in range(profile.parameters["deal.hand"]) for seat in order]
    return given._replace(pack=whole_pack([*hands, *state["pile"], *state["stock"]], pack_of(profile.parameters)), state=None)


def out_of_settlement(scenario: Scenario, seat: Seat, _: Profile) -> Scenario:
    """A settlement without a player."""
    asked = scenario.settle
    assert asked is not None
    if seat in (asked.caller, asked.dealer):
        return scenario
    return scenario._replace(settle=asked._replace(hands=without(asked.hands, seat)))


def out_of_series(scenario: Scenario, seat: Seat, _: Profile) -> Scenario:
    """A series without a player."""
    asked = scenario.series
    assert asked is not None
    if seat == asked.dealer or any(deal.caller == seat for deal in asked.deals):
        return scenario
    deals = tuple(deal._replace(hands=without(deal.hands, seat)) for deal in asked.deals)
    players = tuple(other for other in asked.players if other != seat)
    return scenario._replace(series=asked._replace(players=players, scores=without(asked.scores, seat), deals=deals))


LEAVING = {"play": out_of_play, "settle": out_of_settlement, "series": out_of_series}


def without(by_name: Mapping[str, T], name: str) -> dict[str, T]:
    """What there is by name, or by seat, without that of one."""
    return {other: value for other, value in by_name.items() if other != name}


def renamed(scenario: Scenario, profile: Profile) -> Scenario:
    """The seats without gaps, A first, unless a gap is a player who is out."""
    if profile.parameters["series.elimination"] is not None and scenario.kind != "series":
        return scenario
    seats = scenario.series.players if scenario.series else scenario.seats
    names = dict(zip(seats, SEATS, strict=False))
    changed = {part: with_names(getattr(scenario, part), names) for part in ("given", "play", "settle", "series")}
    return scenario._replace(**changed)


def with_names(value: Any, names: dict[Seat, Seat]) -> Any:
    """The same with other names for the seats, wherever they stand."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {with_names(key, names): with_names(part, names) for key, part in value.items()}
    if isinstance(value, Place):
        return value
    if isinstance(value, tuple | list):
        parts = (with_names(part, names) for part in value)
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    return value


def simpler_settlement(scenario: Scenario, _: Profile) -> Iterator[Scenario]:
    """With fewer cards in a hand."""
    asked = scenario.settle
    assert asked is not None
    for hands in fewer_in_hand(asked.hands):
        yield scenario._replace(settle=asked._replace(hands=hands))


def fewer_in_hand(hands: dict[Seat, tuple[Card, ...]]) -> Iterator[dict[Seat, tuple[Card, ...]]]:
    """The hands with fewer cards in one of them."""
    for seat, cards in hands.items():
        for kept in parts(cards):
            yield {**hands, seat: tuple(kept)}


def fewer_questions(scenario: Scenario, _: Profile) -> Iterator[Scenario]:
    """Without some of the questions; then with fewer cards in one."""
    for kept in parts(scenario.judge):
        if kept:
            yield scenario._replace(judge=tuple(kept))
    for number, question in enumerate(scenario.judge):
        for cards in parts(question.cards):
            changed = question._replace(cards=tuple(cards))
            yield scenario._replace(judge=(*scenario.judge[:number], changed, *scenario.judge[number + 1 :]))


def simpler_series(scenario: Scenario, _: Profile) -> Iterator[Scenario]:
    """Without some of the deals, without scores from before, with fewer cards in a hand."""
    asked = scenario.series
    assert asked is not None
    for deals in parts(asked.deals):
        if deals:
            yield scenario._replace(series=asked._replace(deals=tuple(deals)))
    for seats in parts(list(asked.scores)):
        yield scenario._replace(series=asked._replace(scores={seat: asked.scores[seat] for seat in seats}))
    for number, deal in enumerate(asked.deals):
        for hands in fewer_in_hand(deal.hands):
            yield with_deal(scenario, number, deal._replace(hands=hands))


REDUCTIONS: dict[str, tuple[Callable[[Scenario, Profile], Iterator[Scenario]], ...]] = {
    "play": (fewer_steps, without_player, fewer_cards, simpler_chance),
    "settle": (without_player, simpler_settlement),
    "judge": (fewer_questions,),
    "series": (simpler_series, without_player),
}
"""What is tried with each kind of scenario, in this order."""


def without_expectations(scenario: Scenario) -> Iterator[Scenario]:
    """With one expectation less, be it of a step or of the end; what is refused stays, and something about the end."""
    for number, step in reversed(list(enumerate(scenario.play))):
        for expect in fewer_expected(step.expect):
            changed = step._replace(expect=expect)
            yield scenario._replace(play=(*scenario.play[:number], changed, *scenario.play[number + 1 :]))
    for key in reversed(list(scenario.then)) if len(scenario.then) > 1 else ():
        yield scenario._replace(then=without(scenario.then, key))
    for number, deal in enumerate(scenario.series.deals if scenario.series else ()):
        for expect in fewer_expected(deal.expect):
            yield with_deal(scenario, number, deal._replace(expect=expect))


def fewer_expected(expect: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Without one of the keys; with the views of fewer players."""
    for key in [key for key in expect if key != "refused"]:
        yield without(expect, key)
    for views in parts(list(expect.get("view", {}).items())):
        if views:
            yield {**expect, "view": dict(views)}


def with_deal(scenario: Scenario, number: int, deal: SeriesDeal) -> Scenario:
    """A series with one deal replaced."""
    assert scenario.series is not None
    deals = (*scenario.series.deals[:number], deal, *scenario.series.deals[number + 1 :])
    return scenario._replace(series=scenario.series._replace(deals=deals))
