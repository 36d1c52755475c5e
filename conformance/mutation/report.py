"""What came of the mutants, as a page of Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from mutation.mutants import Mutant

EXPLAINED = Path(__file__).with_name("explained.yaml")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why some mutants live: they play as the engine does, or else only where no rule system that is shipped would show it."""

    because: str
    mutants: frozenset[str]
    equivalent: bool = True


@dataclass(frozen=True, slots=True)
class Results:
    """All mutants, by whether a scenario killed them, and the reasons that are given for those that live."""

    killed: Sequence[Mutant]
    alive: Sequence[Mutant]
    reasons: Sequence[Reason]

    def explained(self, *, equivalent: bool) -> set[str]:
        """The ids of mutants with a reason of one of the two kinds."""
        return {mutant for reason in self.reasons if reason.equivalent == equivalent for mutant in reason.mutants}

    def unexplained(self) -> list[Mutant]:
        """Those that live and have no reason to."""
        known = self.explained(equivalent=True) | self.explained(equivalent=False)
        return [mutant for mutant in self.alive if mutant.id not in known]

    def outdated(self) -> list[str]:
        """Ids that have a reason to live and do not."""
        known = self.explained(equivalent=True) | self.explained(equivalent=False)
        return sorted(known - {mutant.id for mutant in self.alive})

    def of(self, module: str) -> Results:
        """The same for one module."""
        killed, alive = ([mutant for mutant in mutants if mutant.module == module] for mutants in (self.killed, self.alive))
        return Results(killed, alive, self.reasons)


def read_reasons() -> list[Reason]:
    """The reasons that are written down."""
    groups = yaml.safe_load(EXPLAINED.read_text(encoding="utf-8"))
    return [Reason(group["because"].strip(), frozenset(group["mutants"]), group.get("equivalent", True)) for group in groups]


def page(results: Results) -> Iterator[str]:
    """The page, line by line."""
    yield from (INTRODUCTION, "", *table(results), "", "## Equivalent mutants")
    yield from sections(results, equivalent=True)
    yield from ("", "## Mutants that are not killed", "", NOT_KILLED)
    yield from sections(results, equivalent=False)
    yield from section("Nobody has found out yet why.", results.unexplained())


def sections(results: Results, *, equivalent: bool) -> Iterator[str]:
    """The reasons of one of the two kinds."""
    for reason in results.reasons:
        if reason.equivalent == equivalent:
            yield from section(reason.because, [mutant for mutant in results.alive if mutant.id in reason.mutants])


def table(results: Results) -> Iterator[str]:
    """How many mutants each module has, and what became of them."""
    yield "| module | mutants | killed | equivalent | not killed | score |"
    yield "|---|---:|---:|---:|---:|---:|"
    for module in sorted({mutant.module for mutant in (*results.killed, *results.alive)}):
        yield row(f"`{module}`", results.of(module))
    yield row("all", results)


def row(name: str, results: Results) -> str:
    """One line of the table."""
    killed, alive = len(results.killed), len(results.alive)
    equivalent = sum(mutant.id in results.explained(equivalent=True) for mutant in results.alive)
    relevant = killed + alive - equivalent
    score = f"{100 * killed / relevant:.1f} %" if relevant else "–"
    return f"| {name} | {killed + alive} | {killed} | {equivalent} | {alive - equivalent} | {score} |"


def section(reason: str, mutants: Sequence[Mutant]) -> Iterator[str]:
    """One reason, and the mutants that have it."""
    if mutants:
        yield from ("", reason, "")
        yield from (f"* `{mutant.module}.py`, line {mutant.line}: `{mutant.before}` → `{mutant.after}`" for mutant in mutants)


INTRODUCTION = """# Would the scenarios notice?

The reference engine is changed in one small place at a time: a comparison, a number, a condition, a word, a statement left out. An
engine so changed is a *mutant*. Every scenario is then played on it, and nothing but scenarios. When one does not come out as written,
the mutant is *killed*. It is *equivalent* when no scenario could tell it from the engine, because it plays alike; the score is the share
of killed mutants among those that are not equivalent. `conformance/mutation/README.md` says how this page is made."""

NOT_KILLED = "They do play differently, though not where a scenario of a rule system that is shipped could show it."
