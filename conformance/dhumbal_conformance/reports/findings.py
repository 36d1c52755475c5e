"""The diagnosis of a run in words, for every report that has it."""

from __future__ import annotations

from collections.abc import Iterator

from dhumbal_conformance.reports import Event

SHOWN_CLAUSES = 4


def findings(footer: Event) -> list[str]:
    """What the engine most probably does wrong, how sure that is, and what else it could be; nothing when nothing failed."""
    told = footer.get("diagnosis")
    return list(lines(told)) if told else []


def lines(told: Event) -> Iterator[str]:
    """One line for each thing to say."""
    if not told["faults"]:
        yield f"no diagnosis: {told['text']}"
        return
    count = "this" if len(told["faults"]) == 1 else "two things"
    does = "may be doing" if told["sure"] == "possible" else "most probably does"
    yield f"your engine {does} {count} wrong ({told['sure']}: {told['text']})"
    for readings in told["faults"]:
        yield from fault(readings)
    for other in told["alternatives"]:
        names = " and ".join(readings[0]["id"] for readings in other["faults"])
        does = " ".join(readings[0]["does"] for readings in other["faults"])
        yield f"or else {names} ({other['text']}): {does}"


def fault(readings: list[Event]) -> Iterator[str]:
    """What one wrong engine does, and the rule; where it has several names, the first counts."""
    first, *others = readings
    same = f", the same as {', '.join(other['id'] for other in others)}" if others else ""
    yield f"{first['question'] + ' It plays: ' if first['question'] else ''}{first['does']} ({first['id']}{same})"
    clauses = ", ".join(f"§ {clause}" for clause in first["clauses"][:SHOWN_CLAUSES])
    yield f"the rule: {first['title']} (ruling {first['ruling']}; {clauses})" if first["ruling"] else f"the rule: {clauses}"
