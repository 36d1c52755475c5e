"""The reference engine behind the protocol: what any Python engine that wants to be checked in process looks like.

Each method is a method of the protocol (`spec/protocol.md`), takes its params and returns its result. The engine itself counts seats and
cards in numbers; this class only translates names.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import dhumbal
from dhumbal import Action, Deal, Outcome, Profile, Refused, Rules
from dhumbal.cards import hand_of
from dhumbal.refusals import refuse

JSON = dict[str, Any]
PROTOCOL = 1
"""The version of the protocol that is spoken here."""


class Game:
    """One open game: its rules, its table, and the seats' names in the order in which the engine counts them."""

    def __init__(self, rules: Rules, deal: Deal, seats: list[str]) -> None:
        self.rules = rules
        self.deal = deal
        self.seats = seats


def refusable(method: Callable[..., JSON]) -> Callable[..., JSON]:
    """Turn a refusal by the engine into a result of the protocol: a broken rule is an answer, not an error."""

    def answer(self: ReferenceEngine, **params: Any) -> JSON:
        try:
            return {"accepted": True} | method(self, **params)
        except Refused as refusal:
            return {"accepted": False, "clause": refusal.clause}

    return answer


def seen(cards: Sequence[int] | int, names: Sequence[str]) -> list[str] | int:
    """The names of cards, or how many they are where no more is seen."""
    return cards if isinstance(cards, int) else [names[card] for card in cards]


