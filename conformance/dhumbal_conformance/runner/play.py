"""Playing a scenario step by step."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from dhumbal_conformance.connectors import EngineFault
from dhumbal_conformance.loader.notation import hand_total
from dhumbal_conformance.model import Action, Card, Given, Scenario, Step
from dhumbal_conformance.runner import own_order, views
from dhumbal_conformance.runner.bystander import Bystander
from dhumbal_conformance.runner.compare import State, check_cards, same, same_actions, same_cards, same_pile
from dhumbal_conformance.runner.filler import Filler, NoCard, seats_to_act
from dhumbal_conformance.runner.outcome import Mismatch, Unsupported
from dhumbal_conformance.runner.progress import Progress, draws_from_stock
from dhumbal_conformance.runner.result import check_result
from dhumbal_conformance.runner.session import Session
from dhumbal_conformance.runner.shapes import check_answer
from dhumbal_conformance.runner.views import onlookers

OBSERVED = ("total", "hand", "totals", "hands", "pile", "stock", "pending", "next", "turns")
SHOWN_BY: dict[str, tuple[str, str]] = {
    **dict.fromkeys(OBSERVED, ("observe", "referee")),
    "view": ("observe", "player"),
    "legal": ("legal", ""),
    "takeable": ("takeable", ""),
}
"""The capability, with its value where it is a list, without which a key of the scenario format cannot be compared."""


def needs(session: Session, scenario: Scenario) -> None:
    """What the scenario cannot be played without; raises `Unsupported` for the first thing that the engine lacks."""
    fills_from_hand = session.profile.parameters["turn.order"] == "discard-then-draw" and any(step.fill for step in scenario.play)
    if fills_from_hand:
        session.need("observe", "referee")
    views_of_totals = any("totals" in view for step in scenario.play for view in step.expect.get("view", {}).values())
    if views_of_totals and not session.tells("totals"):
        raise Unsupported("the engine's results do not tell `totals`")


def unseen(session: Session, scenario: Scenario) -> dict[str, str]:
    """The keys of the scenario that the engine cannot show, each with what it would have to offer."""
    keys = dict.fromkeys(key for step in scenario.play for key in step.expect)
    return {key: " ".join(SHOWN_BY[key]).strip() for key in keys if key in SHOWN_BY and not session.has(*SHOWN_BY[key])}


class Table:
    """A game in the engine under test, with what the harness saw of it last."""

    def __init__(self, session: Session, given: Given) -> None:
        self.session = session
        self.given = given
        self.game = session.new_game()
        self.state: State | None = None
        self.result: Mapping[str, Any] | None = None
        self.progress = Progress(session.profile, given)
        self.cards = sorted(given.pack or all_cards(given.state or {}))
        self.onlookers = onlookers(given.players)
        self.moved = True
        """Whether an action was accepted since the table was looked at."""
        self.unseen: dict[str, str] = {}
        """Keys that the engine cannot show, with what it would have to offer for them."""
        self.compared = 0
        """Steps so far at which everything was as it must be."""

    def start(self, refused: str | None) -> bool:
        """Deal or load; whether the engine accepted, as the rules demand."""
        return self.session.check_verdict(self.open(), refused, "the deal")

    def open(self) -> dict[str, Any]:
        """Deal or load, and return the answer."""
        given = self.given
        chance: dict[str, Any] = {"refills": given.refills}
        if given.pack is not None:
            chance["pack"] = given.pack
            return self.ask_new("new", players=given.players, dealer=given.dealer, chance=chance)
        return self.ask_new("load", state=given.state, chance=chance)

    def ask_new(self, method: str, **params: Any) -> dict[str, Any]:
        """Open the game."""
        return self.session.ask_rules(method, game=self.game, **params)

    def observe(self) -> None:
        """Look at the whole table and at one player's view of it, if the engine shows them, and check what is free to check."""
        self.look()
        if self.session.offers("observe", "player"):
            views.check_free(self.session, self.game, next(self.onlookers), self.state, self.cards, self.progress.open)

    def look(self) -> None:
        """Look at the whole table, if the engine shows it; a table that nothing has happened at is only looked at for being the same."""
        if not self.session.offers("observe", "referee"):
            return
        answer = self.session.connector.request("observe", {"game": self.game, "as": "referee"})
        if self.moved or answer != {"state": self.state} or not views.has_whole_numbers(answer["state"]):
            check_answer("observe", answer, self.session.pack)
            self.state = answer["state"]
            check_cards(self.state, self.cards)
            self.progress.check(self.state, self.result)
        self.moved = False

    def apply(self, action: Action, refused: str | None = None) -> str | None:
        """Do one action and return the card drawn, if any; a refused one must leave everything as it was."""
        own_refill = refused is None and self.refills_in_own_order(action)
        if own_refill and action["type"] == "turn":
            # The turn may discard the very card that it draws, and nobody knows yet which one that will be.
            raise own_order.refill_ends(self.compared, "a whole turn cannot wait for its card")
        if own_refill:
            self.look()
        answer = self.session.ask("apply", game=self.game, action=action)
        accepted = self.session.check_verdict(answer, refused, "the action")
        if accepted:
            self.moved = True
            self.result = answer.get("result") or self.result
            self.progress.advance(action, answer.get("card"))
        if own_refill:
            self.read_refill(answer.get("card"))
        return answer.get("card") if accepted else None

    def refills_in_own_order(self, action: Action) -> bool:
        """Whether the action refills the stock, in an order that the engine cannot be told."""
        return self.progress.stock == 0 and draws_from_stock(action) and not self.session.offers("chance", "refills")

    def read_refill(self, card: Card | None) -> None:
        """Check which cards were refilled; raises `Unsupported` unless it was a single one, which has no order."""
        before = self.state
        self.look()
        if before is None or self.state is None:
            raise own_order.refill_ends(self.compared, "the engine does not show the table to the referee")
        if own_order.check_refill(self.session, before, self.state, card):
            raise own_order.refill_ends(self.compared, "the refill has the right cards")
        self.progress.stock = 0

    def fill(self, turns: int) -> None:
        """Play filler turns."""
        filler = Filler(self.session.profile, (self.state or {}).get("hands", {}), self.apply)
        seats = seats_to_act(self.given.players, self.progress.player, self.session.profile.parameters["direction"])
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


def check(session: Session, scenario: Scenario, table: Table | None = None) -> None:
    """Play the scenario; raises `Mismatch` at the first step whose outcome differs, which `session.step` then names."""
    assert scenario.given is not None
    needs(session, scenario)
    table = table or Table(session, scenario.given)
    table.unseen = unseen(session, scenario)
    session.step = first = scenario.play[0]
    if not table.start(first.expect.get("refused") if first.action is None else None):
        return
    if not own_order.is_told(session, scenario.given):
        own_order.check_deal(table)
    beside = Bystander.of(table)
    table.observe()
    for step in scenario.play:
        session.step = step
        take_step(table, step)
        table.compared += 1
    session.step, session.key = None, "then"
    check_end(table, scenario.then)
    session.ask("end", game=table.game)
    if beside:
        beside.check()
    if table.unseen:
        lacks = " and ".join(sorted(set(table.unseen.values())))
        raise Unsupported(f"the engine does not offer {lacks}: everything was compared except {' and '.join(table.unseen)}")


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
        if key not in table.unseen:
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
        views.check(table.session, table.game, expected, table.state)
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
        check_result(table.session, then, table.result)
