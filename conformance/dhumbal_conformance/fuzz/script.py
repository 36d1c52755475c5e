"""The reference engine as author: it plays, and what it answers becomes the expectation of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

from dhumbal_conformance.connectors.python import REFERENCE, from_spec
from dhumbal_conformance.fuzz.situations import Deed
from dhumbal_conformance.loader.notation import action_text
from dhumbal_conformance.model import Action, Given, Kind, Pile, Place, Profile, Scenario, Seat, Step
from dhumbal_conformance.runner.compare import State
from dhumbal_conformance.runner.session import Session

JSON = dict[str, Any]
EVERY_VIEW = 3
"""After so many accepted actions a player's view is compared whole; what is free to check of it is checked after every one."""


@dataclass(frozen=True, slots=True)
class Looks:
    """What the engine under test can be asked to show, and whether it stops between the two halves of a turn."""

    referee: bool
    player: bool
    legal: bool
    takeable: bool
    half_turns: bool

    @classmethod
    def of(cls, session: Session) -> Looks:
        """As far as the engine declares; what is seen in the middle of a turn is left out where it has none."""
        offered, referee = session.capabilities, session.offers("observe", "referee")
        halves = bool(offered.get("half_turns"))
        return cls(
            referee=referee,
            player=halves and referee and session.offers("observe", "player"),
            legal=halves and bool(offered.get("legal")),
            takeable=bool(offered.get("takeable")),
            half_turns=halves,
        )


class Reference:
    """The reference engine under one profile."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.engine: Any = from_spec(REFERENCE).engine
        self.games = count(1)

    def ask(self, method: str, **params: Any) -> JSON:
        """Call a method of the protocol; nothing is copied, so that nothing of the answer may be changed."""
        answer: JSON = getattr(self.engine, method)(**params)
        return answer

    def forget(self, game: str) -> None:
        """Keep nothing of a game, be it over or broken off."""
        self.engine.games.pop(game, None)

    def ask_rules(self, method: str, **params: Any) -> JSON:
        """The same for what depends on the profile."""
        return self.ask(method, profile=self.profile.id, parameters=self.profile.parameters, **params)


class Script:
    """One deal at the reference engine, written down step by step."""

    def __init__(self, reference: Reference, given: Given) -> None:
        self.reference = reference
        self.given = given
        self.game = f"g{next(reference.games)}"
        self.steps: list[Step] = []
        self.deeds: list[Deed] = []
        """What was done, each action with the table before and after it."""
        self.state: State = {}
        """The table as the referee sees it; empty where the deal itself is refused."""
        self.legal: list[Action] = []
        """Everything that the player to act may do now."""
        self.accepted = 0
        answer = self.open()
        if answer["accepted"]:
            self.look()
        else:
            self.steps.append(Step(place(1), "the deal", expect={"refused": answer["clause"]}))

    def open(self) -> JSON:
        """Deal, or set the table up."""
        given = self.given
        chance: JSON = {"refills": given.refills}
        if given.pack is None:
            return self.reference.ask_rules("load", game=self.game, state=given.state, chance=chance)
        chance["pack"] = given.pack
        return self.reference.ask_rules("new", game=self.game, players=given.players, dealer=given.dealer, chance=chance)

    def look(self) -> None:
        """See the table and what may be done."""
        self.state = self.reference.ask("observe", game=self.game, **{"as": "referee"})["state"]
        self.legal = self.reference.ask("legal", game=self.game)["actions"]

    def do(self, action: Action, looks: Looks | None = None) -> JSON:
        """Do one action, write it down with what must be seen after it, and return the answer."""
        before, answer = self.state, self.reference.ask("apply", game=self.game, action=action)
        expect: JSON = {} if answer["accepted"] else {"refused": answer["clause"]}
        if answer["accepted"]:
            self.look()
            self.accepted += 1
            expect |= {"gets": answer["card"]} if "card" in answer else {}
            expect |= self.seen(looks) | self.seen_by_one(looks) if looks else {}
        self.deeds.append(Deed(self.reference.profile.parameters, before, action, answer, self.state))
        self.steps.append(Step(place(len(self.steps) + 1), f"{action['player']}: {action_text(action)}", action, expect=expect))
        return answer

    def seen(self, looks: Looks) -> JSON:
        """What must be seen of the table now."""
        if not looks.half_turns and self.state["turn"] and self.state["turn"]["step"] != "start":
            return {}
        seen: JSON = table(self.state) if looks.referee else {}
        if looks.takeable:
            seen["takeable"] = tuple(self.reference.ask("takeable", game=self.game)["cards"])
        if looks.legal:
            seen["legal"] = tuple(self.legal)
        return seen

    def seen_by_one(self, looks: Looks) -> JSON:
        """What one of the players must see now, each in their turn; nothing where it is not one's turn."""
        if not looks.player or (self.accepted % EVERY_VIEW and self.state["turn"]):
            return {}
        viewer = self.given.players[self.accepted // EVERY_VIEW % len(self.given.players)]
        return {"view": {viewer: self.view(viewer)}}

    def view(self, viewer: Seat) -> JSON:
        """What one player must see."""
        state = self.reference.ask("observe", game=self.game, **{"as": viewer})["state"]
        hands = {seat: hand if isinstance(hand, int) else tuple(hand) for seat, hand in state["hands"].items()}
        seen: JSON = {"hands": hands, "stock": state["stock"], "pile": Pile(tuple(state["pile"]))}
        return seen | ({"last": state["last"]} if "last" in state else {})

    def look_at_last(self, looks: Looks) -> None:
        """At the last step, too, say what must be seen; in a deal without an action, at its beginning."""
        if self.state and not self.steps:
            self.steps.append(Step(place(1), "look"))
        if self.state and "refused" not in self.steps[-1].expect:
            last = self.steps[-1]
            views = {"view": {viewer: self.view(viewer) for viewer in self.given.players}} if looks.player else {}
            self.steps[-1] = last._replace(expect={**last.expect, **self.seen(looks), **views})

    @cached_property
    def scenario(self) -> Scenario:
        """The whole deal. It is over then, and nothing can be added."""
        if self.state:
            self.reference.ask("end", game=self.game)
        return scenario(self.reference.profile, "play", given=self.given, play=tuple(self.steps), then=ending(self.state.get("result")))


def place(line: int) -> Place:
    """Steps that are in no file are counted from 1 in place of lines."""
    return Place(Path("fuzz"), line)


def scenario(profile: Profile, kind: Kind, **parts: Any) -> Scenario:
    """A scenario that nobody has named yet."""
    return Scenario(f"{profile.id}/found/{kind}", "", profile.id, (), (), "", "", kind, place(0), "", **parts)


def table(state: State) -> JSON:
    """The whole table, by the keys of the scenario format."""
    seen: JSON = {
        "hands": {seat: tuple(hand) for seat, hand in state["hands"].items()},
        "pile": Pile(tuple(state["pile"])),
        "stock": Pile(tuple(state["stock"])),
        "next": state["turn"]["player"] if state["turn"] else None,
        "turns": state["turns"],
    }
    return seen | ({"pending": tuple(state["pending"])} if "pending" in state else {})


def ending(result: Mapping[str, Any] | None) -> JSON:
    """How a deal ended, by the keys of the scenario format; nothing while it goes on."""
    return {key: value for key, value in (result or {}).items() if value is not None and value != {}}
