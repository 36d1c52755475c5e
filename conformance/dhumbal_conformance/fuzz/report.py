"""What a campaign found, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dhumbal_conformance.fuzz.campaign import Campaign
from dhumbal_conformance.fuzz.filing import Filed
from dhumbal_conformance.fuzz.situations import never, refusals, situations
from dhumbal_conformance.model import Clause, Profile

COLUMNS = 2
WIDTH = 48


@dataclass(frozen=True, slots=True)
class Again:
    """The commands that repeat something: `deal` with `{number}`, `verify` with `{file}`."""

    deal: str
    verify: str


def report(
    campaign: Campaign, profile: Profile, clauses: Iterable[Clause], again: Again, seconds: float, fast: bool = False
) -> Iterator[str]:
    """The whole report, line by line. At speed nobody looks for situations."""
    total = campaign.total
    yield from disagreements(campaign, again)
    if not fast:
        yield "situations reached"
        yield from table(situations(profile.parameters), total.situations)
    yield "refusals by clause"
    yield from table(refusals(clauses, profile), total.refused)
    for reason, times in total.unsupported.most_common():
        yield f"not compared, {times} times: {reason}"
    yield ""
    if campaign.given_up:
        yield f"! {campaign.given_up}"
    yield summary(campaign, seconds)


def summary(campaign: Campaign, seconds: float) -> str:
    """The figures in one line."""
    total, kinds = campaign.total, len(campaign.total.found)
    rate = (total.moves + total.refusals) / seconds if seconds else 0
    deals = f"{total.deals:,} deal{'s' if total.deals != 1 else ''}"
    questions = f", {total.questions:,} questions" if total.questions else ""
    compared = f"{deals}: {total.moves:,} moves, {total.refusals:,} refusals{questions} compared"
    found = f"{total.disagreements:,} disagreement{'s' if total.disagreements != 1 else ''}" if kinds else "no disagreement"
    found += f" of {kinds} kinds" if kinds > 1 else ""
    return f"{compared} in {seconds:.1f} s ({rate:,.0f} actions a second); {found}"


def table(names: list[str], counted: Counter[str]) -> Iterator[str]:
    """How often each was reached, the most frequent first; then those that never were."""
    reached = sorted((name for name in names if counted[name]), key=lambda name: -counted[name])
    cells = [f"{counted[name]:>9,}  {name}" for name in reached]
    for start in range(0, len(cells), COLUMNS):
        yield "".join(f"{cell:<{WIDTH + 12}}" for cell in cells[start : start + COLUMNS]).rstrip()
    missing = never(names, counted)
    yield f"    never: {', '.join(missing)}" if missing else "    all of them"


def disagreements(campaign: Campaign, again: Again) -> Iterator[str]:
    """Each kind of disagreement: the clause, what was expected and what came, how often, and the commands that repeat it."""
    kinds = list(campaign.total.found.values())
    for filed, found in zip(campaign.filed, kinds, strict=False):
        yield from disagreement(filed, found.times, again)
    for found in kinds[len(campaign.filed) :]:
        yield f"✗ {found.first.failure.what}: {found.times} times, not filed"
        yield f"  again     {again.deal.format(number=found.first.number)}"
        yield ""


def disagreement(filed: Filed, times: int, again: Again) -> Iterator[str]:
    """One of them."""
    failure, number = filed.finding.failure, filed.finding.number
    clause = f"§ {', '.join(failure.clauses)}: " if failure.clauses else ""
    yield f"✗ {clause}{failure.what}"
    if failure.expected:
        yield f"  expected  {failure.expected}"
        yield f"  came      {failure.actual}"
    yield from (f"  | {line}" for line in failure.evidence.splitlines()[-6:])
    yield f"  found     {times} time{'s' if times != 1 else ''}, first in deal {number}"
    if filed.path:
        yield f"  file      {filed.path}"
    if filed.note:
        yield f"  note      {filed.note}"
    yield f"  again     {again.verify.format(file=filed.path) if filed.path else again.deal.format(number=number)}"
    if filed.path:
        yield f"  or        {again.deal.format(number=number)}"
    yield ""
