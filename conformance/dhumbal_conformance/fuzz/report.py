"""What a campaign found, in words."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dhumbal_conformance.fuzz.campaign import Campaign
from dhumbal_conformance.fuzz.filing import Filed
from dhumbal_conformance.fuzz.situations import never, refusals, situations
from dhumbal_conformance.fuzz.tally import Tally
from dhumbal_conformance.model import Clause, Profile

COLUMNS = 2
CELL = 60
"""So wide is a column of what was reached."""
NARROWEST = 40


@dataclass(frozen=True, slots=True)
class Again:
    """The commands that repeat something: `deal` with `{number}`, `verify` with `{file}`."""

    deal: str
    verify: str


def report(
    campaign: Campaign,
    profile: Profile,
    clauses: Iterable[Clause],
    again: Again,
    seconds: float,
    fast: bool = False,
    wide: int | None = None,
) -> Iterator[str]:
    """The whole report; no line but commands and paths is longer than a terminal is `wide`. At speed nobody looks for situations."""
    total = campaign.total
    yield from disagreements(campaign, again, wide)
    if not fast:
        yield "situations reached"
        yield from table(situations(profile.parameters), total.situations, wide)
    yield "refusals by clause"
    yield from table(refusals(clauses, profile), total.refused, wide)
    for reason, times in total.unsupported.most_common():
        yield folded(f"not compared, {counted(times, 'time')}: {reason}", wide)
    yield ""
    if campaign.given_up:
        yield folded(f"! {campaign.given_up}", wide)
    yield folded(summary(campaign, seconds), wide)


def summary(campaign: Campaign, seconds: float) -> str:
    """The figures in one sentence."""
    total, kinds = campaign.total, len(campaign.total.found)
    rate = f" ({total.actions / seconds:,.0f} actions a second)" if total.actions and seconds else ""
    found = counted(total.disagreements, "disagreement") if kinds else "no disagreement"
    found += f" of {kinds} kinds" if kinds > 1 else ""
    figures = ", ".join(compared(total))
    if not (figures or kinds):
        return f"{counted(total.deals, 'deal')}: nothing was compared"
    return f"{counted(total.deals, 'deal')}: {figures or 'nothing'} compared in {seconds:.1f} s{rate}; {found}"


def compared(total: Tally) -> Iterator[str]:
    """How much of each kind there was. The refusals, those of questions included, add up to the refusals by clause."""
    if total.actions:
        yield counted(total.moves, "move")
        yield counted(total.refusals, "refusal")
    if total.questions:
        refused = f" ({total.refused_questions:,} refused)" if total.refused_questions else ""
        yield counted(total.questions, "question") + refused


def counted(number: int, what: str) -> str:
    """`1 deal`, `1,200 deals`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def folded(text: str, wide: int | None, indent: int = 2) -> str:
    """Text within the width of the terminal, its further lines indented; in one line where there is no terminal."""
    if wide is None:
        return text
    return textwrap.fill(text, max(NARROWEST, wide), subsequent_indent=" " * indent, break_on_hyphens=False)


def table(names: list[str], times: Counter[str], wide: int | None) -> Iterator[str]:
    """How often each was reached, the most frequent first; then those that never were."""
    reached = sorted((name for name in names if times[name]), key=lambda name: -times[name])
    cells = [f"{times[name]:>9,}  {name}" for name in reached]
    columns = COLUMNS if wide is None or wide >= COLUMNS * CELL else 1
    for start in range(0, len(cells), columns):
        yield "".join(f"{cell:<{CELL}}" for cell in cells[start : start + columns]).rstrip()
    missing = never(names, times)
    yield folded(f"    never: {', '.join(missing)}", wide, 11) if missing else "    all of them"


def disagreements(campaign: Campaign, again: Again, wide: int | None) -> Iterator[str]:
    """Each kind of disagreement: the clause, what was expected and what came, how often, and the commands that repeat it."""
    kinds = list(campaign.total.found.values())
    for filed, found in zip(campaign.filed, kinds, strict=False):
        yield from disagreement(filed, found.times, again, wide)
    for found in kinds[len(campaign.filed) :]:
        yield folded(f"✗ {found.first.failure.what}: {counted(found.times, 'time')}, not filed", wide)
        yield f"  again     {again.deal.format(number=found.first.number)}"
        yield ""


def disagreement(filed: Filed, times: int, again: Again, wide: int | None) -> Iterator[str]:
    """One of them."""
    failure, number = filed.finding.failure, filed.finding.number
    clause = f"§ {', '.join(failure.clauses)}: " if failure.clauses else ""
    yield folded(f"✗ {clause}{failure.what}", wide)
    if failure.expected:
        yield folded(f"  expected  {failure.expected}", wide, 12)
        yield folded(f"  came      {failure.actual}", wide, 12)
    yield from (f"  | {line}" for line in failure.evidence.splitlines()[-6:])
    yield f"  found     {counted(times, 'time')}, first in deal {number}"
    if filed.path:
        yield f"  file      {filed.path}"
    if filed.note:
        yield folded(f"  note      {filed.note}", wide, 12)
    yield f"  again     {again.verify.format(file=filed.path) if filed.path else again.deal.format(number=number)}"
    if filed.path:
        yield f"  or        {again.deal.format(number=number)}"
    yield ""
