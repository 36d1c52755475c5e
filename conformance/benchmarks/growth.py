"""How time and memory grow with the number of deals, of players and of scenarios: `python -m benchmarks.growth deals 1000`.

Each measurement is a process of its own, so that its memory is nobody else's. Most deals of random players go on to the turn cap: a hundred
thousand take a minute, and a million, which have to be asked for by hand, ten.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle, islice

from dhumbal import Profile
from dhumbal_conformance.connectors.python import REFERENCE, from_spec
from dhumbal_conformance.events import Plan, run_events
from dhumbal_conformance.inherit import for_profile
from dhumbal_conformance.model import Scenario
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.runner.expected import Expectations
from dhumbal_conformance.runner.reruns import Reruns
from dhumbal_conformance.runner.team import Team
from dhumbal_conformance.runner.verdicts import SecondOpinion, Verdicts
from dhumbal_conformance.suite import load_suite

from benchmarks import play
from benchmarks.contest import processor_time

SIZES: dict[str, Sequence[int]] = {
    "deals": (1_000, 10_000, 100_000),
    "players": tuple(range(Profile().players_min, Profile().players_max + 1)),
    "scenarios": (100, 1_000, 10_000),
}
DEALS = 2_000
"""So many deals are played with each number of players."""


def deals(count: int, players: int = 4) -> Callable[[], object]:
    """Deals of random legal play."""
    deal = play.playing(play.asked, 1, players)()

    def run() -> None:
        for _ in range(count):
            deal()

    return run


def players(count: int) -> Callable[[], object]:
    """The same number of deals, with so many at the table."""
    return deals(DEALS, count)


def scenarios(count: int) -> Callable[[], object]:
    """A run of the suite on the reference engine, of copies of its scenarios where there are not enough."""
    suite = load_suite()
    profile = suite.profiles["nepali-games"]
    runner = Runner(partial(from_spec, REFERENCE), profile, suite.clauses)
    verdicts = Verdicts(Expectations(()), Reruns(runner.fresh, 0), SecondOpinion(profile, suite.clauses, frozenset(), of_itself=True))
    chosen = copies(for_profile(suite, profile, suite.scenarios.values()).normative, count)

    def run() -> None:
        for _ in run_events(Team(runner, 1), verdicts, Plan(chosen, "")):
            pass

    return run


def copies(found: Sequence[Scenario], count: int) -> list[Scenario]:
    """So many scenarios, each with an id of its own."""
    return [scenario._replace(id=f"{scenario.id}-{number}") for number, scenario in enumerate(islice(cycle(found), count))]


KINDS: dict[str, Callable[[int], Callable[[], object]]] = {"deals": deals, "players": players, "scenarios": scenarios}


def measured(kind: str, size: int) -> dict[str, float]:
    """Seconds of processor time, and how many megabytes more than before it the process came to need."""
    run = KINDS[kind](size)
    before, began = peak(), processor_time()
    run()
    return {"seconds": round(processor_time() - began, 3), "megabytes": round(peak() - before, 1)}


def peak() -> float:
    """The most memory that this process has needed so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def growth(largest: int) -> Iterator[dict[str, object]]:
    """One row for each kind and size, as far as the size is at most so large."""
    for kind, sizes in SIZES.items():
        for size in (size for size in sizes if size <= largest):
            done = subprocess.run([sys.executable, "-m", "benchmarks.growth", kind, str(size)], check=True, capture_output=True, text=True)
            yield {"kind": kind, "size": size, **json.loads(done.stdout)}


def main() -> None:
    """One measurement."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description="Measure one kind of work, so many times.")
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("size", type=int)
    asked = parser.parse_args()
    print(json.dumps(measured(asked.kind, asked.size)))


if __name__ == "__main__":
    main()
