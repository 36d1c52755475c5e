"""`dhumbal coverage`: clauses against scenarios, both ways."""

from __future__ import annotations

import json
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from dhumbal_conformance.cli.reporting import output_to
from dhumbal_conformance.cli.smoke import chosen
from dhumbal_conformance.loader.near_miss import guess

if TYPE_CHECKING:
    from dhumbal_conformance.coverage import Proof
    from dhumbal_conformance.model import Profile, Scenario, Suite

WIDTH = 80
UNPROVEN = 1


@click.command("coverage")
@click.option("--profile", "profile_id", default="nepali-games", show_default=True, metavar="ID|FILE", help="The rule system.")
@click.option("--clause", "clause_id", metavar="ID", help="List what proves this clause.")
@click.option("--scenario", "scenario_id", metavar="ID", help="List what this scenario proves.")
@click.option("--report", "reports", multiple=True, metavar="FORMAT[=FILE]", help="Write json or markdown to FILE, or here. Repeatable.")
def command(profile_id: str, clause_id: str | None, scenario_id: str | None, reports: tuple[str, ...]) -> None:
    """Show for each clause of a rule system how many scenarios prove it, and the rulings on it.

    Those scenarios count that are written for this rule system, or for one that it extends if all that they rest on is the same in both.
    Where there are none, but a rule system that it extends has the clause in the same words and proves it, it counts as proven, too.

    Exit codes: 0 everything that can be tested is proven, 1 something is not, 2 usage, 4 a file is wrong.
    """
    from dhumbal_conformance.coverage import proofs
    from dhumbal_conformance.suite import load_suite

    profile = chosen(profile_id)
    suite = load_suite()
    suite = suite._replace(profiles={**suite.profiles, profile.id: profile})
    found = proofs(suite, profile)
    if reports:
        write_reports(reports, profile, found)
    elif clause_id:
        click.echo("\n".join(clause_lines(found, clause_id, profile)))
    elif scenario_id:
        click.echo("\n".join(scenario_lines(suite, found, scenario_id, profile)))
    else:
        click.echo("\n".join(all_lines(found, profile)))
    sys.exit(UNPROVEN if any(proof.missing for proof in found) else 0)


def all_lines(found: list[Proof], profile: Profile) -> Iterator[str]:
    """The clauses by chapter; then those that nothing proves, and the figures."""
    yield f"{'':<6}{'clause':<32}{'scenarios':>9}  rulings"
    for chapter, proofs in groupby(found, key=lambda proof: proof.clause.chapter):
        yield f"\n{click.style(chapter, bold=True)}"
        for proof in proofs:
            yield from clause_line(proof)
    yield ""
    for proof in found:
        if proof.missing:
            yield click.style(f"✗ no scenario proves {proof.clause.id}; see dhumbal rule {proof.clause.id}", fg="red")
    yield from textwrap.wrap(summary(found, profile), WIDTH)


def clause_line(proof: Proof) -> list[str]:
    """A clause with its figures, on several lines if it has many rulings."""
    clause, count = proof.clause, len(proof.scenarios)
    beside = remark(proof) or " ".join(ruling.id for ruling in proof.rulings)
    line = f"{clause.number:<6}{clause.id:<32}{count or '–':>9}"
    folded = textwrap.wrap(beside, WIDTH - len(line) - 2)
    return [f"{line}  {folded[0]}" if folded else line, *(f"{'':<{len(line) + 2}}{more}" for more in folded[1:])]


def remark(proof: Proof) -> str:
    """Why no scenario of this profile proves a clause, where that is all right."""
    if proof.clause.untestable:
        return f"cannot be tested: {proof.clause.untestable}"
    if proof.scenarios or not proof.shared:
        return ""
    profiles = sorted({scenario.profile for scenario in proof.shared})
    return f"as in {' and '.join(profiles)}, by {len(proof.shared)} there"


def summary(found: Iterable[Proof], profile: Profile) -> str:
    """One line that says it all."""
    proofs = list(found)
    counts = Counter(
        "untestable" if it.clause.untestable else "here" if it.scenarios else "shared" if it.shared else "open" for it in proofs
    )
    scenarios = {scenario.id for proof in proofs for scenario in proof.scenarios}
    shared = f", {counts['shared']} as in what it extends" if counts["shared"] else ""
    unproven = f", {counts['open']} by none" if counts["open"] else ""
    testable = len(proofs) - counts["untestable"]
    return f"{profile.id}: {counts['here']} of {testable} clauses proven by {len(scenarios)} scenarios{shared}{unproven}"


