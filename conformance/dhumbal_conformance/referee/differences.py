"""What changes when the same play is judged by another rule system, or by another reading of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dhumbal_conformance.connectors import EngineError, EngineFault
from dhumbal_conformance.diagnosis.known import read as read_known
from dhumbal_conformance.loader.notation import action_text
from dhumbal_conformance.misreadings import all_misreadings
from dhumbal_conformance.model import Clause, Profile
from dhumbal_conformance.referee.bench import JSON, Moment, Replay
from dhumbal_conformance.referee.sheet import Sheet, Values
from dhumbal_conformance.reference import ReferenceEngine
from dhumbal_conformance.runner.outcome import Mismatch

Facts = Mapping[str, str]
BROKEN = (Mismatch, EngineError, EngineFault)
"""What comes of an engine that shows what cannot be so, or does not even answer."""
NOT_PLAYED: Facts = {"the play": "has ended"}


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing that differs: at which step, counted from 1 (0 is the deal), in what, and how it is here and there."""

    step: int
    text: str
    what: str
    here: str
    there: str

    @property
    def decides(self) -> bool:
        """Whether it is about a move or the end, and not only about what can be seen or done."""
        return self.what == "the verdict" or self.what.startswith("the end")


@dataclass(frozen=True, slots=True)
class Told:
    """What could be seen of a play at the deal and after each step, until it broke, and how the deal ended."""

    texts: Sequence[str]
    facts: Sequence[Facts]
    result: JSON | None


def readings(profile: Profile) -> Iterator[Mapping[str, Any]]:
    """The wrong engines to compare with: the readings rejected for this rule system and those it extends, and all faults, each once."""
    family = (profile.id, *profile.bases)
    for known in read_known():
        fitting = [reading for reading in known.readings if not reading["ruling"] or reading["profile"] in family]
        for reading in fitting[:1]:
            yield {key: reading[key] for key in ("id", "does", "ruling", "title")}


def engine_of(reading: str) -> ReferenceEngine:
    """The engine that plays by a reading; the right one if none is named."""
    return next(it for it in all_misreadings() if it.id == reading).engine() if reading else ReferenceEngine()


def without_expectations(values: Values, profile: str) -> Values:
    """The same play under another rule system, by which something else may come of it."""
    steps = [{key: value for key, value in step.items() if len(key) == 1 or key == "fill"} for step in values.get("play") or ()]
    return {"profile": profile, "given": values["given"], "play": [step for step in steps if step]}


def told(sheet: Sheet, clauses: Mapping[str, Clause], engine: ReferenceEngine) -> Told:
    """Play a sheet on an engine, and note what can be seen."""
    replay, facts = Replay(sheet, clauses, engine), list[Facts]()
    try:
        for moment in replay.moments():
            if moment.step is None or moment.step.action or moment.step.fill:
                facts.append(seen(replay, moment))
    except BROKEN as broken:
        facts.append({"the table": str(broken)})
    moves = [step.text for step in sheet.steps if step.action or step.fill]
    return Told(["the deal", *moves], facts, replay.table.result)


def first_difference(here: Told, there: Told) -> Difference | None:
    """Where two accounts of a play part."""
    for number, (text, mine) in enumerate(zip(here.texts, here.facts, strict=False)):
        yours = there.facts[number] if number < len(there.facts) else NOT_PLAYED
        what = next((key for key in dict.fromkeys((*yours, *mine)) if mine.get(key) != yours.get(key)), None)
        if what:
            return Difference(number, text, what, mine.get(what, "as it should be"), yours.get(what, "nothing"))
    return None


def seen(replay: Replay, moment: Moment) -> Facts:
    """What can be seen of a moment, the most telling first."""
    state = moment.state or {}
    return {
        "the verdict": f"refused {moment.refused}" if moment.refused else "accepted",
        "the card drawn": moment.card or "none",
        **{f"the end: {key}": in_words(value) for key, value in (moment.result or {}).items()},
        "the player to act": (state.get("turn") or {}).get("player", "nobody"),
        **{f"{seat}'s hand": " ".join(sorted(hand)) for seat, hand in state.get("hands", {}).items()},
        "the discard pile": " ".join(state.get("pile", ())),
        "the stock": " ".join(state.get("stock", ())),
        "what is allowed next": ", ".join(sorted(map(action_text, moment.legal))),
        **{f"what {seat} sees": in_words(replay.view(seat)) for seat in state.get("players", ())},
    }


def in_words(value: Any) -> str:
    """A member of a result, or a view, in words."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {in_words(part)}" for key, part in value.items()) or "none"
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    return "nobody" if value is None else str(value)
