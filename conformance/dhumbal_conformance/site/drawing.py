"""The table as it lies, and the sums that are paid, as HTML."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from dhumbal_conformance.model import Card
from dhumbal_conformance.notation import hand_total
from dhumbal_conformance.site.cards import by_rank, chip, chips, drawn, face_down, row
from dhumbal_conformance.site.execution import State
from dhumbal_conformance.site.markup import table, tag, text
from dhumbal_conformance.site.phrases import cards_counted

PILE_SHOWN = 6
"""Cards drawn of a pile, from its top; the others are counted."""
MINUS = "−"

Parameters = Mapping[str, Any]


def lying(state: State, parameters: Parameters, players: Container[str] | None = None) -> str:
    """The table: the hands of these players, or of all, each with its total; the discard pile and the stock."""
    seats = (seat(state, name, parameters) for name in state["hands"] if players is None or name in players)
    return tag(
        "div", tag("div", *seats, cls="seats"), tag("div", discard_pile(state["pile"]), stock(state["stock"]), cls="piles"), cls="board"
    )


def seat(state: State, name: str, parameters: Parameters) -> str:
    """One player's place."""
    hand = state["hands"][name]
    to_act = (state["turn"] or {}).get("player") == name
    notes = [*(["dealer"] if state["dealer"] == name else []), *(["to act"] if to_act else [])]
    locked = [f"{chip(state['locked'])} is locked"] if to_act and state.get("locked") else []
    who = [
        tag("b", name),
        *(tag("span", note) for note in notes + locked),
        tag("span", f"total {hand_total(hand, parameters)}", cls="total"),
    ]
    cards = row(by_rank(hand)) if hand else tag("div", "no card", cls="cards none")
    return tag("div", tag("div", " ".join(who), cls="who"), cards, cls="seat acts" if to_act else "seat")


def discard_pile(pile: list[Card]) -> str:
    """The open pile, its top first."""
    rest = len(pile) - PILE_SHOWN
    more = [tag("span", f"and {rest} beneath", cls="more")] if rest > 0 else []
    cards = tag("div", *map(drawn, pile[:PILE_SHOWN]), *more, cls="cards") if pile else tag("div", "empty", cls="cards none")
    return tag("div", tag("div", "discard pile" + (", top first" if len(pile) > 1 else ""), cls="who"), cards, cls="pile")


def stock(cards: list[Card]) -> str:
    """The closed pile, with the card that would be drawn next."""
    inside = [face_down(), tag("span", f"next {chip(cards[0])}", cls="more")] if cards else ["empty"]
    count = f"stock, {cards_counted(len(cards))}" if cards else "stock"
    return tag("div", tag("div", count, cls="who"), tag("div", *inside, cls="cards" if cards else "cards none"), cls="pile")


def settlement(result: Mapping[str, Any], hands: Mapping[str, Iterable[Card]]) -> str:
    """Who won and who pays what."""
    headings = ("player", "hand", "total", "pays", "change")
    rows = (
        (
            text(name),
            chips(by_rank(hands[name]), "no card"),
            text(result["totals"][name]),
            text(result["payments"].get(name, "–")),
            signed(result["deltas"][name]),
        )
        for name in result["totals"]
    )
    return tag("p", ending(result), cls="ending") + table(headings, rows, "sums")


def ending(result: Mapping[str, Any]) -> str:
    """How a deal ended, as a sentence."""
    winner, caller = tag("b", result["winner"]), tag("b", str(result["caller"]))
    sentences = {"won": f"{caller} calls and wins.", "caught": f"{caller} calls and is caught. {winner} wins."}
    return sentences.get(result["ended"], f"The deal ends at the turn cap. {winner} wins.")


def signed(number: int) -> str:
    """A change, with its sign."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "0"


def score(number: int) -> str:
    """A score, with a real minus sign."""
    return f"{MINUS}{-number}" if number < 0 else str(number)
