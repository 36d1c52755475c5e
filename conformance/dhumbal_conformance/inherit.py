"""Which scenarios of other rule systems speak of a given one, and how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from dhumbal_conformance.loader.templates import applies, render
from dhumbal_conformance.model import Clause, Profile, Scenario, Step, Suite

PACK = ("pack.count", "pack.jokers")
TABLE = (
    *PACK,
    "direction",
    "deal.hand",
    "turn.order",
    "values.ace",
    "values.jack",
    "values.queen",
    "values.king",
)
"""Parameters that every scenario rests on, whatever it does."""


ENDINGS: dict[str, tuple[str, ...]] = {"none": (), "won": ("settle.scoring", "series.starter")}
"""What the end of a deal rests on, where it is less than all that is said of settling."""


class Selection(NamedTuple):
    """What is run for a profile: scenarios whose written expectation binds it, those played for comparison only, and those left out."""

    normative: list[Scenario]
    derived: list[Scenario]
    left_out: list[Scenario]


def for_profile(suite: Suite, profile: Profile, scenarios: Iterable[Scenario]) -> Selection:
    """Sort the scenarios of this profile and of those it extends; of all profiles, if it is a user's own and extends none."""
    selection = Selection([], [], [])
    stands_alone = not profile.bases and all(scenario.profile != profile.id for scenario in suite.scenarios.values())
    for scenario in scenarios:
        if scenario.profile == profile.id and scenario.unconfirmed:
            selection.derived.append(scenario)
        elif scenario.profile == profile.id:
            selection.normative.append(scenario)
        elif scenario.profile in profile.bases or stands_alone:
            place(selection, scenario, suite.profiles[scenario.profile], profile, suite.clauses)
    return selection


def place(selection: Selection, scenario: Scenario, own: Profile, other: Profile, clauses: Mapping[str, Clause]) -> None:
    """Put a scenario where it belongs under another profile than its own."""
    if not same(PACK, own, other):
        selection.left_out.append(scenario)
    elif (
        seated(scenario, own, other)
        and not scenario.unconfirmed
        and same(rests_on(scenario, own), own, other)
        and all(reads_alike(clauses[clause], own, other) for clause in scenario.clauses)
    ):
        selection.normative.append(scenario)
    else:
        selection.derived.append(scenario)


def rests_on(scenario: Scenario, profile: Profile) -> list[str]:
    """The parameters on which the scenario's expectation can depend, from what it does and looks at."""
    chapters = tuple(f"{chapter}." for chapter in chapters_of(scenario))
    return [name for name in profile.parameters if name in TABLE or f"{name}.".startswith(chapters)]


def chapters_of(scenario: Scenario) -> Iterator[str]:
    """The chapters, or single parameters, that the scenario's content touches."""
    if scenario.kind == "judge":
        yield from ("discard", "call")
    if scenario.kind == "series":
        yield from ("series", "settle", "cap")
    ended = scenario.then.get("ended", "untold" if scenario.then else "none")
    yield from ENDINGS.get(ended, ("settle", "cap", "series.starter"))
    for step in scenario.play:
        yield from chapters_of_step(step)


def chapters_of_step(step: Step) -> Iterator[str]:
    """The chapters that one step touches; a refill can happen at any draw, and whoever looks at what is legal looks at all."""
    action = step.action or {}
    if action.get("type") in ("call", "discard"):
        yield action["type"]
    if action.get("from") == "discard" or "takeable" in step.expect:
        yield "take"
    if action or step.fill:
        yield "cap"
    if action.get("from") == "stock" or step.fill:
        yield "refill"
    if "legal" in step.expect or step.fill:
        yield from ("call", "discard", "take")


def seated(scenario: Scenario, own: Profile, other: Profile) -> bool:
    """Whether so many may play under both profiles, or under neither."""
    return not scenario.seats or admitted(len(scenario.seats), own) == admitted(len(scenario.seats), other)


def admitted(players: int, profile: Profile) -> bool:
    """Whether a deal for so many can be dealt; where players go out of a series, also one for fewer than begin it."""
    least = 2 if profile.parameters["series.elimination"] else profile.parameters["players.min"]
    return bool(least <= players <= profile.parameters["players.max"])


def same(names: Iterable[str], own: Profile, other: Profile) -> bool:
    """Whether two profiles share the values of these parameters."""
    return all(own.parameters[name] == other.parameters[name] for name in names)


def reads_alike(clause: Clause, own: Profile, other: Profile) -> bool:
    """Whether a clause applies in both profiles, with the same words."""
    return applies(clause, other.parameters) and render(clause.text, own.parameters) == render(clause.text, other.parameters)
