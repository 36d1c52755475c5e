"""The settlement with its clauses, and the clauses that a play shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from dhumbal_conformance.audit.clauses import Statements, clause_behind
from dhumbal_conformance.audit.record import Claim
from dhumbal_conformance.loader.templates import applies
from dhumbal_conformance.model import Action, Clause, Place, Profile
from dhumbal_conformance.referee.bench import JSON, UNNAMED, Moment
from dhumbal_conformance.referee.sheet import NAME

HOW = ("ended", "winner")
"""What is said of the end as a whole."""
TAKING = ("take.top", "take.single", "take.single-or-set", "take.first", "take.ends", "take.any", "take.set-any-run-ends")
CALLING = ("call.limit", "call.no-limit")


def settlement(result: JSON, profile: Profile, clauses: Mapping[str, Clause]) -> dict[str, Any]:
    """How a deal ended, what each player pays or scores, and the clause behind each of these."""
    truth = statements(result)

    def behind(key: str, seat: str = "") -> str:
        return clause_behind(Claim(Place(NAME), key, seat, None), truth, profile, clauses)

    rows = [
        {
            "seat": seat,
            "total": total,
            "pays": result["payments"].get(seat),
            "delta": result["deltas"][seat],
            "clause": behind("deltas", seat),
        }
        for seat, total in result["totals"].items()
    ]
    how = [behind(key) for key in HOW if result[key] is not None]
    pays = profile.parameters["settle.scoring"] == "transfer"
    return {**{key: result[key] for key in (*HOW, "caller")}, "pays": pays, "clauses": list(dict.fromkeys(how)), "rows": rows}


def statements(result: JSON) -> Statements:
    """A result, a statement each."""
    whole = {(key, ""): value for key, value in result.items() if not isinstance(value, Mapping)}
    return whole | {(key, seat): points for key in ("totals", "payments", "deltas") for seat, points in result[key].items()}


def clauses_shown(moments: Sequence[Moment], profile: Profile, clauses: Mapping[str, Clause]) -> list[str]:
    """The clauses that a play shows: those in whose name something was refused, and those behind its end; or else behind its last move."""
    found = [moment.refused for moment in moments if moment.refused not in ("", UNNAMED)]
    result = moments[-1].result
    if result:
        ending = settlement(result, profile, clauses)
        found += [*ending["clauses"], *(row["clause"] for row in ending["rows"])]
    if not found and moments[-1].step and moments[-1].step.action:
        found += applying(behind_move(moments[-1].step.action), profile, clauses)
    return list(dict.fromkeys(found or ["turn.seat"]))


def applying(names: Iterable[str], profile: Profile, clauses: Mapping[str, Clause]) -> Iterator[str]:
    """Those of the clauses that this rule system has."""
    return (name for name in names if applies(clauses[name], profile.parameters))


def behind_move(action: Action) -> tuple[str, ...]:
    """The clauses that allow a move, whatever the rule system."""
    if action["type"] == "draw":
        return ("draw.stock",) if action["from"] == "stock" else TAKING
    if action["type"] == "call":
        return CALLING
    ranks = {card[0] for card in action["cards"] if card[0] != "X"}
    return ("discard.single",) if len(action["cards"]) == 1 else ("discard.set",) if len(ranks) == 1 else ("discard.run",)