class ReferenceEngine:
    """The engine under test when no other is named. `rules` is the class of rules to play by; a misreading of them will do, too."""

    def __init__(self, rules: type[Rules] = Rules) -> None:
        self.games: dict[str, Game] = {}
        self.make_rules = rules
        self.parameters: JSON = {}
        self.rules: Rules
        """By the parameters that were sent last; hardly ever are others sent in between."""

    def initialize(self, **params: Any) -> JSON:
        """Say who this is and what it can do: everything, under any parameters it is sent."""
        if PROTOCOL not in params.get("protocol", [PROTOCOL]):
            raise NotImplementedError(f"only version {PROTOCOL} of the protocol")
        return {
            "protocol": PROTOCOL,
            "engine": {"name": "dhumbal-reference", "version": dhumbal.__version__, "language": f"Python {platform.python_version()}"},
            "layer": "core",
            "profiles": ["*"],
            "capabilities": {
                **dict.fromkeys(("apply", "load", "legal", "takeable", "judge", "settle", "series", "codes", "half_turns"), True),
                "observe": ["referee", "player"],
                "chance": ["pack", "refills"],
            },
        }

    @refusable
    def new(self, game: str, parameters: JSON, players: Sequence[str], dealer: str, chance: JSON, **_: Any) -> JSON:
        """Deal a pack."""
        rules = self._rules(parameters)
        orders = [self._cards(rules, order) for order in chance.get("refills", ())]
        deal = rules.deal(len(players), players.index(dealer), self._cards(rules, chance["pack"]), orders)
        self.games[game] = Game(rules, deal, list(players))
        return {}

    @refusable
    def load(self, game: str, parameters: JSON, state: JSON, chance: JSON, **_: Any) -> JSON:
        """Set up a position."""
        rules = self._rules(parameters)
        seats = state["players"]
        rules.admit_to_deal(len(seats))
        orders = [self._cards(rules, order) for order in chance.get("refills", ())]
        deal = Deal(len(seats), seats.index(state["dealer"]), seats.index(state["turn"]["player"]), orders)
        deal.turns = state["turns"]
        deal.hands = [hand_of(self._cards(rules, state["hands"][seat])) for seat in seats]
        deal.stock = self._cards(rules, state["stock"])[::-1]
        deal.pile = self._cards(rules, state["pile"])[::-1]
        deal.previous = state.get("previous", min(1, len(deal.pile)))
        self.games[game] = Game(rules, rules.position(deal), list(seats))
        return {}

    @refusable
    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        """Do one action, or the two of a whole turn, of which both are done or none."""
        table = self.games[game]
        if action["type"] != "turn":
            return self._apply(table, action)
        trial = Game(table.rules, table.deal.copy(), table.seats)
        draw, discard = {**action["draw"], "type": "draw"}, {"cards": action["discard"], "type": "discard"}
        halves = (draw, discard) if trial.rules.draws_first else (discard, draw)
        first, second = (self._apply(trial, {**half, "player": action["player"]}) for half in halves)
        table.deal = trial.deal
        return first | second

    def observe(self, game: str, **params: Any) -> JSON:
        """Show the table as the referee or a player sees it."""
        table = self.games[game]
        rules, deal, seats = table.rules, table.deal, table.seats
        view, names = rules.view(deal, None if params["as"] == "referee" else seats.index(params["as"])), rules.pack.names
        state: JSON = {
            "players": seats,
            "dealer": seats[deal.dealer],
            "turn": None if view.seat is None else {"player": seats[view.seat], "step": self._step(rules, deal)},
            "turns": deal.turns,
            "hands": {seat: seen(hand, names) for seat, hand in zip(seats, view.hands, strict=True)},
            "stock": seen(view.stock, names),
            "pile": seen(view.pile, names),
        }
        if not rules.draws_first:
            state |= {"previous": deal.previous, "pending": seen(view.pending, names)}
        if view.drawn is not None:
            state["drawn"] = names[view.drawn]
        if view.locked is not None:
            state["locked"] = names[view.locked]
        if view.last:
            state["last"] = self._named(table, view.last)
        if view.caller is not None:
            state["caller"] = seats[view.caller]
        return {"state": state | self._result(view.outcome, seats) if view.outcome else state}

    def legal(self, game: str, **_: Any) -> JSON:
        """List what the player to act may do."""
        table = self.games[game]
        return {"actions": [self._named(table, action) for action in table.rules.legal(table.deal)]}

    def takeable(self, game: str, **_: Any) -> JSON:
        """List what the player to act may take."""
        table = self.games[game]
        return {"cards": [table.rules.pack.name(card) for card in table.rules.takeable(table.deal)]}

    @refusable
    def judge(self, parameters: JSON, question: JSON, **_: Any) -> JSON:
        """Answer a question about cards alone."""
        rules = self._rules(parameters)
        if question["type"] == "discard":
            refuse(rules.why_not_these(self._cards(rules, question["cards"])))
            return {}
        total = rules.pack.total(self._cards(rules, question["hand"]))
        if question["type"] == "hand":
            return {"total": total}
        refuse(None if rules.may_call(total) else "call.limit")
        return {}

    def settle(self, parameters: JSON, players: Sequence[str], dealer: str, caller: str | None, hands: JSON, **_: Any) -> JSON:
        """Settle hands after a call, or at the turn cap where nobody called."""
        rules = self._rules(parameters)
        return self._result(self._outcome(rules, players, players.index(dealer), caller, hands), players)

    def series(self, parameters: JSON, players: Sequence[str], dealer: str, scores: JSON, deals: Sequence[JSON], **_: Any) -> JSON:
        """Score a series deal by deal."""
        rules = self._rules(parameters)
        try:
            series = rules.series(len(players), players.index(dealer))
        except Refused as refusal:
            return {"accepted": False, "clause": refusal.clause}
        for seat, score in scores.items():
            series.scores[players.index(seat)] = score
        answers = [self._scored(rules=rules, series=series, players=players, deal=deal) for deal in deals]
        places = rules.places(series)
        out = {"out": [seat for seat, deal in zip(players, series.out, strict=True) if deal is not None]}
        return (out if rules.profile.series_elimination else {}) | {
            "deals": answers,
            "scores": dict(zip(players, series.scores, strict=True)),
            "places": dict(zip(players, places, strict=True)),
            "winners": [seat for seat, place in zip(players, places, strict=True) if place == 1],
            "over": rules.is_over(series),
        }

    def end(self, game: str, **_: Any) -> JSON:
        """Forget a game."""
        del self.games[game]
        return {}

    def shutdown(self) -> JSON:
        """Nothing is open that would have to be closed."""
        return {}

    @refusable
    def _scored(self, *, rules: Rules, series: dhumbal.Series, players: Sequence[str], deal: JSON) -> JSON:
        refuse(rules.why_no_deal(series))
        seats = [players[seat] for seat in series.still_in()]
        refuse(None if set(deal["hands"]) == set(seats) else "series.out")
        dealer = seats.index(players[series.dealer])
        outcome = self._outcome(rules, seats, dealer, deal["caller"], deal["hands"])
        rules.score(series, outcome)
        out = {"out": [players[seat] for seat, last in enumerate(series.out) if last == series.played]}
        return (out if rules.profile.series_elimination else {}) | {
            "dealer": seats[dealer],
            "starter": seats[rules.starter(dealer, len(seats))],
            "winner": None if outcome.winner is None else seats[outcome.winner],
            "deltas": dict(zip(seats, outcome.deltas, strict=True)),
            "scores": dict(zip(players, series.scores, strict=True)),
        }

    def _apply(self, table: Game, action: JSON) -> JSON:
        rules, deal = table.rules, table.deal
        rules.apply(deal, self._action(table, action))
        done = deal.done
        drawn = {"card": rules.pack.names[done[2][0]]} if done and done[1] == "draw" else {}
        return drawn | self._result(deal.outcome, table.seats) if deal.outcome else drawn

    def _rules(self, parameters: JSON) -> Rules:
        if parameters != self.parameters:
            pairs = {"series.resets": tuple(map(tuple, parameters.get("series.resets") or ())) or None}
            self.rules = self.make_rules(Profile.from_parameters(parameters | pairs))
            self.parameters = parameters
        return self.rules

    def _outcome(self, rules: Rules, players: Sequence[str], dealer: int, caller: str | None, hands: JSON) -> Outcome:
        totals = [rules.pack.total(self._cards(rules, hands[seat])) for seat in players]
        if caller is not None:
            return rules.settle_call(totals, dealer, players.index(caller))
        return rules.settle_dry(totals) if rules.profile.refill_keeps is None else rules.settle_cap(totals, dealer)

    def _cards(self, rules: Rules, names: Iterable[str]) -> list[int]:
        return list(map(rules.pack.card, names))

    def _step(self, rules: Rules, deal: Deal) -> str:
        if not rules.has_begun(deal):
            return "start"
        return "discard" if rules.draws_first else "draw"

    def _action(self, table: Game, action: JSON) -> Action:
        rules, seat, kind = table.rules, table.seats.index(action["player"]), action["type"]
        if kind not in ("draw", "discard", "call"):
            raise ValueError(f"there is no action {kind!r}")
        if kind == "draw" and action["from"] == "discard":
            return Action(seat, "take", (rules.pack.card(action["card"]),))
        return Action(seat, kind, tuple(map(rules.pack.card, action["cards"])) if "cards" in action else ())

    def _named(self, table: Game, action: Action) -> JSON:
        player, names = table.seats[action.seat], table.rules.pack.names
        cards = [names[card] for card in action.cards]
        if action.kind == "take":
            return {"player": player, "type": "draw", "from": "discard", "card": cards[0]}
        if action.kind == "draw":
            return {"player": player, "type": "draw", "from": "stock"} | ({"card": cards[0]} if cards else {})
        return {"player": player, "type": action.kind} | ({"cards": cards} if cards else {})

    def _result(self, outcome: Outcome | None, seats: Sequence[str]) -> JSON:
        if outcome is None:
            return {}
        payments = {seat: payment for seat, payment in zip(seats, outcome.payments, strict=True) if payment is not None}
        return {
            "result": {
                "ended": outcome.ended,
                "caller": None if outcome.caller is None else seats[outcome.caller],
                "winner": None if outcome.winner is None else seats[outcome.winner],
                "totals": dict(zip(seats, outcome.totals, strict=True)),
                "payments": payments,
                "deltas": dict(zip(seats, outcome.deltas, strict=True)),
            }
        }
