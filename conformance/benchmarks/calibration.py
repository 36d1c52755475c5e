"""A loop of what Python programs do all the time, to tell a slow machine from a slow program."""

from __future__ import annotations

from benchmarks.contest import Run

TIMES = 50_000


class Register:
    """Keeps numbers, some of which it remembers."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.seen: dict[int, int] = {}

    def enter(self, number: int) -> int:
        """Take one in, and one of before out."""
        self.numbers.append(number)
        self.seen[number & 63] = number
        return self.numbers.pop() + self.seen.get(number >> 3 & 63, 0)


def loop() -> Run:
    """So many calls, each with a few steps on lists, dicts and numbers."""

    def run() -> int:
        register = Register()
        for number in range(TIMES):
            register.enter(number)
        return TIMES

    return run
