"""Reads scenarios into the values of the model, and refuses those that cannot be meant as they are written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dhumbal_conformance import data
from dhumbal_conformance.loader.nodes import Node, collecting, read_each, reporting
from dhumbal_conformance.loader.play_steps import read_play
from dhumbal_conformance.loader.profiles import known_profile
from dhumbal_conformance.loader.results import (
    AFTER_A_DEAL,
    AFTER_A_SERIES,
    WITHOUT_CALL,
    read_judge,
    read_series,
    read_settlement,
    read_then,
)
from dhumbal_conformance.loader.situation import read_given
from dhumbal_conformance.loader.table import Table
from dhumbal_conformance.loader.yaml_source import Source
from dhumbal_conformance.model import Kind, Problem, Profile, Scenario, Seat, Step, Suite

KINDS: tuple[Kind, ...] = ("play", "settle", "judge", "series")
HEADER = ("id", "title", "profile", "clauses", "rulings", "source", "because", "unconfirmed")
DIRECTORY = "scenarios"


def read_scenario(source: Source, spec: Suite) -> Scenario:
    """The scenario in a file, checked against the clauses, profiles and rulings of `spec`; raises `BadFiles` with everything wrong."""
    root = source.root
    root.only((*HEADER, "given", *KINDS, "then"))
    kind = _kind(root)
    profile = spec.profiles[known_profile(root.need("profile"), spec.profiles)]
    parts: dict[str, Any] = {}
    with reporting() as problems:
        for read in (_header, _BODIES[kind]):
            with collecting(problems):
                parts |= read(root, profile, spec)
    return Scenario(kind=kind, profile=profile.id, place=root.place, text=source.text, **parts)


def _kind(root: Node) -> Kind:
    found = [kind for kind in KINDS if kind in root.items()]
    if len(found) != 1:
        has = f"this one has {' and '.join(found)}" if found else "this one has none of them"
        raise root.wrong("a scenario has exactly one of play, settle, judge and series", has)
    if found[0] != "play" and "given" in root.items():
        raise root.wrong_key("given", "`given` belongs to a `play`", f"a scenario with `{found[0]}` has none")
    return found[0]


def _header(root: Node, profile: Profile, spec: Suite) -> dict[str, Any]:
    """What every scenario says about itself."""
    header: dict[str, Any] = {"source": "", "because": "", "rulings": (), "unconfirmed": None}
    readers = {
        "id": lambda node: _id(node, profile),
        "title": Node.text,
        "clauses": lambda node: _clauses(node, Table((), profile, spec.clauses)),
        "rulings": lambda node: _rulings(node, profile, spec),
        "source": Node.text,
        "because": Node.text,
        "unconfirmed": _unconfirmed,
    }
    with reporting() as problems:
        for key, read in readers.items():
            with collecting(problems):
                if key in root.items() or key not in header:
                    header[key] = read(root.need(key))
    return header


def _id(node: Node, profile: Profile) -> str:
    """The id, which is the path below the directory of the scenarios."""
    name = node.text()
    path = node.path.absolute().with_suffix("")
    if len(name.split("/")) != 3 or not all(name.split("/")):
        raise node.wrong("an id is profile/area/slug", "as in nepali-games/call/k-pair-worked-example")
    if not name.startswith(f"{profile.id}/"):
        raise node.wrong(f"the id does not begin with the profile, {profile.id}")
    # Those of the suite lie nowhere else; of a scenario of one's own only the usual place says anything.
    home = data.scenarios() if path.is_relative_to(data.scenarios()) else Path(*path.parts[:-3])
    if home.name == DIRECTORY and path.relative_to(home).as_posix() != name:
        raise node.wrong("the id is not the path of the file", f"by its path it is {path.relative_to(home).as_posix()}")
    return name


def _clauses(node: Node, table: Table) -> tuple[str, ...]:
    """Clauses that exist and apply."""
    read_each(node.some(), lambda item: table.must_apply(item, table.clauses[item.known(table.clauses, "clause")]))
    return _different(node)


def _rulings(node: Node, profile: Profile, spec: Suite) -> tuple[str, ...]:
    """Rulings that exist in the same profile."""
    for item in node.some():
        ruling = spec.rulings[item.known(spec.rulings, "ruling")]
        if ruling.profile != profile.id:
            raise item.wrong(f"the ruling {ruling.id} is about {ruling.profile}, not about {profile.id}")
    return _different(node)


def _unconfirmed(node: Node) -> Problem | None:
    """What to say of an expectation that nobody has worked out yet."""
    way_out = "work it out from the clauses, then remove the line"
    return Problem(node.place, "nobody has confirmed this expectation, which a program filled in", way_out) if node.flag() else None


def _different(node: Node) -> tuple[str, ...]:
    names = node.texts()
    if len(set(names)) < len(names):
        raise node.wrong(f"{node.name} names something twice")
    return names


def _play(root: Node, profile: Profile, spec: Suite) -> dict[str, Any]:
    given, table = read_given(root.need("given"), profile, spec.clauses)
    starter = given.state["turn"]["player"] if given.state else table.next_seat(given.dealer)
    parts: dict[str, Any] = {"given": given, "play": ()}
    with reporting() as problems:
        with collecting(problems):
            parts["play"] = read_play(root.need("play"), table, starter)
        with collecting(problems):
            caller = next(filter(None, map(_caller, parts["play"])), None)
            called = caller is not None and not profile.parameters["call.last-turns"]
            over = called or any("next" in step.expect and step.expect["next"] is None for step in parts["play"])
            parts |= _then(root, table, AFTER_A_DEAL, caller, needed=over)
    return parts


def _caller(step: Step) -> Seat | None:
    """Who calls in a step, and is not refused."""
    done = step.action
    return done["player"] if done and done["type"] == "call" and "refused" not in step.expect else None


def _then(root: Node, table: Table, keys: tuple[str, ...], caller: Seat | None = None, *, needed: bool) -> dict[str, Any]:
    """How it ends, and where the file says so."""
    node = root.get("then")
    if node is None and needed:
        raise root.wrong("then is missing: the deal ends, and it is not said how", "as in `then: {ended: won, winner: A}`")
    return {"then": read_then(node, table, keys, caller), "then_place": node.place} if node else {}


def _settle(root: Node, profile: Profile, spec: Suite) -> dict[str, Any]:
    settlement, table = read_settlement(root.need("settle"), profile, spec.clauses)
    then = _then(root, table, AFTER_A_DEAL, settlement.caller, needed=True)
    how = table.end_without_caller
    if settlement.caller is None and how and then["then"].get("ended", how) != how:
        hint = f"write `ended: {how}`, or name the `caller`"
        raise root.need("then").need("ended").wrong(f"without a caller the deal ended {WITHOUT_CALL[how]}", hint)
    return {"settle": settlement, **then}


def _judge(root: Node, profile: Profile, spec: Suite) -> dict[str, Any]:
    if "then" in root.items():
        raise root.wrong_key("then", "`judge` has no `then`", "each question has its own answer")
    return {"judge": read_judge(root.need("judge"), Table((), profile, spec.clauses))}


def _series(root: Node, profile: Profile, spec: Suite) -> dict[str, Any]:
    series, table = read_series(root.need("series"), profile, spec.clauses)
    return {"series": series, **_then(root, table, AFTER_A_SERIES, needed=False)}


_BODIES = {"play": _play, "settle": _settle, "judge": _judge, "series": _series}
