"""The table as it lies, and the sums that are paid, as HTML."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from dhumbal_conformance.faces import by_rank
from dhumbal_conformance.loader.notation import hand_total
from dhumbal_conformance.loader.table import SEATS
from dhumbal_conformance.loader.words import Words
from dhumbal_conformance.model import Card
from dhumbal_conformance.runner.recording import State
from dhumbal_conformance.site.cards import chip, chips, drawn, face_down, row
from dhumbal_conformance.site.markup import table, tag, text

PILE_SHOWN = 6
"""Cards drawn of a pile, from its top; the others are counted."""
MINUS = "−"

Parameters = Mapping[str, Any]


def lying(state: State, parameters: Parameters, words: Words, players: Container[str] | None = None) -> str:
    """The table: the hands of these players, or of all, each with its total; the discard pile and the stock."""
    seats = (seat(state, name, parameters, words) for name in seats_of(state) if players is None or name in players)
    piles = tag("div", *pending(state, words), discard_pile(state, words), stock(state["stock"], words), cls="piles")
    return tag("div", tag("div", *seats, cls="seats"), piles, cls="board")


def seats_of(state: State) -> str:
    """The seats up to the last one in play; those between whose players are out of the series, too."""
    return SEATS[: SEATS.index(max(state["hands"])) + 1]


def seat(state: State, name: str, parameters: Parameters, words: Words) -> str:
    """One player's place."""
    if name not in state["hands"]:
        return tag("div", tag("div", f"{tag('b', name)} {words('seat.out')}", cls="who"), cls="seat")
    hand = state["hands"][name]
    to_act = (state["turn"] or {}).get("player") == name
    who = [
        tag("b", name),
        *([tag("span", words("seat.dealer"))] if state["dealer"] == name else []),
        *([tag("span", words("seat.acts"), cls="turn")] if to_act else []),
        *([tag("span", words("seat.locked", card=chip(state["locked"], words)), cls="turn")] if to_act and state.get("locked") else []),
        tag("span", words("seat.total", total=hand_total(hand, parameters)), cls="total"),
    ]
    cards = row(by_rank(hand), words) if hand else tag("div", words("cards.none"), cls="cards none")
    return tag("div", tag("div", " ".join(who), cls="who"), cards, cls="seat acts" if to_act else "seat")


def pending(state: State, words: Words) -> list[str]:
    """The cards discarded in this turn, in the order laid, which are not on the pile before their player has drawn."""
    cards = state.get("pending")
    return [tag("div", tag("div", words("pending", player=state["turn"]["player"]), cls="who"), row(cards, words))] if cards else []


def discard_pile(state: State, words: Words) -> str:
    """The open pile, its top first; of several cards discarded together it says so, since those may be there to be taken."""
    pile, together = state["pile"], state.get("previous", 0)
    notes = [words("pile"), *([words("pile.top-first")] if len(pile) > 1 else [])]
    if together > 1:
        notes.append(words("pile.together", count=together))
    rest = len(pile) - PILE_SHOWN
    more = [tag("span", words("pile.beneath", count=rest), cls="more")] if rest > 0 else []
    shown = [*(drawn(card, words) for card in pile[:PILE_SHOWN]), *more]
    cards = tag("div", *shown, cls="cards") if pile else tag("div", words("pile.empty"), cls="cards none")
    return tag("div", tag("div", ", ".join(notes), cls="who"), cards, cls="pile")


def stock(cards: list[Card], words: Words) -> str:
    """The closed pile, with the card that would be drawn next."""
    if not cards:
        return tag("div", tag("div", words("stock"), cls="who"), tag("div", words("pile.empty"), cls="cards none"), cls="pile")
    inside = [face_down(words), tag("span", words("stock.next", card=chip(cards[0], words)), cls="more")]
    return tag("div", tag("div", words("stock.cards", count=len(cards)), cls="who"), tag("div", *inside, cls="cards"), cls="pile")


def settlement(result: Mapping[str, Any], hands: Mapping[str, Iterable[Card]], parameters: Parameters, words: Words) -> str:
    """Who won and who pays what, or what everybody scores."""
    pays = parameters["settle.scoring"] == "transfer"
    headings = ("player", "hand", "total", *(("pays", "change") if pays else ("scores",)))
    rows = (
        (
            text(name),
            chips(by_rank(hands[name]), words, "cards.none"),
            text(total),
            *([text(result["payments"].get(name, "–"))] if pays else []),
            signed(result["deltas"][name]) if pays else text(result["deltas"][name]),
        )
        for name, total in result["totals"].items()
    )
    return tag("p", ending(result, words, pays=pays), cls="ending") + table([words(f"head.{name}") for name in headings], rows, "sums")


def ending(result: Mapping[str, Any], words: Words, *, pays: bool) -> str:
    """How a deal ended, as a sentence; where nobody collects anything, the lowest matters for the next deal."""
    caller, winner = (tag("b", str(result[role])) for role in ("caller", "winner"))
    ended = words(f"ending.{result['ended']}", player=caller)
    if result["ended"] == "won" or result["winner"] is None:
        return ended
    return f"{ended} {words('ending.winner' if pays else 'ending.lowest', player=winner)}"


def signed(number: int) -> str:
    """A change, with its sign."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "0"


def score(number: int) -> str:
    """A score, with a real minus sign."""
    return f"{MINUS}{-number}" if number < 0 else str(number)
