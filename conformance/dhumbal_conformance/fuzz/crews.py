"""Where the deals of a campaign are played: in this process, in several of this machine, or on a cluster.

Deals are handed out by number and their tallies come back in the order of the numbers, so that what is found does not depend on how many
work on it.
"""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.util import Finalize
from typing import Any, Protocol

from dhumbal_conformance.fuzz.bench import Bench, Job
from dhumbal_conformance.fuzz.fast import FastBench
from dhumbal_conformance.fuzz.tally import Tally

BATCH = 5
"""Deals that are handed out at once, where somebody else plays them."""
FAST_BATCH = 50
"""So many deals are played at speed without waiting for the last answer."""
AHEAD = 2
"""Batches for each worker that are handed out before their tallies are needed."""
CONNECT_SECONDS = 10

_benches: dict[int, tuple[Job, Bench]] = {}
"""The engines of this process, by thread: they stay from one batch to the next."""


class Unreachable(Exception):
    """The cluster cannot be used; the message says why, and what to do."""


class Later(Protocol):
    """A tally that is to come."""

    def result(self) -> Tally:
        """The tally, once it is there."""


def play_batch(job: Job, numbers: range) -> Tally:
    """Play some deals with the engines of this process and thread, which are started if there are none."""
    known, bench = _benches.get(threading.get_ident(), (None, None))
    if bench is None or known != job:
        bench = bench_of(job)
        _benches[threading.get_ident()] = job, bench
    return bench.play(numbers)


def close_benches() -> None:
    """Let all engines of this process go."""
    while _benches:
        _, (_, bench) = _benches.popitem()
        bench.close()


def handed_out(job: Job, numbers: Iterable[int]) -> Iterator[range]:
    """The deals as they are handed out to others."""
    return batches(numbers, FAST_BATCH if job.fast else BATCH)


def batches(numbers: Iterable[int], size: int) -> Iterator[range]:
    """Consecutive numbers in batches."""
    begun: list[int] = []
    for number in numbers:
        begun.append(number)
        if len(begun) == size:
            yield range(begun[0], number + 1)
            begun = []
    if begun:
        yield range(begun[0], begun[-1] + 1)


def bench_of(job: Job) -> Bench:
    """The engines of a campaign, side by side as it wants them."""
    return FastBench(job) if job.fast else Bench(job)


def here(job: Job, numbers: Iterable[int]) -> Generator[Tally, None, None]:
    """Play the deals in this process, one after the other."""
    bench = bench_of(job)
    try:
        for batch in batches(numbers, FAST_BATCH if job.fast else 1):
            yield bench.play(batch)
    finally:
        bench.close()


def on_this_machine(job: Job, numbers: Iterable[int], workers: int) -> Generator[Tally, None, None]:
    """Play them in several processes."""
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=as_worker)
    try:
        yield from in_order(lambda batch: pool.submit(play_batch, job, batch), handed_out(job, numbers), AHEAD * workers)
    finally:
        pool.shutdown(cancel_futures=True)


def as_worker() -> None:
    """A process that leaves Ctrl-C to the one that started it, and takes its engine with it when it goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Finalize(None, close_benches, exitpriority=1)


def on_a_cluster(job: Job, numbers: Iterable[int], address: str) -> Generator[Tally, None, None]:
    """Play them on the workers of a Dask cluster, where this package and the engine must be installed."""
    with client_of(address) as client:
        workers = max(1, sum(client.nthreads().values()))
        try:
            yield from in_order(lambda batch: client.submit(play_batch, job, batch, pure=False), handed_out(job, numbers), AHEAD * workers)
        finally:
            client.run(close_benches)


@contextmanager
def client_of(address: str) -> Iterator[Any]:
    """A connection to the scheduler of a cluster; raises `Unreachable`."""
    try:
        from distributed import Client
    except ImportError as error:
        raise Unreachable("--dask needs the package distributed: pip install 'dhumbal[dask]'") from error
    try:
        client: Any = Client(address, timeout=CONNECT_SECONDS)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise Unreachable(f"there is no Dask scheduler at {address}: {error}") from error
    with client:
        yield client


def in_order(submit: Callable[[range], Later], numbers: Iterable[range], ahead: int) -> Generator[Tally, None, None]:
    """The tallies in the order of the batches, of which so many are under way at any time."""
    under_way: deque[Later] = deque()
    for batch in numbers:
        under_way.append(submit(batch))
        if len(under_way) >= ahead:
            yield under_way.popleft().result()
    while under_way:
        yield under_way.popleft().result()
