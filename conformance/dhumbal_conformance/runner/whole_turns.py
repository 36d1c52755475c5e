"""Scenarios in whole turns, for engines that cannot stop between drawing and discarding.

The first half of a turn is held back until its second half comes, and both are sent as one. A second half that must be refused is sent with
the first half that is held, and a first half that must be refused with a second half that would be right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dhumbal_conformance.model import Action, Card, Pile, Profile, Scenario, Seat, Step
from dhumbal_conformance.runner.compare import State
from dhumbal_conformance.runner.rehearsal import Deed

PLACES = {"total": "hand", "hand": "hand", "totals": "hands", "hands": "hands", "stock": "stock", "pile": "pile"}
"""Where the cards lie that a key is about."""

ELSEWHERE = ("turn.seat", "turn.over")
"""Who is refused for these is so whatever the turn would be."""


def in_whole_turns(scenario: Scenario, deeds: list[Deed], profile: Profile) -> tuple[Scenario, str]:
    """The scenario without half turns, and what of it is only there in the middle of a turn, so that it had to be left out."""
    rewriter = Rewriter(profile, deeds)
    for step in scenario.play:
        rewriter.rewrite(step)
    rewriter.finish()
    return scenario._replace(play=tuple(rewriter.steps)), " and ".join(dict.fromkeys(rewriter.left_out))


class Rewriter:
    """Turns half turns into whole ones, step by step."""

    def __init__(self, profile: Profile, deeds: list[Deed]) -> None:
        self.first_half = "draw" if profile.parameters["turn.order"] == "draw-then-discard" else "discard"
        self.deeds = deeds
        self.steps: list[Step] = []
        self.left_out: list[str] = []
        self.held: Deed | None = None
        """The first half of the turn in progress."""
        self.compared = False
        """Whether the turn in progress has already been tried, and refused."""
        self.looks: set[str] = set()
        """What the scenario looks at in the middle of the turn in progress, and can still be compared at its end."""

    def rewrite(self, step: Step) -> None:
        """One step of the scenario."""
        deeds = [deed for deed in self.deeds if deed.step is step]
        step = self.without_halves(step)
        if step.fill:
            self.fill(step, deeds)
        elif deeds:
            self.act(step, deeds[0])
        else:
            self.steps.append(self.outside_a_turn(step))

    def without_halves(self, step: Step) -> Step:
        """The step without what names half turns wherever it is asked."""
        views = step.expect.get("view", {})
        if any("last" in view for view in views.values()):
            self.left_out.append("a view of the last action, which is half a turn")
            seen = {viewer: {key: view[key] for key in view if key != "last"} for viewer, view in views.items()}
            step = step._replace(expect={**step.expect, "view": seen})
        step = self.without(step, step.expect.keys() & {"legal"}, "(which lists half turns)")
        taking = {"takeable"} if self.first_half == "discard" else set()
        return self.without(step, step.expect.keys() & taking, "(in the middle of a turn)")

    def without(self, step: Step, keys: Iterable[str], why: str) -> Step:
        """The step without keys that cannot be compared."""
        self.left_out += [f"a look at `{key}` {why}" for key in keys]
        return step._replace(expect={key: step.expect[key] for key in step.expect if key not in keys})

    def fill(self, step: Step, deeds: list[Deed]) -> None:
        """Filler turns, each of them whole; what the step looks at, it looks at after the last."""
        for first, second in zip(deeds[::2], deeds[1::2], strict=True):
            self.steps.append(step._replace(text=f"{step.text}: {first.action['player']}", action=joined(first, second), fill=0, expect={}))
        self.steps[-1] = self.steps[-1]._replace(expect=step.expect)

    def act(self, step: Step, deed: Deed) -> None:
        """An action: a call, or half a turn."""
        mine = self.held is not None and self.held.action["player"] == deed.action["player"]
        if deed.refused in ELSEWHERE or (self.held and not mine):
            self.add(self.outside_a_turn(step), deed.action if deed.action["type"] == "call" else self.completed(deed))
        elif mine == (deed.action["type"] in ("call", self.first_half)):
            self.left_out.append(f"a {deed.action['type']} where whole turns leave no room for it")
        elif deed.action["type"] == "call":
            self.add(step, deed.action)
        elif self.held is None:
            self.begin(step, deed)
        else:
            self.end(step, deed, self.held)

    def begin(self, step: Step, deed: Deed) -> None:
        """The first half of a turn: tried with a right second half if it is to be refused, else held back."""
        if deed.refused:
            self.add(step, self.completed(deed))
        else:
            self.held, self.compared, self.looks = deed, False, set()
            self.look_later(step)

    def end(self, step: Step, deed: Deed, held: Deed) -> None:
        """The second half of a turn, sent with the first."""
        if deed.refused:
            self.look_later(step)
            self.compared = True
            self.add(step._replace(expect={"refused": deed.refused}), joined(held, deed))
        else:
            self.held = None
            self.add(step, joined(held, deed), gets(held) | places(deed.after, deed.action["player"], self.looks))

    def finish(self) -> None:
        """A turn left in the middle is completed."""
        if self.held is None:
            return
        if not (self.compared or self.looks or gets(self.held)):
            self.left_out.append("an end in the middle of a turn")
        whole = self.completed(self.held)
        looks = places(after_all(self.held, whole), whole["player"], self.looks) if whole else {}
        self.add(self.held.step._replace(expect=gets(self.held)), whole, looks)

    def add(self, step: Step, action: Action | None, more: Mapping[str, Any] | None = None) -> None:
        """One more step, if there is an action for it."""
        if action:
            self.steps.append(step._replace(action=action, expect={**(more or {}), **step.expect}))

    def completed(self, deed: Deed) -> Action | None:
        """Half a turn with the other half such that it would be right; None if there is none."""
        if deed.action["type"] == "discard":
            return turn(deed.action, {"from": "stock"})
        hand: list[Card] = deed.before["hands"][deed.action["player"]]
        spare = [*hand, *([deed.card] if deed.card else [])]
        if not spare:
            self.left_out.append("a draw into an empty hand, which has no card for the discard")
            return None
        return turn({**deed.action, "cards": spare[:1]}, drawing(deed.action))

    def look_later(self, step: Step) -> None:
        """Keep for the end of the turn what can be worked out from it."""
        self.looks |= step.expect.keys() & PLACES.keys()
        self.outside_a_turn(step._replace(expect={key: step.expect[key] for key in step.expect if key not in PLACES}))

    def outside_a_turn(self, step: Step) -> Step:
        """The step without what it looks at in the middle of a turn, if that is where it stands."""
        looks = [key for key in step.expect if key not in ("gets", "refused")] if self.held else []
        return self.without(step, looks, "(in the middle of a turn)")


def gets(deed: Deed) -> dict[str, Any]:
    """What the scenario says of the card drawn."""
    return {key: value for key, value in deed.step.expect.items() if key == "gets"}


def after_all(held: Deed, whole: Action) -> State:
    """The table after a first half that is completed by ourselves."""
    state, player = held.after, whole["player"]
    hand: list[Card] = state["hands"][player]
    if held.action["type"] == "draw":
        hand, stock, laid = [card for card in hand if card not in whole["discard"]], state["stock"], whole["discard"]
    else:
        hand, stock, laid = [*hand, *state["stock"][:1]], state["stock"][1:], whole["discard"][::-1]
    return {"hands": {**state["hands"], player: hand}, "stock": stock, "pile": [*laid, *state["pile"]]}


def places(after: State, player: Seat, keys: Iterable[str]) -> dict[str, Any]:
    """The places that the keys are about, as they are at the end of a turn: with the turn they give those in its middle."""
    hands = {seat: tuple(hand) for seat, hand in after["hands"].items()}
    found = {"hand": hands[player], "hands": hands, "stock": Pile(tuple(after["stock"])), "pile": Pile(tuple(after["pile"]))}
    return {PLACES[key]: found[PLACES[key]] for key in keys}


def joined(first: Deed, second: Deed) -> Action:
    """Both halves of a turn as one."""
    discard, draw = (first, second) if first.action["type"] == "discard" else (second, first)
    return turn(discard.action, drawing(draw.action))


def drawing(action: Action) -> dict[str, Any]:
    """Where a draw is from."""
    return {key: action[key] for key in ("from", "card") if key in action}


def turn(discard: Action, draw: Mapping[str, Any]) -> Action:
    """A whole turn."""
    return {"player": discard["player"], "type": "turn", "discard": discard["cards"], "draw": dict(draw)}
