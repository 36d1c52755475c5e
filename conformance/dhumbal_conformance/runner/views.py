"""What players see, and that they see no more."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from dhumbal_conformance.model import Card, Seat
from dhumbal_conformance.runner.compare import State, same, same_cards, same_map, same_pile, signature
from dhumbal_conformance.runner.outcome import Mismatch
from dhumbal_conformance.runner.result import known
from dhumbal_conformance.runner.session import Session
from dhumbal_conformance.runner.shapes import STATES, check_answer, is_cards, is_text

PUBLIC = ("players", "dealer", "turn", "turns", "pending", "previous", "caller", "locked")
"""What every player sees as the referee does, besides the piles."""

TURN = frozenset(("player", "step"))
"""The members of a turn."""
ACTIONS = frozenset(
    map(frozenset, (("player", "type"), ("player", "type", "cards"), ("player", "type", "from"), ("player", "type", "from", "card")))
)
"""The members of a call, of a discard, and of a draw without and with its card."""
NUMBER_OR_LIST = frozenset((int, list))

CARD = re.compile(r"(?<![A-Za-z0-9])(?:[A2-9TJQK][SHDC]|X[RB])'?(?![A-Za-z0-9])")


def onlookers(players: Sequence[Seat]) -> Iterator[Seat]:
    """Who looks after each action: all in rotation, which shifts by one each round, so that nobody only ever sees their own turns."""
    return (players[(number + number // len(players)) % len(players)] for number in count())


def check_free(session: Session, game: str, viewer: Seat, referee: State | None, cards: Iterable[Card], shown: set[Card]) -> None:
    """Free of charge: a player sees their own hand and what is public, as the referee does, and of all cards no others but those shown."""
    answer = session.connector.request("observe", {"game": game, "as": viewer})
    if referee and is_seen(viewer, answer, referee, shown):
        return
    check_answer("observe", answer, session.pack)
    view = answer["state"]
    check_secrets(viewer, view)
    if referee:
        check_public(viewer, view, referee)
    if view["turn"] is not None:
        hand = (referee or view)["hands"].get(viewer)
        check_names(viewer, answer, set(cards).difference(shown, hand if isinstance(hand, list) else ()))


def is_seen(viewer: Seat, answer: Mapping[str, Any], referee: State, shown: set[Card]) -> bool:
    """`see.hand`, `see.stock`, `see.draw`: whether the answer is the referee's state with what is hidden left out, and nothing else.

    This is seen quickly, and settles nearly all; where it is not so, there may still be nothing wrong.
    """
    if not (knows_all_members(referee) and shown.issuperset(public_cards(referee))):
        return False
    expected, hand = as_seen_by(viewer, referee), referee["hands"].get(viewer, ())
    own = (expected.get("drawn"), (expected.get("last") or {}).get("card"))
    if not all(card is None or card in hand or card in shown for card in own):
        return False
    return answer == {"state": expected} and has_whole_numbers(answer["state"])


def as_seen_by(viewer: Seat, referee: State) -> dict[str, Any]:
    """`see.hand`, `see.stock`, `see.draw`: what the referee sees, without what is hidden from a player."""
    turn, last = referee["turn"], referee.get("last") or {}
    seen = {**referee, "stock": len(referee["stock"])}
    if turn is not None:
        seen["hands"] = {seat: hand if seat == viewer else len(hand) for seat, hand in referee["hands"].items()}
    if turn is None or turn["player"] != viewer:
        seen.pop("drawn", None)
    if last.get("from") == "stock" and last["player"] != viewer:
        seen["last"] = {key: value for key, value in last.items() if key != "card"}
    return seen


def knows_all_members(referee: State) -> bool:
    """Whether a state has only members, and in them only words, that the protocol has, so that no card can be named in another way."""
    turn, last, players = referee["turn"], referee.get("last"), referee["players"]
    return (
        referee.keys() <= STATES.keys()
        and (turn is None or (turn.keys() == TURN and not referee.get("result")))
        and referee["hands"].keys() == set(players)
        and referee.get("caller") in (None, *players)
        and (not last or (last.get("player") in players and is_action(last)))
    )


def is_action(last: Mapping[str, Any]) -> bool:
    """Whether this is a call, a discard or a draw, with its members alone."""
    return (
        frozenset(last) in ACTIONS
        and last["type"] in ("draw", "discard", "call")
        and last.get("from", "stock") in ("stock", "discard")
        and is_text(last.get("card", ""))
        and is_cards(last.get("cards", []))
    )


def public_cards(referee: State) -> list[Card]:
    """`see.pile`, `see.take`: the cards that everybody sees, in whatever member."""
    last = referee.get("last") or {}
    locked = [referee["locked"]] if referee.get("locked") else []
    return [*referee["pile"], *referee.get("pending", ()), *locked, *last.get("cards", ())]


def has_whole_numbers(view: State) -> bool:
    """Whether the numbers in a view are such, and not true, false or 1.0, which are equal to some; a hand may be a list as well."""
    numbers = (view["turns"], view["stock"], view.get("previous", 0), *view["hands"].values())
    return NUMBER_OR_LIST.issuperset(map(type, numbers))


def check_names(viewer: str, answer: object, secret: Collection[str]) -> None:
    """No secret card is named anywhere in the answer, not even in members that this protocol does not know."""
    shown = [card for card in CARD.findall("\n".join(texts(answer))) if card in secret]
    if shown:
        raise Mismatch(
            f"cards named in what {viewer} is shown", "none that is hidden from them", " ".join(shown), ("see.hand", "see.stock")
        )


def texts(value: object) -> list[str]:
    """Every text within a value, names of members included."""
    found, waiting = [], [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, dict):
            found += part
            waiting += reversed(part.values())
        elif isinstance(part, list):
            # Cards, mostly: they need no turn of their own each.
            if is_cards(part):
                found += part
            else:
                waiting += reversed(part)
    return found


def check_public(viewer: str, view: State, referee: State) -> None:
    """`see.hand`, `see.stock`, `see.pile`, `see.take`, `see.end`: a player's view agrees with the referee's."""
    over = referee["turn"] is None
    same(f"the discard pile as {viewer} sees it", referee["pile"], view["pile"], ("see.pile",))
    same(f"number of cards in the stock as {viewer} sees it", len(referee["stock"]), view["stock"], ("see.stock",))
    # Words are only made for what is wrong.
    for key in [key for key in PUBLIC if referee.get(key) != view.get(key)]:
        same(f"the table's {key} as {viewer} sees it", referee.get(key), view.get(key))
    same(f"how the deal ended as {viewer} sees it", known(referee.get("result")), known(view.get("result")), ("see.end",))
    for seat, hand in referee["hands"].items():
        what, seen = f"{seat}'s hand as {viewer} sees it", view["hands"].get(seat)
        if seat == viewer or over:
            same_cards(what, hand, seen, ("see.hand",) if seat == viewer else ("see.end",))
        else:
            same(what, len(hand), seen, ("see.hand",))
    mine = (referee["turn"] or {}).get("player") == viewer
    same(f"the card drawn as {viewer} sees it", referee.get("drawn") if mine else None, view.get("drawn"), ("see.draw",))


def check(session: Session, game: str, expected: Mapping[str, Mapping[str, Any]], referee: State | None) -> None:
    """Compare each viewer's view with what the scenario says, and with the referee's where that is offered; raises `Mismatch`."""
    for viewer, view in expected.items():
        state = session.ask("observe", game=game, **{"as": viewer})["state"]
        check_secrets(viewer, state)
        if referee:
            check_public(viewer, state, referee)
        for key, value in view.items():
            check_key(viewer, state, key, value)


def check_secrets(viewer: str, state: State) -> None:
    """`see.hand`, `see.stock`, `see.draw`: free of charge, whatever the scenario looks at."""
    over = state["turn"] is None
    for seat, hand in state["hands"].items():
        if seat != viewer and not over and isinstance(hand, list):
            raise Mismatch(f"what {viewer} sees of {seat}'s hand", "a number of cards", " ".join(map(str, hand)), ("see.hand",))
    if isinstance(state["stock"], list):
        raise Mismatch(f"what {viewer} sees of the stock", "a number of cards", " ".join(map(str, state["stock"])), ("see.stock",))
    player = (state["turn"] or {}).get("player")
    if state.get("drawn") and player != viewer:
        raise Mismatch(f"what {viewer} sees of {player}'s draw", "no card", state["drawn"], ("see.draw",))
    last = state.get("last")
    if isinstance(last, dict) and last.get("from") == "stock" and "card" in last and last.get("player") != viewer:
        raise Mismatch(f"what {viewer} sees of {last.get('player')}'s draw", "no card", last["card"], ("see.draw",))


def check_key(viewer: str, state: State, key: str, expected: Any) -> None:
    """One key of a view."""
    what = f"{key} as {viewer} sees it"
    if key == "hands":
        for seat, hand in expected.items():
            found = state["hands"].get(seat)
            (same if isinstance(hand, int) else same_cards)(f"{seat}'s hand as {viewer} sees it", hand, found)
    elif key == "pile":
        same_pile(what, expected, state["pile"])
    elif key == "totals":
        same_map(what, expected, (state.get("result") or {}).get("totals"))
    elif key == "last":
        same(what, words(expected), words(state.get("last")))
    else:
        same(what, expected, state.get(key))


def words(action: object) -> str:
    """An action with its player and the card seen, in words."""
    if not isinstance(action, dict):
        return "none"
    hidden = action.get("from") == "stock" and "card" in action
    plain = {key: value for key, value in action.items() if not (hidden and key == "card")}
    return signature(plain) + (f", gets {action['card']}" if hidden else "")
