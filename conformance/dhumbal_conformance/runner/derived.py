"""Scenarios written for one rule system, played under another: what must happen is then what the reference engine does.

Such a result is *derived*: it compares two engines, step by step, and does not rest on an expectation that somebody has written.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from dhumbal_conformance.model import Action, Card, Pile, Profile, Question, Scenario, SeriesDeal, Step
from dhumbal_conformance.runner import play
from dhumbal_conformance.runner.compare import State
from dhumbal_conformance.runner.filler import Filler, NoCard, seats_to_act
from dhumbal_conformance.runner.judge import asked
from dhumbal_conformance.runner.outcome import Unsupported
from dhumbal_conformance.runner.series import score
from dhumbal_conformance.runner.session import Session
from dhumbal_conformance.runner.settle import settle


def derived(session: Session, scenario: Scenario, reference: Session) -> Scenario:
    """The scenario with what the reference engine does as its expectations, as far as the engine under test can show it."""
    check_sense(session.profile, scenario)
    if scenario.kind == "play":
        play.needs(session, scenario)
        return Played(session, scenario, reference).written()
    write = {"settle": settled, "judge": judged, "series": scored}
    return write[scenario.kind](scenario, reference)


def check_sense(profile: Profile, scenario: Scenario) -> None:
    """Raise `Unsupported` for what makes no sense under this profile, so that no engine is asked it."""
    parameters, state = profile.parameters, scenario.given.state if scenario.given else None
    if state and parameters["cap.turns"] is not None and state["turns"] >= parameters["cap.turns"]:
        raise Unsupported(f"the position lies beyond the turn cap of {profile.id}")
    least = 2 if parameters["series.elimination"] else parameters["players.min"]
    if scenario.settle and not least <= len(scenario.settle.hands) <= parameters["players.max"]:
        raise Unsupported(f"so many hands are not settled in {profile.id}")


def settled(scenario: Scenario, reference: Session) -> Scenario:
    """Hands with the reference engine's settlement."""
    return scenario._replace(then=settle(reference, scenario)["result"])


def judged(scenario: Scenario, reference: Session) -> Scenario:
    """Questions with the reference engine's answers."""

    def answered(question: Question) -> Question:
        answer = reference.ask_rules("judge", question=asked(question))
        return question._replace(refused=answer.get("clause"), total=answer.get("total"))

    return scenario._replace(judge=tuple(map(answered, scenario.judge)))


def scored(scenario: Scenario, reference: Session) -> Scenario:
    """Deals with the reference engine's scores."""
    assert scenario.series is not None
    answer = score(reference, scenario.series)
    if "deals" not in answer:
        return scenario._replace(then={"refused": answer["clause"]})

    def known(deal: SeriesDeal, given: dict[str, Any]) -> SeriesDeal:
        return deal._replace(expect=given if given["accepted"] else {"refused": given["clause"]})

    deals = tuple(map(known, scenario.series.deals, answer["deals"]))
    return scenario._replace(series=scenario.series._replace(deals=deals), then=answer)


class Played:
    """A play at the reference engine, whatever becomes of it."""

    def __init__(self, session: Session, scenario: Scenario, reference: Session) -> None:
        assert scenario.given is not None
        self.session = session
        self.scenario = scenario
        self.reference = reference
        self.given = scenario.given
        self.table = play.Table(reference, scenario.given)
        self.game = self.table.game
        self.result: Mapping[str, Any] = {"ended": "none"}

    def written(self) -> Scenario:
        """The play with everything that the reference engine answered."""
        opened = self.table.open()
        if not opened["accepted"]:
            refused = self.scenario.play[0]._replace(action=None, fill=0, expect={"refused": opened["clause"]})
            return self.scenario._replace(play=(refused,), then={})
        steps = tuple(part for step in self.scenario.play for part in self.done(step))
        self.reference.ask("end", game=self.game)
        return self.scenario._replace(play=steps, then=dict(self.result))

    def done(self, step: Step) -> list[Step]:
        """A step with what came of it; of filler turns as many as the deal has, and the one that a refusal breaks off on its own."""
        *others, last = [self.apply(step, step.action)] if step.action else self.fill(step)
        return [*others, last._replace(expect={**last.expect, **self.looks(step)})]

    def apply(self, step: Step, action: Action) -> Step:
        """One action."""
        answer = self.reference.ask("apply", game=self.game, action=action)
        self.result = answer.get("result", self.result)
        said = {"refused": answer.get("clause"), "gets": answer.get("card")}
        return step._replace(action=action, fill=0, expect={key: value for key, value in said.items() if value})

    def fill(self, step: Step) -> list[Step]:
        """Filler turns, as far as the deal goes."""
        state, turns, halves = self.state(), 0, list[Step]()

        def do(action: Action) -> Card | None:
            halves.append(self.apply(step, action))
            card: Card | None = halves[-1].expect.get("gets")
            return card

        filler = Filler(self.session.profile, state["hands"], do)
        first = (state["turn"] or {}).get("player", self.given.players[0])
        for player in islice(seats_to_act(self.given.players, first, self.session.profile.parameters["direction"]), step.fill):
            if self.result["ended"] != "none":
                break
            try:
                filler.turn(player)
            except NoCard:
                break  # The draw was refused.
            turns, halves[:] = turns + 1, []
        return [step._replace(fill=turns, expect={}), *halves]

    def state(self) -> State:
        """The table now."""
        state: State = self.reference.ask("observe", game=self.game, **{"as": "referee"})["state"]
        return state

    def looks(self, step: Step) -> dict[str, Any]:
        """What can be looked at after a step: the whole table, if the engine shows it, and whatever the scenario looks at."""
        state, asks = self.state(), self.reference.ask
        found: dict[str, Any] = {}
        if self.session.offers("observe", "referee"):
            found = {"hands": state["hands"], "turns": state["turns"], "next": (state["turn"] or {}).get("player")}
            found |= {pile: Pile(tuple(state[pile])) for pile in ("stock", "pile")}
            found |= {"pending": state["pending"]} if "pending" in state else {}
        if "legal" in step.expect:
            found["legal"] = asks("legal", game=self.game)["actions"]
        if "takeable" in step.expect:
            found["takeable"] = asks("takeable", game=self.game)["cards"]
        if "view" in step.expect:
            found["view"] = {viewer: self.view(viewer) for viewer in step.expect["view"]}
        return found

    def view(self, viewer: str) -> dict[str, Any]:
        """What one player sees."""
        state = self.reference.ask("observe", game=self.game, **{"as": viewer})["state"]
        return {"hands": state["hands"], "stock": state["stock"], "pile": Pile(tuple(state["pile"]))}
