"""The run as one HTML file that needs nothing else: no network and no other file. It reads without its script, which only filters."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from xml.etree.ElementTree import Element

from dhumbal_conformance.reports import Event
from dhumbal_conformance.reports.replay import replay
from dhumbal_conformance.reports.run import SIGNS, Run, details, split_reason
from dhumbal_conformance.reports.tree import element, html

OPEN = 12
"""So many failures are unfolded from the start."""


def page(run: Run) -> str:
    """The whole page."""
    style, script = (Path(__file__).with_name(f"page.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy(style, script)),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"{SIGNS['passed' if run.good else 'failed']} {run.engine}: {run.header['profile']}, {run.passed} passed"),
        element("style", style),
    )
    content = (*opening(run), tables(run), search(run), *failures(run), *folded(run), element("script", script))
    return f"<!DOCTYPE html>\n{html(element('html', head, element('body', element('main', *content)), lang='en'))}\n"


def policy(style: str, script: str) -> str:
    """Nothing may be loaded, and nothing may run but what this page came with."""
    hashes = (b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script))
    return "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'".format(*hashes)


def opening(run: Run) -> list[Element]:
    """What was run on what, and how it went."""
    header = run.header
    started = datetime.fromtimestamp(header["started"], UTC).strftime("%Y-%m-%d %H:%M UTC")
    about = f"profile {header['profile']}, suite {header['suite']}, {header['engine'].get('language', 'language unknown')}, {started}"
    status = "passed" if run.good else "failed"
    return [
        element("h1", run.engine),
        element("p", about, class_="faint"),
        element("p", f"{SIGNS[status]} {run.summary} in {run.footer['seconds']:.2f} s", class_=f"verdict {status}"),
        *(element("p", f"! {problem}", class_="verdict failed") for problem in run.problems),
        element("p", run.refusals, class_="faint"),
        *(element("p", words, class_="finding") for words in run.findings),
        *noise(run),
    ]


def noise(run: Run) -> list[Element]:
    """What was on standard output beside messages."""
    told = run.noise
    return [element("details", element("summary", told[0]), element("pre", "\n".join(told[1:])))] if told else []


def tables(run: Run) -> Element:
    """The counts of each area, and of each level."""
    return element("div", table(run, "area", run.areas), table(run, "level", run.levels), class_="tables")


def table(run: Run, title: str, groups: Mapping[str, list[Event]]) -> Element:
    """The counts of each group."""
    head = element("tr", element("th", title, scope="col"), *(element("th", status, scope="col") for status in run.statuses))
    rows = []
    for name, results in groups.items():
        counts = Counter(result["status"] for result in results)
        rows.append(element("tr", element("th", name, scope="row"), *(element("td", str(counts[status])) for status in run.statuses)))
    return element("div", element("table", element("thead", head), element("tbody", *rows)), class_="scroll")


def search(run: Run) -> Element:
    """What the script shows and listens to: a choice of status, area and clause, and a box for words."""
    clauses = sorted({clause for result in run.results for clause in result["clauses"]})
    return element(
        "form",
        choice("status", run.statuses),
        choice("area", run.areas),
        choice("clause", clauses),
        element("label", "words ", element("input", type="search", name="words", autocomplete="off")),
        element("p", id="found", class_="faint", aria_live="polite"),
        id="filter",
        hidden="",
    )


def choice(name: str, values: Iterable[str]) -> Element:
    """One of the values, or any."""
    options = (element("option", value, value=value) for value in values)
    return element("label", f"{name} ", element("select", element("option", "any", value=""), *options, name=name))


def filed(result: Event) -> dict[str, str]:
    """By what the script finds a scenario."""
    return {"data_item": "", "data_status": result["status"], "data_area": result["area"], "data_clauses": " ".join(result["clauses"])}


def failures(run: Run) -> list[Element]:
    """Every scenario at which something went wrong."""
    if not run.failures:
        return []
    told = (failure(run, result, unfolded=number < OPEN) for number, result in enumerate(run.failures))
    return [element("h2", f"Not as expected ({len(run.failures)})"), *told]


def failure(run: Run, result: Event, *, unfolded: bool) -> Element:
    """One of them: the clauses, the step, what was expected, what came, and how to run it again."""
    clauses = (element("p", element("b", f"§ {clause}"), f" {text}") for clause, text in run.clauses(result["failure"]))
    told = (
        part
        for name, words in (*details(result), ("again", run.again(result)))
        for part in (element("dt", name), element("dd", element("pre", words)))
    )
    return element(
        "details",
        element("summary", *headline(result), class_=result["status"]),
        *clauses,
        element("dl", *told),
        *replay(result),
        open="" if unfolded else None,
        **filed(result),
    )


def headline(result: Event) -> tuple[Element | str, ...]:
    """Status, id and title of a scenario."""
    status = element("span", f"{SIGNS[result['status']]} {result['status']}", class_="status")
    return status, " ", element("code", result["id"]), f" {result['title']}"


def remark(result: Event) -> list[Element]:
    """What only this one scenario has of a reason that it shares with others."""
    rest = split_reason(result)[1]
    return [element("span", f" — {rest}", class_="faint")] if rest else []


def folded(run: Run) -> list[Element]:
    """What was known, what the engine does not offer, what was not run, and what passed."""
    groups = [(f"{len(results)} {status}, because {reason}", results) for status, reason, results in run.reasons]
    passed = [result for result in run.results if result["status"] == "passed"]
    if passed:
        groups.append((f"{len(passed)} passed", passed))
    shown = [group(title, results) for title, results in groups]
    return [element("h2", "Everything else" if run.failures else "Scenarios"), *shown] if shown else []


def group(title: str, results: list[Event]) -> Element:
    """Scenarios of which there is nothing more to say, folded together."""
    items = (element("li", *headline(result), *remark(result), class_=result["status"], **filed(result)) for result in results)
    return element("details", element("summary", title), element("ul", *items), data_group="")
