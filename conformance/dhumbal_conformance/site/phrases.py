"""What is played and what must hold, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dhumbal_conformance.faces import by_rank
from dhumbal_conformance.model import Action, Pile, Step
from dhumbal_conformance.site.cards import chip, chips
from dhumbal_conformance.site.markup import tag, text


def deed(action: Action, card: str | None = None) -> str:
    """An action as a sentence without its end: `A draws from the stock and gets 2♦`."""
    return f"{tag('b', action['player'])} {verb(action, 's')}{f' and gets {chip(card)}' if card else ''}"


def verb(action: Action, ending: str = "") -> str:
    """What is done, without the player; the ending is that of the verb."""
    if action["type"] == "draw":
        return f"draw{ending} from the stock" if action["from"] == "stock" else f"take{ending} {chip(action['card'])}"
    if action["type"] == "discard":
        return f"discard{ending} {chips(action['cards'])}"
    return f"call{ending}"


def caption(step: Step, card: str | None, *, draws_first: bool) -> str:
    """What happens in a step; a turn that only fills is played in the order of the game."""
    if step.action:
        return deed(step.action, card)
    if step.fill:
        done = "draws from the stock and discards the card drawn" if draws_first else "discards a card and draws from the stock"
        return f"{step.fill} turns pass in which each player {done}"
    return "A look at the table" if step.expect.get("refused") is None else "The deal begins"


def expectations(step: Step) -> list[str]:
    """What must hold after a step, a phrase each; what the caption and the verdict say already is left out."""
    player = step.action["player"] if step.action else ""
    return [phrase for key, value in step.expect.items() if key in _PHRASES for phrase in [_PHRASES[key](value, player)]]


def by_seat(values: Mapping[str, Any], show: Callable[[Any], str] = text) -> str:
    """`A 5, B 12`."""
    return ", ".join(f"{seat} {show(value)}" for seat, value in values.items())


def hand(value: Any) -> str:
    """Cards, or only their number."""
    return cards_counted(value) if isinstance(value, int) else chips(by_rank(value), "no card")


def cards_counted(number: int) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} card{'' if number == 1 else 's'}"


def pile(value: Pile) -> str:
    """A pile from its top."""
    if value.count is not None:
        return cards_counted(value.count)
    return chips(value.cards, "empty") + (" …" if value.more else "")


def _takeable(cards: Any, _: str) -> str:
    return f"can be taken: {chips(cards)}"


def _pending(cards: Any, _: str) -> str:
    return f"not on the pile yet: {chips(cards)}" if cards else "no card waits to come on the pile"


def _next(seat: Any, _: str) -> str:
    return f"{seat} is to act" if seat else "nobody is to act"


def _legal(actions: Any, _: str) -> str:
    return "all that is allowed: " + "; ".join(verb(action) for action in actions)


def _views(views: Mapping[str, Any], _: str) -> str:
    return "; ".join(f"{seat} sees {', '.join(_seen(key, value) for key, value in view.items())}" for seat, view in views.items())


def _seen(key: str, value: Any) -> str:
    if key == "last":
        hidden = value["type"] == "draw" and value["from"] == "stock"
        return f"that {deed(value, value.get('card') if hidden else None)}"
    shown = {
        "hands": lambda: by_seat(value, hand),
        "totals": lambda: by_seat(value),
        "pile": lambda: pile(value),
        "stock": lambda: hand(value),
    }
    return f"{key}: {shown[key]()}"


_PHRASES: dict[str, Callable[[Any, str], str]] = {
    "total": lambda value, player: f"{player} totals {value}",
    "hand": lambda value, player: f"{player} holds {hand(value)}",
    "totals": lambda value, _: f"totals: {by_seat(value)}",
    "hands": lambda value, _: f"hands: {by_seat(value, hand)}",
    "takeable": _takeable,
    "pending": _pending,
    "pile": lambda value, _: f"discard pile: {pile(value)}",
    "stock": lambda value, _: f"stock: {pile(value)}",
    "next": _next,
    "turns": lambda value, _: f"{value} turn{'' if value == 1 else 's'} completed",
    "legal": _legal,
    "view": _views,
}
