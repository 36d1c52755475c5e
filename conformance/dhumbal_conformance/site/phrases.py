"""What is played and what must hold, in the words of a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dhumbal_conformance.faces import by_rank
from dhumbal_conformance.loader.words import Words
from dhumbal_conformance.model import Action, Pile, Step
from dhumbal_conformance.site.cards import chip, chips
from dhumbal_conformance.site.markup import tag, text


def deed(words: Words, action: Action, card: str | None = None) -> str:
    """An action as a sentence without its end: `A draws from the stock and gets 2♦`."""
    kind, values = _what(words, action)
    if kind == "draw" and card:
        kind, values = "gets", {"card": chip(card, words)}
    return words(f"act.{kind}", player=tag("b", action["player"]), **values)


def verb(words: Words, action: Action) -> str:
    """What may be done, without the player."""
    kind, values = _what(words, action)
    return words(f"may.{kind}", **values)


def _what(words: Words, action: Action) -> tuple[str, dict[str, str]]:
    """What kind of action it is, and the cards in it."""
    if action["type"] == "draw":
        return ("draw", {}) if action["from"] == "stock" else ("take", {"card": chip(action["card"], words)})
    return action["type"], {"cards": chips(action["cards"], words)} if action["type"] == "discard" else {}


def caption(words: Words, step: Step, card: str | None, *, draws_first: bool) -> str:
    """What happens in a step; a turn that only fills is played in the order of the game."""
    if step.action:
        return deed(words, step.action, card)
    if step.fill:
        return words("fill.draw-first" if draws_first else "fill.discard-first", count=step.fill)
    return words("look" if step.expect.get("refused") is None else "deal-begins")


def expectations(words: Words, step: Step) -> list[str]:
    """What must hold after a step, a phrase each; what the caption and the verdict say already is left out."""
    player = step.action["player"] if step.action else ""
    return [phrase for key, value in step.expect.items() if key in _PHRASES for phrase in [_PHRASES[key](words, value, player)]]


def by_seat(values: Mapping[str, Any], show: Callable[[Any], str] = text) -> str:
    """`A 5, B 12`."""
    return ", ".join(f"{seat} {show(value)}" for seat, value in values.items())


def hand(words: Words, value: Any) -> str:
    """Cards, or only their number."""
    return words("cards", count=value) if isinstance(value, int) else chips(by_rank(value), words, "cards.none")


def hands(words: Words, values: Mapping[str, Any]) -> str:
    """Everybody's hand."""
    return words("holds.hands", values=by_seat(values, lambda value: hand(words, value)))


def pile(words: Words, value: Pile) -> str:
    """A pile from its top."""
    if value.number is not None:
        return words("cards", count=value.number)
    return chips(value.cards, words, "pile.empty") + (" …" if value.more else "")


def _pending(words: Words, cards: Any, _: str) -> str:
    return words("holds.pending", cards=chips(cards, words)) if cards else words("holds.pending-none")


def _next(words: Words, seat: Any, _: str) -> str:
    return words("holds.next", player=seat) if seat else words("holds.next-none")


def _legal(words: Words, actions: Any, _: str) -> str:
    return words("holds.legal", actions="; ".join(verb(words, action) for action in actions))


def _views(words: Words, views: Mapping[str, Any], _: str) -> str:
    return "; ".join(
        words("holds.sees", player=seat, seen=", ".join(_seen(words, key, value) for key, value in view.items()))
        for seat, view in views.items()
    )


def _seen(words: Words, key: str, value: Any) -> str:
    if key == "last":
        hidden = value["type"] == "draw" and value["from"] == "stock"
        return words("holds.sees-that", deed=deed(words, value, value.get("card") if hidden else None))
    shown = {
        "hands": lambda: hands(words, value),
        "totals": lambda: words("holds.totals", values=by_seat(value)),
        "pile": lambda: words("holds.pile", pile=pile(words, value)),
        "stock": lambda: words("holds.stock", pile=hand(words, value)),
    }
    return shown[key]()


_PHRASES: dict[str, Callable[[Words, Any, str], str]] = {
    "total": lambda words, value, player: words("holds.total", player=player, total=value),
    "hand": lambda words, value, player: words("holds.hand", player=player, hand=hand(words, value)),
    "totals": lambda words, value, _: words("holds.totals", values=by_seat(value)),
    "hands": lambda words, value, _: hands(words, value),
    "takeable": lambda words, cards, _: words("holds.takeable", cards=chips(cards, words)),
    "pending": _pending,
    "pile": lambda words, value, _: words("holds.pile", pile=pile(words, value)),
    "stock": lambda words, value, _: words("holds.stock", pile=pile(words, value)),
    "next": _next,
    "turns": lambda words, value, _: words("holds.turns", count=value),
    "legal": _legal,
    "view": _views,
}