def clause_lines(found: Iterable[Proof], clause_id: str, profile: Profile) -> Iterator[str]:
    """What proves one clause, and whether by what it refuses or by what it allows."""
    from dhumbal_conformance.coverage import refusals

    proof = named(clause_id, {proof.clause.id: proof for proof in found}, f"clause in {profile.id}")
    yield f"{proof.clause.number}  {click.style(clause_id, bold=True)}  {len(proof.scenarios)} scenarios"
    yield from paragraph(remark(proof))
    for scenario in (*proof.scenarios, *proof.shared):
        refused = "  (refused)" if clause_id in refusals(scenario) else ""
        yield from (f"\n  {scenario.id}{refused}", *paragraph(scenario.title, 4))
    for ruling in proof.rulings:
        yield from (f"\n  {ruling.id}", *paragraph(ruling.title, 4))


def scenario_lines(suite: Suite, found: Iterable[Proof], scenario_id: str, profile: Profile) -> Iterator[str]:
    """What one scenario proves."""
    from dhumbal_conformance.loader.templates import render

    scenario: Scenario = named(scenario_id, suite.scenarios, "scenario")
    proven = [proof.clause for proof in found if scenario in proof.scenarios]
    yield from (click.style(scenario_id, bold=True), *paragraph(scenario.title))
    if not proven:
        yield from ("", *paragraph(f"Under {profile.id} it proves nothing; it is written for {scenario.profile}."))
    for clause in proven:
        yield from (f"\n  {clause.id}", *paragraph(render(clause.text, profile.parameters), 4))
    for ruling in scenario.rulings:
        yield from (f"\n  {ruling}", *paragraph(suite.rulings[ruling].title, 4))


def named(name: str, among: Mapping[str, Any], what: str) -> Any:
    """The one of this name; what is meant is said where there is none."""
    if name not in among:
        raise click.UsageError(f"there is no {what} {name!r}; {guess(name, among, 'there are')}")
    return among[name]


def paragraph(text: str, indent: int = 2) -> list[str]:
    """Text within the width."""
    return textwrap.wrap(text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * indent)


def write_reports(reports: Iterable[str], profile: Profile, found: list[Proof]) -> None:
    """Write each report to its file, or to standard output."""
    for report in reports:
        form, _, file = report.partition("=")
        text = named(form, FORMS, "report format")(found, profile)
        with output_to(file or "-") as output:
            output.write(text)


def as_json(found: list[Proof], profile: Profile) -> str:
    """Every clause with the ids of its scenarios and rulings, and every scenario with the ids of its clauses."""
    clauses = [
        {
            "id": proof.clause.id,
            "number": proof.clause.number,
            "untestable": proof.clause.untestable,
            "scenarios": [scenario.id for scenario in proof.scenarios],
            "shared": [scenario.id for scenario in proof.shared],
            "rulings": [ruling.id for ruling in proof.rulings],
        }
        for proof in found
    ]
    scenarios: dict[str, list[str]] = {}
    for proof in found:
        for scenario in proof.scenarios:
            scenarios.setdefault(scenario.id, []).append(proof.clause.id)
    return json.dumps({"profile": profile.id, "clauses": clauses, "scenarios": scenarios}, indent=1, ensure_ascii=False) + "\n"


def as_markdown(found: list[Proof], profile: Profile) -> str:
    """A table of the clauses."""
    rows = [
        f"| {proof.clause.number} | `{proof.clause.id}` | {figure(proof)} | {', '.join(it.id for it in proof.rulings)} |" for proof in found
    ]
    return "\n".join([f"**{summary(found, profile)}**", "", "| § | clause | scenarios | rulings |", "|---|---|---|---|", *rows, ""])


def figure(proof: Proof) -> str:
    """How many scenarios prove a clause, or why none does."""
    return remark(proof) or str(len(proof.scenarios) or "**none**")


FORMS: dict[str, Callable[[list[Proof], Profile], str]] = {"json": as_json, "markdown": as_markdown}
