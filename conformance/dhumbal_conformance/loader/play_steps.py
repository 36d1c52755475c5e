"""Reads `play`: who does what, and what must hold afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dhumbal_conformance.loader.nodes import Node, collecting, reporting
from dhumbal_conformance.loader.notation import action, one_card, pile
from dhumbal_conformance.loader.table import SEATS, Table
from dhumbal_conformance.model import Action, Card, Pile, Seat, Step

OF_THE_ACTOR = ("gets", "total", "hand")
MOST_TURNS = 100_000
"""Filler turns in a step where no turn cap ends the deal."""


def read_play(play: Node, table: Table, starter: Seat) -> tuple[Step, ...]:
    """The steps in their order; raises `BadFiles` with what is wrong in any of them."""
    steps: list[Step] = []
    to_act = starter
    with reporting() as problems:
        for node in play.some():
            with collecting(problems):
                step = _step(node, table)
                to_act = _who_acts_after(step, to_act, table)
                steps.append(_with_legal(step, node, to_act, table))
    return tuple(steps)


def _step(node: Node, table: Table) -> Step:
    actors = [key for key in node.items() if len(key) == 1 and key in SEATS]
    node.only((*table.players, *actors, "fill", *_EXPECTATIONS, "legal"))
    if len(actors) > 1:
        raise node.wrong_key(actors[1], "two players act in one step", "give each a step of their own")
    if actors and actors[0] not in table.players:
        raise node.wrong_key(actors[0], *table.unknown(actors[0]))
    done = table.read(node.need(actors[0]), lambda text: action(actors[0], text)) if actors else None
    fill = _fill(filler, table) if (filler := node.get("fill")) else 0
    _check_keys(node, done, fill)
    expect = {key: read(value, table) for key, value in node.items().items() if (read := _EXPECTATIONS.get(key))}
    return Step(node.place, _text(node, done, fill), done, fill, expect)


def _fill(node: Node, table: Table) -> int:
    """How many filler turns; not more than a deal can have."""
    turns, cap = node.number(1), table.profile.parameters["cap.turns"] or MOST_TURNS
    if turns > cap:
        raise node.wrong(f"a deal does not have {turns} turns", f"it has at most {cap}")
    return turns


def _check_keys(node: Node, done: Action | None, fill: int) -> None:
    """Refuse keys that make no sense together."""
    if fill and done:
        raise node.wrong_key("fill", "filler turns and an action in one step", "give `fill` a step of its own")
    if fill and "refused" in node.items():
        raise node.wrong_key("refused", "filler turns cannot be refused")
    for key in OF_THE_ACTOR:
        if key in node.items() and done is None:
            raise node.wrong_key(key, f"`{key}` is about the player who acts, and nobody acts here", "`totals` and `hands` name the player")
    if "gets" in node.items() and (done is None or done.get("from") != "stock" or "refused" in node.items()):
        raise node.wrong_key("gets", "only a player who draws from the stock gets a card")


def _text(node: Node, done: Action | None, fill: int) -> str:
    """The step as the file has it, without what must hold."""
    if done:
        return f"{done['player']}: {node.need(done['player']).text()}"
    return f"fill: {fill}" if fill else f"look: {', '.join(node.items())}"


def _who_acts_after(step: Step, to_act: Seat, table: Table) -> Seat:
    """Who is to act after a step, should the deal go on. Only the actions under `legal` need to know."""
    if step.fill:
        return table.next_seat(to_act, step.fill)
    passes_on = step.action and table.ends_turn(step.action) and "refused" not in step.expect
    return table.next_seat(to_act) if passes_on else to_act


def _with_legal(step: Step, node: Node, player: Seat, table: Table) -> Step:
    """The step with its legal actions in the name of the player who may choose among them."""
    legal = node.get("legal")
    if legal is None:
        return step
    actions = tuple(table.read(item, lambda text: action(player, text)) for item in legal.each())
    return Step(step.place, step.text, step.action, step.fill, {**step.expect, "legal": actions})


def _next(node: Node, table: Table) -> Seat | None:
    return None if node.value == "none" else table.seat(node)


def read_pile(node: Node, table: Table) -> Pile:
    """Cards top first, or only how many."""
    if not isinstance(node.value, int) or isinstance(node.value, bool):
        return table.read(node, pile)
    if node.number() > len(table.pack):
        raise node.wrong(f"{node.value} cards are more than the pack has", f"it has {len(table.pack)}")
    return Pile(number=node.value)


def _view(node: Node, table: Table) -> dict[Seat, dict[str, Any]]:
    return table.by_seat(node, lambda seen: _seen(seen, table))


def _seen(node: Node, table: Table) -> dict[str, Any]:
    """What one viewer sees."""
    node.only(_VIEW)
    return {key: _VIEW[key](value, table) for key, value in node.items().items()}


def _seen_hand(node: Node, table: Table) -> tuple[Card, ...] | int:
    return node.number() if isinstance(node.value, int) else table.cards(node)


def _last(node: Node, table: Table) -> Action:
    """The last action, with the card drawn where it is seen."""
    node.only((*table.players, "gets"))
    actors = [seat for seat in table.players if seat in node.items()]
    if len(actors) != 1:
        raise node.wrong("the last action is that of one player", "as in `last: {A: draw stock}`")
    done = table.read(node.need(actors[0]), lambda text: action(actors[0], text))
    card = node.get("gets")
    if card and done.get("from") != "stock":
        raise card.wrong("only a player who draws from the stock gets a card")
    return {**done, "card": table.read(card, one_card)} if card else done


def _cards(node: Node, table: Table) -> tuple[Card, ...]:
    return table.cards(node)


Reader = Callable[[Node, Table], Any]


def numbers(node: Node, table: Table) -> dict[Seat, int]:
    """Points of some players."""
    return table.by_seat(node, lambda value: value.number(None))


_VIEW: dict[str, Reader] = {
    "hands": lambda node, table: table.by_seat(node, lambda hand: _seen_hand(hand, table)),
    "stock": lambda node, _: node.number(),
    "pile": read_pile,
    "totals": numbers,
    "last": _last,
}
_EXPECTATIONS: dict[str, Reader] = {
    "refused": lambda node, table: table.refusal(node),
    "gets": lambda node, table: table.read(node, one_card),
    "total": lambda node, _: node.number(),
    "hand": _cards,
    "totals": numbers,
    "hands": lambda node, table: table.by_seat(node, table.cards),
    "takeable": _cards,
    "pending": _cards,
    "pile": read_pile,
    "stock": read_pile,
    "next": _next,
    "turns": lambda node, _: node.number(),
    "view": _view,
}
