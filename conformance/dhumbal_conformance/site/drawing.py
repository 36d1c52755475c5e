"""The table as it lies, and the sums that are paid, as HTML."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from dhumbal_conformance.faces import by_rank
from dhumbal_conformance.loader.notation import hand_total
from dhumbal_conformance.loader.table import SEATS
from dhumbal_conformance.model import Card
from dhumbal_conformance.runner.recording import State
from dhumbal_conformance.site.cards import chip, chips, drawn, face_down, row
from dhumbal_conformance.site.markup import table, tag, text
from dhumbal_conformance.site.phrases import cards_counted

PILE_SHOWN = 6
"""Cards drawn of a pile, from its top; the others are counted."""
MINUS = "−"

Parameters = Mapping[str, Any]


def lying(state: State, parameters: Parameters, players: Container[str] | None = None) -> str:
    """The table: the hands of these players, or of all, each with its total; the discard pile and the stock."""
    seats = (seat(state, name, parameters) for name in seats_of(state) if players is None or name in players)
    piles = tag("div", *pending(state), discard_pile(state), stock(state["stock"]), cls="piles")
    return tag("div", tag("div", *seats, cls="seats"), piles, cls="board")


def seats_of(state: State) -> str:
    """The seats up to the last one in play; those between whose players are out of the series, too."""
    return SEATS[: SEATS.index(max(state["hands"])) + 1]


def seat(state: State, name: str, parameters: Parameters) -> str:
    """One player's place."""
    if name not in state["hands"]:
        return tag("div", tag("div", f"{tag('b', name)} out of the series", cls="who"), cls="seat")
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


def pending(state: State) -> list[str]:
    """The cards discarded in this turn, in the order laid, which are not on the pile before their player has drawn."""
    cards = state.get("pending")
    return [tag("div", tag("div", f"laid by {state['turn']['player']}, not on the pile yet", cls="who"), row(cards))] if cards else []


def discard_pile(state: State) -> str:
    """The open pile, its top first; of several cards discarded together it says so, since those may be there to be taken."""
    pile, together = state["pile"], state.get("previous", 0)
    notes = [*(["top first"] if len(pile) > 1 else []), *([f"the upper {together} laid together"] if together > 1 else [])]
    rest = len(pile) - PILE_SHOWN
    more = [tag("span", f"and {rest} beneath", cls="more")] if rest > 0 else []
    cards = tag("div", *map(drawn, pile[:PILE_SHOWN]), *more, cls="cards") if pile else tag("div", "empty", cls="cards none")
    return tag("div", tag("div", ", ".join(["discard pile", *notes]), cls="who"), cards, cls="pile")


def stock(cards: list[Card]) -> str:
    """The closed pile, with the card that would be drawn next."""
    inside = [face_down(), tag("span", f"next {chip(cards[0])}", cls="more")] if cards else ["empty"]
    count = f"stock, {cards_counted(len(cards))}" if cards else "stock"
    return tag("div", tag("div", count, cls="who"), tag("div", *inside, cls="cards" if cards else "cards none"), cls="pile")


def settlement(result: Mapping[str, Any], hands: Mapping[str, Iterable[Card]], parameters: Parameters) -> str:
    """Who won and who pays what, or what everybody scores."""
    pays = parameters["settle.scoring"] == "transfer"
    headings = ("player", "hand", "total", *(("pays", "change") if pays else ("scores",)))
    rows = (
        (
            text(name),
            chips(by_rank(hands[name]), "no card"),
            text(total),
            *([text(result["payments"].get(name, "–"))] if pays else []),
            signed(result["deltas"][name]) if pays else text(result["deltas"][name]),
        )
        for name, total in result["totals"].items()
    )
    return tag("p", ending(result, pays=pays), cls="ending") + table(headings, rows, "sums")


def ending(result: Mapping[str, Any], *, pays: bool) -> str:
    """How a deal ended, as a sentence; where nobody collects anything, the lowest matters for the next deal."""
    caller, winner = (tag("b", str(result[role])) for role in ("caller", "winner"))
    sentences = {
        "won": f"{caller} calls and wins.",
        "caught": f"{caller} calls and is caught.",
        "cap": "The deal ends at the turn cap.",
        "dry": "The deal ends with the stock.",
    }
    if result["ended"] == "won" or result["winner"] is None:
        return sentences[result["ended"]]
    return f"{sentences[result['ended']]} {winner} {'wins' if pays else 'is lowest of the others'}."


def signed(number: int) -> str:
    """A change, with its sign."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "0"


def score(number: int) -> str:
    """A score, with a real minus sign."""
    return f"{MINUS}{-number}" if number < 0 else str(number)
