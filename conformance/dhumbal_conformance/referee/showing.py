"""What is on the desk, as JSON for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dhumbal_conformance.faces import by_rank
from dhumbal_conformance.loader.notation import hand_total
from dhumbal_conformance.loader.templates import render
from dhumbal_conformance.model import Action, Clause, Problem, Profile
from dhumbal_conformance.referee.bench import JSON, Moment

HELD = ("dealer", "turns", "pile", "stock", "pending", "previous", "locked", "turn", "caller")
"""What is shown of the table as the engine tells it."""


def table(state: JSON, profile: Profile) -> dict[str, Any]:
    """The table as the referee sees it, each hand sorted and with its total."""
    hands = {seat: {"cards": by_rank(hand), "total": hand_total(hand, profile.parameters)} for seat, hand in sorted(state["hands"].items())}
    return {"hands": hands, **{key: state[key] for key in HELD if key in state}}


def given(values: JSON) -> dict[str, Any]:
    """The set-up as it is written; a deal's number as text, since it can have more digits than numbers of JavaScript."""
    return {key: str(value) if key == "deal" else value for key, value in values.items()}


def opening(state: JSON | None) -> dict[str, Any] | None:
    """The cards as they were dealt or set up, written as a scenario names them."""
    if state is None:
        return None
    hands = {seat: " ".join(hand) for seat, hand in sorted(state["hands"].items())}
    return {"hands": hands, "pile": " ".join(state["pile"]), "stock": " ".join(state["stock"])}


def allowed(legal: Sequence[Action]) -> dict[str, Any]:
    """What the player to act may do."""
    return {
        "call": any(action["type"] == "call" for action in legal),
        "draw": any(action.get("from") == "stock" for action in legal),
        "take": [action["card"] for action in legal if action.get("from") == "discard"],
        "discard": [action["cards"] for action in legal if action["type"] == "discard"],
    }


def step(moment: Moment) -> dict[str, Any]:
    """A line of the play, with what came of it."""
    assert moment.step is not None
    return {"text": moment.step.text, "refused": moment.refused, "card": moment.card, "amiss": moment.amiss}


def clause(found: Clause, profile: Profile) -> dict[str, str]:
    """A clause as it reads in this game."""
    return {"id": found.id, "number": found.number, "text": " ".join(render(found.text, profile.parameters).split())}


def problem(found: Problem) -> dict[str, Any]:
    """What is wrong in the text, and where."""
    return {"line": found.place.line, "column": found.place.column, "message": found.message, "hint": found.hint}


def game(profile: Profile) -> dict[str, Any]:
    """A rule system to choose."""
    least, most = profile.parameters["players.min"], profile.parameters["players.max"]
    return {"id": profile.id, "name": profile.names["en"], "players": [least, most], "hand": profile.parameters["deal.hand"]}


def texts(clauses: Mapping[str, Clause], profile: Profile, names: Sequence[str]) -> dict[str, dict[str, str]]:
    """The clauses named, by id."""
    return {name: clause(clauses[name], profile) for name in names if name in clauses}
