"""Markdown for the summary page of a CI run, as GitHub shows it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from dhumbal_conformance.reports import Event
from dhumbal_conformance.reports.run import SIGNS, Run, details, scenarios_text
from dhumbal_conformance.reports.text import clean, clipped, one_line
from dhumbal_conformance.reports.tree import element, html

SHOWN = 40
"""So many failures have their details: a summary must stay below 1 MiB."""
LONGEST = 1000


def markdown(run: Run) -> str:
    """The whole summary."""
    sign = "✅" if run.good else "❌"
    title = f"## {sign} {plain(run.engine)}: {plain(run.header['profile'])}, {run.passed} passed"
    figures = f"{run.summary} in {run.footer['seconds']:.2f} s, suite {plain(run.header['suite'])}"
    problems = (f"**{plain(problem)}**" for problem in run.problems)
    failed = run.failures
    tables = (table(run, "area", run.areas), table(run, "level", run.levels), plain(run.refusals))
    blocks = (block(run, result) for result in failed[:SHOWN])
    parts = [title, figures, *problems, *map(plain, run.findings), *tables, *blocks, names(failed[SHOWN:]), *lacks(run), noise(run)]
    return "\n\n".join(filter(None, parts)) + "\n"


def plain(words: object) -> str:
    """Text in one line, no sign of which means anything in Markdown or HTML."""
    return re.sub(r"[!-+./:-@\[-`{-~]", lambda sign: f"&#{ord(sign[0])};", one_line(clipped(words, LONGEST)))


def table(run: Run, title: str, groups: Mapping[str, list[Event]]) -> str:
    """The counts of each group."""
    heads = [title, *(f"{SIGNS[status]} {status}" for status in run.statuses)]
    rows = [[plain(name), *figures(run, results)] for name, results in groups.items()]
    return "\n".join(row(cells) for cells in (heads, ["---", *["---:"] * len(run.statuses)], *rows))


def figures(run: Run, results: Iterable[Event]) -> list[str]:
    """How many of the results have each status."""
    counts = Counter(result["status"] for result in results)
    return [str(counts[status]) for status in run.statuses]


def row(cells: Iterable[str]) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |"


def block(run: Run, result: Event) -> str:
    """One failure, folded. All of it is a single line, since an empty one would end the HTML."""
    clauses = [element("p", element("b", f"§ {clause}"), f" {clipped(text, LONGEST)}") for clause, text in run.clauses(result["failure"])]
    # Half a command is of no use.
    parts = [*((name, clipped(words, LONGEST)) for name, words in details(result)), ("again", clean(run.again(result)))]
    told = (part for name, words in parts for part in (element("p", name), element("pre", words)))
    summary = element("summary", f"{SIGNS[result['status']]} {result['status']}: ", element("code", result["id"]), f" {result['title']}")
    return html(element("details", summary, *clauses, *told)).replace("\n", "&#10;")


def names(failed: list[Event]) -> str:
    """The failures that are not shown in full."""
    if not failed:
        return ""
    listed = element("ul", *(element("li", f"{result['status']}: {result['id']}") for result in failed))
    return html(element("details", element("summary", f"{len(failed)} more"), listed)).replace("\n", "&#10;")


def lacks(run: Run) -> Iterator[str]:
    """What was known, what the engine does not offer, and what was not run."""
    for status, reason, results in run.reasons:
        yield f"{status}: {scenarios_text(len(results))}, because {plain(reason)}"


def noise(run: Run) -> str:
    """What was on standard output beside messages."""
    return "\n- ".join(map(plain, run.noise))
