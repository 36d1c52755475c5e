"""Makes all mutants, plays the scenarios on each, and writes the page.

The exit code is 1 when a mutant lives without a reason, or one has died that has a reason to live.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from mutation.killing import killed
from mutation.mutants import Mutant, mutants, unchanged
from mutation.report import Results, page, read_reasons

PAGE = Path("docs/mutation.md")


def told() -> Iterator[tuple[Mutant, bool]]:
    """Each mutant and whether it was killed, told as they come."""
    for number, (mutant, dead) in enumerate(killed(mutants(), os.cpu_count() or 1), start=1):
        if not dead:
            print(f"{number:5} lives: {mutant.id}", file=sys.stderr)
        yield mutant, dead


def main() -> int:
    """The exit code."""
    if any(dead for _, dead in killed([unchanged()], jobs=1)):
        sys.exit("the engine itself does not pass: run `dhumbal verify` under every rule system first")
    outcomes = sorted(told(), key=lambda outcome: (outcome[0].module, outcome[0].line, outcome[0].after))
    dead, alive = ([mutant for mutant, was_killed in outcomes if was_killed == wanted] for wanted in (True, False))
    results = Results(dead, alive, read_reasons())
    PAGE.write_text("\n".join(page(results)) + "\n", encoding="utf-8")
    for name in results.outdated():
        print(f"has a reason to live, but does not: {name}", file=sys.stderr)
    print(f"{len(dead)} killed, {len(alive)} alive, {len(results.unexplained())} of them without a reason")
    return 1 if results.unexplained() or results.outdated() else 0


if __name__ == "__main__":
    sys.exit(main())
