"""JUnit XML, which most CI servers can show."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from xml.etree.ElementTree import Element

from dhumbal_conformance.reports import Event
from dhumbal_conformance.reports.run import Run, details, place
from dhumbal_conformance.reports.tree import element, xml

ELEMENTS = {
    **dict.fromkeys(("failed", "flaky", "unexpected-pass"), "failure"),
    **dict.fromkeys(("error", "invalid-scenario"), "error"),
    **dict.fromkeys(("expected-failure", "unsupported", "not-run"), "skipped"),
}
"""The element for each status but `passed`."""


def junit(run: Run) -> str:
    """A suite for each area, a case for each scenario; and one case more if something is wrong with the run as a whole."""
    suites = [suite(run, area, [case(run, result) for result in results]) for area, results in run.areas.items()]
    if run.problems:
        problems = (element("error", type="run", message=problem) for problem in run.problems)
        suites.append(
            suite(run, "run", [element("testcase", *problems, name="the run as a whole", classname=run.header["profile"], time="0")])
        )
    return xml(element("testsuites", *suites, name=f"dhumbal {run.header['profile']}", **totals(suites)))


def suite(run: Run, name: str, cases: list[Element]) -> Element:
    """A suite with its figures."""
    kinds = Counter(child.tag for case in cases for child in case[:1])
    started = datetime.fromtimestamp(run.header["started"], UTC).strftime("%Y-%m-%dT%H:%M:%S")
    return element(
        "testsuite",
        element("properties", *(element("property", name=name, value=value) for name, value in about(run).items())),
        *cases,
        name=name,
        tests=len(cases),
        failures=kinds["failure"],
        errors=kinds["error"],
        skipped=kinds["skipped"],
        time=f"{sum(float(case.get('time', 0)) for case in cases):.6f}",
        timestamp=started,
        hostname="localhost",
    )


def about(run: Run) -> dict[str, str]:
    """What was run on what."""
    about = {"engine": run.engine, "profile": run.header["profile"], "suite": run.header["suite"], "refusals": run.refusals}
    beside = {"diagnosis": "\n".join(run.findings), "noise": "\n".join(run.noise)}
    return about | {name: words for name, words in beside.items() if words}


def totals(suites: list[Element]) -> dict[str, str | int | None]:
    """The figures of all suites together."""
    counts = {key: sum(int(suite.get(key, 0)) for suite in suites) for key in ("tests", "failures", "errors", "skipped")}
    return {**counts, "time": f"{sum(float(suite.get('time', 0)) for suite in suites):.6f}"}


def case(run: Run, result: Event) -> Element:
    """One scenario."""
    file, line = place(result)
    return element(
        "testcase",
        *outcome(run, result),
        name=result["id"],
        classname=f"{run.header['profile']}.{result['area']}",
        file=file,
        line=line,
        time=f"{result['seconds']:.6f}",
    )


def outcome(run: Run, result: Event) -> list[Element]:
    """Nothing for what passed; else what happened."""
    kind, failure = ELEMENTS.get(result["status"]), result["failure"]
    if kind is None:
        return []
    if kind == "skipped" or not failure:
        return [element(kind, message=f"{result['status']}: {result['reason']}")]
    lines = [
        result["title"],
        *(f"§ {clause}: {text}" for clause, text in run.clauses(failure)),
        *(f"{name}: {words}" for name, words in details(result)),
        f"again: {run.again(result)}",
    ]
    return [element(kind, "\n".join(lines), message=message(failure), type=result["kind"] or result["status"])]


def message(failure: Event) -> str:
    """One line for a failure."""
    return f"{failure['what']}: expected {failure['expected']}, got {failure['actual']}" if failure["expected"] else failure["what"]
