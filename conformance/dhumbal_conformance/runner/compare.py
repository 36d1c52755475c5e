"""Expected against actual, for each key of the scenario format. Every function raises `Mismatch` at the first difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from dhumbal_conformance.connectors import EngineFault
from dhumbal_conformance.loader.notation import action_text
from dhumbal_conformance.model import Action, Pile
from dhumbal_conformance.runner.outcome import Mismatch

State = Mapping[str, Any]
MISSING = object()
"""Stands for a member that an answer should have and has not."""


def same(what: str, expected: object, actual: object, clauses: tuple[str, ...] = ()) -> None:
    """Plain values are equal; where they are not, these clauses are broken."""
    if expected != actual or isinstance(actual, bool) != isinstance(expected, bool):
        alike = show(expected) == show(actual)
        raise Mismatch(what, show(expected), repr(actual) if alike else show(actual), clauses)


def same_cards(what: str, expected: Iterable[str], actual: object, clauses: tuple[str, ...] = ()) -> None:
    """Hands are equal whatever the order; where they are not, these clauses are broken."""
    wanted = list(expected)
    # Two of the same order need not be counted.
    if not isinstance(actual, list) or (wanted != actual and Counter(wanted).items() != Counter(actual).items()):
        raise Mismatch(what, show(wanted), show(actual), clauses)


def same_map(what: str, expected: Mapping[str, Any], actual: object, *, whole: bool = True) -> None:
    """Every seat named has the value named; with `whole`, no other seat is there."""
    shown = actual if isinstance(actual, dict) else {}
    kept = {seat: value for seat, value in shown.items() if whole or seat in expected}
    plain = all(type(value) is int for value in kept.values())
    if kept != dict(expected) or not plain:
        alike = sorted(show(expected).split(", ")) == sorted(show(kept).split(", "))
        raise Mismatch(what, show(expected), repr(kept) if alike else show(kept or actual))


def same_pile(what: str, expected: Pile, actual: object) -> None:
    """A pile has the cards named, from its top; or their number."""
    if expected.number is not None:
        same(f"number of cards in the {what}", expected.number, len(actual) if isinstance(actual, list) else actual)
        return
    if not isinstance(actual, list):
        raise Mismatch(what, show(expected.cards), show(actual))
    named = actual[: len(expected.cards)] if expected.more else actual
    if list(expected.cards) != named:
        more = [*expected.cards, "..."] if expected.more else expected.cards
        raise Mismatch(what, show(more), show(actual[: len(expected.cards) + 3] if expected.more else actual))


def same_actions(what: str, expected: Iterable[Action], actual: object) -> None:
    """The same actions are there, in any order, none twice."""
    wanted = Counter(map(signature, expected))
    offered = Counter(map(signature, actual)) if isinstance(actual, list) else Counter()
    if wanted != offered:
        missing, extra = wanted - offered, offered - wanted
        raise Mismatch(what, f"also {listed(missing)}" if missing else "no more", f"also {listed(extra)}" if extra else "without these")


def signature(action: object) -> str:
    """An action with its player, as the scenario format has it; anything else as it came."""
    try:
        return f"{action['player']}: {action_text(action)}"  # type: ignore[index, arg-type]
    except (KeyError, TypeError, AttributeError):
        return repr(action)


def listed(counted: Counter[str]) -> str:
    """Several actions in one line."""
    return ", ".join(sorted(counted.elements()))


def check_cards(state: State, cards: Sequence[str]) -> None:
    """Free of charge: every card of the game, which come sorted, is in exactly one place."""
    places = (*state["hands"].values(), state["stock"], state["pile"], state.get("pending", []))
    try:
        found = sorted(chain.from_iterable(places))
    except TypeError as number:
        detail = "the referee is to see every card, and not how many there are"
        raise EngineFault("protocol", detail, repr(dict(state))[:500]) from number
    if found != cards:
        lost, gained = Counter(cards) - Counter(found), Counter(found) - Counter(cards)
        raise Mismatch("cards in the game", "each in one place", f"lost {listed(lost) or 'none'}; too many {listed(gained) or 'none'}")


def show(value: object) -> str:
    """A value as a person would write it."""
    if value is MISSING:
        return "no such member in the answer"
    if value is None:
        return "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {show(part)}" for key, part in value.items()) or "none"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " ".join(map(str, value)) or "none"
    return str(value)
