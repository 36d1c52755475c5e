"""Scenarios written for one rule system, played under another: what must happen is then what the reference engine does.

Such a result is *derived*: it compares two engines, step by step, and does not rest on an expectation that somebody has written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from dhumbal_conformance.model import Action, Card, Given, Scenario, Step
from dhumbal_conformance.runner import play
from dhumbal_conformance.runner.compare import State, show
from dhumbal_conformance.runner.filler import Filler, NoCard, seats_to_act
from dhumbal_conformance.runner.outcome import Mismatch
from dhumbal_conformance.runner.session import Session

STATE = ("turn", "turns", "hands", "stock", "pile", "pending")
"""What is compared of two states."""


class Comparison:
    """One game, or one question, put to the engine under test and to the reference engine alike."""

    def __init__(self, session: Session, reference: Session) -> None:
        self.session = session
        self.reference = reference

    def check(self, scenario: Scenario) -> None:
        """Put the scenario to both engines; raises `Mismatch` at the first answer that differs."""
        checks = {"play": self.play, "settle": self.settle, "judge": self.judge, "series": self.series}
        checks[scenario.kind](scenario)

    def ask(self, what: str, method: str, **params: Any) -> dict[str, Any]:
        """Put one request to both, compare the answers, and return the reference engine's."""
        expected = self.reference.ask(method, **params)
        self.same(what, expected, self.session.ask(method, **params))
        return expected

    def ask_rules(self, what: str, method: str, **params: Any) -> dict[str, Any]:
        """The same for what depends on the profile."""
        profile = self.session.profile
        return self.ask(what, method, profile=profile.id, parameters=profile.parameters, **params)

    def ask_total(self, **params: Any) -> None:
        """The total of a hand; whether the answer says `accepted`, too, is free."""
        total = {"total": self.reference.ask_rules("judge", **params)["total"]}
        self.same("the hand", total, self.session.ask_rules("judge", **params))

    def same(self, what: str, expected: Mapping[str, Any], actual: Mapping[str, Any]) -> None:
        """Whatever the reference engine answers, the other answers, too; a clause only where it names clauses."""
        clause = expected.get("clause")
        for key, value in expected.items():
            if key == "clause" and not self.session.capabilities.get("codes"):
                continue
            if actual.get(key) != value:
                raise Mismatch(f"{what}: {key}", shown(value), shown(actual.get(key)), (clause,) if clause else ())

    def play(self, scenario: Scenario) -> None:
        """Do every action of the play, whatever becomes of it."""
        assert scenario.given is not None
        play.needs(self.session, scenario)
        game = self.session.new_game()
        if not self.start(scenario.given, game):
            return
        state = self.observe(game)
        for step in scenario.play:
            self.session.step = step
            state = self.take_step(game, step, scenario.given, state)
        self.session.ask("end", game=game)
        self.reference.ask("end", game=game)

    def start(self, given: Given, game: str) -> bool:
        """Deal or load at both; whether that was accepted."""
        chance: dict[str, Any] = {"refills": [list(order) for order in given.refills]}
        if given.pack is None:
            answer = self.ask_rules("the deal", "load", game=game, state=given.state, chance=chance)
        else:
            chance["pack"] = list(given.pack)
            answer = self.ask_rules("the deal", "new", game=game, players=list(given.players), dealer=given.dealer, chance=chance)
        return bool(answer["accepted"])

    def take_step(self, game: str, step: Step, given: Given, state: State) -> State:
        """One step of the play at both engines."""
        if step.action:
            self.apply(game, step.action)
        elif step.fill and state["turn"]:
            self.fill(game, step.fill, given, state)
        self.look(game, step)
        return self.observe(game)

    def look(self, game: str, step: Step) -> None:
        """Compare what the step looks at: what is legal, what can be taken, what players see; as far as the engine offers it."""
        for method, member in (("legal", "actions"), ("takeable", "cards")):
            if method in step.expect:
                expected, actual = (sorted(map(str, side.ask(method, game=game)[member])) for side in (self.reference, self.session))
                self.same(method, {member: expected}, {member: actual})
        for viewer in step.expect.get("view", ()):
            expected, actual = (side.ask("observe", game=game, **{"as": viewer})["state"] for side in (self.reference, self.session))
            self.same(f"the table as {viewer} sees it", comparable(expected), comparable(actual))

    def apply(self, game: str, action: Action) -> Card | None:
        """One action at both engines; the card drawn, if any."""
        return self.ask("the action", "apply", game=game, action=action).get("card")

    def fill(self, game: str, turns: int, given: Given, state: State) -> None:
        """Filler turns at both engines, as far as the deal goes."""
        filler = Filler(self.session.profile, state["hands"], lambda action: self.apply(game, action))
        seats = seats_to_act(given.players, state["turn"]["player"], self.session.profile.parameters["direction"])
        for player in islice(seats, turns):
            if self.reference.ask("observe", game=game, **{"as": "referee"})["state"]["turn"] is None:
                return
            try:
                filler.turn(player)
            except NoCard:
                return  # Refused by both engines alike, or the comparison would have said so.

    def observe(self, game: str) -> State:
        """Look at both tables and compare them, if the engine shows its own."""
        expected = self.reference.ask("observe", game=game, **{"as": "referee"})["state"]
        if "referee" in self.session.capabilities.get("observe", ()):
            actual = self.session.ask("observe", game=game, **{"as": "referee"})["state"]
            self.same("the table", comparable(expected), comparable(actual))
        return dict(expected)

    def settle(self, scenario: Scenario) -> None:
        """Settle the same hands."""
        self.session.need("settle")
        given = scenario.settle
        assert given is not None
        hands = listed(given.hands)
        self.ask_rules("the settlement", "settle", players=list(hands), dealer=given.dealer, caller=given.caller, hands=hands)

    def judge(self, scenario: Scenario) -> None:
        """Judge the same cards."""
        self.session.need("judge")
        for question in scenario.judge:
            self.session.step = question
            key = "cards" if question.type == "discard" else "hand"
            asked = {"type": question.type, key: list(question.cards)}
            if question.type == "hand":
                self.ask_total(question=asked)
            else:
                self.ask_rules(f"the {question.type}", "judge", question=asked)

    def series(self, scenario: Scenario) -> None:
        """Score the same deals."""
        self.session.need("series")
        series = scenario.series
        assert series is not None
        deals = [{"caller": deal.caller, "hands": listed(deal.hands)} for deal in series.deals]
        self.ask_rules("the series", "series", players=list(series.players), dealer=series.dealer, scores=series.scores, deals=deals)


def listed(hands: Mapping[str, Iterable[Card]]) -> dict[str, list[Card]]:
    """Hands as the protocol sends them."""
    return {seat: list(cards) for seat, cards in hands.items()}


def comparable(state: State) -> dict[str, Any]:
    """What two engines that agree have in common: hands without their order, and nothing that only one of them tells."""
    hands = {seat: sorted(hand) if isinstance(hand, list) else hand for seat, hand in state["hands"].items()}
    return {key: state[key] for key in STATE if key in state} | {"hands": hands}


def shown(value: object) -> str:
    """A value in words."""
    return "accepted" if value is True else "refused" if value is False else show(value)
