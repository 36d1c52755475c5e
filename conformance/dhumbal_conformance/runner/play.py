"""Playing a scenario step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import islice
from typing import Any

from dhumbal_conformance.connectors import EngineFault
from dhumbal_conformance.loader.notation import hand_total, pack_of
from dhumbal_conformance.model import Action, Given, Scenario, Step
from dhumbal_conformance.runner import views
from dhumbal_conformance.runner.compare import State, check_cards, same, same_actions, same_cards, same_pile
from dhumbal_conformance.runner.filler import Filler, NoCard, seats_to_act
from dhumbal_conformance.runner.outcome import Mismatch
from dhumbal_conformance.runner.progress import Progress
from dhumbal_conformance.runner.result import check_result
from dhumbal_conformance.runner.session import Session

OBSERVED = {"total", "hand", "totals", "hands", "pile", "stock", "pending", "next", "turns"}


def needs(session: Session, scenario: Scenario) -> None:
    """What the scenario's content asks of the engine; raises `Unsupported` for the first thing it lacks."""
    given = scenario.given
    keys = {key for step in scenario.play for key in step.expect}
    session.need("apply")
    session.need("half_turns")
    if given and given.pack is not None:
        session.need("chance", "pack")
    else:
        session.need("load")
    if given and given.refills != (pack_of(session.profile.parameters),):
        session.need("chance", "refills")
    fills_from_hand = session.profile.parameters["turn.order"] == "discard-then-draw" and any(step.fill for step in scenario.play)
    if keys & OBSERVED or fills_from_hand:
        session.need("observe", "referee")
    if "view" in keys:
        session.need("observe", "player")
    for key in keys & {"legal", "takeable"}:
        session.need(key)


class Table:
    """A game in the engine under test, with what the harness saw of it last."""

    def __init__(self, session: Session, given: Given) -> None:
        self.session = session
        self.given = given
        self.game = session.new_game()
        self.state: State | None = None
        self.result: Mapping[str, Any] | None = None
        self.progress = Progress(session.profile, given)
        self.cards = Counter(given.pack or all_cards(given.state or {}))

    def start(self, refused: str | None) -> bool:
        """Deal or load; whether the engine accepted, as the rules demand."""
        given = self.given
        chance: dict[str, Any] = {"refills": [list(order) for order in given.refills]}
        if given.pack is not None:
            chance["pack"] = list(given.pack)
            answer = self.ask_new("new", players=list(given.players), dealer=given.dealer, chance=chance)
        else:
            answer = self.ask_new("load", state=given.state, chance=chance)
        return self.session.check_verdict(answer, refused, "the deal")

    def ask_new(self, method: str, **params: Any) -> dict[str, Any]:
        """Open the game."""
        return self.session.ask_rules(method, game=self.game, **params)

    def observe(self) -> None:
        """Look at the whole table, if the engine shows it, and check what is free to check."""
        if "referee" in self.session.capabilities.get("observe", ()):
            self.state = self.session.ask("observe", game=self.game, **{"as": "referee"})["state"]
            check_cards(self.state, self.cards)
            self.progress.check(self.state, self.result)

    def apply(self, action: Action, refused: str | None = None) -> str | None:
        """Do one action and return the card drawn, if any; a refused one must leave everything as it was."""
        answer = self.session.ask("apply", game=self.game, action=action)
        accepted = self.session.check_verdict(answer, refused, "the action")
        if accepted:
            self.result = answer.get("result") or self.result
            self.progress.advance(action, answer.get("card"))
        return answer.get("card") if accepted else None

    def fill(self, turns: int) -> None:
        """Play filler turns."""
        state = self.state or {}
        first = (state.get("turn") or {}).get("player") or self.given.players[0]
        filler = Filler(self.session.profile, state.get("hands", {}), self.apply)
        seats = seats_to_act(self.given.players, first, self.session.profile.parameters["direction"])
        for player in islice(seats, turns):
            try:
                filler.turn(player)
            except NoCard as none:
                raise EngineFault("protocol", "the answer to a draw from the stock names no card") from none
            except Mismatch as mismatch:
                raise Mismatch(
                    f"{mismatch.what} in a filler turn of {player}", mismatch.expected, mismatch.actual, mismatch.clauses
                ) from mismatch


