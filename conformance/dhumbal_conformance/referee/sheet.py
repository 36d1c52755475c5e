"""The scenario on the desk: between its text and its values, while it is still being written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dhumbal_conformance.drafting import scalar
from dhumbal_conformance.loader.nodes import Node
from dhumbal_conformance.loader.play_steps import read_play
from dhumbal_conformance.loader.profiles import known_profile
from dhumbal_conformance.loader.results import AFTER_A_DEAL, read_then
from dhumbal_conformance.loader.scenario import HEADER, KINDS
from dhumbal_conformance.loader.situation import read_given
from dhumbal_conformance.loader.yaml_source import parse_yaml
from dhumbal_conformance.model import Given, Profile, Step, Suite

Values = Mapping[str, Any]
NAME = Path("scenario.yaml")
"""What the text is called in messages."""
UNCONFIRMED = "unconfirmed: true  # the Referee filled in what follows: work it out from the clauses, then remove this line"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A play as it is written down so far: its values by the keys of the scenario format, and what they mean."""

    values: Values
    profile: Profile
    given: Given
    steps: tuple[Step, ...]
    then: Values


def read(text: str, spec: Suite) -> Sheet:
    """What the text says; id, title and clauses may still be missing, and the end. Raises `BadFiles`."""
    root = parse_yaml(NAME, text)
    for kind in KINDS[1:]:
        if kind in root.items():
            raise root.wrong_key(
                kind, f"this scenario has `{kind}` and no deal that could be played", "the Referee plays `given` and `play`"
            )
    root.only((*HEADER, "given", "play", "then"))
    profile = spec.profiles[known_profile(root.need("profile"), spec.profiles)]
    given, seats = read_given(root.need("given"), profile, spec.clauses)
    starter = given.state["turn"]["player"] if given.state else seats.next_seat(given.dealer)
    play, then = written_in(root, "play"), written_in(root, "then")
    steps = read_play(play, seats, starter) if play else ()
    return Sheet(root.plain(), profile, given, steps, read_then(then, seats, AFTER_A_DEAL, None) if then else {})


def written_in(root: Node, key: str) -> Node | None:
    """What stands at a key, unless nothing does yet."""
    node = root.get(key)
    return node if node and node.value not in (None, []) else None


def written(values: Values) -> str:
    """The text of a scenario."""
    return "\n".join([*lines(values), ""])


def lines(values: Values) -> Iterator[str]:
    """Its lines, in the order of the format."""
    for key in HEADER:
        if key == "unconfirmed" and values.get(key):
            yield UNCONFIRMED
        elif key in values and key != "unconfirmed":
            yield f"{key}: {flow(values[key])}"
    yield from ("given:", *(f"  {key}: {flow(value)}" for key, value in values["given"].items()))
    steps = values.get("play") or ()
    yield from ("play:" if steps else "play: []", *(f"  - {flow(step)}" for step in steps))
    if values.get("then"):
        yield f"then: {flow(values['then'])}"


def flow(value: Any) -> str:
    """A value in YAML, on one line."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {flow(part)}' for key, part in value.items())}}}"
    if isinstance(value, str):
        return scalar(value)
    if isinstance(value, Iterable):
        return f"[{', '.join(map(flow, value))}]"
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
