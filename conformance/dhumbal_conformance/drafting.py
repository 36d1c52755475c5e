"""New scenarios: from what somebody says of a situation and its play, the file, with an expectation that is still to be confirmed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dhumbal_conformance.connectors.python import REFERENCE, from_spec
from dhumbal_conformance.loader.notation import hand_total
from dhumbal_conformance.loader.play_steps import read_play
from dhumbal_conformance.loader.scenario import read_scenario
from dhumbal_conformance.loader.schemas import check_schema
from dhumbal_conformance.loader.situation import read_given
from dhumbal_conformance.loader.yaml_source import Source, parse_yaml
from dhumbal_conformance.model import Profile, Step, Suite
from dhumbal_conformance.runner.outcome import Mismatch
from dhumbal_conformance.runner.play import Table
from dhumbal_conformance.runner.session import Session

SCHEMA = "# yaml-language-server: $schema=../../../spec/schemas/scenario.schema.json"
UNCONFIRMED = "unconfirmed: true  # a program filled in what follows: work it out from the clauses, then remove this line"
PLAIN = re.compile(r"[A-Za-z0-9][\w .…/-]*")
"""Text that means itself in YAML, wherever it stands."""

Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody says: of `given` the keys of the format with their values, of the play a step each, by its key: `{"A": "call"}`."""

    id: str
    title: str
    profile: str
    clauses: tuple[str, ...]
    source: str
    given: Values
    play: tuple[Values, ...]


@dataclass(frozen=True, slots=True)
class Filled:
    """What must hold after each step, and how it ends, as the reference engine has it."""

    steps: Sequence[Values] = ()
    then: Values = field(default_factory=dict)


class Impossible(Exception):
    """The reference engine cannot play it on: in which line of the draft, and why."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def text_of(draft: Draft, filled: Filled | None = None) -> str:
    """The file; without an expectation if none is filled in."""
    return "\n".join([*(line for _, line in lines(draft, filled)), ""])


def lines(draft: Draft, filled: Filled | None = None) -> Iterator[tuple[str, str]]:
    """Each line of the file, after the key that it is about; `play` has the step's number, as in `play 2`."""
    yield "", SCHEMA
    yield from (("output", f"id: {draft.id}"), ("title", f"title: {scalar(draft.title)}"), ("profile", f"profile: {draft.profile}"))
    yield "clause", f"clauses: [{', '.join(map(scalar, draft.clauses))}]"
    if draft.source:
        yield "source", f"source: {scalar(draft.source)}"
    yield "", UNCONFIRMED
    yield "", "given:"
    yield from ((key, f"  {key}: {value_text(value)}") for key, value in draft.given.items())
    yield "play", "play:"
    expected = filled.steps if filled else [{}] * len(draft.play)
    for number, (step, expect) in enumerate(zip(draft.play, expected, strict=True), start=1):
        yield f"play {number}", f"  - {value_text({**step, **expect})}"
    if filled and filled.then:
        yield "", f"then: {value_text(filled.then)}"


def value_text(value: Any) -> str:
    """A value in YAML, on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {value_text(part)}" for key, part in value.items()) + "}"
    return scalar(value) if isinstance(value, str) else str(value)


def scalar(text: str) -> str:
    """Text in YAML: in quotes where it needs them."""
    return (
        text
        if PLAIN.fullmatch(text) and not text.isdigit() and text not in ("true", "false", "null")
        else json.dumps(text, ensure_ascii=False)
    )


def check(text: str, path: Path, spec: Suite) -> None:
    """Raise `BadFiles` with everything wrong with a file that is about to be written."""
    source = Source(path, text, parse_yaml(path, text))
    check_schema(source.root, "scenario")
    read_scenario(source, spec)


def fill_in(draft: Draft, path: Path, profile: Profile, spec: Suite) -> Filled:
    """Play it on the reference engine; raises `BadFiles` or `Impossible`, whose lines are those of `lines`."""
    return filled(*laid_out(draft, path, profile, spec))


def deal_out(draft: Draft, path: Path, profile: Profile, spec: Suite) -> None:
    """Have the reference engine begin the deal, and play nothing yet; raises as `fill_in` does."""
    start(laid_out(draft, path, profile, spec)[0])


def laid_out(draft: Draft, path: Path, profile: Profile, spec: Suite) -> tuple[Table, Sequence[Step]]:
    """The table on which it is played, and the steps; raises `BadFiles`."""
    root = parse_yaml(path, text_of(draft))
    check_schema(root, "scenario")
    given, seats = read_given(root.need("given"), profile, spec.clauses)
    starter = given.state["turn"]["player"] if given.state else seats.next_seat(given.dealer)
    return Table(Session(from_spec(REFERENCE), profile, spec.clauses), given), read_play(root.need("play"), seats, starter)


def start(table: Table) -> None:
    """Begin the deal; raises `Impossible` where there is none such."""
    try:
        table.start(None)
    except Mismatch as refusal:
        raise Impossible(0, f"such a deal is {refusal.actual}") from None


def filled(table: Table, steps: Sequence[Step]) -> Filled:
    """What comes of the steps."""
    start(table)
    table.look()
    found = [expected(table, step) for step in steps]
    if table.result is None and "refused" not in found[-1]:
        found[-1] = {**found[-1], "next": state_of(table)["turn"]["player"]}
    return Filled(found, {key: value for key, value in (table.result or {}).items() if value not in (None, {})})


def state_of(table: Table) -> Values:
    """The table as it was last seen."""
    assert table.state is not None
    return table.state


def expected(table: Table, step: Step) -> Values:
    """Do a step, and say what came of it."""
    if step.action is None:
        return pass_time(table, step)
    try:
        card = table.apply(step.action)
    except Mismatch as refusal:
        return {"refused": refusal.clauses[0]}
    table.look()
    if step.action["type"] == "discard":
        return {"total": hand_total(state_of(table)["hands"][step.action["player"]], table.session.profile.parameters)}
    return {"gets": card} if card else {}


def pass_time(table: Table, step: Step) -> Values:
    """Do the filler turns of a step."""
    try:
        table.fill(step.fill)
    except Mismatch as refusal:
        raise Impossible(step.place.line, f"{refusal.what} is {refusal.actual}") from None
    table.look()
    return {"turns": state_of(table)["turns"]}
