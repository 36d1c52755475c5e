"""The desk of the Referee: one play, and what can be done with it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from itertools import zip_longest
from typing import Any

from dhumbal_conformance.drafting import SCHEMA
from dhumbal_conformance.loader.notation import pack_of
from dhumbal_conformance.loader.scenario import read_scenario
from dhumbal_conformance.loader.yaml_source import Source, parse_yaml
from dhumbal_conformance.model import BadFiles
from dhumbal_conformance.referee import showing
from dhumbal_conformance.referee.bench import Moment, Replay
from dhumbal_conformance.referee.differences import Told, engine_of, first_difference, readings, told, without_expectations
from dhumbal_conformance.referee.ending import clauses_shown, settlement
from dhumbal_conformance.referee.sheet import NAME, Sheet, Values, read, written
from dhumbal_conformance.reference import ReferenceEngine
from dhumbal_conformance.suite import load_suite

JSON = dict[str, Any]
FIRST: Values = {"profile": "nepali-games", "given": {"deal": 1, "players": 2, "dealer": "B"}}
"""What lies on the desk at first."""


class Referee:
    """One table, from its set-up to its settlement. Every change is one of the scenario's values, and the whole play follows from them."""

    def __init__(self) -> None:
        self.spec = load_suite(scenarios=False)
        self.lay(FIRST)

    def answer(self, request: str) -> str:
        """Do what a JSON object asks for under `ask`, with its other members; what is wrong with a text is an answer, too."""
        asked = json.loads(request)
        try:
            return json.dumps(self.asked[asked.pop("ask")](self, **asked))
        except BadFiles as bad:
            return json.dumps(problems(bad))

    def games(self) -> JSON:
        """The rule systems, by name, the canonical one first."""
        profiles = sorted(self.spec.profiles.values(), key=lambda profile: (not profile.canonical, profile.names["en"]))
        return {"games": [showing.game(profile) for profile in profiles]}

    def open(self, text: str) -> JSON:
        """Put a scenario on the desk, as it is written."""
        self.put(text, read(text, self.spec))
        return self.view()

    def set_up(self, profile: str, given: Values) -> JSON:
        """A new table, with nothing played yet; the text shows even if something is wrong with it. The number of a deal comes as text."""
        number = {"deal": int(given["deal"])} if "deal" in given else {}
        return self.lay_and_view({"profile": profile, "given": {**given, **number}})

    def switch(self, profile: str) -> JSON:
        """The same table and the same play, by another rule system."""
        return self.lay_and_view(without_expectations(self.sheet.values, profile))

    def act(self, player: str, action: str) -> JSON:
        """Add a move to the play, such as `discard KS KH`, be it allowed or not."""
        return self.play([*self.steps(), {player: action}])

    def undo(self) -> JSON:
        """Take the last line of the play back."""
        return self.play(self.steps()[:-1])

    def restart(self) -> JSON:
        """The table as it was set up."""
        return self.play([])

    def view(self) -> JSON:
        """Everything that there is to show."""
        last, profile = self.moments[-1], self.sheet.profile
        end = settlement(last.result, profile, self.spec.clauses) if last.result else None
        named = [moment.refused for moment in self.moments] + ([*end["clauses"], *(row["clause"] for row in end["rows"])] if end else [])
        return {
            "text": self.text,
            "profile": showing.game(profile),
            "given": showing.given(self.sheet.values["given"]),
            "pack": pack_of(profile.parameters),
            "steps": [showing.step(moment) for moment in self.moments if moment.step],
            "refused": self.moments[0].refused,
            "opening": showing.opening(self.moments[0].state),
            "table": showing.table(last.state, profile) if last.state else None,
            "allowed": showing.allowed(last.legal),
            "end": end,
            "amiss": self.end_amiss,
            "clauses": showing.texts(self.spec.clauses, profile, named),
        }

    def save(self, header: Values) -> JSON:
        """The whole scenario with what came of each step, for a file; raises `BadFiles` while something is still wrong with it."""
        values, last = {**self.filled(), **header}, self.moments[-1]
        if self.moments[0].refused:
            values["play"] = [{"refused": last.refused}]
        elif last.step and last.step.action and last.state and last.state["turn"] and not last.refused:
            values["play"][-1] = {**values["play"][-1], "next": last.state["turn"]["player"]}
        text = f"{SCHEMA}\n{written({key: value for key, value in values.items() if value not in ('', False)})}"
        read_scenario(Source(NAME, text, parse_yaml(NAME, text)), self.spec)
        return {"text": text}

    def suggested(self) -> JSON:
        """What a file says of itself besides the play, as far as it can be guessed."""
        values, profile = self.sheet.values, self.sheet.profile
        header = {key: values.get(key, "") for key in ("id", "title", "source", "because")}
        named = values.get("clauses") or clauses_shown(self.moments, profile, self.spec.clauses)
        return {**header, "id": header["id"] or f"{profile.id}/{named[0].split('.')[0]}/my-dispute", "clauses": list(named)}

    def others(self) -> JSON:
        """What the play can be compared with: the other readings of this rule system, and the faults of real programs."""
        return {"readings": list(readings(self.sheet.profile))}

    def compare(self, profile: str = "", reading: str = "") -> JSON:
        """The first difference when another rule system, or another reading, judges the same play; and how the deal ends here and there."""
        other = read(written(without_expectations(self.sheet.values, profile)), self.spec) if profile else self.sheet
        here, there = self.told(), told(other, self.spec.clauses, engine_of(reading))
        found = first_difference(here, there)
        return {"difference": asdict(found) if found else None, "here": here.result, "there": there.result}

    def telling(self) -> JSON:
        """The rejected readings that judge this play differently, with the first difference; those that decide otherwise come first."""
        here, clauses, profile = self.told(), self.spec.clauses, self.sheet.profile
        rejected = (it for it in readings(profile) if it["ruling"])
        found = ((it, first_difference(here, told(self.sheet, clauses, engine_of(it["id"])))) for it in rejected)
        telling = [(it, difference) for it, difference in found if difference]
        telling.sort(key=lambda pair: not pair[1].decides)
        return {"telling": [{**it, "difference": asdict(difference)} for it, difference in telling]}

    def told(self) -> Told:
        """What can be seen of the play by the rules."""
        return told(self.sheet, self.spec.clauses, ReferenceEngine())

    asked: Mapping[str, Callable[..., JSON]] = {
        method.__name__: method
        for method in (games, open, set_up, switch, act, undo, restart, view, save, suggested, others, compare, telling)
    }
    """What can be asked for."""

    def play(self, steps: list[Values]) -> JSON:
        """Play these steps, and write down what came of each; what was said of the end was said of another play."""
        return self.lay_and_view({**self.sheet.values, "play": steps, "then": None})

    def lay_and_view(self, values: Values) -> JSON:
        """Put values on the desk; where they are wrong, their text with what is wrong in it."""
        try:
            self.lay(values)
        except BadFiles as bad:
            return {"text": written(values), **problems(bad)}
        return self.view()

    def lay(self, values: Values) -> None:
        """Put values on the desk, then their text with what came of the play."""
        for _ in range(2):
            text = written(values)
            self.put(text, read(text, self.spec))
            values = self.filled()

    def put(self, text: str, sheet: Sheet) -> None:
        """Play a sheet."""
        replay = Replay(sheet, self.spec.clauses, ReferenceEngine())
        self.text, self.sheet, self.moments = text, sheet, list(replay.moments())
        self.end_amiss = replay.end_amiss() if sheet.then else ""

    def steps(self) -> list[Values]:
        """The play as it is written."""
        return list(self.sheet.values.get("play") or ())

    def filled(self) -> dict[str, Any]:
        """The scenario with what came of it, wherever it does not say so itself."""
        values, result = dict(self.sheet.values), self.moments[-1].result
        came = map(came_of, self.moments[1:])
        nothing: Values = {}
        values["play"] = [{**step, **more} for step, more in zip_longest(self.steps(), came, fillvalue=nothing)]
        if result and not values.get("then"):
            values["then"] = {key: value for key, value in result.items() if value not in (None, {})}
        return values


def problems(bad: BadFiles) -> JSON:
    """What is wrong with a text, as an answer."""
    return {"problems": [showing.problem(problem) for problem in bad.problems]}


def came_of(moment: Moment) -> Values:
    """What came of a step, as far as its line does not speak of it."""
    assert moment.step is not None
    expected = moment.step.expect
    if moment.refused:
        return {"refused": moment.refused} if moment.step.action and "refused" not in expected else {}
    return {"gets": moment.card} if moment.card and not {"gets", "refused"} & expected.keys() else {}
