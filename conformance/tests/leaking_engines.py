"""Engines that betray what a player may not know, and such as offer less than everything."""

from __future__ import annotations

from typing import Any

from dhumbal import Deal
from dhumbal_conformance.reference import JSON, ReferenceEngine


class Leaky(ReferenceEngine):
    """An engine with a view that its subclasses spoil."""

    def table(self, game: str) -> Deal:
        return self.games[game].deal

    def name(self, game: str, card: int) -> str:
        return self.games[game].rules.pack.name(card)

    def observe(self, game: str, **params: Any) -> JSON:
        answer = super().observe(game=game, **params)
        return answer if params["as"] == "referee" else {"state": self.spoilt(answer["state"], game, params["as"])}

    def spoilt(self, state: JSON, game: str, viewer: str) -> JSON:
        return state


class ShowsTheNextCard(Leaky):
    def spoilt(self, state: JSON, game: str, viewer: str) -> JSON:
        return state | {"next": [self.name(game, card) for card in self.table(game).stock[-1:]]}


class SortsThePile(Leaky):
    """The pile is upside down while the next card is red."""

    def spoilt(self, state: JSON, game: str, viewer: str) -> JSON:
        red = [card for card in self.table(game).stock[-1:] if self.name(game, card)[1] in "HD"]
        return state | ({"pile": state["pile"][::-1]} if red else {})


class CountsAces(Leaky):
    """An ace in another hand counts as two cards."""

    def spoilt(self, state: JSON, game: str, viewer: str) -> JSON:
        aces = {seat: self.table(game).hands[state["players"].index(seat)] & 1 for seat in state["players"]}
        hands = {seat: hand + aces[seat] if isinstance(hand, int) else hand for seat, hand in state["hands"].items()}
        return state | {"hands": hands}


class TellsTheSuitDrawn(Leaky):
    def spoilt(self, state: JSON, game: str, viewer: str) -> JSON:
        last = self.table(game).last
        return state | ({"suit": self.name(game, last.cards[0])[1]} if last and last.kind == "draw" else {})


class ShowsTheOrderOfARefill(Leaky):
    def spoilt(self, state: JSON, game: str, viewer: str) -> JSON:
        deal = self.table(game)
        return state | ({"lowest": deal.stock.index(min(deal.stock))} if deal.refills and deal.stock else {})


class ShowsRefusals(Leaky):
    def __init__(self) -> None:
        super().__init__()
        self.refused: dict[str, int] = {}

    def apply(self, game: str, **params: Any) -> JSON:
        answer: JSON = super().apply(game=game, **params)
        self.refused[game] = self.refused.get(game, 0) + (not answer["accepted"])
        return answer

    def spoilt(self, state: JSON, game: str, viewer: str) -> JSON:
        return state | {"refused": self.refused.get(game, 0)}


class LegalByTheNextCard(ReferenceEngine):
    """The stock is not to be had while a court lies on it."""

    def legal(self, game: str, **_: Any) -> JSON:
        table = self.games[game]
        court = any(table.rules.pack.ranks[card] > 9 for card in table.deal.stock[-1:])
        actions = super().legal(game=game)["actions"]
        return {"actions": [action for action in actions if not (court and action.get("from") == "stock")]}


class TakeableByTheNextCard(ReferenceEngine):
    def takeable(self, game: str, **_: Any) -> JSON:
        high = [card for card in self.games[game].deal.stock[-1:] if card > 26]
        return {"cards": [] if high else super().takeable(game=game)["cards"]}


class RefusesByTheStock(ReferenceEngine):
    """A card that nobody holds is refused for another reason than one in another hand."""

    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        answer: JSON = super().apply(game=game, action=action)
        table = self.games[game]
        in_stock = {table.rules.pack.name(card) for card in table.deal.stock}
        return (
            answer | {"clause": "discard.together"} if answer.get("clause") == "discard.held" and in_stock & {*action["cards"]} else answer
        )


LEAKS = [
    ShowsTheNextCard,
    SortsThePile,
    CountsAces,
    TellsTheSuitDrawn,
    ShowsTheOrderOfARefill,
    ShowsRefusals,
    LegalByTheNextCard,
    TakeableByTheNextCard,
    RefusesByTheStock,
]


class Limited(ReferenceEngine):
    """An engine that does not offer everything."""

    def __init__(self, **capabilities: Any) -> None:
        super().__init__()
        self.capabilities = capabilities

    def initialize(self, **params: Any) -> JSON:
        answer = super().initialize(**params)
        return answer | {"capabilities": answer["capabilities"] | self.capabilities}
