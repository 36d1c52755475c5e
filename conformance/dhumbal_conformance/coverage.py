"""What is proven, and what is not: clauses without scenarios, refusals that nobody asserts, rulings without their scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dhumbal_conformance.inherit import for_profile, reads_alike
from dhumbal_conformance.loader.near_miss import did_you_mean
from dhumbal_conformance.loader.templates import applies
from dhumbal_conformance.model import Clause, Problem, Profile, Ruling, Scenario, Suite


def gaps(suite: Suite, profile: Profile) -> list[Problem]:
    """Everything that keeps the suite from proving the rules of a profile, beyond what it shares with those that it extends."""
    own = [scenario for scenario in suite.scenarios.values() if scenario.profile == profile.id]
    rulings = [ruling for ruling in suite.rulings.values() if ruling.profile == profile.id]
    bases = [suite.profiles[name] for name in profile.bases]
    clauses = [clause for clause in suite.clauses.values() if applies(clause, profile.parameters) and not _shared(clause, profile, bases)]
    return [*clause_gaps(clauses, own, profile), *ruling_gaps(rulings, own), *unlisted(own, suite.rulings), *sourceless(profile)]


def _shared(clause: Clause, profile: Profile, bases: Iterable[Profile]) -> bool:
    """Whether a profile that is extended has the same clause in the same words: what proves it there proves it here."""
    return any(applies(clause, base.parameters) and reads_alike(clause, base, profile) for base in bases)


def clause_gaps(clauses: Iterable[Clause], scenarios: Iterable[Scenario], profile: Profile) -> Iterator[Problem]:
    """Clauses that are not proven in a profile, or proven on one side only."""
    found = list(scenarios)
    for clause in clauses:
        citing = [scenario for scenario in found if clause.id in scenario.clauses]
        if clause.untestable and citing:
            hint = "delete `untestable` or the citation"
            yield Problem(clause.place, f"{clause.id} is called untestable, but {citing[0].id} proves it", hint)
        elif not clause.untestable and not citing:
            yield Problem(clause.place, f"no scenario proves {clause.id} in {profile.id}", "write one, or say why it is `untestable:`")
        elif clause.refuses and not clause.untestable:
            yield from _one_sided(clause, citing, profile)


def _one_sided(clause: Clause, citing: list[Scenario], profile: Profile) -> Iterator[Problem]:
    """A refusing clause needs a scenario that is refused in its name, and one that is not."""
    if not any(clause.id in refusals(scenario) for scenario in citing):
        message = f"no scenario is refused in the name of {clause.id} in {profile.id}"
        yield Problem(clause.place, message, f"write one with `refused: {clause.id}`")
    if all(clause.id in refusals(scenario) for scenario in citing):
        message = f"no scenario shows what {clause.id} still allows in {profile.id}"
        yield Problem(clause.place, message, "write one that cites it and is not refused by it")


def refusals(scenario: Scenario) -> set[str]:
    """The clauses in whose name something is refused in a scenario."""
    steps = [step.expect for step in scenario.play]
    deals = [deal.expect for deal in scenario.series.deals] if scenario.series else []
    refused = [expect.get("refused") for expect in (*steps, *deals)] + [question.refused for question in scenario.judge]
    return {clause for clause in refused if clause}


def ruling_gaps(rulings: Iterable[Ruling], scenarios: Iterable[Scenario]) -> Iterator[Problem]:
    """Rulings without a deciding scenario, or with one that does not exist or does not know of it."""
    by_id = {scenario.id: scenario for scenario in scenarios}
    for ruling in rulings:
        if not ruling.scenarios and not ruling.untestable:
            yield Problem(ruling.place, f"no scenario decides {ruling.id}", "name it under `scenarios:`, or say why it is `untestable:`")
        for name in ruling.scenarios:
            if name not in by_id:
                yield Problem(ruling.place, f"{ruling.id} names the scenario {name}, which does not exist", did_you_mean(name, by_id))
            elif ruling.id not in by_id[name].rulings:
                yield Problem(by_id[name].place, f"{ruling.id} is decided here, which is not said", f"add `rulings: [{ruling.id}]`")


def unlisted(scenarios: Iterable[Scenario], rulings: dict[str, Ruling]) -> Iterator[Problem]:
    """Scenarios that decide a ruling which does not name them."""
    for scenario in scenarios:
        for name in scenario.rulings:
            if scenario.id not in rulings[name].scenarios:
                yield Problem(
                    rulings[name].place, f"{name} does not name the scenario {scenario.id}, which decides it", "add it to `scenarios:`"
                )


def sourceless(profile: Profile) -> Iterator[Problem]:
    """Parameters of a profile with neither source nor reason."""
    for name in profile.parameters:
        if name not in profile.sources:
            hint = "write `{value: …, source: …}` or `{value: …, inferred: why}`"
            yield Problem(profile.place, f"{profile.id} does not say where {name} comes from", hint)


@dataclass(frozen=True, slots=True)
class Proof:
    """A clause of a profile's rules with what proves it, and the rulings on it."""

    clause: Clause
    scenarios: tuple[Scenario, ...]
    """Those whose expectation is binding under the profile."""
    shared: tuple[Scenario, ...]
    """Others, of profiles that it extends and in which the clause has the same words: what proves it there proves it here."""
    rulings: tuple[Ruling, ...]

    @property
    def missing(self) -> bool:
        """Whether nothing proves it, although it can be tested."""
        return not (self.scenarios or self.shared or self.clause.untestable)


def proofs(suite: Suite, profile: Profile) -> list[Proof]:
    """Every clause that applies under a profile, in the order of the rules."""
    binding = for_profile(suite, profile, suite.scenarios.values()).normative
    others = [suite.profiles[name] for name in profile.bases]
    return [proof(clause, suite, profile, binding, others) for clause in suite.clauses.values() if applies(clause, profile.parameters)]


def proof(clause: Clause, suite: Suite, profile: Profile, binding: Iterable[Scenario], bases: Iterable[Profile]) -> Proof:
    """What proves one clause."""
    here = tuple(scenario for scenario in binding if clause.id in scenario.clauses)
    alike = {base.id for base in bases if _shared(clause, profile, [base])}
    citing = (scenario for scenario in suite.scenarios.values() if scenario.profile in alike and clause.id in scenario.clauses)
    shared = tuple(scenario for scenario in citing if scenario not in here and not scenario.unconfirmed)
    rulings = tuple(ruling for ruling in suite.rulings.values() if ruling.profile in (profile.id, *alike) and clause.id in ruling.clauses)
    return Proof(clause, here, shared, rulings)
