"""What an engine shows a player of a deal, and in what two such showings differ."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from dhumbal_conformance.loader.notation import Misspelt, action_text
from dhumbal_conformance.loader.notation import action as read_action
from dhumbal_conformance.model import Action, Seat
from dhumbal_conformance.runner.compare import MISSING, listed, show, signature
from dhumbal_conformance.runner.session import Session
from dhumbal_conformance.runner.whole_turns import drawing, turn
from dhumbal_conformance.secrecy.play import open_game
from dhumbal_conformance.secrecy.telling import Pair, Telling

Showing = dict[str, Any]
"""All that a player is shown, by the question that it answers."""


class NotPlayed(Exception):
    """The engine does not play the deal as the rules demand; the message says where."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One member that betrays something: where it stands, and what it is in the one deal and in the other."""

    where: str
    one: str
    other: str


def leaks(session: Session, pair: Pair) -> list[Difference]:
    """What the engine shows the viewer differently; raises `NotPlayed` where it does not play the deals.

    What differs between two showings of the very same deal, too, such as the name of the game, says nothing about hidden cards.
    """
    first, second = (shown(session, telling, pair) for telling in (pair.one, pair.other))
    found = list(differences(first, second))
    if not found:
        return []
    restless = {difference.where for difference in differences(first, shown(session, pair.one, pair))}
    return [difference for difference in found if difference.where not in restless]


def shown(session: Session, telling: Telling, pair: Pair) -> Showing:
    """Everything that the viewer is shown at the end of a deal."""
    game = retold(session, telling)
    showing: Showing = {"observe": unordered(session.ask("observe", game=game, **{"as": pair.viewer}))}
    check_hand(showing["observe"]["state"], pair)
    if to_act(showing) == pair.viewer:
        asked = [method for method in ("legal", "takeable") if session.capabilities.get(method)]
        showing |= {method: unordered(session.ask(method, game=game)) for method in asked}
    for attempt in pair.attempts:
        answer = session.ask("apply", game=game, action=attempt)
        if answer.get("accepted"):
            # Against the rules; what comes of it, such as a card drawn, may differ.
            showing[signature(attempt)] = {"accepted": True}
            break
        showing[signature(attempt)] = answer
    session.ask("end", game=game)
    return showing


def check_hand(state: Mapping[str, Any], pair: Pair) -> None:
    """Raise `NotPlayed` where the viewer has not the cards that the rules give them: then what they see may well differ."""
    hand = state["hands"].get(pair.viewer)
    if hand != sorted(pair.hand):
        raise NotPlayed(f"{pair.viewer} has {show(hand)}, where the rules give {' '.join(sorted(pair.hand))}")


def to_act(showing: Showing) -> Seat | None:
    """Who is to act, as the viewer sees it."""
    found = showing["observe"]["state"]["turn"]
    return found["player"] if found else None


def retold(session: Session, telling: Telling) -> str:
    """Play a deal up to its moment, and name the game."""
    game = open_game(session, telling.given)
    actions = telling.actions if session.capabilities.get("half_turns") else whole(telling.actions)
    for action in actions:
        if not session.ask("apply", game=game, action=action).get("accepted"):
            raise NotPlayed(f"it refuses what the rules allow: {signature(action)}")
    for action in telling.tried:
        if session.ask("apply", game=game, action=action).get("accepted"):
            raise NotPlayed(f"it accepts what the rules refuse: {signature(action)}")
    return game


def whole(actions: Iterable[Action]) -> Iterator[Action]:
    """The actions with both halves of each turn in one."""
    held: Action | None = None
    for action in actions:
        if action["type"] == "call":
            yield action
        elif held is None:
            held = action
        else:
            discard, draw = (action, held) if action["type"] == "discard" else (held, action)
            yield turn(discard, drawing(draw))
            held = None


def unordered(answer: Mapping[str, Any]) -> dict[str, Any]:
    """An answer with the lists in order whose order has no meaning: hands, legal actions, cards to take."""
    found = dict(answer)
    if "state" in found:
        hands = {seat: sorted(hand) if isinstance(hand, list) else hand for seat, hand in found["state"]["hands"].items()}
        found["state"] = {**found["state"], "hands": hands}
    if "actions" in found:
        found["actions"] = sorted(map(named, found["actions"]))
    if "cards" in found:
        found["cards"] = sorted(found["cards"])
    return found


def named(action: Action) -> str:
    """An action as the scenario format has it; as JSON, if that would leave anything out."""
    with suppress(Misspelt, LookupError, TypeError, AttributeError):
        if read_action(action["player"], action_text(action)) == action:
            return signature(action)
    return json.dumps(action, sort_keys=True)


def differences(one: object, other: object, where: str = "") -> Iterator[Difference]:
    """Every member that is not the same in both."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys([*one, *other]):
            yield from differences(one.get(key, MISSING), other.get(key, MISSING), f"{where}.{key}" if where else key)
    elif one != other or type(one) is not type(other):
        yield Difference(where, *apart(one, other))


def apart(one: object, other: object) -> tuple[str, str]:
    """Two values as they are shown side by side; of lists only what is not in both, unless the order alone differs."""
    if isinstance(one, list) and isinstance(other, list):
        ours, theirs = Counter(map(str, one)), Counter(map(str, other))
        if ours != theirs:
            return listed(ours - theirs) or "no more", listed(theirs - ours) or "no more"
    return show(one), show(other)
