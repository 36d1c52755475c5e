"""`python -m benchmarks`: hold the contests, print a table and write it as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from benchmarks import contest, report
from benchmarks.contests import contests, guards
from benchmarks.growth import growth
from benchmarks.processes import start_up

NAMES = ("engine", "perft", "suite", "harness", "start-up", "growth")


def main() -> int:
    """Do what was asked for; 1 when the guard found something much slower."""
    asked = arguments()
    contest.on_one_core()
    if asked.guard:
        return guard()
    wanted = asked.only or NAMES
    found = measured(wanted, rounds=3 if asked.quick else 7, quick=asked.quick)
    asked.json.parent.mkdir(parents=True, exist_ok=True)
    asked.json.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(report.markdown(found), end="")
    print(f"All of it as data: {asked.json}", file=sys.stderr)
    return 0


def arguments() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", action="append", choices=NAMES, help="this part alone; may be given again")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    parser.add_argument("--json", type=Path, default=Path("build/benchmarks.json"), metavar="FILE", help="default: %(default)s")
    parser.add_argument("--guard", action="store_true", help="compare with the project as it was, without peers; exit 1 if much slower")
    asked = parser.parse_args()
    if asked.guard and asked.only:
        parser.error("--guard looks at everything: leave out --only")
    return asked


def measured(wanted: tuple[str, ...], *, rounds: int, quick: bool) -> dict[str, Any]:
    """Everything that was asked for."""
    found: dict[str, Any] = report.conditions(rounds)
    held = [contest.hold(each, rounds) for each in contests(0.4 if quick else 1) if each.name in wanted]
    found["contests"] = [report.outcome(each) for each in held]
    if "start-up" in wanted:
        found["start-up"] = dict(start_up(rounds))
    if "growth" in wanted:
        found["growth"] = list(growth(1_000 if quick else 100_000))
    return found


def guard() -> int:
    """Say how fast everything is, compared with a loop on the same machine, and what has become much slower."""
    held = [contest.hold(each, 3) for each in guards()]
    print("\n".join(text for each in held for text in report.standings(each)))
    slower = [text for each in held for text in report.failures(each)]
    print("\n".join(slower) or "nothing has become much slower")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