def all_cards(state: Mapping[str, Any]) -> list[str]:
    """Every card of a position."""
    return [card for place in (*state["hands"].values(), state["stock"], state["pile"]) for card in place]


def check(session: Session, scenario: Scenario) -> None:
    """Play the scenario; raises `Mismatch` at the first step whose outcome differs, which `session.step` then names."""
    assert scenario.given is not None
    needs(session, scenario)
    table = Table(session, scenario.given)
    session.step = first = scenario.play[0]
    if not table.start(first.expect.get("refused") if first.action is None else None):
        return
    table.observe()
    for step in scenario.play:
        session.step = step
        take_step(table, step)
    session.step, session.key = None, "then"
    check_end(table, scenario.then)
    session.ask("end", game=table.game)


def take_step(table: Table, step: Step) -> None:
    """Do what the step says, look at the table, and compare."""
    before = table.state
    refused = step.expect.get("refused")
    drawn = table.apply(step.action, refused) if step.action else None
    if step.fill:
        table.fill(step.fill)
    if step.action or step.fill:
        table.observe()
    if refused:
        same_table(before, table.state)
    for key, expected in step.expect.items():
        table.session.key = key
        check_expectation(table, step, key, expected, drawn)


def same_table(before: State | None, after: State | None) -> None:
    """`refuse.unchanged`: a refused action has changed nothing that can be seen."""
    for key in before or {}:
        if after and after.get(key) != (before or {})[key]:
            raise Mismatch(f"the table's {key} after a refusal", (before or {})[key], after.get(key), ("refuse.unchanged",))


def check_expectation(table: Table, step: Step, key: str, expected: Any, drawn: str | None) -> None:
    """Compare one key of a step."""
    if key == "refused":
        return
    if key == "gets":
        same("the card drawn", expected, drawn)
    elif key == "view":
        views.check(table.session, table.game, expected, (table.state or {}).get("pending"))
    elif key == "legal":
        same_actions("the legal actions", expected, table.session.ask("legal", game=table.game).get("actions"))
    elif key == "takeable":
        same_cards("what can be taken", expected, table.session.ask("takeable", game=table.game).get("cards"))
    elif key == "pending":
        same("the cards discarded and not yet on the pile", list(expected), (table.state or {}).get("pending"))
    elif key in ("pile", "stock"):
        same_pile(key, expected, (table.state or {}).get(key))
    else:
        check_players(table, step, key, expected)


def check_players(table: Table, step: Step, key: str, expected: Any) -> None:
    """Compare a key about hands, or about whose turn it is."""
    state = table.state or {}
    hands = state.get("hands", {})
    player = step.action["player"] if step.action else ""
    if key == "turns":
        same("turns completed", expected, state.get("turns"))
    elif key == "next":
        same("the player to act", expected, (state.get("turn") or {}).get("player"))
    elif key == "hand":
        same_cards(f"{player}'s hand", expected, hands.get(player))
    elif key == "total":
        same(f"{player}'s total", expected, total(table, hands.get(player)))
    else:
        for seat, value in expected.items():
            if key == "hands":
                same_cards(f"{seat}'s hand", value, hands.get(seat))
            else:
                same(f"{seat}'s total", value, total(table, hands.get(seat)))


def total(table: Table, hand: object) -> object:
    """What a hand counts by the profile's values, in points."""
    return hand_total(hand, table.session.profile.parameters) if isinstance(hand, list) else hand


def check_end(table: Table, then: Mapping[str, Any]) -> None:
    """Compare how the deal ended."""
    if then:
        check_result(then, table.result)
