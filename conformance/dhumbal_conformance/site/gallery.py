"""The reports on a real run: of a wrong engine, made anew with every build of the site."""

from __future__ import annotations

from collections.abc import Iterator

from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.events import Plan, run_events
from dhumbal_conformance.inherit import for_profile
from dhumbal_conformance.model import Suite
from dhumbal_conformance.reports import badge, html, junit, markdown, terminal
from dhumbal_conformance.reports.run import Run, gathered
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.runner.expected import Expectations
from dhumbal_conformance.runner.reruns import Reruns
from dhumbal_conformance.runner.team import Team
from dhumbal_conformance.runner.verdicts import SecondOpinion, Verdicts
from dhumbal_conformance.site.readings import misreadings

SHOWN = "NG-13/turn-end"
"""The wrong engine of the gallery: it lets a player call after the discard, too."""
COMMAND = f"python -m dhumbal_conformance.misreadings {SHOWN}"
PAGE = "gallery.md"
TERMINAL_LINES, MARKDOWN_LINES, JUNIT_LINES = 46, 24, 9
"""So much of each report stands on the page itself; the whole stands beside it."""


def failing_run(suite: Suite) -> Run:
    """The run of `dhumbal verify -- COMMAND`, with the engine called without a process."""
    found = misreadings()[SHOWN]
    profile = suite.profiles[suite.rulings[found.ruling].profile]
    runner = Runner(lambda: PythonConnector(found.engine()), profile, suite.clauses)
    verdicts = Verdicts(Expectations(()), Reruns(runner.fresh), SecondOpinion(profile, suite.clauses, ()))
    scenarios = for_profile(suite, profile, suite.scenarios.values()).normative
    repeat = f"dhumbal verify --profile {profile.id} --select {{id}} -- {COMMAND}"
    return gathered(run_events(Team(runner), verdicts, Plan(scenarios, repeat)))


def gallery_files(suite: Suite) -> Iterator[tuple[str, str]]:
    """The page, and every report as a file beside it."""
    run = failing_run(suite)
    reports = {
        "run.txt": terminal.plain_text(run),
        "run.html": html.page(run),
        "summary.txt": markdown.markdown(run),
        "run.xml": junit.junit(run),
        "badge.svg": badge.svg(run),
        "badge.json": badge.endpoint(run),
    }
    yield PAGE, page(reports)
    for name, report in reports.items():
        yield f"gallery/{name}", report


def page(reports: dict[str, str]) -> str:
    """The gallery."""
    return "\n\n".join(
        [
            "# What a run gives",
            "These are the reports on one run, made when this site was built. The engine is the reference engine with one thing changed: "
            "it lets a player call at the end of their turn, too, which [ruling NG-13](rulings/ng-13.md) rejects. This gives the same:",
            fenced("sh", f"dhumbal verify --report html=run.html --report junit=run.xml --report markdown=summary.md -- {COMMAND}"),
            "How the engine's fault is recognised is told [elsewhere](misreadings.md#what-your-engine-does-wrong), as is "
            "[every option](reports.md).",
            "## Terminal",
            excerpt(reports["run.txt"], TERMINAL_LINES, "run.txt"),
            "## One page",
            "`--report html=run.html` writes one file that needs nothing else, with the play of every failure as it should have gone, "
            "card by card: [open it](gallery/run.html).",
            "## A summary for CI",
            "`--report markdown=FILE`, which GitHub lays out beneath a run; this is how it begins:",
            excerpt(reports["summary.txt"], MARKDOWN_LINES, "summary.txt", "markdown"),
            "## JUnit XML",
            "`--report junit=FILE`, for CI servers; this is the first failure:",
            excerpt(from_first_failure(reports["run.xml"]), JUNIT_LINES, "run.xml", "xml"),
            "## Badge",
            "`--report badge=FILE.svg`, and for shields.io `--report badge=FILE.json`:",
            "![The badge of this run](gallery/badge.svg)",
            fenced("json", reports["badge.json"]),
        ]
    )


def excerpt(text: str, lines: int, file: str, language: str = "text") -> str:
    """The beginning of a report, with the way to the whole."""
    shown = text.strip("\n").splitlines()
    cut = "\n…" if len(shown) > lines else ""
    return f"{fenced(language, chr(10).join(shown[:lines]) + cut)}\n\n[The whole report](gallery/{file})"


def from_first_failure(xml: str) -> str:
    """JUnit XML from the first test case that failed, or from its beginning."""
    before, failure, after = xml.partition("<failure")
    case = before.rfind("<testcase")
    return before[case:] + failure + after if failure else xml


def fenced(language: str, code: str) -> str:
    """A block of code, which may itself have shorter fences."""
    return f"```` {language}\n{code.strip(chr(10))}\n````"
