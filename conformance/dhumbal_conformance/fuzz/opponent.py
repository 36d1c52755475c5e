"""The engine under test at a numbered deal. One that deals in an order of its own is read back, and play goes on from its table."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from dhumbal_conformance.fuzz.script import Script, scenario
from dhumbal_conformance.model import Action, Card, Given, Scenario
from dhumbal_conformance.runner import Runner, own_order, play, views
from dhumbal_conformance.runner.compare import State
from dhumbal_conformance.runner.forms import deals_in_own_order
from dhumbal_conformance.runner.outcome import Result, Unsupported
from dhumbal_conformance.runner.rehearsal import rehearse
from dhumbal_conformance.runner.session import Session
from dhumbal_conformance.runner.whole_turns import in_whole_turns

UNSEEN = "the engine deals in an order of its own, and does not show the table to the referee"

UNKNOWN_CARD = "the stock is refilled in an order of the engine's own within a whole turn: the rest of the deal was not compared"
SELDOM = 4
"""After a refusal that has changed nothing a player is only asked every so many times what they see."""

Author = Callable[[Given], Script]
"""Plays a deal on the reference engine, from where it begins."""


class Table(play.Table):
    """A table of very many, most of whose actions are refused."""

    refusals = 0

    def observe(self) -> None:
        """Look at the whole table, and at a player's view of it where that may have changed."""
        before = self.state
        self.look()
        self.refusals += self.state is not None and self.state == before
        if self.session.offers("observe", "player") and (self.state != before or self.state is None or self.refusals % SELDOM == 0):
            views.check_free(self.session, self.game, next(self.onlookers), self.state, self.cards, self.progress.open)

    def apply(self, action: Action, refused: str | None = None) -> Card | None:
        """Do one action; which card may be discarded in a turn that refills the stock is not known where the order is the engine's own."""
        if action["type"] == "turn" and self.refills_in_own_order(action):
            raise Unsupported(UNKNOWN_CARD)
        return super().apply(action, refused)


class Opponent(Runner):
    """Runs scenarios like any runner, and deals of which only the beginning is known: the rest is written when the engine has dealt."""

    author: Author
    script: Script | None = None
    """The deal that was written last."""

    def deal(self, given: Given, author: Author) -> Result:
        """Have a deal written, and run it; `script` holds it afterwards, unless it could not even begin."""
        self.author, self.script = author, None
        return self.check(scenario(self.profile, "play", given=given))

    def check(self, scenario: Scenario) -> Result:
        """Run one scenario and say what came of it; what the engine was asked before is not kept, there is too much of it."""
        self.since_start.clear()
        return super().check(scenario)

    def play(self, session: Session, scenario: Scenario) -> None:
        """Run it, and compare only those members of a result that the engine tells."""
        if scenario.kind != "play" or scenario.play:
            super().play(session, as_told(session, scenario))
        elif deals_in_own_order(session, scenario):
            self.play_own_deal(session, scenario)
        else:
            self.play_deal(session, scenario)

    def play_deal(self, session: Session, scenario: Scenario) -> None:
        """Play a deal that the engine can be given, in whole turns where it knows no others."""
        assert scenario.given is not None
        session.need_profile()
        written = as_told(session, self.written(scenario.given))
        play.check(session, self.in_form(session, written), Table(session, scenario.given))

    def written(self, given: Given) -> Scenario:
        """The deal from here, as the reference engine plays it."""
        self.script = self.author(given)
        return self.script.scenario

    def play_own_deal(self, session: Session, scenario: Scenario) -> None:
        """Check the deal that the engine makes, and play on at its table."""
        assert scenario.given is not None
        session.need_profile()
        table = Table(session, scenario.given)
        table.start(None)
        with suppress(Unsupported):
            # A wrong deal is a `Mismatch`. A right one is where the comparison of a written scenario ends, but here it begins.
            own_order.check_deal(table)
        if table.state is None:
            raise Unsupported(UNSEEN)
        written = self.written(scenario.given._replace(pack=None, state=as_loaded(table.state)))
        self.play_on(session, as_told(session, written), table.game)

    def play_on(self, session: Session, scenario: Scenario, game: str) -> None:
        """Play a scenario at a table that stands already."""
        assert scenario.given is not None
        table = Table(session, scenario.given)
        table.game = game
        table.observe()
        for step in self.in_form(session, scenario).play:
            session.step = step
            play.take_step(table, step)
            table.compared += 1
        session.step, session.key = None, "then"
        play.check_end(table, scenario.then)
        session.ask("end", game=game)

    def in_form(self, session: Session, scenario: Scenario) -> Scenario:
        """The scenario in whole turns, where the engine knows no others."""
        if session.capabilities.get("half_turns"):
            return scenario
        reference = self.reference_session()
        whole, _ = in_whole_turns(scenario, rehearse(reference, scenario) or [], self.profile)
        if rehearse(reference, whole) is None:
            raise Unsupported("the engine does not offer half_turns, and in whole turns the deal means something else")
        return whole


def as_told(session: Session, scenario: Scenario) -> Scenario:
    """The scenario without those members of a result that the engine does not tell."""
    if scenario.kind == "series" or "result" not in session.capabilities:
        return scenario
    return scenario._replace(then={key: value for key, value in scenario.then.items() if session.tells(key)})


def as_loaded(state: State) -> dict[str, Any]:
    """A table that was seen, as `load` takes it."""
    kept = ("players", "dealer", "turn", "turns", "hands", "stock", "pile")
    return {key: state[key] for key in kept} | {"previous": state.get("previous", 1), "pending": []}
