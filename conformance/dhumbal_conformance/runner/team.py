"""The engines of a run: one, or several that work at once."""

from __future__ import annotations

import queue
import signal
import threading
from collections.abc import Iterator, Sequence

from dhumbal_conformance.model import Scenario
from dhumbal_conformance.runner import NOISE_KEPT, Runner, Trial

PATIENCE = 1.0
"""Seconds that engines have to go when a run is interrupted, before they are made to."""


class Team:
    """Scenarios are dealt out to the engines in turn, like cards; results come in the order of the suite."""

    def __init__(self, runner: Runner, jobs: int = 1) -> None:
        self.lead = runner
        """Its engine is started first, and says for all of them who they are."""
        self.runners = [runner, *(runner.fresh(runner.abort_after) for _ in range(jobs - 1))]
        self.threads: list[threading.Thread] = []
        self.over = threading.Event()
        self.unclean: list[str] = []

    def trials(self, scenarios: Sequence[Scenario]) -> Iterator[Trial]:
        """One trial for each scenario."""
        if len(self.runners) == 1:
            yield from self.lead.trials(scenarios)
            return
        hands = [scenarios[number :: len(self.runners)] for number in range(len(self.runners))]
        done = [self.work(runner, hand) for runner, hand in zip(self.runners, hands, strict=True)]
        for number in range(len(scenarios)):
            found = done[number % len(done)].get()
            if isinstance(found, BaseException):
                raise found
            yield found

    def work(self, runner: Runner, hand: Sequence[Scenario]) -> queue.SimpleQueue[Trial | BaseException]:
        """Let one engine work on its scenarios in a thread; what comes of them is put into the queue."""
        done: queue.SimpleQueue[Trial | BaseException] = queue.SimpleQueue()
        thread = threading.Thread(target=self.put_all, args=(runner, hand, done), daemon=True)
        self.threads.append(thread)
        thread.start()
        return done

    def put_all(self, runner: Runner, hand: Sequence[Scenario], done: queue.SimpleQueue[Trial | BaseException]) -> None:
        """All of one engine's work, with its end; whatever else goes wrong is handed over as well."""
        try:
            for trial in runner.trials(hand):
                done.put(trial)
                if self.over.is_set():
                    break
        except BaseException as error:
            done.put(error)
        finally:
            self.unclean.append(runner.stop())

    def stop(self) -> str:
        """Let every engine go; says what was wrong with their ends, if anything."""
        for thread in self.at_work:
            thread.join()
        return next(filter(None, [*self.unclean, self.lead.stop()]), "")

    def abandon(self) -> None:
        """Tell every engine to go at once, and make those go that do not."""
        self.over.set()
        self.each_abandons(signal.SIGTERM)
        for thread in self.at_work:
            thread.join(PATIENCE)
        if any(thread.is_alive() for thread in self.at_work):
            self.each_abandons(signal.SIGKILL)

    @property
    def at_work(self) -> list[threading.Thread]:
        """The threads that have started: an interrupt may come just before one does."""
        return [thread for thread in self.threads if thread.ident is not None]

    def each_abandons(self, number: signal.Signals) -> None:
        """Send the signal to every engine that is in use."""
        for runner in self.runners:
            runner.abandon(number)

    @property
    def noise(self) -> int:
        """How many lines on standard output were no messages."""
        return sum(runner.noise for runner in self.runners)

    @property
    def noise_lines(self) -> list[str]:
        """The first few of them."""
        return [line for runner in self.runners for line in runner.noise_lines][:NOISE_KEPT]
