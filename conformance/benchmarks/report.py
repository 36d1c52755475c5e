"""The results as plain data, and as tables in Markdown."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.contest import Outcome, version


def conditions(rounds: int) -> dict[str, Any]:
    """On what, and how busy it was with other things."""
    return {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "load": round(os.getloadavg()[0], 1),
        "rounds": rounds,
    }


def outcome(held: Outcome) -> dict[str, Any]:
    """A contest: the median rate of each entry, the ratios, and who did not take part."""
    packages = {entry.name: entry.package for entry in held.contest.entries}
    return {
        "name": held.contest.name,
        "unit": held.contest.unit,
        "rates": {name: significant(held.rate(name)) for name in held.rates},
        "versions": {name: version(packages[name]) for name in held.rates},
        "ratios": [
            {"ours": goal.ours, "peer": goal.peer, "ratio": significant(ratio), "goal": goal.least}
            for goal in held.contest.goals
            if (ratio := held.ratio(goal)) is not None
        ],
        "missing": held.missing,
    }


def standings(held: Outcome) -> Iterator[str]:
    """Each ratio that has a limit, beside it."""
    for goal in held.contest.goals:
        ratio = held.ratio(goal)
        if ratio is not None and goal.least is not None:
            yield f"{held.contest.name}: {goal.ours} / {goal.peer} = {ratio:.3g}, and no less than {goal.least:g}"


def failures(held: Outcome) -> Iterator[str]:
    """What to say of each ratio that is below its goal."""
    for goal in held.contest.goals:
        ratio = held.ratio(goal)
        if ratio is not None and goal.least is not None and ratio < goal.least:
            yield f"{held.contest.name}: {goal.ours} does {ratio:.3g} times as much as the {goal.peer}, and should do {goal.least:g} times"


def significant(number: float) -> float:
    """A number with three digits that say something."""
    short = float(f"{number:.3g}")
    return int(short) if short >= 100 else short


def markdown(found: dict[str, Any]) -> str:
    """All tables."""
    lines = [f"Python {found['python']}, {found['machine']}, load {found['load']}, medians of {found['rounds']} rounds.", ""]
    for held in found["contests"]:
        lines += contest_tables(held)
    if "start-up" in found:
        lines += table(("command", "start-up, ms"), [(name, f"{value:.0f}") for name, value in found["start-up"].items()])
    if "growth" in found:
        lines += table(("what", "how many", "seconds", "megabytes more"), [tuple(map(shown, row.values())) for row in found["growth"]])
    return "\n".join(lines)


def contest_tables(held: dict[str, Any]) -> list[str]:
    """The rates and then the ratios of one contest."""
    rates = [(name, held["versions"][name], shown(rate)) for name, rate in held["rates"].items()]
    ratios = [(row["ours"], row["peer"], shown(row["ratio"]), verdict(row)) for row in held["ratios"]]
    return [
        *table((held["name"], "version", f"{held['unit']} a second"), rates),
        *table(("times as much", "as", "ratio", "goal"), ratios),
        *(f"Left out: {text}.\n" for text in held["missing"]),
    ]


def verdict(row: dict[str, Any]) -> str:
    """The goal, and whether it is reached."""
    if row["goal"] is None:
        return ""
    return f"{row['goal']:g} {'✓' if row['ratio'] >= row['goal'] else '✗'}"


def shown(value: object) -> str:
    """A number with its thousands apart, or text."""
    return f"{value:,}" if isinstance(value, int | float) else str(value)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table in Markdown, and an empty line."""
    lines = [" | ".join(row) for row in (head, ["---"] * len(head), *rows)]
    return [*(f"| {line} |" for line in lines), ""] if rows else []
