"""Replays the moves of a recorded deal: cards first, as far as they are known, and then by the rules, which the reference engine knows.

The engine is asked about whole tables, so the cards that nobody saw are given names that they can have. Of everything that the rules look
at only two things depend on those names: whether a player holds a card, which is settled when the cards are followed; and the total with
which somebody calls. So the deal is played twice, with the lowest cards that the caller can have had and with the highest. What is refused
with both is illegal, what is accepted with both is legal, and a call on which they differ cannot be told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dhumbal_conformance.audit.findings import Finding, Report
from dhumbal_conformance.audit.places import Impossible, Lying, Places, dealt
from dhumbal_conformance.audit.record import Move, RecordedDeal
from dhumbal_conformance.connectors import Connector
from dhumbal_conformance.loader.notation import hand_total
from dhumbal_conformance.loader.table import Table
from dhumbal_conformance.model import Seat


@dataclass(slots=True)
class Followed:
    """A deal whose cards were followed as far as possible."""

    deal: RecordedDeal
    places: Places
    dealt: bool = True
    """Whether the deal itself is possible."""
    moves: int = 0
    """So many moves were possible as far as the cards are concerned."""
    called: list[Lying] | None = None
    """The hand with which somebody called; None as long as nobody has."""
    obstacle: Finding | None = None
    """Why the cards could not be followed to the end."""
    whole: bool = True
    """Whether the hands lie as they did at the end."""

    def stop(self, found: Finding) -> None:
        """Nothing that comes later can be followed."""
        self.obstacle = found
        self.whole = False


def follow(deal: RecordedDeal, table: Table) -> Followed:
    """Follow the cards of a deal: those dealt, those that the moves name, those shown at the end."""
    followed = Followed(deal, dealt(table, deal.dealer))
    follow_deal(followed)
    followed.dealt = followed.whole
    if followed.dealt:
        follow_moves(followed)
    return followed


def follow_deal(followed: Followed) -> None:
    """The hands as they were seen, and the upcard."""
    deal, places = followed.deal, followed.places
    size = places.table.profile.parameters["deal.hand"]
    for seat, hand in deal.hands.items():
        clause = "pack.cards" if len(hand.cards) == size else "deal.hands"
        try:
            places.show(seat, hand.cards)
        except Impossible as why:
            followed.stop(Finding(hand.place, deal.number, f"the hand dealt to {seat} cannot be right: {why}", clause))
            return
    if deal.upcard and (card := deal.upcard.cards[0]):
        try:
            places.named(places.pile[0], card)
        except Impossible as why:
            followed.stop(Finding(deal.upcard.place, deal.number, f"the upcard cannot be right: {why}", "pack.cards"))


def follow_moves(followed: Followed) -> None:
    """The moves, up to the first that the cards make impossible, or that cannot follow a call."""
    places = followed.places
    for move in followed.deal.moves or ():
        if followed.called is not None and is_over_for(move.player, followed):
            followed.whole = False
            return
        if followed.called is None and move.action["type"] == "call":
            followed.called = list(places.hands[move.player])
        try:
            places.move(move)
        except Impossible as why:
            text = f"{move.player} cannot have done `{told(move)}`: {why}"
            followed.stop(Finding(move.place, followed.deal.number, text, "draw.stock"))
            return
        followed.moves += 1


def is_over_for(seat: Seat, followed: Followed) -> bool:
    """Whether a player has no further turn after the call."""
    return seat == followed.deal.caller or not followed.places.table.profile.parameters["call.last-turns"]


def told(move: Move) -> str:
    """A move in the words of the record."""
    return f"{move.text}, gets {move.gets}" if move.gets else move.text


def show(followed: Followed, report: Report) -> None:
    """The hands shown at the end, each of which must be the one that its player had by then."""
    for seat, hand in followed.deal.shown.items():
        try:
            followed.places.show(seat, hand.cards)
        except Impossible as why:
            text = f"the hand that {seat} shows cannot be right: {why}"
            report.findings.append(Finding(hand.place, followed.deal.number, text, "settle.show"))
            followed.whole = False


@dataclass(frozen=True, slots=True)
class Played:
    """What the engine made of the moves: how many it accepted, the clause for which it refused the next, and whether the deal ended."""

    accepted: int
    refused: str = ""
    over: bool = False


def judge(followed: Followed, engine: Connector, report: Report) -> bool:
    """Name the first move that the rules do not allow, and what cannot be told; whether the deal came to its end."""
    deal = followed.deal
    if followed.obstacle and not followed.dealt:
        report.findings.append(followed.obstacle)
        return True
    # The move after the last that could be followed is shown to the rules, too: they may have a clause against it.
    moves = (deal.moves or ())[: followed.moves + 1]
    lowest = played(engine, followed, moves, highest=False)
    highest = played(engine, followed, moves, highest=True) if followed.called is not None else lowest
    report.moves += min(lowest.accepted, highest.accepted, followed.moves)
    if lowest.refused:
        move = moves[lowest.accepted]
        why = because(followed, move, lowest.refused)
        report.findings.append(Finding(move.place, deal.number, f"{move.player} may not {move.text}{why}", lowest.refused))
    elif followed.obstacle:
        report.findings.append(followed.obstacle)
    elif highest.refused:
        move = moves[highest.accepted]
        text = f"whether {move.player} may call: their total lies between {' and '.join(map(str, bounds(followed)))}"
        report.findings.append(Finding(move.place, deal.number, text, highest.refused, open=True))
    return lowest.over or bool(lowest.refused or followed.obstacle)


def because(followed: Followed, move: Move, clause: str) -> str:
    """What the clause rests on, where the record does not show it at once."""
    if clause == "call.limit":
        low, high = bounds(followed)
        return f": their total is {low}" if low == high else f": their total is at least {low}"
    if clause == "discard.held" and followed.obstacle and followed.obstacle.place == move.place:
        return f": {followed.obstacle.text.rpartition(': ')[2]}"
    return ""


def bounds(followed: Followed) -> tuple[int, int]:
    """The lowest and the highest total with which the caller can have called, in points."""
    places, hand = followed.places, followed.called or []
    names = [places.completed(hand, highest=high) for high in (False, True)]
    low, high = (hand_total([found[id(lying)] for lying in hand], places.table.profile.parameters) for found in names)
    return low, high


def played(engine: Connector, followed: Followed, moves: Sequence[Move], *, highest: bool) -> Played:
    """Play the moves on the engine, with the lowest or the highest cards that the caller can have had."""
    places = followed.places
    answer = open_table(engine, places, followed.deal.dealer, places.chance(followed.called or (), highest=highest))
    for number, move in enumerate(moves):
        answer = engine.request("apply", {"game": "audit", "action": move.action})
        if not answer["accepted"]:
            return Played(number, answer["clause"])
    return Played(len(moves), over="result" in answer)


def open_table(engine: Connector, places: Places, dealer: Seat, chance: dict[str, Any]) -> dict[str, Any]:
    """Deal a pack on the engine; the table before it is forgotten."""
    profile = places.table.profile
    rules = {"profile": profile.id, "parameters": profile.parameters}
    return engine.request("new", {"game": "audit", **rules, "players": list(places.table.players), "dealer": dealer, "chance": chance})
