"""The shapes that the protocol promises. An answer of another shape is a fault of the engine, told as such before anything is compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from dhumbal_conformance.connectors import EngineFault

Fits = Callable[[object], bool]
STEPS = ("start", "discard", "draw")
_TEXTS = frozenset((str,))
HALF = re.compile("[\ud800-\udfff]")


def is_text(value: object) -> bool:
    """A string; half a surrogate pair, which only an engine in this process can send, makes it none."""
    return isinstance(value, str) and (value.isascii() or not HALF.search(value))


def is_number(value: object) -> bool:
    """A whole number, and not true or false."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_object(value: object) -> bool:
    """An object."""
    return isinstance(value, dict)


def is_list(part: Fits) -> Fits:
    """A list of which every part fits."""
    return lambda value: isinstance(value, list) and all(map(part, value))


def is_turn(value: object) -> bool:
    """Who is to act, and at which step."""
    return isinstance(value, dict) and is_text(value.get("player")) and value.get("step") in STEPS


def is_cards(value: object) -> bool:
    """A list of texts."""
    return isinstance(value, list) and _TEXTS.issuperset(map(type, value)) and is_text("".join(value))


def is_pile(value: object) -> bool:
    """A list; that it is one of the game's cards is seen in all places at once, see `check_names`."""
    return isinstance(value, list)


def is_place(value: object) -> bool:
    """The cards of a place, or how many they are."""
    return isinstance(value, list) or is_number(value)


def is_hands(value: object) -> bool:
    """Hands by seat."""
    return isinstance(value, dict) and all(map(is_place, value.values()))


def maybe_text(value: object) -> bool:
    """A string, or nothing."""
    return value is None or is_text(value)


def maybe_object(value: object) -> bool:
    """An object, or nothing."""
    return value is None or isinstance(value, dict)


def maybe_turn(value: object) -> bool:
    """A turn, or nothing."""
    return value is None or is_turn(value)


STATE: dict[str, Fits] = {
    "players": is_cards,
    "dealer": is_text,
    "turn": maybe_turn,
    "turns": is_number,
    "hands": is_hands,
    "stock": is_place,
    "pile": is_pile,
}
"""What every state has."""

STATE_MORE: dict[str, Fits] = {
    "pending": is_pile,
    "previous": is_number,
    "caller": maybe_text,
    "drawn": maybe_text,
    "locked": maybe_text,
    "last": maybe_object,
    "result": maybe_object,
}
"""What a state may have."""

STATES = STATE | STATE_MORE

VERDICT: dict[str, Fits] = {"clause": maybe_text}
ANSWERS: dict[str, dict[str, Fits]] = {
    "new": VERDICT,
    "load": VERDICT,
    "judge": VERDICT,
    "apply": {**VERDICT, "card": maybe_text, "result": maybe_object},
    "settle": {"result": is_object},
    "legal": {"actions": is_list(is_object)},
    "takeable": {"cards": is_cards},
    "series": {**VERDICT, "deals": is_list(is_object), "winners": is_cards, "out": is_cards},
    "observe": {"state": is_object},
}
"""Members of each method's result. One that is missing is another matter: it is told where it is looked for."""

DEAL: dict[str, Fits] = {**VERDICT, "out": is_cards}
"""Members of each deal that `series` answers."""


def check_answer(method: str, answer: Mapping[str, Any], pack: frozenset[str]) -> None:
    """Raise `EngineFault` where a member of the answer has not the shape of the protocol."""
    check_members("answer", ANSWERS.get(method, {}), answer)
    further = FURTHER.get(method)
    if further:
        further(answer, pack)


def check_members(where: str, shapes: Mapping[str, Fits], found: Mapping[str, Any]) -> None:
    """Raise `EngineFault` for the first member that does not fit."""
    for member, value in found.items():
        if member in shapes and not shapes[member](value):
            raise EngineFault("protocol", f"the {where}'s `{member}` does not have the shape of the protocol", repr(value)[:500])


def check_card(answer: Mapping[str, Any], pack: frozenset[str]) -> None:
    """The card that an action drew is one of the game's."""
    card = answer.get("card")
    if card and card not in pack:
        raise no_card("answer", answer, card)


def check_deals(answer: Mapping[str, Any], _: frozenset[str]) -> None:
    """Each deal of a series has its shape."""
    for deal in answer.get("deals", []):
        check_members("deal", DEAL, deal)


def check_state(answer: Mapping[str, Any], pack: frozenset[str]) -> None:
    """A state has all that every state has, and the cards that it names in a hand or a pile are the game's."""
    state = answer.get("state", {})
    if not STATE.keys() <= state.keys():
        missing = next(member for member in STATE if member not in state)
        raise EngineFault("protocol", f"the state's `{missing}` is missing", repr(state)[:500])
    check_members("state", STATES, state)
    check_names(state, (*state["hands"].values(), state["stock"], state["pile"], state.get("pending", ())), pack)


def check_names(state: Mapping[str, Any], places: Sequence[Any], pack: frozenset[str]) -> None:
    """Raise `EngineFault` for a card in one of the places that the game does not have, be it not even a text."""
    try:
        known = pack.issuperset(chain.from_iterable(places))
    except TypeError:  # a number of cards, or something that is in no set
        known = False
    for card in () if known else chain.from_iterable(place for place in places if isinstance(place, list)):
        if not is_text(card) or card not in pack:
            raise no_card("state", state, card)


def no_card(where: str, found: Mapping[str, Any], card: object) -> EngineFault:
    """What is wrong with a card that the game does not have."""
    return EngineFault("protocol", f"the {where} names a card that the pack does not have: {card!r}", repr(found)[:500])


FURTHER: dict[str, Callable[[Mapping[str, Any], frozenset[str]], None]] = {
    "apply": check_card,
    "series": check_deals,
    "observe": check_state,
}
"""What is looked at beyond the members of some methods' results."""
