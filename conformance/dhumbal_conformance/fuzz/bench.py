"""One engine under test beside the reference engine, and what the two make of a numbered deal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from random import Random

from dhumbal_conformance.connectors import Connector
from dhumbal_conformance.fuzz.openings import position, real_deal
from dhumbal_conformance.fuzz.opponent import Opponent
from dhumbal_conformance.fuzz.policies import play
from dhumbal_conformance.fuzz.questions import judgements, series, settlement
from dhumbal_conformance.fuzz.script import Looks, Reference, scenario
from dhumbal_conformance.fuzz.situations import Deed, in_deed, in_result, in_series
from dhumbal_conformance.fuzz.tally import Finding, Found, Tally
from dhumbal_conformance.loader.rulebook import clauses_of, read_chapters
from dhumbal_conformance.model import Given, Profile, Scenario
from dhumbal_conformance.runner.outcome import Result

POSITIONS = 0.5
"""How many of the deals begin with a table set up, where the engine can be given one."""

QUESTIONS: dict[str, Callable[[Reference, int, Random, int | None], Scenario | None]] = {
    "settle": settlement,
    "judge": judgements,
    "series": series,
}
"""What is asked beside the deals, by the method of the protocol."""

NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Job:
    """Which engine is compared, under which rules, and the seed by which everything is chosen."""

    connect: Callable[[], Connector]
    profile: Profile
    seed: int = 1
    players: int | None = None
    """So many at every table; None for any number that may play."""
    fast: bool = False
    """Whether requests are sent ahead of their answers, and less is compared."""


class Bench:
    """The two engines side by side. The engine under test is started when it is needed first, and again whenever it broke."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.opponent = Opponent(job.connect, job.profile, clauses_of(read_chapters()), abort_after=0)
        self.reference = Reference(job.profile)

    @cached_property
    def looks(self) -> Looks:
        """What the engine can be asked to show."""
        return Looks.of(self.opponent.start())

    def offers(self, capability: str, value: str = "") -> bool:
        """Whether the engine declared a capability, with that value where it is a list."""
        session = self.opponent.start()
        return session.offers(capability, value) if value else bool(session.capabilities.get(capability))

    @property
    def deals_its_own(self) -> bool:
        """Whether the engine can neither be dealt a pack nor given a table."""
        return not self.offers("load") and not self.offers("chance", "pack")

    def close(self) -> None:
        """Let the engine go."""
        self.opponent.stop()

    def play(self, numbers: Iterable[int]) -> Tally:
        """What comes of these deals."""
        tally = Tally()
        for number in numbers:
            tally.add(self.compare(number))
        return tally

    def compare(self, number: int) -> Tally:
        """Everything that goes by one number: a deal, a settlement, judgements and a series, as far as the engine offers them."""
        tally = Tally(deals=1)
        if self.offers("apply"):
            self.compare_deal(tally, number)
        for asked in self.questions(number):
            note(tally, Finding(number, asked, self.opponent.check(asked)))
            count_question(tally, asked)
        return tally

    def chooser(self, number: int, what: str) -> Random:
        """Chance that depends on nothing but the seed and the number of the deal."""
        return Random(f"{self.job.seed}/{number}/{what}")

    def compare_deal(self, tally: Tally, number: int) -> None:
        """One deal, played on the reference engine and put to the other."""
        choose = self.chooser(number, "deal")
        given = self.opening(number, choose)
        result = self.opponent.deal(given, partial(play, reference=self.reference, looks=self.looks, choose=choose))
        script = self.opponent.script
        asked = script.scenario if script else scenario(self.job.profile, "play", given=given)
        note(tally, Finding(number, asked, result))
        if script:
            count_deeds(tally, script.deeds[: sum(step.action is not None for step in asked.play[: self.compared(asked, result)])])

    def opening(self, number: int, choose: Random) -> Given:
        """Where the deal begins."""
        loads, deals = self.offers("load"), self.offers("chance", "pack")
        sets_up = loads and (not deals or choose.random() < POSITIONS)
        return (position if sets_up else real_deal)(number, self.job.profile, choose, self.job.players)

    def compared(self, asked: Scenario, result: Result) -> int:
        """How many steps were compared, up to the one that was not as it should be."""
        if result.failure or result.status == "passed":
            return (result.failure.line if result.failure else 0) or len(asked.play)
        session = self.opponent.session
        return session.step.place.line if session and session.step else 0

    def questions(self, number: int) -> Iterator[Scenario]:
        """What is asked beside the deal."""
        for method, ask in QUESTIONS.items():
            if self.offers(method) and (asked := ask(self.reference, number, self.chooser(number, method), self.job.players)):
                yield asked


def note(tally: Tally, finding: Finding) -> None:
    """Enter what came of a scenario, unless both engines agreed."""
    if finding.result.status == "unsupported":
        tally.unsupported[NUMBER.sub("n", finding.result.reason)] += 1
    elif finding.result.failure:
        tally.enter(Found(finding))
        tally.broken = int(tally.broken or finding.result.status == "error")


def count_deeds(tally: Tally, deeds: Iterable[Deed]) -> None:
    """Count the actions of a deal that were compared, and the situations that they reached."""
    for deed in deeds:
        tally.situations.update(in_deed(deed))
        if deed.answer["accepted"]:
            tally.moves += 1
        else:
            tally.refusals += 1
            tally.refused[deed.refused] += 1


def count_question(tally: Tally, asked: Scenario) -> None:
    """Count what was asked beside a deal."""
    if asked.kind == "settle":
        tally.situations.update(in_result({"caller": None, **asked.then}))
    elif asked.kind == "series":
        tally.situations.update(in_series(asked))
    refused = [question.refused for question in asked.judge]
    refused += [deal.expect.get("refused") for deal in (asked.series.deals if asked.series else ())]
    tally.questions += len(refused) or 1
    tally.refused.update(filter(None, refused))
